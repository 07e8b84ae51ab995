//! WGSL.

use std::collections::BTreeMap;

use naga::back::wgsl;
use naga::valid::{GlobalUse, ModuleInfo};
use naga::{AddressSpace, GlobalVariable, Handle, Module, ShaderStage, StorageAccess, Type, TypeInner, UniqueArena};

use super::{Entry, Writer, chain};
use crate::compile::embedded::constructs;
use crate::lower::ROW;
use crate::model::BindingKind;

impl Writer<'_> {
    /// The same as browsers take it: subgroup operations need an extension, which naga neither writes nor reads.
    pub fn standard_wgsl(&mut self, entry: &Entry) -> Result<(String, String), String> {
        // Push constants are whole rows in it.
        for pushed in self.reflection.bindings.iter_mut().filter(|found| found.kind == BindingKind::PushConstants) {
            pushed.size = pushed.size.next_multiple_of(ROW);
        }
        let read_only = self.buffers_to_read(entry.0)?;
        let module = read_only.as_ref().unwrap_or(self.module);
        let (text, name) = text_of(module, self.info, entry)?;
        let mut directives = String::new();
        if constructs::has_subgroup_operations(self.module) {
            // Browsers would refuse them where the flow of control differs between invocations; the sources' languages define them there.
            directives.push_str("enable subgroups;\ndiagnostic(off, subgroup_uniformity);\n");
        }
        if constructs::has_derivatives(self.module) {
            // There the sources' languages leave them undefined, which is worth a warning.
            directives.push_str("diagnostic(warning, derivative_uniformity);\n");
        }
        Ok((directives + &text, name))
    }

    /// The text, and the name of the entry point in it.
    pub fn wgsl(&mut self, entry: &Entry) -> Result<(String, String), String> {
        text_of(self.module, self.info, entry)
    }

    /// The module of a vertex or pixel stage with the buffers that it never writes as ones that are only read, if it has others: WebGPU
    /// has no others in a vertex stage, and all stages of a pipeline have one type for a binding. They become so in the reflection as
    /// well.
    ///
    /// # Errors
    /// A vertex stage writes one.
    fn buffers_to_read(&mut self, stage: ShaderStage) -> Result<Option<Module>, String> {
        let is_writable = |variable: &GlobalVariable| match variable.space {
            AddressSpace::Storage { access } => access.contains(StorageAccess::STORE),
            _ => false,
        };
        let variables = self.module.global_variables.iter().filter(|(_, variable)| is_writable(variable));
        let writable: Vec<_> = variables.map(|(handle, variable)| (handle, variable.binding)).collect();
        if stage == ShaderStage::Compute || writable.is_empty() {
            return Ok(None);
        }
        let mut module = self.module.clone();
        for (handle, binding) in writable {
            let variable = module.global_variables.get_mut(handle);
            let is_written = self.info.get_entry_point(0)[handle].contains(GlobalUse::WRITE);
            let stays = is_written || has_atomic_words(&self.module.types, variable.ty);
            if stays && stage != ShaderStage::Vertex {
                continue;
            }
            if stays {
                let name = variable.name.as_deref().unwrap_or_default();
                return Err(format!(
                    "a vertex stage can only read buffers in it, and `{name}` is written or coherent; target `wgpu` has that"
                ));
            }
            variable.space = AddressSpace::Storage { access: StorageAccess::LOAD };
            if let Some(binding) = binding {
                self.update_binding(binding, |found| found.kind = BindingKind::ReadOnlyStorageBuffer);
            }
        }
        Ok(Some(module))
    }
}

fn has_atomic_words(types: &UniqueArena<Type>, ty: Handle<Type>) -> bool {
    let TypeInner::Array { base, .. } = types[ty].inner else { return false };
    matches!(types[base].inner, TypeInner::Atomic(_))
}

/// The text of a module, and the name of its entry point in it.
fn text_of(module: &Module, info: &ModuleInfo, entry: &Entry) -> Result<(String, String), String> {
    let text = wgsl::write_string(module, info, wgsl::WriterFlags::empty()).map_err(|e| chain(&e))?;
    // The writer renames an entry point whose name WGSL reserves, and does not report the new name.
    let attribute = match entry.0 {
        ShaderStage::Vertex => "@vertex",
        ShaderStage::Compute => "@compute",
        _ => "@fragment",
    };
    // The entry point is the last function of the text, and the only one with the attribute.
    let name = text
        .rfind(attribute)
        .and_then(|at| text[at..].split_once("fn "))
        .and_then(|(_, rest)| rest.split_once('('))
        .map_or_else(|| entry.1.clone(), |(name, _)| name.to_owned());
    Ok((text, name))
}

/// By set and binding, what a text that this writer has written says of each resource: `texture_2d<f32>`, `var<storage, read_write>`. The
/// types of buffers do not count.
pub fn wgsl_resources(text: &str) -> BTreeMap<(u32, u32), String> {
    let number = |text: &str, before: &str| {
        let (_, rest) = text.split_once(before)?;
        rest.split(')').next()?.parse::<u32>().ok()
    };
    let declared = |(place, line): (&str, &str)| {
        let place = place
            .strip_prefix("@group(")
            .and_then(|_| Some((number(place, "@group(")?, number(place, "@binding(")?)))?;
        let (variable, ty) = line.strip_suffix(';')?.split_once(": ")?;
        let space = variable.split(' ').next()?;
        Some((place, if space == "var" { ty.to_owned() } else { space_and_access(variable) }))
    };
    // naga writes what is declared before all functions.
    let head = text.find("\nfn ").and_then(|end| text.get(..end)).unwrap_or(text);
    head.lines().zip(head.lines().skip(1)).filter_map(declared).collect()
}

/// `var<storage, read_write> name` without the name.
fn space_and_access(variable: &str) -> String {
    variable.split_once('>').map_or(variable, |(head, _)| head).to_owned() + ">"
}

//! naga's writers: a naga module as SPIR-V, WGSL, MSL, GLSL or HLSL.
//!
//! **In**: a validated naga module, its reflection, and facts for the SPIR-V passes.
//! **Out**: SPIR-V words or text, and the reflection with the target's own numbers.
//! **Never**: decides what a target cannot represent: [`capability`](super::capability) does.
//!
//! - Clip space is Direct3D's throughout: nothing is flipped on the way in. GLSL is adjusted to OpenGL's depth range
//!   and has Y flipped, so that textures rendered to keep Direct3D's origin (and front faces wind the other way).
//! - Where a target has number spaces of its own, resources are numbered densely in the order of set and binding;
//!   [`Binding::slot`] and [`Binding::renamed`] give the result. Metal: buffers, textures, samplers. OpenGL: uniform
//!   blocks, storage blocks, texture units, image units; a texture and its sampler are one uniform.
//! - HLSL is shader model 6.0 for Direct3D 12: registers and spaces are those of the source, except that samplers are
//!   indices into a sampler heap (`register(s0, space0)` and for comparison `space1`), read from a buffer of indices at
//!   `register(t<set>, space255)`. That is how naga writes samplers; those of create infos have registers, which their text names.
//! - Bounds checks, loop bounds and division checks, which naga offers against hostile shaders, are off: the shaders
//!   are the game's own, and their cost is what their authors wrote. Group-shared memory starts undefined, as in HLSL.

mod constants;
mod double_bits;
mod glsl;
mod hlsl;
mod integers;
mod msl;
pub mod spirv;
mod webgl_integers;
mod wgsl;

pub use wgsl::wgsl_resources;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

use naga::back::{glsl as glsl_writer, pipeline_constants};
use naga::valid::ModuleInfo;
use naga::{AddressSpace, ImageClass, Module, ResourceBinding, ShaderStage, TypeInner};

use crate::compile::ProgramForm;
use crate::lower::Specialisation;
use crate::model::{ActionResult, Binding, Reflection};

/// An entry point: its stage and name.
pub type Entry = (ShaderStage, String);

/// What a text form must know of a module beside the module.
pub struct TextFacts<'a> {
    /// The number that HLSL has for a binding.
    pub register: &'a dyn Fn(ResourceBinding) -> u32,
    /// Samplers with registers of their own in HLSL, by set and binding.
    pub registered_samplers: BTreeSet<(u32, u32)>,
    /// Specialisation constants, which are variables of the module.
    pub constants: Vec<Specialisation>,
}

/// A validated module as one of the text forms.
pub fn write_text(
    output: ProgramForm,
    module: &Module,
    info: &ModuleInfo,
    reflection: Reflection,
    facts: TextFacts<'_>,
    entry: Entry,
) -> Result<ActionResult, String> {
    let mut writer = Writer { module, info, reflection, facts };
    let (text, entry_point) = match output {
        ProgramForm::Wgsl => writer.standard_wgsl(&entry)?,
        ProgramForm::Wgpu => writer.wgsl(&entry)?,
        ProgramForm::Msl => writer.msl(entry)?,
        ProgramForm::HlslText => writer.hlsl(entry)?,
        ProgramForm::Gles => writer.glsl(entry, glsl_writer::Version::new_gles(310))?,
        ProgramForm::Webgl => writer.webgl(entry)?,
        _ => writer.glsl(entry, glsl_writer::Version::Desktop(450))?,
    };
    Ok(ActionResult {
        output: text.into_bytes(),
        messages: Vec::new(),
        reflection: Some(writer.reflection),
        entry_point: Some(entry_point),
    })
}

/// An error with its causes, each once.
pub fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let words = cause.to_string();
        if !text.ends_with(&words) {
            text = format!("{text}: {words}");
        }
        next = cause.source();
    }
    text
}

struct Writer<'a> {
    module: &'a Module,
    info: &'a ModuleInfo,
    reflection: Reflection,
    facts: TextFacts<'a>,
}

/// The kinds of resources that have number spaces of their own on some target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    UniformBuffer,
    StorageBuffer,
    Texture,
    Image,
    Sampler,
}

impl Writer<'_> {
    /// Every bound resource in the order of set and binding, and whether it is an array of them.
    fn resources(&self) -> Vec<(ResourceBinding, Class, bool)> {
        let mut found = BTreeMap::new();
        for (_, variable) in self.module.global_variables.iter() {
            let Some(binding) = variable.binding else { continue };
            let mut inner = &self.module.types[variable.ty].inner;
            let array = matches!(inner, TypeInner::BindingArray { .. });
            if let TypeInner::BindingArray { base, .. } = inner {
                inner = &self.module.types[*base].inner;
            }
            let class = match (inner, variable.space) {
                (TypeInner::Sampler { .. }, _) => Class::Sampler,
                (TypeInner::Image { class: ImageClass::Storage { .. }, .. }, _) => Class::Image,
                (TypeInner::Image { .. }, _) => Class::Texture,
                (_, AddressSpace::Storage { .. }) => Class::StorageBuffer,
                _ => Class::UniformBuffer,
            };
            found.insert((binding.group, binding.binding), (binding, class, array));
        }
        found.into_values().collect()
    }

    /// Changes a binding of the reflection.
    fn update_binding(&mut self, at: ResourceBinding, change: impl FnOnce(&mut Binding)) {
        let mut bindings = self.reflection.bindings.iter_mut();
        if let Some(found) = bindings.find(|found| found.set == at.group && found.binding == at.binding) {
            change(found);
        }
    }

    /// The module with the defaults of override-expressions (specialisation constants of another compiler's SPIR-V), which
    /// naga does not write in these languages.
    fn without_overrides(&self) -> Result<(Module, ModuleInfo), String> {
        let constants = naga::back::PipelineConstants::default();
        let (module, info) = pipeline_constants::process_overrides(self.module, self.info, None, &constants)
            .map_err(|problem| chain(&problem))?;
        Ok((module.into_owned(), info.into_owned()))
    }
}

//! Typed buffers. naga cannot represent them, so it is given one-dimensional textures; here those become the texel
//! buffers of Vulkan.

use std::collections::{BTreeMap, BTreeSet};

use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{Capability, Dim, Op};

use super::{Facts, builder};

/// Makes texel buffers of the textures at [`Facts::texel_buffers`].
pub fn replace_textures(module: &mut Module, facts: &Facts<'_>) -> Result<(), String> {
    let bindings = builder::bindings(module).into_iter();
    let variables: BTreeSet<u32> =
        bindings.filter(|(_, place)| facts.texel_buffers.contains(place)).map(|(id, _)| id).collect();
    let mut types = BufferTypes::default();
    for at in 0..module.types_global_values.len() {
        let variable = &module.types_global_values[at];
        if let (Some(id), Some(ty)) = (variable.result_id, variable.result_type)
            && variables.contains(&id)
        {
            module.types_global_values[at].result_type = Some(types.of_buffer(module, ty));
        }
    }
    // Buffers, and pointers to them.
    let mut buffers = variables;
    let mut functions = std::mem::take(&mut module.functions);
    let blocks = functions.iter_mut().flat_map(|function| &mut function.blocks);
    for instruction in blocks.flat_map(|block| &mut block.instructions) {
        if !builder::base(instruction).is_some_and(|base| buffers.contains(&base)) {
            continue;
        }
        match (instruction.class.opcode, instruction.result_type, instruction.result_id) {
            (Op::AccessChain | Op::InBoundsAccessChain | Op::Load | Op::CopyObject, Some(ty), Some(id)) => {
                instruction.result_type = Some(types.of_buffer(module, ty));
                buffers.insert(id);
            }
            // A buffer has no levels.
            (Op::ImageFetch, ..) => instruction.operands.truncate(2),
            (Op::ImageQuerySizeLod, ty, id) => {
                let operands = instruction.operands.drain(..1).collect();
                *instruction = Instruction::new(Op::ImageQuerySize, ty, id, operands);
            }
            _ => {}
        }
    }
    module.functions = functions;
    types.declare(module);
    set_capabilities(module);
    Ok(())
}

/// The types of buffers that replace types of textures.
#[derive(Default)]
struct BufferTypes {
    /// By the replaced type.
    ids: BTreeMap<u32, u32>,
    /// By the replaced type, behind which it is declared.
    declarations: BTreeMap<u32, Instruction>,
}

impl BufferTypes {
    /// The type of a buffer, an array or a pointer that replaces this one of textures.
    fn of_buffer(&mut self, module: &mut Module, ty: u32) -> u32 {
        if let Some(known) = self.ids.get(&ty) {
            return *known;
        }
        let Some(mut declaration) = builder::global(module, ty).cloned() else { return ty };
        let part = match declaration.class.opcode {
            Op::TypeImage => {
                if let Some(dim) = declaration.operands.get_mut(1) {
                    *dim = Operand::Dim(Dim::DimBuffer);
                }
                None
            }
            Op::TypeArray | Op::TypeRuntimeArray => declaration.operands.get_mut(0),
            Op::TypePointer => declaration.operands.get_mut(1),
            _ => return ty,
        };
        if let Some(Operand::IdRef(part)) = part {
            *part = self.of_buffer(module, *part);
        }
        let id = builder::fresh_id(module);
        declaration.result_id = Some(id);
        self.ids.insert(ty, id);
        self.declarations.insert(ty, declaration);
        id
    }

    /// Declares the new types behind the old, and removes the old where nothing uses them any more.
    fn declare(mut self, module: &mut Module) {
        let mut globals = Vec::with_capacity(module.types_global_values.len() + self.declarations.len());
        for global in std::mem::take(&mut module.types_global_values) {
            let added = global.result_id.and_then(|id| self.declarations.remove(&id));
            globals.push(global);
            globals.extend(added);
        }
        module.types_global_values = globals;
        // Users first: a pointer is declared behind what it points to.
        let old: Vec<u32> = module
            .types_global_values
            .iter()
            .rev()
            .filter_map(|global| global.result_id.filter(|id| self.ids.contains_key(id)))
            .collect();
        for id in old {
            let code = module.functions.iter().flat_map(rspirv::dr::Function::all_inst_iter);
            let is_used = module.types_global_values.iter().chain(code).any(|user| {
                user.result_type == Some(id) || user.operands.iter().any(|operand| operand.id_ref_any() == Some(id))
            });
            if !is_used {
                module.types_global_values.retain(|global| global.result_id != Some(id));
                builder::remove_notes(module, |noted| noted == id);
            }
        }
    }
}

/// Declares the capabilities of the image types that the module has now, and no others of these.
fn set_capabilities(module: &mut Module) {
    let has = |module: &Module, dim: Dim, sampled: u32| {
        module.types_global_values.iter().any(|global| {
            global.class.opcode == Op::TypeImage
                && global.operands.get(1) == Some(&Operand::Dim(dim))
                && global.operands.get(5) == Some(&Operand::LiteralBit32(sampled))
        })
    };
    // 1: read through a sampled image; 2: a storage image.
    let capabilities = [
        (Capability::Sampled1D, Dim::Dim1D, 1),
        (Capability::Image1D, Dim::Dim1D, 2),
        (Capability::SampledBuffer, Dim::DimBuffer, 1),
        (Capability::ImageBuffer, Dim::DimBuffer, 2),
    ];
    for (capability, dim, sampled) in capabilities {
        builder::remove_capability(module, capability);
        if has(module, dim, sampled) {
            builder::add_capability(module, capability);
        }
    }
}

//! Typed buffers in SPIR-V. naga has no word for them, so it is given textures of one dimension, and what it writes of those
//! becomes what Vulkan reads a texel buffer through.

use std::collections::{BTreeMap, BTreeSet};

use rspirv::binary::Assemble as _;
use rspirv::dr::{Instruction, Module, Operand, load_bytes};
use rspirv::spirv::{Capability, Decoration, Dim, Op};

/// The module with texel buffers at these (set, binding)s.
pub fn in_place_of_textures(spirv: &[u8], bindings: &BTreeSet<(u32, u32)>) -> Result<Vec<u8>, String> {
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let variables = variables_at(&module, bindings);
    let mut types = Types { known: BTreeMap::new(), added: BTreeMap::new() };
    // Pointers to buffers, and buffers.
    let mut buffers = variables.clone();
    for at in 0..module.types_global_values.len() {
        let variable = &module.types_global_values[at];
        if let (Some(id), Some(ty)) = (variable.result_id, variable.result_type)
            && variables.contains(&id)
        {
            module.types_global_values[at].result_type = Some(types.of_buffers(&mut module, ty));
        }
    }
    let mut functions = std::mem::take(&mut module.functions);
    let blocks = functions.iter_mut().flat_map(|function| &mut function.blocks);
    for instruction in blocks.flat_map(|block| &mut block.instructions) {
        let Some(Operand::IdRef(base)) = instruction.operands.first() else { continue };
        if !buffers.contains(base) {
            continue;
        }
        match (instruction.class.opcode, instruction.result_type, instruction.result_id) {
            (Op::AccessChain | Op::InBoundsAccessChain | Op::Load | Op::CopyObject, Some(ty), Some(id)) => {
                instruction.result_type = Some(types.of_buffers(&mut module, ty));
                buffers.insert(id);
            }
            // There are no levels.
            (Op::ImageFetch, ..) => instruction.operands.truncate(2),
            (Op::ImageQuerySizeLod, ty, id) => {
                let operands = instruction.operands.drain(..1).collect();
                *instruction = Instruction::new(Op::ImageQuerySize, ty, id, operands);
            }
            _ => {}
        }
    }
    module.functions = functions;
    types.declare(&mut module);
    set_capabilities(&mut module);
    Ok(module.assemble().into_iter().flat_map(u32::to_le_bytes).collect())
}

fn variables_at(module: &Module, bindings: &BTreeSet<(u32, u32)>) -> BTreeSet<u32> {
    let mut places: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    for annotation in &module.annotations {
        if let [Operand::IdRef(id), Operand::Decoration(decoration), Operand::LiteralBit32(number)] =
            annotation.operands.as_slice()
        {
            match decoration {
                Decoration::DescriptorSet => places.entry(*id).or_default().0 = *number,
                Decoration::Binding => places.entry(*id).or_default().1 = *number,
                _ => {}
            }
        }
    }
    places.into_iter().filter(|(_, place)| bindings.contains(place)).map(|(id, _)| id).collect()
}

/// Types of textures, and what they are of buffers.
struct Types {
    known: BTreeMap<u32, u32>,
    /// By the type behind which it stands.
    added: BTreeMap<u32, Instruction>,
}

impl Types {
    fn of_buffers(&mut self, module: &mut Module, ty: u32) -> u32 {
        if let Some(known) = self.known.get(&ty) {
            return *known;
        }
        let Some(found) = module.types_global_values.iter().find(|found| found.result_id == Some(ty)) else {
            return ty;
        };
        let mut changed = found.clone();
        let part = match changed.class.opcode {
            Op::TypeImage => {
                if let Some(dim) = changed.operands.get_mut(1) {
                    *dim = Operand::Dim(Dim::DimBuffer);
                }
                None
            }
            Op::TypeArray | Op::TypeRuntimeArray => changed.operands.get_mut(0),
            Op::TypePointer => changed.operands.get_mut(1),
            _ => return ty,
        };
        if let Some(Operand::IdRef(part)) = part {
            *part = self.of_buffers(module, *part);
        }
        let Some(header) = &mut module.header else { return ty };
        let id = header.bound;
        header.bound += 1;
        changed.result_id = Some(id);
        self.known.insert(ty, id);
        self.added.insert(ty, changed);
        id
    }

    /// Puts the new types beside the old, which go where nothing has them any more.
    fn declare(mut self, module: &mut Module) {
        let mut globals = Vec::with_capacity(module.types_global_values.len() + self.added.len());
        for global in std::mem::take(&mut module.types_global_values) {
            let added = global.result_id.and_then(|id| self.added.remove(&id));
            globals.push(global);
            globals.extend(added);
        }
        module.types_global_values = globals;
        // Pointers are declared behind what they point to.
        let old: Vec<u32> = module
            .types_global_values
            .iter()
            .rev()
            .filter_map(|global| global.result_id.filter(|id| self.known.contains_key(id)))
            .collect();
        for id in old {
            let code = module.functions.iter().flat_map(rspirv::dr::Function::all_inst_iter);
            let used = module.types_global_values.iter().chain(code).any(|user| {
                user.result_type == Some(id) || user.operands.iter().any(|operand| operand.id_ref_any() == Some(id))
            });
            if !used {
                module.types_global_values.retain(|global| global.result_id != Some(id));
                let names = |instruction: &Instruction| instruction.operands.first() != Some(&Operand::IdRef(id));
                module.debug_names.retain(names);
                module.annotations.retain(names);
            }
        }
    }
}

/// What the images that are there ask for.
fn set_capabilities(module: &mut Module) {
    let has = |dim: Dim, sampled: u32| {
        module.types_global_values.iter().any(|global| {
            global.class.opcode == Op::TypeImage
                && global.operands.get(1) == Some(&Operand::Dim(dim))
                && global.operands.get(5) == Some(&Operand::LiteralBit32(sampled))
        })
    };
    let needed = [
        (Capability::Sampled1D, has(Dim::Dim1D, 1)),
        (Capability::Image1D, has(Dim::Dim1D, 2)),
        (Capability::SampledBuffer, has(Dim::DimBuffer, 1)),
        (Capability::ImageBuffer, has(Dim::DimBuffer, 2)),
    ];
    for (capability, needed) in needed {
        let operands = vec![Operand::Capability(capability)];
        module.capabilities.retain(|known| known.operands != operands);
        if needed {
            module.capabilities.push(Instruction::new(Op::Capability, None, None, operands));
        }
    }
}

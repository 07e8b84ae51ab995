//! Images of another kind in place of some variables' images: their types, those of pointers to them and arrays of them, and what uses them.

use std::collections::{BTreeMap, BTreeSet};

use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::Op;

use super::builder;

/// Gives the variables, and what is loaded from them, types of their own, in which `change` has changed `OpTypeImage`. Each instruction
/// whose first operand is such an image, or a pointer to one, is given to `rewrite`.
pub fn replace(
    module: &mut Module,
    variables: BTreeSet<u32>,
    change: impl Fn(&mut Instruction),
    rewrite: impl Fn(&mut Instruction),
) {
    let mut types = ImageTypes { ids: BTreeMap::new(), declarations: BTreeMap::new(), change };
    for at in 0..module.types_global_values.len() {
        let variable = &module.types_global_values[at];
        if let (Some(id), Some(ty)) = (variable.result_id, variable.result_type)
            && variables.contains(&id)
        {
            module.types_global_values[at].result_type = Some(types.replaced(module, ty));
        }
    }
    // Images, and pointers to them.
    let mut images = variables;
    let mut functions = std::mem::take(&mut module.functions);
    let blocks = functions.iter_mut().flat_map(|function| &mut function.blocks);
    for instruction in blocks.flat_map(|block| &mut block.instructions) {
        if !builder::base(instruction).is_some_and(|base| images.contains(&base)) {
            continue;
        }
        match (instruction.class.opcode, instruction.result_type, instruction.result_id) {
            (Op::AccessChain | Op::InBoundsAccessChain | Op::Load | Op::CopyObject, Some(ty), Some(id)) => {
                instruction.result_type = Some(types.replaced(module, ty));
                images.insert(id);
            }
            _ => rewrite(instruction),
        }
    }
    module.functions = functions;
    types.declare(module);
}

/// The types that replace others.
struct ImageTypes<C> {
    /// By the replaced type.
    ids: BTreeMap<u32, u32>,
    /// By the replaced type, behind which it is declared.
    declarations: BTreeMap<u32, Instruction>,
    change: C,
}

impl<C: Fn(&mut Instruction)> ImageTypes<C> {
    /// The type that replaces this one of images, of arrays of them or of pointers.
    fn replaced(&mut self, module: &mut Module, ty: u32) -> u32 {
        if let Some(known) = self.ids.get(&ty) {
            return *known;
        }
        let Some(mut declaration) = builder::global(module, ty).cloned() else { return ty };
        let part = match declaration.class.opcode {
            Op::TypeImage => {
                (self.change)(&mut declaration);
                None
            }
            Op::TypeArray | Op::TypeRuntimeArray => declaration.operands.get_mut(0),
            Op::TypePointer => declaration.operands.get_mut(1),
            _ => return ty,
        };
        if let Some(Operand::IdRef(part)) = part {
            *part = self.replaced(module, *part);
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

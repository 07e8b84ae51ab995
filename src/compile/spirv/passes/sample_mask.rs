//! The coverage mask. naga declares `SampleMask` as a number; Vulkan requires an array, here of one element.

use rspirv::dr::{Module, Operand};
use rspirv::spirv::{BuiltIn, Op};

use super::{Facts, builder};

/// Makes each mask an array, and its loads and stores those of the first element.
pub fn make_arrays(module: &mut Module, _: &Facts<'_>) -> Result<(), String> {
    let decorated = module.annotations.iter().filter_map(|annotation| match annotation.operands.as_slice() {
        [Operand::IdRef(id), _, Operand::BuiltIn(BuiltIn::SampleMask)] => Some(*id),
        _ => None,
    });
    for mask in decorated.collect::<Vec<u32>>() {
        let globals = &module.types_global_values;
        let Some(mut at) = globals.iter().position(|global| global.result_id == Some(mask)) else { continue };
        let Some(pointer) = globals[at].result_type else { continue };
        let Some((class, number)) = builder::pointee(module, pointer) else { continue };
        let mut insert = |op, ty, operands| builder::insert_global(module, &mut at, op, ty, operands);
        let one = insert(Op::Constant, Some(number), vec![Operand::LiteralBit32(1)]);
        let zero = insert(Op::Constant, Some(number), vec![Operand::LiteralBit32(0)]);
        let array = insert(Op::TypeArray, None, vec![Operand::IdRef(number), Operand::IdRef(one)]);
        let whole = insert(Op::TypePointer, None, vec![Operand::StorageClass(class), Operand::IdRef(array)]);
        let variable = &mut module.types_global_values[at];
        variable.result_type = Some(whole);
        // An initial value would be of the old type; none is needed.
        variable.operands.truncate(1);
        builder::redirect_to_elements(module, pointer, |id| (id == mask).then_some((mask, zero)));
    }
    Ok(())
}

//! The size of a group by specialisation constants: naga's module has the size that the source gives.
//!
//! A constant decorated with `WorkgroupSize` takes the place of the mode `LocalSize` (SPIR-V, "Execution Mode").

use rspirv::dr::{Module, Operand};
use rspirv::spirv::{BuiltIn, Op};

use super::{Facts, builder};

/// Whether a specialisation constant gives a size.
pub fn is_needed(facts: &Facts<'_>) -> bool {
    facts.group_size.is_some_and(|sizes| sizes.iter().any(|(_, constant)| constant.is_some()))
}

/// Declares the constant of the three sizes.
pub fn declare(module: &mut Module, facts: &Facts<'_>) -> Result<(), String> {
    let sizes = facts.group_size.ok_or("no size of the group")?;
    let uint = builder::uint(module);
    let vector = vec![Operand::IdRef(uint), Operand::LiteralBit32(3)];
    let vector = builder::declared(module, Op::TypeVector, None, vector);
    let mut parts = Vec::with_capacity(3);
    for (size, constant) in sizes {
        let part = match constant {
            Some(number) => builder::specialisation(module, (number, u64::from(size)), uint)?,
            None => builder::declared(module, Op::Constant, Some(uint), vec![Operand::LiteralBit32(size)]),
        };
        parts.push(Operand::IdRef(part));
    }
    let mut end = module.types_global_values.len();
    let all = builder::insert_global(module, &mut end, Op::SpecConstantComposite, Some(vector), parts);
    module.annotations.push(builder::built_in_decoration(all, BuiltIn::WorkgroupSize));
    Ok(())
}

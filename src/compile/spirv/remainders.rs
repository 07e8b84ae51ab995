//! Remainders of signed integers, for languages in which they are undefined where an operand is negative.

use rspirv::dr::{Instruction, Operand, load_bytes};
use rspirv::spirv::{Op, Word};

use super::reflect::to_bytes;

/// Makes each `OpSRem` a division, a product and a difference.
pub fn expand(spirv: &[u8]) -> Result<Vec<u8>, String> {
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let header = module.header.as_mut().ok_or("the SPIR-V has no header")?;
    let mut fresh = || {
        let id = header.bound;
        header.bound = id.checked_add(1).ok_or("the SPIR-V has too many ids")?;
        Ok::<Word, String>(id)
    };
    for block in module.functions.iter_mut().flat_map(|function| &mut function.blocks) {
        let mut expanded = Vec::with_capacity(block.instructions.len());
        for instruction in std::mem::take(&mut block.instructions) {
            let [Operand::IdRef(left), Operand::IdRef(right)] = instruction.operands[..] else {
                expanded.push(instruction);
                continue;
            };
            if instruction.class.opcode != Op::SRem {
                expanded.push(instruction);
                continue;
            }
            let mut add = |op, result, left, right| {
                let operands = vec![Operand::IdRef(left), Operand::IdRef(right)];
                expanded.push(Instruction::new(op, instruction.result_type, result, operands));
            };
            let (whole, multiple) = (fresh()?, fresh()?);
            add(Op::SDiv, Some(whole), left, right);
            add(Op::IMul, Some(multiple), whole, right);
            add(Op::ISub, instruction.result_id, left, multiple);
        }
        block.instructions = expanded;
    }
    Ok(to_bytes(&module))
}

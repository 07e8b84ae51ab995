//! Arithmetic as it is written.

use std::collections::BTreeSet;

use rspirv::dr::{Instruction, Operand, load_bytes};
use rspirv::spirv::{Decoration, Op};

use crate::partner::bytes;

/// The module with all its floating-point arithmetic decorated `NoContraction`: a driver may otherwise compute in another order, and
/// which one it takes depends on what else it knows, such as how often a loop runs.
pub fn exact(spirv: &[u8]) -> Result<Vec<u8>, String> {
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let arithmetic = |instruction: &&Instruction| {
        matches!(
            instruction.class.opcode,
            Op::FAdd
                | Op::FSub
                | Op::FMul
                | Op::FDiv
                | Op::FRem
                | Op::FMod
                | Op::FNegate
                | Op::VectorTimesScalar
                | Op::MatrixTimesScalar
                | Op::VectorTimesMatrix
                | Op::MatrixTimesVector
                | Op::MatrixTimesMatrix
                | Op::OuterProduct
                | Op::Dot
                | Op::ExtInst
        )
    };
    let instructions = module.functions.iter().flat_map(|function| function.all_inst_iter());
    let mut results: BTreeSet<u32> =
        instructions.filter(arithmetic).filter_map(|instruction| instruction.result_id).collect();
    for annotation in &module.annotations {
        if let [Operand::IdRef(id), Operand::Decoration(Decoration::NoContraction)] = annotation.operands.as_slice() {
            results.remove(id);
        }
    }
    module.annotations.extend(results.into_iter().map(|id| {
        let operands = vec![Operand::IdRef(id), Operand::Decoration(Decoration::NoContraction)];
        Instruction::new(Op::Decorate, None, None, operands)
    }));
    Ok(bytes(&module))
}

//! For comparing two modules after the optimiser: what it may not do to numbers.
//!
//! spirv-opt factors sums of products and fuses multiplications with additions in the order in which it meets them, which
//! differs between two texts of one program. `NoContraction` forbids both, and leaves all else to it.

use rspirv::dr::{Instruction, Operand, load_bytes};
use rspirv::spirv::{Decoration, Op};

use super::compiler::{error, step_key};
use super::{Cancel, Chain, Compiler, Form, Job, StepOutcome, guard};
use crate::model::{ActionKey, ActionResult};

const IDENTITY: &str = "1 rspirv 0.13";

/// SPIR-V to SPIR-V: decorates arithmetic.
#[derive(Clone, Copy, Debug)]
struct Uncontracted;

/// The chain with arithmetic decorated before its optimiser.
pub fn uncontracted(mut chain: Chain, optimiser: &str) -> Chain {
    for steps in [&mut chain.steps, &mut chain.fallback] {
        if let Some(at) = steps.iter().position(|step| step.name() == optimiser) {
            steps.insert(at, std::sync::Arc::new(Uncontracted));
        }
    }
    chain
}

impl Compiler for Uncontracted {
    fn name(&self) -> &str {
        "uncontracted"
    }

    fn input(&self) -> Form {
        Form::Spirv
    }

    fn output(&self) -> Form {
        Form::Spirv
    }

    fn identity(&self) -> &str {
        IDENTITY
    }

    fn key(&self, job: &Job<'_>) -> ActionKey {
        step_key(self, job)
    }

    fn command(&self, _: &Job<'_>) -> String {
        "uncontracted (in process)".to_owned()
    }

    fn run(&self, job: &Job<'_>, _: &Cancel) -> StepOutcome {
        match guard::guarded(|| decorated(job.input)) {
            Ok(Ok(output)) => StepOutcome::Done(ActionResult { output, ..ActionResult::default() }),
            Ok(Err(problem)) | Err(problem) => {
                StepOutcome::Failed(vec![error(format!("the SPIR-V cannot be read: {problem}"))])
            }
        }
    }
}

fn decorated(spirv: &[u8]) -> Result<Vec<u8>, String> {
    use rspirv::binary::Assemble as _;
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let blocks = module.functions.iter().flat_map(|function| &function.blocks);
    let computed = blocks.flat_map(|block| &block.instructions).filter(|instruction| is_arithmetic(instruction));
    let decorations: Vec<Instruction> = computed
        .filter_map(|instruction| {
            let operands = vec![Operand::IdRef(instruction.result_id?), Operand::Decoration(Decoration::NoContraction)];
            Some(Instruction::new(Op::Decorate, None, None, operands))
        })
        .collect();
    module.annotations.extend(decorations);
    Ok(module.assemble().into_iter().flat_map(u32::to_le_bytes).collect())
}

fn is_arithmetic(instruction: &Instruction) -> bool {
    matches!(
        instruction.class.opcode,
        Op::FAdd
            | Op::FSub
            | Op::FMul
            | Op::FDiv
            | Op::FRem
            | Op::FMod
            | Op::FNegate
            | Op::Dot
            | Op::VectorTimesScalar
            | Op::MatrixTimesScalar
            | Op::VectorTimesMatrix
            | Op::MatrixTimesVector
            | Op::MatrixTimesMatrix
            | Op::OuterProduct
            | Op::ExtInst
    )
}

//! `NoContraction` on all arithmetic, so that two modules can be compared after the optimiser.
//!
//! spirv-opt factors sums of products and fuses multiplications with additions in the order in which it meets them,
//! which differs between two texts of one program. `NoContraction` forbids both and allows all other optimisation.

use std::collections::BTreeSet;

use rspirv::dr::{Instruction, Operand, load_bytes};
use rspirv::spirv::{Decoration, Op};

use crate::compile::step::{error, step_key};
use crate::compile::{Cancel, Chain, Compiler, Job, ProgramForm, StepOutcome, panic_guard};
use crate::model::{ActionKey, ActionResult};

const IDENTITY: &str = "2 rspirv 0.13";

/// SPIR-V to SPIR-V: decorates arithmetic.
#[derive(Clone, Copy, Debug)]
struct NoContraction;

/// The chain with arithmetic decorated before its optimiser.
pub fn chain_without_contraction(mut chain: Chain, optimiser: &str) -> Chain {
    let fallbacks = chain.fallbacks.iter_mut().map(|fallback| &mut fallback.steps);
    for steps in std::iter::once(&mut chain.steps).chain(fallbacks) {
        if let Some(at) = steps.iter().position(|step| step.name() == optimiser) {
            steps.insert(at, std::sync::Arc::new(NoContraction));
        }
    }
    chain
}

impl Compiler for NoContraction {
    fn name(&self) -> &str {
        "no-contraction"
    }

    fn input(&self) -> ProgramForm {
        ProgramForm::Spirv
    }

    fn output(&self) -> ProgramForm {
        ProgramForm::Spirv
    }

    fn identity(&self) -> &str {
        IDENTITY
    }

    fn key(&self, job: &Job<'_>) -> ActionKey {
        step_key(self, job).key()
    }

    fn command(&self, _: &Job<'_>) -> String {
        "uncontracted (in process)".to_owned()
    }

    fn run(&self, job: &Job<'_>, _: &Cancel) -> StepOutcome {
        match panic_guard::guarded(|| without_contraction(job.input.bytes())) {
            Ok(Ok(output)) => StepOutcome::Done(ActionResult { output, ..ActionResult::default() }),
            Ok(Err(problem)) | Err(problem) => {
                StepOutcome::Failed(vec![error(format!("the SPIR-V cannot be read: {problem}"))])
            }
        }
    }
}

/// The module with all its floating-point arithmetic decorated `NoContraction`: an optimiser or a driver may otherwise
/// compute in another order, which depends on the rest of the module.
///
/// # Errors
/// What is wrong with the bytes, if they are not SPIR-V.
pub fn without_contraction(spirv: &[u8]) -> Result<Vec<u8>, String> {
    use rspirv::binary::Assemble as _;
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let instructions = module.functions.iter().flat_map(|function| function.all_inst_iter());
    let mut results: BTreeSet<u32> = instructions
        .filter(|instruction| is_arithmetic(instruction))
        .filter_map(|instruction| instruction.result_id)
        .collect();
    // `precise` has decorated some already.
    for annotation in &module.annotations {
        if let [Operand::IdRef(id), Operand::Decoration(Decoration::NoContraction)] = annotation.operands.as_slice() {
            results.remove(id);
        }
    }
    module.annotations.extend(results.into_iter().map(|id| {
        let operands = vec![Operand::IdRef(id), Operand::Decoration(Decoration::NoContraction)];
        Instruction::new(Op::Decorate, None, None, operands)
    }));
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

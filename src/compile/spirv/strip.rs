//! The step before SPIR-V is shipped: keep the reflection, drop what only reflection and debuggers read, number ids anew.

use super::reflect;
use crate::compile::external::glslang_packing;
use crate::compile::step::{error, step_key};
use crate::compile::{Cancel, Compiler, Job, ProgramForm, StepOutcome, panic_guard};
use crate::model::keys::StepKey;
use crate::model::{ActionKey, ActionResult};

/// rspirv's version stands in Cargo.toml; a change of what is kept changes the number.
const IDENTITY: &str = "3 rspirv 0.13";

/// SPIR-V to SPIR-V, and the reflection beside it.
#[derive(Clone, Copy, Debug)]
pub struct Strip {
    /// An earlier step has said the reflection, and left nothing to strip.
    pub ids_alone: bool,
}

impl Compiler for Strip {
    fn name(&self) -> &str {
        "strip"
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
        StepKey { debug_info: Some(job.debug_info), ids_alone: self.ids_alone, ..step_key(self, job) }.key()
    }

    fn command(&self, job: &Job<'_>) -> String {
        format!("strip (in process){}", if job.debug_info { ", names kept" } else { "" })
    }

    fn run(&self, job: &Job<'_>, _: &Cancel) -> StepOutcome {
        if self.ids_alone {
            return match panic_guard::guarded(|| reflect::renumbered(job.input)).and_then(|renumbered| renumbered) {
                Ok(output) => StepOutcome::Done(ActionResult { output, ..ActionResult::default() }),
                Err(problem) => StepOutcome::Failed(vec![error(format!("the SPIR-V cannot be read: {problem}"))]),
            };
        }
        let both = panic_guard::guarded(|| {
            Ok((
                reflect::reflect(job.input)?,
                reflect::strip(job.input, !job.debug_info)?,
                glslang_packing::differences(job.input)?,
            ))
        });
        match both.and_then(|result: Result<_, String>| result) {
            Ok((reflection, output, messages)) => {
                let reflection = Some(reflection);
                StepOutcome::Done(ActionResult { output, messages, reflection, ..ActionResult::default() })
            }
            Err(problem) => StepOutcome::Failed(vec![error(format!("the SPIR-V cannot be read: {problem}"))]),
        }
    }
}

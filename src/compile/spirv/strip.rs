//! The step before SPIR-V is shipped: it reads the reflection, removes what only reflection and debuggers use, and
//! renumbers ids.

use rspirv::dr::{Instruction, Operand, load_bytes};
use rspirv::spirv::{Decoration, Op};

use super::{compact_ids, reflect};
use crate::compile::external::glslang_packing;
use crate::compile::step::{error, step_key};
use crate::compile::{Cancel, Compiler, Job, ProgramForm, StepOutcome, panic_guard};
use crate::model::keys::StepKey;
use crate::model::{ActionKey, ActionResult};

/// Extensions that only reflection reads: strings as decorations, and names of semantics and types by them.
const REFLECTION_EXTENSIONS: &str = "SPV_GOOGLE_";

/// Part of the step's cache key; the number changes with what is kept.
const IDENTITY: &str = "4 rspirv 0.13";

/// SPIR-V to SPIR-V, and the reflection beside it.
#[derive(Clone, Copy, Debug)]
pub struct Strip {
    /// Only ids are renumbered: an earlier step has given the reflection and left nothing to strip.
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
            return match panic_guard::guarded(|| compact_ids::renumbered(job.input.bytes()))
                .and_then(|renumbered| renumbered)
            {
                Ok(output) => StepOutcome::Done(ActionResult { output, ..ActionResult::default() }),
                Err(problem) => StepOutcome::Failed(vec![error(format!("the SPIR-V cannot be read: {problem}"))]),
            };
        }
        let both = panic_guard::guarded(|| {
            Ok((
                reflect::reflect(job.input.bytes())?,
                strip(job.input.bytes(), !job.debug_info)?,
                glslang_packing::differences(job.input.bytes())?,
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

/// Removes what only reflection reads (drivers without the extensions reject it) and, if `names`, names and lines. Ids
/// are renumbered.
pub fn strip(spirv: &[u8], names: bool) -> Result<Vec<u8>, String> {
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    module.extensions.retain(|extension| {
        !matches!(extension.operands.first(), Some(Operand::LiteralString(name)) if name.starts_with(REFLECTION_EXTENSIONS))
    });
    module.annotations.retain(|annotation| {
        !matches!(annotation.class.opcode, Op::DecorateString | Op::MemberDecorateString)
            && !annotation.operands.contains(&Operand::Decoration(Decoration::CounterBuffer))
    });
    if names {
        let is_line = |instruction: &Instruction| matches!(instruction.class.opcode, Op::Line | Op::NoLine);
        module.debug_names.clear();
        module.debug_module_processed.clear();
        // Non-semantic debug information would refer to strings that are gone.
        let non_semantic = |import: &Instruction| matches!(import.operands.first(), Some(Operand::LiteralString(name)) if name.starts_with("NonSemantic."));
        if !module.ext_inst_imports.iter().any(non_semantic) {
            module.debug_string_source.clear();
        }
        module.types_global_values.retain(|instruction| !is_line(instruction));
        for block in module.functions.iter_mut().flat_map(|function| &mut function.blocks) {
            block.instructions.retain(|instruction| !is_line(instruction));
        }
    }
    compact_ids::renumber(&mut module);
    Ok(reflect::to_bytes(&module))
}

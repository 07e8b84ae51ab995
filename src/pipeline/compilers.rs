//! The compilers of a build: programs that are installed, the chain of each target, a place for temporary files.

use std::sync::Arc;

use super::incremental::resident::ResidentState;
use super::{BuildContext, traced_step};
use crate::cache::Cache;
use crate::compile::{self, Chain, Compiler, ProgramRegistry};
use crate::diag::{Diagnostic, Origin};
use crate::model::Target;

/// The programs that earlier builds found, from memory or from the cache, so that no program is run for its version
/// again.
pub fn find_programs(
    context: &BuildContext,
    records: Option<&Cache>,
    resident: Option<&ResidentState>,
) -> ProgramRegistry {
    let mut registry = ProgramRegistry::new(&context.project.root);
    if let Some(resident) = resident {
        registry = registry.with_workers(resident.workers());
    }
    if let Some(programs) = resident.map(ResidentState::programs).filter(|programs| !programs.is_empty()) {
        return registry.knowing(programs);
    }
    let known = records.and_then(Cache::programs).and_then(|json| serde_json::from_slice(&json).ok());
    registry.knowing(known.unwrap_or_default())
}

/// Stores the programs and their versions for later builds.
pub fn keep_programs(programs: &ProgramRegistry, records: Option<&Cache>, resident: Option<&ResidentState>) {
    if let Some(resident) = resident {
        resident.keep_programs(programs.known());
    }
    if let (Some(cache), Some(learnt)) = (records, programs.learnt())
        && let Ok(json) = serde_json::to_vec(&learnt)
    {
        cache.keep_programs(&json);
    }
}

/// The chain of each target that has one, in the order of the targets; and an error for each other target.
pub fn resolve_chains(
    context: &BuildContext,
    targets: &[Target],
    programs: &ProgramRegistry,
) -> (Vec<Chain>, Vec<Diagnostic>) {
    let mut chains = Vec::new();
    let mut diagnostics = Vec::new();
    for target in targets {
        match compile::resolve_chain(*target, &context.project, programs) {
            Ok(chain) => chains.push(traced_step::traced(chain, &context.trace)),
            Err(missing) => diagnostics.extend(missing),
        }
    }
    (chains, diagnostics)
}

/// Whether one of these steps starts a program.
pub fn runs_program<'a>(mut steps: impl Iterator<Item = &'a Arc<dyn Compiler>>) -> bool {
    steps.any(|step| step.is_program())
}

/// The error if programs cannot have temporary files. Tried once for each build: otherwise every variant would report
/// it.
pub fn check_temporary_folder() -> Option<Diagnostic> {
    compile::sweep_temporary_folders();
    let error = compile::temporary_folder().err()?;
    let folder = std::env::temp_dir();
    Some(
        Diagnostic::error(
            "compile/no-temporary-folder",
            format!("compilers have no place for temporary files in `{}`: {}", folder.display(), error.kind()),
        )
        .origin(Origin::Machine)
        .help("Set TMPDIR to a folder that can be written and has room."),
    )
}

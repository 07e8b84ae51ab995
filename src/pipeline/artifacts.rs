//! Artifacts of single variants, outside a build.

use std::sync::Arc;

use rayon::prelude::*;

use super::events::NoEvents;
use super::variant_job::Settings;
use super::variants::compile_one;
use super::{BuildContext, ShaderFront};
use crate::cache::SingleFlightCache;
use crate::compile::{self, Cancel, ProgramRegistry};
use crate::diag::Diagnostic;
use crate::model::{ActionCache, Artifact, VariantId};

/// Compiles one variant; the artifact, or the errors.
pub fn variant_artifact(
    context: &BuildContext,
    front: &ShaderFront,
    variant: VariantId,
    cache: &dyn ActionCache,
) -> Result<Artifact, Vec<Diagnostic>> {
    let programs = ProgramRegistry::new(&context.project.root);
    let chain = compile::resolve_chain(front.target, &context.project, &programs)?;
    let cancel = Cancel::default();
    let cache = SingleFlightCache::new(cache);
    let outcome = compile_one(context, front, variant, &chain, alone(&cache, &cancel));
    outcome.artifact.map(Arc::unwrap_or_clone).ok_or(outcome.diagnostics)
}

/// The cached artifacts of a shader's variants, in the order of the variants. Nothing is compiled. Empty if the target
/// has no chain.
pub fn cached_artifacts(context: &BuildContext, front: &ShaderFront, cache: &dyn ActionCache) -> Vec<Option<Artifact>> {
    let programs = ProgramRegistry::new(&context.project.root);
    let Ok(chain) = compile::resolve_chain(front.target, &context.project, &programs) else { return Vec::new() };
    // The cancel flag is set from the start: a step whose result is not in the cache starts no program.
    let cancel = Cancel::default();
    cancel.cancel();
    let cache = SingleFlightCache::new(cache);
    let settings = alone(&cache, &cancel);
    let variants = 0..front.variants.variants.len() as u32;
    variants
        .into_par_iter()
        .map(|id| compile_one(context, front, VariantId(id), &chain, settings).artifact.map(Arc::unwrap_or_clone))
        .collect()
}

fn alone<'a>(cache: &'a SingleFlightCache<'a>, cancel: &'a Cancel) -> Settings<'a> {
    Settings { cache, cancel, events: &NoEvents, debug_info: false, fail_fast: false, remote: None }
}

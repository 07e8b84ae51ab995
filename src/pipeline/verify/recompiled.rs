//! Compiles some variants again, and compares with what the cache has for them.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::cache::{Cache, SingleFlightCache};
use crate::compile::Cancel;
use crate::diag::Diagnostic;
use crate::model::{ActionCache, ActionKey, ActionResult, Artifact, Target, VariantId};
use crate::pipeline::incremental::unit_cache::UnitCache;
use crate::pipeline::variant_job::{JobPlace, Settings};
use crate::pipeline::variants::compile_all;
use crate::pipeline::{BuildContext, NoEvents, ShaderFront, compilers, run_frontend};
use crate::report::Recompiled;

/// Compiles up to `count` variants of the targets, spread evenly over all there are, without taking anything from the
/// cache. What the cache has for them (results of steps, of variants, and in records of units) must be the same bytes.
/// Nothing is stored.
///
/// The diagnostics are those of the sources; variants of shaders with errors are not compared.
pub fn recompile(
    context: &BuildContext,
    targets: &[Target],
    cache: &Cache,
    count: usize,
) -> (Recompiled, Vec<Diagnostic>) {
    let programs = compilers::find_programs(context, Some(cache), None);
    let (chains, missing) = compilers::resolve_chains(context, targets, &programs);
    let front = run_frontend(context, targets);
    let mut diagnostics = front.diagnostics;
    diagnostics.extend(missing);
    let fronts = &front.shaders;
    let places: Vec<(usize, VariantId)> = (0..)
        .zip(fronts)
        .filter(|(_, front)| front.sound && chains.iter().any(|chain| chain.target == front.target))
        .flat_map(|(at, front)| (0u32..).zip(&front.variants.variants).map(move |(id, _)| (at, VariantId(id))))
        .collect();
    let count = count.min(places.len());
    let chosen: BTreeSet<(usize, VariantId)> = (0..count).map(|at| places[at * places.len() / count]).collect();
    let wanted = |place: JobPlace| chosen.contains(&(place.shader, place.variant));
    let comparing = Comparing { cache, found: Mutex::default() };
    let single = SingleFlightCache::new(&comparing);
    let cancel = Cancel::default();
    let settings = Settings {
        cache: &single,
        cancel: &cancel,
        events: &NoEvents,
        debug_info: false,
        fail_fast: false,
        remote: None,
    };
    let compiling = compile_all(context, fronts, &chains, settings, &Default::default(), &wanted);
    let units = UnitCache::new(context, cache, None, &chains, false);
    let Found { mut compared, mut differing } = comparing.found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut not_compiled = 0;
    for (place, outcome) in compiling.places.iter().zip(&compiling.outcomes) {
        diagnostics.extend(outcome.diagnostics.iter().filter(|found| found.is_error()).cloned());
        let (Some(artifact), Some(identity)) = (&outcome.artifact, compiling.identity(*place)) else {
            not_compiled += 1;
            continue;
        };
        let shader = &fronts[place.shader];
        let Some(unit) = units.find(&shader.unit, shader.target) else { continue };
        let stored = unit.shaders.iter().flat_map(|known| known.identities.iter().zip(&known.packaged.variants));
        for (_, variant) in stored.filter(|(known, _)| **known == identity) {
            compared += 1;
            if !same(&variant.artifact, artifact) {
                differing.insert(format!(
                    "the record of {}: {}",
                    shader.unit.sidecar.display(),
                    name(shader, place.variant)
                ));
            }
        }
    }
    let variants = compiling.places.len();
    (Recompiled { variants, not_compiled, compared, differing: differing.into_iter().collect() }, diagnostics)
}

fn same(one: &Artifact, other: &Artifact) -> bool {
    one.bytes == other.bytes && one.entry_point == other.entry_point && one.reflection == other.reflection
}

fn name(shader: &ShaderFront, id: VariantId) -> String {
    let variant = &shader.variants.variants[id.0 as usize];
    let values = shader.declaration.branches.describe(variant.example.0);
    format!("{} variant of {} for {}, {values}", variant.stage.name(), shader.declaration.name, shader.target.name())
}

/// Has no result; compares each that is made with the stored one.
struct Comparing<'a> {
    cache: &'a Cache,
    found: Mutex<Found>,
}

#[derive(Default)]
struct Found {
    compared: usize,
    differing: BTreeSet<String>,
}

impl ActionCache for Comparing<'_> {
    fn get(&self, _: &ActionKey) -> Option<ActionResult> {
        None
    }

    fn put(&self, key: &ActionKey, result: &ActionResult) {
        let Some(stored) = self.cache.get(key) else { return };
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.compared += 1;
        let is_same = stored.output == result.output
            && stored.reflection == result.reflection
            && stored.entry_point == result.entry_point;
        if !is_same {
            let kind = key.field("kind").unwrap_or("step");
            found.differing.insert(format!("the result of a {kind}, action {}", key.digest()));
        }
    }
}

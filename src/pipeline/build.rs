//! The build: front, compile, pack, write. Units whose inputs have not changed are taken from an earlier build.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;

use super::fresh_unit::{Batch, FreshUnit};
use super::frontend::{UnitFront, run_unit_frontend};
use super::incremental::unit_cache::UnitCache;
use super::incremental::unit_record::FinishedUnit;
use super::incremental::up_to_date;
use super::output::{Written, decide_ending, find_foreign_file, write};
use super::request::BuildRequest;
use super::unit_results::{ShaderResult, ToKeep, UnitResults};
use super::variants::{Compiling, JobPlace, Settings, compile_all};
use super::{BuildContext, Selection, ShaderFront, between_units, compilers};
use crate::cache::SingleFlightCache;
use crate::compile::Chain;
use crate::diag::{self, Diagnostic};
use crate::model::{SourceUnit, Target};
use crate::pack;
use crate::report::{self, Cause, Ending, Rebuilt, Report, Summary};

/// Number of units whose fronts are in memory at once: enough variants to keep the compilers busy, and a bound on the
/// memory of tokens.
const BATCH: usize = 128;

/// Bytes of code that a build under `watch` stores after its archive.
const STORED_LATER: usize = 16 << 20;

/// Builds the archive. The old one stays unless everything succeeded. A failed variant does not hide the result of
/// another variant, nor a failed unit that of another unit.
pub fn build(context: &BuildContext, earlier: Vec<Diagnostic>, request: &BuildRequest<'_>) -> Report {
    let start = Instant::now();
    let programs = compilers::find_programs(context, request.records, request.resident);
    let (chains, missing) = compilers::resolve_chains(context, &request.targets, &programs);
    compilers::keep_programs(&programs, request.records, request.resident);
    let is_complete = chains.len() == request.targets.len();
    if request.writes(context) {
        pack::remove_stale_temporaries(&request.output(context));
    }
    // A build with a selection stores no unit results: it has only a part of a shader.
    let unit_cache = request
        .records
        .filter(|_| is_complete && context.selection.is_none())
        .map(|cache| UnitCache::new(context, cache, request.resident, &chains, request.debug_info));
    if let (Some(unit_cache), Some(cache)) = (&unit_cache, request.records)
        && !earlier.iter().any(Diagnostic::is_error)
        && let Some(mut report) = up_to_date::check(context, unit_cache, cache, request)
    {
        context.project.warnings.apply(&mut report.diagnostics);
        report.diagnostics.extend(earlier);
        if report.diagnostics.iter().any(Diagnostic::is_error) {
            report.ending = Ending::SourceErrors;
        }
        diag::sort(&mut report.diagnostics, &context.sources);
        report.summary.wall_ms = elapsed_ms(start);
        return report;
    }
    let runs_programs = chains.iter().any(|chain| compilers::runs_program(chain.steps.iter()));
    // The fallback is rare, so `watch` skips its check.
    let may_run = runs_programs
        || request.resident.is_none() && chains.iter().any(|chain| compilers::runs_program(chain.fallback_steps()));
    let no_room = may_run.then(compilers::check_temporary_folder).flatten();
    let foreign = find_foreign_file(context, request);
    // Results of programs, which take long to make, are stored at once.
    let room = if request.resident.is_some() && !runs_programs { STORED_LATER } else { 0 };
    let cache = SingleFlightCache::store_later(request.cache, room);
    let settings = Settings {
        cache: &cache,
        cancel: request.cancel,
        events: request.events,
        debug_info: request.debug_info,
        fail_fast: request.fail_fast,
    };
    let mut running = RunningBuild {
        context,
        request,
        chains: &chains,
        unit_cache,
        settings,
        // Without every chain no archive is written, so nothing is compiled.
        compiles: is_complete && no_room.is_none() && foreign.is_none(),
        results: UnitResults::default(),
    };
    running.results.diagnostics.extend(missing.into_iter().chain(no_room).chain(foreign));
    running.build_units();
    running.finish(earlier, start)
}

/// A build between its first unit and its last.
struct RunningBuild<'a> {
    context: &'a BuildContext,
    request: &'a BuildRequest<'a>,
    chains: &'a [Chain],
    unit_cache: Option<UnitCache<'a>>,
    settings: Settings<'a>,
    compiles: bool,
    results: UnitResults,
}

/// A unit before compiling.
enum Unit<'a> {
    /// The result of an earlier build.
    Kept(Target, Arc<FinishedUnit>),
    Fresh(FreshUnit<'a>),
}

impl RunningBuild<'_> {
    /// Takes all units through all stages up to packing.
    fn build_units(&mut self) {
        let targets = &self.request.targets;
        let pairs: Vec<(&SourceUnit, Target)> =
            self.context.units.iter().flat_map(|unit| targets.iter().map(move |target| (unit, *target))).collect();
        for pairs in pairs.chunks(BATCH) {
            if self.request.cancel.is_cancelled() {
                break;
            }
            self.build_batch(pairs);
            if self.request.fail_fast && self.results.failed > 0 {
                // The other units are still read: errors between units can only be found with all of them.
                self.compiles = false;
            }
        }
    }

    /// Takes some units through all stages up to packing.
    fn build_batch(&mut self, pairs: &[(&SourceUnit, Target)]) {
        let context = self.context;
        // The compilers get the fronts of all units at once.
        let (units, fronts) = self.read_fronts(pairs);
        let fresh: Vec<(&SourceUnit, Target)> = units
            .iter()
            .filter_map(|unit| match unit {
                Unit::Fresh(fresh) => Some((fresh.unit, fresh.target)),
                Unit::Kept(..) => None,
            })
            .collect();
        let mut compiling = if self.compiles {
            // Debug information contains the user's lines, which are not in a variant's key.
            let unit_cache = self.unit_cache.as_ref().filter(|_| !self.settings.debug_info);
            let known = unit_cache.map(|unit_cache| unit_cache.variants(&fresh)).unwrap_or_default();
            let wanted = |place| is_wanted(&fronts, context.selection.as_ref(), place);
            compile_all(context, &fronts, self.chains, self.settings, &known, &wanted)
        } else {
            Compiling::default()
        };
        self.results.incomplete |= compiling.outcomes.iter().any(|outcome| outcome.artifact.is_none());
        // A variant can be in many shaders: its bytes are shared.
        let artifacts: Vec<_> = compiling.outcomes.iter_mut().map(|outcome| outcome.artifact.take()).collect();
        let batch = Batch {
            context,
            chains: self.chains,
            settings: self.settings,
            fronts: &fronts,
            compiling: &compiling,
            artifacts: &artifacts,
        };
        for unit in units {
            match unit {
                Unit::Kept(target, finished) => self.take_kept(target, finished),
                Unit::Fresh(fresh) => self.take_fresh(fresh, &batch),
            }
        }
    }

    /// The units of a batch, in their order, and the fronts of those that are built anew.
    fn read_fronts<'u>(&mut self, pairs: &[(&'u SourceUnit, Target)]) -> (Vec<Unit<'u>>, Vec<ShaderFront>) {
        let (context, unit_cache) = (self.context, self.unit_cache.as_ref());
        let find = |unit: &SourceUnit, target| {
            let name = unit.sidecar.display().to_string();
            context.trace.measure("records", name, || unit_cache.and_then(|unit_cache| unit_cache.find(unit, target)))
        };
        let one = |(unit, target): &(&SourceUnit, Target)| match find(unit, *target) {
            Some(kept) => Err(kept),
            None => Ok(run_unit_frontend(context, unit, *target)),
        };
        let found: Vec<Result<UnitFront, Arc<FinishedUnit>>> = pairs.par_iter().map(one).collect();
        let (mut units, mut fronts) = (Vec::new(), Vec::new());
        for ((unit, target), found) in pairs.iter().zip(found) {
            let front = match found {
                Ok(front) => front,
                Err(kept) => {
                    units.push(Unit::Kept(*target, kept));
                    continue;
                }
            };
            let UnitFront { shaders, undeclared, diagnostics, inputs } = front;
            self.results.undeclared.add(undeclared);
            let first = fronts.len();
            fronts.extend(shaders);
            let shaders = first..fronts.len();
            units.push(Unit::Fresh(FreshUnit { unit, target: *target, shaders, diagnostics, inputs }));
        }
        (units, fronts)
    }

    fn take_kept(&mut self, target: Target, finished: Arc<FinishedUnit>) {
        let sources = &self.context.sources;
        for shader in &finished.shaders {
            self.results.add_shader(ShaderResult::of_finished(shader, target, sources));
        }
        // `FinishedUnit::decode` has checked that all can be restored.
        let diagnostics = finished.diagnostics.iter().filter_map(|stored| stored.restore(sources)).collect();
        self.results.add_unit(target, &Arc::clone(&finished).inputs, diagnostics, Some(finished));
    }

    fn take_fresh(&mut self, fresh: FreshUnit<'_>, batch: &Batch<'_>) {
        let (unit, target) = (fresh.unit, fresh.target);
        let result = fresh.result(batch, self.compiles && self.context.selection.is_none());
        let unit_cache = self.unit_cache.as_ref();
        let cause = unit_cache.map_or(Cause::Unknown, |unit_cache| unit_cache.cause(unit, target, &result.inputs));
        result.shaders.into_iter().for_each(|shader| self.results.add_shader(shader));
        let finished = result.finished.map(Arc::new);
        if let (Some(unit_cache), Some(finished), true) = (unit_cache, &finished, result.storable) {
            let counts = (result.compiled, result.cached);
            let to_keep = ToKeep { unit: unit.clone(), target, cause: cause.clone(), counts };
            // Under `watch` the archive comes first.
            if self.request.resident.is_some() {
                self.results.to_keep.push((to_keep, Arc::clone(finished)));
            } else {
                to_keep.keep(unit_cache, finished);
            }
        }
        self.results.rebuilt.push(Rebuilt {
            unit: unit.sidecar.clone(),
            target,
            cause,
            compiled: result.compiled,
            cached: result.cached,
            failed: result.failed,
        });
        self.results.add_unit(target, &result.inputs, result.diagnostics, finished);
    }

    /// Everything that needs all units.
    fn finish(self, earlier: Vec<Diagnostic>, start: Instant) -> Report {
        let RunningBuild { context, request, unit_cache, settings, mut results, .. } = self;
        let mut diagnostics = std::mem::take(&mut results.diagnostics);
        // A cancelled build has not read all units.
        if !request.cancel.is_cancelled() {
            diagnostics.extend(between_units::check(context, &results.declared, &results.undeclared));
        }
        let totals = results.of_shaders.iter().map(|(name, keys)| (name.clone(), keys.len())).collect();
        let found = std::mem::take(&mut results.variant_diagnostics);
        diagnostics.extend(report::merge(found, &totals, |span| context.sources.outermost(span)));
        let mut summary = summarise(&results);
        // Records store the diagnostics before warning levels are applied: later builds may have other levels.
        let mut levelled = diagnostics.clone();
        context.project.warnings.apply(&mut levelled);
        let mut ending = decide_ending(levelled.iter().chain(&earlier), results.incomplete, request.cancel);
        let mut written = None;
        if ending == Ending::Success && request.writes(context) {
            match write(context, &results.finished, request) {
                Ok(archive) => {
                    summary.archive_bytes = archive.length;
                    written = Some(archive);
                }
                Err(failure) => {
                    ending = failure.0;
                    diagnostics.extend(failure.1);
                }
            }
        }
        // The archive can be read now. The rest of the work is for later builds.
        context.trace.measure("records", "variants", || settings.cache.store_waiting());
        let shown = written.as_ref().map(|archive| archive.at);
        if let Some(archive) = &mut written {
            let flushed = context.trace.measure("write", "flush", || archive.flush(&request.output(context)));
            if let Err(failure) = flushed {
                (ending, written) = (Ending::Environment, None);
                diagnostics.extend(failure);
            }
        }
        diag::sort(&mut diagnostics, &context.sources);
        if let Some(unit_cache) = &unit_cache {
            keep_records(context, unit_cache, request, &results, &summary, &diagnostics, written.as_ref());
        }
        context.project.warnings.apply(&mut diagnostics);
        diagnostics.extend(earlier);
        diag::sort(&mut diagnostics, &context.sources);
        summary.wall_ms = elapsed_ms(start);
        match request.resident {
            // The units that a cancelled build has not read still have their inputs.
            Some(resident) if request.cancel.is_cancelled() => resident.add_inputs(&results.inputs),
            Some(resident) => resident.set_inputs(results.inputs.clone()),
            None => {}
        }
        let read = results.inputs.into_iter().filter(|(_, digest)| digest.is_some()).map(|(path, _)| path);
        let inputs = up_to_date::files(context, read);
        Report { ending, diagnostics, shaders: results.reports, summary, rebuilt: results.rebuilt, inputs, shown }
    }
}

/// Stores the units that were built, and, where an archive was written, the whole build.
fn keep_records(
    context: &BuildContext,
    unit_cache: &UnitCache<'_>,
    request: &BuildRequest<'_>,
    results: &UnitResults,
    summary: &Summary,
    diagnostics: &[Diagnostic],
    written: Option<&Written>,
) {
    for (unit, finished) in &results.to_keep {
        let name = unit.unit.sidecar.display().to_string();
        context.trace.measure("records", name, || unit.keep(unit_cache, finished));
    }
    if let (Some(cache), Some(archive)) = (request.records, written) {
        let messages = up_to_date::BuildMessages { summary, shaders: &results.reports, diagnostics };
        context.trace.measure("records", "build", || {
            up_to_date::keep(context, unit_cache, cache, request, &results.inputs, archive.digest, &messages);
        });
    }
}

fn summarise(results: &UnitResults) -> Summary {
    let variants = results.variants.len();
    Summary {
        shaders: results.reports.iter().map(|report| report.shader.as_str()).collect::<BTreeSet<_>>().len(),
        variants,
        compiled: results.compiled,
        cached: variants.saturating_sub(results.compiled + results.failed + results.skipped),
        failed: results.failed,
        artifacts: results.artifacts.len(),
        ..Summary::default()
    }
}

fn elapsed_ms(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// Whether a variant is part of the selection.
fn is_wanted(fronts: &[ShaderFront], selection: Option<&Selection>, place: JobPlace) -> bool {
    let Some(selection) = selection else { return true };
    // The name may be that of one of the shaders that materials of a declaration share.
    let is_named = |front: &ShaderFront| front.declaration.name == selection.shader;
    if fronts.iter().any(is_named) && !is_named(&fronts[place.shader]) {
        return false;
    }
    let Some(permutation) = selection.permutation else { return true };
    let technique = fronts[place.shader].variants.technique_of(permutation);
    technique.is_some_and(|found| found.stages.values().any(|variant| *variant == place.variant))
}

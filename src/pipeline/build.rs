//! The build: front, compile, pack, write. Units whose inputs have not changed are taken from an earlier build.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use super::build_records::keep_records;
use super::fresh_unit::{Batch, FreshUnit};
use super::incremental::last_build::{LastBuild, UnitOutput};
use super::incremental::same_texts;
use super::incremental::unit_cache::UnitCache;
use super::incremental::unit_record::FinishedUnit;
use super::incremental::up_to_date::{self, ChangedFiles, Changes};
use super::output::{WriteError, Written, decide_ending, find_foreign_file, options, write};
use super::remote::{FetchedUnits, RemoteBuild};
use super::request::BuildRequest;
use super::unchanged_units::with_unchanged;
use super::unit_front::UnitFront;
use super::unit_fronts::{Found, PendingUnit, find_results, make_fronts, open_pairs};
use super::unit_results::{ToKeep, UnitResults};
use super::variant_job::{JobPlace, Settings};
use super::variants::{Compiling, compile_all};
use super::{BuildContext, Selection, ShaderFront, compilers};
use crate::cache::{Cache, SingleFlightCache};
use crate::compile::Chain;
use crate::diag::{self, Diagnostic};
use crate::model::{SourceUnit, Target};
use crate::pack::{self, KnownBlobs};
use crate::report::{self, Cause, Ending, Fetched, Rebuilt, Report, Summary};

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
    // A build with a selection stores no unit results: it has only a part of a shader. An observer needs what a stored
    // result has not.
    let unit_cache = request
        .records
        .filter(|_| is_complete && context.selection.is_none() && request.observer.is_none())
        .map(|cache| UnitCache::new(context, cache, request.resident, &chains, request.debug_info));
    let unit_cache = unit_cache.as_ref();
    let mut changed = None;
    if let (Some(unit_cache), Some(cache)) = (unit_cache, request.records)
        && !earlier.iter().any(Diagnostic::is_error)
    {
        match up_to_date::check(context, unit_cache, cache, request) {
            Changes::None(report) => return as_before(context, *report, earlier, start),
            Changes::Files(files) => changed = Some(files),
            Changes::Unknown => {}
        }
    }
    request.events.begins();
    let runs_programs = chains.iter().any(|chain| compilers::runs_program(chain.steps.iter()));
    // The fallback is rare, so `watch` skips its check.
    let may_run = runs_programs
        || request.resident.is_none() && chains.iter().any(|chain| compilers::runs_program(chain.fallback_steps()));
    let no_room = may_run.then(compilers::check_temporary_folder).flatten();
    let foreign = find_foreign_file(context, request);
    // Results of programs, which take long to make, are stored at once.
    let room = if request.resident.is_some() && !runs_programs { STORED_LATER } else { 0 };
    let cache = SingleFlightCache::store_later(request.cache, room);
    let cache = if request.remote.is_some() { cache.filled_from_elsewhere() } else { cache };
    // Debug information contains the user's lines, which are not in an artifact's key.
    let remote = match (request.remote, request.records) {
        (Some(server), Some(records)) if !request.debug_info => {
            server.connect();
            Some(RemoteBuild::new(server, records))
        }
        _ => None,
    };
    let settings = Settings {
        remote: remote.as_ref(),
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
        has_tried: false,
        done: BTreeSet::new(),
        results: UnitResults::default(),
        last: None,
        known: None,
    };
    running.results.diagnostics.extend(missing.into_iter().chain(no_room).chain(foreign));
    match changed.map_or(AfterChanged::Nothing, |changed| running.build_changed(*changed)) {
        AfterChanged::Report(report) => return as_before(context, *report, earlier, start),
        AfterChanged::AllUnits => {}
        AfterChanged::Nothing => running.build_units(),
    }
    running.finish(earlier, start)
}

/// The units for each target, in the order of the build.
fn pairs_of<'c>(context: &'c BuildContext, targets: &[Target]) -> Vec<(&'c SourceUnit, Target)> {
    context.units.iter().flat_map(|unit| targets.iter().map(move |target| (unit, *target))).collect()
}

/// A build whose archive is that of the last one.
fn as_before(context: &BuildContext, mut report: Report, earlier: Vec<Diagnostic>, start: Instant) -> Report {
    context.project.warnings.apply(&mut report.diagnostics);
    report.diagnostics.extend(earlier);
    if report.diagnostics.iter().any(Diagnostic::is_error) {
        // A warning of the last build is denied now. As in a build that does something, there is no archive of this state.
        (report.ending, report.summary.archive_bytes) = (Ending::SourceErrors, 0);
    }
    diag::sort(&mut report.diagnostics, &context.sources);
    report.summary.wall_ms = elapsed_ms(start);
    report
}

/// A build between its first unit and its last.
struct RunningBuild<'a> {
    context: &'a BuildContext,
    request: &'a BuildRequest<'a>,
    chains: &'a [Chain],
    unit_cache: Option<&'a UnitCache<'a>>,
    settings: Settings<'a>,
    compiles: bool,
    /// Some units were built before all of them, see [`RunningBuild::build_changed`]. Those that could not be stored are built again.
    has_tried: bool,
    /// The places of those whose results are not to be asked for again, because one failed.
    done: BTreeSet<usize>,
    results: UnitResults,
    /// The last build, where it had the same key.
    last: Option<LastBuild>,
    /// The blobs of its archive, where units are packed as it packed them.
    known: Option<KnownBlobs>,
}

/// What there is after units whose files have changed were built.
enum AfterChanged {
    /// All: the archive is that of the last build.
    Report(Box<Report>),
    /// The results of all units.
    AllUnits,
    /// At most their results in the cache.
    Nothing,
}

/// A unit before compiling.
enum Unit<'a> {
    /// The result of an earlier build.
    Kept(KeptUnit<'a>),
    Fresh(FreshUnit<'a>),
}

struct KeptUnit<'a> {
    unit: &'a SourceUnit,
    target: Target,
    finished: Arc<FinishedUnit>,
    /// Another machine's.
    is_remote: bool,
}

impl RunningBuild<'_> {
    /// Builds the units whose files have changed. If their results have not, that is the whole build. If one failed, the build goes on
    /// with the other units. Otherwise the others are as the last build packed them, if that is known; else the results of these are in
    /// the cache, and what was done for them counts for the build of all units.
    fn build_changed(&mut self, changed: ChangedFiles) -> AfterChanged {
        self.last = Some(changed.last_build());
        let all = pairs_of(self.context, &self.request.targets);
        // Lines are in debug information, whatever the tokens are. What is only renamed here would not be stored at the server.
        let is_shared = self.settings.remote.is_some_and(|remote| remote.server.stores());
        let is_other = self.request.debug_info || !self.results.diagnostics.is_empty() || is_shared;
        if let (Some(cache), Some(unit_cache), false) = (self.request.records, self.unit_cache, is_other)
            && let Some(rebuilt) = same_texts::find_same(self.context, unit_cache, &changed, &all)
        {
            let report = changed.report_of_same(self.context, cache);
            let report = report.map(|report| Box::new(Report { rebuilt, ..report }));
            return report.map_or(AfterChanged::Nothing, AfterChanged::Report);
        }
        if !changed.is_minority() {
            return AfterChanged::Nothing;
        }
        let before = std::mem::take(&mut self.results);
        let affected: Vec<_> = changed.affected.iter().filter_map(|at| all.get(*at).copied()).collect();
        self.build_pairs(&affected);
        if self.results.finished.len() < affected.len() || self.results.failed > 0 || self.results.incomplete {
            self.results.diagnostics.extend(before.diagnostics);
            self.done = changed.affected.into_iter().collect();
            return AfterChanged::Nothing;
        }
        let mut results = std::mem::replace(&mut self.results, before);
        let finished = std::mem::take(&mut results.finished);
        let cache = self.request.records.filter(|_| self.results.diagnostics.is_empty());
        if let Some(cache) = cache.filter(|_| changed.are_same(&finished)) {
            if let Some(mut report) = changed.report_of_same(self.context, cache) {
                let UnitResults { compiled, executed, remote, rebuilt, fetched, .. } = results;
                let cached = report.summary.variants.saturating_sub(compiled);
                report.summary = Summary { compiled, executed, cached, remote, ..report.summary };
                return AfterChanged::Report(Box::new(Report { rebuilt, fetched, ..report }));
            }
            self.start_again(results);
            return AfterChanged::Nothing;
        }
        let is_packed_again = cache.filter(|_| self.request.writes(self.context));
        let all = is_packed_again.and_then(|cache| self.with_unchanged(cache, &changed, finished, &all));
        let after = if all.is_some() { AfterChanged::AllUnits } else { AfterChanged::Nothing };
        self.start_again(results);
        if let Some((all, known)) = all {
            let UnitResults { compiled, executed, remote, rebuilt, fetched, .. } = std::mem::take(&mut self.results);
            self.results = UnitResults { compiled, executed, remote, rebuilt, fetched, ..all };
            self.known = Some(known);
        }
        after
    }

    fn with_unchanged(
        &self,
        cache: &Cache,
        changed: &ChangedFiles,
        finished: Vec<(Target, UnitOutput)>,
        pairs: &[(&SourceUnit, Target)],
    ) -> Option<(UnitResults, KnownBlobs)> {
        let targets: Vec<Target> = pairs.iter().map(|(_, target)| *target).collect();
        let measured = || with_unchanged(self.context, cache, self.request, changed, finished, &targets);
        self.context.trace.measure("records", "unchanged units", measured)
    }

    /// Forgets results but what was done for them: units are in the cache.
    fn start_again(&mut self, results: UnitResults) {
        self.has_tried = true;
        let UnitResults { compiled, executed, remote, rebuilt, fetched, .. } = results;
        let before = std::mem::take(&mut self.results);
        self.results = UnitResults { compiled, executed, remote, rebuilt, fetched, ..before };
    }

    /// Takes all units through all stages up to packing.
    fn build_units(&mut self) {
        let pairs = pairs_of(self.context, &self.request.targets).into_iter().enumerate();
        let pairs: Vec<_> = pairs.filter(|(at, _)| !self.done.contains(at)).map(|(_, pair)| pair).collect();
        self.build_pairs(&pairs);
    }

    /// Takes these units through all stages up to packing. Other machines are asked at once for all of which this one has no
    /// result; they are made meanwhile, from the first on.
    fn build_pairs(&mut self, pairs: &[(&SourceUnit, Target)]) {
        let (context, unit_cache) = (self.context, self.unit_cache);
        let units = find_results(context, unit_cache, pairs);
        match (self.settings.remote, unit_cache) {
            (Some(remote), Some(unit_cache)) => {
                let open = open_pairs(&units);
                remote.fetch_units(context, unit_cache, &open, |fetched| self.build_batches(&units, fetched));
            }
            _ => self.build_batches(&units, &FetchedUnits::default()),
        }
    }

    fn build_batches(&mut self, units: &[PendingUnit<'_>], fetched: &FetchedUnits) {
        for batch in units.chunks(BATCH) {
            if self.request.cancel.is_cancelled() {
                break;
            }
            if self.request.fail_fast && self.results.failed > 0 {
                // The other units are still read: errors between units can only be found with all of them.
                self.compiles = false;
            }
            self.build_batch(batch, fetched);
        }
    }

    /// Takes some units through all stages up to packing.
    fn build_batch(&mut self, batch: &[PendingUnit<'_>], fetched: &FetchedUnits) {
        let (context, begin) = (self.context, Instant::now());
        // The compilers get the fronts of all units at once.
        let (units, fronts) = self.read_fronts(batch, fetched);
        let fresh: Vec<(&SourceUnit, Target)> = units
            .iter()
            .filter_map(|unit| match unit {
                Unit::Fresh(fresh) => Some((fresh.unit, fresh.target)),
                Unit::Kept(_) => None,
            })
            .collect();
        let begin_compiling = Instant::now();
        let mut compiling = if self.compiles {
            // Debug information contains the user's lines, which are not in an artifact's key.
            let unit_cache = self.unit_cache.filter(|_| !self.settings.debug_info);
            let known = unit_cache.map(|unit_cache| unit_cache.variants(&fresh)).unwrap_or_default();
            let wanted = |place| is_wanted(&fronts, context.selection.as_ref(), place);
            compile_all(context, &fronts, self.chains, self.settings, &known, &wanted)
        } else {
            Compiling::default()
        };
        self.results.incomplete |= compiling.outcomes.iter().any(|outcome| outcome.artifact.is_none());
        let threads = u32::try_from(rayon::current_num_threads()).unwrap_or(u32::MAX);
        if let Some(remote) = self.settings.remote {
            remote.share_variants(&compiling.outcomes, self.chains, begin_compiling.elapsed() * threads);
        }
        let made = compiling.outcomes.iter().filter(|outcome| !outcome.cached).count();
        let busy = begin.elapsed() * threads;
        // What a unit took is not measured: it is a share of what all of them took.
        let cost_of_one = u64::try_from(busy.as_micros()).unwrap_or(u64::MAX) / (made + fresh.len()).max(1) as u64;
        // A variant can be in many shaders: its bytes are shared.
        let artifacts: Vec<_> = compiling.outcomes.iter_mut().map(|outcome| outcome.artifact.take()).collect();
        let batch = Batch {
            context,
            chains: self.chains,
            settings: self.settings,
            fronts: &fronts,
            compiling: &compiling,
            artifacts: &artifacts,
            observer: self.request.observer,
        };
        for unit in units {
            match unit {
                Unit::Kept(kept) => self.take_kept(kept),
                Unit::Fresh(fresh) => self.take_fresh(fresh, &batch, cost_of_one),
            }
        }
        // A unit's own file is seldom part of another unit. `watch` keeps it for the next build.
        if self.request.resident.is_none() {
            let units = fronts.iter().flat_map(|front| &front.tokens.units);
            context.files.forget(units.filter_map(|unit| unit.files.first().copied()));
        }
    }

    /// The units of a batch, in their order, and the fronts of those that are built anew.
    fn read_fronts<'u>(
        &mut self,
        batch: &[PendingUnit<'u>],
        fetched: &FetchedUnits,
    ) -> (Vec<Unit<'u>>, Vec<ShaderFront>) {
        let found = make_fronts(self.context, batch, fetched);
        let (mut units, mut fronts) = (Vec::new(), Vec::new());
        for (PendingUnit { unit, target, .. }, found) in batch.iter().zip(found) {
            let front = match found {
                Found::Front(front) => front,
                Found::Kept(finished, is_remote) => {
                    units.push(Unit::Kept(KeptUnit { unit, target: *target, finished, is_remote }));
                    continue;
                }
            };
            // Under `watch`, the archive comes first.
            let unit_cache = self.unit_cache.filter(|_| self.request.resident.is_none());
            let texts = unit_cache
                .and_then(|unit_cache| same_texts::digest_of(self.context, unit_cache, unit, *target, &front));
            let UnitFront { shaders, undeclared, diagnostics, inputs, .. } = *front;
            self.results.undeclared.add(undeclared);
            let first = fronts.len();
            fronts.extend(shaders);
            let shaders = first..fronts.len();
            units.push(Unit::Fresh(FreshUnit { unit, target: *target, shaders, diagnostics, inputs, texts }));
        }
        (units, fronts)
    }

    fn take_kept(&mut self, kept: KeptUnit<'_>) {
        let KeptUnit { unit, target, finished, is_remote } = kept;
        if is_remote {
            self.results.fetched.push(Fetched { unit: unit.sidecar.clone(), target });
        }
        self.results.add_finished(target, finished, is_remote, &self.context.sources);
    }

    fn take_fresh(&mut self, fresh: FreshUnit<'_>, batch: &Batch<'_>, cost_of_one: u64) {
        let (unit, target) = (fresh.unit, fresh.target);
        let result = fresh.result(batch, self.compiles && self.context.selection.is_none());
        let unit_cache = self.unit_cache;
        let cause = match self.request.resident {
            None => unit_cache.map_or(Cause::Unknown, |unit_cache| unit_cache.cause(unit, target, &result.inputs)),
            Some(_) => {
                self.results.of_rebuilt.push((unit.clone(), target, result.inputs.clone()));
                Cause::Unknown
            }
        };
        result.shaders.into_iter().for_each(|shader| self.results.add_shader(shader));
        let finished = result.finished.map(Arc::new);
        if let (Some(unit_cache), Some(finished), true) = (unit_cache, &finished, result.storable) {
            let to_keep = ToKeep { unit: unit.clone(), target, cause: cause.clone(), counts: result.counts };
            // Under `watch` the archive comes first.
            if self.request.resident.is_some() {
                self.results.to_keep.push((to_keep, Arc::clone(finished)));
            } else if let (Some(key), Some(remote)) = (to_keep.keep(unit_cache, finished), self.settings.remote) {
                let cost = cost_of_one.saturating_mul(1 + result.counts.compiled as u64);
                remote.share_unit(unit_cache, (unit, target), finished, key, cost);
            }
        }
        if self.has_tried {
            self.results.rebuilt.retain(|known| (&known.unit, known.target) != (&unit.sidecar, target));
        }
        self.results.rebuilt.push(Rebuilt {
            unit: unit.sidecar.clone(),
            target,
            cause,
            compiled: result.counts.compiled,
            executed: result.counts.executed,
            cached: result.counts.cached,
            remote: result.counts.remote,
            failed: result.failed,
        });
        self.results.add_unit(target, &result.inputs, result.diagnostics, finished);
    }

    /// Everything that needs all units.
    fn finish(mut self, earlier: Vec<Diagnostic>, start: Instant) -> Report {
        let (context, request, unit_cache) = (self.context, self.request, self.unit_cache);
        let mut results = std::mem::take(&mut self.results);
        let mut diagnostics = std::mem::take(&mut results.diagnostics);
        // A cancelled build has not read all units.
        if !request.cancel.is_cancelled() {
            diagnostics.extend(results.find_between_units(context));
        }
        let totals = results.of_shaders.iter().map(|(name, keys)| (name.clone(), keys.len())).collect();
        let found = std::mem::take(&mut results.variant_diagnostics);
        diagnostics.extend(report::merge(found, &totals, |span| context.sources.outermost(span)));
        let mut summary = results.summary();
        // Records store the diagnostics before warning levels are applied: later builds may have other levels.
        let mut levelled = diagnostics.clone();
        context.project.warnings.apply(&mut levelled);
        let mut ending = decide_ending(levelled.iter().chain(&earlier), results.incomplete, request.cancel);
        let mut written = None;
        if request.resident.is_none() {
            // Packing needs memory for all code, and nothing more is analysed.
            context.sessions.forget();
        }
        if ending == Ending::Success && request.writes(context) {
            match self.write(&mut results) {
                Ok(archive) => {
                    summary.archive_bytes = archive.length;
                    written = Some(archive);
                }
                Err(WriteError::StoredUnit) => {
                    self.start_again(results);
                    self.build_units();
                    return self.finish(earlier, start);
                }
                Err(WriteError::Failed(failed, why)) => {
                    ending = failed;
                    diagnostics.extend(why);
                }
            }
        }
        // The archive can be read now. The rest of the work is for later builds.
        context.trace.measure("records", "variants", || self.settings.cache.store_waiting());
        let shown = written.as_ref().map(|archive| archive.at);
        if let Some(archive) = &mut written {
            let flushed = context.trace.measure("write", "flush", || archive.flush(&request.output(context)));
            if let Err(failure) = flushed {
                (ending, written) = (Ending::Environment, None);
                diagnostics.extend(failure);
            }
        }
        diag::sort(&mut diagnostics, &context.sources);
        if let Some(unit_cache) = unit_cache {
            results.find_causes(unit_cache);
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
        let UnitResults { reports: shaders, rebuilt, fetched, .. } = results;
        Report { ending, diagnostics, shaders, summary, rebuilt, fetched, inputs, shown }
    }

    fn write(&mut self, results: &mut UnitResults) -> Result<Written, WriteError> {
        let known = self.known_blobs();
        // Under `watch` units are in memory; dictionaries need the code of all of them.
        let keeps_parts =
            self.unit_cache.is_some() && self.request.resident.is_none() && !options(self.request).dictionaries;
        write(self.context, &mut results.finished, self.request, known.as_ref(), keeps_parts)
    }

    /// The blobs of the last archive: those that this one has too need not be compressed again.
    fn known_blobs(&mut self) -> Option<KnownBlobs> {
        let (known, last) = (self.known.take(), self.last.take());
        if known.is_some() || self.request.resident.is_some() {
            return known;
        }
        let options = options(self.request);
        let (last, cache) = (last.filter(|_| !options.dictionaries)?, self.request.records?);
        self.context.trace.measure("records", "last archive", || {
            let parts = last.parts(cache)?;
            last.known_blobs(&parts, options)
        })
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

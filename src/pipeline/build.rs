//! The main job: front, compile, pack, write; of units that did not change, what an earlier build left.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;

use super::frontend::{DeclaredShader, UnitFront, mistakes_between, unit_front};
use super::incremental::unit_cache::{ResidentState, UnitCache};
use super::incremental::unit_record::{FinishedShader, FinishedUnit, Inputs};
use super::incremental::up_to_date;
use super::output::{ending, no_temporary_folder, write};
use super::unit_results::{ToKeep, UnitResults, note_places};
use super::variant_diagnostics::findings;
use super::variants::{Compiling, JobPlace, Settings, compile_all, compile_one};
use super::{BuildContext, Events, NoEvents, Selection, ShaderFront, packing, traced_step};
use crate::cache::{Cache, SingleFlightCache};
use crate::compile::{self, Cancel, Chain, Compiler, ProgramRegistry};
use crate::diag::{self, Diagnostic, Label, StoredDiagnostic, StoredLabel};
use crate::model::{ActionCache, Artifact, SourceUnit, Target, VariantId};
use crate::pack;
use crate::report::{self, Cause, Ending, Rebuilt, Report, Summary};

/// What is asked of a build.
pub struct BuildRequest<'a> {
    pub targets: Vec<Target>,
    /// Where the archive goes; `None`: the project's `output`, if the whole project is built. An archive of a part never
    /// replaces the archive of the whole unasked.
    pub output: Option<PathBuf>,
    /// Results of compiler steps.
    pub cache: &'a dyn ActionCache,
    /// Results of whole units; `None`: each is built.
    pub records: Option<&'a Cache>,
    /// Results of whole units that are still in memory.
    pub resident: Option<&'a ResidentState>,
    pub cancel: &'a Cancel,
    pub events: &'a dyn Events,
    /// Strongest compression.
    pub release: bool,
    /// Names and lines stay, nothing is optimised.
    pub debug_info: bool,
    pub fail_fast: bool,
}

impl BuildRequest<'_> {
    /// Whether an archive is written if all goes well.
    pub fn writes(&self, context: &BuildContext) -> bool {
        context.selection.is_none() && (context.whole || self.output.is_some())
    }

    pub fn output(&self, context: &BuildContext) -> PathBuf {
        context.project.root.join(self.output.as_ref().unwrap_or(&context.project.output))
    }
}

/// Units whose fronts are in memory at once. Compilers are busy while there are enough variants; tokens take memory.
const BATCH: usize = 128;

/// Bytes of code that a build which somebody waits for stores after its archive.
const STORED_LATER: usize = 16 << 20;

/// Builds the archive. The old one stays unless everything succeeded; a failed variant never hides another's result, and
/// a failed unit never another's.
pub fn build(context: &BuildContext, earlier: Vec<Diagnostic>, request: &BuildRequest<'_>) -> Report {
    let start = Instant::now();
    let programs = programs(context, request.records, request.resident);
    let (chains, missing) = chains(context, &request.targets, &programs);
    if let Some(resident) = request.resident {
        resident.keep_programs(programs.known());
    }
    if let (Some(cache), Some(learnt)) = (request.records, programs.learnt())
        && let Ok(json) = serde_json::to_vec(&learnt)
    {
        cache.keep_programs(&json);
    }
    let complete = chains.len() == request.targets.len();
    if request.writes(context) {
        pack::sweep_beside(&request.output(context));
    }
    // Part of a shader is no result of its unit.
    let unit_cache = request
        .records
        .filter(|_| complete && context.selection.is_none())
        .map(|cache| UnitCache::new(context, cache, request.resident, &chains, request.debug_info));
    if let (Some(unit_cache), Some(cache)) = (&unit_cache, request.records)
        && !earlier.iter().any(Diagnostic::is_error)
        && let Some(mut report) = up_to_date::check(context, unit_cache, cache, request)
    {
        report.diagnostics.extend(earlier);
        diag::sort(&mut report.diagnostics, &context.sources);
        report.summary.wall_ms = milliseconds(start);
        return report;
    }
    let programs = |steps: &[Arc<dyn Compiler>]| steps.iter().any(|step| step.is_program());
    let runs_programs = chains.iter().any(|chain| programs(&chain.steps));
    // Builds that follow each other do not look for what hardly one of their variants needs.
    let may_run = runs_programs || request.resident.is_none() && chains.iter().any(|chain| programs(&chain.fallback));
    let no_room = may_run.then(no_temporary_folder).flatten();
    // What a program has taken long for is stored at once.
    let room = if request.resident.is_some() && !runs_programs { STORED_LATER } else { 0 };
    let cache = SingleFlightCache::store_later(request.cache, room);
    let settings = Settings {
        cache: &cache,
        cancel: request.cancel,
        events: request.events,
        debug_info: request.debug_info,
        fail_fast: request.fail_fast,
    };
    let mut building = Building {
        context,
        request,
        chains,
        unit_cache,
        settings,
        // With a chain missing there will be no archive: what can be compiled is of no use to anybody.
        compiles: complete && no_room.is_none(),
        done: UnitResults::default(),
    };
    building.done.diagnostics.extend(missing.into_iter().chain(no_room));
    let pairs: Vec<(&SourceUnit, Target)> =
        context.units.iter().flat_map(|unit| request.targets.iter().map(move |target| (unit, *target))).collect();
    for batch in pairs.chunks(BATCH) {
        if request.cancel.is_cancelled() {
            break;
        }
        building.batch(batch);
        if request.fail_fast && building.done.failed > 0 {
            // The other units are still looked at: what is wrong between units needs all of them.
            building.compiles = false;
        }
    }
    building.finish(earlier, start)
}

/// Compiles one variant outside a build, for dumps; the artifact, or what is wrong.
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
    let settings = Settings { cache: &cache, cancel: &cancel, events: &NoEvents, debug_info: false, fail_fast: false };
    let outcome = compile_one(context, front, variant, &chain, settings);
    outcome.artifact.map(Arc::unwrap_or_clone).ok_or(outcome.diagnostics)
}

/// What the cache holds of a shader's variants, without compiling anything; empty where the target has no chain here.
pub fn cached_artifacts(context: &BuildContext, front: &ShaderFront, cache: &dyn ActionCache) -> Vec<Option<Artifact>> {
    let Ok(chain) =
        compile::resolve_chain(front.target, &context.project, &ProgramRegistry::new(&context.project.root))
    else {
        return Vec::new();
    };
    // Cancelled from the start: a step whose result is not there starts no program.
    let cancel = Cancel::default();
    cancel.cancel();
    let cache = SingleFlightCache::new(cache);
    let settings = Settings { cache: &cache, cancel: &cancel, events: &NoEvents, debug_info: false, fail_fast: false };
    let variants = 0..front.variants.variants.len() as u32;
    variants
        .into_par_iter()
        .map(|id| compile_one(context, front, VariantId(id), &chain, settings).artifact.map(Arc::unwrap_or_clone))
        .collect()
}

struct Building<'a> {
    context: &'a BuildContext,
    request: &'a BuildRequest<'a>,
    chains: Vec<Chain>,
    unit_cache: Option<UnitCache<'a>>,
    settings: Settings<'a>,
    compiles: bool,
    done: UnitResults,
}

enum Unit {
    Kept(Arc<FinishedUnit>),
    Fresh(UnitFront),
}

impl Building<'_> {
    /// Takes some units through all stages up to packing.
    fn batch(&mut self, pairs: &[(&SourceUnit, Target)]) {
        let (context, unit_cache) = (self.context, self.unit_cache.as_ref());
        let found = |unit: &SourceUnit, target| {
            let name = unit.sidecar.display().to_string();
            context.trace.measure("records", name, || unit_cache.and_then(|unit_cache| unit_cache.find(unit, target)))
        };
        let one = |(unit, target): &(&SourceUnit, Target)| match found(unit, *target) {
            Some(kept) => Unit::Kept(kept),
            None => Unit::Fresh(unit_front(context, unit, *target)),
        };
        let units: Vec<Unit> = pairs.par_iter().map(one).collect();
        // The compilers see all fronts of the batch at once; `parts` says which are whose.
        let mut fronts = Vec::new();
        let mut parts = Vec::new();
        let mut kept = Vec::new();
        for ((unit, target), state) in pairs.iter().zip(units) {
            match state {
                Unit::Kept(finished) => kept.push(Some((*target, finished))),
                Unit::Fresh(front) => {
                    self.done.undeclared.add(front.undeclared);
                    let first = fronts.len();
                    fronts.extend(front.shaders);
                    parts.push(BatchUnit {
                        unit,
                        target: *target,
                        shaders: first..fronts.len(),
                        diagnostics: front.diagnostics,
                        inputs: front.inputs,
                    });
                    kept.push(None);
                }
            }
        }
        let selection = context.selection.as_ref();
        let mut compiling = if self.compiles {
            let fresh: Vec<(&SourceUnit, Target)> = parts.iter().map(|part| (part.unit, part.target)).collect();
            // Debug information has the user's lines in it, of which a variant's key knows nothing.
            let unit_cache = unit_cache.filter(|_| !self.settings.debug_info);
            let known = unit_cache.map(|unit_cache| unit_cache.variants(&fresh)).unwrap_or_default();
            compile_all(context, &fronts, &self.chains, self.settings, &known, &|place| {
                wanted(&fronts, selection, place)
            })
        } else {
            Compiling::default()
        };
        self.done.incomplete |= compiling.outcomes.iter().any(|outcome| outcome.artifact.is_none());
        // One variant can stand in many shaders: the bytes are shared.
        let artifacts: Vec<Option<Arc<Artifact>>> =
            compiling.outcomes.iter_mut().map(|outcome| outcome.artifact.take()).collect();
        let mut parts = parts.into_iter();
        for kept in kept {
            match kept {
                Some((target, finished)) => self.take_kept(target, finished),
                None => {
                    if let Some(part) = parts.next() {
                        self.take_fresh(part, &fronts, &compiling, &artifacts);
                    }
                }
            }
        }
    }

    fn take_kept(&mut self, target: Target, finished: Arc<FinishedUnit>) {
        let (done, sources) = (&mut self.done, &self.context.sources);
        // `FinishedUnit::decode` has seen that all can be restored.
        done.diagnostics.extend(finished.diagnostics.iter().filter_map(|stored| stored.restore(sources)));
        for shader in &finished.shaders {
            let restored = shader.findings.iter().filter_map(|finding| {
                let diagnostic = finding.diagnostic.restore(sources)?;
                Some(finding.clone().with(diagnostic))
            });
            done.findings.extend(restored);
            done.declared.push(DeclaredShader {
                name: shader.packaged.name.clone(),
                target,
                fallback: shader.packaged.fallback.clone(),
                place: shader.declared.restore(sources).map(|label| label.span),
                fallback_place: shader
                    .fallback_declared
                    .as_ref()
                    .and_then(|label| label.restore(sources))
                    .map(|label| label.span),
            });
            done.reports.push(shader.report.clone());
            for (identity, variant) in shader.identities.iter().zip(&shader.packaged.variants) {
                done.variants.insert((target, *identity));
                done.artifacts.insert(variant.artifact.bytes.digest());
            }
            done.of_shaders.entry(shader.packaged.name.clone()).or_default().extend(&shader.keys);
        }
        done.read(&finished.inputs);
        done.finished.push((target, finished));
    }

    fn take_fresh(
        &mut self,
        part: BatchUnit<'_>,
        all: &[ShaderFront],
        compiling: &Compiling,
        artifacts: &[Option<Arc<Artifact>>],
    ) {
        let BatchUnit { unit, target, shaders, diagnostics, mut inputs } = part;
        let sources = &self.context.sources;
        let mut sound =
            !diagnostics.iter().any(Diagnostic::is_error) && self.context.selection.is_none() && self.compiles;
        let mut finished = Vec::new();
        let (mut compiled, mut cached, mut failed) = (0, 0, 0);
        let mut storable = true;
        for (at, front) in shaders.clone().zip(&all[shaders.clone()]) {
            let mut said = BTreeMap::new();
            let mut of_variants = Vec::new();
            let (mut keys, mut identities) = (Vec::new(), Vec::new());
            for (variant, id) in front.variants.variants.iter().zip((0u32..).map(VariantId)) {
                keys.push(variant.key);
                let Some(identity) = compiling.identity(JobPlace { shader: at, variant: id }) else { continue };
                identities.push(identity);
                let Some(job) = compiling.job(target, identity) else { continue };
                let outcome = &compiling.outcomes[job];
                self.done.of_shaders.entry(front.declaration.name.clone()).or_default().insert(variant.key);
                if self.done.variants.insert((target, identity)) {
                    match &artifacts[job] {
                        Some(artifact) => {
                            self.done.artifacts.insert(artifact.bytes.digest());
                            self.done.compiled += usize::from(!outcome.cached);
                        }
                        None if outcome.skipped => self.done.skipped += 1,
                        None => self.done.failed += 1,
                    }
                }
                match &artifacts[job] {
                    Some(_) if outcome.cached => cached += 1,
                    Some(_) => compiled += 1,
                    None => failed += usize::from(!outcome.skipped),
                }
                of_variants.extend(artifacts[job].clone());
                if outcome.skipped {
                    continue;
                }
                // Another shader's variant with the same text may stand in other files: the places are its own.
                let own = compiling.places[job].shader == at || outcome.diagnostics.is_empty();
                let chain = self.chains.iter().find(|chain| chain.target == target).filter(|_| !own);
                let placed = match chain {
                    Some(chain) => compile_one(self.context, front, id, chain, self.settings).diagnostics,
                    None => outcome.diagnostics.clone(),
                };
                said.insert(id, placed);
            }
            let found = findings(front, &said);
            sound &= front.sound && of_variants.len() == front.variants.variants.len();
            let report = front.report();
            self.done.declared.push(DeclaredShader::of(front));
            self.done.reports.push(report.clone());
            if sound {
                let place = |span| StoredLabel::of(&Label { span, message: String::new() }, sources);
                let declared = place(front.declaration.declared);
                let stored: Option<Vec<_>> = found
                    .iter()
                    .map(|finding| Some(finding.clone().with(StoredDiagnostic::of(&finding.diagnostic, sources)?)))
                    .collect();
                storable &= stored.is_some() && declared.is_some();
                note_places(stored.iter().flatten().map(|finding| &finding.diagnostic), sources, &mut inputs);
                match packing::packaged(front, &of_variants) {
                    Ok(packaged) => finished.push(FinishedShader {
                        packaged,
                        keys,
                        identities,
                        report,
                        findings: stored.unwrap_or_default(),
                        declared: declared.unwrap_or_default(),
                        fallback_declared: front.declaration.fallback_declared.and_then(place),
                    }),
                    Err(diagnostic) => {
                        sound = false;
                        self.done.diagnostics.push(*diagnostic);
                    }
                }
            }
            self.done.findings.extend(found);
        }
        let stored: Option<Vec<_>> =
            diagnostics.iter().map(|diagnostic| StoredDiagnostic::of(diagnostic, sources)).collect();
        note_places(stored.iter().flatten(), sources, &mut inputs);
        let cause =
            self.unit_cache.as_ref().map_or(Cause::Unknown, |unit_cache| unit_cache.cause(unit, target, &inputs));
        if sound {
            storable &= stored.is_some();
            let unit_result = Arc::new(FinishedUnit {
                shaders: finished,
                diagnostics: stored.unwrap_or_default(),
                inputs: inputs.clone(),
            });
            let to_keep = ToKeep { unit: unit.clone(), target, cause: cause.clone(), counts: (compiled, cached) };
            match &self.unit_cache {
                // Somebody waits for the archive.
                Some(_) if storable && self.request.resident.is_some() => {
                    self.done.to_keep.push((to_keep, Arc::clone(&unit_result)));
                }
                Some(unit_cache) if storable => to_keep.keep(unit_cache, &unit_result),
                _ => {}
            }
            self.done.finished.push((target, unit_result));
        }
        self.done.rebuilt.push(Rebuilt { unit: unit.sidecar.clone(), target, cause, compiled, cached, failed });
        self.done.diagnostics.extend(diagnostics);
        self.done.read(&inputs);
    }

    /// Everything that needs all units.
    fn finish(self, earlier: Vec<Diagnostic>, start: Instant) -> Report {
        let Building { context, request, unit_cache, settings, mut done, .. } = self;
        let mut diagnostics = std::mem::take(&mut done.diagnostics);
        // Of units that were not looked at, nothing can be said.
        if !request.cancel.is_cancelled() {
            diagnostics.extend(mistakes_between(context, &done.declared, &done.undeclared));
        }
        let totals = done.of_shaders.iter().map(|(name, keys)| (name.clone(), keys.len())).collect();
        diagnostics.extend(report::merge(std::mem::take(&mut done.findings), &totals));
        let mut summary = Summary {
            shaders: done.reports.iter().map(|report| report.shader.as_str()).collect::<BTreeSet<_>>().len(),
            variants: done.variants.len(),
            compiled: done.compiled,
            failed: done.failed,
            artifacts: done.artifacts.len(),
            ..Summary::default()
        };
        summary.cached = summary.variants.saturating_sub(done.compiled + done.failed + done.skipped);
        let mut ending = ending(diagnostics.iter().chain(&earlier), done.incomplete, request.cancel);
        let mut written = None;
        if ending == Ending::Success && request.writes(context) {
            match write(context, &done.finished, request) {
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
        // Who waits for the archive has it; the rest is for the next build.
        context.trace.measure("records", "variants", || settings.cache.store_waiting());
        let shown = written.as_ref().map(|archive| archive.at);
        if let Some(archive) = &mut written {
            let flushed = context.trace.measure("write", "flush", || archive.flush(&request.output(context)));
            if let Err(failure) = flushed {
                (ending, written) = (Ending::Environment, None);
                diagnostics.extend(failure);
            }
        }
        if let Some(unit_cache) = &unit_cache {
            for (unit, finished) in &done.to_keep {
                let name = unit.unit.sidecar.display().to_string();
                context.trace.measure("records", name, || unit.keep(unit_cache, finished));
            }
        }
        diag::sort(&mut diagnostics, &context.sources);
        if let (Some(unit_cache), Some(cache), Some(archive)) = (&unit_cache, request.records, written) {
            let said =
                up_to_date::BuildMessages { summary: &summary, shaders: &done.reports, diagnostics: &diagnostics };
            context.trace.measure("records", "build", || {
                up_to_date::keep(context, unit_cache, cache, request, &done.inputs, archive.digest, &said);
            });
        }
        diagnostics.extend(earlier);
        diag::sort(&mut diagnostics, &context.sources);
        summary.wall_ms = milliseconds(start);
        match request.resident {
            // What was not looked at any more is an input all the same.
            Some(resident) if request.cancel.is_cancelled() => resident.add_inputs(&done.inputs),
            Some(resident) => resident.set_inputs(done.inputs.clone()),
            None => {}
        }
        let inputs = up_to_date::files(
            context,
            done.inputs.into_iter().filter(|(_, digest)| digest.is_some()).map(|(path, _)| path),
        );
        Report { ending, diagnostics, shaders: done.reports, summary, rebuilt: done.rebuilt, inputs, shown }
    }
}

/// A unit's shaders among the fronts of a batch.
struct BatchUnit<'a> {
    unit: &'a SourceUnit,
    target: Target,
    shaders: std::ops::Range<usize>,
    diagnostics: Vec<Diagnostic>,
    inputs: Inputs,
}

fn milliseconds(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}

pub fn programs(context: &BuildContext, records: Option<&Cache>, resident: Option<&ResidentState>) -> ProgramRegistry {
    if let Some(programs) = resident.map(ResidentState::programs).filter(|programs| !programs.is_empty()) {
        return ProgramRegistry::new(&context.project.root).knowing(programs);
    }
    let known = records.and_then(Cache::programs).and_then(|json| serde_json::from_slice(&json).ok());
    ProgramRegistry::new(&context.project.root).knowing(known.unwrap_or_default())
}

pub fn chains(context: &BuildContext, targets: &[Target], programs: &ProgramRegistry) -> (Vec<Chain>, Vec<Diagnostic>) {
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

fn wanted(fronts: &[ShaderFront], selection: Option<&Selection>, place: JobPlace) -> bool {
    let Some(selection) = selection else { return true };
    let shader = &fronts[place.shader];
    let Some(permutation) = selection.permutation else { return true };
    shader
        .variants
        .technique_of(permutation)
        .is_some_and(|found| found.stages.values().any(|variant| *variant == place.variant))
}

//! Every distinct variant of every target, once, in parallel; results in a stable order.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use rayon::iter::Either;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::incremental::resident::KnownVariants;
use super::job_outcome::JobOutcome;
use super::portable_variants::OpenVariants;
use super::remote::RemoteBuild;
use super::variant_job::{JobPlace, Settings, UnitInterface, VariantText, artifact_key, job_of, unit_interface};
use super::{BuildContext, ShaderFront, defines};
use crate::compile;
use crate::compile::{Chain, Compiled, SharedProgram, Subject};
use crate::diag::Diagnostic;
use crate::model::keys::VariantIdentity;
use crate::model::{
    ActionCache, ActionKey, ActionResult, Artifact, Digest, LineMap, Preprocessed, SourceText, Target, Variant,
    VariantId,
};
use crate::specialise::{Layout, emit};

/// Jobs and their outcomes, in the same order.
#[derive(Debug, Default)]
pub struct Compiling {
    /// The first variant that has each key.
    pub places: Vec<JobPlace>,
    pub outcomes: Vec<JobOutcome>,
    by_identity: FxHashMap<(Target, Digest), usize>,
    /// By shader, then by variant. A shader that is not compiled has none.
    identities: Vec<Vec<Digest>>,
}

impl Compiling {
    /// Identifies a variant's artifact among those of its target. Variants with the same text have different artifacts
    /// if their units have different declarations, because bindings follow from declarations; with debug information
    /// also if they are at different places.
    pub fn identity(&self, place: JobPlace) -> Option<Digest> {
        self.identities.get(place.shader)?.get(place.variant.0 as usize).copied()
    }

    /// The number of the job that compiles a variant.
    pub fn job(&self, target: Target, identity: Digest) -> Option<usize> {
        self.by_identity.get(&(target, identity)).copied()
    }
}

/// Compiles the variants that `wanted` selects and that are not `known`. `chains` has a chain for every target of the
/// shaders.
pub fn compile_all(
    context: &BuildContext,
    shaders: &[ShaderFront],
    chains: &[Chain],
    settings: Settings<'_>,
    known: &KnownVariants,
    wanted: &dyn Fn(JobPlace) -> bool,
) -> Compiling {
    let mut compiling = Compiling::default();
    let chain_of = |front: &ShaderFront| chains.iter().find(|chain| chain.target == front.target);
    // A shader with an error is not compiled: the same error would be reported again, with another text.
    let identified = |front: &ShaderFront| match chain_of(front) {
        Some(chain) if front.sound => identify_variants(context, front, chain, settings.debug_info),
        _ => (Vec::new(), Vec::new()),
    };
    let interfaces: Vec<Vec<UnitInterface>>;
    // On a worker of the pool also where there is one shader: elsewhere, the analysis of each unit would start a thread.
    (compiling.identities, interfaces) = rayon::scope(|_| shaders.par_iter().map(identified).unzip());
    for (shader, front) in shaders.iter().enumerate() {
        for (identity, id) in compiling.identities[shader].iter().zip(0u32..) {
            let place = JobPlace { shader, variant: VariantId(id) };
            if wanted(place) {
                compiling.by_identity.entry((front.target, *identity)).or_insert_with(|| {
                    compiling.places.push(place);
                    compiling.places.len() - 1
                });
            }
        }
    }
    settings.events.variants(compiling.places.len());
    let stop = AtomicBool::new(false);
    let (mut outcomes, mut open) = (Vec::new(), Vec::new());
    for (job, place) in compiling.places.iter().enumerate() {
        let identity = compiling.identity(*place);
        let known = identity.and_then(|identity| known.get(&(shaders[place.shader].target, identity)));
        match known {
            Some(_) => settings.events.variant_done(false),
            None => open.push((job, *place)),
        }
        outcomes.push(JobOutcome { artifact: known.cloned(), cached: known.is_some(), ..JobOutcome::default() });
    }
    let run = |(job, place): &(usize, JobPlace), shared: Option<&SharedProgram>| {
        let skipped = || JobOutcome { skipped: true, ..JobOutcome::default() };
        if settings.cancel.is_cancelled() || stop.load(Ordering::Relaxed) {
            return (*job, skipped());
        }
        let front = &shaders[place.shader];
        let chain = chain_of(front);
        let variant = &front.variants.variants[place.variant.0 as usize];
        let name = format!("{} {} {}", front.declaration.name, variant.stage.name(), variant.example.0);
        let outcome = context.trace.measure("compile", name, || {
            let interface = interfaces[place.shader][place.variant.0 as usize];
            let compile = |chain| compile_known(context, (front, place.variant), chain, (interface, shared), settings);
            chain.map_or_else(JobOutcome::default, compile)
        });
        let failed = outcome.artifact.is_none() && !outcome.skipped;
        if failed && settings.fail_fast {
            stop.store(true, Ordering::Relaxed);
        }
        settings.events.variant_done(failed);
        (*job, outcome)
    };
    let compiled = match settings.remote.filter(|_| !settings.debug_info) {
        None => compile_by_program(shaders, &open, run),
        Some(remote) => {
            let (open, interfaces) = (&open, &interfaces);
            let portable = OpenVariants { context, shaders, chains, settings, open, interfaces, cache: remote.cache };
            compile_with_server(remote, portable, |job| run(job, None))
        }
    };
    for (job, outcome) in compiled {
        outcomes[job] = outcome;
    }
    compiling.outcomes = outcomes;
    compiling
}

/// Groups of variants for each thread, so that threads end at about the same time.
const GROUPS: usize = 8;

/// Compiles variants by `run`. Those with one program, which are most variants of targets that see the same source, are compiled one
/// after another, so that the program is made once, and in memory as long as for one of them.
fn compile_by_program(
    shaders: &[ShaderFront],
    open: &[(usize, JobPlace)],
    run: impl Fn(&(usize, JobPlace), Option<&SharedProgram>) -> (usize, JobOutcome) + Sync + Send,
) -> Vec<(usize, JobOutcome)> {
    let groups = group_by_program(shaders, open);
    // Often only a few neighbouring variants have to be compiled: each can go to another thread.
    if groups.len() == open.len() || groups.len() < GROUPS * rayon::current_num_threads() {
        return open.par_iter().with_max_len(1).map(|job| run(job, None)).collect();
    }
    let run_group = |group: Vec<&(usize, JobPlace)>| {
        let program = SharedProgram::default();
        let shared = Some(&program).filter(|_| group.len() > 1);
        group.into_iter().map(|job| run(job, shared)).collect::<Vec<_>>()
    };
    let compiled: Vec<Vec<_>> = groups.into_par_iter().with_max_len(1).map(run_group).collect();
    compiled.into_iter().flatten().collect()
}

/// Variants that have the same program: the same pieces of the same unit, stage and entry point. In the order of the first of each.
fn group_by_program<'o>(shaders: &[ShaderFront], open: &'o [(usize, JobPlace)]) -> Vec<Vec<&'o (usize, JobPlace)>> {
    let mut groups: Vec<Vec<&(usize, JobPlace)>> = Vec::new();
    let mut numbers = FxHashMap::default();
    for job in open {
        let front = &shaders[job.1.shader];
        let variant = &front.variants.variants[job.1.variant.0 as usize];
        let source = &front.variants.sources[variant.source as usize];
        // The fronts hold what these addresses are of.
        let text = (Arc::as_ptr(&source.tokens), Arc::as_ptr(&source.pieces), Arc::as_ptr(&source.branches));
        let key = (text, front.language, variant.stage, variant.entry_point.as_str());
        let number = *numbers.entry(key).or_insert(groups.len());
        match groups.get_mut(number) {
            Some(group) => group.push(job),
            None => groups.push(vec![job]),
        }
    }
    groups
}

/// Compiles variants by `run`, while the server gives those that other machines have made, and has its machines make others.
fn compile_with_server(
    remote: &RemoteBuild<'_>,
    variants: OpenVariants<'_>,
    run: impl Fn(&(usize, JobPlace)) -> (usize, JobOutcome) + Sync + Send,
) -> Vec<(usize, JobOutcome)> {
    let OpenVariants { context, open, chains, .. } = variants;
    let key = |number: usize| variants.lacking_key(number);
    remote.fetch_variants(context, (open.len(), &key), chains, |fetched| {
        let run = |(number, job): (usize, &(usize, JobPlace))| {
            fetched.note_begun(number);
            let done = run(job);
            fetched.note_made();
            done
        };
        let mut compiled: Vec<(usize, JobOutcome)> = remote.execute(context, open.len(), &variants, |claims| {
            let numbered = open.par_iter().enumerate().with_max_len(1);
            let (here, elsewhere): (Vec<_>, Vec<_>) =
                numbered.partition_map(|(number, job)| match claims.begin_here(number) {
                    true => Either::Left(run((number, job))),
                    false => Either::Right((number, job)),
                });
            // What other machines have begun with comes last.
            let elsewhere = elsewhere.into_par_iter().with_max_len(1).map(&run);
            here.into_par_iter().chain(elsewhere).collect()
        });
        for (_, outcome) in &mut compiled {
            outcome.remote = outcome.cached && outcome.key.is_some_and(|key| fetched.has(&key));
        }
        compiled
    })
}

/// The identity of each variant under this chain, see [`Compiling::identity`], and the declarations of its unit.
fn identify_variants(
    context: &BuildContext,
    front: &ShaderFront,
    chain: &Chain,
    debug_info: bool,
) -> (Vec<Digest>, Vec<UnitInterface>) {
    let variants = &front.variants.variants;
    let places: Vec<Digest> = match debug_info {
        true => front.variants.sources.par_iter().map(|source| digest_places(context, front, source)).collect(),
        false => Vec::new(),
    };
    let language = context.registry().language(front.language).name();
    // A unit has many sources and declares the same for all of them.
    let mut of_units: FxHashMap<*const Preprocessed, UnitInterface> = FxHashMap::default();
    let mut identify = |(variant, id): (&Variant, u32)| {
        let source = &front.variants.sources[variant.source as usize];
        let of_unit = of_units.entry(Arc::as_ptr(&source.tokens));
        let interface = *of_unit.or_insert_with(|| unit_interface(context, front, VariantId(id), chain));
        let declared = match interface {
            UnitInterface::NotRead => None,
            UnitInterface::Known(digest) => Some(digest),
            // Unknown declarations are those of no other unit.
            UnitInterface::Unknown => Some(Digest::of(front.unit.sidecar.to_string_lossy().as_bytes())),
        };
        let places = places.get(variant.source as usize).copied();
        (VariantIdentity { variant: variant.key, language, interface: declared, places }.key().digest(), interface)
    };
    variants.iter().zip(0u32..).map(&mut identify).unzip()
}

/// The digest of all that debug information has of a text beside its tokens. If variants of two units were one artifact all the same,
/// it would have the lines of one of them, and which of them would depend on the units that are built at a time.
fn digest_places(context: &BuildContext, front: &ShaderFront, source: &SourceText) -> Digest {
    let sources = &context.sources;
    // External compilers have the lines from the text, the embedded one has them from the tokens.
    let text = emit(source, sources, Layout::AsWritten).text;
    let parts = [Digest::of(front.source_name.as_bytes()), Digest::of(text.as_bytes()), source.digest_places(sources)];
    Digest::of(parts.map(|part| part.0).as_flattened())
}

/// Compiles one variant, and places the messages of the compilers.
pub fn compile_one(
    context: &BuildContext,
    front: &ShaderFront,
    id: VariantId,
    chain: &Chain,
    settings: Settings<'_>,
) -> JobOutcome {
    let interface = match settings.debug_info {
        true => UnitInterface::Unknown,
        false => unit_interface(context, front, id, chain),
    };
    compile_known(context, (front, id), chain, (interface, None), settings)
}

/// Compiles a variant of a unit whose declarations are known. A variant that an earlier build compiled without a message is
/// found by its tokens, without making its text. `shared`: its program, for other targets too.
fn compile_known(
    context: &BuildContext,
    (front, id): (&ShaderFront, VariantId),
    chain: &Chain,
    (interface, shared): (UnitInterface, Option<&SharedProgram>),
    settings: Settings<'_>,
) -> JobOutcome {
    // Debug information contains the user's lines and names, which are not in the key.
    let key = if settings.debug_info { None } else { artifact_key(context, front, id, chain, interface) };
    let Some(key) = key else {
        return compile_anew(context, (front, id), chain, (shared, None), settings).0;
    };
    let digest = key.digest();
    if let Some(found) = settings.cache.get(&key) {
        let ActionResult { output: bytes, reflection, entry_point, .. } = found;
        let (entry_point, reflection) = (entry_point.unwrap_or_default(), reflection.unwrap_or_default());
        let cached = !settings.cache.made(&digest);
        let bytes = context.held.hold(bytes.into());
        let artifact = Some(Arc::new(Artifact { bytes, entry_point, reflection }));
        return JobOutcome { artifact, cached, key: Some(digest), records: vec![digest], ..JobOutcome::default() };
    }
    let (mut outcome, is_stored) = compile_anew(context, (front, id), chain, (shared, Some(&key)), settings);
    outcome.key = Some(digest);
    match &mut outcome.artifact {
        _ if is_stored => outcome.records = vec![digest],
        // The places of messages are not in the key.
        Some(artifact) if outcome.diagnostics.is_empty() => {
            // It is lent to the cache: a copy of each artifact would be memory that is touched for nothing.
            let artifact = Arc::make_mut(artifact);
            let result = ActionResult {
                output: std::mem::take(&mut artifact.bytes).into(),
                reflection: Some(std::mem::take(&mut artifact.reflection)),
                entry_point: Some(std::mem::take(&mut artifact.entry_point)),
                ..ActionResult::default()
            };
            match outcome.cached {
                true => settings.cache.put_found(&key, &result),
                false => settings.cache.put(&key, &result),
            }
            let ActionResult { output, reflection, entry_point, .. } = result;
            let (entry_point, reflection) = (entry_point.unwrap_or_default(), reflection.unwrap_or_default());
            *artifact = Artifact { bytes: output.into(), entry_point, reflection };
            outcome.records = vec![digest];
        }
        _ => settings.cache.abandon(&key),
    }
    if let Some(artifact) = outcome.artifact.as_mut().and_then(Arc::get_mut) {
        // This thread has just stored the same bytes.
        artifact.bytes.digest();
        artifact.bytes = context.held.hold(std::mem::take(&mut artifact.bytes));
    }
    outcome
}

/// Whether other machines ran a step of this result. A step that failed there and not here is noted: something is wrong with
/// those machines.
fn is_executed(done: &Compiled, settings: Settings<'_>) -> bool {
    let Some((remote, executor)) = settings.remote.and_then(|remote| Some((remote, remote.server.executor()?))) else {
        return false;
    };
    for step in done.steps.iter().filter(|step| !step.failed) {
        if let Some(said) = remote.executed.take_failure(&step.key) {
            let why = format!("it failed there, and not here: {said}");
            executor.note_not_executed(1, &why);
            executor.count_failure(&why);
        }
    }
    done.steps.iter().any(|step| remote.executed.has(&step.key) && !settings.cache.made(&step.key))
}

/// Runs the steps of the chain. The second is whether the artifact is stored already under its key, `artifact`.
fn compile_anew(
    context: &BuildContext,
    (front, id): (&ShaderFront, VariantId),
    chain: &Chain,
    (shared, artifact): (Option<&SharedProgram>, Option<&ActionKey>),
    settings: Settings<'_>,
) -> (JobOutcome, bool) {
    let variant = &front.variants.variants[id.0 as usize];
    let source = &front.variants.sources[variant.source as usize];
    let analysis = context.analysis(source, front.language).sharing(shared);
    let run = |layout: Layout| -> (Compiled, LineMap) {
        let text = VariantText { source, sources: &context.sources, layout, emitted: OnceLock::new() };
        let job = job_of(context, front, id, chain, (&analysis, &text), settings.debug_info);
        let done = compile::compile_artifact(chain, &job, settings.cache, artifact, settings.cancel);
        // Without a text there are no messages of its lines.
        (done, text.emitted.into_inner().map(|emitted| emitted.lines).unwrap_or_default())
    };
    // Debug information needs the user's lines in the text. But then messages have those lines as well, and lose the
    // include and expansion trail. So a variant that fails is compiled again with one token a line, for its messages.
    let layout = if settings.debug_info { Layout::AsWritten } else { Layout::OneTokenALine };
    let (mut done, mut map) = run(layout);
    let by_text = done.diagnostics.is_empty();
    if settings.debug_info && by_text && !done.cancelled && (done.artifact.is_none() || !done.messages.is_empty()) {
        let (again, better_map) = run(Layout::OneTokenALine);
        // If only the text with the user's lines fails, its messages are the only ones; their best place is the entry
        // point.
        let failed_alone = done.artifact.is_none() && again.artifact.is_some();
        let artifact = done.artifact.take();
        if !failed_alone {
            done = again;
        }
        map = if failed_alone { LineMap::default() } else { better_map };
        done.artifact = artifact;
    }
    let subject = Subject { text: source, map: &map, entry_point: &variant.entry_point, command: done.command() };
    let mut found = compile::diagnose(&done.messages, subject);
    found.append(&mut done.diagnostics);
    match done.fallback.take() {
        Some(fallback) if done.artifact.is_some() => found.push(fallback.note()),
        Some(fallback) if !done.cancelled => found = fallback.errors(found),
        _ => {}
    }
    if done.artifact.is_some() {
        found.extend_from_slice(analysis.warnings());
    } else if done.messages.iter().any(|said| compile::reports_crash(&said.message)) {
        // A program that crashes reports nothing about the source; the analysis may have found the cause.
        found.extend(analysis.mistakes(variant.stage, &variant.entry_point));
    }
    let mut diagnostics: Vec<Diagnostic> = found
        .into_iter()
        .map(|diagnostic| defines::place_where_set(diagnostic, &front.exploration.techniques, context))
        .collect();
    if done.artifact.is_none() && !done.cancelled && !diagnostics.iter().any(Diagnostic::is_error) {
        // A compiler that fails without a message: the user needs at least this error.
        let silent = Diagnostic::error("compile/no-result", "the compilers gave neither a result nor an error");
        diagnostics.push(silent.note(format!("ran: {}", done.command())));
    }
    let (executed, is_stored) = (is_executed(&done, settings), done.is_stored);
    let outcome = JobOutcome {
        diagnostics,
        executed,
        cached: !executed && done.steps.iter().all(|step| step.cached && !settings.cache.made(&step.key)),
        records: done.steps.iter().map(|step| step.key).collect(),
        skipped: done.cancelled,
        artifact: done.artifact.map(Arc::new),
        ..JobOutcome::default()
    };
    (outcome, is_stored)
}

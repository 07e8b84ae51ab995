//! The step `embedded`: tokens of the source to SPIR-V or a text form, in process. It reads tokens, not
//! text: the job carries them as an [`Analysis`].

use std::sync::Arc;

use super::split_arrays;
use super::uniformity::{self, Divergence};
use super::{Refusal, capability, write};
use crate::compile::analysis::stopped;
use crate::compile::external::command_template;
use crate::compile::panic_guard::Failure;
use crate::compile::spirv::shared_code::{SharedCode, SharedCounts, Store};
use crate::compile::step::{error, step_key_of};
use crate::compile::{
    Analysis, Cancel, Compiler, Job, JobInput, ProgramForm, StepOutcome, analysis, fallback, panic_guard,
};
use crate::diag::{Diagnostic, Origin};
use crate::dialect::InterfaceOptions;
use crate::ir::work::{Stopped, WorkLimits};
use crate::ir::{Problem, ProblemKind, Program};
use crate::lower::{Effects, FunctionCopy, FunctionId, KeyKind, KnownFunctions, Options, Sharing, add_text, lower};
use crate::model::keys::StepKey;
use crate::model::{ActionKey, ActionResult, BindingRule, Digest, SourceLanguage, Stage, StageLinks, Target};

/// Part of the step's cache key: changed whenever the step writes other bytes for the same program. A change of one
/// language's front end is its [`Language::revision`](crate::dialect::Language::revision).
pub const VERSION: &str = "embedded 31, naga 30.0";

/// The embedded step by itself: a variant in a form that naga writes, its registers bound by that rule. `names`: with
/// debug information.
///
/// # Errors
/// What the analysis, lowering or the form rejects; empty if the build was cancelled.
pub fn embed(
    analysis: &Analysis<'_>,
    stage: Stage,
    entry_point: &str,
    target: Target,
    bindings: BindingRule,
    names: bool,
) -> Result<ActionResult, Vec<Diagnostic>> {
    embed_linked(analysis, (stage, entry_point), target, bindings, names, None)
}

/// The same of a stage whose values are where `links` say.
///
/// # Errors
/// See [`embed`].
pub fn embed_linked(
    analysis: &Analysis<'_>,
    entry: (Stage, &str),
    target: Target,
    bindings: BindingRule,
    names: bool,
    links: Option<&StageLinks>,
) -> Result<ActionResult, Vec<Diagnostic>> {
    let form = ProgramForm::of(target);
    let unwritten = || {
        let text = format!("the embedded chain writes no {}", form.name());
        Diagnostic::error(analysis.session.codes().unsupported, text).origin(Origin::Unsupported)
    };
    let embedded = Embedded::new(form).ok_or_else(|| vec![unwritten()])?;
    embedded.compile(analysis, entry, target, bindings, names, links)
}

/// What the front end says of a variant: mistakes and warnings, also about its registers. `others`: whether another compiler would be
/// asked for what the embedded chain cannot represent; if not, that is an error too. Where the project denies other compilers, the variant
/// is also lowered and written, because that may fail.
pub fn check(job: &Job<'_>, others: OtherCompilers) -> Vec<Diagnostic> {
    let Some(analysis) = job.source else { return Vec::new() };
    let (program, found) = analysis.program(job.stage, job.entry_point);
    let mut found = found.clone();
    if let Some(program) = program {
        let resolve = || analysis.session.resolve(program, &interface_options(job));
        match panic_guard::bounded(&analysis.limits, resolve) {
            Ok(Err(problems)) => found.extend(problems.iter().map(|problem| analysis.place(problem))),
            Err(Failure::Stopped(why)) => found.push(stopped(why)),
            Ok(Ok(_)) | Err(Failure::Crash(_)) => {}
        }
    }
    if others == OtherCompilers::Denied && !found.iter().any(Diagnostic::is_error) {
        found.extend(refused(job));
    }
    let is_mistake = |one: &Diagnostic| one.is_error() && one.origin == Origin::Sources;
    let is_foreign = |one: &Diagnostic| one.is_error() && one.origin != Origin::Sources;
    if others != OtherCompilers::None {
        let (foreign, rest): (Vec<_>, Vec<_>) = found.into_iter().partition(is_foreign);
        found = rest;
        let foreign: Vec<_> = foreign.into_iter().filter(|one| one.origin == Origin::Unsupported).collect();
        if others == OtherCompilers::Denied && !foreign.is_empty() && !found.iter().any(is_mistake) {
            found.push(fallback::denied(&foreign));
        }
    }
    found
}

/// What lowering and the writer of the job's form reject.
fn refused(job: &Job<'_>) -> Vec<Diagnostic> {
    let embedded = Embedded::new(ProgramForm::of(job.target));
    match embedded.map(|embedded| embedded.run(job, &Cancel::default())) {
        Some(StepOutcome::Rejected(found)) => found.into_iter().map(|one| fallback::placed(one, job)).collect(),
        _ => Vec::new(),
    }
}

/// Whether other compilers are asked for what the embedded chain cannot represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherCompilers {
    /// The chain has none.
    None,
    /// The project denies them.
    Denied,
    /// They are asked, where they are installed.
    Asked,
}

/// The settings of a job from which the interface of its program follows.
pub fn interface_options<'j>(job: &Job<'j>) -> InterfaceOptions<'j> {
    InterfaceOptions { bindings: job.bindings, direct3d9: command_template::is_direct3d9(job), links: job.links }
}

/// The token of a place in a lowered module, see `lower::FunctionBuilder::at`.
fn token(span: naga::Span) -> Option<u32> {
    span.to_range().and_then(|range| u32::try_from(range.start).ok()?.checked_sub(1))
}

fn refusal(analysis: &Analysis<'_>, form: ProgramForm, refused: Refusal) -> Diagnostic {
    let problem = Problem {
        kind: ProblemKind::Unsupported,
        message: format!("this cannot be written as {}: {}", form.name(), refused.message),
        token: token(refused.at),
        others: Vec::new(),
        help: String::new(),
    };
    analysis.place(&problem)
}

fn divergent_barrier(analysis: &Analysis<'_>, found: Divergence) -> Diagnostic {
    let label = |value| (value, "this may differ between the invocations of a group".to_owned());
    let problem = Problem {
        kind: ProblemKind::Mistake,
        message: uniformity::MESSAGE.to_owned(),
        token: token(found.barrier),
        others: token(found.value).into_iter().map(label).collect(),
        help: "Move the barrier out of the condition, or let the condition depend on what is equal in the whole group."
            .to_owned(),
    };
    Diagnostic { code: uniformity::CODE, ..analysis.place(&problem) }
}

/// The source to one of the forms that naga writes.
#[derive(Debug)]
pub struct Embedded {
    output: ProgramForm,
    /// The functions of the modules that the step has written.
    shared: SharedCode,
}

impl Embedded {
    /// `None` for forms that naga does not write.
    pub fn new(output: ProgramForm) -> Option<Embedded> {
        capability::writes(output).then(|| Embedded { output, shared: SharedCode::default() })
    }

    /// What the modules that it has compiled share.
    pub fn shared_counts(&self) -> SharedCounts {
        self.shared.store().counts()
    }

    /// A variant in the compiler's form, which is that of the target. What it gives does not depend on what the compiler has compiled
    /// before. See [`embed_linked`].
    ///
    /// # Errors
    /// See [`embed`].
    pub fn compile(
        &self,
        analysis: &Analysis<'_>,
        (stage, entry_point): (Stage, &str),
        target: Target,
        bindings: BindingRule,
        names: bool,
        links: Option<&StageLinks>,
    ) -> Result<ActionResult, Vec<Diagnostic>> {
        let job = Job {
            stage,
            entry_point,
            profile: None,
            target,
            name: "source",
            input: JobInput::Bytes(&[]),
            source: Some(analysis),
            debug_info: names,
            optimise: true,
            bindings,
            links,
            language: analysis.language,
        };
        let internal =
            |text: String| Diagnostic::error(analysis.session.codes().internal, text).origin(Origin::Internal);
        match self.run(&job, &Cancel::default()) {
            StepOutcome::Done(result) => Ok(result),
            StepOutcome::Rejected(diagnostics) => Err(diagnostics),
            StepOutcome::Failed(messages) => Err(messages.into_iter().map(|message| internal(message.text)).collect()),
            StepOutcome::Cancelled => Err(Vec::new()),
        }
    }

    fn options(&self, job: &Job<'_>) -> Options {
        Options {
            debug_names: job.debug_info,
            placeholders: capability::replaces_placeholders(self.output),
            push_constants: capability::push_constants(self.output),
            atomic_coherence: capability::has_atomic_coherence(self.output),
            weak_exchanges: capability::has_weak_exchanges(self.output),
            signed_remainders: capability::has_signed_remainders(self.output),
            views: capability::leaves_views_to_the_pipeline(self.output),
            specialisation: capability::specialisation(self.output),
        }
    }
}

impl Compiler for Embedded {
    fn name(&self) -> &str {
        crate::compile::external::catalogue::EMBEDDED
    }

    fn reads_declarations(&self, _: SourceLanguage) -> bool {
        true
    }

    fn keeps_links(&self) -> bool {
        true
    }

    fn input(&self) -> ProgramForm {
        ProgramForm::Source
    }

    fn output(&self) -> ProgramForm {
        self.output
    }

    fn identity(&self) -> &str {
        VERSION
    }

    /// Bindings depend on the declarations of the whole unit, of which the variant's text has only what it reaches.
    fn key(&self, job: &Job<'_>) -> ActionKey {
        let interface = job.source.and_then(|analysis| {
            let (program, _) = analysis.program(job.stage, job.entry_point);
            Some(analysis::digest(&program.as_ref()?.interface).to_string())
        });
        let input = job.source.map_or_else(|| Digest::of(job.input.bytes()), |analysis| analysis.text.digest);
        // Debug information has the places of tokens, which the text's digest has not.
        let places = job.source.filter(|_| job.debug_info);
        StepKey {
            stage: Some(job.stage),
            entry_point: Some(job.entry_point),
            version: Some((job.language.version_key(), job.language.version.to_string())),
            front_end: Some(job.language.front_end()),
            interface: Some(interface.unwrap_or_default()),
            bindings: Some(job.bindings),
            links: job.links.map(StageLinks::text),
            direct3d9: Some(command_template::is_direct3d9(job)),
            debug_info: Some(job.debug_info),
            places: places.map(|analysis| analysis.text.digest_places(analysis.sources)),
            most_steps: job.source.map(|analysis| analysis.limits.steps),
            ..step_key_of(self, job, input)
        }
        .key()
    }

    fn command(&self, job: &Job<'_>) -> String {
        format!("embedded (in process): {} entry point {} to {}", job.stage.name(), job.entry_point, self.output.name())
    }

    fn run(&self, job: &Job<'_>, cancel: &Cancel) -> StepOutcome {
        let Some(analysis) = job.source else {
            return StepOutcome::Failed(vec![error(
                "the step `embedded` reads the source's tokens, so that it must be the first of its chain",
            )]);
        };
        let (program, diagnostics) = analysis.program(job.stage, job.entry_point);
        if cancel.is_cancelled() {
            return StepOutcome::Cancelled;
        }
        let Some(program) = program else { return StepOutcome::Rejected(diagnostics.clone()) };
        let options = self.options(job);
        let attempt = Attempt { form: self.output, job, analysis, program };
        let known = attempt.sharing().map(|sharing| Known::new(self.shared.store(), job, &options, sharing));
        if let Some(known) = known.as_ref().filter(|known| known.sharing == Sharing::StandIns)
            && let Some(outcome) = attempt.with_known_functions(&options, known)
        {
            return outcome;
        }
        let known = known.map(Known::for_whole_modules);
        let made = panic_guard::bounded(&analysis.limits, || {
            attempt.compile(&options, known.as_ref()).or_else(|found| {
                // Only a module with debug information has places.
                let is_placed = found.iter().all(|one| one.primary.is_some());
                if is_placed || options.debug_names {
                    return Err(found);
                }
                attempt.compile(&Options { debug_names: true, ..options }, None)
            })
        });
        match made {
            Ok(Ok(Some(result))) => StepOutcome::Done(result),
            // Without stand-ins there is always a result.
            Ok(Ok(None)) => StepOutcome::Failed(vec![error("the embedded chain wrote nothing")]),
            Ok(Err(diagnostics)) => StepOutcome::Rejected(diagnostics),
            Err(Failure::Stopped(Stopped::Cancelled)) => StepOutcome::Cancelled,
            Err(Failure::Stopped(why)) => StepOutcome::Rejected(vec![stopped(why)]),
            Err(Failure::Crash(panic)) => {
                StepOutcome::Failed(vec![error(format!("the embedded chain crashed: {panic}"))])
            }
        }
    }
}

/// A job that is being compiled, in one way or another.
struct Attempt<'j> {
    form: ProgramForm,
    job: &'j Job<'j>,
    analysis: &'j Analysis<'j>,
    program: &'j Program,
}

impl Attempt<'_> {
    /// What the module may have of functions of other modules. Debug information is of one text alone.
    fn sharing(&self) -> Option<Sharing> {
        let sharing = if self.form == ProgramForm::Spirv { Sharing::StandIns } else { Sharing::Copies };
        (!self.job.debug_info).then_some(sharing)
    }

    /// Compiles it with functions that are known. `None` where that may give something else than a module that is lowered whole, or where
    /// there are problems, of which such a module has all.
    fn with_known_functions(&self, options: &Options, known: &Known) -> Option<StepOutcome> {
        let entry = (Arc::as_ptr(&self.program.interface).addr(), self.program.entry.function);
        if known.store.needs_all(&entry) {
            return None;
        }
        // What is remembered is counted nearly as if it were done again: near the limit, the count of a whole module decides.
        let limits = WorkLimits { steps: self.analysis.limits.steps / 2, ..self.analysis.limits.clone() };
        let made = panic_guard::bounded(&limits, || self.compile(options, Some(known)));
        match made {
            Ok(Ok(Some(result))) => Some(StepOutcome::Done(result)),
            Ok(Ok(None)) => {
                known.store.note_needs_all(entry);
                None
            }
            // Another attempt would take the same again.
            Err(Failure::Stopped(Stopped::Cancelled)) => Some(StepOutcome::Cancelled),
            Err(Failure::Stopped(why @ (Stopped::Time(_) | Stopped::Memory(_)))) => {
                Some(StepOutcome::Rejected(vec![stopped(why)]))
            }
            Err(_) | Ok(Err(_)) => None,
        }
    }

    /// Lowers and writes it. `None`: it cannot be written with stand-ins.
    ///
    /// # Errors
    /// What cannot be lowered or written.
    fn compile(&self, options: &Options, known: Option<&Known>) -> Result<Option<ActionResult>, Vec<Diagnostic>> {
        let (analysis, form) = (self.analysis, self.form);
        let functions = known.map(|known| known as &dyn KnownFunctions);
        let resolved = analysis.session.resolve(self.program, &interface_options(self.job));
        let lowered = resolved.and_then(|interface| lower(self.program, &interface, options, functions));
        let mut done =
            lowered.map_err(|problems| problems.iter().map(|problem| analysis.place(problem)).collect::<Vec<_>>())?;
        if form == ProgramForm::Wgsl
            && let Some(found) = uniformity::divergent_barrier(&done.module)
        {
            return Err(vec![divergent_barrier(analysis, found)]);
        }
        let refuse = |refused| vec![refusal(analysis, form, refused)];
        if capability::splits_arrays(form) {
            done = split_arrays::of_lowered(done).map_err(refuse)?;
        }
        let store = known.map(|known| &*known.store);
        write(form, done, self.job.debug_info.then_some(analysis), store).map_err(refuse)
    }
}

/// The functions that a session's modules share.
struct Known {
    store: Arc<Store>,
    settings: u32,
    sharing: Sharing,
    /// Whether functions that are known may be stand-ins.
    gives_functions: bool,
}

impl Known {
    fn new(store: Arc<Store>, job: &Job<'_>, options: &Options, sharing: Sharing) -> Known {
        let language = &job.language;
        let rule = (job.bindings, command_template::is_direct3d9(job));
        let settings = format!("{} {} {rule:?} {options:?}", language.front_end(), language.version);
        let mut key = vec![KeyKind::Settings as u32];
        add_text(&mut key, &settings);
        let settings = store.number(&key);
        Known { store, settings, sharing, gives_functions: true }
    }

    /// The same for modules that are lowered whole: it learns their functions and gives no stand-ins.
    fn for_whole_modules(self) -> Known {
        Known { gives_functions: false, ..self }
    }
}

impl KnownFunctions for Known {
    fn settings(&self) -> u32 {
        self.settings
    }

    fn number(&self, key: &[u32]) -> u32 {
        self.store.number(key)
    }

    fn effects(&self, function: FunctionId) -> Option<Arc<Effects>> {
        self.store.effects(function).filter(|_| self.gives_functions)
    }

    fn add_finder(&self, function: FunctionId, effects: Effects) {
        self.store.add_finder(function, effects);
    }

    fn sharing(&self) -> Sharing {
        self.sharing
    }

    fn copy(&self, function: FunctionId) -> Option<Arc<FunctionCopy>> {
        self.store.copy(function)
    }

    fn add_copy(&self, function: FunctionId, copy: FunctionCopy) -> Arc<FunctionCopy> {
        self.store.add_copy(function, copy)
    }
}

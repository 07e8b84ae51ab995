//! The step `embedded`: tokens of the source to SPIR-V or a text form, in process. It reads tokens, not
//! text: the job carries them as an [`Analysis`].

use super::split_arrays;
use super::uniformity::{self, Divergence};
use super::{Refusal, capability, write};
use crate::compile::analysis::stopped;
use crate::compile::external::command_template;
use crate::compile::panic_guard::Failure;
use crate::compile::step::{error, step_key_of};
use crate::compile::{
    Analysis, Cancel, Compiler, Job, JobInput, ProgramForm, StepOutcome, analysis, fallback, panic_guard,
};
use crate::diag::{Diagnostic, Origin};
use crate::dialect::InterfaceOptions;
use crate::ir::work::Stopped;
use crate::ir::{Problem, ProblemKind};
use crate::lower::{Options, lower};
use crate::model::keys::StepKey;
use crate::model::{ActionKey, ActionResult, BindingRule, Digest, SourceLanguage, Stage, StageLinks, Target};

/// Part of the step's cache key: changed whenever the step writes other bytes for the same program. A change of one
/// language's front end is its [`Language::revision`](crate::dialect::Language::revision).
pub const VERSION: &str = "embedded 27, naga 30.0";

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
    let form = ProgramForm::of(target);
    let codes = analysis.session.codes();
    let unwritten = || {
        let text = format!("the embedded chain writes no {}", form.name());
        Diagnostic::error(codes.unsupported, text).origin(Origin::Unsupported)
    };
    let embedded = Embedded::new(form).ok_or_else(|| vec![unwritten()])?;
    match embedded.run(&job, &Cancel::default()) {
        StepOutcome::Done(result) => Ok(result),
        StepOutcome::Rejected(diagnostics) => Err(diagnostics),
        StepOutcome::Failed(messages) => {
            let internal = |text: String| Diagnostic::error(codes.internal, text).origin(Origin::Internal);
            Err(messages.into_iter().map(|message| internal(message.text)).collect())
        }
        StepOutcome::Cancelled => Err(Vec::new()),
    }
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
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    output: ProgramForm,
}

impl Embedded {
    /// `None` for forms that naga does not write.
    pub fn new(output: ProgramForm) -> Option<Embedded> {
        capability::writes(output).then_some(Embedded { output })
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
        let lowered = |options: &Options| {
            let resolved = analysis.session.resolve(program, &interface_options(job));
            let lowered = resolved.and_then(|interface| lower(program, &interface, options));
            lowered.map_err(|problems| problems.iter().map(|problem| analysis.place(problem)).collect::<Vec<_>>())
        };
        let attempt = |options: &Options| {
            let mut done = lowered(options)?;
            if self.output == ProgramForm::Wgsl
                && let Some(found) = uniformity::divergent_barrier(&done.module)
            {
                return Err(vec![divergent_barrier(analysis, found)]);
            }
            let refuse = |refused| vec![refusal(analysis, self.output, refused)];
            if capability::splits_arrays(self.output) {
                done = split_arrays::of_lowered(done).map_err(refuse)?;
            }
            write(self.output, done, job.debug_info.then_some(analysis)).map_err(refuse)
        };
        let made = panic_guard::bounded(&analysis.limits, || {
            attempt(&options).or_else(|found| {
                // Only a module with debug information has places.
                let is_placed = found.iter().all(|one| one.primary.is_some());
                if is_placed || options.debug_names {
                    return Err(found);
                }
                attempt(&Options { debug_names: true, ..options })
            })
        });
        match made {
            Ok(Ok(result)) => StepOutcome::Done(result),
            Ok(Err(diagnostics)) => StepOutcome::Rejected(diagnostics),
            Err(Failure::Stopped(Stopped::Cancelled)) => StepOutcome::Cancelled,
            Err(Failure::Stopped(why)) => StepOutcome::Rejected(vec![stopped(why)]),
            Err(Failure::Crash(panic)) => {
                StepOutcome::Failed(vec![error(format!("the embedded chain crashed: {panic}"))])
            }
        }
    }
}

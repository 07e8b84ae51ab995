//! The fallback of `auto`: another compiler makes what the embedded chain cannot, and the user is told.

use super::external::command_template::has_mesh_pipeline;
use super::{Chain, Compiled, Job, ProgramForm, StepMessage, diagnose};
use crate::diag::{Diagnostic, Label, Origin};
use crate::model::{MessageSeverity, SourceLanguage, ask_other_compilers};

/// Why another compiler was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fallback {
    /// The first of its chain: the one that reads the source.
    pub compiler: String,
    /// Errors of the embedded chain, none of which is a mistake in the source. At least one.
    pub reasons: Vec<Diagnostic>,
}

/// Upper bound of the other compiler's errors that are shown under ours.
const ERRORS_SHOWN: usize = 3;

impl Fallback {
    /// Of the errors of the embedded chain. A help that proposes the fallback is removed, because it runs.
    pub fn new(compiler: &str, mut reasons: Vec<Diagnostic>, language: SourceLanguage) -> Fallback {
        let proposal = ask_other_compilers(language.other_compilers);
        for reason in &mut reasons {
            reason.help = reason.help.take().filter(|help| *help != proposal);
        }
        Fallback { compiler: compiler.to_owned(), reasons }
    }

    /// The note when another compiler made the result. It has the reason's message, so shaders with different reasons
    /// get different notes.
    pub fn note(&self) -> Diagnostic {
        let text = |reason: &str| format!("`{}` compiles what the embedded compiler cannot: {reason}", self.compiler);
        let first = self.reasons.first();
        let mut note = Diagnostic::remark("compile/fallback", text(first.map_or("", |first| &first.message)));
        if let Some(first) = first {
            note.primary.clone_from(&first.primary);
            note.trail.clone_from(&first.trail);
        }
        note.origin(Origin::Fallback)
    }

    /// The errors when the other compiler failed as well: our errors, with its errors under the first.
    pub fn errors(self, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let Fallback { compiler, mut reasons } = self;
        // An error of the environment, such as a program that cannot be started, says nothing about the source.
        let (machine, theirs): (Vec<_>, Vec<_>) = found.into_iter().partition(|other| other.origin.is_environment());
        let Some(ours) = reasons.first_mut() else { return machine };
        let errors: Vec<Diagnostic> = theirs.into_iter().filter(Diagnostic::is_error).collect();
        ours.notes.push(format!("`{compiler}` was asked instead, and failed as well"));
        for error in errors.iter().take(ERRORS_SHOWN) {
            let text = format!("`{compiler}`: {}", error.message);
            match &error.primary {
                Some(place) => ours.labels.push(Label { span: place.span, message: text }),
                None => ours.notes.push(text),
            }
            ours.notes.extend(error.notes.iter().cloned());
        }
        if errors.len() > ERRORS_SHOWN {
            ours.notes.push(format!("and {} more errors of `{compiler}`", errors.len() - ERRORS_SHOWN));
        }
        reasons.extend(machine);
        reasons
    }
}

/// The errors of a chain that stopped for a reason which is no mistake in the source; `None` where it did not stop, or
/// where the source has a mistake.
pub fn reasons(done: &Compiled, chain: &Chain, job: &Job<'_>) -> Option<Vec<Diagnostic>> {
    if done.artifact.is_some() || done.cancelled {
        return None;
    }
    // What another compiler makes of the source is SPIR-V, whose text naga writes: it cannot write mesh pipelines.
    let is_text = chain.steps.first().is_some_and(|first| first.output() != ProgramForm::Spirv);
    if is_text && is_of_mesh_pipeline(job) {
        return None;
    }
    let errors = done.diagnostics.iter().filter(|found| found.is_error());
    if !errors.clone().all(|found| matches!(found.origin, Origin::Unsupported | Origin::Internal)) {
        return None;
    }
    // A crash of the embedded step, or a later step that refuses what it wrote.
    let said = |said: &&StepMessage| said.message.severity == MessageSeverity::Error;
    let failed = |said: &StepMessage| {
        let text = said.message.text.lines().next().unwrap_or_default();
        let whose = if said.of_source { String::new() } else { format!("`{}` refuses its result: ", said.compiler) };
        Diagnostic::error("compile/compiler", format!("{whose}{text}")).origin(Origin::Internal)
    };
    let failures = done.messages.iter().filter(said).map(failed);
    let reasons: Vec<Diagnostic> = errors.cloned().chain(failures).map(|found| placed(found, job)).collect();
    (!reasons.is_empty() && chain.steps.first().is_some_and(|first| !first.is_program())).then_some(reasons)
}

/// Whether a job is a stage of a mesh pipeline, or reads what a mesh stage writes once for each primitive.
fn is_of_mesh_pipeline(job: &Job<'_>) -> bool {
    let reads_primitives = || job.links.is_some_and(|links| links.inputs.iter().any(|input| input.per_primitive));
    has_mesh_pipeline(job) || reads_primitives()
}

/// A whole stage has no place of its own: the entry point is shown.
pub fn placed(found: Diagnostic, job: &Job<'_>) -> Diagnostic {
    let tokens = job.source.map(|analysis| &analysis.text.tokens);
    match (&found.primary, tokens) {
        (None, Some(tokens)) => match diagnose::entry_point(tokens, job.entry_point) {
            Some(token) => tokens.blame(found, token),
            None => found,
        },
        _ => found,
    }
}

/// The error of a project that denies other compilers. It is at the first reason's place, with the others under it.
pub fn denied(reasons: &[Diagnostic]) -> Diagnostic {
    let mut error = Fallback { compiler: String::new(), reasons: reasons.to_vec() }.note();
    error.severity = crate::diag::Severity::Error;
    error.origin = Origin::Unsupported;
    let reason = reasons.first().map_or("", |first| &first.message);
    error.message = format!("the embedded compiler cannot compile this, and the project denies others: {reason}");
    for other in reasons.iter().skip(1) {
        match &other.primary {
            Some(place) => error.labels.push(Label { span: place.span, message: other.message.clone() }),
            None => error.notes.push(other.message.clone()),
        }
    }
    error.help("Change the source, or remove `fallback = \"deny\"` from uberc.toml.")
}

//! The interface of a compiler: one step from a form to the next.

use std::fmt;

use super::external::external_compiler::ExternalCompiler;
use super::{Analysis, Cancel, ProgramForm};
use crate::diag::Diagnostic;
use crate::model::keys::StepKey;
use crate::model::{
    ActionKey, ActionResult, BindingRule, CompilerMessage, Digest, MessageSeverity, SourceLanguage, Stage, StageLinks,
    Target,
};

/// One variant for one target, with the bytes the next step works on.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    pub stage: Stage,
    pub entry_point: &'a str,
    /// As the technique asks (`ps_5_0`); `None`: the target's default.
    pub profile: Option<&'a str>,
    pub target: Target,
    /// The source's name for command lines and debug information, such as `mesh.fx`.
    pub name: &'a str,
    pub input: JobInput<'a>,
    /// The tokens behind the text, for steps that read no text.
    pub source: Option<&'a Analysis<'a>>,
    pub debug_info: bool,
    pub optimise: bool,
    pub bindings: BindingRule,
    /// The locations of values between stages, where the order of declarations does not give them.
    pub links: Option<&'a StageLinks>,
    /// Of the source.
    pub language: SourceLanguage,
}

/// The bytes that a step reads.
#[derive(Clone, Copy)]
pub enum JobInput<'a> {
    Bytes(&'a [u8]),
    Text(&'a dyn LazyText),
}

/// The text of a variant, made when a step first reads it: the embedded compiler reads tokens.
pub trait LazyText: Sync {
    fn bytes(&self) -> &[u8];
}

impl<'a> JobInput<'a> {
    pub fn bytes(self) -> &'a [u8] {
        match self {
            JobInput::Bytes(bytes) => bytes,
            JobInput::Text(text) => text.bytes(),
        }
    }
}

impl fmt::Debug for JobInput<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JobInput::Bytes(bytes) => write!(f, "{} bytes", bytes.len()),
            JobInput::Text(_) => f.write_str("text"),
        }
    }
}

/// The result of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    Done(ActionResult),
    /// At least one of the messages is an error.
    Failed(Vec<CompilerMessage>),
    /// At least one of them is an error; each has its place, or concerns no place.
    Rejected(Vec<Diagnostic>),
    /// The build was cancelled: there is nothing to report.
    Cancelled,
}

/// What a step ran in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunForm {
    /// This process, or one for this job.
    Own,
    /// A process that does many jobs.
    Worker,
}

/// One step of a chain. A wrapper of a step forwards every method, also those with a default.
pub trait Compiler: Send + Sync {
    /// As in `uberc.toml` and in diagnostic codes: `glslang`, `naga`.
    fn name(&self) -> &str;
    fn input(&self) -> ProgramForm;
    fn output(&self) -> ProgramForm;
    /// Version and, of programs, the digest of the binary: another build of the same version is another compiler.
    fn identity(&self) -> &str;
    /// Whether the step changes this job.
    fn is_needed(&self, _job: &Job<'_>) -> bool {
        true
    }
    /// Everything the result depends on; `step_key` has the common fields.
    fn key(&self, job: &Job<'_>) -> ActionKey;
    /// The command line that reproduces the step, or an equivalent text.
    fn command(&self, job: &Job<'_>) -> String;
    fn run(&self, job: &Job<'_>, cancel: &Cancel) -> StepOutcome;
    /// The same, and how it ran.
    fn run_in_form(&self, job: &Job<'_>, cancel: &Cancel) -> (StepOutcome, RunForm) {
        (self.run(job, cancel), RunForm::Own)
    }
    /// Whether it reads sources in this language. Asked only of the first step of a chain.
    fn reads(&self, _language: SourceLanguage) -> bool {
        true
    }

    /// Whether it numbers bindings or locations from the declarations of the whole unit, for sources in this language.
    fn reads_declarations(&self, _language: SourceLanguage) -> bool {
        false
    }

    /// Whether values between stages are where the shader's links say after it.
    fn keeps_links(&self) -> bool {
        false
    }

    /// Whether it is an external program, which needs a folder for its files.
    fn is_program(&self) -> bool {
        false
    }

    /// The external program, which another machine can run.
    fn program(&self) -> Option<&ExternalCompiler> {
        None
    }
}

/// With the fields that the key of every step that reads bytes has.
pub fn step_key<'a>(compiler: &'a dyn Compiler, job: &Job<'_>) -> StepKey<'a> {
    step_key_of(compiler, job, Digest::of(job.input.bytes()))
}

/// With the fields that every step's key has. `input`: the digest of what the step reads.
pub fn step_key_of<'a>(compiler: &'a dyn Compiler, job: &Job<'_>, input: Digest) -> StepKey<'a> {
    let forms = (compiler.input().name_in(job.language), compiler.output().name_in(job.language));
    StepKey::new(compiler.name(), compiler.identity(), forms, input)
}

/// The text of that error, from compilers whose own message is less clear.
pub const ENTRY_POINT_NOT_FOUND: &str = "entry point not found";

/// An error of uberc's own about a compiler, without a place.
pub fn error(text: impl Into<String>) -> CompilerMessage {
    CompilerMessage { severity: MessageSeverity::Error, line: None, column: None, code: None, text: text.into() }
}

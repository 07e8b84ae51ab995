//! What every compiler is: one step from a form to the next.

use super::{Analysis, Cancel, Form};
use crate::diag::Diagnostic;
use crate::model::{ActionKey, ActionResult, CompilerMessage, Digest, MessageSeverity, Stage, Target};

/// Where registers land in SPIR-V: `register(<class>n, space s)` becomes set *s*, binding *shift of the class + n*.
///
/// The defaults leave room for all registers Direct3D 11 has of a class (14 b, 128 t, 16 s, 64 u) and stay below 1000,
/// the binding limit of wgpu. A resource without a register takes the first free binding of its class in set 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shifts {
    /// Constant buffers.
    pub b: u32,
    /// Textures and read-only buffers.
    pub t: u32,
    /// Samplers.
    pub s: u32,
    /// Anything a shader may write.
    pub u: u32,
}

impl Default for Shifts {
    fn default() -> Shifts {
        Shifts { b: 0, t: 100, s: 300, u: 400 }
    }
}

impl Shifts {
    /// The register number behind a binding made by this rule: the class with the largest shift not above it.
    pub fn register(&self, binding: u32) -> u32 {
        let shift = [self.b, self.t, self.s, self.u].into_iter().filter(|shift| *shift <= binding).max();
        binding - shift.unwrap_or(0)
    }
}

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
    pub input: &'a [u8],
    /// The tokens behind the text, for steps that read no text.
    pub source: Option<&'a Analysis<'a>>,
    pub debug_info: bool,
    pub optimise: bool,
    pub shifts: Shifts,
}

/// How a step went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    Done(ActionResult),
    /// At least one of the messages is an error.
    Failed(Vec<CompilerMessage>),
    /// At least one of them is an error; they have their places, or are about no place.
    Rejected(Vec<Diagnostic>),
    /// Somebody pressed Ctrl-C: there is nothing to report.
    Cancelled,
}

/// One step of a chain.
pub trait Compiler: Send + Sync {
    /// As in `uberc.toml` and in diagnostic codes: `glslang`, `naga`.
    fn name(&self) -> &str;
    fn input(&self) -> Form;
    fn output(&self) -> Form;
    /// Version and, of programs, the digest of the binary: another build of the same version is another compiler.
    fn identity(&self) -> &str;
    /// Everything the result depends on; `step_key` has the common fields.
    fn key(&self, job: &Job<'_>) -> ActionKey;
    /// The command line to reproduce the step, or what stands for it.
    fn command(&self, job: &Job<'_>) -> String;
    fn run(&self, job: &Job<'_>, cancel: &Cancel) -> StepOutcome;
}

/// The fields that every step's key has.
pub(super) fn step_key(compiler: &dyn Compiler, job: &Job<'_>) -> ActionKey {
    ActionKey::new("compile")
        .with("step", compiler.name())
        .with("compiler", compiler.identity())
        .with("from", compiler.input().name())
        .with("to", compiler.output().name())
        .with("input", Digest::of(job.input).to_string())
}

/// The text of that error, from compilers that have no better.
pub(super) const ENTRY_POINT_NOT_FOUND: &str = "entry point not found";

/// An error of ours about a compiler, without a place.
pub(super) fn error(text: impl Into<String>) -> CompilerMessage {
    CompilerMessage { severity: MessageSeverity::Error, line: None, column: None, code: None, text: text.into() }
}

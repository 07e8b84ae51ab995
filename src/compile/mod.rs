//! A variant's text through a chain of compilers to an artifact.
//!
//! **In**: a [`Chain`] (from a target and the project's settings, with the programs found by a [`ProgramRegistry`]), a
//! [`Job`], a cache.
//! **Out**: an artifact with its reflection, or messages in the compilers' own coordinates; [`diagnose`] brings those
//! to the user's lines.
//! **Never**: knows a branch, reads a source file, or lets a compiler's crash, hang or flood of output take more than
//! the one job down.
//!
//! Each step is an action of its own with a key of named fields, so that targets share the steps they have in common,
//! and a step whose input has not changed does not run. Of a chain that is the embedded compiler alone, the result is stored as the artifact
//! instead ([`compile_artifact`]). Failures are not cached.
//!
//! # Bindings and layout
//! `register(<class>n, space s)` is set *s* and binding *shift of the class + n* in SPIR-V, or the next free number of
//! the set, by the target's [`BindingRule`](crate::model::BindingRule). The embedded step, and a step behind the
//! compilers of `auto` and of dense bindings (`bind`), number from the declarations of the whole unit. Left to itself,
//! glslang numbers resources without a register after the last register of their class in set 0, in the order of their
//! declaration among those *the variant uses*: write registers where variants shall share a layout.
//!
//! Compilers give user-defined semantics a `location` in the order of declaration, separately for inputs and outputs
//! and not counting system values. Where the stages of a shader need others ([`linkage`](crate::linkage)), the embedded
//! step takes these, and a step behind the compilers that make SPIR-V (`link`) puts them into the module. So stages of
//! one technique may come from different compilers.
//!
//! cbuffers have Direct3D's packing, with one exception of glslang 12: a member after an array or matrix begins on a
//! new row instead of in the last one. Such a member is warned of.

mod analysis;
mod cancel;
mod chain;
mod diagnose;
mod dxbc;
mod embedded;
mod external;
mod fallback;
mod form;
mod panic_guard;
mod portable_steps;
mod spirv;
mod step;

use std::sync::Arc;

pub use analysis::{Analysis, SharedProgram, agreeing};
pub use cancel::Cancel;
pub use chain::{
    Chain, LanguageFallback, ToolReport, chain_names, has_native_16_bit, may_embed, may_read_declarations,
    resolve_chain, survey,
};
pub use diagnose::{Subject, diagnose};
pub use dxbc::{Register, Signatures, signatures as register_signatures};
pub use embedded::step::{Embedded, OtherCompilers, check, embed, embed_linked};
pub use embedded::{uniform_blocks, wgsl_resources};
pub use external::catalogue;
pub use external::command_template::shell;
pub use external::external_compiler::{ExternalCompiler, reports_crash};
pub use external::portable::{PortableJob, PortableRun};
pub use external::process::{Bounds as ProgramBounds, End as ProgramEnd, run as run_program};
pub use external::program_registry::{KnownProgram, Program, ProgramRegistry};
pub use external::temp_dir::{folder as temporary_folder, sweep as sweep_temporary_folders};
pub use external::watchdog;
pub use external::worker_pool::WorkerPool;
pub use fallback::Fallback;
pub use form::ProgramForm;
pub use panic_guard::{bounded, start_workers};
pub use portable_steps::{ChainProgress, PortableStep, accept, advance, is_portable};
pub use spirv::canonical::canonical_spirv;
pub use spirv::no_contraction::{chain_without_contraction, without_contraction};
pub use spirv::passes;
pub use spirv::reflect::reflect;
pub use spirv::shared_code::SharedCounts;
pub use step::{Compiler, Job, JobInput, LazyText, RunForm, StepOutcome};

use crate::diag::Diagnostic;
use crate::model::{
    ActionCache, ActionKey, ActionResult, Artifact, CompilerMessage, Digest, Reflection, ask_other_compilers,
};

/// A message, and the compiler that reported it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepMessage {
    pub compiler: String,
    /// Its lines are those of the variant's text (else of some form in between).
    pub of_source: bool,
    pub message: CompilerMessage,
}

/// One step that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepReport {
    pub name: String,
    pub cached: bool,
    pub failed: bool,
    pub command: String,
    /// Of the step's key.
    pub key: Digest,
}

/// The result of a job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compiled {
    /// `None`: one of the messages is an error, or the build was cancelled.
    pub artifact: Option<Artifact>,
    pub messages: Vec<StepMessage>,
    /// Diagnostics whose places are in the user's files already.
    pub diagnostics: Vec<Diagnostic>,
    pub steps: Vec<StepReport>,
    pub cancelled: bool,
    /// The chain's own steps could not do it, and these are the result of its fallback.
    pub fallback: Option<Fallback>,
    /// Whether the artifact is stored.
    pub is_stored: bool,
}

impl Compiled {
    /// The command line of the last step: the one that failed, where one did.
    pub fn command(&self) -> &str {
        self.steps.last().map_or("", |step| &step.command)
    }
}

/// This thread computes the result of a key, and others wait for it. If the claim is dropped without a result (the step
/// failed, was cancelled, or panicked), the waiting threads go on and one of them computes the result.
struct Claim<'a> {
    cache: &'a dyn ActionCache,
    key: &'a ActionKey,
}

impl Claim<'_> {
    fn keep(self, result: &ActionResult) {
        self.cache.put(self.key, result);
        std::mem::forget(self);
    }

    fn keep_as(self, artifact: &ActionKey, result: &ActionResult) {
        self.cache.put_artifact(self.key, artifact, result);
        std::mem::forget(self);
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.cache.abandon(self.key);
    }
}

/// Runs the steps of the chain until one fails. If the embedded compiler stops for a reason that is no mistake in the
/// source, the chain's fallback steps run instead, if it has any.
pub fn compile(chain: &Chain, job: &Job<'_>, cache: &dyn ActionCache, cancel: &Cancel) -> Compiled {
    compile_artifact(chain, job, cache, None, cancel)
}

/// The same for an artifact that may be stored under this key. It is, in the place of the result of the chain's only step, where that
/// is all of it; else the caller stores it.
pub fn compile_artifact(
    chain: &Chain,
    job: &Job<'_>,
    cache: &dyn ActionCache,
    artifact: Option<&ActionKey>,
    cancel: &Cancel,
) -> Compiled {
    let reads = |steps: &[Arc<dyn Compiler>]| steps.first().is_none_or(|first| first.reads(job.language));
    if !reads(&chain.steps) {
        return Compiled { diagnostics: vec![not_read(chain, job)], ..Compiled::default() };
    }
    if job.links.is_some() && !Chain::keeps_links(&chain.steps) {
        return Compiled { diagnostics: vec![not_linked(chain, job)], ..Compiled::default() };
    }
    let mut done = take(&chain.steps, job, cache, artifact, cancel);
    let Some(reasons) = fallback::reasons(&done, chain, job) else { return done };
    let steps = chain.fallback(job.language);
    if let Some(first) = steps.first() {
        let other = take(steps, job, cache, None, cancel);
        return Compiled { fallback: Some(Fallback::new(first.name(), reasons, job.language)), ..other };
    }
    if chain.denies_fallback {
        done.diagnostics = vec![fallback::denied(&reasons)];
        done.messages.clear();
        return done;
    }
    let remedy = chain.remedy(job.stage, job.language);
    for found in done.diagnostics.iter_mut().filter(|found| found.is_error()) {
        let own = || found.help.take().unwrap_or_else(|| ask_other_compilers(job.language.other_compilers));
        let help = remedy.clone().unwrap_or_else(own);
        *found = fallback::placed(found.clone(), job).help(help);
    }
    done
}

/// A chain that begins with a program for another language.
fn not_read(chain: &Chain, job: &Job<'_>) -> Diagnostic {
    let first = chain.steps.first().map_or("", |first| first.name());
    let (target, title) = (chain.target.name(), job.language.title);
    let message = format!("`{first}` of target `{target}` does not read {title}, in which `{}` is written", job.name);
    Diagnostic::error("compile/language", message).help(format!(
        "Begin `compilers` in `[target.{target}]` of uberc.toml with a compiler that reads it, such as \"auto\"."
    ))
}

/// A chain that begins with a program which numbers inputs and outputs by itself, for a stage that lists them in
/// another order than its neighbours.
fn not_linked(chain: &Chain, job: &Job<'_>) -> Diagnostic {
    let first = chain.steps.first().map_or("", |first| first.name());
    let (target, stage) = (chain.target.name(), job.stage.name());
    let message = format!(
        "the {stage} stage `{}` does not list its values in the order of the other stages, which `{first}` of target \
         `{target}` needs",
        job.entry_point
    );
    let found = Diagnostic::error("stages/order", message).help(format!(
        "List them in one order, or begin `compilers` in `[target.{target}]` of uberc.toml with a compiler that makes \
         SPIR-V, or with \"auto\"."
    ));
    fallback::placed(found, job)
}

/// Whether the result of a chain's only step is stored as the artifact alone. The place of a message is not in the key of the artifact, and the
/// artifact's entry point must follow from the key of the step. The step's own key is worth a record where the artifact's says more: it has
/// the profile, which the embedded compiler does not read. Programs take so long that theirs is kept for chains in which they come first.
fn is_artifact(step: &dyn Compiler, job: &Job<'_>, key: &ActionKey, result: &ActionResult) -> bool {
    let is_silent = result.messages.is_empty() && job.source.is_none_or(|analysis| analysis.warnings().is_empty());
    is_silent && !step.is_program() && job.profile.is_none() && key.field("entry_point").is_some()
}

fn take(
    steps: &[Arc<dyn Compiler>],
    job: &Job<'_>,
    cache: &dyn ActionCache,
    artifact: Option<&ActionKey>,
    cancel: &Cancel,
) -> Compiled {
    let mut done = Compiled::default();
    let mut output: Option<Vec<u8>> = None;
    let mut entry_point = job.entry_point.to_owned();
    let mut reflection = None;
    for step in steps.iter().filter(|step| step.is_needed(job)) {
        let input = output.as_deref().map_or(job.input, JobInput::Bytes);
        let job = Job { input, entry_point: &entry_point, ..job.clone() };
        let key = step.key(&job);
        let command = step.command(&job);
        let digest = key.digest();
        let report = |cached, failed| StepReport { name: step.name().to_owned(), cached, failed, command, key: digest };
        let said = |message| StepMessage {
            compiler: step.name().to_owned(),
            of_source: step.input() == ProgramForm::Source,
            message,
        };
        let stored = cache.get(&key);
        let cached = stored.is_some();
        let outcome = match stored {
            Some(stored) => StepOutcome::Done(stored),
            None => {
                let claim = Claim { cache, key: &key };
                let mut outcome = step.run(&job, cancel);
                if let StepOutcome::Done(result) = &mut outcome {
                    match artifact.filter(|_| steps.len() == 1 && is_artifact(&**step, &job, &key, result)) {
                        Some(artifact) => {
                            result.entry_point.get_or_insert_with(|| entry_point.clone());
                            result.reflection.get_or_insert_default();
                            claim.keep_as(artifact, result);
                            done.is_stored = true;
                        }
                        None => claim.keep(result),
                    }
                }
                outcome
            }
        };
        match outcome {
            StepOutcome::Done(result) => {
                done.steps.push(report(cached, false));
                done.messages.extend(result.messages.into_iter().map(said));
                reflection = result.reflection.or(reflection);
                if let Some(renamed) = result.entry_point {
                    entry_point = renamed;
                }
                output = Some(result.output);
            }
            StepOutcome::Failed(messages) => {
                done.steps.push(report(false, true));
                done.messages.extend(messages.into_iter().map(said));
                return done;
            }
            StepOutcome::Rejected(diagnostics) => {
                done.steps.push(report(false, true));
                done.diagnostics.extend(diagnostics);
                return done;
            }
            StepOutcome::Cancelled => {
                done.cancelled = true;
                return done;
            }
        }
    }
    let reflection: Reflection = reflection.unwrap_or_default();
    let bytes = output.unwrap_or_else(|| job.input.bytes().to_vec());
    done.artifact = Some(Artifact { bytes: bytes.into(), entry_point, reflection });
    done
}

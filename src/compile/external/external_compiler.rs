//! A compiler that is a program of its own.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::catalogue::{Builtin, POSITION_W};
use super::command_template;
use super::command_template::{CommandLine, Places, RESPONSE_FILE};
use super::process;
use super::process::{Bounds, End, Run, signal_name};
use super::program_registry::Program;
use super::shortage::{Shortage, is_full};
use super::worker_pool::{PoolJob, PoolRun, WorkerPool};
use super::{messages, temp_dir};
use crate::bounded_file;
use crate::compile::step::{RunForm, error, step_key};
use crate::compile::{Cancel, Compiler, Job, ProgramForm, StepOutcome};
use crate::diag::{Diagnostic, Origin};
use crate::model::keys::StepKey;
use crate::model::{ActionKey, ActionResult, CompilerMessage, MessageSeverity, SourceLanguage, Target};

/// A program, its arguments and its limits.
#[derive(Clone, Debug)]
pub struct ExternalCompiler {
    pub builtin: Builtin,
    pub program: Arc<Program>,
    pub identity: String,
    pub output: ProgramForm,
    /// In place of all built-in arguments.
    pub args: Option<Vec<String>>,
    pub extra_args: Vec<String>,
    pub limits: Bounds,
    /// The project's folder, absolute.
    pub root: Arc<Path>,
    /// Where the program can serve, and the project does not forbid it.
    pub workers: Option<Arc<WorkerPool>>,
    /// Files that go with the program to another machine, absolute.
    pub remote_files: Arc<[PathBuf]>,
}

impl ExternalCompiler {
    /// The arguments with their placeholders.
    pub fn template(&self, job: &Job<'_>) -> Vec<String> {
        let own = || {
            let wanted = self.builtin.output(self.output, job.language.name);
            let debug = wanted.filter(|_| job.debug_info).map_or(&[][..], |output| output.debug);
            let optimise = self.builtin.optimise[usize::from(!job.optimise)];
            // Options first: some tools take the input only as the last word.
            let all = debug.iter().chain(optimise).chain(wanted.map_or(&[][..], |output| output.arguments));
            // naga's HLSL passes `SV_Position.w` through unchanged: the option that inverts it for Vulkan must not be
            // given.
            all.filter(|argument| job.target != Target::Hlsl || !POSITION_W.contains(argument))
                .map(|argument| (*argument).to_owned())
                .collect()
        };
        let mut arguments = self.args.clone().unwrap_or_else(own);
        // After the built-in options and before their input: where two options disagree, the later one counts.
        let at = arguments.iter().rposition(|argument| argument == "{input}").unwrap_or(arguments.len());
        arguments.splice(at..at, self.extra_args.iter().cloned());
        arguments
    }

    pub fn input_name<'a>(&self, job: &Job<'a>) -> Cow<'a, str> {
        // Debug information holds the name; without it, equal text of two shaders is one action.
        if job.debug_info && self.builtin.input == ProgramForm::Source {
            let base = job.name.rsplit(['/', '\\']).next().unwrap_or_default();
            let plain: String =
                base.chars().map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' }).collect();
            // `.hlsl` also where the source is an `.fx`: some compilers go by the extension.
            return Cow::Owned(format!(
                "{}.{}",
                plain.trim_start_matches('-'),
                self.builtin.input.extension(job.language)
            ));
        }
        Cow::Owned(format!("input.{}", self.builtin.input.extension(job.language)))
    }

    pub fn output_name(&self, job: &Job<'_>) -> String {
        format!("output.{}", self.output.extension(job.language))
    }

    pub fn line(&self, job: &Job<'_>) -> CommandLine {
        let places = Places { input: &self.input_name(job), output: &self.output_name(job), root: &self.root };
        command_template::expand(&self.template(job), job, places, self.builtin.response_files)
    }

    /// A failure that the source did not cause: it has no place in it.
    fn no_fault_of_the_source(&self, diagnostic: Diagnostic, job: &Job<'_>) -> StepOutcome {
        StepOutcome::Rejected(vec![diagnostic.note(format!("ran: {}", self.command(job)))])
    }

    /// In a process of its own, with its files in `folder`.
    fn run_in(&self, folder: &Path, job: &Job<'_>, cancel: &Cancel) -> std::io::Result<StepOutcome> {
        let input = self.input_name(job);
        let output = folder.join(self.output_name(job));
        std::fs::write(folder.join(&*input), job.input.bytes())?;
        let line = self.line(job);
        if let Some(text) = &line.response {
            std::fs::write(folder.join(RESPONSE_FILE), text)?;
        }
        let mut run = process::run(&self.program.path, &line.arguments, folder, self.limits, cancel);
        run.text = without_folder(&run.text, folder);
        Ok(self.outcome(job, run, Some(folder), || bounded_file::read(&output, MOST_OUTPUT)))
    }

    /// By a worker; `None`: the job needs a process of its own.
    fn run_by_worker(&self, job: &Job<'_>, cancel: &Cancel) -> Option<StepOutcome> {
        let workers = self.workers.as_deref().filter(|_| !self.builtin.check)?;
        let (input, output) = (self.input_name(job), self.output_name(job));
        let line = self.line(job);
        if line.response.is_some() {
            return None;
        }
        let asked = PoolJob { arguments: &line.arguments, names: [&input, &output], source: job.input.bytes() };
        let PoolRun { run, object } = workers.run(&self.program, &asked, self.limits, cancel)?;
        Some(self.outcome(job, run, None, || object.ok_or_else(|| std::io::ErrorKind::NotFound.into())))
    }

    /// What a run gave. `folder`: where it wrote its output, which `output` reads.
    pub fn outcome(
        &self,
        job: &Job<'_>,
        run: Run,
        folder: Option<&Path>,
        output: impl FnOnce() -> std::io::Result<Vec<u8>>,
    ) -> StepOutcome {
        let name = self.builtin.name;
        let mut found = messages::parse(self.builtin.messages, &run.text, &self.input_name(job));
        let fault = |found: &mut Vec<CompilerMessage>, text: String| found.push(error(text));
        let mut bytes = None;
        let may_take = self.limits.memory.filter(|_| run.limited);
        if let Some(shortage) = Shortage::of(&run, &found, folder) {
            return self.no_fault_of_the_source(shortage.diagnostic(name, may_take), job);
        }
        match run.end {
            End::Cancelled => return StepOutcome::Cancelled,
            End::NotStarted(reason) => {
                let diagnostic =
                    Diagnostic::error("compile/cannot-start", format!("{name} could not be started: {reason}"))
                        .origin(Origin::Machine);
                let help = format!(
                    "The program is `{}`: see why it cannot be run, or install it again.",
                    self.program.path.display()
                );
                return self.no_fault_of_the_source(diagnostic.help(help), job);
            }
            End::NoAnswer => return self.no_fault_of_the_source(no_answer(name), job),
            End::TimedOut => fault(
                &mut found,
                format!("{name} was stopped after {} s without a result", seconds(self.limits.timeout)),
            ),
            End::Signal(signal) => {
                fault(&mut found, format!("{name}{CRASHED}{})", signal_name(signal)));
                // A program that cannot allocate memory usually aborts, so the limit is worth a note.
                found.extend(may_take.map(|bytes| CompilerMessage {
                    severity: MessageSeverity::Note,
                    ..error(format!("it may take {} MiB (`compile-memory` in the limits of uberc.toml)", bytes >> 20))
                }));
            }
            End::Exit(0) if self.builtin.check => bytes = Some(job.input.bytes().to_vec()),
            End::Exit(0) => match output() {
                Ok(read) if !read.is_empty() => bytes = Some(read),
                Ok(_) => fault(&mut found, format!("{name} reported success and wrote an empty file")),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                    fault(&mut found, format!("{name} reported success and wrote no output file"));
                }
                Err(error) => {
                    fault(&mut found, format!("{name} reported success, but its output cannot be read: {error}"));
                }
            },
            End::Exit(code) => blame(&mut found, || format!("{name} failed with exit code {code} and said nothing")),
        }
        if run.dropped > 0 {
            found.push(CompilerMessage {
                severity: MessageSeverity::Note,
                ..error(format!("{name} printed {} more bytes, which were dropped", run.dropped))
            });
        }
        bound(&mut found);
        // Some exit with 0 after an error (glslang where the entry point is missing).
        let failed = found.iter().any(|message| message.severity == MessageSeverity::Error);
        match bytes {
            Some(output) if !failed => {
                StepOutcome::Done(ActionResult { output, messages: found, ..ActionResult::default() })
            }
            _ => StepOutcome::Failed(found),
        }
    }
}

/// A program that says that it serves, and does not.
fn no_answer(name: &str) -> Diagnostic {
    let message = format!("the worker of {name} wrote something else than an answer");
    Diagnostic::error("compile/worker", message)
        .origin(Origin::Machine)
        .help(format!("Write `workers = false` in `[compiler.{name}]` of uberc.toml, or install the program again."))
}

/// Upper bound of what a compiler writes for one variant, in bytes.
const MOST_OUTPUT: u64 = 1 << 30;

const CRASHED: &str = " crashed (";

/// Whether the message reports that the program crashed.
pub fn reports_crash(message: &CompilerMessage) -> bool {
    message.line.is_none() && message.text.contains(CRASHED)
}

impl Compiler for ExternalCompiler {
    fn name(&self) -> &str {
        self.builtin.name
    }

    fn is_program(&self) -> bool {
        true
    }

    fn program(&self) -> Option<&ExternalCompiler> {
        Some(self)
    }

    fn reads(&self, language: SourceLanguage) -> bool {
        // With the project's own arguments, a program may read any language.
        self.args.is_some() || self.builtin.output(self.output, language.name).is_some()
    }

    fn input(&self) -> ProgramForm {
        self.builtin.input
    }

    fn output(&self) -> ProgramForm {
        self.output
    }

    fn identity(&self) -> &str {
        &self.identity
    }

    fn key(&self, job: &Job<'_>) -> ActionKey {
        let template = self.template(job);
        // Only the fields that the command line uses: variants that differ in others share the result.
        let uses = |hole: &str| command_template::uses(&template, hole);
        let stage = ["stage", "stage.glslang", "stage.slang"].into_iter().any(uses)
            || ["environment.dxc", "environment.glslang", "environment.slang"].into_iter().any(uses)
                && command_template::has_mesh_pipeline(job);
        StepKey {
            arguments: Some(template.iter().fold(String::new(), |text, word| text + word + "\n")),
            stage: stage.then_some(job.stage),
            entry_point: uses("entry").then_some(job.entry_point),
            profile: uses("profile").then(|| command_template::tool_profile(job)),
            shifts: job.bindings.shifts().named().into_iter().filter(|(hole, _)| uses(hole)).collect(),
            version: uses("language-version").then(|| (job.language.version_key(), job.language.version.to_string())),
            file: job.debug_info.then(|| self.input_name(job).into_owned()),
            ..step_key(self, job)
        }
        .key()
    }

    fn command(&self, job: &Job<'_>) -> String {
        let line = self.line(job);
        let program =
            self.program.path.file_name().map_or(Cow::Borrowed(self.builtin.program), |n| n.to_string_lossy());
        command_template::shell(&program, &line.arguments)
    }

    fn run(&self, job: &Job<'_>, cancel: &Cancel) -> StepOutcome {
        self.run_in_form(job, cancel).0
    }

    fn run_in_form(&self, job: &Job<'_>, cancel: &Cancel) -> (StepOutcome, RunForm) {
        if let Some(outcome) = self.run_by_worker(job, cancel) {
            return (outcome, RunForm::Worker);
        }
        let outcome = temp_dir::folder().and_then(|folder| self.run_in(folder.path(), job, cancel));
        let outcome = outcome.unwrap_or_else(|problem| {
            // The kind alone: the full text may contain the path of the temporary folder, which differs from run to
            // run.
            let (name, kind) = (self.builtin.name, problem.kind());
            let diagnostic = if is_full(kind) {
                Shortage::Room(kind.to_string()).diagnostic(name, None)
            } else {
                Diagnostic::error("compile/no-temporary-folder", format!("{name} has no temporary files: {kind}"))
                    .origin(Origin::Machine)
                    .help("Set TMPDIR to a folder that can be written and has room.")
            };
            self.no_fault_of_the_source(diagnostic, job)
        });
        (outcome, RunForm::Own)
    }
}

/// Makes sure that a failure has an error: the first note becomes one, or, if the program printed nothing, `silent`
/// makes it.
fn blame(found: &mut Vec<CompilerMessage>, silent: impl FnOnce() -> String) {
    if found.iter().any(|message| message.severity == MessageSeverity::Error) {
        return;
    }
    match found.iter_mut().find(|message| message.severity == MessageSeverity::Note) {
        Some(message) => message.severity = MessageSeverity::Error,
        None => found.push(error(silent())),
    }
}

/// How many messages of one job are kept: a broken compiler may print without end.
const MOST_ERRORS: usize = 100;
const MOST_OTHERS: usize = 100;
/// Bytes of one message.
const LONGEST_TEXT: usize = 4000;

/// Keeps the first errors and the first other messages, in their order, and notes how many were left out.
fn bound(found: &mut Vec<CompilerMessage>) {
    let (mut errors, mut others, before) = (0, 0, found.len());
    found.retain(|message| {
        let (count, most) = match message.severity {
            MessageSeverity::Error => (&mut errors, MOST_ERRORS),
            _ => (&mut others, MOST_OTHERS),
        };
        *count += 1;
        *count <= most
    });
    for message in found.iter_mut() {
        if message.text.len() > LONGEST_TEXT {
            let cut = (0..=LONGEST_TEXT).rev().find(|at| message.text.is_char_boundary(*at)).unwrap_or(0);
            let more = message.text.len() - cut;
            message.text.truncate(cut);
            message.text.push_str(&format!("... ({more} more bytes)"));
        }
    }
    if found.len() < before {
        let text = format!("{} more messages were left out", before - found.len());
        found.push(CompilerMessage { severity: MessageSeverity::Note, ..error(text) });
    }
}

/// The text without the path of the temporary folder, which differs from run to run.
fn without_folder(text: &str, folder: &Path) -> String {
    let mut text = text.to_owned();
    for spelling in [Some(folder.to_owned()), folder.canonicalize().ok()].into_iter().flatten() {
        let spelling = spelling.to_string_lossy().into_owned();
        text = text.replace(&format!("{spelling}{}", std::path::MAIN_SEPARATOR), "").replace(&spelling, ".");
    }
    text
}

fn seconds(time: Duration) -> String {
    if time.subsec_millis() == 0 { time.as_secs().to_string() } else { format!("{:.1}", time.as_secs_f64()) }
}

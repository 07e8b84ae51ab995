//! A job of a program as another machine can run it: the program's files, its input and its arguments, without a path of
//! this machine.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::command_template;
use super::command_template::RESPONSE_FILE;
use super::external_compiler::ExternalCompiler;
use super::process::{self, Bounds, End, OUTPUT_CAP, Run};
use super::program_registry::Program;
use crate::compile::{Job, StepOutcome};
use crate::model::ActionResult;

/// A job for another machine. Its files are in one folder, in which the program runs.
#[derive(Clone, Debug)]
pub struct PortableJob {
    /// The compiler's name.
    pub compiler: &'static str,
    pub program: Arc<Program>,
    /// Files that the program needs beside itself, absolute.
    pub further: Arc<[PathBuf]>,
    pub arguments: Vec<String>,
    /// Name and bytes.
    pub inputs: Vec<(String, Vec<u8>)>,
    /// The name of the file that it writes; `None` for a program that only checks.
    pub output: Option<String>,
    pub bounds: Bounds,
}

/// What such a run gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PortableRun {
    pub code: i32,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub output: Option<Vec<u8>>,
}

impl PortableRun {
    /// The first line that says something, for a message.
    pub fn first_line(&self) -> String {
        let text = String::from_utf8_lossy(if self.stderr.is_empty() { &self.stdout } else { &self.stderr });
        let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        line.chars().filter(|c| !c.is_control()).take(200).collect()
    }
}

impl ExternalCompiler {
    /// The job for another machine; `None`: it names the project's folder, which only this machine has.
    pub fn portable(&self, job: &Job<'_>) -> Option<PortableJob> {
        let template = self.template(job);
        if command_template::uses(&template, "root") {
            return None;
        }
        let (line, input) = (self.line(job), self.input_name(job).into_owned());
        let mut inputs = vec![(input, job.input.bytes().to_vec())];
        inputs.extend(line.response.map(|text| (RESPONSE_FILE.to_owned(), text.into_bytes())));
        Some(PortableJob {
            compiler: self.builtin.name,
            program: Arc::clone(&self.program),
            further: Arc::clone(&self.remote_files),
            arguments: line.arguments,
            inputs,
            output: (!self.builtin.check).then(|| self.output_name(job)),
            bounds: self.limits,
        })
    }

    /// The result of a run elsewhere, if it is one that this machine would give as well: the program succeeded, and what
    /// it printed names no path of that machine.
    pub fn accept(&self, job: &Job<'_>, run: PortableRun) -> Option<ActionResult> {
        let PortableRun { code, stdout, stderr, output } = run;
        if code != 0 || stdout.len().max(stderr.len()) > OUTPUT_CAP {
            return None;
        }
        let (text, dropped) = process::joined([Some((stdout, 0)), Some((stderr, 0))]);
        let program = self.program.path.file_name().map(Path::new).map(|name| name.display().to_string());
        if program.is_some_and(|program| text.contains(&format!("/{program}"))) {
            return None;
        }
        let run = Run { end: End::Exit(0), text, dropped, limited: false };
        match self.outcome(job, run, None, || output.ok_or_else(|| std::io::ErrorKind::NotFound.into())) {
            StepOutcome::Done(result) => Some(result),
            StepOutcome::Failed(_) | StepOutcome::Rejected(_) | StepOutcome::Cancelled => None,
        }
    }
}

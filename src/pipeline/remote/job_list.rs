//! Jobs of one program as an action: the input tree, a list of jobs as a script of POSIX shell, and what comes back.
//!
//! ```text
//! jobs.sh              runs all jobs, one after the other
//! compiler/PROGRAM     and the files beside it
//! 0/input.hlsl         the first job, in whose folder the program runs
//! codes                its exit codes, a line each
//! 0/out  0/err  0/output.spv
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::bounded_file;
use crate::cache::{ActionFile, ActionOutput, ActionRequest};
use crate::compile::{PortableJob, PortableRun, shell};
use crate::model::RemoteSettings;

/// The bytes of all inputs of one action, beside the program, from which no further job is added.
pub const MOST_INPUT: usize = 16 << 20;

/// Exit codes with which a shell says that it cannot run a program.
const CANNOT_RUN: [i32; 2] = [126, 127];

/// The files of programs, each read once.
#[derive(Default)]
pub struct ProgramFiles {
    known: Mutex<BTreeMap<PathBuf, Result<ActionFile, String>>>,
}

impl ProgramFiles {
    fn get(&self, path: &Path) -> Result<ActionFile, String> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let read = || {
            let bytes = bounded_file::read(path, bounded_file::MOST_DATA);
            let bytes = bytes.map_err(|error| format!("cannot read `{}`: {error}", path.display()))?;
            Ok(ActionFile::new(bytes, true))
        };
        known.entry(path.to_path_buf()).or_insert_with(read).clone()
    }

    /// The files of a job's program, by their path in the tree, and that of the program.
    fn of(&self, job: &PortableJob) -> Result<(String, BTreeMap<String, ActionFile>), String> {
        let mut files = BTreeMap::new();
        let program = in_tree(&job.program.path)?;
        let own = self.get(&job.program.path)?;
        if own.begins_with(b"#!") && job.further.is_empty() {
            let path = job.program.path.display();
            return Err(format!(
                "`{path}` is a script, and no `remote-files` of `[compiler.{}]` say what it runs",
                job.compiler
            ));
        }
        files.insert(program.clone(), own);
        for path in job.further.iter() {
            files.insert(in_tree(path)?, self.get(path)?);
        }
        Ok((program, files))
    }
}

fn in_tree(path: &Path) -> Result<String, String> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'+');
    if name.is_empty() || !name.bytes().all(is_plain) {
        return Err(format!("`{}` has a name that not every machine takes", path.display()));
    }
    Ok(format!("compiler/{name}"))
}

/// Whether two jobs can be in one action.
pub fn is_same_program(one: &PortableJob, other: &PortableJob) -> bool {
    Arc::ptr_eq(&one.program, &other.program) && one.bounds == other.bounds && one.further == other.further
}

/// The action of these jobs, all of the first one's program.
///
/// # Errors
/// A file of the program cannot be sent.
pub fn request(
    jobs: &[&PortableJob],
    files: &ProgramFiles,
    settings: &RemoteSettings,
) -> Result<ActionRequest, String> {
    let first = jobs.first().ok_or_else(|| "there are no jobs".to_owned())?;
    let (program, mut files) = files.of(first)?;
    let mut request = ActionRequest {
        arguments: vec!["/bin/sh".to_owned(), "jobs.sh".to_owned()],
        platform: settings.platform.clone(),
        timeout: settings.execute_timeout,
        ..ActionRequest::default()
    };
    // As a program here has them; `process::command` sets them too.
    for (name, value) in [("LC_ALL", "C"), ("LANG", "C"), ("NO_COLOR", "1")] {
        request.environment.insert(name.to_owned(), value.to_owned());
    }
    request.outputs.insert("codes".to_owned());
    let mut script = String::new();
    if !first.further.is_empty() {
        script += "LD_LIBRARY_PATH=$PWD/compiler\nexport LD_LIBRARY_PATH\n";
    }
    // Where a machine has no such bound, the action's time still ends it.
    let seconds = first.bounds.timeout.as_secs().saturating_add(10);
    let mut bounds = format!("ulimit -c 0 2>/dev/null; ulimit -t {seconds} 2>/dev/null; ");
    if let Some(bytes) = first.bounds.memory {
        bounds += &format!("ulimit -v {} 2>/dev/null; ", bytes >> 10);
    }
    for (number, job) in jobs.iter().enumerate() {
        for (name, bytes) in &job.inputs {
            files.insert(format!("{number}/{name}"), ActionFile::new(bytes.clone(), false));
        }
        let line = shell(&format!("../{program}"), &job.arguments);
        script += &format!(
            "(cd {number} || exit 126; {bounds}exec {line}) >{number}/out 2>{number}/err </dev/null\necho $? >>codes\n"
        );
        let outputs = ["out", "err"].into_iter().chain(job.output.as_deref());
        request.outputs.extend(outputs.map(|name| format!("{number}/{name}")));
    }
    // All of them may fail, and the action has done its work.
    script += "exit 0\n";
    files.insert("jobs.sh".to_owned(), ActionFile::new(script.into_bytes(), true));
    request.files = files;
    Ok(request)
}

/// What the jobs gave, in their order.
///
/// # Errors
/// The machine could not run the jobs.
pub fn runs(jobs: &[&PortableJob], mut given: ActionOutput) -> Result<Vec<PortableRun>, String> {
    let codes = given.files.remove("codes").unwrap_or_default();
    let codes: Vec<Option<i32>> =
        String::from_utf8_lossy(&codes).lines().map(|line| line.trim().parse().ok()).collect();
    if given.exit_code != 0 || codes.len() != jobs.len() {
        let said = given.stderr.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
        return Err(format!("its machine did not run the list of jobs (exit code {}) {said}", given.exit_code));
    }
    let mut runs = Vec::new();
    for (number, (job, code)) in jobs.iter().zip(codes).enumerate() {
        let mut take = |name: &str| given.files.remove(&format!("{number}/{name}"));
        let run = PortableRun {
            code: code.unwrap_or(-1),
            stdout: take("out").unwrap_or_default(),
            stderr: take("err").unwrap_or_default(),
            output: job.output.as_deref().and_then(take),
        };
        if CANNOT_RUN.contains(&run.code) {
            return Err(format!("its machine cannot run {}: {}", job.compiler, run.first_line()));
        }
        runs.push(run);
    }
    Ok(runs)
}

//! Opens the project that a command works on.

use std::error::Error as _;
use std::path::Path;

use super::args::Select;
use super::{Stop, Terminal};
use crate::compile;
use crate::diag::{self, Diagnostic, did_you_mean};
use crate::model::{Project, Target};
use crate::pipeline::BuildContext;

/// The project of some paths, its targets, and the diagnostics of reading it.
pub struct Opened {
    pub context: BuildContext,
    pub targets: Vec<Target>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Opens the project. Where there is no unit, the errors are printed at once.
pub fn open(select: &Select, terminal: &Terminal) -> Result<Opened, Stop> {
    open_with(select, terminal, || BuildContext::open(&select.paths))
}

/// The same for a build that writes this archive, or the project's.
pub fn open_to_build(select: &Select, output: Option<&Path>, terminal: &Terminal) -> Result<Opened, Stop> {
    open_with(select, terminal, || {
        BuildContext::open_to_build(&select.paths, output, |project| targets_of(select, project))
    })
}

fn open_with(
    select: &Select,
    terminal: &Terminal,
    open: impl FnOnce() -> (BuildContext, Vec<Diagnostic>),
) -> Result<Opened, Stop> {
    if let Some(missing) = select.paths.iter().find(|path| !path.exists()) {
        return Err(no_such_path(missing));
    }
    use_jobs(select.jobs)?;
    let (mut context, mut diagnostics) = open();
    context.override_settings(&select.overrides()?);
    context.project.warnings.apply(&mut diagnostics);
    if context.units.is_empty() {
        diag::sort(&mut diagnostics, &context.sources);
        terminal.diagnostics(&diagnostics, &context.sources);
        return Err(Stop::sources(""));
    }
    let targets = targets_of(select, &context.project);
    Ok(Opened { context, targets, diagnostics })
}

/// The targets that are asked for, or the project's; sorted, each once.
fn targets_of(select: &Select, project: &Project) -> Vec<Target> {
    let mut targets = if select.target.is_empty() { project.default_targets.clone() } else { select.target.clone() };
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// Entries of a folder whose names are compared with a path that is not there, at most.
const MOST_ENTRIES: usize = 10_000;

fn no_such_path(path: &Path) -> Stop {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().take(MOST_ENTRIES);
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let near = did_you_mean(&name, names.iter().map(String::as_str)).map(|near| path.with_file_name(near));
    let near = near.map(|near| format!("; did you mean `{}`?", near.display())).unwrap_or_default();
    Stop::usage(format!("there is no file or folder `{}`{near}", path.display()))
}

/// Sets the number of threads, for the rest of the process.
pub fn use_jobs(jobs: Option<u16>) -> Result<(), Stop> {
    let started = compile::start_workers(jobs.map_or(0, usize::from));
    match (started, jobs) {
        (Err(error), Some(jobs)) => Err(Stop::environment(format!("cannot start {jobs} threads: {error}"))),
        // The error has a source only if the system refused to start so many threads.
        (Err(error), None) if error.source().is_some() => {
            Err(Stop::environment(format!("cannot start the threads, fewer may do (--jobs): {error}")))
        }
        // The pool exists already if uberc is part of a larger program: without `--jobs`, that pool is used.
        (Ok(()) | Err(_), _) => Ok(()),
    }
}

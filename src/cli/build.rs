//! `uberc build`.

use std::path::Path;
use std::sync::Arc;

use super::args::Build;
use super::progress::Progress;
use super::project::{Opened, open, open_to_build};
use super::select::narrow;
use super::{ENVIRONMENT, INTERRUPTED, Outcome, SOURCE_ERRORS, Stop, Terminal};
use crate::cache::RemoteMode;
use crate::pack;
use crate::pipeline::{self, BuildRequest, CacheSummary, ProjectCache};
use crate::report::{
    ArchiveNote, Ending, Report, depfile, fetched_line, fetched_text, rebuilt_line, rebuilt_text, summary_line,
    summary_text,
};
use crate::specialise::Mode;

pub fn run(command: &Build, terminal: &Terminal) -> Outcome {
    let output = command
        .archive
        .output
        .as_ref()
        .map(std::path::absolute)
        .transpose()
        .map_err(|error| Stop::environment(format!("the working folder cannot be found: {error}")))?;
    let mut opened = if command.no_cache {
        open(&command.select, terminal)?
    } else {
        open_to_build(&command.select, output.as_deref(), terminal)?
    };
    if command.archive.plain {
        opened.context.mode = Mode::Plain;
    }
    let cancel = Arc::clone(&opened.context.cancel);
    let progress = Progress::start(&cancel, terminal);
    if let Some(text) = &command.selection {
        let (shader, permutation) =
            text.split_once(':').map_or((text.as_str(), None), |(name, rest)| (name, Some(rest)));
        if !narrow(shader, permutation, &mut opened, terminal)? {
            return Ok(SOURCE_ERRORS);
        }
    }
    let mode = RemoteMode { offline: command.archive.offline, read_only: command.remote_only_read };
    let cache = if command.no_cache {
        ProjectCache::none()
    } else {
        ProjectCache::open(&opened.context).with_remote(&opened.context, mode)
    };
    terminal.diagnostics(cache.notes(), &opened.context.sources);
    let request = BuildRequest {
        targets: opened.targets.clone(),
        output,
        cache: &cache,
        records: cache.records(),
        remote: cache.remote(),
        resident: None,
        cancel: &cancel,
        events: progress.as_ref(),
        force: command.archive.force,
        release: command.archive.release,
        debug_info: command.archive.debug_info,
        fail_fast: command.fail_fast,
        observer: None,
    };
    let report = pipeline::build(&opened.context, opened.diagnostics.clone(), &request);
    progress.finish();
    let is_full = close_cache(&cache, &report, &opened, terminal);
    terminal.diagnostics(&report.diagnostics, &opened.context.sources);
    let archive = if request.writes(&opened.context) {
        let path = request.output(&opened.context);
        ArchiveNote::of(&report, terminal.path(&path), path.is_file())
    } else {
        ArchiveNote::None
    };
    write_results(command, &opened, &report, &archive, terminal)?;
    match report.ending {
        Ending::Success if command.selection.is_some() => {}
        Ending::Success if !opened.context.whole && request.output.is_none() => {
            terminal.talk("a part of the project was built, so no archive was written; name one with --output");
        }
        Ending::Cancelled => {
            progress.watched()?;
            terminal.talk("interrupted");
        }
        _ => {}
    }
    let code = exit_code(report.ending, is_full);
    // The program ends, and the system takes all memory at once: to free it piece by piece is 4 % of the instructions of a build with
    // nothing to do. Nothing here does more when it is dropped; the cache, which does, is dropped.
    std::mem::forget((opened, report));
    Ok(code)
}

/// The exit code of a build. `is_full`: the disk is full, so that later builds lack results of this one.
pub fn exit_code(ending: Ending, is_full: bool) -> u8 {
    match ending {
        Ending::Success if is_full => ENVIRONMENT,
        Ending::Success => 0,
        Ending::SourceErrors => SOURCE_ERRORS,
        Ending::Environment => ENVIRONMENT,
        Ending::Cancelled => INTERRUPTED,
    }
}

/// Prints and writes what `--explain`, `--timings`, `--trace` and `--depfile` ask for, and the summary.
fn write_results(
    command: &Build,
    opened: &Opened,
    report: &Report,
    archive: &ArchiveNote,
    terminal: &Terminal,
) -> Result<(), Stop> {
    let context = &opened.context;
    if command.explain {
        explain(report, terminal);
    }
    if command.timings {
        terminal.timings(&context.trace.timings(), &context.shared());
    }
    if let Some(file) = &command.trace {
        write_file(file, &context.trace.chrome())?;
    }
    if let Some(file) = &command.depfile
        && report.ending == Ending::Success
    {
        write_file(file, &depfile_text(command, opened, report))?;
    }
    if terminal.json() {
        terminal.data(&summary_line(&report.summary, &report.diagnostics));
    } else {
        terminal.talk(&summary_text(&report.summary, archive));
    }
    Ok(())
}

/// Opens the project's cache, and says what was found.
pub fn open_cache(opened: &Opened, terminal: &Terminal) -> ProjectCache {
    let cache = ProjectCache::open(&opened.context);
    terminal.diagnostics(cache.notes(), &opened.context.sources);
    cache
}

/// Ends the use of the cache, and reports what could not be stored. Returns whether the disk is full: that is an error
/// even if the archive was written.
pub fn close_cache(cache: &ProjectCache, report: &Report, opened: &Opened, terminal: &Terminal) -> bool {
    let CacheSummary { not_cleaned, notes, not_stored, is_full } = cache.finish(&opened.context, report);
    if let Some(error) = not_cleaned {
        terminal.talk(&format!("note: the cache could not be cleaned up: {error}"));
    }
    terminal.diagnostics(&notes, &opened.context.sources);
    if let Some(failure) = not_stored {
        terminal.diagnostics(&[failure], &opened.context.sources);
    }
    is_full
}

/// Which units another machine built, which were built here, and which of their inputs changed.
fn explain(report: &Report, terminal: &Terminal) {
    for unit in &report.fetched {
        terminal.data(&if terminal.json() { fetched_line(unit) } else { fetched_text(unit) });
    }
    for unit in &report.rebuilt {
        terminal.data(&if terminal.json() { rebuilt_line(unit) } else { rebuilt_text(unit) });
    }
    if report.rebuilt.is_empty() && report.fetched.is_empty() && !terminal.json() {
        terminal.data("nothing was rebuilt: no input has changed");
    }
}

/// The target of the depfile is the archive as the command line names it: the build file uses the same name.
fn depfile_text(command: &Build, opened: &Opened, report: &Report) -> String {
    let project = &opened.context.project;
    let target = command.archive.output.clone().unwrap_or_else(|| project.root.join(&project.output));
    let inputs: Vec<String> = report.inputs.iter().map(|path| project.root.join(path).display().to_string()).collect();
    depfile(&target.display().to_string(), &inputs)
}

/// Writes a whole file by a rename. A terminal or a pipe cannot be replaced, so the text is written into it.
pub fn write_file(path: &Path, text: &str) -> Result<(), Stop> {
    let replaceable = std::fs::metadata(path).map_or(true, |there| there.is_file() || there.is_dir());
    let written = if replaceable {
        pack::remove_stale_temporaries(path);
        pack::write_whole(path, text.as_bytes())
    } else {
        std::fs::write(path, text)
    };
    written.map_err(|error| {
        Stop::environment(format!("cannot write `{}`: {}", path.display(), pack::why_not_written(&error)))
    })
}

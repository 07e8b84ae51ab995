//! `uberc build`.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use indicatif::ProgressBar;

use super::args::Build;
use super::project::{Opened, open};
use super::select::narrow;
use super::{ENVIRONMENT, INTERRUPTED, Outcome, SOURCE_ERRORS, Stop, Terminal};
use crate::cache::{BuildRecord, Cache, CacheOptions};
use crate::compile::Cancel;
use crate::diag::Diagnostic;
use crate::model::{ActionCache, ActionKey, ActionResult};
use crate::pack;
use crate::pipeline::{self, BuildRequest, Events, Selection};
use crate::report::{
    Ending, Rebuilt, Report, Summary, depfile, rebuilt_line, rebuilt_text, summary_line, summary_text, timings_line,
    timings_table,
};
use crate::specialise::Mode;

pub fn run(command: &Build, terminal: &Terminal) -> Outcome {
    let mut opened = open(&command.select, terminal)?;
    if command.plain {
        opened.context.mode = Mode::Plain;
    }
    let cancel = Arc::new(Cancel::default());
    let bar = Arc::new(Bar { bar: terminal.progress(), compiling: AtomicBool::new(false) });
    watch_for_signals(&cancel, &bar)?;
    let selection = command.selection.as_deref().map(|text| match text.split_once(':') {
        Some((shader, values)) => (shader, Some(values)),
        None => (text, None),
    });
    // A single unit is not asked first what it declares: its sidecar would run twice.
    let unasked = selection.filter(|(_, values)| values.is_none() && opened.context.units.len() == 1);
    if let Some((shader, _)) = unasked {
        opened.context.selection = Some(Selection { shader: shader.to_owned(), permutation: None });
    } else if let Some((shader, values)) = selection
        && !narrow(shader, values, &mut opened, terminal)?
    {
        return Ok(SOURCE_ERRORS);
    }
    let cache = open_cache(command.no_cache, &opened, terminal);
    let output = command
        .output
        .as_ref()
        .map(std::path::absolute)
        .transpose()
        .map_err(|error| Stop::environment(format!("the working folder cannot be found: {error}")))?;
    let request = BuildRequest {
        targets: opened.targets.clone(),
        output,
        cache: &cache,
        records: cache.cache.as_ref(),
        resident: None,
        cancel: &cancel,
        events: bar.as_ref(),
        release: command.release,
        debug_info: command.debug_info,
        fail_fast: command.fail_fast,
    };
    let mut report = pipeline::build(&opened.context, opened.diagnostics.clone(), &request);
    if let Some((shader, _)) = unasked
        && report.summary.shaders == 0
        && report.ending != Ending::Cancelled
    {
        opened.context.selection = None;
        if !narrow(shader, None, &mut opened, terminal)? {
            return Ok(SOURCE_ERRORS);
        }
        report = pipeline::build(&opened.context, opened.diagnostics.clone(), &request);
    }
    bar.bar.finish_and_clear();
    let cache_ending = close_cache(&cache, &report, &opened, terminal);
    terminal.diagnostics(&report.diagnostics, &opened.context.sources);
    if command.explain {
        explain(&report.rebuilt, terminal);
    }
    if command.timings {
        let timings = opened.context.trace.timings();
        let shared = opened.context.shared();
        terminal.data(&if terminal.json() {
            timings_line(&timings, &shared)
        } else {
            timings_table(&timings, &shared)
        });
    }
    if let Some(file) = &command.trace {
        write_file(file, &opened.context.trace.chrome())?;
    }
    if let Some(file) = &command.depfile
        && report.ending == Ending::Success
    {
        write_file(file, &depfile_text(command, &opened, &report))?;
    }
    if terminal.json() {
        terminal.data(&summary_line(&report.summary));
    } else {
        terminal.talk(&summary_text(&report.summary));
    }
    match report.ending {
        Ending::Success if command.selection.is_some() => {}
        Ending::Success if !opened.context.whole && request.output.is_none() => {
            terminal.talk("a part of the project was built, so no archive was written; name one with --output");
        }
        Ending::Cancelled => terminal.talk("interrupted; the archive of the last build is untouched"),
        _ => {}
    }
    Ok(match report.ending {
        Ending::Success => cache_ending,
        Ending::SourceErrors => SOURCE_ERRORS,
        Ending::Environment => ENVIRONMENT,
        Ending::Cancelled => INTERRUPTED,
    })
}

/// The project's cache, or none under `--no-cache`.
pub struct ProjectCache {
    cache: Option<Cache>,
    /// What was said when it was opened.
    told: Vec<Diagnostic>,
}

impl ActionCache for ProjectCache {
    fn get(&self, key: &ActionKey) -> Option<ActionResult> {
        self.cache.as_ref()?.get(key)
    }

    fn put(&self, key: &ActionKey, result: &ActionResult) {
        if let Some(cache) = &self.cache {
            cache.put(key, result);
        }
    }
}

/// Opens the cache. One that cannot be opened or written costs time, never the build.
pub fn open_cache(none: bool, opened: &Opened, terminal: &Terminal) -> ProjectCache {
    if none {
        return ProjectCache { cache: None, told: Vec::new() };
    }
    let folder = opened.context.project.root.join(&opened.context.project.cache_dir);
    let (cache, notes) = Cache::open(&folder, CacheOptions { lazy: true, ..CacheOptions::default() });
    terminal.diagnostics(&notes, &opened.context.sources);
    ProjectCache { cache: Some(cache), told: notes }
}

/// Keeps the cache within its size, and says what could not be stored. The exit code: a disk without room is told even
/// where the archive could still be written.
fn close_cache(opened_cache: &ProjectCache, report: &Report, opened: &Opened, terminal: &Terminal) -> u8 {
    let Some(cache) = &opened_cache.cache else { return 0 };
    let Summary { compiled, cached, failed, wall_ms, .. } = report.summary;
    if compiled > 0
        && let Err(error) = cache.keep_within(opened.context.project.cache_size)
    {
        terminal.talk(&format!("note: the cache could not be cleaned up: {error}"));
    }
    if !report.rebuilt.is_empty() {
        let finished = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let [compiled, cached, failed] = [compiled, cached, failed].map(|count| count as u64);
        cache.record_build(&BuildRecord { finished, wall_ms, compiled, cached, failed });
    }
    cache.flush();
    terminal.diagnostics(&cache.notes(), &opened.context.sources);
    let Some(failure) = cache.write_failure() else { return 0 };
    let told = failure.diagnostic();
    if !opened_cache.told.contains(&told) {
        terminal.diagnostics(&[told], &opened.context.sources);
    }
    if failure.is_full() { ENVIRONMENT } else { 0 }
}

/// What was built anew, and which inputs changed.
fn explain(rebuilt: &[Rebuilt], terminal: &Terminal) {
    for unit in rebuilt {
        terminal.data(&if terminal.json() { rebuilt_line(unit) } else { rebuilt_text(unit) });
    }
    if rebuilt.is_empty() && !terminal.json() {
        terminal.data("nothing was rebuilt: no input has changed");
    }
}

/// The archive as the command line names it, so that the build file's name for it is the same word.
fn depfile_text(command: &Build, opened: &Opened, report: &Report) -> String {
    let project = &opened.context.project;
    let target = command.output.clone().unwrap_or_else(|| project.root.join(&project.output));
    let inputs: Vec<String> = report.inputs.iter().map(|path| project.root.join(path).display().to_string()).collect();
    depfile(&target.display().to_string(), &inputs)
}

/// Whole or not at all, as the archive. A terminal or a pipe cannot be replaced: into those it is written.
fn write_file(path: &Path, text: &str) -> Result<(), Stop> {
    let replaceable = std::fs::metadata(path).map_or(true, |there| there.is_file() || there.is_dir());
    let written = if replaceable {
        pack::sweep_beside(path);
        pack::write_whole(path, text.as_bytes())
    } else {
        std::fs::write(path, text)
    };
    written.map_err(|error| {
        Stop::environment(format!("cannot write `{}`: {}", path.display(), pack::why_not_written(&error)))
    })
}

/// Ctrl-C and SIGTERM end the compilers, then the build. Before anything compiles there is nothing to clean up, and a second
/// signal means now.
fn watch_for_signals(cancel: &Arc<Cancel>, bar: &Arc<Bar>) -> Result<(), Stop> {
    let (cancel, bar) = (Arc::clone(cancel), Arc::clone(bar));
    ctrlc::set_handler(move || {
        let again = cancel.is_cancelled();
        cancel.cancel();
        if again || !bar.compiling.load(Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    })
    .map_err(|error| Stop::environment(format!("cannot watch for Ctrl-C: {error}")))
}

struct Bar {
    bar: ProgressBar,
    compiling: AtomicBool,
}

impl Events for Bar {
    fn variants(&self, more: usize) {
        self.compiling.store(true, Ordering::Relaxed);
        self.bar.inc_length(more as u64);
        self.bar.set_message("compiling");
    }

    fn variant_done(&self, failed: bool) {
        if failed {
            self.bar.set_message("compiling (with errors)");
        }
        self.bar.inc(1);
    }
}

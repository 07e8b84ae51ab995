//! `uberc build`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::ProgressBar;

use super::args::Build;
use super::project::{Opened, open};
use super::select::shader_named;
use super::{ENVIRONMENT, INTERRUPTED, Outcome, SOURCE_ERRORS, Stop, Terminal};
use crate::cache::{Cache, CacheOptions};
use crate::compile::Cancel;
use crate::model::{ActionCache, ActionKey, ActionResult};
use crate::pipeline::{self, BuildRequest, Events, Only};
use crate::report::{Ending, summary_line, summary_text};
use crate::specialise::Mode;

pub(super) fn run(command: &Build, terminal: &Terminal) -> Outcome {
    let mut opened = open(&command.select, terminal)?;
    if command.plain {
        opened.world.mode = Mode::Plain;
    }
    let cancel = Arc::new(Cancel::default());
    let bar = Arc::new(Bar { bar: terminal.progress(), compiling: AtomicBool::new(false) });
    watch_for_signals(&cancel, &bar)?;
    let only = command.only.as_deref().map(|text| only(text, &opened)).transpose()?;
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
        cancel: &cancel,
        events: bar.as_ref(),
        release: command.release,
        debug_info: command.debug_info,
        fail_fast: command.fail_fast,
        only,
    };
    let report = pipeline::build(&opened.world, opened.diagnostics.clone(), &request);
    bar.bar.finish_and_clear();
    close_cache(&cache, report.summary.compiled > 0, &opened, terminal);
    terminal.diagnostics(&report.diagnostics, &opened.world.sources);
    if terminal.json() {
        terminal.data(&summary_line(&report.summary));
    } else {
        terminal.talk(&summary_text(&report.summary));
    }
    match report.ending {
        Ending::Success if command.only.is_some() => {}
        Ending::Success if !opened.world.whole && request.output.is_none() => {
            terminal.talk("a part of the project was built, so no archive was written; name one with --output");
        }
        Ending::Cancelled => terminal.talk("interrupted; the archive of the last build is untouched"),
        _ => {}
    }
    Ok(match report.ending {
        Ending::Success => 0,
        Ending::SourceErrors => SOURCE_ERRORS,
        Ending::Environment => ENVIRONMENT,
        Ending::Cancelled => INTERRUPTED,
    })
}

/// The project's cache, or none under `--no-cache`.
pub(super) struct ProjectCache(Option<Cache>);

impl ActionCache for ProjectCache {
    fn get(&self, key: &ActionKey) -> Option<ActionResult> {
        self.0.as_ref()?.get(key)
    }

    fn put(&self, key: &ActionKey, result: &ActionResult) {
        if let Some(cache) = &self.0 {
            cache.put(key, result);
        }
    }
}

/// Opens the cache. One that cannot be opened or written costs time, never the build.
pub(super) fn open_cache(none: bool, opened: &Opened, terminal: &Terminal) -> ProjectCache {
    if none {
        return ProjectCache(None);
    }
    let folder = opened.world.project.root.join(&opened.world.project.cache_dir);
    let (cache, notes) = Cache::open(&folder, CacheOptions::default());
    terminal.diagnostics(&notes, &opened.world.sources);
    ProjectCache(Some(cache))
}

/// Keeps the cache within its size, and says what could not be stored.
fn close_cache(cache: &ProjectCache, grown: bool, opened: &Opened, terminal: &Terminal) {
    let Some(cache) = &cache.0 else { return };
    if grown && let Err(error) = cache.gc(opened.world.project.cache_size) {
        terminal.talk(&format!("note: the cache could not be cleaned up: {error}"));
    }
    cache.flush();
    if let Some(failure) = cache.write_failure() {
        terminal.diagnostics(&[failure.diagnostic()], &opened.world.sources);
    }
}

fn only(text: &str, opened: &Opened) -> Result<Only, Stop> {
    let (shader, values) = match text.split_once(':') {
        Some((shader, values)) => (shader, Some(values)),
        None => (text, None),
    };
    let front = pipeline::front(&opened.world, &opened.targets[..1]);
    let found = shader_named(&front, shader)?;
    let permutation = values.map(|values| found.declaration.branches.parse(values)).transpose()?;
    Ok(Only { shader: shader.to_owned(), permutation })
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
    fn variants(&self, total: usize) {
        self.compiling.store(true, Ordering::Relaxed);
        self.bar.set_length(total as u64);
        self.bar.set_message("compiling");
    }

    fn variant_done(&self, failed: bool) {
        if failed {
            self.bar.set_message("compiling (with errors)");
        }
        self.bar.inc(1);
    }
}

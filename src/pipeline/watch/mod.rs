//! Builds whenever a save changes something.
//!
//! Events of the file system only say *when* to look; *what* changed, the build finds out by itself, as every build does.
//! So an event too many costs a few milliseconds, and one too few is made good by the next look, which comes every
//! [`LOOK_AGAIN`] without any event.

mod environment;
mod watcher;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::watch::environment::Surroundings;
use super::watch::watcher::{EditStep, FileEvent, FileWatcher};
use super::{BuildContext, BuildRequest, Events, ResidentState, build};
use crate::cache::{Cache, CacheOptions};
use crate::compile::Cancel;
use crate::diag::{Diagnostic, Origin};
use crate::dialect::Registry;
use crate::model::Target;
use crate::report::{Ending, Report};
use crate::specialise::Mode;

/// Editors write a file in several steps. A build begins when each file that was begun has been closed or renamed to its place;
/// where that is not told, when nothing has happened to the project's files for so long, or
const QUIET: Duration = Duration::from_millis(8);
/// so long after the first event.
const PATIENCE: Duration = Duration::from_millis(100);
/// What can wait is done when nothing has happened for so long.
const IDLE: Duration = Duration::from_millis(250);
/// Not every change on every file system is told.
const LOOK_AGAIN: Duration = Duration::from_secs(2);
/// While no event comes, somebody may still want to end it.
const ASK_TO_END: Duration = Duration::from_millis(50);
/// What a full disk stopped is tried again at the next look, then after twice as many, up to so many.
const MOST_LOOKS: u32 = 32;
/// Builds that stored something, after which the cache is brought back to its size.
const CLEAN_AFTER: u32 = 64;

/// What is watched, and how it is built.
pub struct WatchRequest {
    /// The dialects of all builds.
    pub registry: Registry,
    pub paths: Vec<PathBuf>,
    /// Empty: what the project file says, each time.
    pub targets: Vec<Target>,
    pub output: Option<PathBuf>,
    pub mode: Mode,
    pub release: bool,
    pub debug_info: bool,
}

impl WatchRequest {
    pub fn targets(&self, context: &BuildContext) -> Vec<Target> {
        let mut targets =
            if self.targets.is_empty() { context.project.default_targets.clone() } else { self.targets.clone() };
        targets.sort_unstable();
        targets.dedup();
        targets
    }
}

/// What somebody who watches wants to know.
pub enum WatchEvent<'a> {
    /// A build ended. `since` is when the first of the changes was noticed; none for the first build, and for what no event told
    /// of.
    Built { context: &'a BuildContext, report: &'a Report, changed: &'a [PathBuf], since: Option<Instant> },
    /// There is nothing to build: the project file is wrong, or nothing is there. Told once.
    Nothing { context: &'a BuildContext, diagnostics: &'a [Diagnostic] },
    /// The cache cannot be written: what is built will be built again. Told once.
    NotStored { context: &'a BuildContext, diagnostic: &'a Diagnostic },
    /// A build was given up because of a newer save.
    Stale,
    /// The system does not tell of changes; they are looked for every two seconds.
    Unwatched { reason: String },
}

/// Why a build begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trigger {
    /// It is the first, or an event told of a change.
    Event,
    /// A look found one.
    Look,
    /// Something outside of the project stopped the last.
    Retry,
}

/// Builds until `stop` is cancelled.
pub fn watch(request: &WatchRequest, stop: &Cancel, events: &dyn Events, tell: &mut dyn FnMut(WatchEvent<'_>)) {
    let (mut watcher, unwatched) = FileWatcher::new();
    if let Some(reason) = unwatched {
        tell(WatchEvent::Unwatched { reason });
    }
    let resident = ResidentState::default();
    let mut changed = ChangedFiles::default();
    let mut upkeep = CacheUpkeep::default();
    let mut since: Option<Instant> = None;
    let mut why = Trigger::Event;
    // Looks between what failed for reasons outside and trying again.
    let mut looks = 1;
    // How the last build ended and what it said; none while there is nothing to build.
    let mut said: Option<(Ending, Vec<Diagnostic>)> = None;
    // What was told of a project that cannot be built; a look without a change shall not say it again.
    let mut nothing: Option<Vec<String>> = None;
    let mut not_stored: Option<Diagnostic> = None;
    let mut environment = Surroundings::default();
    let mut before: Option<BuildContext> = None;
    'builds: while !stop.is_cancelled() {
        let (mut context, diagnostics) = BuildContext::open_after(before.as_ref(), &request.registry, &request.paths);
        context.mode = request.mode;
        if let Err(reason) = watcher.listen(&context, &resident) {
            tell(WatchEvent::Unwatched { reason });
        }
        let (mut failed_outside, mut looks_now) = (false, false);
        if context.units.is_empty() {
            let messages: Vec<String> = diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect();
            if nothing.as_ref() != Some(&messages) {
                tell(WatchEvent::Nothing { context: &context, diagnostics: &diagnostics });
                nothing = Some(messages);
            }
            (said, since, changed) = (None, None, ChangedFiles::default());
        } else {
            nothing = None;
            if said.is_none() {
                environment.look(&context, request, &resident);
            }
            let (done, cache) = watcher.build(&context, diagnostics, request, &resident, stop, events);
            let failure = cache.write_failure().map(|failure| failure.diagnostic());
            let stored = matches!(&done, WatchedBuild::Report(report, _) if report.summary.compiled > 0);
            upkeep.take(cache, stored);
            match done {
                WatchedBuild::Report(report, is_sure) => {
                    let now = (report.ending, report.diagnostics.clone());
                    let is_news = match why {
                        Trigger::Event => true,
                        Trigger::Look => !report.rebuilt.is_empty() || report.shown.is_some(),
                        Trigger::Retry => false,
                    };
                    if is_news || said.as_ref() != Some(&now) {
                        tell(WatchEvent::Built {
                            context: &context,
                            report: &report,
                            changed: &changed.paths(),
                            since,
                        });
                    }
                    // A compiler that is missing is looked for at each look.
                    failed_outside = report.ending == Ending::Environment
                        && report.diagnostics.iter().all(|wrong| wrong.origin != Origin::MissingProgram);
                    said = Some(now);
                    changed = ChangedFiles::default();
                    since = None;
                    environment.built(&context, request, &resident, &report);
                    if watcher.lacks(&context, &resident)
                        && let Err(reason) = watcher.listen(&context, &resident)
                    {
                        tell(WatchEvent::Unwatched { reason });
                    }
                    looks_now = !is_sure;
                }
                WatchedBuild::Stale(newer, at) => {
                    tell(WatchEvent::Stale);
                    changed.add(newer);
                    since = since.or(Some(at));
                    why = Trigger::Event;
                    watcher.settle(&context, &resident, &mut changed);
                    before = Some(context);
                    continue 'builds;
                }
                WatchedBuild::Stopped => break 'builds,
            }
            if let Some(diagnostic) = failure.as_ref().filter(|_| failure != not_stored) {
                tell(WatchEvent::NotStored { context: &context, diagnostic });
            }
            not_stored = failure;
        }
        looks = if failed_outside && why == Trigger::Retry { (looks * 2).min(MOST_LOOKS) } else { 1 };
        let mut left = looks;
        while !stop.is_cancelled() {
            let at = if looks_now { None } else { watcher.wait(&context, &resident, stop, &mut changed, &mut upkeep) };
            if at.is_some() {
                since = at;
                why = Trigger::Event;
                watcher.settle(&context, &resident, &mut changed);
                break;
            } else if project_changed(&context, &resident, request) || environment.changed(&context, request, &resident)
            {
                why = Trigger::Look;
                break;
            }
            left -= u32::from(!looks_now);
            looks_now = false;
            if failed_outside && left == 0 {
                why = Trigger::Retry;
                break;
            }
            left = left.max(1);
        }
        before = Some(context);
    }
    upkeep.flush();
}

/// What is done for the cache while nobody waits.
#[derive(Default)]
struct CacheUpkeep {
    /// Of builds whose uses of objects are not in the index yet.
    unflushed: Option<Cache>,
    /// Builds since the last cleaning.
    stored: u32,
    /// It may be ended with the process: what it has not removed is removed another time.
    cleaning: Option<JoinHandle<()>>,
}

impl CacheUpkeep {
    fn take(&mut self, cache: Cache, stored: bool) {
        self.stored += u32::from(stored);
        if let Some(earlier) = self.unflushed.take() {
            cache.take_uses(&earlier);
        }
        if cache.has_open_index() {
            // The next build may have to open it as well.
            cache.flush();
        } else {
            self.unflushed = Some(cache);
        }
    }

    fn flush(&mut self) {
        if let Some(cache) = self.unflushed.take() {
            cache.flush();
        }
    }

    fn rest(&mut self, context: &BuildContext) {
        self.flush();
        if self.stored < CLEAN_AFTER || self.cleaning.as_ref().is_some_and(|running| !running.is_finished()) {
            return;
        }
        self.stored = 0;
        let (folder, size) = (context.project.root.join(&context.project.cache_dir), context.project.cache_size);
        self.cleaning = Some(std::thread::spawn(move || {
            let (cache, _) = Cache::open(&folder, CacheOptions { lazy: true, ..CacheOptions::default() });
            // A cache that cannot be cleaned is told of by the builds that cannot write it.
            drop(cache.keep_within(size));
        }));
    }
}

/// Files that are not what they were, since the last build that was told.
#[derive(Default)]
struct ChangedFiles {
    /// With each, whether somebody is still at it.
    files: BTreeMap<PathBuf, bool>,
}

impl ChangedFiles {
    fn add(&mut self, file_event: FileEvent) {
        for path in file_event.paths {
            let open = self.files.entry(path).or_default();
            *open = match file_event.step {
                EditStep::Begun => true,
                EditStep::Ended => false,
                EditStep::Touched => *open,
            };
        }
    }

    fn is_open(&self) -> bool {
        self.files.values().any(|open| *open)
    }

    fn paths(&self) -> Vec<PathBuf> {
        self.files.keys().cloned().collect()
    }
}

/// Whether the project is not what it was, by looking.
fn project_changed(before: &BuildContext, resident: &ResidentState, request: &WatchRequest) -> bool {
    let (now, _) = BuildContext::open_with(&request.registry, &request.paths);
    let settings = Path::new("uberc.toml");
    now.units != before.units
        || now.sources.seen(settings) != before.sources.seen(settings)
        || resident.inputs().into_iter().any(|(path, digest)| {
            // What cannot be read was as good as missing.
            let state = resident.state(&now.project.root, &path).unwrap_or_default();
            state.map(|state| state.digest) != digest
        })
}

enum WatchedBuild {
    /// With it, whether all that was heard meanwhile could be judged.
    Report(Box<Report>, bool),
    /// A file is not what the build saw.
    Stale(FileEvent, Instant),
    Stopped,
}

impl FileWatcher {
    /// One build, given up when an input changes under it.
    fn build(
        &self,
        context: &BuildContext,
        diagnostics: Vec<Diagnostic>,
        request: &WatchRequest,
        resident: &ResidentState,
        stop: &Cancel,
        events: &dyn Events,
    ) -> (WatchedBuild, Cache) {
        let project = &context.project;
        let targets = request.targets(context);
        let folder = project.root.join(&project.cache_dir);
        // Opened for each build, and its index only where needed: other builds want it as well.
        let (cache, _) = Cache::open(&folder, CacheOptions { lazy: true, ..CacheOptions::default() });
        let cancel = Cancel::default();
        let request = BuildRequest {
            targets,
            output: request.output.clone(),
            cache: &cache,
            records: Some(&cache),
            resident: Some(resident),
            cancel: &cancel,
            events,
            release: request.release,
            debug_info: request.debug_info,
            fail_fast: false,
        };
        let (report, stale, is_sure) = std::thread::scope(|scope| {
            let (ended, has_ended) = channel();
            let request = &request;
            let building = scope.spawn(move || {
                // On a thread of the pool: to hand over to it and back takes longer than some stages.
                let report = rayon::scope(|_| build(context, diagnostics, request));
                let _the_one_who_waits_is_there = ended.send(());
                report
            });
            let (mut stale, mut is_sure) = (None, true);
            while let Err(RecvTimeoutError::Timeout) = has_ended.recv_timeout(Duration::from_millis(2)) {
                if stop.is_cancelled() {
                    cancel.cancel();
                } else if stale.is_none() {
                    stale = self.receiver.try_iter().flatten().find_map(|event| {
                        is_sure &= self.is_judged(context, resident, &event);
                        self.changed_under(context, resident, &event)
                    });
                    if stale.is_some() {
                        cancel.cancel();
                    }
                }
            }
            (building.join(), stale, is_sure)
        });
        let report = match report {
            Ok(report) => report,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        context.sessions.end_build();
        let done = match stale {
            _ if stop.is_cancelled() => WatchedBuild::Stopped,
            // It may have come too late to stop anything; then the archive is there, and the next build follows.
            Some((newer, at)) => WatchedBuild::Stale(newer, at),
            None => WatchedBuild::Report(Box::new(report), is_sure),
        };
        (done, cache)
    }

    /// Waits for something that may matter, or for the time to look again; when it was noticed.
    fn wait(
        &self,
        context: &BuildContext,
        resident: &ResidentState,
        stop: &Cancel,
        changed: &mut ChangedFiles,
        upkeep: &mut CacheUpkeep,
    ) -> Option<Instant> {
        let begin = Instant::now();
        while !stop.is_cancelled() {
            let left = LOOK_AGAIN.saturating_sub(begin.elapsed());
            if left.is_zero() {
                return None;
            }
            if begin.elapsed() >= IDLE {
                upkeep.rest(context);
            }
            match self.receiver.recv_timeout(left.min(ASK_TO_END)) {
                // An overflow, say: look.
                Ok(Ok(event)) if event.need_rescan() => return None,
                Ok(Ok(event)) => {
                    if let Some(file_event) = self.hear(context, resident, &event) {
                        changed.add(file_event);
                        return Some(Instant::now());
                    }
                }
                Ok(Err(_)) => return None,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => std::thread::sleep(left.min(ASK_TO_END)),
            }
        }
        None
    }

    /// Lets an editor finish.
    fn settle(&self, context: &BuildContext, resident: &ResidentState, changed: &mut ChangedFiles) {
        let first = Instant::now();
        let mut last = first;
        loop {
            let left = if changed.is_open() {
                QUIET.saturating_sub(last.elapsed()).min(PATIENCE.saturating_sub(first.elapsed()))
            } else {
                Duration::ZERO
            };
            match self.receiver.recv_timeout(left) {
                // Other files, and who reads these, are nobody's saves.
                Ok(Ok(event)) => {
                    if let Some(file_event) = self.hear(context, resident, &event) {
                        changed.add(file_event);
                        last = Instant::now();
                    }
                }
                Ok(Err(_)) => {}
                Err(_) => break,
            }
        }
    }
}

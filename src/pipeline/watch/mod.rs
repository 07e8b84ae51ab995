//! Builds whenever a save changes something.
//!
//! Events of the file system only say *when* to look; *what* changed, the build finds out by itself, as every build does.
//! So an event too many costs a few milliseconds, and one too few is made good by the next look, which comes every
//! [`LOOK_AGAIN`] without any event.

mod environment;
mod watcher;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::watch::environment::Surroundings;
use super::watch::watcher::{Ears, Heard, Step};
use super::{BuildRequest, Events, Held, World, build};
use crate::cache::{Cache, CacheOptions};
use crate::compile::Cancel;
use crate::diag::Diagnostic;
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
    pub paths: Vec<PathBuf>,
    /// Empty: what the project file says, each time.
    pub targets: Vec<Target>,
    pub output: Option<PathBuf>,
    pub mode: Mode,
    pub release: bool,
    pub debug_info: bool,
}

impl WatchRequest {
    pub fn targets(&self, world: &World) -> Vec<Target> {
        let mut targets =
            if self.targets.is_empty() { world.project.default_targets.clone() } else { self.targets.clone() };
        targets.sort_unstable();
        targets.dedup();
        targets
    }
}

/// What somebody who watches wants to know.
pub enum Told<'a> {
    /// A build ended. `since` is when the first of the changes was noticed; none for the first build, and for what no event told
    /// of.
    Built { world: &'a World, report: &'a Report, changed: &'a [PathBuf], since: Option<Instant> },
    /// There is nothing to build: the project file is wrong, or nothing is there. Told once.
    Nothing { world: &'a World, diagnostics: &'a [Diagnostic] },
    /// The cache cannot be written: what is built will be built again. Told once.
    NotStored { world: &'a World, diagnostic: &'a Diagnostic },
    /// A build was given up because of a newer save.
    Stale,
    /// The system does not tell of changes; they are looked for every two seconds.
    Deaf { reason: String },
}

/// Why a build begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Why {
    /// It is the first, or an event told of a change.
    Event,
    /// A look found one.
    Look,
    /// Something outside of the project stopped the last.
    Retry,
}

/// Builds until `stop` is cancelled.
pub fn watch(request: &WatchRequest, stop: &Cancel, events: &dyn Events, tell: &mut dyn FnMut(Told<'_>)) {
    let (mut ears, deaf) = Ears::new();
    if let Some(reason) = deaf {
        tell(Told::Deaf { reason });
    }
    let held = Held::default();
    let mut changed = Changed::default();
    let mut upkeep = Upkeep::default();
    let mut since: Option<Instant> = None;
    let mut why = Why::Event;
    // Looks between what failed for reasons outside and trying again.
    let mut looks = 1;
    // How the last build ended and what it said; none while there is nothing to build.
    let mut said: Option<(Ending, Vec<Diagnostic>)> = None;
    // What was told of a project that cannot be built; a look without a change shall not say it again.
    let mut nothing: Option<Vec<String>> = None;
    let mut not_stored: Option<Diagnostic> = None;
    let mut surroundings = Surroundings::default();
    let mut before: Option<World> = None;
    'builds: while !stop.is_cancelled() {
        let (mut world, diagnostics) = World::open_after(before.as_ref(), &request.paths);
        world.mode = request.mode;
        world.session = Arc::clone(held.session());
        if let Err(reason) = ears.listen(&world, &held) {
            tell(Told::Deaf { reason });
        }
        let (mut failed_outside, mut looks_now) = (false, false);
        if world.units.is_empty() {
            let messages: Vec<String> = diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect();
            if nothing.as_ref() != Some(&messages) {
                tell(Told::Nothing { world: &world, diagnostics: &diagnostics });
                nothing = Some(messages);
            }
            (said, since, changed) = (None, None, Changed::default());
        } else {
            nothing = None;
            if said.is_none() {
                surroundings.look(&world, request, &held);
            }
            let (done, cache) = ears.build(&world, diagnostics, request, &held, stop, events);
            let failure = cache.write_failure().map(|failure| failure.diagnostic());
            let stored = matches!(&done, Done::Report(report, _) if report.summary.compiled > 0);
            upkeep.take(cache, stored);
            match done {
                Done::Report(report, is_sure) => {
                    let now = (report.ending, report.diagnostics.clone());
                    let is_news = match why {
                        Why::Event => true,
                        Why::Look => !report.rebuilt.is_empty() || report.shown.is_some(),
                        Why::Retry => false,
                    };
                    if is_news || said.as_ref() != Some(&now) {
                        tell(Told::Built { world: &world, report: &report, changed: &changed.paths(), since });
                    }
                    // A compiler that is missing is looked for at each look.
                    failed_outside = report.ending == Ending::Environment
                        && report.diagnostics.iter().all(|wrong| wrong.code != "compile/missing-compiler");
                    said = Some(now);
                    changed = Changed::default();
                    since = None;
                    surroundings.built(&world, request, &held, &report);
                    if ears.lacks(&world, &held)
                        && let Err(reason) = ears.listen(&world, &held)
                    {
                        tell(Told::Deaf { reason });
                    }
                    looks_now = !is_sure;
                }
                Done::Stale(newer, at) => {
                    tell(Told::Stale);
                    changed.add(newer);
                    since = since.or(Some(at));
                    why = Why::Event;
                    ears.settle(&world, &held, &mut changed);
                    before = Some(world);
                    continue 'builds;
                }
                Done::Stopped => break 'builds,
            }
            if let Some(diagnostic) = failure.as_ref().filter(|_| failure != not_stored) {
                tell(Told::NotStored { world: &world, diagnostic });
            }
            not_stored = failure;
        }
        looks = if failed_outside && why == Why::Retry { (looks * 2).min(MOST_LOOKS) } else { 1 };
        let mut left = looks;
        while !stop.is_cancelled() {
            let at = if looks_now { None } else { ears.wait(&world, &held, stop, &mut changed, &mut upkeep) };
            if at.is_some() {
                since = at;
                why = Why::Event;
                ears.settle(&world, &held, &mut changed);
                break;
            } else if is_another(&world, &held, request) || surroundings.are_others(&world, request, &held) {
                why = Why::Look;
                break;
            }
            left -= u32::from(!looks_now);
            looks_now = false;
            if failed_outside && left == 0 {
                why = Why::Retry;
                break;
            }
            left = left.max(1);
        }
        before = Some(world);
    }
    upkeep.flush();
}

/// What is done for the cache while nobody waits.
#[derive(Default)]
struct Upkeep {
    /// Of builds whose uses of objects are not in the index yet.
    unflushed: Option<Cache>,
    /// Builds since the last cleaning.
    stored: u32,
    /// It may be ended with the process: what it has not removed is removed another time.
    cleaning: Option<JoinHandle<()>>,
}

impl Upkeep {
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

    fn rest(&mut self, world: &World) {
        self.flush();
        if self.stored < CLEAN_AFTER || self.cleaning.as_ref().is_some_and(|running| !running.is_finished()) {
            return;
        }
        self.stored = 0;
        let (folder, size) = (world.project.root.join(&world.project.cache_dir), world.project.cache_size);
        self.cleaning = Some(std::thread::spawn(move || {
            let (cache, _) = Cache::open(&folder, CacheOptions { lazy: true, ..CacheOptions::default() });
            // A cache that cannot be cleaned is told of by the builds that cannot write it.
            drop(cache.keep_within(size));
        }));
    }
}

/// Files that are not what they were, since the last build that was told.
#[derive(Default)]
struct Changed {
    /// With each, whether somebody is still at it.
    files: BTreeMap<PathBuf, bool>,
}

impl Changed {
    fn add(&mut self, heard: Heard) {
        for path in heard.paths {
            let open = self.files.entry(path).or_default();
            *open = match heard.step {
                Step::Begun => true,
                Step::Ended => false,
                Step::Touched => *open,
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
fn is_another(before: &World, held: &Held, request: &WatchRequest) -> bool {
    let (now, _) = World::open(&request.paths);
    let settings = Path::new("uberc.toml");
    now.units != before.units
        || now.sources.seen(settings) != before.sources.seen(settings)
        || held.inputs().into_iter().any(|(path, digest)| {
            // What cannot be read was as good as missing.
            let state = held.state(&now.project.root, &path).unwrap_or_default();
            state.map(|state| state.digest) != digest
        })
}

enum Done {
    /// With it, whether all that was heard meanwhile could be judged.
    Report(Box<Report>, bool),
    /// A file is not what the build saw.
    Stale(Heard, Instant),
    Stopped,
}

impl Ears {
    /// One build, given up when an input changes under it.
    fn build(
        &self,
        world: &World,
        diagnostics: Vec<Diagnostic>,
        request: &WatchRequest,
        held: &Held,
        stop: &Cancel,
        events: &dyn Events,
    ) -> (Done, Cache) {
        let project = &world.project;
        let targets = request.targets(world);
        let folder = project.root.join(&project.cache_dir);
        // Opened for each build, and its index only where needed: other builds want it as well.
        let (cache, _) = Cache::open(&folder, CacheOptions { lazy: true, ..CacheOptions::default() });
        let cancel = Cancel::default();
        let request = BuildRequest {
            targets,
            output: request.output.clone(),
            cache: &cache,
            records: Some(&cache),
            held: Some(held),
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
                let report = rayon::scope(|_| build(world, diagnostics, request));
                let _the_one_who_waits_is_there = ended.send(());
                report
            });
            let (mut stale, mut is_sure) = (None, true);
            while let Err(RecvTimeoutError::Timeout) = has_ended.recv_timeout(Duration::from_millis(2)) {
                if stop.is_cancelled() {
                    cancel.cancel();
                } else if stale.is_none() {
                    stale = self.receiver.try_iter().flatten().find_map(|event| {
                        is_sure &= self.is_judged(world, held, &event);
                        self.changed_under(world, held, &event)
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
        held.session().end_build();
        let done = match stale {
            _ if stop.is_cancelled() => Done::Stopped,
            // It may have come too late to stop anything; then the archive is there, and the next build follows.
            Some((newer, at)) => Done::Stale(newer, at),
            None => Done::Report(Box::new(report), is_sure),
        };
        (done, cache)
    }

    /// Waits for something that may matter, or for the time to look again; when it was noticed.
    fn wait(
        &self,
        world: &World,
        held: &Held,
        stop: &Cancel,
        changed: &mut Changed,
        upkeep: &mut Upkeep,
    ) -> Option<Instant> {
        let begin = Instant::now();
        while !stop.is_cancelled() {
            let left = LOOK_AGAIN.saturating_sub(begin.elapsed());
            if left.is_zero() {
                return None;
            }
            if begin.elapsed() >= IDLE {
                upkeep.rest(world);
            }
            match self.receiver.recv_timeout(left.min(ASK_TO_END)) {
                // An overflow, say: look.
                Ok(Ok(event)) if event.need_rescan() => return None,
                Ok(Ok(event)) => {
                    if let Some(heard) = self.hear(world, held, &event) {
                        changed.add(heard);
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
    fn settle(&self, world: &World, held: &Held, changed: &mut Changed) {
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
                    if let Some(heard) = self.hear(world, held, &event) {
                        changed.add(heard);
                        last = Instant::now();
                    }
                }
                Ok(Err(_)) => {}
                Err(_) => break,
            }
        }
    }
}

//! Builds whenever a save changes something.
//!
//! Events of the file system only say *when* to look; *what* changed, the build finds out by itself, as every build does.
//! So an event too many costs a few milliseconds, and one too few is made good by the next look, which comes every
//! [`LOOK_AGAIN`] without any event.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use walkdir::WalkDir;

use super::{BuildRequest, Events, Held, World, build};
use crate::cache::{Cache, CacheOptions, FileStat, FileState};
use crate::compile::Cancel;
use crate::diag::Diagnostic;
use crate::model::Target;
use crate::report::Report;
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

/// What somebody who watches wants to know.
pub enum Told<'a> {
    /// A build ended. `since` is when the first of the changes was noticed; none for the first build.
    Built { world: &'a World, report: &'a Report, changed: &'a [PathBuf], since: Option<Instant> },
    /// There is nothing to build: the project file is wrong, or nothing is there. Told once.
    Nothing { world: &'a World, diagnostics: &'a [Diagnostic] },
    /// A build was given up because of a newer save.
    Stale,
    /// The system does not tell of changes; they are looked for every two seconds.
    Deaf { reason: String },
}

/// Builds until `stop` is cancelled.
pub fn watch(request: &WatchRequest, stop: &Cancel, events: &dyn Events, tell: &mut dyn FnMut(Told<'_>)) {
    let (sender, receiver) = channel();
    let watcher = notify::recommended_watcher(move |event| {
        // The receiver is gone when the watch has ended.
        drop(sender.send(event));
    });
    let mut ears = Ears { watcher: None, folders: BTreeMap::new(), receiver };
    match watcher {
        Ok(watcher) => ears.watcher = Some(watcher),
        Err(error) => tell(Told::Deaf { reason: error.to_string() }),
    }
    let held = Held::default();
    let mut changed = Changed::default();
    // Caches of builds whose index has not been written.
    let mut unflushed: Vec<Cache> = Vec::new();
    let mut since: Option<Instant> = None;
    let mut first = true;
    // What was told of a project that cannot be built; a look without a change shall not say it again.
    let mut nothing: Option<Vec<String>> = None;
    let mut before: Option<World> = None;
    'builds: while !stop.is_cancelled() {
        let (mut world, diagnostics) = World::open_after(before.as_ref(), &request.paths);
        world.mode = request.mode;
        world.session = Arc::clone(held.session());
        if let Err(reason) = ears.listen(&world, &held) {
            tell(Told::Deaf { reason });
        }
        if world.units.is_empty() {
            let said: Vec<String> = diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect();
            if nothing.as_ref() != Some(&said) {
                tell(Told::Nothing { world: &world, diagnostics: &diagnostics });
                nothing = Some(said);
            }
        } else {
            nothing = None;
            let (done, cache) = ears.build(&world, diagnostics, request, &held, stop, events);
            if cache.has_open_index() {
                // The next build may have to open it as well.
                cache.flush();
            } else {
                unflushed.push(cache);
            }
            match done {
                Done::Report(report) => {
                    // A look that found nothing is no news.
                    if first || since.is_some() || !report.rebuilt.is_empty() {
                        tell(Told::Built { world: &world, report: &report, changed: &changed.paths(), since });
                    }
                    first = false;
                    changed = Changed::default();
                    since = None;
                }
                Done::Stale(newer, at) => {
                    tell(Told::Stale);
                    changed.add(newer);
                    since = since.or(Some(at));
                    ears.settle(&world, &held, &mut changed);
                    before = Some(world);
                    continue 'builds;
                }
                Done::Stopped => break 'builds,
            }
        }
        while !stop.is_cancelled() {
            if let Some(at) = ears.wait(&world, &held, stop, &mut changed, &mut unflushed) {
                since = Some(at);
                ears.settle(&world, &held, &mut changed);
                break;
            } else if is_another(&world, &held, request) {
                break;
            }
        }
        before = Some(world);
    }
    unflushed.iter().for_each(Cache::flush);
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

/// What an event says of files that a build may have to do with.
struct Heard {
    /// Relative to the root where they lie below it.
    paths: Vec<PathBuf>,
    step: Step,
}

#[derive(Clone, Copy)]
enum Step {
    /// More will follow: a file is written in pieces, and closed in the end; what goes may come back.
    Begun,
    /// Somebody closed the file after writing, or put it in its place.
    Ended,
    Touched,
}

/// Whether the project is not what it was, by looking.
fn is_another(before: &World, held: &Held, request: &WatchRequest) -> bool {
    let (now, _) = World::open(&request.paths);
    let settings = Path::new("uberc.toml");
    now.units != before.units
        || now.sources.seen(settings) != before.sources.seen(settings)
        || held.inputs().into_iter().any(|(path, digest)| {
            let state = held.state(&now.project.root, &path);
            state.map(|state| state.map(|state| state.digest)) != Ok(digest)
        })
}

enum Done {
    Report(Box<Report>),
    /// A file is not what the build saw.
    Stale(Heard, Instant),
    Stopped,
}

/// Who listens to the file system.
struct Ears {
    watcher: Option<RecommendedWatcher>,
    /// Folders that are listened to, with what tells a folder from another of its name.
    folders: BTreeMap<PathBuf, u64>,
    receiver: Receiver<notify::Result<notify::Event>>,
}

impl Ears {
    /// Listens to every folder of the project and every other that holds an input. It comes before a look at the files:
    /// what changes after the look is heard.
    fn listen(&mut self, world: &World, held: &Held) -> Result<(), String> {
        let Some(watcher) = &mut self.watcher else { return Ok(()) };
        let root = &world.project.root;
        let cache = root.join(&world.project.cache_dir);
        let mut wanted: BTreeMap<PathBuf, u64> = BTreeMap::new();
        let inside = WalkDir::new(root).follow_links(true).into_iter().filter_entry(|entry| {
            let hidden = entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.');
            entry.file_type().is_dir() && !hidden && entry.path() != cache
        });
        let identity = |path: &Path| {
            std::fs::metadata(path).ok().filter(|found| found.is_dir()).map(|found| FileStat::of(&found).inode)
        };
        for entry in inside.flatten() {
            wanted.extend(identity(entry.path()).map(|inode| (entry.path().to_path_buf(), inode)));
        }
        // Folders of headers outside, or, where they are not there yet, the nearest that is.
        let inputs = held.inputs();
        let outside: BTreeSet<PathBuf> =
            inputs.keys().filter_map(|path| Some(root.join(path).parent()?.to_path_buf())).collect();
        for folder in outside {
            let there = folder.ancestors().find_map(|folder| Some((folder.to_path_buf(), identity(folder)?)));
            wanted.extend(there.filter(|(folder, _)| !wanted.contains_key(folder)));
        }
        let mut result = Ok(());
        self.folders.retain(|folder, inode| {
            let stays = wanted.get(folder) == Some(inode);
            if !stays {
                // A folder that is gone is not listened to any more anyway.
                drop(watcher.unwatch(folder));
            }
            stays
        });
        for (folder, inode) in wanted {
            if self.folders.contains_key(&folder) {
                continue;
            }
            match watcher.watch(&folder, RecursiveMode::NonRecursive) {
                Ok(()) => drop(self.folders.insert(folder, inode)),
                Err(error) if folder.is_dir() => result = Err(error.to_string()),
                Err(_) => {}
            }
        }
        if result.is_err() {
            // Told once: looking now and then takes over.
            self.watcher = None;
            self.folders.clear();
        }
        result
    }

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
        let mut targets =
            if request.targets.is_empty() { project.default_targets.clone() } else { request.targets.clone() };
        targets.sort_unstable();
        targets.dedup();
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
        let (report, stale) = std::thread::scope(|scope| {
            let (ended, has_ended) = channel();
            let request = &request;
            let building = scope.spawn(move || {
                // On a thread of the pool: to hand over to it and back takes longer than some stages.
                let report = rayon::scope(|_| build(world, diagnostics, request));
                let _the_one_who_waits_is_there = ended.send(());
                report
            });
            let mut stale = None;
            while let Err(RecvTimeoutError::Timeout) = has_ended.recv_timeout(Duration::from_millis(2)) {
                if stop.is_cancelled() {
                    cancel.cancel();
                } else if stale.is_none() {
                    stale = self.receiver.try_iter().flatten().find_map(|event| changed_under(world, held, &event));
                    if stale.is_some() {
                        cancel.cancel();
                    }
                }
            }
            (building.join(), stale)
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
            None => Done::Report(Box::new(report)),
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
        unflushed: &mut Vec<Cache>,
    ) -> Option<Instant> {
        let begin = Instant::now();
        while !stop.is_cancelled() {
            let left = LOOK_AGAIN.saturating_sub(begin.elapsed());
            if left.is_zero() {
                return None;
            }
            if begin.elapsed() >= IDLE {
                unflushed.drain(..).for_each(|cache| cache.flush());
            }
            match self.receiver.recv_timeout(left.min(ASK_TO_END)) {
                Ok(Ok(event)) => {
                    if let Some(heard) = hear(world, held, &event) {
                        changed.add(heard);
                        return Some(Instant::now());
                    }
                }
                // An overflow, say: look.
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
                    if let Some(heard) = hear(world, held, &event) {
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

/// What an event has to say to a build, if anything.
fn hear(world: &World, held: &Held, event: &notify::Event) -> Option<Heard> {
    let step = match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write))
        | EventKind::Modify(ModifyKind::Name(RenameMode::To)) => Step::Ended,
        EventKind::Modify(ModifyKind::Metadata(_)) => Step::Touched,
        // The same rename was told as what goes and what comes.
        EventKind::Access(_) | EventKind::Modify(ModifyKind::Name(RenameMode::Both)) => return None,
        _ => Step::Begun,
    };
    let matters = |path: &PathBuf| {
        let path = world.sources.relative(path);
        // What uberc itself writes, and what lies under its own name for it.
        let own = path.starts_with(&world.project.cache_dir) || path == world.project.output;
        let known = || world.sources.seen(&path).is_some() || held.seen(&path).is_some();
        let unit = || {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            !name.starts_with('.') && (name.ends_with(".fx") || name.ends_with(".fx.lua") || name == "uberc.toml")
        };
        // A folder may bring units, headers and modules, or take them away.
        let folder = || {
            let whole = world.project.root.join(&path);
            (whole.starts_with(&world.project.root) && whole.is_dir()) || held.has_below(&path)
        };
        (!own && (known() || unit() || folder())).then_some(path)
    };
    let paths: Vec<PathBuf> = event.paths.iter().filter_map(matters).collect();
    (!paths.is_empty()).then_some(Heard { paths, step })
}

/// A file that the running build has read and that is another now.
fn changed_under(world: &World, held: &Held, event: &notify::Event) -> Option<(Heard, Instant)> {
    let at = Instant::now();
    let differs = |path: &PathBuf| {
        let seen = world.sources.seen(path).or_else(|| held.seen(path));
        let Ok(now) = FileState::read(&world.project.root.join(path), |_| None) else { return true };
        match seen {
            Some(seen) => seen != now.map(|now| now.digest),
            // A new unit, or a folder: the next look will tell.
            None => path.extension().is_some_and(|extension| extension == "fx" || extension == "lua"),
        }
    };
    let Heard { mut paths, step } = hear(world, held, event)?;
    paths.retain(differs);
    (!paths.is_empty()).then_some((Heard { paths, step }, at))
}

//! Who listens to the file system, and what an event says to a build.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Instant, SystemTime};

use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use walkdir::WalkDir;

use crate::cache::{FileStat, FileState};
use crate::pipeline::{BuildContext, ResidentState};

/// What an event says of files that a build may have to do with.
pub struct FileEvent {
    /// Relative to the root where they lie below it.
    pub paths: Vec<PathBuf>,
    pub step: EditStep,
}

#[derive(Clone, Copy)]
pub enum EditStep {
    /// More will follow: a file is written in pieces, and closed in the end; what goes may come back.
    Begun,
    /// Somebody closed the file after writing, or put it in its place.
    Ended,
    Touched,
}

/// What tells a folder from another of its name: numbers of those that are gone are given again.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Identity {
    device: u64,
    inode: u64,
    born: Option<SystemTime>,
}

impl Identity {
    fn of(folder: &Path) -> Option<Identity> {
        let found = std::fs::metadata(folder).ok().filter(std::fs::Metadata::is_dir)?;
        let FileStat { device, inode, .. } = FileStat::of(&found);
        Some(Identity { device, inode, born: found.created().ok() })
    }
}

pub struct FileWatcher {
    watcher: Option<RecommendedWatcher>,
    /// Folders that are listened to.
    folders: BTreeMap<PathBuf, Identity>,
    /// Every name of every folder that shall be heard of.
    names: BTreeMap<PathBuf, Identity>,
    /// Other names, by links, of folders that are listened to: the system tells of each under one name alone.
    other_names: BTreeMap<PathBuf, Vec<PathBuf>>,
    pub receiver: Receiver<notify::Result<notify::Event>>,
}

impl FileWatcher {
    /// With it, why the system does not tell of changes, if it does not.
    pub fn new() -> (FileWatcher, Option<String>) {
        let (sender, receiver) = channel();
        let watcher = notify::recommended_watcher(move |event| {
            // The receiver is gone when the watch has ended.
            drop(sender.send(event));
        });
        let (watcher, unwatched) = match watcher {
            Ok(watcher) => (Some(watcher), None),
            Err(error) => (None, Some(error.to_string())),
        };
        let (folders, names, other_names) = Default::default();
        (FileWatcher { watcher, folders, names, other_names, receiver }, unwatched)
    }

    /// Listens to every folder of the project and every other that holds an input. It comes before a look at the files:
    /// what changes after the look is heard.
    pub fn listen(&mut self, context: &BuildContext, resident: &ResidentState) -> Result<(), String> {
        let Some(watcher) = &mut self.watcher else { return Ok(()) };
        let root = &context.project.root;
        let cache = root.join(&context.project.cache_dir);
        let mut wanted: BTreeMap<PathBuf, Identity> = BTreeMap::new();
        let inside = WalkDir::new(root).follow_links(true).into_iter().filter_entry(|entry| {
            let hidden = entry.depth() > 0 && entry.file_name().to_string_lossy().starts_with('.');
            entry.file_type().is_dir() && !hidden && entry.path() != cache
        });
        for entry in inside.flatten() {
            wanted.extend(Identity::of(entry.path()).map(|identity| (entry.path().to_path_buf(), identity)));
        }
        for folder in folders_of_inputs(context, resident) {
            if let Some(there) = nearest(&folder) {
                wanted.insert(there.0, there.1);
            }
        }
        self.names = wanted.clone();
        self.other_names.clear();
        let mut first: BTreeMap<(u64, u64), PathBuf> = BTreeMap::new();
        wanted.retain(|folder, identity| {
            // 0 where the system has no numbers.
            let number = (identity.device, identity.inode);
            match first.get(&number).filter(|_| identity.inode != 0) {
                Some(name) => self.other_names.entry(name.clone()).or_default().push(folder.clone()),
                None => _ = first.insert(number, folder.clone()),
            }
            first.get(&number) == Some(folder)
        });
        let mut result = Ok(());
        self.folders.retain(|folder, identity| {
            let stays = wanted.get(folder) == Some(identity);
            if !stays {
                // A folder that is gone is not listened to any more anyway.
                drop(watcher.unwatch(folder));
            }
            stays
        });
        for (folder, identity) in wanted {
            if self.folders.contains_key(&folder) {
                continue;
            }
            match watcher.watch(&folder, RecursiveMode::NonRecursive) {
                Ok(()) => drop(self.folders.insert(folder, identity)),
                // What this user cannot list is no reason not to hear of all else.
                Err(error) if is_denied(&error) => {}
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

    /// Whether an input lies where nobody listens: what a build has read for the first time, or in a folder that was made again
    /// while it ran.
    pub fn lacks(&self, context: &BuildContext, resident: &ResidentState) -> bool {
        let is_heard = |(there, identity)| self.names.get(&there) == Some(&identity);
        let mut folders = folders_of_inputs(context, resident).into_iter();
        self.watcher.is_some() && folders.any(|folder| nearest(&folder).is_some_and(|found| !is_heard(found)))
    }

    /// What an event has to say to a build, if anything.
    pub fn hear(&self, context: &BuildContext, resident: &ResidentState, event: &notify::Event) -> Option<FileEvent> {
        let step = match event.kind {
            EventKind::Access(AccessKind::Close(AccessMode::Write))
            | EventKind::Modify(ModifyKind::Name(RenameMode::To)) => EditStep::Ended,
            EventKind::Modify(ModifyKind::Metadata(_)) => EditStep::Touched,
            // The same rename was told as what goes and what comes.
            EventKind::Access(_) | EventKind::Modify(ModifyKind::Name(RenameMode::Both)) => return None,
            _ => EditStep::Begun,
        };
        let mut paths = Vec::new();
        for path in &event.paths {
            paths.extend(matters(context, resident, path));
            let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { continue };
            for other in self.other_names.get(folder).into_iter().flatten() {
                paths.extend(matters(context, resident, &other.join(name)));
            }
        }
        (!paths.is_empty()).then_some(FileEvent { paths, step })
    }

    /// Whether [`FileWatcher::changed_under`] can tell what an event means: of folders that come and go it cannot.
    pub fn is_judged(&self, context: &BuildContext, resident: &ResidentState, event: &notify::Event) -> bool {
        let is_file = |path: &PathBuf| context.sources.seen(path).or_else(|| resident.seen(path)).is_some();
        !event.need_rescan()
            && self.hear(context, resident, event).is_none_or(|file_event| file_event.paths.iter().all(is_file))
    }

    /// A file that the running build has read and that is another now.
    pub fn changed_under(
        &self,
        context: &BuildContext,
        resident: &ResidentState,
        event: &notify::Event,
    ) -> Option<(FileEvent, Instant)> {
        let at = Instant::now();
        let differs = |path: &PathBuf| {
            let seen = context.sources.seen(path).or_else(|| resident.looked_at(path)).or_else(|| resident.seen(path));
            let Ok(now) = FileState::read(&context.project.root.join(path), |_| None) else { return true };
            match seen {
                Some(seen) => seen != now.map(|now| now.digest),
                // A new unit, or a folder: the next look will tell.
                None => {
                    let is_module = path.extension().is_some_and(|extension| extension == "lua");
                    is_module || context.shader_files.source_of(path).is_some()
                }
            }
        };
        let FileEvent { mut paths, step } = self.hear(context, resident, event)?;
        paths.retain(differs);
        (!paths.is_empty()).then_some((FileEvent { paths, step }, at))
    }
}

/// The path as builds have it, if a build may have to do with it.
fn matters(context: &BuildContext, resident: &ResidentState, path: &Path) -> Option<PathBuf> {
    let path = context.sources.relative(path);
    let known = || context.sources.seen(&path).is_some() || resident.seen(&path).is_some();
    // What uberc itself writes, and what lies under its own name for it.
    let own = || path.starts_with(&context.project.cache_dir) || path == context.project.output;
    let unit = || {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        !name.starts_with('.') && (name == "uberc.toml" || context.shader_files.source_of(&path).is_some())
    };
    // A folder may bring units, headers and modules, or take them away.
    let folder = || {
        let whole = context.project.root.join(&path);
        (whole.starts_with(&context.project.root) && whole.is_dir()) || resident.has_below(&path)
    };
    (known() || !own() && (unit() || folder())).then_some(path)
}

fn folders_of_inputs(context: &BuildContext, resident: &ResidentState) -> BTreeSet<PathBuf> {
    let root = &context.project.root;
    resident.inputs().keys().filter_map(|path| Some(root.join(path).parent()?.to_path_buf())).collect()
}

/// The folder, or, where it is not there yet, the nearest above it that is.
fn nearest(folder: &Path) -> Option<(PathBuf, Identity)> {
    folder.ancestors().find_map(|folder| Some((folder.to_path_buf(), Identity::of(folder)?)))
}

fn is_denied(error: &notify::Error) -> bool {
    matches!(&error.kind, notify::ErrorKind::Io(error) if error.kind() == std::io::ErrorKind::PermissionDenied)
}

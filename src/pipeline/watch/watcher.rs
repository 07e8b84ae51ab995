//! Listens to folders of the file system. Does not depend on builds.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, SystemTime};

use notify::event::{AccessKind, AccessMode, ModifyKind, RenameMode};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::cache::FileStat;

/// A change of files.
pub struct FileEvent {
    pub paths: Vec<PathBuf>,
    pub step: EditStep,
}

#[derive(Clone, Copy)]
pub enum EditStep {
    /// More events will follow: a file is written in pieces and then closed, and a removed file may be created again.
    Begun,
    /// The file was closed after writing, or renamed to its place.
    Ended,
    /// Only metadata changed.
    Touched,
}

/// A report of the system.
pub enum Received {
    Files(FileEvent),
    /// An event that changes no file.
    Other,
    /// Some events were lost because of an overflow or an error.
    Lost,
    /// No report within the timeout.
    Timeout,
    /// No report will follow.
    Closed,
}

/// Distinguishes a folder from a later folder of the same name. The number alone is not enough: the system reuses
/// numbers of removed folders.
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
    /// All names of the folders that are listened to.
    names: BTreeMap<PathBuf, Identity>,
    /// Other names, through links, of the folders that are listened to: the system reports the events of a folder under
    /// one name only.
    other_names: BTreeMap<PathBuf, Vec<PathBuf>>,
    receiver: Receiver<notify::Result<notify::Event>>,
}

impl FileWatcher {
    /// The watcher, and the reason if the system does not report changes.
    pub fn new() -> (FileWatcher, Option<String>) {
        let (sender, receiver) = channel();
        let watcher = notify::recommended_watcher(move |event| {
            // The receiver no longer exists when the watch has ended.
            drop(sender.send(event));
        });
        let (watcher, unwatched) = match watcher {
            Ok(watcher) => (Some(watcher), None),
            Err(error) => (None, Some(error.to_string())),
        };
        let (folders, names, other_names) = Default::default();
        (FileWatcher { watcher, folders, names, other_names, receiver }, unwatched)
    }

    /// Listens to `searched` folders, and to `folders` or what there is above them. Called before the files are read, so
    /// that every later change is an event.
    ///
    /// # Errors
    /// The reason why a folder cannot be listened to. Then no folder is listened to any more.
    pub fn listen(&mut self, searched: Vec<PathBuf>, folders: &BTreeSet<PathBuf>) -> Result<(), String> {
        let Some(watcher) = &mut self.watcher else { return Ok(()) };
        let searched = searched.into_iter().filter_map(|folder| Some((Identity::of(&folder)?, folder)));
        let mut wanted: BTreeMap<PathBuf, Identity> = searched.map(|(identity, folder)| (folder, identity)).collect();
        for folder in folders {
            if let Some(there) = nearest(folder) {
                wanted.insert(there.0, there.1);
            }
        }
        self.names = wanted.clone();
        self.other_names.clear();
        let mut first: BTreeMap<(u64, u64), PathBuf> = BTreeMap::new();
        wanted.retain(|folder, identity| {
            // The numbers are 0 if the system has none.
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
                // Fails for a folder that is gone; the system has stopped listening to it.
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
                // A folder that this user cannot list does not keep the others from being listened to.
                Err(error) if is_denied(&error) => {}
                Err(error) if folder.is_dir() => result = Err(error.to_string()),
                Err(_) => {}
            }
        }
        if result.is_err() {
            // Reported once: from now on the files are only checked from time to time.
            self.watcher = None;
            self.folders.clear();
        }
        result
    }

    /// Whether one of these folders is not listened to, because it is new or was created again.
    pub fn misses(&self, folders: &BTreeSet<PathBuf>) -> bool {
        let is_heard = |(there, identity)| self.names.get(&there) == Some(&identity);
        self.watcher.is_some() && folders.iter().any(|folder| nearest(folder).is_some_and(|found| !is_heard(found)))
    }

    /// The next event. Waits at most for `timeout`.
    pub fn next(&self, timeout: Duration) -> Received {
        match self.receiver.recv_timeout(timeout) {
            Ok(event) => self.received(event),
            Err(RecvTimeoutError::Timeout) => Received::Timeout,
            Err(RecvTimeoutError::Disconnected) => Received::Closed,
        }
    }

    /// The events that have arrived.
    pub fn pending(&self) -> impl Iterator<Item = Received> {
        self.receiver.try_iter().map(|event| self.received(event))
    }

    fn received(&self, event: notify::Result<notify::Event>) -> Received {
        let Some(event) = event.ok().filter(|event| !event.need_rescan()) else { return Received::Lost };
        let step = match event.kind {
            EventKind::Access(AccessKind::Close(AccessMode::Write))
            | EventKind::Modify(ModifyKind::Name(RenameMode::To)) => EditStep::Ended,
            EventKind::Modify(ModifyKind::Metadata(_)) => EditStep::Touched,
            // A read is not a change. A rename is also reported as two events: one for the old name, one for the new
            // name.
            EventKind::Access(_) | EventKind::Modify(ModifyKind::Name(RenameMode::Both)) => return Received::Other,
            _ => EditStep::Begun,
        };
        let mut paths = Vec::new();
        for path in event.paths {
            if let (Some(folder), Some(name)) = (path.parent(), path.file_name()) {
                paths.extend(self.other_names.get(folder).into_iter().flatten().map(|other| other.join(name)));
            }
            paths.push(path);
        }
        Received::Files(FileEvent { paths, step })
    }
}

/// The folder, or, if it does not exist yet, the nearest folder above it that exists.
fn nearest(folder: &Path) -> Option<(PathBuf, Identity)> {
    folder.ancestors().find_map(|folder| Some((folder.to_path_buf(), Identity::of(folder)?)))
}

fn is_denied(error: &notify::Error) -> bool {
    matches!(&error.kind, notify::ErrorKind::Io(error) if error.kind() == std::io::ErrorKind::PermissionDenied)
}

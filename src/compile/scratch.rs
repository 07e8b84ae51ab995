//! Temporary folders of compilers, and what killed builds left of them.
//!
//! Each folder holds a file that its build keeps locked. The system gives the lock up with the process, however that ended;
//! so a folder whose lock can be had belongs to nobody.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

const PREFIX: &str = "uberc-";
const LOCK: &str = ".lock";

/// A folder is made, then its file, then the lock: a folder this young may be between these.
const YOUNG: Duration = Duration::from_secs(10);

/// A temporary folder; it goes with the value.
pub struct Scratch {
    // Before the lock: a folder without a lock may be swept away.
    folder: TempDir,
    _lock: File,
}

impl Scratch {
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Makes a folder for one run of a compiler.
///
/// # Errors
/// Where temporary files cannot be written.
pub fn folder() -> std::io::Result<Scratch> {
    let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
    let lock = File::create(folder.path().join(LOCK))?;
    lock.try_lock()?;
    Ok(Scratch { folder, _lock: lock })
}

/// Removes what killed builds left. Nothing here can fail a build.
pub fn sweep() {
    let Ok(entries) = std::fs::read_dir(std::env::temp_dir()) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(PREFIX) && is_left(&entry.path()) {
            // Somebody else may be sweeping as well.
            drop(std::fs::remove_dir_all(entry.path()));
        }
    }
}

fn is_left(folder: &Path) -> bool {
    let old = std::fs::symlink_metadata(folder).is_ok_and(|found| {
        let age = found.modified().ok().and_then(|time| SystemTime::now().duration_since(time).ok());
        found.is_dir() && age.is_some_and(|age| age >= YOUNG)
    });
    // A folder without the file is somebody else's, or was never finished.
    old && File::open(folder.join(LOCK)).is_ok_and(|lock| match lock.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => false,
    })
}

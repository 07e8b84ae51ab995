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

/// No folder is without its file for so long.
const OLD: Duration = Duration::from_secs(10 * 60);

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
    let age = std::fs::symlink_metadata(folder).ok().filter(|found| found.is_dir()).and_then(|found| {
        let modified = found.modified().ok()?;
        SystemTime::now().duration_since(modified).ok()
    });
    let Some(age) = age.filter(|age| *age >= YOUNG) else { return false };
    match File::open(folder.join(LOCK)) {
        Ok(lock) => match lock.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => false,
        },
        // Killed before the file was there, or while the folder was being removed.
        Err(_) => age >= OLD && is_our_name(folder),
    }
}

/// The prefix and six letters or digits, as `tempfile` makes them.
fn is_our_name(folder: &Path) -> bool {
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let random = name.strip_prefix(PREFIX).unwrap_or_default();
    random.len() == 6 && random.chars().all(|c| c.is_ascii_alphanumeric())
}

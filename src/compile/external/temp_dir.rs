//! Temporary folders of compilers, and the removal of those that killed builds left.
//!
//! Each folder holds a file that its build keeps locked. The system releases the lock when the process ends, however it
//! ends; so a folder whose lock is free has no owner. Neither clocks nor process numbers are used: a build whose new
//! folder is removed before it is locked makes another.

use std::fs::{File, TryLockError};
use std::io::{Error, ErrorKind};
use std::path::Path;

use tempfile::TempDir;

use crate::bounded_file;

/// Long enough that no other program uses it.
const PREFIX: &str = "uberc-job-";

/// Letters and digits that `tempfile` puts after it.
const RANDOM: usize = 6;

const LOCK: &str = ".lock";

/// How often making a folder is tried: another process may remove it before it is locked.
const TRIES: usize = 16;

/// A temporary folder, removed when the value is dropped.
pub struct LockedTempDir {
    // Before the lock: a folder without a lock may be swept away.
    folder: TempDir,
    _lock: File,
}

impl LockedTempDir {
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for LockedTempDir {
    fn drop(&mut self) {
        // The lock file is removed last: if the process is killed before, the folder is still recognised as abandoned.
        empty(self.folder.path());
    }
}

/// Makes a folder for one run of a compiler.
///
/// # Errors
/// Where temporary files cannot be written.
pub fn folder() -> std::io::Result<LockedTempDir> {
    for _ in 0..TRIES {
        let folder = tempfile::Builder::new().prefix(PREFIX).rand_bytes(RANDOM).tempdir()?;
        let path = folder.path().join(LOCK);
        let lock = match File::create(&path) {
            Ok(lock) => lock,
            // Swept while it was empty.
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        match lock.try_lock() {
            // Another process is removing the folder, or has removed it.
            Err(TryLockError::WouldBlock) => {}
            Ok(()) if !path.exists() => {}
            // A file system without locks: no other process gets one either, so that no folder is removed.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(LockedTempDir { folder, _lock: lock }),
        }
    }
    Err(Error::other("temporary folders vanish as soon as they are made"))
}

/// Removes what killed builds left. Nothing here can fail a build.
pub fn sweep() {
    let Ok(entries) = std::fs::read_dir(std::env::temp_dir()) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        let ours =
            random.is_some_and(|random| random.len() == RANDOM && random.bytes().all(|b| b.is_ascii_alphanumeric()));
        if ours && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            sweep_folder(&entry.path());
        }
    }
}

/// Every failure means that the folder has an owner, or that another process is removing it.
fn sweep_folder(folder: &Path) {
    let path = folder.join(LOCK);
    match std::fs::symlink_metadata(&path) {
        Ok(found) if !found.is_file() => {}
        Ok(_) => {
            // Held until the folder is gone.
            let lock = bounded_file::open_for_writing(&path);
            if let Ok(lock) = lock
                && lock.try_lock().is_ok()
            {
                empty(folder);
                drop(std::fs::remove_file(&path));
                // A compiler that outlived its build may have written a file meanwhile: the next sweep must recognise
                // the folder.
                if std::fs::remove_dir(folder).is_err_and(|error| error.kind() == ErrorKind::DirectoryNotEmpty) {
                    drop(File::create(&path));
                }
            }
        }
        // Its build was killed before it made the file, or after it removed it: then the folder is empty. A folder that
        // is not empty was not made here.
        Err(_) => drop(std::fs::remove_dir(folder)),
    }
}

/// Removes everything but the lock file.
fn empty(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(|entry| entry.file_name() != LOCK) {
        let path = entry.path();
        drop(if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            std::fs::remove_dir_all(path)
        } else {
            std::fs::remove_file(path)
        });
    }
}

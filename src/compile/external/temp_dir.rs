//! Temporary folders of compilers, and what killed builds left of them.
//!
//! Each folder holds a file that its build keeps locked. The system gives the lock up with the process, however that ended;
//! so a folder whose lock can be had belongs to nobody. No clock and no process number is asked: whoever makes a folder and
//! finds it swept before it was locked makes another.

use std::fs::{File, TryLockError};
use std::io::{Error, ErrorKind};
use std::path::Path;

use tempfile::TempDir;

/// Long enough that nobody else's folder is called so.
const PREFIX: &str = "uberc-job-";

/// Letters and digits that `tempfile` puts after it.
const RANDOM: usize = 6;

const LOCK: &str = ".lock";

/// Others may be sweeping just now; so often they cannot be.
const TRIES: usize = 16;

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

impl Drop for Scratch {
    fn drop(&mut self) {
        // The lock file goes last: a process killed before that leaves what can be told for left.
        empty(self.folder.path());
    }
}

/// Makes a folder for one run of a compiler.
///
/// # Errors
/// Where temporary files cannot be written.
pub fn folder() -> std::io::Result<Scratch> {
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
            // Somebody who sweeps has it, or had it.
            Err(TryLockError::WouldBlock) => {}
            Ok(()) if !path.exists() => {}
            // A file system without locks: there nobody else gets one either, and nothing is swept.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(Scratch { folder, _lock: lock }),
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

/// Every failure means that the folder is somebody's, or that somebody else is removing it.
fn sweep_folder(folder: &Path) {
    let path = folder.join(LOCK);
    match std::fs::symlink_metadata(&path) {
        // A pipe would be waited for.
        Ok(found) if !found.is_file() => {}
        Ok(_) => {
            // Held until the folder is gone.
            let lock = File::options().write(true).open(&path);
            if let Ok(lock) = lock
                && lock.try_lock().is_ok()
            {
                empty(folder);
                drop(std::fs::remove_file(&path));
                // A compiler that outlived its build may have written just now: the next sweep shall know the folder.
                if std::fs::remove_dir(folder).is_err_and(|error| error.kind() == ErrorKind::DirectoryNotEmpty) {
                    drop(File::create(&path));
                }
            }
        }
        // Its build was killed before the file was there, or after it was gone: then the folder is empty. One that is not is
        // none of ours.
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

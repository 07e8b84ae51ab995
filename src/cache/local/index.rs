//! The disposable index: a sled database that can be locked, damaged or missing at any time.
//!
//! sled reports some damage as an error and some as a panic; after either, this process does not use the index any
//! more. Damage that is found when the index is opened deletes it.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::model::Digest;

const ACCESS: &str = "access";
const MEMO: &str = "stat";

/// A process that has just closed the index can hold its lock for a moment longer: a child it is starting inherits the
/// file until it executes its program.
const LOCK_RETRIES: usize = 8;
const LOCK_PAUSE: Duration = Duration::from_millis(5);

/// The result of opening the index.
pub enum Opened {
    Ready(Index),
    /// It was broken; this is a new one. The reason is sled's.
    Recreated(Index, String),
    /// Another process uses it.
    Locked,
    Unusable(String),
}

pub struct Index {
    // `None` only while dropping.
    db: Option<sled::Db>,
    failed: AtomicBool,
}

pub fn open(folder: &Path) -> Opened {
    let mut opened = try_open(folder);
    for _ in 0..LOCK_RETRIES {
        if !matches!(opened, Err(IndexError::Locked)) {
            break;
        }
        std::thread::sleep(LOCK_PAUSE);
        opened = try_open(folder);
    }
    let reason = match opened {
        Ok(index) => return Opened::Ready(index),
        Err(IndexError::Locked) => return Opened::Locked,
        Err(IndexError::Environment(reason)) => return Opened::Unusable(reason),
        Err(IndexError::Broken(reason)) => reason,
    };
    let wiped = match std::fs::symlink_metadata(folder) {
        Ok(metadata) if metadata.is_dir() => std::fs::remove_dir_all(folder),
        Ok(_) => std::fs::remove_file(folder),
        Err(error) => Err(error),
    };
    match (wiped, try_open(folder)) {
        (_, Ok(index)) => Opened::Recreated(index, reason),
        (_, Err(IndexError::Locked)) => Opened::Locked,
        (Err(error), _) => Opened::Unusable(format!("{reason}; {error}")),
        (_, Err(IndexError::Environment(again) | IndexError::Broken(again))) => Opened::Unusable(again),
    }
}

enum IndexError {
    Locked,
    /// No rights or no space: deleting the index would not help.
    Environment(String),
    Broken(String),
}

fn try_open(folder: &Path) -> Result<Index, IndexError> {
    let config = sled::Config::new()
        .path(folder)
        // The default is 1 GiB; the index of a large project is a few MiB.
        .cache_capacity(32 << 20)
        // Flushed once, at the end of a build.
        .flush_every_ms(None);
    let opened = catch_unwind(AssertUnwindSafe(|| {
        let db = config.open()?;
        // Damage is often found only when a tree is read.
        for name in [ACCESS, MEMO] {
            db.open_tree(name)?.first()?;
        }
        Ok(db)
    }));
    match opened {
        Ok(Ok(db)) => Ok(Index { db: Some(db), failed: AtomicBool::new(false) }),
        Ok(Err(sled::Error::Io(error))) => Err(match error.kind() {
            // sled has no error of its own for a lock that is taken.
            io::ErrorKind::Other if error.to_string().contains("could not acquire lock") => IndexError::Locked,
            io::ErrorKind::PermissionDenied
            | io::ErrorKind::ReadOnlyFilesystem
            | io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => IndexError::Environment(error.to_string()),
            _ => IndexError::Broken(error.to_string()),
        }),
        Ok(Err(error)) => Err(IndexError::Broken(error.to_string())),
        Err(_) => Err(IndexError::Broken("the database panicked".to_owned())),
    }
}

impl Index {
    /// Runs an operation; the first failure ends the use of the index.
    fn with<T>(&self, operation: impl FnOnce(&sled::Db) -> sled::Result<T>) -> Option<T> {
        let db = self.db.as_ref().filter(|_| !self.failed.load(Ordering::Relaxed))?;
        match catch_unwind(AssertUnwindSafe(|| operation(db))) {
            Ok(Ok(value)) => Some(value),
            Ok(Err(_)) | Err(_) => {
                self.failed.store(true, Ordering::Relaxed);
                None
            }
        }
    }

    /// Whether no operation has failed so far.
    pub fn works(&self) -> bool {
        !self.failed.load(Ordering::Relaxed)
    }

    /// Notes that these objects were used, at a time in seconds since 1970.
    pub fn touch(&self, objects: &[Digest], seconds: u64) -> bool {
        self.with(|db| {
            let mut batch = sled::Batch::default();
            for object in objects {
                batch.insert(&object.0, &seconds.to_le_bytes());
            }
            db.open_tree(ACCESS)?.apply_batch(batch)
        })
        .is_some()
    }

    /// When each object was last used, in seconds since 1970, by digest.
    pub fn access_times(&self) -> Vec<(Digest, u64)> {
        self.with(|db| {
            let mut times = Vec::new();
            for entry in &db.open_tree(ACCESS)? {
                let (key, value) = entry?;
                if let (Ok(digest), Ok(seconds)) = (key.as_ref().try_into(), value.as_ref().try_into()) {
                    times.push((Digest(digest), u64::from_le_bytes(seconds)));
                }
            }
            Ok(times)
        })
        .unwrap_or_default()
    }

    /// Forgets objects that are gone.
    pub fn forget(&self, objects: &[Digest]) {
        self.with(|db| {
            let mut batch = sled::Batch::default();
            for object in objects {
                batch.remove(&object.0);
            }
            db.open_tree(ACCESS)?.apply_batch(batch)
        });
    }

    pub fn memo(&self, path: &[u8]) -> Option<Vec<u8>> {
        self.with(|db| db.open_tree(MEMO)?.get(path)).flatten().map(|value| value.to_vec())
    }

    pub fn set_memo(&self, path: &[u8], value: &[u8]) {
        self.with(|db| db.open_tree(MEMO)?.insert(path, value).map(|_| ()));
    }

    pub fn flush(&self) {
        self.with(|db| db.flush().map(|_| ()));
    }
}

impl Drop for Index {
    fn drop(&mut self) {
        // sled writes when it is dropped, and may panic then.
        let db = self.db.take();
        let _ = catch_unwind(AssertUnwindSafe(move || drop(db)));
    }
}

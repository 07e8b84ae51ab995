//! From a file's stat to its digest: an unchanged file need not be read.
//!
//! A stat alone proves nothing about a file that was written within the resolution of its time stamps: a second edit
//! can leave size and times as they are. So a digest is remembered only if the file's last change was older than
//! [`RACY_WINDOW`] when it was hashed (the rule that git calls *racily clean*); a younger file is read again until
//! then.

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::bounded_file;
use crate::cache::Cache;
use crate::diag::{FileRead, LISTING_BOUNDS, list_files, listed_folder, listing_digest};
use crate::model::Digest;

/// The coarsest time stamps in use: FAT counts in steps of 2 seconds.
const RACY_WINDOW: Duration = Duration::from_secs(2);

/// The metadata that identifies a state of a file without reading it. Times in nanoseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileStat {
    pub modified: i64,
    /// Change time of the inode (unix): detects an edit after which the modification time was set back. 0 on other
    /// systems.
    pub changed: i64,
    pub size: u64,
    /// 0 where the system has none.
    pub inode: u64,
    /// 0 where the system has none.
    pub device: u64,
}

impl FileStat {
    /// From the operating system's metadata.
    pub fn of(metadata: &Metadata) -> FileStat {
        let modified = metadata.modified().map_or(0, nanoseconds);
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let changed = metadata.ctime().saturating_mul(1_000_000_000).saturating_add(metadata.ctime_nsec());
            FileStat { modified, changed, size: metadata.len(), inode: metadata.ino(), device: metadata.dev() }
        }
        #[cfg(not(unix))]
        FileStat { modified, changed: 0, size: metadata.len(), inode: 0, device: 0 }
    }

    /// Whether a later edit must have changed the stat, if the file was hashed at `observed` or later.
    pub fn is_settled(&self, observed: SystemTime) -> bool {
        let last = self.modified.max(self.changed);
        last.saturating_add(RACY_WINDOW.as_nanos() as i64) <= nanoseconds(observed)
    }
}

/// A folder below which many files are asked for: the system then need not find the folder again for each.
#[derive(Debug)]
pub struct StatRoot {
    path: PathBuf,
    /// `None` where the folder cannot be opened.
    #[cfg(target_os = "linux")]
    opened: Option<std::os::fd::OwnedFd>,
}

impl StatRoot {
    pub fn new(path: &Path) -> StatRoot {
        StatRoot {
            path: path.to_path_buf(),
            #[cfg(target_os = "linux")]
            opened: {
                use rustix::fs::{Mode, OFlags, open};
                open(path, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()).ok()
            },
        }
    }

    /// A path below the folder, or an absolute one.
    pub fn join(&self, path: &Path) -> PathBuf {
        self.path.join(path)
    }

    /// The stat of a file; inner `None` if there is none. Outer `None` where that is not known: [`FileState::read`] finds out.
    #[cfg(target_os = "linux")]
    pub fn stat(&self, path: &Path) -> Option<Option<FileStat>> {
        use rustix::fs::{AtFlags, FileType, statat};
        use rustix::io::Errno;
        if listed_folder(path).is_some() {
            return None;
        }
        let nanoseconds = |seconds: i64, rest: u64| seconds.saturating_mul(1_000_000_000).saturating_add(rest as i64);
        match statat(self.opened.as_ref()?, path, AtFlags::empty()) {
            Ok(stat) if FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile => Some(Some(FileStat {
                modified: nanoseconds(stat.st_mtime, stat.st_mtime_nsec),
                changed: nanoseconds(stat.st_ctime, stat.st_ctime_nsec),
                size: stat.st_size as u64,
                inode: stat.st_ino,
                device: stat.st_dev,
            })),
            Err(Errno::NOENT) => Some(None),
            _ => None,
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub fn stat(&self, _: &Path) -> Option<Option<FileStat>> {
        None
    }
}

/// A file at the time it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileState {
    pub stat: FileStat,
    /// Whether an equal stat proves from now on that the digest has not changed; see [`FileStat::is_settled`].
    pub settled: bool,
    pub digest: Digest,
}

impl FileState {
    /// The names of the files below a folder, none if it is not there; no stat proves that they are the same.
    fn of_listing(folder: &Path) -> FileState {
        let files = list_files(folder, folder, LISTING_BOUNDS);
        let stat = FileStat { modified: 0, changed: 0, size: 0, inode: 0, device: 0 };
        FileState { stat, settled: false, digest: listing_digest(folder, &files) }
    }

    /// Reads a file, or the listing that a path stands for; `None` where there is none (a folder is none). Where `known` has a
    /// digest for the stat, the file is not read.
    ///
    /// # Errors
    /// The operating system's, except where the file does not exist.
    pub fn read(path: &Path, known: impl Fn(&FileStat) -> Option<Digest>) -> io::Result<Option<FileState>> {
        if let Some(folder) = listed_folder(path) {
            return Ok(Some(FileState::of_listing(folder)));
        }
        let observed = SystemTime::now();
        let stat = match stat_of(path)? {
            Some(stat) => stat,
            None => return Ok(None),
        };
        if let Some(digest) = known(&stat) {
            return Ok(Some(FileState { stat, settled: true, digest }));
        }
        let digest = match bounded_file::digest(path, bounded_file::MOST_DATA) {
            Ok(digest) => digest,
            Err(error) if is_missing(&error) => return Ok(None),
            Err(error) => return Err(error),
        };
        // The file changed while it was read: the digest is that of the bytes that were read, and the file is read
        // again next time.
        let settled = stat.is_settled(observed) && stat_of(path)? == Some(stat);
        Ok(Some(FileState { stat, settled, digest }))
    }
}

fn stat_of(path: &Path) -> io::Result<Option<FileStat>> {
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Ok(None),
        Ok(metadata) => Ok(Some(FileStat::of(&metadata))),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_missing(error: &io::Error) -> bool {
    use io::ErrorKind::{IsADirectory, NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory | IsADirectory)
}

impl Cache {
    /// The state of a file, without reading it where its stat is known. `path` must be absolute.
    ///
    /// # Errors
    /// See [`FileState::read`].
    pub fn state_of(&self, path: &Path) -> io::Result<Option<FileState>> {
        let mut known = false;
        let state = FileState::read(path, |stat| self.known_digest(path, stat))?;
        if let Some(FileState { stat, settled: true, digest }) = state {
            known |= self.known_digest(path, &stat) == Some(digest);
            if !known {
                self.set_memo(path, encode(&stat, &digest));
            }
        }
        Ok(state)
    }

    /// The state of a file that this build has read, if its stat is still what it was when the file was opened: then the digest is that of
    /// the file as it is now, as far as a stat can tell, and the file is not read again. `path` must be absolute.
    pub fn state_of_read(&self, path: &Path, read: &FileRead, digest: Digest) -> Option<FileState> {
        let stat = FileStat::of(&read.metadata);
        if stat_of(path).ok()?? != stat {
            return None;
        }
        let is_known = self.known_digest(path, &stat) == Some(digest);
        let settled = is_known || stat.is_settled(read.observed);
        if settled && !is_known {
            self.set_memo(path, encode(&stat, &digest));
        }
        Some(FileState { stat, settled, digest })
    }

    /// The digest of a file that was remembered under exactly this stat. `path` must be absolute.
    pub fn known_digest(&self, path: &Path, stat: &FileStat) -> Option<Digest> {
        let (known, digest) = decode(&self.memo(path)?)?;
        (known == *stat).then_some(digest)
    }

    /// Remembers a digest. `stat` and then `observed` were taken before the file was read, and the stat was the same
    /// after it; see [`Cache::digest_of`].
    pub fn remember_digest(&self, path: &Path, stat: &FileStat, observed: SystemTime, digest: &Digest) {
        if stat.is_settled(observed) {
            self.set_memo(path, encode(stat, digest));
        }
    }

    /// The digest of a file, without reading it where its stat is known. `path` must be absolute.
    pub fn digest_of(&self, path: &Path) -> io::Result<Digest> {
        let observed = SystemTime::now();
        let stat = FileStat::of(&std::fs::metadata(path)?);
        if let Some(digest) = self.known_digest(path, &stat) {
            return Ok(digest);
        }
        let digest = bounded_file::digest(path, bounded_file::MOST_DATA)?;
        if FileStat::of(&std::fs::metadata(path)?) == stat {
            self.remember_digest(path, &stat, observed, &digest);
        }
        Ok(digest)
    }
}

fn nanoseconds(time: SystemTime) -> i64 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |nanoseconds| -nanoseconds),
    }
}

/// Five little-endian words and the digest: 72 bytes.
pub fn encode(stat: &FileStat, digest: &Digest) -> Vec<u8> {
    let words = [stat.modified as u64, stat.changed as u64, stat.size, stat.inode, stat.device];
    let mut bytes: Vec<u8> = words.into_iter().flat_map(u64::to_le_bytes).collect();
    bytes.extend(digest.0);
    bytes
}

pub fn decode(bytes: &[u8]) -> Option<(FileStat, Digest)> {
    let (words, digest) = bytes.split_at_checked(40)?;
    let word = |at: usize| words[at * 8..at * 8 + 8].try_into().map(u64::from_le_bytes).ok();
    let stat = FileStat {
        modified: word(0)? as i64,
        changed: word(1)? as i64,
        size: word(2)?,
        inode: word(3)?,
        device: word(4)?,
    };
    Some((stat, Digest(digest.try_into().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_read_back() {
        let stat = FileStat { modified: -1, changed: i64::MAX, size: 3, inode: 4, device: 5 };
        let bytes = encode(&stat, &Digest::of(b"x"));
        assert_eq!(decode(&bytes), Some((stat, Digest::of(b"x"))));
        assert_eq!(decode(&bytes[1..]), None);
        assert_eq!(decode(b""), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_stat_below_a_folder_is_that_of_the_whole_path() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::create_dir(folder.path().join("a")).expect("a folder");
        std::fs::write(folder.path().join("a/b"), "text").expect("a file");
        let root = StatRoot::new(folder.path());
        let whole = |path: &str| std::fs::metadata(folder.path().join(path)).map(|found| FileStat::of(&found)).ok();
        assert_eq!(root.stat(Path::new("a/b")), Some(whole("a/b")));
        assert_eq!(root.stat(&folder.path().join("a/b")), Some(whole("a/b")), "an absolute path");
        assert_eq!(root.stat(Path::new("a/c")), Some(None));
        // A folder is no file, and nothing can be below a file: another place decides.
        assert_eq!((root.stat(Path::new("a")), root.stat(Path::new("a/b/c"))), (None, None));
        assert_eq!(root.stat(Path::new("a/**")), None, "the listing of a folder");
        assert_eq!(StatRoot::new(&folder.path().join("none")).stat(Path::new("a/b")), None);
    }

    #[test]
    fn a_file_that_was_read_has_a_state_until_it_changes() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a.fx");
        let (cache, _) = Cache::open(&folder.path().join("cache"), crate::cache::CacheOptions::default());
        std::fs::write(&path, "text").expect("a file");
        let read = |observed| FileRead { observed, metadata: std::fs::metadata(&path).expect("it is there") };
        let (digest, young, old) = (Digest::of(b"text"), SystemTime::now(), SystemTime::now() + 2 * RACY_WINDOW);
        let again = FileState::read(&path, |_| None).expect("it can be read");
        assert!(again.is_some_and(|state| !state.settled));
        assert_eq!(cache.state_of_read(&path, &read(young), digest), again);
        let settled = again.map(|state| FileState { settled: true, ..state });
        assert_eq!(cache.state_of_read(&path, &read(old), digest), settled);
        assert_eq!(cache.state_of_read(&path, &read(young), digest), settled, "the digest is remembered");
        let before = read(old);
        std::fs::write(&path, "other text").expect("a file");
        assert_eq!(cache.state_of_read(&path, &before, digest), None);
        std::fs::remove_file(&path).expect("it is there");
        assert_eq!(cache.state_of_read(&path, &before, digest), None);
    }

    #[test]
    fn a_file_is_settled_two_seconds_after_its_last_change() {
        let at = |seconds: i64| seconds * 1_000_000_000;
        let stat = FileStat { modified: at(10), changed: at(20), size: 0, inode: 0, device: 0 };
        let observed = |seconds| UNIX_EPOCH + Duration::from_secs(seconds);
        assert!(!stat.is_settled(observed(12)));
        assert!(!stat.is_settled(observed(21)));
        assert!(stat.is_settled(observed(22)));
    }
}

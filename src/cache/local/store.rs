//! Objects and actions on disk.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustc_hash::FxHashSet;
use serde::Serialize;

use super::action_record::ActionRecord;
use super::file::{path_of, write};
use super::index;
use super::index::{Index, Opened};
use crate::bounded_file;
use crate::diag::{Diagnostic, Severity};
use crate::model::{ActionCache, ActionKey, ActionResult, Blob, Digest};

/// Options for opening a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheOptions {
    /// Nothing is written, removed or repaired.
    pub read_only: bool,
    /// Whether to open the index; without it, modification times of files serve as access times.
    pub index: bool,
    /// Open the index at its first use: a build with nothing to do does not need it. Problems of opening it are then in
    /// [`Cache::notes`].
    pub lazy: bool,
}

impl Default for CacheOptions {
    fn default() -> CacheOptions {
        CacheOptions { read_only: false, index: true, lazy: false }
    }
}

/// The first failed write; after it the cache is read-only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteFailure {
    pub path: PathBuf,
    pub kind: io::ErrorKind,
    /// The operating system's message.
    pub message: String,
}

impl WriteFailure {
    /// Whether space ran out, of the disk or of a quota.
    pub fn is_full(&self) -> bool {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        matches!(self.kind, StorageFull | QuotaExceeded | FileTooLarge)
    }

    /// For the user: an error where space ran out, a warning otherwise.
    pub fn diagnostic(&self) -> Diagnostic {
        let message = format!("cannot write to the cache at `{}`: {}", self.path.display(), self.message);
        if self.is_full() {
            Diagnostic::error("cache/disk-full", message)
                .help("Free some space, or run `uberc cache gc` with a smaller size; results already stored are kept.")
        } else {
            Diagnostic::warning("cache/not-writable", message)
                .help("Give this user the right to write there, or set another `dir` in `[cache]` of `uberc.toml`.")
        }
    }
}

/// Counts of what this process did with the cache.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counters {
    pub hits: u64,
    pub misses: u64,
    /// Files that failed their check; each counts as a miss too.
    pub corrupt: u64,
    pub stored: u64,
}

#[derive(Default)]
struct Counts {
    hits: AtomicU64,
    misses: AtomicU64,
    corrupt: AtomicU64,
    stored: AtomicU64,
}

/// A cache folder. Values are shared by threads; several processes may use one folder.
pub struct Cache {
    dir: PathBuf,
    objects: PathBuf,
    actions: PathBuf,
    read_only: bool,
    /// Whether the cache uses an index.
    indexed: bool,
    index: OnceLock<Option<Index>>,
    /// Whether there was an index when it was first asked.
    has_index: OnceLock<bool>,
    /// What is to be written to an index that there is not yet, by path.
    memos: Mutex<BTreeMap<Vec<u8>, Vec<u8>>>,
    notes: Mutex<Vec<Diagnostic>>,
    /// Objects used since the last flush.
    touched: Mutex<BTreeSet<Digest>>,
    /// Objects stored, or found stored lately, since the last flush: they need not be looked for again.
    recent: Mutex<FxHashSet<Digest>>,
    counts: Counts,
    /// Bytes of files that were written since they were last asked for.
    written: AtomicU64,
    /// Whether a result was written.
    is_filled: AtomicBool,
    /// When this process made the folder, in seconds since 1970; empty where the folder was there.
    created: OnceLock<u64>,
    /// Set with `failure`: a load is cheaper than a lock.
    stopped: AtomicBool,
    failure: Mutex<Option<WriteFailure>>,
}

/// Time after an object was stored in which its uses are not recorded. The order in which objects are removed hardly
/// changes, and a build that found nothing in the cache need not open the index.
const RECENT: Duration = Duration::from_secs(600);

/// Files whose digests are remembered, from which on an index is made for them: to open one takes as long as reading some hundred
/// small files.
const WORTH_INDEXING: usize = 256;

impl Cache {
    /// Opens a cache and creates its folder. This never fails: a cache that cannot be written still finds results, a
    /// cache that cannot be read finds none, and [`Cache::notes`] has the reason.
    pub fn open(dir: &Path, options: CacheOptions) -> (Cache, Vec<Diagnostic>) {
        let cache = Cache {
            dir: dir.to_path_buf(),
            objects: dir.join("objects"),
            actions: dir.join("actions"),
            read_only: options.read_only,
            indexed: options.index && !options.read_only,
            index: OnceLock::new(),
            has_index: OnceLock::new(),
            memos: Mutex::default(),
            notes: Mutex::default(),
            touched: Mutex::default(),
            recent: Mutex::default(),
            created: OnceLock::new(),
            counts: Counts::default(),
            written: AtomicU64::new(0),
            is_filled: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
            failure: Mutex::default(),
        };
        if cache.read_only {
            return (cache, Vec::new());
        }
        match create(dir) {
            Ok(true) => drop(cache.created.set(seconds_now())),
            Ok(false) => {}
            Err(error) => {
                let failure = cache.stop_writing(dir, &error);
                return (cache, vec![failure.diagnostic()]);
            }
        }
        if !options.lazy {
            cache.index();
        }
        let notes = cache.notes();
        (cache, notes)
    }

    /// Warnings from opening the cache and its index; each is returned once.
    pub fn notes(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut *self.notes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn open_index(&self) -> Option<Index> {
        if !self.indexed || !self.writable() {
            return None;
        }
        let (index, note) = match index::open(&self.dir.join("index")) {
            Opened::Ready(index) => (Some(index), None),
            Opened::Recreated(index, reason) => {
                let text = format!(
                    "the cache's index was damaged and has been replaced by an empty one ({})",
                    one_line(&reason)
                );
                (Some(index), Some(note("cache/index-recreated", text)))
            }
            Opened::Locked => {
                let text = "another build holds the cache's index; this build continues without it".to_owned();
                (None, Some(note("cache/index-locked", text)))
            }
            Opened::Unusable(reason) => {
                let text = format!("the cache's index cannot be used ({})", one_line(&reason));
                (None, Some(note("cache/index-unusable", text)))
            }
        };
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).extend(note);
        index
    }

    /// The bytes with this digest, verified; a file that fails its check is removed.
    pub fn object(&self, digest: &Digest) -> Option<Vec<u8>> {
        let path = path_of(self.objects(), digest);
        // Any error counts as a missing file: the action runs again.
        let Ok(bytes) = bounded_file::read(&path, bounded_file::MOST_DATA) else {
            self.forget_recent();
            return None;
        };
        if Digest::of(&bytes) != *digest {
            self.remove_corrupt(&path);
            return None;
        }
        self.touched.lock().unwrap_or_else(PoisonError::into_inner).insert(*digest);
        Some(bytes)
    }

    /// Stores bytes and returns their digest; [`Cache::write_failure`] has the error, if there was one.
    pub fn put_object(&self, bytes: &[u8]) -> Digest {
        self.put_under(Digest::of_known(bytes), bytes.len(), || bytes.into())
    }

    /// Stores bytes whose digest the caller may know already.
    pub fn put_blob(&self, blob: &Blob) -> Digest {
        self.put_under(blob.digest(), blob.len(), || blob.content())
    }

    fn put_under<'b>(&self, digest: Digest, length: usize, bytes: impl FnOnce() -> Cow<'b, [u8]>) -> Digest {
        if self.recent.lock().unwrap_or_else(PoisonError::into_inner).contains(&digest) {
            return digest;
        }
        let path = path_of(self.objects(), &digest);
        // The content of an existing file of the right length is checked when it is read. In a folder that this process made, the
        // objects that are there are mostly those of `recent`, and to write another one again does no harm.
        let there = if self.created().is_some() { None } else { fs::metadata(&path).ok() };
        let there = there.filter(|metadata| metadata.is_file() && metadata.len() == length as u64);
        match there.map(|metadata| metadata.modified()) {
            // The modification time shows when it was last used.
            Some(Ok(stored)) if stored.elapsed().is_ok_and(|age| age < RECENT) => {}
            Some(_) => {
                self.touched.lock().unwrap_or_else(PoisonError::into_inner).insert(digest);
            }
            None if self.write_result(&path, &bytes()) => {}
            None => return digest,
        }
        self.recent.lock().unwrap_or_else(PoisonError::into_inner).insert(digest);
        digest
    }

    /// Writes what is only in memory so far (access times, digests by stat); for the end of a build.
    pub fn flush(&self) {
        // Clean-up flushes before it removes objects.
        self.forget_recent();
        if !self.writable() {
            return;
        }
        let memos = std::mem::take(&mut *self.memos.lock().unwrap_or_else(PoisonError::into_inner));
        let touched = std::mem::take(&mut *self.touched.lock().unwrap_or_else(PoisonError::into_inner));
        if touched.is_empty() && memos.len() < WORTH_INDEXING && self.index.get().is_none() {
            return;
        }
        if let Some(index) = self.index() {
            memos.iter().for_each(|(path, value)| index.set_memo(path, value));
        }
        let objects: Vec<Digest> = touched.into_iter().collect();
        let now = SystemTime::now();
        let indexed = self.index().is_some_and(|index| index.touch(&objects, seconds_of(now)));
        if let Some(index) = self.index().filter(|_| indexed) {
            index.flush();
            return;
        }
        for object in &objects {
            // Best effort: a time that stays old only makes the object an earlier candidate for removal.
            let _ = bounded_file::open_for_writing(&path_of(self.objects(), object))
                .and_then(|file| file.set_modified(now));
        }
    }

    /// Objects are looked for again before they are stored.
    fn forget_recent(&self) {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Takes over what another cache of the same folder has in memory and has not written.
    pub fn take_uses(&self, earlier: &Cache) {
        let touched = std::mem::take(&mut *earlier.touched.lock().unwrap_or_else(PoisonError::into_inner));
        self.touched.lock().unwrap_or_else(PoisonError::into_inner).extend(touched);
        let memos = std::mem::take(&mut *earlier.memos.lock().unwrap_or_else(PoisonError::into_inner));
        self.memos.lock().unwrap_or_else(PoisonError::into_inner).extend(memos);
    }

    /// What this process did so far.
    pub fn counters(&self) -> Counters {
        Counters {
            hits: self.counts.hits.load(Ordering::Relaxed),
            misses: self.counts.misses.load(Ordering::Relaxed),
            corrupt: self.counts.corrupt.load(Ordering::Relaxed),
            stored: self.counts.stored.load(Ordering::Relaxed),
        }
    }

    /// The first write that failed, if one did.
    pub fn write_failure(&self) -> Option<WriteFailure> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether there is a record under this digest of a key; it is checked when it is read.
    pub fn has_action(&self, key: &Digest) -> bool {
        path_of(self.actions(), key).is_file()
    }

    /// The cache's folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Whether the index is open.
    pub fn has_open_index(&self) -> bool {
        matches!(self.index.get(), Some(Some(_)))
    }

    pub fn index(&self) -> Option<&Index> {
        self.index.get_or_init(|| self.open_index()).as_ref().filter(|index| index.works())
    }

    /// The index, unless there is none yet: then nothing would be found in it.
    fn existing_index(&self) -> Option<&Index> {
        let exists = || self.has_index.get_or_init(|| self.dir.join("index").is_dir());
        if self.index.get().is_some() || *exists() { self.index() } else { None }
    }

    /// What is remembered of a file.
    pub fn memo(&self, path: &Path) -> Option<Vec<u8>> {
        let path = path.as_os_str().as_encoded_bytes();
        match self.existing_index() {
            Some(index) => index.memo(path),
            None => self.memos.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned(),
        }
    }

    pub fn set_memo(&self, path: &Path, value: Vec<u8>) {
        let path = path.as_os_str().as_encoded_bytes();
        match self.existing_index() {
            Some(index) => index.set_memo(path, &value),
            None if self.indexed => {
                let mut memos = self.memos.lock().unwrap_or_else(PoisonError::into_inner);
                memos.insert(path.to_vec(), value);
            }
            None => {}
        }
    }

    pub fn objects(&self) -> &Path {
        &self.objects
    }

    pub fn actions(&self) -> &Path {
        &self.actions
    }

    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// Counts a file that failed its check, and removes it.
    pub fn remove_corrupt(&self, path: &Path) {
        self.counts.corrupt.fetch_add(1, Ordering::Relaxed);
        self.forget_recent();
        if !self.read_only {
            // If it cannot be removed, it fails its check again, and the next write of the key replaces it.
            let _ = fs::remove_file(path);
        }
    }

    pub fn writable(&self) -> bool {
        !self.read_only && !self.stopped.load(Ordering::Relaxed)
    }

    /// Whether files were written that are not counted yet.
    pub fn has_written(&self) -> bool {
        self.written.load(Ordering::Relaxed) > 0
    }

    /// When this process made the folder, in seconds since 1970; `None` where the folder was there.
    pub fn created(&self) -> Option<u64> {
        self.created.get().copied()
    }

    /// Bytes of the files that this process has written since the last call.
    pub fn take_written(&self) -> u64 {
        self.written.swap(0, Ordering::Relaxed)
    }

    pub fn write(&self, path: &Path, bytes: &[u8]) -> bool {
        let is_written = self.write_uncounted(path, bytes);
        if is_written {
            self.written.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        }
        is_written
    }

    /// The same for a record or an object.
    pub fn write_result(&self, path: &Path, bytes: &[u8]) -> bool {
        self.is_filled.store(true, Ordering::Relaxed);
        self.write(path, bytes)
    }

    /// [`Cache::write`] for a file that is not part of what the cache takes.
    pub fn write_uncounted(&self, path: &Path, bytes: &[u8]) -> bool {
        if !self.writable() {
            return false;
        }
        match write(path, bytes) {
            Ok(()) => true,
            Err(error) => {
                self.stop_writing(path, &error);
                false
            }
        }
    }

    fn stop_writing(&self, path: &Path, error: &io::Error) -> WriteFailure {
        self.stopped.store(true, Ordering::Relaxed);
        // Without the temporary file's name, which `tempfile` adds and which is random.
        let text = error.to_string();
        let message = text.split(" at path ").next().unwrap_or(&text).to_owned();
        let failure = WriteFailure { path: path.to_path_buf(), kind: error.kind(), message };
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure).clone()
    }

    /// The result in the record under the digest of a key. `is_asked`: whether it is the key that is asked for.
    fn look_up(&self, digest: &Digest, is_asked: impl FnOnce(&ActionKey) -> bool) -> Option<ActionResult> {
        let path = path_of(self.actions(), digest);
        let bytes = bounded_file::read(&path, bounded_file::MOST_DATA).ok()?;
        let Some(record) = ActionRecord::decode(&bytes).filter(|record| is_asked(&record.key)) else {
            self.remove_corrupt(&path);
            return None;
        };
        match self.object(&record.output) {
            Some(output) => {
                let ActionRecord { messages, reflection, entry_point, .. } = record;
                Some(ActionResult {
                    output,
                    messages: messages.into_owned(),
                    reflection: reflection.map(Cow::into_owned),
                    entry_point: entry_point.map(Cow::into_owned),
                })
            }
            None => {
                if !self.read_only {
                    // A record without its object is a miss, whether it can be removed or not.
                    let _ = fs::remove_file(&path);
                }
                None
            }
        }
    }
}

impl ActionCache for Cache {
    fn get(&self, key: &ActionKey) -> Option<ActionResult> {
        // The stored key is compared in full: neither a collision of digests nor a file under a wrong name can lead to
        // another key's object.
        let result = self.look_up(&key.digest(), |stored| stored == key);
        let count = if result.is_some() { &self.counts.hits } else { &self.counts.misses };
        count.fetch_add(1, Ordering::Relaxed);
        result
    }

    /// Whether this process made the folder and has stored no result yet. What another process stores meanwhile is made again.
    fn is_new(&self) -> bool {
        self.created.get().is_some() && !self.is_filled.load(Ordering::Relaxed)
    }

    fn get_by_digest(&self, key: &Digest) -> Option<ActionResult> {
        self.look_up(key, |stored| stored.digest() == *key)
    }

    fn put(&self, key: &ActionKey, result: &ActionResult) {
        if !self.writable() {
            return;
        }
        // The object first: an action that can be seen has its object.
        let record = ActionRecord {
            key: Cow::Borrowed(key),
            output: self.put_object(&result.output),
            output_bytes: result.output.len() as u64,
            messages: Cow::Borrowed(&result.messages),
            reflection: result.reflection.as_ref().map(Cow::Borrowed),
            entry_point: result.entry_point.as_deref().map(Cow::Borrowed),
        };
        if self.write_result(&path_of(self.actions(), &key.digest()), &record.encode()) {
            self.counts.stored.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// The folder, marked for backup programs and version control. Whether there was none.
fn create(dir: &Path) -> io::Result<bool> {
    let is_new = match fs::create_dir(dir) {
        Ok(()) => true,
        Err(error) => {
            fs::create_dir_all(dir)?;
            error.kind() == io::ErrorKind::NotFound
        }
    };
    // https://bford.info/cachedir/: the signature is part of the convention.
    let tag = "Signature: 8a477f597d28d172789f06886806bc55\n# Results of earlier uberc builds; safe to delete.\n";
    for (name, text) in [("CACHEDIR.TAG", tag), (".gitignore", "*\n")] {
        let path = dir.join(name);
        if !path.exists() {
            write(&path, text.as_bytes())?;
        }
    }
    Ok(is_new)
}

/// Seconds since 1970.
pub fn seconds_now() -> u64 {
    seconds_of(SystemTime::now())
}

fn seconds_of(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

fn note(code: &'static str, message: String) -> Diagnostic {
    Diagnostic { severity: Severity::Note, ..Diagnostic::warning(code, message) }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

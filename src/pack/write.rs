//! Replaces a file atomically: other programs see the old file or the new one.
//!
//! The temporary file beside it is locked while it is written. The system releases a lock when the process ends, also
//! when it is killed. So a temporary file that can be locked was left by a killed process. Clocks and process ids are
//! not used.

use std::fs::{File, TryLockError};
use std::io::{Error, ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use uberc_runtime::format::{FRAME_HEADER as MAGIC_AT, MAGIC};

use crate::bounded_file;

const ENDING: &str = ".tmp";

/// Letters and digits that `tempfile` puts before the ending.
const RANDOM: usize = 6;

/// Upper bound of links that are followed; more are a cycle.
const MOST_LINKS: usize = 40;

/// Attempts to create a temporary file while other processes remove temporary files.
const TRIES: usize = 16;

/// Writes a temporary file in the same folder, flushes it to the disk, and renames it over `path`. Makes the folder
/// where there is none. A file with these very bytes is left alone, so that its time stamp does not change. A link
/// stays a link: what it points to is replaced.
///
/// # Errors
/// Also where `path` is something that must not be replaced by a file: a folder, a device, a pipe.
pub fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let Some(unflushed) = put(path, bytes, true)? else { return Ok(()) };
    unflushed.flush()
}

/// The same with the rename before the flush, so that readers see the file earlier. Until [`Unflushed::flush`] has
/// returned, a power cut can leave a torn file, which an archive's checksums detect. A caller that keeps a record of
/// the file must write the record after the flush, so that the next build writes the file again. A killed process
/// leaves the old file or the new one.
///
/// # Errors
/// As [`write_whole`].
pub fn write_whole_then_flush(path: &Path, bytes: &[u8]) -> std::io::Result<Option<Unflushed>> {
    put(path, bytes, false)
}

/// Whether an archive may be written here without a loss: there is no file, it is empty, or it begins as an archive
/// does. What was damaged at its beginning (a power cut leaves zeros) is nobody's work either.
pub fn is_archive_or_nothing(path: &Path) -> bool {
    let path = &resolved(path);
    // What is no file is refused when the archive is written, with the reason.
    if !std::fs::metadata(path).is_ok_and(|known| known.is_file()) {
        return true;
    }
    let begin = bounded_file::read_start(path, MAGIC_AT + MAGIC.len());
    // The magic number of the frame before it is that of every Zstandard file of this kind.
    let is_archive = |begin: &[u8]| begin.get(MAGIC_AT..).is_some_and(|magic| magic == MAGIC);
    begin.is_ok_and(|begin| begin.iter().all(|byte| *byte == 0) || is_archive(&begin))
}

/// A file that has been renamed, but may not be on the disk yet.
#[derive(Debug)]
pub struct Unflushed {
    file: File,
    folder: PathBuf,
    /// Its name alone may not be there.
    is_flushed: bool,
}

impl Unflushed {
    /// Waits until file and name are on the disk.
    ///
    /// # Errors
    /// The operating system's.
    pub fn flush(self) -> std::io::Result<()> {
        if !self.is_flushed {
            self.file.sync_all()?;
        }
        self.flush_folder()
    }

    /// The rename itself is on the disk only when the folder is.
    fn flush_folder(self) -> std::io::Result<()> {
        #[cfg(unix)]
        File::open(&self.folder)?.sync_all()?;
        Ok(())
    }
}

/// `None` where the file had these bytes, and the system cannot flush what was not written.
fn put(path: &Path, bytes: &[u8], flush_first: bool) -> std::io::Result<Option<Unflushed>> {
    let path = &resolved(path);
    if std::fs::metadata(path).is_ok_and(|known| !known.is_file()) {
        return Err(Error::new(ErrorKind::InvalidInput, "it exists and is not a regular file"));
    }
    std::fs::create_dir_all(folder_of(path))?;
    let same_length = std::fs::metadata(path).is_ok_and(|known| known.is_file() && known.len() == bytes.len() as u64);
    if same_length && bounded_file::read(path, bounded_file::MOST_DATA).is_ok_and(|known| known == bytes) {
        // The process that wrote them may have been killed before the flush.
        let known = if cfg!(unix) { bounded_file::open(path).ok() } else { None };
        return Ok(known.map(|(file, _)| Unflushed { file, folder: folder_of(path).to_path_buf(), is_flushed: false }));
    }
    let mut file = temporary(path)?;
    file.write_all(bytes)?;
    if flush_first {
        file.as_file().sync_all()?;
    }
    let file = file.persist(path).map_err(|error| error.error)?;
    Ok(Some(Unflushed { file, folder: folder_of(path).to_path_buf(), is_flushed: flush_first }))
}

/// Why [`write_whole`] failed, without the temporary file's name, which does not help the user.
pub fn why_not_written(error: &Error) -> String {
    if error.raw_os_error().is_some() || error.get_ref().is_none() {
        return error.kind().to_string();
    }
    let text = error.to_string();
    text.split(" at path ").next().unwrap_or(&text).to_owned()
}

/// Removes what killed processes left of [`write_whole`] to this path; what a living one is writing stays. Nothing here
/// can fail a build.
pub fn remove_stale_temporaries(path: &Path) {
    let path = &resolved(path);
    let Ok(entries) = std::fs::read_dir(folder_of(path)) else { return };
    let prefix = prefix(path);
    for entry in entries.flatten() {
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(&prefix)?.strip_suffix(ENDING));
        let ours =
            random.is_some_and(|random| random.len() == RANDOM && random.bytes().all(|b| b.is_ascii_alphanumeric()));
        // A link is nobody's temporary file.
        if !ours || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let open = bounded_file::open_for_writing(&entry.path());
        // The lock is held until the file is removed: a process that has just created it, and gets the lock later,
        // creates another.
        if let Ok(file) = open
            && file.try_lock().is_ok()
        {
            drop(std::fs::remove_file(entry.path()));
        }
    }
}

/// A new temporary file, locked.
fn temporary(path: &Path) -> std::io::Result<NamedTempFile> {
    let prefix = prefix(path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(ENDING).rand_bytes(RANDOM);
    // Temporary files are private by default; an archive is read by whoever may read the folder.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    for _ in 0..TRIES {
        let file = builder.tempfile_in(folder_of(path))?;
        match file.as_file().try_lock() {
            // A process that removes temporary files has locked it.
            Err(TryLockError::WouldBlock) => {}
            // Another process has removed it.
            Ok(()) if !file.path().exists() => {}
            // A file system without locks: there nobody else gets one either, and nothing is swept.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(file),
        }
    }
    Err(Error::other("other processes remove every temporary file at once"))
}

/// The target of a link, also if it does not exist yet, so that a link to an archive stays a link.
fn resolved(path: &Path) -> PathBuf {
    let mut at = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        if let Ok(whole) = std::fs::canonicalize(&at) {
            return whole;
        }
        match std::fs::read_link(&at) {
            Ok(target) => at = folder_of(&at).join(target),
            Err(_) => return at,
        }
    }
    path.to_path_buf()
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A dot, because hidden files are not part of a project, and the beginning of the name, because file systems limit its
/// length.
fn prefix(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    format!(".{}.", name.chars().take(40).collect::<String>())
}

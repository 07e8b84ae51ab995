//! Files of the cache: names, atomic writes, listing.

use std::fs::{self, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::model::Digest;

/// Prefix of the names of temporary files; no digest begins like this.
const TEMPORARY: &str = ".tmp-";

/// Number of digits of a digest that name its folder. Two digits would make 256 folders, and creating those takes
/// longer than writing the files of a small build. Current file systems have no problem with a million files in 16
/// folders.
const FOLDER_DIGITS: usize = 1;

/// The path of a digest's file.
pub fn path_of(folder: &Path, digest: &Digest) -> PathBuf {
    let name = digest.to_string();
    let (outer, inner) = name.split_at(FOLDER_DIGITS);
    let mut path = PathBuf::with_capacity(folder.as_os_str().len() + name.len() + 2);
    path.extend([folder, Path::new(outer), Path::new(inner)]);
    path
}

/// Writes a whole file or none: temporary file, then rename. See the module's documentation for why there is no fsync.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY);
    // Others who share the folder must be able to read it; the process's umask still applies.
    #[cfg(unix)]
    builder.permissions(<fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
    let mut file = match builder.tempfile_in(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(folder)?;
            builder.tempfile_in(folder)?
        }
        file => file?,
    };
    file.write_all(bytes)?;
    if let Err(failed) = file.persist(path) {
        // A folder in its place is nobody's: names of digests and records are the cache's own.
        if !path.is_dir() {
            return Err(failed.error);
        }
        fs::remove_dir_all(path)?;
        failed.file.persist(path).map_err(|error| error.error)?;
    }
    Ok(())
}

/// A file named by a digest.
pub struct Stored {
    pub digest: Digest,
    pub path: PathBuf,
    pub metadata: Metadata,
}

/// The files in `objects` or `actions`.
#[derive(Default)]
pub struct Listing {
    /// By name.
    pub stored: Vec<Stored>,
    /// Temporary files: being written, or left behind by a process that was killed.
    pub temporary: Vec<(PathBuf, Metadata)>,
}

/// Lists a folder of the cache. Files of other programs are ignored, and so are files that disappear meanwhile.
pub fn list(folder: &Path) -> io::Result<Listing> {
    let mut listing = Listing::default();
    for outer in entries(folder)? {
        let Some(prefix) = outer.file_name().to_str().filter(|name| name.len() == FOLDER_DIGITS).map(str::to_owned)
        else {
            continue;
        };
        if !outer.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        for inner in entries(&outer.path())? {
            let name = inner.file_name();
            let (Some(name), Ok(metadata)) = (name.to_str(), inner.metadata()) else { continue };
            if !metadata.is_file() {
                continue;
            }
            if name.starts_with(TEMPORARY) {
                listing.temporary.push((inner.path(), metadata));
            } else if let Some(digest) = Digest::from_hex(&format!("{prefix}{name}")) {
                listing.stored.push(Stored { digest, path: inner.path(), metadata });
            }
        }
    }
    listing.stored.sort_by_key(|stored| stored.digest);
    listing.temporary.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(listing)
}

/// Temporary files directly in a folder.
pub fn temporary_in(folder: &Path) -> io::Result<Vec<(PathBuf, Metadata)>> {
    let entries = entries(folder)?.into_iter();
    let ours = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(TEMPORARY));
    let found = ours.filter_map(|entry| Some((entry.path(), entry.metadata().ok()?)));
    Ok(found.filter(|(_, metadata)| metadata.is_file()).collect())
}

fn entries(folder: &Path) -> io::Result<Vec<fs::DirEntry>> {
    match fs::read_dir(folder) {
        Ok(entries) => entries.collect(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

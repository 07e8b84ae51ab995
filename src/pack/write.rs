//! An archive on disk: either the old one or the new one, whatever happens in between.

use std::io::Write as _;
use std::path::Path;

/// Writes a temporary file in the same folder, flushes it to the disk, and renames it over `path`. Makes the folder where there is
/// none. A file with these very bytes is left alone, so that its time stamp does not change. A link stays a link: what it
/// points to is replaced.
///
/// # Errors
/// Also where `path` is something that must not be replaced by a file: a folder, a device, a pipe.
pub fn write_archive(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let resolved = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let path = resolved.as_path();
    if std::fs::metadata(path).is_ok_and(|known| !known.is_file()) {
        return Err(std::io::Error::new(std::io::ErrorKind::InvalidInput, "it exists and is not a regular file"));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let same_length = std::fs::metadata(path).is_ok_and(|known| known.is_file() && known.len() == bytes.len() as u64);
    if same_length && std::fs::read(path).is_ok_and(|known| known == bytes) {
        return Ok(());
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".tmp");
    // Temporary files are private by default; an archive is read by whoever may read the folder.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    // The rename itself is on the disk only when the folder is.
    #[cfg(unix)]
    std::fs::File::open(folder)?.sync_all()?;
    Ok(())
}

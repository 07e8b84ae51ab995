//! Files that commands write: whole or not at all, with the permissions that the user's umask gives.

use std::io::{self, Write as _};
use std::path::Path;

use tempfile::NamedTempFile;

use super::Stop;

/// A temporary file beside the file that it becomes. The folder is made where it does not exist.
pub fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    // Temporary files are private by default; what a command writes is read by whoever may read the folder.
    #[cfg(unix)]
    builder.permissions(<std::fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Replaces the file.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = temporary(path)?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Replaces the file; an error ends the command.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    replace(path, bytes).map_err(|error| Stop::environment(format!("cannot write `{}`: {error}", path.display())))
}

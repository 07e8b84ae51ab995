//! Reads files that others wrote, and opens them for more. Every file that uberc reads is read here: a name may lead to
//! a pipe that nobody writes to, to a device without an end, or to more bytes than there is memory.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{Error, ErrorKind, Read as _, Result};
use std::path::Path;

use crate::digest::{Digest, DigestWriter};

/// Upper bound of a text that a person writes: a source, a header, a module, a project file. In bytes.
pub const MOST_TEXT: u64 = 64 << 20;

/// Upper bound of what programs write: archives, outputs of compilers, files of the cache. In bytes.
pub const MOST_DATA: u64 = 4 << 30;

/// Bytes of a file that are in memory while its digest is made.
const PART: usize = 128 << 10;

/// The bytes of a file.
///
/// # Errors
/// The operating system's; [`ErrorKind::IsADirectory`]; [`ErrorKind::InvalidInput`] for a pipe, a device or a socket,
/// which is not opened; [`ErrorKind::FileTooLarge`] for more than `most` bytes.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>> {
    Ok(read_with_metadata(path, most)?.0)
}

/// The bytes of a file, and its metadata when it was opened.
///
/// # Errors
/// As [`read`].
pub fn read_with_metadata(path: &Path, most: u64) -> Result<(Vec<u8>, Metadata)> {
    let (file, metadata) = open(path)?;
    if metadata.len() > most {
        return Err(too_large(most));
    }
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(usize::try_from(metadata.len()).unwrap_or(usize::MAX))?;
    // It may grow while it is read, and some systems tell no length.
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok((bytes, metadata)) }
}

/// The digest of a file's bytes. The file is never in memory as a whole.
///
/// # Errors
/// As [`read`].
pub fn digest(path: &Path, most: u64) -> Result<Digest> {
    let (mut file, metadata) = open(path)?;
    if metadata.len() > most {
        return Err(too_large(most));
    }
    let mut hasher = DigestWriter::default();
    // One byte more, so that the end is seen at once.
    let mut part = vec![0; PART.min(usize::try_from(metadata.len()).unwrap_or(PART) + 1)];
    let mut length = 0;
    loop {
        let count = match file.read(&mut part) {
            Ok(0) => return Ok(hasher.finish()),
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        length += count as u64;
        // It may grow while it is read.
        if length > most {
            return Err(too_large(most));
        }
        hasher.update(&part[..count]);
    }
}

/// The first bytes of a file: `count`, or fewer where it is shorter.
///
/// # Errors
/// As [`read`].
pub fn read_start(path: &Path, count: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.0.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a regular file for reading.
///
/// # Errors
/// As [`read`].
pub fn open(path: &Path) -> Result<(File, Metadata)> {
    open_with(path, OpenOptions::new().read(true))
}

/// Opens a regular file for writing at its end. A file that is not there is made.
///
/// # Errors
/// As [`open`].
pub fn append(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.append(true);
    match open_with(path, &mut options) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(open_unchecked(path, options.create(true))?.0),
        opened => Ok(opened?.0),
    }
}

/// Opens a regular file that is there, and changes nothing of it.
///
/// # Errors
/// As [`open`].
pub fn open_for_writing(path: &Path) -> Result<File> {
    Ok(open_with(path, OpenOptions::new().write(true))?.0)
}

fn open_with(path: &Path, options: &mut OpenOptions) -> Result<(File, Metadata)> {
    // Opening alone waits at a pipe, and can rewind a tape.
    is_regular(&std::fs::metadata(path)?)?;
    open_unchecked(path, options)
}

fn open_unchecked(path: &Path, options: &mut OpenOptions) -> Result<(File, Metadata)> {
    // Another process may have put a pipe in its place since.
    #[cfg(unix)]
    {
        let flags = i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).unwrap_or(0);
        std::os::unix::fs::OpenOptionsExt::custom_flags(options, flags);
    }
    let file = options.open(path)?;
    let metadata = file.metadata()?;
    is_regular(&metadata)?;
    Ok((file, metadata))
}

fn too_large(most: u64) -> Error {
    let size = if most.is_multiple_of(1 << 30) { format!("{} GiB", most >> 30) } else { format!("{} MiB", most >> 20) };
    Error::new(ErrorKind::FileTooLarge, format!("it is larger than {size}"))
}

fn is_regular(metadata: &Metadata) -> Result<()> {
    if metadata.is_file() {
        return Ok(());
    } else if metadata.is_dir() {
        return Err(Error::new(ErrorKind::IsADirectory, "it is a folder"));
    }
    Err(Error::new(ErrorKind::InvalidInput, format!("it is {}, not a file", kind(metadata))))
}

#[cfg(unix)]
fn kind(metadata: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    let kind = metadata.file_type();
    if kind.is_fifo() {
        "a named pipe"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn kind(_: &Metadata) -> &'static str {
    "a device"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_up_to_the_limit() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        std::fs::write(&path, b"12345").expect("a file");
        assert_eq!(read(&path, 5).expect("it is short enough"), b"12345");
        assert_eq!(read_start(&path, 2).expect("it is there"), b"12");
        assert_eq!(read_start(&path, 9).expect("it is there"), b"12345");
        let error = read(&path, 4).expect_err("it is too large");
        assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::FileTooLarge, "it is larger than 0 MiB"));
        assert_eq!(read(folder.path(), 4).expect_err("a folder").kind(), ErrorKind::IsADirectory);
        assert_eq!(read(&folder.path().join("none"), 4).expect_err("nothing").kind(), ErrorKind::NotFound);
    }

    #[test]
    fn digests_are_those_of_the_bytes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        for length in [0, 1, PART - 1, PART, PART + 1, 3 * PART + 7] {
            let bytes: Vec<u8> = (0..length).map(|at| at as u8).collect();
            std::fs::write(&path, &bytes).expect("a file");
            let limit = length as u64;
            assert_eq!(digest(&path, limit).expect("it is short enough"), Digest::of(&bytes), "{length} bytes");
            let shorter = limit.checked_sub(1).map(|limit| digest(&path, limit).map_err(|error| error.kind()));
            assert!(matches!(shorter, None | Some(Err(ErrorKind::FileTooLarge))), "{shorter:?}");
        }
        assert_eq!(digest(folder.path(), 4).expect_err("a folder").kind(), ErrorKind::IsADirectory);
    }

    #[test]
    fn files_are_written_at_their_end() {
        use std::io::Write as _;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        assert_eq!(open_for_writing(&path).expect_err("it is not there").kind(), ErrorKind::NotFound);
        for text in ["ab", "c"] {
            append(&path).expect("it is made").write_all(text.as_bytes()).expect("it is written");
        }
        assert_eq!(read(&path, 9).expect("it is there"), b"abc");
        assert_eq!(append(folder.path()).expect_err("a folder").kind(), ErrorKind::IsADirectory);
    }

    #[cfg(unix)]
    #[test]
    fn pipes_sockets_and_devices_are_refused_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let (pipe, socket) = (folder.path().join("pipe"), folder.path().join("socket"));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        let _listener = std::os::unix::net::UnixListener::bind(&socket).expect("a socket");
        let error_of = |path: &Path| read(path, MOST_TEXT).expect_err("it is no file").to_string();
        assert_eq!(error_of(&pipe), "it is a named pipe, not a file");
        assert_eq!(error_of(&socket), "it is a socket, not a file");
        assert_eq!(error_of(Path::new("/dev/zero")), "it is a device, not a file");
        assert!(append(&pipe).is_err() && open_for_writing(&pipe).is_err(), "nobody reads: opening would wait");
    }
}

//! Opening and closing archives.

use std::ffi::c_char;
use std::sync::Arc;

use uberc_runtime::Pack;

use crate::status::*;

/// An open archive. It may be used by many threads at once.
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_pack {
    pub(crate) pack: Arc<Pack<Bytes>>,
}

/// Where the bytes are.
pub(crate) enum Bytes {
    Owned(Vec<u8>),
    Borrowed(&'static [u8]),
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Bytes::Owned(bytes) => bytes,
            Bytes::Borrowed(bytes) => bytes,
        }
    }
}

/// Text of an archive: not ended by a zero byte. Valid until the archive is closed.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(non_camel_case_types, reason = "C's names")]
pub struct uberc_text {
    /// UTF-8; null where there is no text.
    pub data: *const c_char,
    pub length: usize,
}

impl uberc_text {
    pub(crate) const NONE: uberc_text = uberc_text { data: std::ptr::null(), length: 0 };
}

impl From<&str> for uberc_text {
    fn from(text: &str) -> uberc_text {
        uberc_text { data: text.as_ptr().cast(), length: text.len() }
    }
}

impl From<Option<&str>> for uberc_text {
    fn from(text: Option<&str>) -> uberc_text {
        text.map_or(uberc_text::NONE, uberc_text::from)
    }
}

fn open(bytes: Bytes) -> Result<Pack<Bytes>, Failure> {
    Pack::open(bytes).map_err(|error| Failure::new(UBERC_NOT_AN_ARCHIVE, error))
}

/// Reads a file and opens the archive in it.
pub(crate) fn open_file(path: &str) -> Result<Pack<Bytes>, Failure> {
    let failed = |why: &dyn std::fmt::Display| Failure::new(UBERC_FILE, format!("{path}: {why}"));
    // Reading a pipe waits for its writer, and reading some devices never ends.
    let metadata = std::fs::metadata(path).map_err(|error| failed(&error))?;
    if !metadata.is_file() {
        return Err(failed(&"it is not a regular file"));
    }
    open(Bytes::Owned(std::fs::read(path).map_err(|error| failed(&error))?))
}

fn given(pack: Pack<Bytes>) -> *mut uberc_pack {
    Box::into_raw(Box::new(uberc_pack { pack: Arc::new(pack) }))
}

/// Opens an archive in memory, such as a file that is mapped. Nothing is copied: the bytes must stay as they are until
/// the archive is closed.
///
/// # Safety
/// `bytes` is valid for `length` bytes until then; `pack` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_pack_open(bytes: *const u8, length: usize, pack: *mut *mut uberc_pack) -> uberc_status {
    guarded(|| {
        if bytes.is_null() {
            return Err(Failure::null("bytes"));
        }
        if pack.is_null() {
            return Err(Failure::null("pack"));
        }
        // SAFETY: the caller's promise.
        let bytes = unsafe { std::slice::from_raw_parts(bytes, length) };
        let opened = open(Bytes::Borrowed(bytes))?;
        // SAFETY: as above.
        unsafe { put(pack, given(opened), "pack") }
    })
}

/// Reads a file and opens the archive in it. The path is UTF-8.
///
/// # Safety
/// `path` ends with a zero byte; `pack` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_pack_open_file(path: *const c_char, pack: *mut *mut uberc_pack) -> uberc_status {
    guarded(|| {
        if pack.is_null() {
            return Err(Failure::null("pack"));
        }
        // SAFETY: the caller's promise.
        let opened = open_file(unsafe { text(path, "path") }?)?;
        // SAFETY: as above.
        unsafe { put(pack, given(opened), "pack") }
    })
}

/// Closes an archive; null is nothing to close. Everything that was found in it is invalid from then on.
///
/// # Safety
/// `pack` is from `uberc_pack_open` or `uberc_pack_open_file`, not closed before, and no other thread uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_pack_close(pack: *mut uberc_pack) {
    if !pack.is_null() {
        // SAFETY: made by `Box::into_raw`, and given back once.
        drop(unsafe { Box::from_raw(pack) });
    }
}

/// BLAKE3 of the archive's content, 32 bytes: equal digests, equal archives.
///
/// # Safety
/// `pack` is open; `digest` is valid for writing 32 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn uberc_pack_digest(pack: *const uberc_pack, digest: *mut [u8; 32]) -> uberc_status {
    guarded(|| {
        // SAFETY: the caller's promises.
        unsafe { put(digest, at(pack, "pack")?.pack.digest(), "digest") }
    })
}

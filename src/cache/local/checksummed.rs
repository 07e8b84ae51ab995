//! Small files with a checksum: a torn file and a file of another format read as missing.
//!
//! A first line `MAGIC <BLAKE3 of the rest>`, then the body. The magic has the format's number, so that a reader of
//! another format does not use the file.

use crate::model::Digest;

pub fn seal(magic: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes = format!("{magic} {}\n", Digest::of(body)).into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// The body; `None` for anything that [`seal`] did not write under this magic.
pub fn unseal<'a>(magic: &str, bytes: &'a [u8]) -> Option<&'a [u8]> {
    let rest = bytes.strip_prefix(magic.as_bytes())?.strip_prefix(b" ")?;
    let (checksum, rest) = rest.split_at_checked(64)?;
    let body = rest.strip_prefix(b"\n")?;
    (Digest::from_hex(std::str::from_utf8(checksum).ok()?)? == Digest::of(body)).then_some(body)
}

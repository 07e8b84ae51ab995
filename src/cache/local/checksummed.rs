//! Small files with a checksum: a torn file and a file of another format read as missing.
//!
//! A first line `MAGIC <BLAKE3 of the rest>`, then the body. The magic has the format's number, so that a reader of
//! another format does not use the file.

use crate::model::Digest;

/// Bytes that most files need at least.
const BODY: usize = 4096;

/// Digits of the checksum.
const DIGITS: usize = 64;

/// The file with this body.
pub fn seal(magic: &str, body: &[u8]) -> Vec<u8> {
    let mut file = begin(magic);
    file.extend_from_slice(body);
    end(magic, file)
}

/// The first line of a file with a checksum of zeros. The body is appended to it; then [`end`] makes the file valid.
pub fn begin(magic: &str) -> Vec<u8> {
    let mut file = Vec::with_capacity(BODY);
    file.extend_from_slice(magic.as_bytes());
    file.push(b' ');
    file.extend_from_slice(&[b'0'; DIGITS]);
    file.push(b'\n');
    file
}

/// Fills in the checksum of a file that [`begin`] began under this magic.
pub fn end(magic: &str, mut file: Vec<u8>) -> Vec<u8> {
    let digits = magic.len() + 1;
    let body = digits + DIGITS + 1;
    let checksum = Digest::of(&file[body..]).to_string();
    file[digits..digits + DIGITS].copy_from_slice(checksum.as_bytes());
    file
}

/// The body; `None` for anything that [`seal`] did not write under this magic.
pub fn unseal<'a>(magic: &str, bytes: &'a [u8]) -> Option<&'a [u8]> {
    let rest = bytes.strip_prefix(magic.as_bytes())?.strip_prefix(b" ")?;
    let (checksum, rest) = rest.split_at_checked(DIGITS)?;
    let body = rest.strip_prefix(b"\n")?;
    (Digest::from_hex(std::str::from_utf8(checksum).ok()?)? == Digest::of(body)).then_some(body)
}

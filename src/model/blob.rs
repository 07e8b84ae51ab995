//! Immutable bytes with their digest.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};

use super::Digest;

/// Zstandard's fastest: a build of many thousand variants holds all of them at once, and code is alike in itself.
const LEVEL: i32 = 1;

/// Bytes, and their digest, which is computed at its first use. Reports, archives and the cache identify code by it. The
/// bytes can be compressed while nothing needs them.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(from = "Vec<u8>", into = "Vec<u8>")]
pub struct Blob {
    held: Held,
    /// Of the content, in bytes.
    length: usize,
    digest: OnceLock<Digest>,
}

#[derive(Clone)]
enum Held {
    Plain(Vec<u8>),
    /// A Zstandard frame.
    Compressed(Box<[u8]>),
}

impl Default for Held {
    fn default() -> Held {
        Held::Plain(Vec::new())
    }
}

thread_local! {
    static COMPRESSOR: RefCell<Option<zstd::bulk::Compressor<'static>>> =
        RefCell::new(zstd::bulk::Compressor::new(LEVEL).ok());
}

impl Blob {
    /// Computed at the first call.
    pub fn digest(&self) -> Digest {
        *self.digest.get_or_init(|| Digest::of_known(&self.content()))
    }

    /// Bytes of the content.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The bytes; a copy if they are compressed.
    ///
    /// # Panics
    /// Only if memory was changed: the frame is one that [`Blob::compress`] made.
    pub fn content(&self) -> Cow<'_, [u8]> {
        match &self.held {
            Held::Plain(bytes) => Cow::Borrowed(bytes),
            Held::Compressed(frame) => {
                let bytes = zstd::bulk::decompress(frame, self.length);
                Cow::Owned(bytes.expect("a frame that was made in this process"))
            }
        }
    }

    /// Compresses the bytes in memory if that makes them shorter. The digest is computed before.
    pub fn compress(&mut self) {
        self.digest();
        let Held::Plain(bytes) = &self.held else { return };
        let compress = |compressor: &RefCell<Option<zstd::bulk::Compressor<'static>>>| {
            compressor.borrow_mut().as_mut().and_then(|compressor| compressor.compress(bytes).ok())
        };
        if let Some(frame) = COMPRESSOR.with(compress).filter(|frame| frame.len() < bytes.len()) {
            self.held = Held::Compressed(frame.into_boxed_slice());
        }
    }
}

/// Counts the code that a run holds: what goes beyond a bound is compressed, so that small builds need not.
#[derive(Debug, Default)]
pub struct HeldCode {
    bytes: AtomicUsize,
}

/// Bytes of code that are held as they are.
const MOST_PLAIN: usize = 16 << 20;

impl HeldCode {
    /// The same bytes, compressed if there is much already.
    pub fn hold(&self, mut blob: Blob) -> Blob {
        if self.bytes.fetch_add(blob.len(), Ordering::Relaxed) > MOST_PLAIN {
            blob.compress();
        }
        blob
    }
}

impl From<Vec<u8>> for Blob {
    fn from(bytes: Vec<u8>) -> Blob {
        Blob { length: bytes.len(), held: Held::Plain(bytes), digest: OnceLock::new() }
    }
}

impl From<Blob> for Vec<u8> {
    fn from(blob: Blob) -> Vec<u8> {
        match blob.held {
            Held::Plain(bytes) => bytes,
            Held::Compressed(_) => blob.content().into_owned(),
        }
    }
}

impl PartialEq for Blob {
    fn eq(&self, other: &Blob) -> bool {
        self.length == other.length && self.content() == other.content()
    }
}

impl Eq for Blob {}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.content().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_bytes_are_the_same_bytes() {
        for bytes in [Vec::new(), vec![7], b"float4 colour = 0;".repeat(100), (0..=255).collect()] {
            let plain = Blob::from(bytes.clone());
            let mut compressed = plain.clone();
            compressed.compress();
            compressed.compress();
            assert_eq!(matches!(compressed.held, Held::Compressed(_)), bytes.len() > 1000);
            assert_eq!((compressed.len(), compressed.digest()), (bytes.len(), Digest::of(&bytes)));
            assert!(compressed == plain && *compressed.content() == *bytes);
            assert_eq!(Vec::from(compressed), bytes);
        }
    }
}

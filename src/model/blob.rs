//! Immutable bytes with their digest.

use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::Digest;

/// Bytes, and their digest, which is computed at its first use. Reports, archives and the cache identify code by it.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(from = "Vec<u8>", into = "Vec<u8>")]
pub struct Blob {
    bytes: Vec<u8>,
    digest: OnceLock<Digest>,
}

impl Blob {
    /// Computed at the first call.
    pub fn digest(&self) -> Digest {
        *self.digest.get_or_init(|| Digest::of(&self.bytes))
    }
}

impl From<Vec<u8>> for Blob {
    fn from(bytes: Vec<u8>) -> Blob {
        Blob { bytes, digest: OnceLock::new() }
    }
}

impl From<Blob> for Vec<u8> {
    fn from(blob: Blob) -> Vec<u8> {
        blob.bytes
    }
}

impl Deref for Blob {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl PartialEq for Blob {
    fn eq(&self, other: &Blob) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for Blob {}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.bytes.fmt(f)
    }
}

//! What the last build packed, in the caller's encoding: one file for each archive, beside the [`Snapshot`](super::snapshot::Snapshot).

use std::path::PathBuf;

use super::checksummed::{seal, unseal};
use super::file::path_of;
use crate::bounded_file;
use crate::cache::Cache;
use crate::model::Digest;

const MAGIC: &str = "uberc-parts 1";

impl Cache {
    /// The parts of the last build of this subject: the request without its inputs.
    pub fn build_parts(&self, subject: &Digest) -> Option<Vec<u8>> {
        let bytes = bounded_file::read(&path_of(&self.parts_folder(), subject), bounded_file::MOST_DATA).ok()?;
        unseal(MAGIC, &bytes).map(<[u8]>::to_vec)
    }

    /// Stores the parts of a build.
    pub fn keep_build_parts(&self, subject: &Digest, body: &[u8]) {
        self.write(&path_of(&self.parts_folder(), subject), &seal(MAGIC, body));
    }

    pub fn parts_folder(&self) -> PathBuf {
        self.dir().join("parts")
    }
}

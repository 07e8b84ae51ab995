//! What the last build packed, in the caller's encoding: one file for each archive, beside the [`Snapshot`](super::snapshot::Snapshot).
//!
//! A build that packs units from this file does not read their objects. So the file also lists the objects behind it, and clean-up
//! counts them as used when the file was written.

use std::io;
use std::path::PathBuf;

use super::checksummed::{seal, unseal};
use super::file::{Stored, list, path_of};
use crate::bounded_file;
use crate::cache::Cache;
use crate::model::Digest;

const MAGIC: &str = "uberc-parts 1";

/// The parts of a build.
#[derive(Debug)]
pub struct StoredParts {
    /// The objects from which they were made: results of units, and code.
    pub objects: Vec<Digest>,
    pub body: Vec<u8>,
}

impl Cache {
    /// The parts of the last build of this subject: the request without its inputs.
    pub fn build_parts(&self, subject: &Digest) -> Option<StoredParts> {
        let bytes = bounded_file::read(&path_of(&self.parts_folder(), subject), bounded_file::MOST_DATA).ok()?;
        decode(&bytes)
    }

    /// Stores the parts of a build.
    pub fn keep_build_parts(&self, subject: &Digest, parts: &StoredParts) {
        let mut bytes = (parts.objects.len() as u64).to_le_bytes().to_vec();
        parts.objects.iter().for_each(|object| bytes.extend(object.0));
        bytes.extend(&parts.body);
        self.write(&path_of(&self.parts_folder(), subject), &seal(MAGIC, &bytes));
    }

    /// Each file with the objects that it lists; a damaged one lists none.
    ///
    /// # Errors
    /// The operating system's, of listing the folder.
    pub fn objects_of_parts(&self) -> io::Result<Vec<(Stored, Vec<Digest>)>> {
        let objects = |stored: Stored| {
            let bytes = bounded_file::read(&stored.path, bounded_file::MOST_DATA).ok();
            let parts = bytes.and_then(|bytes| decode(&bytes));
            (stored, parts.map(|parts| parts.objects).unwrap_or_default())
        };
        Ok(list(&self.parts_folder())?.stored.into_iter().map(objects).collect())
    }

    pub fn parts_folder(&self) -> PathBuf {
        self.dir().join("parts")
    }
}

fn decode(bytes: &[u8]) -> Option<StoredParts> {
    let (count, rest) = unseal(MAGIC, bytes)?.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*count)).ok()?.checked_mul(32)?;
    let (objects, body) = rest.split_at_checked(length)?;
    let objects = objects.as_chunks::<32>().0.iter().map(|digest| Digest(*digest)).collect();
    Some(StoredParts { objects, body: body.to_vec() })
}

//! What a build could not store in its time, for the next build. The file may be lost at any time.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::entry::Wanted;
use crate::bounded_file;
use crate::cache::Cache;
use crate::cache::local::checksummed::{seal, unseal};
use crate::model::Digest;

const MAGIC: &str = "uberc-pending 1";

/// Entries that are kept; the results of further ones are shared when they are made again.
const MOST: usize = 100_000;

/// What is not stored yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    pub entries: Vec<PendingEntry>,
    pub lists: Vec<PendingList>,
}

/// An entry of files of the local cache.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingEntry {
    pub wanted: Wanted,
    pub records: Vec<Digest>,
    pub objects: Vec<Digest>,
}

/// The list of files of a unit, which is to be put before those that the server has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingList {
    pub key: Digest,
    pub list: Vec<PathBuf>,
    pub cost_us: u64,
}

pub fn read(cache: &Cache) -> Pending {
    let bytes = bounded_file::read(&cache.dir().join("pending"), bounded_file::MOST_DATA).unwrap_or_default();
    let known: Option<Pending> = unseal(MAGIC, &bytes).and_then(|body| serde_json::from_slice(body).ok());
    known.unwrap_or_default()
}

pub fn write(cache: &Cache, mut pending: Pending) {
    let path = cache.dir().join("pending");
    if pending == Pending::default() {
        if path.exists() {
            // If it stays, the server is told again what it has.
            let _ = std::fs::remove_file(path);
        }
        return;
    }
    pending.entries.truncate(MOST);
    pending.lists.truncate(MOST);
    if let Ok(body) = serde_json::to_vec(&pending) {
        cache.write(&path, &seal(MAGIC, &body));
    }
}

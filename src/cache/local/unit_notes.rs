//! The inputs of a unit in earlier builds.
//!
//! The key of a unit's result names every file that the unit read or looked for. Only a run of the unit finds out which
//! files these are, but the cache exists to avoid that run. So the file lists of earlier builds are kept, and each list
//! gives one candidate key with the files as they are now. If a stored result has that key, a run would read the same
//! files and give the same result. (ccache's manifests and make's depfiles use the same argument.)

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::checksummed::{seal, unseal};
use super::file;
use super::file::path_of;
use crate::bounded_file;
use crate::cache::Cache;
use crate::model::{ActionKey, Digest, KeyChange};

const MAGIC: &str = "uberc-unit 1";

/// Number of lists that are kept for a unit, so that a return to an earlier state is a hit.
const LISTS: usize = 8;

/// The notes of one unit under one target.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitNotes {
    /// For messages: `mesh.fx.lua for spirv`.
    pub subject: String,
    /// Distinct lists of files, each sorted, the most recent first.
    pub lists: Vec<Vec<PathBuf>>,
    /// The key of the last result.
    pub last: Option<Digest>,
    /// The fields of the key that had changed when it was last built.
    pub why: Vec<KeyChange>,
    /// Variants that were compiled then, and variants that were in the cache.
    pub compiled: u64,
    pub cached: u64,
    /// Those of `compiled` of which other machines ran at least one step.
    #[serde(default)]
    pub executed: u64,
    /// Those of `cached` that the remote cache had.
    #[serde(default)]
    pub remote: u64,
    /// The last result was taken from the remote cache as a whole.
    #[serde(default)]
    pub fetched: bool,
    /// The digest of the texts of which the last result was made, and that of the result, if nothing else leads to it.
    #[serde(default)]
    pub texts: Option<(Digest, Digest)>,
}

impl UnitNotes {
    /// Puts a list first.
    pub fn put_first(&mut self, list: Vec<PathBuf>) {
        self.lists.retain(|known| *known != list);
        self.lists.insert(0, list);
        self.lists.truncate(LISTS);
    }
}

impl Cache {
    /// The notes of a unit, if there are any.
    pub fn unit_notes(&self, subject: &Digest) -> Option<UnitNotes> {
        let bytes = bounded_file::read(&path_of(&self.units_folder(), subject), bounded_file::MOST_DATA).ok()?;
        serde_json::from_slice(unseal(MAGIC, &bytes)?).ok()
    }

    /// Stores the notes of a unit, unless a path in them is not UTF-8.
    pub fn keep_unit_notes(&self, subject: &Digest, notes: &UnitNotes) {
        if let Ok(body) = serde_json::to_vec(notes) {
            self.write(&path_of(&self.units_folder(), subject), &seal(MAGIC, &body));
        }
    }

    /// The notes of every unit, by subject.
    ///
    /// # Errors
    /// The operating system's, of listing the folder.
    pub fn all_unit_notes(&self) -> std::io::Result<Vec<UnitNotes>> {
        let stored = file::list(&self.units_folder())?.stored;
        let mut notes: Vec<UnitNotes> = stored.iter().filter_map(|stored| self.unit_notes(&stored.digest)).collect();
        notes.sort_by(|a, b| a.subject.cmp(&b.subject));
        Ok(notes)
    }

    /// The key of a stored result, by its digest.
    pub fn stored_key(&self, digest: &Digest) -> Option<ActionKey> {
        let bytes = bounded_file::read(&path_of(self.actions(), digest), bounded_file::MOST_DATA).ok()?;
        super::action_record::ActionRecord::decode(&bytes)
            .map(|record| record.key.into_owned())
            .filter(|key| key.digest() == *digest)
    }

    pub fn units_folder(&self) -> PathBuf {
        self.dir().join("units")
    }
}

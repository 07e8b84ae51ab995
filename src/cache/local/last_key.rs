//! The last key of a subject, in the index.

use crate::cache::Cache;
use crate::model::{ActionKey, KeyChange};

impl Cache {
    /// Stores the key with which a subject was last built. A subject keeps its name while its inputs change, such as
    /// `mesh/vertex/spirv/17`. In the index: it may be lost.
    pub fn remember_key(&self, subject: &str, key: &ActionKey) {
        if let (Some(index), Ok(json)) = (self.index(), serde_json::to_vec(key)) {
            index.set_last_key(subject, &json);
        }
    }

    /// The key that [`Cache::remember_key`] was last given for the subject.
    pub fn last_key(&self, subject: &str) -> Option<ActionKey> {
        serde_json::from_slice(&self.index()?.last_key(subject)?).ok()
    }

    /// What changed since the subject was last built; `None` where its last key is not known.
    pub fn why(&self, subject: &str, key: &ActionKey) -> Option<Vec<KeyChange>> {
        Some(KeyChange::between(&self.last_key(subject)?, key))
    }
}

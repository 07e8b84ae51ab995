//! Values that several shaders share, each stored once.

use rustc_hash::FxHashMap;
use serde::{Serialize, Serializer};

use crate::model::Digest;

/// Distinct values in the order in which they came.
#[derive(Debug)]
pub struct Pool<T> {
    values: Vec<T>,
    /// By the digest of their JSON.
    known: FxHashMap<Digest, u32>,
}

impl<T> Default for Pool<T> {
    fn default() -> Pool<T> {
        Pool { values: Vec::new(), known: FxHashMap::default() }
    }
}

impl<T: Serialize> Pool<T> {
    /// The index of a value, which is added if no equal one is there.
    pub fn add(&mut self, value: T) -> u32 {
        let next = self.values.len() as u32;
        // The types of the page have no map whose keys are not texts, so that they are always JSON.
        let json = serde_json::to_vec(&value).unwrap_or_default();
        let at = *self.known.entry(Digest::of(&json)).or_insert(next);
        if at == next {
            self.values.push(value);
        }
        at
    }
}

impl<T: Serialize> Serialize for Pool<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.values.serialize(serializer)
    }
}

//! The record of a step that is that of a variant too.
//!
//! The only step of a chain has the result of the variant. Its record is written with both keys, and gets its second name when it is
//! known that the variant has no message: half of the files of a first build would say the same twice.

use std::sync::OnceLock;

use crate::cache::SingleFlightCache;
use crate::compile::Chain;
use crate::model::{ActionCache, ActionKey, ActionResult, Digest, SecondKey};

/// The cache of a build, as the only step of a variant uses it.
pub struct StepRecord<'a> {
    cache: &'a SingleFlightCache<'a>,
    second: SecondKey<'a>,
    /// Of the key of the step that was run.
    stored: OnceLock<Digest>,
}

impl<'a> StepRecord<'a> {
    /// `None` where the chain has several steps.
    pub fn of(cache: &'a SingleFlightCache<'a>, chain: &Chain, second: SecondKey<'a>) -> Option<StepRecord<'a>> {
        (chain.steps.len() == 1).then(|| StepRecord { cache, second, stored: OnceLock::new() })
    }

    /// Stores the variant's result, if the step was run for it. `false`: nothing is stored.
    pub fn store_variant(&self) -> bool {
        self.stored.get().is_some_and(|step| self.cache.put_second(self.second.key, step))
    }
}

impl ActionCache for StepRecord<'_> {
    fn get(&self, key: &ActionKey) -> Option<ActionResult> {
        self.cache.get(key)
    }

    fn put(&self, key: &ActionKey, result: &ActionResult) {
        self.cache.put_for(key, self.second, result);
        // The steps of a fallback give another result; the variant has a message then.
        self.stored.get_or_init(|| key.digest());
    }

    fn abandon(&self, key: &ActionKey) {
        self.cache.abandon(key);
    }
}

//! What threads, shaders and variants share: trees and meanings of chunks.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use ustr::Ustr;

use super::syntax::{Syntax, hash_of};
use crate::dialect::Hits;
use crate::ir::Instance;
use crate::model::{PpToken, Preprocessed};

#[derive(Debug, Default)]
struct Counter {
    hits: AtomicU64,
    all: AtomicU64,
}

impl Counter {
    fn add(&self, hit: bool) {
        self.all.fetch_add(1, Ordering::Relaxed);
        self.hits.fetch_add(u64::from(hit), Ordering::Relaxed);
    }

    fn get(&self) -> (u64, u64) {
        (self.hits.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed))
    }
}

const SHARDS: usize = 64;

/// Builds after which everything is forgotten: what earlier states meant takes memory, and is looked through.
const MOST_BUILDS: u64 = 32;

type Shard = Mutex<FxHashMap<u64, Vec<Arc<Syntax>>>>;
/// The interface of a unit without its branches; the unit is held so that its address stays its own.
type Interfaces = FxHashMap<(usize, Vec<Ustr>), (Arc<Preprocessed>, Arc<[Instance]>)>;

/// One a build, or one for many builds after each other: trees and meanings depend on tokens alone.
#[derive(Debug)]
pub struct Session {
    shards: Vec<Shard>,
    pub interfaces: Mutex<Interfaces>,
    parsed: Counter,
    analysed: Counter,
    builds: AtomicU64,
}

impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}

impl Session {
    pub fn new() -> Session {
        Session {
            shards: (0..SHARDS).map(|_| Shard::default()).collect(),
            interfaces: Mutex::default(),
            parsed: Counter::default(),
            analysed: Counter::default(),
            builds: AtomicU64::new(0),
        }
    }

    pub fn hits(&self) -> Hits {
        Hits { parsed: self.parsed.get(), analysed: self.analysed.get() }
    }

    /// Forgets the units of a build that is over, and now and then all that old states meant.
    pub fn end_build(&self) {
        self.interfaces.lock().unwrap_or_else(PoisonError::into_inner).clear();
        if self.builds.fetch_add(1, Ordering::Relaxed) % MOST_BUILDS == MOST_BUILDS - 1 {
            for shard in &self.shards {
                shard.lock().unwrap_or_else(PoisonError::into_inner).clear();
            }
        }
    }

    pub fn count_analysed(&self, hit: bool) {
        self.analysed.add(hit);
    }

    /// The tree of these tokens.
    pub fn syntax(&self, tokens: &[PpToken], types: &FxHashMap<Ustr, ()>) -> Arc<Syntax> {
        let hash = hash_of(tokens);
        let shard = &self.shards[hash as usize % SHARDS];
        let find = |known: &FxHashMap<u64, Vec<Arc<Syntax>>>| {
            known.get(&hash)?.iter().find(|syntax| syntax.is(tokens, types)).cloned()
        };
        let known = find(&shard.lock().unwrap_or_else(PoisonError::into_inner));
        self.parsed.add(known.is_some());
        if let Some(known) = known {
            return known;
        }
        let syntax = Syntax::parse(tokens, types);
        let mut all = shard.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been faster; all share the first.
        if let Some(known) = find(&all) {
            return known;
        }
        all.entry(hash).or_default().push(Arc::clone(&syntax));
        syntax
    }
}

//! What the modules of a session have been found to share.

use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use rustc_hash::{FxHashMap, FxHashSet};

use super::declarations::Declarations;
use super::function_code::FunctionCode;
use crate::ir::Symbol;
use crate::lower::{Effects, FunctionCopy, FunctionId};

/// Words of memory that a store takes at most; then the session begins another.
const MOST_WORDS: usize = 4 << 20;

/// The current store of a session.
#[derive(Debug, Default)]
pub struct SharedCode(Mutex<Arc<Store>>);

impl SharedCode {
    /// The store for the next module: it knows what the session has found, unless that takes too much memory.
    pub fn store(&self) -> Arc<Store> {
        let mut store = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if store.size() > MOST_WORDS {
            *store = Arc::default();
        }
        Arc::clone(&store)
    }
}

/// How many there are in a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SharedCounts {
    /// Functions whose code other modules get.
    pub functions: usize,
    /// Entry points whose modules are lowered whole, although some of their functions were known.
    pub whole: usize,
}

/// The parts of a map.
const PARTS: usize = 16;

/// A map that threads ask all the time: each part has a lock of its own, in memory that it shares with no other.
#[derive(Debug)]
struct Parted<K, V>([Part<K, V>; PARTS]);

#[derive(Debug)]
#[repr(align(128))]
struct Part<K, V>(RwLock<FxHashMap<K, V>>);

impl<K, V> Default for Parted<K, V> {
    fn default() -> Parted<K, V> {
        Parted(std::array::from_fn(|_| Part(RwLock::default())))
    }
}

impl<K, V> Parted<K, V> {
    /// The part of what has this hash; its lowest bits count.
    fn read(&self, hash: u32) -> RwLockReadGuard<'_, FxHashMap<K, V>> {
        self.0[hash as usize % PARTS].0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, hash: u32) -> RwLockWriteGuard<'_, FxHashMap<K, V>> {
        self.0[hash as usize % PARTS].0.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn len(&self) -> usize {
        (0..PARTS as u32).map(|part| self.read(part).len()).sum()
    }
}

/// Shared functions, and what is declared for them.
#[derive(Debug, Default)]
pub struct Store {
    pub declarations: RwLock<Declarations>,
    /// Of keys.
    numbers: Parted<Box<[u32]>, u32>,
    next_number: AtomicU32,
    functions: Parted<FunctionId, Arc<KnownFunction>>,
    /// The effects of functions that find facts, without code.
    finders: Parted<FunctionId, Arc<Effects>>,
    /// Functions that modules of texts have copies of.
    copies: Parted<FunctionId, Arc<FunctionCopy>>,
    /// Words of all functions and keys.
    words: AtomicUsize,
    /// Entry points whose modules need all of their functions, each with the address of its unit's interface: another unit may get the
    /// same one later, and its functions are lowered again then.
    whole: Mutex<FxHashSet<(usize, Symbol)>>,
}

/// A function that modules share.
#[derive(Debug)]
pub struct KnownFunction {
    pub effects: Arc<Effects>,
    pub code: FunctionCode,
}

impl Store {
    pub fn find(&self, id: FunctionId) -> Option<Arc<KnownFunction>> {
        self.functions.read(id.0).get(&id).cloned()
    }

    /// See [`KnownFunctions::number`](crate::lower::KnownFunctions::number).
    pub fn number(&self, key: &[u32]) -> u32 {
        // Of the kind and the beginning of a digest, or the numbers of other keys.
        let hash = key.iter().take(4).fold(0_u32, |hash, word| (hash ^ word).wrapping_mul(0x9E37_79B1)) >> 16;
        if let Some(known) = self.numbers.read(hash).get(key) {
            return *known;
        }
        *self.numbers.write(hash).entry(key.into()).or_insert_with(|| {
            self.words.fetch_add(key.len() + 8, Ordering::Relaxed);
            self.next_number.fetch_add(1, Ordering::Relaxed)
        })
    }

    /// The function of a number: the one that was first.
    pub fn add(&self, id: FunctionId, effects: Effects, code: FunctionCode) -> Arc<KnownFunction> {
        let size = code.size() + size_of_effects(&effects);
        match self.functions.write(id.0).entry(id) {
            Entry::Occupied(known) => Arc::clone(known.get()),
            Entry::Vacant(free) => {
                self.words.fetch_add(size, Ordering::Relaxed);
                Arc::clone(free.insert(Arc::new(KnownFunction { effects: Arc::new(effects), code })))
            }
        }
    }

    /// The effects of a function.
    pub fn effects(&self, id: FunctionId) -> Option<Arc<Effects>> {
        let finder = || self.finders.read(id.0).get(&id).cloned();
        self.find(id).map(|known| Arc::clone(&known.effects)).or_else(finder)
    }

    /// Takes a function without code, whose module is not written.
    pub fn add_finder(&self, id: FunctionId, effects: Effects) {
        let size = size_of_effects(&effects);
        if self.finders.write(id.0).insert(id, Arc::new(effects)).is_none() {
            self.words.fetch_add(size, Ordering::Relaxed);
        }
    }

    /// The copy of a function.
    pub fn copy(&self, id: FunctionId) -> Option<Arc<FunctionCopy>> {
        self.copies.read(id.0).get(&id).cloned()
    }

    /// Takes the copy of a function, unless it has one; the copy that it has then.
    pub fn add_copy(&self, id: FunctionId, copy: FunctionCopy) -> Arc<FunctionCopy> {
        match self.copies.write(id.0).entry(id) {
            Entry::Occupied(known) => Arc::clone(known.get()),
            Entry::Vacant(free) => {
                self.words.fetch_add(copy.size(), Ordering::Relaxed);
                Arc::clone(free.insert(Arc::new(copy)))
            }
        }
    }

    /// Whether a module of the entry point could not be written with functions that were known.
    pub fn needs_all(&self, entry: &(usize, Symbol)) -> bool {
        self.whole.lock().unwrap_or_else(PoisonError::into_inner).contains(entry)
    }

    pub fn note_needs_all(&self, entry: (usize, Symbol)) {
        if self.whole.lock().unwrap_or_else(PoisonError::into_inner).insert(entry) {
            self.words.fetch_add(8, Ordering::Relaxed);
        }
    }

    pub fn counts(&self) -> SharedCounts {
        SharedCounts {
            functions: self.functions.len(),
            whole: self.whole.lock().unwrap_or_else(PoisonError::into_inner).len(),
        }
    }

    /// Words of memory.
    fn size(&self) -> usize {
        let declarations = self.declarations.read().unwrap_or_else(PoisonError::into_inner).words();
        self.words.load(Ordering::Relaxed) + declarations
    }
}

/// In words of memory.
fn size_of_effects(effects: &Effects) -> usize {
    let Effects { resources, variables, images, calls, found, .. } = effects;
    8 * (calls.len() + resources.len() + variables.len() + images.len() + found.len()) + 128
}

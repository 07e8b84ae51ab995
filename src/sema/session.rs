//! The state that threads, shaders and variants share: trees and meanings of chunks.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use rustc_hash::FxHashMap;

use super::chunks::{ChunkSyntax, hash_of};
use super::interface_parts::{InterfaceParts, KnownInterfaces, RunParts};
use super::rules::Rules;
use crate::atom::Atom;
use crate::ir::{Bindings, Instance, Signature, work};
use crate::model::{BindingRule, Digest, LanguageVersion, PpToken, Preprocessed, RunId, Stage};

/// Counts of cache hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// Chunks whose tree was known, and all chunks.
    pub parsed: (u64, u64),
    /// Chunks (and instances of templates) whose meaning was known, and all of them.
    pub analysed: (u64, u64),
    /// Units whose interface was that of an earlier one, and all.
    pub interfaces: (u64, u64),
}

#[derive(Debug, Default)]
struct HitCounter {
    hits: AtomicU64,
    all: AtomicU64,
}

impl HitCounter {
    fn add(&self, hit: bool) {
        self.all.fetch_add(1, Ordering::Relaxed);
        self.hits.fetch_add(u64::from(hit), Ordering::Relaxed);
    }

    fn get(&self) -> (u64, u64) {
        (self.hits.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed))
    }
}

const SHARDS: usize = 64;

/// Number of builds after which everything is forgotten: the meanings of earlier states of the sources take memory, and
/// each look-up searches them.
const MOST_BUILDS: u64 = 32;

/// Upper bound of steps and tokens whose meanings and trees are kept: some 200 bytes each. After half of it, what nothing
/// has asked for since the last time is forgotten.
const MOST_KEPT: u64 = 600_000;

type Trees<L> = FxHashMap<u64, Vec<Arc<ChunkSyntax<L>>>>;

/// Trees by age: variants of one shader share most of their chunks, and each has some that no other asks for.
#[derive(Debug)]
struct Shard<L: Rules> {
    /// Made or asked for since the last time that trees were forgotten.
    young: Trees<L>,
    old: Trees<L>,
}

impl<L: Rules> Default for Shard<L> {
    fn default() -> Shard<L> {
        Shard { young: Trees::default(), old: Trees::default() }
    }
}

impl<L: Rules> Shard<L> {
    /// The tree of these tokens, and the work to make it and its meanings if it was old until now.
    fn find(
        &mut self,
        hash: u64,
        tokens: &[PpToken],
        types: &FxHashMap<Atom, ()>,
    ) -> Option<(Arc<ChunkSyntax<L>>, u64)> {
        let is_it = |syntax: &Arc<ChunkSyntax<L>>| syntax.is(tokens, types);
        if let Some(known) = self.young.get(&hash).and_then(|known| known.iter().find(|syntax| is_it(syntax))) {
            return Some((Arc::clone(known), 0));
        }
        let known = self.old.get_mut(&hash)?;
        let known = known.swap_remove(known.iter().position(is_it)?);
        self.young.entry(hash).or_default().push(Arc::clone(&known));
        let work = (tokens.len() as u64).saturating_add(known.memo.steps());
        Some((known, work))
    }
}

/// A chunk that stands in a run of tokens.
#[derive(Debug)]
struct RunChunk<L: Rules> {
    /// Number of its tokens.
    length: u32,
    syntax: Arc<ChunkSyntax<L>>,
}

/// By the run and the place of the first token in it.
type RunChunks<L> = FxHashMap<(RunId, u32), RunChunk<L>>;

/// The interface of each unit without its branches, by the address of its tokens and the names of the branches. The
/// address is held, so that no other unit gets it; the tokens are not: a build has only some of its units in memory.
type Interfaces = FxHashMap<(usize, Vec<Atom>), (Weak<Preprocessed>, Arc<[Instance]>)>;

/// The bindings of the resources of each unit under a rule, by the address of its interface, which is held as that of the tokens is.
/// `None` inside: they depend on the variant.
type UnitBindings = FxHashMap<(usize, BindingRule), (Weak<[Instance]>, Option<KnownBindings>)>;

/// Bindings, and the steps that it takes to find them.
#[derive(Clone, Debug)]
pub struct KnownBindings {
    pub bindings: Arc<Bindings>,
    pub steps: u64,
}

/// The signatures of entry points, by their inputs.
type Signatures = FxHashMap<SignatureKey, Option<Arc<Signature>>>;

/// The inputs of a signature, without those of its places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SignatureKey {
    /// Digest of the variant's tokens, or of those that the signature depends on.
    pub text: Digest,
    pub stage: Stage,
    pub entry_point: Atom,
    pub version: LanguageVersion,
    pub direct3d9: bool,
}

/// The cache of one build, or of several successive builds: trees and meanings depend only on tokens and settings.
#[derive(Debug)]
pub struct Session<L: Rules> {
    shards: Vec<Mutex<Shard<L>>>,
    /// Chunks whose tokens need not be looked at, until trees are forgotten.
    run_chunks: Vec<Mutex<RunChunks<L>>>,
    run_parts: Mutex<FxHashMap<RunId, Arc<RunParts<L>>>>,
    interfaces: Mutex<Interfaces>,
    known_interfaces: Mutex<KnownInterfaces<L>>,
    bindings: Mutex<UnitBindings>,
    signatures: Mutex<Signatures>,
    parsed: HitCounter,
    analysed: HitCounter,
    placed: HitCounter,
    builds: AtomicU64,
    kept: AtomicU64,
}

impl<L: Rules> Default for Session<L> {
    fn default() -> Session<L> {
        Session::new()
    }
}

impl<L: Rules> Drop for Session<L> {
    fn drop(&mut self) {
        self.forget();
    }
}

impl<L: Rules> Session<L> {
    /// A session with an empty cache.
    pub fn new() -> Session<L> {
        Session {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            run_chunks: (0..SHARDS).map(|_| Mutex::default()).collect(),
            run_parts: Mutex::default(),
            interfaces: Mutex::default(),
            known_interfaces: Mutex::default(),
            bindings: Mutex::default(),
            signatures: Mutex::default(),
            parsed: HitCounter::default(),
            analysed: HitCounter::default(),
            placed: HitCounter::default(),
            builds: AtomicU64::new(0),
            kept: AtomicU64::new(0),
        }
    }

    pub fn hits(&self) -> Hits {
        Hits { parsed: self.parsed.get(), analysed: self.analysed.get(), interfaces: self.placed.get() }
    }

    /// Forgets the units of a finished build, and after `MOST_BUILDS` builds all trees and meanings.
    pub fn end_build(&self) {
        self.interfaces.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.bindings.lock().unwrap_or_else(PoisonError::into_inner).clear();
        if self.builds.fetch_add(1, Ordering::Relaxed) % MOST_BUILDS == MOST_BUILDS - 1 {
            self.forget();
            self.signatures.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }

    /// Notes that the result of so much work is kept.
    pub fn keep(&self, steps: u64) {
        let before = self.kept.fetch_add(steps, Ordering::Relaxed);
        // One thread alone sees the sum pass the bound.
        if before <= MOST_KEPT / 2 && before.saturating_add(steps) > MOST_KEPT / 2 {
            self.kept.store(0, Ordering::Relaxed);
            self.age();
        }
    }

    /// Forgets old trees; the others are old from now on.
    fn age(&self) {
        for chunks in &self.run_chunks {
            chunks.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
        self.run_parts.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.known_interfaces.lock().unwrap_or_else(PoisonError::into_inner).clear();
        for shard in &self.shards {
            let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            let young = std::mem::take(&mut shard.young);
            let forgotten = std::mem::replace(&mut shard.old, young);
            drop(shard);
            forgotten.into_values().flatten().for_each(|syntax| syntax.memo.clear());
        }
    }

    /// Drops all trees and meanings.
    pub fn forget(&self) {
        self.age();
        self.age();
        self.kept.store(0, Ordering::Relaxed);
    }

    /// The known interface of a unit without these branches.
    pub fn interface(&self, tokens: &Arc<Preprocessed>, branches: &[Atom]) -> Option<Arc<[Instance]>> {
        let all = self.interfaces.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(&(Arc::as_ptr(tokens) as usize, branches.to_vec())).map(|(_, interface)| Arc::clone(interface))
    }

    /// Keeps the interface of a unit without these branches until the unit is gone.
    pub fn keep_interface(&self, tokens: &Arc<Preprocessed>, branches: Vec<Atom>, interface: &Arc<[Instance]>) {
        let mut all = self.interfaces.lock().unwrap_or_else(PoisonError::into_inner);
        // Not at each call, so that the time stays linear.
        if all.len() == all.capacity() {
            all.retain(|_, (tokens, _)| tokens.strong_count() > 0);
        }
        let key = (Arc::as_ptr(tokens) as usize, branches);
        all.insert(key, (Arc::downgrade(tokens), Arc::clone(interface)));
    }

    /// The bindings of a unit's resources, which `find` gives if they are the same for all its variants; `None`: they are not. The steps
    /// to find them count for each variant, known or not.
    pub fn bindings(
        &self,
        interface: &Arc<[Instance]>,
        rule: BindingRule,
        find: impl FnOnce() -> Option<Bindings>,
    ) -> Option<Arc<Bindings>> {
        let key = (Arc::as_ptr(interface).cast::<Instance>() as usize, rule);
        let lock = || self.bindings.lock().unwrap_or_else(PoisonError::into_inner);
        // Not in a pattern: the lock would be held until its end.
        let known = lock().get(&key).map(|(_, known)| known.clone());
        let known = known.unwrap_or_else(|| {
            let (found, steps) = work::apart(|| work::steps_of(find));
            let found = found.map(|bindings| KnownBindings { bindings: bindings.into(), steps });
            let mut all = lock();
            if all.len() == all.capacity() {
                all.retain(|_, (interface, _)| interface.strong_count() > 0);
            }
            all.insert(key, (Arc::downgrade(interface), found.clone()));
            found
        })?;
        work::spend(known.steps);
        Some(known.bindings)
    }

    /// The known signature, or the result of `find`. Its places may be those of another text with these tokens. `key` has
    /// the variant's whole text; `part` gives the digest of what the signature depends on, which many texts share.
    pub fn signature(
        &self,
        key: SignatureKey,
        part: impl FnOnce() -> Digest,
        find: impl FnOnce() -> Option<Signature>,
    ) -> Option<Arc<Signature>> {
        let lock = || self.signatures.lock().unwrap_or_else(PoisonError::into_inner);
        // Not in a pattern: the lock would be held until its end.
        let known = lock().get(&key).cloned();
        if let Some(known) = known {
            return known;
        }
        let shared = SignatureKey { text: part(), ..key };
        let known = lock().get(&shared).cloned();
        let found = known.unwrap_or_else(|| find().map(Arc::new));
        let mut all = lock();
        all.insert(shared, found.clone());
        all.insert(key, found.clone());
        found
    }

    pub fn count_analysed(&self, hit: bool) {
        self.analysed.add(hit);
    }

    fn run_chunks(&self, id: RunId, offset: u32) -> MutexGuard<'_, RunChunks<L>> {
        self.run_chunks[id.0.wrapping_add(u64::from(offset)) as usize % SHARDS]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The chunk that begins at a token of a run, if it is known: the number of its tokens, and their tree.
    pub fn run_chunk(&self, id: RunId, offset: u32) -> Option<(u32, Arc<ChunkSyntax<L>>)> {
        let chunks = self.run_chunks(id, offset);
        let found = chunks.get(&(id, offset))?;
        Some((found.length, Arc::clone(&found.syntax)))
    }

    /// Notes a chunk of a run, the tree of which is known by its tokens too.
    pub fn keep_run_chunk(&self, id: RunId, offset: u32, length: u32, syntax: &Arc<ChunkSyntax<L>>) {
        self.run_chunks(id, offset).insert((id, offset), RunChunk { length, syntax: Arc::clone(syntax) });
    }

    /// The known parts of a run that consists of whole items.
    pub fn run_parts(&self, id: RunId) -> Option<Arc<RunParts<L>>> {
        self.run_parts.lock().unwrap_or_else(PoisonError::into_inner).get(&id).map(Arc::clone)
    }

    pub fn keep_run_parts(&self, id: RunId, parts: RunParts<L>) {
        self.run_parts.lock().unwrap_or_else(PoisonError::into_inner).insert(id, Arc::new(parts));
    }

    /// The interface of a unit with these parts, without these names, if one is known; else the result of `find`.
    pub fn interface_of_parts(
        &self,
        parts: InterfaceParts<L>,
        settings: &L::Settings,
        without: &[Atom],
        find: impl FnOnce() -> Arc<[Instance]>,
    ) -> Arc<[Instance]> {
        let lock = || self.known_interfaces.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lock().find(&parts, settings, without);
        self.placed.add(known.is_some());
        known.unwrap_or_else(|| {
            let found = find();
            self.keep(parts.len() as u64);
            lock().keep(parts, settings.clone(), without, &found);
            found
        })
    }

    /// Counts a chunk that was known by its run.
    pub fn count_parsed(&self) {
        self.parsed.add(true);
    }

    /// The tree of these tokens.
    pub fn syntax(&self, tokens: &[PpToken], types: &FxHashMap<Atom, ()>) -> Arc<ChunkSyntax<L>> {
        let hash = hash_of(tokens);
        let shard = &self.shards[hash as usize % SHARDS];
        let find = || shard.lock().unwrap_or_else(PoisonError::into_inner).find(hash, tokens, types);
        let known = find();
        self.parsed.add(known.is_some());
        if let Some((known, work)) = known {
            self.keep(work);
            return known;
        }
        self.keep(tokens.len() as u64);
        let syntax = ChunkSyntax::parse(tokens, types);
        let mut all = shard.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been faster; all threads share the first tree.
        if let Some((known, _)) = all.find(hash, tokens, types) {
            return known;
        }
        all.young.entry(hash).or_default().push(Arc::clone(&syntax));
        syntax
    }
}

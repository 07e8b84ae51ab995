//! Each action runs at most once in a build: a thread that needs a result which another thread is making waits for it.

use std::sync::{Arc, Condvar, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::model::{ActionCache, ActionKey, ActionResult, Digest};

/// A cache for one build, in front of the stored cache. Two variants with different texts but equal optimised code
/// share every later step; without this cache, two threads could run that step at the same time.
pub struct SingleFlightCache<'a> {
    behind: &'a dyn ActionCache,
    /// The stored cache had no results when the build began: what no thread has asked for is not looked for.
    is_new: bool,
    slots: Mutex<FxHashMap<Digest, Arc<Slot>>>,
    waiting: Mutex<Waiting>,
}

/// Results that are not in the stored cache yet.
#[derive(Default)]
struct Waiting {
    results: FxHashMap<Digest, (ActionKey, ActionResult)>,
    /// Number of bytes of output that may still be added.
    room: usize,
}

#[derive(Default)]
struct Slot {
    progress: Mutex<Progress>,
    changed: Condvar,
}

#[derive(Default)]
struct Progress {
    state: State,
    /// Threads that wait for another state. Mostly there are none, and to wake nobody is a call of the system as well.
    waiting: usize,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum State {
    /// A thread is making the result.
    #[default]
    Running,
    /// An earlier build made it.
    Found,
    /// This build made it. It is in the stored cache, unless that failed.
    Made,
    /// The same; it is stored as the artifact whose key has this digest.
    MadeArtifact(Digest),
    /// The thread that tried has failed: the next one may try.
    Abandoned,
}

impl<'a> SingleFlightCache<'a> {
    pub fn new(behind: &'a dyn ActionCache) -> SingleFlightCache<'a> {
        SingleFlightCache::store_later(behind, 0)
    }

    /// The same where results come into the stored cache by other ways too, such as from a server.
    #[must_use]
    pub fn filled_from_elsewhere(self) -> SingleFlightCache<'a> {
        SingleFlightCache { is_new: false, ..self }
    }

    /// Up to `room` bytes of output stay in memory until [`SingleFlightCache::store_waiting`], so that the archive need
    /// not wait for the disk.
    pub fn store_later(behind: &'a dyn ActionCache, room: usize) -> SingleFlightCache<'a> {
        let waiting = Mutex::new(Waiting { room, ..Waiting::default() });
        SingleFlightCache { behind, is_new: behind.is_new(), slots: Mutex::default(), waiting }
    }

    /// Writes the results that have waited to the stored cache.
    pub fn store_waiting(&self) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let mut results: Vec<(ActionKey, ActionResult)> = std::mem::take(&mut waiting.results).into_values().collect();
        waiting.room = 0;
        drop(waiting);
        // Without sorting, the order in which files are written would be that of a hash map.
        results.sort_unstable_by_key(|(key, _)| key.digest());
        for (key, result) in results {
            self.behind.put(&key, &result);
        }
    }

    /// The result of a key in this state.
    fn get_made(&self, key: &ActionKey, state: State) -> Option<ActionResult> {
        let State::MadeArtifact(artifact) = state else { return self.get_behind(key) };
        self.get_waiting(&artifact).or_else(|| self.behind.get_by_digest(&artifact))
    }

    fn put_behind(&self, key: &ActionKey, result: &ActionResult) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if result.output.len() < waiting.room {
            waiting.room -= result.output.len();
            waiting.results.insert(key.digest(), (key.clone(), result.clone()));
            return;
        }
        drop(waiting);
        self.behind.put(key, result);
    }

    fn get_behind(&self, key: &ActionKey) -> Option<ActionResult> {
        self.get_waiting(&key.digest()).or_else(|| self.behind.get(key))
    }

    fn get_waiting(&self, key: &Digest) -> Option<ActionResult> {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.results.get(key).map(|(_, result)| result.clone())
    }

    /// Whether this build made the result of this key.
    pub fn made(&self, key: &Digest) -> bool {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.get(key).is_some_and(|slot| matches!(slot.get(), State::Made | State::MadeArtifact(_)))
    }

    /// Stores a result that is converted from one of an earlier build: it does not count as made by this build.
    pub fn put_found(&self, key: &ActionKey, result: &ActionResult) {
        self.put_behind(key, result);
        self.finish(key, State::Found);
    }

    /// The same results for work beside the build's own: it neither waits for a result that is being made, nor makes others
    /// wait. What it stores does not count as made by this build.
    pub fn beside(&self) -> BesideCache<'_> {
        BesideCache(self)
    }

    fn finish(&self, key: &ActionKey, state: State) {
        let slot = self.slots.lock().unwrap_or_else(PoisonError::into_inner).get(&key.digest()).cloned();
        if let Some(slot) = slot {
            let mut progress = slot.progress.lock().unwrap_or_else(PoisonError::into_inner);
            progress.state = state;
            let is_awaited = progress.waiting > 0;
            drop(progress);
            if is_awaited {
                slot.changed.notify_all();
            }
        }
    }
}

/// See [`SingleFlightCache::beside`].
pub struct BesideCache<'a>(&'a SingleFlightCache<'a>);

impl ActionCache for BesideCache<'_> {
    fn get(&self, key: &ActionKey) -> Option<ActionResult> {
        self.0.get_behind(key)
    }

    fn put(&self, key: &ActionKey, result: &ActionResult) {
        self.0.put_behind(key, result);
    }
}

impl Slot {
    fn get(&self) -> State {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).state
    }
}

impl ActionCache for SingleFlightCache<'_> {
    fn get(&self, key: &ActionKey) -> Option<ActionResult> {
        let slot = {
            let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            match slots.get(&key.digest()) {
                Some(slot) => Arc::clone(slot),
                None => {
                    slots.insert(key.digest(), Arc::default());
                    drop(slots);
                    let stored = if self.is_new { None } else { self.behind.get(key) };
                    if stored.is_some() {
                        self.finish(key, State::Found);
                    }
                    return stored;
                }
            }
        };
        let mut progress = slot.progress.lock().unwrap_or_else(PoisonError::into_inner);
        while progress.state == State::Running {
            progress.waiting += 1;
            progress = slot.changed.wait(progress).unwrap_or_else(PoisonError::into_inner);
            progress.waiting -= 1;
        }
        if progress.state == State::Abandoned {
            progress.state = State::Running;
            return None;
        }
        let state = progress.state;
        drop(progress);
        // `None` if it could not be stored (a full disk, no cache): then each thread makes its own.
        self.get_made(key, state)
    }

    fn put(&self, key: &ActionKey, result: &ActionResult) {
        self.put_behind(key, result);
        self.finish(key, State::Made);
    }

    fn put_artifact(&self, step: &ActionKey, artifact: &ActionKey, result: &ActionResult) {
        self.put_behind(artifact, result);
        self.finish(artifact, State::Made);
        self.finish(step, State::MadeArtifact(artifact.digest()));
    }

    fn abandon(&self, key: &ActionKey) {
        self.behind.abandon(key);
        self.finish(key, State::Abandoned);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    #[derive(Default)]
    struct Memory {
        results: Mutex<FxHashMap<Digest, ActionResult>>,
        is_new: bool,
    }

    impl ActionCache for Memory {
        fn get(&self, key: &ActionKey) -> Option<ActionResult> {
            self.results.lock().unwrap().get(&key.digest()).cloned()
        }

        fn put(&self, key: &ActionKey, result: &ActionResult) {
            self.results.lock().unwrap().insert(key.digest(), result.clone());
        }

        fn is_new(&self) -> bool {
            self.is_new
        }

        fn get_by_digest(&self, key: &Digest) -> Option<ActionResult> {
            self.results.lock().unwrap().get(key).cloned()
        }
    }

    /// Eight threads ask for one key; the first `failures` that get to run give up. How many ran.
    fn runs(failures: usize) -> usize {
        let memory = Memory::default();
        let once = SingleFlightCache::new(&memory);
        let key = ActionKey::new("test");
        let ran = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    if once.get(&key).is_some() {
                        return;
                    }
                    let number = ran.fetch_add(1, Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(5));
                    if number < failures {
                        once.abandon(&key);
                    } else {
                        once.put(&key, &ActionResult { output: vec![1], ..ActionResult::default() });
                    }
                });
            }
        });
        assert_eq!(once.made(&key.digest()), failures < 8);
        ran.into_inner()
    }

    #[test]
    fn one_runs_and_the_others_wait() {
        assert_eq!(runs(0), 1);
    }

    #[test]
    fn after_a_failure_the_next_one_tries() {
        assert_eq!(runs(3), 4);
        assert_eq!(runs(8), 8);
    }

    #[test]
    fn what_waits_is_found_and_stored_in_the_end() {
        let memory = Memory::default();
        let once = SingleFlightCache::store_later(&memory, 4);
        let result = |bytes: usize| ActionResult { output: vec![7; bytes], ..ActionResult::default() };
        let keys: Vec<ActionKey> = ["a", "b", "c"].map(|name| ActionKey::new("test").with("name", name)).into();
        for (key, bytes) in keys.iter().zip([2, 3, 1]) {
            assert!(once.get(key).is_none());
            once.put(key, &result(bytes));
            assert_eq!(once.get(key), Some(result(bytes)));
        }
        // The second is larger than what room there was.
        assert!(memory.get(&keys[0]).is_none() && memory.get(&keys[1]).is_some() && memory.get(&keys[2]).is_none());
        once.store_waiting();
        assert!(keys.iter().zip([2, 3, 1]).all(|(key, bytes)| memory.get(key) == Some(result(bytes))));
        assert!(keys.iter().all(|key| once.get(key).is_some() && once.made(&key.digest())));
    }

    #[test]
    fn a_step_that_is_an_artifact_is_stored_once_and_found_by_both_keys() {
        let (step, artifact) = (ActionKey::new("step"), ActionKey::new("artifact"));
        let result = ActionResult { output: vec![7; 3], ..ActionResult::default() };
        for room in [0, 4] {
            let memory = Memory::default();
            let once = SingleFlightCache::store_later(&memory, room);
            assert!(once.get(&artifact).is_none() && once.get(&step).is_none());
            once.put_artifact(&step, &artifact, &result);
            assert_eq!([&step, &artifact].map(|key| once.get(key)), [Some(result.clone()), Some(result.clone())]);
            assert!(once.made(&step.digest()) && once.made(&artifact.digest()));
            once.store_waiting();
            assert_eq!(once.get(&step), Some(result.clone()));
            assert!(memory.get(&step).is_none() && memory.get(&artifact).is_some());
        }
    }

    #[test]
    fn a_cache_without_results_is_asked_for_those_of_this_build_alone() {
        let memory = Memory { is_new: true, ..Memory::default() };
        let (key, other) = (ActionKey::new("test"), ActionKey::new("other"));
        let once = SingleFlightCache::new(&memory);
        memory.put(&other, &ActionResult::default());
        assert!(once.get(&key).is_none() && once.get(&other).is_none());
        once.put(&key, &ActionResult::default());
        assert!(once.get(&key).is_some() && once.beside().get(&other).is_some());
        assert!(SingleFlightCache::new(&memory).filled_from_elsewhere().get(&other).is_some());
    }

    #[test]
    fn work_beside_neither_waits_nor_claims() {
        let memory = Memory::default();
        let once = SingleFlightCache::new(&memory);
        let (claimed, free) = (ActionKey::new("claimed"), ActionKey::new("free"));
        assert!(once.get(&claimed).is_none() && once.beside().get(&claimed).is_none());
        assert!(once.beside().get(&free).is_none());
        once.beside().put(&free, &ActionResult::default());
        assert!(once.get(&free).is_some() && !once.made(&free.digest()));
    }

    #[test]
    fn what_earlier_builds_made_is_found_not_made() {
        let memory = Memory::default();
        let key = ActionKey::new("test");
        memory.put(&key, &ActionResult::default());
        let once = SingleFlightCache::new(&memory);
        assert!(once.get(&key).is_some() && once.get(&key).is_some());
        assert!(!once.made(&key.digest()));
    }
}

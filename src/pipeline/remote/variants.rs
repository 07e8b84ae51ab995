//! Variants that other machines have compiled. The last are asked for first: compiling begins with the first.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rustc_hash::FxHashSet;

use super::RemoteBuild;
use super::patience::Progress;
use super::units::LOOK;
use crate::cache::{Kind, Taken, Wanted};
use crate::model::Digest;
use crate::pipeline::BuildContext;

/// What the fastest compiler takes for a variant on one processor.
const A_VARIANT_US: u64 = 500;

/// The variants that have arrived, by the digests of their keys.
#[derive(Default)]
pub struct FetchedVariants {
    found: Mutex<FxHashSet<Digest>>,
    answered: AtomicUsize,
    ended: AtomicBool,
    stop: AtomicBool,
}

impl FetchedVariants {
    pub fn has(&self, key: &Digest) -> bool {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).contains(key)
    }
}

impl RemoteBuild<'_> {
    /// Fetches the variants with these keys that the local cache does not have, while `work` runs.
    pub fn fetch_variants<T>(
        &self,
        context: &BuildContext,
        keys: &[Digest],
        work: impl FnOnce(&FetchedVariants) -> T,
    ) -> T {
        let fetched = FetchedVariants::default();
        let lacking = keys.iter().rev().filter(|key| !self.cache.has_action(key));
        let mut wanted: Vec<Wanted> = lacking.map(|key| Wanted { kind: Kind::Variant, key: *key }).collect();
        let mut seen = FxHashSet::default();
        wanted.retain(|wanted| seen.insert(wanted.key));
        if wanted.is_empty() || !self.server.answers() {
            return work(&fetched);
        }
        let threads = rayon::current_num_threads().max(1) as u64;
        std::thread::scope(|scope| {
            scope.spawn(|| {
                self.take_variants(&wanted, &fetched);
                fetched.ended.store(true, Ordering::Release);
            });
            context.trace.measure("remote", "variants", || {
                // One variant takes less than a unit.
                self.patience.wait(wanted.len().div_ceil(8), || {
                    let answered = fetched.answered.load(Ordering::Relaxed);
                    let left = wanted.len().saturating_sub(answered) as u64;
                    let worth = Duration::from_micros(left * A_VARIANT_US / threads);
                    let ended = fetched.ended.load(Ordering::Acquire);
                    let is_open = !ended && !context.cancel.is_cancelled();
                    is_open.then_some(Progress { heard: answered, answered, asked: wanted.len(), worth })
                });
            });
            let done = work(&fetched);
            fetched.stop.store(true, Ordering::Relaxed);
            done
        })
    }

    fn take_variants(&self, wanted: &[Wanted], fetched: &FetchedVariants) {
        let answers = self.server.ask(self.cache, wanted);
        loop {
            if fetched.stop.load(Ordering::Relaxed) {
                return;
            }
            let (at, answer) = match answers.recv_timeout(LOOK) {
                Ok(answer) => answer,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            let Some(wanted) = wanted.get(at) else { continue };
            if self.server.take(self.cache, *wanted, answer) == Taken::Stored {
                fetched.found.lock().unwrap_or_else(PoisonError::into_inner).insert(wanted.key);
            }
            fetched.answered.fetch_add(1, Ordering::Relaxed);
        }
    }
}

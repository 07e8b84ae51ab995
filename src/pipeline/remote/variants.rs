//! Variants that other machines have compiled. The last are asked for first: compiling begins with the first.
//!
//! Asking for a variant, and storing what comes, takes about a millisecond of a processor. So variants that programs compile are asked for
//! at once, and others when it turns out that they take longer here.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;

use super::RemoteBuild;
use super::patience::Progress;
use super::units::LOOK;
use crate::cache::{Kind, Taken, Wanted};
use crate::model::Digest;
use crate::pipeline::BuildContext;

/// What the fastest program takes for a variant on one processor.
const A_VARIANT_US: u64 = 5_000;

/// What a variant must take here to be asked for.
const WORTH_ASKING: Duration = Duration::from_millis(2);

/// Variants for each thread, and the time, after which it is known what one takes.
const SAMPLED: usize = 16;
const SAMPLED_FOR: Duration = Duration::from_millis(100);

/// The variants that have arrived, by the digests of their keys.
#[derive(Default)]
pub struct FetchedVariants {
    found: Mutex<FxHashSet<Digest>>,
    answered: AtomicUsize,
    /// Variants that this machine has made.
    made: AtomicUsize,
    ended: AtomicBool,
    stop: AtomicBool,
}

impl FetchedVariants {
    /// Notes that this machine has made a variant.
    pub fn note_made(&self) {
        self.made.fetch_add(1, Ordering::Relaxed);
    }

    pub fn has(&self, key: &Digest) -> bool {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).contains(key)
    }
}

impl RemoteBuild<'_> {
    /// Fetches the variants with these keys that the local cache does not have, while `work` runs. `by_programs`: programs
    /// compile them.
    pub fn fetch_variants<T>(
        &self,
        context: &BuildContext,
        keys: &[Digest],
        by_programs: bool,
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
        let threads = rayon::current_num_threads().max(1);
        let asks_at_once = by_programs || self.server.wait().is_some();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                if asks_at_once || takes_long(&fetched, threads) {
                    self.take_variants(&wanted, &fetched);
                }
                fetched.ended.store(true, Ordering::Release);
            });
            let wait = || {
                context.trace.measure("remote", "variants", || {
                    // One variant takes less than a unit.
                    self.patience.wait(wanted.len().div_ceil(8), || {
                        let answered = fetched.answered.load(Ordering::Relaxed);
                        let left = wanted.len().saturating_sub(answered) as u64;
                        let worth = Duration::from_micros(left * A_VARIANT_US / threads as u64);
                        let ended = fetched.ended.load(Ordering::Acquire);
                        let is_open = !ended && !context.cancel.is_cancelled();
                        let asked = wanted.len();
                        is_open.then_some(Progress { heard: answered, expected: asked, answered, asked, worth })
                    });
                })
            };
            if asks_at_once {
                wait();
            }
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

/// Waits until it is known whether variants take longer here than asking for them.
fn takes_long(fetched: &FetchedVariants, threads: usize) -> bool {
    let begin = Instant::now();
    while !fetched.stop.load(Ordering::Relaxed) {
        let (made, took) = (fetched.made.load(Ordering::Relaxed), begin.elapsed());
        if made >= SAMPLED * threads || took >= SAMPLED_FOR {
            return took * threads as u32 >= WORTH_ASKING * made as u32;
        }
        std::thread::sleep(LOOK);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_asked(each: Duration) -> bool {
        let fetched = FetchedVariants::default();
        std::thread::scope(|scope| {
            let asked = scope.spawn(|| takes_long(&fetched, 1));
            while !asked.is_finished() {
                std::thread::sleep(each);
                fetched.note_made();
            }
            asked.join().expect("it does not panic")
        })
    }

    #[test]
    fn variants_that_take_long_here_are_asked_for() {
        assert!(is_asked(Duration::from_millis(20)) && !is_asked(Duration::ZERO));
    }

    #[test]
    fn a_build_that_ends_asks_for_nothing() {
        let fetched = FetchedVariants::default();
        fetched.stop.store(true, Ordering::Relaxed);
        assert!(!takes_long(&fetched, 1));
    }
}

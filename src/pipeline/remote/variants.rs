//! Variants that other machines have compiled. The last are asked for first: compiling begins with the first.
//!
//! Asking for a variant, and storing what comes, takes about a millisecond of a processor. So variants that programs compile are asked for
//! at once, and others when it turns out that they take longer here. Until then not even their keys are made. Variants that nobody would
//! ask for are not handed to the server, which has their code with their unit.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::RemoteBuild;
use super::patience::{FIRST_THINGS, Progress};
use super::units::LOOK;
use crate::cache::{Answer, Kind, Question, Shared, SharedObject, Taken, Wanted};
use crate::compile::Chain;
use crate::model::Digest;
use crate::pipeline::job_outcome::JobOutcome;
use crate::pipeline::{BuildContext, compilers};

/// What the fastest program takes for a variant on one processor.
const A_VARIANT_US: u64 = 5_000;

/// What a variant must take here to be asked for.
const WORTH_ASKING: Duration = Duration::from_millis(2);

/// What a variant must take here to be stored: a slower machine would ask for it.
const WORTH_STORING: Duration = Duration::from_millis(1);

/// Variants that are asked for together; and questions without an answer, below which further ones are asked.
const TOGETHER: usize = 64;
const FEW: usize = 256;

/// Variants for each thread, and the time, after which it is known what one takes.
const SAMPLED: usize = 16;
const SAMPLED_FOR: Duration = Duration::from_millis(100);

/// The variants that have arrived, by the digests of their keys.
#[derive(Default)]
pub struct FetchedVariants {
    found: Mutex<FxHashSet<Digest>>,
    /// By number: those that this machine has begun. No answer is of use any more.
    begun: Vec<AtomicBool>,
    answered: AtomicUsize,
    /// Variants that this machine has made.
    made: AtomicUsize,
    ended: AtomicBool,
    stop: AtomicBool,
}

impl FetchedVariants {
    /// Notes that this machine begins with a variant.
    pub fn note_begun(&self, number: usize) {
        if let Some(begun) = self.begun.get(number) {
            begun.store(true, Ordering::Relaxed);
        }
    }

    fn is_begun(&self, number: usize) -> bool {
        self.begun.get(number).is_some_and(|begun| begun.load(Ordering::Relaxed))
    }

    /// Notes that this machine has made a variant.
    pub fn note_made(&self) {
        self.made.fetch_add(1, Ordering::Relaxed);
    }

    fn has_any(&self) -> bool {
        !self.found.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    pub fn has(&self, key: &Digest) -> bool {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).contains(key)
    }
}

/// How many variants there are, and the key of each, by number, of which the local cache has no artifact.
pub type OpenKeys<'a> = (usize, &'a (dyn Fn(usize) -> Option<Digest> + Sync));

impl RemoteBuild<'_> {
    /// Whether variants of these chains are asked for before it is known what one takes.
    fn asks_at_once(&self, chains: &[Chain]) -> bool {
        self.server.wait().is_some() || chains.iter().any(|chain| compilers::runs_program(chain.steps.iter()))
    }

    /// Hands the variants to the server that this build has compiled, if a build would ask for them. `took`: the processor time of all.
    pub fn share_variants(&self, outcomes: &[JobOutcome], chains: &[Chain], took: Duration) {
        let made = || outcomes.iter().filter(|outcome| !outcome.cached);
        let count = u32::try_from(made().count()).unwrap_or(u32::MAX);
        if count == 0 || !self.server.stores() || !self.asks_at_once(chains) && took < WORTH_STORING * count {
            return;
        }
        let shared = made().filter_map(|outcome| {
            let (artifact, key) = (outcome.artifact.as_ref()?, outcome.key?);
            let wanted = Wanted { kind: Kind::Variant, key };
            let objects = vec![SharedObject::of(artifact)];
            Some(Shared { wanted, records: outcome.records.clone(), objects })
        });
        self.server.share(self.cache, shared.collect());
    }

    /// Fetches variants that the local cache does not have, while `work` runs. `chains`: those that compile them.
    pub fn fetch_variants<T>(
        &self,
        context: &BuildContext,
        (count, key): OpenKeys<'_>,
        chains: &[Chain],
        work: impl FnOnce(&FetchedVariants) -> T,
    ) -> T {
        if count == 0 || !self.server.answers() {
            return work(&FetchedVariants::default());
        }
        let begun = (0..count).map(|_| AtomicBool::new(false)).collect();
        let fetched = FetchedVariants { begun, ..FetchedVariants::default() };
        let asks_at_once = self.asks_at_once(chains);
        let mut wanted: Vec<(usize, Digest)> = match asks_at_once {
            true => (0..count).into_par_iter().rev().filter_map(|number| Some((number, key(number)?))).collect(),
            false => Vec::new(),
        };
        let mut seen = FxHashSet::default();
        wanted.retain(|(_, key)| seen.insert(*key));
        let asked = wanted.len();
        let threads = rayon::current_num_threads().max(1);
        std::thread::scope(|scope| {
            let asking = scope.spawn(|| {
                if asks_at_once {
                    self.take_variants(wanted.into_iter(), &fetched);
                } else if takes_long(&fetched, threads) {
                    let open = (0..count).rev().filter(|number| !fetched.is_begun(*number));
                    let open = open.filter_map(|number| Some((number, key(number)?)));
                    self.take_variants(open.filter(|(_, key)| seen.insert(*key)), &fetched);
                }
                fetched.ended.store(true, Ordering::Release);
            });
            if asks_at_once {
                context.trace.measure("remote", "variants", || {
                    // One variant takes less than a unit.
                    self.patience.wait(asked.div_ceil(8), || {
                        let answered = fetched.answered.load(Ordering::Relaxed);
                        let left = asked.saturating_sub(answered) as u64;
                        let worth = Duration::from_micros(left * A_VARIANT_US / threads as u64);
                        let ended = fetched.ended.load(Ordering::Acquire);
                        let is_open = !ended && !context.cancel.is_cancelled();
                        is_open.then(|| Progress {
                            has_answered: self.server.has_answered(),
                            is_hopeless: answered >= FIRST_THINGS && !fetched.has_any(),
                            heard: answered,
                            expected: asked,
                            answered,
                            asked,
                            worth,
                        })
                    });
                });
            }
            let done = work(&fetched);
            fetched.stop.store(true, Ordering::Relaxed);
            // It may be in `takes_long`: the build would wait for the end of its rest.
            asking.thread().unpark();
            done
        })
    }

    /// Asks for these variants in their order, unless this machine has begun with them, and takes the answers.
    fn take_variants(&self, wanted: impl Iterator<Item = (usize, Digest)>, fetched: &FetchedVariants) {
        let (send, receive) = channel();
        let mut wanted = wanted.filter(|(number, _)| !fetched.is_begun(*number)).peekable();
        let (mut all, mut open, mut taken): (Vec<(usize, Wanted)>, Vec<Question>, usize) = Default::default();
        while !fetched.stop.load(Ordering::Relaxed) {
            while all.len() < taken + FEW && wanted.peek().is_some() {
                let variant = |(number, key)| (number, Wanted { kind: Kind::Variant, key });
                let some: Vec<(usize, Wanted)> = wanted.by_ref().take(TOGETHER).map(variant).collect();
                let questions: Vec<Wanted> = some.iter().map(|(_, wanted)| *wanted).collect();
                open.retain(|question| !question.is_answered());
                // Dropping a question ends its calls.
                open.extend(self.server.ask_more(self.cache, all.len(), &questions, send.clone()));
                all.extend(some);
            }
            if taken == all.len() {
                return;
            }
            let (at, answer) = match receive.recv_timeout(LOOK) {
                Ok(answer) => answer,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            taken += 1;
            let Some((number, wanted)) = all.get(at) else { continue };
            // What is made here is not stored twice.
            let is_waste = fetched.is_begun(*number) && matches!(answer, Answer::Found(_));
            if !is_waste && self.server.take(self.cache, *wanted, answer) == Taken::Stored {
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
        std::thread::park_timeout(LOOK);
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

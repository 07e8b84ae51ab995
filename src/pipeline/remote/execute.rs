//! Compilers that are programs, on other machines, while this one works.
//!
//! A thread takes variants from the end, many at a time, and sends the next step of each; the pool takes variants from the
//! beginning. A variant whose results have not come when nothing else is left is compiled here: so a server that is slow
//! or gone costs what it takes to prepare the actions.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

use super::RemoteBuild;
use super::job_list::{self, MOST_INPUT, ProgramFiles};
use super::patience::Progress;
use super::units::LOOK;
use crate::cache::{ActionOutput, Executor};
use crate::compile::{ChainProgress, PortableJob, PortableRun, PortableStep};
use crate::model::{ActionKey, Digest};
use crate::pipeline::BuildContext;

/// Jobs for each thread of this machine from which on others are asked.
const WORTH_SENDING: usize = 2;

/// Variants on their way through their chains, by number.
pub trait PortableVariants: Sync {
    /// Whether any of them has such steps.
    fn may_begin(&self) -> bool;
    /// The next step of a variant that another machine can run.
    fn advance(&self, variant: usize, progress: &mut ChainProgress) -> Option<PortableStep>;
    /// Takes what another machine gave for that step; `false`: it is no result.
    fn accept(&self, variant: usize, progress: &mut ChainProgress, key: &ActionKey, run: PortableRun) -> bool;
}

/// The steps that other machines have run, by the digests of their keys.
#[derive(Default)]
pub struct ExecutedSteps {
    done: Mutex<FxHashSet<Digest>>,
    /// Those that failed there, with what was said.
    failed: Mutex<FxHashMap<Digest, String>>,
}

impl ExecutedSteps {
    pub fn has(&self, key: &Digest) -> bool {
        self.done.lock().unwrap_or_else(PoisonError::into_inner).contains(key)
    }

    /// What a step that failed elsewhere said, once.
    pub fn take_failure(&self, key: &Digest) -> Option<String> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).remove(key)
    }
}

/// Who has begun with each variant.
pub struct Claims(Vec<AtomicU8>);

const OPEN: u8 = 0;
const HERE: u8 = 1;
const SENT: u8 = 2;

impl Claims {
    fn new(count: usize) -> Claims {
        Claims((0..count).map(|_| AtomicU8::new(OPEN)).collect())
    }

    fn take(&self, variant: usize, by: u8) -> bool {
        let claim = self.0.get(variant);
        claim.is_some_and(|claim| claim.compare_exchange(OPEN, by, Ordering::Relaxed, Ordering::Relaxed).is_ok())
    }

    /// Whether this machine is to compile the variant at once; otherwise it is, last of all, if no result has come.
    pub fn begin_here(&self, variant: usize) -> bool {
        self.take(variant, HERE)
    }
}

impl RemoteBuild<'_> {
    /// Has other machines run the programs of `count` variants while `work` runs.
    pub fn execute<T>(
        &self,
        context: &BuildContext,
        count: usize,
        variants: &dyn PortableVariants,
        work: impl FnOnce(&Claims) -> T,
    ) -> T {
        let claims = Claims::new(count);
        let is_worth = self.server.wait().is_some() || count >= WORTH_SENDING * rayon::current_num_threads();
        let executor = self.server.executor().filter(|_| count > 0 && is_worth && variants.may_begin());
        let Some(executor) = executor.filter(|executor| executor.is_open()) else { return work(&claims) };
        let (finished, ended, stop) = (AtomicUsize::new(0), AtomicBool::new(false), AtomicBool::new(false));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                Executing {
                    executor,
                    executed: &self.executed,
                    variants,
                    claims: &claims,
                    finished: &finished,
                    stop: &stop,
                    next: count,
                }
                .run();
                ended.store(true, Ordering::Release);
            });
            if self.server.wait().is_some() {
                context.trace.measure("remote", "execution", || {
                    self.patience.wait(count, || {
                        let is_open = !ended.load(Ordering::Acquire) && !context.cancel.is_cancelled();
                        let answered = finished.load(Ordering::Relaxed);
                        let (heard, worth) = (answered, Duration::ZERO);
                        is_open.then_some(Progress {
                            has_answered: true,
                            is_hopeless: false,
                            heard,
                            expected: count,
                            answered,
                            asked: count,
                            worth,
                        })
                    });
                });
            }
            let done = work(&claims);
            stop.store(true, Ordering::Relaxed);
            done
        })
    }
}

/// A variant between two steps.
struct Ready {
    variant: usize,
    progress: ChainProgress,
    step: PortableStep,
}

/// The thread that sends actions and takes their results.
struct Executing<'a> {
    executor: &'a Executor,
    executed: &'a ExecutedSteps,
    variants: &'a dyn PortableVariants,
    claims: &'a Claims,
    /// Variants about which nothing more is to come.
    finished: &'a AtomicUsize,
    stop: &'a AtomicBool,
    /// Those below have not been looked at.
    next: usize,
}

type Answers = (Sender<(usize, Result<ActionOutput, String>)>, Receiver<(usize, Result<ActionOutput, String>)>);

impl Executing<'_> {
    fn run(&mut self) {
        let files = ProgramFiles::default();
        let (send, receive): Answers = channel();
        let (mut ready, mut flying) = (VecDeque::new(), BTreeMap::new());
        let mut number = 0;
        loop {
            while flying.len() < usize::from(self.executor.settings.jobs) {
                if self.is_over() {
                    return self.leave(&flying, &ready);
                }
                self.fill(&mut ready);
                let Some(group) = self.next_group(&mut ready) else { break };
                let jobs: Vec<&PortableJob> = group.iter().map(|one| &one.step.job).collect();
                match job_list::request(&jobs, &files, &self.executor.settings) {
                    Ok(request) => {
                        self.executor.execute(number, request, send.clone());
                        flying.insert(number, group);
                        number += 1;
                    }
                    Err(why) => {
                        self.executor.note_not_executed(group.len(), &why);
                        self.finished.fetch_add(group.len(), Ordering::Relaxed);
                    }
                }
            }
            if flying.is_empty() || self.is_over() {
                return self.leave(&flying, &ready);
            }
            match receive.recv_timeout(LOOK) {
                Ok((number, answer)) => {
                    let group: Vec<Ready> = flying.remove(&number).unwrap_or_default();
                    self.take(group, answer, &mut ready);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || !self.executor.is_open()
    }

    /// If the server is not asked any more, what it has not answered is done here; otherwise the build needs it no more.
    fn leave(&self, flying: &BTreeMap<usize, Vec<Ready>>, ready: &VecDeque<Ready>) {
        let left = flying.values().map(Vec::len).sum::<usize>() + ready.len();
        if !self.stop.load(Ordering::Relaxed) && left > 0 {
            self.executor.note_not_executed(left, "no answer came");
        }
    }

    /// Takes variants from the end until there are jobs for an action.
    fn fill(&mut self, ready: &mut VecDeque<Ready>) {
        let batch = usize::from(self.executor.settings.batch);
        while ready.len() < batch && self.next > 0 && !self.stop.load(Ordering::Relaxed) {
            self.next -= 1;
            let variant = self.next;
            if !self.claims.take(variant, SENT) {
                self.finished.fetch_add(1, Ordering::Relaxed);
                continue;
            }
            self.go_on(variant, ChainProgress::default(), ready);
        }
    }

    /// Puts the variant's next step among those that are ready, if there is one.
    fn go_on(&self, variant: usize, mut progress: ChainProgress, ready: &mut VecDeque<Ready>) {
        match self.variants.advance(variant, &mut progress) {
            Some(step) => ready.push_back(Ready { variant, progress, step }),
            None => {
                self.finished.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// The jobs of the next action: of one program, and not too large together.
    fn next_group(&self, ready: &mut VecDeque<Ready>) -> Option<Vec<Ready>> {
        let batch = usize::from(self.executor.settings.batch);
        let first = ready.pop_front()?;
        let size = |one: &Ready| one.step.job.inputs.iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
        let mut bytes = size(&first);
        let (mut group, mut rest) = (vec![first], VecDeque::new());
        while let Some(one) = ready.pop_front() {
            let fits = group.len() < batch && bytes + size(&one) <= MOST_INPUT;
            if fits && job_list::is_same_program(&group[0].step.job, &one.step.job) {
                bytes += size(&one);
                group.push(one);
            } else {
                rest.push_back(one);
            }
        }
        *ready = rest;
        Some(group)
    }

    /// Takes the answer to an action.
    fn take(&self, group: Vec<Ready>, answer: Result<ActionOutput, String>, ready: &mut VecDeque<Ready>) {
        let jobs: Vec<&PortableJob> = group.iter().map(|one| &one.step.job).collect();
        let is_known = answer.as_ref().is_ok_and(|output| output.cached);
        let given = answer.and_then(|output| {
            // The client does not see that a machine cannot run the program.
            job_list::runs(&jobs, output).inspect_err(|why| self.executor.count_failure(why))
        });
        let runs = match given {
            Ok(runs) => runs,
            Err(why) => {
                self.executor.note_not_executed(group.len(), &why);
                self.finished.fetch_add(group.len(), Ordering::Relaxed);
                return;
            }
        };
        let mut accepted = 0;
        for (Ready { variant, mut progress, step }, run) in group.into_iter().zip(runs) {
            let (key, said) = (step.key.digest(), run.first_line());
            let executed = self.executed;
            if self.variants.accept(variant, &mut progress, &step.key, run) {
                executed.done.lock().unwrap_or_else(PoisonError::into_inner).insert(key);
                accepted += 1;
                self.go_on(variant, progress, ready);
            } else {
                let said = format!("{}: {said}", step.job.compiler);
                executed.failed.lock().unwrap_or_else(PoisonError::into_inner).insert(key, said);
                self.finished.fetch_add(1, Ordering::Relaxed);
            }
        }
        self.executor.note_executed(accepted, is_known);
    }
}

//! A chain up to the next step that another machine can run, and on from its result.
//!
//! Only results are kept, under the keys of their steps. What fails elsewhere is run again by `compile`, on this machine: so
//! messages about mistakes are this machine's own.

use super::external::portable::{PortableJob, PortableRun};
use super::{Cancel, Chain, Job, JobInput, StepOutcome};
use crate::model::{ActionCache, ActionKey, ActionResult};

/// How far a job has come in its chain.
#[derive(Clone, Debug, Default)]
pub struct ChainProgress {
    /// The steps that are done.
    steps: usize,
    /// What the last of them wrote.
    output: Option<Vec<u8>>,
    /// As the last step that renamed it says.
    entry_point: Option<String>,
}

/// A step for another machine.
#[derive(Debug)]
pub struct PortableStep {
    pub key: ActionKey,
    pub job: PortableJob,
}

impl ChainProgress {
    /// Whether no step is done.
    pub fn is_at_begin(&self) -> bool {
        self.steps == 0
    }

    fn take(&mut self, result: ActionResult) {
        self.steps += 1;
        self.output = Some(result.output);
        self.entry_point = result.entry_point.or(self.entry_point.take());
    }

    /// The job of the next step.
    fn job<'a>(&'a self, job: &Job<'a>) -> Job<'a> {
        Job {
            input: self.output.as_deref().map_or(job.input, JobInput::Bytes),
            entry_point: self.entry_point.as_deref().unwrap_or(job.entry_point),
            ..job.clone()
        }
    }
}

/// Whether other machines can take steps of a chain: it begins with a program. What begins with the embedded compiler is made
/// sooner than it is sent.
pub fn is_portable(chain: &Chain) -> bool {
    chain.steps.first().is_some_and(|first| first.is_program())
}

/// Goes on in the chain as far as `cache` has results and steps run in this process; gives the next step that another
/// machine can run. `None`: there is none any more, or this machine has to do the rest.
pub fn advance(
    chain: &Chain,
    job: &Job<'_>,
    progress: &mut ChainProgress,
    cache: &dyn ActionCache,
    cancel: &Cancel,
) -> Option<PortableStep> {
    let is_possible =
        chain.steps.first()?.reads(job.language) && (job.links.is_none() || Chain::keeps_links(&chain.steps));
    if !is_possible {
        return None;
    }
    while let Some(step) = chain.steps.get(progress.steps) {
        if cancel.is_cancelled() {
            return None;
        }
        let next = progress.job(job);
        if !step.is_needed(job) {
            progress.steps += 1;
            continue;
        }
        let key = step.key(&next);
        let result = match cache.get(&key) {
            Some(stored) => stored,
            None if step.is_program() => {
                let job = step.program()?.portable(&next)?;
                return Some(PortableStep { key, job });
            }
            None => {
                let StepOutcome::Done(result) = step.run(&next, cancel) else { return None };
                cache.put(&key, &result);
                result
            }
        };
        progress.take(result);
    }
    None
}

/// Takes what another machine gave for the next step; `false`: it is no result.
pub fn accept(
    chain: &Chain,
    job: &Job<'_>,
    progress: &mut ChainProgress,
    key: &ActionKey,
    run: PortableRun,
    cache: &dyn ActionCache,
) -> bool {
    let program = chain.steps.get(progress.steps).and_then(|step| step.program());
    let result = program.and_then(|program| program.accept(&progress.job(job), run));
    let Some(result) = result else { return false };
    cache.put(key, &result);
    progress.take(result);
    true
}

//! The workers of a build: at most one a core for each program.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use uberc_worker::job_frame;

use super::process::{self, Bounds, End, Run};
use super::program_registry::Program;
use super::shortage;
use super::worker::{MOST_JOBS, Outcome, Worker};
use crate::compile::Cancel;

/// Starts of a program in a row that failed, after which no further one is tried.
const MOST_FAILED_STARTS: u32 = 3;

/// How often a job that waits for a worker looks whether the build was cancelled.
const POLL: Duration = Duration::from_millis(50);

/// Workers that wait for jobs, by the path of their program. They end with the pool.
#[derive(Debug)]
pub struct WorkerPool {
    /// Workers of a program, at most. Found with the first worker: to ask for the number of processors takes longer than a build with
    /// nothing to do has.
    most: OnceLock<usize>,
    shelves: Mutex<BTreeMap<PathBuf, Shelf>>,
    /// A worker has become free.
    freed: Condvar,
    /// The numbers of jobs.
    next: AtomicU32,
}

/// The workers of one program.
#[derive(Default)]
struct Shelf {
    /// The program that they run: another one has another identity.
    identity: String,
    idle: Vec<Worker>,
    busy: usize,
    failed_starts: u32,
}

impl std::fmt::Debug for Shelf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} idle, {} busy", self.idle.len(), self.busy)
    }
}

/// What a job gives to the compiler.
#[derive(Clone, Copy, Debug)]
pub struct PoolJob<'a> {
    pub arguments: &'a [String],
    /// The names of input and output in the arguments.
    pub names: [&'a str; 2],
    pub source: &'a [u8],
}

/// A job that was done by a worker.
#[derive(Debug, PartialEq, Eq)]
pub struct PoolRun {
    pub run: Run,
    /// The output, where it gave one.
    pub object: Option<Vec<u8>>,
}

/// The place of a worker that is busy; another job may take it when this is dropped.
struct Place<'a> {
    pool: &'a WorkerPool,
    program: &'a Program,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        if let Some(shelf) = self.pool.shelves().get_mut(&self.program.path) {
            shelf.busy -= 1;
        }
        self.pool.freed.notify_all();
    }
}

impl Default for WorkerPool {
    fn default() -> WorkerPool {
        WorkerPool { most: OnceLock::new(), shelves: Mutex::default(), freed: Condvar::new(), next: AtomicU32::new(0) }
    }
}

impl WorkerPool {
    /// At most `most` workers for each program.
    pub fn new(most: usize) -> WorkerPool {
        let pool = WorkerPool::default();
        pool.most.get_or_init(|| most.max(1));
        pool
    }

    /// Does a job in a worker. `None`: it needs a process of its own, because its arguments name other files, the
    /// program cannot serve, or a worker that did other jobs before crashed or had no memory left: what it kept of them
    /// shall not decide what becomes of this one.
    pub fn run(&self, program: &Program, job: &PoolJob<'_>, bounds: Bounds, cancel: &Cancel) -> Option<PoolRun> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let frame = job_frame(number, job.arguments, job.names, job.source).ok()?;
        let ended = |end| PoolRun { run: Run { end, text: String::new(), dropped: 0, limited: false }, object: None };
        let Some(place) = self.take_place(program, cancel) else { return Some(ended(End::Cancelled)) };
        let mut worker = match self.idle(program, bounds)? {
            Some(worker) => worker,
            None => {
                let started = Worker::start(&program.path, bounds, cancel);
                if cancel.is_cancelled() {
                    return Some(ended(End::Cancelled));
                }
                if let Some(shelf) = self.shelves().get_mut(&program.path) {
                    shelf.failed_starts = if started.is_some() { 0 } else { shelf.failed_starts + 1 };
                }
                started?
            }
        };
        let is_first = worker.jobs_taken == 0;
        let limited = worker.limited;
        match worker.run(number, frame, cancel) {
            Outcome::Answered(answer) => {
                let texts = [answer.stdout, answer.stderr].map(|text| Some((text.bytes, text.dropped)));
                let (text, dropped) = process::joined(texts);
                let run = Run { end: End::Exit(answer.code), text, dropped, limited };
                let is_full = shortage::may_lack_memory(&run);
                if !is_full {
                    self.put_back(program, worker);
                }
                drop(place);
                (is_first || !is_full).then_some(PoolRun { run, object: answer.object })
            }
            Outcome::Declined => {
                self.put_back(program, worker);
                None
            }
            Outcome::Ended(End::Cancelled) => Some(ended(End::Cancelled)),
            // It hangs by itself: once more would cost as much again.
            Outcome::Ended(end) if is_first || end == End::TimedOut => {
                let (text, dropped) = process::joined([None, Some(worker.last_words())]);
                Some(PoolRun { run: Run { end, text, dropped, limited }, object: None })
            }
            Outcome::Ended(_) => None,
        }
    }

    fn shelves(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Shelf>> {
        self.shelves.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a place; `None`: the build was cancelled.
    fn take_place<'a>(&'a self, program: &'a Program, cancel: &Cancel) -> Option<Place<'a>> {
        let most = *self.most.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from));
        let mut shelves = self.shelves();
        loop {
            if cancel.is_cancelled() {
                return None;
            }
            let shelf = shelves.entry(program.path.clone()).or_default();
            if shelf.busy < most {
                shelf.busy += 1;
                return Some(Place { pool: self, program });
            }
            shelves = self.freed.wait_timeout(shelves, POLL).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// An idle worker of this very program, if there is one; `None`: the program cannot serve.
    fn idle(&self, program: &Program, bounds: Bounds) -> Option<Option<Worker>> {
        let (identity, mut unfit) = (program.identity(), Vec::new());
        let mut shelves = self.shelves();
        let shelf = shelves.entry(program.path.clone()).or_default();
        if shelf.identity != identity {
            shelf.identity = identity;
            shelf.failed_starts = 0;
            unfit.append(&mut shelf.idle);
        }
        if shelf.failed_starts >= MOST_FAILED_STARTS {
            return None;
        }
        let mut found = None;
        while found.is_none()
            && let Some(worker) = shelf.idle.pop()
        {
            // The limits of the project file may have changed.
            if worker.bounds == bounds { found = Some(worker) } else { unfit.push(worker) }
        }
        // Ending a worker takes time: other threads can take workers meanwhile.
        drop(shelves);
        drop(unfit);
        Some(found)
    }

    fn put_back(&self, program: &Program, worker: Worker) {
        if worker.jobs_taken >= MOST_JOBS {
            return;
        }
        let identity = program.identity();
        if let Some(shelf) = self.shelves().get_mut(&program.path).filter(|shelf| shelf.identity == identity) {
            shelf.idle.push(worker);
        }
    }
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        // All of them end at once.
        for worker in self.shelves().values_mut().flat_map(|shelf| &mut shelf.idle) {
            worker.close();
        }
    }
}

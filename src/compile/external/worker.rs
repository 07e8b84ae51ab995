//! A process of a compiler that does many jobs, one after the other: the compiler's library is loaded once.

use std::io::{BufReader, ErrorKind, Read, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use uberc_worker::{ARGUMENT, Answer, Reply, read_hello, read_reply};

use super::process::{self, Bounds, DRAIN, End, OUTPUT_CAP};
use super::temp_dir::{self, LockedTempDir};
use super::watchdog;
use crate::compile::Cancel;

/// Jobs of a worker, after which it is replaced: what its library keeps of them cannot grow without end.
pub const MOST_JOBS: u32 = 1000;

/// How long a program may take to load its library.
const LONGEST_START: Duration = Duration::from_secs(10);

/// How often it is looked whether a worker has ended that should.
const POLL: Duration = Duration::from_millis(2);

/// A running worker. It ends with this value.
pub struct Worker {
    child: Child,
    /// Frames of jobs for the thread that writes them; `None`: its stdin is closed.
    jobs: Option<Sender<Vec<u8>>>,
    replies: Receiver<Event>,
    stderr: Stderr,
    /// The current folder of the process, for what a library writes besides its answers.
    _folder: LockedTempDir,
    /// Set when it was started.
    pub bounds: Bounds,
    /// The bound on memory is in force.
    pub limited: bool,
    /// Jobs so far.
    pub jobs_taken: u32,
    is_reaped: bool,
}

/// How a job went.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    Answered(Answer),
    /// The arguments name other files: the job needs a process of its own.
    Declined,
    /// The worker is of no use any more.
    Ended(End),
}

enum Event {
    Ready,
    Reply(Reply),
    /// It has closed the pipe.
    Closed,
    Garbage,
}

/// What it prints beside its answers, which is read only if it crashes.
struct Stderr {
    kept: Arc<Mutex<(Vec<u8>, u64)>>,
    /// Disconnected when the pipe is closed.
    closed: Receiver<()>,
}

impl Worker {
    /// Starts a program that can serve, and waits until its library is loaded. `None`: it cannot.
    pub fn start(program: &Path, bounds: Bounds, cancel: &Cancel) -> Option<Worker> {
        let folder = temp_dir::folder().ok()?;
        let mut command = process::command(program, folder.path());
        let mut child = process::start(command.arg(ARGUMENT).stdin(Stdio::piped())).ok()?;
        let leader = child.id();
        watchdog::register(leader);
        // The time of each job is bounded by `run`, so the processor's is that of all of them.
        let limited = process::limit(leader, Bounds { timeout: bounds.timeout.saturating_mul(MOST_JOBS), ..bounds });
        let (jobs, frames) = channel();
        // One reply at a time: what nobody asked for waits in the pipe.
        let (events, replies) = sync_channel(1);
        let stderr = Stderr::read(child.stderr.take());
        if let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) {
            std::thread::spawn(move || write_jobs(stdin, &frames));
            std::thread::spawn(move || read_replies(stdout, &events));
        }
        let jobs = Some(jobs);
        let mut worker =
            Worker { child, jobs, replies, stderr, _folder: folder, bounds, limited, jobs_taken: 0, is_reaped: false };
        let deadline = Instant::now() + bounds.timeout.min(LONGEST_START);
        let is_ready = worker.watched(cancel, |worker| matches!(worker.next(deadline), Ok(Event::Ready)));
        is_ready.then_some(worker)
    }

    /// Does a job; its number is that of the frame.
    pub fn run(&mut self, number: u32, frame: Vec<u8>, cancel: &Cancel) -> Outcome {
        self.jobs_taken += 1;
        self.stderr.forget();
        let deadline = Instant::now() + self.bounds.timeout;
        let event = self.watched(cancel, |worker| {
            // Where the thread has ended, so has the worker.
            let _sent = worker.jobs.as_ref().map(|jobs| jobs.send(frame));
            worker.next(deadline)
        });
        if cancel.is_cancelled() {
            self.stop();
            return Outcome::Ended(End::Cancelled);
        }
        let end = match event {
            Ok(Event::Reply(reply)) if reply.number == number => {
                return reply.answer.map_or(Outcome::Declined, Outcome::Answered);
            }
            Ok(Event::Ready | Event::Reply(_) | Event::Garbage) => {
                self.stop();
                End::NoAnswer
            }
            Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => self.ended(),
            Err(RecvTimeoutError::Timeout) => {
                self.stop();
                End::TimedOut
            }
        };
        Outcome::Ended(end)
    }

    /// What it printed on stderr since the last job began, and how many bytes more. For a worker that has ended.
    pub fn last_words(&self) -> (Vec<u8>, u64) {
        // A grandchild may hold the pipe.
        let _closed = self.stderr.closed.recv_timeout(DRAIN);
        std::mem::take(&mut *self.stderr.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Lets it end: no job follows.
    pub fn close(&mut self) {
        self.jobs = None;
    }

    fn next(&self, deadline: Instant) -> Result<Event, RecvTimeoutError> {
        self.replies.recv_timeout(deadline.saturating_duration_since(Instant::now()))
    }

    /// Cancelling the build ends the worker while `wait` runs. In between it belongs to no build.
    fn watched<T>(&mut self, cancel: &Cancel, wait: impl FnOnce(&mut Worker) -> T) -> T {
        let leader = self.child.id();
        cancel.register(leader);
        let result = wait(self);
        cancel.unregister(leader);
        result
    }

    /// How it ended, after it closed its pipe. One that goes on running breaks the protocol.
    fn ended(&mut self) -> End {
        let by_itself = self.wait_for_end();
        let status = self.stop();
        match status {
            Some(status) if by_itself => process::end_of(status),
            _ => End::NoAnswer,
        }
    }

    /// Whether it has ended, or does so shortly.
    fn wait_for_end(&mut self) -> bool {
        let deadline = Instant::now() + DRAIN;
        while !process::has_ended(&mut self.child) {
            if Instant::now() >= deadline {
                return false;
            }
            std::thread::sleep(POLL);
        }
        true
    }

    /// Kills it, and all that it started.
    fn stop(&mut self) -> Option<std::process::ExitStatus> {
        if self.is_reaped {
            return None;
        }
        self.is_reaped = true;
        let leader = self.child.id();
        process::kill_group(leader);
        watchdog::unregister(leader);
        self.child.wait().ok()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.close();
        if !self.is_reaped {
            self.wait_for_end();
            self.stop();
        }
    }
}

impl Stderr {
    fn read(stream: Option<impl Read + Send + 'static>) -> Stderr {
        let kept = Arc::new(Mutex::new((Vec::new(), 0)));
        let (open, closed) = channel();
        let shared = Arc::clone(&kept);
        std::thread::spawn(move || {
            // Dropped with the thread.
            let _open: Sender<()> = open;
            let Some(mut stream) = stream else { return };
            let mut buffer = vec![0; 1 << 14];
            while let Ok(count @ 1..) = stream.read(&mut buffer) {
                let mut kept = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let room = count.min(OUTPUT_CAP - kept.0.len());
                kept.0.extend_from_slice(&buffer[..room]);
                kept.1 += (count - room) as u64;
            }
        });
        Stderr { kept, closed }
    }

    fn forget(&self) {
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = (Vec::new(), 0);
    }
}

/// A write that fails means that the worker has ended, which its other pipe tells.
fn write_jobs(mut stdin: ChildStdin, frames: &Receiver<Vec<u8>>) {
    while let Ok(frame) = frames.recv()
        && stdin.write_all(&frame).and_then(|()| stdin.flush()).is_ok()
    {}
}

fn read_replies(stdout: impl Read, events: &SyncSender<Event>) {
    let failed = |error: std::io::Error| match error.kind() {
        ErrorKind::InvalidData => Event::Garbage,
        _ => Event::Closed,
    };
    let mut stdout = BufReader::new(stdout);
    let mut event = read_hello(&mut stdout).map_or_else(failed, |()| Event::Ready);
    loop {
        let is_last = matches!(event, Event::Garbage | Event::Closed);
        // Nobody listens any more after the worker was dropped.
        if events.send(event).is_err() || is_last {
            return;
        }
        event = read_reply(&mut stdout, OUTPUT_CAP as u64).map_or_else(failed, Event::Reply);
    }
}

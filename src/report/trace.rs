//! The trace of a run: when each piece of work began, how long it took, and on which thread.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;

/// The stages in the order of the pipeline, as traces and tables name them.
pub const STAGES: [&str; 12] = [
    "discover",
    "records",
    "remote",
    "generate",
    "sidecar",
    "explore",
    "preprocess",
    "specialise",
    "link",
    "compile",
    "pack",
    "write",
];

/// One piece of work of a stage.
#[derive(Clone, Debug)]
pub struct Work {
    /// One of [`STAGES`], or `compile/NAME` for a run of one compiler.
    pub stage: String,
    /// The unit, shader or variant.
    pub subject: String,
    /// 0 is the main thread.
    pub thread: usize,
    /// Since the trace began.
    pub begin: Duration,
    pub took: Duration,
}

/// The work of all threads of one run.
#[derive(Debug)]
pub struct Trace {
    start: Instant,
    work: Mutex<Vec<Work>>,
}

/// The time of one stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StageTiming {
    pub stage: String,
    /// Pieces of work.
    pub count: usize,
    /// Of all threads together, in microseconds. Work of one stage inside another counts in both.
    pub busy_us: u64,
    /// From the first beginning to the last end, in microseconds.
    pub span_us: u64,
    /// The longest piece, in microseconds, and its subject.
    pub longest_us: u64,
    pub longest: String,
}

/// Work that variants, shaders and threads share: how often a result was reused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shared {
    pub what: &'static str,
    pub known: u64,
    pub all: u64,
}

impl Default for Trace {
    fn default() -> Trace {
        Trace { start: Instant::now(), work: Mutex::default() }
    }
}

impl Trace {
    /// Runs `work`, and records its begin and duration.
    pub fn measure<T>(&self, stage: &str, subject: impl Into<String>, work: impl FnOnce() -> T) -> T {
        self.measure_as(subject, || (work(), stage.to_owned()))
    }

    /// The same for work that also tells which stage it was.
    pub fn measure_as<T>(&self, subject: impl Into<String>, work: impl FnOnce() -> (T, String)) -> T {
        let begin = self.start.elapsed();
        let (result, stage) = work();
        debug_assert!(STAGES.contains(&stage.split('/').next().unwrap_or_default()), "{stage} is no stage");
        let took = self.start.elapsed().saturating_sub(begin);
        let thread = rayon::current_thread_index().map_or(0, |index| index + 1);
        let done = Work { stage, subject: subject.into(), thread, begin, took };
        self.work.lock().unwrap_or_else(PoisonError::into_inner).push(done);
        result
    }

    /// Since the trace began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// All work so far, by beginning.
    pub fn work(&self) -> Vec<Work> {
        let mut work = self.work.lock().unwrap_or_else(PoisonError::into_inner).clone();
        work.sort_by(|a, b| (a.begin, a.thread, &a.subject).cmp(&(b.begin, b.thread, &b.subject)));
        work
    }

    /// The cost of each stage that did something, in the order of the pipeline.
    pub fn timings(&self) -> Vec<StageTiming> {
        let mut stages: Vec<StageTiming> = Vec::new();
        let mut bounds: Vec<(Duration, Duration)> = Vec::new();
        for work in self.work() {
            let end = work.begin + work.took;
            let at = stages.iter().position(|known| known.stage == work.stage).unwrap_or_else(|| {
                let (stage, longest) = (work.stage.clone(), work.subject.clone());
                stages.push(StageTiming { stage, count: 0, busy_us: 0, span_us: 0, longest_us: 0, longest });
                bounds.push((work.begin, end));
                stages.len() - 1
            });
            let (known, bound) = (&mut stages[at], &mut bounds[at]);
            let took = microseconds(work.took);
            known.count += 1;
            known.busy_us += took;
            if took > known.longest_us {
                (known.longest_us, known.longest) = (took, work.subject);
            }
            *bound = (bound.0.min(work.begin), bound.1.max(end));
            known.span_us = microseconds(bound.1.saturating_sub(bound.0));
        }
        let place = |timing: &StageTiming| {
            let name = timing.stage.split('/').next().unwrap_or_default().to_owned();
            (STAGES.iter().position(|stage| *stage == name), timing.stage.clone())
        };
        stages.sort_by_key(place);
        stages
    }

    /// The work as Chrome's trace format ("Trace Event Format", complete events): opens in Perfetto and
    /// `chrome://tracing`.
    pub fn chrome(&self) -> String {
        let work = self.work();
        let mut threads: Vec<usize> = work.iter().map(|work| work.thread).collect();
        threads.sort_unstable();
        threads.dedup();
        let names = threads.into_iter().map(|thread| {
            let name = if thread == 0 { "main".to_owned() } else { format!("worker {thread}") };
            serde_json::json!({ "ph": "M", "name": "thread_name", "pid": 1, "tid": thread, "args": { "name": name } })
        });
        let events = work.iter().map(|work| {
            serde_json::json!({
                "ph": "X", "cat": work.stage, "name": format!("{} {}", work.stage, work.subject), "pid": 1, "tid": work.thread,
                "ts": microseconds(work.begin), "dur": microseconds(work.took),
            })
        });
        let events: Vec<serde_json::Value> = names.chain(events).collect();
        serde_json::json!({ "displayTimeUnit": "ms", "traceEvents": events }).to_string()
    }
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_come_in_order_with_their_sums() {
        let trace = Trace::default();
        trace.measure("compile", "b", || ());
        trace.measure("compile/naga", "b", || std::thread::sleep(Duration::from_millis(2)));
        trace.measure("sidecar", "a", || ());
        trace.measure("compile", "c", || std::thread::sleep(Duration::from_millis(1)));
        let timings = trace.timings();
        let counts: Vec<(&str, usize)> = timings.iter().map(|timing| (timing.stage.as_str(), timing.count)).collect();
        assert_eq!(counts, [("sidecar", 1), ("compile", 2), ("compile/naga", 1)]);
        assert_eq!(timings[1].longest, "c");
        assert!(timings[1].span_us >= timings[2].busy_us, "nested work is not longer than the work around it");
        let chrome: serde_json::Value = serde_json::from_str(&trace.chrome()).expect("JSON");
        let events = chrome["traceEvents"].as_array().expect("a list");
        assert_eq!(events.len(), 5, "four pieces of work and the name of the thread");
        assert!(events.iter().skip(1).all(|event| event["ph"] == "X" && event["dur"].is_u64()));
    }
}

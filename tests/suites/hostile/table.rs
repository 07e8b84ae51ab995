//! `cargo xtask hostile`: every hostile input, of this suite and of `hostile_input`, with an optimised program, in a table.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use libtest_mimic::{Failed, Trial};

use super::{build_with, kinds};
use crate::harness;
#[cfg(target_os = "linux")]
use crate::suites::hostile_input;

/// The environment variable with the program; without it there is no such trial.
const PROGRAM: &str = "UBERC_HOSTILE_PROGRAM";

/// Processor time of a run of the optimised program, in seconds.
const SECONDS: u64 = 20;

/// At least so many inputs.
const LEAST: usize = 300;

pub fn trial() -> Option<Trial> {
    let program = PathBuf::from(std::env::var_os(PROGRAM)?);
    Some(harness::needs("prlimit", harness::trial("hostile::table", move || table(&program))))
}

/// Gives why an input is a failure, run with that program.
type Judge = Box<dyn Fn(&Path) -> Result<(), String> + Send + Sync>;

/// Seconds, and why the input is a failure.
type Judged = (f64, Result<(), String>);

fn inputs() -> Vec<(String, Judge)> {
    let mut all: Vec<(String, Judge)> = Vec::new();
    for kind in kinds() {
        // The growth of a kind, where it is measured, is that of two more sizes.
        let growth = [kind.growth, 2 * kind.growth];
        let mut sizes: Vec<usize> =
            growth.into_iter().filter(|size| *size > 0).chain(kind.sizes.iter().copied()).collect();
        sizes.sort_unstable();
        sizes.dedup();
        for size in sizes {
            let judge = move |program: &Path| build_with((kind.make)(size), program, SECONDS).map(drop);
            all.push((format!("{} {size}", kind.name), Box::new(judge)));
        }
    }
    #[cfg(target_os = "linux")]
    for (name, judge) in hostile_input::each() {
        all.push((name.to_owned(), Box::new(judge)));
    }
    all
}

fn table(program: &Path) -> Result<(), Failed> {
    let inputs = inputs();
    assert!(inputs.len() >= LEAST, "{} inputs", inputs.len());
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<Judged>>> = Mutex::new(inputs.iter().map(|_| None).collect());
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((at, (_, judge))) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, inputs.get(at)?)))
                {
                    let begin = Instant::now();
                    let result = judge(program);
                    let seconds = begin.elapsed().as_secs_f64();
                    let shown = result.as_ref().map_or_else(|wrong| wrong.replace('\n', " "), |()| "ok".to_owned());
                    // A closed stderr is no reason to stop.
                    drop(writeln!(std::io::stderr(), "{seconds:7.2} s  {:50} {shown}", inputs[at].0));
                    results.lock().unwrap_or_else(PoisonError::into_inner)[at] = Some((seconds, result));
                }
            });
        }
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut counts = [0; 4];
    for ((name, _), result) in inputs.iter().zip(&results) {
        let Some((_, result)) = result else { return Err(format!("{name} was not run").into()) };
        if let Err(wrong) = result {
            counts[outcome(wrong)] += 1;
        }
    }
    let [hangs, aborts, silent, others] = counts;
    let slowest = results.iter().flatten().map(|(seconds, _)| *seconds).fold(0.0, f64::max);
    let text = format!(
        "{} inputs: {hangs} hangs, {aborts} aborts, {silent} silent passes, {others} other failures; the slowest took {slowest:.1} s\n",
        inputs.len()
    );
    std::io::stderr().write_all(text.as_bytes())?;
    if counts.iter().sum::<usize>() == 0 { Ok(()) } else { Err("see the table".into()) }
}

/// The number of the count that a failure belongs to.
fn outcome(wrong: &str) -> usize {
    if wrong.contains("killed") {
        0
    } else if wrong.contains("crashed") || wrong.contains("exit code 101") || wrong.contains("signal") {
        1
    } else if wrong.contains("silently") {
        2
    } else {
        3
    }
}

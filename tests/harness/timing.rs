//! How long trials take: the slowest are printed, and a suite that exceeds its budget fails the run.
//!
//! Times are wall time of each trial, added up for each suite; trials of several threads run beside each other, so the sum is more
//! than what the run takes. `tests/budgets.txt` has a line `suite seconds` for each suite.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use libtest_mimic::{Completion, Failed, Trial};

/// How many of the slowest trials are printed.
const SHOWN: usize = 15;

static TIMES: Mutex<Vec<(String, Duration)>> = Mutex::new(Vec::new());

/// A trial whose time is noted.
pub fn test(
    name: impl Into<String>,
    run: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    ignorable_test(name, move || run().map(|()| Completion::Completed))
}

/// The same for a trial that may find out that it cannot run.
pub fn ignorable_test(
    name: impl Into<String>,
    run: impl FnOnce() -> Result<Completion, Failed> + Send + 'static,
) -> Trial {
    let name = name.into();
    let noted = name.clone();
    Trial::ignorable_test(name, move || {
        let begin = Instant::now();
        let outcome = run();
        TIMES.lock().unwrap_or_else(PoisonError::into_inner).push((noted, begin.elapsed()));
        outcome
    })
}

/// Prints the slowest trials and, where `whole` says that every suite ran, compares each suite with its budget. Gives the
/// suites that exceed theirs, or have none.
pub fn report(whole: bool) -> Vec<String> {
    let mut times = std::mem::take(&mut *TIMES.lock().unwrap_or_else(PoisonError::into_inner));
    times.sort_by(|(a, first), (b, second)| second.cmp(first).then_with(|| a.cmp(b)));
    let mut suites: BTreeMap<&str, Duration> = BTreeMap::new();
    for (name, time) in &times {
        *suites.entry(suite_of(name)).or_default() += *time;
    }
    let mut text = format!("slowest of {} trials, in seconds:\n", times.len());
    for (name, time) in times.iter().take(SHOWN) {
        text += &format!("{:8.1}  {name}\n", time.as_secs_f64());
    }
    let mut over = Vec::new();
    if whole {
        let budgets = budgets();
        text += "suites, in seconds, and their budgets:\n";
        for (suite, time) in &suites {
            let seconds = time.as_secs_f64();
            let budget = budgets.get(*suite);
            let shown = budget.map_or("none".to_owned(), |budget| budget.to_string());
            text += &format!("{seconds:8.1} {shown:>6}  {suite}\n");
            match budget {
                None => over.push(format!("`{suite}` has no line in tests/budgets.txt")),
                Some(budget) if seconds > *budget => {
                    over.push(format!("`{suite}` took {seconds:.1} s, its budget in tests/budgets.txt is {budget} s"));
                }
                Some(_) => {}
            }
        }
        over.extend(
            budgets
                .keys()
                .filter(|suite| !suites.contains_key(suite.as_str()))
                .map(|suite| format!("tests/budgets.txt has a budget for `{suite}`, of which nothing ran")),
        );
    }
    // A closed stderr is no reason to fail.
    drop(std::io::stderr().write_all(text.as_bytes()));
    over
}

fn suite_of(name: &str) -> &str {
    name.split_once("::").map_or(name, |(suite, _)| suite)
}

fn budgets() -> BTreeMap<String, f64> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/budgets.txt");
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                [suite, seconds] => ((*suite).to_owned(), seconds.parse().expect("a budget is a number of seconds")),
                _ => panic!("tests/budgets.txt: `{line}` is no suite with its seconds"),
            }
        })
        .collect()
}

//! How long trials take: the slowest are printed, and a suite that exceeds its budget fails the run.
//!
//! Times are wall time of each trial, added up for each suite; trials of several threads run beside each other, so the sum is more
//! than what the run takes. `tests/budgets.txt` has a line `suite seconds` for each suite.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use libtest_mimic::{Completion, Failed, Trial};

/// How many of the slowest trials are printed.
const SHOWN: usize = 15;

static TIMES: Mutex<Vec<(String, Duration)>> = Mutex::new(Vec::new());

/// A trial whose time is noted.
pub fn trial(name: impl Into<String>, run: impl FnOnce() -> Result<(), Failed> + Send + 'static) -> Trial {
    ignorable_trial(name, move || run().map(|()| Completion::Completed))
}

/// The same for a trial that may find out that it cannot run.
pub fn ignorable_trial(
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

/// Prints the slowest trials. `suites` has the names of all suites where all of them ran: then each is compared with its budget too.
/// Gives whether all suites kept theirs.
pub fn report_times(suites: Option<&BTreeSet<String>>) -> bool {
    let mut times = std::mem::take(&mut *TIMES.lock().unwrap_or_else(PoisonError::into_inner));
    times.sort_by(|(a, first), (b, second)| second.cmp(first).then_with(|| a.cmp(b)));
    let mut text = format!("slowest of {} trials, in seconds:\n", times.len());
    for (name, time) in times.iter().take(SHOWN) {
        text += &format!("{:8.1}  {name}\n", time.as_secs_f64());
    }
    let mistakes = suites.map_or_else(Vec::new, |suites| compare(&times, suites, &mut text));
    for mistake in &mistakes {
        text += &format!("{mistake}\n");
    }
    // A closed stderr is no reason to fail.
    drop(std::io::stderr().write_all(text.as_bytes()));
    mistakes.is_empty()
}

/// Adds a line for each suite to `text`; gives what is wrong with a suite or with its budget.
fn compare(times: &[(String, Duration)], suites: &BTreeSet<String>, text: &mut String) -> Vec<String> {
    let budgets = budgets();
    let mut mistakes = Vec::new();
    *text += "suites, in seconds, and their budgets:\n";
    for suite in suites {
        let of_suite = times.iter().filter(|(name, _)| suite_of(name) == suite);
        let seconds = of_suite.map(|(_, time)| time.as_secs_f64()).sum::<f64>();
        let Some(budget) = budgets.get(suite) else {
            mistakes.push(format!("`{suite}` took {seconds:.1} s and has no line in tests/budgets.txt"));
            continue;
        };
        *text += &format!("{seconds:8.1} {budget:>6}  {suite}\n");
        if seconds > *budget {
            mistakes.push(format!("`{suite}` took {seconds:.1} s, its budget in tests/budgets.txt is {budget} s"));
        }
    }
    let unknown = budgets.keys().filter(|suite| !suites.contains(*suite));
    mistakes.extend(unknown.map(|suite| format!("tests/budgets.txt has a budget for `{suite}`, which is not a suite")));
    mistakes
}

/// The first part of a trial's name.
pub fn suite_of(name: &str) -> &str {
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
                _ => panic!("tests/budgets.txt: `{line}` is not a suite and its seconds"),
            }
        })
        .collect()
}

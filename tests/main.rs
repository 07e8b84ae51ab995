//! The one test binary: every suite below `tests/suites`, every case a folder below `tests/cases/<suite>`.
//!
//! `cargo test --test main -- --bless` rewrites expected files. A test that needs a program which is not installed is
//! shown as ignored with the program's name; with `CI` set in the environment it runs, and fails.
//!
//! The slowest trials are printed at the end. In a run of everything, a suite that exceeds its budget in `tests/budgets.txt` fails
//! the run.

mod harness;
mod suites;

fn main() {
    let mut words: Vec<String> = std::env::args().collect();
    if words.get(1).is_some_and(|word| word == harness::fake_worker::ARGUMENT) {
        std::process::exit(i32::from(harness::fake_worker::serve().is_err()));
    }
    let before = words.len();
    words.retain(|word| word != "--bless");
    harness::set_bless(words.len() != before || std::env::var_os("UBERC_BLESS").is_some());
    let arguments = libtest_mimic::Arguments::from_iter(words);
    let trials = suites::all();
    let whole = arguments.filter.is_none() && arguments.skip.is_empty() && !arguments.ignored && !arguments.list;
    // Budgets are those of an ordinary run.
    let has_budgets = whole && !harness::compares_everything();
    let names = has_budgets.then(|| trials.iter().map(|trial| harness::suite_of(trial.name()).to_owned()).collect());
    let conclusion = libtest_mimic::run(&arguments, trials);
    let in_time = arguments.list || harness::report_times(names.as_ref());
    conclusion.exit_if_failed();
    std::process::exit(i32::from(!in_time));
}

//! The one test binary: every suite below `tests/suites`, every case a folder below `tests/cases/<suite>`.
//!
//! `cargo test --test main -- --bless` rewrites expected files. A test that needs a program which is not installed is
//! shown as ignored with the program's name; with `CI` set in the environment it runs, and fails.

mod harness;
mod suites;

fn main() {
    let mut words: Vec<String> = std::env::args().collect();
    let before = words.len();
    words.retain(|word| word != "--bless");
    harness::set_bless(words.len() != before || std::env::var_os("UBERC_BLESS").is_some());
    let arguments = libtest_mimic::Arguments::from_iter(words);
    libtest_mimic::run(&arguments, suites::all()).exit();
}

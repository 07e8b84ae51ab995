//! The suites. Each file has `pub fn trials() -> Vec<Trial>`.

mod preprocess;

use libtest_mimic::Trial;

/// Every test there is.
pub fn all() -> Vec<Trial> {
    let mut trials = Vec::new();
    trials.extend(preprocess::trials());
    trials
}

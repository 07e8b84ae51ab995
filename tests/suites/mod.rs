//! The suites. Each file has `pub fn trials() -> Vec<Trial>`.

use libtest_mimic::Trial;

mod explore;
mod generated;
mod sidecar;

/// Every test there is.
pub fn all() -> Vec<Trial> {
    let mut trials = Vec::new();
    trials.extend(explore::trials());
    trials.extend(generated::trials());
    trials.extend(sidecar::trials());
    trials
}

//! The suites. Each file has `pub fn trials() -> Vec<Trial>`.

mod cache;
mod discover;
mod compile;
mod compile_process;
mod compile_replay;
mod preprocess;

use libtest_mimic::Trial;

mod archive;
mod explore;
mod sidecar;

/// Every test there is.
pub fn all() -> Vec<Trial> {
    let mut trials = Vec::new();
    trials.extend(std::iter::empty());
    trials.extend(cache::trials());
    trials.extend(discover::trials());
    trials.extend(compile::trials());
    trials.extend(compile_process::trials());
    trials.extend(compile_replay::trials());
    trials.extend(archive::trials());
    trials.extend(explore::trials());
    trials.extend(sidecar::trials());
    trials.extend(preprocess::trials());
    trials
}

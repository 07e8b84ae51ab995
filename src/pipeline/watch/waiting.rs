//! Waiting for a change, and for the end of a change.

use std::time::{Duration, Instant};

use super::changed_files::ChangedFiles;
use super::relevance::Relevance;
use super::watcher::{FileWatcher, Received};
use crate::compile::Cancel;

/// Time between checks without an event: some file systems do not report every change.
pub const CHECK_EVERY: Duration = Duration::from_secs(2);
/// Editors write a file in several steps. A build begins when each file that was opened for writing has been closed or
/// renamed to its place. If the system does not report this, a build begins after this time without an event of the
/// project's files.
const QUIET: Duration = Duration::from_millis(8);
/// The longest wait for files that are still open: a build begins at the latest this time after the first event.
const PATIENCE: Duration = Duration::from_millis(100);
/// Time without an event after which postponed work is done.
const IDLE: Duration = Duration::from_millis(250);
/// Time between two checks for `stop`.
const STOP_EVERY: Duration = Duration::from_millis(50);

/// Waits for an event that is relevant, and adds it to `changed`. False when it is time to check the files without one,
/// and when `stop` is cancelled. `rest` is called while nothing happens.
pub fn wait(
    watcher: &FileWatcher,
    relevance: &Relevance<'_>,
    stop: &Cancel,
    changed: &mut ChangedFiles,
    mut rest: impl FnMut(),
) -> bool {
    let begin = Instant::now();
    while !stop.is_cancelled() {
        let left = CHECK_EVERY.saturating_sub(begin.elapsed());
        if left.is_zero() {
            return false;
        }
        if begin.elapsed() >= IDLE {
            rest();
        }
        match watcher.next(left.min(STOP_EVERY)) {
            Received::Files(file_event) => {
                if let Some(file_event) = relevance.of(&file_event) {
                    changed.add(file_event, Instant::now());
                    return true;
                }
            }
            Received::Lost => return false,
            Received::Other | Received::Timeout => {}
            Received::Closed => std::thread::sleep(left.min(STOP_EVERY)),
        }
    }
    false
}

/// Waits until programs have finished writing the changed files.
pub fn settle(watcher: &FileWatcher, relevance: &Relevance<'_>, changed: &mut ChangedFiles) {
    let first = Instant::now();
    let mut last = first;
    loop {
        let left = if changed.is_open() {
            QUIET.saturating_sub(last.elapsed()).min(PATIENCE.saturating_sub(first.elapsed()))
        } else {
            Duration::ZERO
        };
        match watcher.next(left) {
            // Events of files that are not relevant, and reads, do not extend the wait.
            Received::Files(file_event) => {
                if let Some(file_event) = relevance.of(&file_event) {
                    changed.add(file_event, Instant::now());
                    last = Instant::now();
                }
            }
            Received::Lost | Received::Other => {}
            Received::Timeout | Received::Closed => break,
        }
    }
}

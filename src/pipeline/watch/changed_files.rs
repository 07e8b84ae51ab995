//! Files that have changed since the last build that was reported.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use super::watcher::{EditStep, FileEvent};

#[derive(Default)]
pub struct ChangedFiles {
    /// For each file, whether a program is still writing it.
    files: BTreeMap<PathBuf, bool>,
    since: Option<Instant>,
}

impl ChangedFiles {
    /// Adds the files of an event that arrived at this time.
    pub fn add(&mut self, file_event: FileEvent, at: Instant) {
        self.since.get_or_insert(at);
        for path in file_event.paths {
            let is_open = self.files.entry(path).or_default();
            *is_open = match file_event.step {
                EditStep::Begun => true,
                EditStep::Ended => false,
                EditStep::Touched => *is_open,
            };
        }
    }

    /// Whether a program is still writing one of the files.
    pub fn is_open(&self) -> bool {
        self.files.values().any(|is_open| *is_open)
    }

    pub fn paths(&self) -> Vec<PathBuf> {
        self.files.keys().cloned().collect()
    }

    /// When the first of the events arrived.
    pub fn since(&self) -> Option<Instant> {
        self.since
    }
}

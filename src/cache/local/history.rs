//! What earlier builds did: one file, to which each build appends a line of JSON. A line also begins with a line feed,
//! so that an incomplete line does not damage the next.
//!
//! The history is not in the index: a build that found nothing in the cache stores nothing else there, and opening the
//! database took a tenth of a small build.

use std::io::{self, Write as _};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::bounded_file;
use crate::cache::{Cache, RemoteRecord};

/// Builds that are kept.
const KEPT: usize = 1000;

/// Above so many bytes, only the last [`KEPT`] lines are kept; a line has about a hundred bytes.
const FULL: u64 = 256 << 10;

/// What one build did, for the history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuildRecord {
    /// Seconds since 1970.
    pub finished: u64,
    pub wall_ms: u64,
    pub compiled: u64,
    pub cached: u64,
    pub failed: u64,
    /// What it did with the remote cache, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remote: Option<RemoteRecord>,
}

impl Cache {
    /// Adds a build to the history. It may be lost: nothing but `uberc cache stats` reads it.
    pub fn record_build(&self, build: &BuildRecord) {
        if !self.writable() {
            return;
        }
        if let Ok(length) = self.append(build)
            && length > FULL
        {
            let builds = self.builds();
            let lines = builds[builds.len().saturating_sub(KEPT)..].iter().filter_map(line);
            self.write(&self.history_file(), lines.collect::<String>().as_bytes());
        }
    }

    /// The length of the file afterwards, in bytes.
    fn append(&self, build: &BuildRecord) -> io::Result<u64> {
        let mut file = bounded_file::append(&self.history_file())?;
        // One write: two processes do not mix their lines.
        file.write_all(line(build).unwrap_or_default().as_bytes())?;
        Ok(file.metadata()?.len())
    }

    /// The builds of the history, oldest first.
    pub fn builds(&self) -> Vec<BuildRecord> {
        let text = bounded_file::read(&self.history_file(), bounded_file::MOST_DATA).unwrap_or_default();
        text.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect()
    }

    fn history_file(&self) -> PathBuf {
        self.dir().join("history")
    }
}

fn line(build: &BuildRecord) -> Option<String> {
    serde_json::to_string(build).ok().map(|json| format!("\n{json}\n"))
}

//! What earlier builds did: a line of JSON each, at the end of one file. A line begins with its line feed too, so that one which
//! was not written to its end spoils no other.
//!
//! Not in the index: of a build that found nothing in the cache this is all there is to remember, and opening the database
//! for it took longer than the line, a tenth of a small build.

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::cache::Cache;

/// Builds that are kept.
const KEPT: usize = 1000;

/// Bytes at which only the last [`KEPT`] are left; a line has about a hundred.
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

    /// The bytes there are with it.
    fn append(&self, build: &BuildRecord) -> io::Result<u64> {
        let mut file = fs::File::options().append(true).create(true).open(self.history_file())?;
        // One write: two processes do not mix their lines.
        file.write_all(line(build).unwrap_or_default().as_bytes())?;
        Ok(file.metadata()?.len())
    }

    /// The builds of the history, oldest first.
    pub fn builds(&self) -> Vec<BuildRecord> {
        let text = fs::read(self.history_file()).unwrap_or_default();
        text.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect()
    }

    fn history_file(&self) -> PathBuf {
        self.dir().join("history")
    }
}

fn line(build: &BuildRecord) -> Option<String> {
    serde_json::to_string(build).ok().map(|json| format!("\n{json}\n"))
}

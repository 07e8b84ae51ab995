//! How large the cache was when it was last listed, so that a build which adds little need not list it.

use std::path::PathBuf;
use std::time::Duration;

use super::checksummed::{seal, unseal};
use super::store::seconds_now;
use crate::bounded_file;
use crate::cache::Cache;

const MAGIC: &str = "uberc-size 1";

/// The time after which the cache is listed in any case: processes that write at the same time can lose each other's sums, and
/// killed ones leave files that go after an hour.
const LISTED_EACH: Duration = Duration::from_secs(60 * 60);

impl Cache {
    /// Whether objects and actions take at most `max_bytes`, by the last listing and by what processes have written since. `false`
    /// where the listing is too old. A folder that this process has made was empty then.
    pub fn has_room(&self, max_bytes: u64) -> bool {
        let now = seconds_now();
        let empty = || self.created().map(|created| (0, created));
        let Some((bytes, listed)) = self.last_size().or_else(empty) else { return false };
        let bytes = bytes.saturating_add(self.take_written());
        let is_recent = listed <= now && now - listed < LISTED_EACH.as_secs();
        self.keep_size(bytes, listed);
        is_recent && bytes <= max_bytes
    }

    /// Notes what the cache takes now.
    pub fn note_size(&self, bytes: u64) {
        self.take_written();
        self.keep_size(bytes, seconds_now());
    }

    /// Bytes, and when they were counted, in seconds since 1970.
    fn last_size(&self) -> Option<(u64, u64)> {
        let bytes = bounded_file::read(&self.size_file(), bounded_file::MOST_TEXT).ok()?;
        let text = std::str::from_utf8(unseal(MAGIC, &bytes)?).ok()?;
        let (bytes, listed) = text.split_once(' ')?;
        Some((bytes.parse().ok()?, listed.parse().ok()?))
    }

    fn keep_size(&self, bytes: u64, listed: u64) {
        self.write_uncounted(&self.size_file(), &seal(MAGIC, format!("{bytes} {listed}").as_bytes()));
    }

    fn size_file(&self) -> PathBuf {
        self.dir().join("size")
    }
}

#[cfg(test)]
mod tests {
    use crate::cache::{Cache, CacheOptions};

    #[test]
    fn a_folder_that_was_made_need_not_be_listed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("cache");
        let open = || Cache::open(&path, CacheOptions { index: false, ..CacheOptions::default() }).0;
        let (made, found) = (open(), open());
        assert_eq!((made.created().is_some(), found.created()), (true, None));
        assert!(!found.has_room(1 << 20), "nothing is known of a folder that was there");
        made.put_object(&[7; 100]);
        assert!(made.has_room(100), "the object is all there is");
        assert!(found.has_room(100), "that was noted");
        found.put_object(&[8; 100]);
        assert!(!found.has_room(100));
    }
}

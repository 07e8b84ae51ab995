//! The cache folder of a project, as one build of it uses the cache.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::BuildContext;
use crate::cache::{BuildRecord, Cache, CacheOptions, RemoteCache, RemoteMode};
use crate::diag::Diagnostic;
use crate::model::{ActionCache, ActionKey, ActionResult, Digest};
use crate::report::{Ending, Report, Summary};

/// The project's cache, or no cache. A cache that cannot be opened or written makes a build slower; it never fails one.
pub struct ProjectCache {
    cache: Option<Cache>,
    /// What opening reported.
    notes: Vec<Diagnostic>,
    /// The server of results that machines share.
    remote: Option<RemoteCache>,
}

/// The state of the cache that the end of a build reports.
#[derive(Default)]
pub struct CacheSummary {
    /// The error if the cache could not be reduced to its maximum size.
    pub not_cleaned: Option<std::io::Error>,
    pub notes: Vec<Diagnostic>,
    /// The diagnostic if results could not be stored and opening has not reported it.
    pub not_stored: Option<Diagnostic>,
    /// Whether the disk is full.
    pub is_full: bool,
}

impl ProjectCache {
    /// No cache: nothing is found and nothing is stored.
    pub fn none() -> ProjectCache {
        ProjectCache { cache: None, notes: Vec::new(), remote: None }
    }

    /// The folder `cache.dir` of the project; created where it is missing.
    pub fn open(context: &BuildContext) -> ProjectCache {
        let folder = context.project.root.join(&context.project.cache_dir);
        let (cache, notes) = Cache::open(&folder, CacheOptions { lazy: true, ..CacheOptions::default() });
        ProjectCache { cache: Some(cache), notes, remote: None }
    }

    /// Also uses the project's remote cache, if it has one. What another machine made goes through the folder, so a folder
    /// that cannot be written is used alone.
    #[must_use]
    pub fn with_remote(mut self, context: &BuildContext, mode: RemoteMode) -> ProjectCache {
        let Some(cache) = self.cache.as_ref().filter(|cache| cache.writable()) else { return self };
        let Some(settings) = context.project.remote.as_ref().filter(|_| !mode.offline) else { return self };
        match RemoteCache::open(settings, &context.project.root, mode) {
            Ok(remote) => {
                remote.share_pending(cache);
                self.remote = Some(remote);
            }
            Err(warning) => self.notes.push(*warning),
        }
        self
    }

    /// The server of results that machines share.
    pub fn remote(&self) -> Option<&RemoteCache> {
        self.remote.as_ref()
    }

    /// Whether the project has a cache folder.
    pub fn exists(context: &BuildContext) -> bool {
        context.project.root.join(&context.project.cache_dir).is_dir()
    }

    /// What opening reported.
    pub fn notes(&self) -> &[Diagnostic] {
        &self.notes
    }

    /// Results of whole units.
    pub fn records(&self) -> Option<&Cache> {
        self.cache.as_ref()
    }

    /// After a run that is no build: reduces the cache to its maximum size if something was `compiled`, and stores
    /// waiting results.
    pub fn close(&self, context: &BuildContext, compiled: usize) -> Vec<Diagnostic> {
        let Some(cache) = &self.cache else { return Vec::new() };
        if compiled > 0 {
            // A cache that is too large makes no result wrong.
            drop(cache.keep_within(context.project.cache_size));
        }
        cache.flush();
        let mut notes = cache.notes();
        notes.extend(cache.write_failure().map(|failure| failure.diagnostic()));
        notes
    }

    /// After a build: reduces the cache to its maximum size, adds the build to the history, and stores waiting results.
    pub fn finish(&self, context: &BuildContext, report: &Report) -> CacheSummary {
        let Some(cache) = &self.cache else { return CacheSummary::default() };
        let Summary { compiled, cached, remote, failed, wall_ms, .. } = report.summary;
        let limit = context.project.cache_size;
        // To list a large cache takes as long as to build a few units of many.
        let has_room = !cache.has_written() || cache.has_room(limit);
        let is_listed = compiled + remote > 0 && !has_room;
        let not_cleaned = if is_listed { cache.keep_within(limit).err() } else { None };
        let (took, is_cancelled) = (Duration::from_millis(wall_ms), report.ending == Ending::Cancelled);
        let remote = self.remote.as_ref().and_then(|server| server.finish(cache, took, is_cancelled));
        if !report.rebuilt.is_empty() || !report.fetched.is_empty() {
            let finished = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
            let [compiled, cached, failed] = [compiled, cached, failed].map(|count| count as u64);
            cache.record_build(&BuildRecord { finished, wall_ms, compiled, cached, failed, remote });
        }
        cache.flush();
        let mut notes = cache.notes();
        notes.extend(self.remote.iter().flat_map(RemoteCache::problems));
        let failure = cache.write_failure();
        let is_full = failure.as_ref().is_some_and(|failure| failure.is_full());
        let not_stored = failure.map(|failure| failure.diagnostic()).filter(|failure| !self.notes.contains(failure));
        CacheSummary { not_cleaned, notes, not_stored, is_full }
    }
}

impl ActionCache for ProjectCache {
    fn get(&self, key: &ActionKey) -> Option<ActionResult> {
        self.cache.as_ref()?.get(key)
    }

    fn put(&self, key: &ActionKey, result: &ActionResult) {
        if let Some(cache) = &self.cache {
            cache.put(key, result);
        }
    }

    fn is_new(&self) -> bool {
        self.cache.as_ref().is_some_and(|cache| cache.is_new())
    }

    fn get_by_digest(&self, key: &Digest) -> Option<ActionResult> {
        self.cache.as_ref()?.get_by_digest(key)
    }
}

//! Work on the cache between builds, so that no archive waits for it.

use std::thread::JoinHandle;

use crate::cache::{Cache, CacheOptions};
use crate::pipeline::BuildContext;

/// Number of builds that stored something, after which the cache is reduced to its maximum size.
const CLEAN_AFTER: u32 = 64;

#[derive(Default)]
pub struct CacheMaintenance {
    /// The cache of builds whose uses of objects are not in the index yet.
    unflushed: Option<Cache>,
    /// Number of builds that stored something since the last cleaning.
    stored: u32,
    /// The thread may end together with the process: a later cleaning removes the rest.
    cleaning: Option<JoinHandle<()>>,
}

impl CacheMaintenance {
    /// Takes the cache of a build that has ended. `has_stored`: whether the build stored something in it.
    pub fn take(&mut self, cache: Cache, has_stored: bool) {
        self.stored += u32::from(has_stored);
        if let Some(earlier) = self.unflushed.take() {
            cache.take_uses(&earlier);
        }
        if cache.has_open_index() {
            // Only one process at a time can open the index, and the next build may need it.
            cache.flush();
        } else {
            self.unflushed = Some(cache);
        }
    }

    pub fn flush(&mut self) {
        if let Some(cache) = self.unflushed.take() {
            cache.flush();
        }
    }

    /// Called while nothing happens: writes the index, and cleans the cache after some builds.
    pub fn rest(&mut self, context: &BuildContext) {
        self.flush();
        if self.stored < CLEAN_AFTER || self.cleaning.as_ref().is_some_and(|running| !running.is_finished()) {
            return;
        }
        self.stored = 0;
        let (folder, size) = (context.project.root.join(&context.project.cache_dir), context.project.cache_size);
        self.cleaning = Some(std::thread::spawn(move || {
            let (cache, _) = Cache::open(&folder, CacheOptions { lazy: true, ..CacheOptions::default() });
            // Builds that cannot write the cache report it; cleaning need not.
            drop(cache.keep_within(size));
        }));
    }
}

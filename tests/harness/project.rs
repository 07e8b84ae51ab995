//! Builds in this process.

use std::path::{Path, PathBuf};

use uberc::cache::{Cache, CacheOptions};
use uberc::compile::Cancel;
use uberc::dialect::Registry;
use uberc::pipeline::{BuildContext, BuildRequest, NoEvents, build};
use uberc::report::Report;

/// Builds the project of a folder for its targets, with its cache. `output`: the archive; else as the project says.
pub fn build_project(registry: &Registry, folder: &Path, output: Option<PathBuf>) -> (Report, BuildContext) {
    let (context, found) = BuildContext::open_with(registry, &[folder.to_path_buf()]);
    let (cache, _) = Cache::open(&context.project.root.join(&context.project.cache_dir), CacheOptions::default());
    let request = BuildRequest {
        targets: context.project.default_targets.clone(),
        output,
        cache: &cache,
        records: Some(&cache),
        remote: None,
        resident: None,
        cancel: &Cancel::default(),
        events: &NoEvents,
        force: false,
        release: false,
        debug_info: false,
        fail_fast: false,
        observer: None,
    };
    let report = build(&context, found, &request);
    cache.flush();
    (report, context)
}

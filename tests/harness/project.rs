//! Builds in this process.

use std::path::{Path, PathBuf};

use uberc::cache::Counters;
use uberc::compile::Cancel;
use uberc::dialect::Registry;
use uberc::pipeline::{BuildContext, BuildRequest, NoEvents, ProjectCache, build};
use uberc::report::Report;

/// Builds the project of a folder for its targets, with its cache. `output`: the archive; else as the project says.
pub fn build_project(registry: &Registry, folder: &Path, output: Option<PathBuf>) -> (Report, BuildContext) {
    let (report, context, _) = build_counted(registry, folder, output);
    (report, context)
}

/// The same, with what the cache was asked.
pub fn build_counted(registry: &Registry, folder: &Path, output: Option<PathBuf>) -> (Report, BuildContext, Counters) {
    let (context, found) = BuildContext::open_with(registry, &[folder.to_path_buf()]);
    let cache = ProjectCache::open(&context);
    let request = BuildRequest {
        targets: context.project.default_targets.clone(),
        output,
        cache: &cache,
        records: cache.records(),
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
    let records = cache.records().expect("it was opened");
    records.flush();
    let counters = records.counters();
    (report, context, counters)
}

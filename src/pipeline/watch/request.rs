//! The request to `watch`, and its reports.

use std::path::PathBuf;
use std::time::Instant;

use crate::diag::Diagnostic;
use crate::dialect::Registry;
use crate::model::{ProjectOverrides, Target};
use crate::pipeline::BuildContext;
use crate::report::Report;
use crate::specialise::Mode;

/// The watched project, and the settings of its builds.
pub struct WatchRequest {
    /// The dialects of all builds.
    pub registry: Registry,
    pub paths: Vec<PathBuf>,
    /// If empty: the targets of the project file, which is read again for each build.
    pub targets: Vec<Target>,
    /// The archive; `None`: the project's `output`.
    pub output: Option<PathBuf>,
    pub mode: Mode,
    pub force: bool,
    /// Applied to the project file at each build.
    pub overrides: ProjectOverrides,
    pub release: bool,
    pub debug_info: bool,
    /// Whether no server is asked.
    pub offline: bool,
}

impl WatchRequest {
    /// The targets of a build, sorted, without duplicates.
    pub fn targets(&self, context: &BuildContext) -> Vec<Target> {
        let mut targets =
            if self.targets.is_empty() { context.project.default_targets.clone() } else { self.targets.clone() };
        targets.sort_unstable();
        targets.dedup();
        targets
    }
}

/// A report of `watch`.
pub enum WatchEvent<'a> {
    /// A build ended. `since`: when the first event of its changes arrived; `None` for the first build, and for a
    /// change without an event.
    Built { context: &'a BuildContext, report: &'a Report, changed: &'a [PathBuf], since: Option<Instant> },
    /// There is nothing to build: the project file has errors, or there are no units. Reported once.
    Nothing { context: &'a BuildContext, diagnostics: &'a [Diagnostic] },
    /// The cache cannot be written: later builds will make the same results again. Reported once.
    NotStored { context: &'a BuildContext, diagnostic: &'a Diagnostic },
    /// A build was cancelled because of a newer save.
    Stale,
    /// The system does not report changes; the files are checked every two seconds instead.
    Unwatched { reason: String },
}

//! The request for a build.

use std::path::PathBuf;

use super::BuildContext;
use super::events::{Events, ShaderObserver};
use super::incremental::resident::ResidentState;
use crate::cache::{Cache, RemoteCache};
use crate::compile::Cancel;
use crate::model::{ActionCache, Target};

/// The request for a build.
pub struct BuildRequest<'a> {
    pub targets: Vec<Target>,
    /// The path of the archive; `None`: the project's `output`, if the whole project is built. An archive of a part of
    /// the project replaces the archive of the whole project only if its path is given here.
    pub output: Option<PathBuf>,
    /// Results of compiler steps.
    pub cache: &'a dyn ActionCache,
    /// Results of whole units; `None`: every unit is built.
    pub records: Option<&'a Cache>,
    /// The server of results that machines share; used with `records` alone.
    pub remote: Option<&'a RemoteCache>,
    /// The state that `watch` keeps in memory between builds; `None`: no other build follows.
    pub resident: Option<&'a ResidentState>,
    pub cancel: &'a Cancel,
    pub events: &'a dyn Events,
    /// Whether the archive may replace a file that is no archive.
    pub force: bool,
    /// Whether to use the strongest compression.
    pub release: bool,
    /// Whether artifacts keep names and lines, without optimisation.
    pub debug_info: bool,
    /// Whether compiling stops at the first variant that fails.
    pub fail_fast: bool,
    /// Gets every shader with its artifacts. Such a build takes no unit as a whole from the cache, and writes no archive.
    pub observer: Option<&'a dyn ShaderObserver>,
}

impl BuildRequest<'_> {
    /// Whether an archive is written if the build succeeds.
    pub fn writes(&self, context: &BuildContext) -> bool {
        self.observer.is_none() && context.selection.is_none() && (context.whole || self.output.is_some())
    }

    /// The archive's path.
    pub fn output(&self, context: &BuildContext) -> PathBuf {
        context.project.root.join(self.output.as_ref().unwrap_or(&context.project.output))
    }
}

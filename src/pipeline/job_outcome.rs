//! What became of one variant.

use std::sync::Arc;

use crate::diag::Diagnostic;
use crate::model::{Artifact, Digest};

/// One variant for one target.
#[derive(Debug, Default)]
pub struct JobOutcome {
    pub artifact: Option<Arc<Artifact>>,
    pub diagnostics: Vec<Diagnostic>,
    /// Whether every step's result existed before this build.
    pub cached: bool,
    /// Whether it is `cached`, and another machine made it.
    pub remote: bool,
    /// Whether this build made it, and other machines ran at least one step.
    pub executed: bool,
    /// The digest of its key, for results that machines share.
    pub key: Option<Digest>,
    /// The actions whose records are its result: its own, or those of its steps.
    pub records: Vec<Digest>,
    /// Whether the variant was not tried: the build was cancelled, or another variant failed under `fail_fast`.
    pub skipped: bool,
}

//! The results of static compilation.

use std::sync::Arc;

use crate::diag::Diagnostic;
use crate::dialect::create_info::BoundResource;
use crate::model::{Artifact, Stage, Target};

/// How an info did for a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetOutcome {
    Passed,
    Failed,
    /// With the reason.
    Skipped(&'static str),
}

/// A compiled stage.
#[derive(Clone, Debug)]
pub struct StageResult {
    pub stage: Stage,
    pub artifact: Arc<Artifact>,
    /// Whether the result existed before.
    pub cached: bool,
}

/// An info for a target.
#[derive(Clone, Debug)]
pub struct TargetResult {
    pub target: Target,
    pub outcome: TargetOutcome,
    pub stages: Vec<StageResult>,
    /// Where its resources are.
    pub bindings: Vec<BoundResource>,
    /// The complete source of each stage.
    pub sources: Vec<(Stage, String)>,
}

/// An info for all targets.
#[derive(Clone, Debug)]
pub struct InfoResult {
    pub name: String,
    /// In the order of the targets.
    pub targets: Vec<TargetResult>,
}

impl InfoResult {
    /// Whether a target has failed.
    pub fn failed(&self) -> bool {
        self.targets.iter().any(|one| one.outcome == TargetOutcome::Failed)
    }

    /// Whether no target was tried.
    pub fn skipped(&self) -> bool {
        !self.targets.is_empty() && self.targets.iter().all(|one| matches!(one.outcome, TargetOutcome::Skipped(_)))
    }
}

/// The result of a run, by name.
#[derive(Clone, Debug, Default)]
pub struct StaticReport {
    pub infos: Vec<InfoResult>,
    pub diagnostics: Vec<Diagnostic>,
    /// Whether sources or headers are wrong, so that nothing was compiled.
    pub invalid: bool,
    /// Stages that were compiled in this run, and those whose results were there.
    pub compiled: usize,
    pub cached: usize,
}

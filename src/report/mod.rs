//! Reports: what a build did, and how two archives differ.
//!
//! **In**: results of the stages; archives.
//! **Out**: a [`Report`], and its renderings as text, JSON lines and a page; differences.
//! **Never**: prints, or decides what is built.

mod depfile;
mod difference;
mod explanation;
mod json;
mod listing;
mod merge;
pub mod page;
mod terminal;
mod trace;
mod verified;

use std::path::PathBuf;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::diag::Diagnostic;
use crate::model::{KeyChange, Stage, Target};

pub use depfile::depfile;
pub use difference::{Change, PermutationChanges, ShaderDifference, difference};
pub use explanation::{BranchShare, Explanation, Read, TechniqueShare};
pub use json::{explanation_line, fetched_line, list_line, rebuilt_line, summary_line, timings_line, verified_line};
pub use listing::{Detail, ListingBudget, ListingTooLong, check_listing};
pub use merge::{StoredVariantDiagnostic, VariantDiagnostic, merge};
pub use terminal::{
    ArchiveNote, count_text, executed_text, fetched_text, list_table, plural, readable_size, rebuilt_text,
    summary_text, timings_table,
};
pub use trace::{STAGES, Shared, StageTiming, Trace, Work};
pub use verified::{Comparison, NotCompared, PlainComparison, PlainDifference, PlainVerified, Recompiled, Verified};

/// How a run ended; the process's exit code follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Success,
    /// The user's sources have errors.
    SourceErrors,
    /// A compiler is missing, the disk is full: a change of the sources does not help.
    Environment,
    /// Ctrl-C.
    Cancelled,
}

/// One shader under one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShaderReport {
    pub shader: String,
    pub target: Target,
    pub permutations: u128,
    pub specialize_runs: u64,
    pub cubes: usize,
    /// Distinct techniques with their final branch values; `None` where there is no compact diagram to count them on.
    pub techniques: Option<u128>,
    /// Distinct (variants of the stages or program, pipeline state): see [`crate::model::VariantSet::packed`]. This field and the
    /// next are `None` if they are not known because of an error.
    pub packed: Option<usize>,
    /// Distinct variants of each stage.
    pub variants: Option<Vec<(Stage, usize)>>,
    /// Distinct programs of a machine.
    #[serde(default)]
    pub programs: usize,
}

/// The figures of a build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// Distinct shader names.
    pub shaders: usize,
    /// Distinct variants, each counted once for each target.
    pub variants: usize,
    /// Variants for which this build ran at least one step. A step that several variants share counts for each of them.
    pub compiled: usize,
    /// Those of `compiled` of which other machines ran at least one step.
    #[serde(default)]
    pub executed: usize,
    /// Variants whose steps were all in the cache.
    pub cached: usize,
    /// Those of `cached` that the remote cache had.
    #[serde(default)]
    pub remote: usize,
    pub failed: usize,
    /// Distinct outputs.
    pub artifacts: usize,
    /// Distinct programs of machines.
    #[serde(default)]
    pub programs: usize,
    pub wall_ms: u64,
    /// 0 where no archive was written.
    pub archive_bytes: u64,
}

/// The results of a run.
#[derive(Clone, Debug)]
pub struct Report {
    pub ending: Ending,
    /// Sorted, merged.
    pub diagnostics: Vec<Diagnostic>,
    /// Empty where nothing was to do.
    pub shaders: Vec<ShaderReport>,
    pub summary: Summary,
    /// Units that were rebuilt, in the order of units and targets.
    pub rebuilt: Vec<Rebuilt>,
    /// Units that were taken from the remote cache, in the same order.
    pub fetched: Vec<Fetched>,
    /// Every file that was read, sorted, relative to the project's root or absolute. Those of units with errors may
    /// lack some.
    pub inputs: Vec<PathBuf>,
    /// When the archive could be read, if one was written.
    pub shown: Option<Instant>,
}

/// Why a unit was rebuilt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "cause", content = "changes")]
pub enum Cause {
    /// There is no record of an earlier build: the unit is new, its last build failed, or the cache is not used.
    Unknown,
    /// These inputs have changed since its last build.
    Changed(Vec<KeyChange>),
    /// Nothing changed, but its result is no longer in the cache.
    Lost,
}

/// A unit that was rebuilt for one target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rebuilt {
    /// Its sidecar.
    pub unit: PathBuf,
    pub target: Target,
    #[serde(flatten)]
    pub cause: Cause,
    /// Numbers of variants.
    pub compiled: usize,
    /// Those of `compiled` of which other machines ran at least one step.
    #[serde(skip_serializing_if = "is_zero")]
    pub executed: usize,
    pub cached: usize,
    /// Those of `cached` that the remote cache had.
    #[serde(skip_serializing_if = "is_zero")]
    pub remote: usize,
    pub failed: usize,
}

/// A unit that another machine built for one target, for the same inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fetched {
    /// Its sidecar.
    pub unit: PathBuf,
    pub target: Target,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

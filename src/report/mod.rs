//! What a build did.
//!
//! **In**: results of the stages.
//! **Out**: a [`Report`], and its renderings as text and JSON lines.
//! **Never**: prints, or decides what is built.

mod explanation;
mod json;
mod merge;
mod terminal;
mod verified;

use crate::diag::Diagnostic;
use crate::model::{Stage, Target};

pub use explanation::{BranchShare, Explanation, Read, TechniqueShare};
pub use json::{explanation_line, list_line, summary_line, verified_line};
pub use merge::{VariantDiagnostic, merge};
pub use terminal::{list_table, plural, summary_text};
pub use verified::{Comparison, PlainDifference, PlainVerified, Verified};

/// How a run ended; the process's exit code follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Success,
    /// The user's sources have errors.
    SourceErrors,
    /// A compiler is missing, the disk is full: nothing the sources can mend.
    Environment,
    /// Ctrl-C.
    Cancelled,
}

/// One shader under one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShaderReport {
    pub shader: String,
    pub target: Target,
    pub permutations: u128,
    pub specialize_runs: u64,
    pub cubes: usize,
    /// Distinct techniques with their final branch values; `None` where there is no compact diagram to count them on.
    pub techniques: Option<u128>,
    /// Distinct techniques with the variant of each stage: what the archive holds.
    pub packed: usize,
    /// Distinct variants a stage.
    pub variants: Vec<(Stage, usize)>,
}

/// The figures of a build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Distinct shader names.
    pub shaders: usize,
    /// Distinct variants, each counted once a target.
    pub variants: usize,
    /// Variants of which this build made something, alone or for several of them at once.
    pub compiled: usize,
    /// Variants of which earlier builds had made everything.
    pub cached: usize,
    pub failed: usize,
    /// Distinct outputs.
    pub artifacts: usize,
    pub wall_ms: u64,
    /// 0 where no archive was written.
    pub archive_bytes: u64,
}

/// What a run found and did.
#[derive(Clone, Debug)]
pub struct Report {
    pub ending: Ending,
    /// Sorted, merged.
    pub diagnostics: Vec<Diagnostic>,
    pub shaders: Vec<ShaderReport>,
    pub summary: Summary,
}

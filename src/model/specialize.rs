//! The interface between exploration and `Specialize`.

use std::sync::Arc;

use super::{BranchId, Permutation, Technique};
use crate::diag::Diagnostic;

/// Returns the technique of a permutation. It must be a pure function of the permutation.
pub trait Specialize {
    /// Calls `Specialize` for one permutation, whose values must all exist.
    fn specialize(&mut self, permutation: Permutation) -> Run;
}

/// What one call read, wrote and returned.
#[derive(Clone, Debug)]
pub struct Run {
    /// Branches in the order of their first read, as far as nothing had written them before, with the sidecar's line.
    pub reads: Vec<(BranchId, u32)>,
    /// The bits of the branches that were set; 0 unless a technique came back.
    pub written_mask: u64,
    /// Their values; 0 outside `written_mask`.
    pub written_value: u64,
    /// The technique; `None` where the permutation is not built.
    pub result: Result<Option<Arc<Technique>>, Box<Failure>>,
}

/// Why a call has no result.
#[derive(Clone, Debug)]
pub struct Failure {
    /// In the order of discovery. Empty if the failure only follows from a mistake that was reported before.
    pub diagnostics: Vec<Diagnostic>,
    /// A time, instruction or memory limit was reached: no further call is possible.
    pub fatal: bool,
}

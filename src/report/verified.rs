//! The results of comparing a shader with brute force and with plain substitution.

use serde::Serialize;

use crate::explore::{BRUTE_FORCE_BITS, LeftOut};
use crate::model::{Permutation, Stage, Target};

/// One shader under one target.
#[derive(Clone, Debug)]
pub struct Verified {
    pub shader: String,
    pub target: Target,
    pub permutations: u128,
    pub comparison: Result<Comparison, NotCompared>,
}

/// The result of a comparison with brute force.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Those that differ, in rising order.
    pub mismatches: Vec<Permutation>,
    /// Distinct (technique, final values), by brute force.
    pub techniques: u128,
    /// The same as counted on diagrams, as far as it differs.
    pub other_counts: Vec<u128>,
    /// Shortcuts that could not be compared; these do not count as differences.
    pub left_out: Vec<LeftOut>,
}

impl Comparison {
    /// Whether everything agrees.
    pub fn is_clean(&self) -> bool {
        self.mismatches.is_empty() && self.other_counts.is_empty()
    }
}

/// One shader's folded variants against plain substitution.
#[derive(Clone, Debug)]
pub struct PlainVerified {
    pub shader: String,
    pub comparison: Result<PlainComparison, NotCompared>,
}

/// Why a shader's variants were not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCompared {
    /// It has errors of its own.
    SourceErrors,
    /// It has more bits than [`BRUTE_FORCE_BITS`].
    TooManyBits,
}

impl NotCompared {
    /// For JSON.
    pub fn name(self) -> &'static str {
        match self {
            NotCompared::SourceErrors => "source_errors",
            NotCompared::TooManyBits => "too_many_bits",
        }
    }

    /// For messages.
    pub fn describe(self) -> String {
        match self {
            NotCompared::SourceErrors => "it has errors".to_owned(),
            NotCompared::TooManyBits => format!("more than {BRUTE_FORCE_BITS} bits"),
        }
    }
}

/// The result of comparing folded variants with plain substitution.
#[derive(Clone, Debug)]
pub struct PlainComparison {
    /// Plain substitution divides the shader into more parts than `limits.techniques`: of each folded technique only
    /// the smallest and the largest permutation were compared.
    pub sampled: bool,
    /// Pairs of a plain and a folded variant that stand for the same technique and stage.
    pub pairs: usize,
    pub plain_variants: usize,
    pub folded_variants: usize,
    /// Pairs of which one did not compile, so that there was nothing to compare.
    pub not_compiled: usize,
    /// Pairs whose optimised SPIR-V differs. Their pictures can still be equal.
    pub differences: Vec<PlainDifference>,
}

/// A pair that differs.
#[derive(Clone, Debug)]
pub struct PlainDifference {
    pub stage: Stage,
    pub entry_point: String,
    /// A permutation that uses the pair.
    pub permutation: Permutation,
}

/// What compiling some variants again gave.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Recompiled {
    /// Variants that were compiled.
    pub variants: usize,
    /// Of these, those without a result.
    pub not_compiled: usize,
    /// Stored results that were compared.
    pub compared: usize,
    /// Names of those that differ, sorted.
    pub differing: Vec<String>,
}

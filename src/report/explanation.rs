//! What a shader costs, and why: its counts, its branches, and the reads that split it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::model::Stage;

/// A shader under one target. A count is `None` if there is no compact decision diagram to count on; `packed` and the
/// counts of variants are `None` if the variants are not known because of an error.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    pub shader: String,
    pub target: &'static str,
    pub permutations: u128,
    /// Number of permutations for which `Specialize` returned nil.
    pub not_built: Option<u128>,
    pub failed: Option<u128>,
    pub specialize_runs: u64,
    pub cubes: usize,
    /// Nodes of the diagram from permutation to outcome.
    pub diagram_nodes: Option<usize>,
    /// Techniques without their final branch values, most permutations first.
    pub techniques: Vec<TechniqueShare>,
    /// Techniques with their final branch values, counted.
    pub final_techniques: Option<u128>,
    /// Distinct (variants of the stages, pipeline state).
    pub packed: Option<usize>,
    pub sources: Option<usize>,
    /// By stage.
    pub variants: Option<BTreeMap<Stage, usize>>,
    /// Number of these variants that the cache has compiled.
    pub compiled: Option<usize>,
    pub binaries: Option<usize>,
    /// Distinct programs of a machine, which techniques have in the place of stages.
    #[serde(skip_serializing_if = "super::is_zero")]
    pub programs: usize,
    /// In declared order.
    pub branches: Vec<BranchShare>,
    /// The most splitting first.
    pub reads: Vec<Read>,
    /// Defines that the preprocessor consulted.
    pub defines: Vec<String>,
}

/// One technique.
#[derive(Clone, Debug, Serialize)]
pub struct TechniqueShare {
    /// Its number in the order of discovery.
    pub technique: u32,
    pub permutations: Option<u128>,
    /// By stage.
    pub entry_points: BTreeMap<Stage, String>,
    /// Name and value.
    pub defines: BTreeMap<String, String>,
}

/// One branch.
#[derive(Clone, Debug, Serialize)]
pub struct BranchShare {
    pub name: String,
    pub first_bit: u8,
    /// `bool`, `0..3`, `Low|High`.
    pub values: String,
    /// Cubes that depend on it; 0 for a branch that passes through `Specialize` unread.
    pub cubes: usize,
    /// The sidecar's lines that read it.
    pub lines: Vec<u32>,
    /// How many techniques fewer there would be if it always had its first value (0).
    pub saved_techniques: Option<usize>,
    pub saved_final_techniques: Option<u128>,
    /// By stage.
    pub saved_variants: Option<BTreeMap<Stage, usize>>,
    /// The stages whose source depends on its final value; in all others it is dead.
    pub live: Option<Vec<Stage>>,
    /// The stages whose variant differs between two permutations that differ in this branch alone: because the source
    /// depends on it, or because `Specialize` derives a define, an entry point or another branch from it. A live stage
    /// is not among these if `Specialize` always sets the branch to one value.
    pub chooses: Option<Vec<Stage>>,
}

/// Reads on one line of the sidecar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Read {
    pub line: u32,
    /// Several if the line copies the permutation or loops over it.
    pub branches: Vec<String>,
    /// Cubes on whose path the line reads.
    pub cubes: usize,
}

//! What a shader costs, and why: its counts, its branches, and the reads that split it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::model::Stage;

/// A shader under one target. `None` where there is no compact decision diagram to count on; for `packed` and what
/// follows from it, where an error was in the way of finding the variants.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    pub shader: String,
    pub target: &'static str,
    pub permutations: u128,
    /// Of these, how many have no technique because `Specialize` returned nil, and because it failed.
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
    /// Of these, how many the cache holds compiled, and how many distinct binaries they are.
    pub compiled: Option<usize>,
    pub binaries: Option<usize>,
    /// In declared order.
    pub branches: Vec<BranchShare>,
    /// The most splitting first.
    pub reads: Vec<Read>,
    /// Defines that the source asks about.
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
    /// What would go if it were always its first value (0).
    pub saved_techniques: Option<usize>,
    pub saved_final_techniques: Option<u128>,
    /// By stage.
    pub saved_variants: Option<BTreeMap<Stage, usize>>,
    /// The stages whose source depends on its final value; in all others it is dead.
    pub live: Option<Vec<Stage>>,
    /// The stages whose variant differs between permutations that differ in it alone: by the source, or by what
    /// `Specialize` makes of it, such as a define, an entry point or another branch. A stage that is live is not among
    /// these where the branch is always set to one value in the end.
    pub chooses: Option<Vec<Stage>>,
}

/// Reads on one line of the sidecar.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Read {
    pub line: u32,
    /// Several where the line copies or walks over the permutation.
    pub branches: Vec<String>,
    /// Cubes on whose path the line reads.
    pub cubes: usize,
}

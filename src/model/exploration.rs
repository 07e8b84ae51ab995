//! What exploring a shader's permutations finds.

use serde::Serialize;

use super::{BranchId, BranchLayout, Cube, Permutation, Technique};

/// Index into [`Exploration::techniques`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct TechniqueId(pub u32);

/// Index into [`Exploration::finals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct FinalTechniqueId(pub u32);

/// What `Specialize` said of one cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The technique, and the bits that `Specialize` set whatever they were. Every other bit passes through.
    Built { technique: TechniqueId, written_mask: u64, written_value: u64 },
    /// It returned `nil`.
    NotBuilt,
    /// It failed here, and a diagnostic says so.
    Failed,
}

/// A cube and its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CubeOutcome {
    pub cube: Cube,
    pub outcome: Outcome,
    /// The branches read, in order of their first read, with the sidecar's line.
    pub reads: Vec<(BranchId, u32)>,
}

/// A technique together with final branch values: what is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct FinalTechnique {
    pub technique: TechniqueId,
    pub values: Permutation,
}

/// All permutations of a shader, as cubes.
#[derive(Clone, Debug, Serialize)]
pub struct Exploration {
    /// How often `Specialize` was called.
    pub runs: u64,
    /// Distinct techniques, in order of discovery.
    pub techniques: Vec<Technique>,
    /// Disjoint; together they cover every permutation that exists, in the order of exploration.
    pub cubes: Vec<CubeOutcome>,
    /// Distinct (technique, final values), sorted.
    pub finals: Vec<FinalTechnique>,
}

impl Exploration {
    /// The cube a permutation lies in.
    pub fn cube_of(&self, permutation: Permutation) -> Option<&CubeOutcome> {
        self.cubes.iter().find(|cube| cube.cube.contains(permutation))
    }

    /// The technique and final values of a permutation; `None` where it is not built or does not exist.
    pub fn resolve(&self, layout: &BranchLayout, permutation: Permutation) -> Option<FinalTechnique> {
        if !layout.exists(permutation.0) {
            return None;
        }
        match self.cube_of(permutation)?.outcome {
            Outcome::Built { technique, written_mask, written_value } => {
                Some(FinalTechnique { technique, values: Permutation(permutation.0 & !written_mask | written_value) })
            }
            Outcome::NotBuilt | Outcome::Failed => None,
        }
    }

    /// The number of a final technique.
    pub fn final_id(&self, technique: FinalTechnique) -> Option<FinalTechniqueId> {
        self.finals.binary_search(&technique).ok().map(|at| FinalTechniqueId(at as u32))
    }
}

//! The result of exploring a shader's permutations.

use std::sync::Arc;

use serde::Serialize;

use super::cube_index::CubeIndex;
use super::{BranchId, BranchLayout, Cube, Permutation, Technique};

/// Index into [`Exploration::techniques`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct TechniqueId(pub u32);

/// The result of `Specialize` for one cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The technique, and the bits that `Specialize` wrote. Every other bit passes through.
    Built { technique: TechniqueId, written_mask: u64, written_value: u64 },
    /// It returned `nil`.
    NotBuilt,
    /// It failed here, and a diagnostic says so.
    Failed,
}

impl Outcome {
    /// The final techniques that the permutations of a cube with this outcome have together.
    pub fn final_cube(self, cube: Cube) -> Option<FinalCube> {
        match self {
            Outcome::Built { technique, written_mask, written_value } => Some(FinalCube {
                technique,
                mask: cube.mask | written_mask,
                value: cube.value & !written_mask | written_value,
            }),
            Outcome::NotBuilt | Outcome::Failed => None,
        }
    }
}

/// A cube and its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CubeOutcome {
    pub cube: Cube,
    pub outcome: Outcome,
    /// The branches read, in order of their first read, with the sidecar's line.
    pub reads: Vec<(BranchId, u32)>,
}

impl CubeOutcome {
    /// The final techniques of this cube's permutations.
    pub fn final_cube(&self) -> Option<FinalCube> {
        self.outcome.final_cube(self.cube)
    }

    /// Splits the cube on those branches of `live` that pass through: which permutations, and what they have. Only
    /// values that exist, in rising order; nothing where the cube is not built.
    pub fn parts<'a>(&self, layout: &'a BranchLayout, live: u64) -> impl Iterator<Item = (Cube, FinalCube)> + use<'a> {
        let (cube, outcome) = (self.cube, self.outcome);
        let fixed = outcome.final_cube(cube).map(|fixed| fixed.mask);
        let splitting = move |mask: u64| fixed.is_some_and(|fixed| mask & live != 0 && mask & fixed == 0);
        let mut next = fixed.map(|_| 0u64);
        std::iter::from_fn(move || {
            let bits = next?;
            let split = layout.branches().iter().filter(|branch| splitting(branch.mask()));
            // Counts up, one digit a branch.
            next = None;
            let (mut mask, mut raised) = (0, bits);
            for branch in split {
                mask |= branch.mask();
                if next.is_none() {
                    let value = branch.extract(bits) + 1;
                    raised &= !branch.mask();
                    if value < branch.value_count() {
                        raised |= branch.insert(value);
                        next = Some(raised);
                    }
                }
            }
            let part = Cube { mask: cube.mask | mask, value: cube.value | bits };
            Some((part, outcome.final_cube(part)?))
        })
    }
}

/// A technique together with final branch values: what is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct FinalTechnique {
    pub technique: TechniqueId,
    pub values: Permutation,
}

/// A technique with the final values of some branches; the other branches pass through and can have every value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct FinalCube {
    pub technique: TechniqueId,
    /// The bits with one final value: read or written.
    pub mask: u64,
    /// Their values; 0 outside `mask`.
    pub value: u64,
}

impl FinalCube {
    /// One of its final values: 0 where it passes through.
    pub fn values(self) -> Permutation {
        Permutation(self.value)
    }

    /// The whole branches on which both have one and the same value.
    #[must_use]
    pub fn agreed(self, other: FinalCube, layout: &BranchLayout) -> FinalCube {
        let both = self.mask & other.mask;
        let differ = |mask: u64| mask & both != mask || (self.value ^ other.value) & mask != 0;
        let mask = layout.branches().iter().map(|branch| branch.mask()).filter(|mask| !differ(*mask));
        let mask = mask.fold(0, |all, mask| all | mask);
        FinalCube { technique: self.technique, mask, value: self.value & mask }
    }

    /// Number of final techniques in the cube.
    pub fn count(self, layout: &BranchLayout) -> u128 {
        layout.permutations_in(Cube { mask: self.mask, value: self.value })
    }
}

/// All permutations of a shader, as cubes.
#[derive(Clone, Debug, Serialize)]
pub struct Exploration {
    /// How often `Specialize` was called.
    pub runs: u64,
    /// Distinct techniques, in order of discovery.
    pub techniques: Vec<Arc<Technique>>,
    /// Disjoint; together they cover every permutation that exists, in the order of exploration.
    pub cubes: Vec<CubeOutcome>,
    #[serde(skip)]
    index: CubeIndex,
}

impl Exploration {
    /// Puts an exploration together, so that cubes can be looked up.
    pub fn new(runs: u64, techniques: Vec<Arc<Technique>>, cubes: Vec<CubeOutcome>) -> Exploration {
        let index = CubeIndex::of(cubes.iter().map(|outcome| outcome.cube));
        Exploration { runs, techniques, cubes, index }
    }

    /// The cube a permutation lies in. Takes one step a bit at most where the cubes are leaves of a decision tree.
    pub fn cube_of(&self, permutation: Permutation) -> Option<&CubeOutcome> {
        let near = self.index.near(permutation).iter();
        near.map(|at| &self.cubes[*at as usize]).find(|cube| cube.cube.contains(permutation))
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

    /// The distinct final cubes, sorted. They can overlap: two paths of `Specialize` can write the same final values.
    pub fn final_cubes(&self) -> Vec<FinalCube> {
        let mut found: Vec<FinalCube> = self.cubes.iter().filter_map(CubeOutcome::final_cube).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

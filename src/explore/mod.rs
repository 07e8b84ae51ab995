//! Finds the result of `Specialize` for every permutation, with one call for each distinct path through it.
//!
//! **In**: a shader's declaration, and an implementation of [`Specialize`].
//! **Out**: disjoint cubes that cover every permutation, distinct techniques.
//! **Never**: knows Lua, a source language or a target.

mod brute;
mod condition;
mod cubes;
mod diagram;
mod failures;

pub use brute::{BRUTE_FORCE_BITS, BruteOutcome, LeftOut, brute_force, final_counts, left_out, mismatches};
pub use condition::{condition, describe};
pub use diagram::{Cost, OutcomeDiagram, branch_costs, count_finals};

use std::sync::Arc;

use crate::diag::Diagnostic;
use crate::model::{Cube, CubeOutcome, Exploration, Limits, Outcome, ShaderDeclaration, Specialize, TechniqueId};

/// Explores all permutations of a shader. Permutations for which `Specialize` fails are reported together, one
/// diagnostic for each mistake; the other permutations are explored.
pub fn explore(
    shader: &ShaderDeclaration,
    specialize: &mut dyn Specialize,
    limits: &Limits,
) -> (Exploration, Vec<Diagnostic>) {
    if shader.has_specialize {
        cubes::explore_cubes(shader, specialize, limits)
    } else {
        (without_specialize(shader), Vec::new())
    }
}

fn without_specialize(shader: &ShaderDeclaration) -> Exploration {
    let outcome = Outcome::Built { technique: TechniqueId(0), written_mask: 0, written_value: 0 };
    let cubes = vec![CubeOutcome { cube: Cube::ALL, outcome, reads: Vec::new() }];
    Exploration::new(0, vec![Arc::new(shader.technique.clone())], cubes)
}

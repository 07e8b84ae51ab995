//! Every permutation, one by one: the oracle that exploration is compared with.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::diagram::{OutcomeDiagram, count_finals};
use crate::diag::Diagnostic;
use crate::model::{Cube, Exploration, FinalTechnique, Outcome, Permutation, ShaderDeclaration, Specialize, Technique};

/// Shaders with more bits are not enumerated.
pub const BRUTE_FORCE_BITS: u8 = 20;

/// What `Specialize` says of one permutation.
#[derive(Clone, Debug, PartialEq)]
pub enum BruteOutcome {
    Built { technique: Arc<Technique>, values: Permutation },
    NotBuilt,
    Failed,
}

/// Calls `Specialize` for every permutation that exists, in rising order.
///
/// # Errors
/// A diagnostic, for a shader of more than [`BRUTE_FORCE_BITS`] bits.
pub fn brute_force(
    shader: &ShaderDeclaration,
    specialize: &mut dyn Specialize,
) -> Result<Vec<(Permutation, BruteOutcome)>, Box<Diagnostic>> {
    let layout = &shader.branches;
    if layout.bits() > BRUTE_FORCE_BITS {
        return Err(Box::new(
            Diagnostic::error(
                "explore/too-many-bits",
                format!(
                    "shader \"{}\" has {} bits; every permutation is tried up to {BRUTE_FORCE_BITS}",
                    shader.name,
                    layout.bits()
                ),
            )
            .at(shader.declared),
        ));
    }
    let declared = Arc::new(shader.technique.clone());
    let keys = (0..=layout.mask()).filter(|bits| layout.exists(*bits)).map(Permutation);
    Ok(keys
        .map(|permutation| {
            if !shader.has_specialize {
                return (permutation, BruteOutcome::Built { technique: Arc::clone(&declared), values: permutation });
            }
            let run = specialize.specialize(permutation);
            let outcome = match run.result {
                Ok(Some(technique)) => {
                    let values = Permutation(permutation.0 & !run.written_mask | run.written_value);
                    BruteOutcome::Built { technique, values }
                }
                Ok(None) => BruteOutcome::NotBuilt,
                Err(_) => BruteOutcome::Failed,
            };
            (permutation, outcome)
        })
        .collect())
}

/// Permutations for which exploration or its decision diagram differs from brute force, and those that lie in no cube or
/// in more than one.
pub fn mismatches(
    shader: &ShaderDeclaration,
    exploration: &Exploration,
    brute: &[(Permutation, BruteOutcome)],
) -> Vec<Permutation> {
    let layout = &shader.branches;
    let diagram = OutcomeDiagram::of(layout, exploration).ok();
    // If the sizes add up and every permutation has a cube, none has two.
    let held: u128 = exploration.cubes.iter().map(|cube| layout.permutations_in(cube.cube)).sum();
    let overlapping = held > layout.permutations();
    let differs = |permutation: Permutation, expected: &BruteOutcome| {
        let Some(cube) = exploration.cube_of(permutation) else { return true };
        if overlapping && exploration.cubes.iter().filter(|cube| cube.cube.contains(permutation)).count() > 1 {
            return true;
        }
        if diagram.as_ref().is_some_and(|diagram| diagram.lookup(permutation) != Some(cube.outcome)) {
            return true;
        }
        match (&cube.outcome, expected) {
            (Outcome::NotBuilt, BruteOutcome::NotBuilt) | (Outcome::Failed, BruteOutcome::Failed) => false,
            (Outcome::Built { .. }, BruteOutcome::Built { technique, values }) => {
                match exploration.resolve(layout, permutation) {
                    Some(found) => {
                        exploration.techniques[found.technique.0 as usize] != **technique || found.values != *values
                    }
                    None => true,
                }
            }
            _ => true,
        }
    };
    brute.iter().filter(|(permutation, expected)| differs(*permutation, expected)).map(|(at, _)| *at).collect()
}

/// The number of distinct (technique, final values): by brute force, and as counted on diagrams (`None` where they are too
/// large). Both must be equal.
pub fn final_counts(
    shader: &ShaderDeclaration,
    exploration: &Exploration,
    brute: &[(Permutation, BruteOutcome)],
) -> (u128, Option<u128>) {
    // `mismatches` compares techniques; here their numbers do.
    let distinct: FxHashSet<FinalTechnique> = brute
        .iter()
        .filter_map(|(permutation, outcome)| match (exploration.cube_of(*permutation)?.outcome, outcome) {
            (Outcome::Built { technique, .. }, BruteOutcome::Built { values, .. }) => {
                Some(FinalTechnique { technique, values: *values })
            }
            _ => None,
        })
        .collect();
    let counted = count_finals(&shader.branches, exploration, Cube::ALL).ok();
    (distinct.len() as u128, counted)
}

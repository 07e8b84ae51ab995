//! Every permutation, one by one: the oracle that exploration is compared with.

use std::sync::Arc;

use crate::diag::Diagnostic;
use crate::model::{Exploration, Outcome, Permutation, ShaderDeclaration, Specialize, Technique};

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

/// Permutations for which exploration and brute force differ, and those that lie in no cube or in more than one.
pub fn mismatches(
    shader: &ShaderDeclaration,
    exploration: &Exploration,
    brute: &[(Permutation, BruteOutcome)],
) -> Vec<Permutation> {
    let layout = &shader.branches;
    let differs = |permutation: Permutation, expected: &BruteOutcome| {
        let mut holding = exploration.cubes.iter().filter(|cube| cube.cube.contains(permutation));
        let (Some(cube), None) = (holding.next(), holding.next()) else { return true };
        match (&cube.outcome, expected) {
            (Outcome::NotBuilt, BruteOutcome::NotBuilt) | (Outcome::Failed, BruteOutcome::Failed) => false,
            (Outcome::Built { .. }, BruteOutcome::Built { technique, values }) => {
                match exploration.resolve(layout, permutation) {
                    Some(found) => {
                        exploration.techniques[found.technique.0 as usize] != **technique
                            || found.values != *values
                            || exploration.final_id(found).is_none()
                    }
                    None => true,
                }
            }
            _ => true,
        }
    };
    brute.iter().filter(|(permutation, expected)| differs(*permutation, expected)).map(|(at, _)| *at).collect()
}

//! A permutation that leads to a final technique.

use crate::model::{Exploration, FinalTechnique, Outcome, Permutation};

/// The smallest permutation (as a number) whose technique and final values are these.
pub(super) fn smallest(exploration: &Exploration, wanted: FinalTechnique) -> Permutation {
    exploration
        .cubes
        .iter()
        .filter_map(|cube| {
            let Outcome::Built { technique, written_mask, written_value } = cube.outcome else { return None };
            // Free bits that are overwritten may be anything, so they are 0; the others pass through.
            let candidate = cube.cube.value | (wanted.values.0 & !cube.cube.mask & !written_mask);
            let values = candidate & !written_mask | written_value;
            (technique == wanted.technique && values == wanted.values.0).then_some(Permutation(candidate))
        })
        .min()
        .unwrap_or(wanted.values)
}

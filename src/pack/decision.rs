//! From an exploration's cubes to what the archive looks keys up in.

use uberc_runtime::format::MAX_TABLE_BITS;

use crate::model::{BranchLayout, Cube, CubeOutcome, Decision, Exploration, FinalTechnique, Outcome, Permutation};

/// More cubes than an archive should hold: the shader's techniques depend on too many branches to be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyCubes {
    pub limit: usize,
}

impl std::fmt::Display for TooManyCubes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "its techniques need more than {} cubes", self.limit)
    }
}

impl std::error::Error for TooManyCubes {}

/// Cubes of one shader.
const CUBES: usize = 1 << 20;

/// A direct table up to [`MAX_TABLE_BITS`] bits, else cubes that have one final technique each. Indices are those of
/// `exploration.finals`.
pub fn decide(layout: &BranchLayout, exploration: &Exploration) -> Result<Decision, TooManyCubes> {
    if u32::from(layout.bits()) > MAX_TABLE_BITS {
        let mut cubes = Vec::new();
        for outcome in &exploration.cubes {
            split(layout, exploration, outcome, &mut |cube, technique| {
                cubes.push((cube, technique));
                if cubes.len() > CUBES { Err(TooManyCubes { limit: CUBES }) } else { Ok(()) }
            })?;
        }
        return Ok(Decision::Cubes(cubes));
    }
    let mut table = vec![None; 1 << layout.bits()];
    for outcome in &exploration.cubes {
        split(layout, exploration, outcome, &mut |cube, technique| {
            for bits in submasks(layout.mask() & !cube.mask) {
                let permutation = bits | cube.value;
                if layout.exists(permutation) {
                    table[permutation as usize] = Some(technique);
                }
            }
            Ok(())
        })?;
    }
    Ok(Decision::Table(table))
}

/// Splits a cube on the bits that pass through `Specialize`: each part has one final technique. Parts without one (values that don't
/// exist) are left out.
fn split(
    layout: &BranchLayout,
    exploration: &Exploration,
    outcome: &CubeOutcome,
    found: &mut dyn FnMut(Cube, u32) -> Result<(), TooManyCubes>,
) -> Result<(), TooManyCubes> {
    let Outcome::Built { technique, written_mask, written_value } = outcome.outcome else { return Ok(()) };
    let cube = outcome.cube;
    let passing = layout.mask() & !cube.mask & !written_mask;
    for bits in submasks(passing) {
        let value = cube.value | bits;
        let values = Permutation(value & !written_mask | written_value);
        if let Some(id) = exploration.final_id(FinalTechnique { technique, values }) {
            found(Cube { mask: cube.mask | passing, value }, id.0)?;
        }
    }
    Ok(())
}

/// Every number that has no bit outside `mask`, ascending.
fn submasks(mask: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0u64);
    std::iter::from_fn(move || {
        let this = next?;
        next = if this == mask { None } else { Some((this | !mask).wrapping_add(1) & mask) };
        Some(this)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn submasks_are_all_there() {
        assert_eq!(submasks(0b1010).collect::<Vec<_>>(), [0, 0b10, 0b1000, 0b1010]);
        assert_eq!(submasks(0).collect::<Vec<_>>(), [0]);
    }
}

//! Decision structures: from the bits of a key to the number of a technique.

use crate::format::{
    CubeRecord, DECISION_CUBES, DECISION_DIAGRAM, DECISION_TABLE16, DECISION_TABLE32, DecisionRecord, NONE, NONE16,
    Record, Section,
};
use crate::key::Branch;
use crate::shader::Shader;
use crate::view::View;

/// The entries of one decision structure.
#[derive(Clone, Copy)]
pub(crate) enum Lookup<'p> {
    Table16(&'p [[u8; 2]]),
    Table32(&'p [[u8; 4]]),
    /// Sorted by mask, then value.
    Cubes(&'p [[u8; CubeRecord::SIZE]]),
    /// The slots, and the bits of a key.
    Diagram(&'p [[u8; 8]], u64),
}

impl<'p> Lookup<'p> {
    pub(crate) fn new(view: View<'p>, decision: u32) -> Lookup<'p> {
        let record: DecisionRecord = view.record(decision).unwrap_or(DecisionRecord {
            kind: DECISION_CUBES,
            first: 0,
            count: 0,
            key_bits: 0,
            technique_bound: 0,
        });
        let elements = |section| view.elements(section, record.first, record.count).unwrap_or(&[]);
        match record.kind {
            DECISION_TABLE16 => Lookup::Table16(elements(Section::Table16).as_chunks().0),
            DECISION_TABLE32 => Lookup::Table32(elements(Section::Table32).as_chunks().0),
            DECISION_DIAGRAM => {
                Lookup::Diagram(elements(Section::Slots).as_chunks().0, crate::verify::key_mask(record.key_bits))
            }
            _ => Lookup::Cubes(elements(Section::Cubes).as_chunks().0),
        }
    }

    /// Whether it may have a technique for permutations that don't exist.
    pub(crate) fn is_loose(&self) -> bool {
        matches!(self, Lookup::Cubes(_))
    }

    pub(crate) fn describe(&self) -> (&'static str, usize) {
        match self {
            Lookup::Table16(entries) => ("table", entries.len()),
            Lookup::Table32(entries) => ("table", entries.len()),
            Lookup::Cubes(cubes) => ("cubes", cubes.len()),
            Lookup::Diagram(slots, _) => ("diagram", slots.len()),
        }
    }

    /// The technique's number; `None` where nothing is built. Not of a small table and of a diagram: `Shader::technique` looks them
    /// up itself.
    pub(crate) fn find_further(&self, bits: u64) -> Option<u32> {
        match self {
            Lookup::Table16(_) | Lookup::Diagram(..) => None,
            Lookup::Table32(entries) => {
                let entry = u32::from_le_bytes(*entries.get(usize::try_from(bits).ok()?)?);
                (entry != NONE).then_some(entry)
            }
            Lookup::Cubes(cubes) => find_cube(cubes, bits),
        }
    }

    /// The bits of the nearest built permutation: fewest bits differ, then the smallest number.
    pub(crate) fn nearest(&self, shader: &Shader<'_>, bits: u64) -> Option<u64> {
        let order = |candidate: &u64| ((candidate ^ bits).count_ones(), *candidate);
        match self {
            Lookup::Table16(entries) => {
                let built = entries.iter().zip(0u64..).filter(|(entry, _)| u16::from_le_bytes(**entry) != NONE16);
                built.map(|(_, permutation)| permutation).min_by_key(order)
            }
            Lookup::Table32(entries) => {
                let built = entries.iter().zip(0u64..).filter(|(entry, _)| u32::from_le_bytes(**entry) != NONE);
                built.map(|(_, permutation)| permutation).min_by_key(order)
            }
            Lookup::Cubes(cubes) => {
                let cubes = cubes.iter().filter_map(|cube| CubeRecord::read(cube));
                cubes.filter_map(|cube| nearest_in(shader, &cube, bits)).min_by_key(order)
            }
            Lookup::Diagram(slots, _) => crate::diagram::nearest(slots, bits),
        }
    }
}

/// The technique's number in a small table.
#[inline]
pub(crate) fn find_entry(entries: &[[u8; 2]], bits: u64) -> Option<u32> {
    let entry = u16::from_le_bytes(*entries.get(usize::try_from(bits).ok()?)?);
    (entry != NONE16).then_some(u32::from(entry))
}

/// Up to this many cubes, trying one after the other beats searching (measured with 176 cubes).
const FEW_CUBES: usize = 512;

/// Cubes of one mask are a run sorted by value: a binary search for each distinct mask, where there are many cubes. A
/// call of its own, so that the other look-ups stay small enough to be inlined.
#[inline(never)]
fn find_cube(cubes: &[[u8; CubeRecord::SIZE]], bits: u64) -> Option<u32> {
    if cubes.len() <= FEW_CUBES {
        let cubes = cubes.iter().filter_map(|cube| CubeRecord::read(cube));
        return cubes.into_iter().find(|cube| bits & cube.mask == cube.value).map(|cube| cube.technique);
    }
    let mut rest = cubes;
    while let Some(first) = rest.first() {
        let mask = CubeRecord::read(first)?.mask;
        let same = |cube: &[u8; CubeRecord::SIZE]| CubeRecord::read(cube).is_some_and(|cube| cube.mask == mask);
        let (run, after) = rest.split_at_checked(rest.partition_point(same).max(1))?;
        let found =
            run.binary_search_by_key(&(bits & mask), |cube| CubeRecord::read(cube).map_or(u64::MAX, |cube| cube.value));
        if let Some(cube) = found.ok().and_then(|at| run.get(at)) {
            return Some(CubeRecord::read(cube)?.technique);
        }
        rest = after;
    }
    None
}

/// The nearest permutation of a cube whose values all exist. Branches don't overlap, so each is chosen by itself.
fn nearest_in(shader: &Shader<'_>, cube: &CubeRecord, bits: u64) -> Option<u64> {
    let mut nearest = 0;
    for branch in shader.branches() {
        let branch = branch.handle();
        let value = nearest_value(branch, branch.extract(cube.mask), branch.extract(cube.value), branch.extract(bits))?;
        nearest |= value.checked_shl(branch.first_bit()).unwrap_or(0);
    }
    Some(nearest)
}

/// The encoded value nearest to `wanted` that has the bits of `fixed` where `mask` says so and is not above the
/// largest.
fn nearest_value(branch: Branch, mask: u64, fixed: u64, wanted: u64) -> Option<u64> {
    let max = u64::from(branch.max);
    let near = wanted & !mask | fixed;
    // Values below `max` share its bits above some one-bit, have 0 there, and are free below it.
    let below = (0..branch.width()).filter(|bit| max >> bit & 1 == 1).map(|bit| {
        let free = (1u64 << bit) - 1;
        max & !free & !(1 << bit) | near & free
    });
    below
        .chain(core::iter::once(max))
        .filter(|value| value & mask == fixed)
        .min_by_key(|value| ((value ^ wanted).count_ones(), *value))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Enough cubes that they are searched, of three masks, so that runs begin and end in the middle.
    #[test]
    fn searching_finds_what_trying_each_finds() {
        let shapes = [(0x3FFu64, 0u64, 1), (0x1FF0_0003, 1, 20), (0x7F00_0000_0003, 3, 40)];
        let mut cubes = alloc::vec::Vec::new();
        for (mask, low, shift) in shapes {
            for number in (0..300).filter(|number| number % 7 != 3) {
                let value = (number << shift | low) & mask;
                if cubes.iter().all(|cube: &CubeRecord| (cube.value ^ value) & cube.mask & mask != 0) {
                    cubes.push(CubeRecord { mask, value, technique: cubes.len() as u32, zero: 0 });
                }
            }
        }
        cubes.sort_by_key(|cube| (cube.mask, cube.value));
        assert!(cubes.len() > FEW_CUBES, "{}", cubes.len());
        let mut bytes = alloc::vec::Vec::new();
        for cube in &cubes {
            cube.write(&mut bytes);
        }
        let elements = bytes.as_chunks().0;
        let mut found = 0;
        for at in 0..20_000u64 {
            let near = cubes[at as usize % cubes.len()];
            let bits = at.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let bits = if at % 2 == 0 { bits } else { bits & !near.mask | near.value };
            let right = cubes.iter().find(|cube| bits & cube.mask == cube.value).map(|cube| cube.technique);
            assert_eq!(find_cube(elements, bits), right, "{bits:#x}");
            found += usize::from(right.is_some());
        }
        assert!(found > 10_000 && found < 20_000);
    }
}

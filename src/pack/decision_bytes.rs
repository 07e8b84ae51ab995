//! The decision of a shader as it lies in an archive.

use uberc_runtime::format::*;

use super::PackError;
use super::diagram::{slots, slots_of_cubes, slots_of_table};
use crate::model::{Decision, PackagedShader};

/// Largest table in bytes that is always used: a look-up in it is faster than in any diagram.
const SMALL_TABLE: usize = 64 << 10;
/// Largest number of cubes that are searched one by one.
pub const FEW_CUBES: usize = 8;
/// A diagram replaces a larger table where it is this much smaller: a look-up takes a few steps more, but finds them in
/// the cache.
const WORTH: usize = 2;

/// The section of a decision of this kind.
pub fn decision_section(kind: u32) -> Option<Section> {
    match kind {
        DECISION_TABLE16 => Some(Section::Table16),
        DECISION_TABLE32 => Some(Section::Table32),
        DECISION_CUBES => Some(Section::Cubes),
        DECISION_DIAGRAM => Some(Section::Slots),
        _ => None,
    }
}

/// The decision of a shader as a reader searches it: its kind, the bound of its techniques, and its bytes.
pub fn decision_bytes(shader: &PackagedShader) -> Result<(u32, u32, Vec<u8>), PackError> {
    let of_slots = |slots: &[u64]| slots.iter().flat_map(|slot| slot.to_le_bytes()).collect::<Vec<u8>>();
    match &shader.decision {
        Decision::Table(table) => {
            let bound = table.iter().flatten().max().map_or(0, |highest| highest + 1);
            let is_wide = bound > u32::from(NONE16);
            let length = table.len() * if is_wide { 4 } else { 2 };
            let slots = if length > SMALL_TABLE { slots_of_table(table) } else { None };
            if let Some(slots) = slots.filter(|slots| slots.len() * 8 * WORTH <= length) {
                return Ok((DECISION_DIAGRAM, bound, of_slots(&slots)));
            }
            if is_wide {
                let entries = table.iter().map(|entry| entry.unwrap_or(NONE));
                return Ok((DECISION_TABLE32, bound, entries.flat_map(u32::to_le_bytes).collect()));
            }
            let entries = table.iter().map(|entry| entry.map_or(NONE16, |technique| technique as u16));
            Ok((DECISION_TABLE16, bound, entries.flat_map(u16::to_le_bytes).collect()))
        }
        Decision::Diagram(diagram) => {
            let bound = diagram.counts().keys().next_back().map_or(0, |highest| highest + 1);
            let slots = slots(diagram).ok_or(PackError::TooMany("nodes of a decision diagram"))?;
            Ok((DECISION_DIAGRAM, bound, of_slots(&slots)))
        }
        Decision::Cubes(cubes) => {
            let bound = cubes.iter().map(|(_, technique)| technique + 1).max().unwrap_or(0);
            let tree = (cubes.len() > FEW_CUBES).then(|| slots_of_cubes(&shader.branches, cubes));
            if let Some(slots) = tree.flatten() {
                return Ok((DECISION_DIAGRAM, bound, of_slots(&slots)));
            }
            let mut cubes = cubes.clone();
            cubes.sort_unstable_by_key(|(cube, _)| (cube.mask, cube.value));
            let mut bytes = Vec::new();
            for (cube, technique) in cubes {
                CubeRecord { mask: cube.mask, value: cube.value, technique, zero: 0 }.write(&mut bytes);
            }
            Ok((DECISION_CUBES, bound, bytes))
        }
    }
}

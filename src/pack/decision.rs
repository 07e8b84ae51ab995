//! Selects the decision structure of a shader: a table, a diagram or cubes.

use uberc_runtime::format::MAX_TABLE_BITS;

use super::decision_bytes::FEW_CUBES;
use super::diagram::{slots, slots_of_cubes};
use crate::model::{Branch, BranchLayout, Cube, Decision, Diagram};

/// The shader's techniques depend on so many branches that there would be too many cubes for an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooManyCubes {
    pub limit: usize,
    /// The branches that most cubes fix, most first.
    pub branches: Vec<String>,
}

impl TooManyCubes {
    fn of(layout: &BranchLayout, parts: &[(Cube, u32)], limit: usize) -> TooManyCubes {
        let fixing = |mask: u64| parts.iter().filter(|(cube, _)| cube.mask & mask != 0).count();
        let mut branches: Vec<(usize, &str)> = layout
            .branches()
            .iter()
            .map(|branch| (fixing(branch.mask()), branch.name.as_str()))
            .filter(|(count, _)| *count > 0)
            .collect();
        branches.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        TooManyCubes { limit, branches: branches.into_iter().take(8).map(|(_, name)| name.to_owned()).collect() }
    }
}

impl std::fmt::Display for TooManyCubes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "its techniques need more than {} cubes", self.limit)?;
        if !self.branches.is_empty() {
            write!(f, "; most of them differ in {}", self.branches.join(", "))?;
        }
        Ok(())
    }
}

impl std::error::Error for TooManyCubes {}

/// Cubes of one shader.
const CUBES: usize = 1 << 20;

/// A direct table up to [`MAX_TABLE_BITS`] bits, else a decision diagram, or the cubes where that is too large. `parts`
/// are disjoint cubes that fix whole branches, each with the index of its packed technique; what lies in none is not
/// built.
///
/// # Errors
/// Where there would be more cubes than an archive should hold.
pub fn decide(layout: &BranchLayout, parts: Vec<(Cube, u32)>) -> Result<Decision, TooManyCubes> {
    if u32::from(layout.bits()) > MAX_TABLE_BITS {
        let in_order = |order| Diagram::of_parts(order, &parts)?.existing(layout);
        let declared = in_order((0..layout.bits()).collect());
        let ordered = in_order(Diagram::order_of(layout, &parts));
        if let Some(smallest) = [declared, ordered].into_iter().flatten().min_by_key(Diagram::nodes)
            && !has_smaller_tree(layout, &parts, &smallest)
        {
            return Ok(Decision::Diagram(smallest));
        }
        let mut cubes = parts;
        cubes.sort_unstable();
        return if cubes.len() > CUBES {
            Err(TooManyCubes::of(layout, &cubes, CUBES))
        } else {
            Ok(Decision::Cubes(cubes))
        };
    }
    let mut table = vec![None; 1 << layout.bits()];
    // Only these have values that do not exist.
    let partial: Vec<&Branch> =
        layout.branches().iter().filter(|branch| !branch.value_count().is_power_of_two()).collect();
    for (cube, technique) in &parts {
        for bits in submasks(layout.mask() & !cube.mask) {
            let permutation = bits | cube.value;
            if partial.iter().all(|branch| branch.extract(permutation) < branch.value_count()) {
                table[permutation as usize] = Some(*technique);
            }
        }
    }
    Ok(Decision::Table(table))
}

/// Whether the parts are the leaves of a tree that takes less room than the diagram: where each path asks bits in an order of its own,
/// no single order is a good one. The cubes are then written as that tree.
fn has_smaller_tree(layout: &BranchLayout, parts: &[(Cube, u32)], diagram: &Diagram) -> bool {
    // A tree has about as many nodes as leaves. With few cubes, none is written.
    let worth_trying = (FEW_CUBES + 1..=diagram.nodes().min(CUBES)).contains(&parts.len());
    let tree = worth_trying.then(|| slots_of_cubes(layout, parts)).flatten();
    tree.is_some_and(|tree| slots(diagram).is_none_or(|slots| tree.len() < slots.len()))
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
    use crate::model::BranchKind;

    fn wide() -> BranchLayout {
        BranchLayout::new((0..24).map(|at| (format!("b{at}"), BranchKind::Bool, None))).expect("24 bits")
    }

    #[test]
    fn submasks_are_all_there() {
        assert_eq!(submasks(0b1010).collect::<Vec<_>>(), [0, 0b10, 0b1000, 0b1010]);
        assert_eq!(submasks(0).collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn parts_that_agree_become_one_node() {
        let parts = (0..256).map(|value| (Cube { mask: 255, value }, u32::from(value >= 128))).collect();
        let Ok(Decision::Diagram(diagram)) = decide(&wide(), parts) else { panic!("24 bits, no table") };
        assert_eq!(
            diagram.cubes(9),
            Some(vec![(Cube { mask: 128, value: 0 }, 0), (Cube { mask: 128, value: 128 }, 1)])
        );
    }

    /// Three bits say which of eight others matters, and bit 0 says which three: in one order, a diagram remembers what it was told of
    /// bits before it knows whether they matter.
    #[test]
    fn a_tree_is_taken_where_it_is_smaller() {
        let sides = [([6, 7, 8], [3, 4, 5, 14, 15, 16, 17, 18]), ([3, 4, 5], [6, 7, 8, 9, 10, 11, 12, 13])];
        let mut parts = Vec::new();
        for (side, (choosing, others)) in (0u64..).zip(sides) {
            for (chosen, other) in (0u64..).zip(others) {
                let bits = choosing.into_iter().enumerate();
                let choice = bits.fold(side, |value, (at, bit)| value | (chosen >> at & 1) << bit);
                let mask = choosing.into_iter().chain([0, other]).fold(0u64, |mask, bit| mask | 1 << bit);
                for value in [choice, choice | 1 << other] {
                    parts.push((Cube { mask, value }, parts.len() as u32));
                }
            }
        }
        parts.sort_unstable();
        let Ok(Decision::Cubes(cubes)) = decide(&wide(), parts.clone()) else { panic!("the tree is smaller") };
        assert_eq!(cubes, parts);
    }

    #[test]
    fn too_many_cubes_name_the_branches() {
        let mask = (1 << 21) - 1;
        let parts = (0..=mask).map(|value| (Cube { mask, value }, value as u32 & 0x07FF_FFFF)).collect();
        let found = decide(&wide(), parts).expect_err("two million parts that differ");
        assert_eq!(found.branches, ["b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7"]);
    }
}

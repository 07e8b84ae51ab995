//! One diagnostic for each distinct mistake, with the permutations it concerns.

use crate::diag::Diagnostic;
use crate::model::{BranchKind, BranchLayout, Cube, CubeOutcome};

/// More cubes than this are counted, not described: finding a short description is quadratic.
const DESCRIBED: usize = 2_000;

/// Merges the failures of cubes (by index) that say the same, and adds to each in which permutations it happens.
pub(super) fn report(
    layout: &BranchLayout,
    cubes: &[CubeOutcome],
    failed: Vec<(usize, Diagnostic)>,
) -> Vec<Diagnostic> {
    let mut groups: Vec<(Diagnostic, Vec<usize>)> = Vec::new();
    for (cube, diagnostic) in failed {
        let same = |known: &Diagnostic| {
            known.code == diagnostic.code && known.message == diagnostic.message && known.primary == diagnostic.primary
        };
        match groups.iter_mut().find(|(known, _)| same(known)) {
            // One run may come to the same place in two ways.
            Some((_, list)) if list.last() == Some(&cube) => {}
            Some((_, list)) => list.push(cube),
            None => groups.push((diagnostic, vec![cube])),
        }
    }
    groups.into_iter().map(|(diagnostic, list)| diagnostic.note(where_it_happens(layout, cubes, &list))).collect()
}

fn where_it_happens(layout: &BranchLayout, cubes: &[CubeOutcome], failing: &[usize]) -> String {
    let all = layout.permutations();
    let count: u128 = failing.iter().map(|at| layout.permutations_in(cubes[*at].cube)).sum();
    if layout.branches().is_empty() || all == 1 {
        return "in the only permutation".to_owned();
    } else if count == all {
        return format!("in all {all} permutations");
    } else if cubes.len() > DESCRIBED {
        return format!("in {count} of {all} permutations");
    }
    let is_failing = |at: usize| failing.binary_search(&at).is_ok();
    let others: Vec<Cube> = (0..cubes.len()).filter(|at| !is_failing(*at)).map(|at| cubes[at].cube).collect();
    let mut wide: Vec<Cube> = failing.iter().map(|at| widen(layout, cubes[*at].cube, &others)).collect();
    wide.sort_unstable();
    wide.dedup();
    // A cube inside another says nothing new.
    let inside = |small: Cube, large: Cube| {
        small != large && large.mask & !small.mask == 0 && small.value & large.mask == large.value
    };
    let kept: Vec<Cube> =
        wide.iter().copied().filter(|small| !wide.iter().any(|large| inside(*small, *large))).collect();
    let mut parts: Vec<String> = kept.iter().take(4).map(|cube| describe(layout, *cube)).collect();
    if kept.len() > parts.len() {
        parts.push(format!("and {} more cases", kept.len() - parts.len()));
    }
    format!("in {count} of {all} permutations: {}", parts.join("; or "))
}

/// Drops each branch that is not needed to keep clear of the other cubes.
fn widen(layout: &BranchLayout, mut cube: Cube, others: &[Cube]) -> Cube {
    for branch in layout.branches() {
        let mask = cube.mask & !branch.mask();
        let wider = Cube { mask, value: cube.value & mask };
        if others.iter().all(|other| (other.value ^ wider.value) & other.mask & wider.mask != 0) {
            cube = wider;
        }
    }
    cube
}

/// `g_bSkinning and not g_bFoliage and g_Quality = High`.
fn describe(layout: &BranchLayout, cube: Cube) -> String {
    let terms: Vec<String> = layout
        .branches()
        .iter()
        .filter(|branch| branch.width > 0 && branch.mask() & cube.mask != 0)
        .map(|branch| {
            let value = branch.extract(cube.value);
            match (&branch.kind, value) {
                (BranchKind::Bool, 0) => format!("not {}", branch.name),
                (BranchKind::Bool, _) => branch.name.clone(),
                _ => format!("{} = {}", branch.name, branch.display_value(value)),
            }
        })
        .collect();
    terms.join(" and ")
}

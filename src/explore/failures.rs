//! One diagnostic for each distinct mistake, with the permutations it concerns.

use super::condition::{condition, describe};
use crate::diag::Diagnostic;
use crate::model::{BranchLayout, Cube, CubeOutcome, Outcome};

/// Above this number of cubes there is a count but no condition: finding a short condition takes quadratic time.
const DESCRIBED: usize = 2_000;

/// Merges equal failures of cubes (by index), and adds to each the permutations in which it happens.
pub fn report(layout: &BranchLayout, cubes: &[CubeOutcome], failed: Vec<(usize, Diagnostic)>) -> Vec<Diagnostic> {
    let mut groups: Vec<(Diagnostic, Vec<usize>)> = Vec::new();
    for (cube, diagnostic) in failed {
        let same = |known: &Diagnostic| {
            known.code == diagnostic.code && known.message == diagnostic.message && known.primary == diagnostic.primary
        };
        match groups.iter_mut().find(|(known, _)| same(known)) {
            // A run may report the same place twice.
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
    let is_failing = |at: &usize| failing.binary_search(at).is_ok();
    let (wanted, others): (Vec<usize>, Vec<usize>) = (0..cubes.len()).partition(is_failing);
    let of = |list: Vec<usize>| list.into_iter().map(|at| cubes[at].cube).collect::<Vec<Cube>>();
    // What is not built may be in the condition or not.
    let others: Vec<usize> = others.into_iter().filter(|at| cubes[*at].outcome != Outcome::NotBuilt).collect();
    if others.is_empty() {
        return format!("in {count} of {all} permutations: in all that are built");
    }
    match condition(layout, &of(wanted), &of(others)) {
        Some(found) => format!("in {count} of {all} permutations: {}", describe(layout, &found)),
        None => format!("in {count} of {all} permutations"),
    }
}

//! One diagnostic for each distinct mistake, with the permutations it concerns.

use super::condition::{condition, describe};
use crate::diag::{Diagnostic, Occurrence};
use crate::model::{BranchLayout, Cube, CubeOutcome, Outcome, ShaderDeclaration};

/// Above this number of cubes there is a count but no condition: finding a short condition takes quadratic time.
const DESCRIBED: usize = 2_000;

/// Merges equal failures of cubes (by index), and adds to each the permutations in which it happens.
pub fn report(shader: &ShaderDeclaration, cubes: &[CubeOutcome], failed: Vec<(usize, Diagnostic)>) -> Vec<Diagnostic> {
    let layout = &shader.branches;
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
    let told = |(diagnostic, list): (Diagnostic, Vec<usize>)| {
        let (note, occurrence) = where_it_happens(layout, cubes, &list);
        diagnostic.note(note).occurs(Occurrence { shader: shader.name.clone(), ..occurrence })
    };
    groups.into_iter().map(told).collect()
}

/// As a note and as data, without the shader's name.
fn where_it_happens(layout: &BranchLayout, cubes: &[CubeOutcome], failing: &[usize]) -> (String, Occurrence) {
    let all = layout.permutations();
    let count: u128 = failing.iter().map(|at| layout.permutations_in(cubes[*at].cube)).sum();
    let number = |count: u128| u64::try_from(count).unwrap_or(u64::MAX);
    let example = failing.iter().map(|at| cubes[*at].cube.value).min();
    let occurrence = Occurrence {
        unit: "permutations".to_owned(),
        count: number(count),
        of: number(all),
        permutation: example.map(|bits| layout.describe(bits)),
        ..Occurrence::default()
    };
    if layout.branches().is_empty() || all == 1 {
        return ("in the only permutation".to_owned(), occurrence);
    } else if count == all {
        return (format!("in all {all} permutations"), occurrence);
    } else if cubes.len() > DESCRIBED {
        return (format!("in {count} of {all} permutations"), occurrence);
    }
    let is_failing = |at: &usize| failing.binary_search(at).is_ok();
    let (wanted, others): (Vec<usize>, Vec<usize>) = (0..cubes.len()).partition(is_failing);
    let of = |list: Vec<usize>| list.into_iter().map(|at| cubes[at].cube).collect::<Vec<Cube>>();
    // What is not built may be in the condition or not.
    let others: Vec<usize> = others.into_iter().filter(|at| cubes[*at].outcome != Outcome::NotBuilt).collect();
    if others.is_empty() {
        return (format!("in {count} of {all} permutations: in all that are built"), occurrence);
    }
    match condition(layout, &of(wanted), &of(others)) {
        Some(found) => {
            let condition = describe(layout, &found);
            let note = format!("in {count} of {all} permutations: {}", condition.text);
            (note, Occurrence { condition: condition.any_of, ..occurrence })
        }
        None => (format!("in {count} of {all} permutations"), occurrence),
    }
}

//! The condition under which something happens, in as few branch terms as can be found.
//!
//! Each built permutation is either affected or not affected. Permutations that are not built do not count: the
//! condition may contain them or not. A decision diagram of "affected" joins cubes that were split for other reasons.
//! Each path of it is then widened until it would contain an unaffected permutation (the expand step of two-level
//! minimisation, as in Espresso), and redundant paths are dropped.

use std::collections::{BTreeMap, BTreeSet};

use crate::diag::Condition;
use crate::model::{Branch, BranchKind, BranchLayout, Cube, Diagram};

/// Cubes of the shortest condition that was found: they contain all of `in_question` and nothing of `clear`. `None` if
/// finding one would take too long.
pub fn condition(layout: &BranchLayout, in_question: &[Cube], clear: &[Cube]) -> Option<Vec<Cube>> {
    let parts: Vec<(Cube, u32)> =
        in_question.iter().map(|cube| (*cube, 1)).chain(clear.iter().map(|cube| (*cube, 0))).collect();
    let (mut wanted, mut others) = (Vec::new(), Vec::new());
    for (cube, number) in Diagram::new(layout, &parts).ok()?.cubes(PATHS)? {
        if number == 1 { wanted.push(cube) } else { others.push(cube) }
    }
    if others.is_empty() {
        return Some(vec![Cube::ALL]);
    }
    // One cube that contains everything is the shortest condition.
    let around = wanted.iter().skip(1).fold(*wanted.first()?, |around, cube| {
        let mask = around.mask & cube.mask & !(around.value ^ cube.value);
        Cube { mask, value: around.value & mask }
    });
    let around = whole_branches(layout, around);
    if others.iter().all(|other| !other.meets(around)) {
        return Some(vec![fewest_terms(layout, around, &others)]);
    }
    let mut wide: Vec<Cube> = wanted.iter().map(|cube| widen(layout, *cube, &others)).collect();
    wide.sort_unstable_by_key(|cube| (cube.mask.count_ones(), *cube));
    wide.dedup();
    // The widest cubes first; a cube is kept if it contains something that no kept cube contains.
    let mut left = wanted;
    let mut kept = Vec::new();
    for cube in wide {
        let before = left.len();
        left.retain(|part| !inside(*part, cube));
        if left.len() < before {
            kept.push(cube);
        }
    }
    Some(kept)
}

/// Upper bound of paths: widening takes quadratic time.
const PATHS: usize = 4_000;

/// Upper bound of cubes in the text.
const SHOWN: usize = 4;

/// The condition in words and as data.
pub fn describe(layout: &BranchLayout, cubes: &[Cube]) -> Condition {
    let mut cases: Vec<Case> = cubes.iter().map(|cube| case(layout, *cube)).collect();
    // Cases that differ only in the values of one branch are merged.
    while let Some((at, other)) = (0..cases.len())
        .flat_map(|at| (at + 1..cases.len()).map(move |other| (at, other)))
        .find(|(at, other)| joinable(&cases[*at], &cases[*other]))
    {
        let gone = cases.remove(other);
        for (known, more) in cases[at].iter_mut().zip(gone) {
            known.extend(more);
        }
    }
    let any_of = cases.iter().map(|case| values_of(layout, case)).collect();
    let mut parts: Vec<String> = cases.iter().take(SHOWN).map(|case| describe_case(layout, case)).collect();
    if cases.len() > parts.len() {
        parts.push(format!("and {} more cases", cases.len() - parts.len()));
    }
    Condition { text: parts.join("; or "), any_of }
}

/// The branches of a case that cannot have every value.
fn terms_of<'a>(layout: &'a BranchLayout, case: &'a Case) -> impl Iterator<Item = (&'a Branch, &'a BTreeSet<u64>)> {
    let all = layout.branches().iter().zip(case);
    all.filter(|(branch, values)| (values.len() as u64) < branch.value_count().min(VALUES))
}

fn values_of(layout: &BranchLayout, case: &Case) -> BTreeMap<String, Vec<String>> {
    let shown = |(branch, values): (&Branch, &BTreeSet<u64>)| {
        (branch.name.clone(), values.iter().map(|value| branch.display_value(*value)).collect())
    };
    terms_of(layout, case).map(shown).collect()
}

/// The values of each branch.
type Case = Vec<BTreeSet<u64>>;

/// Upper bound of values of one branch that are considered.
const VALUES: u64 = 1 << 12;

fn case(layout: &BranchLayout, cube: Cube) -> Case {
    let values = |branch: &Branch| {
        let agrees = |value: &u64| (branch.insert(*value) ^ cube.value) & branch.mask() & cube.mask == 0;
        match branch.mask() & cube.mask == branch.mask() {
            true => BTreeSet::from([branch.extract(cube.value)]),
            false => (0..branch.value_count().min(VALUES)).filter(agrees).collect(),
        }
    };
    layout.branches().iter().map(values).collect()
}

fn joinable(a: &Case, b: &Case) -> bool {
    a.iter().zip(b).filter(|(a, b)| a != b).count() <= 1
}

fn describe_case(layout: &BranchLayout, case: &Case) -> String {
    let terms: Vec<String> = terms_of(layout, case)
        .map(|(branch, values)| match branch.kind {
            BranchKind::Bool if values.contains(&0) => format!("not {}", branch.name),
            BranchKind::Bool => branch.name.clone(),
            _ => format!("{} = {}", branch.name, describe_values(branch, values)),
        })
        .collect();
    if terms.is_empty() { "all of them".to_owned() } else { terms.join(" and ") }
}

/// `1 or 3`, `1 to 4`, `Low, Medium or High`.
fn describe_values(branch: &Branch, values: &BTreeSet<u64>) -> String {
    let names: Vec<String> = values.iter().map(|value| branch.display_value(*value)).collect();
    let run = values.last().zip(values.first()).is_some_and(|(last, first)| last - first + 1 == values.len() as u64);
    match names.as_slice() {
        [first, .., last] if run && names.len() > 2 => format!("{first} to {last}"),
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        _ => names.concat(),
    }
}

/// Without the bits of branches that are only partly fixed.
fn whole_branches(layout: &BranchLayout, cube: Cube) -> Cube {
    let whole = layout.branches().iter().map(|branch| branch.mask()).filter(|mask| cube.mask & mask == *mask);
    let mask = whole.fold(0, |all, mask| all | mask);
    Cube { mask, value: cube.value & mask }
}

fn inside(small: Cube, large: Cube) -> bool {
    large.mask & !small.mask == 0 && small.value & large.mask == large.value
}

/// Terms of a cube: for each branch, its fixed bits.
fn terms(layout: &BranchLayout, cube: Cube) -> Vec<u64> {
    layout.branches().iter().map(|branch| branch.mask() & cube.mask).filter(|mask| *mask != 0).collect()
}

/// Drops each term without which the cube still meets no other cube. Tries the declared order and the reverse, and
/// keeps the shorter result.
fn widen(layout: &BranchLayout, cube: Cube, others: &[Cube]) -> Cube {
    let drop_in = |order: &mut dyn Iterator<Item = u64>| {
        order.fold(cube, |cube, term| {
            let mask = cube.mask & !term;
            let wider = Cube { mask, value: cube.value & mask };
            if others.iter().all(|other| !other.meets(wider)) { wider } else { cube }
        })
    };
    let all = terms(layout, cube);
    let forward = drop_in(&mut all.iter().copied());
    let backward = drop_in(&mut all.iter().rev().copied());
    if terms(layout, backward).len() < terms(layout, forward).len() { backward } else { forward }
}

/// The fewest terms with which the cube meets no other cube: up to three terms by search, more by widening.
fn fewest_terms(layout: &BranchLayout, cube: Cube, others: &[Cube]) -> Cube {
    let all = terms(layout, cube);
    let clear = |mask: u64| {
        let wider = Cube { mask, value: cube.value & mask };
        others.iter().all(|other| !other.meets(wider)).then_some(wider)
    };
    // The three nested searches would take too long over more.
    if all.len() <= 24 {
        let one = all.iter().find_map(|a| clear(*a));
        let two = || all.iter().enumerate().find_map(|(at, a)| all[at + 1..].iter().find_map(|b| clear(a | b)));
        let three = || {
            all.iter().enumerate().find_map(|(at, a)| {
                let rest = &all[at + 1..];
                rest.iter().enumerate().find_map(|(at, b)| rest[at + 1..].iter().find_map(|c| clear(a | b | c)))
            })
        };
        if let Some(found) = one.or_else(two).or_else(three) {
            return found;
        }
    }
    widen(layout, cube, others)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout() -> BranchLayout {
        let bool = |name: &str| (name.to_owned(), BranchKind::Bool, None);
        let number = ("n".to_owned(), BranchKind::Int { min: 0, max: 4 }, None);
        BranchLayout::new([bool("a"), bool("b"), bool("c"), number]).expect("six bits")
    }

    /// The condition for the permutations that a function selects; permutations for which it returns `None` are not
    /// built.
    fn of(picks: impl Fn(u64) -> Option<bool>) -> String {
        let layout = layout();
        let cubes = |which: bool| -> Vec<Cube> {
            let all = (0..64).filter(|bits| layout.exists(*bits) && picks(*bits) == Some(which));
            all.map(|value| Cube { mask: 63, value }).collect()
        };
        let (wanted, others) = (cubes(true), cubes(false));
        let found = condition(&layout, &wanted, &others).expect("small");
        for cube in &wanted {
            assert!(found.iter().any(|part| inside(*cube, *part)), "all of it is held");
        }
        for cube in &others {
            assert!(!found.iter().any(|part| part.meets(*cube)), "nothing else is");
        }
        describe(&layout, &found).text
    }

    #[test]
    fn conditions_are_as_short_as_they_can_be() {
        let [a, b, c] = [0, 1, 2].map(|bit| move |bits: u64| bits >> bit & 1 == 1);
        let n = |bits: u64| bits >> 3;
        assert_eq!(of(|bits| Some(a(bits))), "a");
        assert_eq!(of(|bits| Some(a(bits) && !c(bits))), "a and not c");
        assert_eq!(of(|bits| Some(n(bits) == 3)), "n = 3");
        assert_eq!(of(|bits| Some(a(bits) || b(bits))), "a; or b");
        assert_eq!(of(|_| Some(true)), "all of them");
        // What is not built does not matter: among a and b alone, a says it all.
        assert_eq!(of(|bits| (a(bits) != b(bits)).then(|| a(bits))), "a");
        assert_eq!(of(|bits| (!a(bits) || !b(bits) || c(bits)).then(|| a(bits) && b(bits))), "a and b");
    }

    #[test]
    fn values_of_numbers_are_named() {
        assert_eq!(of(|bits| Some(bits >> 3 >= 1)), "n = 1 to 4");
        assert_eq!(of(|bits| Some(bits >> 3 == 1 || bits >> 3 == 4)), "n = 1 or 4");
        assert_eq!(of(|bits| Some(bits >> 3 <= 1 && bits & 1 == 1)), "a and n = 0 or 1");
        assert_eq!(of(|bits| Some(bits >> 3 != 2)), "n = 0, 1, 3 or 4");
    }
}

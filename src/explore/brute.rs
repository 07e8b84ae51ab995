//! Brute force: calls `Specialize` for every permutation. Exploration is compared with the result.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::diagram::{OutcomeDiagram, count_finals};
use crate::diag::Diagnostic;
use crate::model::{Cube, Exploration, FinalTechnique, Outcome, Permutation, ShaderDeclaration, Specialize, Technique};

/// Shaders with more bits are not enumerated.
pub const BRUTE_FORCE_BITS: u8 = 20;

/// The result of `Specialize` for one permutation.
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
                    "shader \"{}\" has {} bits; all permutations can be tried up to {BRUTE_FORCE_BITS} bits",
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

/// Permutations for which exploration or its decision diagram (unless [`left_out`]) differs from brute force, and those
/// that lie in no cube or in more than one.
pub fn mismatches(
    shader: &ShaderDeclaration,
    exploration: &Exploration,
    brute: &[(Permutation, BruteOutcome)],
) -> Vec<Permutation> {
    let layout = &shader.branches;
    let diagram = OutcomeDiagram::of(layout, exploration).ok();
    // If the sizes add up and every permutation has a cube, none has two.
    let held: u128 = exploration.cubes.iter().map(|cube| layout.permutations_in(cube.cube)).sum();
    let overlapping = held > layout.permutations();
    let differs = |permutation: Permutation, expected: &BruteOutcome| {
        let Some(cube) = exploration.cube_of(permutation) else { return true };
        if overlapping && exploration.cubes.iter().filter(|cube| cube.cube.contains(permutation)).count() > 1 {
            return true;
        }
        if diagram.as_ref().is_some_and(|diagram| diagram.lookup(permutation) != Some(cube.outcome)) {
            return true;
        }
        match (&cube.outcome, expected) {
            (Outcome::NotBuilt, BruteOutcome::NotBuilt) | (Outcome::Failed, BruteOutcome::Failed) => false,
            (Outcome::Built { .. }, BruteOutcome::Built { technique, values }) => {
                match exploration.resolve(layout, permutation) {
                    Some(found) => {
                        exploration.techniques[found.technique.0 as usize] != *technique || found.values != *values
                    }
                    None => true,
                }
            }
            _ => true,
        }
    };
    brute.iter().filter(|(permutation, expected)| differs(*permutation, expected)).map(|(at, _)| *at).collect()
}

/// A shortcut that has no result to compare, because its diagrams are too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// The diagram from permutations to outcomes is too large.
    DecisionDiagram,
    /// The diagrams that final techniques are counted on are too large.
    CountedTechniques,
}

impl LeftOut {
    /// Lower-case name.
    pub fn name(self) -> &'static str {
        match self {
            LeftOut::DecisionDiagram => "decision_diagram",
            LeftOut::CountedTechniques => "counted_techniques",
        }
    }

    /// For messages.
    pub fn describe(self) -> &'static str {
        match self {
            LeftOut::DecisionDiagram => "its decision diagram, which is too large",
            LeftOut::CountedTechniques => "the techniques counted on diagrams, which are too large",
        }
    }
}

/// The shortcuts that [`mismatches`] and [`final_counts`] cannot compare.
pub fn left_out(shader: &ShaderDeclaration, exploration: &Exploration) -> Vec<LeftOut> {
    let layout = &shader.branches;
    let all = [
        (OutcomeDiagram::of(layout, exploration).is_err(), LeftOut::DecisionDiagram),
        (count_finals(layout, exploration, Cube::ALL).is_err(), LeftOut::CountedTechniques),
    ];
    all.into_iter().filter(|(missing, _)| *missing).map(|(_, what)| what).collect()
}

/// The number of distinct (technique, final values): by brute force, and as counted on diagrams (`None` where they are
/// too large). Both must be equal.
pub fn final_counts(
    shader: &ShaderDeclaration,
    exploration: &Exploration,
    brute: &[(Permutation, BruteOutcome)],
) -> (u128, Option<u128>) {
    // `mismatches` compares techniques; here their numbers do.
    let distinct: FxHashSet<FinalTechnique> = brute
        .iter()
        .filter_map(|(permutation, outcome)| match (exploration.cube_of(*permutation)?.outcome, outcome) {
            (Outcome::Built { technique, .. }, BruteOutcome::Built { values, .. }) => {
                Some(FinalTechnique { technique, values: *values })
            }
            _ => None,
        })
        .collect();
    let counted = count_finals(&shader.branches, exploration, Cube::ALL).ok();
    (distinct.len() as u128, counted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{BranchKind, BranchLayout, CubeOutcome, Outcome, TechniqueId};

    fn shader(bits: u8) -> ShaderDeclaration {
        let sources = crate::diag::Sources::in_memory([("a.fx.lua", "")]);
        let file = sources.load(std::path::Path::new("a.fx.lua")).expect("it is in memory");
        let branches = (0..bits).map(|bit| (format!("b{bit}"), BranchKind::Bool, None));
        ShaderDeclaration {
            name: "A".to_owned(),
            branches: BranchLayout::new(branches).expect("few bits"),
            technique: Technique::default(),
            has_specialize: true,
            source: None,
            dialect: String::new(),
            fallback: None,
            fallback_declared: None,
            dialect_declared: None,
            options: std::collections::BTreeMap::new(),
            materials: None,
            implemented: Vec::new(),
            metadata: Default::default(),
            declared: file.line_span(1),
        }
    }

    /// Makes each permutation a cube of its own, with outcomes in no order.
    fn every(bits: u8) -> Exploration {
        let outcome = |key: u64| Outcome::Built {
            technique: TechniqueId(0),
            written_mask: 1,
            written_value: key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63,
        };
        let mask = (1 << bits) - 1;
        let cubes = (0..=mask)
            .map(|value| CubeOutcome { cube: Cube { mask, value }, outcome: outcome(value), reads: Vec::new() })
            .collect();
        Exploration::new(0, vec![Arc::default()], cubes)
    }

    #[test]
    fn what_is_too_large_to_compare_is_told() {
        assert_eq!(left_out(&shader(4), &every(4)), []);
        assert_eq!(left_out(&shader(18), &every(18)), [LeftOut::DecisionDiagram, LeftOut::CountedTechniques]);
    }
}

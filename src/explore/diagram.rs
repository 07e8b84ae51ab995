//! The decision diagram of a shader, and what is counted with it: nothing here lists permutations.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{
    BranchLayout, Cube, Diagram, DiagramTooLarge, Exploration, FinalCube, Outcome, Permutation, TechniqueId,
};

/// From permutation to outcome: technique and written bits. Values of branches that pass through are not part of the
/// outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutcomeDiagram {
    /// Distinct, sorted; the diagram's numbers are indices into it.
    pub outcomes: Vec<Outcome>,
    pub diagram: Diagram,
}

impl OutcomeDiagram {
    /// The diagram. It depends on the outcomes of the permutations alone, not on how cubes divide them.
    ///
    /// # Errors
    /// See [`Diagram::new`].
    pub fn of(layout: &BranchLayout, exploration: &Exploration) -> Result<OutcomeDiagram, DiagramTooLarge> {
        let mut outcomes: Vec<Outcome> = exploration.cubes.iter().map(|cube| cube.outcome).collect();
        outcomes.sort_unstable();
        outcomes.dedup();
        let number = |outcome: &Outcome| outcomes.binary_search(outcome).expect("every outcome is in the list") as u32;
        let parts: Vec<(Cube, u32)> = exploration.cubes.iter().map(|cube| (cube.cube, number(&cube.outcome))).collect();
        let diagram = Diagram::new(layout, &parts)?;
        Ok(OutcomeDiagram { outcomes, diagram })
    }

    /// The outcome of a permutation; `None` where it does not exist.
    pub fn lookup(&self, permutation: Permutation) -> Option<Outcome> {
        self.diagram.lookup(permutation).map(|number| self.outcomes[number as usize])
    }

    /// How many permutations have each outcome, in the order of `outcomes`.
    pub fn permutations(&self) -> Vec<u128> {
        let counts = self.diagram.counts();
        (0..self.outcomes.len() as u32).map(|number| counts.get(&number).copied().unwrap_or(0)).collect()
    }

    /// How many permutations lead to each technique.
    pub fn permutations_of_techniques(&self) -> BTreeMap<TechniqueId, u128> {
        let mut counts = BTreeMap::new();
        for (outcome, count) in self.outcomes.iter().zip(self.permutations()) {
            if let Outcome::Built { technique, .. } = outcome
                && count > 0
            {
                *counts.entry(*technique).or_default() += count;
            }
        }
        counts
    }

    /// The techniques of the permutations in a cube.
    fn techniques_within(&self, cube: Cube) -> Result<BTreeSet<TechniqueId>, DiagramTooLarge> {
        let counts = self.diagram.within(cube)?.counts();
        Ok(counts
            .keys()
            .filter_map(|number| match self.outcomes[*number as usize] {
                Outcome::Built { technique, .. } => Some(technique),
                Outcome::NotBuilt | Outcome::Failed => None,
            })
            .collect())
    }
}

/// How many distinct (technique, final values) the permutations in a cube have together. Counted on diagrams, one a
/// technique: branches that pass through are never multiplied out.
///
/// # Errors
/// See [`Diagram::new`].
pub fn count_finals(layout: &BranchLayout, exploration: &Exploration, within: Cube) -> Result<u128, DiagramTooLarge> {
    let mut finals: Vec<FinalCube> = exploration
        .cubes
        .iter()
        .filter_map(|outcome| outcome.outcome.final_cube(meet(outcome.cube, within)?))
        .collect();
    finals.sort_unstable();
    finals.dedup();
    let mut sum = 0;
    let part = |cube: &FinalCube| Cube { mask: cube.mask, value: cube.value };
    for of_technique in finals.chunk_by(|a, b| a.technique == b.technique) {
        // Of many techniques, most are those of one cube.
        let of_one = if let [one] = of_technique { layout.existing_in(part(one)) } else { None };
        sum += match of_one {
            Some(count) => count,
            None => {
                let parts: Vec<(Cube, u32)> = of_technique.iter().map(|cube| (part(cube), 0)).collect();
                Diagram::new(layout, &parts)?.counts().values().sum::<u128>()
            }
        };
    }
    Ok(sum)
}

/// The permutations that two cubes share.
fn meet(a: Cube, b: Cube) -> Option<Cube> {
    a.meets(b).then_some(Cube { mask: a.mask | b.mask, value: a.value | b.value })
}

/// How many techniques fewer there would be if a branch were 0 in every permutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Techniques, final branch values not counted.
    pub techniques: usize,
    /// Techniques with their final branch values.
    pub finals: u128,
}

/// The cost of each branch, in declared order.
///
/// # Errors
/// See [`Diagram::new`].
pub fn branch_costs(
    layout: &BranchLayout,
    exploration: &Exploration,
    outcomes: &OutcomeDiagram,
) -> Result<Vec<Cost>, DiagramTooLarge> {
    let techniques = outcomes.techniques_within(Cube::ALL)?.len();
    let finals = count_finals(layout, exploration, Cube::ALL)?;
    let cost = |zero: Cube| {
        Ok(Cost {
            techniques: techniques - outcomes.techniques_within(zero)?.len(),
            finals: finals - count_finals(layout, exploration, zero)?,
        })
    };
    layout.branches().iter().map(|branch| cost(Cube { mask: branch.mask(), value: 0 })).collect()
}

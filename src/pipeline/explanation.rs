//! The cost of a shader, and its causes.

use std::collections::{BTreeMap, BTreeSet};

use super::ShaderFront;
use crate::explore::{Cost, OutcomeDiagram, branch_costs};
use crate::model::{
    Branch, BranchId, BranchKind, BranchLayout, Cube, DiagramTooLarge, Digest, Outcome, Stage, TechniqueId, VariantId,
    VariantSet,
};
use crate::report::{BranchShare, Explanation, Read, TechniqueShare};

/// Explains a shader. `binaries`: the digests of its artifacts as far as they are known, in the order of the variants.
pub fn explain(shader: &ShaderFront, binaries: &[Option<Digest>]) -> Explanation {
    let (layout, exploration) = (&shader.declaration.branches, &shader.exploration);
    let report = shader.report();
    // Counts would be wrong if only a part of the permutations was explored.
    let diagram = if shader.explored { OutcomeDiagram::of(layout, exploration) } else { Err(DiagramTooLarge) };
    let costs = diagram.as_ref().map_err(|error| *error).and_then(|known| branch_costs(layout, exploration, known));
    let counted = diagram.as_ref().map(OutcomeDiagram::permutations_of_techniques);
    let without = |outcome: Outcome| {
        let known = diagram.as_ref().ok()?;
        let at = known.outcomes.binary_search(&outcome).ok();
        Some(at.map_or(0, |at| known.permutations()[at]))
    };
    let mut techniques: Vec<TechniqueShare> = (0u32..)
        .zip(&exploration.techniques)
        .map(|(number, technique)| TechniqueShare {
            technique: number,
            permutations: counted.as_ref().ok().map(|counts| counts.get(&TechniqueId(number)).copied().unwrap_or(0)),
            entry_points: technique.entry_points.iter().map(|(stage, name)| (*stage, name.clone())).collect(),
            defines: technique.defines.iter().map(|(name, value)| (name.clone(), value.replacement())).collect(),
        })
        .collect();
    techniques.sort_by_key(|technique| std::cmp::Reverse(technique.permutations));
    let consulted: BTreeSet<&str> = shader
        .tokens
        .units
        .iter()
        .flat_map(|unit| unit.consulted.iter().map(|consulted| consulted.name.as_str()))
        .collect();
    let set = shader.known_variants();
    Explanation {
        shader: report.shader,
        target: report.target.name(),
        permutations: report.permutations,
        not_built: without(Outcome::NotBuilt),
        failed: without(Outcome::Failed),
        specialize_runs: report.specialize_runs,
        cubes: report.cubes,
        diagram_nodes: diagram.as_ref().ok().map(|known| known.diagram.nodes()),
        techniques,
        final_techniques: report.techniques,
        packed: report.packed,
        sources: set.map(|set| set.sources.len()),
        compiled: set.map(|_| binaries.iter().flatten().count()),
        binaries: set.map(|_| binaries.iter().flatten().collect::<BTreeSet<_>>().len()),
        programs: report.programs,
        variants: report.variants.map(|variants| variants.into_iter().collect()),
        branches: branches(shader, costs),
        reads: reads(shader),
        defines: consulted.into_iter().map(str::to_owned).collect(),
    }
}

fn branches(shader: &ShaderFront, costs: Result<Vec<Cost>, DiagramTooLarge>) -> Vec<BranchShare> {
    let (layout, exploration) = (&shader.declaration.branches, &shader.exploration);
    let set = shader.known_variants();
    let chosen = set.and_then(|set| chosen_stages(set, layout));
    let share = |at: usize, branch: &Branch| {
        let reading = |(read, _): &&(BranchId, u32)| usize::from(read.0) == at;
        let reads = || exploration.cubes.iter().flat_map(|cube| &cube.reads).filter(reading);
        let lines: BTreeSet<u32> = reads().map(|(_, line)| *line).collect();
        let cost = costs.as_ref().ok().map(|costs| costs[at]);
        BranchShare {
            name: branch.name.clone(),
            first_bit: branch.first_bit,
            values: match &branch.kind {
                BranchKind::Bool => "bool".to_owned(),
                BranchKind::Int { min, max } => format!("{min}..{max}"),
                BranchKind::Enum { members } => members.join("|"),
            },
            cubes: reads().count(),
            lines: lines.into_iter().collect(),
            saved_techniques: cost.map(|cost| cost.techniques),
            saved_final_techniques: cost.map(|cost| cost.finals),
            saved_variants: set.map(|set| saved_variants(set, Cube { mask: branch.mask(), value: 0 })),
            live: set.map(|set| {
                let live = set.live.iter().filter(|(_, live)| live.iter().any(|id| usize::from(id.0) == at));
                live.map(|(stage, _)| *stage).collect()
            }),
            chooses: chosen.as_ref().map(|chosen| chosen[at].iter().copied().collect()),
        }
    };
    layout.branches().iter().enumerate().map(|(at, branch)| share(at, branch)).collect()
}

/// Limit on parts that are compared with each other: more would take seconds.
const COMPARED_PARTS: usize = 1 << 13;

/// For each branch, the stages that have different variants for two permutations which differ in this branch alone;
/// `None` where there are too many parts to compare.
fn chosen_stages(set: &VariantSet, layout: &BranchLayout) -> Option<Vec<BTreeSet<Stage>>> {
    if set.parts.len() > COMPARED_PARTS {
        return None;
    }
    let mut of_bit = vec![0; 64];
    for (at, branch) in layout.branches().iter().enumerate() {
        (branch.first_bit..branch.first_bit + branch.width).for_each(|bit| of_bit[usize::from(bit)] = at);
    }
    let mut chosen = vec![BTreeSet::new(); layout.branches().len()];
    for (at, (a, technique)) in set.parts.iter().enumerate() {
        let stages = &set.techniques[*technique as usize].stages;
        for (b, other) in &set.parts[at + 1..] {
            // Parts are disjoint: some bit differs.
            let differing = (a.value ^ b.value) & a.mask & b.mask;
            let branch = of_bit[differing.trailing_zeros() as usize % 64];
            if technique == other || differing & !layout.branches()[branch].mask() != 0 {
                continue;
            }
            let others = &set.techniques[*other as usize].stages;
            // A stage that only one of the two has counts as different.
            let all = stages.keys().chain(others.keys());
            chosen[branch].extend(all.filter(|stage| stages.get(stage) != others.get(stage)));
        }
    }
    Some(chosen)
}

/// The variants that no permutation in the cube uses.
fn saved_variants(set: &VariantSet, within: Cube) -> BTreeMap<Stage, usize> {
    let kept: BTreeSet<VariantId> = set
        .parts
        .iter()
        .filter(|(cube, _)| cube.meets(within))
        .flat_map(|(_, technique)| set.techniques[*technique as usize].stages.values().copied())
        .collect();
    let mut saved = BTreeMap::new();
    for (variant, id) in set.variants.iter().zip(0u32..) {
        *saved.entry(variant.stage).or_default() += usize::from(!kept.contains(&VariantId(id)));
    }
    saved
}

fn reads(shader: &ShaderFront) -> Vec<Read> {
    let mut lines: BTreeMap<u32, (BTreeSet<BranchId>, usize)> = BTreeMap::new();
    for cube in &shader.exploration.cubes {
        let mut of_cube: BTreeMap<u32, Vec<BranchId>> = BTreeMap::new();
        for (branch, line) in &cube.reads {
            of_cube.entry(*line).or_default().push(*branch);
        }
        for (line, branches) in of_cube {
            let known = lines.entry(line).or_default();
            known.0.extend(branches);
            known.1 += 1;
        }
    }
    let name = |id: &BranchId| shader.declaration.branches.get(*id).name.clone();
    let mut reads: Vec<Read> = lines
        .into_iter()
        .map(|(line, (branches, cubes))| Read { line, branches: branches.iter().map(name).collect(), cubes })
        .collect();
    reads.sort_by_key(|read| (std::cmp::Reverse(read.cubes), read.line));
    reads
}

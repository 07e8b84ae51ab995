//! Divides the permutations by the texts of their stages. Branches that pass through `Specialize` split a cube only if
//! they are live: if the text of a stage depends on them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use rustc_hash::FxHashMap;

use super::reachability::{Live, TextId};
use super::{Mode, Options};
use crate::atom::Atom;
use crate::diag::{Diagnostic, Origin};
use crate::model::{
    BranchId, BranchLayout, Cube, Exploration, FinalCube, Limits, ShaderDeclaration, ShaderTokens, Stage, Technique,
};

/// Permutations that share a technique and the text of each of its stages.
pub struct PermutationPart {
    pub cube: Cube,
    /// Outside of its mask, no stage depends on any value.
    pub finals: FinalCube,
    /// First index and number of its texts in [`Division::all_texts`]: one for each stage, in the technique's order.
    texts: (u32, u32),
}

/// All permutations that are built.
pub struct Division {
    /// Disjoint.
    pub parts: Vec<PermutationPart>,
    all_texts: Vec<TextId>,
    /// The branches that some text of the stage depends on, in declared order.
    pub live: BTreeMap<Stage, Vec<BranchId>>,
}

impl Division {
    pub fn texts(&self, part: &PermutationPart) -> &[TextId] {
        let (first, count) = part.texts;
        &self.all_texts[first as usize..(first + count) as usize]
    }
}

/// A cube of final values with equal texts, and the indices of these texts.
type Leaf = (FinalCube, (u32, u32));

/// Divides what exploration found, cube by cube.
///
/// # Errors
/// A diagnostic, where there are more than `limits.techniques` parts.
pub fn divide(
    shader: &ShaderDeclaration,
    exploration: &Exploration,
    units: &mut [Live],
    tokens: &ShaderTokens,
    options: &Options<'_>,
) -> Result<Division, Box<Diagnostic>> {
    let Options { mode, limits, cancelled, .. } = *options;
    let is_cancelled = || cancelled.is_some_and(|cancelled| cancelled.load(Ordering::Relaxed));
    let mut divider =
        Divider { layout: &shader.branches, mode, texts: Vec::new(), live: BTreeMap::new(), splits: BTreeMap::new() };
    let mut parts: Vec<PermutationPart> = Vec::new();
    // Two paths through `Specialize` can write the same final values.
    let mut known: FxHashMap<FinalCube, Vec<Leaf>> = FxHashMap::default();
    for outcome in &exploration.cubes {
        let Some(whole) = outcome.final_cube() else { continue };
        let room = limits.techniques.saturating_sub(parts.len() as u64);
        let leaves = known.entry(whole).or_insert_with(|| {
            let technique = whole.technique.0 as usize;
            divider.leaves(whole, &exploration.techniques[technique], &mut (&mut *units, tokens), room, &is_cancelled)
        });
        if is_cancelled() {
            return Ok(Division { parts: Vec::new(), all_texts: Vec::new(), live: BTreeMap::new() });
        }
        if leaves.len() as u64 > room {
            return Err(Box::new(too_many(shader, exploration, limits, &divider.splits)));
        }
        parts.extend(leaves.iter().map(|(finals, texts)| {
            // What was split on passes through: the permutation's own bits.
            let split = finals.mask & !whole.mask;
            let cube = Cube { mask: outcome.cube.mask | split, value: outcome.cube.value | finals.value & split };
            PermutationPart { cube, finals: *finals, texts: *texts }
        }));
    }
    let live = divider.live.into_iter().map(|(stage, branches)| (stage, branches.into_iter().collect())).collect();
    Ok(Division { parts, all_texts: divider.texts, live })
}

/// The units, and which of them each stage of each technique has.
type Units<'a> = (&'a mut [Live], &'a ShaderTokens);

struct Divider<'a> {
    layout: &'a BranchLayout,
    mode: Mode,
    texts: Vec<TextId>,
    live: BTreeMap<Stage, BTreeSet<BranchId>>,
    /// The share of a path through `Specialize` that a stage split on a branch that passes through; 2^32 is the whole
    /// path. Shares are used because counts would always name the branch that is split last.
    splits: BTreeMap<(BranchId, Stage), u64>,
}

impl Divider<'_> {
    /// Splits final values, depth first, until each stage's text is one; stops once there are more than `room` leaves.
    fn leaves(
        &mut self,
        whole: FinalCube,
        technique: &Technique,
        units: &mut Units<'_>,
        room: u64,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        let mut open = vec![whole];
        while let Some(finals) = open.pop() {
            if is_cancelled() {
                break;
            }
            let first = self.texts.len();
            let share = (1u64 << 32) >> (finals.mask & !whole.mask).count_ones().min(32);
            let Some(split) = self.texts_or_split(finals, share, technique, units) else {
                leaves.push((finals, (first as u32, (self.texts.len() - first) as u32)));
                if leaves.len() as u64 > room {
                    break;
                }
                continue;
            };
            self.texts.truncate(first);
            let branch = self.layout.get(split);
            open.extend((0..branch.value_count()).rev().map(|value| FinalCube {
                technique: finals.technique,
                mask: finals.mask | branch.mask(),
                value: finals.value | branch.insert(value),
            }));
        }
        leaves
    }

    /// Adds the text of each stage, or answers with a branch that passes through and that some text depends on.
    fn texts_or_split(
        &mut self,
        finals: FinalCube,
        share: u64,
        technique: &Technique,
        (units, tokens): &mut Units<'_>,
    ) -> Option<BranchId> {
        for (stage, entry_point) in &technique.entry_points {
            let unit = tokens.unit_of(finals.technique.0 as usize, *stage);
            let (text, reads) = units[unit].text(self.layout, self.mode, Atom::from(entry_point), finals.values());
            self.live.entry(*stage).or_default().extend(reads.iter().copied());
            let passes = |id: &BranchId| {
                let mask = self.layout.get(*id).mask();
                mask != 0 && finals.mask & mask == 0
            };
            if let Some(split) = reads.into_iter().find(passes) {
                let known = self.splits.entry((split, *stage)).or_default();
                *known = known.saturating_add(share);
                return Some(split);
            }
            self.texts.push(text);
        }
        None
    }
}

/// Reported instead of variants where there are more than `limits.techniques` parts.
fn too_many(
    shader: &ShaderDeclaration,
    exploration: &Exploration,
    limits: &Limits,
    splits: &BTreeMap<(BranchId, Stage), u64>,
) -> Diagnostic {
    let layout = &shader.branches;
    let mut diagnostic = Diagnostic::error(
        "specialise/too-many-techniques",
        format!("shader \"{}\" divides into more than {} parts", shader.name, limits.techniques),
    )
    .origin(Origin::Limit)
    .at(shader.declared);
    let mut by_branch: BTreeMap<BranchId, (u64, Vec<&str>)> = BTreeMap::new();
    for ((branch, stage), count) in splits {
        let known = by_branch.entry(*branch).or_default();
        known.0 = known.0.saturating_add(*count);
        known.1.push(stage.name());
    }
    let mut by_branch: Vec<(BranchId, (u64, Vec<&str>))> = by_branch.into_iter().collect();
    by_branch.sort_by_key(|(id, (count, _))| (std::cmp::Reverse(*count), *id));
    for (id, (_, stages)) in by_branch.iter().take(NOTES) {
        diagnostic = diagnostic.note(format!(
            "the {} source depends on `{}`, which passes through `Specialize` as it is",
            stages.join(" and "),
            layout.get(*id).name
        ));
    }
    if by_branch.len() > NOTES {
        diagnostic = diagnostic.note(format!("and on {} more branches", by_branch.len() - NOTES));
    }
    let mut reads: Vec<(usize, u32, &str)> = Vec::new();
    for (branch, id) in layout.branches().iter().zip(0u16..) {
        let of_branch = exploration.cubes.iter().flat_map(|cube| &cube.reads).filter(|(read, _)| read.0 == id);
        if let Some(line) = of_branch.clone().map(|(_, line)| *line).min() {
            reads.push((of_branch.count(), line, &branch.name));
        }
    }
    reads.sort_by_key(|(count, line, _)| (std::cmp::Reverse(*count), *line));
    for (count, line, name) in reads.iter().take(NOTES) {
        diagnostic = diagnostic
            .note(format!("the read of `{name}` on line {line} splits {count} of {} paths", exploration.cubes.len()));
    }
    diagnostic.help(
        "Set branches that do not matter to a fixed value in `Specialize`, take them out of `Branches` (they stay run-time \
         uniforms), or raise `techniques` in the limits of the project file.",
    )
}

/// Upper bound of branches and reads in the message.
const NOTES: usize = 5;

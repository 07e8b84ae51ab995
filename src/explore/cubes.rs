//! Depth-first search over the reads: each run of `Specialize` gives one cube.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::failures;
use crate::diag::{Diagnostic, Origin};
use crate::model::{
    BranchId, BranchLayout, Cube, CubeOutcome, DefineValue, Exploration, Limits, Outcome, Permutation, Run, Scalar,
    ShaderDeclaration, Specialize, Technique, TechniqueId,
};

/// A cube that waits for its run, and the reads that a pure function must make on the way to it.
struct Pending {
    cube: Cube,
    path: Vec<(BranchId, u32)>,
}

/// The cubes of a shader, without final techniques.
pub fn explore_cubes(
    shader: &ShaderDeclaration,
    specialize: &mut dyn Specialize,
    limits: &Limits,
) -> (Exploration, Vec<Diagnostic>) {
    let layout = &shader.branches;
    let mut known = Known::default();
    let mut failed: Vec<(usize, Diagnostic)> = Vec::new();
    let mut diagnostics = Vec::new();
    let mut cubes: Vec<CubeOutcome> = Vec::new();
    let mut runs = 0;
    let mut pending = vec![Pending { cube: Cube::ALL, path: Vec::new() }];
    while let Some(Pending { cube, path }) = pending.pop() {
        if cubes.len() as u64 >= limits.cubes {
            diagnostics.push(too_many_cubes(shader, &cubes, limits));
            close(&mut cubes, Some(cube), &pending);
            break;
        }
        runs += 1;
        let run = specialize.specialize(Permutation(cube.value));
        let kept_path = run.reads.len() >= path.len() && run.reads.iter().zip(&path).all(|(now, then)| now == then);
        let fatal = matches!(&run.result, Err(failure) if failure.fatal);
        if !kept_path && !fatal {
            diagnostics.push(other_reads(shader, &path, &run.reads));
            close(&mut cubes, Some(cube), &pending);
            break;
        }
        let whole = if fatal { cube } else { split(layout, cube, &path, &run.reads, &mut pending) };
        let outcome = match run.result {
            Ok(Some(technique)) => Outcome::Built {
                technique: known.id(technique),
                written_mask: run.written_mask,
                written_value: run.written_value,
            },
            Ok(None) => Outcome::NotBuilt,
            Err(failure) => {
                failed.extend(failure.diagnostics.into_iter().map(|diagnostic| (cubes.len(), diagnostic)));
                Outcome::Failed
            }
        };
        cubes.push(CubeOutcome { cube: whole, outcome, reads: run.reads });
        if fatal {
            close(&mut cubes, None, &pending);
            break;
        }
    }
    let impure = !diagnostics.is_empty();
    let mut all = failures::report(shader, &cubes, failed);
    all.extend(diagnostics);
    if !impure && all.is_empty() {
        all.extend(rerun(shader, specialize, &cubes, &known));
    }
    (Exploration::new(runs, known.techniques, cubes), all)
}

/// The cube of a run: the values that were fixed before and those that it read. The other values of the new reads are
/// pushed, so that the last read is varied first.
fn split(
    layout: &BranchLayout,
    cube: Cube,
    path: &[(BranchId, u32)],
    reads: &[(BranchId, u32)],
    pending: &mut Vec<Pending>,
) -> Cube {
    let mut whole = cube;
    for (at, (id, _)) in reads.iter().enumerate().skip(path.len()) {
        let branch = layout.get(*id);
        // From the highest value down: the stack returns them in rising order.
        for encoded in (1..branch.value_count()).rev() {
            let mask = whole.mask | branch.mask();
            let value = whole.value | branch.insert(encoded);
            pending.push(Pending { cube: Cube { mask, value }, path: reads[..=at].to_vec() });
        }
        whole.mask |= branch.mask();
    }
    whole
}

/// Cubes that were not explored count as failed, so that the cubes still cover every permutation.
fn close(cubes: &mut Vec<CubeOutcome>, current: Option<Cube>, pending: &[Pending]) {
    let rest = current.into_iter().chain(pending.iter().rev().map(|pending| pending.cube));
    cubes.extend(rest.map(|cube| CubeOutcome { cube, outcome: Outcome::Failed, reads: Vec::new() }));
}

/// Distinct techniques in order of discovery.
#[derive(Default)]
struct Known {
    techniques: Vec<Arc<Technique>>,
    /// Duplicates, kept alive so that no other technique gets their address.
    doubles: Vec<Arc<Technique>>,
    /// By address: runs return the same `Arc` for the same technique most of the time.
    by_address: FxHashMap<usize, TechniqueId>,
    by_content: FxHashMap<Vec<u8>, TechniqueId>,
}

impl Known {
    fn id(&mut self, technique: Arc<Technique>) -> TechniqueId {
        let address = Arc::as_ptr(&technique) as usize;
        if let Some(id) = self.by_address.get(&address) {
            return *id;
        }
        let id = *self.by_content.entry(content(&technique)).or_insert(TechniqueId(self.techniques.len() as u32));
        self.by_address.insert(address, id);
        let list = if id.0 as usize == self.techniques.len() { &mut self.techniques } else { &mut self.doubles };
        list.push(technique);
        id
    }
}

/// Every field of a technique; equal bytes are equal content.
fn content(technique: &Technique) -> Vec<u8> {
    let Technique {
        entry_points,
        stage_files,
        render_state,
        vertex_format,
        defines,
        profile,
        metadata,
        info,
        options,
        places: _,
    } = technique;
    let mut bytes = Vec::with_capacity(256);
    uberc_runtime::state_bytes::write(render_state, &mut bytes);
    // A mark and the length before each text keep it apart from the next field.
    let mut put = |mark: u8, field: &[u8]| {
        bytes.push(mark);
        bytes.extend_from_slice(&(field.len() as u64).to_le_bytes());
        bytes.extend_from_slice(field);
    };
    for (stage, name) in entry_points {
        put(0, stage.name().as_bytes());
        put(1, name.as_bytes());
    }
    for (stage, file) in stage_files {
        put(10, stage.name().as_bytes());
        put(11, file.as_bytes());
    }
    for (mark, text) in [(2, vertex_format), (3, profile), (9, info)] {
        if let Some(text) = text {
            put(mark, text.as_bytes());
        }
    }
    for (name, value) in options {
        put(12, name.as_bytes());
        put(13, value.as_bytes());
    }
    for (name, value) in defines {
        put(4, name.as_bytes());
        match value {
            DefineValue::Bool(value) => put(6, &[u8::from(*value)]),
            DefineValue::Number(value) => put(7, &value.to_le_bytes()),
            DefineValue::String(text) => put(8, text.as_bytes()),
        }
    }
    for (name, value) in metadata {
        put(5, name.as_bytes());
        match value {
            Scalar::Bool(value) => put(6, &[u8::from(*value)]),
            Scalar::Number(value) => put(7, &value.to_le_bytes()),
            Scalar::String(text) => put(8, text.as_bytes()),
        }
    }
    bytes
}

/// Number of calls that are repeated after exploring. A few are enough: the prelude finds most changes of state itself.
const RERUNS: usize = 4;

/// Runs some cubes once more, last first: a pure function gives the same results.
fn rerun(
    shader: &ShaderDeclaration,
    specialize: &mut dyn Specialize,
    cubes: &[CubeOutcome],
    known: &Known,
) -> Option<Diagnostic> {
    let same = |run: &Run, cube: &CubeOutcome| {
        run.reads == cube.reads
            && match (&run.result, &cube.outcome) {
                // A failure that only follows from a mistake of the file has no diagnostic.
                (Ok(None), Outcome::NotBuilt) | (Err(_), Outcome::Failed) => true,
                (Ok(Some(technique)), Outcome::Built { technique: id, written_mask, written_value }) => {
                    **technique == *known.techniques[id.0 as usize]
                        && run.written_mask == *written_mask
                        && run.written_value == *written_value
                }
                _ => false,
            }
    };
    let step = cubes.len().div_ceil(RERUNS).max(1);
    for cube in cubes.iter().step_by(step).rev() {
        let run = specialize.specialize(Permutation(cube.cube.value));
        if !same(&run, cube) {
            return Some(
                Diagnostic::error(
                    "sidecar/impure",
                    format!("`Specialize` of shader \"{}\" gives another result when it is called again", shader.name),
                )
                .at(shader.declared)
                .note(format!("for the permutation {}", shader.branches.describe(cube.cube.value)))
                .help("It must depend on the permutation alone: change no variable or table outside of it."),
            );
        }
    }
    None
}

fn other_reads(shader: &ShaderDeclaration, path: &[(BranchId, u32)], reads: &[(BranchId, u32)]) -> Diagnostic {
    let at = path.iter().zip(reads).take_while(|(then, now)| then == now).count();
    let name = |reads: &[(BranchId, u32)]| match reads.get(at) {
        Some((id, line)) => format!("`{}` on line {line}", shader.branches.get(*id).name),
        None => "nothing more".to_owned(),
    };
    Diagnostic::error(
        "sidecar/impure",
        format!("`Specialize` of shader \"{}\" reads different branches for the same values", shader.name),
    )
    .at(shader.declared)
    .note(format!("the first call read {} here, another call read {}", name(path), name(reads)))
    .help("It must depend on the permutation alone: change no variable or table outside of it.")
}

/// If one line reads so many branches, it is a loop or a copy and no condition.
const WALK: usize = 6;

fn too_many_cubes(shader: &ShaderDeclaration, cubes: &[CubeOutcome], limits: &Limits) -> Diagnostic {
    let mut counts: FxHashMap<(BranchId, u32), u64> = FxHashMap::default();
    for read in cubes.iter().flat_map(|cube| &cube.reads) {
        *counts.entry(*read).or_default() += 1;
    }
    let mut counts: Vec<((BranchId, u32), u64)> = counts.into_iter().collect();
    counts.sort_by_key(|((id, line), count)| (std::cmp::Reverse(*count), *line, *id));
    let mut diagnostic = Diagnostic::error(
        "explore/too-many-cubes",
        format!("`Specialize` of shader \"{}\" has more than {} distinct paths", shader.name, limits.cubes),
    )
    .origin(Origin::Limit)
    .at(shader.declared);
    // A loop over the permutation reads many branches on one line: one note instead of one for each.
    let mut at_once: Vec<(usize, u32)> = Vec::new();
    for line in counts.iter().map(|((_, line), _)| *line).collect::<BTreeSet<u32>>() {
        at_once.push((counts.iter().filter(|((_, other), _)| *other == line).count(), line));
    }
    at_once.retain(|(branches, _)| *branches >= WALK);
    for (branches, line) in &at_once {
        diagnostic = diagnostic.note(format!("line {line} reads {branches} branches at once"));
    }
    counts.retain(|((_, line), _)| at_once.iter().all(|(_, other)| other != line));
    for ((id, line), count) in counts.iter().take(8) {
        let name = &shader.branches.get(*id).name;
        diagnostic =
            diagnostic.note(format!("the read of `{name}` on line {line} splits {count} of {} paths", cubes.len()));
    }
    diagnostic.help(
        "Read a branch only where its value matters (a copy of the permutation reads all of them), or raise `cubes` in the \
         limits of the project file.",
    )
}

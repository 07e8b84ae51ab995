//! Distinct techniques with their final branch values.

use rustc_hash::FxHashSet;

use crate::diag::Diagnostic;
use crate::model::{Cube, Exploration, FinalTechnique, Limits, Outcome, Permutation, ShaderDeclaration, TechniqueId};

/// The distinct (technique, final values) of an exploration, sorted: the bits that passed through, each with every value.
///
/// # Errors
/// A diagnostic, where there are more than the limit.
pub fn finals(
    shader: &ShaderDeclaration,
    exploration: &Exploration,
    limits: &Limits,
) -> Result<Vec<FinalTechnique>, Box<Diagnostic>> {
    let mut seen: FxHashSet<(TechniqueId, Cube)> = FxHashSet::default();
    let mut found: FxHashSet<FinalTechnique> = FxHashSet::default();
    for (technique, cube) in final_cubes(exploration) {
        if !seen.insert((technique, cube)) {
            continue;
        }
        if final_count(shader, cube) > u128::from(limits.techniques) {
            return Err(Box::new(too_many(shader, exploration, limits)));
        }
        expand(shader, cube, 0, cube.value, &mut |values| {
            found.insert(FinalTechnique { technique, values: Permutation(values) });
        });
        if found.len() as u64 > limits.techniques {
            return Err(Box::new(too_many(shader, exploration, limits)));
        }
    }
    // The order of the set does not matter: it is sorted right here.
    let mut found: Vec<FinalTechnique> = found.into_iter().collect();
    found.sort_unstable();
    Ok(found)
}

/// Each built cube's final values: fixed and written bits.
fn final_cubes(exploration: &Exploration) -> impl Iterator<Item = (TechniqueId, Cube)> {
    exploration.cubes.iter().filter_map(|cube| match cube.outcome {
        Outcome::Built { technique, written_mask, written_value } => {
            let mask = cube.cube.mask | written_mask;
            Some((technique, Cube { mask, value: cube.cube.value & !written_mask | written_value }))
        }
        Outcome::NotBuilt | Outcome::Failed => None,
    })
}

/// How many permutations of the shader lie in a cube (that fixes whole branches).
pub fn final_count(shader: &ShaderDeclaration, cube: Cube) -> u128 {
    let free = shader.branches.branches().iter().filter(|branch| branch.mask() & cube.mask == 0);
    free.map(|branch| u128::from(branch.value_count())).product()
}

fn expand(shader: &ShaderDeclaration, cube: Cube, from: usize, values: u64, each: &mut impl FnMut(u64)) {
    let branches = shader.branches.branches();
    match (from..branches.len()).find(|at| branches[*at].mask() & cube.mask == 0 && branches[*at].width > 0) {
        None => each(values),
        Some(at) => {
            for encoded in 0..branches[at].value_count() {
                expand(shader, cube, at + 1, values | branches[at].insert(encoded), each);
            }
        }
    }
}

fn too_many(shader: &ShaderDeclaration, exploration: &Exploration, limits: &Limits) -> Diagnostic {
    let mut diagnostic = Diagnostic::error(
        "explore/too-many-techniques",
        format!("shader \"{}\" has more than {} techniques", shader.name, limits.techniques),
    )
    .at(shader.declared);
    let largest = final_cubes(exploration)
        .map(|(_, cube)| (final_count(shader, cube), cube))
        .max_by_key(|(count, cube)| (*count, std::cmp::Reverse(*cube)));
    if let Some((count, cube)) = largest {
        let free: Vec<&str> = shader
            .branches
            .branches()
            .iter()
            .filter(|branch| branch.mask() & cube.mask == 0 && branch.width > 0)
            .map(|branch| branch.name.as_str())
            .collect();
        if !free.is_empty() {
            diagnostic = diagnostic.note(format!(
                "one path through `Specialize` neither reads nor writes {}: {count} techniques",
                free.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
            ));
        }
    }
    let mut splits: Vec<(usize, u32, &str)> = Vec::new();
    for (branch, id) in shader.branches.branches().iter().zip(0u16..) {
        let reads = exploration.cubes.iter().flat_map(|cube| &cube.reads).filter(|(read, _)| read.0 == id);
        if let Some(line) = reads.clone().map(|(_, line)| *line).min() {
            splits.push((reads.count(), line, &branch.name));
        }
    }
    splits.sort_by_key(|(count, line, _)| (std::cmp::Reverse(*count), *line));
    for (count, line, name) in splits.iter().take(5) {
        diagnostic = diagnostic
            .note(format!("the read of `{name}` on line {line} splits {count} of {} paths", exploration.cubes.len()));
    }
    diagnostic.help(
        "Set branches that do not matter to a fixed value in `Specialize`, take them out of `Branches` (they stay run-time \
         uniforms), or raise `techniques` in the limits of the project file.",
    )
}

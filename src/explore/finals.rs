//! Distinct techniques with their final branch values.

use rustc_hash::FxHashSet;

use crate::diag::Diagnostic;
use crate::model::{Exploration, FinalTechnique, Limits, Permutation, ShaderDeclaration};

/// The distinct (technique, final values) of an exploration, sorted: the bits that passed through, each with every value.
///
/// # Errors
/// A diagnostic, where there are more than the limit.
pub fn finals(
    shader: &ShaderDeclaration,
    exploration: &Exploration,
    limits: &Limits,
) -> Result<Vec<FinalTechnique>, Box<Diagnostic>> {
    let mut found: FxHashSet<FinalTechnique> = FxHashSet::default();
    for cube in exploration.final_cubes() {
        if cube.count(&shader.branches) > u128::from(limits.techniques) {
            return Err(Box::new(too_many(shader, exploration, limits)));
        }
        expand(shader, cube.mask, 0, cube.value, &mut |values| {
            found.insert(FinalTechnique { technique: cube.technique, values: Permutation(values) });
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

fn expand(shader: &ShaderDeclaration, mask: u64, from: usize, values: u64, each: &mut impl FnMut(u64)) {
    let branches = shader.branches.branches();
    match (from..branches.len()).find(|at| branches[*at].mask() & mask == 0 && branches[*at].width > 0) {
        None => each(values),
        Some(at) => {
            for encoded in 0..branches[at].value_count() {
                expand(shader, mask, at + 1, values | branches[at].insert(encoded), each);
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
    let cubes = exploration.final_cubes();
    let largest = cubes
        .iter()
        .map(|cube| (cube.count(&shader.branches), cube))
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

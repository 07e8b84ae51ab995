//! Warnings about constructs that are allowed and probably not intended.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::ShaderFront;
use crate::diag::{Diagnostic, Span, did_you_mean, listed};
use crate::dialect::GeneratorOption;
use crate::model::{Branch, BranchId, BranchKind, Outcome, PpToken, Preprocessed, TokenFlags};

/// A shader that is built for no permutation: `Specialize` returns `nil` for all.
pub fn find_never_built(shader: &ShaderFront) -> Option<Diagnostic> {
    let cubes = &shader.exploration.cubes;
    let is_never = shader.sound && !cubes.is_empty() && cubes.iter().all(|cube| cube.outcome == Outcome::NotBuilt);
    is_never.then(|| {
        let name = &shader.declaration.name;
        let message = format!("shader `{name}` is built for no permutation: Specialize returns nil for all of them");
        let warning = Diagnostic::warning("check/never-built", message).at(shader.declaration.declared);
        warning.help("Return a technique for the permutations that exist, or remove the shader.")
    })
}

/// Branches that change nothing: `Specialize` does not read them, and no variant depends on them. They double the
/// permutations that a game can ask for, to no effect. A branch that `Specialize` always writes is not one of them.
/// `options`: those of the generator that writes the text.
pub fn find_unused_branches(shader: &ShaderFront, options: &[GeneratorOption]) -> Vec<Diagnostic> {
    // A sidecar can make branches in a loop: the unused branches of one line are one mistake.
    let mut places: Vec<(Span, bool, Vec<&Branch>)> = Vec::new();
    for branch in unused_branches(shader) {
        let of = (branch.declared.unwrap_or(shader.declaration.declared), is_named(shader, branch));
        match places.iter_mut().find(|(place, named, _)| (*place, *named) == of) {
            Some((.., all)) => all.push(branch),
            None => places.push((of.0, of.1, vec![branch])),
        }
    }
    places.into_iter().map(|(place, named, branches)| unused(shader, &branches, named, options).at(place)).collect()
}

fn unused_branches(shader: &ShaderFront) -> Vec<&Branch> {
    // A shader with errors may not have been explored or preprocessed completely.
    if !shader.sound || !shader.divided {
        return Vec::new();
    }
    let cubes = &shader.exploration.cubes;
    let masks: Vec<u64> = cubes
        .iter()
        .filter_map(|cube| match cube.outcome {
            Outcome::Built { written_mask, .. } => Some(written_mask),
            _ => None,
        })
        .collect();
    // Without a technique the source was not preprocessed.
    if masks.is_empty() {
        return Vec::new();
    }
    let written = masks.iter().fold(0, |all, mask| all | mask);
    let read: BTreeSet<BranchId> = cubes.iter().flat_map(|cube| cube.reads.iter().map(|(branch, _)| *branch)).collect();
    let fixed = shader.variants.parts.iter().fold(0, |all, (cube, _)| all | cube.mask);
    let is_unused = |branch: &Branch, id: u16| {
        // A branch of one value has no bits: nothing can depend on it.
        let is_idle =
            if branch.width == 0 { !is_named(shader, branch) } else { branch.mask() & (fixed | written) == 0 };
        is_idle && !read.contains(&BranchId(id)) && !is_in_condition(shader, branch)
    };
    let branches = shader.declaration.branches.branches().iter().zip(0u16..);
    branches.filter(|(branch, id)| is_unused(branch, *id)).map(|(branch, _)| branch).collect()
}

/// Booleans that are named as the branches of the project are, have no value in the source, and are in no `Branches`: probably one was
/// forgotten there. As a uniform that no engine sets it is always false.
pub fn forgotten_branches(shaders: &[&ShaderFront]) -> Vec<Diagnostic> {
    let branches = || shaders.iter().flat_map(|shader| shader.declaration.branches.branches());
    let known: BTreeSet<&str> = branches().map(|branch| branch.name.as_str()).collect();
    let of_bools = branches().filter(|branch| branch.kind == BranchKind::Bool);
    let unnamed: Vec<&str> = shaders
        .iter()
        .flat_map(|shader| shader.declaration.branches.branches().iter().filter(|branch| !is_named(shader, branch)))
        .map(|branch| branch.name.as_str())
        .collect();
    // They have a warning, which says what was probably meant.
    let unused: BTreeSet<&str> =
        shaders.iter().flat_map(|shader| unused_branches(shader)).map(|branch| branch.name.as_str()).collect();
    let prefixes: BTreeSet<&str> = of_bools.filter_map(|branch| prefix(&branch.name)).collect();
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut told: FxHashSet<Span> = FxHashSet::default();
    for shader in shaders {
        for unit in &shader.tokens.units {
            for token in global_bools(unit) {
                let name = token.token.text.as_str();
                if known.contains(name) || !prefix(name).is_some_and(|prefix| prefixes.contains(prefix)) {
                    continue;
                }
                let message = format!("`{name}` is named as a branch, and is in no `Branches`");
                let of: Vec<String> = shaders
                    .iter()
                    .filter(|other| other.unit == shader.unit)
                    .map(|other| format!("`{}`", other.declaration.name))
                    .take(NAMED)
                    .collect();
                let of = of.join(", ");
                let near = did_you_mean(name, unnamed.iter().copied());
                let help = match near {
                    Some(near) => {
                        format!("Did you mean `{near}`, which is in `Branches` of {of}, and not in the source?")
                    }
                    None => format!("Add it to the `Branches` of {of}, or give it another name if the game sets it."),
                };
                let is_new = near.is_none_or(|near| !unused.contains(near));
                if is_new && told.insert(unit.place(token).0) {
                    let hint = Diagnostic::remark("check/forgotten-branch", message).help(help);
                    found.push(unit.blame(hint, token));
                }
            }
        }
    }
    found
}

/// The part of a name before its first upper-case letter, if there is an underscore in it: `g_b` of `g_bSkinning`.
pub fn prefix(name: &str) -> Option<&str> {
    let end = name.find(|letter: char| letter.is_ascii_uppercase())?;
    Some(&name[..end]).filter(|prefix| prefix.contains('_'))
}

/// The names of boolean uniforms outside of blocks that have no initial value.
fn global_bools(unit: &Preprocessed) -> Vec<&PpToken> {
    let mut found = Vec::new();
    let (mut depth, mut begins) = (0usize, true);
    let tokens: Vec<&PpToken> =
        unit.tokens.iter().filter(|token| !token.token.flags.has(TokenFlags::DIRECTIVE)).collect();
    let text = |at: usize| tokens.get(at).map_or("", |token: &&PpToken| token.token.text.as_str());
    for (at, token) in tokens.iter().enumerate() {
        match token.token.text.as_str() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            "bool" if depth == 0 && begins && is_identifier(text(at + 1)) && matches!(text(at + 2), ";" | ",") => {
                // `bool a, b;`
                let mut name = at + 1;
                while is_identifier(text(name)) && matches!(text(name + 1), ";" | ",") {
                    found.push(tokens[name]);
                    name += if text(name + 1) == ";" { tokens.len() } else { 2 };
                }
            }
            _ => {}
        }
        begins = depth == 0 && matches!(token.token.text.as_str(), ";" | "}" | "uniform" | "extern");
    }
    found
}

/// Limit on the names in a message.
const NAMED: usize = 6;

fn unused(shader: &ShaderFront, branches: &[&Branch], named: bool, options: &[GeneratorOption]) -> Diagnostic {
    let mut names: Vec<String> = branches.iter().take(NAMED).map(|branch| format!("`{}`", branch.name)).collect();
    if branches.len() > NAMED {
        names.push(format!("{} more", branches.len() - NAMED));
    }
    let (subject, verb) = match names.split_last() {
        Some((last, [])) => (format!("branch {last}"), "changes"),
        Some(_) => (format!("branches {}", listed(&names)), "change"),
        None => (String::new(), ""),
    };
    let of = &shader.declaration.name;
    let problem = if named {
        format!("{subject} of shader `{of}` {verb} nothing: neither Specialize nor a stage reads it")
    } else {
        format!(
            "{subject} of shader `{of}` {verb} nothing: Specialize does not read it, and the source does not name it"
        )
    };
    let near = match branches {
        [branch] if !named => {
            let others = &shader.declaration.branches;
            let is_free = |text: &&str| is_identifier(text) && others.find(text).is_none();
            let of_text = words(shader).filter(is_free);
            let options = options.iter().filter(|option| option.is_branch).map(|option| option.name);
            did_you_mean(&branch.name, options.clone()).or_else(|| did_you_mean(&branch.name, of_text))
        }
        _ => None,
    };
    let help = match near {
        Some(near) => format!("Did you mean `{near}`? Otherwise remove it from `Branches`."),
        None => "Remove it from `Branches`, or use it.".to_owned(),
    };
    Diagnostic::warning("check/unused-branch", problem).help(help)
}

/// Whether the preprocessor was asked for the branch: this has its own diagnostic.
fn is_in_condition(shader: &ShaderFront, branch: &Branch) -> bool {
    let asked = |unit: &Arc<Preprocessed>| {
        unit.undefined_in_conditions.iter().chain(&unit.unknown_in_conditions).any(|(name, _)| *name == *branch.name)
    };
    shader.tokens.units.iter().any(asked)
}

fn is_named(shader: &ShaderFront, branch: &Branch) -> bool {
    words(shader).any(|text| text == branch.name)
}

/// The texts of all tokens.
fn words(shader: &ShaderFront) -> impl Iterator<Item = &str> {
    shader.tokens.units.iter().flat_map(|unit| unit.tokens.iter()).map(|token| &*token.token.text)
}

fn is_identifier(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
}

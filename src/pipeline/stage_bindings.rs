//! Whether the stages of a technique agree about what is at a binding. Browsers create no pipeline of stages that differ. What uberc
//! placed behind the bindings of one stage's text (elements of an array, the sampler of a combined one) may lie where another stage's
//! text has something else, if they declare different resources.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::ShaderFront;
use crate::compile::wgsl_resources;
use crate::diag::Diagnostic;
use crate::model::{Artifact, Stage, VariantId};

/// What each stage has at a binding, by set and binding.
type Resources = BTreeMap<(u32, u32), String>;

/// The bindings at which two stages of a technique have different kinds of resources. `artifacts` is parallel to the variants.
pub fn find_mismatches(front: &ShaderFront, artifacts: &[Arc<Artifact>]) -> Vec<Diagnostic> {
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let is_placed = |artifact: &Arc<Artifact>| artifact.reflection.bindings.iter().any(|one| is_placed_here(&one.name));
    let has_placed = artifacts.iter().any(is_placed);
    if !has_placed && !front.target.needs_equal_bindings() {
        return diagnostics;
    }
    let stages = |technique: &crate::model::StagedTechnique| technique.stages.clone();
    let techniques: BTreeSet<BTreeMap<Stage, VariantId>> =
        front.variants.techniques.iter().map(stages).filter(|stages| stages.len() > 1).collect();
    for technique in techniques.iter().filter(|_| has_placed) {
        for found in find_overlaps(front, artifacts, technique) {
            if !diagnostics.contains(&found) {
                diagnostics.push(found);
            }
        }
    }
    if techniques.is_empty() || !diagnostics.is_empty() || !front.target.needs_equal_bindings() {
        return diagnostics;
    }
    let resources = |artifact: &Arc<Artifact>| {
        std::str::from_utf8(&artifact.bytes.content()).map(wgsl_resources).unwrap_or_default()
    };
    let found: Vec<Resources> = artifacts.iter().map(resources).collect();
    for technique in techniques {
        let mut first: BTreeMap<(u32, u32), (Stage, &str)> = BTreeMap::new();
        for (stage, id) in technique {
            let Some(all) = found.get(id.0 as usize) else { continue };
            for (place, kind) in all {
                let (earlier, other) = *first.entry(*place).or_insert((stage, kind));
                if other != kind {
                    let found = describe(front, artifacts, id, *place, [(earlier, other), (stage, kind)]);
                    if !diagnostics.contains(&found) {
                        diagnostics.push(found);
                    }
                }
            }
        }
    }
    diagnostics
}

/// Whether uberc gave a resource its binding: an element of an array that was split, but the first, or the sampler of a combined one.
fn is_placed_here(name: &str) -> bool {
    name.contains(".sampler") || name.ends_with(']') && !name.ends_with("[0]")
}

/// Bindings at which uberc put something where another stage has another resource.
fn find_overlaps(
    front: &ShaderFront,
    artifacts: &[Arc<Artifact>],
    technique: &BTreeMap<Stage, VariantId>,
) -> Vec<Diagnostic> {
    let mut first: BTreeMap<(u32, u32), (Stage, &str)> = BTreeMap::new();
    let mut found = Vec::new();
    for (stage, id) in technique {
        let Some(artifact) = artifacts.get(id.0 as usize) else { continue };
        for bound in &artifact.reflection.bindings {
            let place = (bound.set, bound.binding);
            let (earlier, other) = *first.entry(place).or_insert((*stage, bound.name.as_str()));
            if earlier == *stage || other == bound.name || !(is_placed_here(other) || is_placed_here(&bound.name)) {
                continue;
            }
            let (set, binding) = place;
            let message = format!(
                "`{}` (binding {binding} of set {set}) of the {} stage lies where the {} stage has `{other}`: a stage does not declare \
                 what the other does",
                bound.name,
                stage.name(),
                earlier.name()
            );
            let help = "Let all stages see the declarations of both, so that uberc finds a place for each.";
            let diagnostic = Diagnostic::error("stages/binding", message).help(help);
            found.push(at_name(front, *id, &bound.name, diagnostic));
        }
    }
    found
}

/// The diagnostic at a resource's name in a variant, else at the shader's declaration.
fn at_name(front: &ShaderFront, variant: VariantId, name: &str, diagnostic: Diagnostic) -> Diagnostic {
    // An element of an array has its number behind the name.
    let word = name.split(['[', '.', '@']).next().unwrap_or_default();
    let source = front.variants.variants.get(variant.0 as usize);
    let source = source.and_then(|variant| front.variants.sources.get(variant.source as usize));
    let token = source
        .and_then(|text| text.tokens.tokens.iter().find(|token| token.token.text == word).map(|token| (text, token)));
    match token {
        Some((text, token)) => text.tokens.blame(diagnostic, token),
        None => diagnostic.at(front.declaration.declared),
    }
}

fn describe(
    front: &ShaderFront,
    artifacts: &[Arc<Artifact>],
    variant: VariantId,
    (set, binding): (u32, u32),
    [(early, one), (late, other)]: [(Stage, &str); 2],
) -> Diagnostic {
    let bindings = artifacts.get(variant.0 as usize).map(|artifact| &artifact.reflection.bindings);
    let bound = bindings.and_then(|all| all.iter().find(|bound| (bound.set, bound.binding) == (set, binding)));
    let name = bound.map_or("", |bound| bound.name.as_str());
    let message = format!(
        "`{name}` (binding {binding} of set {set}) is `{one}` in the {} stage and `{other}` in the {} stage: browsers create no pipeline of \
         both",
        early.name(),
        late.name()
    );
    let help = "Let both stages use it in the same way, or declare it twice, at two bindings.";
    at_name(front, variant, name, Diagnostic::error("stages/binding", message).help(help))
}

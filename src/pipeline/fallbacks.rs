//! Fallbacks from shader to shader: errors that can only be found when all shaders are known.

use std::collections::{BTreeMap, BTreeSet};

use super::declared_shaders::{DeclaredShader, Undeclared};
use crate::diag::{self, Diagnostic, Span};
use crate::model::{Fallback, Target};

/// Fallbacks to shaders that do not exist.
pub fn unknown(shaders: &[DeclaredShader], undeclared: &Undeclared) -> Vec<Diagnostic> {
    let mut names: BTreeMap<Target, BTreeSet<&str>> = BTreeMap::new();
    for shader in shaders {
        names.entry(shader.target).or_default().insert(&shader.name);
    }
    let refused: BTreeSet<&str> = undeclared.refused.iter().map(String::as_str).collect();
    // Many shaders can name the same one; a suggestion takes a look at all names.
    let mut helps: BTreeMap<(Target, &str), Option<String>> = BTreeMap::new();
    let mut diagnostics = Vec::new();
    for shader in shaders {
        let (Some(name), Some(known)) = (named(shader), names.get(&shader.target)) else { continue };
        if known.contains(name) || refused.contains(name) {
            continue;
        }
        let help = helps.entry((shader.target, name)).or_insert_with(|| {
            let known = known.iter().copied();
            // Unless it looks like a typing error, it may be in a sidecar that could not be run.
            if undeclared.unknown && diag::did_you_mean(name, known.clone()).is_none() {
                return None;
            }
            Some(diag::suggestion(name, known).unwrap_or_else(|| "Correct the name in `Fallback`.".to_owned()))
        });
        let Some(help) = help else { continue };
        let mut unknown = Diagnostic::error(
            "sidecar/unknown-fallback",
            format!("the fallback of shader `{}` is `{name}`, but there is no such shader", shader.name),
        );
        if let Some(place) = place(shader) {
            unknown = unknown.at(place);
        }
        diagnostics.push(unknown.help(help.clone()));
    }
    diagnostics
}

/// Fallbacks that form a cycle: a lookup that follows them would never end. Each circle is reported once for each
/// target, from its first shader on.
pub fn check_circles(shaders: &[DeclaredShader]) -> Vec<Diagnostic> {
    if !shaders.iter().any(|shader| named(shader).is_some()) {
        return Vec::new();
    }
    // Of two shaders with one name, the first counts.
    let mut numbers: BTreeMap<(Target, &str), usize> = BTreeMap::new();
    for (at, shader) in shaders.iter().enumerate() {
        numbers.entry((shader.target, &shader.name)).or_insert(at);
    }
    let next = |at: usize| -> Option<usize> {
        let name = named(&shaders[at])?;
        numbers.get(&(shaders[at].target, name)).copied()
    };
    let mut reported = vec![false; shaders.len()];
    // The place of each shader in the path, while it is in it.
    let mut places: Vec<Option<usize>> = vec![None; shaders.len()];
    let mut diagnostics = Vec::new();
    for start in 0..shaders.len() {
        // The path from here, until it ends or reaches a shader for the second time.
        let mut path: Vec<usize> = Vec::new();
        let mut here = Some(start);
        let circle = loop {
            match here {
                None => break None,
                Some(at) if reported[at] => break None,
                Some(at) => match places[at] {
                    Some(from) => break Some(from),
                    None => {
                        places[at] = Some(path.len());
                        path.push(at);
                        here = next(at);
                    }
                },
            }
        };
        for at in &path {
            (reported[*at], places[*at]) = (true, None);
        }
        if let Some(from) = circle {
            diagnostics.push(circular(shaders, &path[from..]));
        }
    }
    diagnostics
}

fn circular(shaders: &[DeclaredShader], circle: &[usize]) -> Diagnostic {
    // The text does not depend on the shader at which the search entered the circle.
    let first = circle.iter().enumerate().min_by_key(|(_, at)| **at).map_or(0, |(at, _)| at);
    let in_order: Vec<usize> = circle[first..].iter().chain(&circle[..first]).copied().collect();
    let name = |at: usize| shaders[at].name.as_str();
    let mut text: Vec<String> = in_order.iter().map(|at| format!("`{}`", name(*at))).collect();
    text.extend(text.first().cloned());
    let mut diagnostic = Diagnostic::error(
        "sidecar/circular-fallback",
        format!("the fallbacks of shaders form a cycle: {}", text.join(" to ")),
    )
    .help("Let one of them fall back to a permutation that is built, or to nothing.");
    for (number, at) in in_order.iter().enumerate() {
        let to = in_order.get(number + 1).copied().unwrap_or(in_order[0]);
        let message = format!("`{}` falls back to `{}`", name(*at), name(to));
        let Some(span) = place(&shaders[*at]) else { continue };
        diagnostic = if number == 0 { diagnostic.at_with(span, message) } else { diagnostic.label(span, message) };
    }
    diagnostic
}

fn named(shader: &DeclaredShader) -> Option<&str> {
    match &shader.fallback {
        Some(Fallback::Shader(name)) => Some(name),
        _ => None,
    }
}

fn place(shader: &DeclaredShader) -> Option<Span> {
    shader.fallback_place.or(shader.place)
}

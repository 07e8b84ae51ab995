//! Fallbacks from shader to shader: errors that can only be found when all shaders are known.

use super::declared_shaders::{DeclaredShader, Undeclared};
use crate::diag::{self, Diagnostic, Span};
use crate::model::Fallback;

/// Fallbacks to shaders that do not exist.
pub fn unknown(shaders: &[DeclaredShader], undeclared: &Undeclared) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for shader in shaders {
        let Some(name) = named(shader) else { continue };
        let known: Vec<&str> =
            shaders.iter().filter(|other| other.target == shader.target).map(|other| other.name.as_str()).collect();
        if known.contains(&name) || undeclared.refused.iter().any(|refused| refused == name) {
            continue;
        }
        // Unless it looks like a typing error, it may be in a sidecar that could not be run.
        if undeclared.unknown && diag::did_you_mean(name, known.iter().copied()).is_none() {
            continue;
        }
        let mut unknown = Diagnostic::error(
            "sidecar/unknown-fallback",
            format!("the fallback of shader `{}` is `{name}`, but there is no such shader", shader.name),
        );
        if let Some(place) = place(shader) {
            unknown = unknown.at(place);
        }
        let help = diag::suggestion(name, known).unwrap_or_else(|| "Correct the name in `Fallback`.".to_owned());
        diagnostics.push(unknown.help(help));
    }
    diagnostics
}

/// Fallbacks that form a cycle: a lookup that follows them would never end. Each circle is reported once for each
/// target, from its first shader on.
pub fn check_circles(shaders: &[DeclaredShader]) -> Vec<Diagnostic> {
    let next = |at: usize| -> Option<usize> {
        let name = named(&shaders[at])?;
        shaders.iter().position(|other| other.target == shaders[at].target && other.name == name)
    };
    let mut reported = vec![false; shaders.len()];
    let mut diagnostics = Vec::new();
    for start in 0..shaders.len() {
        // The path from here, until it ends or reaches a shader for the second time.
        let mut path = vec![start];
        let circle = loop {
            match path.last().and_then(|last| next(*last)) {
                None => break None,
                Some(at) if reported[at] => break None,
                Some(at) => match path.iter().position(|seen| *seen == at) {
                    Some(from) => break Some(path.split_off(from)),
                    None => path.push(at),
                },
            }
        };
        path.iter().for_each(|at| reported[*at] = true);
        let Some(circle) = circle else { continue };
        circle.iter().for_each(|at| reported[*at] = true);
        diagnostics.push(circular(shaders, &circle));
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

//! Fallbacks from shader to shader: errors that can only be found when all shaders are known.

use std::collections::{BTreeMap, BTreeSet};

use super::declared_shaders::{DeclaredShader, Undeclared};
use crate::diag::{self, Diagnostic, Span};
use crate::model::{Fallback, Target};

/// Upper bound of comparisons of names in the search for those that were meant: with many shaders and many mistakes, all of them would
/// take minutes.
const MOST_COMPARISONS: usize = 200_000;

/// Fallbacks to shaders that do not exist.
pub fn unknown(shaders: &[DeclaredShader], undeclared: &Undeclared) -> Vec<Diagnostic> {
    let mut names: BTreeMap<Target, BTreeSet<&str>> = BTreeMap::new();
    for shader in shaders {
        names.entry(shader.target).or_default().insert(&shader.name);
    }
    let refused: BTreeSet<&str> = undeclared.refused.iter().map(String::as_str).collect();
    // Many shaders can name the same one, and each search compares all names.
    let mut left = MOST_COMPARISONS;
    let mut helps: BTreeMap<(Target, &str), Option<String>> = BTreeMap::new();
    let mut diagnostics = Vec::new();
    for shader in shaders {
        let (Some(name), Some(known)) = (named(shader), names.get(&shader.target)) else { continue };
        if known.contains(name) || refused.contains(name) {
            continue;
        }
        let help = helps.entry((shader.target, name)).or_insert_with(|| {
            let looked_at = if left > 0 { known.iter().copied() } else { Default::default() };
            left = left.saturating_sub(known.len());
            // Unless it looks like a typing error, it may be in a sidecar that could not be run.
            if undeclared.unknown && diag::did_you_mean(name, looked_at.clone()).is_none() {
                return None;
            }
            Some(diag::suggestion(name, looked_at).unwrap_or_else(|| "Correct the name in `Fallback`.".to_owned()))
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

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    fn shader(name: &str, target: Target, fallback: Option<&str>) -> DeclaredShader {
        DeclaredShader {
            name: name.to_owned(),
            target,
            fallback: fallback.map(|name| Fallback::Shader(name.to_owned())),
            place: None,
            fallback_place: None,
            materials: Vec::new(),
        }
    }

    fn said(found: &[Diagnostic]) -> Vec<&str> {
        found.iter().map(|one| one.message.as_str()).collect()
    }

    #[test]
    fn fallbacks_are_those_of_the_same_target() {
        let (one, other) = (Target::Spirv, Target::Wgsl);
        let shaders = [
            shader("A", one, Some("B")),
            shader("B", one, Some("A")),
            shader("A", other, Some("B")),
            shader("C", one, Some("A")),
            shader("D", one, Some("D")),
        ];
        let unknown = unknown(&shaders, &Undeclared::default());
        assert_eq!(said(&unknown), ["the fallback of shader `A` is `B`, but there is no such shader"]);
        assert_eq!(
            said(&check_circles(&shaders)),
            [
                "the fallbacks of shaders form a cycle: `A` to `B` to `A`",
                "the fallbacks of shaders form a cycle: `D` to `D`"
            ]
        );
    }

    /// What a sidecar that did not run may declare is not missing, unless it looks like a typing error.
    #[test]
    fn a_fallback_that_may_be_declared_is_not_missing() {
        let shaders = ["Mesh", "Mseh", "Lost", "Refused"].map(|name| shader("Mesh", Target::Spirv, Some(name)));
        let unknown = |refused: &[&str], unknown| {
            let refused = refused.iter().map(|name| (*name).to_owned()).collect();
            let found = super::unknown(&shaders, &Undeclared { refused, unknown });
            found
                .iter()
                .map(|one| (one.message.split('`').nth(3).map(str::to_owned), one.help.clone()))
                .collect::<Vec<_>>()
        };
        let found = |name: &str, help: &str| (Some(name.to_owned()), Some(help.to_owned()));
        let mistyped = || found("Mseh", "Did you mean `Mesh`?");
        assert_eq!(unknown(&["Refused"], false), [mistyped(), found("Lost", "Known are: Mesh.")]);
        assert_eq!(unknown(&[], true), [mistyped()]);
    }

    /// A square of this number of steps would take minutes.
    #[test]
    fn a_long_chain_of_fallbacks_is_checked_at_once() {
        let count = 200_000;
        let name = |at: usize| format!("Shader{at}");
        let mut shaders: Vec<_> =
            (0..count).map(|at| shader(&name(at), Target::Spirv, Some(&name((at + 1) % count)))).collect();
        let begin = Instant::now();
        assert!(unknown(&shaders, &Undeclared::default()).is_empty());
        assert_eq!(check_circles(&shaders).len(), 1);
        // Each names the same one that is missing.
        shaders.iter_mut().for_each(|shader| shader.fallback = Some(Fallback::Shader("Gone".to_owned())));
        assert_eq!(unknown(&shaders, &Undeclared::default()).len(), count);
        assert!(check_circles(&shaders).is_empty());
        // Each names another one; what was meant is told of the first ones.
        for (at, shader) in shaders.iter_mut().enumerate() {
            shader.fallback = Some(Fallback::Shader(format!("Shadr{at}")));
        }
        let found = unknown(&shaders, &Undeclared::default());
        let help = |at: usize| found[at].help.as_deref();
        assert_eq!((found.len(), help(0)), (count, Some("Did you mean `Shader0`?")));
        assert_eq!(help(count - 1), Some("Correct the name in `Fallback`."));
        assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
    }
}

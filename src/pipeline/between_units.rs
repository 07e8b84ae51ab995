//! Errors that concern several units: equal names, unknown fallbacks, and fallbacks that form a circle.

use std::collections::BTreeMap;

use super::BuildContext;
use super::declared_shaders::{DeclaredShader, Undeclared};
use super::fallbacks;
use crate::diag::Diagnostic;
use crate::model::Target;

/// The errors between units. Unknown fallbacks are reported only where all units of the project are known.
pub fn check(context: &BuildContext, shaders: &[DeclaredShader], undeclared: &Undeclared) -> Vec<Diagnostic> {
    let mut diagnostics = find_duplicate_names(shaders);
    diagnostics.extend(find_duplicate_materials(shaders));
    diagnostics.extend(find_similar_names(shaders));
    if context.whole && context.selection.is_none() {
        diagnostics.extend(fallbacks::unknown(shaders, undeclared));
    }
    diagnostics.extend(fallbacks::check_circles(shaders));
    diagnostics
}

/// A game asks for a shader by its name: two shaders cannot have the same one.
fn find_duplicate_names(shaders: &[DeclaredShader]) -> Vec<Diagnostic> {
    let mut seen: BTreeMap<(&str, Target), &DeclaredShader> = BTreeMap::new();
    let mut diagnostics = Vec::new();
    for shader in shaders {
        let name = shader.name.as_str();
        let Some(first) = seen.get(&(name, shader.target)) else {
            seen.insert((name, shader.target), shader);
            continue;
        };
        let twice = Diagnostic::error("sidecar/duplicate-shader", format!("shader `{name}` is declared twice"))
            .help("Give one of them another name.");
        let twice = at(twice, shader);
        diagnostics.push(match first.place {
            Some(place) => twice.label(place, "first declared here"),
            None => twice,
        });
    }
    diagnostics
}

/// A game asks for a material by its name, too.
fn find_duplicate_materials(shaders: &[DeclaredShader]) -> Vec<Diagnostic> {
    let mut seen: BTreeMap<(&str, Target), &DeclaredShader> = BTreeMap::new();
    let mut diagnostics = Vec::new();
    for shader in shaders {
        for material in &shader.materials {
            let Some(first) = seen.insert((material, shader.target), shader) else { continue };
            let message = format!("the material `{material}` is in `{}` and in `{}`", first.name, shader.name);
            let twice = Diagnostic::error("pipeline/duplicate-material", message)
                .help("Set `prefix` where one of the two shaders is declared: it stands in front of the names of its materials.");
            let twice = at(twice, shader);
            diagnostics.push(match first.place.filter(|place| Some(*place) != shader.place) {
                Some(place) => twice.label(place, "the other one is declared here"),
                None => twice,
            });
        }
    }
    diagnostics
}

/// Names that differ only in the case of letters. The archive distinguishes them, so the build is correct. But names
/// often come from file names, and a file system or an asset tool that ignores case would silently take one shader for
/// the other. So it is a warning.
fn find_similar_names(shaders: &[DeclaredShader]) -> Vec<Diagnostic> {
    let mut seen: BTreeMap<(String, Target), &DeclaredShader> = BTreeMap::new();
    let mut diagnostics = Vec::new();
    for shader in shaders {
        let Some(first) = seen.get(&(shader.name.to_lowercase(), shader.target)) else {
            seen.insert((shader.name.to_lowercase(), shader.target), shader);
            continue;
        };
        if first.name == shader.name {
            continue;
        }
        let similar = Diagnostic::warning(
            "sidecar/similar-shader",
            format!("shader `{}` differs from `{}` only in upper and lower case", shader.name, first.name),
        )
        .help("Give one of them another name: not every file system and tool tells them apart.");
        let similar = at(similar, shader);
        diagnostics.push(match first.place {
            Some(place) => similar.label(place, format!("`{}` is declared here", first.name)),
            None => similar,
        });
    }
    diagnostics
}

fn at(diagnostic: Diagnostic, shader: &DeclaredShader) -> Diagnostic {
    match shader.place {
        Some(place) => diagnostic.at(place),
        None => diagnostic,
    }
}

//! Errors of a declaration that can only be found with the source's macros and the results of other stages.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::atom::Atom;
use crate::diag::{Diagnostic, Span, did_you_mean};
use crate::dialect::Registry;
use crate::model::{
    BranchKind, Exploration, Fallback, MacroTable, Permutation, Preprocessed, Project, ShaderDeclaration,
};

/// An unknown dialect, branches that are macros too, and a fallback to a permutation that is not built either.
pub fn check_declarations(
    shader: &ShaderDeclaration,
    exploration: &Exploration,
    macros: &MacroTable,
    project: &Project,
    registry: &Registry,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if registry.find(&shader.dialect).is_none() {
        let help = match did_you_mean(&shader.dialect, registry.names()) {
            Some(best) => format!("Did you mean `{best}`?"),
            None => format!("Dialects are: {}.", registry.names().collect::<Vec<_>>().join(", ")),
        };
        found.push(
            Diagnostic::error(
                "sidecar/unknown-dialect",
                format!("shader `{}` is written in `{}`, which uberc does not read", shader.name, shader.dialect),
            )
            .at(shader.dialect_declared.unwrap_or(shader.declared))
            .help(help),
        );
    }
    for branch in shader.branches.branches() {
        let place = branch.declared.unwrap_or(shader.declared);
        let clash = |what: &str, other: Option<Span>| {
            let error = Diagnostic::error(
                "specialise/branch-is-macro",
                format!("`{}` is a branch and also {what}", branch.name),
            )
            .at_with(place, "listed as a branch here")
            .help("Give one of them another name: the macro would replace the branch before it can have a value.");
            match other {
                Some(span) => error.label(span, "defined here"),
                None => error,
            }
        };
        if project.defines.contains_key(&branch.name) {
            found.push(clash("in `[defines]` of the project file", project.define_place(&branch.name)));
        } else if let Some(definition) = macros.get(&Atom::from(&branch.name)) {
            found.push(clash("a macro of the source", definition.defined));
        } else if exploration.techniques.iter().any(|technique| technique.defines.contains_key(&branch.name)) {
            found.push(clash("in `Defines` of a technique", None));
        }
    }
    if let Some(Fallback::Permutation(bits)) = shader.fallback
        && !exploration.cubes.is_empty()
        && exploration.resolve(&shader.branches, Permutation(bits)).is_none()
    {
        found.push(
            Diagnostic::error(
                "sidecar/fallback-not-built",
                format!(
                    "the fallback of shader `{}`, {}, is not built either",
                    shader.name,
                    shader.branches.describe(bits)
                ),
            )
            .at(shader.fallback_declared.unwrap_or(shader.declared))
            .help("Name a permutation for which Specialize returns a technique."),
        );
    }
    found
}

/// Branches with other values than 0 and 1 that a generator's text has as `switches`: what the text declares is no place
/// to correct them.
pub fn check_switches(shader: &ShaderDeclaration, switches: &BTreeMap<String, Span>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for branch in shader.branches.branches() {
        let values = match &branch.kind {
            BranchKind::Bool => continue,
            BranchKind::Int { min, max } => format!("values from {min} to {max}"),
            BranchKind::Enum { members } => format!("the members {}", members.join(", ")),
        };
        let Some(read) = switches.get(&branch.name) else { continue };
        let message = format!("branch `{}` has {values}, but a branch of a program is true or false", branch.name);
        let help = format!(
            "Write \"{}\" in `Branches`, without values; for more than two cases, use a branch for each.",
            branch.name
        );
        let error = Diagnostic::error("specialise/branch-type", message);
        let error = error.at_with(branch.declared.unwrap_or(shader.declared), "listed as a branch here");
        found.push(error.label(*read, "read as 0.0 or 1.0 here").help(help));
    }
    found
}

/// A branch in `#if`: the preprocessor runs before branches have values, and an unknown name counts as 0. In `#ifdef`
/// it is only a warning: a file that other tools compile as well may define there what those tools need.
pub fn check_conditions(shader: &ShaderDeclaration, tokens: &[Arc<Preprocessed>]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut tell = |name: &Atom, place: Span, wrong: Diagnostic| {
        let Some(id) = shader.branches.find(name) else { return };
        let example = match shader.branches.get(id).kind {
            BranchKind::Bool => format!("permutation.{name} and 1 or 0"),
            _ => format!("permutation.{name}"),
        };
        let wrong = wrong.at(place).help(format!(
            "Use an ordinary `if`, or a define of its own: `technique.Defines = {{ MY_OPTION = {example} }}`."
        ));
        if !found.contains(&wrong) {
            found.push(wrong);
        }
    };
    for (name, place) in tokens.iter().flat_map(|unit| &unit.unknown_in_conditions) {
        let message = format!("branch `{name}` has no value yet in a preprocessor condition, where it counts as 0");
        tell(name, *place, Diagnostic::error("specialise/branch-in-condition", message));
    }
    for (name, place) in tokens.iter().flat_map(|unit| &unit.undefined_in_conditions) {
        let message = format!("branch `{name}` is not a macro: to the preprocessor it is never defined");
        tell(name, *place, Diagnostic::warning("specialise/branch-in-condition", message));
    }
    found
}

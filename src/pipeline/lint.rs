//! Warnings about constructs that are allowed and probably not intended.

use std::collections::BTreeSet;

use super::ShaderFront;
use crate::diag::Diagnostic;
use crate::model::{BranchId, Outcome};

/// Branches that change nothing: neither read by `Specialize` nor named in the source. They double the permutations that
/// a game can ask for, to no effect.
pub fn lint(shaders: &[ShaderFront]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    // A shader with errors may not have been explored or preprocessed completely.
    for shader in shaders.iter().filter(|shader| shader.sound) {
        let read: BTreeSet<BranchId> =
            shader.exploration.cubes.iter().flat_map(|cube| cube.reads.iter().map(|(branch, _)| *branch)).collect();
        let branches = shader.declaration.branches.branches();
        // Without a technique the source was not preprocessed.
        let built = shader.exploration.cubes.iter().any(|cube| matches!(cube.outcome, Outcome::Built { .. }));
        for (branch, id) in branches.iter().zip(0u16..) {
            let named = || {
                shader.tokens.units.iter().any(|unit| unit.tokens.iter().any(|token| token.token.text == *branch.name))
            };
            if !built || read.contains(&BranchId(id)) || named() {
                continue;
            }
            let unused = Diagnostic::warning(
                "check/unused-branch",
                format!(
                    "branch `{}` of shader `{}` is neither read by Specialize nor used in the source",
                    branch.name, shader.declaration.name
                ),
            )
            .help("Remove it from `Branches`, or correct its name.");
            diagnostics.push(unused.at(branch.declared.unwrap_or(shader.declaration.declared)));
        }
    }
    diagnostics
}

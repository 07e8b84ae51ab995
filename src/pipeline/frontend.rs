//! Everything before compiling: sidecar, exploration, preprocessing, substitution; for each unit and target.

use rayon::prelude::*;

use super::alike_targets::run_unit_frontends;
use super::declared_shaders::{DeclaredShader, Undeclared};
use super::shader_front::ShaderFront;
use super::unit_front::{UnitFront, load_unit, unit_text};
use super::{BuildContext, between_units, sidecars};
use crate::diag;
use crate::diag::Diagnostic;
use crate::model::{ShaderDeclaration, SourceUnit, Target};
use crate::sidecar::Sidecar;

/// All shaders, in the order of units, targets and declarations, and their diagnostics.
#[derive(Clone, Debug, Default)]
pub struct Front {
    pub shaders: Vec<ShaderFront>,
    /// Sorted, each once.
    pub diagnostics: Vec<Diagnostic>,
}

/// Runs the front of the pipeline for every unit and target, in parallel.
pub fn run_frontend(context: &BuildContext, targets: &[Target]) -> Front {
    let done: Vec<Vec<UnitFront>> =
        context.units.par_iter().map(|unit| run_unit_frontends(context, unit, targets)).collect();
    let mut front = Front::default();
    let mut undeclared = Undeclared::default();
    for unit in done.into_iter().flatten() {
        undeclared.add(unit.undeclared);
        front.shaders.extend(unit.shaders);
        front.diagnostics.extend(unit.diagnostics);
    }
    let declared: Vec<DeclaredShader> = front.shaders.iter().map(ShaderFront::declared).collect();
    front.diagnostics.extend(between_units::check(context, &declared, &undeclared));
    context.project.warnings.apply(&mut front.diagnostics);
    diag::sort(&mut front.diagnostics, &context.sources);
    front
}

/// The shaders that the units declare for a target, each with its unit, in their order; and the errors of the sidecars.
/// Only the shader of the selection is explored, and a front that follows does not run these sidecars again.
pub fn declarations(context: &BuildContext, target: Target) -> (Vec<(SourceUnit, ShaderDeclaration)>, Vec<Diagnostic>) {
    let loaded: Vec<_> = context
        .units
        .par_iter()
        .map(|unit| {
            let loaded = load_unit(context, unit, target);
            let shaders = loaded.explored.iter().flat_map(|explored| &explored.shaders);
            let shaders: Vec<_> = shaders.map(|shader| (unit.clone(), shader.declaration.clone())).collect();
            let mut diagnostics = loaded.diagnostics.clone();
            diagnostics.extend(loaded.text.unreadable.iter().flatten().cloned());
            context.loaded.put(unit, target, loaded);
            (shaders, diagnostics)
        })
        .collect();
    let (shaders, diagnostics): (Vec<_>, Vec<_>) = loaded.into_iter().unzip();
    let mut diagnostics = diagnostics.concat();
    context.project.warnings.apply(&mut diagnostics);
    diag::sort(&mut diagnostics, &context.sources);
    (shaders.concat(), diagnostics)
}

/// Reads a unit's text and runs its sidecar for a target. `None` if the sidecar could not be run.
pub fn run_sidecar(context: &BuildContext, unit: &SourceUnit, target: Target) -> (Option<Sidecar>, Vec<Diagnostic>) {
    let text = unit_text(context, unit, target);
    let (sidecar, mut diagnostics) = sidecars::run(context, unit, target, &text.macros);
    diagnostics.extend(text.unreadable.into_iter().flatten().chain(text.failed));
    (sidecar, diagnostics)
}

//! Running the sidecar of a unit, and exploring the shaders it declares.

use super::BuildContext;
use super::create_infos::project_infos;
use super::incremental::explore_cache::{Explored, ExploredShader, ExploredUnits};
use crate::diag::Diagnostic;
use crate::explore;
use crate::model::{MacroTable, SourceUnit, Target};
use crate::sidecar::{self, Sidecar};

/// The explored shaders of a unit, from the previous build if nothing has changed, and the sidecar's errors. `None` if
/// the sidecar could not be run.
pub fn explore(
    context: &BuildContext,
    unit: &SourceUnit,
    target: Target,
    macros: &MacroTable,
) -> (Option<Explored>, Vec<Diagnostic>) {
    // A result with only a part of the shaders is not kept.
    let units = context.explored.as_ref().filter(|_| context.selection.is_none());
    let dialect = context.dialect_of(unit).name;
    let find =
        |units: &ExploredUnits| units.find((&context.project, &context.sources), unit, (target, dialect), macros);
    let name = unit.sidecar.display().to_string();
    if let Some(units) = units
        && let Some(known) = context.trace.measure("sidecar", name, || find(units))
    {
        return (Some(known), Vec::new());
    }
    let (sidecar, diagnostics) = run(context, unit, target, macros);
    let Some(sidecar) = sidecar else { return (None, diagnostics) };
    let explored = explore_all(context, &sidecar);
    // Messages may have places outside of the sidecar's files, such as those of macros.
    let is_silent = diagnostics.is_empty()
        && explored.shaders.iter().all(|shader| shader.diagnostics.is_empty() && shader.exploration.is_some());
    let is_whole = explored.ended && explored.refused.is_empty() && !context.cancel.is_cancelled();
    if let Some(units) = units.filter(|_| is_silent && is_whole) {
        units.keep(&context.project, unit, (target, dialect), macros, &explored);
    }
    (Some(explored), diagnostics)
}

/// Explores the shaders of a sidecar that are in the selection.
fn explore_all(context: &BuildContext, sidecar: &Sidecar) -> Explored {
    let mut shaders = Vec::new();
    for (index, declaration) in sidecar.shaders.iter().enumerate() {
        let is_wanted = context.selection.as_ref().is_none_or(|selection| declaration.declares(&selection.shader));
        if !is_wanted {
            let declaration = declaration.clone();
            shaders.push(ExploredShader { declaration, exploration: None, diagnostics: Vec::new() });
            continue;
        }
        let (exploration, mut diagnostics) = context.trace.measure("explore", declaration.name.as_str(), || {
            explore::explore(declaration, &mut sidecar.specializer(index), &context.project.limits)
        });
        diagnostics.extend(sidecar.take_output());
        shaders.push(ExploredShader { declaration: declaration.clone(), exploration: Some(exploration), diagnostics });
    }
    Explored {
        shaders,
        refused: sidecar.refused.clone(),
        ended: sidecar.ended,
        files: sidecar.files.clone(),
        missing: sidecar.missing.clone(),
        target_reads: sidecar.target_reads(),
    }
}

/// Runs the sidecar of a unit; returns it with its errors. `None` if it could not be run.
pub fn run(
    context: &BuildContext,
    unit: &SourceUnit,
    target: Target,
    macros: &MacroTable,
) -> (Option<Sidecar>, Vec<Diagnostic>) {
    let infos = project_infos(context);
    let stages = infos.library.stages();
    let request = sidecar::Request {
        infos: &stages,
        info_files: &infos.files,
        unit,
        registry: context.registry(),
        dialect: context.dialect_of(unit),
        target,
        generator_options: &context.project.generator_options,
        macros,
        lua_paths: &context.project.lua,
        limits: &context.project.limits,
        cancelled: &context.cancel.flag(),
    };
    let name = unit.sidecar.display().to_string();
    let (sidecar, mut diagnostics) =
        context.trace.measure("sidecar", name, || sidecar::load(&request, &context.sources));
    diagnostics.extend(infos.diagnostics.iter().cloned());
    (sidecar, diagnostics)
}

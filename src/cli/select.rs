//! Finds shaders by name.

use std::path::Path;

use super::project::Opened;
use super::{Stop, Terminal};
use crate::diag::{Diagnostic, did_you_mean, suggestion};
use crate::model::{ShaderDeclaration, SourceUnit};
use crate::pipeline::{self, Front, Selection};
use crate::report::plural;

/// Restricts the run to a shader, or to one permutation of it. False where no sidecar declares it and some sidecars
/// have errors, which are printed: one of those may declare it.
pub fn narrow(shader: &str, permutation: Option<&str>, opened: &mut Opened, terminal: &Terminal) -> Result<bool, Stop> {
    let selection = Selection { shader: shader.to_owned(), permutation: None };
    let selection = opened.context.selection.insert(selection).clone();
    let (declared, wrong) = pipeline::declarations(&opened.context, opened.targets[0]);
    named_by_file(&declared, shader, opened)?;
    let of_material = declared.iter().find(|(_, known)| known.declares(shader));
    let found = match of_material.map_or_else(|| named(&declared, |(_, known)| &known.name, shader), Ok) {
        Err(_) if wrong.iter().any(Diagnostic::is_error) => {
            terminal.diagnostics(&wrong, &opened.context.sources);
            return Ok(false);
        }
        found => found?,
    };
    let permutation = permutation.map(|values| found.1.branches.parse(values)).transpose()?;
    // Errors of other sidecars do not matter here.
    let declaring: Vec<SourceUnit> =
        declared.iter().filter(|(_, known)| known.declares(shader)).map(|(unit, _)| unit.clone()).collect();
    opened.context.selection = Some(Selection { permutation, ..selection });
    opened.context.retain_units(&declaring);
    Ok(true)
}

/// Keeps the shader with this name. The name of a declaration stays for all shaders that its materials share.
///
/// # Errors
/// No material's shader has the name, or `only_one` and the name is that of several.
pub fn keep(front: &mut Front, name: &str, only_one: bool) -> Result<(), Stop> {
    let names: Vec<String> = front.shaders.iter().map(|shader| shader.declaration.name.clone()).collect();
    let is_of = |other: &String| {
        other.strip_prefix(name).is_some_and(|rest| rest.starts_with(ShaderDeclaration::MATERIAL_MARK))
    };
    if names.iter().any(|other| other == name) {
        front.shaders.retain(|shader| shader.declaration.name == name);
    } else if !names.is_empty() && !names.iter().all(is_of) {
        return named(&names, |other| other, name).map(drop);
    } else if only_one && names.len() > 1 {
        let message = format!("`{name}` is {}: {}", plural(names.len(), "shader"), names.join(", "));
        return Err(Stop::usage(message).about("usage/unknown-shader", name, names.first().cloned()));
    }
    Ok(())
}

/// An error for the name of a file in place of a shader's name: it says which shaders the file declares.
fn named_by_file(declared: &[(SourceUnit, ShaderDeclaration)], name: &str, opened: &Opened) -> Result<(), Stop> {
    let source = name.trim_end_matches(".lua");
    let files: Vec<String> = match opened.context.shader_files.dialect_of(Path::new(source)) {
        Some(_) => vec![format!("{source}.lua")],
        None => {
            let all = opened.context.registry().extensions();
            all.map(|extension| format!("{source}.{}.lua", extension.name)).collect()
        }
    };
    files.iter().try_for_each(|file| declared_by(declared, name, file, opened))
}

fn declared_by(
    declared: &[(SourceUnit, ShaderDeclaration)],
    name: &str,
    file: &str,
    opened: &Opened,
) -> Result<(), Stop> {
    // As seen from the working folder, or from any folder of the project.
    let here = std::path::absolute(file).map(|path| opened.context.sources.relative(&path));
    let is_named =
        |unit: &SourceUnit| unit.sidecar.ends_with(file) || here.as_ref().is_ok_and(|here| unit.sidecar == *here);
    let of_file = declared.iter().filter(|(unit, _)| is_named(unit));
    let mut of_file: Vec<&str> = of_file.map(|(_, shader)| shader.name.as_str()).collect();
    of_file.dedup();
    if of_file.is_empty() || declared.iter().any(|(_, shader)| shader.name == name) {
        return Ok(());
    }
    let message = format!("there is no shader `{name}`; `{file}` declares `{}`", of_file.join("`, `"));
    let near = (of_file.len() == 1).then(|| of_file[0].to_owned());
    Err(Stop::usage(message).about("usage/unknown-shader", name, near))
}

/// The first of these shaders with this name.
pub fn named<'a, T>(shaders: &'a [T], name_of: fn(&T) -> &str, name: &str) -> Result<&'a T, Stop> {
    shaders.iter().find(|shader| name_of(shader) == name).ok_or_else(|| {
        let names: Vec<&str> = shaders.iter().map(name_of).collect();
        let near = did_you_mean(name, names.iter().copied()).map(str::to_owned);
        let hint = suggestion(name, names).unwrap_or_default();
        Stop::usage(format!("there is no shader `{name}`. {hint}").trim_end()).about("usage/unknown-shader", name, near)
    })
}

//! `uberc mtlx`: MaterialX documents and their shaders.
//!
//! **In**: the arguments of a subcommand.
//! **Out**: lines, shaders, documents and pictures; problems as diagnostics.
//! **Never**: decides what a document means, or draws.

mod generate;
pub mod options;
mod render;

use std::path::{Path, PathBuf};

use super::{ENVIRONMENT, Outcome, SOURCE_ERRORS, Stop, Terminal, output_file};
use crate::diag::{Diagnostic, SourceFile, Sources, did_you_mean};
use crate::dialect::materialx::document::Elem;
use crate::dialect::materialx::opened::{Opened, diagnostics};
use crate::dialect::materialx::option_table::bound_light;
use crate::dialect::materialx::options::{Options, STANDARD_LIGHTS};
use crate::dialect::materialx::problem::{Problem, ProblemKind};
use crate::dialect::materialx::summary::{self, Listing};
use crate::dialect::materialx::upgrade;
use options::{Mtlx, MtlxCommand};

pub fn run(command: &Mtlx, terminal: &Terminal) -> Outcome {
    let libraries = &command.libraries;
    match &command.command {
        MtlxCommand::List { files, assign: true } => each(files, libraries, false, terminal, |opened, _, _| {
            summary::assignments(opened).iter().for_each(|line| terminal.data(line));
            Ok(())
        }),
        MtlxCommand::List { files, assign: false } => {
            let mut listing = Listing::default();
            let code = each(files, libraries, false, terminal, |opened, file, found| {
                let document = if files.len() > 1 { format!("{}: ", file.name) } else { String::new() };
                listing.add(opened, &document, found);
                Ok(())
            })?;
            if code != ENVIRONMENT {
                listing.lines().iter().for_each(|line| terminal.data(line));
            }
            Ok(code)
        }
        MtlxCommand::Validate { files } => each(files, libraries, false, terminal, |opened, file, found| {
            *found = opened.validate(&Options::default());
            if !found.iter().any(|problem| !problem.kind.is_warning()) {
                terminal.data(&format!("{}: valid", file.name));
            }
            Ok(())
        }),
        MtlxCommand::Info { files } => each(files, libraries, false, terminal, |opened, file, _| {
            terminal.data(&format!("{}:", file.name));
            summary::info(opened).iter().for_each(|line| terminal.data(&format!("  {line}")));
            Ok(())
        }),
        MtlxCommand::Upgrade { file, output } => {
            each(std::slice::from_ref(file), libraries, false, terminal, |opened, file, _| {
                let text = upgrade::write(&opened.indexed.document);
                match output {
                    Some(path) => output_file::write(path, text.as_bytes())?,
                    None => terminal.data(text.trim_end()),
                }
                let count = opened.rewritten.len();
                terminal.talk(&format!("{}: {count} elements rewritten", file.name));
                opened.rewritten.iter().for_each(|one| terminal.talk(&format!("  {}: {}", one.path, one.what)));
                Ok(())
            })
        }
        MtlxCommand::Generate(command) => generate::run(command, libraries, terminal),
        MtlxCommand::Render(command) => render::run(command, libraries, terminal),
    }
}

/// Opens each document, runs an action, and prints the problems.
fn each(
    files: &[PathBuf],
    libraries: &[PathBuf],
    strict: bool,
    terminal: &Terminal,
    mut action: impl FnMut(&Opened<'_>, &SourceFile, &mut Vec<Problem>) -> Result<(), Stop>,
) -> Outcome {
    if let Some(missing) = files.iter().find(|file| !file.is_file()) {
        return Err(Stop::usage(format!("there is no file `{}`", missing.display())));
    }
    let mut code = 0;
    for file in files {
        let sources = Sources::new("");
        match one(file, &sources, libraries, strict, terminal, &mut action)? {
            0 => {}
            ENVIRONMENT => return Ok(ENVIRONMENT),
            other => code = other,
        }
    }
    Ok(code)
}

/// What a command does with an open document; it adds the problems that it finds.
type Action<'a> = dyn FnMut(&Opened<'_>, &SourceFile, &mut Vec<Problem>) -> Result<(), Stop> + 'a;

/// Opens a document, runs an action, and prints the problems. The code of the command's end, as far as this document
/// decides it.
fn one(
    file: &Path,
    sources: &Sources,
    libraries: &[PathBuf],
    strict: bool,
    terminal: &Terminal,
    action: &mut Action<'_>,
) -> Outcome {
    let source = match sources.load(file) {
        Ok(source) => source,
        Err(_) => return Err(Stop::environment(format!("cannot read `{}`", file.display()))),
    };
    let mut problems = Vec::new();
    match Opened::read(sources, &source, libraries) {
        Ok(opened) => {
            problems.clone_from(&opened.problems);
            action(&opened, &source, &mut problems)?;
        }
        Err(problem) => problems.push(problem),
    }
    let no_library = problems.iter().any(|problem| problem.kind == ProblemKind::NoLibrary);
    let found = diagnostics(&problems, sources, strict);
    terminal.diagnostics(&found, sources);
    Ok(match found.iter().any(Diagnostic::is_error) {
        _ if no_library => ENVIRONMENT,
        true => SOURCE_ERRORS,
        false => 0,
    })
}

/// The elements that a command names, or all that shaders are made of. What is wrong is a problem.
fn chosen<'o>(opened: &'o Opened<'_>, element: Option<&str>, found: &mut Vec<Problem>) -> Vec<Elem<'o>> {
    let elements = match element {
        Some(path) => match opened.element(path) {
            Ok(element) => vec![element],
            Err(problem) => {
                found.push(problem);
                return Vec::new();
            }
        },
        None => opened.renderables(),
    };
    if elements.is_empty() {
        let root = opened.indexed.document.root();
        found.push(root.problem(ProblemKind::NoRenderable, "the document has no material and no connected output"));
    }
    elements
}

fn options_of(words: &[String], lights: &[String]) -> Result<Options, Stop> {
    let mut options = Options::default();
    for word in words {
        let (name, value) = word.split_once('=').unwrap_or((word, "true"));
        options.set(name, value).map_err(|why| {
            let near = did_you_mean(name, Options::NAMES).filter(|near| *near != name);
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            Stop::usage(format!("`--option`: {why}{near}"))
        })?;
    }
    options.lights = match lights {
        [] => STANDARD_LIGHTS.iter().map(|(id, name)| (*id, (*name).to_owned())).collect(),
        lights => {
            let bound = lights.iter().map(|light| bound_light(light)).collect::<Result<_, _>>();
            bound.map_err(|why| Stop::usage(format!("`--light`: {why}")))?
        }
    };
    Ok(options)
}

//! `uberc mtlx`: MaterialX documents and their shaders.

use std::path::{Path, PathBuf};

use super::args::{Mtlx, MtlxCommand, MtlxTarget};
use super::{ENVIRONMENT, Outcome, SOURCE_ERRORS, Stop, Terminal, output_file};
use crate::diag::{Diagnostic, SourceFile, Sources, did_you_mean};
use crate::dialect::materialx::opened::{Opened, diagnostics};
use crate::dialect::materialx::option_table::bound_light;
use crate::dialect::materialx::options::{Options, STANDARD_LIGHTS};
use crate::dialect::materialx::problem::{Problem, ProblemKind};
use crate::dialect::materialx::reflection;
use crate::dialect::materialx::summary::{self, Listing};
use crate::dialect::materialx::{target, upgrade};

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
        MtlxCommand::Generate { files, target: language, output, element, options, lights } => {
            let rules = match language {
                MtlxTarget::Glsl => &target::GLSL,
                MtlxTarget::Osl => &target::OSL,
            };
            let options = Options { target: rules.name.to_owned(), ..options_of(options, lights)? };
            each(files, libraries, options.strict, terminal, |opened, file, found| {
                generate(opened, file, output, element.as_deref(), &options, found, terminal)
            })
        }
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
        let source = match sources.load(file) {
            Ok(source) => source,
            Err(_) => return Err(Stop::environment(format!("cannot read `{}`", file.display()))),
        };
        let mut problems = Vec::new();
        match Opened::read(&sources, &source, libraries) {
            Ok(opened) => {
                problems.clone_from(&opened.problems);
                action(&opened, &source, &mut problems)?;
            }
            Err(problem) => problems.push(problem),
        }
        let no_library = problems.iter().any(|problem| problem.kind == ProblemKind::NoLibrary);
        let found = diagnostics(&problems, &sources, strict);
        terminal.diagnostics(&found, &sources);
        if no_library {
            return Ok(ENVIRONMENT);
        }
        if found.iter().any(Diagnostic::is_error) {
            code = SOURCE_ERRORS;
        }
    }
    Ok(code)
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

fn generate(
    opened: &Opened<'_>,
    file: &SourceFile,
    folder: &Path,
    element: Option<&str>,
    options: &Options,
    found: &mut Vec<Problem>,
    terminal: &Terminal,
) -> Result<(), Stop> {
    let elements = match element {
        Some(path) => match opened.element(path) {
            Ok(element) => vec![element],
            Err(problem) => {
                found.push(problem);
                return Ok(());
            }
        },
        None => opened.renderables(),
    };
    if elements.is_empty() {
        let root = opened.indexed.document.root();
        found.push(root.problem(ProblemKind::NoRenderable, "the document has no material and no connected output"));
    }
    std::fs::create_dir_all(folder)
        .map_err(|error| Stop::environment(format!("cannot make `{}`: {error}", folder.display())))?;
    for element in elements {
        let before = found.len();
        let strict = options.strict;
        let is_wrong = |found: &[Problem]| found[before..].iter().any(|problem| strict || !problem.kind.is_warning());
        if options.target == target::OSL.name {
            let Some((name, text)) = opened.generate_osl(element, options, found) else { continue };
            if !is_wrong(found) {
                output_file::write(&folder.join(format!("{name}.osl")), text.as_bytes())?;
                terminal.data(&format!("{}: {} -> {name}", file.name, element.path()));
            }
            continue;
        }
        let Some(shader) = opened.generate(element, options, found) else { continue };
        if is_wrong(found) {
            continue;
        }
        output_file::write(&folder.join(format!("{}.vert", shader.name)), shader.vertex.text.as_bytes())?;
        output_file::write(&folder.join(format!("{}.frag", shader.name)), shader.pixel.text.as_bytes())?;
        let json = serde_json::to_string_pretty(&reflection::reflection(&shader)).unwrap_or_default();
        output_file::write(&folder.join(format!("{}.json", shader.name)), format!("{json}\n").as_bytes())?;
        terminal.data(&format!("{}: {} -> {}", file.name, element.path(), shader.name));
    }
    Ok(())
}

//! Sources that are C++ as well, checked by an installed C++ compiler.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::BuildContext;
use super::dialect_text::infos_of;
use super::generator_options::project_options;
use crate::compile::{Cancel, ProgramBounds, ProgramEnd, run_program, temporary_folder};
use crate::diag::{Diagnostic, FileId, Origin, SourceFile, Span};
use crate::dialect::{Cxx, Dialect, GeneratorInput, OptionValues};

/// The compiler.
pub const CXX_COMPILER: &str = "g++";

/// What the compiler says of all files.
#[derive(Clone, Debug, Default)]
pub struct CxxReport {
    /// Files that were checked.
    pub checked: usize,
    /// Files with names that C++ does not have: those of create-infos.
    pub exempt: usize,
    /// `static_assert`s on the layouts of structures that C++ shares with shaders, as a header.
    pub asserts: String,
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks every file of the project's units whose dialect is C++ as well, each by itself.
pub fn check_cxx(context: &BuildContext) -> CxxReport {
    let mut report = CxxReport::default();
    let mut files: BTreeMap<PathBuf, (FileId, Dialect)> = BTreeMap::new();
    for unit in &context.units {
        let dialect = context.dialect_of(unit);
        let Some(generator) = context.registry().generator(dialect) else { continue };
        let Some(Ok(file)) = unit.source.as_ref().map(|path| context.sources.load(path)) else { continue };
        if generator.cxx_header().is_none() {
            continue;
        }
        let options = project_options(context, generator);
        let made = generator.generate(&input_of(context, &file, &options));
        for id in std::iter::once(file.id).chain(made.files) {
            if let Some(path) = &context.sources.get(id).path {
                files.insert(path.clone(), (id, dialect));
            }
        }
    }
    report.asserts =
        "// Generated: sizes and offsets as shaders have them.\n#pragma once\n#include <cstddef>\n".to_owned();
    for (path, (id, dialect)) in files {
        let Some(generator) = context.registry().generator(dialect) else { continue };
        let Some(header) = generator.cxx_header() else { continue };
        let file = context.sources.get(id);
        let options = project_options(context, generator);
        let Cxx { is_exempt, arguments, asserts } = generator.cxx(&input_of(context, &file, &options));
        if is_exempt {
            report.exempt += 1;
            continue;
        }
        report.checked += 1;
        let included = format!("#include \"{}\"\n", path.display());
        if !asserts.is_empty() {
            report.asserts += &format!("{included}{asserts}");
        }
        let text = format!("{included}#include <cstddef>\n{asserts}");
        let found = check_file(context, &file, (header, &text), arguments);
        let is_missing = found.iter().any(|problem| problem.origin == Origin::MissingProgram);
        report.diagnostics.extend(found);
        if is_missing {
            break;
        }
    }
    report
}

fn input_of<'a>(context: &'a BuildContext, file: &'a Arc<SourceFile>, options: &'a OptionValues) -> GeneratorInput<'a> {
    let infos = infos_of(context).map(|infos| &infos.library);
    GeneratorInput {
        file,
        sources: &context.sources,
        include_paths: &context.project.include,
        options,
        infos,
        materials: None,
        scripts: None,
        branches: &[],
    }
}

/// Compiles a text that includes the file.
fn check_file(
    context: &BuildContext,
    file: &SourceFile,
    (header, text): (&str, &str),
    own: Vec<String>,
) -> Vec<Diagnostic> {
    let whole = Span { file: file.id, start: 0, end: 0 };
    let machine = |error: String| {
        let message = format!("`{}` cannot be given to {CXX_COMPILER}: {error}", file.name);
        vec![Diagnostic::error("bsl/cxx", message).origin(Origin::Machine).at(whole)]
    };
    let folder = match temporary_folder() {
        Ok(folder) => folder,
        Err(error) => return machine(error.to_string()),
    };
    let (stub, main) = (folder.path().join("stub.hh"), folder.path().join("main.cc"));
    let written = std::fs::write(&stub, header).and_then(|()| std::fs::write(&main, text));
    if let Err(error) = written {
        return machine(error.to_string());
    }
    let mut arguments: Vec<String> = ["-std=c++20", "-fsyntax-only", "-Wall", "-Werror", "-Wno-attributes"]
        .into_iter()
        .chain(["-fdiagnostics-color=never", "-fno-diagnostics-show-caret", "-I."])
        .map(str::to_owned)
        .collect();
    arguments.extend(own);
    for folder in &context.project.include {
        arguments.extend(["-I".to_owned(), folder.display().to_string()]);
    }
    arguments.extend(["-include".to_owned(), stub.display().to_string(), main.display().to_string()]);
    let limits = &context.project.limits;
    let bounds = ProgramBounds { timeout: limits.compile_timeout, memory: Some(limits.compile_memory) };
    let run = run_program(Path::new(CXX_COMPILER), &arguments, context.sources.root(), bounds, &Cancel::default());
    match run.end {
        ProgramEnd::Exit(0) => Vec::new(),
        ProgramEnd::NotStarted(why) => {
            let message = format!("`{CXX_COMPILER}` cannot be started: {why}");
            vec![Diagnostic::error("bsl/cxx", message).origin(Origin::MissingProgram).help("Install a C++ compiler.")]
        }
        ProgramEnd::Exit(_) => {
            let found = messages(context, &run.text);
            if !found.is_empty() {
                return found;
            }
            vec![Diagnostic::error("bsl/cxx", format!("{CXX_COMPILER} refuses the file")).at(whole).note(run.text)]
        }
        end => vec![Diagnostic::error("bsl/cxx", format!("{CXX_COMPILER} did not end by itself: {end:?}")).at(whole)],
    }
}

/// `path:line:column: error: text`, with the notes behind it.
fn messages(context: &BuildContext, text: &str) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for line in text.lines() {
        let Some((place, word, said)) = message_of(line) else { continue };
        let span = span_of(context, place);
        match (word, found.last_mut()) {
            ("note", Some(last)) => {
                *last = match span {
                    Some(span) => last.clone().label(span, said),
                    None => last.clone().note(said),
                };
            }
            ("note", None) => {}
            _ => {
                let problem = Diagnostic::error("bsl/cxx", format!("{CXX_COMPILER}: {said}"));
                found.push(match span {
                    Some(span) => problem.at(span),
                    // In the header that stands before the file, or in an assertion on a layout.
                    None => problem.note(line),
                });
            }
        }
    }
    found
}

/// The place, the severity and the text of a line.
fn message_of(line: &str) -> Option<(&str, &'static str, &str)> {
    [": fatal error: ", ": error: ", ": warning: ", ": note: "].into_iter().find_map(|word| {
        let (place, said) = line.split_once(word)?;
        Some((place, if word == ": note: " { "note" } else { "error" }, said))
    })
}

fn span_of(context: &BuildContext, place: &str) -> Option<Span> {
    let mut parts = place.rsplitn(3, ':');
    let (column, line, path) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?);
    let path = context.sources.relative(Path::new(path.strip_prefix("./").unwrap_or(path)));
    // A path outside of the project is that of the text around the file.
    if path.is_absolute() {
        return None;
    }
    Some(context.sources.load(&path).ok()?.word_span(line, column))
}

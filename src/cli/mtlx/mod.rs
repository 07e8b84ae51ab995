//! `uberc mtlx`: MaterialX documents and their shaders.
//!
//! **In**: the arguments of a subcommand.
//! **Out**: lines, shaders, documents and pictures; problems as diagnostics.
//! **Never**: decides what a document means, or draws.

mod document;
mod generate;
pub mod options;
mod render;

use super::{ENVIRONMENT, Outcome, Terminal, output_file};
use crate::dialect::materialx::document::Elem;
use crate::dialect::materialx::opened::Opened;
use crate::dialect::materialx::problem::{Problem, ProblemKind};
use crate::dialect::materialx::summary::{self, Listing};
use crate::dialect::materialx::upgrade;
use crate::model::Target;
use document::{Arguments, Mark, each};
use options::{Mtlx, MtlxCommand};

pub fn run(command: &Mtlx, terminal: &Terminal) -> Outcome {
    let warnings = command.warnings.levels();
    let arguments =
        Arguments { libraries: &command.libraries, shaders: None, shares: false, sidecars: None, warnings: &warnings };
    // Where nothing is compiled, sidecars see the first of the targets.
    let with_sidecars = Arguments { sidecars: Some(Target::Spirv), ..arguments };
    match &command.command {
        MtlxCommand::List { files, assign: true } => each(files, arguments, terminal, |_, opened, _| {
            summary::assignments(opened).iter().for_each(|line| terminal.data(line));
            Ok(())
        }),
        MtlxCommand::List { files, assign: false } => {
            let mut listing = Listing::default();
            let arguments = Arguments { shares: true, ..with_sidecars };
            let code = each(files, arguments, terminal, |document, opened, found| {
                let shown = if files.len() > 1 { format!("{}: ", document.shown) } else { String::new() };
                listing.add(opened, &document.settings.options, &shown, found);
                Ok(())
            })?;
            // Where no document could be read, there is nothing to count.
            if code == 0 || code != ENVIRONMENT && !listing.is_empty() {
                listing.lines().iter().for_each(|line| terminal.data(line));
            }
            Ok(code)
        }
        MtlxCommand::Validate { files } => each(files, with_sidecars, terminal, |document, opened, found| {
            *found = opened.validate(&document.settings.options);
            if !document.has_error(opened, found, Mark::BEGIN) {
                terminal.data(&format!("{}: valid", document.shown));
            }
            Ok(())
        }),
        MtlxCommand::Info { files } => each(files, arguments, terminal, |document, opened, _| {
            terminal.data(&format!("{}:", document.shown));
            summary::info(opened).iter().for_each(|line| terminal.data(&format!("  {line}")));
            Ok(())
        }),
        MtlxCommand::Upgrade { file, output } => {
            each(std::slice::from_ref(file), arguments, terminal, |document, opened, _| {
                let text = upgrade::write(&opened.indexed.document);
                match output {
                    Some(path) => output_file::write(path, text.as_bytes())?,
                    None => terminal.data(text.trim_end()),
                }
                let count = opened.rewritten.len();
                terminal.talk(&format!("{}: {count} elements rewritten", document.shown));
                opened.rewritten.iter().for_each(|one| terminal.talk(&format!("  {}: {}", one.path, one.what)));
                Ok(())
            })
        }
        MtlxCommand::Generate(command) => generate::run(command, arguments, terminal),
        MtlxCommand::Render(command) => render::run(command, arguments, terminal),
    }
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

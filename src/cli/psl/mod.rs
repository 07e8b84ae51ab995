//! `uberc psl`: programs of the language PSL.
//!
//! **In**: arguments.
//! **Out**: images, HLSL, listings, pictures, diagnostics; an exit code.
//! **Never**: compiles or draws itself.

mod gif;
pub mod options;
mod page;
mod run;

use std::path::Path;

use super::{Outcome, SOURCE_ERRORS, Stop, Terminal, WRONG_USAGE};
use crate::bounded_file;
use crate::diag::{self, Diagnostic, SourceFile, Sources};
use crate::dialect::shaderception::bytecode::{self, ListingStyle, Program, SLOTS, Stats};
use crate::dialect::shaderception::typed::{self, TypedOptions};
use crate::dialect::shaderception::{self, Semantics, features};
use options::{Asm, Check, Compile, Dis, Dynamic, Language, Output, Psl, PslCommand, Source, Style};

/// Bytes of the largest image.
const MOST_IMAGE: u64 = SLOTS as u64 * 16;

pub fn run(command: &Psl, terminal: &Terminal) -> Outcome {
    match &command.command {
        PslCommand::Check(command) => check(command, terminal),
        PslCommand::Compile(command) => compile(command, terminal),
        PslCommand::Dis(command) => dis(command, terminal),
        PslCommand::Asm(command) => asm(command, terminal),
        PslCommand::Run(command) => run::run(command, terminal),
        PslCommand::Page(command) => page::run(command, terminal),
    }
}

/// A file with its sources; paths begin in the working folder.
fn load(path: &Path) -> Result<(Sources, std::sync::Arc<SourceFile>), Stop> {
    let sources = Sources::new("");
    let file = sources.load(path).map_err(|error| {
        let why = match error {
            diag::LoadError::NotFound => "there is no such file".to_owned(),
            diag::LoadError::Io(why) => why,
        };
        Stop::usage(format!("cannot read `{}`: {why}", path.display()))
    })?;
    Ok((sources, file))
}

/// Prints diagnostics without a place, which are about options and images. The exit code.
fn report(code: &'static str, message: String, help: &str, exit: u8, terminal: &Terminal) -> Outcome {
    let problem = Diagnostic::error(code, message).help(help);
    terminal.diagnostics(&[problem], &Sources::new(""));
    Ok(exit)
}

fn tell(mut found: Vec<Diagnostic>, sources: &Sources, terminal: &Terminal) {
    diag::sort(&mut found, sources);
    terminal.diagnostics(&found, sources);
}

fn stats_line(stats: Stats) -> String {
    let most = bytecode::JUMP_BUDGET;
    let jumps = if stats.jumps > u64::from(most) { format!("more than {most}") } else { stats.jumps.to_string() };
    format!(
        "{} instructions, {} registers, stack {}, jumps {jumps} with each loop once",
        stats.instructions, stats.registers, stats.stack
    )
}

fn check(command: &Check, terminal: &Terminal) -> Outcome {
    let mut failed = false;
    for path in &command.files {
        let (sources, file) = load(path)?;
        let semantics = command.source.semantics(Semantics::Sane);
        let (program, found) = shaderception::compile(&file, semantics, &command.source.constants());
        failed |= program.is_none();
        tell(found, &sources, terminal);
    }
    Ok(if failed { SOURCE_ERRORS } else { 0 })
}

fn compile(command: &Compile, terminal: &Terminal) -> Outcome {
    if command.target == Language::Hlsl && command.source.semantics == Some(options::Meaning::Reference) {
        let message = "`--semantics reference` is for `--target bytecode`".to_owned();
        return report("psl/option-conflict", message, "Leave `--semantics` out.", WRONG_USAGE, terminal);
    }
    let (sources, file) = load(&command.file)?;
    let constants = command.source.constants();
    let bytes = if command.target == Language::Hlsl {
        let typed_options = typed_options(command.dynamic, command.output_fill, command.loop_guard);
        let (program, found) = shaderception::translate(&file, &constants, &Default::default(), &typed_options);
        tell(found, &sources, terminal);
        let Some(program) = program else { return Ok(SOURCE_ERRORS) };
        typed::hlsl(&program, &typed_options).0.into_bytes()
    } else {
        let semantics = command.source.semantics(Semantics::Reference);
        let (program, found) = shaderception::compile(&file, semantics, &constants);
        tell(found, &sources, terminal);
        let Some((program, stats)) = program else { return Ok(SOURCE_ERRORS) };
        if command.stats {
            terminal.talk(&stats_line(stats));
        }
        match command.target {
            Language::Uses => features::header(&program).into_bytes(),
            _ => bytecode::to_image(&program, command.trim),
        }
    };
    write_or_print(command.output.as_deref(), &bytes, terminal)
}

fn typed_options(dynamic: Dynamic, fill: Output, loop_guard: u32) -> TypedOptions {
    TypedOptions {
        dynamic: match dynamic {
            Dynamic::Auto => typed::DynamicWidths::Auto,
            Dynamic::Error => typed::DynamicWidths::Error,
        },
        output: match fill {
            Output::Zero => typed::OutputFill::Zero,
            Output::Cross => typed::OutputFill::Cross,
        },
        loop_guard,
    }
}

fn write_or_print(path: Option<&Path>, bytes: &[u8], terminal: &Terminal) -> Outcome {
    match path {
        Some(path) => super::output_file::write(path, bytes)?,
        None => terminal.bytes(bytes),
    }
    Ok(0)
}

/// A program from a source or an image; `None` if mistakes were told, with the exit code.
fn program(
    path: &Path,
    source: &Source,
    default: Semantics,
    lenient: bool,
    terminal: &Terminal,
) -> Result<Result<(Program, Option<Sources>), u8>, Stop> {
    if path.extension().is_some_and(|extension| extension == "psl") {
        let (sources, file) = load(path)?;
        let (program, found) = shaderception::compile(&file, source.semantics(default), &source.constants());
        tell(found, &sources, terminal);
        return Ok(program.map(|(program, _)| (program, Some(sources))).ok_or(SOURCE_ERRORS));
    }
    let bytes = bounded_file::read(path, MOST_IMAGE)
        .map_err(|error| Stop::usage(format!("cannot read `{}`: {error}", path.display())))?;
    match bytecode::from_image(&bytes, lenient) {
        Ok(program) => Ok(Ok((program, None))),
        Err(error) => {
            let message = format!("`{}`: {error}", path.display());
            let help = "An image is what `uberc psl compile` writes; `--lenient` reads it as the machine would.";
            report("psl/bytecode", message, help, SOURCE_ERRORS, terminal).map(Err)
        }
    }
}

fn dis(command: &Dis, terminal: &Terminal) -> Outcome {
    let loaded = program(&command.file, &command.source, Semantics::Reference, command.lenient, terminal)?;
    let (program, sources) = match loaded {
        Ok(loaded) => loaded,
        Err(code) => return Ok(code),
    };
    let style = if command.style == Style::Plain { ListingStyle::Plain } else { ListingStyle::Full };
    terminal.data(&bytecode::disassemble(&program, style, sources.as_ref()));
    Ok(0)
}

fn asm(command: &Asm, terminal: &Terminal) -> Outcome {
    let (sources, file) = load(&command.file)?;
    match bytecode::assemble(&file) {
        Ok(program) => write_or_print(command.output.as_deref(), &bytecode::to_image(&program, command.trim), terminal),
        Err(found) => {
            tell(found, &sources, terminal);
            Ok(SOURCE_ERRORS)
        }
    }
}

//! The command line: arguments become requests to the library, reports become text.
//!
//! **In**: arguments.
//! **Out**: text on stdout (results) and stderr (messages), and an exit code.
//! **Never**: contains logic that another program would need to use the library.
//!
//! Exit codes: 0 success, 1 the user's sources have errors, 2 wrong usage, 3 the environment (a compiler is missing,
//! the disk is full), 130 interrupted.

mod archive_file;
mod args;
mod build;
mod cache;
mod check;
mod completions;
mod diff;
mod doctor;
mod dump;
mod exit;
mod explain;
mod extract;
mod init;
mod inspect;
mod list;
mod lookup;
mod lsp;
mod mtlx;
mod output_file;
mod progress;
mod project;
mod psl;
mod report;
mod select;
mod shader_builder;
mod stop;
mod terminal;
mod values;
mod verify;
mod warnings;
mod watch;

use std::ffi::OsString;

use clap::Parser;

use crate::compile::watchdog;
use args::{Arguments, Command, MessageFormat};
use exit::{ENVIRONMENT, INTERRUPTED, SOURCE_ERRORS, WRONG_USAGE};
use stop::{Outcome, Stop};
use terminal::Terminal;

/// What the program `uberc` does: runs one command, or is the watchdog of another run of it. The exit code.
pub fn run_as_program(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if let [_, argument, build] = &arguments[..]
        && argument == watchdog::ARGUMENT
    {
        watchdog::watch(&build.to_string_lossy(), std::io::stdin());
        return 0;
    }
    watchdog::enable();
    let code = run(arguments);
    watchdog::end();
    code
}

/// Runs one command; the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let json = args::asks_for_json(&arguments);
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are answers, not mistakes; clap knows which stream each belongs to.
            let code = if error.use_stderr() { WRONG_USAGE } else { 0 };
            if json && code != 0 && !terminal::line_of_json(&Stop::from(&error).json()) {
                return ENVIRONMENT;
            }
            return match error.print() {
                Ok(()) => code,
                Err(_) => ENVIRONMENT,
            };
        }
    };
    let terminal = Terminal::new(&arguments.global);
    if arguments.global.message_format == MessageFormat::Sarif
        && !matches!(arguments.command, Command::Build(_) | Command::Check(_))
    {
        terminal
            .error("`--message-format sarif` is for `build` and `check`: other commands have no diagnostics to log");
        return WRONG_USAGE;
    }
    let outcome = match &arguments.command {
        Command::Init(command) => init::run(command, &terminal),
        Command::Build(command) => build::run(command, &terminal),
        Command::Report(command) => report::run(command, &terminal),
        Command::Watch(command) => watch::run(command, &terminal),
        Command::Cache(command) => cache::run(command, &terminal),
        Command::Check(command) => check::run(command, &terminal),
        Command::List(command) => list::run(command, &terminal),
        Command::Explain(command) => explain::run(command, &terminal),
        Command::Verify(command) => verify::run(command, &terminal),
        Command::Lookup(command) => lookup::run(command, &terminal),
        Command::Inspect(command) => inspect::run(command, &terminal),
        Command::Extract(command) => extract::run(command, &terminal),
        Command::Diff(command) => diff::run(command, &terminal),
        Command::Dump(command) => dump::run(command, &terminal),
        Command::ShaderBuilder(command) => shader_builder::run(command, &terminal),
        Command::Psl(command) => psl::run(command, &terminal),
        Command::Mtlx(command) => mtlx::run(command, &terminal),
        Command::Doctor(command) => doctor::run(command, &terminal),
        Command::Lsp(command) => lsp::run(command),
        Command::Completions(command) => completions::run(command, &terminal),
    };
    let code = match outcome {
        Ok(code) => code,
        Err(stop) => {
            terminal.stop(&stop);
            stop.code
        }
    };
    terminal.finish();
    // The reader closed the pipe early (`| head`): not an error.
    if terminal.output_failed() { ENVIRONMENT } else { code }
}

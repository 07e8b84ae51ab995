//! The command line program: exit codes only; see `uberc::cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(uberc::cli::run_as_program(std::env::args_os()))
}

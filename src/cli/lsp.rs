//! `uberc lsp`: serves an editor.

use std::io::BufReader;

use super::args::Lsp;
use super::project::use_jobs;
use super::{Outcome, SOURCE_ERRORS};
use crate::lsp::{Settings, serve};

/// The exit code is what the protocol asks for: 0 if the client said `shutdown` before the end, else 1.
pub fn run(command: &Lsp) -> Outcome {
    use_jobs(command.jobs)?;
    let settings = Settings { targets: command.target.clone(), overrides: command.overrides()?, ..Settings::default() };
    let is_orderly = serve(BufReader::new(std::io::stdin()), std::io::stdout(), settings);
    Ok(if is_orderly { 0 } else { SOURCE_ERRORS })
}

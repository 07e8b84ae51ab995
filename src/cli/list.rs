//! `uberc list`: the counts of each shader.

use super::args::Select;
use super::project::open;
use super::{Outcome, SOURCE_ERRORS, Terminal};
use crate::diag::{self, Diagnostic};
use crate::pipeline::{self, ShaderFront};
use crate::report::{ShaderReport, list_line, list_table};

pub fn run(command: &Select, terminal: &Terminal) -> Outcome {
    let opened = open(command, terminal)?;
    let front = pipeline::run_frontend(&opened.context, &opened.targets);
    let mut diagnostics = opened.diagnostics;
    diagnostics.extend(front.diagnostics);
    diag::sort(&mut diagnostics, &opened.context.sources);
    terminal.diagnostics(&diagnostics, &opened.context.sources);
    let reports: Vec<ShaderReport> = front.shaders.iter().map(ShaderFront::report).collect();
    if terminal.json() {
        for report in &reports {
            terminal.data(&list_line(report));
        }
    } else {
        terminal.table(&list_table(&reports));
    }
    Ok(if diagnostics.iter().any(Diagnostic::is_error) { SOURCE_ERRORS } else { 0 })
}

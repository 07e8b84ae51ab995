//! `uberc check`: everything but compiling.

use super::args::Select;
use super::project::open;
use super::{Outcome, SOURCE_ERRORS, Terminal};
use crate::diag::{self, Diagnostic};
use crate::pipeline;
use crate::report::plural;

pub fn run(command: &Select, terminal: &Terminal) -> Outcome {
    let opened = open(command, terminal)?;
    let front = pipeline::front(&opened.context, &opened.targets);
    let mut diagnostics = opened.diagnostics;
    diagnostics.extend(front.diagnostics);
    diagnostics.extend(pipeline::lint(&front.shaders));
    diag::sort(&mut diagnostics, &opened.context.sources);
    terminal.diagnostics(&diagnostics, &opened.context.sources);
    let failed = diagnostics.iter().any(Diagnostic::is_error);
    if terminal.json() {
        let line = serde_json::json!({ "reason": "checked", "shaders": front.shaders.len(), "failed": failed });
        terminal.data(&line.to_string());
    } else if !failed {
        terminal.talk(&format!("{} checked", plural(front.shaders.len(), "shader")));
    }
    Ok(if failed { SOURCE_ERRORS } else { 0 })
}

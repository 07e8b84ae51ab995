//! `uberc check`: everything but compiling.

use std::collections::BTreeSet;

use super::args::Select;
use super::project::open;
use super::{Outcome, SOURCE_ERRORS, Terminal};
use crate::diag::{self, Diagnostic, Severity};
use crate::pipeline;
use crate::report::plural;

pub fn run(command: &Select, terminal: &Terminal) -> Outcome {
    let opened = open(command, terminal)?;
    let front = pipeline::run_frontend(&opened.context, &opened.targets);
    let mut diagnostics = opened.diagnostics;
    diagnostics.extend(pipeline::check(&opened.context, &front));
    diagnostics.extend(front.diagnostics);
    diag::sort(&mut diagnostics, &opened.context.sources);
    terminal.diagnostics(&diagnostics, &opened.context.sources);
    let failed = diagnostics.iter().any(Diagnostic::is_error);
    // A shader is checked for each target, and counts once.
    let shaders: BTreeSet<&str> = front.shaders.iter().map(|shader| shader.declaration.name.as_str()).collect();
    if terminal.json() {
        let count = |severity| diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        let line = serde_json::json!({
            "reason": "checked", "shaders": shaders.len(), "failed": failed, "errors": errors, "warnings": warnings
        });
        terminal.data(&line.to_string());
    } else if !failed {
        terminal.talk(&format!("{} checked", plural(shaders.len(), "shader")));
    }
    Ok(if failed { SOURCE_ERRORS } else { 0 })
}

//! `uberc check`: everything but compiling.

use std::collections::BTreeSet;

use super::args::Check;
use super::project::open;
use super::{ENVIRONMENT, Outcome, SOURCE_ERRORS, Terminal, output_file};
use crate::diag::{self, Diagnostic, Severity};
use crate::pipeline;
use crate::report::plural;

pub fn run(command: &Check, terminal: &Terminal) -> Outcome {
    let opened = open(&command.select, terminal)?;
    let front = pipeline::run_frontend(&opened.context, &opened.targets);
    let mut diagnostics = opened.diagnostics;
    diagnostics.extend(pipeline::check(&opened.context, &front));
    diagnostics.extend(front.diagnostics);
    let cxx = (command.cxx || command.static_asserts.is_some()).then(|| pipeline::check_cxx(&opened.context));
    if let Some(cxx) = &cxx {
        diagnostics.extend(cxx.diagnostics.iter().cloned());
        if let Some(file) = &command.static_asserts {
            output_file::write(file, cxx.asserts.as_bytes())?;
        }
    }
    diag::sort(&mut diagnostics, &opened.context.sources);
    terminal.diagnostics(&diagnostics, &opened.context.sources);
    let failed = diagnostics.iter().any(Diagnostic::is_error);
    // A shader is checked for each target, and counts once.
    let shaders: BTreeSet<&str> = front.shaders.iter().map(|shader| shader.declaration.name.as_str()).collect();
    if terminal.json() {
        let count = |severity| diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        let mut line = serde_json::json!({
            "reason": "checked", "shaders": shaders.len(), "failed": failed, "errors": errors, "warnings": warnings
        });
        if let Some(cxx) = &cxx {
            line["cxx_files"] = cxx.checked.into();
            line["cxx_exempt"] = cxx.exempt.into();
        }
        terminal.data(&line.to_string());
    } else if !failed {
        terminal.talk(&format!("{} checked", plural(shaders.len(), "shader")));
        if let Some(cxx) = &cxx {
            let exempt = if cxx.exempt == 0 { String::new() } else { format!(", {} exempt", cxx.exempt) };
            terminal.talk(&format!("{} checked as C++{exempt}", plural(cxx.checked, "file")));
        }
    }
    let of_cxx = cxx.iter().flat_map(|cxx| &cxx.diagnostics);
    let is_environment = of_cxx.into_iter().any(|problem| problem.origin.is_environment());
    Ok(match failed {
        true if is_environment => ENVIRONMENT,
        true => SOURCE_ERRORS,
        false => 0,
    })
}

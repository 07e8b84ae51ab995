//! `uberc verify`: whether the shortcuts give what the long way gives.

use super::args::Verify;
use super::project::open;
use super::{Outcome, SOURCE_ERRORS, Terminal};
use crate::diag::Diagnostic;
use crate::model::Permutation;
use crate::pipeline;
use crate::report::{Comparison, verified_line};

/// Mismatches named; all are counted.
const NAMED: usize = 3;

pub(super) fn run(command: &Verify, terminal: &Terminal) -> Outcome {
    let opened = open(&command.select, terminal)?;
    let mut failed = opened.diagnostics.iter().any(Diagnostic::is_error);
    terminal.diagnostics(&opened.diagnostics, &opened.world.sources);
    if command.exhaustive {
        failed |= exhaustive(&opened, terminal);
    }
    Ok(if failed { SOURCE_ERRORS } else { 0 })
}

/// Every permutation, one by one; whether something differs.
fn exhaustive(opened: &super::project::Opened, terminal: &Terminal) -> bool {
    let (verified, diagnostics) = pipeline::verify(&opened.world, &opened.targets);
    terminal.diagnostics(&diagnostics, &opened.world.sources);
    let mut failed = diagnostics.iter().any(Diagnostic::is_error);
    let (mut compared, mut left_out) = (0, 0);
    for shader in &verified {
        let name = format!("{} for {}: {} permutations", shader.shader, shader.target.name(), shader.permutations);
        let line = match &shader.comparison {
            None => {
                left_out += 1;
                format!("{name}, not compared: more than {} bits", crate::explore::BRUTE_FORCE_BITS)
            }
            Some(comparison) => {
                compared += 1;
                failed |= !comparison.is_clean();
                format!("{name}, {}", result(comparison))
            }
        };
        terminal.data(&if terminal.json() { verified_line(shader) } else { line });
    }
    terminal.talk(&format!("{compared} shaders compared with every permutation, {left_out} not compared"));
    failed
}

fn result(comparison: &Comparison) -> String {
    let mut text = format!("{} techniques, {} mismatches", comparison.techniques, comparison.mismatches.len());
    let named: Vec<String> =
        comparison.mismatches.iter().take(NAMED).map(|Permutation(bits)| format!("{bits:#x}")).collect();
    if !named.is_empty() {
        let more = if comparison.mismatches.len() > NAMED { ", ..." } else { "" };
        text += &format!(" ({}{more})", named.join(", "));
    }
    for other in &comparison.other_counts {
        text += &format!(", but {other} techniques were counted");
    }
    text
}

//! A bound on what one run of a typed program takes: calls are not replaced by bodies, so a few functions that call each
//! other twice would run for years.

use super::ir::{Code, TypedProgram};
use crate::diag::{Diagnostic, Span};
use crate::dialect::shaderception::problems::Problems;

/// Statements of one run that passes each loop once.
pub const MOST_STEPS: u64 = 1 << 16;

/// Reports the first call with which a run has more than [`MOST_STEPS`] statements.
pub fn check(program: &TypedProgram, problems: &mut Problems) {
    // Of the bodies so far: callees stand before their callers.
    let mut costs: Vec<u64> = Vec::with_capacity(program.bodies.len());
    for body in &program.bodies {
        match cost(&body.code, &costs) {
            Ok(cost) => costs.push(cost),
            Err(span) => {
                let message = format!("with this call, a run has more than {MOST_STEPS} statements without its loops");
                let problem = Diagnostic::error("psl/limit-instructions", message).at(span);
                problems
                    .push(problem.help("Functions that call others several times multiply: keep values in variables."));
                return;
            }
        }
    }
}

fn cost(code: &[Code], costs: &[u64]) -> Result<u64, Span> {
    let mut sum = 0_u64;
    for part in code {
        let (own, span) = match part {
            Code::Set { span, .. } | Code::SetLanes { span, .. } => (1, span),
            Code::If { then, otherwise, span, .. } => (1 + cost(then, costs)?.max(cost(otherwise, costs)?), span),
            Code::Loop { head, body, span, .. } => (1 + cost(head, costs)? + cost(body, costs)?, span),
            Code::Call { body, span, .. } => (1 + costs.get(*body).copied().unwrap_or(0), span),
        };
        sum += own;
        if sum > MOST_STEPS {
            return Err(*span);
        }
    }
    Ok(sum)
}

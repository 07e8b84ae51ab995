//! Mistakes in the syntax of a unit, reported once, before anything is derived from its tokens.

use super::reachability::Live;
use crate::diag::{Diagnostic, DiagnosticKind};
use crate::model::{PpToken, Preprocessed, TokenFlags};
use crate::syntax::SyntaxProblem;

/// The problems of all units; equal ones of several units once.
pub fn syntax_errors(units: &[Live]) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for live in units {
        for problem in live.problems() {
            let diagnostic = describe(&live.unit, *problem);
            if !found.contains(&diagnostic) {
                found.push(diagnostic);
            }
        }
    }
    found
}

fn describe(unit: &Preprocessed, problem: SyntaxProblem) -> Diagnostic {
    let tokens = &unit.tokens;
    let at = (problem.at as usize).min(tokens.len());
    let is_code = |token: &&PpToken| !token.token.flags.has(TokenFlags::DIRECTIVE);
    let before = tokens.range(0, at as u32).rev().find(is_code);
    let found = tokens.range(at as u32, tokens.len() as u32).find(is_code);
    let text = |token: Option<&PpToken>| token.map_or("", |token| token.token.text.as_str());
    let message = problem.expected.message(text(before), text(found));
    let diagnostic = Diagnostic::error("syntax/expected", message).kind(DiagnosticKind::Syntax);
    let place = if problem.expected.is_behind() { before.or(found) } else { found.or(before) };
    match place {
        Some(token) => unit.blame(diagnostic, token),
        None => diagnostic,
    }
}

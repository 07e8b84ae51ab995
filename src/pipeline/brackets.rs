//! Errors about brackets without a partner.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::BuildContext;
use crate::diag::{Diagnostic, Span};
use crate::model::{ExpansionId, PpToken, Preprocessed, RunId};
use crate::syntax::{BracketMistake, bracket_class, bracket_mistakes, closing};

/// What is known to have brackets with partners.
#[derive(Default)]
pub struct Balanced {
    /// The addresses of units, which live as long.
    units: FxHashSet<usize>,
    runs: FxHashSet<RunId>,
}

/// The unmatched brackets of some units; equal ones of several units once.
pub fn check_brackets(context: &BuildContext, units: &[Arc<Preprocessed>], balanced: &mut Balanced) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for unit in units {
        let address = Arc::as_ptr(unit).addr();
        if balanced.units.contains(&address) {
            continue;
        }
        let mut files = BTreeMap::new();
        let mut column = |token: &PpToken| {
            let span = unit.place(token).0;
            let file = files.entry(span.file).or_insert_with(|| context.sources.get(span.file));
            (token.expansion == ExpansionId::NONE).then(|| file.position(span.start).column)
        };
        let mistakes = bracket_mistakes(unit, &mut balanced.runs, &mut column);
        if mistakes.is_empty() {
            balanced.units.insert(address);
        }
        for mistake in mistakes {
            let diagnostic = describe(unit, mistake);
            if !found.contains(&diagnostic) {
                found.push(diagnostic);
            }
        }
    }
    found
}

fn describe(unit: &Preprocessed, mistake: BracketMistake) -> Diagnostic {
    let token = |at: u32| &unit.tokens[at as usize];
    let text = |at: u32| token(at).token.text.as_str();
    let span = |at: u32| -> Span { unit.place(token(at)).0 };
    match mistake {
        BracketMistake::Unclosed { open, before, closed_by } => {
            let (opener, closer) = (text(open), bracket_class(text(open)).map_or("", |(class, _)| closing(class)));
            let message = format!("expected `{closer}` to close this `{opener}`");
            let error = unit.blame(Diagnostic::error("syntax/unclosed-bracket", message), token(open));
            match (closed_by, before) {
                (Some(by), _) => error
                    .label(span(by), "this closes it, but is indented like the end of another block")
                    .help(format!("Add the missing `{closer}` before this one.")),
                (None, Some(before)) => error.label(span(before), format!("expected before this `{}`", text(before))),
                (None, None) => error.note("the source ends without it"),
            }
        }
        BracketMistake::Unmatched { close } => {
            let closer = text(close);
            let message = format!("this `{closer}` closes nothing");
            unit.blame(Diagnostic::error("syntax/unmatched-bracket", message), token(close))
                .help("Remove it, or add the bracket that it should close.")
        }
    }
}

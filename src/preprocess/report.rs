//! Diagnostics with their include and expansion trail; each mistake is reported once in a unit.

use crate::diag::{Diagnostic, Span};
use crate::model::{ExpansionId, IncludeId, PpToken};

use super::unit::Unit;

/// Two diagnostics with equal keys are the same mistake, even if their trails differ.
pub type ReportKey = (&'static str, Option<Span>, String);

/// Upper bound of diagnostics of one severity in a unit. The rest is counted.
const MOST: usize = 1000;

/// Upper bound of steps in a trail: an endless recursion is clear without two hundred lines.
const TRAIL: usize = 16;

impl Unit<'_> {
    /// Reports about the file being read.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        let include = self.visit();
        self.add_diagnostic(diagnostic, ExpansionId::NONE, include);
    }

    /// Reports about a token, at the place where it is spelled.
    pub fn report_at(&mut self, diagnostic: Diagnostic, token: &PpToken) {
        let span = self.out.spelling(token);
        self.add_diagnostic(diagnostic.at(span), token.expansion, token.include);
    }

    /// Reports with a place that is set already, in the expansion of a token.
    pub fn report_in(&mut self, diagnostic: Diagnostic, expansion: ExpansionId, include: IncludeId) {
        self.add_diagnostic(diagnostic, expansion, include);
    }

    fn add_diagnostic(&mut self, mut diagnostic: Diagnostic, mut expansion: ExpansionId, mut include: IncludeId) {
        if self.quiet {
            self.suppressed += 1;
            return;
        }
        let key = (diagnostic.code, diagnostic.primary.as_ref().map(|label| label.span), diagnostic.message.clone());
        if self.reported.contains(&key) {
            return;
        }
        let count = &mut self.counts[diagnostic.severity as usize];
        *count += 1;
        if *count > MOST {
            return;
        }
        self.reported.insert(key);
        while expansion != ExpansionId::NONE && diagnostic.trail.len() < TRAIL {
            let step = self.out.expansions[expansion.0 as usize];
            diagnostic = diagnostic.via(step.invocation, format!("in the expansion of `{}`", step.name));
            (expansion, include) = (step.parent, step.include);
        }
        while let Some((from, span)) = self.out.includes[include.0 as usize].from {
            if diagnostic.trail.len() >= TRAIL {
                diagnostic = diagnostic.note("further steps are not shown");
                break;
            }
            diagnostic = diagnostic.via(span, "included from here");
            include = from;
        }
        self.diagnostics.push(diagnostic);
    }

    /// The diagnostics, and how many there were beyond the bound.
    pub fn diagnostics(&mut self) -> Vec<Diagnostic> {
        for (count, what) in self.counts.iter().zip(["errors", "warnings", "notes"]).filter(|(count, _)| **count > MOST)
        {
            let message = format!("{} more {what} of the preprocessor in this unit are not listed", count - MOST);
            self.diagnostics.push(
                Diagnostic::remark("preprocess/more", message)
                    .help("Correct the first ones: the others often follow from them."),
            );
        }
        std::mem::take(&mut self.diagnostics)
    }

    /// Stops the unit at this token: it has become too large.
    pub fn halt(&mut self, token: &PpToken) {
        if std::mem::replace(&mut self.halted, true) {
            return;
        }
        let (span, include) = self.out.place(token);
        let limit = self.request.limits.tokens;
        self.add_diagnostic(
            Diagnostic::error("preprocess/too-large", format!("the unit exceeds the limit of {limit} tokens here"))
                .at(span)
                .help("Look for macros that multiply their arguments and files that include themselves, or raise the limit."),
            ExpansionId::NONE,
            include,
        );
    }
}

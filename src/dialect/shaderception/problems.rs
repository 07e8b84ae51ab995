//! The list of mistakes of one program.

use super::Semantics;
use crate::diag::{Diagnostic, Severity};

/// Mistakes so far.
#[derive(Debug)]
pub struct Problems {
    pub list: Vec<Diagnostic>,
    semantics: Semantics,
}

impl Problems {
    pub fn new(semantics: Semantics) -> Problems {
        Problems { list: Vec::new(), semantics }
    }

    pub fn push(&mut self, problem: Diagnostic) {
        if !self.list.contains(&problem) {
            self.list.push(problem);
        }
    }

    /// A warning that is an error in `sane`.
    pub fn strict(&mut self, mut problem: Diagnostic) {
        if self.semantics == Semantics::Sane {
            problem.severity = Severity::Error;
        }
        self.push(problem);
    }

    pub fn has_errors(&self) -> bool {
        self.list.iter().any(Diagnostic::is_error)
    }
}

//! Diagnostics of one chunk: their places are tokens of chunks, and a [`Unit`](super::Unit) turns these into places of
//! files.

use super::analyser::Analyser;
use super::rules::Rules;
use crate::atom::Atom;
use crate::diag::{Diagnostic, DiagnosticKind, Origin, Severity};
use crate::model::{PpToken, Preprocessed, ask_other_compilers};

/// The error type of analysis. The error has already been reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed;

pub type Result<T> = std::result::Result<T, Failed>;

/// A token of a chunk of the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkToken {
    pub chunk: u32,
    /// Number of the token, counted from the first of the chunk.
    pub token: u32,
}

/// A diagnostic whose places are tokens of chunks.
#[derive(Clone, Debug)]
pub struct ChunkDiagnostic {
    pub severity: Severity,
    pub origin: Origin,
    pub kind: DiagnosticKind,
    /// The code without the language's name: `syntax`.
    pub code: &'static str,
    pub message: String,
    /// The place: a token of the chunk.
    pub at: u32,
    /// The text under the token.
    pub under: String,
    pub labels: Vec<(ChunkToken, String)>,
    pub notes: Vec<String>,
    pub help: Option<String>,
}

impl ChunkDiagnostic {
    pub fn under(&mut self, text: impl Into<String>) -> &mut ChunkDiagnostic {
        self.under = text.into();
        self
    }

    pub fn label(&mut self, place: ChunkToken, text: impl Into<String>) -> &mut ChunkDiagnostic {
        // A built-in declaration has no place.
        if place.chunk != u32::MAX {
            self.labels.push((place, text.into()));
        }
        self
    }

    pub fn note(&mut self, text: impl Into<String>) -> &mut ChunkDiagnostic {
        self.notes.push(text.into());
        self
    }

    pub fn help(&mut self, text: impl Into<String>) -> &mut ChunkDiagnostic {
        self.help = Some(text.into());
        self
    }

    /// Converts it to a diagnostic of the unit, in which `chunk` is the chunk's number; `token_at` finds a token.
    pub fn in_unit<'t, L: Rules>(
        &self,
        unit: &Preprocessed,
        chunk: u32,
        token_at: impl Fn(ChunkToken) -> Option<&'t PpToken>,
    ) -> Diagnostic {
        let code = code::<L>(self.code);
        let mut diagnostic = match self.severity {
            Severity::Error => Diagnostic::error(code, self.message.clone()),
            _ => Diagnostic::warning(code, self.message.clone()),
        };
        diagnostic.origin = self.origin;
        diagnostic.kind = self.kind;
        if let Some(token) = token_at(ChunkToken { chunk, token: self.at }) {
            diagnostic = unit.blame(diagnostic, token);
        }
        for (place, text) in &self.labels {
            if let Some(token) = token_at(*place) {
                diagnostic = diagnostic.label(unit.place(token).0, text.clone());
            }
        }
        if let Some(primary) = &mut diagnostic.primary {
            primary.message.clone_from(&self.under);
        }
        for note in &self.notes {
            diagnostic = diagnostic.note(note.clone());
        }
        match &self.help {
            Some(help) => diagnostic.help(help.clone()),
            None => diagnostic,
        }
    }
}

/// The whole code: the language's name, `/`, and this name.
pub fn code<L: Rules>(name: &str) -> &'static str {
    Atom::from(&format!("{}/{name}", L::NAME)).as_str()
}

/// A chunk has at most this many diagnostics.
const MAX_DIAGNOSTICS: usize = 50;

impl<L: Rules> Analyser<'_, '_, L> {
    fn report(&mut self, severity: Severity, code: &'static str, at: u32, message: String) -> &mut ChunkDiagnostic {
        if self.diagnostics.len() >= MAX_DIAGNOSTICS {
            self.diagnostics.truncate(MAX_DIAGNOSTICS - 1);
        }
        self.failed |= severity == Severity::Error;
        self.diagnostics.push(ChunkDiagnostic {
            severity,
            origin: Origin::default(),
            kind: DiagnosticKind::default(),
            code,
            message,
            at,
            under: String::new(),
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
        });
        let last = self.diagnostics.len() - 1;
        &mut self.diagnostics[last]
    }

    /// Reports an error. `code` is without the language's name.
    pub fn error(&mut self, code: &'static str, token: u32, message: impl Into<String>) -> &mut ChunkDiagnostic {
        self.report(Severity::Error, code, token, message.into())
    }

    /// Reports a warning, in the same way as [`Analyser::error`].
    pub fn warning(&mut self, code: &'static str, token: u32, message: impl Into<String>) -> &mut ChunkDiagnostic {
        self.report(Severity::Warning, code, token, message.into())
    }

    /// Reports a construct of the language that the embedded compiler does not support.
    pub fn unsupported(&mut self, token: u32, what: impl std::fmt::Display) -> &mut ChunkDiagnostic {
        let text = format!("{what} is not supported by the embedded compiler");
        let diagnostic = self.error("unsupported", token, text);
        diagnostic.origin = Origin::Unsupported;
        diagnostic.help(ask_other_compilers(L::WORDING.other_compilers))
    }
}

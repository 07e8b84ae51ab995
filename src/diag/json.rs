//! Diagnostics as JSON: places resolved to file, line, column and length.

use serde::Serialize;

use super::{Diagnostic, Label, Occurrence, Sources};

/// One diagnostic in the line format of `--message-format json` (`"reason": "diagnostic"`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonDiagnostic {
    pub reason: &'static str,
    pub code: &'static str,
    pub severity: &'static str,
    pub message: String,
    pub primary: Option<JsonLabel>,
    pub labels: Vec<JsonLabel>,
    /// Includes, macro expansions or Lua calls that lead to `primary`, innermost first.
    pub trail: Vec<JsonLabel>,
    pub notes: Vec<String>,
    pub help: Option<String>,
    /// Where it applies, one entry for each shader.
    pub occurrences: Vec<Occurrence>,
}

/// A place: line and column from 1, column and length in characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonLabel {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub length: u32,
    pub message: String,
}

/// Resolves the places of a diagnostic.
pub fn to_json(diagnostic: &Diagnostic, sources: &Sources) -> JsonDiagnostic {
    let label = |label: &Label| {
        let span = sources.outermost(label.span);
        let file = sources.get(span.file);
        let position = file.position(span.start);
        let text = file.text.get(span.start as usize..span.end as usize).unwrap_or("");
        JsonLabel {
            file: file.name.to_string(),
            line: position.line,
            column: position.column,
            length: text.chars().count() as u32,
            message: label.message.clone(),
        }
    };
    JsonDiagnostic {
        reason: "diagnostic",
        code: diagnostic.code,
        severity: diagnostic.severity.name(),
        message: diagnostic.message.clone(),
        primary: diagnostic.primary.as_ref().map(label),
        labels: diagnostic.labels.iter().map(label).collect(),
        trail: diagnostic.trail.iter().map(label).collect(),
        notes: diagnostic.notes.clone(),
        help: diagnostic.help.clone(),
        occurrences: diagnostic.occurrences.clone(),
    }
}

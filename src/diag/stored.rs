//! Diagnostics as the cache stores them: a build that takes an earlier result shows its warnings again.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Diagnostic, DiagnosticKind, Label, Occurrence, Origin, PrintOrder, Severity, Sources, Span};
use crate::atom::Atom;

/// A place in a file on disk.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredLabel {
    pub path: PathBuf,
    pub start: u32,
    pub end: u32,
    pub message: String,
}

/// A [`Diagnostic`] without file numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredDiagnostic {
    code: String,
    severity: Severity,
    origin: Origin,
    kind: DiagnosticKind,
    message: String,
    primary: Option<StoredLabel>,
    labels: Vec<StoredLabel>,
    trail: Vec<StoredLabel>,
    notes: Vec<String>,
    help: Option<String>,
    occurrences: Vec<Occurrence>,
    printed: Option<Box<PrintOrder>>,
}

impl StoredLabel {
    /// `None` if the file is not on disk.
    pub fn of(label: &Label, sources: &Sources) -> Option<StoredLabel> {
        let span = sources.outermost(label.span);
        let path = sources.get(span.file).path.clone()?;
        Some(StoredLabel { path, start: span.start, end: span.end, message: label.message.clone() })
    }

    /// `None` if the file does not exist or is too short.
    pub fn restore(&self, sources: &Sources) -> Option<Label> {
        let file = sources.load(Path::new(&self.path)).ok()?;
        (self.end as usize <= file.text.len()).then(|| Label {
            span: Span { file: file.id, start: self.start, end: self.end },
            message: self.message.clone(),
        })
    }
}

impl StoredDiagnostic {
    /// `None` if a place is not in a file on disk.
    pub fn of(diagnostic: &Diagnostic, sources: &Sources) -> Option<StoredDiagnostic> {
        let all =
            |labels: &[Label]| labels.iter().map(|label| StoredLabel::of(label, sources)).collect::<Option<Vec<_>>>();
        let primary = match &diagnostic.primary {
            Some(label) => Some(StoredLabel::of(label, sources)?),
            None => None,
        };
        Some(StoredDiagnostic {
            code: diagnostic.code.to_owned(),
            severity: diagnostic.severity,
            origin: diagnostic.origin,
            kind: diagnostic.kind,
            message: diagnostic.message.clone(),
            primary,
            labels: all(&diagnostic.labels)?,
            trail: all(&diagnostic.trail)?,
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.clone(),
            occurrences: diagnostic.occurrences.clone(),
            printed: diagnostic.printed.clone(),
        })
    }

    /// The files it points into.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.primary.iter().chain(&self.labels).chain(&self.trail).map(|label| label.path.as_path())
    }

    /// The diagnostic with the file numbers of `sources`; `None` if one of its files cannot be loaded or is too short.
    pub fn restore(&self, sources: &Sources) -> Option<Diagnostic> {
        let all =
            |labels: &[StoredLabel]| labels.iter().map(|label| label.restore(sources)).collect::<Option<Vec<_>>>();
        let primary = match &self.primary {
            Some(label) => Some(label.restore(sources)?),
            None => None,
        };
        Some(Diagnostic {
            // There are few codes: interned ones live as long as the process.
            code: Atom::from(&self.code).as_str(),
            severity: self.severity,
            origin: self.origin,
            kind: self.kind,
            message: self.message.clone(),
            primary,
            labels: all(&self.labels)?,
            trail: all(&self.trail)?,
            notes: self.notes.clone(),
            help: self.help.clone(),
            occurrences: self.occurrences.clone(),
            printed: self.printed.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagnostic_comes_back_at_its_places() {
        let sources = Sources::in_memory([("a.fx", "float x;"), ("b.fxh", "int y;")]);
        let [a, b] = ["a.fx", "b.fxh"].map(|name| sources.load(Path::new(name)).expect("in memory").id);
        let diagnostic = Diagnostic::warning("check/x", "it is so")
            .at_with(Span { file: a, start: 6, end: 7 }, "here")
            .label(Span { file: b, start: 4, end: 5 }, "there")
            .kind(DiagnosticKind::UnknownName)
            .note("a note")
            .help("Do this.");
        let stored = StoredDiagnostic::of(&diagnostic, &sources).expect("both are on disk");
        let json = serde_json::to_string(&stored).expect("plain data");
        let read: StoredDiagnostic = serde_json::from_str(&json).expect("what was written");
        assert_eq!(read.restore(&sources), Some(diagnostic.clone()));
        // In another run files have other numbers.
        let other = Sources::in_memory([("a.fx", "float x;"), ("b.fxh", "int y;")]);
        assert!(other.load(Path::new("b.fxh")).is_ok());
        let again = read.restore(&other).expect("the files are there");
        assert_eq!(StoredDiagnostic::of(&again, &other), Some(read.clone()));
        assert_eq!(read.restore(&Sources::in_memory([("a.fx", "float x;"), ("b.fxh", "")])), None);
        let made = sources.add("<made up>", "text");
        let nowhere = Diagnostic::warning("check/x", "").at(made.line_span(1));
        assert_eq!(StoredDiagnostic::of(&nowhere, &sources), None);
    }
}

//! The diagnostic: one structure for every message about the user's sources.

use serde::{Deserialize, Serialize};

use super::{Occurrence, Sources, Span};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// There is no result, or a wrong one.
    Error,
    Warning,
    Note,
}

impl Severity {
    /// Lower-case name.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// What has to change before the next run can succeed. A build's reaction to a diagnostic depends on this value, never
/// on the code or the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Origin {
    /// The user's files.
    #[default]
    Sources,
    /// The user's files, or a limit of the project file: a stage stopped before its result was complete.
    Limit,
    /// The compiler: the sources are correct, but the embedded compiler cannot represent them.
    Unsupported,
    /// A program has to be installed.
    MissingProgram,
    /// Something outside of the project: no disk space, no memory, a program that cannot be started.
    Machine,
    /// uberc itself: a defect.
    Internal,
    /// Nothing: another compiler made what the embedded compiler could not.
    Fallback,
}

impl Origin {
    /// Whether no change of the project's sources can help.
    pub fn is_environment(self) -> bool {
        matches!(self, Origin::MissingProgram | Origin::Machine)
    }
}

/// What a diagnostic is about, for stages that act on it: they depend on this value, never on the code or the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DiagnosticKind {
    /// What no stage acts on.
    #[default]
    Other,
    /// Nothing declares the name at the diagnostic's place, where a value is expected: a sidecar may have to give it.
    UnknownName,
    /// The file of the include directive at the place is not there.
    MissingInclude,
    /// The tokens at the place are no program, so that nothing can be derived from them.
    Syntax,
}

/// A place with a remark.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    pub span: Span,
    pub message: String,
}

/// A message: what is wrong, where, and how to correct it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// Stable code `stage/what`, for filters, documentation and tests.
    pub code: &'static str,
    pub severity: Severity,
    pub origin: Origin,
    pub kind: DiagnosticKind,
    /// One line, lower case, no full stop.
    pub message: String,
    /// The place to look at. `None` only where no file is to blame.
    pub primary: Option<Label>,
    /// Other places that matter, in reading order.
    pub labels: Vec<Label>,
    /// How the place was reached: includes, macro expansions, Lua calls; innermost first.
    pub trail: Vec<Label>,
    pub notes: Vec<String>,
    /// What to do, as a full sentence.
    pub help: Option<String>,
    /// Where it applies; empty where that is not a matter of permutations.
    pub occurrences: Vec<Occurrence>,
    /// Of what a sidecar printed.
    pub printed: Option<Box<PrintOrder>>,
}

/// Where a line stands in what a sidecar printed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PrintOrder {
    /// The sidecar's file name: a module prints for the sidecar that requires it.
    pub sidecar: String,
    /// The target, where the sidecar has asked for it.
    pub target: Option<String>,
    /// Number of the line, from 0.
    pub at: usize,
}

impl Diagnostic {
    /// An error without a place yet.
    pub fn error(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, message)
    }

    /// A warning without a place yet.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, message)
    }

    /// A message about what was done, without a place yet.
    pub fn remark(code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Note, code, message)
    }

    fn new(severity: Severity, code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity,
            origin: Origin::default(),
            kind: DiagnosticKind::default(),
            message: message.into(),
            primary: None,
            labels: Vec::new(),
            trail: Vec::new(),
            notes: Vec::new(),
            help: None,
            occurrences: Vec::new(),
            printed: None,
        }
    }

    /// Sets what has to change.
    #[must_use]
    pub fn origin(mut self, origin: Origin) -> Diagnostic {
        self.origin = origin;
        self
    }

    /// Sets what it is about.
    #[must_use]
    pub fn kind(mut self, kind: DiagnosticKind) -> Diagnostic {
        self.kind = kind;
        self
    }

    /// Sets the place to look at.
    #[must_use]
    pub fn at(self, span: Span) -> Diagnostic {
        self.at_with(span, "")
    }

    /// Sets the place to look at, with a remark under the caret.
    #[must_use]
    pub fn at_with(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.primary = Some(Label { span, message: message.into() });
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn label(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, message: message.into() });
        self
    }

    /// Adds a step of the way to the place.
    #[must_use]
    pub fn via(mut self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.trail.push(Label { span, message: message.into() });
        self
    }

    /// Adds a remark without a place.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// Says where it applies, as data.
    #[must_use]
    pub fn occurs(mut self, occurrence: Occurrence) -> Diagnostic {
        self.occurrences.push(occurrence);
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Whether the build has failed.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Sorts by file name, place, severity, code and text, and removes exact repeats, so that the order does not depend on
/// threads. What a sidecar printed comes before the messages about it, in the order of printing.
pub fn sort(diagnostics: &mut Vec<Diagnostic>, sources: &Sources) {
    diagnostics.sort_by_cached_key(|d| {
        let place = match (&d.printed, &d.primary) {
            (Some(printed), _) => Some((printed.sidecar.clone(), None, 0, 0)),
            (None, Some(label)) => {
                Some((sources.get(label.span.file).name.to_string(), Some(()), label.span.start, label.span.end))
            }
            (None, None) => None,
        };
        (place, d.printed.clone(), d.severity, d.code, d.message.clone(), d.notes.clone())
    });
    diagnostics.dedup();
}

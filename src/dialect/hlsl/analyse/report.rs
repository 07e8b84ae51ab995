//! Messages about a chunk, with places inside it; they become diagnostics of a unit.

use super::Version;
use super::analyser::Analyser;
use crate::diag::{Diagnostic, Origin, Severity};
use crate::dialect::OTHER_COMPILER;
use crate::model::{PpToken, Preprocessed};

/// An error has been told; there is nothing more to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed;

pub type Result<T> = std::result::Result<T, Failed>;

/// A token of a chunk of the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub chunk: u32,
    pub token: u32,
}

/// A message with places in chunks.
#[derive(Clone, Debug)]
pub struct Told {
    pub severity: Severity,
    pub origin: Origin,
    pub code: &'static str,
    pub message: String,
    pub at: u32,
    pub under: String,
    pub labels: Vec<(Place, String)>,
    pub notes: Vec<String>,
    pub help: Option<String>,
}

impl Told {
    pub fn under(&mut self, text: impl Into<String>) -> &mut Told {
        self.under = text.into();
        self
    }

    pub fn label(&mut self, place: Place, text: impl Into<String>) -> &mut Told {
        // What is built in has no place.
        if place.chunk != u32::MAX {
            self.labels.push((place, text.into()));
        }
        self
    }

    pub fn note(&mut self, text: impl Into<String>) -> &mut Told {
        self.notes.push(text.into());
        self
    }

    pub fn help(&mut self, text: impl Into<String>) -> &mut Told {
        self.help = Some(text.into());
        self
    }
}

/// More messages than this about one chunk help nobody.
const MAX_TOLD: usize = 50;

impl Analyser<'_, '_> {
    fn tell(&mut self, severity: Severity, code: &'static str, at: u32, message: String) -> &mut Told {
        if self.told.len() >= MAX_TOLD {
            self.told.truncate(MAX_TOLD - 1);
        }
        self.failed |= severity == Severity::Error;
        self.told.push(Told {
            severity,
            origin: Origin::default(),
            code,
            message,
            at,
            under: String::new(),
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
        });
        let last = self.told.len() - 1;
        &mut self.told[last]
    }

    pub fn error(&mut self, code: &'static str, token: u32, message: impl Into<String>) -> &mut Told {
        self.tell(Severity::Error, code, token, message.into())
    }

    pub fn warning(&mut self, code: &'static str, token: u32, message: impl Into<String>) -> &mut Told {
        self.tell(Severity::Warning, code, token, message.into())
    }

    /// Refuses what the language did not have before HLSL 2021; `what` is the subject with its verb.
    pub fn since_2021(&mut self, token: u32, what: &str) -> Result<()> {
        if self.context.version >= Version::V2021 {
            return Ok(());
        }
        self.error("hlsl/version", token, format!("{what} of HLSL 2021, and this is HLSL {}", self.context.version))
            .help("Write `hlsl-version = 2021` in uberc.toml.");
        Err(Failed)
    }

    /// Something HLSL has and the embedded chain cannot carry.
    pub fn unsupported(&mut self, token: u32, what: impl std::fmt::Display) -> &mut Told {
        let told = self.tell(
            Severity::Error,
            "hlsl/unsupported",
            token,
            format!("{what} is not supported by the embedded compiler"),
        );
        told.origin = Origin::Unsupported;
        told.help(OTHER_COMPILER)
    }
}

/// The message as one about the unit; `token_of` finds the token of a place.
pub fn diagnostic<'t>(
    told: &Told,
    unit: &Preprocessed,
    chunk: u32,
    token_of: impl Fn(Place) -> Option<&'t PpToken>,
) -> Diagnostic {
    let mut diagnostic = match told.severity {
        Severity::Error => Diagnostic::error(told.code, told.message.clone()),
        _ => Diagnostic::warning(told.code, told.message.clone()),
    };
    diagnostic.origin = told.origin;
    if let Some(token) = token_of(Place { chunk, token: told.at }) {
        diagnostic = unit.blame(diagnostic, token);
    }
    for (at, text) in &told.labels {
        if let Some(token) = token_of(*at) {
            diagnostic = diagnostic.label(unit.place(token).0, text.clone());
        }
    }
    if let Some(primary) = &mut diagnostic.primary {
        primary.message.clone_from(&told.under);
    }
    for note in &told.notes {
        diagnostic = diagnostic.note(note.clone());
    }
    match &told.help {
        Some(help) => diagnostic.help(help.clone()),
        None => diagnostic,
    }
}

//! Spans, source files, and diagnostics as data; rendered for people and for programs.
//!
//! **In**: spans into loaded source files, and what is wrong there.
//! **Out**: [`Diagnostic`] values; text or JSON lines when somebody asks for them.
//! **Never**: prints, ends the process, or knows what a branch or a target is.

mod diagnostic;
mod json;
mod place_map;
mod render;
mod sarif;
mod sources;
mod stored;
mod suggest;
mod window;

pub use diagnostic::{Diagnostic, Label, Origin, Severity, sort};
pub use json::{JsonDiagnostic, JsonLabel, to_json};
pub use place_map::PlaceMap;
pub use render::{Style, render};
pub use sarif::{sarif_log, sarif_result};
pub use sources::{FileId, LoadError, Position, SourceFile, Sources, Span, TextOrigin};
pub use stored::{StoredDiagnostic, StoredLabel};
pub use suggest::{did_you_mean, suggestion};

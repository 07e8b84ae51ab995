//! Spans, source files and diagnostics as data; their rendering as text, JSON and SARIF.
//!
//! **In**: spans into loaded source files, and messages about them.
//! **Out**: [`Diagnostic`] values, and their text or JSON lines.
//! **Never**: prints, ends the process, or knows what a branch or a target is.

mod diagnostic;
mod folder_listing;
mod json;
mod levels;
mod occurrence;
mod place_map;
mod render;
mod sarif;
mod short;
mod shown;
mod sources;
mod span;
mod stored;
mod suggest;
mod window;

pub use diagnostic::{Diagnostic, DiagnosticKind, Label, Origin, PrintOrder, Severity, sort};
pub use folder_listing::{BOUNDS as LISTING_BOUNDS, list_files, listed_folder, listing_digest, path_of_listing};
pub use json::{JsonDiagnostic, JsonLabel, to_json};
pub use levels::{WARNINGS, WarningLevel, WarningLevels};
pub use occurrence::{Condition, Occurrence};
pub use place_map::PlaceMap;
pub use render::{Style, render, render_from};
pub use sarif::{sarif_log, sarif_result};
pub use short::{path_from, short};
pub use shown::{escaped, excerpt, listed, shell_word, shown};
pub use sources::{FileRead, LoadError, LoadedFolder, SourceFile, Sources, TextOrigin};
pub use span::{FileId, Position, Span};
pub use stored::{StoredDiagnostic, StoredLabel};
pub use suggest::{did_you_mean, suggestion};

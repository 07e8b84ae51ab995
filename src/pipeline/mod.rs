//! The table of contents: the stages in order. The only module that knows them all.
//!
//! **In**: a project, and what is asked of it.
//! **Out**: a [`Front`] (everything up to variants), a [`Report`](crate::report::Report), an archive on disk.
//! **Never**: does a stage's work itself, or prints.

mod branches;
mod build;
mod context;
mod defines;
mod explanation;
mod fallbacks;
mod frontend;
mod generated;
mod incremental;
mod lint;
mod output;
mod packing;
mod traced_step;
mod unit_results;
mod variant_diagnostics;
mod variants;
mod verify;
mod watch;

pub use build::{BuildRequest, build, cached_artifacts, variant_artifact};
pub use context::{BuildContext, Selection};
pub use explanation::explain;
pub use frontend::{Front, ShaderFront, declarations, front};
pub use incremental::explore_cache::ExploredUnits;
pub use incremental::unit_cache::ResidentState;
pub use lint::lint;
pub use variants::{Events, NoEvents};
pub use verify::exhaustive::verify;
pub use verify::plain::verify_plain;
pub use watch::{WatchEvent, WatchRequest, watch};

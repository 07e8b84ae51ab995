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

pub use crate::pipeline::context::{Only, World};
pub use crate::pipeline::frontend::{Front, ShaderFront, declarations, front};
pub use crate::pipeline::incremental::explore_cache::ExploredUnits;
pub use crate::pipeline::incremental::unit_cache::Held;
pub use crate::pipeline::variants::{Events, NoEvents};
pub use crate::pipeline::verify::exhaustive::verify;
pub use crate::pipeline::verify::plain::verify_plain;
pub use build::{BuildRequest, build, cached_artifacts, variant_artifact};
pub use explanation::explain;
pub use lint::lint;
pub use watch::{Told, WatchRequest, watch};

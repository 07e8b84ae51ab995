//! The table of contents: the stages in order. The only module that knows them all.
//!
//! **In**: a project, and what is asked of it.
//! **Out**: a [`Front`] (everything up to variants), a [`Report`](crate::report::Report), an archive on disk.
//! **Never**: does a stage's work itself, or prints.

mod branches;
mod build;
mod compiling;
mod defines;
mod done;
mod ears;
mod ending;
mod explanation;
mod explored;
mod fallbacks;
mod findings;
mod finished;
mod front;
mod keeping;
mod lint;
mod packing;
mod plain;
mod surroundings;
mod traced;
mod unchanged;
mod verify;
mod watch;
mod world;

pub use build::{BuildRequest, build, cached_artifacts, variant_artifact};
pub use compiling::{Events, NoEvents};
pub use explanation::explain;
pub use explored::ExploredUnits;
pub use front::{Front, ShaderFront, declarations, front};
pub use keeping::Held;
pub use lint::lint;
pub use plain::verify_plain;
pub use verify::verify;
pub use watch::{Told, WatchRequest, watch};
pub use world::{Only, World};

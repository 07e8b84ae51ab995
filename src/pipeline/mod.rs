//! The table of contents: the stages in order. The only module that knows them all.
//!
//! **In**: a project, and what is asked of it.
//! **Out**: a [`Front`] (everything up to variants), a [`Report`](crate::report::Report), an archive on disk.
//! **Never**: does a stage's work itself, or prints.

mod branches;
mod build;
mod compiling;
mod defines;
mod explanation;
mod fallbacks;
mod front;
mod lint;
mod packing;
mod plain;
mod verify;
mod world;

pub use build::{BuildRequest, Only, build, cached_artifacts, variant_artifact};
pub use compiling::{Events, NoEvents};
pub use explanation::explain;
pub use front::{Front, ShaderFront, front};
pub use lint::lint;
pub use plain::verify_plain;
pub use verify::verify;
pub use world::World;

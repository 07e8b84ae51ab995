//! Artifacts and decisions to the bytes of an archive.
//!
//! **In**: a [`Package`](crate::model::Package).
//! **Out**: the bytes of a `.fxo` file (src/runtime/FORMAT.md); a file, when somebody asks for one.
//! **Never**: compiles, looks at what a blob means, or depends on the order of threads.

mod archive;
mod blobs;
mod check;
mod decision;
mod error;
mod index;
mod pool;
mod shader;
mod write;

pub use archive::{Options, pack, verify_digest};
pub use decision::{TooManyCubes, decide};
pub use error::PackError;
pub use shader::package_shader;
pub use write::write_archive;

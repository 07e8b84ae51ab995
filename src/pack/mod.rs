//! Writes archives.
//!
//! **In**: a [`Package`](crate::model::Package), or the parts of its shaders, of which some were stored.
//! **Out**: the bytes of a `.fxo` file (src/runtime/FORMAT.md); the file itself through `write.rs`.
//! **Never**: compiles, interprets a blob (SPIR-V is condensed, but restored byte for byte), or depends on the order of
//! threads.

mod archive;
mod blobs;
mod check;
mod decision;
mod decision_bytes;
mod diagram;
mod dictionary;
mod error;
mod frames;
mod index;
mod part;
mod part_builder;
mod pool;
mod read_back;
mod shader;
mod spare;
mod spirv;
mod techniques;
mod write;

pub use archive::{Options, PackedArchive, pack, pack_again, pack_parts, verify_digest};
pub use blobs::KnownBlobs;
pub use decision::{TooManyCubes, decide};
pub use error::PackError;
pub use index::TargetParts;
pub use part::ShaderPart;
pub use shader::package_shader;
pub use spirv::condense as condense_spirv;
pub use write::{
    Unflushed, is_archive_or_nothing, remove_stale_temporaries, why_not_written, write_whole, write_whole_then_flush,
};

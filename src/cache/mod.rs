//! Results of earlier builds: content-addressed files, and a disposable index beside them.
//!
//! **In**: an [`ActionKey`](crate::model::ActionKey) and what its action produced.
//! **Out**: the same result for the same key, checked, or nothing.
//! **Never**: fails a build, hands out a result it has not verified, or depends on the index for anything but speed.
//!
//! ```text
//! .uberc/objects/ab/cdef…   bytes; the name is their BLAKE3
//! .uberc/actions/ab/cdef…   one JSON record a key: the key's fields, the object's digest, messages; with its own checksum
//! .uberc/index/             sled: access times, stat → digest memo, last keys, build history; may be deleted at any time
//! ```
//!
//! **Writes** go to a temporary file in the same folder, then a rename. There is no fsync of objects and actions: a killed
//! process loses nothing the kernel already has, and after a power cut a torn file fails its checksum and is built again.
//! The price of an fsync a variant (milliseconds) would buy only that rebuild.
//!
//! **Two processes** share the files without a lock: a rename is atomic, equal names hold equal bytes, and a file that
//! another process evicts is a miss. The index belongs to the first process that opens it; others go on without.

mod action;
mod explain;
mod file;
mod index;
mod memo;
mod once;
mod store;
mod upkeep;

pub use explain::{FieldChange, why};
pub use index::BuildRecord;
pub use memo::FileStat;
pub use once::OncePerBuild;
pub use store::{Cache, CacheOptions, Counters, WriteFailure};
pub use upkeep::{GcReport, Stats, VerifyReport};

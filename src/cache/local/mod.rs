//! The cache on this machine's disk.
//!
//! **In**: keys and results.
//! **Out**: the same results, checked; sizes and clean-up.
//! **Never**: waits for another process, or trusts a file without its checksum.

pub mod action_record;
pub mod build_parts;
pub mod checksummed;
pub mod file;
pub mod gc;
pub mod history;
pub mod index;
pub mod room;
pub mod snapshot;
pub mod stat_cache;
pub mod store;
pub mod unit_notes;

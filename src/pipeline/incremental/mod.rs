//! Reuse of the results of earlier builds: units, explorations and whole builds.
//!
//! **In**: a [`BuildContext`](super::BuildContext), the cache, and the results in memory.
//! **Out**: results whose inputs have not changed, and the records that later builds need.
//! **Never**: compares anything but digests and named fields, or trusts a record that it cannot read.

pub mod explore_cache;
pub mod known_inputs;
pub mod last_build;
pub mod resident;
pub mod same_texts;
pub mod technique_records;
pub mod unit_cache;
pub mod unit_record;
pub mod up_to_date;

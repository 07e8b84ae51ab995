//! Reading and changing SPIR-V modules, whichever compiler made them.
//!
//! **In**: a SPIR-V module.
//! **Out**: reflection, or a changed module.
//! **Never**: knows a shading language or a target.

pub mod bind;
pub mod canonical;
pub mod compact_ids;
pub mod image_access;
pub mod link;
pub mod no_contraction;
pub mod passes;
pub mod reflect;
pub mod remainders;
pub mod shared_code;
pub mod strip;
pub mod words;

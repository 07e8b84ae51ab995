//! Changes to the SPIR-V that naga writes: what naga gets wrong, and what it cannot represent.
//!
//! **In**: a module of naga's SPIR-V writer, and facts about the program.
//! **Out**: the module with one respect changed.
//! **Never**: touches a module that does not have the construct.

pub mod descriptor_indexing;
pub mod fix_naga;
pub mod sample_mask;
pub mod system_values;
pub mod texel_atomic;
pub mod texel_buffer;

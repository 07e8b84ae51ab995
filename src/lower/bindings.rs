//! Where resources are bound, as the program's interface has it.

pub use crate::ir::ResourcePart;

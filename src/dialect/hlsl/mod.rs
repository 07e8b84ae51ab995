//! HLSL: its words, its meaning, and what its declarations say about a program's interface.
//!
//! **In**: preprocessed tokens, and the tree that [`crate::syntax`] makes of them by HLSL's grammar.
//! **Out**: typed programs ([`crate::ir`]) with their interfaces, or diagnostics with codes `hlsl/...`.
//! **Never**: a target, naga, the values of branches.

pub mod analyse;
mod grammar;
pub mod interface;
mod language;
mod predefined;
mod version;
mod wording;

pub use grammar::{GRAMMAR, is_builtin_type, is_reserved_word, is_resource_type};
pub use language::Hlsl;
pub use wording::WORDING;

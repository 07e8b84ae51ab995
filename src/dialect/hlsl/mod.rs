//! HLSL as a lossless tree: every node is a range of the unit's tokens, and every token lies in exactly one node's own part.
//!
//! **In**: preprocessed tokens.
//! **Out**: a [`Tree`]; constructs that are not understood are [`Kind::Opaque`] ranges.
//! **Never**: reports what a compiler will report anyway, copies a spelling, or fails: any tokens have a tree, made in time
//! linear in their number, and no deeper than [`MAX_HEIGHT`].

pub mod analyse;
mod grammar;
mod language;
mod version;

pub use grammar::{GRAMMAR, is_builtin_type, is_reserved_word, is_resource_type};
pub use language::Hlsl;

//! Source text as a lossless tree: every node is a range of the unit's tokens, and every token lies in exactly one node's own part.
//!
//! **In**: preprocessed tokens, and the [`Grammar`] of their language.
//! **Out**: a [`Tree`] no deeper than [`MAX_HEIGHT`]; constructs that are not understood are [`Kind::Opaque`] ranges.
//! **Never**: knows a language by name, reports errors (the compiler does), copies a spelling, or fails: any tokens have a tree, made
//! in time linear in their number.

pub mod grammar;
mod parse;
mod tree;

pub use grammar::Grammar;
pub use parse::{KnownFunctions, parse, parse_part, parse_with_reuse};
pub use tree::{Kind, MAX_HEIGHT, Node, NodeId, Tree};

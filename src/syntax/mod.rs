//! Source text as a lossless tree: every node is a range of the unit's tokens, and every token lies in exactly one
//! node's own part.
//!
//! **In**: preprocessed tokens, and the [`Grammar`] of their language.
//! **Out**: a [`Tree`] no deeper than [`MAX_HEIGHT`]; constructs that are not understood are [`Kind::Opaque`] ranges;
//! and what is wrong with the tokens ([`SyntaxProblem`], [`BracketMistake`]), as data.
//! **Never**: knows a language by name, copies a spelling, or fails: any tokens have a tree, made in time linear in
//! their number.

mod brackets;
pub mod grammar;
mod nesting;
mod parse;
mod problems;
mod tree;

pub use brackets::{BRACE, BracketMistake, bracket_class, bracket_mistakes, closing};
pub use grammar::Grammar;
pub use nesting::{MAX_NESTING, NestingProblem, count_bases, too_many_namespaces};
pub use parse::{KnownFunctions, UnitFunction, parse, parse_part, parse_with_reuse};
pub use problems::{Expected, SyntaxProblem};
pub use tree::{Kind, MAX_HEIGHT, Node, NodeId, Tree};

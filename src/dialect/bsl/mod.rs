//! BSL: shaders that are C++ as well, translated to GLSL text.
//!
//! **In**: a root file and what it includes.
//! **Out**: GLSL, one text a stage or one for the whole unit, with a map of places; interfaces of pipelines; mistakes
//! of all files.
//! **Never**: knows a target, or the value of a sidecar's branch.
//!
//! Each file is preprocessed on its own ([`files`]) and parsed to items ([`ast`], [`parse`]). [`check`] declares the
//! items of all files, in the order of their inclusion, and checks every function's body once; what it gives is GLSL as
//! a tree ([`output_tree`]), in which conditions on a pipeline's constants are still open. [`emit`] writes it.

pub mod ast;
mod builtins;
pub mod check;
pub mod constant;
mod create_infos;
pub mod emit;
pub mod files;
mod generator;
pub mod infos;
mod legacy;
pub mod options;
pub mod output_tree;
pub mod parse;
pub mod program;
pub mod programs;
pub mod translate;
mod types;
pub mod unit;

pub use generator::Bsl;
pub use options::{Options, Printing};
pub use translate::{Translation, translate};
pub use unit::library;

//! uberc: from ubershaders and their Lua sidecars to one archive a game looks techniques up in.
//!
//! ```text
//! project ─► sidecar ─► explore ─► preprocess ─► specialise ─► compile ─► pack ─► (game) lookup
//!   pairs      Shaders     cubes      token text     variants     artifacts   .fxo     technique
//! ```
//!
//! Each stage is one function from one plain data type to the next; the types live in [`model`].

pub mod atom;
pub mod bounded_file;
pub mod cache;
pub mod cli;
pub mod compile;
pub mod diag;
pub mod dialect;
pub mod digest;
pub mod explore;
pub mod ir;
pub mod lexer;
pub mod linkage;
pub mod lower;
pub mod lsp;
pub mod model;
pub mod pack;
pub mod pipeline;
pub mod preprocess;
pub mod preview;
pub mod project;
pub mod report;
pub mod sema;
pub mod sidecar;
pub mod specialise;
pub mod syntax;

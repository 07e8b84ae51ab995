//! Semantic analysis: from a variant's tokens to the typed tree of what its entry point reaches.
//!
//! **In**: a [`SourceText`](crate::model::SourceText) (kept tokens of a unit and what has been put in), a stage, an entry point, the [`Session`].
//! **Out**: a typed [`Program`](crate::ir::Program), or what is wrong with the source as [`Diagnostic`](crate::diag::Diagnostic)s, each `hlsl/...`; what the embedded chain
//! cannot carry is `hlsl/unsupported`.
//! **Never**: files, targets, naga, branches' values.
//!
//! The tokens are cut into chunks, one an item. A chunk's tree depends on its spellings, its meaning on those and on what the
//! names it looks up mean; both are kept in the session, so a chunk is parsed and analysed once for all variants, entry points
//! and shaders in which it is the same. What names mean is compared by digests of their declarations without the bodies of
//! functions: a changed body costs one function.
//!
//! Meanings follow dxc and fxc. Before HLSL 2021 `&&`, `||` and `?:` work component by component and evaluate all operands;
//! since then they take scalars and stop early. A `const` global with a constant value is a constant, as glslang has it.

mod aliases;
mod analyser;
mod attributes;
mod blocks;
mod builtin;
mod calls;
mod constants;
mod conversions;
mod declarations;
mod deduction;
mod entity;
mod entry;
mod expressions;
mod flow;
mod forms;
mod functions;
mod initialisers;
mod intrinsic_calls;
mod intrinsics;
mod literals;
mod lookup;
mod members;
mod memo;
mod methods;
mod numbers;
mod operators;
mod overloads;
mod purity;
mod qualifiers;
mod ranking;
mod report;
mod session;
mod show;
mod small;
mod statements;
mod structs;
mod syntax;
mod templates;
mod types;
mod unit;
mod uses;
mod values;

pub use entry::{analyse, interface, unit_interface};
pub use intrinsics::names as intrinsic_names;
pub use methods::all_names as method_names;
pub use session::Session;

pub use super::version::Version;

//! HLSL's part of semantic analysis; the rest is [`crate::sema`].
//!
//! **In**: chunks of a variant, as [`sema`](crate::sema) cuts and parses them.
//! **Out**: items of a typed [`Program`](crate::ir::Program), or diagnostics with codes `hlsl/...`; a construct that
//! the embedded compiler does not support is `hlsl/unsupported`.
//! **Never**: files, targets, naga, branches' values.
//!
//! Meanings follow dxc and fxc. Before HLSL 2021 `&&`, `||` and `?:` work component by component and evaluate all
//! operands; since then they take scalars and stop early. A `const` global with a constant value is a constant, as
//! glslang has it.

mod addresses;
mod attributes;
mod bit_fields;
mod blocks;
mod builtin;
mod builtin_arguments;
mod calls;
mod conversions;
mod d3d9_samplers;
mod data_members;
mod declarations;
mod expressions;
mod heaps;
mod initialisers;
mod inline_instructions;
mod intrinsic_calls;
mod intrinsic_signatures;
mod intrinsics;
mod language_constants;
mod literals;
mod local_declarations;
mod members;
mod mesh_calls;
mod mesh_rules;
mod mesh_stages;
mod methods;
mod numbers;
mod offsets;
mod operators;
mod parameters;
mod program;
mod qualifiers;
mod ranking;
mod rules;
mod sizes;
mod static_members;
mod types;

pub use intrinsics::names as intrinsic_names;
pub use methods::all_names as method_names;
pub use program::{analyse, entry_heads, interface, sent_payload, unit_interface};
pub use rules::Session;

pub use super::version::Version;

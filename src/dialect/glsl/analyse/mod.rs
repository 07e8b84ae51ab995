//! GLSL's part of semantic analysis; the rest is [`crate::sema`].
//!
//! **In**: chunks of a variant, as [`sema`](crate::sema) cuts and parses them.
//! **Out**: items of a typed [`Program`](crate::ir::Program), or diagnostics with codes `glsl/...`; a construct that the
//! embedded compiler does not support is `glsl/unsupported`.
//! **Never**: files, targets, naga, branches' values.
//!
//! Meanings follow the GLSL specification 4.60 and glslang. Inputs and outputs are private globals of the program; `entry` makes the
//! function whose parameters are the interface of the stage.

mod accesses;
mod atomic_counters;
mod ballots;
mod blocks;
mod built_in_variables;
mod built_ins;
mod calls;
mod components;
mod constructors;
mod conversions;
mod declarations;
mod entry;
mod equality;
mod es_functions;
mod expressions;
mod function_table;
mod images;
mod implicit_lengths;
mod initialisers;
mod input_attachments;
mod literals;
mod local_declarations;
mod members;
mod mesh_rules;
mod mesh_stages;
mod operators;
mod parameters;
mod qualifiers;
mod ray_queries;
mod redeclarations;
mod rules;
mod signatures;
mod stage_layouts;
mod stage_rules;
mod temporaries;
mod texture_gathers;
mod texture_queries;
mod textures;
mod types;

pub use function_table::names as function_names;
pub use rules::{Session, Settings};

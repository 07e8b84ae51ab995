//! Create infos: shader interfaces that Lua files declare, merged, checked and written as GLSL.
//!
//! **In**: the calls of the builders ([`Declaration`]), each with its place in a Lua file; source files.
//! **Out**: merged infos ([`Library`]), diagnostics, GLSL text with a map of places ([`assemble`]).
//! **Never**: runs Lua, compiles, or reads a file except through `Sources`.
//!
//! The Lua side is `sidecar/create_infos.rs` with `lua/prelude/create_info.luau`; [`vocabulary`] and [`methods`] are the
//! tables that both sides read.
//!
//! # Order
//! No output depends on the order of files or of calls of different methods. Resources are ordered by frequency (pass,
//! batch, geometry), then kind (uniform, storage, sampler, image), then slot; attributes and outputs by slot. Members of
//! interfaces, constants, push constants and defines keep the order of their calls, own entries first.

mod assemble;
mod build;
mod emit;
mod fallback_geometry;
mod files;
mod headers;
mod info;
mod interface;
mod layout;
mod library;
mod locations;
mod merge;
pub mod methods;
mod names;
mod print;
mod targets;
mod text;
mod validate;
pub mod vocabulary;
mod words;

pub use assemble::{AssembleOptions, Assembled, assemble};
pub use build::{Argument, Call, Declaration, DeclarationKind};
pub use fallback_geometry::with_fallback;
pub use headers::{Rule, Structures, check_headers, static_asserts, tables as layout_tables};
pub use info::{
    Additional, Attribute, Constant, ConstantValue, Define, FragmentOut, GeometryLayout, Info, Interface, Member,
    Placed, PushConstant, Resource, ResourceKind, STAGES, StageText, SubpassIn, Variable, base_name, stage_word,
};
pub use layout::{
    BindingPolicy, BoundResource, Layout, PUSH_CONSTANT_LIMIT, PushPlace, RegisterBases, SLOT_BASES, TextForm, layout,
};
pub use library::{ConditionProblem, Conditions, Library, build_library, settle_info};
pub use print::explain;
pub use targets::{TargetRules, check as check_target};

/// Every code of this folder and of its Lua side.
pub const CODES: &[&str] = &[
    "ci/argument",
    "ci/deprecated-form",
    "ci/duplicate-additional",
    "ci/enum-kind",
    "ci/enum-unknown",
    "ci/enum-write",
    "ci/finalized",
    "ci/readonly",
    "ci/self",
    "ci/slot",
    "ci/unknown-info",
    "ci/unknown-method",
    "ci/unsupported",
];

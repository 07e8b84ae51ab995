//! The typed program: the source with names, types, overloads and conversions resolved. A language's front end makes
//! it, and `lower` turns it into a naga module.
//!
//! **In**: nothing; this is data.
//! **Out**: [`Program`] and its parts. Every implicit conversion, default argument, overload and template is explicit,
//! and every expression has a type. Items name each other by [`Symbol`], so that one item is shared by all programs in
//! which its tokens and the meaning of the names it uses are the same. Everything that also depends on a target
//! (locations, bindings, offsets) is an [`Interface`] beside it; the front end makes the interface from the [`Words`].
//! **Never**: contains tokens (only their indices), diagnostics or types of naga. A language's rules of conversion,
//! overloading and packing stay in its front end, which writes their results into the program. The types in
//! the printed program are spelled `float4`, `uint2`, `float3x3`, as the signatures in [`operations`].

mod bindings;
mod expression;
mod inline_instruction;
mod interface;
mod item;
mod layout;
mod mesh;
pub mod operations;
mod print;
mod problem;
mod shape;
mod signature;
mod statement;
mod type_name;
mod types;
mod walk;
mod wording;
mod words;
pub mod work;
mod writes;

pub use bindings::{BindingSlot, Bindings, Bound, MAX_ELEMENTS, ResourcePart, element_places};
pub use expression::{BinaryOp, Convert, Expr, ExprKind, Literal, UnaryOp};
pub use inline_instruction::{InlineInstruction, InlineOperand, SpirvNeeds};
pub use interface::{BuiltIn, FragCoord, FragDepth, Interface, Interpolation, Sampling, Slot, StageValue};
pub use item::{
    BitField, Bits, Block, ChangedLocals, Derived, DerivedFlag, EntryPoint, Face, Function, Global, Heap, Instance,
    Item, Member, Parameter, Passing, Program, QuadLayout, ResourceAttributes, StencilChange, Storage, Struct, Symbol,
    TestMode, UNKNOWN_FORMAT,
};
pub use layout::{Constants, Elements, Layout, LayoutId, Layouts, Lines, Placed};
pub use mesh::{MeshGroup, MeshTopology, OutputArray};
pub use operations::{Intrinsic, Method};
pub use print::{item as print_item, print};
pub use problem::{Problem, ProblemKind, Result};
pub use shape::{
    MAX_LOCATIONS, Shape, TypeSize, has_resources, is_ray_query, is_resource, location_count, location_width, shape,
    type_size,
};
pub use signature::{
    ElementPlace, LinkIdentity, MissingPosition, Payload, PayloadPart, SentPayload, Signature, SignatureProblem,
    StageElement, is_outer,
};
pub use statement::{Case, Local, LocalId, Loop, Statement, StatementKind};
pub use type_name::{resource_name, type_name};
pub use types::{Access, Dim, Element, ImageFormat, Order, Resource, Scalar, Type};
pub use wording::Wording;
pub use words::{LanguageWords, Words};
pub use writes::{writes_this, written_places};

/// A token of the item that holds the node: an index into [`Instance::tokens`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenIndex(pub u32);

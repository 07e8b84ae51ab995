//! The typed tree: what a program means once names, types, overloads and conversions are settled. `analyse` makes it,
//! `lower` turns it into a naga module.
//!
//! **In**: nothing; this is data.
//! **Out**: [`Program`] and its parts. Every implicit conversion, default argument, overload and template is explicit, and
//! every expression has a type. Items name each other by [`Symbol`], so that one item is shared by all programs in which its
//! tokens and the meaning of the names it uses are the same.
//! **Never**: tokens, diagnostics, naga.

mod expression;
mod item;
pub mod operations;
mod print;
mod statement;
mod types;
mod walk;
mod writes;

pub use expression::{BinaryOp, Convert, Expr, ExprKind, Literal, UnaryOp};
pub use item::{
    Block, ChangedLocals, Changes, EntryPoint, Function, Global, Instance, Item, Member, Packing, Parameter, Passing,
    Program, Register, ResourceAttributes, Semantic, Storage, Struct, Symbol, Varying,
};
pub use operations::{Intrinsic, Method};
pub use print::{item as print_item, print};
pub use statement::{Case, Local, LocalId, Loop, Statement, StatementKind};
pub use types::{Access, Dim, Element, ImageFormat, Order, Resource, Scalar, Type};
pub use writes::writes_this;

/// A token of the item that holds the node: an index into [`Instance::tokens`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenIndex(pub u32);

//! Expressions. Places (expressions that can be assigned to) are locals, globals and parts of them.

use super::{Bits, Intrinsic, LocalId, Method, Symbol, TokenIndex, Type};
use crate::atom::Atom;

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: Box<ExprKind>,
    pub ty: Type,
    pub at: TokenIndex,
}

/// A value of the expression's scalar type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    Bool(bool),
    /// All integer types; in the range of the type.
    Int(i128),
    /// All floating-point types.
    Float(f64),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Negate,
    /// Of `bool`s, component by component.
    Not,
    BitNot,
}

/// Component by component; both sides have the expression's shape (comparisons: the same shape of `bool`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    /// Both sides are evaluated; [`ExprKind::ShortCircuit`] stops early.
    LogicalAnd,
    LogicalOr,
}

/// What a conversion does; source and target are the operand's and the expression's types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Convert {
    /// Number types change, shape stays.
    Numeric,
    /// A scalar (or 1-vector, 1×1 matrix) to every component.
    Splat,
    /// The first components of a longer vector, or the upper left of a larger matrix.
    Truncate,
    /// Between shapes of equally many components: 1-vector and scalar, `float4` and `float2x2`, a matrix's storage
    /// order.
    Reshape,
    /// A number to every member of a structure or array: `(S)0`.
    Fill,
    /// Members one by one, in order: structures and arrays of equal flat shape.
    Flatten,
    /// To a base structure.
    Base,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    Literal(Literal),
    String(Atom),
    Local(LocalId),
    Global(Symbol),
    /// A member of a structure by its index.
    Member(Expr, u32),
    /// Components of a vector or scalar, 1 to 4 of 0 to 3. As a place no component occurs twice.
    Swizzle(Expr, Vec<u8>),
    /// `_m01_m22`, `_12`: (row, column) from 0.
    MatrixSwizzle(Expr, Vec<(u8, u8)>),
    /// Bits of a whole number without a sign, as a value of the expression's type: a number of as many bits, or a
    /// `bool`.
    Bits(Expr, Bits),
    /// Of array, vector, matrix (a row), buffer, texture (`t[xy]`), array of resources.
    Index(Expr, Expr),
    /// `t.mips[level][xy]`, `t.sample[index][xy]`: texture, level or sample, coordinates.
    MipIndex(Expr, Expr, Expr),
    Unary(UnaryOp, Expr),
    Binary(BinaryOp, Expr, Expr),
    /// `&&`, `||` that stop early, on scalars.
    ShortCircuit {
        and: bool,
        left: Expr,
        right: Expr,
    },
    /// Both arms are evaluated: condition of the same shape, or scalar.
    Select(Expr, Expr, Expr),
    /// Only one arm is evaluated: scalar condition.
    Conditional(Expr, Expr, Expr),
    /// `place = value`; the value of it is the place's new value.
    Assign(Expr, Expr),
    /// `place op= value`. The operation is done in the type of `value`, to which the place is converted, and back.
    AssignOp {
        op: BinaryOp,
        place: Expr,
        value: Expr,
    },
    /// `++x`, `x++`.
    Step {
        place: Expr,
        up: bool,
        prefix: bool,
    },
    Comma(Expr, Expr),
    Convert(Convert, Expr),
    /// `float4(a.xyz, 1)`: the scalars of the arguments in order, as many as the type has. Arguments are scalars,
    /// vectors or matrices of the type's own number type.
    Construct(Vec<Expr>),
    /// `{ ... }`: one value a member or element, each of its type.
    Aggregate(Vec<Expr>),
    /// Arguments in the order of the parameters, defaults filled in; `out` and `inout` ones are places of any type that
    /// converts to the parameter's: [`ExprKind::Writeback`] where types differ.
    Call(Symbol, Vec<Expr>),
    /// An argument for an `out` or `inout` parameter of this expression's type, converted from and back to a place of
    /// another type.
    Writeback {
        place: Expr,
        convert: Vec<Convert>,
        back: Vec<Convert>,
    },
    Intrinsic(Intrinsic, Vec<Expr>),
    /// Object, arguments.
    Method(Method, Expr, Vec<Expr>),
    /// All components zero; of any type.
    Zero,
}

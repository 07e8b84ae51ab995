//! Expressions during analysis, with facts that the typed program does not keep.

use super::constants::wrap;
use crate::ir::{Expr, ExprKind, Literal, Scalar, TokenIndex, Type};

/// Whether an expression can be written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueCategory {
    /// An rvalue: the result of a computation.
    Value,
    /// An lvalue that can be written to.
    Place,
    /// An lvalue that must not be written to; the text says why.
    ReadOnly(&'static str),
}

/// An expression, whether it can be written to, and whether it is an untyped literal.
#[derive(Clone, Debug)]
pub struct TypedValue {
    pub expr: Expr,
    /// A number without a suffix, or a constant that was computed from such numbers. Its type adapts to the other
    /// operand, and its kind is [`ExprKind::Literal`].
    pub literal: bool,
    pub category: ValueCategory,
}

impl TypedValue {
    pub fn of(expr: Expr) -> TypedValue {
        TypedValue { expr, literal: false, category: ValueCategory::Value }
    }

    pub fn new(kind: ExprKind, ty: Type, at: TokenIndex) -> TypedValue {
        TypedValue::of(Expr { kind: Box::new(kind), ty, at })
    }

    pub fn place(kind: ExprKind, ty: Type, at: TokenIndex, category: ValueCategory) -> TypedValue {
        TypedValue { expr: Expr { kind: Box::new(kind), ty, at }, literal: false, category }
    }

    pub fn literal(scalar: Scalar, value: Literal, at: TokenIndex) -> TypedValue {
        TypedValue { literal: true, ..TypedValue::new(ExprKind::Literal(value), Type::Scalar(scalar), at) }
    }

    /// The number, if this is an untyped literal.
    pub fn number(&self) -> Option<Literal> {
        match &*self.expr.kind {
            ExprKind::Literal(literal) if self.literal => Some(*literal),
            _ => None,
        }
    }

    /// The expression; an untyped literal gets its default type: `int`, `uint` or `float`.
    pub fn concrete(self) -> Expr {
        let mut expr = self.expr;
        if let (true, ExprKind::Literal(literal), Type::Scalar(scalar)) = (self.literal, &mut *expr.kind, &expr.ty) {
            *literal = wrap(*scalar, *literal);
        }
        expr
    }
}

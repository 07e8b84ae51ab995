//! Expressions while they are analysed, with what the typed program does not say of them.

use super::constants::wrap;
use crate::ir::{Expr, ExprKind, Literal, Scalar, TokenIndex, Type};

/// Whether an expression can be written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueCategory {
    /// A result, not a place.
    Value,
    Place,
    /// A place that must not be written; why.
    ReadOnly(&'static str),
}

/// An expression, whether it can be written to, and whether its type gives way.
#[derive(Clone, Debug)]
pub struct TypedValue {
    pub expr: Expr,
    /// A number without a suffix, or what has been computed from such: its kind is [`ExprKind::Literal`].
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

    /// The number it is, where it is a literal.
    pub fn number(&self) -> Option<Literal> {
        match &*self.expr.kind {
            ExprKind::Literal(literal) if self.literal => Some(*literal),
            _ => None,
        }
    }

    /// With the type that a literal has where nothing asks for another: `int`, `uint`, `float`.
    pub fn concrete(self) -> Expr {
        let mut expr = self.expr;
        if let (true, ExprKind::Literal(literal), Type::Scalar(scalar)) = (self.literal, &mut *expr.kind, &expr.ty) {
            *literal = wrap(*scalar, *literal);
        }
        expr
    }
}

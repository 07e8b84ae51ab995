//! Whether an expression needs nothing but constants.

use crate::ir::operations::Effect;
use crate::ir::{Expr, ExprKind};

/// Whether the expression consists of numbers and of operations on them. Names count as not constant, whatever they
/// mean.
pub fn is_constant(expr: &Expr) -> bool {
    match &*expr.kind {
        ExprKind::Literal(_) | ExprKind::Zero => true,
        ExprKind::Unary(_, a)
        | ExprKind::Convert(_, a)
        | ExprKind::Swizzle(a, _)
        | ExprKind::MatrixSwizzle(a, _)
        | ExprKind::Member(a, _) => is_constant(a),
        ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => is_constant(a) && is_constant(b),
        ExprKind::Select(a, b, c) => is_constant(a) && is_constant(b) && is_constant(c),
        ExprKind::Construct(all) | ExprKind::Aggregate(all) => all.iter().all(is_constant),
        ExprKind::Intrinsic(intrinsic, all) => {
            intrinsic.operation().effect == Effect::None && all.iter().all(is_constant)
        }
        _ => false,
    }
}

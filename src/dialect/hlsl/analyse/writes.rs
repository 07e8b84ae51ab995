//! Whether a method may write to its object; one that surely does not takes it by value.

use super::super::typed::{Expr, ExprKind, Intrinsic, LocalId, Statement, StatementKind};

const THIS: LocalId = LocalId(0);

/// Whether something in the body may write to local 0. What is handed to a call counts as written.
pub(super) fn writes_this(body: &[Statement]) -> bool {
    body.iter().any(statement)
}

fn statement(of: &Statement) -> bool {
    match &of.kind {
        StatementKind::Expr(value) => expr(value),
        StatementKind::Declare(_, value) | StatementKind::Return(value) => value.as_ref().is_some_and(expr),
        StatementKind::Block(body) => writes_this(body),
        StatementKind::If { condition, then, otherwise } => {
            expr(condition) || writes_this(then) || writes_this(otherwise)
        }
        StatementKind::For { init, condition, step, body, .. } => {
            writes_this(init)
                || condition.as_ref().is_some_and(expr)
                || step.as_ref().is_some_and(expr)
                || writes_this(body)
        }
        StatementKind::DoWhile { body, condition, .. } => writes_this(body) || expr(condition),
        StatementKind::Switch { selector, cases } => expr(selector) || cases.iter().any(|case| writes_this(&case.body)),
        StatementKind::Break | StatementKind::Continue | StatementKind::Discard => false,
    }
}

/// Whether a place lies in local 0.
fn is_this(place: &Expr) -> bool {
    match &*place.kind {
        ExprKind::Local(id) => *id == THIS,
        ExprKind::Member(base, _)
        | ExprKind::Swizzle(base, _)
        | ExprKind::MatrixSwizzle(base, _)
        | ExprKind::Index(base, _)
        | ExprKind::Convert(_, base)
        | ExprKind::Writeback { place: base, .. } => is_this(base),
        _ => false,
    }
}

fn expr(of: &Expr) -> bool {
    match &*of.kind {
        ExprKind::Assign(place, value) | ExprKind::AssignOp { place, value, .. } => {
            is_this(place) || expr(place) || expr(value)
        }
        ExprKind::Step { place, .. } => is_this(place) || expr(place),
        ExprKind::Writeback { place, .. } => is_this(place) || expr(place),
        ExprKind::Call(_, all) => all.iter().any(|one| is_this(one) || expr(one)),
        ExprKind::Intrinsic(intrinsic, all) => {
            let writes = writes_arguments(*intrinsic);
            all.iter().any(|one| writes && is_this(one) || expr(one))
        }
        ExprKind::Method(_, object, all) => expr(object) || all.iter().any(|one| is_this(one) || expr(one)),
        ExprKind::Construct(all) | ExprKind::Aggregate(all) => all.iter().any(expr),
        ExprKind::Member(a, _)
        | ExprKind::Swizzle(a, _)
        | ExprKind::MatrixSwizzle(a, _)
        | ExprKind::Unary(_, a)
        | ExprKind::Convert(_, a) => expr(a),
        ExprKind::Index(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::ShortCircuit { left: a, right: b, .. }
        | ExprKind::Comma(a, b) => expr(a) || expr(b),
        ExprKind::MipIndex(a, b, c) | ExprKind::Select(a, b, c) | ExprKind::Conditional(a, b, c) => {
            expr(a) || expr(b) || expr(c)
        }
        ExprKind::Literal(_) | ExprKind::String(_) | ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Zero => false,
    }
}

/// Whether a parameter is `out` or memory.
fn writes_arguments(intrinsic: Intrinsic) -> bool {
    matches!(
        intrinsic,
        Intrinsic::Asuint
            | Intrinsic::Frexp
            | Intrinsic::InterlockedAdd
            | Intrinsic::InterlockedAnd
            | Intrinsic::InterlockedCompareExchange
            | Intrinsic::InterlockedCompareStore
            | Intrinsic::InterlockedExchange
            | Intrinsic::InterlockedMax
            | Intrinsic::InterlockedMin
            | Intrinsic::InterlockedOr
            | Intrinsic::InterlockedXor
            | Intrinsic::Modf
            | Intrinsic::Sincos
    )
}

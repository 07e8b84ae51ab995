//! Whether a method may write to its object; one that surely does not takes it by value.

use super::super::typed::{Expr, ExprKind, LocalId, Statement};

const THIS: LocalId = LocalId(0);

/// Whether something in the body may write to local 0. What is handed to a call counts as written.
pub(super) fn writes_this(body: &[Statement]) -> bool {
    let mut found = false;
    Statement::each(body, &mut |statement, _| statement.each_expr(&mut |expr| found |= writes(expr)));
    found
}

fn writes(expr: &Expr) -> bool {
    let is_this = |place: &Expr| place.root() == Some(THIS);
    match &*expr.kind {
        ExprKind::Assign(place, _)
        | ExprKind::AssignOp { place, .. }
        | ExprKind::Step { place, .. }
        | ExprKind::Writeback { place, .. } => is_this(place),
        ExprKind::Call(_, all) | ExprKind::Method(_, _, all) => all.iter().any(is_this),
        ExprKind::Intrinsic(intrinsic, all) => intrinsic.writes_arguments() && all.iter().any(is_this),
        _ => false,
    }
}

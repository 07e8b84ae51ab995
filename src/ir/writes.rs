//! Whether a method may write to its object; one that surely does not takes it by value.

use super::{Expr, ExprKind, LocalId, Statement, Symbol, is_resource};

const THIS: LocalId = LocalId(0);

/// Whether something in the body may write to local 0. `call`: whether a function may write to its parameter of this
/// number.
pub fn writes_this(body: &[Statement], call: &dyn Fn(Symbol, usize) -> bool) -> bool {
    let mut found = false;
    Statement::each(body, &mut |statement, _| statement.each_expr(&mut |expr| found |= writes(expr, call)));
    found
}

fn writes(expr: &Expr, call: &dyn Fn(Symbol, usize) -> bool) -> bool {
    let is_this = |place: &Expr| place.root() == Some(THIS);
    match &*expr.kind {
        ExprKind::Assign(place, _)
        | ExprKind::AssignOp { place, .. }
        | ExprKind::Step { place, .. }
        | ExprKind::Writeback { place, .. } => is_this(place),
        ExprKind::Call(symbol, all) => all.iter().enumerate().any(|(at, given)| is_this(given) && call(*symbol, at)),
        ExprKind::Method(_, _, all) => all.iter().any(|given| is_this(given) && !is_resource(&given.ty)),
        ExprKind::Intrinsic(intrinsic, all) => intrinsic.writes_arguments() && all.iter().any(is_this),
        _ => false,
    }
}

//! What expressions write to.

use std::collections::BTreeMap;

use super::operations::written_by;
use super::{Expr, ExprKind, Instance, Item, LocalId, Parameter, Passing, Statement, Symbol, is_resource};

const THIS: LocalId = LocalId(0);

/// The parameters of a function among these items.
fn parameters_in(items: &BTreeMap<Symbol, Instance>, function: Symbol) -> Option<&[Parameter]> {
    match &*items.get(&function)?.item {
        Item::Function(function) => Some(&function.parameters),
        _ => None,
    }
}

/// Visits the places that an expression writes to, without those in it. `items`: the functions that it may call.
pub fn written_places<'e>(expr: &'e Expr, items: &BTreeMap<Symbol, Instance>, visit: &mut dyn FnMut(&'e Expr)) {
    match &*expr.kind {
        ExprKind::Assign(place, _)
        | ExprKind::AssignOp { place, .. }
        | ExprKind::Step { place, .. }
        | ExprKind::Writeback { place, .. } => visit(place),
        ExprKind::Call(symbol, all) => {
            let passed = parameters_in(items, *symbol).into_iter().flatten().zip(all);
            let written = passed.filter(|(of, _)| of.passing != Passing::In).map(|(_, place)| place);
            // What is converted is visited as `Writeback`.
            let is_own = |place: &&Expr| !matches!(*place.kind, ExprKind::Writeback { .. });
            written.filter(is_own).for_each(visit);
        }
        ExprKind::Intrinsic(intrinsic, all) => {
            let written = written_by(*intrinsic, all.len());
            let numbered = all.iter().enumerate();
            numbered.filter(|(at, _)| *at < 64 && written >> at & 1 == 1).for_each(|(_, place)| visit(place));
        }
        _ => {}
    }
}

/// Whether something in the body may write to local 0, which is the object of a method: one that surely does not takes it by value. `call`: whether a function may write to its parameter of this
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

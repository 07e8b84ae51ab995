//! What a function does with its locals and which globals an expression needs.

use rustc_hash::FxHashSet;

use super::module::Lowerer;
use super::shape::{Shape, shape};
use crate::dialect::hlsl::typed::{
    Expr, ExprKind, Function, LocalId, Method, Passing, Scalar, Statement, StatementKind, Symbol, Type,
};

/// The locals that need a variable: they change after their declaration, or are indexed by what is not known.
pub(super) fn changed_locals(low: &Lowerer<'_>, function: &Function) -> FxHashSet<LocalId> {
    let mut changed = FxHashSet::default();
    Statement::each(&function.body, &mut |statement, in_case| {
        if let StatementKind::Declare(local, value) = &statement.kind
            && (in_case || value.is_none())
        {
            changed.insert(*local);
        }
        statement.each_expr(&mut |expr| mark(low, expr, &mut changed));
    });
    changed
}

fn mark(low: &Lowerer<'_>, expr: &Expr, changed: &mut FxHashSet<LocalId>) {
    let mut all = |places: &[Expr]| changed.extend(places.iter().filter_map(Expr::root));
    match &*expr.kind {
        ExprKind::Assign(place, _)
        | ExprKind::AssignOp { place, .. }
        | ExprKind::Step { place, .. }
        | ExprKind::Writeback { place, .. } => changed.extend(place.root()),
        ExprKind::Call(symbol, arguments) => {
            let Some((_, function)) = low.function_item(*symbol) else { return };
            for (parameter, argument) in function.parameters.iter().zip(arguments) {
                if parameter.passing != Passing::In {
                    changed.extend(argument.root());
                }
            }
        }
        ExprKind::Intrinsic(intrinsic, arguments) if intrinsic.writes_arguments() => all(arguments),
        ExprKind::Method(
            Method::GetDimensions
            | Method::InterlockedAdd
            | Method::InterlockedAnd
            | Method::InterlockedOr
            | Method::InterlockedXor
            | Method::InterlockedMin
            | Method::InterlockedMax
            | Method::InterlockedExchange
            | Method::InterlockedCompareExchange
            | Method::InterlockedCompareStore,
            _,
            arguments,
        ) => all(arguments),
        // The status of tiled resources.
        ExprKind::Method(_, _, arguments) => {
            if let Some(last) = arguments.last().filter(|last| last.ty == Type::Scalar(Scalar::Uint)) {
                changed.extend(last.root());
            }
        }
        ExprKind::Index(base, index) => {
            let known = matches!(&*index.kind, ExprKind::Literal(_));
            if !known && matches!(shape(&base.ty), Shape::Array(..) | Shape::Matrix { .. }) {
                changed.extend(base.root());
            }
        }
        _ => {}
    }
}

/// The globals that the value of an expression needs, through functions too.
pub(super) fn globals_in(low: &Lowerer<'_>, expr: &Expr) -> Vec<Symbol> {
    let mut found = Vec::new();
    let mut functions = Vec::new();
    let mut seen = FxHashSet::default();
    let mut look = |expr: &Expr, functions: &mut Vec<Symbol>| match &*expr.kind {
        ExprKind::Global(symbol) => found.push(*symbol),
        ExprKind::Call(symbol, _) => functions.push(*symbol),
        _ => {}
    };
    expr.each(&mut |expr| look(expr, &mut functions));
    while let Some(symbol) = functions.pop() {
        if !seen.insert(symbol) {
            continue;
        }
        if let Some((_, function)) = low.function_item(symbol) {
            Statement::each(&function.body, &mut |statement, _| {
                statement.each_expr(&mut |expr| look(expr, &mut functions));
            });
        }
    }
    found
}

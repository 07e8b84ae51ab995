//! What a function does with its locals and which globals an expression needs.

use rustc_hash::FxHashSet;

use super::module::Lowerer;
use super::shape::{Shape, shape};
use crate::dialect::hlsl::typed::{
    Expr, ExprKind, Function, Intrinsic, LocalId, Method, Passing, Scalar, Statement, StatementKind, Symbol, Type,
};

/// The expressions directly in an expression.
fn children(expr: &Expr) -> Vec<&Expr> {
    match &*expr.kind {
        ExprKind::Literal(_) | ExprKind::String(_) | ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Zero => {
            Vec::new()
        }
        ExprKind::Member(a, _)
        | ExprKind::Swizzle(a, _)
        | ExprKind::MatrixSwizzle(a, _)
        | ExprKind::Unary(_, a)
        | ExprKind::Step { place: a, .. }
        | ExprKind::Convert(_, a)
        | ExprKind::Writeback { place: a, .. } => vec![a],
        ExprKind::Index(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::ShortCircuit { left: a, right: b, .. }
        | ExprKind::Assign(a, b)
        | ExprKind::AssignOp { place: a, value: b, .. }
        | ExprKind::Comma(a, b) => vec![a, b],
        ExprKind::MipIndex(a, b, c) | ExprKind::Select(a, b, c) | ExprKind::Conditional(a, b, c) => vec![a, b, c],
        ExprKind::Construct(all) | ExprKind::Aggregate(all) | ExprKind::Call(_, all) | ExprKind::Intrinsic(_, all) => {
            all.iter().collect()
        }
        ExprKind::Method(_, object, all) => std::iter::once(object).chain(all).collect(),
    }
}

/// Every expression in an expression, itself included.
fn each_expr<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        visit(expr);
        open.extend(children(expr));
    }
}

/// Every statement, and what each holds directly; `in_case`: it stands directly in a `case`.
fn each_statement<'s>(body: &'s [Statement], visit: &mut dyn FnMut(&'s Statement, bool)) {
    let mut open: Vec<(&Statement, bool)> = body.iter().map(|statement| (statement, false)).collect();
    while let Some((statement, in_case)) = open.pop() {
        visit(statement, in_case);
        let mut add = |list: &'s [Statement], in_case| open.extend(list.iter().map(|inner| (inner, in_case)));
        match &statement.kind {
            StatementKind::Block(inner) | StatementKind::DoWhile { body: inner, .. } => add(inner, false),
            StatementKind::If { then, otherwise, .. } => {
                add(then, false);
                add(otherwise, false);
            }
            StatementKind::For { init, body, .. } => {
                add(init, false);
                add(body, false);
            }
            StatementKind::Switch { cases, .. } => cases.iter().for_each(|case| add(&case.body, true)),
            _ => {}
        }
    }
}

fn expressions(statement: &Statement) -> Vec<&Expr> {
    match &statement.kind {
        StatementKind::Expr(expr) => vec![expr],
        StatementKind::Declare(_, value) | StatementKind::Return(value) => value.iter().collect(),
        StatementKind::If { condition, .. } | StatementKind::DoWhile { condition, .. } => vec![condition],
        StatementKind::For { condition, step, .. } => condition.iter().chain(step).collect(),
        StatementKind::Switch { selector, .. } => vec![selector],
        _ => Vec::new(),
    }
}

/// The local that a place is a part of.
fn root(place: &Expr) -> Option<LocalId> {
    let mut place = place;
    loop {
        match &*place.kind {
            ExprKind::Local(local) => return Some(*local),
            ExprKind::Member(base, _)
            | ExprKind::Swizzle(base, _)
            | ExprKind::MatrixSwizzle(base, _)
            | ExprKind::Index(base, _)
            | ExprKind::Convert(_, base)
            | ExprKind::Writeback { place: base, .. } => place = base,
            _ => return None,
        }
    }
}

/// The locals that need a variable: they change after their declaration, or are indexed by what is not known.
pub(super) fn changed_locals(low: &Lowerer<'_>, function: &Function) -> FxHashSet<LocalId> {
    let mut changed = FxHashSet::default();
    each_statement(&function.body, &mut |statement, in_case| {
        if let StatementKind::Declare(local, value) = &statement.kind
            && (in_case || value.is_none())
        {
            changed.insert(*local);
        }
        for expr in expressions(statement) {
            each_expr(expr, &mut |expr| mark(low, expr, &mut changed));
        }
    });
    changed
}

fn mark(low: &Lowerer<'_>, expr: &Expr, changed: &mut FxHashSet<LocalId>) {
    let mut all = |places: &[Expr]| changed.extend(places.iter().filter_map(root));
    match &*expr.kind {
        ExprKind::Assign(place, _)
        | ExprKind::AssignOp { place, .. }
        | ExprKind::Step { place, .. }
        | ExprKind::Writeback { place, .. } => changed.extend(root(place)),
        ExprKind::Call(symbol, arguments) => {
            let Some((_, function)) = low.function_item(*symbol) else { return };
            for (parameter, argument) in function.parameters.iter().zip(arguments) {
                if parameter.passing != Passing::In {
                    changed.extend(root(argument));
                }
            }
        }
        ExprKind::Intrinsic(
            Intrinsic::Sincos
            | Intrinsic::Modf
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
            | Intrinsic::Asuint,
            arguments,
        ) => all(arguments),
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
                changed.extend(root(last));
            }
        }
        ExprKind::Index(base, index) => {
            let known = matches!(&*index.kind, ExprKind::Literal(_));
            if !known && matches!(shape(&base.ty), Shape::Array(..) | Shape::Matrix { .. }) {
                changed.extend(root(base));
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
    let mut look = |expr: &Expr, functions: &mut Vec<Symbol>| {
        each_expr(expr, &mut |expr| match &*expr.kind {
            ExprKind::Global(symbol) => found.push(*symbol),
            ExprKind::Call(symbol, _) => functions.push(*symbol),
            _ => {}
        });
    };
    look(expr, &mut functions);
    while let Some(symbol) = functions.pop() {
        if !seen.insert(symbol) {
            continue;
        }
        if let Some((_, function)) = low.function_item(symbol) {
            each_statement(&function.body, &mut |statement, _| {
                for expr in expressions(statement) {
                    look(expr, &mut functions);
                }
            });
        }
    }
    found
}

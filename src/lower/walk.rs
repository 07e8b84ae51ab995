//! Finds the locals of a function that need variables, and the globals that an expression needs.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::module::Lowerer;
use super::shape::{Shape, shape};
use crate::ir::operations::MethodFamily;
use crate::ir::{
    ChangedLocals, Expr, ExprKind, Function, Item, LocalId, Passing, Program, Scalar, Statement, StatementKind, Symbol,
    Type, writes_this,
};

fn takes_object(function: &Function) -> bool {
    function.parameters.first().is_some_and(|first| first.name == "this" && first.passing == Passing::InOut)
}

/// Methods that pass their object only to methods that do not write to it. When a method is analysed, the methods it
/// calls may not have been analysed yet.
pub fn reading_methods(program: &Program) -> BTreeSet<Symbol> {
    let function = |symbol: &Symbol| match program.items.get(symbol).map(|instance| &*instance.item) {
        Some(Item::Function(function)) => Some(function),
        _ => None,
    };
    let takes = |item: &Item| matches!(item, Item::Function(function) if takes_object(function));
    let mut reading: BTreeSet<Symbol> =
        program.items.iter().filter(|(_, instance)| takes(&instance.item)).map(|(symbol, _)| *symbol).collect();
    loop {
        let writes = |callee: Symbol, at: usize| {
            let parameter = function(&callee).and_then(|callee| callee.parameters.get(at));
            parameter.is_none_or(|parameter| parameter.passing != Passing::In)
                && !(at == 0 && reading.contains(&callee))
        };
        let kept: BTreeSet<Symbol> = reading
            .iter()
            .filter(|symbol| function(symbol).is_some_and(|method| !writes_this(&method.body, &writes)))
            .copied()
            .collect();
        if kept.len() == reading.len() {
            return kept;
        }
        reading = kept;
    }
}

/// The locals that need a variable: they change after their declaration, or are indexed by a run-time value.
pub fn changed_locals(low: &Lowerer<'_>, function: &Function) -> FxHashSet<LocalId> {
    let found = function.changes.get_or_find(|| find_changes(function));
    let mut changed = found.always.clone();
    for (callee, parameter, local) in &found.by_calls {
        let callee = low.function_item(*callee);
        if callee.is_some_and(|(_, callee)| low.passing(callee, *parameter) != Passing::In) {
            changed.insert(*local);
        }
    }
    changed
}

/// The locals of a function that change, computed once for all programs with the function.
fn find_changes(function: &Function) -> ChangedLocals {
    let mut found = ChangedLocals::default();
    Statement::each(&function.body, &mut |statement, in_case| {
        if let StatementKind::Declare(local, value) = &statement.kind
            && (in_case || value.is_none())
        {
            found.always.insert(*local);
        }
        statement.each_expr(&mut |expr| mark(expr, &mut found));
    });
    found
}

fn mark(expr: &Expr, found: &mut ChangedLocals) {
    let changed = &mut found.always;
    let mut all = |places: &[Expr]| changed.extend(places.iter().filter_map(Expr::root));
    match &*expr.kind {
        ExprKind::Assign(place, _)
        | ExprKind::AssignOp { place, .. }
        | ExprKind::Step { place, .. }
        | ExprKind::Writeback { place, .. } => changed.extend(place.root()),
        ExprKind::Call(symbol, arguments) => {
            let locals =
                arguments.iter().enumerate().filter_map(|(at, argument)| Some((*symbol, at, argument.root()?)));
            found.by_calls.extend(locals);
        }
        ExprKind::Intrinsic(intrinsic, arguments) if intrinsic.writes_arguments() => all(arguments),
        ExprKind::Method(method, _, arguments)
            if matches!(method.operation().family, MethodFamily::Dimensions | MethodFamily::Atomic(_)) =>
        {
            all(arguments);
        }
        // The arguments for the status of tiled resources.
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

/// The globals that the value of an expression needs, including those that called functions need.
pub fn globals_in(low: &Lowerer<'_>, expr: &Expr) -> Vec<Symbol> {
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

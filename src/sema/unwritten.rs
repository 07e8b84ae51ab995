//! Finds locals that are read before any path has written them, and `out` parameters that nothing writes.
//!
//! A write to a part counts as a write to the whole, and an argument that a function may write counts as written. So a
//! message is only about a value that nothing can have set.

use rustc_hash::FxHashSet;

use crate::ir::{
    Expr, ExprKind, Local, LocalId, Parameter, Passing, Statement, StatementKind, TokenIndex, Type, is_resource,
};

/// Upper bound of messages about one function.
const MAX_READS: usize = 8;

/// Locals and parameters that nothing has written.
#[derive(Debug, Default)]
pub struct Unwritten {
    /// The first read of each such local, with its place.
    pub reads: Vec<(LocalId, TokenIndex)>,
    /// `out` parameters, by number.
    pub outputs: Vec<usize>,
}

/// Searches the body of a function.
pub fn find(parameters: &[Parameter], locals: &[Local], body: &[Statement]) -> Unwritten {
    let mut state = State::default();
    for (at, local) in (0u32..).zip(locals) {
        let is_given = parameters.get(at as usize).is_some_and(|parameter| parameter.passing != Passing::Out);
        if is_given || local.is_static {
            state.written.insert(LocalId(at));
        }
    }
    state.statements(body, false);
    let is_unwritten = |at: usize| !state.written.contains(&LocalId(at as u32));
    let outputs = (0..parameters.len()).filter(|at| is_unwritten(*at) && !is_empty(&parameters[*at].ty)).collect();
    state.reads.truncate(MAX_READS);
    Unwritten { reads: state.reads, outputs }
}

#[derive(Default)]
struct State {
    /// Locals that were written on some path so far.
    written: FxHashSet<LocalId>,
    /// Locals that were already reported.
    reported: FxHashSet<LocalId>,
    reads: Vec<(LocalId, TokenIndex)>,
}

impl State {
    /// `in_loop`: all writes of the loop have already been recorded.
    fn statements(&mut self, body: &[Statement], in_loop: bool) {
        for statement in body {
            self.statement(statement, in_loop);
        }
    }

    fn statement(&mut self, statement: &Statement, in_loop: bool) {
        match &statement.kind {
            StatementKind::Expr(expr) => self.expression(expr),
            StatementKind::Declare(local, value) => {
                if let Some(value) = value {
                    self.expression(value);
                    self.written.insert(*local);
                }
            }
            StatementKind::Block(inner) => self.statements(inner, in_loop),
            StatementKind::If { condition, then, otherwise } => {
                self.expression(condition);
                self.statements(then, in_loop);
                self.statements(otherwise, in_loop);
            }
            StatementKind::For { init, condition, step, body, .. } => {
                self.statements(init, in_loop);
                self.before_loop(body, condition.iter().chain(step), in_loop);
                condition.iter().for_each(|condition| self.expression(condition));
                self.statements(body, true);
                step.iter().for_each(|step| self.expression(step));
            }
            StatementKind::DoWhile { body, condition, .. } => {
                self.before_loop(body, std::iter::once(condition), in_loop);
                self.statements(body, true);
                self.expression(condition);
            }
            StatementKind::Switch { selector, cases } => {
                self.expression(selector);
                for case in cases {
                    self.statements(&case.body, in_loop);
                }
            }
            StatementKind::Return(value) => value.iter().for_each(|value| self.expression(value)),
            StatementKind::Break | StatementKind::Continue | StatementKind::Discard => {}
        }
    }

    /// Records the writes of a loop: an earlier iteration may have written what a later one reads. The writes of an
    /// inner loop were recorded with those of the outer loop.
    fn before_loop<'e>(&mut self, body: &'e [Statement], expressions: impl Iterator<Item = &'e Expr>, in_loop: bool) {
        if in_loop {
            return;
        }
        Statement::each(body, &mut |statement, _| {
            statement.each_expr(&mut |expr| self.note_writes(expr));
            if let StatementKind::Declare(local, Some(_)) = &statement.kind {
                self.written.insert(*local);
            }
        });
        for expr in expressions {
            expr.each(&mut |expr| self.note_writes(expr));
        }
    }

    fn note_writes(&mut self, expr: &Expr) {
        each_place(expr, &mut |place| self.written.extend(place.root()));
    }

    /// A whole expression of a statement. The value of an assignment is computed before the place is written.
    fn expression(&mut self, expr: &Expr) {
        match &*expr.kind {
            ExprKind::Assign(place, value) => {
                self.reads_of(value, false);
                self.reads_of(place, true);
                self.written.extend(place.root());
            }
            ExprKind::AssignOp { place, value, .. } => {
                self.reads_of(value, false);
                self.reads_of(place, false);
                self.written.extend(place.root());
            }
            ExprKind::Step { place, .. } => {
                self.reads_of(place, false);
                self.written.extend(place.root());
            }
            _ => self.reads_of(expr, false),
        }
    }

    /// `is_place`: the expression is written, so only the indices that select the part are read.
    fn reads_of(&mut self, expr: &Expr, is_place: bool) {
        // The locals of places, by the address of their nodes. They are not reads.
        let mut places: FxHashSet<*const Expr> = FxHashSet::default();
        if is_place {
            places.extend(expr.root_place().map(std::ptr::from_ref));
        }
        expr.each(&mut |inner| {
            each_place(inner, &mut |place| {
                places.extend(place.root_place().map(std::ptr::from_ref));
                self.written.extend(place.root());
            });
            if let ExprKind::Local(local) = &*inner.kind
                && !places.contains(&std::ptr::from_ref(inner))
                && !self.written.contains(local)
                && !is_empty(&inner.ty)
                && self.reported.insert(*local)
            {
                self.reads.push((*local, inner.at));
            }
        });
    }
}

/// The places that an expression writes, or that a called function may write.
pub fn each_place<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    match &*expr.kind {
        ExprKind::Assign(place, _)
        | ExprKind::AssignOp { place, .. }
        | ExprKind::Step { place, .. }
        | ExprKind::Writeback { place, .. } => visit(place),
        ExprKind::Call(_, all) | ExprKind::Method(_, _, all) => all.iter().for_each(visit),
        ExprKind::Intrinsic(intrinsic, all) if intrinsic.writes_arguments() => all.iter().for_each(visit),
        _ => {}
    }
}

/// Whether a value of the type has nothing that could be written.
pub fn is_empty(ty: &Type) -> bool {
    match ty {
        // Structures that nest without a number would be walked member by member.
        Type::Struct(of) => of.size().scalars == 0 || of.members.iter().all(|member| is_resource(&member.ty)),
        Type::Array(element, _) => is_empty(element),
        ty => is_resource(ty),
    }
}

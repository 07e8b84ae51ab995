//! Every expression and statement of a body.

use super::{Expr, ExprKind, LocalId, Statement, StatementKind, Symbol};

impl Expr {
    /// The local that a place is a part of.
    pub fn root(&self) -> Option<LocalId> {
        match *self.root_place()?.kind {
            ExprKind::Local(local) => Some(local),
            _ => None,
        }
    }

    /// The global that a place is a part of.
    pub fn root_global(&self) -> Option<Symbol> {
        match self.whole().kind.as_ref() {
            ExprKind::Global(symbol) => Some(*symbol),
            _ => None,
        }
    }

    /// The expression that names the local which a place is a part of.
    pub fn root_place(&self) -> Option<&Expr> {
        Some(self.whole()).filter(|whole| matches!(*whole.kind, ExprKind::Local(_)))
    }

    /// What a place is a part of.
    pub fn whole(&self) -> &Expr {
        let mut place = self;
        while let ExprKind::Member(base, _)
        | ExprKind::Swizzle(base, _)
        | ExprKind::MatrixSwizzle(base, _)
        | ExprKind::Bits(base, _)
        | ExprKind::Index(base, _)
        | ExprKind::Convert(_, base)
        | ExprKind::Writeback { place: base, .. } = &*place.kind
        {
            place = base;
        }
        place
    }

    /// Visits every expression in this one, itself first, in the order of the source.
    pub fn each<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        let mut open = vec![self];
        while let Some(expr) = open.pop() {
            visit(expr);
            let first = open.len();
            expr.children(&mut open);
            open[first..].reverse();
        }
    }

    /// Adds the expressions that this one consists of, in the order of the source.
    pub fn children<'e>(&'e self, to: &mut Vec<&'e Expr>) {
        match &*self.kind {
            ExprKind::Literal(_) | ExprKind::String(_) | ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Zero => {}
            ExprKind::Member(a, _)
            | ExprKind::Swizzle(a, _)
            | ExprKind::MatrixSwizzle(a, _)
            | ExprKind::Bits(a, _)
            | ExprKind::Unary(_, a)
            | ExprKind::Step { place: a, .. }
            | ExprKind::Convert(_, a)
            | ExprKind::Writeback { place: a, .. } => to.push(a),
            ExprKind::Index(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::ShortCircuit { left: a, right: b, .. }
            | ExprKind::Assign(a, b)
            | ExprKind::AssignOp { place: a, value: b, .. }
            | ExprKind::Comma(a, b) => to.extend([a, b]),
            ExprKind::MipIndex(a, b, c) | ExprKind::Select(a, b, c) | ExprKind::Conditional(a, b, c) => {
                to.extend([a, b, c]);
            }
            ExprKind::Construct(all)
            | ExprKind::Aggregate(all)
            | ExprKind::Call(_, all)
            | ExprKind::Intrinsic(_, all) => to.extend(all),
            ExprKind::Method(_, object, all) => {
                to.push(object);
                to.extend(all);
            }
        }
    }
}

impl Statement {
    /// Visits every statement of a body, and what each holds, in the order of the source; true: it stands directly in a
    /// `case`.
    pub fn each<'s>(body: &'s [Statement], visit: &mut dyn FnMut(&'s Statement, bool)) {
        let mut open: Vec<(&Statement, bool)> = body.iter().rev().map(|statement| (statement, false)).collect();
        while let Some((statement, in_case)) = open.pop() {
            visit(statement, in_case);
            let first = open.len();
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
            open[first..].reverse();
        }
    }

    /// Visits every expression that the statement holds itself, and those in it.
    pub fn each_expr<'s>(&'s self, visit: &mut dyn FnMut(&'s Expr)) {
        self.each_own_expr(&mut |expr| expr.each(visit));
    }

    /// Visits every expression that the statement holds itself.
    pub fn each_own_expr<'s>(&'s self, visit: &mut dyn FnMut(&'s Expr)) {
        match &self.kind {
            StatementKind::Expr(expr)
            | StatementKind::If { condition: expr, .. }
            | StatementKind::DoWhile { condition: expr, .. }
            | StatementKind::Switch { selector: expr, .. } => visit(expr),
            StatementKind::Declare(_, value) | StatementKind::Return(value) => value.iter().for_each(visit),
            StatementKind::For { condition, step, .. } => condition.iter().chain(step).for_each(visit),
            StatementKind::Block(_) | StatementKind::Break | StatementKind::Continue | StatementKind::Discard => {}
        }
    }
}

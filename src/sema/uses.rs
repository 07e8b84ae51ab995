//! The symbols that an item names.

use crate::ir::{Expr, ExprKind, Function, Item, Statement, StatementKind, Storage, Symbol};

/// The symbols, in the order of their first use.
pub fn of(item: &Item) -> Vec<Symbol> {
    let mut uses = Uses { all: Vec::new() };
    match item {
        Item::Function(function) => uses.function(function),
        Item::Global(global) => match &global.storage {
            Storage::Private { initialiser } => uses.maybe(initialiser.as_ref()),
            Storage::Constant { initialiser } => uses.expr(initialiser),
            Storage::Uniform { default, .. } => uses.maybe(default.as_ref()),
            Storage::Member { block, .. } => uses.add(*block),
            Storage::Specialisation { default, .. } => uses.expr(default),
            Storage::GroupShared | Storage::Resource(_) => {}
        },
        Item::Block(_) => {}
    }
    uses.all
}

struct Uses {
    all: Vec<Symbol>,
}

impl Uses {
    fn add(&mut self, symbol: Symbol) {
        if !self.all.contains(&symbol) {
            self.all.push(symbol);
        }
    }

    fn function(&mut self, function: &Function) {
        self.statements(&function.body);
    }

    fn statements(&mut self, all: &[Statement]) {
        for statement in all {
            self.statement(statement);
        }
    }

    fn maybe(&mut self, expr: Option<&Expr>) {
        if let Some(expr) = expr {
            self.expr(expr);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Expr(expr) => self.expr(expr),
            StatementKind::Declare(_, value) => self.maybe(value.as_ref()),
            StatementKind::Block(body) => self.statements(body),
            StatementKind::If { condition, then, otherwise } => {
                self.expr(condition);
                self.statements(then);
                self.statements(otherwise);
            }
            StatementKind::For { init, condition, step, body, .. } => {
                self.statements(init);
                self.maybe(condition.as_ref());
                self.maybe(step.as_ref());
                self.statements(body);
            }
            StatementKind::DoWhile { body, condition, .. } => {
                self.statements(body);
                self.expr(condition);
            }
            StatementKind::Switch { selector, cases } => {
                self.expr(selector);
                for case in cases {
                    self.statements(&case.body);
                }
            }
            StatementKind::Return(value) => self.maybe(value.as_ref()),
            StatementKind::Break | StatementKind::Continue | StatementKind::Discard => {}
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &*expr.kind {
            ExprKind::Literal(_) | ExprKind::String(_) | ExprKind::Local(_) | ExprKind::Zero => {}
            ExprKind::Global(symbol) => self.add(*symbol),
            ExprKind::Member(a, _)
            | ExprKind::Swizzle(a, _)
            | ExprKind::MatrixSwizzle(a, _)
            | ExprKind::Unary(_, a)
            | ExprKind::Step { place: a, .. }
            | ExprKind::Convert(_, a)
            | ExprKind::Writeback { place: a, .. } => self.expr(a),
            ExprKind::Index(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::ShortCircuit { left: a, right: b, .. }
            | ExprKind::Assign(a, b)
            | ExprKind::AssignOp { place: a, value: b, .. }
            | ExprKind::Comma(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::MipIndex(a, b, c) | ExprKind::Select(a, b, c) | ExprKind::Conditional(a, b, c) => {
                self.expr(a);
                self.expr(b);
                self.expr(c);
            }
            ExprKind::Construct(all) | ExprKind::Aggregate(all) | ExprKind::Intrinsic(_, all) => {
                all.iter().for_each(|one| self.expr(one));
            }
            ExprKind::Call(symbol, all) => {
                self.add(*symbol);
                all.iter().for_each(|one| self.expr(one));
            }
            ExprKind::Method(_, object, all) => {
                self.expr(object);
                all.iter().for_each(|one| self.expr(one));
            }
        }
    }
}

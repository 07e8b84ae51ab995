//! The symbols that an item refers to.

use rustc_hash::FxHashSet;

use crate::ir::{Expr, ExprKind, Item, Statement, Storage, Symbol};

/// The symbols, in the order of their first use.
pub fn of(item: &Item) -> Vec<Symbol> {
    let mut uses = Uses::default();
    match item {
        Item::Function(function) => {
            Statement::each(&function.body, &mut |statement, _| statement.each_expr(&mut |expr| uses.add_named(expr)));
        }
        Item::Global(global) => match &global.storage {
            Storage::Private { initialiser: value } | Storage::Uniform { default: value, .. } => {
                value.iter().for_each(|value| value.each(&mut |expr| uses.add_named(expr)));
            }
            Storage::Constant { initialiser: value } | Storage::Specialisation { default: value, .. } => {
                value.each(&mut |expr| uses.add_named(expr));
            }
            Storage::Member { block, .. } => uses.add(*block),
            Storage::GroupShared | Storage::Output(_) | Storage::Payload | Storage::Resource(_) => {}
        },
        Item::Block(_) => {}
    }
    uses.all
}

#[derive(Default)]
struct Uses {
    all: Vec<Symbol>,
    seen: FxHashSet<Symbol>,
}

impl Uses {
    fn add(&mut self, symbol: Symbol) {
        if self.seen.insert(symbol) {
            self.all.push(symbol);
        }
    }

    /// The symbol that the expression itself names.
    fn add_named(&mut self, expr: &Expr) {
        if let ExprKind::Global(symbol) | ExprKind::Call(symbol, _) = &*expr.kind {
            self.add(*symbol);
        }
    }
}

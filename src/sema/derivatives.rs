//! Operations that need derivatives, in a stage that has none.

use std::collections::BTreeMap;

use super::rules::Rules;
use crate::ir::operations::Effect;
use crate::ir::{Expr, ExprKind, Instance, Item, Statement, Symbol, TokenIndex};
use crate::model::Stage;

/// Upper bound of messages about one variant.
const MAX_PLACES: usize = 8;

/// The operations of reached functions that a stage does not support: name, function and place. A compute stage has
/// derivatives since shader model 6.6. Hull, domain and geometry stages are not analysed.
pub fn misplaced<L: Rules>(
    items: &BTreeMap<Symbol, Instance>,
    stage: Stage,
) -> Vec<(&'static str, Symbol, TokenIndex)> {
    let mut found = Vec::new();
    if stage != Stage::Vertex {
        return found;
    }
    for (symbol, instance) in items {
        let Item::Function(function) = &*instance.item else { continue };
        Statement::each(&function.body, &mut |statement, _| {
            statement.each_expr(&mut |expr| {
                if let Some(name) = needs_derivatives::<L>(expr)
                    && found.len() < MAX_PLACES
                {
                    found.push((name, *symbol, expr.at));
                }
            });
        });
    }
    found
}

/// The operation's name, if it compares values of neighbouring pixels.
fn needs_derivatives<L: Rules>(expr: &Expr) -> Option<&'static str> {
    match &*expr.kind {
        // `tex2D(s, t, ddx, ddy)` has them as arguments.
        ExprKind::Intrinsic(intrinsic, arguments) if arguments.len() < 4 => {
            let operation = intrinsic.operation();
            (operation.effect == Effect::Derivative).then(|| operation.name(L::WORDING.vocabulary))
        }
        ExprKind::Method(method, ..) if L::SAMPLES_NEED_DERIVATIVES => {
            let operation = method.operation();
            (operation.effect == Effect::Derivative).then(|| operation.name(L::WORDING.vocabulary))
        }
        _ => None,
    }
}

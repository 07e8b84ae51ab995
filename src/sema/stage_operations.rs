//! Operations that the stage of a program does not have.

use std::collections::BTreeMap;

use super::rules::Rules;
use crate::ir::operations::{Effect, MethodFamily};
use crate::ir::{Expr, ExprKind, Function, Instance, Item, Statement, Symbol, TokenIndex};
use crate::model::Stage;

/// Upper bound of messages about one variant.
const MAX_PLACES: usize = 8;

/// Why a stage does not have an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    Derivatives,
    /// Only pixels have values of earlier subpasses.
    Subpasses,
}

/// An operation that the stage does not have.
#[derive(Clone, Copy, Debug)]
pub struct Misplaced {
    pub name: &'static str,
    pub lack: Lack,
    pub function: Symbol,
    pub at: TokenIndex,
}

/// The operations of reached functions that a stage does not support. A compute stage has derivatives since shader model 6.6. Hull,
/// domain and geometry stages are not analysed.
pub fn misplaced<L: Rules>(items: &BTreeMap<Symbol, Instance>, stage: Stage) -> Vec<Misplaced> {
    let mut found = Vec::new();
    if stage == Stage::Pixel {
        return found;
    }
    for (symbol, instance) in items {
        let Item::Function(function) = &*instance.item else { continue };
        if !function.has_stage_operations.get_or_find(|| has_stage_operations(function)) {
            continue;
        }
        Statement::each(&function.body, &mut |statement, _| {
            statement.each_expr(&mut |expr| {
                if let Some((name, lack)) = lacks::<L>(expr, stage)
                    && found.len() < MAX_PLACES
                {
                    found.push(Misplaced { name, lack, function: *symbol, at: expr.at });
                }
            });
        });
    }
    found
}

/// Whether some stage may lack an operation of the function; see [`lacks`].
fn has_stage_operations(function: &Function) -> bool {
    let mut found = false;
    Statement::each(&function.body, &mut |statement, _| {
        statement.each_expr(&mut |expr| {
            found |= match &*expr.kind {
                ExprKind::Intrinsic(intrinsic, _) => intrinsic.operation().effect == Effect::Derivative,
                ExprKind::Method(method, ..) => {
                    let operation = method.operation();
                    operation.effect == Effect::Derivative || operation.family == MethodFamily::SubpassLoad
                }
                _ => false,
            };
        });
    });
    found
}

/// The operation's name, and what it needs that the stage does not have.
fn lacks<L: Rules>(expr: &Expr, stage: Stage) -> Option<(&'static str, Lack)> {
    let is_vertex = stage == Stage::Vertex;
    match &*expr.kind {
        // `tex2D(s, t, ddx, ddy)` has them as arguments.
        ExprKind::Intrinsic(intrinsic, arguments) if is_vertex && arguments.len() < 4 => {
            let operation = intrinsic.operation();
            let needs = operation.effect == Effect::Derivative;
            needs.then(|| (operation.name(L::WORDING.vocabulary), Lack::Derivatives))
        }
        ExprKind::Method(method, ..) => {
            let operation = method.operation();
            let lack = match operation.family {
                MethodFamily::SubpassLoad => Lack::Subpasses,
                _ if is_vertex && L::SAMPLES_NEED_DERIVATIVES && operation.effect == Effect::Derivative => {
                    Lack::Derivatives
                }
                _ => return None,
            };
            Some((operation.name(L::WORDING.vocabulary), lack))
        }
        _ => None,
    }
}

//! Control flow of statements: whether they return, and whether control reaches their end.

use crate::ir::{Expr, Statement, StatementKind, Type};

/// How control leaves statements, besides a return.
#[derive(Clone, Copy, Default)]
struct Ways {
    end: bool,
    breaks: bool,
    continues: bool,
}

impl Ways {
    const END: Ways = Ways { end: true, breaks: false, continues: false };

    fn or(self, other: Ways) -> Ways {
        Ways {
            end: self.end || other.end,
            breaks: self.breaks || other.breaks,
            continues: self.continues || other.continues,
        }
    }
}

/// Whether every path returns or loops for ever. `constant`: the value of a condition, if it is known.
pub fn returns(body: &[Statement], constant: &mut dyn FnMut(&Expr) -> Option<bool>) -> bool {
    !ways(body, constant).end
}

/// The ways out of statements in a row; those behind a jump are never reached.
fn ways(body: &[Statement], constant: &mut dyn FnMut(&Expr) -> Option<bool>) -> Ways {
    let mut all = Ways::END;
    for statement in body {
        if !all.end {
            break;
        }
        all.end = false;
        all = all.or(ways_of(statement, constant));
    }
    all
}

fn ways_of(statement: &Statement, constant: &mut dyn FnMut(&Expr) -> Option<bool>) -> Ways {
    match &statement.kind {
        StatementKind::Return(_) => Ways::default(),
        StatementKind::Break => Ways { breaks: true, ..Ways::default() },
        StatementKind::Continue => Ways { continues: true, ..Ways::default() },
        StatementKind::Block(inner) => ways(inner, constant),
        StatementKind::If { condition, then, otherwise } => match constant(condition) {
            Some(true) => ways(then, constant),
            Some(false) => ways(otherwise, constant),
            None => ways(then, constant).or(ways(otherwise, constant)),
        },
        StatementKind::For { condition, body, .. } => {
            let ends = condition.as_ref().is_some_and(|condition| constant(condition) != Some(true));
            Ways { end: ends || ways(body, constant).breaks, ..Ways::default() }
        }
        StatementKind::DoWhile { body, condition, .. } => {
            let inner = ways(body, constant);
            let ends = (inner.end || inner.continues) && constant(condition) != Some(true);
            Ways { end: ends || inner.breaks, ..Ways::default() }
        }
        StatementKind::Switch { selector, cases } => {
            // Most programs list all values of an enumeration, so none is missing.
            let is_enum = matches!(selector.ty, Type::Enum { .. });
            let has_default = cases.iter().any(|case| case.values.contains(&None));
            let mut all = Ways { end: !has_default && !is_enum, ..Ways::default() };
            for case in cases {
                let inner = ways(&case.body, constant);
                let ends = inner.breaks || inner.end && !case.falls_through;
                all = all.or(Ways { end: ends, breaks: false, continues: inner.continues });
            }
            all
        }
        _ => Ways::END,
    }
}

/// Whether there is a `return`.
pub fn returns_somewhere(body: &[Statement]) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StatementKind::Return(_) => true,
        StatementKind::Block(inner) => returns_somewhere(inner),
        StatementKind::If { then, otherwise, .. } => returns_somewhere(then) || returns_somewhere(otherwise),
        StatementKind::For { body, .. } | StatementKind::DoWhile { body, .. } => returns_somewhere(body),
        StatementKind::Switch { cases, .. } => cases.iter().any(|case| returns_somewhere(&case.body)),
        _ => false,
    })
}

/// Whether control never reaches the end.
pub fn leaves(body: &[Statement]) -> bool {
    body.last().is_some_and(|last| match &last.kind {
        StatementKind::Break | StatementKind::Continue | StatementKind::Return(_) => true,
        StatementKind::Block(inner) => leaves(inner),
        StatementKind::If { then, otherwise, .. } => leaves(then) && leaves(otherwise),
        _ => false,
    })
}

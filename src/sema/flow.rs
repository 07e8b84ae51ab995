//! Control flow of statements: whether they return, and whether control reaches their end.

use crate::ir::{Expr, ExprKind, Literal, Statement, StatementKind};

/// Whether every path returns or loops for ever.
pub fn returns(body: &[Statement]) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StatementKind::Return(_) => true,
        StatementKind::Block(inner) => returns(inner),
        StatementKind::If { then, otherwise, .. } => returns(then) && returns(otherwise),
        StatementKind::For { condition: None, body, .. } => !breaks(body),
        StatementKind::For { condition: Some(condition), body, .. } => is_true(condition) && !breaks(body),
        StatementKind::DoWhile { body, condition, .. } => returns(body) || is_true(condition) && !breaks(body),
        StatementKind::Switch { cases, .. } => {
            cases.iter().any(|case| case.values.contains(&None))
                && cases.iter().all(|case| case.falls_through || returns(&case.body))
        }
        StatementKind::Discard => false,
        _ => false,
    })
}

fn is_true(condition: &Expr) -> bool {
    matches!(&*condition.kind, ExprKind::Literal(Literal::Bool(true)))
}

/// Whether a `break` of this loop occurs.
fn breaks(body: &[Statement]) -> bool {
    body.iter().any(|statement| match &statement.kind {
        StatementKind::Break => true,
        StatementKind::Block(inner) => breaks(inner),
        StatementKind::If { then, otherwise, .. } => breaks(then) || breaks(otherwise),
        _ => false,
    })
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

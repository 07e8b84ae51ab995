//! Values that an expression needs several times: a local of the function holds them.

use ustr::Ustr;

use super::rules::Analyser;
use crate::ir::{Expr, ExprKind, Statement, StatementKind, TokenIndex, Type};
use crate::sema::{Failed, Result};

/// Assignments to temporary locals, in the order in which they are evaluated.
#[derive(Default)]
pub struct Temporaries {
    assignments: Vec<Expr>,
}

impl Temporaries {
    /// An expression that is evaluated here, and whose value is not used.
    pub fn push(&mut self, expr: Expr) {
        self.assignments.push(expr);
    }

    /// The assignments, then the value.
    pub fn before(self, value: Expr) -> Expr {
        self.assignments.into_iter().rev().fold(value, |value, assignment| {
            let (ty, at) = (value.ty.clone(), value.at);
            Expr { kind: Box::new(ExprKind::Comma(assignment, value)), ty, at }
        })
    }
}

/// Whether evaluating it again costs nothing and gives the same.
fn is_repeatable(expr: &Expr) -> bool {
    match &*expr.kind {
        ExprKind::Literal(_) | ExprKind::Local(_) | ExprKind::Zero => true,
        ExprKind::Swizzle(base, _) | ExprKind::Member(base, _) => is_repeatable(base),
        _ => false,
    }
}

impl Analyser<'_, '_> {
    /// A local of this type without a value.
    ///
    /// # Errors
    /// It has been reported: there are no locals outside of functions.
    pub fn temporary(&mut self, ty: &Type, at: TokenIndex) -> Result<Expr> {
        if self.body.is_none() {
            self.unsupported(at.0, "this expression outside of functions");
            return Err(Failed);
        }
        let id = self.new_local(Ustr::from("temporary"), ty.clone(), false, at);
        self.before.push(Statement { kind: StatementKind::Declare(id, None), at });
        Ok(Expr { kind: Box::new(ExprKind::Local(id)), ty: ty.clone(), at })
    }

    /// The value in a form that can be used several times.
    pub fn held(&mut self, value: Expr, temporaries: &mut Temporaries) -> Result<Expr> {
        if is_repeatable(&value) {
            return Ok(value);
        }
        let (ty, at) = (value.ty.clone(), value.at);
        let local = self.temporary(&ty, at)?;
        temporaries.push(Expr { kind: Box::new(ExprKind::Assign(local.clone(), value)), ty, at });
        Ok(local)
    }
}

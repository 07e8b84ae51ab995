//! Values that an expression needs several times: a local of the function holds them.

use super::rules::Analyser;
use crate::atom::Atom;
use crate::ir::{Expr, ExprKind, Statement, StatementKind, TokenIndex, Type, has_resources};
use crate::sema::{Failed, Result, TypedValue};

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

    pub fn is_empty(&self) -> bool {
        self.assignments.is_empty()
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

/// Whether evaluating it changes something that others may see.
pub fn has_effect(expr: &Expr) -> bool {
    let mut found = false;
    expr.each(&mut |expr| {
        found |= match &*expr.kind {
            ExprKind::Assign(..) | ExprKind::AssignOp { .. } | ExprKind::Step { .. } | ExprKind::Call(..) => true,
            ExprKind::Intrinsic(operation, _) => !operation.operation().effect.is_pure(),
            ExprKind::Method(..) => true,
            _ => false,
        };
    });
    found
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
        let id = self.new_local(Atom::from("temporary"), ty.clone(), false, at);
        self.before.push(Statement { kind: StatementKind::Declare(id, None), at });
        Ok(Expr { kind: Box::new(ExprKind::Local(id)), ty: ty.clone(), at })
    }

    /// The value in a form that can be used several times.
    pub fn held(&mut self, value: Expr, temporaries: &mut Temporaries) -> Result<Expr> {
        if is_repeatable(&value) {
            return Ok(value);
        }
        self.copied(value, temporaries)
    }

    /// The value as it is now: what is evaluated later cannot change it.
    pub fn copied(&mut self, value: Expr, temporaries: &mut Temporaries) -> Result<Expr> {
        if matches!(*value.kind, ExprKind::Literal(_)) {
            return Ok(value);
        }
        let (ty, at) = (value.ty.clone(), value.at);
        let local = self.temporary(&ty, at)?;
        temporaries.push(Expr { kind: Box::new(ExprKind::Assign(local.clone(), value)), ty, at });
        Ok(local)
    }

    /// The operands as they are in the order of the source. Copies only where one of them has an effect, which the others could see.
    pub fn in_order<const N: usize>(&mut self, all: [Expr; N], temporaries: &mut Temporaries) -> Result<[Expr; N]> {
        if !all.iter().any(has_effect) {
            return Ok(all);
        }
        let mut ordered = all;
        for operand in &mut ordered {
            *operand = self.copied(operand.clone(), temporaries)?;
        }
        Ok(ordered)
    }

    /// A call whose arguments are evaluated in the order of the source; resources stay what they are.
    pub fn with_ordered(
        &mut self,
        arguments: &[TypedValue],
        call: impl FnOnce(&mut Self, &[TypedValue]) -> Result<TypedValue>,
    ) -> Result<TypedValue> {
        if !arguments.iter().any(|argument| has_effect(&argument.expr)) {
            return call(self, arguments);
        }
        let mut temporaries = Temporaries::default();
        let ordered = arguments.iter().map(|argument| {
            if has_resources(&argument.expr.ty) {
                return Ok(argument.clone());
            }
            Ok(TypedValue::of(self.copied(argument.clone().concrete(), &mut temporaries)?))
        });
        let ordered: Vec<TypedValue> = ordered.collect::<Result<_>>()?;
        let value = call(self, &ordered)?;
        Ok(TypedValue { expr: temporaries.before(value.expr), ..value })
    }

    /// A place whose indices are evaluated before it, and once.
    pub fn settled(&mut self, place: Expr, temporaries: &mut Temporaries) -> Result<Expr> {
        let Expr { kind, ty, at } = place;
        let kind = match *kind {
            ExprKind::Index(base, index) => {
                let base = self.settled(base, temporaries)?;
                ExprKind::Index(base, self.copied(index, temporaries)?)
            }
            ExprKind::Swizzle(base, lanes) => ExprKind::Swizzle(self.settled(base, temporaries)?, lanes),
            ExprKind::Member(base, index) => ExprKind::Member(self.settled(base, temporaries)?, index),
            ExprKind::MatrixSwizzle(base, lanes) => ExprKind::MatrixSwizzle(self.settled(base, temporaries)?, lanes),
            other => other,
        };
        Ok(Expr { kind: Box::new(kind), ty, at })
    }
}

//! Assignment, and what else writes to a place.

use super::{Checker, Place, Value};
use crate::diag::{Diagnostic, Span};
use crate::dialect::bsl::ast::{BinaryOperator, Expr, ExprKind};
use crate::dialect::bsl::output_tree::{Callee, Out, OutExpr};
use crate::dialect::bsl::types::{Scalar, Ty};

/// Whether a place lies in a member of a union or in a bit-field.
pub fn is_stored_in_words(out: &OutExpr) -> bool {
    match &out.kind {
        Out::Call(Callee::Get(..), _) => true,
        Out::Member(base, _) | Out::Index(base, _) => is_stored_in_words(base),
        _ => false,
    }
}

/// The path with what it reads from words replaced; and what was replaced.
fn split_words(out: OutExpr, stand_in: &OutExpr) -> (OutExpr, Option<OutExpr>) {
    let span = out.span;
    match out.kind {
        Out::Call(Callee::Get(..), _) => (stand_in.clone(), Some(out)),
        Out::Member(base, name) => {
            let (base, found) = split_words(*base, stand_in);
            (OutExpr::new(Out::Member(Box::new(base), name), span), found)
        }
        Out::Index(base, index) => {
            let (base, found) = split_words(*base, stand_in);
            (OutExpr::new(Out::Index(Box::new(base), index), span), found)
        }
        kind => (OutExpr::new(kind, span), None),
    }
}

/// The member that a place reads from words.
fn word_member(out: &OutExpr) -> Option<(u32, u32)> {
    match &out.kind {
        Out::Call(Callee::Get(id, at), _) => Some((*id, *at)),
        Out::Member(base, _) | Out::Index(base, _) => word_member(base),
        _ => None,
    }
}

impl Checker<'_> {
    /// Reports what cannot be written to.
    pub fn require_mutable(&mut self, target: &Value, span: Span) -> bool {
        let what = match target.place {
            Place::Mutable => return true,
            Place::Const => "a constant is written to",
            Place::Temporary => "a value that has no place is written to",
        };
        self.error("bsl/invalid-operands", what, span);
        false
    }

    /// `make` writes to the place that it is given. A member of a union is read to a temporary and written back.
    /// `result`: the type of what `make` gives.
    pub fn store(&mut self, target: &Value, result: Ty, make: impl FnOnce(OutExpr) -> OutExpr) -> OutExpr {
        self.store_boxed(target, result, Box::new(make))
    }

    fn store_boxed(&mut self, target: &Value, result: Ty, make: Box<dyn FnOnce(OutExpr) -> OutExpr + '_>) -> OutExpr {
        if !is_stored_in_words(&target.out) {
            return make(target.out.clone());
        }
        let span = target.out.span;
        let Some((id, at)) = word_member(&target.out) else { return make(target.out.clone()) };
        let ty = self.program.structure(id).members[at as usize].ty;
        let temporary = self.temporary(ty, span);
        let (path, found) = split_words(target.out.clone(), &temporary);
        let Some(OutExpr { kind: Out::Call(Callee::Get(..), base), .. }) = found else { return path };
        let Some(base) = base.into_iter().next() else { return path };
        let read = OutExpr::call(Callee::Get(id, at), vec![base.clone()], span);
        let first = assign(temporary.clone(), read, span);
        let made = make(path);
        let kept = (result != Ty::Void).then(|| self.temporary(result, span));
        let made = match &kept {
            Some(kept) => assign(kept.clone(), made, span),
            None => made,
        };
        let owner = Value { ty: Ty::Structure(id), out: base, constant: None, place: Place::Mutable };
        let set = |base| OutExpr::call(Callee::Set(id, at), vec![base, temporary], span);
        let last = self.store_boxed(&owner, Ty::Void, Box::new(set));
        let mut all = vec![first, made, last];
        all.extend(kept);
        OutExpr::new(Out::Comma(all), span)
    }

    pub fn assign(&mut self, operator: Option<BinaryOperator>, left: &Expr, right: &Expr, span: Span) -> Value {
        let target = self.expression(left, None);
        let wanted = (!target.is_broken()).then_some(target.ty);
        if operator.is_some() && matches!(right.kind, ExprKind::List(_)) {
            return self.broken("bsl/list-needs-type", "a list is an operand", right.span);
        }
        let value = self.expression(right, wanted);
        if target.is_broken() || value.is_broken() {
            return Value::broken(span);
        }
        if !self.require_mutable(&target, left.span) {
            return Value::broken(span);
        }
        if self.program.table_kind(target.ty).is_some() {
            return self.broken("bsl/table-construct", "a resource table is assigned", span);
        }
        if operator.is_none() && matches!(target.ty, Ty::Array(_)) {
            return self.broken("bsl/array-operand", "an array is assigned as a whole", span);
        }
        let ty = target.ty;
        let Some(operator) = operator else {
            let value = self.convert_or_report(value, ty, right.span);
            if value.is_broken() {
                return Value::broken(span);
            }
            return Value::temporary(ty, self.write(&target, value.out, span));
        };
        let result = self.operate(operator, Value { place: Place::Temporary, ..target.clone() }, value.clone(), span);
        if result.is_broken() {
            return Value::broken(span);
        }
        let is_direct = result.ty == ty
            && matches!(&result.out.kind, Out::Binary(_, left, _) if !matches!(left.kind, Out::Call(Callee::Type(_), _)));
        if is_direct {
            let Out::Binary(_, _, operand) = result.out.kind else { return Value::broken(span) };
            let text = assignment_text(operator);
            let out = self.store(&target, ty, |place| OutExpr::new(Out::Assign(text, Box::new(place), operand), span));
            return Value::temporary(ty, out);
        }
        // `i += 0.5f`: the place is written twice in the text.
        if !target.out.is_pure() {
            let message = "this assignment would evaluate its left side twice";
            return self.broken("bsl/invalid-operands", message, span);
        }
        let value = self.convert_or_report(result, ty, span);
        if value.is_broken() {
            return Value::broken(span);
        }
        Value::temporary(ty, self.write(&target, value.out, span))
    }

    /// `place = value`.
    fn write(&mut self, target: &Value, value: OutExpr, span: Span) -> OutExpr {
        if let Out::Call(Callee::Get(id, at), base) = &target.out.kind
            && let [base] = base.as_slice()
        {
            let owner = Value { ty: Ty::Structure(*id), out: base.clone(), constant: None, place: Place::Mutable };
            let (id, at) = (*id, *at);
            return self.store(&owner, Ty::Void, |base| OutExpr::call(Callee::Set(id, at), vec![base, value], span));
        }
        self.store(target, target.ty, |place| assign(place, value, span))
    }

    /// What an inout parameter is given.
    pub fn is_writable_exactly(&self, value: &Value, ty: Ty) -> bool {
        value.place == Place::Mutable
            && (value.ty == ty || value.ty.component() == Some(Scalar::Bool32) && ty == Ty::Scalar(Scalar::Uint))
    }

    /// Reports a reference parameter that is given something without a place.
    pub fn reject_temporary(&mut self, value: &Value, name: &str, span: Span) {
        if value.place == Place::Mutable {
            return;
        }
        let what = if value.place == Place::Const { "a constant" } else { "a temporary value" };
        let message = format!("the reference `{name}` is bound to {what}");
        self.report(Diagnostic::error("bsl/reference-temporary", message).at(span));
    }
}

/// `place = value` as an expression.
pub fn assign(place: OutExpr, value: OutExpr, span: Span) -> OutExpr {
    OutExpr::new(Out::Assign("=", Box::new(place), Box::new(value)), span)
}

fn assignment_text(operator: BinaryOperator) -> &'static str {
    use BinaryOperator as B;
    match operator {
        B::BitOr => "|=",
        B::BitXor => "^=",
        B::BitAnd => "&=",
        B::ShiftLeft => "<<=",
        B::ShiftRight => ">>=",
        B::Add => "+=",
        B::Subtract => "-=",
        B::Multiply => "*=",
        B::Divide => "/=",
        B::Remainder => "%=",
        _ => "=",
    }
}

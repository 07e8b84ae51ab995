//! `==` and `!=`, which compare everything that has no resources and give one `bool`.

use super::conversions::numeric;
use super::rules::Analyser;
use super::temporaries::Temporaries;
use crate::ir::{
    BinaryOp, Expr, ExprKind, Intrinsic, Literal, Scalar, TokenIndex, Type, UnaryOp, has_resources, type_size,
};
use crate::sema::numbers::{Shape, parts, with_scalar};
use crate::sema::types::{literal, same};
use crate::sema::{Result, TypedValue};

const BOOL: Type = Type::Scalar(Scalar::Bool);

/// The most numbers of structures and arrays that are compared one by one.
const MAX_PARTS: u64 = 4096;

impl Analyser<'_, '_> {
    pub fn equality(&mut self, equal: bool, token: u32, left: TypedValue, right: TypedValue) -> Result<TypedValue> {
        let at = TokenIndex(token);
        let (a, b) = (parts(&left.expr.ty), parts(&right.expr.ty));
        if let (Some((_, a_shape)), Some((_, b_shape))) = (a, b) {
            let Some(scalar) = self.common_scalar(&left, &right).filter(|_| a_shape == b_shape) else {
                return self.no_operator(token, &left, &right);
            };
            let ty = with_scalar(&left.expr.ty, scalar);
            let (left, right) = (numeric(left.concrete(), &ty), numeric(right.concrete(), &ty));
            return Ok(TypedValue::of(compare(equal, left, right, at)));
        }
        let ty = left.expr.ty.clone();
        if !same(&ty, &right.expr.ty) || has_resources(&ty) || matches!(ty, Type::Array(_, None) | Type::String) {
            return self.no_operator(token, &left, &right);
        }
        if type_size(&ty).scalars > MAX_PARTS {
            self.unsupported(token, format!("a comparison of more than {MAX_PARTS} numbers"));
            return Err(crate::sema::Failed);
        }
        let mut temporaries = Temporaries::default();
        let (left, right) = (left.concrete(), right.concrete());
        let [left, right] = self.in_order([left, right], &mut temporaries)?;
        let (left, right) = (self.held(left, &mut temporaries)?, self.held(right, &mut temporaries)?);
        let mut all = Vec::new();
        leaves(&left, &right, at, &mut all);
        let mut value = literal(Scalar::Bool, Literal::Bool(true), at);
        for (index, (left, right)) in all.into_iter().enumerate() {
            let one = compare(true, left, right, at);
            value = if index == 0 { one } else { logic(value, one, at) };
        }
        if !equal {
            value = Expr { kind: Box::new(ExprKind::Unary(UnaryOp::Not, value)), ty: BOOL, at };
        }
        Ok(TypedValue::of(temporaries.before(value)))
    }
}

fn logic(left: Expr, right: Expr, at: TokenIndex) -> Expr {
    Expr { kind: Box::new(ExprKind::Binary(BinaryOp::LogicalAnd, left, right)), ty: BOOL, at }
}

/// Numbers of one type as one `bool`.
fn compare(equal: bool, left: Expr, right: Expr, at: TokenIndex) -> Expr {
    let op = if equal { BinaryOp::Equal } else { BinaryOp::NotEqual };
    let ty = with_scalar(&left.ty, Scalar::Bool);
    let is_scalar = parts(&ty).is_some_and(|(_, shape)| shape == Shape::Scalar);
    let each = Expr { kind: Box::new(ExprKind::Binary(op, left, right)), ty, at };
    if is_scalar {
        return each;
    }
    let reduce = if equal { Intrinsic::All } else { Intrinsic::Any };
    Expr { kind: Box::new(ExprKind::Intrinsic(reduce, vec![each])), ty: BOOL, at }
}

/// The numbers in two values of one type, in pairs.
fn leaves(left: &Expr, right: &Expr, at: TokenIndex, all: &mut Vec<(Expr, Expr)>) {
    let part = |kind: ExprKind, ty: &Type| Expr { kind: Box::new(kind), ty: ty.clone(), at };
    match &left.ty {
        Type::Struct(of) => {
            for (member, index) in of.members.iter().zip(0..) {
                let one = part(ExprKind::Member(left.clone(), index), &member.ty);
                let other = part(ExprKind::Member(right.clone(), index), &member.ty);
                leaves(&one, &other, at, all);
            }
        }
        Type::Array(element, Some(length)) => {
            for index in 0..*length {
                let index = literal(Scalar::Int, Literal::Int(i128::from(index)), at);
                let one = part(ExprKind::Index(left.clone(), index.clone()), element);
                let other = part(ExprKind::Index(right.clone(), index), element);
                leaves(&one, &other, at, all);
            }
        }
        _ => all.push((left.clone(), right.clone())),
    }
}

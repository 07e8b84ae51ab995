//! Constructors: `float3(a, b)`, and zero.

use super::{Checker, Value};
use crate::diag::Span;
use crate::dialect::bsl::ast::Expr;
use crate::dialect::bsl::constant::Constant;
use crate::dialect::bsl::output_tree::{Callee, Out, OutExpr};
use crate::dialect::bsl::types::{FLOAT, Scalar, Ty};

/// Words of a value that is zero: each of them is text.
const MAX_ZERO_WORDS: u32 = 16_384;

impl Checker<'_> {
    pub fn constructor(&mut self, ty: Ty, arguments: &[Expr], span: Span) -> Value {
        if ty == Ty::Error {
            for argument in arguments {
                if !matches!(argument.kind, crate::dialect::bsl::ast::ExprKind::List(_)) {
                    self.expression(argument, None);
                }
            }
            return Value::broken(span);
        }
        if let Ty::Structure(_) = ty {
            if self.program.table_kind(ty).is_some() {
                return self.broken("bsl/table-construct", "a resource table is constructed", span);
            }
            if arguments.is_empty() {
                return self.zero(ty, span);
            }
            let items = arguments.iter().map(|argument| (None, argument.clone())).collect();
            return self.list(&crate::dialect::bsl::ast::List { items, span }, ty);
        }
        let values = self.values(arguments);
        if values.iter().any(Value::is_broken) {
            return Value::broken(span);
        }
        self.construct_number(ty, values, span)
    }

    /// A scalar, vector or matrix of sound values.
    pub fn construct_number(&mut self, ty: Ty, values: Vec<Value>, span: Span) -> Value {
        let mut values = values;
        for value in &mut values {
            value.ty = self.program.underlying(value.ty);
        }
        if values.is_empty() {
            return self.zero(ty, span);
        }
        let fits = match ty {
            Ty::Scalar(_) => matches!(values.as_slice(), [one] if matches!(one.ty, Ty::Scalar(_))),
            Ty::Enumeration(_) => {
                matches!(values.as_slice(), [one] if matches!(one.ty, Ty::Scalar(Scalar::Int | Scalar::Uint)))
            }
            Ty::String => matches!(values.as_slice(), [one] if one.ty.is_scalar_number()),
            Ty::Vector(scalar, lanes) => fits_vector(scalar, lanes, &values),
            Ty::Matrix(columns, rows) => fits_matrix(columns, rows, &values),
            _ => false,
        };
        if !fits {
            let types: Vec<String> = values.iter().map(|value| self.show(value.ty)).collect();
            let message = format!("no `{}` is made of ({})", self.show(ty), types.join(", "));
            return self.broken("bsl/no-matching-function", message, span);
        }
        if let Ty::Enumeration(_) = ty {
            let base = self.program.underlying(ty);
            let value = values.into_iter().next().unwrap_or_else(|| Value::broken(span));
            return Value { ty, ..self.cast(value, base) };
        }
        if let Some(constant) = folded(ty, &values) {
            return Value::constant(constant, span);
        }
        if let (Some(_), [one]) = (ty.component(), values.as_slice())
            && one.ty.lanes() == ty.lanes()
        {
            let value = self.cast(one.clone(), ty);
            return Value::temporary(ty, value.out);
        }
        if let Ty::Matrix(..) = ty {
            let values: Vec<OutExpr> = values
                .into_iter()
                .map(|value| if value.ty.is_scalar_number() { self.cast(value, FLOAT).out } else { value.out })
                .collect();
            return Value::temporary(ty, OutExpr::call(Callee::Type(ty), values, span));
        }
        let outs = values.into_iter().map(|value| value.out).collect();
        Value::temporary(ty, OutExpr::call(Callee::Type(ty), outs, span))
    }

    /// Every member, element and component is zero.
    pub fn zero(&mut self, ty: Ty, span: Span) -> Value {
        if self.words_of(ty) > MAX_ZERO_WORDS {
            let message = format!("a value of more than {MAX_ZERO_WORDS} words is written out");
            return self.broken("bsl/unsupported-syntax", message, span);
        }
        let out = self.zero_out(ty, span);
        match out.kind {
            Out::Constant(constant) => Value { ty, ..Value::constant(constant, span) },
            _ => Value::temporary(ty, out),
        }
    }

    fn zero_out(&mut self, ty: Ty, span: Span) -> OutExpr {
        match ty {
            Ty::Scalar(scalar) => OutExpr::new(Out::Constant(zero_of(scalar)), span),
            Ty::Vector(scalar, lanes) => OutExpr::new(Out::Constant(zero_of(scalar).spread(lanes)), span),
            Ty::Enumeration(_) => {
                let base = self.program.underlying(ty);
                self.zero_out(base, span)
            }
            Ty::String => OutExpr::new(Out::Constant(Constant::uint(0)), span),
            Ty::Matrix(..) => {
                let zero = OutExpr::new(Out::Constant(Constant::float(0.0)), span);
                OutExpr::call(Callee::Type(ty), vec![zero], span)
            }
            Ty::Array(id) => {
                let (element, length) = self.program.arrays.get(id);
                let zero = self.zero_out(element, span);
                OutExpr::call(Callee::Type(ty), vec![zero; length.unwrap_or(0) as usize], span)
            }
            Ty::Structure(id) => {
                let parts = self.stored_parts(id).into_iter().map(|part| self.zero_out(part, span)).collect();
                OutExpr::call(Callee::Type(ty), parts, span)
            }
            _ => OutExpr::new(Out::Comma(Vec::new()), span),
        }
    }

    /// The types of a structure's members in GLSL, in order.
    pub fn stored_parts(&self, id: u32) -> Vec<Ty> {
        crate::dialect::bsl::emit::stored_members(&self.program, id).into_iter().map(|(_, ty)| ty).collect()
    }
}

fn zero_of(scalar: Scalar) -> Constant {
    Constant::int(0).convert(scalar)
}

/// A copy, a splat, a conversion of as many components, or a split into parts of one base.
fn fits_vector(scalar: Scalar, lanes: u8, values: &[Value]) -> bool {
    if let [one] = values {
        return match one.ty {
            Ty::Scalar(_) => true,
            Ty::Vector(_, other) => other == lanes,
            _ => false,
        };
    }
    let of_base = |value: &Value| match value.ty {
        Ty::Scalar(own) => own == scalar || own.is_number() && scalar.is_number(),
        Ty::Vector(own, _) => own == scalar,
        _ => false,
    };
    values.iter().all(of_base)
        && values.iter().map(|value| u32::from(value.ty.lanes())).sum::<u32>() == u32::from(lanes)
}

fn fits_matrix(columns: u8, rows: u8, values: &[Value]) -> bool {
    let numbers = values.iter().all(|value| value.ty.is_scalar_number());
    let columns_given = values.iter().all(|value| value.ty == Ty::Vector(Scalar::Float, rows));
    match values {
        [one] if one.ty.is_scalar_number() => true,
        [Value { ty: Ty::Matrix(more, taller), .. }] => *more >= columns && *taller >= rows,
        _ => {
            numbers && values.len() == usize::from(columns * rows)
                || columns_given && values.len() == usize::from(columns)
        }
    }
}

fn folded(ty: Ty, values: &[Value]) -> Option<Constant> {
    let scalar = ty.component()?;
    if values.iter().any(|value| value.constant.is_none()) {
        return None;
    }
    let mut components = Vec::new();
    for value in values {
        components.extend(value.constant?.convert(scalar).components());
    }
    match components.as_slice() {
        [one] => Some(one.spread(ty.lanes())),
        all if all.len() == usize::from(ty.lanes()) => Constant::of_components(scalar, all),
        _ => None,
    }
}

//! Compile-time values, as flat lists of scalars: elements and members in order, matrices row by row.

use std::sync::Arc;

use half::f16;
use naga::{Literal, ScalarKind};

use super::shape;
use super::shape::{Shape, has_resources, shape};
use crate::ir;
use crate::ir::{BinaryOp, Convert, Expr, ExprKind, Item, Scalar, Storage, Symbol, Type, UnaryOp};

/// Limit on scalars: larger tables are initialised at run time.
const LARGEST: usize = 1 << 16;
/// Limit on the nesting of expressions; deeper ones are computed at run time.
const DEPTH: u32 = 200;

/// The number of scalars in a value of the type; `None` for more than [`LARGEST`], and for types without scalars.
pub fn flat_count(ty: &Type) -> Option<usize> {
    let count = match shape(ty) {
        Shape::Array(element, count) => flat_count(element)?.checked_mul(count as usize)?,
        Shape::Struct(structure) => {
            let members = structure.members.iter().map(|member| flat_count(&member.ty));
            members.sum::<Option<usize>>()?
        }
        other => {
            let (_, rows, columns) = other.grid()?;
            usize::from(rows) * usize::from(columns)
        }
    };
    Some(count).filter(|count| *count <= LARGEST)
}

/// The scalar types, in order.
fn flat_scalars(ty: &Type, into: &mut Vec<Scalar>) {
    match shape(ty) {
        Shape::Array(element, count) => {
            for _ in 0..count {
                flat_scalars(element, into);
            }
        }
        Shape::Struct(structure) => structure.members.iter().for_each(|member| flat_scalars(&member.ty, into)),
        other => {
            if let Some((scalar, rows, columns)) = other.grid() {
                into.extend(std::iter::repeat_n(scalar, usize::from(rows) * usize::from(columns)));
            }
        }
    }
}

pub fn zero(scalar: naga::Scalar) -> Literal {
    number(0, scalar)
}

pub fn number(value: i128, scalar: naga::Scalar) -> Literal {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Bool, _) => Literal::Bool(value != 0),
        (ScalarKind::Sint, 2) => Literal::I16(value as i16),
        (ScalarKind::Sint, 8) => Literal::I64(value as i64),
        (ScalarKind::Sint, _) => Literal::I32(value as i32),
        (ScalarKind::Uint, 2) => Literal::U16(value as u16),
        (ScalarKind::Uint, 8) => Literal::U64(value as u64),
        (ScalarKind::Uint, _) => Literal::U32(value as u32),
        _ => float(value as f64, scalar),
    }
}

pub fn float(value: f64, scalar: naga::Scalar) -> Literal {
    match scalar.width {
        2 => Literal::F16(f16::from_f64(value)),
        8 => Literal::F64(value),
        _ => Literal::F32(value as f32),
    }
}

pub fn literal(value: ir::Literal, scalar: naga::Scalar) -> Literal {
    match value {
        ir::Literal::Bool(value) => number(i128::from(value), scalar),
        ir::Literal::Int(value) => number(value, scalar),
        ir::Literal::Float(value) if scalar.kind == ScalarKind::Float => float(value, scalar),
        ir::Literal::Float(value) => number(value as i128, scalar),
    }
}

pub fn as_integer(value: Literal) -> Option<i128> {
    Some(match value {
        Literal::Bool(value) => i128::from(value),
        Literal::I16(value) => i128::from(value),
        Literal::I32(value) => i128::from(value),
        Literal::I64(value) => i128::from(value),
        Literal::U16(value) => i128::from(value),
        Literal::U32(value) => i128::from(value),
        Literal::U64(value) => i128::from(value),
        _ => return None,
    })
}

pub fn as_float(value: Literal) -> Option<f64> {
    match value {
        Literal::F16(value) => Some(value.to_f64()),
        Literal::F32(value) => Some(f64::from(value)),
        Literal::F64(value) => Some(value),
        _ => None,
    }
}

fn convert(value: Literal, to: Scalar) -> Option<Literal> {
    let to = shape::scalar(to);
    if let Some(value) = as_integer(value) {
        return Some(number(value, to));
    }
    let value = as_float(value)?;
    match to.kind {
        ScalarKind::Float => Some(float(value, to)),
        ScalarKind::Bool => Some(Literal::Bool(value != 0.0)),
        // The device converts a value out of range.
        _ if value.abs() < 2_147_483_000.0 => Some(number(value as i128, to)),
        _ => None,
    }
}

/// Evaluates constant expressions.
pub struct Evaluator<'a> {
    pub program: &'a ir::Program,
    pub known: rustc_hash::FxHashMap<Symbol, Option<Arc<[Literal]>>>,
}

impl Evaluator<'_> {
    /// The value of a constant; `None` if it is only known at run time.
    pub fn global(&mut self, symbol: Symbol) -> Option<Arc<[Literal]>> {
        self.global_at(symbol, 0)
    }

    fn global_at(&mut self, symbol: Symbol, depth: u32) -> Option<Arc<[Literal]>> {
        if let Some(known) = self.known.get(&symbol) {
            return known.clone();
        }
        // A constant that depends on itself has no value.
        self.known.insert(symbol, None);
        let item = self.program.items.get(&symbol)?.item.clone();
        let value = match &*item {
            Item::Global(global) => match &global.storage {
                Storage::Constant { initialiser } => self.value_at(initialiser, depth + 1),
                _ => None,
            },
            _ => None,
        };
        let value: Option<Arc<[Literal]>> = value.map(Into::into);
        self.known.insert(symbol, value.clone());
        value
    }

    pub fn value(&mut self, expr: &Expr) -> Option<Vec<Literal>> {
        self.value_at(expr, 0)
    }

    /// An integer, of any type.
    pub fn integer(&mut self, expr: &Expr) -> Option<i128> {
        match self.value(expr)?.as_slice() {
            [one] => as_integer(*one),
            _ => None,
        }
    }

    fn value_at(&mut self, expr: &Expr, depth: u32) -> Option<Vec<Literal>> {
        if depth > DEPTH {
            return None;
        }
        let depth = depth + 1;
        match &*expr.kind {
            ExprKind::Literal(value) => {
                let Shape::Scalar(scalar) = shape(&expr.ty) else { return None };
                Some(vec![literal(*value, shape::scalar(scalar))])
            }
            ExprKind::Zero => zeros(&expr.ty),
            ExprKind::Global(symbol) => self.global_at(*symbol, depth).map(|value| value.to_vec()),
            ExprKind::Member(base, index) => {
                let Shape::Struct(structure) = shape(&base.ty) else { return None };
                let before: Option<usize> =
                    structure.members.iter().take(*index as usize).map(|member| flat_count(&member.ty)).sum();
                let (before, count) = (before?, flat_count(&expr.ty)?);
                Some(self.value_at(base, depth)?.get(before..before + count)?.to_vec())
            }
            ExprKind::Swizzle(base, lanes) => {
                let base = self.value_at(base, depth)?;
                lanes.iter().map(|lane| base.get(usize::from(*lane)).copied()).collect()
            }
            ExprKind::MatrixSwizzle(base, elements) => {
                let (_, _, columns) = shape(&base.ty).grid()?;
                let base = self.value_at(base, depth)?;
                let at = |(row, column): &(u8, u8)| usize::from(*row) * usize::from(columns) + usize::from(*column);
                elements.iter().map(|element| base.get(at(element)).copied()).collect()
            }
            ExprKind::Index(base, index) => {
                let index = usize::try_from(self.integer(index)?).ok()?;
                let count = flat_count(&expr.ty)?;
                let first = index.checked_mul(count)?;
                Some(self.value_at(base, depth)?.get(first..first.checked_add(count)?)?.to_vec())
            }
            ExprKind::Unary(op, operand) => {
                let values = self.value_at(operand, depth)?;
                let (scalar, ..) = shape(&expr.ty).grid()?;
                values.into_iter().map(|value| unary(*op, value, shape::scalar(scalar))).collect()
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.value_at(left, depth)?, self.value_at(right, depth)?);
                let (scalar, ..) = shape(&expr.ty).grid()?;
                let pairs = left.into_iter().zip(right);
                pairs.map(|(left, right)| binary(*op, left, right, shape::scalar(scalar))).collect()
            }
            ExprKind::Convert(kind, operand) => {
                let values = self.value_at(operand, depth)?;
                self.converted(*kind, &values, operand, &expr.ty)
            }
            ExprKind::Construct(parts) | ExprKind::Aggregate(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.value_at(part, depth)?);
                }
                Some(all).filter(|all| flat_count(&expr.ty) == Some(all.len()))
            }
            _ => None,
        }
    }

    fn converted(&self, kind: Convert, values: &[Literal], operand: &Expr, to: &Type) -> Option<Vec<Literal>> {
        if has_resources(to) {
            return None;
        }
        let count = flat_count(to)?;
        let mut scalars = Vec::with_capacity(count);
        flat_scalars(to, &mut scalars);
        let chosen: Vec<Literal> = match kind {
            Convert::Splat | Convert::Fill if values.len() == 1 => vec![values[0]; count],
            // A matrix with one row or column counts as a vector. This is the general case.
            Convert::Truncate
                if matches!((shape(&operand.ty), shape(to)), (Shape::Matrix { .. }, Shape::Matrix { .. })) =>
            {
                let (_, rows, columns) = shape(to).grid()?;
                let (_, _, from) = shape(&operand.ty).grid()?;
                let mut chosen = Vec::with_capacity(count);
                for row in 0..usize::from(rows) {
                    let first = row * usize::from(from);
                    chosen.extend_from_slice(values.get(first..first + usize::from(columns))?);
                }
                chosen
            }
            _ => values.get(..count)?.to_vec(),
        };
        chosen.into_iter().zip(scalars).map(|(value, scalar)| convert(value, scalar)).collect()
    }
}

fn zeros(ty: &Type) -> Option<Vec<Literal>> {
    if has_resources(ty) {
        return None;
    }
    let mut scalars = Vec::with_capacity(flat_count(ty)?);
    flat_scalars(ty, &mut scalars);
    Some(scalars.into_iter().map(|kind| zero(shape::scalar(kind))).collect())
}

fn unary(op: UnaryOp, value: Literal, scalar: naga::Scalar) -> Option<Literal> {
    match (op, as_integer(value), as_float(value)) {
        (UnaryOp::Negate, Some(value), _) => Some(number(value.wrapping_neg(), scalar)),
        (UnaryOp::Negate, _, Some(value)) => Some(float(-value, scalar)),
        (UnaryOp::Not, Some(value), _) => Some(Literal::Bool(value == 0)),
        (UnaryOp::BitNot, Some(value), _) => Some(number(!value, scalar)),
        _ => None,
    }
}

fn binary(op: BinaryOp, left: Literal, right: Literal, scalar: naga::Scalar) -> Option<Literal> {
    if let (Some(left), Some(right)) = (as_float(left), as_float(right)) {
        // Doubles hold the exact sum, difference, product and nearly the quotient of two floats: rounding once more
        // gives the float's own result (Figueroa, "When is double rounding innocuous?").
        let value = match op {
            BinaryOp::Add => left + right,
            BinaryOp::Subtract => left - right,
            BinaryOp::Multiply => left * right,
            BinaryOp::Divide => left / right,
            _ => return None,
        };
        return (scalar.kind == ScalarKind::Float).then(|| float(value, scalar));
    }
    let (left, right) = (as_integer(left)?, as_integer(right)?);
    let bits = u32::from(scalar.width) * 8;
    let by = || u32::try_from(right.rem_euclid(i128::from(bits.max(1)))).ok();
    let value = match op {
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Subtract => left.wrapping_sub(right),
        BinaryOp::Multiply => left.wrapping_mul(right),
        BinaryOp::Divide => left.checked_div(right)?,
        BinaryOp::Modulo => left.checked_rem(right)?,
        BinaryOp::And => left & right,
        BinaryOp::Or => left | right,
        BinaryOp::Xor => left ^ right,
        BinaryOp::ShiftLeft => left.wrapping_shl(by()?),
        BinaryOp::ShiftRight => left.wrapping_shr(by()?),
        _ => return None,
    };
    Some(number(value, scalar))
}

/// Whether naga's global expressions can contain it: they have no infinities and no NaN.
pub fn is_finite(value: Literal) -> bool {
    as_float(value).is_none_or(f64::is_finite)
}

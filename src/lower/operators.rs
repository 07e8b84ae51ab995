//! Operators, component by component.
//!
//! In naga, integer division and shifts have no undefined results. A shift uses the lowest bits of its amount, which is
//! masked here. The remainder of floats has the sign of the dividend.

use naga::{BinaryOperator, Expression, RelationalFunction, ScalarKind, UnaryOperator};

use super::constant;
use super::function::{FunctionBuilder, ValueHandle};
use super::shape::{Shape, scalar, shape};
use crate::ir::{BinaryOp, Result, Scalar, Type, UnaryOp};

impl FunctionBuilder<'_, '_> {
    pub fn unary_op(&mut self, op: UnaryOp, value: ValueHandle, from: &Type, to: &Type) -> Result<ValueHandle> {
        let Some((kind, _, columns)) = shape(from).grid() else {
            return self.internal("an operator on a value that is not numeric");
        };
        let number = scalar(kind);
        self.each_row(value, shape(from), shape(to), |fun, row| match (op, number.kind) {
            // naga does not negate unsigned integers. The bits of the signed result are the same.
            (UnaryOp::Negate, ScalarKind::Uint) => {
                let signed = naga::Scalar { kind: ScalarKind::Sint, width: number.width };
                let row = fun.bits_as(row, (number, columns), ScalarKind::Sint);
                let row = fun.unary(UnaryOperator::Negate, row);
                fun.bits_as(row, (signed, columns), ScalarKind::Uint)
            }
            (UnaryOp::Negate, _) => fun.unary(UnaryOperator::Negate, row),
            (UnaryOp::Not, _) => fun.unary(UnaryOperator::LogicalNot, row),
            (UnaryOp::BitNot, _) => fun.unary(UnaryOperator::BitwiseNot, row),
        })
    }

    /// Both sides have `operand` as their type.
    pub fn binary_op(
        &mut self,
        op: BinaryOp,
        left: ValueHandle,
        right: ValueHandle,
        operand: &Type,
        result: &Type,
    ) -> Result<ValueHandle> {
        let of = shape(operand);
        let Some((kind, _, columns)) = of.grid() else {
            return self.internal("an operator on a value that is not numeric");
        };
        if !of.is_matrix() && !shape(result).is_matrix() {
            return Ok(self.binary_row(op, left, right, kind, columns));
        }
        let (lefts, rights) = (self.rows(left, of), self.rows(right, of));
        let rows = lefts.into_iter().zip(rights).map(|(left, right)| self.binary_row(op, left, right, kind, columns));
        let rows = rows.collect();
        self.of_rows(rows, shape(result))
    }

    pub fn binary_row(
        &mut self,
        op: BinaryOp,
        left: ValueHandle,
        right: ValueHandle,
        kind: Scalar,
        count: u8,
    ) -> ValueHandle {
        use BinaryOperator as B;
        let number = scalar(kind);
        let is_bool = number.kind == ScalarKind::Bool;
        let op = match op {
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                return self.shift(op == BinaryOp::ShiftLeft, left, right, number, count);
            }
            BinaryOp::Add => B::Add,
            BinaryOp::Subtract => B::Subtract,
            BinaryOp::Multiply => B::Multiply,
            BinaryOp::Divide => B::Divide,
            BinaryOp::Modulo if number.kind == ScalarKind::Sint && !self.low.signed_remainders => {
                let whole = self.binary(B::Divide, left, right);
                let multiple = self.binary(B::Multiply, whole, right);
                return self.binary(B::Subtract, left, multiple);
            }
            BinaryOp::Modulo => B::Modulo,
            BinaryOp::And => B::And,
            BinaryOp::Or => B::InclusiveOr,
            BinaryOp::Xor if is_bool => B::NotEqual,
            BinaryOp::Xor => B::ExclusiveOr,
            // naga has no order of booleans: true is the larger one.
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual if is_bool => {
                let left = self.cast(left, naga::Scalar::U32);
                let right = self.cast(right, naga::Scalar::U32);
                return self.binary_row(op, left, right, Scalar::Uint, count);
            }
            BinaryOp::Less => B::Less,
            BinaryOp::LessEqual => B::LessEqual,
            BinaryOp::Greater => B::Greater,
            BinaryOp::GreaterEqual => B::GreaterEqual,
            BinaryOp::Equal => B::Equal,
            BinaryOp::NotEqual => B::NotEqual,
            // naga's logical operators take vectors too, but not every writer does.
            BinaryOp::LogicalAnd if count > 1 => B::And,
            BinaryOp::LogicalOr if count > 1 => B::InclusiveOr,
            BinaryOp::LogicalAnd => B::LogicalAnd,
            BinaryOp::LogicalOr => B::LogicalOr,
        };
        self.binary(op, left, right)
    }

    fn shift(
        &mut self,
        to_left: bool,
        left: ValueHandle,
        right: ValueHandle,
        kind: naga::Scalar,
        count: u8,
    ) -> ValueHandle {
        let bits = f64::from(kind.width) * 8.0 - 1.0;
        let op = if to_left { BinaryOperator::ShiftLeft } else { BinaryOperator::ShiftRight };
        if let Expression::Literal(amount) = self.naga.expressions[right]
            && let Some(amount) = constant::as_integer(amount)
        {
            let right = self.uint(amount as u32 & bits as u32);
            return self.binary(op, left, right);
        }
        let right = self.cast(right, naga::Scalar::U32);
        let mask = self.number(bits, naga::Scalar::U32, count);
        let right = self.binary(BinaryOperator::And, right, mask);
        self.binary(op, left, right)
    }

    /// Whether all or any components are true.
    pub fn reduce(&mut self, value: ValueHandle, of: Shape<'_>, all: bool) -> Result<ValueHandle> {
        let Some((kind, _, columns)) = of.grid() else { return self.internal("a test of a value that is not numeric") };
        let mut result: Option<ValueHandle> = None;
        for row in self.rows(value, of) {
            let row = self.cast_row(row, kind, Scalar::Bool);
            let row = if columns > 1 {
                let fun = if all { RelationalFunction::All } else { RelationalFunction::Any };
                self.add(Expression::Relational { fun, argument: row })
            } else {
                row
            };
            let op = if all { BinaryOperator::LogicalAnd } else { BinaryOperator::LogicalOr };
            result = Some(match result {
                Some(before) => self.binary(op, before, row),
                None => row,
            });
        }
        result.map_or_else(|| self.internal("a test without a value"), Ok)
    }
}

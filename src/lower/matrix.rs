//! Products of matrices. naga's columns are the program's rows, so factors change sides.

use naga::{BinaryOperator as B, Expression, MathFunction};

use super::function::{FunctionBuilder, ValueHandle};
use super::shape::{Shape, is_naga_matrix, shape};
use crate::ir::{Expr, Intrinsic as I, Result, Scalar, Type};

impl FunctionBuilder<'_, '_> {
    pub fn matrix(&mut self, intrinsic: I, arguments: &[Expr], ty: &Type) -> Result<ValueHandle> {
        match (intrinsic, arguments) {
            (I::Mul, [first, second]) => {
                let (a, b) = (self.value(first)?, self.value(second)?);
                self.mul(a, &first.ty, b, &second.ty, ty)
            }
            (I::Inverse, [of]) => {
                let value = self.value(of)?;
                self.inverse(value, shape(&of.ty))
            }
            (I::OuterProduct, [columns, rows]) => {
                // Each of the program's rows is the first factor times a component of the second.
                let (first, second) = (self.value(columns)?, self.value(rows)?);
                let Some((_, _, count)) = shape(&rows.ty).grid() else {
                    return self.internal("a product of a value that is not numeric");
                };
                let lines = (0..u32::from(count)).map(|at| {
                    let factor = self.part(second, at);
                    self.binary(B::Multiply, first, factor)
                });
                let lines = lines.collect();
                self.of_rows(lines, shape(ty))
            }
            (I::Transpose, [of]) => {
                let value = self.value(of)?;
                self.transposed(value, &of.ty, ty)
            }
            (I::Determinant, [of]) => {
                let value = self.value(of)?;
                match shape(&of.ty) {
                    Shape::Matrix { scalar: kind, rows, columns } if is_naga_matrix(kind, rows, columns) => {
                        Ok(self.math(MathFunction::Determinant, &[value]))
                    }
                    other => {
                        let scalars = self.scalars(value, other);
                        match scalars.as_slice() {
                            [one] => Ok(*one),
                            _ => self.unsupported("the determinant of an integer matrix"),
                        }
                    }
                }
            }
            _ => self.internal(format!("{intrinsic:?} with these arguments")),
        }
    }

    /// The operand of the expression, if it is a transposition.
    fn untransposed(&self, value: ValueHandle) -> Option<ValueHandle> {
        match self.naga.expressions[value] {
            Expression::Math { fun: MathFunction::Transpose, arg, .. } => Some(arg),
            _ => None,
        }
    }

    fn transposed(&mut self, value: ValueHandle, of: &Type, to: &Type) -> Result<ValueHandle> {
        let Some((kind, rows, columns)) = shape(of).grid() else {
            return self.internal("a transposition of a value that is not a matrix");
        };
        if is_naga_matrix(kind, rows, columns) {
            return Ok(match self.untransposed(value) {
                Some(inner) => inner,
                None => self.math(MathFunction::Transpose, &[value]),
            });
        }
        let scalars = self.scalars(value, shape(of));
        let (rows, columns) = (usize::from(rows), usize::from(columns));
        let turned = (0..columns).flat_map(|column| (0..rows).map(move |row| row * columns + column));
        let turned = turned.filter_map(|at| scalars.get(at).copied()).collect();
        self.of_scalars(turned, shape(to))
    }

    fn mul(&mut self, a: ValueHandle, a_type: &Type, b: ValueHandle, b_type: &Type, ty: &Type) -> Result<ValueHandle> {
        let (left, right) = (shape(a_type), shape(b_type));
        match (left, right) {
            (Shape::Scalar(_), Shape::Scalar(_)) => Ok(self.binary(B::Multiply, a, b)),
            // Next to a matrix, a vector of one component is a row or a column, not a scalar factor.
            (Shape::Scalar(_), Shape::Matrix { .. }) if matches!(a_type, Type::Vector(..)) => {
                self.mul_by_scalars(a, left, b, right, ty)
            }
            (Shape::Matrix { .. }, Shape::Scalar(_)) if matches!(b_type, Type::Vector(..)) => {
                self.mul_by_scalars(a, left, b, right, ty)
            }
            (Shape::Scalar(kind), other) => self.scale(b, other, a, kind, ty),
            (other, Shape::Scalar(kind)) => self.scale(a, other, b, kind, ty),
            (Shape::Vector(_, columns), Shape::Vector(..)) => Ok(self.dot(a, b, columns)),
            (Shape::Vector(..), Shape::Matrix { scalar: kind, rows, columns })
                if is_naga_matrix(kind, rows, columns) =>
            {
                Ok(match self.untransposed(b) {
                    Some(inner) => self.binary(B::Multiply, a, inner),
                    None => self.binary(B::Multiply, b, a),
                })
            }
            (Shape::Matrix { scalar: kind, rows, columns }, Shape::Vector(..))
                if is_naga_matrix(kind, rows, columns) =>
            {
                Ok(match self.untransposed(a) {
                    Some(inner) => self.binary(B::Multiply, inner, b),
                    None => self.binary(B::Multiply, b, a),
                })
            }
            (Shape::Matrix { scalar: kind, rows, columns }, Shape::Matrix { rows: inner, columns: to_columns, .. })
                if is_naga_matrix(kind, rows, columns) && is_naga_matrix(kind, inner, to_columns) =>
            {
                Ok(match (self.untransposed(a), self.untransposed(b)) {
                    (Some(a), Some(b)) => {
                        let product = self.binary(B::Multiply, a, b);
                        self.math(MathFunction::Transpose, &[product])
                    }
                    _ => self.binary(B::Multiply, b, a),
                })
            }
            _ => self.mul_by_scalars(a, left, b, right, ty),
        }
    }

    fn scale(
        &mut self,
        value: ValueHandle,
        of: Shape<'_>,
        by: ValueHandle,
        kind: Scalar,
        ty: &Type,
    ) -> Result<ValueHandle> {
        let Some((_, _, columns)) = of.grid() else { return self.internal("a product of a value that is not numeric") };
        let by = if super::shape::is_float(kind) { by } else { self.splat(by, columns) };
        self.each_row(value, of, shape(ty), |fun, row| fun.binary(B::Multiply, row, by))
    }

    /// The product of matrices of integers, or of matrices with one row or column.
    fn mul_by_scalars(
        &mut self,
        a: ValueHandle,
        left: Shape<'_>,
        b: ValueHandle,
        right: Shape<'_>,
        ty: &Type,
    ) -> Result<ValueHandle> {
        let (Some((_, a_rows, a_columns)), Some((_, b_rows, b_columns))) = (left.grid(), right.grid()) else {
            return self.internal("a product of a value that is not numeric");
        };
        // A vector is a row on the left and a column on the right.
        let (inner, columns) = match right {
            Shape::Vector(..) => (usize::from(b_columns), 1),
            _ => (usize::from(b_rows), usize::from(b_columns)),
        };
        let (rows, a_columns) = (usize::from(a_rows), usize::from(a_columns));
        if a_columns != inner {
            return self.internal("a product of matrices that do not fit");
        }
        let (a, b) = (self.scalars(a, left), self.scalars(b, right));
        let mut scalars = Vec::with_capacity(rows * columns);
        for row in 0..rows {
            for column in 0..columns {
                let mut sum: Option<ValueHandle> = None;
                for at in 0..inner {
                    let (Some(x), Some(y)) = (a.get(row * inner + at), b.get(at * columns + column)) else { continue };
                    let product = self.binary(B::Multiply, *x, *y);
                    sum = Some(match sum {
                        Some(sum) => self.binary(B::Add, sum, product),
                        None => product,
                    });
                }
                scalars.extend(sum);
            }
        }
        self.of_scalars(scalars, shape(ty))
    }
}

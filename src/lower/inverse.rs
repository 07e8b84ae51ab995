//! The inverse of a matrix: the transposed matrix of cofactors, divided by the determinant.
//!
//! naga's own function is not used: only some of its writers have it.

use naga::BinaryOperator as B;

use super::function::{FunctionBuilder, ValueHandle};
use super::shape::{Shape, scalar};
use crate::ir::Result;

impl FunctionBuilder<'_, '_> {
    /// The inverse of a square matrix of floats.
    pub fn inverse(&mut self, value: ValueHandle, of: Shape<'_>) -> Result<ValueHandle> {
        let Shape::Matrix { scalar: kind, rows, columns } = of else {
            return self.internal("an inverse of a value that is not a matrix");
        };
        if rows != columns {
            return self.internal("an inverse of a matrix that is not square");
        }
        let size = usize::from(rows);
        let all = self.scalars(value, of);
        let at = |row: usize, column: usize| all[row * size + column];
        let matrix: Vec<Vec<ValueHandle>> =
            (0..size).map(|row| (0..size).map(|column| at(row, column)).collect()).collect();
        // Cofactor (row, column) is the determinant without both, with a sign.
        let mut cofactors = Vec::with_capacity(size * size);
        for row in 0..size {
            for column in 0..size {
                let minor: Vec<Vec<ValueHandle>> = (0..size)
                    .filter(|at| *at != row)
                    .map(|at| (0..size).filter(|other| *other != column).map(|other| matrix[at][other]).collect())
                    .collect();
                let minor = self.determinant(&minor);
                let negative = (row + column) % 2 == 1;
                cofactors.push(if negative { self.unary(naga::UnaryOperator::Negate, minor) } else { minor });
            }
        }
        let mut determinant = self.binary(B::Multiply, matrix[0][0], cofactors[0]);
        for column in 1..size {
            let product = self.binary(B::Multiply, matrix[0][column], cofactors[column]);
            determinant = self.binary(B::Add, determinant, product);
        }
        let one = self.number(1.0, scalar(kind), 1);
        let factor = self.binary(B::Divide, one, determinant);
        let mut scalars = Vec::with_capacity(size * size);
        for row in 0..size {
            for column in 0..size {
                scalars.push(self.binary(B::Multiply, cofactors[column * size + row], factor));
            }
        }
        self.of_scalars(scalars, of)
    }

    /// Of up to three rows, by the first.
    fn determinant(&mut self, matrix: &[Vec<ValueHandle>]) -> ValueHandle {
        match matrix {
            [one] => one[0],
            [a, b] => {
                let (first, second) = (self.binary(B::Multiply, a[0], b[1]), self.binary(B::Multiply, a[1], b[0]));
                self.binary(B::Subtract, first, second)
            }
            _ => {
                let mut sum: Option<ValueHandle> = None;
                for column in 0..matrix.len() {
                    let minor: Vec<Vec<ValueHandle>> = matrix[1..]
                        .iter()
                        .map(|row| (0..row.len()).filter(|at| *at != column).map(|at| row[at]).collect())
                        .collect();
                    let minor = self.determinant(&minor);
                    let product = self.binary(B::Multiply, matrix[0][column], minor);
                    sum = Some(match sum {
                        None => product,
                        Some(sum) if column % 2 == 1 => self.binary(B::Subtract, sum, product),
                        Some(sum) => self.binary(B::Add, sum, product),
                    });
                }
                sum.unwrap_or_else(|| self.float(1.0))
            }
        }
    }
}

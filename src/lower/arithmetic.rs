//! Intrinsics that are composed of several of naga's functions, or whose types differ from naga's.

use naga::{BinaryOperator as B, Expression, MathFunction as M, PredeclaredType, ScalarKind, Statement, UnaryOperator};

use super::function::{FunctionBuilder, ValueHandle};
use super::shape::{Shape, scalar, shape, vector_size};
use super::spirv_only::Instruction;
use crate::ir::{Expr, Intrinsic as I, Result, Scalar, Type};

impl FunctionBuilder<'_, '_> {
    pub fn arithmetic(&mut self, intrinsic: I, arguments: &[Expr], ty: &Type) -> Result<Option<ValueHandle>> {
        let value = match (intrinsic, arguments) {
            (I::Abs, [of]) => {
                let Some((kind, ..)) = shape(ty).grid() else {
                    return self.internal("abs of a value that is not numeric");
                };
                // A number without a sign is its own absolute value.
                let unsigned = matches!(scalar(kind).kind, ScalarKind::Uint | ScalarKind::Bool);
                let value = self.value(of)?;
                self.each_row(
                    value,
                    shape(&of.ty),
                    shape(ty),
                    |fun, row| {
                        if unsigned { row } else { fun.math(M::Abs, &[row]) }
                    },
                )?
            }
            (I::Sign, [of]) => self.sign(of, ty)?,
            (I::Rcp, [of]) => {
                let Some((kind, _, columns)) = shape(ty).grid() else {
                    return self.internal("rcp of a value that is not numeric");
                };
                let one = self.number(1.0, scalar(kind), columns);
                let value = self.value(of)?;
                self.each_row(value, shape(&of.ty), shape(ty), |fun, row| fun.binary(B::Divide, one, row))?
            }
            (I::Log10, [of]) => {
                let Some((kind, _, columns)) = shape(ty).grid() else {
                    return self.internal("log10 of a value that is not numeric");
                };
                let factor = self.number(std::f64::consts::LOG10_2, scalar(kind), columns);
                let value = self.value(of)?;
                self.each_row(value, shape(&of.ty), shape(ty), |fun, row| {
                    let log = fun.math(M::Log2, &[row]);
                    fun.binary(B::Multiply, log, factor)
                })?
            }
            (I::Fmod, [_, _]) => {
                self.each_argument(arguments, ty, |fun, rows| fun.binary(B::Modulo, rows[0], rows[1]))?
            }
            (I::Mod, [_, _]) => self.each_argument(arguments, ty, |fun, rows| {
                let quotient = fun.binary(B::Divide, rows[0], rows[1]);
                let whole = fun.math(M::Floor, &[quotient]);
                let product = fun.binary(B::Multiply, rows[1], whole);
                fun.binary(B::Subtract, rows[0], product)
            })?,
            // naga's exponents are whole numbers, as GLSL's are.
            (I::Ldexp, [of, exponent]) if shape(&exponent.ty).grid().is_some_and(|(kind, ..)| kind == Scalar::Int) => {
                let (of, exponent) = (self.value(of)?, self.value(exponent)?);
                self.math(M::Ldexp, &[of, exponent])
            }
            (I::Ldexp, [_, _]) => self.each_argument(arguments, ty, |fun, rows| {
                let power = fun.math(M::Exp2, &[rows[1]]);
                fun.binary(B::Multiply, rows[0], power)
            })?,
            (I::Mad, [_, _, _]) => self.each_argument(arguments, ty, |fun, rows| {
                let product = fun.binary(B::Multiply, rows[0], rows[1]);
                fun.binary(B::Add, product, rows[2])
            })?,
            (I::All | I::Any, [of]) => {
                let value = self.value(of)?;
                self.reduce(value, shape(&of.ty), intrinsic == I::All)?
            }
            (I::And | I::Or, [first, second]) => {
                let (left, right) = (self.value(first)?, self.value(second)?);
                let left = self.reshaped(left, &first.ty, ty)?;
                let right = self.reshaped(right, &second.ty, ty)?;
                let op =
                    if intrinsic == I::And { crate::ir::BinaryOp::LogicalAnd } else { crate::ir::BinaryOp::LogicalOr };
                self.binary_op(op, left, right, ty, ty)?
            }
            (I::Select, [condition, first, second]) => {
                let test = self.value(condition)?;
                let accept = self.value(first)?;
                let accept = self.reshaped(accept, &first.ty, ty)?;
                let reject = self.value(second)?;
                let reject = self.reshaped(reject, &second.ty, ty)?;
                self.select_value(test, &condition.ty, accept, reject, ty)?
            }
            (I::Clip, [of]) => {
                self.clip(of)?;
                return Ok(None);
            }
            (I::NonUniformResourceIndex, [of]) => {
                self.low.note_mark();
                self.value(of)?
            }
            (I::Modf, [of, whole]) => {
                let value = self.value(of)?;
                let trunc = self.each_row(value, shape(&of.ty), shape(ty), |fun, row| fun.math(M::Trunc, &[row]))?;
                self.store_out(whole, trunc, &of.ty)?;
                self.binary_op(crate::ir::BinaryOp::Subtract, value, trunc, ty, ty)?
            }
            (I::Sincos, [of, sin, cos]) => {
                let value = self.value(of)?;
                let from = shape(&of.ty);
                let sine = self.each_row(value, from, from, |fun, row| fun.math(M::Sin, &[row]))?;
                let cosine = self.each_row(value, from, from, |fun, row| fun.math(M::Cos, &[row]))?;
                self.store_out(sin, sine, &of.ty)?;
                self.store_out(cos, cosine, &of.ty)?;
                return Ok(None);
            }
            (I::Frexp, [of, exponent]) => self.frexp(of, exponent, ty)?,
            (I::Lit, [diffuse, specular, power]) => self.lit(diffuse, specular, power)?,
            (I::Dst, [first, second]) => {
                let (first, second) = (self.value(first)?, self.value(second)?);
                let one = self.float(1.0);
                let (y, other_y) = (self.part(first, 1), self.part(second, 1));
                let y = self.binary(B::Multiply, y, other_y);
                let (z, w) = (self.part(first, 2), self.part(second, 3));
                let handle = self.low.number(naga::Scalar::F32, 1, 4);
                self.add(Expression::Compose { ty: handle, components: vec![one, y, z, w] })
            }
            (I::D3DCOLORtoUBYTE4, [of]) => {
                let value = self.value(of)?;
                let value = self.swizzle(value, &[2, 1, 0, 3]);
                // The factor of Direct3D: a little more than 255, so that rounding errors do not truncate.
                let factor = self.float(255.001_95);
                let value = self.binary(B::Multiply, value, factor);
                self.cast(value, naga::Scalar::I32)
            }
            (I::Dot2add, [first, second, third]) => {
                let pair = Type::Vector(Scalar::Float, 2);
                let left = self.value(first)?;
                let left = self.reshaped(left, &first.ty, &pair)?;
                let right = self.value(second)?;
                let right = self.reshaped(right, &second.ty, &pair)?;
                let third = self.value(third)?;
                let dot = self.math(M::Dot, &[left, right]);
                self.binary(B::Add, dot, third)
            }
            _ => self.geometry(intrinsic, arguments, ty)?,
        };
        Ok(Some(value))
    }

    /// Functions of vectors; a scalar is a vector of one component.
    fn geometry(&mut self, intrinsic: I, arguments: &[Expr], ty: &Type) -> Result<ValueHandle> {
        let Some((kind, _, columns)) = arguments.first().and_then(|first| shape(&first.ty).grid()) else {
            return self.internal(format!("{intrinsic:?} with these arguments"));
        };
        let is_vector = vector_size(columns).is_some();
        let values = self.values(arguments)?;
        Ok(match (intrinsic, values.as_slice()) {
            (I::Dot, [a, b]) => self.dot(*a, *b, columns),
            (I::Cross, [a, b]) => self.math(M::Cross, &[*a, *b]),
            (I::Length, [a]) => self.math(if is_vector { M::Length } else { M::Abs }, &[*a]),
            (I::Distance, [a, b]) => {
                let between = self.binary(B::Subtract, *a, *b);
                self.math(if is_vector { M::Length } else { M::Abs }, &[between])
            }
            (I::Normalize, [a]) if is_vector => self.math(M::Normalize, &[*a]),
            (I::Normalize, [a]) => {
                let square = self.binary(B::Multiply, *a, *a);
                let inverse = self.math(M::InverseSqrt, &[square]);
                self.binary(B::Multiply, *a, inverse)
            }
            (I::Faceforward, [n, i, reference]) => {
                let dot = self.dot(*reference, *i, columns);
                let zero = self.number(0.0, scalar(kind), 1);
                let faces = self.binary(B::Less, dot, zero);
                let away = self.unary(UnaryOperator::Negate, *n);
                self.select(faces, *n, away)
            }
            (I::Reflect, [i, n]) => {
                let dot = self.dot(*n, *i, columns);
                let two = self.number(2.0, scalar(kind), 1);
                let twice = self.binary(B::Multiply, two, dot);
                let along = self.binary(B::Multiply, *n, twice);
                self.binary(B::Subtract, *i, along)
            }
            (I::Refract, [i, n, ratio]) => {
                let ratio = match arguments.get(2).map(|ratio| shape(&ratio.ty)) {
                    Some(Shape::Scalar(_)) | None => *ratio,
                    _ => self.part(*ratio, 0),
                };
                self.refract(*i, *n, ratio, kind, columns)
            }
            _ => return self.internal(format!("{intrinsic:?} giving {ty:?}")),
        })
    }

    pub fn dot(&mut self, a: ValueHandle, b: ValueHandle, columns: u8) -> ValueHandle {
        if columns == 1 { self.binary(B::Multiply, a, b) } else { self.math(M::Dot, &[a, b]) }
    }

    fn refract(
        &mut self,
        i: ValueHandle,
        n: ValueHandle,
        ratio: ValueHandle,
        kind: Scalar,
        columns: u8,
    ) -> ValueHandle {
        let number = scalar(kind);
        let one = self.number(1.0, number, 1);
        let zero = self.number(0.0, number, 1);
        let dot = self.dot(n, i, columns);
        let square = self.binary(B::Multiply, dot, dot);
        let sine = self.binary(B::Subtract, one, square);
        let ratios = self.binary(B::Multiply, ratio, ratio);
        let sine = self.binary(B::Multiply, ratios, sine);
        let k = self.binary(B::Subtract, one, sine);
        let total = self.binary(B::Less, k, zero);
        let root = self.math(M::Sqrt, &[k]);
        let along = self.binary(B::Multiply, ratio, dot);
        let along = self.binary(B::Add, along, root);
        let first = self.binary(B::Multiply, i, ratio);
        let second = self.binary(B::Multiply, n, along);
        let bent = self.binary(B::Subtract, first, second);
        let none = self.number(0.0, number, columns);
        self.select(total, none, bent)
    }

    fn sign(&mut self, of: &Expr, ty: &Type) -> Result<ValueHandle> {
        let Some((kind, _, columns)) = shape(&of.ty).grid() else {
            return self.internal("sign of a value that is not numeric");
        };
        let number = scalar(kind);
        let value = self.value(of)?;
        let to = shape(ty);
        let Some((wanted, ..)) = to.grid() else { return self.internal("sign of a value that is not numeric") };
        self.each_row(value, shape(&of.ty), to, |fun, row| match number.kind {
            ScalarKind::Uint => {
                let one = fun.number(1.0, number, columns);
                let row = fun.math(M::Min, &[row, one]);
                fun.cast(row, scalar(wanted))
            }
            _ => {
                let row = fun.math(M::Sign, &[row]);
                if number == scalar(wanted) { row } else { fun.cast(row, scalar(wanted)) }
            }
        })
    }

    fn clip(&mut self, of: &Expr) -> Result<()> {
        let Some((kind, _, columns)) = shape(&of.ty).grid() else {
            return self.internal("clip of a value that is not numeric");
        };
        let value = self.value(of)?;
        let zero = self.number(0.0, scalar(kind), columns);
        let mut below: Option<ValueHandle> = None;
        for row in self.rows(value, shape(&of.ty)) {
            let test = self.binary(B::Less, row, zero);
            let shape = if columns == 1 { Shape::Scalar(Scalar::Bool) } else { Shape::Vector(Scalar::Bool, columns) };
            let test = self.reduce(test, shape, false)?;
            below = Some(match below {
                Some(before) => self.binary(B::LogicalOr, before, test),
                None => test,
            });
        }
        let Some(condition) = below else { return Ok(()) };
        let (accept, _) = self.nested(|fun| fun.discard("clip"))?;
        self.push(Statement::If { condition, accept, reject: naga::Block::new() });
        Ok(())
    }

    fn frexp(&mut self, of: &Expr, exponent: &Expr, ty: &Type) -> Result<ValueHandle> {
        let Some((kind, _, columns)) = shape(ty).grid() else {
            return self.internal("frexp of a value that is not numeric");
        };
        let number = scalar(kind);
        let value = self.value(of)?;
        let mut powers = Vec::new();
        if number.width == 8 {
            self.needs_spirv("frexp of a 64-bit float")?;
        }
        // naga gives the exponent as many bits as the float, which SPIR-V does not have.
        let work = if number.width == 2 { naga::Scalar::F32 } else { number };
        let result = PredeclaredType::FrexpResult { size: vector_size(columns), scalar: naga::Scalar::F32 };
        if work.width == 4 {
            self.low.own_in_copies();
            self.low.module.generate_predeclared_type(result);
        }
        let fraction = self.each_row(value, shape(&of.ty), shape(ty), |fun, row| {
            let row = if work == number { row } else { fun.cast(row, work) };
            let both = match work.width {
                8 => fun.wide_frexp(row, columns),
                _ => fun.math(M::Frexp, &[row]),
            };
            let power = fun.part(both, 1);
            powers.push(fun.cast(power, number));
            let fraction = fun.part(both, 0);
            if work == number { fraction } else { fun.cast(fraction, number) }
        })?;
        let powers = self.of_rows(powers, shape(ty))?;
        self.store_out(exponent, powers, ty)?;
        Ok(fraction)
    }

    /// A structure with the fraction of a 64-bit float and its exponent, of 32 bits.
    fn wide_frexp(&mut self, row: ValueHandle, columns: u8) -> ValueHandle {
        let own = self.low.number(naga::Scalar::F64, 1, columns);
        let power = self.low.number(naga::Scalar::I32, 1, columns);
        let members = vec![("fract".to_owned(), own), ("exp".to_owned(), power)];
        let both = self.low.types.structure(&mut self.low.module, "frexp64", members);
        self.spirv_instruction(Instruction::Frexp, &[(row, own)], both)
    }

    fn lit(&mut self, diffuse: &Expr, specular: &Expr, power: &Expr) -> Result<ValueHandle> {
        let (diffuse, specular, power) = (self.value(diffuse)?, self.value(specular)?, self.value(power)?);
        let (zero, one) = (self.float(0.0), self.float(1.0));
        let lit = self.math(M::Max, &[diffuse, zero]);
        let back = self.binary(B::Less, diffuse, zero);
        let off = self.binary(B::Less, specular, zero);
        let dark = self.binary(B::LogicalOr, back, off);
        let shine = self.math(M::Pow, &[specular, power]);
        let shine = self.select(dark, zero, shine);
        let handle = self.low.number(naga::Scalar::F32, 1, 4);
        Ok(self.add(Expression::Compose { ty: handle, components: vec![one, lit, shine, one] }))
    }
}

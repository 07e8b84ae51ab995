//! Intrinsics on the bits of numbers.

use naga::{BinaryOperator as B, Expression, MathFunction as M, ScalarKind};

use super::constant;
use super::function::{FunctionBuilder, ValueHandle};
use super::shape::{scalar, shape};
use super::spirv_only::Instruction;
use crate::ir::{Expr, Intrinsic as I, Result, Scalar, Type};

const UINT: naga::Scalar = naga::Scalar::U32;

/// The bits of the least normal number of 16 bits, as a number of 32 bits.
const LEAST_NORMAL_HALF: i128 = 0x3880_0000;

/// naga's function that packs or unpacks numbers of fewer bits.
const fn packed(intrinsic: I) -> Option<M> {
    Some(match intrinsic {
        I::PackHalf2x16 => M::Pack2x16float,
        I::PackSnorm2x16 => M::Pack2x16snorm,
        I::PackSnorm4x8 => M::Pack4x8snorm,
        I::PackUnorm2x16 => M::Pack2x16unorm,
        I::PackUnorm4x8 => M::Pack4x8unorm,
        I::UnpackHalf2x16 => M::Unpack2x16float,
        I::UnpackSnorm2x16 => M::Unpack2x16snorm,
        I::UnpackSnorm4x8 => M::Unpack4x8snorm,
        I::UnpackUnorm2x16 => M::Unpack2x16unorm,
        I::UnpackUnorm4x8 => M::Unpack4x8unorm,
        _ => return None,
    })
}

impl FunctionBuilder<'_, '_> {
    pub fn bits(&mut self, intrinsic: I, arguments: &[Expr], ty: &Type) -> Result<Option<ValueHandle>> {
        let value = match (intrinsic, arguments) {
            (I::Asuint, [of, low, high]) => {
                self.split_double(of, low, high)?;
                return Ok(None);
            }
            (I::Asdouble, [low, high]) => self.join_double(low, high, ty)?,
            (I::Asfloat | I::Asint | I::Asuint | I::Asfloat16 | I::Asint16 | I::Asuint16, [of]) => {
                self.reinterpreted(intrinsic, of, ty)?
            }
            (I::Bitcast, [of]) => {
                // naga converts between bits of one width alone.
                self.needs_spirv("a conversion of bits between numbers of different widths")?;
                let value = self.value(of)?;
                let (from, to) = (self.ty(&of.ty), self.ty(ty));
                self.spirv_instruction(Instruction::Bitcast, &[(value, from)], to)
            }
            (packing, [of]) if packed(packing).is_some() => {
                let Some(fun) = packed(packing) else { return self.internal("a packing function") };
                let of = self.value(of)?;
                self.math(fun, &[of])
            }
            (I::Isnan | I::Isinf | I::Isfinite | I::Isnormal, [of]) => self.classify(intrinsic, of, ty)?,
            (I::F16tof32 | I::F32tof16, [of]) => self.halves_in_words(intrinsic, of, ty)?,
            _ => self.bits_of_integers(intrinsic, arguments, ty)?,
        };
        Ok(Some(value))
    }

    /// Searching, counting, moving and packing the bits of integers.
    fn bits_of_integers(&mut self, intrinsic: I, arguments: &[Expr], ty: &Type) -> Result<ValueHandle> {
        Ok(match (intrinsic, arguments) {
            (I::Countbits, [of]) => self.int_function(M::CountOneBits, of, ty)?,
            (I::Firstbitlow, [of]) => self.int_function(M::FirstTrailingBit, of, ty)?,
            (I::Firstbithigh, [of]) => self.int_function(M::FirstLeadingBit, of, ty)?,
            (I::Reversebits, [of]) => self.int_function(M::ReverseBits, of, ty)?,
            (I::BitfieldExtract, [of, offset, bits]) => {
                let (of, offset, bits) = (self.value(of)?, self.index_value(offset)?, self.index_value(bits)?);
                self.math(M::ExtractBits, &[of, offset, bits])
            }
            (I::BitfieldInsert, [base, insert, offset, bits]) => {
                let (base, insert) = (self.value(base)?, self.value(insert)?);
                let (offset, bits) = (self.index_value(offset)?, self.index_value(bits)?);
                self.math(M::InsertBits, &[base, insert, offset, bits])
            }
            (I::Dot4addI8packed | I::Dot4addU8packed, [a, b, sum]) => {
                let (a, b, sum) = (self.value(a)?, self.value(b)?, self.value(sum)?);
                // naga's own function takes an extension in SPIR-V that not every device has.
                let fun = if intrinsic == I::Dot4addI8packed { M::Unpack4xI8 } else { M::Unpack4xU8 };
                let (a, b) = (self.math(fun, &[a]), self.math(fun, &[b]));
                let dot = self.math(M::Dot, &[a, b]);
                self.binary(B::Add, dot, sum)
            }
            (I::PackU8 | I::PackS8 | I::PackClampU8 | I::PackClampS8, [of]) => self.pack(intrinsic, of, ty)?,
            (I::UnpackS8s16 | I::UnpackS8s32 | I::UnpackU8u16 | I::UnpackU8u32, [of]) => {
                let value = self.value(of)?;
                let value = self.cast_to(value, &of.ty, UINT);
                let (fun, kind) = match intrinsic {
                    I::UnpackS8s16 | I::UnpackS8s32 => (M::Unpack4xI8, Scalar::Int),
                    _ => (M::Unpack4xU8, Scalar::Uint),
                };
                let value = self.math(fun, &[value]);
                self.reshaped(value, &Type::Vector(kind, 4), ty)?
            }
            (I::Msad4, [reference, source, sums]) => self.msad4(reference, source, sums)?,
            _ => return self.internal(format!("{intrinsic:?} with these arguments")),
        })
    }

    /// A value whose bits are those of another one of the same width.
    fn reinterpreted(&mut self, intrinsic: I, of: &Expr, ty: &Type) -> Result<ValueHandle> {
        let (Some((from, _, columns)), Some((to, ..))) = (shape(&of.ty).grid(), shape(ty).grid()) else {
            return self.internal("bits of a value that is not numeric");
        };
        let (from, to) = (scalar(from), scalar(to));
        let value = self.value(of)?;
        if from.width != to.width {
            return self.unsupported(format!("{} of another width", self.name_of(intrinsic)));
        }
        self.each_row(value, shape(&of.ty), shape(ty), |fun, row| fun.bits_as(row, (from, columns), to.kind))
    }

    /// 16-bit floats in the lower halves of words as 32-bit floats, or the reverse.
    fn halves_in_words(&mut self, intrinsic: I, of: &Expr, ty: &Type) -> Result<ValueHandle> {
        let value = self.value(of)?;
        let values = self.scalars(value, shape(&of.ty)).into_iter();
        if intrinsic == I::F16tof32 {
            let floats = values.map(|half| {
                let pair = self.math(M::Unpack2x16float, &[half]);
                self.part(pair, 0)
            });
            let floats = floats.collect();
            return self.of_scalars(floats, shape(ty));
        }
        let pair = self.low.number(naga::Scalar::F32, 1, 2);
        let zero = self.float(0.0);
        let mut halves = Vec::new();
        for float in values {
            let both = self.add(Expression::Compose { ty: pair, components: vec![float, zero] });
            halves.push(self.math(M::Pack2x16float, &[both]));
        }
        self.of_scalars(halves, shape(ty))
    }

    fn cast_to(&mut self, value: ValueHandle, of: &Type, to: naga::Scalar) -> ValueHandle {
        match shape(of).grid() {
            Some((kind, ..)) if scalar(kind) != to => self.cast(value, to),
            _ => value,
        }
    }

    /// A function on integers. SPIR-V's functions have 32 bits, so other widths are computed from 32-bit numbers.
    fn int_function(&mut self, fun: M, of: &Expr, ty: &Type) -> Result<ValueHandle> {
        let (Some((from, _, columns)), Some((to, ..))) = (shape(&of.ty).grid(), shape(ty).grid()) else {
            return self.internal("bits of a value that is not numeric");
        };
        let (number, to) = (scalar(from), scalar(to));
        let value = self.value(of)?;
        self.each_row(value, shape(&of.ty), shape(ty), |this, row| {
            let (row, made) = match number.width {
                2 => this.narrow_bits(fun, row, (number, columns)),
                8 => this.wide_bits(fun, row, (number, columns)),
                _ => (this.math(fun, &[row]), number),
            };
            if made == to { row } else { this.cast(row, to) }
        })
    }

    /// A function on 16 bits, with a result of 32 bits.
    fn narrow_bits(
        &mut self,
        fun: M,
        row: ValueHandle,
        (number, columns): (naga::Scalar, u8),
    ) -> (ValueHandle, naga::Scalar) {
        if number.kind == ScalarKind::Sint && fun == M::FirstLeadingBit {
            // Sign extension does not change the result.
            let wide = self.cast(row, naga::Scalar::I32);
            return (self.math(fun, &[wide]), naga::Scalar::I32);
        }
        let unsigned = if number.kind == ScalarKind::Sint { self.bitcast(row, ScalarKind::Uint) } else { row };
        let wide = self.cast(unsigned, UINT);
        let result = self.math(fun, &[wide]);
        if fun != M::ReverseBits {
            return (result, UINT);
        }
        let half = self.number(16.0, UINT, columns);
        (self.binary(B::ShiftRight, result, half), UINT)
    }

    /// A function on 64 bits, from the results for both halves. The result has 32 bits, except that of `ReverseBits`.
    fn wide_bits(
        &mut self,
        fun: M,
        row: ValueHandle,
        (number, columns): (naga::Scalar, u8),
    ) -> (ValueHandle, naga::Scalar) {
        let u64 = naga::Scalar::U64;
        let mut bits = row;
        if number.kind == ScalarKind::Sint {
            if fun == M::FirstLeadingBit {
                // For a negative number the result is its highest 0 bit, which is the highest 1 bit of its complement.
                let zero = self.number(0.0, number, columns);
                let negative = self.binary(B::Less, row, zero);
                let complement = self.unary(naga::UnaryOperator::BitwiseNot, row);
                bits = self.select(negative, complement, row);
            }
            bits = self.bits_as(bits, (number, columns), ScalarKind::Uint);
        }
        let half = self.number(32.0, UINT, columns);
        let shifted = self.binary(B::ShiftRight, bits, half);
        let (low, high) = (self.cast(bits, UINT), self.cast(shifted, UINT));
        let (of_low, of_high) = (self.math(fun, &[low]), self.math(fun, &[high]));
        let zero = self.number(0.0, UINT, columns);
        let result = match fun {
            M::ReverseBits => {
                let (first, second) = (self.cast(of_low, u64), self.cast(of_high, u64));
                let first = self.binary(B::ShiftLeft, first, half);
                return (self.binary(B::InclusiveOr, first, second), u64);
            }
            M::CountOneBits => self.binary(B::Add, of_low, of_high),
            // If both halves are 0, no bit is found: the result has all bits set.
            M::FirstTrailingBit => {
                let found = self.binary(B::Add, of_high, half);
                let in_high = self.binary(B::NotEqual, high, zero);
                let found = self.select(in_high, found, of_high);
                let in_low = self.binary(B::NotEqual, low, zero);
                self.select(in_low, of_low, found)
            }
            _ => {
                let found = self.binary(B::Add, of_high, half);
                let in_high = self.binary(B::NotEqual, high, zero);
                self.select(in_high, found, of_low)
            }
        };
        (result, UINT)
    }

    /// Tests the bits: compilers may change comparisons that only differ for NaN.
    fn classify(&mut self, intrinsic: I, of: &Expr, ty: &Type) -> Result<ValueHandle> {
        let Some((kind, _, columns)) = shape(&of.ty).grid() else {
            return self.internal("a classification of a value that is not numeric");
        };
        let own = scalar(kind);
        // A 16-bit float is of the same class as the 32-bit float with its value.
        let widens = own.width == 2 && self.packs_halves(own.kind);
        let number = if widens { naga::Scalar::F32 } else { own };
        let unsigned = naga::Scalar { kind: ScalarKind::Uint, width: number.width };
        let (magnitude, infinity, normal): (i128, i128, i128) = match number.width {
            2 => (0x7fff, 0x7c00, 0x0400),
            8 => (0x7fff_ffff_ffff_ffff, 0x7ff0_0000_0000_0000, 0x0010_0000_0000_0000),
            _ => (0x7fff_ffff, 0x7f80_0000, if own.width == 2 { LEAST_NORMAL_HALF } else { 0x0080_0000 }),
        };
        // What is below the least normal number becomes larger than any other, so that one comparison does for both bounds.
        let least = if intrinsic == I::Isnormal { normal } else { 0 };
        let mut splat = |value: i128| {
            let literal = self.literal(constant::number(value, unsigned));
            self.splat(literal, columns)
        };
        let (magnitude, infinity) = (splat(magnitude), splat(infinity - least));
        let least = (least != 0).then(|| splat(least));
        let op = match intrinsic {
            I::Isnan => B::Greater,
            I::Isinf => B::Equal,
            _ => B::Less,
        };
        let value = self.value(of)?;
        self.each_row(value, shape(&of.ty), shape(ty), |fun, row| {
            let row = if widens { fun.cast(row, number) } else { row };
            let bits = fun.bits_as(row, (number, columns), ScalarKind::Uint);
            let bits = fun.binary(B::And, bits, magnitude);
            let bits = least.map_or(bits, |least| fun.binary(B::Subtract, bits, least));
            fun.binary(op, bits, infinity)
        })
    }

    fn split_double(&mut self, of: &Expr, low: &Expr, high: &Expr) -> Result<()> {
        let Some((_, _, columns)) = shape(&of.ty).grid() else {
            return self.internal("bits of a value that is not numeric");
        };
        let value = self.value(of)?;
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for lane in self.scalars(value, shape(&of.ty)) {
            let words = self.words_of_double(lane);
            lower.push(words.0);
            upper.push(words.1);
        }
        let uint = if columns == 1 { Type::Scalar(Scalar::Uint) } else { Type::Vector(Scalar::Uint, columns) };
        let (lower, upper) = (self.of_scalars(lower, shape(&uint))?, self.of_scalars(upper, shape(&uint))?);
        self.store_out(low, lower, &uint)?;
        self.store_out(high, upper, &uint)
    }

    fn join_double(&mut self, low: &Expr, high: &Expr, ty: &Type) -> Result<ValueHandle> {
        let (lows, highs) = (self.value(low)?, self.value(high)?);
        let (lows, highs) = (self.scalars(lows, shape(&low.ty)), self.scalars(highs, shape(&high.ty)));
        let doubles = lows.into_iter().zip(highs).map(|(low, high)| self.double_of_words(low, high)).collect();
        self.of_scalars(doubles, shape(ty))
    }

    fn pack(&mut self, intrinsic: I, of: &Expr, ty: &Type) -> Result<ValueHandle> {
        let Some((kind, ..)) = shape(&of.ty).grid() else {
            return self.internal("bits of a value that is not numeric");
        };
        let signed = scalar(kind).kind == ScalarKind::Sint;
        let wide = if signed { naga::Scalar::I32 } else { UINT };
        let value = self.value(of)?;
        let mut value = if scalar(kind) == wide { value } else { self.cast(value, wide) };
        if matches!(intrinsic, I::PackClampU8 | I::PackClampS8) {
            let (least, most) = if intrinsic == I::PackClampU8 { (0.0, 255.0) } else { (-128.0, 127.0) };
            let least = if signed { least } else { 0.0 };
            let (least, most) = (self.number(least, wide, 4), self.number(most, wide, 4));
            value = self.math(M::Clamp, &[value, least, most]);
        }
        if signed {
            value = self.bitcast(value, ScalarKind::Uint);
        }
        let packed = self.math(M::Pack4xU8, &[value]);
        self.reshaped(packed, &Type::Scalar(Scalar::Uint), ty)
    }

    /// The sums of absolute differences of a word's bytes and four words that begin at successive bytes of two; bytes
    /// of the reference that are 0 do not count.
    fn msad4(&mut self, reference: &Expr, source: &Expr, sums: &Expr) -> Result<ValueHandle> {
        let (reference, source, sums) = (self.value(reference)?, self.value(source)?, self.value(sums)?);
        let (first, second) = (self.part(source, 0), self.part(source, 1));
        let (byte, zero) = (self.uint(255), self.uint(0));
        let mut results = Vec::with_capacity(4);
        for at in 0..4 {
            let word = if at == 0 {
                first
            } else {
                let (right, left) = (self.uint(8 * at), self.uint(32 - 8 * at));
                let low = self.binary(B::ShiftRight, first, right);
                let high = self.binary(B::ShiftLeft, second, left);
                self.binary(B::InclusiveOr, low, high)
            };
            let mut sum = self.part(sums, at);
            for lane in 0..4 {
                let by = self.uint(8 * lane);
                let a = self.binary(B::ShiftRight, reference, by);
                let a = self.binary(B::And, a, byte);
                let b = self.binary(B::ShiftRight, word, by);
                let b = self.binary(B::And, b, byte);
                let (most, least) = (self.math(M::Max, &[a, b]), self.math(M::Min, &[a, b]));
                let difference = self.binary(B::Subtract, most, least);
                let masked = self.binary(B::Equal, a, zero);
                let difference = self.select(masked, zero, difference);
                sum = self.binary(B::Add, sum, difference);
            }
            results.push(sum);
        }
        let ty = self.low.number(UINT, 1, 4);
        Ok(self.add(Expression::Compose { ty, components: results }))
    }
}

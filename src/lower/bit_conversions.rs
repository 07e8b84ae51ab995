//! Conversions of bits between integers and floats of the same width.
//!
//! naga has an expression for it, and its SPIR-V is right. Its texts are not: numbers of 16 or 64 bits are converted by
//! value or not at all, and WGSL has no 16-bit integers. So in texts:
//! - 16-bit floats become bits by way of 32-bit floats.
//! - 64-bit floats are two words through the functions [`DOUBLE_OF_WORDS`] and [`WORDS_OF_DOUBLE`]. The writers of
//!   texts with such floats give them their bodies (`compile/embedded/writers/double_bits.rs`); no other text has such floats.

use naga::{
    BinaryOperator, Expression, Function, FunctionArgument, FunctionResult, Handle, Literal, MathFunction, ScalarKind,
    Span, Statement,
};

use super::function::{FunctionBuilder, ValueHandle};
use super::module::Lowerer;
use super::shape::Ty;

/// The function from two words, the lower one first, to the 64-bit float with their bits.
pub const DOUBLE_OF_WORDS: &str = "uberc_double_of_words";
/// The function from a 64-bit float to its two words.
pub const WORDS_OF_DOUBLE: &str = "uberc_words_of_double";
/// The bits of what both functions return until they have their bodies.
pub const DOUBLE_PLACEHOLDER: u64 = 0x5c1d_93e2_7b06_af41;

/// The functions of the module for the bits of 64-bit floats, where they are in use.
#[derive(Debug, Default)]
pub struct DoubleFunctions {
    of_words: Option<Handle<Function>>,
    to_words: Option<Handle<Function>>,
}

/// The words of a 64-bit number, the lower one first.
type WordPair = (ValueHandle, ValueHandle);

impl Lowerer<'_> {
    fn double_of_words_function(&mut self) -> Handle<Function> {
        self.journal.keep_own();
        if let Some(known) = self.double_functions.of_words {
            return known;
        }
        let (word, double) = (self.number(naga::Scalar::U32, 1, 1), self.number(naga::Scalar::F64, 1, 1));
        let mut function = placeholder_function(DOUBLE_OF_WORDS, &[("low", word), ("high", word)], double);
        let value = Literal::F64(f64::from_bits(DOUBLE_PLACEHOLDER));
        let value = function.expressions.append(Expression::Literal(value), Span::UNDEFINED);
        function.body.push(Statement::Return { value: Some(value) }, Span::UNDEFINED);
        let handle = self.module.functions.append(function, Span::UNDEFINED);
        self.double_functions.of_words = Some(handle);
        handle
    }

    fn words_of_double_function(&mut self) -> Handle<Function> {
        self.journal.keep_own();
        if let Some(known) = self.double_functions.to_words {
            return known;
        }
        let (pair, double) = (self.number(naga::Scalar::U32, 1, 2), self.number(naga::Scalar::F64, 1, 1));
        let mut function = placeholder_function(WORDS_OF_DOUBLE, &[("value", double)], pair);
        let words = [DOUBLE_PLACEHOLDER as u32, (DOUBLE_PLACEHOLDER >> 32) as u32];
        let components =
            words.map(|word| function.expressions.append(Expression::Literal(Literal::U32(word)), Span::UNDEFINED));
        let value = Expression::Compose { ty: pair, components: components.to_vec() };
        let first = function.expressions.len();
        let value = function.expressions.append(value, Span::UNDEFINED);
        function.body.push(Statement::Emit(function.expressions.range_from(first)), Span::UNDEFINED);
        function.body.push(Statement::Return { value: Some(value) }, Span::UNDEFINED);
        let handle = self.module.functions.append(function, Span::UNDEFINED);
        self.double_functions.to_words = Some(handle);
        handle
    }
}

/// A function without a body.
fn placeholder_function(name: &str, arguments: &[(&str, Ty)], result: Ty) -> Function {
    let argument =
        |(name, ty): &(&str, Ty)| FunctionArgument { name: Some((*name).to_owned()), ty: *ty, binding: None };
    Function {
        name: Some(name.to_owned()),
        arguments: arguments.iter().map(argument).collect(),
        result: Some(FunctionResult { ty: result, binding: None }),
        ..Function::default()
    }
}

impl FunctionBuilder<'_, '_> {
    /// The bits of a scalar or vector as numbers of another kind and the same width.
    pub fn bits_as(&mut self, value: ValueHandle, (of, count): (naga::Scalar, u8), to: ScalarKind) -> ValueHandle {
        if of.kind == to {
            return value;
        }
        let is_float = of.kind == ScalarKind::Float || to == ScalarKind::Float;
        if self.low.placeholders_allowed || of.width == 4 || !is_float {
            return self.bitcast(value, to);
        }
        let target = naga::Scalar { kind: to, width: of.width };
        self.each_lane(value, count, target, |fun, lane| match (of.width, to) {
            (2, _) => {
                let bits = fun.bits_of_half(of.kind, lane);
                fun.half_of_bits(to, bits)
            }
            (_, ScalarKind::Float) => {
                let bits = if of.kind == ScalarKind::Uint { lane } else { fun.bitcast(lane, ScalarKind::Uint) };
                let (low, high) = fun.words_of_bits(bits);
                fun.double_of_words(low, high)
            }
            _ => {
                let (low, high) = fun.words_of_double(lane);
                let bits = fun.bits_of_words(low, high);
                if to == ScalarKind::Uint { bits } else { fun.bitcast(bits, to) }
            }
        })
    }

    /// A function on each component of a scalar or vector, with results of this type.
    pub fn each_lane(
        &mut self,
        value: ValueHandle,
        count: u8,
        result: naga::Scalar,
        mut of_lane: impl FnMut(&mut Self, ValueHandle) -> ValueHandle,
    ) -> ValueHandle {
        if count == 1 {
            return of_lane(self, value);
        }
        let mut components = Vec::with_capacity(usize::from(count));
        for lane in 0..u32::from(count) {
            let part = self.part(value, lane);
            components.push(of_lane(self, part));
        }
        let ty = self.low.number(result, 1, count);
        self.add(Expression::Compose { ty, components })
    }

    // ---- 64 bits ----

    /// The unsigned 64-bit integer of two words.
    pub fn bits_of_words(&mut self, low: ValueHandle, high: ValueHandle) -> ValueHandle {
        let (low, high) = (self.cast(low, naga::Scalar::U64), self.cast(high, naga::Scalar::U64));
        let shift = self.uint(32);
        let high = self.binary(BinaryOperator::ShiftLeft, high, shift);
        self.binary(BinaryOperator::InclusiveOr, high, low)
    }

    /// The words of an unsigned 64-bit integer.
    pub fn words_of_bits(&mut self, bits: ValueHandle) -> WordPair {
        let shift = self.uint(32);
        let high = self.binary(BinaryOperator::ShiftRight, bits, shift);
        let high = self.cast(high, naga::Scalar::U32);
        // Mask the lowest bits: the result of converting a larger number is not defined.
        let mask = self.literal(Literal::U64(u64::from(u32::MAX)));
        let low = self.binary(BinaryOperator::And, bits, mask);
        (self.cast(low, naga::Scalar::U32), high)
    }

    /// The 64-bit float with these words.
    pub fn double_of_words(&mut self, low: ValueHandle, high: ValueHandle) -> ValueHandle {
        if self.low.placeholders_allowed {
            let bits = self.bits_of_words(low, high);
            return self.bitcast(bits, ScalarKind::Float);
        }
        let function = self.low.double_of_words_function();
        self.called(function, vec![low, high])
    }

    /// The words of a 64-bit float.
    pub fn words_of_double(&mut self, value: ValueHandle) -> WordPair {
        if self.low.placeholders_allowed {
            let bits = self.bitcast(value, ScalarKind::Uint);
            return self.words_of_bits(bits);
        }
        let function = self.low.words_of_double_function();
        let pair = self.called(function, vec![value]);
        (self.part(pair, 0), self.part(pair, 1))
    }

    fn called(&mut self, function: Handle<Function>, arguments: Vec<ValueHandle>) -> ValueHandle {
        let result = self.bare(Expression::CallResult(function));
        self.push(Statement::Call { function, arguments, result: Some(result) });
        result
    }

    /// The 64-bit float with these bits, where it has no literal.
    pub fn double_with_bits(&mut self, bits: u64) -> ValueHandle {
        if self.low.placeholders_allowed {
            let bits = self.literal(Literal::U64(bits));
            return self.bitcast(bits, ScalarKind::Float);
        }
        let (low, high) = (self.uint(bits as u32), self.uint((bits >> 32) as u32));
        self.double_of_words(low, high)
    }

    // ---- 16 bits ----

    /// Whether 16-bit floats become bits by way of 32-bit floats.
    pub fn packs_halves(&self, kind: ScalarKind) -> bool {
        kind == ScalarKind::Float && !self.low.placeholders_allowed
    }

    /// The 16-bit float with these bits, where it has no literal.
    pub fn half_with_bits(&mut self, bits: u16) -> ValueHandle {
        if self.low.placeholders_allowed {
            let bits = self.literal(Literal::U16(bits));
            return self.bitcast(bits, ScalarKind::Float);
        }
        let bits = self.uint(u32::from(bits));
        self.half_of_bits(ScalarKind::Float, bits)
    }

    /// A 16-bit number from the lower half of a 32-bit number, the upper half of which may be anything.
    pub fn half_of_bits(&mut self, kind: ScalarKind, bits: ValueHandle) -> ValueHandle {
        if self.packs_halves(kind) {
            let pair = self.math(MathFunction::Unpack2x16float, &[bits]);
            let float = self.part(pair, 0);
            return self.cast(float, naga::Scalar::F16);
        }
        let bits = self.cast(bits, naga::Scalar { kind: ScalarKind::Uint, width: 2 });
        if kind == ScalarKind::Uint { bits } else { self.bitcast(bits, kind) }
    }

    /// The bits of a 16-bit number in the lower half of a word.
    pub fn bits_of_half(&mut self, kind: ScalarKind, value: ValueHandle) -> ValueHandle {
        if self.packs_halves(kind) {
            let (float, zero) = (self.cast(value, naga::Scalar::F32), self.float(0.0));
            let pair = self.low.number(naga::Scalar::F32, 1, 2);
            let both = self.add(Expression::Compose { ty: pair, components: vec![float, zero] });
            return self.math(MathFunction::Pack2x16float, &[both]);
        }
        let bits = if kind == ScalarKind::Uint { value } else { self.bitcast(value, ScalarKind::Uint) };
        self.cast(bits, naga::Scalar::U32)
    }
}

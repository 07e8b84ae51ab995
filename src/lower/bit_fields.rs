//! Bit fields: parts of whole numbers.

use naga::{BinaryOperator, ScalarKind};

use super::constant;
use super::function::{FunctionBuilder, ValueHandle};
use super::shape::{Shape, scalar, shape};
use crate::ir::{Bits, Convert, Literal, Result, Scalar, Type};

/// The type of a word that holds bit fields, for numbers of its width.
struct Word {
    scalar: Scalar,
    naga: naga::Scalar,
}

impl FunctionBuilder<'_, '_> {
    fn word_of(&self, ty: &Type) -> Result<Word> {
        match shape(ty) {
            Shape::Scalar(kind) => Ok(Word { scalar: kind, naga: scalar(kind) }),
            _ => self.internal("bits of a value that is not a number"),
        }
    }

    /// A number of the word's type.
    fn word_literal(&mut self, word: &Word, value: u64) -> ValueHandle {
        self.literal(constant::literal(Literal::Int(i128::from(value)), word.naga))
    }

    fn shifted(&mut self, op: BinaryOperator, value: ValueHandle, amount: u32) -> ValueHandle {
        if amount == 0 {
            return value;
        }
        let amount = self.uint(amount);
        self.binary(op, value, amount)
    }

    /// The bits of a word as a value.
    pub fn read_bits(&mut self, value: ValueHandle, of: &Type, to: &Type, bits: Bits) -> Result<ValueHandle> {
        let word = self.word_of(of)?;
        let target = self.word_of(to)?;
        let (offset, width) = (u32::from(bits.offset), u32::from(bits.width));
        if bits.signed {
            let size = u32::from(word.naga.width) * 8;
            let high = self.shifted(BinaryOperator::ShiftLeft, value, size - offset - width);
            let signed = self.bits_as(high, (word.naga, 1), ScalarKind::Sint);
            let low = self.shifted(BinaryOperator::ShiftRight, signed, size - width);
            return Ok(self.cast(low, target.naga));
        }
        let low = self.shifted(BinaryOperator::ShiftRight, value, offset);
        let mask = self.word_literal(&word, mask(width));
        let low = self.binary(BinaryOperator::And, low, mask);
        self.converted(Convert::Numeric, low, &Type::Scalar(word.scalar), &Type::Scalar(target.scalar))
    }

    /// A word with some of its bits replaced by the lowest of a value.
    pub fn written_bits(
        &mut self,
        before: ValueHandle,
        of: &Type,
        value: ValueHandle,
        from: &Type,
        bits: Bits,
    ) -> Result<ValueHandle> {
        let word = self.word_of(of)?;
        let source = self.word_of(from)?;
        let (offset, width) = (u32::from(bits.offset), u32::from(bits.width));
        let value =
            self.converted(Convert::Numeric, value, &Type::Scalar(source.scalar), &Type::Scalar(word.scalar))?;
        let low = self.word_literal(&word, mask(width));
        let value = self.binary(BinaryOperator::And, value, low);
        let value = self.shifted(BinaryOperator::ShiftLeft, value, offset);
        let size = u32::from(word.naga.width) * 8;
        let others = self.word_literal(&word, mask(size) & !(mask(width) << offset));
        let kept = self.binary(BinaryOperator::And, before, others);
        Ok(self.binary(BinaryOperator::InclusiveOr, kept, value))
    }
}

/// The lowest bits.
fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

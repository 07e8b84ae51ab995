//! Atomic functions on groupshared variables, buffers and writable textures.

use naga::{AtomicFunction, BinaryOperator, Block, Expression, PredeclaredType, ScalarKind, Statement, StorageAccess};

use super::atomic_result::AtomicResult;
use super::function::{FunctionBuilder, ValueHandle};
use super::known_functions::Sharing;
use super::lvalue::Lvalue;
use super::memory::BufferPlace;
use super::module::Words;
use super::shape::{Shape, scalar, shape};
use super::texture::Texel;
use crate::ir::operations::Atomic;
use crate::ir::{Expr, ExprKind, Result, Scalar, Symbol, Type};

/// The operation of an atomic function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    Add,
    Subtract,
    And,
    Or,
    Xor,
    Min,
    Max,
    /// With a value: only if the memory has this value.
    Exchange(Option<ValueHandle>),
}

impl Operation {
    /// `compare`: the expected value of [`Atomic::CompareExchange`].
    pub fn new(atomic: Atomic, compare: Option<ValueHandle>) -> Operation {
        match atomic {
            Atomic::Add => Operation::Add,
            Atomic::And => Operation::And,
            Atomic::Or => Operation::Or,
            Atomic::Xor => Operation::Xor,
            Atomic::Min => Operation::Min,
            Atomic::Max => Operation::Max,
            Atomic::Exchange | Atomic::CompareExchange => Operation::Exchange(compare),
        }
    }
}

/// The memory of an atomic function.
#[derive(Clone, Debug)]
pub enum AtomicTarget {
    Buffer(BufferPlace),
    Shared(ValueHandle, Symbol, Vec<u32>),
    Texel(Texel),
}

impl FunctionBuilder<'_, '_> {
    /// `InterlockedAdd(place, value, original)` and the other atomic functions.
    pub fn interlocked_intrinsic(&mut self, atomic: Atomic, arguments: &[Expr]) -> Result<()> {
        let [place, rest @ ..] = arguments else { return self.internal("an atomic function without arguments") };
        let of = match &*place.kind {
            ExprKind::Writeback { place, .. } => place,
            _ => place,
        };
        let target = match self.place(of)? {
            Lvalue::Buffer(place) => AtomicTarget::Buffer(place),
            Lvalue::Shared(pointer, symbol, path) => AtomicTarget::Shared(pointer, symbol, path),
            Lvalue::Texel(texel) => AtomicTarget::Texel(texel),
            _ => {
                let word = self.low.program.wording.group_shared;
                return self.unsupported(format!("an atomic function on memory that is neither {word} nor a resource"));
            }
        };
        let (compare, rest) = match rest {
            [compare, rest @ ..] if atomic == Atomic::CompareExchange => {
                let given = self.value(compare)?;
                (Some(self.reshaped(given, &compare.ty, &of.ty)?), rest)
            }
            rest => (None, rest),
        };
        let [value, out @ ..] = rest else { return self.internal("an atomic function without a value") };
        let operation = Operation::new(atomic, compare);
        let given = self.value(value)?;
        let given = self.reshaped(given, &value.ty, &of.ty)?;
        self.interlocked(&target, operation, given, &of.ty, out.first())
    }

    pub fn interlocked(
        &mut self,
        target: &AtomicTarget,
        operation: Operation,
        value: ValueHandle,
        of: &Type,
        out: Option<&Expr>,
    ) -> Result<()> {
        let Shape::Scalar(kind) = shape(of) else { return self.unsupported("an atomic function on a vector") };
        if let AtomicTarget::Texel(texel) = target {
            let before = self.texel_atomic(texel, operation, value, kind, out.is_some())?;
            return match (out, before) {
                (Some(out), Some(before)) => self.store_out(out, before, of),
                _ => Ok(()),
            };
        }
        let before = self.atomic(target, operation, value, kind)?;
        match out {
            Some(out) => self.store_out(out, before, of),
            None => Ok(()),
        }
    }

    /// The value before the operation, if it is `wanted`, or if the placeholder after the atomic function selects the
    /// operation.
    fn texel_atomic(
        &mut self,
        texel: &Texel,
        operation: Operation,
        value: ValueHandle,
        kind: Scalar,
        wanted: bool,
    ) -> Result<Option<ValueHandle>> {
        let (fun, original, compare) = match operation {
            Operation::Exchange(None) => (AtomicFunction::Add, AtomicResult::Exchange, None),
            Operation::Exchange(compare) => (AtomicFunction::Add, AtomicResult::CompareExchange, compare),
            other => (atomic_function(other), AtomicResult::Kept, None),
        };
        if !self.low.placeholders_allowed {
            match original {
                AtomicResult::Kept if wanted => {
                    return self.unsupported(
                        "the original value of an atomic function on a texture for any target but SPIR-V",
                    );
                }
                AtomicResult::Kept => {}
                _ => return self.unsupported("an atomic exchange on a texture for any target but SPIR-V"),
            }
        }
        if !matches!(scalar(kind), naga::Scalar::I32 | naga::Scalar::U32) {
            return self.unsupported("an atomic function on a texture of anything but 32-bit integers");
        }
        if !texel.writable {
            return self.internal("an atomic function on a texture that cannot be written");
        }
        if !matches!(self.naga.expressions[texel.image], Expression::GlobalVariable(_)) {
            self.needs_spirv("an atomic function on an element of an array of textures")?;
        }
        self.touch_image(texel.symbol, StorageAccess::ATOMIC);
        let (coordinate, array_index) = (texel.coordinate, texel.array_index);
        let compare = match compare {
            Some(compare) if scalar(kind) == naga::Scalar::I32 => Some(self.bitcast(compare, ScalarKind::Uint)),
            compare => compare,
        };
        let mut image = texel.image;
        if !matches!(self.naga.expressions[image], Expression::GlobalVariable(_)) {
            // naga's SPIR-V points to a texel of the whole array. A pass makes the access just before it the base.
            let element = self.naga.expressions[image].clone();
            image = self.add(element);
        }
        self.push(Statement::ImageAtomic { image, coordinate, array_index, fun, value });
        if !wanted && original == AtomicResult::Kept {
            return Ok(None);
        }
        let before = self.atomic_result(original, scalar(kind), compare);
        if !wanted {
            // No placeholder is written for a result that nothing uses.
            let ty = self.low.number(scalar(kind), 1, 1);
            let variable = self.variable("before", ty);
            self.store(variable, before);
        }
        Ok(Some(before))
    }

    /// The value before the operation.
    pub fn atomic(
        &mut self,
        target: &AtomicTarget,
        operation: Operation,
        value: ValueHandle,
        kind: Scalar,
    ) -> Result<ValueHandle> {
        let number = scalar(kind);
        let bits = matches!(operation, Operation::Exchange(_) | Operation::And | Operation::Or | Operation::Xor);
        let (pointer, carried) = match target {
            AtomicTarget::Buffer(place) => {
                if number.kind == ScalarKind::Float && !bits {
                    return self.unsupported("an atomic function on floats");
                }
                if place.kind == Words::Address {
                    return self.atomic_at_address(*place, operation, value, number);
                }
                let key = (place.symbol, place.part);
                let ordered = matches!(operation, Operation::Min | Operation::Max);
                if number.width != 4 {
                    let carried = if ordered { number } else { naga::Scalar::U64 };
                    let pointer = self.wide_word(*place, carried)?;
                    return self.atomic_at(pointer, operation, value, (number, carried));
                }
                if ordered && number.kind == ScalarKind::Sint {
                    self.low.found.signed_atomics.insert(key);
                }
                self.low.atomic_buffers.insert(key);
                match self.low.sharing() {
                    Some(Sharing::StandIns) => drop(self.low.found.atomic_buffers.insert(key)),
                    // The module of a copy does not learn of it.
                    _ => self.low.journal.keep_own(),
                }
                if ordered && number.kind == ScalarKind::Uint && place.kind == Words::FlatSigned {
                    let pointer = self.word(*place);
                    return self.unsigned_order(pointer, operation, value);
                }
                let carried = if place.kind == Words::FlatSigned { naga::Scalar::I32 } else { naga::Scalar::U32 };
                if place.kind == Words::Rows {
                    return self.internal("an atomic function on a constant");
                }
                (self.word(*place), carried)
            }
            AtomicTarget::Shared(pointer, symbol, path) => {
                if number.kind == ScalarKind::Float || number.kind == ScalarKind::Bool || number.width == 2 {
                    let word = self.low.program.wording.group_shared;
                    return self.unsupported(format!("an atomic function on {word} floats or 16-bit integers"));
                }
                let key = (*symbol, path.clone());
                let known = self.low.facts.shared_atomics.contains(&key);
                self.low.found.shared_atomics.insert(key);
                if !known {
                    // The next round of lowering has the fact.
                    return Ok(value);
                }
                (*pointer, number)
            }
            AtomicTarget::Texel(_) => return self.internal("an atomic function without a result"),
        };
        self.atomic_at(pointer, operation, value, (number, carried))
    }

    /// The pointer to 64 bits of a buffer, in a second variable of the buffer with 64-bit words.
    fn wide_word(&mut self, place: BufferPlace, carried: naga::Scalar) -> Result<ValueHandle> {
        self.needs_spirv("an atomic function on 64-bit values in a buffer")?;
        if carried.width != 8 || carried.kind == ScalarKind::Float {
            return self.unsupported("an atomic function on 16-bit or floating-point values in a buffer");
        }
        if place.kind == Words::Rows {
            return self.internal("an atomic function on a constant");
        }
        if !matches!(self.naga.expressions[place.words], Expression::GlobalVariable(_)) {
            return self.unsupported("an atomic function on 64-bit values in an array of buffers");
        }
        let pointer = self.word(place);
        let variable = self.low.wide_buffer((place.symbol, place.part), carried)?;
        let base = self.global(variable);
        match self.naga.expressions[pointer] {
            Expression::AccessIndex { index, .. } => Ok(self.add(Expression::AccessIndex { base, index: index / 2 })),
            Expression::Access { index, .. } => {
                let one = self.uint(1);
                let index = self.binary(BinaryOperator::ShiftRight, index, one);
                Ok(self.add(Expression::Access { base, index }))
            }
            _ => self.internal("a word of a buffer that is no element"),
        }
    }

    /// An atomic function on a pointer. The value has the first type, the memory the second.
    fn atomic_at(
        &mut self,
        pointer: ValueHandle,
        operation: Operation,
        value: ValueHandle,
        (number, carried): (naga::Scalar, naga::Scalar),
    ) -> Result<ValueHandle> {
        let cast = |fun: &mut Self, value: ValueHandle| {
            if number == carried { value } else { fun.bitcast(value, carried.kind) }
        };
        let given = cast(self, value);
        let mut function = atomic_function(operation);
        let comparison = if let Operation::Exchange(Some(compare)) = operation {
            function = AtomicFunction::Exchange { compare: Some(cast(self, compare)) };
            true
        } else {
            false
        };
        let ty = if comparison {
            let result = PredeclaredType::AtomicCompareExchangeWeakResult(carried);
            self.low.module.generate_predeclared_type(result)
        } else {
            self.low.number(carried, 1, 1)
        };
        let before = match function {
            AtomicFunction::Exchange { compare: Some(compare) } if self.low.weak_exchanges => {
                self.repeated_exchange(pointer, compare, given, ty, carried)?
            }
            _ => {
                let result = self.bare(Expression::AtomicResult { ty, comparison });
                self.push(Statement::Atomic { pointer, fun: function, value: given, result: Some(result) });
                if comparison { self.part(result, 0) } else { result }
            }
        };
        Ok(if number == carried { before } else { self.bitcast(before, number.kind) })
    }
}

impl FunctionBuilder<'_, '_> {
    /// A comparing exchange where one may leave the memory as it is though it has the expected value: again until it has not.
    fn repeated_exchange(
        &mut self,
        pointer: ValueHandle,
        compare: ValueHandle,
        value: ValueHandle,
        ty: super::shape::Ty,
        number: naga::Scalar,
    ) -> Result<ValueHandle> {
        let of_number = self.low.number(number, 1, 1);
        let before = self.variable("before", of_number);
        let (body, _) = self.nested(|this| {
            let result = this.bare(Expression::AtomicResult { ty, comparison: true });
            let fun = AtomicFunction::Exchange { compare: Some(compare) };
            this.push(Statement::Atomic { pointer, fun, value, result: Some(result) });
            let found = this.part(result, 0);
            this.store(before, found);
            let exchanged = this.part(result, 1);
            let differs = this.binary(BinaryOperator::NotEqual, found, compare);
            let condition = this.binary(BinaryOperator::LogicalOr, exchanged, differs);
            let accept = Block::from_vec(vec![Statement::Break]);
            this.push(Statement::If { condition, accept, reject: Block::new() });
            Ok(())
        })?;
        self.push(Statement::Loop { body, continuing: Block::new(), break_if: None });
        Ok(self.load(before))
    }

    /// An unsigned minimum or maximum on words that other functions use as signed: a variable has one type in naga.
    ///
    /// It is a loop of compare-exchanges. The result of one is the expected value of the next, without another load. In
    /// a helper invocation atomic functions return undefined values; these are most likely equal each time, so that the
    /// loop ends there too.
    fn unsigned_order(
        &mut self,
        pointer: ValueHandle,
        operation: Operation,
        value: ValueHandle,
    ) -> Result<ValueHandle> {
        let stays = if operation == Operation::Min { BinaryOperator::LessEqual } else { BinaryOperator::GreaterEqual };
        let ty = self.low.number(naga::Scalar::I32, 1, 1);
        let before = self.variable("before", ty);
        let new = self.bitcast(value, ScalarKind::Sint);
        let first = self.load(pointer);
        self.store(before, first);
        let (body, _) = self.nested(|this| {
            let leave = |this: &mut Self, condition: ValueHandle| {
                let mut accept = Block::new();
                accept.push(Statement::Break, naga::Span::UNDEFINED);
                this.push(Statement::If { condition, accept, reject: Block::new() });
            };
            let old = this.load(before);
            let unsigned = this.bitcast(old, ScalarKind::Uint);
            let condition = this.binary(stays, unsigned, value);
            leave(this, condition);
            let result = PredeclaredType::AtomicCompareExchangeWeakResult(naga::Scalar::I32);
            let ty = this.low.module.generate_predeclared_type(result);
            let result = this.bare(Expression::AtomicResult { ty, comparison: true });
            let exchange = AtomicFunction::Exchange { compare: Some(old) };
            this.push(Statement::Atomic { pointer, fun: exchange, value: new, result: Some(result) });
            let found = this.part(result, 0);
            this.store(before, found);
            let condition = this.part(result, 1);
            leave(this, condition);
            Ok(())
        })?;
        self.push(Statement::Loop { body, continuing: Block::new(), break_if: None });
        let before = self.load(before);
        Ok(self.bitcast(before, ScalarKind::Uint))
    }
}

const fn atomic_function(operation: Operation) -> AtomicFunction {
    match operation {
        Operation::Add => AtomicFunction::Add,
        Operation::Subtract => AtomicFunction::Subtract,
        Operation::And => AtomicFunction::And,
        Operation::Or => AtomicFunction::InclusiveOr,
        Operation::Xor => AtomicFunction::ExclusiveOr,
        Operation::Min => AtomicFunction::Min,
        Operation::Max => AtomicFunction::Max,
        Operation::Exchange(compare) => AtomicFunction::Exchange { compare },
    }
}

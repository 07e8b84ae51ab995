//! Values in buffers, read and written word by word.
//!
//! A constant buffer is an array of rows of four words, any other buffer an array of words. Every target can express
//! both. The interface's layouts give the offset of each value.

use naga::{AddressSpace, BinaryOperator, Expression, MathFunction, ScalarKind, StorageAccess};

use super::PushConstantForm;
use super::atomic::{AtomicTarget, Operation};
use super::constant;
use super::function::{FunctionBuilder, ValueHandle};
use super::lvalue::Lvalue;
use super::module::Words;
use super::shape::{Shape, held, is_naga_matrix, scalar, shape};
use crate::ir::{Expr, Layout, LayoutId, Lines, Placed, ResourcePart, Result, Scalar, Symbol, Type};

/// Bytes in a row of constants.
pub const ROW: u32 = 16;

/// An offset in a buffer: the sum of the fields.
#[derive(Clone, Copy, Debug, Default)]
pub struct Offset {
    pub bytes: u32,
    /// Rows of 16 bytes.
    rows: Option<ValueHandle>,
    /// Words of 4 bytes.
    words: Option<ValueHandle>,
    /// Halves of words: 2 bytes. All of the value has 16-bit components then.
    halves: Option<ValueHandle>,
}

impl Offset {
    /// Whether a part of it is known only when the program runs.
    fn is_computed(&self) -> bool {
        self.rows.is_some() || self.words.is_some() || self.halves.is_some()
    }
}

/// A place in a buffer.
#[derive(Clone, Copy, Debug)]
pub struct BufferPlace {
    /// The array of words.
    pub words: ValueHandle,
    pub kind: Words,
    pub symbol: Symbol,
    pub part: ResourcePart,
    pub offset: Offset,
    /// The layout of the value at the offset.
    pub layout: LayoutId,
    /// Bytes from component to component of a vector, if this is not the size of a component: a row of a matrix stored
    /// by columns.
    pub lane_stride: Option<u32>,
}

impl BufferPlace {
    pub fn new(words: (ValueHandle, Words), symbol: Symbol, part: ResourcePart, layout: LayoutId) -> BufferPlace {
        let (words, kind) = words;
        BufferPlace { words, kind, symbol, part, offset: Offset::default(), layout, lane_stride: None }
    }

    /// The same place with another layout.
    #[must_use]
    pub fn of(mut self, layout: LayoutId) -> BufferPlace {
        self.layout = layout;
        self
    }

    /// The place this number of bytes later.
    #[must_use]
    pub fn plus(mut self, bytes: u32) -> BufferPlace {
        self.offset.bytes = self.offset.bytes.saturating_add(bytes);
        self
    }
}

/// Whether all components have 16 bits, so that the value need not begin with a word.
fn is_of_halves(ty: &Type) -> bool {
    match shape(ty) {
        Shape::Scalar(kind) | Shape::Vector(kind, _) | Shape::Matrix { scalar: kind, .. } => kind.bytes() == 2,
        Shape::Array(element, _) => is_of_halves(element),
        Shape::Struct(structure) => structure.members.iter().all(|member| is_of_halves(&member.ty)),
        _ => false,
    }
}

impl<'p> FunctionBuilder<'_, 'p> {
    fn layout(&self, place: BufferPlace) -> &'p Layout {
        self.low.interface.layouts.get(place.layout)
    }

    pub fn buffer_members(&self, place: BufferPlace) -> Result<&'p [Placed]> {
        match self.layout(place) {
            Layout::Struct(members) => Ok(members),
            _ => self.internal("a structure in a buffer without a layout"),
        }
    }

    /// Bytes from element to element, and the layout of each.
    pub fn buffer_array(&self, place: BufferPlace) -> Result<(u32, LayoutId)> {
        match self.layout(place) {
            Layout::Array { stride, element } => Ok((*stride, *element)),
            _ => self.internal("an array in a buffer without a layout"),
        }
    }

    pub fn buffer_lines(&self, place: BufferPlace) -> Result<Lines> {
        match self.layout(place) {
            Layout::Matrix(lines) => Ok(*lines),
            _ => self.internal("a matrix in a buffer without a layout"),
        }
    }

    /// The product of a value and a known factor.
    fn times(&mut self, value: ValueHandle, factor: u32) -> ValueHandle {
        if factor == 1 {
            return value;
        }
        let factor = self.uint(factor);
        self.binary(BinaryOperator::Multiply, value, factor)
    }

    fn sum(&mut self, first: Option<ValueHandle>, second: ValueHandle) -> ValueHandle {
        match first {
            Some(first) => self.binary(BinaryOperator::Add, first, second),
            None => second,
        }
    }

    fn plus_constant(&mut self, value: ValueHandle, constant: u32) -> ValueHandle {
        if constant == 0 {
            return value;
        }
        let constant = self.uint(constant);
        self.binary(BinaryOperator::Add, value, constant)
    }

    /// The element `index` (unsigned) of an array with this stride in bytes.
    pub fn buffer_element(&mut self, mut place: BufferPlace, index: ValueHandle, stride: u32) -> Result<BufferPlace> {
        if let Expression::Literal(known) = self.naga.expressions[index]
            && let Some(known) = constant::as_integer(known).and_then(|known| u32::try_from(known).ok())
        {
            return Ok(place.plus(known.saturating_mul(stride)));
        }
        if place.kind == Words::Rows && stride.is_multiple_of(ROW) {
            let rows = self.times(index, stride / ROW);
            place.offset.rows = Some(self.sum(place.offset.rows, rows));
        } else if stride.is_multiple_of(4) {
            let words = self.times(index, stride / 4);
            place.offset.words = Some(self.sum(place.offset.words, words));
        } else {
            let halves = self.times(index, stride / 2);
            place.offset.halves = Some(self.sum(place.offset.halves, halves));
        }
        Ok(place)
    }

    /// The number of elements of an array at the end of a buffer, which has no fixed length.
    pub fn array_length(&mut self, arguments: &[Expr]) -> Result<ValueHandle> {
        let [array] = arguments else { return self.internal("a length without an array") };
        let place = self.place(array)?;
        if let Lvalue::Output(output) = &place {
            let length = self.low.output_length(output.symbol)?;
            return Ok(self.uint(length));
        }
        let Lvalue::Buffer(place) = place else {
            return self.internal("the length of an array that is not in a buffer");
        };
        let (stride, _) = self.buffer_array(place)?;
        Ok(self.element_count(place.words, place.offset.bytes, stride))
    }

    /// The number of elements with this stride in bytes that an array of words has behind its first `before` bytes.
    pub fn element_count(&mut self, words: ValueHandle, before: u32, stride: u32) -> ValueHandle {
        let mut count = self.add(Expression::ArrayLength(words));
        let mut unit = 4;
        if !stride.is_multiple_of(4) {
            count = self.times(count, 2);
            unit = 2;
        }
        if before >= unit {
            let before = self.uint(before / unit);
            count = self.binary(BinaryOperator::Subtract, count, before);
        }
        if stride <= unit {
            return count;
        }
        let stride = self.uint(stride / unit);
        self.binary(BinaryOperator::Divide, count, stride)
    }

    /// The place of a value of this type at an additional offset in bytes that is only known at run time.
    pub fn buffer_bytes(&mut self, mut place: BufferPlace, bytes: ValueHandle, ty: &Type) -> BufferPlace {
        if let Expression::Literal(known) = self.naga.expressions[bytes]
            && let Some(known) = constant::as_integer(known).and_then(|known| u32::try_from(known).ok())
        {
            return place.plus(known);
        }
        if is_of_halves(ty) {
            let one = self.uint(1);
            let halves = self.binary(BinaryOperator::ShiftRight, bytes, one);
            place.offset.halves = Some(self.sum(place.offset.halves, halves));
            return place;
        }
        let two = self.uint(2);
        let words = self.binary(BinaryOperator::ShiftRight, bytes, two);
        place.offset.words = Some(self.sum(place.offset.words, words));
        place
    }

    /// The word that holds 16 bits, and how far they are from its lowest bit.
    fn half_of_word(&mut self, mut place: BufferPlace) -> (BufferPlace, ValueHandle) {
        let inside = place.offset.bytes % 4 / 2;
        let Some(halves) = place.offset.halves.take() else {
            return (place, self.uint(16 * inside));
        };
        let halves = self.plus_constant(halves, inside);
        place.offset.bytes -= place.offset.bytes % 4;
        let (one, four) = (self.uint(1), self.uint(4));
        let words = self.binary(BinaryOperator::ShiftRight, halves, one);
        place.offset.words = Some(self.sum(place.offset.words, words));
        let is_upper = self.binary(BinaryOperator::And, halves, one);
        let shift = self.binary(BinaryOperator::ShiftLeft, is_upper, four);
        (place, shift)
    }

    /// The pointer to the word a place begins in.
    pub fn word(&mut self, place: BufferPlace) -> ValueHandle {
        let Offset { bytes, rows, words, .. } = place.offset;
        match place.kind {
            // What reads or writes there takes the address.
            Words::Address => self.address_of_word(place.words, words, bytes),
            Words::Flat | Words::FlatSigned => match words {
                Some(words) => {
                    let index = self.plus_constant(words, bytes / 4);
                    self.element(place.words, index)
                }
                None => self.part(place.words, bytes / 4),
            },
            Words::Rows => match words {
                Some(words) => {
                    let mut index = words;
                    if let Some(rows) = rows {
                        let rows = self.times(rows, 4);
                        index = self.sum(Some(rows), index);
                    }
                    let index = self.plus_constant(index, bytes / 4);
                    let (two, three) = (self.uint(2), self.uint(3));
                    let row = self.binary(BinaryOperator::ShiftRight, index, two);
                    let lane = self.binary(BinaryOperator::And, index, three);
                    let row = self.element(place.words, row);
                    self.element(row, lane)
                }
                None => {
                    let row = self.row(place);
                    self.part(row, bytes % ROW / 4)
                }
            },
        }
    }

    /// The pointer to the row a place begins in.
    fn row(&mut self, place: BufferPlace) -> ValueHandle {
        let Offset { bytes, rows, .. } = place.offset;
        match rows {
            Some(rows) => {
                let index = self.plus_constant(rows, bytes / ROW);
                self.element(place.words, index)
            }
            None => self.part(place.words, bytes / ROW),
        }
    }

    /// A word, unsigned.
    fn load_word(&mut self, place: BufferPlace) -> ValueHandle {
        let pointer = self.word(place);
        if place.kind == Words::Address {
            return self.load_at_address(pointer);
        }
        let word = self.load(pointer);
        if place.kind == Words::FlatSigned { self.bitcast(word, ScalarKind::Uint) } else { word }
    }

    /// Words as a scalar or vector of 32-bit numbers or booleans.
    fn of_words(&mut self, words: ValueHandle, kind: Scalar, count: u8) -> ValueHandle {
        let to = scalar(kind);
        match to.kind {
            ScalarKind::Uint => words,
            ScalarKind::Bool => {
                let zero = self.number(0.0, naga::Scalar::U32, count);
                self.binary(BinaryOperator::NotEqual, words, zero)
            }
            other => self.bitcast(words, other),
        }
    }

    fn load_scalar(&mut self, place: BufferPlace, kind: Scalar) -> Result<ValueHandle> {
        let to = scalar(kind);
        match to.width {
            8 => {
                let low = self.load_word(place);
                let high = self.load_word(place.plus(4));
                if to.kind == ScalarKind::Float {
                    return Ok(self.double_of_words(low, high));
                }
                let bits = self.bits_of_words(low, high);
                Ok(self.bits_as(bits, (naga::Scalar::U64, 1), to.kind))
            }
            2 => {
                let (place, shift) = self.half_of_word(place);
                let word = self.load_word(place);
                let bits = self.binary(BinaryOperator::ShiftRight, word, shift);
                Ok(self.half_of_bits(to.kind, bits))
            }
            _ => {
                let word = self.load_word(place);
                Ok(self.of_words(word, kind, 1))
            }
        }
    }

    fn load_vector(&mut self, place: BufferPlace, kind: Scalar, count: u8) -> Result<ValueHandle> {
        if count == 1 {
            return self.load_scalar(place, kind);
        }
        let bytes = kind.bytes();
        let stride = place.lane_stride.unwrap_or(bytes);
        let first = place.offset.bytes % ROW / 4;
        let in_row = place.kind == Words::Rows
            && place.offset.words.is_none()
            && stride == 4
            && bytes == 4
            && first + u32::from(count) <= 4;
        if in_row {
            let row = self.row(place);
            let mut words = self.load(row);
            if count < 4 {
                let lanes: Vec<u8> = (0..count).map(|lane| lane + first as u8).collect();
                words = self.swizzle(words, &lanes);
            }
            return Ok(self.of_words(words, kind, count));
        }
        let mut lanes = Vec::with_capacity(usize::from(count));
        for lane in 0..u32::from(count) {
            let place = place.plus(lane * stride);
            lanes.push(if bytes == 4 { self.load_word(place) } else { self.load_scalar(place, kind)? });
        }
        if bytes != 4 {
            let ty = self.low.number(scalar(kind), 1, count);
            return Ok(self.add(Expression::Compose { ty, components: lanes }));
        }
        let ty = self.low.number(naga::Scalar::U32, 1, count);
        let words = self.add(Expression::Compose { ty, components: lanes });
        Ok(self.of_words(words, kind, count))
    }

    pub fn load_buffer(&mut self, place: BufferPlace, ty: &Type) -> Result<ValueHandle> {
        let ty = held(ty);
        if place.offset.is_computed() && self.is_member_of_push_constants(place) {
            return self
                .unsupported("an element of push constants at a computed index for browsers (target `wgpu` has it)");
        }
        match shape(ty) {
            Shape::Scalar(kind) => self.load_scalar(place, kind),
            Shape::Vector(kind, count) => self.load_vector(place, kind, count),
            Shape::Matrix { scalar: kind, rows, columns } => {
                let lines = self.buffer_lines(place)?;
                let mut loaded = Vec::with_capacity(lines.count as usize);
                for line in 0..lines.count {
                    loaded.push(self.load_vector(place.plus(line * lines.stride), kind, lines.lanes as u8)?);
                }
                if lines.rows {
                    return self.of_rows(loaded, shape(ty));
                }
                if is_naga_matrix(kind, rows, columns) {
                    let transposed = self.low.number(scalar(kind), columns, rows);
                    let value = self.add(Expression::Compose { ty: transposed, components: loaded });
                    return Ok(self.math(MathFunction::Transpose, &[value]));
                }
                let mut scalars = Vec::new();
                for row in 0..u32::from(rows) {
                    for column in &loaded {
                        scalars.push(if rows == 1 { *column } else { self.part(*column, row) });
                    }
                }
                self.of_scalars(scalars, shape(ty))
            }
            Shape::Array(element, count) => {
                let (stride, layout) = self.buffer_array(place)?;
                let place = place.of(layout);
                let mut components = Vec::with_capacity(count as usize);
                for at in 0..count {
                    components.push(self.load_buffer(place.plus(at.saturating_mul(stride)), element)?);
                }
                let ty = self.ty(ty);
                Ok(self.add(Expression::Compose { ty, components }))
            }
            Shape::Struct(structure) => {
                let record = self.low.types.record(&mut self.low.module, structure);
                let placed = self.buffer_members(place)?;
                let mut components = Vec::new();
                for ((member, placed), at) in structure.members.iter().zip(placed).zip(&*record.members) {
                    if at.is_some() {
                        let place = place.plus(placed.offset).of(placed.layout);
                        components.push(self.load_buffer(place, &member.ty)?);
                    }
                }
                if components.is_empty() {
                    return Ok(self.zero(record.ty));
                }
                Ok(self.add(Expression::Compose { ty: record.ty, components }))
            }
            _ => self.internal("a value of this type in a buffer"),
        }
    }

    /// See [`PushConstantForm::RowMembers`].
    fn is_member_of_push_constants(&self, place: BufferPlace) -> bool {
        let Expression::GlobalVariable(variable) = self.naga.expressions[place.words] else { return false };
        let space = self.low.module.global_variables[variable].space;
        self.low.push_constants == PushConstantForm::RowMembers && space == AddressSpace::Immediate
    }

    fn is_read_only(&self, place: BufferPlace) -> bool {
        let mut words = place.words;
        loop {
            match self.naga.expressions[words] {
                Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => words = base,
                Expression::GlobalVariable(variable) => {
                    return match self.low.module.global_variables[variable].space {
                        AddressSpace::Storage { access } => !access.contains(StorageAccess::STORE),
                        space => space == AddressSpace::Uniform,
                    };
                }
                _ => return false,
            }
        }
    }

    fn store_word(&mut self, place: BufferPlace, word: ValueHandle) -> Result<()> {
        let word = match place.kind {
            // Only a method can write here: its object may be read-only.
            _ if self.is_read_only(place) => {
                return self.unsupported("a method that writes to its object, of an object that is read-only");
            }
            Words::Rows => return self.internal("an assignment to a constant"),
            Words::Address => {
                let address = self.word(place);
                self.store_at_address(address, word);
                return Ok(());
            }
            Words::Flat => word,
            Words::FlatSigned => self.bitcast(word, ScalarKind::Sint),
        };
        let pointer = self.word(place);
        self.store(pointer, word);
        Ok(())
    }

    fn store_scalar(&mut self, place: BufferPlace, kind: Scalar, value: ValueHandle) -> Result<()> {
        let from = scalar(kind);
        match from.width {
            8 => {
                let (low, high) = if from.kind == ScalarKind::Float {
                    self.words_of_double(value)
                } else {
                    let bits = self.bits_as(value, (from, 1), ScalarKind::Uint);
                    self.words_of_bits(bits)
                };
                self.store_word(place, low)?;
                self.store_word(place.plus(4), high)
            }
            2 => self.store_half(place, kind, value),
            _ => {
                let word = match from.kind {
                    ScalarKind::Uint => value,
                    ScalarKind::Bool => self.cast(value, naga::Scalar::U32),
                    _ => self.bitcast(value, ScalarKind::Uint),
                };
                self.store_word(place, word)
            }
        }
    }

    /// Writes half of a word. Another invocation may write the other half at the same time, so both changes are atomic.
    fn store_half(&mut self, place: BufferPlace, kind: Scalar, value: ValueHandle) -> Result<()> {
        if self.is_read_only(place) {
            return self.unsupported("a method that writes to its object, of an object that is read-only");
        }
        let bits = self.bits_of_half(scalar(kind).kind, value);
        let (place, shift) = self.half_of_word(place);
        let bits = self.binary(BinaryOperator::ShiftLeft, bits, shift);
        let low = self.uint(0xFFFF);
        let own = self.binary(BinaryOperator::ShiftLeft, low, shift);
        let all = self.uint(u32::MAX);
        let others = self.binary(BinaryOperator::ExclusiveOr, own, all);
        let target = AtomicTarget::Buffer(place);
        self.atomic(&target, Operation::And, others, Scalar::Uint)?;
        self.atomic(&target, Operation::Or, bits, Scalar::Uint)?;
        Ok(())
    }

    /// Writes a vector of 16-bit numbers, two at a time where they are one word.
    fn store_halves(&mut self, place: BufferPlace, kind: Scalar, count: u8, value: ValueHandle) -> Result<()> {
        let count = u32::from(count);
        let mut lane = 0;
        while lane < count {
            let at = place.plus(lane * 2);
            let part = self.part(value, lane);
            let is_word = at.offset.halves.is_none() && at.offset.bytes.is_multiple_of(4) && lane + 1 < count;
            if is_word {
                let upper = self.part(value, lane + 1);
                let numbers = scalar(kind).kind;
                let (low, high) = (self.bits_of_half(numbers, part), self.bits_of_half(numbers, upper));
                let shift = self.uint(16);
                let high = self.binary(BinaryOperator::ShiftLeft, high, shift);
                let word = self.binary(BinaryOperator::InclusiveOr, low, high);
                self.store_word(at, word)?;
            } else {
                self.store_half(at, kind, part)?;
            }
            lane += if is_word { 2 } else { 1 };
        }
        Ok(())
    }

    pub fn store_buffer(&mut self, place: BufferPlace, ty: &Type, value: ValueHandle) -> Result<()> {
        match shape(ty) {
            Shape::Scalar(kind) => self.store_scalar(place, kind, value),
            Shape::Vector(kind, count) if kind.bytes() == 2 && place.lane_stride.is_none_or(|stride| stride == 2) => {
                self.store_halves(place, kind, count, value)
            }
            Shape::Vector(kind, count) => {
                let stride = place.lane_stride.unwrap_or(kind.bytes());
                for lane in 0..u32::from(count) {
                    let part = self.part(value, lane);
                    self.store_scalar(place.plus(lane * stride), kind, part)?;
                }
                Ok(())
            }
            Shape::Matrix { scalar: kind, columns, .. } => {
                let lines = self.buffer_lines(place)?;
                let bytes = kind.bytes();
                let scalars = self.scalars(value, shape(ty));
                for (at, part) in (0_u32..).zip(scalars) {
                    let (row, column) = (at / u32::from(columns), at % u32::from(columns));
                    let (line, lane) = if lines.rows { (row, column) } else { (column, row) };
                    self.store_scalar(place.plus(line * lines.stride + lane * bytes), kind, part)?;
                }
                Ok(())
            }
            Shape::Array(element, count) => {
                let (stride, layout) = self.buffer_array(place)?;
                let place = place.of(layout);
                for at in 0..count {
                    let part = self.part(value, at);
                    self.store_buffer(place.plus(at.saturating_mul(stride)), element, part)?;
                }
                Ok(())
            }
            Shape::Struct(structure) => {
                let record = self.low.types.record(&mut self.low.module, structure);
                let placed = self.buffer_members(place)?;
                for ((member, placed), at) in structure.members.iter().zip(placed).zip(&*record.members) {
                    if let Some(at) = at {
                        let part = self.part(value, *at);
                        let place = place.plus(placed.offset).of(placed.layout);
                        self.store_buffer(place, &member.ty, part)?;
                    }
                }
                Ok(())
            }
            _ => self.internal("a value of this type in a buffer"),
        }
    }
}

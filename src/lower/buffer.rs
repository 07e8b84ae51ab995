//! Methods of buffers.

use naga::{BinaryOperator, Expression};

use super::atomic::{AtomicTarget, Operation};
use super::function::{FunctionBuilder, ValueHandle};
use super::memory::BufferPlace;
use super::resource::Index;
use crate::ir::operations::{Atomic, MethodFamily};
use crate::ir::{Elements, Expr, LayoutId, Method, Resource, ResourcePart, Result, Scalar, Symbol, Type};

impl FunctionBuilder<'_, '_> {
    pub fn method(
        &mut self,
        method: Method,
        object: &Expr,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Result<Option<ValueHandle>> {
        self.at(expr.at);
        match &object.ty {
            Type::Resource(Resource::Structured { element, .. }) => {
                self.structured_method(method, object, element, arguments, expr)
            }
            Type::Resource(Resource::Append(element) | Resource::Consume(element)) => {
                self.structured_method(method, object, element, arguments, expr)
            }
            Type::Resource(Resource::ByteAddress { .. }) => self.bytes_method(method, object, arguments, expr),
            Type::Resource(
                Resource::Texture { .. }
                | Resource::SampledTexture { .. }
                | Resource::Image { .. }
                | Resource::InputAttachment { .. }
                | Resource::TypedBuffer { .. },
            ) => self.texture_method(method, object, arguments, expr),
            Type::Resource(Resource::RayQuery { .. }) => match method.operation().family {
                MethodFamily::RayQuery(operation) => self.ray_query((method, operation), object, arguments, expr),
                _ => self.internal("a method that ray queries do not have"),
            },
            _ => self.unsupported(format!("{} of this object", self.method_name(method))),
        }
    }

    /// The elements of a structured buffer.
    pub fn elements(&self, symbol: Symbol) -> Result<Elements> {
        match self.low.interface.layouts.elements.get(&symbol) {
            Some(elements) => Ok(*elements),
            None => self.internal("a buffer of elements without a layout"),
        }
    }

    fn structured_method(
        &mut self,
        method: Method,
        object: &Expr,
        element: &Type,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Result<Option<ValueHandle>> {
        let (symbol, index) = self.resource(object)?;
        let Elements { stride, layout } = self.elements(symbol)?;
        let stride = stride.max(1);
        match (method.operation().family, arguments) {
            (MethodFamily::Load, [at]) => {
                let words = self.words(symbol, ResourcePart::Whole, index)?;
                let at = self.index_value(at)?;
                let place = BufferPlace::new(words, symbol, ResourcePart::Whole, layout);
                let place = self.buffer_element(place, at, stride)?;
                self.load_buffer(place, &expr.ty).map(Some)
            }
            (MethodFamily::Load, _) => self.unsupported("the status of a tiled resource"),
            (MethodFamily::Dimensions, outs) => {
                let (words, _) = self.words(symbol, ResourcePart::Whole, index)?;
                let uint = Type::Scalar(Scalar::Uint);
                if let Some(count) = outs.first() {
                    let value = self.element_count(words, 0, stride);
                    self.store_out(count, value, &uint)?;
                }
                if let Some(out) = outs.get(1) {
                    let value = self.uint(stride);
                    self.store_out(out, value, &uint)?;
                }
                Ok(None)
            }
            (MethodFamily::Count { up }, _) => self.count(symbol, index, up).map(Some),
            (MethodFamily::Append, [value]) => {
                let given = self.value(value)?;
                let at = self.count(symbol, index, true)?;
                let words = self.words(symbol, ResourcePart::Whole, index)?;
                let place = BufferPlace::new(words, symbol, ResourcePart::Whole, layout);
                let place = self.buffer_element(place, at, stride)?;
                self.store_buffer(place, element, given)?;
                Ok(None)
            }
            (MethodFamily::Consume, _) => {
                let at = self.count(symbol, index, false)?;
                let words = self.words(symbol, ResourcePart::Whole, index)?;
                let place = BufferPlace::new(words, symbol, ResourcePart::Whole, layout);
                let place = self.buffer_element(place, at, stride)?;
                self.load_buffer(place, element).map(Some)
            }
            _ => self.unsupported(format!("{} of a structured buffer", self.method_name(method))),
        }
    }

    /// Increments the counter of a structured buffer and returns the old number, or decrements it and returns the new
    /// number.
    fn count(&mut self, symbol: Symbol, index: Option<Index>, up: bool) -> Result<ValueHandle> {
        let words = self.words(symbol, ResourcePart::Counter, index)?;
        let place = BufferPlace::new(words, symbol, ResourcePart::Counter, LayoutId::PLAIN);
        let one = self.uint(1);
        let operation = if up { Operation::Add } else { Operation::Subtract };
        let before = self.atomic(&AtomicTarget::Buffer(place), operation, one, Scalar::Uint)?;
        Ok(if up { before } else { self.binary(BinaryOperator::Subtract, before, one) })
    }

    /// The layout of a type in memory without a declaration.
    pub fn raw_layout(&self, ty: &Type) -> Result<LayoutId> {
        match self.low.interface.layouts.raw(ty) {
            Some(layout) => Ok(layout),
            None => self.internal("a type without a layout in a buffer of bytes"),
        }
    }

    fn bytes_method(
        &mut self,
        method: Method,
        object: &Expr,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Result<Option<ValueHandle>> {
        let (symbol, index) = self.resource(object)?;
        let words = self.words(symbol, ResourcePart::Whole, index)?;
        if method == Method::GetDimensions {
            let length = self.add(Expression::ArrayLength(words.0));
            let two = self.uint(2);
            let bytes = self.binary(BinaryOperator::ShiftLeft, length, two);
            if let Some(out) = arguments.first() {
                self.store_out(out, bytes, &Type::Scalar(Scalar::Uint))?;
            }
            return Ok(None);
        }
        let Some((at, rest)) = arguments.split_first() else {
            return self.unsupported(format!("{} of a byte-address buffer", self.method_name(method)));
        };
        let at = self.index_value(at)?;
        let place = BufferPlace::new(words, symbol, ResourcePart::Whole, LayoutId::PLAIN);
        let of = match (method.operation().family, rest) {
            (MethodFamily::Store, [value, ..]) => &value.ty,
            _ => &expr.ty,
        };
        let place = self.buffer_bytes(place, at, of);
        match (method.operation().family, rest) {
            (MethodFamily::Load, []) => {
                let place = place.of(self.raw_layout(&expr.ty)?);
                self.load_buffer(place, &expr.ty).map(Some)
            }
            (MethodFamily::Load, _) => self.unsupported("the status of a tiled resource"),
            (MethodFamily::Store, [value]) => {
                let given = self.value(value)?;
                let place = place.of(self.raw_layout(&value.ty)?);
                self.store_buffer(place, &value.ty, given)?;
                Ok(None)
            }
            (MethodFamily::Atomic(atomic), rest) => {
                let (compare, rest) = match rest {
                    [compare, rest @ ..] if atomic == Atomic::CompareExchange => (Some(self.value(compare)?), rest),
                    rest => (None, rest),
                };
                let [value, out @ ..] = rest else {
                    return self.internal(format!("{method:?} without a value"));
                };
                let of = &value.ty;
                let value = self.value(value)?;
                let operation = Operation::new(atomic, compare);
                self.interlocked(&AtomicTarget::Buffer(place), operation, value, of, out.first())?;
                Ok(None)
            }
            _ => self.unsupported(format!("{} of a byte-address buffer", self.method_name(method))),
        }
    }
}

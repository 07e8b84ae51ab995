//! Lvalues: places of which parts can be read, and in most cases written.

use naga::{Expression, StorageAccess};

use super::constant;
use super::function::{FunctionBuilder, ValueHandle};
use super::memory::BufferPlace;
use super::mesh::OutputPlace;
use super::module::{ANY, Words};
use super::shape::{Shape, is_resource, scalar, shape};
use super::texture::Texel;
use crate::ir::{
    Access, Bits, Convert, Expr, ExprKind, Intrinsic, LayoutId, Resource, ResourcePart, Result, Scalar, Storage,
    Symbol, Type,
};

#[derive(Clone, Debug)]
pub enum Lvalue {
    /// A pointer to a local or a static.
    Pointer(ValueHandle),
    /// Part of a groupshared variable, with its path.
    Shared(ValueHandle, Symbol, Vec<u32>),
    Buffer(BufferPlace),
    /// A value, which has no location in memory.
    ValueHandle(ValueHandle),
    /// Components of a vector or scalar of this type.
    Lanes(Box<Lvalue>, Type, Vec<u8>),
    /// Elements of a matrix of this type.
    Elements(Box<Lvalue>, Type, Vec<(u8, u8)>),
    /// Bits of a whole number of the first type, as a value of the second.
    Bits(Box<Lvalue>, Type, Type, Bits),
    Texel(Texel),
    /// An array of outputs of a mesh stage, or a structure in one.
    Output(OutputPlace),
    /// The base of a structure: the type of the structure, then the type of the base.
    Base(Box<Lvalue>, Type, Type),
}

impl FunctionBuilder<'_, '_> {
    /// An index, as an unsigned integer.
    pub fn index_value(&mut self, index: &Expr) -> Result<ValueHandle> {
        if let Some(known) = self.low.evaluator.integer(index).and_then(|known| u32::try_from(known).ok()) {
            return Ok(self.uint(known));
        }
        let value = self.value(index)?;
        let value = self.reshaped(value, &index.ty, &Type::Scalar(Scalar::Uint))?;
        Ok(value)
    }

    pub fn place(&mut self, expr: &Expr) -> Result<Lvalue> {
        if let Type::Resource(Resource::Constant(_) | Resource::TextureBuffer(_)) = &expr.ty {
            let (symbol, index) = self.resource(expr)?;
            let words = self.words(symbol, ResourcePart::Whole, index)?;
            let layout = self.constants_layout(symbol)?;
            return Ok(Lvalue::Buffer(BufferPlace::new(words, symbol, ResourcePart::Whole, layout)));
        }
        match &*expr.kind {
            ExprKind::Local(local) => {
                if let Some((_, symbol)) = self.source.global_parameters.iter().find(|(known, _)| known == local) {
                    return self.global_place(*symbol, &expr.ty);
                }
                let state = &self.locals[local.0 as usize];
                match (state.variable, state.value) {
                    (Some(pointer), _) => Ok(Lvalue::Pointer(pointer)),
                    (_, Some(value)) => Ok(Lvalue::ValueHandle(value)),
                    _ => self.internal("a local before its declaration"),
                }
            }
            ExprKind::Global(symbol) => self.global_place(*symbol, &expr.ty),
            ExprKind::Member(base, index) => {
                let place = self.place(base)?;
                let of = match &base.ty {
                    Type::Resource(Resource::Constant(inner) | Resource::TextureBuffer(inner)) => inner,
                    other => other,
                };
                self.member_place(place, of, *index)
            }
            ExprKind::Swizzle(base, lanes) => {
                let place = self.place(base)?;
                self.lanes_place(place, &base.ty, lanes)
            }
            ExprKind::MatrixSwizzle(base, elements) => {
                let place = self.place(base)?;
                match elements.as_slice() {
                    [one] => self.element_place(place, &base.ty, *one),
                    _ => Ok(Lvalue::Elements(Box::new(place), base.ty.clone(), elements.clone())),
                }
            }
            ExprKind::Bits(base, bits) => {
                let place = self.place(base)?;
                Ok(Lvalue::Bits(Box::new(place), base.ty.clone(), expr.ty.clone(), *bits))
            }
            ExprKind::Index(base, index) => self.index_place(base, index, &expr.ty),
            ExprKind::MipIndex(texture, level, at) => {
                let texel = self.texel(texture, at, Some(level))?;
                Ok(Lvalue::Texel(texel))
            }
            ExprKind::Convert(Convert::Base, inner) => {
                let place = self.place(inner)?;
                Ok(Lvalue::Base(Box::new(place), inner.ty.clone(), expr.ty.clone()))
            }
            // The texel has a structure type in the source.
            ExprKind::Convert(Convert::Flatten, inner) if is_written_texel(inner) => self.place(inner),
            // This is the same value with another storage order.
            ExprKind::Convert(Convert::Reshape, inner) if self.ty(&inner.ty) == self.ty(&expr.ty) => self.place(inner),
            ExprKind::Intrinsic(Intrinsic::AtAddress, arguments) => self.place_at_address(arguments, &expr.ty),
            _ => match self.written_place(expr)? {
                Some(place) => Ok(place),
                None => Ok(Lvalue::ValueHandle(self.value(expr)?)),
            },
        }
    }

    fn global_place(&mut self, symbol: Symbol, ty: &Type) -> Result<Lvalue> {
        if symbol.0.is_empty() {
            return self.internal("a global without a name");
        }
        let Some((_, global)) = self.low.global_item(symbol) else {
            return self.internal(format!("`{}` is missing", symbol.0));
        };
        match &global.storage {
            Storage::Private { .. } => {
                let variable = self.low.static_variable(symbol)?;
                Ok(Lvalue::Pointer(self.global(variable)))
            }
            Storage::Constant { .. } => {
                if !matches!(shape(ty), Shape::Array(..))
                    && let Some(known) = self.low.evaluator.global(symbol)
                {
                    return Ok(Lvalue::ValueHandle(self.constant(ty, &mut known.iter())?));
                }
                let variable = self.low.static_variable(symbol)?;
                Ok(Lvalue::Pointer(self.global(variable)))
            }
            Storage::Output(_) => self.output_array(symbol),
            Storage::GroupShared | Storage::Payload => {
                let variable = self.low.shared(symbol, &global.ty);
                Ok(Lvalue::Shared(self.global(variable), symbol, Vec::new()))
            }
            Storage::Uniform { .. } => {
                let Some(index) = self.low.interface.loose.get(&symbol).copied() else {
                    return self.internal(format!("`{}` is not part of the interface", symbol.0));
                };
                self.block_place(self.low.interface.loose_block, index)
            }
            Storage::Member { block, index } => self.block_place(*block, *index),
            Storage::Specialisation { id, default } => {
                let (id, default) = (*id, default.clone());
                Ok(Lvalue::ValueHandle(self.specialisation(symbol, id, &default)?))
            }
            Storage::Resource(_) => self.unsupported(format!("the resource `{}` as a value", symbol.0)),
        }
    }

    pub fn block_place(&mut self, block: Symbol, index: u32) -> Result<Lvalue> {
        let buffer = self.low.block(block)?;
        let words = (self.global(buffer.variable), buffer.words);
        let whole = BufferPlace::new(words, block, ResourcePart::Whole, self.constants_layout(block)?);
        let Some(member) = self.buffer_members(whole)?.get(index as usize) else {
            return self.internal("a member that its block does not have");
        };
        Ok(Lvalue::Buffer(whole.plus(member.offset).of(member.layout)))
    }

    fn constants_layout(&self, symbol: Symbol) -> Result<LayoutId> {
        match self.low.interface.layouts.constants.get(&symbol) {
            Some(constants) => Ok(constants.layout),
            None => self.internal("a block without a layout"),
        }
    }

    pub fn member_place(&mut self, place: Lvalue, of: &Type, index: u32) -> Result<Lvalue> {
        let Shape::Struct(structure) = shape(of) else {
            return self.internal("a member of a value that is not a structure");
        };
        let record = self.low.types.record(&mut self.low.module, structure);
        let at = record.members.get(index as usize).copied().flatten();
        let Some(at) = at else { return self.internal("a resource as a value") };
        Ok(match place {
            Lvalue::Pointer(pointer) => Lvalue::Pointer(self.part(pointer, at)),
            Lvalue::Shared(pointer, symbol, mut path) => {
                path.push(index);
                Lvalue::Shared(self.part(pointer, at), symbol, path)
            }
            Lvalue::Buffer(buffer) => {
                let Some(member) = self.buffer_members(buffer)?.get(index as usize) else {
                    return self.internal("a member that its structure does not have");
                };
                Lvalue::Buffer(buffer.plus(member.offset).of(member.layout))
            }
            Lvalue::Base(derived, from, _) => self.member_place(*derived, &from, index)?,
            Lvalue::Output(output) => self.output_member(output, of, index)?,
            other => {
                let value = self.load_place(&other, of)?;
                Lvalue::ValueHandle(self.part(value, at))
            }
        })
    }

    fn lanes_place(&mut self, place: Lvalue, of: &Type, lanes: &[u8]) -> Result<Lvalue> {
        if let (Shape::Scalar(_), [0]) = (shape(of), lanes) {
            return Ok(place);
        }
        Ok(match (place, lanes, shape(of)) {
            (Lvalue::Pointer(pointer), [lane], _) => Lvalue::Pointer(self.part(pointer, u32::from(*lane))),
            (Lvalue::Shared(pointer, symbol, mut path), [lane], _) => {
                // For an atomic function on one component, the vector becomes an array of atomic components.
                path.push(ANY);
                Lvalue::Shared(self.part(pointer, u32::from(*lane)), symbol, path)
            }
            (Lvalue::Buffer(buffer), [lane], Shape::Vector(kind, _)) => {
                let stride = buffer.lane_stride.unwrap_or(kind.bytes());
                let mut buffer = buffer.plus(u32::from(*lane) * stride);
                buffer.lane_stride = None;
                Lvalue::Buffer(buffer)
            }
            (Lvalue::ValueHandle(value), _, Shape::Vector(..)) => Lvalue::ValueHandle(self.swizzle(value, lanes)),
            // This is a swizzle of a swizzle.
            (Lvalue::Lanes(inner, ty, first), ..) => {
                let lanes = lanes.iter().filter_map(|lane| first.get(usize::from(*lane)).copied()).collect();
                Lvalue::Lanes(inner, ty, lanes)
            }
            (Lvalue::Elements(inner, ty, first), ..) => {
                let elements: Vec<_> = lanes.iter().filter_map(|lane| first.get(usize::from(*lane)).copied()).collect();
                match elements.as_slice() {
                    [one] => self.element_place(*inner, &ty, *one)?,
                    _ => Lvalue::Elements(inner, ty, elements),
                }
            }
            (place, ..) => Lvalue::Lanes(Box::new(place), of.clone(), lanes.to_vec()),
        })
    }

    fn element_place(&mut self, place: Lvalue, of: &Type, (row, column): (u8, u8)) -> Result<Lvalue> {
        let row_type = row_type(of);
        let index = self.uint(u32::from(row));
        let place = self.row_place(place, of, index)?;
        self.lanes_place(place, &row_type, &[column])
    }

    /// A row of a matrix.
    fn row_place(&mut self, place: Lvalue, of: &Type, index: ValueHandle) -> Result<Lvalue> {
        let Type::Matrix { scalar: kind, .. } = of else {
            return self.internal("a row of a value that is not a matrix");
        };
        Ok(match place {
            Lvalue::Pointer(pointer) => Lvalue::Pointer(self.element(pointer, index)),
            Lvalue::Shared(pointer, symbol, mut path) => {
                path.push(ANY);
                Lvalue::Shared(self.element(pointer, index), symbol, path)
            }
            Lvalue::Buffer(buffer) => {
                let lines = self.buffer_lines(buffer)?;
                let stride = if lines.rows { lines.stride } else { kind.bytes() };
                let mut buffer = self.buffer_element(buffer, index, stride)?.of(LayoutId::PLAIN);
                buffer.lane_stride = (!lines.rows).then_some(lines.stride);
                Lvalue::Buffer(buffer)
            }
            other => {
                let value = self.load_place(&other, of)?;
                Lvalue::ValueHandle(self.element_of_value(value, of, index))
            }
        })
    }

    /// An element of an array or matrix that is a value; naga can index only pointers by run-time values.
    fn element_of_value(&mut self, value: ValueHandle, of: &Type, index: ValueHandle) -> ValueHandle {
        if matches!(self.naga.expressions[index], Expression::Literal(_)) || matches!(shape(of), Shape::Vector(..)) {
            return self.element(value, index);
        }
        let ty = self.ty(of);
        let variable = self.variable("indexed", ty);
        self.store(variable, value);
        let element = self.element(variable, index);
        self.load(element)
    }

    /// A component of a vector.
    fn lane_place(&mut self, place: Lvalue, of: &Type, kind: Scalar, index: ValueHandle) -> Result<Lvalue> {
        Ok(match place {
            Lvalue::Pointer(pointer) => Lvalue::Pointer(self.element(pointer, index)),
            Lvalue::Shared(pointer, symbol, mut path) => {
                path.push(ANY);
                Lvalue::Shared(self.element(pointer, index), symbol, path)
            }
            Lvalue::Buffer(buffer) => {
                let stride = buffer.lane_stride.unwrap_or(kind.bytes());
                let mut buffer = self.buffer_element(buffer, index, stride)?;
                buffer.lane_stride = None;
                Lvalue::Buffer(buffer)
            }
            // The component's index in the whole vector is looked up in a vector of indices.
            Lvalue::Lanes(inner, whole, lanes) => {
                let components: Vec<ValueHandle> = lanes.iter().map(|lane| self.uint(u32::from(*lane))).collect();
                let ty = self.low.number(naga::Scalar::U32, 1, lanes.len() as u8);
                let lanes = self.add(Expression::Compose { ty, components });
                let index = self.element(lanes, index);
                self.lane_place(*inner, &whole, kind, index)?
            }
            other => {
                let value = self.load_place(&other, of)?;
                Lvalue::ValueHandle(self.element(value, index))
            }
        })
    }

    fn index_place(&mut self, base: &Expr, index: &Expr, ty: &Type) -> Result<Lvalue> {
        if is_resource(&base.ty) {
            return self.resource_index_place(base, index, ty);
        }
        let place = self.place(base)?;
        let index = self.index_value(index)?;
        if let (Type::Array(_, None), Lvalue::Buffer(buffer)) = (&base.ty, &place) {
            // The last member of a buffer, which has no fixed length.
            let (stride, element) = self.buffer_array(*buffer)?;
            return Ok(Lvalue::Buffer(self.buffer_element(*buffer, index, stride)?.of(element)));
        }
        if let (Type::Array(element, None), Lvalue::Output(output)) = (&base.ty, &place) {
            return self.output_element(*output, element, index);
        }
        match shape(&base.ty) {
            Shape::Matrix { .. } => self.row_place(place, &base.ty, index),
            Shape::Array(element, count) => {
                if let Expression::Literal(known) = self.naga.expressions[index]
                    && constant::as_integer(known).is_some_and(|known| known >= i128::from(count))
                {
                    return self.unsupported("an index beyond the end of an array");
                }
                Ok(match place {
                    Lvalue::Pointer(pointer) => Lvalue::Pointer(self.element(pointer, index)),
                    Lvalue::Shared(pointer, symbol, mut path) => {
                        path.push(ANY);
                        Lvalue::Shared(self.element(pointer, index), symbol, path)
                    }
                    Lvalue::Buffer(buffer) => {
                        let (stride, layout) = self.buffer_array(buffer)?;
                        Lvalue::Buffer(self.buffer_element(buffer, index, stride)?.of(layout))
                    }
                    Lvalue::Output(output) => self.output_element(output, element, index)?,
                    other => {
                        let value = self.load_place(&other, &base.ty)?;
                        Lvalue::ValueHandle(self.element_of_value(value, &base.ty, index))
                    }
                })
            }
            Shape::Vector(kind, _) => self.lane_place(place, &base.ty, kind, index),
            Shape::Scalar(_) => Ok(place),
            _ => self.internal("an index into a value without elements"),
        }
    }

    fn resource_index_place(&mut self, base: &Expr, index: &Expr, ty: &Type) -> Result<Lvalue> {
        match &base.ty {
            Type::Resource(Resource::Structured { .. }) => {
                let (symbol, at) = self.resource(base)?;
                let words = self.words(symbol, ResourcePart::Whole, at)?;
                let index = self.index_value(index)?;
                let elements = self.elements(symbol)?;
                let place = BufferPlace::new(words, symbol, ResourcePart::Whole, elements.layout);
                Ok(Lvalue::Buffer(self.buffer_element(place, index, elements.stride)?))
            }
            Type::Resource(Resource::Texture { .. } | Resource::Image { .. } | Resource::TypedBuffer { .. }) => {
                Ok(Lvalue::Texel(self.texel(base, index, None)?))
            }
            Type::Array(..) => self.internal(format!("a resource of type {ty:?} as a value")),
            _ => self.unsupported("an index into this resource"),
        }
    }

    // ---- Reading and writing ----

    pub fn load_place(&mut self, place: &Lvalue, ty: &Type) -> Result<ValueHandle> {
        match place {
            Lvalue::Pointer(pointer) => Ok(self.load(*pointer)),
            Lvalue::Shared(pointer, symbol, path) => self.load_shared(*pointer, ty, *symbol, &mut path.clone()),
            Lvalue::Buffer(buffer) => self.load_buffer(*buffer, ty),
            Lvalue::ValueHandle(value) => Ok(*value),
            Lvalue::Lanes(base, of, lanes) => {
                if let (Lvalue::Buffer(buffer), Shape::Vector(kind, _)) = (&**base, shape(of))
                    && buffer.kind != Words::Rows
                {
                    let stride = buffer.lane_stride.unwrap_or(kind.bytes());
                    let mut parts = Vec::with_capacity(lanes.len());
                    for lane in lanes {
                        let mut place = buffer.plus(u32::from(*lane) * stride);
                        place.lane_stride = None;
                        parts.push(self.load_buffer(place, &Type::Scalar(kind))?);
                    }
                    return self.of_scalars(parts, shape(ty));
                }
                let value = self.load_place(base, of)?;
                match shape(of) {
                    Shape::Vector(..) => Ok(self.swizzle(value, lanes)),
                    _ => Ok(self.splat(value, lanes.len() as u8)),
                }
            }
            Lvalue::Elements(base, of, elements) => {
                let mut parts = Vec::with_capacity(elements.len());
                let loaded = match &**base {
                    Lvalue::Pointer(_) | Lvalue::Shared(..) | Lvalue::Buffer(_) => (**base).clone(),
                    other => Lvalue::ValueHandle(self.load_place(other, of)?),
                };
                for element in elements {
                    let place = self.element_place(loaded.clone(), of, *element)?;
                    let Some((kind, ..)) = shape(of).grid() else {
                        return self.internal("elements of a value that is not a matrix");
                    };
                    parts.push(self.load_place(&place, &Type::Scalar(kind))?);
                }
                self.of_scalars(parts, shape(ty))
            }
            Lvalue::Bits(base, of, to, bits) => {
                let word = self.load_place(base, of)?;
                self.read_bits(word, of, to, *bits)
            }
            Lvalue::Texel(texel) => self.load_texel(texel, ty),
            Lvalue::Output(output) => self.load_output(*output, ty),
            Lvalue::Base(base, from, to) => {
                let value = self.load_place(base, from)?;
                self.converted(Convert::Base, value, from, to)
            }
        }
    }

    pub fn store_place(&mut self, place: &Lvalue, ty: &Type, value: ValueHandle) -> Result<()> {
        match place {
            Lvalue::Pointer(pointer) => {
                self.store(*pointer, value);
                Ok(())
            }
            Lvalue::Shared(pointer, symbol, path) => self.store_shared(*pointer, ty, value, *symbol, &mut path.clone()),
            Lvalue::Buffer(buffer) => self.store_buffer(*buffer, ty, value),
            Lvalue::ValueHandle(_) => self.unsupported("an assignment to this expression"),
            Lvalue::Lanes(base, of, lanes) => {
                if shape(of).grid().is_some_and(|(_, rows, columns)| rows == 1 && columns == 1) {
                    let first = if lanes.len() > 1 { self.part(value, 0) } else { value };
                    return self.store_place(base, of, first);
                }
                let Shape::Vector(kind, count) = shape(of) else { return self.internal("components of no vector") };
                if matches!(**base, Lvalue::Pointer(_) | Lvalue::Shared(..) | Lvalue::Buffer(_)) {
                    for (at, lane) in lanes.iter().enumerate() {
                        let part = if lanes.len() > 1 { self.part(value, at as u32) } else { value };
                        let place = self.lanes_place((**base).clone(), of, &[*lane])?;
                        self.store_place(&place, &Type::Scalar(kind), part)?;
                    }
                    return Ok(());
                }
                // A value that can only be written as a whole is read, changed and written back.
                let before = self.load_place(base, of)?;
                let mut all: Vec<ValueHandle> = (0..u32::from(count)).map(|lane| self.part(before, lane)).collect();
                for (at, lane) in lanes.iter().enumerate() {
                    let part = if lanes.len() > 1 { self.part(value, at as u32) } else { value };
                    if let Some(to) = all.get_mut(usize::from(*lane)) {
                        *to = part;
                    }
                }
                let row = self.low.number(scalar(kind), 1, count);
                let all = self.vector(row, all);
                self.store_place(base, of, all)
            }
            Lvalue::Elements(base, of, elements) => {
                let Some((kind, ..)) = shape(of).grid() else {
                    return self.internal("elements of a value that is not a matrix");
                };
                for (at, element) in elements.iter().enumerate() {
                    let part = if elements.len() > 1 { self.part(value, at as u32) } else { value };
                    let place = self.element_place((**base).clone(), of, *element)?;
                    self.store_place(&place, &Type::Scalar(kind), part)?;
                }
                Ok(())
            }
            Lvalue::Bits(base, of, from, bits) => {
                let before = self.load_place(base, of)?;
                let word = self.written_bits(before, of, value, from, *bits)?;
                self.store_place(base, of, word)
            }
            Lvalue::Texel(texel) => self.store_texel(texel, ty, value),
            Lvalue::Output(output) => self.store_output(*output, ty, value),
            Lvalue::Base(base, from, to) => {
                let (Shape::Struct(structure), Shape::Struct(_)) = (shape(to), shape(from)) else {
                    return self.internal("a base of a value that is not a structure");
                };
                let record = self.low.types.record(&mut self.low.module, structure);
                for ((member, at), index) in structure.members.iter().zip(&*record.members).zip(0..) {
                    if let Some(at) = at {
                        let part = self.part(value, *at);
                        let place = self.member_place((**base).clone(), from, index)?;
                        self.store_place(&place, &member.ty, part)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// Records a write to a writable texture.
    pub fn touch_written(&mut self, symbol: Symbol) {
        self.touch_image(symbol, StorageAccess::STORE);
    }
}

/// `[]` of a writable texture or typed buffer.
fn is_written_texel(expr: &Expr) -> bool {
    matches!(&*expr.kind, ExprKind::Index(base, _) if matches!(
        base.ty,
        Type::Resource(Resource::Image { .. } | Resource::TypedBuffer { access: Access::ReadWrite, .. })
    ))
}

/// The type of a row of a matrix.
pub fn row_type(of: &Type) -> Type {
    match of {
        Type::Matrix { scalar, columns: 1, .. } => Type::Scalar(*scalar),
        Type::Matrix { scalar, columns, .. } => Type::Vector(*scalar, *columns),
        other => other.clone(),
    }
}

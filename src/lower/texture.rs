//! Methods of textures, and their texels. Samples and gathers are in `sample`.
//!
//! A texture that is used with a comparison sampler anywhere is a depth texture in naga. A read of it gives one number:
//! the red component of Direct3D's result, whose green and blue are 0 and whose alpha is 1.

use naga::{BinaryOperator, Expression, ImageQuery, ScalarKind, Statement, StorageAccess};

use super::function::{FunctionBuilder, ValueHandle};
use super::globals::texel_kind;
use super::shape::{Shape, scalar, shape};
use crate::ir::operations::MethodFamily;
use crate::ir::{Access, Dim, Element, Expr, ExprKind, Method, Resource, ResourcePart, Result, Scalar, Symbol, Type};

/// A texel of a texture or writable texture.
#[derive(Clone, Debug)]
pub struct Texel {
    pub symbol: Symbol,
    pub image: ValueHandle,
    pub coordinate: ValueHandle,
    pub array_index: Option<ValueHandle>,
    level: Option<ValueHandle>,
    sample: Option<ValueHandle>,
    pub writable: bool,
    pub element: Element,
}

/// The kind of a texture, from its type.
#[derive(Clone, Copy)]
pub struct Kind {
    pub dim: Dim,
    pub array: bool,
    pub multisampled: bool,
    pub writable: bool,
    /// A typed buffer, which has one level.
    pub buffer: bool,
    pub element: Element,
}

impl Kind {
    /// `Texture1D`.
    pub const TEXTURE: Kind = Kind {
        dim: Dim::D1,
        array: false,
        multisampled: false,
        writable: false,
        buffer: false,
        element: Element { scalar: Scalar::Float, count: 4 },
    };

    /// Number of components of a coordinate, without that of the array.
    pub const fn lanes(self) -> u8 {
        match self.dim {
            Dim::D1 => 1,
            Dim::D2 => 2,
            Dim::D3 | Dim::Cube => 3,
        }
    }
}

fn kind(ty: &Type) -> Option<Kind> {
    match ty {
        Type::Resource(
            Resource::Texture { dim, array, multisampled, element, .. }
            | Resource::SampledTexture { dim, array, multisampled, element, .. },
        ) => Some(Kind { dim: *dim, array: *array, multisampled: *multisampled, element: *element, ..Kind::TEXTURE }),
        Type::Resource(Resource::Image { dim, array, element, .. }) => {
            Some(Kind { dim: *dim, array: *array, writable: true, element: *element, ..Kind::TEXTURE })
        }
        Type::Resource(Resource::InputAttachment { multisampled, element }) => {
            Some(Kind { dim: Dim::D2, multisampled: *multisampled, element: *element, ..Kind::TEXTURE })
        }
        Type::Resource(Resource::TypedBuffer { access, element, .. }) => {
            Some(Kind { writable: *access == Access::ReadWrite, buffer: true, element: *element, ..Kind::TEXTURE })
        }
        _ => None,
    }
}

fn element_type(element: Element) -> Type {
    if element.count == 1 { Type::Scalar(element.scalar) } else { Type::Vector(element.scalar, element.count) }
}

impl FunctionBuilder<'_, '_> {
    /// The texel at a coordinate, of the first level or of `level`. For multisampled textures, `level` is the sample.
    pub fn texel(&mut self, texture: &Expr, at: &Expr, level: Option<&Expr>) -> Result<Texel> {
        let Some(kind) = kind(&texture.ty) else { return self.internal("a texel of a value that is not a texture") };
        let (symbol, index) = self.resource(texture)?;
        let image = self.handle(symbol, ResourcePart::Whole, index)?;
        let coordinates = self.value(at)?;
        let coordinates = self.scalars(coordinates, shape(&at.ty));
        let level = match level {
            Some(level) => Some(self.index_value(level)?),
            None => None,
        };
        self.texel_at((symbol, image), kind, &coordinates, shape(&at.ty), level)
    }

    fn texel_at(
        &mut self,
        (symbol, image): (Symbol, ValueHandle),
        kind: Kind,
        coordinates: &[ValueHandle],
        of: Shape<'_>,
        level: Option<ValueHandle>,
    ) -> Result<Texel> {
        let lanes = usize::from(kind.lanes());
        let Some((number, ..)) = of.grid() else { return self.internal("coordinates that are not numeric") };
        let (Some(own), array_index) = (coordinates.get(..lanes), coordinates.get(lanes).copied()) else {
            return self.internal("too few coordinates");
        };
        if kind.array && array_index.is_none() {
            return self.internal("too few coordinates");
        }
        let array_index = array_index.filter(|_| kind.array);
        let ty = self.low.number(scalar(number), 1, kind.lanes());
        let coordinate = self.vector(ty, own.to_vec());
        let (mut level, mut sample) = (level, None);
        if kind.multisampled {
            // `texture[place]` is the first sample.
            sample = Some(level.take().unwrap_or_else(|| self.int(0)));
        } else if !kind.writable && level.is_none() {
            level = Some(self.int(0));
        }
        let element = kind.element;
        Ok(Texel { symbol, image, coordinate, array_index, level, sample, writable: kind.writable, element })
    }

    pub fn load_texel(&mut self, texel: &Texel, ty: &Type) -> Result<ValueHandle> {
        self.load_texel_with(texel, ty, None)
    }

    /// Loads a texel. `status`: receives the residency code.
    fn load_texel_with(&mut self, texel: &Texel, ty: &Type, status: Option<&Expr>) -> Result<ValueHandle> {
        if texel.writable {
            self.touch_image(texel.symbol, StorageAccess::LOAD);
        }
        let value = self.add(Expression::ImageLoad {
            image: texel.image,
            coordinate: texel.coordinate,
            array_index: texel.array_index,
            sample: texel.sample,
            level: texel.level,
        });
        let one = self.low.facts.compared.contains(&texel.symbol);
        if let Some(status) = status {
            let number = naga::Scalar { width: 4, kind: texel_kind(texel.element) };
            let held = self.low.number(number, 1, if one { 1 } else { 4 });
            self.store_residency((value, held), status)?;
        }
        self.texture_value(value, one, texel.element, ty)
    }

    /// Converts naga's result to the texture's element type.
    pub fn texture_value(&mut self, value: ValueHandle, one: bool, element: Element, ty: &Type) -> Result<ValueHandle> {
        let carried = match texel_kind(element) {
            ScalarKind::Sint => Scalar::Int,
            ScalarKind::Uint => Scalar::Uint,
            _ => Scalar::Float,
        };
        let all = Type::Vector(carried, 4);
        let value = if one {
            if element.count == 1 {
                return self.reshaped(value, &Type::Scalar(carried), ty);
            }
            let (zero, full) = (self.float(0.0), self.float(1.0));
            let handle = self.ty(&all);
            self.add(Expression::Compose { ty: handle, components: vec![value, zero, zero, full] })
        } else {
            value
        };
        let held = element_type(element);
        let value = self.reshaped(value, &all, &held)?;
        self.reshaped(value, &held, ty)
    }

    pub fn store_texel(&mut self, texel: &Texel, ty: &Type, value: ValueHandle) -> Result<()> {
        if !texel.writable {
            return self.internal("an assignment to a texture that cannot be written");
        }
        self.touch_written(texel.symbol);
        let number = scalar(texel.element.scalar);
        let carried = naga::Scalar { width: 4, ..number };
        let held = element_type(texel.element);
        let value = self.reshaped(value, ty, &held)?;
        let mut lanes = self.scalars(value, shape(&held));
        if number.width != 4 {
            lanes = lanes.into_iter().map(|lane| self.cast(lane, carried)).collect();
        }
        let zero = self.number(0.0, carried, 1);
        lanes.resize(4, zero);
        let vec4 = self.low.number(carried, 1, 4);
        let value = self.add(Expression::Compose { ty: vec4, components: lanes });
        let (image, coordinate, array_index) = (texel.image, texel.coordinate, texel.array_index);
        self.push(Statement::ImageStore { image, coordinate, array_index, value });
        Ok(())
    }

    /// A method of a texture; `None` for other methods.
    pub fn texture_method(
        &mut self,
        method: Method,
        object: &Expr,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Result<Option<ValueHandle>> {
        let Some(kind) = kind(&object.ty) else {
            return self.unsupported(format!("{} of this object", self.method_name(method)));
        };
        let value = match method.operation().family {
            MethodFamily::Load => self.texture_load(kind, object, arguments, expr)?,
            MethodFamily::SubpassLoad => self.subpass_load(kind, object, arguments, expr)?,
            MethodFamily::Dimensions => {
                self.texture_dimensions(kind, object, arguments)?;
                return Ok(None);
            }
            MethodFamily::Store => {
                let [at, value] = arguments else { return self.internal("a store without a value") };
                let texel = self.texel(object, at, None)?;
                let stored = self.value(value)?;
                self.store_texel(&texel, &value.ty, stored)?;
                return Ok(None);
            }
            MethodFamily::LevelOfDetail { clamped } => {
                self.level_of_detail(method, clamped, (kind, object), arguments)?
            }
            MethodFamily::SamplePosition => self.sample_position(object, arguments)?,
            MethodFamily::Sample { compares } => {
                self.sample(method, (None, compares), (kind, object), arguments, expr)?
            }
            MethodFamily::Gather { compares, component } => {
                self.sample(method, (Some(component), compares), (kind, object), arguments, expr)?
            }
            _ => return self.unsupported(self.method_name(method)),
        };
        Ok(Some(value))
    }

    fn texture_load(&mut self, kind: Kind, object: &Expr, arguments: &[Expr], expr: &Expr) -> Result<ValueHandle> {
        let Some((at, mut rest)) = arguments.split_first() else { return self.internal("a load without a coordinate") };
        // Arguments have tokens of their own; messages are about the call.
        let token = self.token;
        let (symbol, index) = self.resource(object)?;
        let image = self.handle(symbol, ResourcePart::Whole, index)?;
        let value = self.value(at)?;
        let mut coordinates = self.scalars(value, shape(&at.ty));
        let mut level = None;
        if kind.multisampled {
            if let Some((sample, others)) = rest.split_first() {
                level = Some(self.index_value(sample)?);
                rest = others;
            }
        } else if !kind.writable && !kind.buffer {
            // The last component is the level.
            level = coordinates.pop();
        }
        let mut status = None;
        for extra in rest {
            match shape(&extra.ty).grid() {
                Some((Scalar::Int, ..)) => {
                    let offset = self.value(extra)?;
                    let offsets = self.scalars(offset, shape(&extra.ty));
                    for (coordinate, offset) in coordinates.iter_mut().zip(offsets) {
                        *coordinate = self.binary(BinaryOperator::Add, *coordinate, offset);
                    }
                }
                _ => status = Some(extra),
            }
        }
        self.token = token;
        let texel = self.texel_at((symbol, image), kind, &coordinates, shape(&at.ty), level)?;
        self.load_texel_with(&texel, &expr.ty, status)
    }

    /// The pixel of an input attachment. Its coordinates are an offset from the pixel that is drawn, which SPIR-V wants to be zero.
    fn subpass_load(&mut self, kind: Kind, object: &Expr, arguments: &[Expr], expr: &Expr) -> Result<ValueHandle> {
        let (symbol, index) = self.resource(object)?;
        let image = self.handle(symbol, ResourcePart::Whole, index)?;
        let sample = match arguments.first() {
            Some(sample) => Some(self.index_value(sample)?),
            None => None,
        };
        let zero = self.int(0);
        let of = Type::Vector(Scalar::Int, 2);
        let texel = self.texel_at((symbol, image), kind, &[zero, zero], shape(&of), sample)?;
        self.load_texel(&texel, &expr.ty)
    }

    /// Stores a value in an `out` argument.
    pub fn store_out(&mut self, argument: &Expr, value: ValueHandle, of: &Type) -> Result<()> {
        let place = match &*argument.kind {
            ExprKind::Writeback { place, .. } => place,
            _ => argument,
        };
        let value = self.reshaped(value, of, &place.ty)?;
        let to = self.place(place)?;
        self.store_place(&to, &place.ty, value)
    }

    fn texture_dimensions(&mut self, kind: Kind, object: &Expr, arguments: &[Expr]) -> Result<()> {
        let (symbol, index) = self.resource(object)?;
        let image = self.handle(symbol, ResourcePart::Whole, index)?;
        // A cube's faces are squares.
        let lanes = if kind.dim == Dim::Cube { 2 } else { kind.lanes() };
        let plain = usize::from(lanes) + usize::from(kind.array) + usize::from(kind.multisampled);
        let (level, outs) = match arguments {
            [level, outs @ ..] if arguments.len() == plain + 2 && !kind.multisampled => (Some(level), outs),
            outs => (None, outs),
        };
        let with_levels = level.is_some();
        let level = match level {
            Some(level) => Some(self.index_value(level)?),
            None => None,
        };
        let size = self.add(Expression::ImageQuery { image, query: ImageQuery::Size { level } });
        let mut values: Vec<ValueHandle> =
            if lanes == 1 { vec![size] } else { (0..u32::from(lanes)).map(|lane| self.part(size, lane)).collect() };
        if kind.array {
            values.push(self.add(Expression::ImageQuery { image, query: ImageQuery::NumLayers }));
        }
        if kind.multisampled {
            values.push(self.add(Expression::ImageQuery { image, query: ImageQuery::NumSamples }));
        }
        if with_levels {
            values.push(self.add(Expression::ImageQuery { image, query: ImageQuery::NumLevels }));
        }
        for (out, value) in outs.iter().zip(values) {
            self.store_out(out, value, &Type::Scalar(Scalar::Uint))?;
        }
        Ok(())
    }
}

//! Methods of textures, and their texels.
//!
//! A texture that is used with a comparison sampler anywhere is a depth texture in naga. A read of it gives one number: the red
//! component of Direct3D's result, whose green and blue are 0 and whose alpha is 1.

use naga::{
    BinaryOperator, Expression, ImageQuery, SampleLevel, ScalarKind, Statement, StorageAccess, SwizzleComponent,
};

use super::function::{FunctionBuilder, ValueHandle};
use super::resource::Index;
use super::shape::{Shape, scalar, shape};
use crate::ir::operations::MethodFamily;
use crate::ir::{Access, Dim, Element, Expr, ExprKind, Method, Resource, ResourcePart, Result, Scalar, Symbol, Type};
use crate::model::Stage;

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

/// What a texture is, from its type.
#[derive(Clone, Copy)]
struct Kind {
    dim: Dim,
    array: bool,
    multisampled: bool,
    writable: bool,
    /// A typed buffer, which has one level.
    buffer: bool,
    element: Element,
}

impl Kind {
    /// `Texture1D`.
    const TEXTURE: Kind = Kind {
        dim: Dim::D1,
        array: false,
        multisampled: false,
        writable: false,
        buffer: false,
        element: Element { scalar: Scalar::Float, count: 4 },
    };

    /// Components of a coordinate, without the array's.
    const fn lanes(self) -> u8 {
        match self.dim {
            Dim::D1 => 1,
            Dim::D2 => 2,
            Dim::D3 | Dim::Cube => 3,
        }
    }
}

fn kind(ty: &Type) -> Option<Kind> {
    match ty {
        Type::Resource(Resource::Texture { dim, array, multisampled, element, .. }) => {
            Some(Kind { dim: *dim, array: *array, multisampled: *multisampled, element: *element, ..Kind::TEXTURE })
        }
        Type::Resource(Resource::Image { dim, array, element, .. }) => {
            Some(Kind { dim: *dim, array: *array, writable: true, element: *element, ..Kind::TEXTURE })
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

/// The arguments of a sample besides texture and sampler.
#[derive(Clone, Copy)]
struct Look {
    level: SampleLevel,
    reference: Option<ValueHandle>,
    gather: Option<SwizzleComponent>,
}

impl FunctionBuilder<'_, '_> {
    /// The texel at a coordinate, of the first level or `level` (which of multisampled textures is the sample).
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
        self.texture_value(value, one, texel.element, ty)
    }

    /// Converts naga's result to the texture's element type.
    fn texture_value(&mut self, value: ValueHandle, one: bool, element: Element, ty: &Type) -> Result<ValueHandle> {
        let carried = match scalar(element.scalar).kind {
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

    /// A method of a texture; `None` if it is none of those.
    pub fn texture_method(
        &mut self,
        method: Method,
        object: &Expr,
        arguments: &[Expr],
        expr: &Expr,
    ) -> Result<Option<ValueHandle>> {
        let Some(kind) = kind(&object.ty) else { return self.unsupported(format!("{method:?} of this object")) };
        let value = match method.operation().family {
            MethodFamily::Load => self.texture_load(kind, object, arguments, expr)?,
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
            MethodFamily::SamplePosition => self.sample_position(object, arguments)?,
            MethodFamily::Sample { compares } => {
                self.sample(method, (None, compares), (kind, object), arguments, expr)?
            }
            MethodFamily::Gather { compares, component } => {
                self.sample(method, (Some(component), compares), (kind, object), arguments, expr)?
            }
            _ => return self.unsupported(format!("{method:?}")),
        };
        Ok(Some(value))
    }

    fn texture_load(&mut self, kind: Kind, object: &Expr, arguments: &[Expr], expr: &Expr) -> Result<ValueHandle> {
        let Some((at, mut rest)) = arguments.split_first() else { return self.internal("a load without a coordinate") };
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
            // The last is the level.
            level = coordinates.pop();
        }
        for extra in rest {
            match shape(&extra.ty).grid() {
                Some((Scalar::Int, ..)) => {
                    let offset = self.value(extra)?;
                    let offsets = self.scalars(offset, shape(&extra.ty));
                    for (coordinate, offset) in coordinates.iter_mut().zip(offsets) {
                        *coordinate = self.binary(BinaryOperator::Add, *coordinate, offset);
                    }
                }
                _ => return self.unsupported("the status of a tiled resource"),
            }
        }
        let texel = self.texel_at((symbol, image), kind, &coordinates, shape(&at.ty), level)?;
        self.load_texel(&texel, &expr.ty)
    }

    /// Puts a value in an `out` argument.
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

    fn sample(
        &mut self,
        method: Method,
        (gathered, compares): (Option<u8>, bool),
        (kind, object): (Kind, &Expr),
        arguments: &[Expr],
        expr: &Expr,
    ) -> Result<ValueHandle> {
        use Method as M;
        let [sampler, at, rest @ ..] = arguments else {
            return self.unsupported(format!("{method:?} of a texture"));
        };
        let gather = gathered.map(|component| match component {
            0 => SwizzleComponent::X,
            1 => SwizzleComponent::Y,
            2 => SwizzleComponent::Z,
            _ => SwizzleComponent::W,
        });
        let (symbol, index) = self.resource(object)?;
        if compares {
            self.low.found.compared.insert(symbol);
        }
        if (gather.is_none() || compares) && scalar(kind.element.scalar).kind != ScalarKind::Float {
            return self.unsupported(format!("{method:?} of a texture of integers"));
        }
        if method == M::SampleBias && kind.dim == Dim::D1 {
            return self.unsupported("SampleBias of a one-dimensional texture");
        }
        let depth = self.low.facts.compared.contains(&symbol);
        let (reference, rest) = match rest {
            [reference, rest @ ..] if compares => (Some(self.value(reference)?), rest),
            rest => (None, rest),
        };
        let (level, rest) = match (method, rest) {
            (M::Sample | M::SampleCmp, rest) => {
                if self.low.program.entry.stage != Stage::Pixel {
                    return self.unsupported(format!("{method:?}, which needs derivatives, outside of a pixel shader"));
                }
                (SampleLevel::Auto, rest)
            }
            (M::SampleBias, [bias, rest @ ..]) => (SampleLevel::Bias(self.value(bias)?), rest),
            (M::SampleLevel, [level, rest @ ..]) => (self.explicit_level(level, depth)?, rest),
            (M::SampleCmpLevel, [level, rest @ ..]) => match self.known_level(level) {
                Some(0.0) => (SampleLevel::Zero, rest),
                _ => return self.unsupported("SampleCmpLevel of any level but 0"),
            },
            (M::SampleGrad, [x, y, rest @ ..]) => {
                (SampleLevel::Gradient { x: self.value(x)?, y: self.value(y)? }, rest)
            }
            (M::SampleCmpLevelZero, rest) => (SampleLevel::Zero, rest),
            (_, rest) if gather.is_some() => (SampleLevel::Zero, rest),
            _ => return self.unsupported(format!("{method:?}")),
        };
        if depth && matches!(level, SampleLevel::Bias(_)) {
            return self.unsupported("SampleBias of a texture that is compared elsewhere");
        }
        if depth && gather.is_some_and(|gather| gather != SwizzleComponent::X) {
            return self.unsupported(format!("{method:?} of a texture that is compared"));
        }
        let mut offset = None;
        for extra in rest {
            match shape(&extra.ty).grid() {
                Some((Scalar::Int, ..)) if offset.is_none() => offset = Some(self.constant_offset(extra)?),
                Some((Scalar::Int, ..)) => return self.unsupported("a gather with an offset for each texel"),
                Some((Scalar::Uint, ..)) => return self.unsupported("the status of a tiled resource"),
                _ => return self.unsupported("a clamp of the level of detail"),
            }
        }
        let (sampler_symbol, sampler_index) = self.resource(sampler)?;
        let coordinates = self.value(at)?;
        let look = Look { level, reference, gather };
        let value = self.look(
            (symbol, index),
            (sampler_symbol, ResourcePart::Whole, sampler_index),
            kind,
            coordinates,
            offset,
            look,
        )?;
        let Some(value) = value else {
            let ty = self.ty(&expr.ty);
            return Ok(self.zero(ty));
        };
        if compares && gather.is_none() {
            return self.reshaped(value, &Type::Scalar(Scalar::Float), &expr.ty);
        }
        if gather.is_some() {
            let gathered = Element { scalar: kind.element.scalar, count: 4 };
            let gathered = if compares { Element { scalar: Scalar::Float, count: 4 } } else { gathered };
            return self.texture_value(value, false, gathered, &expr.ty);
        }
        self.texture_value(value, depth, kind.element, &expr.ty)
    }

    /// `None` if the texture turns out to be a depth texture: the next round of lowering has the fact.
    fn look(
        &mut self,
        (symbol, index): (Symbol, Option<Index>),
        (sampler, part, sampler_index): (Symbol, ResourcePart, Option<Index>),
        kind: Kind,
        coordinates: ValueHandle,
        offset: Option<ValueHandle>,
        look: Look,
    ) -> Result<Option<ValueHandle>> {
        if look.reference.is_some() && !self.low.facts.compared.contains(&symbol) {
            return Ok(None);
        }
        let image = self.handle(symbol, ResourcePart::Whole, index)?;
        let sampler = self.handle(sampler, part, sampler_index)?;
        let lanes = kind.lanes();
        let (coordinate, array_index) = if kind.array {
            let own: Vec<u8> = (0..lanes).collect();
            let coordinate = self.swizzle(coordinates, &own);
            let layer = self.part(coordinates, u32::from(lanes));
            // Direct3D rounds to the nearest layer.
            let layer = self.math(naga::MathFunction::Round, &[layer]);
            (coordinate, Some(self.cast(layer, naga::Scalar::I32)))
        } else {
            (coordinates, None)
        };
        Ok(Some(self.add(Expression::ImageSample {
            image,
            sampler,
            gather: look.gather,
            coordinate,
            array_index,
            offset,
            level: look.level,
            depth_ref: look.reference,
            clamp_to_edge: false,
        })))
    }

    fn known_level(&mut self, level: &Expr) -> Option<f64> {
        match self.low.evaluator.value(level)?.as_slice() {
            [one] => super::constant::as_float(*one).or(super::constant::as_integer(*one).map(|one| one as f64)),
            _ => None,
        }
    }

    /// `SampleLevel::Zero` is for comparisons only: for other samples naga writes HLSL that no compiler accepts.
    fn explicit_level(&mut self, level: &Expr, depth: bool) -> Result<SampleLevel> {
        if !depth {
            return Ok(SampleLevel::Exact(self.value(level)?));
        }
        match self.known_level(level) {
            Some(known) if known.fract() == 0.0 && known.abs() < 64.0 => Ok(SampleLevel::Exact(self.int(known as i32))),
            _ => self.unsupported("a fractional or computed level of a texture that is compared"),
        }
    }

    /// naga's offsets are constants.
    fn constant_offset(&mut self, offset: &Expr) -> Result<ValueHandle> {
        let Some(known) = self.low.evaluator.value(offset) else {
            return self.unsupported("a texel offset that is not constant");
        };
        let mut lanes = Vec::with_capacity(known.len());
        for lane in known {
            let Some(lane) = super::constant::as_integer(lane) else {
                return self.internal("an offset that has no integers");
            };
            lanes.push(self.int(lane as i32));
        }
        let ty = self.low.number(naga::Scalar::I32, 1, lanes.len() as u8);
        // Not a splat: naga requires one literal for each component.
        Ok(match lanes.as_slice() {
            [one] => *one,
            _ => self.add(Expression::Compose { ty, components: lanes }),
        })
    }

    /// Direct3D 9: `tex2D(sampler, at)` and its kin.
    pub fn tex(
        &mut self,
        sampler: &Expr,
        coordinates: ValueHandle,
        level: SampleLevel,
        ty: &Type,
    ) -> Result<ValueHandle> {
        let Type::Resource(Resource::SampledTexture { dim }) = sampler.ty else {
            return self
                .unsupported("tex*() of an object that is not a sampler1D, sampler2D, sampler3D or samplerCUBE");
        };
        let (symbol, index) = self.resource(sampler)?;
        let element = Element { scalar: Scalar::Float, count: 4 };
        let kind = Kind { dim, element, ..Kind::TEXTURE };
        let look = Look { level, reference: None, gather: None };
        match self.look((symbol, index), (symbol, ResourcePart::Sampler, index), kind, coordinates, None, look)? {
            Some(value) => self.texture_value(value, false, element, ty),
            None => self.internal("a sampler that compares"),
        }
    }
}

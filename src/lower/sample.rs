//! Samples and gathers of textures, and the level of detail that a sample would take.

use naga::{Expression, SampleLevel, ScalarKind, SwizzleComponent};

use super::function::{FunctionBuilder, ValueHandle};
use super::globals::texel_kind;
use super::resource::Index;
use super::shape::{Ty, scalar, shape};
use super::spirv_only::{ImageOperands, Instruction};
use super::texture::Kind;
use crate::ir::{Dim, Element, Expr, Method, QuadLayout, Resource, ResourcePart, Result, Scalar, Symbol, Type};
use crate::model::Stage;

/// The texture, the sampler and the coordinates.
#[derive(Clone, Copy)]
struct Sampled {
    texture: (Symbol, Option<Index>),
    sampler: (Symbol, ResourcePart, Option<Index>),
    kind: Kind,
    coordinates: ValueHandle,
}

/// The other arguments of a sample or gather.
struct Look {
    level: SampleLevel,
    reference: Option<ValueHandle>,
    gather: Option<SwizzleComponent>,
    /// A constant offset.
    offset: Option<ValueHandle>,
    more: MoreOperands,
}

impl Look {
    fn at(level: SampleLevel) -> Look {
        Look { level, reference: None, gather: None, offset: None, more: MoreOperands::default() }
    }
}

/// The operands that naga does not have.
#[derive(Default)]
struct MoreOperands {
    kinds: ImageOperands,
    /// The values, in the order of [`ImageOperands`].
    values: Vec<(ValueHandle, Ty)>,
}

/// The optional arguments at the end of a sample or gather.
#[derive(Default)]
struct Extras<'e> {
    offsets: Vec<&'e Expr>,
    least_level: Option<&'e Expr>,
    status: Option<&'e Expr>,
}

fn extras(rest: &[Expr]) -> Extras<'_> {
    let mut extras = Extras::default();
    for extra in rest {
        match shape(&extra.ty).grid() {
            Some((Scalar::Int, ..)) => extras.offsets.push(extra),
            Some((Scalar::Uint, ..)) => extras.status = Some(extra),
            _ => extras.least_level = Some(extra),
        }
    }
    extras
}

/// The part of a resource that is its sampler.
const fn sampler_part(ty: &Type) -> ResourcePart {
    match ty {
        Type::Resource(Resource::SampledTexture { .. }) => ResourcePart::Sampler,
        _ => ResourcePart::Whole,
    }
}

impl FunctionBuilder<'_, '_> {
    /// A sample or gather. `gathered`: the component.
    pub fn sample(
        &mut self,
        method: Method,
        (gathered, compares): (Option<u8>, bool),
        (kind, object): (Kind, &Expr),
        arguments: &[Expr],
        expr: &Expr,
    ) -> Result<ValueHandle> {
        let [sampler, at, rest @ ..] = arguments else {
            return self.unsupported(format!("{} of a texture", self.method_name(method)));
        };
        // Arguments have tokens of their own; messages are about the call.
        let token = self.token;
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
            return self.unsupported(format!("{} of a texture of integers", self.method_name(method)));
        }
        let depth = self.low.facts.compared.contains(&symbol);
        if depth && gather.is_some_and(|gather| gather != SwizzleComponent::X) {
            return self.unsupported(format!("{} of a texture that is compared", self.method_name(method)));
        }
        let (reference, rest) = match rest {
            [reference, rest @ ..] if compares => (Some(self.value(reference)?), rest),
            rest => (None, rest),
        };
        self.token = token;
        let (mut look, rest) = match gather {
            Some(_) => (Look { gather, ..Look::at(SampleLevel::Zero) }, rest),
            None => self.level(method, (kind, depth), rest)?,
        };
        self.token = token;
        look.reference = reference;
        let extras = extras(rest);
        if let [offset] = extras.offsets.as_slice() {
            self.offset(&mut look, offset)?;
        }
        if let Some(least) = extras.least_level {
            self.needs_spirv("a clamp of the level of detail")?;
            let value = self.float_value(least)?;
            look.more.kinds.least_level = true;
            look.more.values.push(value);
        }
        let part = sampler_part(&sampler.ty);
        // One resource is both, and the index of both is one value.
        let of_sampler = &sampler.ty;
        let (sampler, sampler_index) =
            if part == ResourcePart::Sampler { (symbol, index) } else { self.resource(sampler)? };
        self.sampler_compares(sampler, of_sampler, compares)?;
        self.check_halves(symbol, sampler)?;
        let sampled = Sampled {
            texture: (symbol, index),
            sampler: (sampler, part, sampler_index),
            kind,
            coordinates: self.value(at)?,
        };
        self.token = token;
        let value = match extras.offsets.as_slice() {
            [] | [_] => self.look(sampled, look, extras.status)?,
            offsets => self.gather_each(sampled, &look, offsets, extras.status)?,
        };
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

    /// Reports a texture that is one descriptor with a sampler, and is sampled with another.
    fn check_halves(&self, texture: Symbol, sampler: Symbol) -> Result<()> {
        let pairs = &self.low.interface.samplers_of;
        let meets = |(one, other): (&Symbol, &Symbol)| (*one == texture) != (*other == sampler);
        match pairs.iter().find(|pair| meets(*pair)) {
            Some((half, other)) => self.unsupported(format!(
                "`{}` sampled with `{}`, where `{}` and `{}` are one descriptor,",
                texture.0, sampler.0, half.0, other.0
            )),
            None => Ok(()),
        }
    }

    /// Learns whether a sampler compares, which GLSL leaves to its uses: naga has it in the type.
    fn sampler_compares(&mut self, sampler: Symbol, ty: &Type, compares: bool) -> Result<()> {
        let Type::Resource(Resource::Sampler { comparison }) = ty else { return Ok(()) };
        let facts = &self.low.facts;
        let (differs, found) = match (*comparison, compares) {
            (false, _) => (&facts.comparing, &mut self.low.found.comparing),
            (true, _) => (&facts.not_comparing, &mut self.low.found.not_comparing),
        };
        if *comparison != compares {
            found.insert(sampler);
        } else if differs.contains(&sampler) {
            return self.unsupported(format!("the sampler `{}` with and without a comparison", sampler.0));
        }
        Ok(())
    }

    /// How a sample chooses its level, and the arguments after those for the level. `depth`: the texture is a depth
    /// texture in naga.
    fn level<'e>(
        &mut self,
        method: Method,
        (kind, depth): (Kind, bool),
        rest: &'e [Expr],
    ) -> Result<(Look, &'e [Expr])> {
        use Method as M;
        let mut look = Look::at(SampleLevel::Zero);
        let rest = match (method, rest) {
            (M::Sample | M::SampleCmp, rest) if self.samples_level_zero() => {
                if method == M::Sample {
                    look.level = self.level_zero(depth);
                }
                rest
            }
            (M::Sample | M::SampleCmp, rest) => {
                if self.derivatives(self.method_name(method))? {
                    look.level = SampleLevel::Auto;
                } else {
                    look.more.kinds.implicit = true;
                }
                rest
            }
            (M::SampleBias | M::SampleCmpBias, [bias, rest @ ..]) => {
                let in_pixel_shader = self.derivatives(self.method_name(method))?;
                if in_pixel_shader && method == M::SampleBias && !depth && kind.dim != Dim::D1 {
                    look.level = SampleLevel::Bias(self.value(bias)?);
                } else {
                    let name = self.method_name(method);
                    self.needs_spirv(&match (method, depth) {
                        (M::SampleCmpBias, _) => name.to_owned(),
                        (_, true) => format!("{name} of a texture that is compared elsewhere"),
                        _ => "a bias of a one-dimensional texture".to_owned(),
                    })?;
                    look.more.kinds.bias = true;
                    let bias = self.float_value(bias)?;
                    look.more.values.push(bias);
                }
                rest
            }
            (M::SampleLevel, [level, rest @ ..]) => {
                match self.known_level(level) {
                    _ if !depth => look.level = SampleLevel::Exact(self.value(level)?),
                    Some(known) if known.fract() == 0.0 && known.abs() < 64.0 => {
                        look.level = SampleLevel::Exact(self.int(known as i32));
                    }
                    _ => self.own_level(
                        level,
                        "a fractional or computed level of a texture that is compared",
                        &mut look,
                    )?,
                }
                rest
            }
            (M::SampleCmpLevel, [level, rest @ ..]) => {
                if self.known_level(level) != Some(0.0) {
                    let what = format!("{} of any level but 0", self.method_name(method));
                    self.own_level(level, &what, &mut look)?;
                }
                rest
            }
            (M::SampleGrad, [x, y, rest @ ..]) if !depth => {
                look.level = SampleLevel::Gradient { x: self.value(x)?, y: self.value(y)? };
                rest
            }
            (M::SampleGrad | M::SampleCmpGrad, [x, y, rest @ ..]) => {
                self.needs_spirv(&format!("{} of a texture that is compared", self.method_name(method)))?;
                look.more.kinds.gradient = true;
                for gradient in [x, y] {
                    let (value, ty) = (self.value(gradient)?, self.ty(&gradient.ty));
                    look.more.values.push((value, ty));
                }
                rest
            }
            (M::SampleCmpLevelZero, rest) => rest,
            _ => return self.unsupported(self.method_name(method)),
        };
        let compares = matches!(
            method,
            M::SampleCmp | M::SampleCmpBias | M::SampleCmpGrad | M::SampleCmpLevel | M::SampleCmpLevelZero
        );
        if !look.more.kinds.is_empty() && !compares {
            look.level = self.level_zero(depth);
        }
        Ok((look, rest))
    }

    /// Level 0 of a sample without a comparison: `SampleLevel::Zero` is for comparisons only, because of it naga
    /// writes text for Direct3D that no compiler accepts.
    fn level_zero(&mut self, depth: bool) -> SampleLevel {
        SampleLevel::Exact(if depth { self.int(0) } else { self.float(0.0) })
    }

    /// Whether the stage has no derivatives, and a sample without a level reads level 0 there.
    fn samples_level_zero(&self) -> bool {
        self.low.interface.samples_level_zero && self.low.program.entry.stage != Stage::Pixel
    }

    /// Whether naga has derivatives in this stage. Otherwise they are an instruction that only SPIR-V has, or are not
    /// supported. `what`: the construct that needs them.
    pub fn derivatives(&mut self, what: &str) -> Result<bool> {
        match self.low.program.entry.stage {
            Stage::Pixel => Ok(true),
            Stage::Compute => {
                self.needs_spirv(&format!("{what}, which needs derivatives, in a compute shader"))?;
                let [x, y, z] = self.low.threads;
                let is_square = x.is_multiple_of(2) && y.is_multiple_of(2);
                let is_linear = (x * y * z).is_multiple_of(4);
                let is_of_quads = match self.low.quads {
                    Some(QuadLayout::Square) => is_square,
                    Some(QuadLayout::Linear) => is_linear,
                    None => is_square || is_linear,
                };
                if !is_of_quads {
                    let what = format!("{what}, which needs derivatives, in groups that do not consist of quads");
                    return self.unsupported(what);
                }
                Ok(false)
            }
            _ => self.unsupported(format!("{what}, which needs derivatives, outside of a pixel shader")),
        }
    }

    fn own_level(&mut self, level: &Expr, what: &str, look: &mut Look) -> Result<()> {
        self.needs_spirv(what)?;
        let level = self.float_value(level)?;
        look.more.kinds.level = true;
        look.more.values.push(level);
        Ok(())
    }

    fn float_value(&mut self, argument: &Expr) -> Result<(ValueHandle, Ty)> {
        let value = self.value(argument)?;
        let value = self.reshaped(value, &argument.ty, &Type::Scalar(Scalar::Float))?;
        Ok((value, self.low.number(naga::Scalar::F32, 1, 1)))
    }

    /// The offset of a sample or gather. Only the offset of a gather may be non-constant.
    fn offset(&mut self, look: &mut Look, offset: &Expr) -> Result<()> {
        if let Some(known) = self.constant_offset(offset)? {
            look.offset = Some(known);
            return Ok(());
        }
        if look.gather.is_none() {
            return self.unsupported("a texel offset that is not constant");
        }
        self.needs_spirv("a texel offset that is not constant")?;
        let (value, ty) = (self.value(offset)?, self.ty(&offset.ty));
        look.more.kinds.offset = true;
        look.more.values.push((value, ty));
        Ok(())
    }

    /// A gather with an offset for each component is four gathers, of which each gives one component, as in Direct3D.
    /// SPIR-V's `ConstOffsets` would read other texels.
    fn gather_each(
        &mut self,
        sampled: Sampled,
        look: &Look,
        offsets: &[&Expr],
        status: Option<&Expr>,
    ) -> Result<Option<ValueHandle>> {
        let mut components = Vec::with_capacity(offsets.len());
        for (offset, at) in offsets.iter().zip(0..) {
            let mut one = Look { reference: look.reference, gather: look.gather, ..Look::at(look.level) };
            self.offset(&mut one, offset)?;
            let Some(gathered) = self.look(sampled, one, status)? else { return Ok(None) };
            components.push(self.part(gathered, at));
        }
        let ty = self.sample_type(sampled.kind, false);
        Ok(Some(self.add(Expression::Compose { ty, components })))
    }

    /// naga's type of a sample or gather.
    fn sample_type(&mut self, kind: Kind, one: bool) -> Ty {
        let number = naga::Scalar { width: 4, kind: texel_kind(kind.element) };
        self.low.number(number, 1, if one { 1 } else { 4 })
    }

    /// `None` if the texture turns out to be a depth texture: the next round of lowering has the fact.
    fn look(&mut self, sampled: Sampled, look: Look, status: Option<&Expr>) -> Result<Option<ValueHandle>> {
        let Sampled { texture: (symbol, index), sampler: (sampler, part, sampler_index), kind, coordinates } = sampled;
        let depth = self.low.facts.compared.contains(&symbol);
        if look.reference.is_some() && !depth {
            return Ok(None);
        }
        if status.is_some() {
            self.needs_spirv("the status of a tiled resource")?;
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
        let value = self.add(Expression::ImageSample {
            image,
            sampler,
            gather: look.gather,
            coordinate,
            array_index,
            offset: look.offset,
            level: look.level,
            depth_ref: look.reference,
            clamp_to_edge: false,
        });
        let ty = self.sample_type(kind, depth && look.gather.is_none());
        let value = if look.more.kinds.is_empty() {
            value
        } else {
            let mut arguments = vec![(value, ty)];
            arguments.extend(look.more.values);
            self.spirv_instruction(Instruction::Sample(look.more.kinds), &arguments, ty)
        };
        if let Some(status) = status {
            self.store_residency((value, ty), status)?;
        }
        Ok(Some(value))
    }

    /// Puts the residency code of a sample or load in its `status` argument.
    pub fn store_residency(&mut self, read: (ValueHandle, Ty), status: &Expr) -> Result<()> {
        self.needs_spirv("the status of a tiled resource")?;
        let code = self.low.number(naga::Scalar::U32, 1, 1);
        let code = self.spirv_instruction(Instruction::ResidencyCode, &[read], code);
        self.store_out(status, code, &Type::Scalar(Scalar::Uint))
    }

    /// `CalculateLevelOfDetail` and `CalculateLevelOfDetailUnclamped`.
    pub fn level_of_detail(
        &mut self,
        method: Method,
        clamped: bool,
        (kind, object): (Kind, &Expr),
        arguments: &[Expr],
    ) -> Result<ValueHandle> {
        let [sampler, at] = arguments else { return self.internal("a level of detail without coordinates") };
        self.needs_spirv(self.method_name(method))?;
        self.derivatives(self.method_name(method))?;
        let compares = matches!(
            sampler.ty,
            Type::Resource(Resource::Sampler { comparison: true } | Resource::SampledTexture { comparison: true, .. })
        );
        let texture = self.resource(object)?;
        if scalar(kind.element.scalar).kind != ScalarKind::Float {
            return self.unsupported(format!("{} of a texture of integers", self.method_name(method)));
        }
        if compares {
            self.low.found.compared.insert(texture.0);
        }
        let depth = self.low.facts.compared.contains(&texture.0);
        let part = sampler_part(&sampler.ty);
        let (sampler, sampler_index) = self.resource(sampler)?;
        self.check_halves(texture.0, sampler)?;
        let (at, coordinate_type) = (self.value(at)?, self.ty(&at.ty));
        // The layer is needed because the sample only passes the texture and the sampler to the instruction.
        let coordinates = if kind.array {
            let mut lanes: Vec<ValueHandle> = match kind.lanes() {
                1 => vec![at],
                count => (0..u32::from(count)).map(|lane| self.part(at, lane)).collect(),
            };
            lanes.push(self.float(0.0));
            let ty = self.low.number(naga::Scalar::F32, 1, kind.lanes() + 1);
            self.add(Expression::Compose { ty, components: lanes })
        } else {
            at
        };
        let level = if compares { SampleLevel::Zero } else { self.level_zero(depth) };
        let reference = compares.then(|| self.float(0.0));
        let sampler = (sampler, part, sampler_index);
        let sampled = Sampled { texture, sampler, kind, coordinates };
        let Some(sample) = self.look(sampled, Look { reference, ..Look::at(level) }, None)? else {
            return Ok(self.float(0.0));
        };
        let sample_type = self.sample_type(kind, depth);
        let levels = self.low.number(naga::Scalar::F32, 1, 2);
        let arguments = [(sample, sample_type), (at, coordinate_type)];
        let levels = self.spirv_instruction(Instruction::ImageQueryLod, &arguments, levels);
        Ok(self.part(levels, u32::from(!clamped)))
    }

    fn known_level(&mut self, level: &Expr) -> Option<f64> {
        match self.low.evaluator.value(level)?.as_slice() {
            [one] => super::constant::as_float(*one).or(super::constant::as_integer(*one).map(|one| one as f64)),
            _ => None,
        }
    }

    /// The offset, which must be constant in naga; `None` if it is not constant.
    fn constant_offset(&mut self, offset: &Expr) -> Result<Option<ValueHandle>> {
        let Some(known) = self.low.evaluator.value(offset) else { return Ok(None) };
        let mut lanes = Vec::with_capacity(known.len());
        for lane in known {
            let Some(lane) = super::constant::as_integer(lane) else {
                return self.internal("an offset that has no integers");
            };
            lanes.push(self.int(lane as i32));
        }
        let ty = self.low.number(naga::Scalar::I32, 1, lanes.len() as u8);
        // A splat is not possible: naga requires one literal for each component.
        Ok(Some(match lanes.as_slice() {
            [one] => *one,
            _ => self.add(Expression::Compose { ty, components: lanes }),
        }))
    }

    /// A Direct3D 9 texture function, such as `tex2D(sampler, at)`.
    pub fn tex(
        &mut self,
        sampler: &Expr,
        coordinates: ValueHandle,
        level: SampleLevel,
        ty: &Type,
    ) -> Result<ValueHandle> {
        let Type::Resource(Resource::SampledTexture { dim, .. }) = sampler.ty else {
            return self
                .unsupported("tex*() of an object that is not a sampler1D, sampler2D, sampler3D or samplerCUBE");
        };
        let (symbol, index) = self.resource(sampler)?;
        let element = Element { scalar: Scalar::Float, count: 4 };
        let kind = Kind { dim, element, ..Kind::TEXTURE };
        let sampler = (symbol, ResourcePart::Sampler, index);
        let sampled = Sampled { texture: (symbol, index), sampler, kind, coordinates };
        let mut look = Look::at(level);
        if let (SampleLevel::Bias(bias), Dim::D1) = (level, dim) {
            self.needs_spirv("a bias of a one-dimensional texture")?;
            look.level = self.level_zero(false);
            look.more.kinds.bias = true;
            look.more.values.push((bias, self.low.number(naga::Scalar::F32, 1, 1)));
        }
        match self.look(sampled, look, None)? {
            Some(value) => self.texture_value(value, false, element, ty),
            None => self.internal("a sampler that compares"),
        }
    }
}

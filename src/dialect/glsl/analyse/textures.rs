//! Functions of textures: `texture`, `textureLod`, `texelFetch`, `textureGather` and the others.
//!
//! They become the program's methods of textures. A combined sampler is the texture and the sampler of such a method; the constructor
//! `sampler2D(t, s)` is a pair of both.

use std::sync::Arc;

use super::built_ins::expr;
use super::constructors::first_of;
use super::conversions::numeric;
use super::rules::Analyser;
use super::temporaries::Temporaries;
use crate::dialect::glsl::words::type_name;
use crate::ir::{BinaryOp, Convert, Dim, Element, Expr, ExprKind, Literal, Method, Resource, Scalar, TokenIndex, Type};
use crate::sema::types::literal;
use crate::sema::{Failed, Result, TypedValue};

/// The names of the functions.
#[rustfmt::skip]
pub const NAMES: &[&str] = &[
    "texelFetch", "texelFetchOffset", "texture", "textureGather", "textureGatherOffset", "textureGatherOffsets",
    "textureGrad", "textureGradOffset", "textureLod", "textureLodOffset", "textureOffset", "textureProj",
    "textureProjGrad", "textureProjGradOffset", "textureProjLod", "textureProjLodOffset", "textureProjOffset",
    "textureQueryLevels", "textureQueryLod", "textureSamples", "textureSize",
];

/// The offsets that every device of Vulkan has: `gl_MinProgramTexelOffset` to `gl_MaxProgramTexelOffset`.
const OFFSETS: std::ops::RangeInclusive<i128> = -8..=7;

/// How a sample chooses its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Implicit,
    Explicit,
    Gradient,
}

/// What a function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Sample { projected: bool, level: Level, offset: bool },
    Fetch { offset: bool },
    Gather { offset: bool },
    GatherOffsets,
    Size,
    QueryLod,
    QueryLevels,
    Samples,
}

fn form(name: &str) -> Option<Form> {
    Some(match name {
        "texelFetch" => Form::Fetch { offset: false },
        "texelFetchOffset" => Form::Fetch { offset: true },
        "textureGather" => Form::Gather { offset: false },
        "textureGatherOffset" => Form::Gather { offset: true },
        "textureGatherOffsets" => Form::GatherOffsets,
        "textureSize" => Form::Size,
        "textureQueryLod" | "textureQueryLOD" => Form::QueryLod,
        "textureQueryLevels" => Form::QueryLevels,
        "textureSamples" => Form::Samples,
        _ => {
            let rest = legacy(name).or_else(|| name.strip_prefix("texture"))?;
            let (rest, offset) = rest.strip_suffix("Offset").map_or((rest, false), |rest| (rest, true));
            let (rest, level) = match rest.strip_suffix("Lod") {
                Some(rest) => (rest, Level::Explicit),
                None => match rest.strip_suffix("Grad") {
                    Some(rest) => (rest, Level::Gradient),
                    None => (rest, Level::Implicit),
                },
            };
            let projected = rest == "Proj";
            if !rest.is_empty() && !projected {
                return None;
            }
            Form::Sample { projected, level, offset }
        }
    })
}

/// What follows the dimension in the names of GLSL 1.20: `texture2DLod`.
fn legacy(name: &str) -> Option<&str> {
    let rest = name.strip_prefix("texture").or_else(|| name.strip_prefix("shadow"))?;
    ["1D", "2D", "3D", "Cube"].into_iter().find_map(|dim| rest.strip_prefix(dim))
}

/// The kind of a texture.
#[derive(Clone, Copy, Debug)]
struct Kind {
    dim: Dim,
    array: bool,
    multisampled: bool,
    comparison: bool,
    buffer: bool,
    element: Element,
}

impl Kind {
    fn of(ty: &Type) -> Option<Kind> {
        let Type::Resource(resource) = ty else { return None };
        Some(match resource {
            Resource::SampledTexture { dim, array, multisampled, comparison, element } => Kind {
                dim: *dim,
                array: *array,
                multisampled: *multisampled,
                comparison: *comparison,
                buffer: false,
                element: *element,
            },
            Resource::Texture { dim, array, multisampled, element, .. } => Kind {
                dim: *dim,
                array: *array,
                multisampled: *multisampled,
                comparison: false,
                buffer: false,
                element: *element,
            },
            Resource::TypedBuffer { element, .. } => Kind {
                dim: Dim::D1,
                array: false,
                multisampled: false,
                comparison: false,
                buffer: true,
                element: *element,
            },
            _ => return None,
        })
    }

    const fn lanes(self) -> u8 {
        match self.dim {
            Dim::D1 => 1,
            Dim::D2 => 2,
            Dim::D3 | Dim::Cube => 3,
        }
    }

    /// Components of a coordinate with the layer.
    const fn coordinates(self) -> u8 {
        self.lanes() + self.array as u8
    }

    /// Components of a size with the layers.
    const fn extents(self) -> u8 {
        let own = if let Dim::Cube = self.dim { 2 } else { self.lanes() };
        own + self.array as u8
    }

    fn texel(self) -> Type {
        Type::Vector(self.element.scalar, 4)
    }
}

/// The texture of a call, and its sampler if it has one.
struct Sampled {
    texture: Expr,
    sampler: Option<Expr>,
    kind: Kind,
}

const FLOAT: Type = Type::Scalar(Scalar::Float);

fn vector(scalar: Scalar, count: u8) -> Type {
    if count == 1 { Type::Scalar(scalar) } else { Type::Vector(scalar, count) }
}

/// The arguments behind the texture, taken one by one.
struct Arguments<'a> {
    name: &'a str,
    all: &'a [TypedValue],
    next: usize,
    at: TokenIndex,
}

impl Analyser<'_, '_> {
    /// The call of a texture function; `None` if it is none.
    pub fn texture_call(
        &mut self,
        name: &'static str,
        arguments: &[TypedValue],
        at: TokenIndex,
    ) -> Option<Result<TypedValue>> {
        if name.ends_with("ARB") && name.starts_with("texture") || name.starts_with("sparseTex") {
            self.unsupported(at.0, format!("`{name}`"));
            return Some(Err(Failed));
        }
        let form = form(name)?;
        Some(
            self.with_ordered(arguments, |analyser, all| {
                analyser.of_texture(form, Arguments { name, all, next: 1, at })
            }),
        )
    }

    fn of_texture(&mut self, form: Form, mut arguments: Arguments<'_>) -> Result<TypedValue> {
        let Some(first) = arguments.all.first() else { return self.wrong(&arguments) };
        let Some(kind) = Kind::of(&first.expr.ty) else { return self.wrong(&arguments) };
        let first = first.clone();
        let (texture, sampler) = match *first.expr.kind {
            ExprKind::Aggregate(ref pair) if pair.len() == 2 => (pair[0].clone(), Some(pair[1].clone())),
            _ if matches!(first.expr.ty, Type::Resource(Resource::SampledTexture { .. })) => {
                (first.expr.clone(), Some(first.expr))
            }
            _ => (first.expr, None),
        };
        let sampled = Sampled { texture, sampler, kind };
        match form {
            Form::Sample { projected, level, offset } => {
                self.sample((projected, level, offset), sampled, &mut arguments)
            }
            Form::Fetch { offset } => self.fetch(offset, sampled, &mut arguments),
            Form::Gather { offset } => self.gather(offset, sampled, &mut arguments),
            Form::GatherOffsets => self.gather_offsets(sampled, &mut arguments),
            Form::Size => self.size(sampled, &mut arguments),
            Form::QueryLod => self.query_lod(sampled, &mut arguments),
            Form::QueryLevels => {
                let count = self.levels(&sampled, &mut arguments, false)?;
                Ok(TypedValue::of(count))
            }
            Form::Samples => {
                let count = self.levels(&sampled, &mut arguments, true)?;
                Ok(TypedValue::of(count))
            }
        }
    }

    fn wrong<T>(&mut self, arguments: &Arguments<'_>) -> Result<T> {
        self.no_signature(arguments.name, arguments.all, &[], arguments.at)
    }

    /// The next argument, converted to a type.
    fn next(&mut self, arguments: &mut Arguments<'_>, ty: &Type) -> Result<Expr> {
        let Some(argument) = arguments.all.get(arguments.next) else { return self.wrong(arguments) };
        if self.score(&argument.expr.ty, ty).is_none() {
            let (at, found, wanted) = (arguments.next + 1, type_name(&argument.expr.ty), type_name(ty));
            let why = format!("takes `{wanted}` as argument {at}, `{found}` is given");
            return self.no_signature(arguments.name, arguments.all, &[why], arguments.at);
        }
        arguments.next += 1;
        Ok(self.converted(argument.clone(), ty))
    }

    fn is_complete(&mut self, arguments: &Arguments<'_>) -> Result<()> {
        if arguments.next == arguments.all.len() { Ok(()) } else { self.wrong(arguments) }
    }

    fn sampler_of(&mut self, sampled: &Sampled, arguments: &Arguments<'_>) -> Result<Expr> {
        match &sampled.sampler {
            Some(sampler) if !sampled.kind.multisampled => Ok(sampler.clone()),
            _ => self.wrong(arguments),
        }
    }

    fn sample(
        &mut self,
        (projected, level, offset): (bool, Level, bool),
        sampled: Sampled,
        arguments: &mut Arguments<'_>,
    ) -> Result<TypedValue> {
        let (at, kind) = (arguments.at, sampled.kind);
        let sampler = self.sampler_of(&sampled, arguments)?;
        let mut temporaries = Temporaries::default();
        let (coordinates, reference) = match projected {
            true => self.projected(kind, arguments, &mut temporaries)?,
            false => self.coordinates(kind, arguments, &mut temporaries)?,
        };
        let of_level: Vec<Expr> = match level {
            Level::Implicit => Vec::new(),
            Level::Explicit => vec![self.next(arguments, &FLOAT)?],
            Level::Gradient => {
                let ty = vector(Scalar::Float, kind.lanes());
                vec![self.next(arguments, &ty)?, self.next(arguments, &ty)?]
            }
        };
        let offset = match offset {
            true => Some(self.constant_offset(kind, arguments)?),
            false => None,
        };
        let bias = match level {
            Level::Implicit if arguments.next < arguments.all.len() => Some(self.next(arguments, &FLOAT)?),
            _ => None,
        };
        self.is_complete(arguments)?;
        let method = match (kind.comparison, level, &bias) {
            (false, Level::Implicit, None) => Method::Sample,
            (false, Level::Implicit, Some(_)) => Method::SampleBias,
            (false, Level::Explicit, _) => Method::SampleLevel,
            (false, Level::Gradient, _) => Method::SampleGrad,
            (true, Level::Implicit, None) => Method::SampleCmp,
            (true, Level::Implicit, Some(_)) => Method::SampleCmpBias,
            (true, Level::Explicit, _) => Method::SampleCmpLevel,
            (true, Level::Gradient, _) => Method::SampleCmpGrad,
        };
        let all = [sampler, coordinates].into_iter().chain(reference).chain(of_level).chain(bias).chain(offset);
        let ty = if kind.comparison { FLOAT } else { kind.texel() };
        let made = expr(ExprKind::Method(method, sampled.texture, all.collect()), ty, at);
        Ok(TypedValue::of(temporaries.before(made)))
    }

    /// The coordinates of a sample, and what its samples are compared with.
    fn coordinates(
        &mut self,
        kind: Kind,
        arguments: &mut Arguments<'_>,
        temporaries: &mut Temporaries,
    ) -> Result<(Expr, Option<Expr>)> {
        let count = kind.coordinates();
        if !kind.comparison {
            return Ok((self.next(arguments, &vector(Scalar::Float, count))?, None));
        }
        // All components of a cube's layer are in use, so the reference is an argument of its own.
        if count == 4 {
            let coordinates = self.next(arguments, &vector(Scalar::Float, 4))?;
            let reference = self.next(arguments, &FLOAT)?;
            return Ok((coordinates, Some(reference)));
        }
        // The second component of a one-dimensional one is not used.
        let place = if kind.dim == Dim::D1 && !kind.array { 2 } else { count };
        let whole = self.next(arguments, &vector(Scalar::Float, place + 1))?;
        let whole = self.held(whole, temporaries)?;
        let at = whole.at;
        let reference = expr(ExprKind::Swizzle(whole.clone(), vec![place]), FLOAT, at);
        Ok((first_of(whole, count), Some(reference)))
    }

    /// The same divided by the last component.
    fn projected(
        &mut self,
        kind: Kind,
        arguments: &mut Arguments<'_>,
        temporaries: &mut Temporaries,
    ) -> Result<(Expr, Option<Expr>)> {
        let lanes = kind.lanes();
        if kind.array || kind.dim == Dim::Cube {
            return self.wrong(arguments);
        }
        let given = arguments.all.get(arguments.next).map(|argument| argument.expr.ty.clone());
        let shorter = vector(Scalar::Float, lanes + 1);
        let is_short = !kind.comparison && given.is_some_and(|ty| self.score(&ty, &shorter).is_some());
        let ty = if is_short { shorter } else { vector(Scalar::Float, 4) };
        let whole = self.next(arguments, &ty)?;
        let whole = self.held(whole, temporaries)?;
        let at = whole.at;
        let component = |lane: u8| expr(ExprKind::Swizzle(whole.clone(), vec![lane]), FLOAT, at);
        let divisor = component(if is_short { lanes } else { 3 });
        let own = first_of(whole.clone(), lanes);
        let by = match lanes {
            1 => divisor.clone(),
            _ => expr(ExprKind::Convert(Convert::Splat, divisor.clone()), vector(Scalar::Float, lanes), at),
        };
        let coordinates = expr(ExprKind::Binary(BinaryOp::Divide, own, by), vector(Scalar::Float, lanes), at);
        let reference =
            kind.comparison.then(|| expr(ExprKind::Binary(BinaryOp::Divide, component(2), divisor), FLOAT, at));
        Ok((coordinates, reference))
    }

    /// An offset in texels.
    fn offset(&mut self, kind: Kind, arguments: &mut Arguments<'_>) -> Result<Expr> {
        if kind.dim == Dim::Cube {
            return self.wrong(arguments);
        }
        self.next(arguments, &vector(Scalar::Int, kind.lanes()))
    }

    /// The offset of a sample or fetch, which is a constant in the range that every device has.
    fn constant_offset(&mut self, kind: Kind, arguments: &mut Arguments<'_>) -> Result<Expr> {
        let offset = self.offset(kind, arguments)?;
        let known = self.evaluate(&offset).map_or_else(Vec::new, |known| known.values);
        let is_far = |value: &&Literal| !matches!(value, Literal::Int(value) if OFFSETS.contains(value));
        if let Some(Literal::Int(far)) = known.iter().find(is_far) {
            let text =
                format!("an offset of {far} texels is not possible: it is {} to {}", OFFSETS.start(), OFFSETS.end());
            self.error("number-range", offset.at.0, text);
            return Err(Failed);
        }
        Ok(offset)
    }

    fn fetch(&mut self, offset: bool, sampled: Sampled, arguments: &mut Arguments<'_>) -> Result<TypedValue> {
        let (at, kind) = (arguments.at, sampled.kind);
        if kind.dim == Dim::Cube || kind.comparison {
            return self.wrong(arguments);
        }
        let coordinates = self.next(arguments, &vector(Scalar::Int, kind.coordinates()))?;
        let mut all = if kind.buffer {
            vec![coordinates]
        } else {
            let level = self.next(arguments, &Type::Scalar(Scalar::Int))?;
            if kind.multisampled {
                vec![coordinates, level]
            } else {
                let ty = vector(Scalar::Int, kind.coordinates() + 1);
                vec![expr(ExprKind::Construct(vec![coordinates, level]), ty, at)]
            }
        };
        if offset {
            all.push(self.constant_offset(kind, arguments)?);
        }
        self.is_complete(arguments)?;
        Ok(TypedValue::new(ExprKind::Method(Method::Load, sampled.texture, all), kind.texel(), at))
    }

    fn gather(&mut self, offset: bool, sampled: Sampled, arguments: &mut Arguments<'_>) -> Result<TypedValue> {
        let kind = sampled.kind;
        let sampler = self.sampler_of(&sampled, arguments)?;
        if !matches!(kind.dim, Dim::D2 | Dim::Cube) {
            return self.wrong(arguments);
        }
        let mut all = vec![sampler, self.next(arguments, &vector(Scalar::Float, kind.coordinates()))?];
        if kind.comparison {
            all.push(self.next(arguments, &FLOAT)?);
        }
        if offset {
            all.push(self.offset(kind, arguments)?);
        }
        self.gathered(sampled, all, arguments)
    }

    /// `textureGatherOffsets(t, at, offsets)`: an offset for each of the four texels.
    fn gather_offsets(&mut self, sampled: Sampled, arguments: &mut Arguments<'_>) -> Result<TypedValue> {
        let kind = sampled.kind;
        let sampler = self.sampler_of(&sampled, arguments)?;
        if kind.dim != Dim::D2 {
            return self.wrong(arguments);
        }
        let mut all = vec![sampler, self.next(arguments, &vector(Scalar::Float, kind.coordinates()))?];
        if kind.comparison {
            all.push(self.next(arguments, &FLOAT)?);
        }
        let pair = vector(Scalar::Int, 2);
        let offsets = self.next(arguments, &Type::Array(Arc::new(pair.clone()), Some(4)))?;
        if self.evaluate(&offsets).is_none() {
            self.not_constant(&offsets, "the offsets of a gather must be constant");
            return Err(Failed);
        }
        let mut temporaries = Temporaries::default();
        for argument in all.iter_mut().skip(1) {
            *argument = self.held(argument.clone(), &mut temporaries)?;
        }
        let (at, method) = (arguments.at, self.gather_method(kind, arguments)?);
        let scalar = Type::Scalar(kind.element.scalar);
        // Of each footprint the texel with the lowest coordinates, which a gather gives last.
        let texel = |number: i128| {
            let index = literal(Scalar::Int, Literal::Int(number), at);
            let offset = expr(ExprKind::Index(offsets.clone(), index), pair.clone(), at);
            let all = all.iter().cloned().chain([offset]).collect();
            let four = expr(ExprKind::Method(method, sampled.texture.clone(), all), kind.texel(), at);
            expr(ExprKind::Swizzle(four, vec![3]), scalar.clone(), at)
        };
        let made = expr(ExprKind::Construct((0..4).map(texel).collect()), kind.texel(), at);
        Ok(TypedValue::of(temporaries.before(made)))
    }

    /// A gather with these arguments; the component may follow.
    fn gathered(&mut self, sampled: Sampled, all: Vec<Expr>, arguments: &mut Arguments<'_>) -> Result<TypedValue> {
        let method = self.gather_method(sampled.kind, arguments)?;
        let ty = sampled.kind.texel();
        Ok(TypedValue::new(ExprKind::Method(method, sampled.texture, all), ty, arguments.at))
    }

    /// The gather of the component that the last argument may name.
    fn gather_method(&mut self, kind: Kind, arguments: &mut Arguments<'_>) -> Result<Method> {
        let mut component = 0;
        if !kind.comparison && arguments.next < arguments.all.len() {
            let value = self.next(arguments, &Type::Scalar(Scalar::Int))?;
            component = match self.evaluate_int(&value) {
                Some(known) if (0..4).contains(&known) => known,
                _ => {
                    self.error("not-constant", value.at.0, "the component of a gather must be a constant from 0 to 3");
                    return Err(Failed);
                }
            };
        }
        self.is_complete(arguments)?;
        Ok(match (kind.comparison, component) {
            (true, _) => Method::GatherCmp,
            (_, 0) => Method::GatherRed,
            (_, 1) => Method::GatherGreen,
            (_, 2) => Method::GatherBlue,
            _ => Method::GatherAlpha,
        })
    }

    /// `textureSize(t, level)`, of a texture with levels.
    fn size(&mut self, sampled: Sampled, arguments: &mut Arguments<'_>) -> Result<TypedValue> {
        let kind = sampled.kind;
        let level = match kind.multisampled || kind.buffer {
            true => None,
            false => Some(self.next(arguments, &Type::Scalar(Scalar::Int))?),
        };
        self.is_complete(arguments)?;
        // Behind the extents, the number of levels or samples.
        let more = u8::from(!kind.buffer);
        self.dimensions(sampled.texture, level, kind.extents(), more, arguments.at)
    }

    /// The extents of a texture or image as an `int` or `ivec`. `more`: how many numbers follow the extents.
    pub fn dimensions(
        &mut self,
        texture: Expr,
        level: Option<Expr>,
        extents: u8,
        more: u8,
        at: TokenIndex,
    ) -> Result<TypedValue> {
        let uint = Type::Scalar(Scalar::Uint);
        let mut all: Vec<Expr> = level.into_iter().map(|level| numeric(level, &uint)).collect();
        let mut places = Vec::new();
        for _ in 0..extents + more {
            let place = self.temporary(&uint, at)?;
            places.push(place.clone());
            all.push(place);
        }
        let query = expr(ExprKind::Method(Method::GetDimensions, texture, all), Type::Void, at);
        let int = Type::Scalar(Scalar::Int);
        let mut values: Vec<Expr> =
            places.into_iter().take(usize::from(extents)).map(|place| numeric(place, &int)).collect();
        let ty = vector(Scalar::Int, extents);
        let value = match (values.pop(), values.is_empty()) {
            (Some(only), true) => only,
            (last, _) => {
                values.extend(last);
                expr(ExprKind::Construct(values), ty.clone(), at)
            }
        };
        Ok(TypedValue::new(ExprKind::Comma(query, value), ty, at))
    }

    /// The number of levels, or of samples.
    fn levels(&mut self, sampled: &Sampled, arguments: &mut Arguments<'_>, samples: bool) -> Result<Expr> {
        let (at, kind) = (arguments.at, sampled.kind);
        self.is_complete(arguments)?;
        if kind.buffer || kind.multisampled != samples {
            return self.wrong(arguments);
        }
        let (uint, int) = (Type::Scalar(Scalar::Uint), Type::Scalar(Scalar::Int));
        let mut all = Vec::new();
        if !samples {
            all.push(literal(Scalar::Uint, Literal::Int(0), at));
        }
        let mut last = literal(Scalar::Uint, Literal::Int(0), at);
        for _ in 0..=kind.extents() {
            last = self.temporary(&uint, at)?;
            all.push(last.clone());
        }
        let query = expr(ExprKind::Method(Method::GetDimensions, sampled.texture.clone(), all), Type::Void, at);
        Ok(expr(ExprKind::Comma(query, numeric(last, &int)), int, at))
    }

    /// The level that a sample would read, and the one without the texture's limits.
    fn query_lod(&mut self, sampled: Sampled, arguments: &mut Arguments<'_>) -> Result<TypedValue> {
        let at = arguments.at;
        let sampler = self.sampler_of(&sampled, arguments)?;
        let coordinates = self.next(arguments, &vector(Scalar::Float, sampled.kind.lanes()))?;
        self.is_complete(arguments)?;
        let mut temporaries = Temporaries::default();
        let coordinates = self.held(coordinates, &mut temporaries)?;
        let query = |method: Method| {
            let all = vec![sampler.clone(), coordinates.clone()];
            expr(ExprKind::Method(method, sampled.texture.clone(), all), FLOAT, at)
        };
        let both = vec![query(Method::CalculateLevelOfDetail), query(Method::CalculateLevelOfDetailUnclamped)];
        let made = expr(ExprKind::Construct(both), Type::Vector(Scalar::Float, 2), at);
        Ok(TypedValue::of(temporaries.before(made)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_forms() {
        assert!(NAMES.is_sorted() && NAMES.iter().all(|name| form(name).is_some()));
        let projected = Form::Sample { projected: true, level: Level::Explicit, offset: true };
        assert_eq!(form("textureProjLodOffset"), Some(projected));
        assert_eq!(form("texture2DLod"), form("textureLod"));
        assert_eq!((form("textureBlend"), form("texture4D"), form("texel")), (None, None, None));
    }
}

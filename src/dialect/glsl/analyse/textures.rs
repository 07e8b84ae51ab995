//! Functions of textures: `texture`, `textureLod`, `texelFetch`, `textureGather` and the others.
//!
//! They become the program's methods of textures. A combined sampler is the texture and the sampler of such a method; the constructor
//! `sampler2D(t, s)` is a pair of both.

use super::built_ins::expr;
use super::constructors::first_of;
use super::rules::Analyser;
use super::temporaries::Temporaries;
use crate::dialect::glsl::extensions::SAMPLERLESS;
use crate::dialect::glsl::words::type_name;
use crate::ir::{BinaryOp, Convert, Dim, Element, Expr, ExprKind, Literal, Method, Resource, Scalar, TokenIndex, Type};
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
pub(super) struct Kind {
    pub dim: Dim,
    pub array: bool,
    pub multisampled: bool,
    pub comparison: bool,
    pub buffer: bool,
    pub element: Element,
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

    pub const fn lanes(self) -> u8 {
        match self.dim {
            Dim::D1 => 1,
            Dim::D2 => 2,
            Dim::D3 | Dim::Cube => 3,
        }
    }

    /// Components of a coordinate with the layer.
    pub const fn coordinates(self) -> u8 {
        self.lanes() + self.array as u8
    }

    /// Components of a size with the layers.
    pub const fn extents(self) -> u8 {
        let own = if let Dim::Cube = self.dim { 2 } else { self.lanes() };
        own + self.array as u8
    }

    pub fn texel(self) -> Type {
        Type::Vector(self.element.scalar, 4)
    }
}

/// The texture of a call, and its sampler if it has one.
pub(super) struct Sampled {
    pub texture: Expr,
    pub sampler: Option<Expr>,
    pub kind: Kind,
}

pub(super) const FLOAT: Type = Type::Scalar(Scalar::Float);

pub(super) fn vector(scalar: Scalar, count: u8) -> Type {
    if count == 1 { Type::Scalar(scalar) } else { Type::Vector(scalar, count) }
}

/// The arguments behind the texture, taken one by one.
pub(super) struct Arguments<'a> {
    pub name: &'a str,
    pub all: &'a [TypedValue],
    pub next: usize,
    pub at: TokenIndex,
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
        let is_alone = matches!(first.expr.ty, Type::Resource(Resource::Texture { .. }));
        if is_alone && matches!(form, Form::Fetch { .. } | Form::Size | Form::QueryLevels | Form::Samples) {
            self.needs_one_of(SAMPLERLESS, arguments.name, arguments.at.0)?;
        }
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

    pub(super) fn wrong<T>(&mut self, arguments: &Arguments<'_>) -> Result<T> {
        self.no_signature(arguments.name, arguments.all, &[], arguments.at)
    }

    /// The next argument, converted to a type.
    pub(super) fn next(&mut self, arguments: &mut Arguments<'_>, ty: &Type) -> Result<Expr> {
        let Some(argument) = arguments.all.get(arguments.next) else { return self.wrong(arguments) };
        if self.score(&argument.expr.ty, ty).is_none() {
            let (at, found, wanted) = (arguments.next + 1, type_name(&argument.expr.ty), type_name(ty));
            let why = format!("takes `{wanted}` as argument {at}, `{found}` is given");
            return self.no_signature(arguments.name, arguments.all, &[why], arguments.at);
        }
        arguments.next += 1;
        Ok(self.converted(argument.clone(), ty))
    }

    pub(super) fn is_complete(&mut self, arguments: &Arguments<'_>) -> Result<()> {
        if arguments.next == arguments.all.len() { Ok(()) } else { self.wrong(arguments) }
    }

    pub(super) fn sampler_of(&mut self, sampled: &Sampled, arguments: &Arguments<'_>) -> Result<Expr> {
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
    pub(super) fn offset(&mut self, kind: Kind, arguments: &mut Arguments<'_>) -> Result<Expr> {
        if kind.dim == Dim::Cube {
            return self.wrong(arguments);
        }
        self.next(arguments, &vector(Scalar::Int, kind.lanes()))
    }

    /// The offset of a sample or fetch, which is a constant in the range that every device has.
    pub(super) fn constant_offset(&mut self, kind: Kind, arguments: &mut Arguments<'_>) -> Result<Expr> {
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

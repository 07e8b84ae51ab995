//! `textureSize`, `textureQueryLevels`, `textureSamples` and `textureQueryLod`.

use super::built_ins::expr;
use super::conversions::numeric;
use super::rules::Analyser;
use super::temporaries::Temporaries;
use super::textures::{Arguments, FLOAT, Sampled, vector};
use crate::ir::{Expr, ExprKind, Literal, Method, Scalar, TokenIndex, Type};
use crate::sema::types::literal;
use crate::sema::{Result, TypedValue};

impl Analyser<'_, '_> {
    /// `textureSize(t, level)`, of a texture with levels.
    pub(super) fn size(&mut self, sampled: Sampled, arguments: &mut Arguments<'_>) -> Result<TypedValue> {
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
    pub(super) fn levels(&mut self, sampled: &Sampled, arguments: &mut Arguments<'_>, samples: bool) -> Result<Expr> {
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
    pub(super) fn query_lod(&mut self, sampled: Sampled, arguments: &mut Arguments<'_>) -> Result<TypedValue> {
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

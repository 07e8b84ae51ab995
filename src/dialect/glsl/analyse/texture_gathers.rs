//! `textureGather`, `textureGatherOffset` and `textureGatherOffsets`.

use std::sync::Arc;

use super::built_ins::expr;
use super::rules::Analyser;
use super::temporaries::Temporaries;
use super::textures::{Arguments, FLOAT, Kind, Sampled, vector};
use crate::ir::{Dim, Expr, ExprKind, Literal, Method, Scalar, Type};
use crate::sema::types::literal;
use crate::sema::{Failed, Result, TypedValue};

impl Analyser<'_, '_> {
    pub(super) fn gather(
        &mut self,
        offset: bool,
        sampled: Sampled,
        arguments: &mut Arguments<'_>,
    ) -> Result<TypedValue> {
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
    pub(super) fn gather_offsets(&mut self, sampled: Sampled, arguments: &mut Arguments<'_>) -> Result<TypedValue> {
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
}

//! Direct3D 9's texture functions: `tex2D(s, t)`, `tex2Dlod(s, float4(u, v, 0, level))`, `tex2Dproj(s, t)` and the
//! rest.

use naga::{BinaryOperator, SampleLevel};

use super::function::{FunctionBuilder, ValueHandle};
use super::shape::shape;
use crate::ir::operations::Sampling;
use crate::ir::{Dim, Expr, Intrinsic as I, Result, Type};
use crate::model::Stage;

impl FunctionBuilder<'_, '_> {
    pub fn texture_intrinsic(
        &mut self,
        intrinsic: I,
        (dim, form): (Dim, Sampling),
        arguments: &[Expr],
        ty: &Type,
    ) -> Result<ValueHandle> {
        let [sampler, at, rest @ ..] = arguments else {
            return self.internal(format!("{intrinsic:?} with these arguments"));
        };
        let lanes: u8 = match dim {
            Dim::D1 => 1,
            Dim::D2 => 2,
            Dim::D3 | Dim::Cube => 3,
        };
        // tex2D(s, t, ddx, ddy) is tex2Dgrad.
        let form = if matches!(form, Sampling::Plain) && rest.len() == 2 { Sampling::Gradient } else { form };
        let implicit = matches!(form, Sampling::Plain | Sampling::Bias | Sampling::Projected);
        if implicit && self.low.program.entry.stage != Stage::Pixel {
            let what = format!("{}, which needs derivatives, outside of a pixel shader", self.name_of(intrinsic));
            return self.unsupported(what);
        }
        let value = self.value(at)?;
        let given = shape(&at.ty).grid().map_or(0, |(_, _, columns)| columns);
        let own: Vec<u8> = (0..lanes).collect();
        let mut coordinates = if given > lanes { self.swizzle(value, &own) } else { value };
        let level = match form {
            Sampling::Plain => SampleLevel::Auto,
            Sampling::Bias => SampleLevel::Bias(self.part(value, 3)),
            Sampling::Level => SampleLevel::Exact(self.part(value, 3)),
            Sampling::Gradient => {
                let [x, y] = rest else { return self.internal("a gradient that does not have two directions") };
                SampleLevel::Gradient { x: self.value(x)?, y: self.value(y)? }
            }
            Sampling::Projected => {
                let w = self.part(value, 3);
                let w = self.splat(w, lanes);
                coordinates = self.binary(BinaryOperator::Divide, coordinates, w);
                SampleLevel::Auto
            }
        };
        self.tex(sampler, coordinates, level, ty)
    }
}

//! Direct3D 9's texture functions: `tex2D(s, t)`, `tex2Dlod(s, float4(u, v, 0, level))`, `tex2Dproj(s, t)` and the rest.

use naga::{BinaryOperator, SampleLevel};

use super::function::{FunctionBuilder, ValueHandle};
use super::intrinsic::spelled;
use super::problem::Result;
use super::shape::shape;
use crate::ir::{Expr, Intrinsic as I, Type};
use crate::model::Stage;

enum SampleForm {
    Plain,
    Bias,
    Level,
    Gradient,
    Projected,
}

const fn form(intrinsic: I) -> Option<(u8, SampleForm)> {
    Some(match intrinsic {
        I::Tex1D => (1, SampleForm::Plain),
        I::Tex1Dbias => (1, SampleForm::Bias),
        I::Tex1Dgrad => (1, SampleForm::Gradient),
        I::Tex1Dlod => (1, SampleForm::Level),
        I::Tex1Dproj => (1, SampleForm::Projected),
        I::Tex2D => (2, SampleForm::Plain),
        I::Tex2Dbias => (2, SampleForm::Bias),
        I::Tex2Dgrad => (2, SampleForm::Gradient),
        I::Tex2Dlod => (2, SampleForm::Level),
        I::Tex2Dproj => (2, SampleForm::Projected),
        I::Tex3D => (3, SampleForm::Plain),
        I::Tex3Dbias => (3, SampleForm::Bias),
        I::Tex3Dgrad => (3, SampleForm::Gradient),
        I::Tex3Dlod => (3, SampleForm::Level),
        I::Tex3Dproj => (3, SampleForm::Projected),
        I::TexCUBE => (3, SampleForm::Plain),
        I::TexCUBEbias => (3, SampleForm::Bias),
        I::TexCUBEgrad => (3, SampleForm::Gradient),
        I::TexCUBElod => (3, SampleForm::Level),
        I::TexCUBEproj => (3, SampleForm::Projected),
        _ => return None,
    })
}

impl FunctionBuilder<'_, '_> {
    pub fn texture_intrinsic(&mut self, intrinsic: I, arguments: &[Expr], ty: &Type) -> Result<ValueHandle> {
        let (Some((lanes, form)), [sampler, at, rest @ ..]) = (form(intrinsic), arguments) else {
            return self.internal(format!("{intrinsic:?} with these arguments"));
        };
        // tex2D(s, t, ddx, ddy) is tex2Dgrad.
        let form = if matches!(form, SampleForm::Plain) && rest.len() == 2 { SampleForm::Gradient } else { form };
        let implicit = matches!(form, SampleForm::Plain | SampleForm::Bias | SampleForm::Projected);
        if implicit && self.low.program.entry.stage != Stage::Pixel {
            let what = format!("{}, which needs derivatives, outside of a pixel shader", spelled(intrinsic));
            return self.unsupported(what);
        }
        let value = self.value(at)?;
        let given = shape(&at.ty).grid().map_or(0, |(_, _, columns)| columns);
        let own: Vec<u8> = (0..lanes).collect();
        let mut coordinates = if given > lanes { self.swizzle(value, &own) } else { value };
        let level = match form {
            SampleForm::Plain => SampleLevel::Auto,
            SampleForm::Bias if lanes == 1 => return self.unsupported("tex1Dbias"),
            SampleForm::Bias => SampleLevel::Bias(self.part(value, 3)),
            SampleForm::Level => SampleLevel::Exact(self.part(value, 3)),
            SampleForm::Gradient => {
                let [x, y] = rest else { return self.internal("a gradient with other than two sides") };
                SampleLevel::Gradient { x: self.value(x)?, y: self.value(y)? }
            }
            SampleForm::Projected => {
                let w = self.part(value, 3);
                let w = self.splat(w, lanes);
                coordinates = self.binary(BinaryOperator::Divide, coordinates, w);
                SampleLevel::Auto
            }
        };
        self.tex(sampler, coordinates, level, ty)
    }
}

//! Direct3D 9's texture functions: `tex2D(s, t)`, `tex2Dlod(s, float4(u, v, 0, level))`, `tex2Dproj(s, t)` and the rest.

use naga::{BinaryOperator, SampleLevel};

use super::function::{Fun, Value};
use super::intrinsic::spelled;
use super::problem::Result;
use super::shape::shape;
use crate::ir::{Expr, Intrinsic as I, Type};
use crate::model::Stage;

enum Form {
    Plain,
    Bias,
    Level,
    Gradient,
    Projected,
}

const fn form(intrinsic: I) -> Option<(u8, Form)> {
    Some(match intrinsic {
        I::Tex1D => (1, Form::Plain),
        I::Tex1Dbias => (1, Form::Bias),
        I::Tex1Dgrad => (1, Form::Gradient),
        I::Tex1Dlod => (1, Form::Level),
        I::Tex1Dproj => (1, Form::Projected),
        I::Tex2D => (2, Form::Plain),
        I::Tex2Dbias => (2, Form::Bias),
        I::Tex2Dgrad => (2, Form::Gradient),
        I::Tex2Dlod => (2, Form::Level),
        I::Tex2Dproj => (2, Form::Projected),
        I::Tex3D => (3, Form::Plain),
        I::Tex3Dbias => (3, Form::Bias),
        I::Tex3Dgrad => (3, Form::Gradient),
        I::Tex3Dlod => (3, Form::Level),
        I::Tex3Dproj => (3, Form::Projected),
        I::TexCUBE => (3, Form::Plain),
        I::TexCUBEbias => (3, Form::Bias),
        I::TexCUBEgrad => (3, Form::Gradient),
        I::TexCUBElod => (3, Form::Level),
        I::TexCUBEproj => (3, Form::Projected),
        _ => return None,
    })
}

impl Fun<'_, '_> {
    pub fn texture_intrinsic(&mut self, intrinsic: I, arguments: &[Expr], ty: &Type) -> Result<Value> {
        let (Some((lanes, form)), [sampler, at, rest @ ..]) = (form(intrinsic), arguments) else {
            return self.internal(format!("{intrinsic:?} with these arguments"));
        };
        // tex2D(s, t, ddx, ddy) is tex2Dgrad.
        let form = if matches!(form, Form::Plain) && rest.len() == 2 { Form::Gradient } else { form };
        let implicit = matches!(form, Form::Plain | Form::Bias | Form::Projected);
        if implicit && self.low.program.entry.stage != Stage::Pixel {
            let what = format!("{}, which needs derivatives, outside of a pixel shader", spelled(intrinsic));
            return self.unsupported(what);
        }
        let value = self.value(at)?;
        let given = shape(&at.ty).grid().map_or(0, |(_, _, columns)| columns);
        let own: Vec<u8> = (0..lanes).collect();
        let mut coordinates = if given > lanes { self.swizzle(value, &own) } else { value };
        let level = match form {
            Form::Plain => SampleLevel::Auto,
            Form::Bias if lanes == 1 => return self.unsupported("tex1Dbias"),
            Form::Bias => SampleLevel::Bias(self.part(value, 3)),
            Form::Level => SampleLevel::Exact(self.part(value, 3)),
            Form::Gradient => {
                let [x, y] = rest else { return self.internal("a gradient with other than two sides") };
                SampleLevel::Gradient { x: self.value(x)?, y: self.value(y)? }
            }
            Form::Projected => {
                let w = self.part(value, 3);
                let w = self.splat(w, lanes);
                coordinates = self.binary(BinaryOperator::Divide, coordinates, w);
                SampleLevel::Auto
            }
        };
        self.tex(sampler, coordinates, level, ty)
    }
}

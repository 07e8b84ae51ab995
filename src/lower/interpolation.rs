//! `interpolateAtCentroid`, `interpolateAtSample` and `interpolateAtOffset` (GLSL 4.60, 8.13.2), which SPIR-V alone has of naga's targets.

use naga::{Expression, Literal};

use super::function::{FunctionBuilder, ValueHandle};
use super::shape::shape;
use super::spirv_only::Instruction;
use crate::ir::operations::InterpolationPoint;
use crate::ir::{Expr, ExprKind, Interpolation, Problem, Result, Scalar, Slot, Type};
use crate::model::Stage;

impl FunctionBuilder<'_, '_> {
    /// The value of an input at a point of the pixel. `name`: of the function, for messages.
    pub fn at_point(&mut self, point: InterpolationPoint, name: &str, arguments: &[Expr]) -> Result<ValueHandle> {
        let Some((of, position)) = arguments.split_first() else { return self.internal("a point without an input") };
        if self.low.program.entry.stage != Stage::Pixel {
            return Err(Problem::mistake(self.token, format!("`{name}` outside of a pixel shader")));
        }
        if let ExprKind::Swizzle(whole, lanes) = &*of.kind {
            // Lanes of what the whole input is at the point.
            let value = self.at_whole_input(point, name, (whole, position))?;
            return Ok(match whole.ty {
                Type::Vector(..) => self.swizzle(value, lanes),
                // Lanes of a number are the number.
                _ => self.splat(value, lanes.len() as u8),
            });
        }
        self.at_whole_input(point, name, (of, position))
    }

    fn at_whole_input(
        &mut self,
        point: InterpolationPoint,
        name: &str,
        (of, position): (&Expr, &[Expr]),
    ) -> Result<ValueHandle> {
        let Some(number) = self.input_of(of) else {
            return self.unsupported(format!("{name} of a value that is no unchanged input"));
        };
        let lanes = match shape(&of.ty).grid() {
            Some((Scalar::Float, 1, lanes)) => lanes,
            _ => return self.unsupported(format!("{name} of anything but floats and vectors of them")),
        };
        let interface = self.low.interface;
        let location = match interface.inputs.get(number as usize).map(|input| input.slot) {
            Some(Slot::Location { interpolation: Interpolation::Flat, .. })
                if self.low.program.wording.flat_has_points =>
            {
                // The point is evaluated for its effects.
                position.iter().try_for_each(|point| self.value(point).map(|_| ()))?;
                return self.value(of);
            }
            Some(Slot::Location {
                interpolation: Interpolation::Flat | Interpolation::PerVertex | Interpolation::PerPrimitive,
                ..
            }) => {
                return Err(Problem::mistake(self.token, format!("`{name}` of an input that is not interpolated")));
            }
            Some(Slot::Location { location, component: 0, width, .. }) if width == lanes => location,
            Some(Slot::Location { .. }) => {
                return self
                    .unsupported(format!("{name} of an input that shares its location or has fewer components"));
            }
            _ => return self.unsupported(format!("{name} of a system value")),
        };
        self.needs_spirv(name)?;
        let uint = self.low.number(naga::Scalar::U32, 1, 1);
        let mut operands = vec![(self.bare(Expression::Literal(Literal::U32(location))), uint)];
        if let Some(position) = position.first() {
            let (value, ty) = (self.value(position)?, self.ty(&position.ty));
            operands.push((value, ty));
        }
        let ty = self.ty(&of.ty);
        Ok(self.spirv_instruction(Instruction::Interpolate(point), &operands, ty))
    }
}

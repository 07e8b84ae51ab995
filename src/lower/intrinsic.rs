//! Intrinsic functions: each by the family that its row in `ir::operations` names. The smaller families are here.

use naga::{Barrier, DerivativeAxis, DerivativeControl, Expression, MathFunction as M, Statement};

use super::function::{FunctionBuilder, ValueHandle};
use super::shape::{scalar, shape};
use super::spirv_only::Instruction;
use crate::ir::operations::{Accuracy, Axis, BarrierMemory, Family, OPERATIONS, Sync};
use crate::ir::{Expr, Intrinsic as I, Result, Scalar, Type};
use crate::model::Stage;

/// naga's function of each component.
const fn component(intrinsic: I) -> Option<M> {
    Some(match intrinsic {
        I::Acos => M::Acos,
        I::Acosh => M::Acosh,
        I::Asin => M::Asin,
        I::Asinh => M::Asinh,
        I::Atan => M::Atan,
        I::Atan2 => M::Atan2,
        I::Atanh => M::Atanh,
        I::Ceil => M::Ceil,
        I::Clamp => M::Clamp,
        I::Cos => M::Cos,
        I::Cosh => M::Cosh,
        I::Degrees => M::Degrees,
        I::Exp => M::Exp,
        I::Exp2 => M::Exp2,
        I::Floor => M::Floor,
        I::Fma => M::Fma,
        I::Frac => M::Fract,
        I::Lerp => M::Mix,
        I::Log => M::Log,
        I::Log2 => M::Log2,
        I::Max => M::Max,
        I::Min => M::Min,
        I::Pow => M::Pow,
        I::Radians => M::Radians,
        I::Round => M::Round,
        I::Rsqrt => M::InverseSqrt,
        I::Saturate => M::Saturate,
        I::Sin => M::Sin,
        I::Sinh => M::Sinh,
        I::Smoothstep => M::SmoothStep,
        I::Sqrt => M::Sqrt,
        I::Step => M::Step,
        I::Tan => M::Tan,
        I::Tanh => M::Tanh,
        I::Trunc => M::Trunc,
        _ => return None,
    })
}

// Every row of the family has its function.
const _: () = {
    let mut at = 0;
    while at < OPERATIONS.len() {
        let row = &OPERATIONS[at];
        assert!(matches!(row.family, Family::Component) == component(row.intrinsic).is_some());
        at += 1;
    }
};

const fn derivative_axis(axis: Axis) -> DerivativeAxis {
    match axis {
        Axis::X => DerivativeAxis::X,
        Axis::Y => DerivativeAxis::Y,
        Axis::Both => DerivativeAxis::Width,
    }
}

const fn derivative_control(accuracy: Accuracy) -> DerivativeControl {
    match accuracy {
        Accuracy::Any => DerivativeControl::None,
        Accuracy::Coarse => DerivativeControl::Coarse,
        Accuracy::Fine => DerivativeControl::Fine,
    }
}

fn barrier_memory(memory: BarrierMemory) -> Barrier {
    let device = Barrier::STORAGE | Barrier::TEXTURE;
    match memory {
        BarrierMemory::Group => Barrier::WORK_GROUP,
        BarrierMemory::Device => device,
        BarrierMemory::All => device | Barrier::WORK_GROUP,
        BarrierMemory::Wave => device | Barrier::WORK_GROUP | Barrier::SUB_GROUP,
    }
}

impl FunctionBuilder<'_, '_> {
    /// `None`: it has no value.
    pub fn intrinsic(&mut self, intrinsic: I, arguments: &[Expr], expr: &Expr) -> Result<Option<ValueHandle>> {
        match intrinsic.operation().family {
            Family::Component => {
                let Some(fun) = component(intrinsic) else {
                    return self.internal("a function without a row of its own");
                };
                self.each_argument(arguments, &expr.ty, |this, rows| this.math(fun, rows)).map(Some)
            }
            Family::Arithmetic => self.arithmetic(intrinsic, arguments, &expr.ty),
            Family::Matrix => self.matrix(intrinsic, arguments, &expr.ty).map(Some),
            Family::Bits => self.bits(intrinsic, arguments, &expr.ty),
            Family::Derivative(axis, accuracy) => {
                let has_derivatives = self.derivatives(self.name_of(intrinsic))?;
                let Some((kind, _, columns)) = shape(&expr.ty).grid() else {
                    return self.internal("a derivative of a value that is not numeric");
                };
                let row = self.low.number(scalar(kind), 1, columns);
                let of = |this: &mut Self, rows: &[ValueHandle]| match rows {
                    [expr, ..] if has_derivatives => {
                        let (axis, ctrl) = (derivative_axis(axis), derivative_control(accuracy));
                        this.add(Expression::Derivative { axis, ctrl, expr: *expr })
                    }
                    [expr, ..] => this.spirv_instruction(Instruction::Derivative(axis, accuracy), &[(*expr, row)], row),
                    [] => this.uint(0),
                };
                self.each_argument(arguments, &expr.ty, of).map(Some)
            }
            Family::Wave => self.wave(intrinsic, arguments, &expr.ty).map(Some),
            Family::LaneOperation(operation, group) => {
                self.over_lanes(intrinsic, (operation, group), arguments).map(Some)
            }
            Family::Atomic(atomic) => self.interlocked_intrinsic(atomic, arguments).map(|()| None),
            Family::Barrier(memory, sync) => {
                let has_groups = self.low.program.entry.stage.has_groups();
                if !has_groups && sync == Sync::Continue && matches!(memory, BarrierMemory::Device | BarrierMemory::All)
                {
                    self.needs_spirv(&format!("{} outside of a compute shader", self.name_of(intrinsic)))?;
                    // naga has no placeholder without a value; nothing reads this one.
                    let number = self.low.number(naga::Scalar::U32, 1, 1);
                    self.spirv_instruction(Instruction::MemoryBarrier, &[], number);
                    return Ok(None);
                }
                if !has_groups {
                    return self.unsupported(format!("{} outside of a compute shader", self.name_of(intrinsic)));
                }
                if memory == BarrierMemory::Wave {
                    self.needs_spirv(self.name_of(intrinsic))?;
                }
                let flags = barrier_memory(memory);
                self.push(match sync {
                    Sync::Wait => Statement::ControlBarrier(flags),
                    Sync::Continue => Statement::MemoryBarrier(flags),
                });
                Ok(None)
            }
            Family::Sampled(dim, sampling) => {
                self.texture_intrinsic(intrinsic, (dim, sampling), arguments, &expr.ty).map(Some)
            }
            Family::AtAddress => {
                let place = self.place_at_address(arguments, &expr.ty)?;
                self.load_place(&place, &expr.ty).map(Some)
            }
            Family::Clock => self.clock(self.name_of(intrinsic), arguments).map(Some),
            Family::HelperInvocation => {
                if self.low.program.entry.stage != Stage::Pixel {
                    return self.unsupported(format!("{} outside of a pixel shader", self.name_of(intrinsic)));
                }
                self.helper_invocation(self.name_of(intrinsic)).map(Some)
            }
            Family::ArrayLength => self.array_length(arguments).map(Some),
            Family::AtVertex => self.at_vertex(self.name_of(intrinsic), arguments).map(Some),
            Family::AtPoint(point) => self.at_point(point, self.name_of(intrinsic), arguments).map(Some),
            Family::Residency => {
                self.needs_spirv(self.name_of(intrinsic))?;
                let [code] = arguments else { return self.internal("a status without an argument") };
                let value = self.value(code)?;
                let value = self.reshaped(value, &code.ty, &Type::Scalar(Scalar::Uint))?;
                let (number, truth) = (self.low.number(naga::Scalar::U32, 1, 1), self.ty(&Type::Scalar(Scalar::Bool)));
                Ok(Some(self.spirv_instruction(Instruction::TexelsResident, &[(value, number)], truth)))
            }
            // What begins a ray query takes it.
            Family::StructureAddress => self.unsupported("an acceleration structure as this kind of value"),
            Family::MeshOutputs => self.set_mesh_outputs(self.name_of(intrinsic), arguments).map(|()| None),
            Family::DispatchMesh => self.dispatch_mesh(self.name_of(intrinsic), arguments).map(|()| None),
            Family::Print => self.print(self.name_of(intrinsic), arguments).map(|()| None),
            Family::Unsupported(_) => self.unsupported(self.name_of(intrinsic)),
        }
    }

    /// Values of all arguments, as the type of the first.
    pub fn values(&mut self, arguments: &[Expr]) -> Result<Vec<ValueHandle>> {
        arguments.iter().map(|argument| self.value(argument)).collect()
    }

    /// Applies a function to the rows of the arguments, which are converted to the type of the result.
    pub fn each_argument(
        &mut self,
        arguments: &[Expr],
        ty: &Type,
        mut make: impl FnMut(&mut Self, &[ValueHandle]) -> ValueHandle,
    ) -> Result<ValueHandle> {
        let to = shape(ty);
        let Some((_, count, _)) = to.grid() else { return self.internal("a function of a value that is not numeric") };
        if !to.is_matrix() {
            let mut values = Vec::with_capacity(arguments.len());
            for argument in arguments {
                let value = self.value(argument)?;
                values.push(self.reshaped(value, &argument.ty, ty)?);
            }
            return Ok(make(self, &values));
        }
        let count = usize::from(count);
        let mut rows = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let value = self.value(argument)?;
            let value = self.reshaped(value, &argument.ty, ty)?;
            rows.push(self.rows(value, to));
        }
        let mut lines = Vec::with_capacity(count);
        for at in 0..count {
            let line: Vec<ValueHandle> = rows.iter().filter_map(|rows| rows.get(at).copied()).collect();
            lines.push(make(self, &line));
        }
        self.of_rows(lines, to)
    }
}

//! Intrinsic functions: which of the families each belongs to, and those that naga has under another name.

use naga::{Barrier, DerivativeAxis, DerivativeControl, Expression, MathFunction as M, Statement};

use super::function::{FunctionBuilder, ValueHandle};
use super::problem::Result;
use super::shape::shape;
use crate::ir::{Expr, Intrinsic as I, Type};
use crate::model::Stage;

/// Those that are one function of naga's on each row, of all arguments alike.
const fn of_naga(intrinsic: I) -> Option<M> {
    Some(match intrinsic {
        I::Acos => M::Acos,
        I::Asin => M::Asin,
        I::Atan => M::Atan,
        I::Atan2 => M::Atan2,
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
        I::Reversebits => M::ReverseBits,
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

const fn derivative(intrinsic: I) -> Option<(DerivativeAxis, DerivativeControl)> {
    use DerivativeAxis as A;
    use DerivativeControl as C;
    Some(match intrinsic {
        I::Ddx => (A::X, C::None),
        I::DdxCoarse => (A::X, C::Coarse),
        I::DdxFine => (A::X, C::Fine),
        I::Ddy => (A::Y, C::None),
        I::DdyCoarse => (A::Y, C::Coarse),
        I::DdyFine => (A::Y, C::Fine),
        I::Fwidth => (A::Width, C::None),
        _ => return None,
    })
}

/// Memory that is made visible, and whether the group waits for each other.
fn barrier(intrinsic: I) -> Option<(Barrier, bool)> {
    let device = Barrier::STORAGE | Barrier::TEXTURE;
    Some(match intrinsic {
        I::GroupMemoryBarrier => (Barrier::WORK_GROUP, false),
        I::GroupMemoryBarrierWithGroupSync => (Barrier::WORK_GROUP, true),
        I::DeviceMemoryBarrier => (device, false),
        I::DeviceMemoryBarrierWithGroupSync => (device, true),
        I::AllMemoryBarrier => (device | Barrier::WORK_GROUP, false),
        I::AllMemoryBarrierWithGroupSync => (device | Barrier::WORK_GROUP, true),
        _ => return None,
    })
}

impl FunctionBuilder<'_, '_> {
    /// `None`: it has no value.
    pub fn intrinsic(&mut self, intrinsic: I, arguments: &[Expr], expr: &Expr) -> Result<Option<ValueHandle>> {
        if let Some((flags, waits)) = barrier(intrinsic) {
            self.push(if waits { Statement::ControlBarrier(flags) } else { Statement::MemoryBarrier(flags) });
            return Ok(None);
        }
        if let Some(fun) = of_naga(intrinsic) {
            return self.each_argument(arguments, &expr.ty, |this, rows| this.math(fun, rows)).map(Some);
        }
        if let Some((axis, ctrl)) = derivative(intrinsic) {
            if self.low.program.entry.stage != Stage::Pixel {
                return self.unsupported(format!("{} outside of a pixel shader", spelled(intrinsic)));
            }
            let of = |this: &mut Self, rows: &[ValueHandle]| match rows {
                [expr, ..] => this.add(Expression::Derivative { axis, ctrl, expr: *expr }),
                [] => this.uint(0),
            };
            return self.each_argument(arguments, &expr.ty, of).map(Some);
        }
        match intrinsic {
            I::InterlockedAdd
            | I::InterlockedAnd
            | I::InterlockedCompareExchange
            | I::InterlockedCompareStore
            | I::InterlockedExchange
            | I::InterlockedMax
            | I::InterlockedMin
            | I::InterlockedOr
            | I::InterlockedXor => self.interlocked_intrinsic(intrinsic, arguments).map(|()| None),
            I::Tex1D
            | I::Tex1Dbias
            | I::Tex1Dgrad
            | I::Tex1Dlod
            | I::Tex1Dproj
            | I::Tex2D
            | I::Tex2Dbias
            | I::Tex2Dgrad
            | I::Tex2Dlod
            | I::Tex2Dproj
            | I::Tex3D
            | I::Tex3Dbias
            | I::Tex3Dgrad
            | I::Tex3Dlod
            | I::Tex3Dproj
            | I::TexCUBE
            | I::TexCUBEbias
            | I::TexCUBEgrad
            | I::TexCUBElod
            | I::TexCUBEproj => self.texture_intrinsic(intrinsic, arguments, &expr.ty).map(Some),
            I::QuadAll
            | I::QuadAny
            | I::QuadReadAcrossDiagonal
            | I::QuadReadAcrossX
            | I::QuadReadAcrossY
            | I::QuadReadLaneAt
            | I::WaveActiveAllEqual
            | I::WaveActiveAllTrue
            | I::WaveActiveAnyTrue
            | I::WaveActiveBallot
            | I::WaveActiveBitAnd
            | I::WaveActiveBitOr
            | I::WaveActiveBitXor
            | I::WaveActiveCountBits
            | I::WaveActiveMax
            | I::WaveActiveMin
            | I::WaveActiveProduct
            | I::WaveActiveSum
            | I::WaveGetLaneCount
            | I::WaveGetLaneIndex
            | I::WaveIsFirstLane
            | I::WavePrefixCountBits
            | I::WavePrefixProduct
            | I::WavePrefixSum
            | I::WaveReadLaneAt
            | I::WaveReadLaneFirst => self.wave(intrinsic, arguments, &expr.ty).map(Some),
            I::Asdouble
            | I::Asfloat
            | I::Asfloat16
            | I::Asint
            | I::Asint16
            | I::Asuint
            | I::Asuint16
            | I::Countbits
            | I::Dot4addI8packed
            | I::Dot4addU8packed
            | I::F16tof32
            | I::F32tof16
            | I::Firstbithigh
            | I::Firstbitlow
            | I::Isfinite
            | I::Isinf
            | I::Isnan
            | I::Msad4
            | I::PackClampS8
            | I::PackClampU8
            | I::PackS8
            | I::PackU8
            | I::UnpackS8s16
            | I::UnpackS8s32
            | I::UnpackU8u16
            | I::UnpackU8u32 => self.bits(intrinsic, arguments, &expr.ty),
            I::Determinant | I::Mul | I::Transpose => self.matrix(intrinsic, arguments, &expr.ty).map(Some),
            I::Abs
            | I::All
            | I::And
            | I::Any
            | I::Clip
            | I::Cross
            | I::D3DCOLORtoUBYTE4
            | I::Distance
            | I::Dot
            | I::Dot2add
            | I::Dst
            | I::Faceforward
            | I::Fmod
            | I::Frexp
            | I::Ldexp
            | I::Length
            | I::Lit
            | I::Log10
            | I::Mad
            | I::Modf
            | I::NonUniformResourceIndex
            | I::Normalize
            | I::Or
            | I::Rcp
            | I::Reflect
            | I::Refract
            | I::Select
            | I::Sign
            | I::Sincos => self.arithmetic(intrinsic, arguments, &expr.ty),
            // What naga's IR has no word for, by name so that a new intrinsic is not forgotten.
            I::Abort
            | I::CheckAccessFullyMapped
            | I::EvaluateAttributeAtCentroid
            | I::EvaluateAttributeAtSample
            | I::EvaluateAttributeSnapped
            | I::GetRenderTargetSampleCount
            | I::GetRenderTargetSamplePosition
            | I::WaveMatch
            | I::WaveMultiPrefixBitAnd
            | I::WaveMultiPrefixBitOr
            | I::WaveMultiPrefixBitXor
            | I::WaveMultiPrefixCountBits
            | I::WaveMultiPrefixProduct
            | I::WaveMultiPrefixSum => self.unsupported(spelled(intrinsic)),
            _ => self.internal(format!("{intrinsic:?} belongs to no family")),
        }
    }

    /// Values of all arguments, as the type of the first.
    pub fn values(&mut self, arguments: &[Expr]) -> Result<Vec<ValueHandle>> {
        arguments.iter().map(|argument| self.value(argument)).collect()
    }

    /// Does something to the rows of the arguments, each brought to the type of the result.
    pub fn each_argument(
        &mut self,
        arguments: &[Expr],
        ty: &Type,
        mut make: impl FnMut(&mut Self, &[ValueHandle]) -> ValueHandle,
    ) -> Result<ValueHandle> {
        let to = shape(ty);
        let Some((_, count, _)) = to.grid() else { return self.internal("a function of what is no number") };
        let count = if matches!(to, super::shape::Shape::Matrix { .. }) { usize::from(count) } else { 1 };
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

/// HLSL's name, for messages.
pub fn spelled(intrinsic: I) -> String {
    let name = format!("{intrinsic:?}");
    let is_cased =
        ["Wave", "Quad", "Interlocked", "D3D", "Get", "Check", "Evaluate", "NonUniform", "All", "Group", "Device"];
    if is_cased.iter().any(|start| name.starts_with(start)) && name != "All" {
        return name;
    }
    let mut spelled = String::new();
    for (at, letter) in name.chars().enumerate() {
        if letter.is_ascii_uppercase() && at > 0 && !name.starts_with("Tex") {
            spelled.push('_');
        }
        spelled.push(if at == 0 || !name.starts_with("Tex") { letter.to_ascii_lowercase() } else { letter });
    }
    spelled
}

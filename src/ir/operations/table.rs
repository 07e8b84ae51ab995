//! The rows of functions, by subject.

use super::Accuracy::{Any, Coarse, Fine};
use super::Axis::{Both, X, Y};
use super::BarrierMemory::{All, Device, Group};
use super::Family::{
    Arithmetic, ArrayLength, AtAddress, AtPoint, AtVertex, Atomic, Barrier, Bits, Clock, Component, Derivative,
    DispatchMesh, HelperInvocation, LaneOperation, Matrix, MeshOutputs, Print, Residency, Sampled, StructureAddress,
    Unsupported, Wave,
};
use super::InterpolationPoint::{Centroid, Offset, Sample};
use super::Sampling::{Bias, Gradient, Level, Plain, Projected};
use super::Sync::{Continue, Wait};
use super::{Atomic as A, BarrierMemory, Effect, LaneArithmetic, LaneGroup, Names, Operation, evaluate};
use crate::ir::Dim::{Cube, D1, D2, D3};

/// One row: the member of [`Intrinsic`], names, family, effect, signatures, and the function of `evaluate` for
/// constants. A language's column is a word and its names: another language is one more optional group here and one
/// more word a row.
macro_rules! operations {
    ($($member:ident $(, hlsl $($hlsl:literal)|+)? $(, glsl $($glsl:literal)|+)?:
       $family:expr, $effect:ident, [$($signature:literal),*] $(=> $evaluate:ident)?;)+) => {
        /// A function that a language has built in, by HLSL's name if it has one: `Mul` is `mul`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Intrinsic {
            $($member),+
        }

        /// All rows, in the order of [`Intrinsic`].
        pub static OPERATIONS: &[Operation] = &[$(Operation {
            intrinsic: Intrinsic::$member,
            names: Names { hlsl: &[$($($hlsl),+)?], glsl: &[$($($glsl),+)?] },
            family: $family,
            effect: Effect::$effect,
            signatures: &[$($signature),*],
            evaluate: operations!(@evaluate $($evaluate)?),
        }),+];
    };
    (@evaluate) => { None };
    (@evaluate $evaluate:ident) => { Some(evaluate::$evaluate) };
}

operations! {
    // Functions of each component.
    Acos, hlsl "acos", glsl "acos": Component, None, ["flt: T(T)"];
    Acosh, glsl "acosh": Component, None, [];
    Asin, hlsl "asin", glsl "asin": Component, None, ["flt: T(T)"];
    Asinh, glsl "asinh": Component, None, [];
    Atan, hlsl "atan", glsl "atan": Component, None, ["flt: T(T)"];
    Atan2, hlsl "atan2": Component, None, ["flt: T(T, T)"];
    Atanh, glsl "atanh": Component, None, [];
    Ceil, hlsl "ceil", glsl "ceil": Component, None, ["flt: T(T)"] => ceil;
    Clamp, hlsl "clamp", glsl "clamp": Component, None, ["num: T(T, T, T)"] => clamp;
    Cos, hlsl "cos", glsl "cos": Component, None, ["flt: T(T)"];
    Cosh, hlsl "cosh", glsl "cosh": Component, None, ["flt: T(T)"];
    Degrees, hlsl "degrees", glsl "degrees": Component, None, ["flt: T(T)"];
    Exp, hlsl "exp", glsl "exp": Component, None, ["flt: T(T)"];
    Exp2, hlsl "exp2", glsl "exp2": Component, None, ["flt: T(T)"];
    Floor, hlsl "floor", glsl "floor": Component, None, ["flt: T(T)"] => floor;
    Fma, hlsl "fma", glsl "fma": Component, None, ["fd: T(T, T, T)"];
    Frac, hlsl "frac", glsl "fract": Component, None, ["flt: T(T)"] => frac;
    Lerp, hlsl "lerp", glsl "mix": Component, None, ["flt: T(T, T, T)"];
    Log, hlsl "log", glsl "log": Component, None, ["flt: T(T)"];
    Log2, hlsl "log2", glsl "log2": Component, None, ["flt: T(T)"];
    Max, hlsl "max", glsl "max": Component, None, ["num: T(T, T)"] => max;
    Min, hlsl "min", glsl "min": Component, None, ["num: T(T, T)"] => min;
    Pow, hlsl "pow", glsl "pow": Component, None, ["flt: T(T, T)"];
    Radians, hlsl "radians", glsl "radians": Component, None, ["flt: T(T)"];
    Round, hlsl "round", glsl "roundEven" | "round": Component, None, ["flt: T(T)"] => round;
    Rsqrt, hlsl "rsqrt", glsl "inversesqrt": Component, None, ["flt: T(T)"];
    Saturate, hlsl "saturate": Component, None, ["fd: T(T)"] => saturate;
    Sin, hlsl "sin", glsl "sin": Component, None, ["flt: T(T)"];
    Sinh, hlsl "sinh", glsl "sinh": Component, None, ["flt: T(T)"];
    Smoothstep, hlsl "smoothstep", glsl "smoothstep": Component, None, ["flt: T(T, T, T)"];
    Sqrt, hlsl "sqrt", glsl "sqrt": Component, None, ["flt: T(T)"] => sqrt;
    Step, hlsl "step", glsl "step": Component, None, ["flt: T(T, T)"];
    Tan, hlsl "tan", glsl "tan": Component, None, ["flt: T(T)"];
    Tanh, hlsl "tanh", glsl "tanh": Component, None, ["flt: T(T)"];
    Trunc, hlsl "trunc", glsl "trunc": Component, None, ["flt: T(T)"] => trunc;

    // Arithmetic that is put together, and logic.
    Abs, hlsl "abs", glsl "abs": Arithmetic, None, ["num: T(T)"] => abs;
    All, hlsl "all", glsl "all": Arithmetic, None, ["any: bool(T)"];
    And, hlsl "and": Arithmetic, None, ["bool: T(T, T)"];
    Any, hlsl "any", glsl "any": Arithmetic, None, ["any: bool(T)"];
    Clip, hlsl "clip": Arithmetic, Ends, ["flt: void(T)"];
    Cross, hlsl "cross", glsl "cross": Arithmetic, None, ["flt: T3(T3, T3)"];
    D3DCOLORtoUBYTE4, hlsl "D3DCOLORtoUBYTE4": Arithmetic, None, ["int4(float4)"];
    Distance, hlsl "distance", glsl "distance": Arithmetic, None, ["flt: S(V, V)"];
    Dot, hlsl "dot", glsl "dot": Arithmetic, None, ["num: S(V, V)"];
    Dot2add, hlsl "dot2add": Arithmetic, None, ["float(half2, half2, float)"];
    Dst, hlsl "dst": Arithmetic, None, ["float4(float4, float4)"];
    Faceforward, hlsl "faceforward", glsl "faceforward": Arithmetic, None, ["flt: V(V, V, V)"];
    Fmod, hlsl "fmod": Arithmetic, None, ["flt: T(T, T)"];
    Frexp, hlsl "frexp", glsl "frexp": Arithmetic, Writes, ["flt: T(T, out T)"];
    Ldexp, hlsl "ldexp", glsl "ldexp": Arithmetic, None, ["flt: T(T, T)"];
    Length, hlsl "length", glsl "length": Arithmetic, None, ["flt: S(V)"];
    Lit, hlsl "lit": Arithmetic, None, ["float4(float, float, float)"];
    Log10, hlsl "log10": Arithmetic, None, ["flt: T(T)"];
    Mad, hlsl "mad": Arithmetic, None, ["num: T(T, T, T)"];
    Mod, glsl "mod": Arithmetic, None, [] => floor_mod;
    Modf, hlsl "modf", glsl "modf": Arithmetic, Writes, ["flt: T(T, out T)"];
    NonUniformResourceIndex, hlsl "NonUniformResourceIndex", glsl "nonuniformEXT": Arithmetic, None, ["int: T(T)"];
    Normalize, hlsl "normalize", glsl "normalize": Arithmetic, None, ["flt: V(V)"];
    Or, hlsl "or": Arithmetic, None, ["bool: T(T, T)"];
    Rcp, hlsl "rcp": Arithmetic, None, ["fd: T(T)"];
    Reflect, hlsl "reflect", glsl "reflect": Arithmetic, None, ["flt: V(V, V)"];
    Refract, hlsl "refract", glsl "refract": Arithmetic, None, ["flt: V(V, V, S)"];
    Select, hlsl "select": Arithmetic, None, ["any: select"];
    Sign, hlsl "sign", glsl "sign": Arithmetic, None, ["num: I(T)"];
    Sincos, hlsl "sincos": Arithmetic, Writes, ["flt: void(T, out T, out T)"];

    // Matrices.
    Determinant, hlsl "determinant", glsl "determinant": Matrix, None, ["flt: S(Q)"];
    Inverse, glsl "inverse": Matrix, None, [];
    Mul, hlsl "mul": Matrix, None, ["num: mul"];
    OuterProduct, glsl "outerProduct": Matrix, None, [];
    Transpose, hlsl "transpose", glsl "transpose": Matrix, None, ["any: N(M)"];

    // Bits of numbers.
    Asdouble, hlsl "asdouble": Bits, None, ["double(uint, uint)", "double2(uint2, uint2)"];
    Asfloat, hlsl "asfloat", glsl "intBitsToFloat" | "uintBitsToFloat" | "int16BitsToFloat16" | "int16BitsToHalf" | "int64BitsToDouble" | "uint16BitsToFloat16" | "uint16BitsToHalf" | "uint64BitsToDouble": Bits, None, ["any: F(T)"];
    Asfloat16, hlsl "asfloat16": Bits, None, ["any: H(T)"];
    Asint, hlsl "asint", glsl "floatBitsToInt" | "doubleBitsToInt64" | "float16BitsToInt16" | "halfBitsToInt16": Bits, None, ["any: I(T)"];
    Asint16, hlsl "asint16": Bits, None, ["any: J(T)"];
    Asuint, hlsl "asuint", glsl "floatBitsToUint" | "doubleBitsToUint64" | "float16BitsToUint16" | "halfBitsToUint16": Bits, None, ["any: U(T)", "void(double, out uint, out uint)", "void(double2, out uint2, out uint2)"];
    Asuint16, hlsl "asuint16": Bits, None, ["any: W(T)"];
    BitfieldExtract, glsl "bitfieldExtract": Bits, None, [];
    BitfieldInsert, glsl "bitfieldInsert": Bits, None, [];
    Countbits, hlsl "countbits", glsl "bitCount": Bits, None, ["int: U(T)"] => countbits;
    Dot4addI8packed, hlsl "dot4add_i8packed": Bits, None, ["int(uint, uint, int)"];
    Dot4addU8packed, hlsl "dot4add_u8packed": Bits, None, ["uint(uint, uint, uint)"];
    F16tof32, hlsl "f16tof32": Bits, None, ["uint: F(T)"];
    F32tof16, hlsl "f32tof16": Bits, None, ["f32: U(T)"];
    Firstbithigh, hlsl "firstbithigh", glsl "findMSB": Bits, None, ["int: U(T)"];
    Firstbitlow, hlsl "firstbitlow", glsl "findLSB": Bits, None, ["int: U(T)"];
    Isfinite, hlsl "isfinite": Bits, None, ["flt: B(T)"];
    Isinf, hlsl "isinf", glsl "isinf": Bits, None, ["flt: B(T)"];
    Isnan, hlsl "isnan", glsl "isnan": Bits, None, ["flt: B(T)"];
    Isnormal, hlsl "isnormal": Bits, None, ["flt: B(T)"];
    Reversebits, hlsl "reversebits", glsl "bitfieldReverse": Bits, None, ["int: T(T)"];
    Msad4, hlsl "msad4": Bits, None, ["uint4(uint, uint2, uint4)"];

    // Packing.
    Bitcast, glsl "pack32" | "pack64" | "packDouble2x32" | "packFloat2x16" | "packInt2x16" | "packInt2x32" | "packInt4x16" | "packUint2x16" | "packUint2x32" | "packUint4x16" | "unpack16" | "unpack32" | "unpackDouble2x32" | "unpackFloat2x16" | "unpackInt2x16" | "unpackInt2x32" | "unpackInt4x16" | "unpackUint2x16" | "unpackUint2x32" | "unpackUint4x16": Bits, None, [];
    PackHalf2x16, glsl "packHalf2x16": Bits, None, [];
    PackSnorm2x16, glsl "packSnorm2x16": Bits, None, [];
    PackSnorm4x8, glsl "packSnorm4x8": Bits, None, [];
    PackUnorm2x16, glsl "packUnorm2x16": Bits, None, [];
    PackUnorm4x8, glsl "packUnorm4x8": Bits, None, [];
    UnpackHalf2x16, glsl "unpackHalf2x16": Bits, None, [];
    UnpackSnorm2x16, glsl "unpackSnorm2x16": Bits, None, [];
    UnpackSnorm4x8, glsl "unpackSnorm4x8": Bits, None, [];
    UnpackUnorm2x16, glsl "unpackUnorm2x16": Bits, None, [];
    UnpackUnorm4x8, glsl "unpackUnorm4x8": Bits, None, [];
    PackClampS8, hlsl "pack_clamp_s8": Bits, None, ["uint(int4)"];
    PackClampU8, hlsl "pack_clamp_u8": Bits, None, ["uint(int4)"];
    PackS8, hlsl "pack_s8": Bits, None, ["uint(int4)"];
    PackU8, hlsl "pack_u8": Bits, None, ["uint(uint4)"];
    UnpackS8s16, hlsl "unpack_s8s16": Bits, None, ["int16_t4(uint)"];
    UnpackS8s32, hlsl "unpack_s8s32": Bits, None, ["int4(uint)"];
    UnpackU8u16, hlsl "unpack_u8u16": Bits, None, ["uint16_t4(uint)"];
    UnpackU8u32, hlsl "unpack_u8u32": Bits, None, ["uint4(uint)"];

    // Derivatives.
    Ddx, hlsl "ddx", glsl "dFdx": Derivative(X, Any), Derivative, ["flt: T(T)"];
    DdxCoarse, hlsl "ddx_coarse", glsl "dFdxCoarse": Derivative(X, Coarse), Derivative, ["flt: T(T)"];
    DdxFine, hlsl "ddx_fine", glsl "dFdxFine": Derivative(X, Fine), Derivative, ["flt: T(T)"];
    Ddy, hlsl "ddy", glsl "dFdy": Derivative(Y, Any), Derivative, ["flt: T(T)"];
    DdyCoarse, hlsl "ddy_coarse", glsl "dFdyCoarse": Derivative(Y, Coarse), Derivative, ["flt: T(T)"];
    DdyFine, hlsl "ddy_fine", glsl "dFdyFine": Derivative(Y, Fine), Derivative, ["flt: T(T)"];
    Fwidth, hlsl "fwidth", glsl "fwidth": Derivative(Both, Any), Derivative, ["flt: T(T)"];
    FwidthCoarse, glsl "fwidthCoarse": Derivative(Both, Coarse), Derivative, [];
    FwidthFine, glsl "fwidthFine": Derivative(Both, Fine), Derivative, [];

    // Waves and quads.
    QuadAll, hlsl "QuadAll": Wave, Lanes, ["bool(bool)"];
    QuadAny, hlsl "QuadAny": Wave, Lanes, ["bool(bool)"];
    QuadReadAcrossDiagonal, hlsl "QuadReadAcrossDiagonal", glsl "subgroupQuadSwapDiagonal": Wave, Lanes, ["any: T(T)"];
    QuadReadAcrossX, hlsl "QuadReadAcrossX", glsl "subgroupQuadSwapHorizontal": Wave, Lanes, ["any: T(T)"];
    QuadReadAcrossY, hlsl "QuadReadAcrossY", glsl "subgroupQuadSwapVertical": Wave, Lanes, ["any: T(T)"];
    QuadReadLaneAt, hlsl "QuadReadLaneAt", glsl "subgroupQuadBroadcast": Wave, Lanes, ["any: T(T, uint)"];
    WaveActiveAllEqual, hlsl "WaveActiveAllEqual", glsl "subgroupAllEqual": Wave, Lanes, ["any: B(T)"];
    WaveActiveAllTrue, hlsl "WaveActiveAllTrue", glsl "subgroupAll": Wave, Lanes, ["bool(bool)"];
    WaveActiveAnyTrue, hlsl "WaveActiveAnyTrue", glsl "subgroupAny": Wave, Lanes, ["bool(bool)"];
    WaveActiveBallot, hlsl "WaveActiveBallot", glsl "subgroupBallot": Wave, Lanes, ["uint4(bool)"];
    WaveActiveBitAnd, hlsl "WaveActiveBitAnd", glsl "subgroupAnd": Wave, Lanes, ["int: T(T)"];
    WaveActiveBitOr, hlsl "WaveActiveBitOr", glsl "subgroupOr": Wave, Lanes, ["int: T(T)"];
    WaveActiveBitXor, hlsl "WaveActiveBitXor", glsl "subgroupXor": Wave, Lanes, ["int: T(T)"];
    WaveActiveCountBits, hlsl "WaveActiveCountBits": Wave, Lanes, ["uint(bool)"];
    WaveActiveMax, hlsl "WaveActiveMax", glsl "subgroupMax": Wave, Lanes, ["num: T(T)"];
    WaveActiveMin, hlsl "WaveActiveMin", glsl "subgroupMin": Wave, Lanes, ["num: T(T)"];
    WaveActiveProduct, hlsl "WaveActiveProduct", glsl "subgroupMul": Wave, Lanes, ["num: T(T)"];
    WaveActiveSum, hlsl "WaveActiveSum", glsl "subgroupAdd": Wave, Lanes, ["num: T(T)"];
    WaveGetLaneCount, hlsl "WaveGetLaneCount": Wave, Lanes, ["uint()"];
    WaveGetLaneIndex, hlsl "WaveGetLaneIndex": Wave, Lanes, ["uint()"];
    WaveIsFirstLane, hlsl "WaveIsFirstLane", glsl "subgroupElect": Wave, Lanes, ["bool()"];
    WaveMatch, hlsl "WaveMatch", glsl "subgroupPartitionNV": Wave, Lanes, ["any: uint4(T)"];
    WaveMultiPrefixBitAnd, hlsl "WaveMultiPrefixBitAnd": Wave, Lanes, ["int: T(T, uint4)"];
    WaveMultiPrefixBitOr, hlsl "WaveMultiPrefixBitOr": Wave, Lanes, ["int: T(T, uint4)"];
    WaveMultiPrefixBitXor, hlsl "WaveMultiPrefixBitXor": Wave, Lanes, ["int: T(T, uint4)"];
    WaveMultiPrefixCountBits, hlsl "WaveMultiPrefixCountBits": Wave, Lanes, ["uint(bool, uint4)"];
    WaveMultiPrefixProduct, hlsl "WaveMultiPrefixProduct": Wave, Lanes, ["num: T(T, uint4)"];
    WaveMultiPrefixSum, hlsl "WaveMultiPrefixSum": Wave, Lanes, ["num: T(T, uint4)"];
    WavePrefixCountBits, hlsl "WavePrefixCountBits": Wave, Lanes, ["uint(bool)"];
    WavePrefixProduct, hlsl "WavePrefixProduct", glsl "subgroupExclusiveMul": Wave, Lanes, ["num: T(T)"];
    WavePrefixSum, hlsl "WavePrefixSum", glsl "subgroupExclusiveAdd": Wave, Lanes, ["num: T(T)"];
    WaveReadLaneAt, hlsl "WaveReadLaneAt", glsl "subgroupShuffle": Wave, Lanes, ["any: T(T, uint)"];
    WaveReadLaneFirst, hlsl "WaveReadLaneFirst", glsl "subgroupBroadcastFirst": Wave, Lanes, ["any: T(T)"];

    // Scans, clusters and partitions of subgroups.
    WaveExclusiveAnd, glsl "subgroupExclusiveAnd": LaneOperation(LaneArithmetic::And, LaneGroup::Exclusive), Lanes, [];
    WaveExclusiveMax, glsl "subgroupExclusiveMax": LaneOperation(LaneArithmetic::Max, LaneGroup::Exclusive), Lanes, [];
    WaveExclusiveMin, glsl "subgroupExclusiveMin": LaneOperation(LaneArithmetic::Min, LaneGroup::Exclusive), Lanes, [];
    WaveExclusiveOr, glsl "subgroupExclusiveOr": LaneOperation(LaneArithmetic::Or, LaneGroup::Exclusive), Lanes, [];
    WaveExclusiveXor, glsl "subgroupExclusiveXor": LaneOperation(LaneArithmetic::Xor, LaneGroup::Exclusive), Lanes, [];
    WaveInclusiveAnd, glsl "subgroupInclusiveAnd": LaneOperation(LaneArithmetic::And, LaneGroup::Inclusive), Lanes, [];
    WaveInclusiveMax, glsl "subgroupInclusiveMax": LaneOperation(LaneArithmetic::Max, LaneGroup::Inclusive), Lanes, [];
    WaveInclusiveMin, glsl "subgroupInclusiveMin": LaneOperation(LaneArithmetic::Min, LaneGroup::Inclusive), Lanes, [];
    WaveInclusiveOr, glsl "subgroupInclusiveOr": LaneOperation(LaneArithmetic::Or, LaneGroup::Inclusive), Lanes, [];
    WaveInclusiveXor, glsl "subgroupInclusiveXor": LaneOperation(LaneArithmetic::Xor, LaneGroup::Inclusive), Lanes, [];
    WaveClusteredAdd, glsl "subgroupClusteredAdd": LaneOperation(LaneArithmetic::Add, LaneGroup::Clustered), Lanes, [];
    WaveClusteredAnd, glsl "subgroupClusteredAnd": LaneOperation(LaneArithmetic::And, LaneGroup::Clustered), Lanes, [];
    WaveClusteredMax, glsl "subgroupClusteredMax": LaneOperation(LaneArithmetic::Max, LaneGroup::Clustered), Lanes, [];
    WaveClusteredMin, glsl "subgroupClusteredMin": LaneOperation(LaneArithmetic::Min, LaneGroup::Clustered), Lanes, [];
    WaveClusteredMultiply, glsl "subgroupClusteredMul": LaneOperation(LaneArithmetic::Multiply, LaneGroup::Clustered), Lanes, [];
    WaveClusteredOr, glsl "subgroupClusteredOr": LaneOperation(LaneArithmetic::Or, LaneGroup::Clustered), Lanes, [];
    WaveClusteredXor, glsl "subgroupClusteredXor": LaneOperation(LaneArithmetic::Xor, LaneGroup::Clustered), Lanes, [];
    WavePartitionedAdd, glsl "subgroupPartitionedAddNV": LaneOperation(LaneArithmetic::Add, LaneGroup::Partitioned), Lanes, [];
    WavePartitionedAnd, glsl "subgroupPartitionedAndNV": LaneOperation(LaneArithmetic::And, LaneGroup::Partitioned), Lanes, [];
    WavePartitionedMax, glsl "subgroupPartitionedMaxNV": LaneOperation(LaneArithmetic::Max, LaneGroup::Partitioned), Lanes, [];
    WavePartitionedMin, glsl "subgroupPartitionedMinNV": LaneOperation(LaneArithmetic::Min, LaneGroup::Partitioned), Lanes, [];
    WavePartitionedMultiply, glsl "subgroupPartitionedMulNV": LaneOperation(LaneArithmetic::Multiply, LaneGroup::Partitioned), Lanes, [];
    WavePartitionedOr, glsl "subgroupPartitionedOrNV": LaneOperation(LaneArithmetic::Or, LaneGroup::Partitioned), Lanes, [];
    WavePartitionedXor, glsl "subgroupPartitionedXorNV": LaneOperation(LaneArithmetic::Xor, LaneGroup::Partitioned), Lanes, [];
    WavePartitionedInclusiveAdd, glsl "subgroupPartitionedInclusiveAddNV": LaneOperation(LaneArithmetic::Add, LaneGroup::PartitionedInclusive), Lanes, [];
    WavePartitionedInclusiveAnd, glsl "subgroupPartitionedInclusiveAndNV": LaneOperation(LaneArithmetic::And, LaneGroup::PartitionedInclusive), Lanes, [];
    WavePartitionedInclusiveMax, glsl "subgroupPartitionedInclusiveMaxNV": LaneOperation(LaneArithmetic::Max, LaneGroup::PartitionedInclusive), Lanes, [];
    WavePartitionedInclusiveMin, glsl "subgroupPartitionedInclusiveMinNV": LaneOperation(LaneArithmetic::Min, LaneGroup::PartitionedInclusive), Lanes, [];
    WavePartitionedInclusiveMultiply, glsl "subgroupPartitionedInclusiveMulNV": LaneOperation(LaneArithmetic::Multiply, LaneGroup::PartitionedInclusive), Lanes, [];
    WavePartitionedInclusiveOr, glsl "subgroupPartitionedInclusiveOrNV": LaneOperation(LaneArithmetic::Or, LaneGroup::PartitionedInclusive), Lanes, [];
    WavePartitionedInclusiveXor, glsl "subgroupPartitionedInclusiveXorNV": LaneOperation(LaneArithmetic::Xor, LaneGroup::PartitionedInclusive), Lanes, [];
    WavePartitionedExclusiveAdd, glsl "subgroupPartitionedExclusiveAddNV": LaneOperation(LaneArithmetic::Add, LaneGroup::PartitionedExclusive), Lanes, [];
    WavePartitionedExclusiveAnd, glsl "subgroupPartitionedExclusiveAndNV": LaneOperation(LaneArithmetic::And, LaneGroup::PartitionedExclusive), Lanes, [];
    WavePartitionedExclusiveMax, glsl "subgroupPartitionedExclusiveMaxNV": LaneOperation(LaneArithmetic::Max, LaneGroup::PartitionedExclusive), Lanes, [];
    WavePartitionedExclusiveMin, glsl "subgroupPartitionedExclusiveMinNV": LaneOperation(LaneArithmetic::Min, LaneGroup::PartitionedExclusive), Lanes, [];
    WavePartitionedExclusiveMultiply, glsl "subgroupPartitionedExclusiveMulNV": LaneOperation(LaneArithmetic::Multiply, LaneGroup::PartitionedExclusive), Lanes, [];
    WavePartitionedExclusiveOr, glsl "subgroupPartitionedExclusiveOrNV": LaneOperation(LaneArithmetic::Or, LaneGroup::PartitionedExclusive), Lanes, [];
    WavePartitionedExclusiveXor, glsl "subgroupPartitionedExclusiveXorNV": LaneOperation(LaneArithmetic::Xor, LaneGroup::PartitionedExclusive), Lanes, [];

    // Atomics.
    InterlockedAdd, hlsl "InterlockedAdd", glsl "atomicAdd": Atomic(A::Add), Writes, ["int: void(ref S, S, ?out S)"];
    InterlockedAnd, hlsl "InterlockedAnd", glsl "atomicAnd": Atomic(A::And), Writes, ["int: void(ref S, S, ?out S)"];
    InterlockedCompareExchange, hlsl "InterlockedCompareExchange", glsl "atomicCompSwap": Atomic(A::CompareExchange), Writes, ["int: void(ref S, S, S, out S)"];
    InterlockedCompareStore, hlsl "InterlockedCompareStore": Atomic(A::CompareExchange), Writes, ["int: void(ref S, S, S)"];
    InterlockedExchange, hlsl "InterlockedExchange", glsl "atomicExchange": Atomic(A::Exchange), Writes, ["num: void(ref S, S, out S)"];
    InterlockedMax, hlsl "InterlockedMax", glsl "atomicMax": Atomic(A::Max), Writes, ["int: void(ref S, S, ?out S)"];
    InterlockedMin, hlsl "InterlockedMin", glsl "atomicMin": Atomic(A::Min), Writes, ["int: void(ref S, S, ?out S)"];
    InterlockedOr, hlsl "InterlockedOr", glsl "atomicOr": Atomic(A::Or), Writes, ["int: void(ref S, S, ?out S)"];
    InterlockedXor, hlsl "InterlockedXor", glsl "atomicXor": Atomic(A::Xor), Writes, ["int: void(ref S, S, ?out S)"];

    // Barriers.
    AllMemoryBarrier, hlsl "AllMemoryBarrier", glsl "memoryBarrier" | "groupMemoryBarrier" | "subgroupMemoryBarrier": Barrier(All, Continue), Barrier, ["void()"];
    AllMemoryBarrierWithGroupSync, hlsl "AllMemoryBarrierWithGroupSync": Barrier(All, Wait), Barrier, ["void()"];
    DeviceMemoryBarrier, hlsl "DeviceMemoryBarrier", glsl "memoryBarrierBuffer" | "memoryBarrierAtomicCounter" | "memoryBarrierImage" | "subgroupMemoryBarrierBuffer" | "subgroupMemoryBarrierImage": Barrier(Device, Continue), Barrier, ["void()"];
    DeviceMemoryBarrierWithGroupSync, hlsl "DeviceMemoryBarrierWithGroupSync": Barrier(Device, Wait), Barrier, ["void()"];
    GroupMemoryBarrier, hlsl "GroupMemoryBarrier", glsl "memoryBarrierShared" | "subgroupMemoryBarrierShared": Barrier(Group, Continue), Barrier, ["void()"];
    GroupMemoryBarrierWithGroupSync, hlsl "GroupMemoryBarrierWithGroupSync", glsl "barrier": Barrier(Group, Wait), Barrier, ["void()"];
    WaveBarrier, glsl "subgroupBarrier": Barrier(BarrierMemory::Wave, Wait), Barrier, [];

    // Mesh pipelines.
    DispatchMesh, hlsl "DispatchMesh", glsl "EmitMeshTasksEXT": DispatchMesh, Ends, [];
    SetMeshOutputCounts, hlsl "SetMeshOutputCounts", glsl "SetMeshOutputsEXT": MeshOutputs, Writes, ["void(uint, uint)"];

    // The number of elements of the array at the end of a buffer.
    ArrayLength, glsl ".length": ArrayLength, Reads, [];

    // Memory at addresses.
    AtAddress: AtAddress, Reads, [];

    // Clocks.
    ReadClock, hlsl "vk::ReadClock": Clock, Reads, ["uint64_t(uint)"];

    // Helper invocations.
    IsHelperLane, hlsl "IsHelperLane", glsl "helperInvocationEXT": HelperInvocation, Reads, ["bool()"];

    // The inputs of a pixel shader.
    EvaluateAttributeAtCentroid, hlsl "EvaluateAttributeAtCentroid" | "EvaluateAttributeCentroid", glsl "interpolateAtCentroid": AtPoint(Centroid), Reads, ["num: V(V)"];
    EvaluateAttributeAtSample, hlsl "EvaluateAttributeAtSample", glsl "interpolateAtSample": AtPoint(Sample), Reads, ["num: V(V, uint)"];
    InterpolateAtOffset, glsl "interpolateAtOffset": AtPoint(Offset), Reads, [];
    GetAttributeAtVertex, hlsl "GetAttributeAtVertex": AtVertex, Reads, ["num: V(V, uint)"];

    // Tiled resources.
    CheckAccessFullyMapped, hlsl "CheckAccessFullyMapped": Residency, None, ["bool(uint)"];

    // Direct3D 9's samplers.
    Tex1D, hlsl "tex1D": Sampled(D1, Plain), Derivative, ["float4(sampler1D, float)", "float4(sampler1D, float, float, float)"];
    Tex1Dbias, hlsl "tex1Dbias": Sampled(D1, Bias), Derivative, ["float4(sampler1D, float4)"];
    Tex1Dgrad, hlsl "tex1Dgrad": Sampled(D1, Gradient), Reads, ["float4(sampler1D, float, float, float)"];
    Tex1Dlod, hlsl "tex1Dlod": Sampled(D1, Level), Reads, ["float4(sampler1D, float4)"];
    Tex1Dproj, hlsl "tex1Dproj": Sampled(D1, Projected), Derivative, ["float4(sampler1D, float4)"];
    Tex2D, hlsl "tex2D": Sampled(D2, Plain), Derivative, ["float4(sampler2D, float2)", "float4(sampler2D, float2, float2, float2)"];
    Tex2Dbias, hlsl "tex2Dbias": Sampled(D2, Bias), Derivative, ["float4(sampler2D, float4)"];
    Tex2Dgrad, hlsl "tex2Dgrad": Sampled(D2, Gradient), Reads, ["float4(sampler2D, float2, float2, float2)"];
    Tex2Dlod, hlsl "tex2Dlod": Sampled(D2, Level), Reads, ["float4(sampler2D, float4)"];
    Tex2Dproj, hlsl "tex2Dproj": Sampled(D2, Projected), Derivative, ["float4(sampler2D, float4)"];
    Tex3D, hlsl "tex3D": Sampled(D3, Plain), Derivative, ["float4(sampler3D, float3)", "float4(sampler3D, float3, float3, float3)"];
    Tex3Dbias, hlsl "tex3Dbias": Sampled(D3, Bias), Derivative, ["float4(sampler3D, float4)"];
    Tex3Dgrad, hlsl "tex3Dgrad": Sampled(D3, Gradient), Reads, ["float4(sampler3D, float3, float3, float3)"];
    Tex3Dlod, hlsl "tex3Dlod": Sampled(D3, Level), Reads, ["float4(sampler3D, float4)"];
    Tex3Dproj, hlsl "tex3Dproj": Sampled(D3, Projected), Derivative, ["float4(sampler3D, float4)"];
    TexCUBE, hlsl "texCUBE": Sampled(Cube, Plain), Derivative, ["float4(samplerCUBE, float3)", "float4(samplerCUBE, float3, float3, float3)"];
    TexCUBEbias, hlsl "texCUBEbias": Sampled(Cube, Bias), Derivative, ["float4(samplerCUBE, float4)"];
    TexCUBEgrad, hlsl "texCUBEgrad": Sampled(Cube, Gradient), Reads, ["float4(samplerCUBE, float3, float3, float3)"];
    TexCUBElod, hlsl "texCUBElod": Sampled(Cube, Level), Reads, ["float4(samplerCUBE, float4)"];
    TexCUBEproj, hlsl "texCUBEproj": Sampled(Cube, Projected), Derivative, ["float4(samplerCUBE, float4)"];

    // Ray queries.
    AccelerationStructureAt, glsl "accelerationStructureEXT": StructureAddress, None, [];

    // What naga cannot represent.
    Abort, hlsl "abort": Unsupported("it cannot end a whole program"), Ends, ["void()"];
    EvaluateAttributeSnapped, hlsl "EvaluateAttributeSnapped": Unsupported("it cannot interpolate at a position of a grid"), Reads, ["num: V(V, int2)"];
    GetRenderTargetSampleCount, hlsl "GetRenderTargetSampleCount": Unsupported("it cannot query the samples of a render target"), Reads, ["uint()"];
    GetRenderTargetSamplePosition, hlsl "GetRenderTargetSamplePosition": Unsupported("it cannot query the samples of a render target"), Reads, ["float2(int)"];

    // What the program cannot represent: a call has no signature, and is an error of the front end.
    // Ray tracing.
    AcceptHitAndEndSearch, hlsl "AcceptHitAndEndSearch": Unsupported("it has no stages of ray tracing"), Writes, [];
    AllocateRayQuery, hlsl "AllocateRayQuery": Unsupported("it has no stages of ray tracing"), Writes, [];
    CallShader, hlsl "CallShader": Unsupported("it has no stages of ray tracing"), Writes, [];
    DispatchRaysDimensions, hlsl "DispatchRaysDimensions": Unsupported("it has no stages of ray tracing"), Writes, [];
    DispatchRaysIndex, hlsl "DispatchRaysIndex": Unsupported("it has no stages of ray tracing"), Writes, [];
    GeometryIndex, hlsl "GeometryIndex": Unsupported("it has no stages of ray tracing"), Writes, [];
    HitKind, hlsl "HitKind": Unsupported("it has no stages of ray tracing"), Writes, [];
    IgnoreHit, hlsl "IgnoreHit": Unsupported("it has no stages of ray tracing"), Writes, [];
    InstanceID, hlsl "InstanceID": Unsupported("it has no stages of ray tracing"), Writes, [];
    InstanceIndex, hlsl "InstanceIndex": Unsupported("it has no stages of ray tracing"), Writes, [];
    ObjectRayDirection, hlsl "ObjectRayDirection": Unsupported("it has no stages of ray tracing"), Writes, [];
    ObjectRayOrigin, hlsl "ObjectRayOrigin": Unsupported("it has no stages of ray tracing"), Writes, [];
    PrimitiveIndex, hlsl "PrimitiveIndex": Unsupported("it has no stages of ray tracing"), Writes, [];
    RayTCurrent, hlsl "RayTCurrent": Unsupported("it has no stages of ray tracing"), Writes, [];
    RayTMin, hlsl "RayTMin": Unsupported("it has no stages of ray tracing"), Writes, [];
    ReportHit, hlsl "ReportHit": Unsupported("it has no stages of ray tracing"), Writes, [];
    TraceRay, hlsl "TraceRay": Unsupported("it has no stages of ray tracing"), Writes, [];
    WorldRayDirection, hlsl "WorldRayDirection": Unsupported("it has no stages of ray tracing"), Writes, [];
    WorldRayOrigin, hlsl "WorldRayOrigin": Unsupported("it has no stages of ray tracing"), Writes, [];
    // Comparisons of bits.
    InterlockedCompareExchangeFloatBitwise, hlsl "InterlockedCompareExchangeFloatBitwise": Unsupported("it cannot compare a `float` in memory by its bits"), Writes, [];
    InterlockedCompareStoreFloatBitwise, hlsl "InterlockedCompareStoreFloatBitwise": Unsupported("it cannot compare a `float` in memory by its bits"), Writes, [];
    // Inline SPIR-V.
    ExtExecutionMode, hlsl "vk::ext_execution_mode": Unsupported("it has no modes by number"), Writes, [];
    ExtExecutionModeId, hlsl "vk::ext_execution_mode_id": Unsupported("it has no modes by number"), Writes, [];
    // Tessellation.
    Process2DQuadTessFactorsAvg, hlsl "Process2DQuadTessFactorsAvg": Unsupported("it has no tessellation"), Writes, [];
    Process2DQuadTessFactorsMax, hlsl "Process2DQuadTessFactorsMax": Unsupported("it has no tessellation"), Writes, [];
    Process2DQuadTessFactorsMin, hlsl "Process2DQuadTessFactorsMin": Unsupported("it has no tessellation"), Writes, [];
    ProcessIsolineTessFactors, hlsl "ProcessIsolineTessFactors": Unsupported("it has no tessellation"), Writes, [];
    ProcessQuadTessFactorsAvg, hlsl "ProcessQuadTessFactorsAvg": Unsupported("it has no tessellation"), Writes, [];
    ProcessQuadTessFactorsMax, hlsl "ProcessQuadTessFactorsMax": Unsupported("it has no tessellation"), Writes, [];
    ProcessQuadTessFactorsMin, hlsl "ProcessQuadTessFactorsMin": Unsupported("it has no tessellation"), Writes, [];
    ProcessTriTessFactorsAvg, hlsl "ProcessTriTessFactorsAvg": Unsupported("it has no tessellation"), Writes, [];
    ProcessTriTessFactorsMax, hlsl "ProcessTriTessFactorsMax": Unsupported("it has no tessellation"), Writes, [];
    ProcessTriTessFactorsMin, hlsl "ProcessTriTessFactorsMin": Unsupported("it has no tessellation"), Writes, [];
    // Messages of a debug layer.
    Errorf, hlsl "errorf": Unsupported("it has no messages"), Writes, [];
    Printf, hlsl "printf", glsl "debugPrintfEXT": Print, Writes, [];
}

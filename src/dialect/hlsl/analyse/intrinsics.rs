//! The language's functions, as a table: name, what it is, and the forms a call can have.
//!
//! A form is `class: result(parameters)`. `T` is the arguments' common type, `V` the same without matrices; `S` is its
//! scalar, `B`, `I`, `U` and `F` have its shape and are `bool`, `int`, `uint`, `float`; `T3` is a vector of three; anything
//! else is a type's name. The class says which number types `T` may have ([`Class`]); a type outside of it is converted.
//! `out` and `ref` come before a type (`ref`: memory that atomics work on), `?` before a parameter that may be left out.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::forms::Form;
use crate::ir::Intrinsic;

/// An intrinsic.
#[derive(Debug)]
pub struct Row {
    pub name: &'static str,
    pub intrinsic: Intrinsic,
    pub forms: Vec<Form>,
}

macro_rules! table {
    ($($name:literal $intrinsic:ident $($form:literal),+;)+) => {
        &[$(($name, Intrinsic::$intrinsic, &[$($form),+])),+]
    };
}

type Entry = (&'static str, Intrinsic, &'static [&'static str]);

#[rustfmt::skip]
const TABLE: &[Entry] = table! {
    "abort" Abort "void()";
    "abs" Abs "num: T(T)";
    "acos" Acos "flt: T(T)";
    "all" All "any: bool(T)";
    "AllMemoryBarrier" AllMemoryBarrier "void()";
    "AllMemoryBarrierWithGroupSync" AllMemoryBarrierWithGroupSync "void()";
    "and" And "bool: T(T, T)";
    "any" Any "any: bool(T)";
    "asdouble" Asdouble "double(uint, uint)", "double2(uint2, uint2)";
    "asfloat" Asfloat "any: F(T)";
    "asfloat16" Asfloat16 "any: H(T)";
    "asin" Asin "flt: T(T)";
    "asint" Asint "any: I(T)";
    "asint16" Asint16 "any: J(T)";
    "asuint" Asuint "any: U(T)", "void(double, out uint, out uint)", "void(double2, out uint2, out uint2)";
    "asuint16" Asuint16 "any: W(T)";
    "atan" Atan "flt: T(T)";
    "atan2" Atan2 "flt: T(T, T)";
    "ceil" Ceil "flt: T(T)";
    "CheckAccessFullyMapped" CheckAccessFullyMapped "bool(uint)";
    "clamp" Clamp "num: T(T, T, T)";
    "clip" Clip "flt: void(T)";
    "cos" Cos "flt: T(T)";
    "cosh" Cosh "flt: T(T)";
    "countbits" Countbits "int: U(T)";
    "cross" Cross "flt: T3(T3, T3)";
    "D3DCOLORtoUBYTE4" D3DCOLORtoUBYTE4 "int4(float4)";
    "ddx" Ddx "flt: T(T)";
    "ddx_coarse" DdxCoarse "flt: T(T)";
    "ddx_fine" DdxFine "flt: T(T)";
    "ddy" Ddy "flt: T(T)";
    "ddy_coarse" DdyCoarse "flt: T(T)";
    "ddy_fine" DdyFine "flt: T(T)";
    "degrees" Degrees "flt: T(T)";
    "determinant" Determinant "flt: S(Q)";
    "DeviceMemoryBarrier" DeviceMemoryBarrier "void()";
    "DeviceMemoryBarrierWithGroupSync" DeviceMemoryBarrierWithGroupSync "void()";
    "distance" Distance "flt: S(V, V)";
    "dot" Dot "num: S(V, V)";
    "dot2add" Dot2add "float(half2, half2, float)";
    "dot4add_i8packed" Dot4addI8packed "int(uint, uint, int)";
    "dot4add_u8packed" Dot4addU8packed "uint(uint, uint, uint)";
    "dst" Dst "float4(float4, float4)";
    "EvaluateAttributeAtCentroid" EvaluateAttributeAtCentroid "num: V(V)";
    "EvaluateAttributeCentroid" EvaluateAttributeAtCentroid "num: V(V)";
    "EvaluateAttributeAtSample" EvaluateAttributeAtSample "num: V(V, uint)";
    "EvaluateAttributeSnapped" EvaluateAttributeSnapped "num: V(V, int2)";
    "exp" Exp "flt: T(T)";
    "exp2" Exp2 "flt: T(T)";
    "f16tof32" F16tof32 "uint: F(T)";
    "f32tof16" F32tof16 "f32: U(T)";
    "faceforward" Faceforward "flt: V(V, V, V)";
    "firstbithigh" Firstbithigh "int: U(T)";
    "firstbitlow" Firstbitlow "int: U(T)";
    "floor" Floor "flt: T(T)";
    "fma" Fma "fd: T(T, T, T)";
    "fmod" Fmod "flt: T(T, T)";
    "frac" Frac "flt: T(T)";
    "frexp" Frexp "flt: T(T, out T)";
    "fwidth" Fwidth "flt: T(T)";
    "GetRenderTargetSampleCount" GetRenderTargetSampleCount "uint()";
    "GetRenderTargetSamplePosition" GetRenderTargetSamplePosition "float2(int)";
    "GroupMemoryBarrier" GroupMemoryBarrier "void()";
    "GroupMemoryBarrierWithGroupSync" GroupMemoryBarrierWithGroupSync "void()";
    "InterlockedAdd" InterlockedAdd "int: void(ref S, S, ?out S)";
    "InterlockedAnd" InterlockedAnd "int: void(ref S, S, ?out S)";
    "InterlockedCompareExchange" InterlockedCompareExchange "int: void(ref S, S, S, out S)";
    "InterlockedCompareStore" InterlockedCompareStore "int: void(ref S, S, S)";
    "InterlockedExchange" InterlockedExchange "num: void(ref S, S, out S)";
    "InterlockedMax" InterlockedMax "int: void(ref S, S, ?out S)";
    "InterlockedMin" InterlockedMin "int: void(ref S, S, ?out S)";
    "InterlockedOr" InterlockedOr "int: void(ref S, S, ?out S)";
    "InterlockedXor" InterlockedXor "int: void(ref S, S, ?out S)";
    "isfinite" Isfinite "flt: B(T)";
    "isinf" Isinf "flt: B(T)";
    "isnan" Isnan "flt: B(T)";
    "ldexp" Ldexp "flt: T(T, T)";
    "length" Length "flt: S(V)";
    "lerp" Lerp "flt: T(T, T, T)";
    "lit" Lit "float4(float, float, float)";
    "log" Log "flt: T(T)";
    "log10" Log10 "flt: T(T)";
    "log2" Log2 "flt: T(T)";
    "mad" Mad "num: T(T, T, T)";
    "max" Max "num: T(T, T)";
    "min" Min "num: T(T, T)";
    "modf" Modf "flt: T(T, out T)";
    "msad4" Msad4 "uint4(uint, uint2, uint4)";
    "mul" Mul "num: mul";
    "NonUniformResourceIndex" NonUniformResourceIndex "int: T(T)";
    "normalize" Normalize "flt: V(V)";
    "or" Or "bool: T(T, T)";
    "pack_clamp_s8" PackClampS8 "uint(int4)";
    "pack_clamp_u8" PackClampU8 "uint(int4)";
    "pack_s8" PackS8 "uint(int4)";
    "pack_u8" PackU8 "uint(uint4)";
    "pow" Pow "flt: T(T, T)";
    "QuadAll" QuadAll "bool(bool)";
    "QuadAny" QuadAny "bool(bool)";
    "QuadReadAcrossDiagonal" QuadReadAcrossDiagonal "any: T(T)";
    "QuadReadAcrossX" QuadReadAcrossX "any: T(T)";
    "QuadReadAcrossY" QuadReadAcrossY "any: T(T)";
    "QuadReadLaneAt" QuadReadLaneAt "any: T(T, uint)";
    "radians" Radians "flt: T(T)";
    "rcp" Rcp "fd: T(T)";
    "reflect" Reflect "flt: V(V, V)";
    "refract" Refract "flt: V(V, V, S)";
    "reversebits" Reversebits "int: T(T)";
    "round" Round "flt: T(T)";
    "rsqrt" Rsqrt "flt: T(T)";
    "saturate" Saturate "fd: T(T)";
    "select" Select "any: select";
    "sign" Sign "num: I(T)";
    "sin" Sin "flt: T(T)";
    "sincos" Sincos "flt: void(T, out T, out T)";
    "sinh" Sinh "flt: T(T)";
    "smoothstep" Smoothstep "flt: T(T, T, T)";
    "sqrt" Sqrt "flt: T(T)";
    "step" Step "flt: T(T, T)";
    "tan" Tan "flt: T(T)";
    "tanh" Tanh "flt: T(T)";
    "tex1D" Tex1D "float4(sampler1D, float)", "float4(sampler1D, float, float, float)";
    "tex1Dbias" Tex1Dbias "float4(sampler1D, float4)";
    "tex1Dgrad" Tex1Dgrad "float4(sampler1D, float, float, float)";
    "tex1Dlod" Tex1Dlod "float4(sampler1D, float4)";
    "tex1Dproj" Tex1Dproj "float4(sampler1D, float4)";
    "tex2D" Tex2D "float4(sampler2D, float2)", "float4(sampler2D, float2, float2, float2)";
    "tex2Dbias" Tex2Dbias "float4(sampler2D, float4)";
    "tex2Dgrad" Tex2Dgrad "float4(sampler2D, float2, float2, float2)";
    "tex2Dlod" Tex2Dlod "float4(sampler2D, float4)";
    "tex2Dproj" Tex2Dproj "float4(sampler2D, float4)";
    "tex3D" Tex3D "float4(sampler3D, float3)", "float4(sampler3D, float3, float3, float3)";
    "tex3Dbias" Tex3Dbias "float4(sampler3D, float4)";
    "tex3Dgrad" Tex3Dgrad "float4(sampler3D, float3, float3, float3)";
    "tex3Dlod" Tex3Dlod "float4(sampler3D, float4)";
    "tex3Dproj" Tex3Dproj "float4(sampler3D, float4)";
    "texCUBE" TexCUBE "float4(samplerCUBE, float3)", "float4(samplerCUBE, float3, float3, float3)";
    "texCUBEbias" TexCUBEbias "float4(samplerCUBE, float4)";
    "texCUBEgrad" TexCUBEgrad "float4(samplerCUBE, float3, float3, float3)";
    "texCUBElod" TexCUBElod "float4(samplerCUBE, float4)";
    "texCUBEproj" TexCUBEproj "float4(samplerCUBE, float4)";
    "transpose" Transpose "any: N(M)";
    "trunc" Trunc "flt: T(T)";
    "unpack_s8s16" UnpackS8s16 "int16_t4(uint)";
    "unpack_s8s32" UnpackS8s32 "int4(uint)";
    "unpack_u8u16" UnpackU8u16 "uint16_t4(uint)";
    "unpack_u8u32" UnpackU8u32 "uint4(uint)";
    "WaveActiveAllEqual" WaveActiveAllEqual "any: B(T)";
    "WaveActiveAllTrue" WaveActiveAllTrue "bool(bool)";
    "WaveActiveAnyTrue" WaveActiveAnyTrue "bool(bool)";
    "WaveActiveBallot" WaveActiveBallot "uint4(bool)";
    "WaveActiveBitAnd" WaveActiveBitAnd "int: T(T)";
    "WaveActiveBitOr" WaveActiveBitOr "int: T(T)";
    "WaveActiveBitXor" WaveActiveBitXor "int: T(T)";
    "WaveActiveCountBits" WaveActiveCountBits "uint(bool)";
    "WaveActiveMax" WaveActiveMax "num: T(T)";
    "WaveActiveMin" WaveActiveMin "num: T(T)";
    "WaveActiveProduct" WaveActiveProduct "num: T(T)";
    "WaveActiveSum" WaveActiveSum "num: T(T)";
    "WaveGetLaneCount" WaveGetLaneCount "uint()";
    "WaveGetLaneIndex" WaveGetLaneIndex "uint()";
    "WaveIsFirstLane" WaveIsFirstLane "bool()";
    "WaveMatch" WaveMatch "any: uint4(T)";
    "WaveMultiPrefixBitAnd" WaveMultiPrefixBitAnd "int: T(T, uint4)";
    "WaveMultiPrefixBitOr" WaveMultiPrefixBitOr "int: T(T, uint4)";
    "WaveMultiPrefixBitXor" WaveMultiPrefixBitXor "int: T(T, uint4)";
    "WaveMultiPrefixCountBits" WaveMultiPrefixCountBits "uint(bool, uint4)";
    "WaveMultiPrefixProduct" WaveMultiPrefixProduct "num: T(T, uint4)";
    "WaveMultiPrefixSum" WaveMultiPrefixSum "num: T(T, uint4)";
    "WavePrefixCountBits" WavePrefixCountBits "uint(bool)";
    "WavePrefixProduct" WavePrefixProduct "num: T(T)";
    "WavePrefixSum" WavePrefixSum "num: T(T)";
    "WaveReadLaneAt" WaveReadLaneAt "any: T(T, uint)";
    "WaveReadLaneFirst" WaveReadLaneFirst "any: T(T)";
};

static ROWS: LazyLock<FxHashMap<&'static str, Row>> = LazyLock::new(|| {
    TABLE
        .iter()
        .map(|(name, intrinsic, forms)| {
            let forms = forms.iter().map(|form| Form::read(form)).collect();
            (*name, Row { name, intrinsic: *intrinsic, forms })
        })
        .collect()
});

/// The intrinsic of a name.
pub fn row(name: &str) -> Option<&'static Row> {
    ROWS.get(name)
}

/// All names, in order.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    TABLE.iter().map(|(name, ..)| *name)
}

/// Functions of stages and features that the embedded chain cannot carry.
pub fn is_foreign(name: &str) -> bool {
    const NAMES: [&str; 24] = [
        "TraceRay",
        "CallShader",
        "ReportHit",
        "IgnoreHit",
        "AcceptHitAndEndSearch",
        "DispatchMesh",
        "SetMeshOutputCounts",
        "DispatchRaysIndex",
        "DispatchRaysDimensions",
        "WorldRayOrigin",
        "WorldRayDirection",
        "ObjectRayOrigin",
        "ObjectRayDirection",
        "RayTMin",
        "RayTCurrent",
        "HitKind",
        "InstanceID",
        "InstanceIndex",
        "PrimitiveIndex",
        "GetAttributeAtVertex",
        "AllocateRayQuery",
        "printf",
        "errorf",
        "GeometryIndex",
    ];
    NAMES.contains(&name)
        || name.starts_with("Process2DQuad")
        || name.starts_with("ProcessQuad")
        || name.starts_with("ProcessTri")
        || name.starts_with("ProcessIsoline")
}

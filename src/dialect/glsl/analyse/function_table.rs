//! GLSL's built-in functions: names, signatures (see [`signatures`](super::signatures)), and what a call becomes. Functions of textures
//! and images have files of their own.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::ballots::Ballot;
use super::signatures::Signature;
use crate::ir::{BinaryOp, Intrinsic, Scalar, UnaryOp};

/// What a call becomes in the program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Meaning {
    /// The operation with these arguments. A scalar beside vectors is spread.
    Operation(Intrinsic),
    /// The operation gives numbers of this scalar, which are converted.
    Converted(Intrinsic, Scalar),
    Binary(BinaryOp),
    Unary(UnaryOp),
    /// `mix` with `bool`s: the third argument selects the second.
    Select,
    /// The value before an atomic operation.
    Atomic(Intrinsic),
    /// The operation on this invocation and those before it.
    Inclusive(Intrinsic, BinaryOp),
    /// The value of the invocation whose number is this operation of the own one and the argument.
    Shuffle(BinaryOp),
    /// `uaddCarry`, `usubBorrow`.
    Carry {
        add: bool,
    },
    /// `umulExtended`, `imulExtended`.
    Extended,
    OuterProduct,
    Ballot(Ballot),
    /// A ballot in a number of 64 bits.
    WideBallot,
    /// The operation over clusters, whose size is a constant.
    Clustered(Intrinsic),
}

/// A function.
#[derive(Debug)]
pub struct Row {
    pub signatures: Vec<Signature>,
    pub meaning: Meaning,
}

use BinaryOp as B;
use Intrinsic as I;
use Meaning::{Atomic, Binary, Converted, Inclusive, Operation, OuterProduct, Select, Shuffle, Unary};

const OF_ONE: &[&str] = &["flt: T(T)"];
const OF_SHORT: &[&str] = &["f: T(T)"];
const COMPARISON: &[&str] = &["num: Bt(V, V)"];
const ATOMIC: &[&str] = &["int: S(ref S, S)"];
const NOTHING: &[&str] = &["void()"];
const OF_LANES: &[&str] = &["num: T(T)"];
const OF_BITS: &[&str] = &["bits: T(T)"];
const SHUFFLE: &[&str] = &["any: T(T, uint)"];

/// Every function, sorted by name; a name with several meanings has several rows.
const FUNCTIONS: &[(&str, &[&str], Meaning)] = &[
    ("EmitMeshTasksEXT", &["void(uint, uint, uint)"], Operation(I::DispatchMesh)),
    ("SetMeshOutputsEXT", &["void(uint, uint)"], Operation(I::SetMeshOutputCounts)),
    ("abs", &["sig: T(T)"], Operation(I::Abs)),
    ("acos", OF_SHORT, Operation(I::Acos)),
    ("acosh", OF_SHORT, Operation(I::Acosh)),
    ("all", &["bool: bool(V)"], Operation(I::All)),
    ("allInvocations", &["bool(bool)"], Operation(I::WaveActiveAllTrue)),
    ("allInvocationsARB", &["bool(bool)"], Operation(I::WaveActiveAllTrue)),
    ("allInvocationsEqual", &["any: bool(T)"], Operation(I::WaveActiveAllEqual)),
    ("allInvocationsEqualARB", &["any: bool(T)"], Operation(I::WaveActiveAllEqual)),
    ("any", &["bool: bool(V)"], Operation(I::Any)),
    ("anyInvocation", &["bool(bool)"], Operation(I::WaveActiveAnyTrue)),
    ("anyInvocationARB", &["bool(bool)"], Operation(I::WaveActiveAnyTrue)),
    ("asin", OF_SHORT, Operation(I::Asin)),
    ("asinh", OF_SHORT, Operation(I::Asinh)),
    ("atan", OF_SHORT, Operation(I::Atan)),
    ("atan", &["f: T(T, T)"], Operation(I::Atan2)),
    ("atanh", OF_SHORT, Operation(I::Atanh)),
    ("atomicAdd", ATOMIC, Atomic(I::InterlockedAdd)),
    ("atomicAnd", ATOMIC, Atomic(I::InterlockedAnd)),
    ("atomicCompSwap", &["int: S(ref S, S, S)"], Atomic(I::InterlockedCompareExchange)),
    ("atomicExchange", ATOMIC, Atomic(I::InterlockedExchange)),
    ("atomicMax", ATOMIC, Atomic(I::InterlockedMax)),
    ("atomicMin", ATOMIC, Atomic(I::InterlockedMin)),
    ("atomicOr", ATOMIC, Atomic(I::InterlockedOr)),
    ("atomicXor", ATOMIC, Atomic(I::InterlockedXor)),
    ("ballotARB", &["uint64_t(bool)"], Meaning::WideBallot),
    ("barrier", NOTHING, Operation(I::GroupMemoryBarrierWithGroupSync)),
    ("bitCount", &["iul: It(T)"], Converted(I::Countbits, Scalar::Uint)),
    ("bitfieldExtract", &["iu: T(T, int, int)"], Operation(I::BitfieldExtract)),
    ("bitfieldInsert", &["iu: T(T, T, int, int)"], Operation(I::BitfieldInsert)),
    ("bitfieldReverse", &["iu: T(T)"], Operation(I::Reversebits)),
    ("ceil", OF_ONE, Operation(I::Ceil)),
    ("clamp", &["num: T(T, T, T)", "num: T(T, S, S)"], Operation(I::Clamp)),
    ("cos", OF_SHORT, Operation(I::Cos)),
    ("cosh", OF_SHORT, Operation(I::Cosh)),
    ("cross", &["vec3(vec3, vec3)", "dvec3(dvec3, dvec3)", "f16vec3(f16vec3, f16vec3)"], Operation(I::Cross)),
    ("dFdx", OF_SHORT, Operation(I::Ddx)),
    ("dFdxCoarse", OF_SHORT, Operation(I::DdxCoarse)),
    ("dFdxFine", OF_SHORT, Operation(I::DdxFine)),
    ("dFdy", OF_SHORT, Operation(I::Ddy)),
    ("dFdyCoarse", OF_SHORT, Operation(I::DdyCoarse)),
    ("dFdyFine", OF_SHORT, Operation(I::DdyFine)),
    ("degrees", OF_SHORT, Operation(I::Degrees)),
    ("determinant", &["flt: S(Q)"], Operation(I::Determinant)),
    ("distance", &["flt: S(T, T)"], Operation(I::Distance)),
    ("dot", &["flt: S(T, T)"], Operation(I::Dot)),
    ("doubleBitsToInt64", &["f64: I64t(T)"], Operation(I::Asint)),
    ("doubleBitsToUint64", &["f64: U64t(T)"], Operation(I::Asuint)),
    ("equal", &["any: Bt(V, V)"], Binary(B::Equal)),
    ("exp", OF_SHORT, Operation(I::Exp)),
    ("exp2", OF_SHORT, Operation(I::Exp2)),
    ("faceforward", &["flt: T(T, T, T)"], Operation(I::Faceforward)),
    ("findLSB", &["iul: It(T)"], Converted(I::Firstbitlow, Scalar::Uint)),
    ("findMSB", &["iu: It(T)"], Converted(I::Firstbithigh, Scalar::Uint)),
    ("float16BitsToInt16", &["f16: I16t(T)"], Operation(I::Asint)),
    ("float16BitsToUint16", &["f16: U16t(T)"], Operation(I::Asuint)),
    ("floatBitsToInt", &["f32: It(T)"], Operation(I::Asint)),
    ("floatBitsToUint", &["f32: Ut(T)"], Operation(I::Asuint)),
    ("floor", OF_ONE, Operation(I::Floor)),
    ("fma", &["flt: T(T, T, T)"], Operation(I::Fma)),
    ("fract", OF_ONE, Operation(I::Frac)),
    ("frexp", &["flt: T(T, out It)", "f16: T(T, out I16t)"], Operation(I::Frexp)),
    ("fwidth", OF_SHORT, Operation(I::Fwidth)),
    ("fwidthCoarse", OF_SHORT, Operation(I::FwidthCoarse)),
    ("fwidthFine", OF_SHORT, Operation(I::FwidthFine)),
    ("greaterThan", COMPARISON, Binary(B::Greater)),
    ("greaterThanEqual", COMPARISON, Binary(B::GreaterEqual)),
    ("groupMemoryBarrier", NOTHING, Operation(I::AllMemoryBarrier)),
    ("halfBitsToInt16", &["f16: I16t(T)"], Operation(I::Asint)),
    ("halfBitsToUint16", &["f16: U16t(T)"], Operation(I::Asuint)),
    ("helperInvocationEXT", &["bool()"], Operation(I::IsHelperLane)),
    ("imulExtended", &["i32: void(T, T, out T, out T)"], Meaning::Extended),
    ("int16BitsToFloat16", &["i16: Ht(T)"], Operation(I::Asfloat)),
    ("int16BitsToHalf", &["i16: Ht(T)"], Operation(I::Asfloat)),
    ("int64BitsToDouble", &["i64: Dt(T)"], Operation(I::Asfloat)),
    ("intBitsToFloat", &["i32: Ft(T)"], Operation(I::Asfloat)),
    ("interpolateAtCentroid", &["f16: T(T)", "f32: T(T)"], Operation(I::EvaluateAttributeAtCentroid)),
    ("interpolateAtOffset", &["f16: T(T, f16vec2)", "f32: T(T, vec2)"], Operation(I::InterpolateAtOffset)),
    ("interpolateAtSample", &["f16: T(T, int)", "f32: T(T, int)"], Operation(I::EvaluateAttributeAtSample)),
    ("inverse", &["flt: Q(Q)"], Operation(I::Inverse)),
    ("inversesqrt", OF_ONE, Operation(I::Rsqrt)),
    ("isinf", &["flt: Bt(T)"], Operation(I::Isinf)),
    ("isnan", &["flt: Bt(T)"], Operation(I::Isnan)),
    ("ldexp", &["flt: T(T, It)"], Operation(I::Ldexp)),
    ("length", &["flt: S(T)"], Operation(I::Length)),
    ("lessThan", COMPARISON, Binary(B::Less)),
    ("lessThanEqual", COMPARISON, Binary(B::LessEqual)),
    ("log", OF_SHORT, Operation(I::Log)),
    ("log2", OF_SHORT, Operation(I::Log2)),
    ("matrixCompMult", &["flt: M(M, M)"], Binary(B::Multiply)),
    ("max", &["num: T(T, T)", "num: T(T, S)"], Operation(I::Max)),
    ("memoryBarrier", NOTHING, Operation(I::AllMemoryBarrier)),
    ("memoryBarrierAtomicCounter", NOTHING, Operation(I::DeviceMemoryBarrier)),
    ("memoryBarrierBuffer", NOTHING, Operation(I::DeviceMemoryBarrier)),
    ("memoryBarrierImage", NOTHING, Operation(I::DeviceMemoryBarrier)),
    ("memoryBarrierShared", NOTHING, Operation(I::GroupMemoryBarrier)),
    ("min", &["num: T(T, T)", "num: T(T, S)"], Operation(I::Min)),
    ("mix", &["flt: T(T, T, T)", "flt: T(T, T, S)"], Operation(I::Lerp)),
    ("mix", &["any: T(T, T, Bt)"], Select),
    ("mod", &["flt: T(T, T)", "flt: T(T, S)"], Operation(I::Mod)),
    ("modf", &["flt: T(T, out T)"], Operation(I::Modf)),
    ("nonuniformEXT", &["int: T(T)"], Operation(I::NonUniformResourceIndex)),
    ("normalize", &["flt: T(T)"], Operation(I::Normalize)),
    ("not", &["bool: V(V)"], Unary(UnaryOp::Not)),
    ("notEqual", &["any: Bt(V, V)"], Binary(B::NotEqual)),
    ("outerProduct", &[], OuterProduct),
    ("pack32", &["uint(u16vec2)", "int(i16vec2)"], Operation(I::Bitcast)),
    ("pack64", &["uint64_t(uvec2)", "int64_t(ivec2)", "uint64_t(u16vec4)", "int64_t(i16vec4)"], Operation(I::Bitcast)),
    ("packDouble2x32", &["double(uvec2)"], Operation(I::Bitcast)),
    ("packFloat2x16", &["uint(f16vec2)"], Operation(I::Bitcast)),
    ("packHalf2x16", &["uint(vec2)"], Operation(I::PackHalf2x16)),
    ("packInt2x16", &["int(i16vec2)"], Operation(I::Bitcast)),
    ("packInt2x32", &["int64_t(ivec2)"], Operation(I::Bitcast)),
    ("packInt4x16", &["int64_t(i16vec4)"], Operation(I::Bitcast)),
    ("packSnorm2x16", &["uint(vec2)"], Operation(I::PackSnorm2x16)),
    ("packSnorm4x8", &["uint(vec4)"], Operation(I::PackSnorm4x8)),
    ("packUint2x16", &["uint(u16vec2)"], Operation(I::Bitcast)),
    ("packUint2x32", &["uint64_t(uvec2)"], Operation(I::Bitcast)),
    ("packUint4x16", &["uint64_t(u16vec4)"], Operation(I::Bitcast)),
    ("packUnorm2x16", &["uint(vec2)"], Operation(I::PackUnorm2x16)),
    ("packUnorm4x8", &["uint(vec4)"], Operation(I::PackUnorm4x8)),
    ("pow", &["f: T(T, T)"], Operation(I::Pow)),
    ("radians", OF_SHORT, Operation(I::Radians)),
    ("readFirstInvocationARB", &["any: T(T)"], Operation(I::WaveReadLaneFirst)),
    ("readInvocationARB", SHUFFLE, Operation(I::WaveReadLaneAt)),
    ("reflect", &["flt: T(T, T)"], Operation(I::Reflect)),
    ("refract", &["flt: T(T, T, S)"], Operation(I::Refract)),
    ("round", OF_ONE, Operation(I::Round)),
    ("roundEven", OF_ONE, Operation(I::Round)),
    ("sign", &["sig: T(T)"], Operation(I::Sign)),
    ("sin", OF_SHORT, Operation(I::Sin)),
    ("sinh", OF_SHORT, Operation(I::Sinh)),
    ("smoothstep", &["flt: T(T, T, T)", "flt: T(S, S, T)"], Operation(I::Smoothstep)),
    ("sqrt", OF_ONE, Operation(I::Sqrt)),
    ("step", &["flt: T(T, T)", "flt: T(S, T)"], Operation(I::Step)),
    ("subgroupAdd", OF_LANES, Operation(I::WaveActiveSum)),
    ("subgroupAll", &["bool(bool)"], Operation(I::WaveActiveAllTrue)),
    ("subgroupAllEqual", &["any: bool(T)"], Operation(I::WaveActiveAllEqual)),
    ("subgroupAnd", OF_BITS, Operation(I::WaveActiveBitAnd)),
    ("subgroupAny", &["bool(bool)"], Operation(I::WaveActiveAnyTrue)),
    ("subgroupBallot", &["uvec4(bool)"], Operation(I::WaveActiveBallot)),
    ("subgroupBallotBitCount", &["uint(uvec4)"], Meaning::Ballot(Ballot::Count)),
    ("subgroupBallotBitExtract", &["bool(uvec4, uint)"], Meaning::Ballot(Ballot::Extract)),
    ("subgroupBallotExclusiveBitCount", &["uint(uvec4)"], Meaning::Ballot(Ballot::ExclusiveCount)),
    ("subgroupBallotFindLSB", &["uint(uvec4)"], Meaning::Ballot(Ballot::Lowest)),
    ("subgroupBallotFindMSB", &["uint(uvec4)"], Meaning::Ballot(Ballot::Highest)),
    ("subgroupBallotInclusiveBitCount", &["uint(uvec4)"], Meaning::Ballot(Ballot::InclusiveCount)),
    ("subgroupBarrier", NOTHING, Operation(I::WaveBarrier)),
    ("subgroupBroadcast", SHUFFLE, Operation(I::WaveReadLaneAt)),
    ("subgroupBroadcastFirst", &["any: T(T)"], Operation(I::WaveReadLaneFirst)),
    ("subgroupClusteredAdd", &["num: T(T, uint)"], Meaning::Clustered(I::WaveClusteredAdd)),
    ("subgroupClusteredAnd", &["bits: T(T, uint)"], Meaning::Clustered(I::WaveClusteredAnd)),
    ("subgroupClusteredMax", &["num: T(T, uint)"], Meaning::Clustered(I::WaveClusteredMax)),
    ("subgroupClusteredMin", &["num: T(T, uint)"], Meaning::Clustered(I::WaveClusteredMin)),
    ("subgroupClusteredMul", &["num: T(T, uint)"], Meaning::Clustered(I::WaveClusteredMultiply)),
    ("subgroupClusteredOr", &["bits: T(T, uint)"], Meaning::Clustered(I::WaveClusteredOr)),
    ("subgroupClusteredXor", &["bits: T(T, uint)"], Meaning::Clustered(I::WaveClusteredXor)),
    ("subgroupElect", &["bool()"], Operation(I::WaveIsFirstLane)),
    ("subgroupExclusiveAdd", OF_LANES, Operation(I::WavePrefixSum)),
    ("subgroupExclusiveAnd", OF_BITS, Operation(I::WaveExclusiveAnd)),
    ("subgroupExclusiveMax", OF_LANES, Operation(I::WaveExclusiveMax)),
    ("subgroupExclusiveMin", OF_LANES, Operation(I::WaveExclusiveMin)),
    ("subgroupExclusiveMul", OF_LANES, Operation(I::WavePrefixProduct)),
    ("subgroupExclusiveOr", OF_BITS, Operation(I::WaveExclusiveOr)),
    ("subgroupExclusiveXor", OF_BITS, Operation(I::WaveExclusiveXor)),
    ("subgroupInclusiveAdd", OF_LANES, Inclusive(I::WavePrefixSum, B::Add)),
    ("subgroupInclusiveAnd", OF_BITS, Operation(I::WaveInclusiveAnd)),
    ("subgroupInclusiveMax", OF_LANES, Operation(I::WaveInclusiveMax)),
    ("subgroupInclusiveMin", OF_LANES, Operation(I::WaveInclusiveMin)),
    ("subgroupInclusiveMul", OF_LANES, Inclusive(I::WavePrefixProduct, B::Multiply)),
    ("subgroupInclusiveOr", OF_BITS, Operation(I::WaveInclusiveOr)),
    ("subgroupInclusiveXor", OF_BITS, Operation(I::WaveInclusiveXor)),
    ("subgroupInverseBallot", &["bool(uvec4)"], Meaning::Ballot(Ballot::Inverse)),
    ("subgroupMax", OF_LANES, Operation(I::WaveActiveMax)),
    ("subgroupMemoryBarrier", NOTHING, Operation(I::AllMemoryBarrier)),
    ("subgroupMemoryBarrierBuffer", NOTHING, Operation(I::DeviceMemoryBarrier)),
    ("subgroupMemoryBarrierImage", NOTHING, Operation(I::DeviceMemoryBarrier)),
    ("subgroupMemoryBarrierShared", NOTHING, Operation(I::GroupMemoryBarrier)),
    ("subgroupMin", OF_LANES, Operation(I::WaveActiveMin)),
    ("subgroupMul", OF_LANES, Operation(I::WaveActiveProduct)),
    ("subgroupOr", OF_BITS, Operation(I::WaveActiveBitOr)),
    ("subgroupPartitionNV", &["any: uvec4(T)"], Operation(I::WaveMatch)),
    ("subgroupPartitionedAddNV", &["num: T(T, uvec4)"], Operation(I::WavePartitionedAdd)),
    ("subgroupPartitionedAndNV", &["bits: T(T, uvec4)"], Operation(I::WavePartitionedAnd)),
    ("subgroupPartitionedExclusiveAddNV", &["num: T(T, uvec4)"], Operation(I::WavePartitionedExclusiveAdd)),
    ("subgroupPartitionedExclusiveAndNV", &["bits: T(T, uvec4)"], Operation(I::WavePartitionedExclusiveAnd)),
    ("subgroupPartitionedExclusiveMaxNV", &["num: T(T, uvec4)"], Operation(I::WavePartitionedExclusiveMax)),
    ("subgroupPartitionedExclusiveMinNV", &["num: T(T, uvec4)"], Operation(I::WavePartitionedExclusiveMin)),
    ("subgroupPartitionedExclusiveMulNV", &["num: T(T, uvec4)"], Operation(I::WavePartitionedExclusiveMultiply)),
    ("subgroupPartitionedExclusiveOrNV", &["bits: T(T, uvec4)"], Operation(I::WavePartitionedExclusiveOr)),
    ("subgroupPartitionedExclusiveXorNV", &["bits: T(T, uvec4)"], Operation(I::WavePartitionedExclusiveXor)),
    ("subgroupPartitionedInclusiveAddNV", &["num: T(T, uvec4)"], Operation(I::WavePartitionedInclusiveAdd)),
    ("subgroupPartitionedInclusiveAndNV", &["bits: T(T, uvec4)"], Operation(I::WavePartitionedInclusiveAnd)),
    ("subgroupPartitionedInclusiveMaxNV", &["num: T(T, uvec4)"], Operation(I::WavePartitionedInclusiveMax)),
    ("subgroupPartitionedInclusiveMinNV", &["num: T(T, uvec4)"], Operation(I::WavePartitionedInclusiveMin)),
    ("subgroupPartitionedInclusiveMulNV", &["num: T(T, uvec4)"], Operation(I::WavePartitionedInclusiveMultiply)),
    ("subgroupPartitionedInclusiveOrNV", &["bits: T(T, uvec4)"], Operation(I::WavePartitionedInclusiveOr)),
    ("subgroupPartitionedInclusiveXorNV", &["bits: T(T, uvec4)"], Operation(I::WavePartitionedInclusiveXor)),
    ("subgroupPartitionedMaxNV", &["num: T(T, uvec4)"], Operation(I::WavePartitionedMax)),
    ("subgroupPartitionedMinNV", &["num: T(T, uvec4)"], Operation(I::WavePartitionedMin)),
    ("subgroupPartitionedMulNV", &["num: T(T, uvec4)"], Operation(I::WavePartitionedMultiply)),
    ("subgroupPartitionedOrNV", &["bits: T(T, uvec4)"], Operation(I::WavePartitionedOr)),
    ("subgroupPartitionedXorNV", &["bits: T(T, uvec4)"], Operation(I::WavePartitionedXor)),
    ("subgroupQuadBroadcast", SHUFFLE, Operation(I::QuadReadLaneAt)),
    ("subgroupQuadSwapDiagonal", &["any: T(T)"], Operation(I::QuadReadAcrossDiagonal)),
    ("subgroupQuadSwapHorizontal", &["any: T(T)"], Operation(I::QuadReadAcrossX)),
    ("subgroupQuadSwapVertical", &["any: T(T)"], Operation(I::QuadReadAcrossY)),
    ("subgroupShuffle", SHUFFLE, Operation(I::WaveReadLaneAt)),
    ("subgroupShuffleDown", SHUFFLE, Shuffle(B::Add)),
    ("subgroupShuffleUp", SHUFFLE, Shuffle(B::Subtract)),
    ("subgroupShuffleXor", SHUFFLE, Shuffle(B::Xor)),
    ("subgroupXor", OF_BITS, Operation(I::WaveActiveBitXor)),
    ("tan", OF_SHORT, Operation(I::Tan)),
    ("tanh", OF_SHORT, Operation(I::Tanh)),
    ("transpose", &["flt: N(M)"], Operation(I::Transpose)),
    ("trunc", OF_ONE, Operation(I::Trunc)),
    ("uaddCarry", &["uint: T(T, T, out T)"], Meaning::Carry { add: true }),
    ("uint16BitsToFloat16", &["u16: Ht(T)"], Operation(I::Asfloat)),
    ("uint16BitsToHalf", &["u16: Ht(T)"], Operation(I::Asfloat)),
    ("uint64BitsToDouble", &["u64: Dt(T)"], Operation(I::Asfloat)),
    ("uintBitsToFloat", &["uint: Ft(T)"], Operation(I::Asfloat)),
    ("umulExtended", &["uint: void(T, T, out T, out T)"], Meaning::Extended),
    ("unpack16", &["u16vec2(uint)", "i16vec2(int)", "u16vec4(uint64_t)", "i16vec4(int64_t)"], Operation(I::Bitcast)),
    ("unpack32", &["uvec2(uint64_t)", "ivec2(int64_t)"], Operation(I::Bitcast)),
    ("unpackDouble2x32", &["uvec2(double)"], Operation(I::Bitcast)),
    ("unpackFloat2x16", &["f16vec2(uint)"], Operation(I::Bitcast)),
    ("unpackHalf2x16", &["vec2(uint)"], Operation(I::UnpackHalf2x16)),
    ("unpackInt2x16", &["i16vec2(int)"], Operation(I::Bitcast)),
    ("unpackInt2x32", &["ivec2(int64_t)"], Operation(I::Bitcast)),
    ("unpackInt4x16", &["i16vec4(int64_t)"], Operation(I::Bitcast)),
    ("unpackSnorm2x16", &["vec2(uint)"], Operation(I::UnpackSnorm2x16)),
    ("unpackSnorm4x8", &["vec4(uint)"], Operation(I::UnpackSnorm4x8)),
    ("unpackUint2x16", &["u16vec2(uint)"], Operation(I::Bitcast)),
    ("unpackUint2x32", &["uvec2(uint64_t)"], Operation(I::Bitcast)),
    ("unpackUint4x16", &["u16vec4(uint64_t)"], Operation(I::Bitcast)),
    ("unpackUnorm2x16", &["vec2(uint)"], Operation(I::UnpackUnorm2x16)),
    ("unpackUnorm4x8", &["vec4(uint)"], Operation(I::UnpackUnorm4x8)),
    ("usubBorrow", &["uint: T(T, T, out T)"], Meaning::Carry { add: false }),
];

/// Functions that GLSL has, and that the program cannot represent. Other names that begin as these do are not either.
#[rustfmt::skip]
const FOREIGN: &[&str] = &[
    "EmitStreamVertex", "EmitVertex", "EndPrimitive", "EndStreamPrimitive", "atomicCounter",
    "beginInvocationInterlockARB", "clockARB", "double2float",
    "endInvocationInterlockARB", "executeCallableEXT", "ftransform", "imageAtomicLoad", "imageAtomicStore",
    "noise1", "noise2", "noise3", "noise4", "pack16", "reportIntersectionEXT",
    "sparse", "subgroupRotate", "traceRayEXT", "unpack8",
];

/// Whether GLSL has a function of this name that the program cannot represent.
pub fn is_foreign(name: &str) -> bool {
    let prefixes = ["atomicCounter", "sparse"];
    FOREIGN.binary_search(&name).is_ok() || prefixes.iter().any(|prefix| name.starts_with(prefix))
}

static ROWS: LazyLock<FxHashMap<&'static str, Vec<Row>>> = LazyLock::new(|| {
    let mut rows: FxHashMap<&'static str, Vec<Row>> = FxHashMap::default();
    for (name, signatures, meaning) in FUNCTIONS {
        let signatures = signatures.iter().map(|signature| Signature::read(signature)).collect();
        rows.entry(name).or_default().push(Row { signatures, meaning: *meaning });
    }
    rows
});

/// The rows of a name.
pub fn find(name: &str) -> Option<&'static [Row]> {
    ROWS.get(name).map(Vec::as_slice)
}

/// All names.
pub fn names() -> impl Iterator<Item = &'static str> {
    FUNCTIONS
        .iter()
        .map(|(name, ..)| *name)
        .chain(super::textures::NAMES.iter().copied())
        .chain(super::ray_queries::names())
        .chain(super::input_attachments::names())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::operations::Vocabulary;

    #[test]
    fn the_lists_are_sorted() {
        assert!(FUNCTIONS.is_sorted_by_key(|(name, ..)| *name) && FOREIGN.is_sorted());
        assert!(FOREIGN.iter().all(|name| find(name).is_none()));
    }

    /// The table of operations gives folding the effects of GLSL's functions by their names.
    #[test]
    fn operations_have_their_names() {
        for (name, _, meaning) in FUNCTIONS {
            let (Operation(operation) | Converted(operation, _) | Atomic(operation) | Meaning::Clustered(operation)) =
                meaning
            else {
                continue;
            };
            // The names with several meanings are in no column of the table.
            if ["atan", "nonuniformEXT", "subgroupBroadcast"].contains(name) || name.contains("Invocation") {
                continue;
            }
            let row = Vocabulary::Glsl.function(name).unwrap_or_else(|| panic!("`{name}` has no row"));
            assert_eq!(row.effect, operation.operation().effect, "{name}");
        }
    }
}

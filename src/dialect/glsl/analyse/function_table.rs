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
    ("barrier", NOTHING, Operation(I::GroupMemoryBarrierWithGroupSync)),
    ("bitCount", &["iu: It(T)"], Converted(I::Countbits, Scalar::Uint)),
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
    ("equal", &["any: Bt(V, V)"], Binary(B::Equal)),
    ("exp", OF_SHORT, Operation(I::Exp)),
    ("exp2", OF_SHORT, Operation(I::Exp2)),
    ("faceforward", &["flt: T(T, T, T)"], Operation(I::Faceforward)),
    ("findLSB", &["iu: It(T)"], Converted(I::Firstbitlow, Scalar::Uint)),
    ("findMSB", &["iu: It(T)"], Converted(I::Firstbithigh, Scalar::Uint)),
    ("floatBitsToInt", &["f32: It(T)"], Operation(I::Asint)),
    ("floatBitsToUint", &["f32: Ut(T)"], Operation(I::Asuint)),
    ("floor", OF_ONE, Operation(I::Floor)),
    ("fma", &["flt: T(T, T, T)"], Operation(I::Fma)),
    ("fract", OF_ONE, Operation(I::Frac)),
    ("frexp", &["flt: T(T, out It)"], Operation(I::Frexp)),
    ("fwidth", OF_SHORT, Operation(I::Fwidth)),
    ("fwidthCoarse", OF_SHORT, Operation(I::FwidthCoarse)),
    ("fwidthFine", OF_SHORT, Operation(I::FwidthFine)),
    ("greaterThan", COMPARISON, Binary(B::Greater)),
    ("greaterThanEqual", COMPARISON, Binary(B::GreaterEqual)),
    ("groupMemoryBarrier", NOTHING, Operation(I::AllMemoryBarrier)),
    ("helperInvocationEXT", &["bool()"], Operation(I::IsHelperLane)),
    ("imulExtended", &["i32: void(T, T, out T, out T)"], Meaning::Extended),
    ("intBitsToFloat", &["i32: Ft(T)"], Operation(I::Asfloat)),
    ("interpolateAtCentroid", &["f32: T(T)"], Operation(I::EvaluateAttributeAtCentroid)),
    ("interpolateAtSample", &["f32: T(T, int)"], Operation(I::EvaluateAttributeAtSample)),
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
    ("packHalf2x16", &["uint(vec2)"], Operation(I::PackHalf2x16)),
    ("packSnorm2x16", &["uint(vec2)"], Operation(I::PackSnorm2x16)),
    ("packSnorm4x8", &["uint(vec4)"], Operation(I::PackSnorm4x8)),
    ("packUnorm2x16", &["uint(vec2)"], Operation(I::PackUnorm2x16)),
    ("packUnorm4x8", &["uint(vec4)"], Operation(I::PackUnorm4x8)),
    ("pow", &["f: T(T, T)"], Operation(I::Pow)),
    ("radians", OF_SHORT, Operation(I::Radians)),
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
    ("subgroupBroadcast", SHUFFLE, Operation(I::WaveReadLaneAt)),
    ("subgroupBroadcastFirst", &["any: T(T)"], Operation(I::WaveReadLaneFirst)),
    ("subgroupElect", &["bool()"], Operation(I::WaveIsFirstLane)),
    ("subgroupExclusiveAdd", OF_LANES, Operation(I::WavePrefixSum)),
    ("subgroupExclusiveMul", OF_LANES, Operation(I::WavePrefixProduct)),
    ("subgroupInclusiveAdd", OF_LANES, Inclusive(I::WavePrefixSum, B::Add)),
    ("subgroupInclusiveMul", OF_LANES, Inclusive(I::WavePrefixProduct, B::Multiply)),
    ("subgroupInverseBallot", &["bool(uvec4)"], Meaning::Ballot(Ballot::Inverse)),
    ("subgroupMax", OF_LANES, Operation(I::WaveActiveMax)),
    ("subgroupMin", OF_LANES, Operation(I::WaveActiveMin)),
    ("subgroupMul", OF_LANES, Operation(I::WaveActiveProduct)),
    ("subgroupOr", OF_BITS, Operation(I::WaveActiveBitOr)),
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
    ("uintBitsToFloat", &["uint: Ft(T)"], Operation(I::Asfloat)),
    ("umulExtended", &["uint: void(T, T, out T, out T)"], Meaning::Extended),
    ("unpackHalf2x16", &["vec2(uint)"], Operation(I::UnpackHalf2x16)),
    ("unpackSnorm2x16", &["vec2(uint)"], Operation(I::UnpackSnorm2x16)),
    ("unpackSnorm4x8", &["vec4(uint)"], Operation(I::UnpackSnorm4x8)),
    ("unpackUnorm2x16", &["vec2(uint)"], Operation(I::UnpackUnorm2x16)),
    ("unpackUnorm4x8", &["vec4(uint)"], Operation(I::UnpackUnorm4x8)),
    ("usubBorrow", &["uint: T(T, T, out T)"], Meaning::Carry { add: false }),
];

/// Functions that GLSL has, and that the program cannot represent. Other names that begin as these do are not either.
#[rustfmt::skip]
const FOREIGN: &[&str] = &[
    "EmitStreamVertex", "EmitVertex", "EndPrimitive", "EndStreamPrimitive", "SetMeshOutputsEXT", 
    "atomicCounter", "beginInvocationInterlockARB", "clockARB", "debugPrintfEXT",
    "double2float", "doubleBitsToInt64", "doubleBitsToUint64", "emitMeshTasksEXT", "endInvocationInterlockARB",
    "executeCallableEXT", "float16BitsToInt16", "float16BitsToUint16", "ftransform", "imageAtomicLoad",
    "imageAtomicStore", "int16BitsToFloat16", "int64BitsToDouble", "interpolateAtOffset", "noise1", "noise2", "noise3",
    "noise4", "pack16", "pack32", "pack64", "packDouble2x32", "packFloat2x16", "packInt2x16", "packInt2x32",
    "packUint2x16", "packUint2x32", "rayQuery", "readInvocationARB", "reportIntersectionEXT", "sparse",
    "subgroupBarrier", "subgroupClustered",
    "subgroupExclusiveAnd", "subgroupExclusiveMax", "subgroupExclusiveMin", "subgroupExclusiveOr",
    "subgroupExclusiveXor", "subgroupInclusiveAnd", "subgroupInclusiveMax", "subgroupInclusiveMin",
    "subgroupInclusiveOr", "subgroupInclusiveXor", "subgroupMemoryBarrier", "subgroupRotate",
    "subpassLoad", "traceRayEXT", "uint16BitsToFloat16", "uint64BitsToDouble", "unpack16", "unpack32", "unpack8",
    "unpackDouble2x32", "unpackFloat2x16", "unpackInt2x16", "unpackInt2x32", "unpackUint2x16", "unpackUint2x32",
];

/// Whether GLSL has a function of this name that the program cannot represent.
pub fn is_foreign(name: &str) -> bool {
    let prefixes = ["atomicCounter", "rayQuery", "sparse", "subgroupClustered"];
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
    FUNCTIONS.iter().map(|(name, ..)| *name).chain(super::textures::NAMES.iter().copied())
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
            let (Operation(operation) | Converted(operation, _) | Atomic(operation)) = meaning else { continue };
            // The names with several meanings are in no column of the table.
            if ["atan", "nonuniformEXT", "subgroupBroadcast"].contains(name) || name.contains("Invocation") {
                continue;
            }
            let row = Vocabulary::Glsl.function(name).unwrap_or_else(|| panic!("`{name}` has no row"));
            assert_eq!(row.effect, operation.operation().effect, "{name}");
        }
    }
}

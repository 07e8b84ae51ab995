//! The built-in functions and constants: GLSL 4.50's, and BSL's own.
//!
//! A signature is `result(parameters)`. `F`, `I`, `U`, `B` are scalars and vectors of float, int, uint and bool, all of
//! one length; `V`, `J`, `W`, `C` the same without scalars; `f`, `i`, `u`, `b` scalars; with a digit, that vector;
//! `v` is nothing. `&` marks a parameter that is written.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::constant::Constant;
use super::types::{Scalar, Ty};
use crate::atom::Atom;

/// A parameter or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    Fixed(Ty),
    /// Any length from the least on, the same for all.
    Any(Scalar, u8),
}

impl Slot {
    /// The type with the common length.
    pub const fn of(self, lanes: u8) -> Ty {
        match self {
            Slot::Fixed(ty) => ty,
            Slot::Any(scalar, _) => Ty::of(scalar, lanes),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Signature {
    pub result: Slot,
    /// Each, and whether it is written.
    pub parameters: Vec<(Slot, bool)>,
}

fn slot(text: &str) -> Slot {
    let (letter, digits) = text.split_at(1);
    let scalar = match letter {
        "F" | "V" | "f" => Scalar::Float,
        "I" | "J" | "i" => Scalar::Int,
        "U" | "W" | "u" => Scalar::Uint,
        _ => Scalar::Bool,
    };
    match letter {
        "v" => Slot::Fixed(Ty::Void),
        "F" | "I" | "U" | "B" => Slot::Any(scalar, 1),
        "V" | "J" | "W" | "C" => Slot::Any(scalar, 2),
        _ => Slot::Fixed(Ty::of(scalar, digits.parse().unwrap_or(1))),
    }
}

fn read(text: &str) -> Signature {
    let (result, parameters) = text.trim_end_matches(')').split_once('(').unwrap_or((text, ""));
    let of_one = |text: &str| {
        let written = text.strip_prefix('&');
        (slot(written.unwrap_or(text)), written.is_some())
    };
    let parameters = parameters.split(',').filter(|text| !text.is_empty()).map(of_one).collect();
    Signature { result: slot(result), parameters }
}

const OF_FLOAT: &str = "F(F)";
const COMPARISON: &str = "C(V,V) C(J,J) C(W,W)";
const EQUALITY: &str = "C(V,V) C(J,J) C(W,W) C(C,C)";
const EXTREME: &str = "F(F,F) F(F,f) I(I,I) I(I,i) U(U,U) U(U,u)";
const LANES: &str = "F(F) I(I) U(U)";
const BITS: &str = "I(I) U(U)";
const ATOMIC: &str = "i(&i,i) u(&u,u)";
const NOTHING: &str = "v()";

/// Every function with its signatures.
const FUNCTIONS: &[(&str, &str)] = &[
    ("abs", "F(F) I(I)"),
    ("acos", OF_FLOAT),
    ("acosh", OF_FLOAT),
    ("all", "b(C)"),
    ("any", "b(C)"),
    ("asin", OF_FLOAT),
    ("asinh", OF_FLOAT),
    ("atan", "F(F) F(F,F)"),
    ("atanh", OF_FLOAT),
    ("atomicAdd", ATOMIC),
    ("atomicAnd", ATOMIC),
    ("atomicCompSwap", "i(&i,i,i) u(&u,u,u)"),
    ("atomicExchange", ATOMIC),
    ("atomicMax", ATOMIC),
    ("atomicMin", ATOMIC),
    ("atomicOr", ATOMIC),
    ("atomicXor", ATOMIC),
    ("barrier", NOTHING),
    ("bitCount", "I(I) I(U)"),
    ("bitfieldExtract", "I(I,i,i) U(U,i,i)"),
    ("bitfieldInsert", "I(I,I,i,i) U(U,U,i,i)"),
    ("bitfieldReverse", BITS),
    ("ceil", OF_FLOAT),
    ("clamp", "F(F,F,F) F(F,f,f) I(I,I,I) I(I,i,i) U(U,U,U) U(U,u,u)"),
    ("cos", OF_FLOAT),
    ("cosh", OF_FLOAT),
    ("cross", "f3(f3,f3)"),
    ("dFdx", OF_FLOAT),
    ("dFdxCoarse", OF_FLOAT),
    ("dFdxFine", OF_FLOAT),
    ("dFdy", OF_FLOAT),
    ("dFdyCoarse", OF_FLOAT),
    ("dFdyFine", OF_FLOAT),
    ("degrees", OF_FLOAT),
    ("distance", "f(F,F)"),
    ("dot", "f(F,F)"),
    ("equal", EQUALITY),
    ("exp", OF_FLOAT),
    ("exp2", OF_FLOAT),
    ("faceforward", "F(F,F,F)"),
    ("findLSB", "I(I) I(U)"),
    ("findMSB", "I(I) I(U)"),
    ("floatBitsToInt", "I(F)"),
    ("floatBitsToUint", "U(F)"),
    ("floor", OF_FLOAT),
    ("fma", "F(F,F,F)"),
    ("fract", OF_FLOAT),
    ("frexp", "F(F,&I)"),
    ("fwidth", OF_FLOAT),
    ("fwidthCoarse", OF_FLOAT),
    ("fwidthFine", OF_FLOAT),
    ("greaterThan", COMPARISON),
    ("greaterThanEqual", COMPARISON),
    ("groupMemoryBarrier", NOTHING),
    ("imulExtended", "v(I,I,&I,&I)"),
    ("intBitsToFloat", "F(I)"),
    ("inversesqrt", OF_FLOAT),
    ("isinf", "B(F)"),
    ("isnan", "B(F)"),
    ("ldexp", "F(F,I)"),
    ("length", "f(F)"),
    ("lessThan", COMPARISON),
    ("lessThanEqual", COMPARISON),
    ("log", OF_FLOAT),
    ("log2", OF_FLOAT),
    ("max", EXTREME),
    ("memoryBarrier", NOTHING),
    ("memoryBarrierBuffer", NOTHING),
    ("memoryBarrierImage", NOTHING),
    ("memoryBarrierShared", NOTHING),
    ("min", EXTREME),
    ("mix", "F(F,F,F) F(F,F,f) F(F,F,B) I(I,I,B) U(U,U,B)"),
    ("mod", "F(F,F) F(F,f)"),
    ("modf", "F(F,&F)"),
    ("normalize", OF_FLOAT),
    ("not", "C(C)"),
    ("notEqual", EQUALITY),
    ("packHalf2x16", "u(f2)"),
    ("packSnorm2x16", "u(f2)"),
    ("packSnorm4x8", "u(f4)"),
    ("packUnorm2x16", "u(f2)"),
    ("packUnorm4x8", "u(f4)"),
    ("pow", "F(F,F)"),
    ("radians", OF_FLOAT),
    ("reflect", "F(F,F)"),
    ("refract", "F(F,F,f)"),
    ("round", OF_FLOAT),
    ("roundEven", OF_FLOAT),
    ("sign", "F(F) I(I)"),
    ("sin", OF_FLOAT),
    ("sinh", OF_FLOAT),
    ("smoothstep", "F(F,F,F) F(f,f,F)"),
    ("sqrt", OF_FLOAT),
    ("step", "F(F,F) F(f,F)"),
    ("tan", OF_FLOAT),
    ("tanh", OF_FLOAT),
    ("trunc", OF_FLOAT),
    ("uaddCarry", "U(U,U,&U)"),
    ("uintBitsToFloat", "F(U)"),
    ("umulExtended", "v(U,U,&U,&U)"),
    ("unpackHalf2x16", "f2(u)"),
    ("unpackSnorm2x16", "f2(u)"),
    ("unpackSnorm4x8", "f4(u)"),
    ("unpackUnorm2x16", "f2(u)"),
    ("unpackUnorm4x8", "f4(u)"),
    ("usubBorrow", "U(U,U,&U)"),
    ("simd_broadcast_first", LANES),
    ("simd_max", LANES),
    ("simd_min", LANES),
    ("simd_or", BITS),
    ("in_range_inclusive", "b(F,F,F) b(I,I,I) b(U,U,U)"),
    ("in_range_exclusive", "b(F,F,F) b(I,I,I) b(U,U,U)"),
];

/// BSL's names of functions that GLSL has under another name, with the extension that they need.
pub const SUBGROUP: [(&str, &str, &str); 4] = [
    ("simd_broadcast_first", "subgroupBroadcastFirst", "GL_KHR_shader_subgroup_ballot"),
    ("simd_max", "subgroupMax", "GL_KHR_shader_subgroup_arithmetic"),
    ("simd_min", "subgroupMin", "GL_KHR_shader_subgroup_arithmetic"),
    ("simd_or", "subgroupOr", "GL_KHR_shader_subgroup_arithmetic"),
];

/// Functions with rules of their own.
const SPECIAL: &[&str] = &[
    "EXPECT_EQ",
    "EXPECT_FALSE",
    "EXPECT_GE",
    "EXPECT_GT",
    "EXPECT_LE",
    "EXPECT_LT",
    "EXPECT_NE",
    "EXPECT_NEAR",
    "EXPECT_TRUE",
    "assert",
    "attribute_get",
    "buffer_get",
    "determinant",
    "gpu_discard_fragment",
    "imageAtomicAdd",
    "imageAtomicAnd",
    "imageAtomicCompSwap",
    "imageAtomicExchange",
    "imageAtomicMax",
    "imageAtomicMin",
    "imageAtomicOr",
    "imageAtomicXor",
    "imageLoad",
    "imageSize",
    "imageStore",
    "image_get",
    "in_image_range",
    "in_texture_range",
    "interface_get",
    "inverse",
    "matrixCompMult",
    "outerProduct",
    "printf",
    "push_constant_get",
    "resource_table_get",
    "sampler_get",
    "shared_variable_get",
    "specialization_constant_get",
    "texelFetch",
    "texelFetchOffset",
    "texture",
    "textureGather",
    "textureGatherOffset",
    "textureGrad",
    "textureLod",
    "textureLodOffset",
    "textureOffset",
    "textureProj",
    "textureQueryLevels",
    "textureQueryLod",
    "textureSize",
    "transpose",
];

static TABLE: LazyLock<FxHashMap<Atom, Vec<Signature>>> = LazyLock::new(|| {
    FUNCTIONS.iter().map(|(name, all)| (Atom::from(name), all.split(' ').map(read).collect())).collect()
});

/// The signatures of a function.
pub fn signatures(name: Atom) -> Option<&'static [Signature]> {
    TABLE.get(&name).map(Vec::as_slice)
}

/// Whether the function has rules of its own.
pub fn is_special(name: &str) -> bool {
    SPECIAL.binary_search(&name).is_ok()
}

/// Every name of a built-in function.
pub fn names() -> impl Iterator<Item = &'static str> + Clone {
    FUNCTIONS.iter().map(|(name, _)| *name).chain(SPECIAL.iter().copied())
}

const CONSTANTS: [(&str, f32); 18] = [
    ("FLT_MAX", f32::MAX),
    ("FLT_MIN", f32::MIN_POSITIVE),
    ("FLT_EPSILON", f32::EPSILON),
    ("NAN_FLT", f32::NAN),
    ("M_PI", std::f32::consts::PI),
    ("M_TAU", std::f32::consts::TAU),
    ("M_PI_2", std::f32::consts::FRAC_PI_2),
    ("M_PI_4", std::f32::consts::FRAC_PI_4),
    ("M_SQRT2", std::f32::consts::SQRT_2),
    ("M_SQRT1_2", std::f32::consts::FRAC_1_SQRT_2),
    ("M_SQRT3", 1.732_050_8),
    ("M_SQRT1_3", 0.577_350_26),
    ("M_1_PI", std::f32::consts::FRAC_1_PI),
    ("M_E", std::f32::consts::E),
    ("M_LOG2E", std::f32::consts::LOG2_E),
    ("M_LOG10E", std::f32::consts::LOG10_E),
    ("M_LN2", std::f32::consts::LN_2),
    ("M_LN10", std::f32::consts::LN_10),
];

static CONSTANT_TABLE: LazyLock<FxHashMap<Atom, Constant>> = LazyLock::new(|| {
    let mut all: FxHashMap<Atom, Constant> =
        CONSTANTS.iter().map(|(name, value)| (Atom::from(name), Constant::float(*value))).collect();
    all.insert(Atom::from("INT_MAX"), Constant::int(i32::MAX));
    all.insert(Atom::from("UINT_MAX"), Constant::uint(u32::MAX));
    all.insert(Atom::from("SHRT_MAX"), Constant::int(32_767));
    all.insert(Atom::from("USHRT_MAX"), Constant::int(65_535));
    all
});

/// The value of a built-in constant.
pub fn constant(name: Atom) -> Option<Constant> {
    CONSTANT_TABLE.get(&name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        assert!(SPECIAL.is_sorted());
    }

    #[test]
    fn every_function_is_one_of_glsl_or_has_another_name() {
        let own = |name: &str| name.starts_with("in_range") || SUBGROUP.iter().any(|(bsl, ..)| *bsl == name);
        let known: Vec<&str> = crate::dialect::glsl::function_names().collect();
        let unknown: Vec<&str> =
            FUNCTIONS.iter().map(|(name, _)| *name).filter(|name| !own(name) && !known.contains(name)).collect();
        assert_eq!(unknown, Vec::<&str>::new());
    }
}

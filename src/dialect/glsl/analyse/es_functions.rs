//! The built-in functions of GLSL for embedded systems, which a program there cannot declare again, not even with other
//! parameters (OpenGL ES Shading Language 3.00, "Function Definitions"). Desktop GLSL allows it.
//!
//! Functions that only some stages have are left out: in another stage their names are free.

/// Those of each version, sorted: since 3.00, and since 3.10.
#[rustfmt::skip]
const SINCE_300: &[&str] = &[
    "abs", "acos", "acosh", "all", "any", "asin", "asinh", "atan", "atanh", "ceil", "clamp", "cos", "cosh", "cross",
    "degrees", "determinant", "distance", "dot", "equal", "exp", "exp2", "faceforward", "floatBitsToInt",
    "floatBitsToUint", "floor", "fract", "greaterThan", "greaterThanEqual", "intBitsToFloat", "inverse", "inversesqrt",
    "isinf", "isnan", "length", "lessThan", "lessThanEqual", "log", "log2", "matrixCompMult", "max", "min", "mix", "mod",
    "modf", "normalize", "not", "notEqual", "outerProduct", "packHalf2x16", "packSnorm2x16", "packUnorm2x16", "pow",
    "radians", "reflect", "refract", "round", "roundEven", "sign", "sin", "sinh", "smoothstep", "sqrt", "step", "tan",
    "tanh", "texelFetch", "texelFetchOffset", "texture", "textureGrad", "textureGradOffset", "textureLod",
    "textureLodOffset", "textureOffset", "textureProj", "textureProjGrad", "textureProjGradOffset", "textureProjLod",
    "textureProjLodOffset", "textureProjOffset", "textureSize", "transpose", "trunc", "uintBitsToFloat",
    "unpackHalf2x16", "unpackSnorm2x16", "unpackUnorm2x16",
];

#[rustfmt::skip]
const SINCE_310: &[&str] = &[
    "atomicAdd", "atomicAnd", "atomicCompSwap", "atomicExchange", "atomicMax", "atomicMin", "atomicOr", "atomicXor",
    "bitCount", "bitfieldExtract", "bitfieldInsert", "bitfieldReverse", "findLSB", "findMSB", "fma", "frexp",
    "imageLoad", "imageSize", "imageStore", "imulExtended", "ldexp", "packSnorm4x8", "packUnorm4x8", "textureGather",
    "textureGatherOffset", "uaddCarry", "umulExtended", "unpackSnorm4x8", "unpackUnorm4x8", "usubBorrow",
];

/// Whether the name is that of a built-in function in this version of GLSL ES: 300, 310, 320.
pub fn is_built_in(name: &str, version: u32) -> bool {
    version >= 300 && SINCE_300.binary_search(&name).is_ok() || version >= 310 && SINCE_310.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        assert!(SINCE_300.is_sorted() && SINCE_310.is_sorted());
        assert!(is_built_in("sin", 300) && !is_built_in("fma", 300) && is_built_in("fma", 310));
        assert!(!is_built_in("sin", 100) && !is_built_in("dFdx", 320));
    }
}

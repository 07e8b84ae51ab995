//! What a target decides: one row for each shading language that text is generated in.

use super::emit::MACROS;
use super::generator::ELEMENT_MACRO;
use crate::dialect::glsl;

/// How a target differs from others in the graph; its text is a writer of its own.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The name of the target in the library.
    pub name: &'static str,
    /// The extension of the files with its code.
    pub extension: &'static str,
    /// A string with a list of values is the index of the value.
    pub enumerations_are_numbers: bool,
    /// Mixes of BSDFs are sums of weighted BSDFs.
    pub premultiplies: bool,
    /// Image nodes have a scale and an offset of their coordinates.
    pub images_have_transforms: bool,
    /// Words that no variable may have; sorted.
    pub reserved: &'static [&'static str],
    /// Whether the language keeps a name besides these.
    pub keeps: fn(&str) -> bool,
    /// Whether the language has a function of a name, which a variable of the whole text hides.
    pub is_function: fn(&str) -> bool,
    /// Macros that the texts themselves define.
    pub macros: &'static [&'static str],
    /// Names of types that differ from the first column of the type table, with the default value.
    pub types: &'static [(&'static str, &'static str, &'static str)],
}

/// Vulkan GLSL.
pub const GLSL: Rules = Rules {
    name: "genglsl",
    extension: "glsl",
    enumerations_are_numbers: true,
    premultiplies: true,
    images_have_transforms: true,
    reserved: super::names::GLSL_WORDS,
    keeps: |name| glsl::is_reserved_word(name) || glsl::is_predefined(name) || name == ELEMENT_MACRO,
    is_function: glsl::is_function,
    macros: &MACROS,
    types: &[],
};

/// Open Shading Language.
pub const OSL: Rules = Rules {
    name: "genosl",
    extension: "osl",
    enumerations_are_numbers: false,
    premultiplies: false,
    images_have_transforms: false,
    reserved: super::names::OSL_WORDS,
    keeps: |_| false,
    is_function: |_| false,
    macros: &[],
    types: &[
        ("boolean", "int", "0"),
        ("integer", "int", "0"),
        ("float", "float", "0.0"),
        ("color3", "color", "color(0.0)"),
        ("color4", "color4", "color4(color(0.0), 0.0)"),
        ("vector2", "vector2", "vector2(0.0, 0.0)"),
        ("vector3", "vector", "vector(0.0)"),
        ("vector4", "vector4", "vector4(0.0, 0.0, 0.0, 0.0)"),
        ("matrix33", "matrix", "matrix(1.0)"),
        ("matrix44", "matrix", "matrix(1.0)"),
        ("string", "string", "\"\""),
        ("geomname", "string", "\"\""),
        ("filename", "textureresource", "textureresource(\"\", \"\")"),
        ("BSDF", "BSDF", "null_closure()"),
        ("EDF", "EDF", "null_closure()"),
        ("VDF", "VDF", "null_closure()"),
        ("surfaceshader", "surfaceshader", "surfaceshader(null_closure(), null_closure(), 1.0)"),
        ("volumeshader", "volumeshader", "null_closure()"),
        ("displacementshader", "displacementshader", "vector(0.0)"),
        ("lightshader", "lightshader", "null_closure()"),
        ("material", "MATERIAL", "null_closure()"),
    ],
};

/// All targets.
pub const TARGETS: [&Rules; 2] = [&GLSL, &OSL];

/// The rules of a target; those of GLSL for targets of other hosts that have its implementations.
pub fn rules(name: &str) -> &'static Rules {
    TARGETS.into_iter().find(|rules| rules.name == name).unwrap_or(&GLSL)
}

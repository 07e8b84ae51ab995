//! Names of variables: characters, reserved words, and clashes.

use rustc_hash::{FxHashMap, FxHashSet};

use super::types::TypeTable;

/// Words of GLSL that no variable may have: the language's, those it keeps, and names that a generated text calls or
/// declares.
pub const GLSL_WORDS: &[&str] = &[
    "active",
    "asm",
    "atomic_uint",
    "attribute",
    "bool",
    "break",
    "buffer",
    "bvec2",
    "bvec3",
    "bvec4",
    "case",
    "cast",
    "centroid",
    "class",
    "coherent",
    "common",
    "const",
    "continue",
    "default",
    "discard",
    "dmat2",
    "dmat3",
    "dmat4",
    "do",
    "double",
    "dvec2",
    "dvec3",
    "dvec4",
    "else",
    "enum",
    "extern",
    "external",
    "false",
    "filter",
    "fixed",
    "flat",
    "float",
    "for",
    "fvec2",
    "fvec3",
    "fvec4",
    "goto",
    "half",
    "highp",
    "hvec2",
    "hvec3",
    "hvec4",
    "if",
    "image1D",
    "image2D",
    "image3D",
    "imageCube",
    "in",
    "inline",
    "inout",
    "input",
    "int",
    "interface",
    "invariant",
    "isampler2D",
    "ivec2",
    "ivec3",
    "ivec4",
    "layout",
    "long",
    "lowp",
    "mat2",
    "mat2x2",
    "mat2x3",
    "mat2x4",
    "mat3",
    "mat3x2",
    "mat3x3",
    "mat3x4",
    "mat4",
    "mat4x2",
    "mat4x3",
    "mat4x4",
    "mediump",
    "mix",
    "namespace",
    "noinline",
    "noperspective",
    "out",
    "output",
    "partition",
    "patch",
    "precise",
    "precision",
    "public",
    "readonly",
    "resource",
    "restrict",
    "return",
    "row_major",
    "sample",
    "sampler",
    "sampler1D",
    "sampler1DShadow",
    "sampler2D",
    "sampler2DArray",
    "sampler2DMS",
    "sampler2DRect",
    "sampler2DShadow",
    "sampler3D",
    "sampler3DRect",
    "samplerBuffer",
    "samplerCube",
    "samplerCubeShadow",
    "shared",
    "short",
    "sizeof",
    "smooth",
    "static",
    "struct",
    "subroutine",
    "superp",
    "switch",
    "template",
    "texture2D",
    "this",
    "true",
    "typedef",
    "uint",
    "uniform",
    "union",
    "unsigned",
    "usampler2D",
    "using",
    "uvec2",
    "uvec3",
    "uvec4",
    "varying",
    "vec2",
    "vec3",
    "vec4",
    "void",
    "volatile",
    "while",
    "writeonly",
];

/// Words of OSL that no variable may have.
pub const OSL_WORDS: &[&str] = &[
    "aastep",
    "abs",
    "acos",
    "and",
    "asin",
    "atan",
    "backfacing",
    "background",
    "blackbody",
    "bool",
    "break",
    "case",
    "catch",
    "cbrt",
    "ceil",
    "char",
    "clamp",
    "class",
    "closure",
    "color",
    "color4",
    "concat",
    "const",
    "continue",
    "cos",
    "cosh",
    "cross",
    "debug",
    "default",
    "degrees",
    "delete",
    "determinant",
    "diffuse",
    "distance",
    "do",
    "dot",
    "double",
    "else",
    "emission",
    "emit",
    "endswith",
    "enum",
    "erf",
    "extern",
    "fabs",
    "faceforward",
    "false",
    "float",
    "floor",
    "fmod",
    "for",
    "fresnel",
    "friend",
    "getmatrix",
    "goto",
    "hash",
    "holdout",
    "hypot",
    "if",
    "illuminance",
    "illuminate",
    "inline",
    "int",
    "inversesqrt",
    "isinf",
    "isnan",
    "layer",
    "length",
    "linearstep",
    "log",
    "log2",
    "logb",
    "long",
    "luminance",
    "matrix",
    "max",
    "microfacet",
    "min",
    "mix",
    "mod",
    "new",
    "normal",
    "normalize",
    "not",
    "operator",
    "or",
    "output",
    "phong",
    "point",
    "pow",
    "private",
    "protected",
    "public",
    "radians",
    "raytype",
    "reflect",
    "reflection",
    "return",
    "rotate",
    "round",
    "select",
    "sheen",
    "short",
    "sign",
    "signed",
    "sin",
    "sinh",
    "sizeof",
    "smoothstep",
    "sqrt",
    "startswith",
    "static",
    "step",
    "stof",
    "stoi",
    "string",
    "strlen",
    "struct",
    "substr",
    "subsurface",
    "switch",
    "tan",
    "tanh",
    "template",
    "textureresource",
    "this",
    "throw",
    "transform",
    "transformc",
    "transformu",
    "translucent",
    "transparent",
    "transpose",
    "true",
    "trunc",
    "try",
    "typedef",
    "uniform",
    "union",
    "unsigned",
    "varying",
    "vector",
    "vector2",
    "vector4",
    "virtual",
    "void",
    "volatile",
    "ward",
    "wavelength_color",
    "while",
];

/// Words that no variable may have in a text.
#[derive(Clone, Debug)]
pub struct Reserved {
    /// Sorted.
    words: &'static [&'static str],
    types: FxHashSet<String>,
}

impl Reserved {
    /// Words of a language (sorted) and the names of its types.
    pub fn new(words: &'static [&'static str], types: &TypeTable) -> Reserved {
        Reserved { words, types: types.names().map(str::to_owned).collect() }
    }

    /// A name made of letters, digits and `_` that is no reserved word.
    pub fn valid(&self, name: &str) -> String {
        let mut valid = clean(name);
        if self.words.binary_search(&valid.as_str()).is_ok() || self.types.contains(&valid) {
            valid.push('1');
        }
        valid
    }
}

/// A name with `_` for each character that is not allowed, without the sequences that GLSL keeps.
fn clean(name: &str) -> String {
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_plain && !name.contains("__") && !name.contains("gl_") && !name.starts_with(|c: char| c.is_ascii_digit()) {
        return name.to_owned();
    }
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut valid: String = name.chars().map(|c| if is_allowed(c) { c } else { '_' }).collect();
    if valid.contains("__") {
        let mut once = String::with_capacity(valid.len());
        for c in valid.chars() {
            if c != '_' || !once.ends_with('_') {
                once.push(c);
            }
        }
        valid = once;
    }
    if valid.contains("gl_") {
        valid = valid.replace("gl_", "gll");
    }
    if valid.starts_with(|c: char| c.is_ascii_digit()) {
        valid.insert(0, '_');
    }
    valid
}

/// The names that are taken in a scope.
#[derive(Clone, Debug, Default)]
pub struct Names(FxHashMap<String, u32>);

impl Names {
    /// A name like this that nothing has yet; it is taken from now on.
    pub fn take(&mut self, reserved: &Reserved, name: &str) -> String {
        let valid = reserved.valid(name);
        let Some(count) = self.0.get(&valid).copied() else {
            self.0.insert(valid.clone(), 1);
            return valid;
        };
        let mut count = count;
        loop {
            let next = format!("{valid}{count}");
            count += 1;
            if !self.0.contains_key(&next) {
                self.0.insert(valid, count);
                self.0.insert(next.clone(), 1);
                return next;
            }
        }
    }
}

/// The text is an identifier.
pub fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted() {
        for words in [GLSL_WORDS, OSL_WORDS] {
            assert!(words.is_sorted(), "a search needs the order");
        }
    }

    #[test]
    fn names_are_valid_and_differ() {
        let types = TypeTable::default();
        let reserved = Reserved::new(GLSL_WORDS, &types);
        let mut names = Names::default();
        let mut take = |name: &str| names.take(&reserved, name);
        assert_eq!(take("out"), "out1", "a word of the language");
        assert_eq!(take("surfaceshader"), "surfaceshader1", "a type");
        assert_eq!(take("a b"), "a_b");
        assert_eq!(take("a__b"), "a_b1", "one underscore, and the name is taken");
        assert_eq!(take("gl_x"), "gllx");
        assert_eq!(take("2d"), "_2d");
    }
}

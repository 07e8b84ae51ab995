//! Names of variables: characters, reserved words, and clashes.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::target::Rules;
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

/// The names of macros that code defines.
pub type Macros = Arc<FxHashSet<String>>;

/// Why no variable may have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The language keeps it, or it is a type.
    Word,
    /// A macro stands in its place in the text.
    Macro,
}

/// Names that no variable may have in a text.
#[derive(Clone, Debug)]
pub struct Reserved {
    rules: &'static Rules,
    types: FxHashSet<String>,
    macros: Macros,
}

impl Reserved {
    /// Words of a target, the names of its types, and the macros of the code that texts are made of.
    pub fn new(rules: &'static Rules, types: &TypeTable, macros: Macros) -> Reserved {
        Reserved { rules, types: types.names().map(str::to_owned).collect(), macros }
    }

    /// Why no variable may have this name, if so.
    pub fn kept(&self, name: &str) -> Option<Kept> {
        kept(self.rules, &self.macros, name).or_else(|| self.types.contains(name).then_some(Kept::Word))
    }

    /// A name made of letters, digits and `_` that is not kept.
    pub fn valid(&self, name: &str) -> String {
        let mut valid = clean(name);
        let length = valid.len();
        while self.kept(&valid).is_some() {
            if valid.len() < length + MOST_DIGITS {
                valid.push('1');
            } else {
                // A language keeps all names that begin as this one does: `GL_`.
                valid.truncate(length);
                valid.insert(0, 'x');
                return self.valid(&valid);
            }
        }
        valid
    }
}

/// Digits that are tried behind a name.
const MOST_DIGITS: usize = 4;

/// Why a text of a target cannot declare a name, whatever it is of.
pub fn kept(rules: &Rules, macros: &FxHashSet<String>, name: &str) -> Option<Kept> {
    if rules.reserved.binary_search(&name).is_ok() || (rules.keeps)(name) {
        Some(Kept::Word)
    } else if macros.contains(name) || rules.macros.contains(&name) {
        Some(Kept::Macro)
    } else {
        None
    }
}

/// The macros that a code defines: their names, and the byte at which each begins.
pub fn macros_of(code: &str) -> impl Iterator<Item = (usize, &str)> {
    const WORD: &str = "define";
    code.match_indices(WORD).filter_map(|(at, _)| {
        let line = code[..at].rfind('\n').map_or(0, |end| end + 1);
        let start = at + WORD.len();
        let space = code[start..].bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let name = &code[start + space..];
        let length = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
        let is_directive = code[line..at].trim() == "#" && space > 0 && is_identifier(&name[..length]);
        is_directive.then_some((start + space, &name[..length]))
    })
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
    use crate::dialect::materialx::target::GLSL;

    #[test]
    fn macros_are_found_where_they_are_defined() {
        let code = "#define A 1\n  #  define\tB(x) x\n// #define C\nint define = 2;\n#define \n#define 3\n#undefine D\n#defined E";
        assert_eq!(macros_of(code).collect::<Vec<_>>(), [(8, "A"), (24, "B")]);
    }

    #[test]
    fn words_are_sorted() {
        for words in [GLSL_WORDS, OSL_WORDS] {
            assert!(words.is_sorted(), "a search needs the order");
        }
    }

    #[test]
    fn names_are_valid_and_differ() {
        let types = TypeTable::default();
        let macros = Arc::new(["M_PI", "M_PI1"].map(str::to_owned).into_iter().collect());
        let reserved = Reserved::new(&GLSL, &types, macros);
        let mut names = Names::default();
        let mut take = |name: &str| names.take(&reserved, name);
        assert_eq!(take("out"), "out1", "a word of the language");
        assert_eq!(take("surfaceshader"), "surfaceshader1", "a type");
        assert_eq!(take("GL_paint"), "xGL_paint", "GLSL keeps each macro that begins so");
        assert_eq!(take("image1DArray"), "image1DArray1", "a word that only newer versions keep");
        assert_eq!(take("M_PI"), "M_PI11", "a macro, also with 1");
        assert_eq!(take("VULKAN"), "VULKAN1", "a macro that is always there");
        assert_eq!(take("a b"), "a_b");
        assert_eq!(take("a__b"), "a_b1", "one underscore, and the name is taken");
        assert_eq!(take("gl_x"), "gllx");
        assert_eq!(take("2d"), "_2d");
    }
}

//! BSL's types: the table of built-in names, what each is in GLSL, and its size in buffers.

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::atom::Atom;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    Bool,
    Int,
    Uint,
    Float,
    /// `bool32_t`: a word of a buffer that is 0 or not.
    Bool32,
}

impl Scalar {
    pub const fn is_integer(self) -> bool {
        matches!(self, Scalar::Int | Scalar::Uint | Scalar::Bool32)
    }

    pub const fn is_number(self) -> bool {
        !matches!(self, Scalar::Bool)
    }

    pub const fn glsl(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::Int => "int",
            Scalar::Uint | Scalar::Bool32 => "uint",
            Scalar::Float => "float",
        }
    }

    const fn prefix(self) -> &'static str {
        match self {
            Scalar::Bool => "b",
            Scalar::Int => "i",
            Scalar::Uint | Scalar::Bool32 => "u",
            Scalar::Float => "",
        }
    }

    /// The vectors of two to four components in GLSL.
    const fn vectors(self) -> [&'static str; 3] {
        match self {
            Scalar::Bool => ["bvec2", "bvec3", "bvec4"],
            Scalar::Int => ["ivec2", "ivec3", "ivec4"],
            Scalar::Uint | Scalar::Bool32 => ["uvec2", "uvec3", "uvec4"],
            Scalar::Float => ["vec2", "vec3", "vec4"],
        }
    }

    const fn bsl(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::Int => "int",
            Scalar::Uint => "uint",
            Scalar::Float => "float",
            Scalar::Bool32 => "bool32_t",
        }
    }
}

/// What a sampler or image reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dimension {
    One,
    Two,
    Three,
    Cube,
    Buffer,
}

/// A sampler or image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Opaque {
    pub is_image: bool,
    pub scalar: Scalar,
    pub dimension: Dimension,
    pub is_array: bool,
}

impl Opaque {
    /// The components of a coordinate.
    pub const fn coordinates(self) -> u8 {
        let own = match self.dimension {
            Dimension::One | Dimension::Buffer => 1,
            Dimension::Two => 2,
            Dimension::Three | Dimension::Cube => 3,
        };
        own + self.is_array as u8
    }

    /// The components of what `textureSize` and `imageSize` give.
    pub const fn extents(self) -> u8 {
        match self.dimension {
            Dimension::Cube => 2 + self.is_array as u8,
            _ => self.coordinates(),
        }
    }

    pub fn glsl(self) -> String {
        let kind = if self.is_image { "image" } else { "sampler" };
        let dimension = match self.dimension {
            Dimension::One => "1D",
            Dimension::Two => "2D",
            Dimension::Three => "3D",
            Dimension::Cube => "Cube",
            Dimension::Buffer => "Buffer",
        };
        format!("{}{kind}{dimension}{}", self.scalar.prefix(), if self.is_array { "Array" } else { "" })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ty {
    /// A mistake was reported.
    Error,
    Void,
    Scalar(Scalar),
    Vector(Scalar, u8),
    /// Columns, rows.
    Matrix(u8, u8),
    /// `string_t`: the number of a text.
    String,
    Structure(u32),
    Enumeration(u32),
    Opaque(Opaque),
    /// An index into [`Arrays`].
    Array(u32),
}

pub const BOOL: Ty = Ty::Scalar(Scalar::Bool);
pub const INT: Ty = Ty::Scalar(Scalar::Int);
pub const UINT: Ty = Ty::Scalar(Scalar::Uint);
pub const FLOAT: Ty = Ty::Scalar(Scalar::Float);

impl Ty {
    /// The type of the components, of a scalar or vector.
    pub const fn component(self) -> Option<Scalar> {
        match self {
            Ty::Scalar(scalar) | Ty::Vector(scalar, _) => Some(scalar),
            _ => None,
        }
    }

    /// The number of components of a scalar or vector.
    pub const fn lanes(self) -> u8 {
        match self {
            Ty::Vector(_, lanes) => lanes,
            _ => 1,
        }
    }

    /// The scalar or vector with as many components of another type.
    pub const fn with_component(self, scalar: Scalar) -> Ty {
        match self {
            Ty::Vector(_, lanes) => Ty::Vector(scalar, lanes),
            _ => Ty::Scalar(scalar),
        }
    }

    /// A scalar for one component, else a vector.
    pub const fn of(scalar: Scalar, lanes: u8) -> Ty {
        if lanes == 1 { Ty::Scalar(scalar) } else { Ty::Vector(scalar, lanes) }
    }

    pub const fn is_scalar_number(self) -> bool {
        matches!(self, Ty::Scalar(Scalar::Int | Scalar::Uint | Scalar::Float | Scalar::Bool32))
    }
}

/// How a type of the table is stored, beyond what it is in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Storage {
    #[default]
    Plain,
    /// `packed_float3`: three words without a fourth.
    Packed,
    /// `char`, `short`, `half` and their like, which are 32 bits in GLSL.
    Small,
}

/// Array types: element, and length where there is one.
#[derive(Debug, Default)]
pub struct Arrays {
    all: Vec<(Ty, Option<u32>)>,
    known: FxHashMap<(Ty, Option<u32>), u32>,
}

impl Arrays {
    pub fn of(&mut self, element: Ty, length: Option<u32>) -> Ty {
        let all = &mut self.all;
        let id = *self.known.entry((element, length)).or_insert_with(|| {
            all.push((element, length));
            all.len() as u32 - 1
        });
        Ty::Array(id)
    }

    pub fn get(&self, id: u32) -> (Ty, Option<u32>) {
        self.all[id as usize]
    }
}

/// Matrices by columns and rows, from two on.
const MATRICES: [[&str; 3]; 3] =
    [["mat2", "mat2x3", "mat2x4"], ["mat3x2", "mat3", "mat3x4"], ["mat4x2", "mat4x3", "mat4"]];

/// The name of a scalar, vector or matrix in GLSL.
pub fn glsl_number(ty: Ty) -> Cow<'static, str> {
    Cow::Borrowed(match ty {
        Ty::Void | Ty::Error => "void",
        Ty::Scalar(scalar) => scalar.glsl(),
        Ty::Vector(scalar, lanes) => scalar.vectors()[usize::from(lanes.clamp(2, 4) - 2)],
        Ty::Matrix(columns, rows) => MATRICES[usize::from(columns.clamp(2, 4) - 2)][usize::from(rows.clamp(2, 4) - 2)],
        Ty::String => "uint",
        Ty::Opaque(opaque) => return Cow::Owned(opaque.glsl()),
        Ty::Structure(_) | Ty::Enumeration(_) | Ty::Array(_) => "",
    })
}

/// The name in BSL of a type of the table.
pub fn bsl_number(ty: Ty) -> String {
    match ty {
        Ty::Void => "void".to_owned(),
        Ty::Scalar(scalar) => scalar.bsl().to_owned(),
        Ty::Vector(scalar, lanes) => format!("{}{lanes}", scalar.bsl()),
        Ty::Matrix(columns, rows) => format!("float{columns}x{rows}"),
        Ty::String => "string_t".to_owned(),
        Ty::Opaque(opaque) => opaque.glsl(),
        _ => String::new(),
    }
}

static BUILT_IN: LazyLock<FxHashMap<Atom, (Ty, Storage)>> = LazyLock::new(|| {
    let mut all: FxHashMap<Atom, (Ty, Storage)> = FxHashMap::default();
    let mut add = |name: String, ty: Ty, storage: Storage| {
        all.insert(Atom::from(&name), (ty, storage));
    };
    add("void".into(), Ty::Void, Storage::Plain);
    add("bool32_t".into(), Ty::Scalar(Scalar::Bool32), Storage::Plain);
    add("int32_t".into(), INT, Storage::Plain);
    add("uint32_t".into(), UINT, Storage::Plain);
    add("string_t".into(), Ty::String, Storage::Plain);
    for scalar in [Scalar::Float, Scalar::Int, Scalar::Uint, Scalar::Bool] {
        for lanes in 1..=4u8 {
            let suffix = if lanes == 1 { String::new() } else { lanes.to_string() };
            add(format!("{}{suffix}", scalar.bsl()), Ty::of(scalar, lanes), Storage::Plain);
            if lanes > 1 && scalar != Scalar::Bool {
                add(format!("packed_{}{suffix}", scalar.bsl()), Ty::of(scalar, lanes), Storage::Packed);
            }
        }
    }
    let small = [
        ("char", Scalar::Int),
        ("short", Scalar::Int),
        ("uchar", Scalar::Uint),
        ("ushort", Scalar::Uint),
        ("half", Scalar::Float),
    ];
    for (name, scalar) in small {
        for lanes in 1..=4u8 {
            let suffix = if lanes == 1 { String::new() } else { lanes.to_string() };
            add(format!("{name}{suffix}"), Ty::of(scalar, lanes), Storage::Small);
        }
    }
    for (name, scalar) in
        [("int8_t", Scalar::Int), ("int16_t", Scalar::Int), ("uint8_t", Scalar::Uint), ("uint16_t", Scalar::Uint)]
    {
        add(name.into(), Ty::Scalar(scalar), Storage::Small);
    }
    for columns in 2..=4u8 {
        for rows in 2..=4u8 {
            add(format!("float{columns}x{rows}"), Ty::Matrix(columns, rows), Storage::Plain);
        }
    }
    for (name, opaque) in opaque_names() {
        add(name, Ty::Opaque(opaque), Storage::Plain);
    }
    all
});

fn opaque_names() -> Vec<(String, Opaque)> {
    use Dimension::{Buffer, Cube, One, Three, Two};
    let mut all = Vec::new();
    for (prefix, scalar) in [("", Scalar::Float), ("i", Scalar::Int), ("u", Scalar::Uint)] {
        let plain = [
            ("Buffer", Buffer, false),
            ("1D", One, false),
            ("2D", Two, false),
            ("3D", Three, false),
            ("Cube", Cube, false),
            ("1DArray", One, true),
            ("2DArray", Two, true),
            ("CubeArray", Cube, true),
        ];
        for (name, dimension, is_array) in plain {
            all.push((format!("{prefix}sampler{name}"), Opaque { is_image: false, scalar, dimension, is_array }));
        }
        let images = [
            ("1D", One, false),
            ("2D", Two, false),
            ("3D", Three, false),
            ("1DArray", One, true),
            ("2DArray", Two, true),
        ];
        for (name, dimension, is_array) in images {
            all.push((format!("{prefix}image{name}"), Opaque { is_image: true, scalar, dimension, is_array }));
        }
        if scalar == Scalar::Float {
            for (name, dimension, is_array) in
                [("2D", Two, false), ("2DArray", Two, true), ("Cube", Cube, false), ("CubeArray", Cube, true)]
            {
                all.push((format!("sampler{name}Depth"), Opaque { is_image: false, scalar, dimension, is_array }));
            }
            continue;
        }
        for (name, dimension, is_array) in
            [("1D", One, false), ("2D", Two, false), ("2DArray", Two, true), ("3D", Three, false)]
        {
            let opaque = Opaque { is_image: false, scalar, dimension, is_array };
            all.push((format!("{prefix}sampler{name}Atomic"), opaque));
            if dimension != One {
                all.push((format!("{prefix}image{name}Atomic"), Opaque { is_image: true, ..opaque }));
            }
        }
    }
    all
}

/// The built-in type of a name.
pub fn built_in(name: Atom) -> Option<(Ty, Storage)> {
    BUILT_IN.get(&name).copied()
}

/// Whether BSL keeps the word: a spelling of GLSL, or a keyword of a target.
pub fn is_reserved(name: &str) -> bool {
    if name.starts_with("gl_") || RESERVED.binary_search(&name).is_ok() {
        return true;
    }
    let size = |rest: &str| matches!(rest.as_bytes(), [b'2'..=b'4']);
    let sizes = |rest: &str| size(rest) || matches!(rest.as_bytes(), [b'2'..=b'4', b'x', b'2'..=b'4']);
    let of_vectors =
        |prefix: &str| name.strip_prefix(prefix).and_then(|rest| rest.strip_prefix("vec")).is_some_and(size);
    ["", "i", "u", "b", "h", "f", "d"].into_iter().any(of_vectors) || name.strip_prefix("mat").is_some_and(sizes)
}

#[rustfmt::skip]
const RESERVED: &[&str] = &[
    "active", "asm", "atomic_uint", "attribute", "buffer", "cast", "centroid", "coherent", "common", "discard", "double",
    "extern", "external", "filter", "fixed", "flat", "highp", "in", "inout", "input", "interface", "invariant", "layout",
    "long", "lowp", "mediump", "noinline", "noperspective", "out", "output", "packed", "partition", "patch", "precise",
    "precision", "readonly", "resource", "restrict", "row_major", "sample", "sampler3DRect", "shared", "smooth",
    "subroutine", "superp", "typedef", "uniform", "unsigned", "varying", "volatile", "writeonly",
];

/// Words of other targets, which a name gets a `_` behind.
#[rustfmt::skip]
const RENAMED: &[&str] = &[
    "Buffer", "SamplerState", "StructuredBuffer", "Texture2D", "alias", "as", "async", "await", "binding_array", "bitcast",
    "cbuffer", "column_major", "compile", "constant", "continuing", "device", "diagnostic", "discard_fragment", "export",
    "fallthrough", "fn", "fragment", "function", "groupshared", "kernel", "let", "line", "linear", "loop", "main", "matrix", "metal",
    "mod_", "module", "nointerpolation", "override", "pass", "pixelfragment", "point", "private_", "ptr", "ref", "register",
    "requires", "stateblock", "string", "technique", "texture", "thread", "threadgroup", "triangle", "var", "vector",
    "vertex", "workgroup",
];

/// The name that an identifier has on output.
pub fn output_name(name: &str) -> String {
    let mut name = name.to_owned();
    while name.contains("__") {
        name = name.replace("__", "_");
    }
    if RENAMED.binary_search(&name.as_str()).is_ok() || crate::dialect::glsl::is_reserved_word(&name) {
        name.push('_');
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        assert!(RESERVED.is_sorted() && RENAMED.is_sorted());
    }

    #[test]
    fn names_are_what_the_table_says() {
        let glsl = |name: &str| built_in(Atom::from(name)).map(|(ty, _)| glsl_number(ty).into_owned());
        assert_eq!(glsl("float3").as_deref(), Some("vec3"));
        assert_eq!(glsl("float2x4").as_deref(), Some("mat2x4"));
        assert_eq!(glsl("packed_uint3").as_deref(), Some("uvec3"));
        assert_eq!(glsl("usampler2DArrayAtomic").as_deref(), Some("usampler2DArray"));
        assert_eq!(glsl("samplerCubeDepth").as_deref(), Some("samplerCube"));
        assert_eq!(glsl("vec3"), None);
        assert!(is_reserved("hvec3") && is_reserved("mat4x3") && is_reserved("gl_Position") && !is_reserved("vec5"));
    }
}

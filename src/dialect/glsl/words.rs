//! GLSL's words: qualifiers, keywords, and the names of types with what they mean.

use crate::ir::{Access, Dim, Element, Order, Resource, Scalar, Type};

/// A list of words, and whether a text is one of them: a match, which is faster than a search.
macro_rules! words {
    ($(#[$about:meta])* $is:ident, $list:ident, [$($word:literal),+ $(,)?]) => {
        $(#[$about])*
        pub fn $is(text: &str) -> bool {
            matches!(text, $($word)|+)
        }

        pub const $list: &[&str] = &[$($word),+];
    };
}

#[rustfmt::skip]
words!(
    /// What may stand before a declaration's type.
    is_qualifier, QUALIFIERS, [
        "const", "in", "out", "inout", "uniform", "buffer", "shared", "attribute", "varying", "layout", "centroid",
        "flat", "smooth", "noperspective", "patch", "sample", "invariant", "precise", "coherent", "devicecoherent",
        "queuefamilycoherent", "workgroupcoherent", "subgroupcoherent", "nonprivate", "volatile", "restrict", "readonly",
        "writeonly", "subroutine", "highp", "mediump", "lowp", "nonuniformEXT", "pervertexEXT", "pervertexNV",
        "perprimitiveEXT", "taskPayloadSharedEXT", "rayPayloadEXT", "rayPayloadInEXT", "hitAttributeEXT",
        "callableDataEXT", "callableDataInEXT",
    ]
);

/// Keywords and words that GLSL reserves.
#[rustfmt::skip]
pub const RESERVED: &[&str] = &[
    "active", "asm", "atomic_uint", "attribute", "break", "buffer", "case", "cast", "centroid", "class", "coherent",
    "common", "const", "continue", "default", "discard", "do", "else", "enum", "extern", "external", "false", "filter",
    "fixed", "flat", "for", "fvec2", "fvec3", "fvec4", "goto", "half", "highp", "hvec2", "hvec3", "hvec4", "if", "in",
    "inline", "inout", "input", "interface", "invariant", "layout", "long", "lowp", "mediump", "namespace", "noinline",
    "noperspective", "out", "output", "partition", "patch", "precise", "precision", "public", "readonly", "resource",
    "restrict", "return", "sample", "sampler3DRect", "shared", "short", "sizeof", "smooth", "static", "struct",
    "subroutine", "superp", "switch", "template", "this", "true", "typedef", "uniform", "union", "unsigned", "using",
    "varying", "void", "volatile", "while", "writeonly",
];

/// Whether the word is a keyword, or reserved to become one.
pub fn is_keyword(text: &str) -> bool {
    RESERVED.binary_search(&text).is_ok()
}

/// Whether GLSL keeps the word for itself: a keyword, a built-in type, or a name that begins with `gl_`.
pub fn is_reserved_word(text: &str) -> bool {
    is_keyword(text) || number_type(text).is_some() || resource_type(text).is_some() || text.starts_with("gl_")
}

/// The scalar whose vectors and matrices have this before `vec` and `mat`.
fn of_prefix(prefix: &str) -> Option<Scalar> {
    Some(match prefix {
        "" | "f32" => Scalar::Float,
        "b" => Scalar::Bool,
        "i" | "i32" => Scalar::Int,
        "u" | "u32" => Scalar::Uint,
        "d" | "f64" => Scalar::Double,
        "f16" => Scalar::Float16,
        "i16" => Scalar::Int16,
        "u16" => Scalar::Uint16,
        "i64" => Scalar::Int64,
        "u64" => Scalar::Uint64,
        _ => return None,
    })
}

/// What stands before `vec` and `mat` in the names of a scalar's vectors and matrices.
pub const fn prefix_of(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "b",
        Scalar::Int | Scalar::Min16Int => "i",
        Scalar::Uint | Scalar::Min16Uint => "u",
        Scalar::Half | Scalar::Float | Scalar::Min16Float => "",
        Scalar::Double => "d",
        Scalar::Int16 => "i16",
        Scalar::Uint16 => "u16",
        Scalar::Float16 => "f16",
        Scalar::Int64 => "i64",
        Scalar::Uint64 => "u64",
    }
}

/// The name of a scalar.
pub const fn scalar_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "bool",
        Scalar::Int | Scalar::Min16Int => "int",
        Scalar::Uint | Scalar::Min16Uint => "uint",
        Scalar::Half | Scalar::Float | Scalar::Min16Float => "float",
        Scalar::Double => "double",
        Scalar::Int16 => "int16_t",
        Scalar::Uint16 => "uint16_t",
        Scalar::Float16 => "float16_t",
        Scalar::Int64 => "int64_t",
        Scalar::Uint64 => "uint64_t",
    }
}

fn scalar_type(text: &str) -> Option<Scalar> {
    Some(match text {
        "bool" => Scalar::Bool,
        "int" | "int32_t" => Scalar::Int,
        "uint" | "uint32_t" => Scalar::Uint,
        "float" | "float32_t" => Scalar::Float,
        "double" | "float64_t" => Scalar::Double,
        "int16_t" => Scalar::Int16,
        "uint16_t" => Scalar::Uint16,
        "float16_t" => Scalar::Float16,
        "int64_t" => Scalar::Int64,
        "uint64_t" => Scalar::Uint64,
        _ => return None,
    })
}

fn extent(byte: u8) -> Option<u8> {
    (b'2'..=b'4').contains(&byte).then(|| byte - b'0')
}

/// A matrix of `columns` columns with `rows` components each, as the program has it.
pub const fn matrix(scalar: Scalar, columns: u8, rows: u8) -> Type {
    Type::Matrix { scalar, rows: columns, columns: rows, order: Order::RowMajor }
}

/// `float`, `uvec3`, `mat4x2`.
pub fn number_type(text: &str) -> Option<Type> {
    if let Some(scalar) = scalar_type(text) {
        return Some(Type::Scalar(scalar));
    }
    if let Some((prefix, size)) = text.split_once("vec") {
        let [size] = size.as_bytes() else { return None };
        return Some(Type::Vector(of_prefix(prefix)?, extent(*size)?));
    }
    let (prefix, size) = text.split_once("mat")?;
    let scalar =
        of_prefix(prefix).filter(|scalar| matches!(scalar, Scalar::Float | Scalar::Double | Scalar::Float16))?;
    match size.as_bytes() {
        [size] => Some(matrix(scalar, extent(*size)?, extent(*size)?)),
        [columns, b'x', rows] => Some(matrix(scalar, extent(*columns)?, extent(*rows)?)),
        _ => None,
    }
}

/// A type of resources.
#[derive(Clone, Debug, PartialEq)]
pub enum ResourceName {
    Known(Resource),
    /// GLSL has it, and the program cannot represent it.
    Foreign,
}

/// The dimensions behind `sampler`, `texture` or `image`: dimension, array, multisampled.
fn shape_of(text: &str) -> Option<(Dim, bool, bool)> {
    Some(match text {
        "1D" => (Dim::D1, false, false),
        "2D" => (Dim::D2, false, false),
        "3D" => (Dim::D3, false, false),
        "Cube" => (Dim::Cube, false, false),
        "1DArray" => (Dim::D1, true, false),
        "2DArray" => (Dim::D2, true, false),
        "CubeArray" => (Dim::Cube, true, false),
        "2DMS" => (Dim::D2, false, true),
        "2DMSArray" => (Dim::D2, true, true),
        _ => return None,
    })
}

/// `sampler2DArrayShadow`, `utexture3D`, `iimage2D`, `samplerBuffer`.
pub fn resource_type(text: &str) -> Option<ResourceName> {
    use ResourceName::{Foreign, Known};
    match text {
        "sampler" => return Some(Known(Resource::Sampler { comparison: false })),
        "samplerShadow" => return Some(Known(Resource::Sampler { comparison: true })),
        "accelerationStructureEXT" => return Some(Known(Resource::AccelerationStructure)),
        "rayQueryEXT" => return Some(Known(Resource::RayQuery { flags: 0 })),
        "atomic_uint" | "samplerExternalOES" | "__samplerExternal2DY2YEXT" => return Some(Foreign),
        _ => {}
    }
    if let Some(rest) = text.strip_prefix("i64image").or_else(|| text.strip_prefix("u64image")) {
        return (rest == "Buffer" || shape_of(rest).is_some()).then_some(Foreign);
    }
    let (scalar, rest) = match text.as_bytes().first()? {
        b'i' if !text.starts_with("image") => (Scalar::Int, &text[1..]),
        b'u' => (Scalar::Uint, &text[1..]),
        _ => (Scalar::Float, text),
    };
    let element = Element { scalar, count: 4 };
    if let Some(rest) = rest.strip_prefix("subpassInput") {
        return match rest {
            "" => Some(Known(Resource::InputAttachment { multisampled: false, element })),
            "MS" => Some(Known(Resource::InputAttachment { multisampled: true, element })),
            _ => None,
        };
    }
    if let Some(rest) = rest.strip_prefix("sampler") {
        if rest == "Buffer" {
            return Some(Known(Resource::TypedBuffer { access: Access::Read, element, texel: None }));
        }
        if rest.starts_with("2DRect") {
            return matches!(rest, "2DRect" | "2DRectShadow").then_some(Foreign);
        }
        let (name, comparison) = match rest.strip_suffix("Shadow") {
            Some(name) if scalar == Scalar::Float => (name, true),
            Some(_) => return None,
            None => (rest, false),
        };
        let (dim, array, multisampled) = shape_of(name)?;
        if comparison && (multisampled || dim == Dim::D3) {
            return None;
        }
        return Some(Known(Resource::SampledTexture { dim, array, multisampled, comparison, element }));
    }
    if let Some(rest) = rest.strip_prefix("texture") {
        if rest == "Buffer" {
            return Some(Known(Resource::TypedBuffer { access: Access::Read, element, texel: None }));
        }
        let (dim, array, multisampled) = shape_of(rest)?;
        return Some(Known(Resource::Texture { dim, array, multisampled, element, texel: None }));
    }
    let rest = rest.strip_prefix("image")?;
    if rest == "Buffer" {
        return Some(Known(Resource::TypedBuffer { access: Access::ReadWrite, element, texel: None }));
    }
    match shape_of(rest)? {
        (Dim::Cube, ..) | (_, _, true) => Some(Foreign),
        (dim, array, _) => Some(Known(Resource::Image { dim, array, element, texel: None })),
    }
}

/// The name of a type of resources; the type arguments of buffers are not shown.
pub fn resource_name(resource: &Resource) -> String {
    let shape = |dim: &Dim, array: bool, multisampled: bool| {
        let dim = match dim {
            Dim::D1 => "1D",
            Dim::D2 => "2D",
            Dim::D3 => "3D",
            Dim::Cube => "Cube",
        };
        format!("{dim}{}{}", if multisampled { "MS" } else { "" }, if array { "Array" } else { "" })
    };
    let prefix = |element: &Element| match element.scalar {
        Scalar::Int => "i",
        Scalar::Uint => "u",
        _ => "",
    };
    match resource {
        Resource::Texture { dim, array, multisampled, element, .. } => {
            format!("{}texture{}", prefix(element), shape(dim, *array, *multisampled))
        }
        Resource::SampledTexture { dim, array, multisampled, comparison, element } => {
            let shadow = if *comparison { "Shadow" } else { "" };
            format!("{}sampler{}{shadow}", prefix(element), shape(dim, *array, *multisampled))
        }
        Resource::Image { dim, array, element, .. } => format!("{}image{}", prefix(element), shape(dim, *array, false)),
        Resource::Sampler { comparison: false } => "sampler".to_owned(),
        Resource::Sampler { comparison: true } => "samplerShadow".to_owned(),
        Resource::TypedBuffer { access: Access::Read, element, .. } => format!("{}samplerBuffer", prefix(element)),
        Resource::TypedBuffer { element, .. } => format!("{}imageBuffer", prefix(element)),
        Resource::InputAttachment { multisampled, element } => {
            format!("{}subpassInput{}", prefix(element), if *multisampled { "MS" } else { "" })
        }
        Resource::RayQuery { .. } => "rayQueryEXT".to_owned(),
        Resource::AccelerationStructure => "accelerationStructureEXT".to_owned(),
        Resource::Structured { .. } | Resource::Append(_) | Resource::Consume(_) | Resource::ByteAddress { .. } => {
            "buffer block".to_owned()
        }
        Resource::Constant(_) | Resource::TextureBuffer(_) => "uniform block".to_owned(),
        Resource::Descriptor(heap) => heap.name().to_owned(),
    }
}

/// The type as GLSL spells it: `vec3`, `Light[8]`, `sampler2D`.
pub fn type_name(ty: &Type) -> String {
    match ty {
        Type::Void => "void".to_owned(),
        Type::Scalar(scalar) | Type::Vector(scalar, 1) => scalar_name(*scalar).to_owned(),
        Type::Vector(scalar, count) => format!("{}vec{count}", prefix_of(*scalar)),
        Type::Matrix { scalar, rows, columns, .. } if rows == columns => format!("{}mat{rows}", prefix_of(*scalar)),
        Type::Matrix { scalar, rows, columns, .. } => format!("{}mat{rows}x{columns}", prefix_of(*scalar)),
        Type::Array(..) => {
            let mut lengths = String::new();
            let mut inner = ty;
            while let Type::Array(of, length) = inner {
                lengths += &length.map_or("[]".to_owned(), |length| format!("[{length}]"));
                inner = of;
            }
            type_name(inner) + &lengths
        }
        Type::Struct(of) => of.symbol.0.split('#').next().unwrap_or_default().to_owned(),
        Type::Enum { name, .. } => name.0.to_string(),
        Type::Resource(resource) => resource_name(resource),
        Type::String => "string".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        assert!(RESERVED.is_sorted());
        for name in ["float", "vec3", "uvec2", "bvec4", "dmat3", "mat4x2", "f16vec2", "i64vec3", "double"] {
            assert_eq!(type_name(&number_type(name).expect("it is a type")), name);
        }
        assert_eq!(number_type("mat4x2"), Some(matrix(Scalar::Float, 4, 2)));
        for wrong in ["vec5", "vec1", "bmat2", "mat1", "matrix", "vector", "ivec", "mat2x5"] {
            assert_eq!(number_type(wrong), None, "{wrong}");
        }
        let names = [
            "sampler2D",
            "isampler2DMSArray",
            "samplerCubeArrayShadow",
            "texture3D",
            "uimage2DArray",
            "samplerBuffer",
            "uimageBuffer",
            "sampler",
            "samplerShadow",
        ];
        for name in names {
            let Some(ResourceName::Known(resource)) = resource_type(name) else { panic!("{name}") };
            assert_eq!(resource_name(&resource), name);
        }
        for wrong in ["texture", "textureLod", "image", "usampler2DShadow", "sampler3DShadow", "int", "uint"] {
            assert_eq!(resource_type(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn words_are_reserved() {
        assert!(["float", "if", "gl_Position", "mat2x3", "sampler2D", "highp"].into_iter().all(is_reserved_word));
        assert!(!["g_bBloom", "color", "texture", "normal"].into_iter().any(is_reserved_word));
    }
}

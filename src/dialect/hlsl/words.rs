//! Words with a meaning of their own.

/// What may stand before a declaration's type.
pub fn is_qualifier(text: &str) -> bool {
    matches!(
        text,
        "const"
            | "static"
            | "uniform"
            | "extern"
            | "volatile"
            | "precise"
            | "groupshared"
            | "shared"
            | "nointerpolation"
            | "linear"
            | "centroid"
            | "noperspective"
            | "sample"
            | "row_major"
            | "column_major"
            | "unorm"
            | "snorm"
            | "in"
            | "out"
            | "inout"
            | "inline"
            | "globallycoherent"
            | "reordercoherent"
            | "export"
            | "point"
            | "line"
            | "triangle"
            | "lineadj"
            | "triangleadj"
            | "typename"
            | "vertices"
            | "indices"
            | "primitives"
            | "payload"
    )
}

/// Words that begin statements or expressions, never a type.
pub fn is_no_type(text: &str) -> bool {
    matches!(
        text,
        "return"
            | "if"
            | "else"
            | "for"
            | "while"
            | "do"
            | "switch"
            | "case"
            | "default"
            | "break"
            | "continue"
            | "discard"
            | "typedef"
            | "using"
            | "template"
            | "namespace"
            | "cbuffer"
            | "tbuffer"
            | "enum"
            | "struct"
            | "class"
            | "interface"
            | "sizeof"
            | "true"
            | "false"
            | "this"
            | "operator"
    )
}

const SCALARS: [&str; 25] = [
    "bool",
    "int",
    "uint",
    "dword",
    "half",
    "float",
    "double",
    "min16float",
    "min10float",
    "min16int",
    "min12int",
    "min16uint",
    "int16_t",
    "uint16_t",
    "int32_t",
    "uint32_t",
    "int64_t",
    "uint64_t",
    "float16_t",
    "float32_t",
    "float64_t",
    "int8_t4_packed",
    "uint8_t4_packed",
    "vector",
    "matrix",
];

/// Scalars, vectors and matrices: `float`, `uint3`, `half4x4`, `matrix`.
pub fn is_builtin_type(text: &str) -> bool {
    let dimension = |byte: u8| (b'1'..=b'4').contains(&byte);
    let scalar = match text.as_bytes() {
        [head @ .., rows, b'x', columns] if dimension(*rows) && dimension(*columns) => &text[..head.len()],
        [head @ .., lanes] if dimension(*lanes) && !SCALARS.contains(&text) => &text[..head.len()],
        _ => text,
    };
    SCALARS.contains(&scalar)
}

/// Textures, samplers, buffers, acceleration structures.
pub fn is_resource_type(text: &str) -> bool {
    let text = text.strip_prefix("RasterizerOrdered").or_else(|| text.strip_prefix("RW")).unwrap_or(text);
    text.starts_with("Texture")
        || text.starts_with("texture")
        || text.starts_with("sampler")
        || text.starts_with("FeedbackTexture")
        || matches!(
            text,
            "Buffer"
                | "StructuredBuffer"
                | "ByteAddressBuffer"
                | "AppendStructuredBuffer"
                | "ConsumeStructuredBuffer"
                | "ConstantBuffer"
                | "SamplerState"
                | "SamplerComparisonState"
                | "SubpassInput"
                | "SubpassInputMS"
                | "RaytracingAccelerationStructure"
        )
}

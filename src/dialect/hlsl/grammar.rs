//! HLSL's grammar: the words and rules that trees, names and folding use.

use std::borrow::Cow;

use crate::ir::operations::{self, Vocabulary};
use crate::syntax::grammar::{
    Attributes, Blocks, BuiltinCall, Casts, Globals, Grammar, LITERAL_FLOAT, Placement, Types, is_statement_word,
};

/// HLSL as all its compilers read it. Before HLSL 2021, both sides of `&&`, `||` and `?:` are evaluated; one text
/// serves compilers of either version, so folding may rely on the older rule alone.
pub static GRAMMAR: Grammar = Grammar {
    is_qualifier,
    qualifiers_with_arguments: &[],
    type_suffixes: &["const", "precise"],
    array_types: false,
    precision_statement: None,
    is_no_type,
    is_reserved_word,
    structures: &["struct", "class", "interface"],
    interfaces: &["interface"],
    base_words: &["public", "private", "protected"],
    blocks: Blocks { words: &["cbuffer", "tbuffer"], qualified: false, instances: false },
    techniques: &["technique", "technique10", "technique11", "Technique", "fxgroup"],
    attributes: Attributes::SingleOrDouble,
    // Semantics, registers, offsets, bit widths; and the effect framework's `<...>`.
    annotations: &[":", "<"],
    state_block: Some("sampler_state"),
    casts: Some(Casts { of_types: &["struct", "row_major", "column_major"], others: &["const", "precise"] }),
    sizeof: true,
    inf_literals: true,
    discards: &["discard"],
    methods: true,
    operator_functions: true,
    types: Types {
        bool: "bool",
        int: "int",
        uint: "uint",
        float: "float",
        unsigned: &["uint", "dword"],
        is_builtin: is_builtin_type,
        is_resource: is_resource_type,
        is_scalar: |name| matches!(name, "bool" | "int" | "uint" | "float" | "half" | "double" | "min16float"),
        is_matrix: |name| name.contains('x'),
        is_float: |name| matches!(name, "float" | "float1" | "float2" | "float3" | "float4"),
        swizzle,
        float_literal,
        unsigned_suffixes: &['u', 'U'],
    },
    globals: Globals::UniformUnless(&["static", "groupshared"]),
    placement: Placement { annotations: &["register"], attributes: &["binding", "push_constant"], qualifiers: &[] },
    constants: &["const"],
    // Without `static`, a global is a uniform, whatever `const` says.
    global_constants: &["static"],
    pipeline_constants: &[],
    // `bool g_bX = g_bX;` in a block: the compilers that accept it take the global.
    declarator_hides_at_once: false,
    read_parameters: &["in"],
    written_parameters: &["out", "inout"],
    // `[patchconstantfunc("Patch")]`.
    strings_name_functions: true,
    lasting_directives: &["pack_matrix"],
    lacks_syntax_of: |_| false,
    words_before_scope: &["return", "case", "else", "do", "const", "static", "sizeof", "in", "out", "inout"],
    short_circuit: false,
    effects: &["out", "inout", "static", "discard", "asm"],
    pure_function,
    pure_method,
    written_arguments,
};

/// What may stand before a declaration's type.
fn is_qualifier(text: &str) -> bool {
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

/// Words with which no type begins, and that nothing is called.
fn is_no_type(text: &str) -> bool {
    is_statement_word(text)
        || matches!(text, "discard" | "cbuffer" | "tbuffer" | "class" | "interface" | "sizeof" | "this" | "operator")
}

#[rustfmt::skip]
const SCALARS: [&str; 25] = [
    "bool", "int", "uint", "dword", "half", "float", "double", "min16float", "min10float", "min16int", "min12int",
    "min16uint", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "float16_t", "float32_t",
    "float64_t", "int8_t4_packed", "uint8_t4_packed", "vector", "matrix",
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
                | "RayQuery"
        )
}

/// Keywords and reserved words of HLSL as Direct3D's reference lists them, and the names of built-in types.
#[rustfmt::skip]
const RESERVED: &[&str] = &[
    "AppendStructuredBuffer", "BlendState", "Buffer", "ByteAddressBuffer", "CompileShader", "ComputeShader",
    "ConstantBuffer", "ConsumeStructuredBuffer", "DepthStencilState", "DepthStencilView", "DomainShader",
    "FeedbackTexture2D", "FeedbackTexture2DArray", "GeometryShader", "Hullshader", "InputPatch", "LineStream", "NULL",
    "OutputPatch", "PixelShader", "PointStream", "RWBuffer", "RWByteAddressBuffer", "RWStructuredBuffer", "RWTexture1D",
    "RWTexture1DArray", "RWTexture2D", "RWTexture2DArray", "RWTexture3D", "RasterizerOrderedBuffer",
    "RasterizerOrderedByteAddressBuffer", "RasterizerOrderedStructuredBuffer", "RasterizerOrderedTexture1D",
    "RasterizerOrderedTexture1DArray", "RasterizerOrderedTexture2D", "RasterizerOrderedTexture2DArray",
    "RasterizerOrderedTexture3D", "RasterizerState", "RaytracingAccelerationStructure", "RenderTargetView",
    "SamplerComparisonState", "SamplerState", "StructuredBuffer", "SubpassInput", "SubpassInputMS", "Texture1D",
    "Texture1DArray", "Texture2D", "Texture2DArray", "Texture2DMS", "Texture2DMSArray", "Texture3D", "TextureCube",
    "TextureCubeArray", "TriangleStream", "VertexShader", "asm", "asm_fragment", "auto", "break", "case", "catch",
    "cbuffer", "centroid", "char", "class", "column_major", "compile", "compile_fragment", "const", "const_cast",
    "continue", "default", "delete", "discard", "do", "dynamic_cast", "else", "enum", "explicit", "export", "extern",
    "false", "for", "friend", "fxgroup", "goto", "groupshared", "if", "in", "inline", "inout", "interface", "line",
    "lineadj", "linear", "long", "mutable", "namespace", "new", "nointerpolation", "noperspective", "operator", "out",
    "packoffset", "pass", "pixelfragment", "point", "precise", "private", "protected", "public", "register",
    "reinterpret_cast", "return", "row_major", "sample", "sampler", "sampler1D", "sampler2D", "sampler3D", "samplerCUBE",
    "sampler_state", "shared", "short", "signed", "sizeof", "snorm", "stateblock", "stateblock_state", "static",
    "static_cast", "string", "struct", "switch", "tbuffer", "technique", "technique10", "technique11", "template",
    "texture", "texture1D", "texture2D", "texture3D", "textureCUBE", "this", "throw", "triangle", "triangleadj", "true",
    "try", "typedef", "typename", "uniform", "union", "unorm", "unsigned", "using", "vertexfragment", "virtual", "void",
    "volatile", "while",
];

/// Whether HLSL keeps the word for itself.
pub fn is_reserved_word(text: &str) -> bool {
    RESERVED.binary_search(&text).is_ok() || is_builtin_type(text)
}

/// The type of `vector.member`, where `member` selects components by letters.
fn swizzle(vector: &str, member: &str) -> Option<Cow<'static, str>> {
    let scalar = vector.strip_suffix(['2', '3', '4'])?;
    let selects = member.len() <= 4
        && !scalar.ends_with('x')
        && is_builtin_type(vector)
        && member.bytes().all(|byte| b"xyzwrgba".contains(&byte));
    match member.len() {
        _ if !selects => None,
        1 => Some(scalar.to_owned().into()),
        lanes => Some(format!("{scalar}{lanes}").into()),
    }
}

fn float_literal(text: &str) -> Option<&'static str> {
    if text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'-' | b'+')) {
        return Some(LITERAL_FLOAT);
    }
    (text.ends_with(['f', 'F']) && !text.starts_with("0x")).then_some("float")
}

/// The column of the table of operations.
const WORDS: Vocabulary = Vocabulary::Hlsl;

fn pure_function(name: &str) -> bool {
    operations::is_pure(WORDS, name)
}

fn pure_method(name: &str) -> bool {
    operations::is_pure_method(WORDS, name)
}

fn written_arguments(call: BuiltinCall<'_>) -> u64 {
    // Atomics of later shader models, which no row has: any argument may be written.
    let is_known = if call.method { WORDS.method(call.name).is_some() } else { WORDS.function(call.name).is_some() };
    if !is_known && call.name.starts_with("Interlocked") {
        return u64::MAX;
    }
    match call.method {
        true => operations::written_by_method(WORDS, call.name, call.arguments),
        false => operations::written_arguments(WORDS, call.name, call.arguments),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        assert!(RESERVED.is_sorted());
        assert!(["float", "int3", "half4x4", "if", "true", "Texture2D", "void"].into_iter().all(is_reserved_word));
        assert!(!["g_bBloom", "Float", "TextureBlend", "samplerOn", "float5"].into_iter().any(is_reserved_word));
    }
    #[test]
    fn unknown_atomics_may_write_every_argument() {
        let written = |name, method| written_arguments(BuiltinCall { name, method, arguments: 3 });
        assert_eq!((written("InterlockedAdd64", false), written("InterlockedAdd64", true)), (u64::MAX, u64::MAX));
        assert_eq!((written("InterlockedAdd", false), written("InterlockedAdd", true)), (0b101, 0b100));
        assert_eq!(written("Unknown", false), 0);
    }
}

//! Words that no global may be called.

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
    RESERVED.binary_search(&text).is_ok() || super::words::is_builtin_type(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted() {
        assert!(RESERVED.is_sorted());
        assert!(["float", "int3", "half4x4", "if", "true", "Texture2D", "void"].into_iter().all(is_reserved_word));
        assert!(!["g_bBloom", "Float", "TextureBlend", "samplerOn", "float5"].into_iter().any(is_reserved_word));
    }
}

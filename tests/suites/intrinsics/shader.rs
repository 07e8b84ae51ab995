//! The shader of some cases of a row: arguments from one buffer, results to another.

use super::row::{Case, Row, Ty};

/// Invocations: of a compute shader's one group, and pixels.
pub const THREADS: usize = 64;
pub const PIXELS: usize = 64 * 48;

/// Declared where the row's statement mentions the name.
const DECLARATIONS: [(&str, &str); 47] = [
    ("A", "RWStructuredBuffer<uint> A : register(u1);"),
    ("AI", "RWStructuredBuffer<int> AI : register(u2);"),
    ("W", "RWByteAddressBuffer W : register(u3);"),
    ("App", "AppendStructuredBuffer<uint> App : register(u4);"),
    ("Con", "ConsumeStructuredBuffer<uint> Con : register(u5);"),
    ("G", "groupshared uint G;"),
    ("GA", "groupshared uint GA[64];"),
    ("Words", "StructuredBuffer<uint> Words : register(t1);"),
    ("Bytes", "ByteAddressBuffer Bytes : register(t2);"),
    ("Buf", "Buffer<float4> Buf : register(t3);"),
    ("RWBuf", "RWBuffer<float4> RWBuf : register(u6);"),
    ("RWBufU", "RWBuffer<uint> RWBufU : register(u7);"),
    ("RWTex1D", "RWTexture1D<float4> RWTex1D : register(u8);"),
    ("RWTex1DA", "RWTexture1DArray<float4> RWTex1DA : register(u9);"),
    ("RWTex2D", "RWTexture2D<float4> RWTex2D : register(u10);"),
    ("RWTex2DF", "RWTexture2D<float> RWTex2DF : register(u11);"),
    ("RWTex2DU", "RWTexture2D<uint> RWTex2DU : register(u12);"),
    ("RWTex2DA", "RWTexture2DArray<float4> RWTex2DA : register(u13);"),
    ("RWTex3D", "RWTexture3D<float4> RWTex3D : register(u14);"),
    ("Smp", "SamplerState Smp : register(s0);"),
    ("Cmp", "SamplerComparisonState Cmp : register(s1);"),
    ("Tex1D", "Texture1D<float4> Tex1D : register(t4);"),
    ("Tex1DDepth", "Texture1D<float> Tex1DDepth : register(t5);"),
    ("Tex1DA", "Texture1DArray<float4> Tex1DA : register(t6);"),
    ("Tex1DADepth", "Texture1DArray<float> Tex1DADepth : register(t7);"),
    ("Tex2D", "Texture2D<float4> Tex2D : register(t8);"),
    ("Tex2DF", "Texture2D<float> Tex2DF : register(t9);"),
    ("Tex2DU", "Texture2D<uint4> Tex2DU : register(t10);"),
    ("Tex2DI", "Texture2D<int2> Tex2DI : register(t11);"),
    ("Tex2DDepth", "Texture2D<float> Tex2DDepth : register(t12);"),
    ("Tex2DA", "Texture2DArray<float4> Tex2DA : register(t13);"),
    ("Tex2DADepth", "Texture2DArray<float> Tex2DADepth : register(t14);"),
    ("Tex2DMS", "Texture2DMS<float4> Tex2DMS : register(t15);"),
    ("Tex2DMSA", "Texture2DMSArray<float4> Tex2DMSA : register(t16);"),
    ("Tex3D", "Texture3D<float4> Tex3D : register(t17);"),
    ("TexCube", "TextureCube<float4> TexCube : register(t18);"),
    ("TexCubeDepth", "TextureCube<float> TexCubeDepth : register(t19);"),
    ("TexCubeA", "TextureCubeArray<float4> TexCubeA : register(t20);"),
    ("TexCubeADepth", "TextureCubeArray<float> TexCubeADepth : register(t21);"),
    ("Old1D", "sampler1D Old1D : register(s2);"),
    ("Old2D", "sampler2D Old2D : register(s3);"),
    ("Old3D", "sampler3D Old3D : register(s4);"),
    ("OldCube", "samplerCUBE OldCube : register(s5);"),
    // The direction to the middle of a texel of a face, by the table of the Vulkan specification, "Cube Map Face Selection".
    (
        "CubeAt",
        "float3 CubeAt(uint x, uint y, uint face)\n{\n    float u = (x + 0.5) / 8 - 1;\n    float v = (y + 0.5) / 8 - 1;\n    \
     if (face == 0) return float3(1, -v, -u);\n    if (face == 1) return float3(-1, -v, u);\n    if (face == 2) return float3(u, 1, v);\n    \
     if (face == 3) return float3(u, -1, -v);\n    if (face == 4) return float3(u, -v, 1);\n    return float3(-u, -v, -1);\n}",
    ),
    ("I", "StructuredBuffer<uint> I : register(t0);"),
    ("O", "RWStructuredBuffer<uint> O : register(u0);"),
    ("L", "RWStructuredBuffer<uint> L : register(u15);"),
];

/// Where the words of a case lie: first word and words of one invocation.
pub struct Place {
    pub arguments: (usize, usize),
    pub results: (usize, usize),
}

/// The text, and each case's place.
pub fn shader(row: &Row, cases: &[&Case]) -> (String, Vec<Place>) {
    let invocations = if row.pixel { PIXELS } else { THREADS };
    let (mut functions, mut calls) = (String::new(), String::new());
    let mut places = Vec::new();
    let (mut taken, mut given) = (0, 0);
    for (at, case) in cases.iter().enumerate() {
        let in_words: usize = case.arguments.iter().map(|ty| ty.words()).sum();
        let place = Place { arguments: (taken, in_words), results: (given, case.result.components()) };
        let mut body = String::new();
        let mut word = 0;
        for (name, ty) in ["a", "b", "c"].into_iter().zip(&case.arguments) {
            body += &format!("    {} {name} = {};\n", ty.hlsl(), load(*ty, word));
            word += ty.words();
        }
        let statement = substitute(&row.statement, case.t);
        body += &format!("    {} r;\n    {statement};\n{}", case.result.hlsl(), store(case.result));
        functions += &format!(
            "void Case{at}(uint t, float4 p, float2 v)\n{{\n    uint i = {}u + t * {}u;\n    uint o = {}u + t * {}u;\n{body}}}\n",
            place.arguments.0, place.arguments.1, place.results.0, place.results.1
        );
        calls += &format!("    Case{at}(t, p, v);\n");
        taken += invocations * in_words;
        given += invocations * case.result.components();
        places.push(place);
    }
    let main = if row.pixel {
        format!(
            "float4 main(float4 p : SV_Position, float2 v : TEXCOORD0) : SV_Target0\n{{\n    uint t = (uint)p.y * 64u + (uint)p.x;\n{calls}    return float4(v, 0, 1);\n}}\n"
        )
    } else {
        let mut start = String::new();
        if mentions(&row.statement, "G") {
            start += "    if (t == 0u) G = 0u;\n    GroupMemoryBarrierWithGroupSync();\n";
        }
        if row.name.starts_with("Wave") {
            start += "    if (t == 0u) L[0] = WaveGetLaneCount();\n";
        }
        format!(
            "[numthreads(64, 1, 1)]\nvoid main(uint3 id : SV_DispatchThreadID)\n{{\n    uint t = id.x;\n    float4 p = float4(0, 0, 0, 0);\n    float2 v = float2(0, 0);\n{start}{calls}}}\n"
        )
    };
    let code = functions + &main;
    let declared: String = DECLARATIONS
        .iter()
        .filter(|(name, _)| mentions(&code, name))
        .map(|(_, declaration)| format!("{declaration}\n"))
        .collect();
    (format!("{declared}\n{code}"), places)
}

fn mentions(text: &str, name: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name)
}

/// `T` in a statement is the case's type.
fn substitute(statement: &str, t: Ty) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in statement.chars().chain([' ']) {
        if c.is_ascii_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        out += &if word == "T" { t.hlsl() } else { std::mem::take(&mut word) };
        word.clear();
        out.push(c);
    }
    out.trim_end().to_owned()
}

fn load(ty: Ty, first: usize) -> String {
    let component = |at: usize| match ty.scalar {
        'f' => format!("asfloat(I[i + {}u])", first + at),
        'i' => format!("(int)I[i + {}u]", first + at),
        'b' => format!("(I[i + {}u] != 0u)", first + at),
        'd' => format!("asdouble(I[i + {}u], I[i + {}u])", first + 2 * at, first + 2 * at + 1),
        _ => format!("I[i + {}u]", first + at),
    };
    let all: Vec<String> = (0..ty.components()).map(component).collect();
    if all.len() == 1 { all.concat() } else { format!("{}({})", ty.hlsl(), all.join(", ")) }
}

fn store(ty: Ty) -> String {
    let mut out = String::new();
    for at in 0..ty.components() {
        let value = match (ty.matrix, ty.components()) {
            (true, _) => format!("r[{}][{}]", at / ty.columns, at % ty.columns),
            (false, 1) => "r".to_owned(),
            (false, _) => format!("r.{}", ["x", "y", "z", "w"][at]),
        };
        out += &match ty.scalar {
            'f' => format!("    O[o + {at}u] = asuint({value});\n"),
            'i' => format!("    O[o + {at}u] = (uint){value};\n"),
            'b' => format!("    O[o + {at}u] = {value} ? 1u : 0u;\n"),
            'd' => format!("    O[o + {at}u] = asuint((float){value});\n"),
            _ => format!("    O[o + {at}u] = {value};\n"),
        };
    }
    out
}

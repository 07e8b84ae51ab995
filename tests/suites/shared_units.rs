//! Shaders of one file share preprocessed units and what specialising found in them. Each has the variants that it has alone in its file.

use std::fmt::Write as _;
use std::fs;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use uberc::model::Target;
use uberc::pipeline::{BuildContext, ShaderFront, run_frontend};

use crate::harness;

const TEXT: &str = "
int g_nMode;
bool g_bFog;
float4 Color(float2 uv)
{
    float4 color = float4(uv, 0.5, 1.0);
    if (g_bFog)
        color *= SCALE;
    return color;
}
#if DEPTH
float Depth(float2 uv) { return g_nMode == 2 ? uv.x : uv.y; }
#else
float Depth(float2 uv) { return 0.0; }
#endif
float4 MainPS(float2 uv : TEXCOORD0) : SV_Target { return g_nMode > 0 ? Color(uv) : Depth(uv); }
float4 OtherPS(float2 uv : TEXCOORD0) : SV_Target { return Color(uv) + Depth(uv); }
float4 PlainPS(float2 uv : TEXCOORD0) : SV_Target { return g_bFog ? 1.0 : 0.25; }
";

/// Names, entry points, the branches' declaration, and the defines of their techniques.
const SHADERS: [(&str, &str, &str, &str); 7] = [
    ("Main", "MainPS", "\"g_bFog\", Int(\"g_nMode\", 0, 3)", "SCALE = 2, DEPTH = permutation.g_nMode == 2"),
    ("Other", "OtherPS", "\"g_bFog\", Int(\"g_nMode\", 0, 3)", "DEPTH = permutation.g_nMode == 2, SCALE = 2"),
    // Its units are some of those of the others.
    ("Part", "MainPS", "\"g_bFog\", Int(\"g_nMode\", 0, 3)", "SCALE = 2, DEPTH = false"),
    // The same units under other branches.
    ("Branches", "MainPS", "Int(\"g_nMode\", 0, 3), \"g_bFog\"", "SCALE = 2, DEPTH = permutation.g_nMode == 2"),
    ("Again", "PlainPS", "\"g_bFog\", Int(\"g_nMode\", 0, 3)", "SCALE = 2, DEPTH = permutation.g_nMode == 2"),
    // A define that no text asks for, and one with another value.
    ("Unused", "MainPS", "\"g_bFog\", Int(\"g_nMode\", 0, 3)", "SCALE = 2, DEPTH = false, NEVER = permutation.g_nMode"),
    ("Scale", "MainPS", "\"g_bFog\", Int(\"g_nMode\", 0, 3)", "SCALE = 3, DEPTH = permutation.g_nMode == 2"),
];

pub fn trials() -> Vec<Trial> {
    vec![harness::trial("specialise::shaders_of_one_file_are_what_each_is_alone", as_alone)]
}

fn as_alone() -> Result<(), Failed> {
    let all = fronts(&SHADERS)?;
    assert_eq!(all.len(), SHADERS.len());
    for (shader, together) in SHADERS.iter().zip(&all) {
        let alone = fronts(std::slice::from_ref(shader))?;
        let [alone] = alone.as_slice() else { return Err("one shader".into()) };
        harness::same(shader.0, &harness::variants(&alone.variants), &harness::variants(&together.variants))?;
        assert!(!alone.variants.variants.is_empty(), "{} has variants", shader.0);
    }
    let units = |at: usize| &all[at].tokens.units;
    let shares =
        |one: usize, other: usize| units(one).iter().all(|unit| units(other).iter().any(|of| Arc::ptr_eq(unit, of)));
    assert!(shares(0, 1) && shares(2, 0) && shares(3, 0) && shares(4, 0), "the same texts under the same defines");
    assert!(!shares(6, 0), "another text");
    Ok(())
}

/// The shaders of a sidecar that declares these.
fn fronts(shaders: &[(&str, &str, &str, &str)]) -> Result<Vec<ShaderFront>, Failed> {
    let place = tempfile::tempdir()?;
    let mut sidecar = String::new();
    for (name, entry_point, branches, defines) in shaders {
        let _ = write!(
            sidecar,
            "do\nlocal shader = Shader(\"{name}\")\nshader.Branches = {{ {branches} }}\n\
             function shader.Specialize(permutation)\nlocal technique = Technique()\n\
             technique.PixelShader = \"{entry_point}\"\ntechnique.Defines = {{ {defines} }}\n\
             return technique, permutation\nend\nend\n"
        );
    }
    let path = place.path().join("a.fx");
    fs::write(&path, TEXT)?;
    fs::write(place.path().join("a.fx.lua"), sidecar)?;
    let (context, found) = BuildContext::open(&[path]);
    let front = run_frontend(&context, &[Target::Spirv]);
    let errors: Vec<_> = found.iter().chain(&front.diagnostics).filter(|diagnostic| diagnostic.is_error()).collect();
    if errors.is_empty() { Ok(front.shaders) } else { Err(format!("{errors:?}").into()) }
}

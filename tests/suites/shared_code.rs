//! What a compiler has compiled before changes no module: one that takes functions from other modules equals one that is compiled by a
//! new compiler.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use rayon::prelude::*;
use uberc::compile::{Analysis, Embedded, ProgramForm, embed_linked};
use uberc::model::{ActionResult, BindingRule, LanguageVersion, Target};
use uberc::pipeline::{BuildContext, run_frontend};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    let libraries = ["shaders", "shaders/glsl", "shaders/bsl"];
    let mut all: Vec<Trial> = libraries
        .iter()
        .map(|name| harness::trial(format!("shared_code::{}", name.replace('/', "_")), || modules_are_equal(name)))
        .collect();
    all.push(harness::trial("shared_code::other_settings_are_other_functions", other_settings_are_other_functions));
    all.push(harness::trial("shared_code::a_function_for_several_resources", a_function_for_several_resources));
    all
}

/// So many variants of a shader are compiled by a new compiler too, evenly spread; `UBERC_ALL_VARIANTS` compares all.
const SAMPLES: usize = 12;

type Made = Result<ActionResult, String>;

/// The variants of a library's shaders by one compiler on all threads, and some of them each by a new one.
fn modules_are_equal(library: &str) -> Result<(), Failed> {
    let (context, _) = BuildContext::open(&[Path::new(env!("CARGO_MANIFEST_DIR")).join(library)]);
    let front = run_frontend(&context, &[Target::Spirv]);
    let shared = Embedded::new(ProgramForm::Spirv).ok_or("it writes SPIR-V")?;
    let mut compared = 0;
    for shader in &front.shaders {
        let session = context.registry().language(shader.language).open_session();
        let variants = &shader.variants.variants;
        let made: Vec<(Made, Option<Made>)> = (0..variants.len())
            .into_par_iter()
            .map(|number| {
                let variant = &variants[number];
                let source = &shader.variants.sources[variant.source as usize];
                let analysis = Analysis::new(source, &context.sources, &*session, LanguageVersion::default());
                let entry = (variant.stage, variant.entry_point.as_str());
                let links = variant.links.as_deref();
                let told = |found: Vec<_>| harness::diagnostics(&found, &context.sources);
                let (target, rule) = (Target::Spirv, BindingRule::default());
                let by_shared = shared.compile(&analysis, entry, target, rule, false, links).map_err(told);
                let is_sample = number % variants.len().div_ceil(SAMPLES) == 0 || harness::compares_everything();
                let by_new = || embed_linked(&analysis, entry, target, rule, false, links).map_err(told);
                (by_shared, is_sample.then(by_new))
            })
            .collect();
        for (variant, (by_shared, by_new)) in variants.iter().zip(made) {
            let Some(by_new) = by_new else { continue };
            compared += 1;
            if by_shared != by_new {
                let (shader, stage) = (&shader.declaration.name, variant.stage.name());
                return Err(format!("{shader}, {stage} `{}`: the modules differ", variant.entry_point).into());
            }
        }
    }
    assert!(compared >= 8, "{compared} are compared: {:?}", front.diagnostics);
    Ok(())
}

/// Programs that a compiler compiles one after the other, and again; each is what a new compiler makes of it.
fn in_turns(programs: &[(&str, BindingRule)]) -> Result<Vec<ActionResult>, Failed> {
    let shared = harness::embedded::Shared::new();
    let mut all = Vec::new();
    for (text, rule) in programs.iter().chain(programs) {
        all.push(shared.compile(text, *rule)?);
    }
    Ok(all)
}

fn other_settings_are_other_functions() -> Result<(), Failed> {
    let text = |size: u32, last: &str| {
        format!(
            "cbuffer Lights {{ float4 g_Sun[{size}]; float4 g_Sky; }}\nTexture2D g_Map; SamplerState g_By; Texture2D g_Other;\n\
             float4 Sky() {{ return g_Sky * 2.0; }}\nfloat4 Lit(float2 at) {{ return g_Map.SampleLevel(g_By, at, 0) * Sky(); }}\n\
             float4 main(float4 at : SV_Position) : SV_Target {{ return Lit(at.xy){last}; }}\n"
        )
    };
    let dense = BindingRule::Dense;
    let texts = [
        (text(2, ""), BindingRule::default()),
        // `g_Sky` is elsewhere in the block.
        (text(3, ""), BindingRule::default()),
        (text(2, ""), dense),
        // `g_Other` is in use, and the function is the same.
        (text(2, " + g_Other.Load(int3(0, 0, 0))"), BindingRule::default()),
    ];
    let programs: Vec<(&str, BindingRule)> = texts.iter().map(|(text, rule)| (text.as_str(), *rule)).collect();
    let made = in_turns(&programs)?;
    for at in 0..texts.len() {
        assert_eq!(made[at], made[at + texts.len()], "the second time");
        for other in 0..at {
            assert_ne!(made[at].output, made[other].output, "{at} and {other}");
        }
    }
    assert_eq!(made[3].reflection.as_ref().map(|it| it.bindings.len()), Some(4));
    Ok(())
}

fn a_function_for_several_resources() -> Result<(), Failed> {
    let text = |calls: &str| {
        format!(
            "Texture2D g_A; Texture2D g_B; SamplerState g_By; SamplerComparisonState g_Than; RWTexture2D<float4> g_Out;\n\
             float4 Take(Texture2D from, float2 at) {{ return from.SampleLevel(g_By, at, 0); }}\n\
             float Shadow(float2 at) {{ return g_B.SampleCmpLevelZero(g_Than, at, 0.5); }}\n\
             void Put(uint2 at, float4 value) {{ g_Out[at] = value; }}\n\
             float4 Get(uint2 at) {{ return g_Out[at]; }}\n\
             [numthreads(8, 8, 1)] void main(uint2 id : SV_DispatchThreadID) {{ Put(id, {calls}); }}\n"
        )
    };
    let texts = [
        text("Take(g_A, float2(id))"),
        text("Take(g_B, float2(id))"),
        text("Take(g_A, float2(id)) + Take(g_B, float2(id) * 0.5)"),
        // Now the image is read too, and a texture is compared.
        text("Get(id) + Take(g_A, float2(id))"),
        text("Take(g_A, float2(id)) * Shadow(float2(id))"),
        text("Shadow(float2(id)) * (-7 % (int)id.x)"),
        text("(float)(-9 % (int)id.y)"),
    ];
    let programs: Vec<(&str, BindingRule)> = texts.iter().map(|text| (text.as_str(), BindingRule::default())).collect();
    in_turns(&programs)?;
    Ok(())
}

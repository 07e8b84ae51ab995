//! The compiler of a variant under `auto`, and equal bindings from all compilers.

use libtest_mimic::{Failed, Trial};
use uberc::compile::catalogue::TO_SPIRV;
use uberc::model::{BindingRule, Shifts, Stage, Target, TargetSettings};

use super::hlsl_lower::compiled;
use crate::harness;

pub fn trials() -> Vec<Trial> {
    let needs_chain = |trial| harness::needs("glslangValidator", harness::needs("spirv-opt", trial));
    let needs_all = |trial| harness::needs("spirv-val", needs_chain(trial));
    vec![
        needs_chain(harness::trial("compiler_choice::auto", auto)),
        needs_all(harness::trial("compiler_choice::one_layout_of_all_compilers", one_layout)),
        harness::needs("slangc", harness::trial("compiler_choice::one_layout_of_slangc", layout_of_slang)),
    ]
}

/// `auto` takes the embedded compiler, and the built-in chain for what it cannot represent; a mistake is reported once.
fn auto() -> Result<(), Failed> {
    let mut project = super::compile::project();
    project.targets.insert(Target::Spirv, TargetSettings { chain: vec!["auto".to_owned()], ..Default::default() });
    let chain = super::compile::chain(Target::Spirv, &project)?;
    let steps = |text: &str| -> Result<(Vec<String>, bool, usize), Failed> {
        let done = compiled(&chain, text, Stage::Pixel, None)?;
        let names = done.steps.into_iter().map(|step| step.name).collect();
        Ok((names, done.artifact.is_some(), done.diagnostics.len()))
    };
    let plain = steps("float4 main() : SV_Target { return 1; }")?;
    assert_eq!(plain, (vec!["embedded".to_owned()], true, 0));
    let measured =
        steps("float4 main(float2 at : AT) : SV_Target { return EvaluateAttributeSnapped(at, int2(1, 1)).xyxy; }")?;
    let installed = TO_SPIRV.into_iter().find(|program| harness::find_program(program).is_some());
    assert_eq!(measured.0.first().map(String::as_str), installed);
    assert!(measured.1 && measured.2 == 0);
    let wrong = steps("float4 main() : SV_Target { return wrong; }")?;
    assert_eq!(wrong, (vec!["embedded".to_owned()], false, 1));
    Ok(())
}

const LAYOUT: &str = "
namespace Sky { Texture2D g_Stars; }
struct Layer { Texture2D map; SamplerState how; };
float4 g_Loose;
Layer g_Layer;
Texture2D g_Unused;
Texture2D g_Color : register(t2);
[[vk::binding(4)]] Texture2D g_Fixed;
StructuredBuffer<float4> g_Points : register(t9, space1);
RWStructuredBuffer<float4> g_Counted : register(u1);
cbuffer View { float4 g_View; };
float4 main(float2 uv : TEXCOORD) : SV_Target
{
    uint at = COUNT;
    g_Counted[at] = g_Loose;
    float4 color = Sky::g_Stars.Sample(g_Layer.how, uv) + g_Layer.map.Sample(g_Layer.how, uv);
    return color + g_Color.Sample(g_Layer.how, uv) + g_Fixed.Sample(g_Layer.how, uv) + g_Points[0] + g_View;
}";

/// Set, binding and name of what a pixel shader uses.
fn layout(names: &[&str], bindings: BindingRule, text: &str) -> Result<Vec<(u32, u32, String)>, Failed> {
    let mut project = super::compile::project();
    let chain = names.iter().map(|name| (*name).to_owned()).collect();
    project.targets.insert(Target::Spirv, TargetSettings { chain, bindings });
    let done = compiled(&super::compile::chain(Target::Spirv, &project)?, text, Stage::Pixel, None)?;
    let told = format!("{names:?}: {:?} {:?}", done.messages, done.diagnostics);
    let reflection = done.artifact.ok_or(told)?.reflection;
    Ok(reflection.bindings.into_iter().map(|found| (found.set, found.binding, found.name)).collect())
}

/// slangc has other names for some resources, and no counters in pixel shaders.
fn layout_of_slang() -> Result<(), Failed> {
    let plain = LAYOUT.replace("COUNT", "0");
    let ours = layout(&["embedded"], BindingRule::Dense, &plain)?;
    assert_eq!(layout(&["slangc"], BindingRule::Dense, &plain)?, ours);
    Ok(())
}

/// One layout a shader, whichever compiler a variant was made by: the native front end's numbers and names.
fn one_layout() -> Result<(), Failed> {
    let shifts = Shifts { b: 10, t: 20, s: 40, u: 60 };
    for rule in [BindingRule::Dense, BindingRule::default(), BindingRule::Shift(shifts)] {
        let counted = LAYOUT.replace("COUNT", "g_Counted.IncrementCounter()");
        let ours = layout(&["embedded"], rule, &counted)?;
        assert!(ours.iter().any(|(_, _, name)| name == "g_Counted@count"), "{ours:?}");
        // naga cannot interpolate at a chosen position, so this goes to another compiler.
        let measured = format!("Texture2D g_Measured : register(t0, space7);{counted}");
        let level = "g_Points[0] + g_Measured.Sample(g_Layer.how, EvaluateAttributeSnapped(uv, int2(1, 1)))";
        let mut fallback = layout(&["auto"], rule, &measured.replace("g_Points[0]", level))?;
        let place = fallback.iter().position(|(set, ..)| *set == 7).ok_or("g_Measured is not bound")?;
        fallback.remove(place);
        assert_eq!(fallback, ours, "{rule}");
        if rule == BindingRule::Dense {
            let numbers: Vec<String> = ours.iter().map(|(set, at, name)| format!("{set} {at} {name}")).collect();
            let expected = [
                "0 0 $Globals",
                "0 1 View",
                "0 2 Sky::g_Stars",
                "0 3 g_Layer.map",
                "0 4 g_Fixed",
                "0 5 g_Color",
                "0 7 g_Layer.how",
                "0 8 g_Counted",
                "0 9 g_Counted@count",
                "1 0 g_Points",
            ];
            assert_eq!(numbers, expected);
            assert_eq!(layout(&["glslangValidator", "spirv-opt"], rule, &counted)?, ours);
        }
    }
    Ok(())
}

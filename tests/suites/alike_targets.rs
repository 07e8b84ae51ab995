//! Targets that see the same source share what is found in it, within one run. Each target has what it has alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use uberc::model::Target;
use uberc::pipeline::{BuildContext, ShaderFront, run_frontend};
use uberc_runtime::{Decoder, Pack};

use crate::harness;

const TARGETS: [Target; 4] = [Target::Spirv, Target::Wgsl, Target::Msl, Target::Wgpu];

/// A project with one unit, and which targets share its tokens and variants: groups of letters, a letter for each of `TARGETS`.
struct Case {
    name: &'static str,
    /// In front of the shader's text.
    text: &'static str,
    /// In the pixel stage.
    code: &'static str,
    /// In front of the sidecar.
    lua: &'static str,
    /// In `Specialize`.
    specialize: &'static str,
    project: &'static str,
    shared: &'static str,
}

const CASE: Case = Case { name: "", text: "", code: "", lua: "", specialize: "", project: "", shared: "swmg" };

const CASES: [Case; 25] = [
    Case { name: "nothing depends on the target", ..CASE },
    Case {
        name: "a macro that one target has",
        code: "#ifdef __spirv__\ncolor *= 2;\n#endif\n",
        shared: "s wmg",
        ..CASE
    },
    Case {
        name: "a macro of one target decides the text",
        text: "#ifdef RENDERER_WEBGPU\nstatic const float k = 2;\n#else\nstatic const float k = 1;\n#endif\n",
        code: "color *= k;",
        shared: "sm wg",
        ..CASE
    },
    // The tokens tell that nothing follows from it.
    Case {
        name: "macros without an effect",
        text: "#if defined(RENDERER_VULKAN) || defined(RENDERER_WEBGPU)\n#endif\n",
        ..CASE
    },
    Case {
        name: "the same value by other macros",
        text: "#if defined(RENDERER_VULKAN)\n#define A 1\n#else\n#define B 1\n#endif\n",
        code: "#if A || B\ncolor *= 2;\n#endif\n",
        ..CASE
    },
    Case {
        name: "a macro of the target as text",
        code: "color *= RENDERER_VULKAN + RENDERER_METAL;",
        text: "#ifndef RENDERER_VULKAN\n#define RENDERER_VULKAN 2\n#endif\n#ifndef RENDERER_METAL\n#define RENDERER_METAL 2\n#endif\n",
        shared: "s wg m",
        ..CASE
    },
    Case {
        name: "a macro of the project in its place",
        project: "[defines]\nRENDERER_WEBGPU = \"1\"\n",
        text: "#ifdef RENDERER_WEBGPU\nstatic const float k = 2;\n#endif\n",
        code: "color *= k;",
        ..CASE
    },
    Case {
        name: "a macro of techniques in its place",
        specialize: "technique.Defines = { RENDERER_WEBGPU = 3 }",
        text: "static const float k = RENDERER_WEBGPU;\n",
        code: "color *= k;",
        ..CASE
    },
    Case { name: "a warning for one target", text: "#define RENDERER_METAL 2\n", shared: "swg m", ..CASE },
    Case { name: "a warning for all", text: "#warning all\n", shared: "s w m g", ..CASE },
    Case {
        name: "a mistake for one target",
        text: "#ifdef RENDERER_WEBGPU\n#error no\n#endif\n",
        shared: "sm w g",
        ..CASE
    },
    Case {
        name: "another include",
        text: "#ifdef RENDERER_METAL\n#include \"more.fxh\"\n#endif\n",
        shared: "swg m",
        ..CASE
    },
    Case {
        name: "an include that is not there",
        text: "#ifdef RENDERER_METAL\n#include \"none.fxh\"\n#endif\n",
        shared: "swg m",
        ..CASE
    },
    Case {
        name: "a platform global that none of them has",
        lua: "local old = RENDERER_DX9\n",
        specialize: "if old then return nil end",
        ..CASE
    },
    Case {
        name: "a platform global in the file",
        lua: "local web = RENDERER_WEBGPU\n",
        specialize: "if web and permutation.g_bFog then return nil end",
        shared: "sm wg",
        ..CASE
    },
    Case {
        name: "a platform global in Specialize",
        specialize: "if RENDERER_WEBGPU and permutation.g_bFog then return nil end",
        shared: "sm wg",
        ..CASE
    },
    Case { name: "a platform global without an effect", lua: "local web = RENDERER_WEBGPU\n", shared: "sm wg", ..CASE },
    // The third has the tokens of the second, and the run of the sidecar of the first.
    Case {
        name: "a platform global and a macro of another target",
        code: "#ifndef RENDERER_VULKAN\ncolor *= 2;\n#endif\n",
        specialize: "if RENDERER_WEBGPU and permutation.g_bFog then return nil end",
        shared: "s wg m",
        ..CASE
    },
    Case {
        name: "the name of the target",
        lua: "local name = TARGET\n",
        specialize: "if name == \"wgpu\" and permutation.g_bFog then return nil end",
        shared: "s w m g",
        ..CASE
    },
    Case {
        name: "a macro in cpp",
        text: "#ifdef RENDERER_METAL\n#define LIMIT 2\n#else\n#define LIMIT 1\n#endif\n",
        specialize: "if cpp.LIMIT == \"2\" and permutation.g_bFog then return nil end",
        shared: "swg m",
        ..CASE
    },
    Case {
        name: "all of cpp",
        lua: "local count = 0\nfor name in cpp do count += if name == \"RENDERER_METAL\" then 2 else 1 end\n",
        specialize: "if count > 20 and permutation.g_bFog then return nil end",
        shared: "s wg m",
        ..CASE
    },
    Case { name: "a line that the sidecar prints", lua: "print(\"run\")\n", shared: "s w m g", ..CASE },
    Case {
        name: "a branch that is a macro of one target",
        lua: "local extra = \"RENDERER_METAL\"\n",
        shared: "s w m g",
        ..CASE
    },
    Case {
        name: "another interpolation in the pixel stage",
        text: "#define PIXEL nointerpolation\n",
        shared: "sm w g",
        ..CASE
    },
    Case { name: "bindings of one target", project: "[target.msl]\nbindings = \"dense\"\n", shared: "swg m", ..CASE },
];

const TEXT: &str = "
#ifndef PIXEL
#define PIXEL
#endif
bool g_bFog;
float4 MainVS(float4 at : POSITION, out float value : VALUE) : SV_Position { value = at.x; return at; }
float4 MainPS(PIXEL float value : VALUE) : SV_Target
{
    float4 color = value;
    if (g_bFog)
        color.x = 0.5;
    CODE
    return color;
}
";

const SIDECAR: &str = "
local shader = Shader(\"Main\")
shader.Branches = { \"g_bFog\", extra }
function shader.Specialize(permutation)
    local technique = Technique()
    technique.VertexShader = \"MainVS\"
    technique.PixelShader = \"MainPS\"
    SPECIALIZE
    return technique, permutation
end
";

pub fn trials() -> Vec<Trial> {
    let trial = |case: &'static Case| {
        harness::trial(format!("specialise::alike_targets::{}", case.name.replace(' ', "_")), move || run(case))
    };
    let compiled =
        harness::trial("specialise::alike_targets_have_the_code_and_the_warnings_that_each_has_alone", compiled);
    CASES.iter().map(trial).chain([compiled]).collect()
}

fn write(case: &Case, root: &Path) -> Result<(), Failed> {
    let head = if case.lua.contains("extra") { case.lua.to_owned() } else { format!("local extra\n{}", case.lua) };
    fs::write(root.join("uberc.toml"), format!("include = [\".\"]\n{}", case.project))?;
    fs::write(root.join("more.fxh"), "static const float g_fMore = 1;\n")?;
    fs::write(root.join("a.fx"), format!("{}{}", case.text, TEXT.replace("CODE", case.code)))?;
    fs::write(root.join("a.fx.lua"), head + &SIDECAR.replace("SPECIALIZE", case.specialize))?;
    Ok(())
}

/// What a run for these targets finds: the shaders, and the diagnostics.
fn front(root: &Path, targets: &[Target]) -> Result<(Vec<ShaderFront>, BTreeSet<String>), Failed> {
    let (context, found) = BuildContext::open(&[root.to_path_buf()]);
    assert!(found.is_empty(), "{found:?}");
    let front = run_frontend(&context, targets);
    let one = |diagnostic| harness::diagnostics(std::slice::from_ref(diagnostic), &context.sources);
    let diagnostics = front.diagnostics.iter().map(one).collect();
    Ok((front.shaders, diagnostics))
}

fn run(case: &Case) -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    write(case, place.path())?;
    let (together, found) = front(place.path(), &TARGETS)?;
    assert_eq!(together.iter().map(|shader| shader.target).collect::<Vec<_>>(), TARGETS, "a shader for each target");
    let mut found_alone = BTreeSet::new();
    for (target, shader) in TARGETS.into_iter().zip(&together) {
        let (alone, found) = front(place.path(), &[target])?;
        let [alone] = alone.as_slice() else { return Err("one shader".into()) };
        let text = |of: &ShaderFront| {
            let explored = serde_json::to_string_pretty(&of.exploration)?;
            let facts = (of.sound, of.divided, of.explored, of.analysable, &of.misplaced, &of.source_name);
            Ok::<_, Failed>(format!("{facts:?}\n{explored}\n{}", harness::variants(&of.variants)))
        };
        harness::same(target.name(), &text(alone)?, &text(shader)?)?;
        found_alone.extend(found);
    }
    assert_eq!(found, found_alone, "the diagnostics of all targets are those of each");
    assert_eq!(groups(&together), case.shared, "{}: which targets share", case.name);
    Ok(())
}

const WARNED: &str = "
int g_nLevel;
bool g_bFog;
float4 MainPS(float2 uv : TEXCOORD0) : SV_Target
{
    float4 color = uv.xyxy * g_nLevel;
    if (g_bFog)
        color.x = uv;
    return color;
}
";

const WARNED_SIDECAR: &str = "
local shader = Shader(\"Main\")
shader.Branches = { \"g_bFog\", Int(\"g_nLevel\", 0, 19) }
function shader.Specialize(permutation)
    local technique = Technique()
    technique.PixelShader = \"MainPS\"
    return technique, permutation
end
";

/// Enough variants that those of several targets are compiled one after another.
fn compiled() -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    let write = |name: &str, text: &str| fs::write(place.path().join(name), text);
    write("uberc.toml", "")?;
    write("a.fx", WARNED)?;
    write("a.fx.lua", WARNED_SIDECAR)?;
    let names = TARGETS.map(Target::name);
    let (together, said_together) = build(place.path(), &names.join(","))?;
    let (mut alone, mut said_alone) = (BTreeMap::new(), BTreeSet::new());
    for name in names {
        let (code, said) = build(place.path(), name)?;
        alone.extend(code);
        said_alone.extend(said);
    }
    assert_eq!(together.len(), 40 * TARGETS.len(), "each permutation has code for each target");
    assert!(together == alone, "the code that each target has alone");
    assert_eq!(said_together.len(), TARGETS.len(), "{said_together:?}");
    assert_eq!(said_together, said_alone);
    Ok(())
}

/// Code by target and permutation.
type Code = BTreeMap<(String, u64), Vec<u8>>;

/// The code, and each message with each target that has it, of a build without a cache.
fn build(root: &Path, targets: &str) -> Result<(Code, BTreeSet<String>), Failed> {
    let arguments = ["build", "--no-cache", "--jobs", "2", "--message-format", "json", "--target", targets];
    let output = Command::new(env!("CARGO_BIN_EXE_uberc")).args(arguments).current_dir(root).output()?;
    let mut said = BTreeSet::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let line: Value = serde_json::from_str(line)?;
        for of in line["occurrences"].as_array().into_iter().flatten() {
            let targets = of["targets"].as_array().into_iter().flatten();
            said.extend(
                targets.map(|target| format!("{target} {} {} {}", line["message"], of["count"], of["condition"])),
            );
        }
    }
    let bytes = fs::read(root.join("shaders.fxo"))?;
    let pack = Pack::open(&bytes[..])?;
    let (mut decoder, mut code) = (Decoder::new(), BTreeMap::new());
    for target in pack.targets() {
        let shader = target.shader("Main")?;
        for key in 0..1u64 << shader.key_bits() {
            let Ok(technique) = shader.technique(shader.key_from_bits(key)) else { continue };
            let mut bytes = Vec::new();
            for variant in technique.stages() {
                decoder.decode(variant.blob(), &mut bytes)?;
            }
            code.insert((target.name().to_owned(), key), bytes);
        }
    }
    Ok((code, said))
}

/// Which targets have the same tokens and pieces in memory.
fn groups(shaders: &[ShaderFront]) -> String {
    let shares = |one: &ShaderFront, other: &ShaderFront| {
        let (one, other) = (&one.variants.sources, &other.variants.sources);
        let is_same = |at: usize| {
            Arc::ptr_eq(&one[at].tokens, &other[at].tokens) && Arc::ptr_eq(&one[at].pieces, &other[at].pieces)
        };
        !one.is_empty() && one.len() == other.len() && (0..one.len()).all(is_same)
    };
    let mut groups: Vec<(usize, String)> = Vec::new();
    for (at, letter) in ["s", "w", "m", "g"].into_iter().enumerate() {
        match groups.iter_mut().find(|(first, _)| shares(&shaders[*first], &shaders[at])) {
            Some((_, group)) => group.push_str(letter),
            None => groups.push((at, letter.to_owned())),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect::<Vec<_>>().join(" ")
}

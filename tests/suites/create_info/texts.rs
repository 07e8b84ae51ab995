//! What the builder writes for each target: places, attributes, constants.

use std::path::Path;

use libtest_mimic::{Failed, Trial};

use super::builder;
use crate::harness;

pub fn trials() -> Vec<Trial> {
    vec![
        harness::trial("create_info::metal_has_its_attributes", metal_attributes),
        harness::trial("create_info::texts_have_the_places_of_the_table", places_in_texts),
        harness::trial("create_info::specialization_constants_keep_their_defaults", specialization_defaults),
        harness::trial("create_info::texts_have_specialization_constants", specialization_in_texts),
        harness::trial("create_info::one_float_makes_a_block_of_push_constants", push_constants),
        harness::trial("create_info::debug_lines_have_a_buffer", debug_lines),
        harness::trial("create_info::long_generated_sources_are_whole", long_sources),
    ]
}

/// A folder with one Lua file, built.
pub fn built(lua: &str, arguments: &[&str]) -> Result<tempfile::TempDir, Failed> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("a.lua"), lua)?;
    let all: Vec<&str> = ["a.lua", "--output", "out"].iter().chain(arguments).copied().collect();
    let (ok, said) = builder(folder.path(), &all)?;
    if ok { Ok(folder) } else { Err(said.into()) }
}

fn metal_attributes() -> Result<(), Failed> {
    let lua = "CreateInfo(\"raster\"):fragment_out(1, Type.float4, \"second\", DualBlend.NONE, 3)\
               :fragment_out(0, Type.float4, \"first\"):vertex_source_generated(\"void main() { gl_Position = vec4(0.0); }\")\
               :fragment_source_generated(\"void main() { first = vec4(1.0); second = vec4(0.5); }\"):do_static_compilation(true)\n\
               CreateInfo(\"compute\"):local_group_size(8):mtl_max_total_threads_per_threadgroup(64)\
               :compute_source_generated(\"void main() {}\"):do_static_compilation(true)\n";
    let folder = built(lua, &["--target", "msl"])?;
    let read = |name: &str| std::fs::read_to_string(folder.path().join("out").join(name));
    let fragment = read("raster.msl.fragment.metal")?;
    assert!(
        fragment.contains("[[color(1), raster_order_group(3)]]") && fragment.contains("[[color(0)]]"),
        "{fragment}"
    );
    let compute = read("compute.msl.compute.metal")?;
    assert!(compute.contains("[[max_total_threads_per_threadgroup(64)]]\nkernel void "), "{compute}");
    Ok(())
}

/// The words of a SPIR-V module.
pub fn words(path: &Path) -> Result<Vec<u32>, Failed> {
    let bytes = std::fs::read(path)?;
    Ok(bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect())
}

/// Opcode and last operand of each specialization constant.
fn specialized(path: &Path) -> Result<Vec<(u32, u32)>, Failed> {
    let words = words(path)?;
    let mut found = Vec::new();
    let mut at = 5;
    while at < words.len() {
        let (length, opcode) = ((words[at] >> 16) as usize, words[at] & 0xffff);
        match opcode {
            48 | 49 => found.push((opcode, 0)),
            50 => found.push((opcode, words[at + length - 1])),
            _ => {}
        }
        at += length.max(1);
    }
    found.sort_unstable();
    Ok(found)
}

const CONSTANTS: &str = "CreateInfo(\"constants\"):specialization_constant(Type.float, \"gain\", 0.5)\
               :specialization_constant(Type.int, \"steps\", -3):specialization_constant(Type.uint, \"mask\", 4294967295)\
               :specialization_constant(Type.bool, \"is_on\", true):storage_buf(0, Qualifier.write, \"float\", \"results[]\")\
               :local_group_size(1):compute_source_generated(\"void main() { results[0] = is_on ? gain * float(steps) : float(mask); }\")\
               :do_static_compilation(true)\n";

fn specialization_defaults() -> Result<(), Failed> {
    let of =
        |arguments: &[&str]| specialized(&built(CONSTANTS, arguments)?.path().join("out/constants.spirv.compute.spv"));
    let (half, quarter) = (0.5_f32.to_bits(), 0.25_f32.to_bits());
    let sorted = |mut all: Vec<(u32, u32)>| {
        all.sort_unstable();
        all
    };
    assert_eq!(of(&[])?, sorted(vec![(48, 0), (50, half), (50, -3_i32 as u32), (50, u32::MAX)]));
    let values = ["gain=0.25", "steps=7", "mask=1", "is_on=false"];
    let arguments: Vec<&str> = values.iter().flat_map(|value| ["--specialize", value]).collect();
    assert_eq!(of(&arguments)?, sorted(vec![(49, 0), (50, quarter), (50, 7), (50, 1)]));
    Ok(())
}

/// Registers of Direct3D, indices of Metal, and the two bindings that a sampler has in WGSL.
fn places_in_texts() -> Result<(), Failed> {
    let kinds = std::fs::read_to_string(harness::suite_dir("create_info_text").join("bindings_packed/a.lua"))?;
    let raster = "CreateInfo(\"raster\"):sampler(0, ImageType.Float2D, \"a_tx\"):sampler(1, ImageType.Float2D, \"b_tx\")\
                  :uniform_buf(0, \"float4\", \"tint\", Frequency.BATCH):push_constant(Type.float, \"gain\")\
                  :fragment_out(0, Type.float4, \"color\"):vertex_source_generated(\"void main() { gl_Position = vec4(0.0); }\")\
                  :fragment_source_generated(\"void main() { color = texture(a_tx, vec2(0.5)) * tint * gain + texture(b_tx, vec2(0.5)); }\")\
                  :do_static_compilation(true)\n";
    let folder = built(&(kinds + raster), &["--target", "hlsl,msl,wgsl"])?;
    let has = |file: &str, wanted: &[&str]| -> Result<(), Failed> {
        let text = std::fs::read_to_string(folder.path().join("out").join(file))?.replace(" \n", " ");
        let missing: Vec<&&str> = wanted.iter().filter(|wanted| !text.contains(**wanted)).collect();
        if missing.is_empty() { Ok(()) } else { Err(format!("{file} lacks {missing:?}:\n{text}").into()) }
    };
    // Samplers have registers of their own, and no heap.
    let raster = std::fs::read_to_string(folder.path().join("out/raster.hlsl.fragment.hlsl"))?;
    assert!(!raster.contains("nagaSampler"), "{raster}");
    has("raster.hlsl.fragment.hlsl", &["register(t0)", "register(t1)", ": register(s0);", ": register(s1);"])?;
    let registers = [
        "register(b0)",
        "register(b1)",
        "register(b13)",
        "register(t32)",
        "register(t2)",
        "register(u9)",
        "register(u0)",
    ];
    has("kinds.hlsl.compute.hlsl", &registers)?;
    has(
        "kinds.msl.compute.metal",
        &["_u1_1 [[buffer(0)]]", "_s1_1 [[buffer(2)]]", "t2_ [[texture(0)]]", "i0_ [[texture(1)]]"],
    )?;
    has("raster.msl.fragment.metal", &["[[texture(0)]]", "[[texture(1)]]", "[[sampler(0)]]", "[[sampler(1)]]"])?;
    let bindings = [
        "@group(0) @binding(0) var a_tx: texture_2d<f32>;",
        "@group(0) @binding(2) var b_tx: texture_2d<f32>;",
        "@group(0) @binding(4) var<uniform> _tint",
        "@group(0) @binding(5) var<uniform> _PushConstants",
    ];
    has("raster.wgsl.fragment.wgsl", &bindings)?;
    let text = std::fs::read_to_string(folder.path().join("out/raster.wgsl.fragment.wgsl"))?.replace(" \n", " ");
    let samplers: Vec<&str> = text.lines().filter(|line| line.ends_with(": sampler;")).collect();
    let at = |number: u32| samplers.iter().any(|line| line.starts_with(&format!("@group(0) @binding({number}) ")));
    assert!(samplers.len() == 2 && at(1) && at(3), "{samplers:?}");
    Ok(())
}

/// Function constants of Metal and macros of HLSL, with the defaults.
fn specialization_in_texts() -> Result<(), Failed> {
    let folder = built(CONSTANTS, &["--target", "hlsl,msl,wgsl,glsl"])?;
    let read = |name: &str| std::fs::read_to_string(folder.path().join("out").join(name));
    let has = |name: &str, wanted: &[&str]| -> Result<(), Failed> {
        let text = read(name)?;
        let missing: Vec<&&str> = wanted.iter().filter(|wanted| !text.contains(**wanted)).collect();
        if missing.is_empty() { Ok(()) } else { Err(format!("{name} lacks {missing:?}:\n{text}").into()) }
    };
    has(
        "constants.hlsl.compute.hlsl",
        &[
            "#ifndef UBERC_SPEC_gain\n#define UBERC_SPEC_gain 0.5\n#endif\nstatic const float ",
            "#define UBERC_SPEC_steps -3\n#endif\nstatic const int ",
            "#define UBERC_SPEC_mask 4294967295u\n#endif\nstatic const uint ",
            "#define UBERC_SPEC_is_on true\n#endif\nstatic const bool ",
        ],
    )?;
    has(
        "constants.msl.compute.metal",
        &[
            "constant float uberc_function_constant_0 [[function_constant(0)]];\n",
            "constant bool uberc_function_constant_3 [[function_constant(3)]];\n",
            "is_function_constant_defined(uberc_function_constant_1) ? uberc_function_constant_1 : -3;\n",
            " = uberc_constants::value_2;\n",
        ],
    )?;
    has("constants.wgsl.compute.wgsl", &["@id(0) override gain: f32 = 0.5f;", "@id(1) override steps: i32 = -3i;"])?;
    has("constants.glsl.compute.glsl", &["const float gain = 0.5;", "const bool is_on = true;"])?;
    let folder = built(CONSTANTS, &["--target", "hlsl,glsl", "--specialize", "gain=0.25"])?;
    let text = std::fs::read_to_string(folder.path().join("out/constants.hlsl.compute.hlsl"))?;
    assert!(text.contains("#define UBERC_SPEC_gain 0.25\n"), "{text}");
    Ok(())
}

/// 128 bytes are a push block. One float more makes it a uniform block; what the source says stays the same.
fn push_constants() -> Result<(), Failed> {
    let info = |more: &str| {
        format!(
            "CreateInfo(\"a\"):push_constant(Type.float4, \"rows\", 7):push_constant(Type.float4, \"last\"){more}\
             :fragment_out(0, Type.float4, \"color\"):vertex_source_generated(\"void main() {{ gl_Position = rows[0]; }}\")\
             :fragment_source_generated(\"void main() {{ color = rows[6] + last; }}\"):do_static_compilation(true)"
        )
    };
    let kinds = |lua: &str, limit: &[&str]| -> Result<Vec<(uberc::model::BindingKind, u32)>, Failed> {
        let folder = built(lua, limit)?;
        let code = std::fs::read(folder.path().join("out/a.spirv.fragment.spv"))?;
        let reflection = uberc::compile::reflect(&code)?;
        Ok(reflection.bindings.iter().map(|binding| (binding.kind, binding.binding)).collect())
    };
    use uberc::model::BindingKind::{PushConstants, UniformBuffer};
    assert_eq!(kinds(&info(""), &[])?, [(PushConstants, 0)]);
    let more = info(":push_constant(Type.float, \"gain\")");
    assert_eq!(kinds(&more, &[])?, [(UniformBuffer, 0)]);
    // It lies behind all resources.
    let with_sampler = info(":push_constant(Type.float, \"gain\"):sampler(0, ImageType.Float2D, \"a_tx\")");
    assert_eq!(kinds(&with_sampler, &[])?, [(UniformBuffer, 1)]);
    assert_eq!(kinds(&more, &["--push-constant-limit", "256"])?, [(PushConstants, 0)]);
    built(&more, &["--target", "glsl,hlsl,msl,wgsl"])?;
    Ok(())
}

/// The buffer of debug lines lies behind all others, and is there only if a stage draws one.
fn debug_lines() -> Result<(), Failed> {
    let lua = "CreateInfo(\"lines\"):builtins(BuiltinBits.USE_DEBUG_DRAW):storage_buf(2, Qualifier.write, \"float4\", \"results[]\")\
               :local_group_size(1):compute_source_generated(\"void main() { results[0] = vec4(1.0); \
               debug_line(vec3(0.0), vec3(1.0), vec4(1.0)); }\"):do_static_compilation(true)\n\
               CreateInfo(\"none\"):builtins(BuiltinBits.USE_DEBUG_DRAW):storage_buf(0, Qualifier.write, \"float4\", \"results[]\")\
               :local_group_size(1):compute_source_generated(\"void main() { results[0] = vec4(1.0); }\"):do_static_compilation(true)\n";
    let folder = built(lua, &["--target", "spirv,glsl,hlsl,msl,wgsl"])?;
    let bindings = |name: &str| -> Result<Vec<u32>, Failed> {
        let code = std::fs::read(folder.path().join("out").join(name))?;
        Ok(uberc::compile::reflect(&code)?.bindings.iter().map(|one| one.binding).collect())
    };
    assert_eq!(bindings("lines.spirv.compute.spv")?, [0, 1]);
    assert_eq!(bindings("none.spirv.compute.spv")?, [0]);
    let text = std::fs::read_to_string(folder.path().join("out/lines.glsl.compute.glsl"))?;
    assert!(text.contains("layout(binding = 3, std430) restrict buffer _debug_draw {"), "{text}");
    let text = std::fs::read_to_string(folder.path().join("out/lines.hlsl.compute.hlsl"))?;
    assert!(text.contains("register(u63)"), "{text}");
    Ok(())
}

/// The last line of a text of 100,000 bytes is compiled.
fn long_sources() -> Result<(), Failed> {
    let lua = "CreateInfo(\"long\"):storage_buf(0, Qualifier.write, \"float4\", \"results[]\"):local_group_size(1)\
               :compute_source_generated(string.rep(\"// twenty bytes here\\n\", 5000) .. \"void main() { results[0] = vec4(1.0); }\")\
               :do_static_compilation(true)\n";
    let folder = built(lua, &["--keep-sources", "kept"])?;
    let text = std::fs::read_to_string(folder.path().join("kept/long.spirv.compute.glsl"))?;
    assert!(
        text.len() > 100_000 && text.ends_with("void main() { results[0] = vec4(1.0); }\n"),
        "{} bytes",
        text.len()
    );
    Ok(())
}

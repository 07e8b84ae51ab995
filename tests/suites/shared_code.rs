//! What a compiler has compiled before changes no module: one that takes functions from other modules equals one that is compiled by a
//! new compiler.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use rayon::prelude::*;
use rspirv::dr::{Operand, load_bytes};
use uberc::compile::{Analysis, Embedded, ProgramForm, SharedCounts, embed_linked};
use uberc::model::{ActionResult, BindingRule, LanguageVersion, Stage, Target};
use uberc::pipeline::{BuildContext, run_frontend};

use crate::harness;
use crate::harness::embedded::{Compiled, Program, Shared};

pub fn trials() -> Vec<Trial> {
    let libraries = ["shaders", "shaders/glsl", "shaders/bsl"];
    let mut all: Vec<Trial> = libraries
        .iter()
        .map(|name| {
            let trial = format!("shared_code::{}", name.replace('/', "_"));
            harness::trial(trial, || modules_are_equal(name, Target::Spirv))
        })
        .collect();
    all.push(harness::trial("shared_code::shaders_wgsl", || modules_are_equal("shaders", Target::Wgsl)));
    all.push(harness::trial("shared_code::other_settings_are_other_functions", other_settings_are_other_functions));
    all.push(harness::trial("shared_code::a_function_for_several_resources", a_function_for_several_resources));
    all.push(harness::trial("shared_code::atomic_buffers", atomic_buffers));
    all.push(harness::trial("shared_code::the_entry_point_of_glsl", the_entry_point_of_glsl));
    all.push(harness::trial("shared_code::lengths_behind_functions", lengths_behind_functions));
    all.push(harness::trial("shared_code::halves_of_a_descriptor", halves_of_a_descriptor));
    all.push(harness::trial("shared_code::with_passes", with_passes));
    all.push(harness::trial("shared_code::pools", pools));
    all
}

/// So many variants of a shader are compiled by a new compiler too, evenly spread; `UBERC_ALL_VARIANTS` compares all.
const SAMPLES: usize = 12;

type Made = Result<ActionResult, String>;

/// The variants of a library's shaders by one compiler on all threads, and some of them each by a new one.
fn modules_are_equal(library: &str, target: Target) -> Result<(), Failed> {
    let (context, _) = BuildContext::open(&[Path::new(env!("CARGO_MANIFEST_DIR")).join(library)]);
    let front = run_frontend(&context, &[target]);
    let shared = Embedded::new(ProgramForm::of(target)).ok_or("it writes this form")?;
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
                let rule = BindingRule::default();
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
fn in_turns(programs: &[Program]) -> Result<Vec<Compiled>, Failed> {
    let shared = Shared::new();
    let mut all = Vec::new();
    for (number, program) in programs.iter().chain(programs).enumerate() {
        let [shared, by_new] = shared.compile(program)?;
        if shared != by_new {
            let text = &program.text;
            return Err(format!(
                "program {number} differs, because of those before it:\n{text}\n{shared:?}\n{by_new:?}"
            )
            .into());
        }
        all.push(by_new);
    }
    Ok(all)
}

/// The same of programs that shall all be different and correct.
fn different(programs: &[Program]) -> Result<Vec<ActionResult>, Failed> {
    let made = in_turns(programs)?;
    let made: Vec<ActionResult> = made.into_iter().collect::<Result<_, _>>().map_err(|found| format!("{found:?}"))?;
    for at in 0..programs.len() {
        for other in 0..at {
            assert_ne!(made[at].output, made[other].output, "{at} and {other}");
        }
    }
    Ok(made)
}

fn program(stage: Stage, is_glsl: bool, text: String) -> Program {
    Program { text, is_glsl, stage, bindings: BindingRule::default() }
}

fn other_settings_are_other_functions() -> Result<(), Failed> {
    let text = |size: u32, last: &str| {
        let text = format!(
            "cbuffer Lights {{ float4 g_Sun[{size}]; float4 g_Sky; }}\nTexture2D g_Map; SamplerState g_By; Texture2D g_Other;\n\
             float4 Sky() {{ return g_Sky * 2.0; }}\nfloat4 Lit(float2 at) {{ return g_Map.SampleLevel(g_By, at, 0) * Sky(); }}\n\
             float4 main(float4 at : SV_Position) : SV_Target {{ return Lit(at.xy){last}; }}\n"
        );
        program(Stage::Pixel, false, text)
    };
    let programs = [
        text(2, ""),
        // `g_Sky` is elsewhere in the block.
        text(3, ""),
        Program { bindings: BindingRule::Dense, ..text(2, "") },
        // `g_Other` is in use, and the function is the same.
        text(2, " + g_Other.Load(int3(0, 0, 0))"),
    ];
    let made = different(&programs)?;
    assert_eq!(made[3].reflection.as_ref().map(|it| it.bindings.len()), Some(4));
    Ok(())
}

fn a_function_for_several_resources() -> Result<(), Failed> {
    let text = |calls: &str| {
        let text = format!(
            "Texture2D g_A; Texture2D g_B; SamplerState g_By; SamplerComparisonState g_Than; RWTexture2D<float4> g_Out;\n\
             float4 Take(Texture2D from, float2 at) {{ return from.SampleLevel(g_By, at, 0); }}\n\
             float Shadow(float2 at) {{ return g_B.SampleCmpLevelZero(g_Than, at, 0.5); }}\n\
             void Put(uint2 at, float4 value) {{ g_Out[at] = value; }}\n\
             float4 Get(uint2 at) {{ return g_Out[at]; }}\n\
             [numthreads(8, 8, 1)] void main(uint2 id : SV_DispatchThreadID) {{ Put(id, {calls}); }}\n"
        );
        program(Stage::Compute, false, text)
    };
    different(&[
        text("Take(g_A, float2(id))"),
        text("Take(g_B, float2(id))"),
        text("Take(g_A, float2(id)) + Take(g_B, float2(id) * 0.5)"),
        // Now the image is read too, and a texture is compared.
        text("Get(id) + Take(g_A, float2(id))"),
        text("Take(g_A, float2(id)) * Shadow(float2(id))"),
        text("Shadow(float2(id)) * (-7 % (int)id.x)"),
        text("(float)(-9 % (int)id.y)"),
    ])?;
    Ok(())
}

/// Access to the words of a buffer is atomic in the whole module if it is so anywhere.
fn atomic_buffers() -> Result<(), Failed> {
    let text = |value: &str| {
        let text = format!(
            "RWByteAddressBuffer g_Words; RWByteAddressBuffer g_Out;\n\
             uint Count(uint at) {{ uint old; g_Words.InterlockedAdd(at * 4, 1u, old); return old; }}\n\
             uint Read(uint at) {{ return g_Words.Load(at * 4); }}\n\
             [numthreads(8, 1, 1)] void main(uint at : SV_GroupIndex) {{ g_Out.Store(at * 4, {value}); }}\n"
        );
        program(Stage::Compute, false, text)
    };
    let values = ["Count(at)", "Read(at)", "Read(at) + Count(at)", "g_Words.Load(at) + Count(at)", "g_Words.Load(at)"];
    different(&values.map(text))?;
    Ok(())
}

/// The function that gives inputs to `main` of GLSL follows from all that `main` reaches.
fn the_entry_point_of_glsl() -> Result<(), Failed> {
    let text = |stage, head: &str, buffers: [&str; 2], weight: &str| {
        let buffers =
            buffers.map(|name| format!("layout(std430) buffer {name} {{ float {}[8]; }};\n", name.to_lowercase()));
        let text = format!(
            "#version 450\n{head}{}float weight(float x) {{ return {weight}; }}\nvoid main() {{ a[0] = weight(b[1]); }}\n",
            buffers.concat()
        );
        program(stage, true, text)
    };
    let size = "layout(local_size_x = 1) in;\n";
    different(&[
        text(Stage::Compute, size, ["A", "B"], "x * x"),
        text(Stage::Compute, size, ["A", "B"], "sqrt(x)"),
        text(Stage::Compute, size, ["B", "A"], "sqrt(x)"),
        text(Stage::Pixel, "", ["A", "B"], "x * x"),
        text(Stage::Pixel, "", ["A", "B"], "sqrt(x)"),
    ])?;
    Ok(())
}

/// The function that gives inputs and outputs to `main` copies whole arrays, whose lengths may be declared behind the functions that use them.
fn lengths_behind_functions() -> Result<(), Failed> {
    let text = |declared: &str| {
        let text = format!(
            "#version 450\nlayout(location = 0) in vec4 a;\nvoid f() {{ gl_ClipDistance[0] = a.x; }}\n{declared}\n\
             void main() {{ gl_Position = a; f(); }}\n"
        );
        program(Stage::Vertex, true, text)
    };
    different(&["", "out float gl_ClipDistance[4];", "out float gl_ClipDistance[3];"].map(text))?;
    Ok(())
}

/// A mistake about the other half of a descriptor is one whatever is known.
fn halves_of_a_descriptor() -> Result<(), Failed> {
    let text = |other: &str| {
        let half = "[[vk::combinedImageSampler]] [[vk::binding(3, 0)]]";
        let text = format!(
            "{half} SamplerState g_S;\n{other}\nTexture2D g_T : register(t7);\n\
             float4 Take(float2 at) {{ return g_T.SampleLevel(g_S, at, 0); }}\n\
             float4 main(float2 uv : TEXCOORD) : SV_Target {{ return Take(uv); }}\n"
        );
        program(Stage::Pixel, false, text)
    };
    let half = "[[vk::combinedImageSampler]] [[vk::binding(3, 0)]] Texture2D g_U;";
    let made = in_turns(&[text(""), text(half)])?;
    assert!(made[0].is_ok() && made[1].is_err(), "{made:?}");
    Ok(())
}

/// Modules that SPIR-V passes change share their functions, except where a pass must see all of them: `with_passes.txt` has the programs.
fn with_passes() -> Result<(), Failed> {
    let path = harness::suite_dir("shared_code").join("with_passes.txt");
    let all = std::fs::read_to_string(path)?;
    let mut count = 0;
    for block in all.split("\n\n").skip(1) {
        let (head, text) = block.split_once('\n').ok_or("a program without text")?;
        let (kinds, what) = head.split_once(": ").ok_or("LANGUAGE STAGE SHARES: WHAT")?;
        let [language, stage, shares] = kinds.split(' ').collect::<Vec<_>>()[..] else {
            return Err(format!("{head}: LANGUAGE STAGE SHARES: WHAT").into());
        };
        let is_glsl = language == "glsl";
        let stage = if stage == "compute" { Stage::Compute } else { Stage::Pixel };
        let programs = ["f()", "f() * 2.0"].map(|value| {
            let main = match (is_glsl, stage) {
                (false, _) => format!("float4 main() : SV_Target {{ return {value}; }}"),
                (true, Stage::Compute) => {
                    format!("layout(binding = 9) buffer B {{ vec4 out_; }};\nvoid main() {{ out_ = {value}; }}")
                }
                (true, _) => format!("layout(location = 0) out vec4 out_;\nvoid main() {{ out_ = {value}; }}"),
            };
            let version = if is_glsl { "#version 460\n" } else { "" };
            program(stage, is_glsl, format!("{version}{text}\n{main}\n"))
        });
        let shared = Shared::new();
        for program in &programs {
            let [shared, by_new] = shared.spirv(program)?;
            let made = by_new.as_ref().map_err(|found| format!("{what}: {found:?}"))?;
            assert!(is_in_order(&made.output), "{what}: the archive's compression needs ids in the order they appear");
            if shared != by_new {
                return Err(format!("{what}: the modules differ").into());
            }
        }
        let SharedCounts { functions, whole } = shared.spirv_counts();
        let does = if functions > 0 && whole == 0 { "shares" } else { "whole" };
        if does != shares {
            return Err(format!("{what}: it {does}: {functions} functions, {whole} entry points lowered whole").into());
        }
        count += 1;
    }
    assert!(count >= 20, "{count} programs");
    Ok(())
}

/// Whether the ids of a module are numbered in the order they appear.
fn is_in_order(module: &[u8]) -> bool {
    let Ok(module) = load_bytes(module) else { return false };
    let mut most = 0;
    module.all_inst_iter().all(|one| {
        let operands = one.operands.iter().filter_map(Operand::id_ref_any);
        one.result_type.into_iter().chain(one.result_id).chain(operands).all(|id| {
            let is_next = id <= most + 1;
            most = most.max(id);
            is_next
        })
    })
}

/// Lines of a pool of functions. `call`: an expression that a program may add up; `option`: a declaration that it may have.
#[derive(Default)]
struct Pool {
    declarations: String,
    functions: String,
    calls: Vec<String>,
    options: Vec<String>,
    begin: String,
    end: String,
}

impl Pool {
    fn read(text: &str) -> Pool {
        let mut pool = Pool::default();
        for line in text.lines() {
            match line.split_once(": ") {
                Some(("function", rest)) => pool.functions += &format!("{rest}\n"),
                Some(("call", rest)) => pool.calls.push(rest.to_owned()),
                Some(("option", rest)) => pool.options.push(rest.to_owned()),
                Some(("begin", rest)) => rest.clone_into(&mut pool.begin),
                Some(("end", rest)) => rest.clone_into(&mut pool.end),
                _ => pool.declarations += &format!("{line}\n"),
            }
        }
        pool
    }

    /// The next of a sequence of programs.
    fn program(&self, numbers: &mut impl FnMut(usize) -> usize, stage: Stage, is_glsl: bool) -> Program {
        let calls: Vec<String> =
            (0..1 + numbers(5)).map(|_| format!("acc += {};\n", self.calls[numbers(self.calls.len())])).collect();
        let options: Vec<&str> = self.options.iter().filter(|_| numbers(8) == 0).map(String::as_str).collect();
        let Pool { declarations, functions, begin, end, .. } = self;
        let text = format!("{declarations}{}\n{functions}{begin}\n{}{end}\n", options.join("\n"), calls.concat());
        let bindings = if numbers(6) == 0 { BindingRule::Dense } else { BindingRule::default() };
        Program { text, is_glsl, stage, bindings }
    }
}

/// Programs of one pool that a run compares; `UBERC_ALL_VARIANTS` takes many more.
const PROGRAMS: usize = 48;

/// Programs that call functions of a pool, in a sequence that is the same each time.
fn pools() -> Result<(), Failed> {
    let kinds = [
        ("hlsl_compute", Stage::Compute),
        ("hlsl_pixel", Stage::Pixel),
        ("hlsl_vertex", Stage::Vertex),
        ("glsl_compute", Stage::Compute),
        ("glsl_pixel", Stage::Pixel),
    ];
    let count = if harness::compares_everything() { 50 * PROGRAMS } else { PROGRAMS };
    let run = |(name, stage): (&str, Stage)| -> Result<(), String> {
        let path = harness::suite_dir("shared_code").join(format!("{name}.txt"));
        let pool = Pool::read(&std::fs::read_to_string(path).map_err(|error| error.to_string())?);
        // xorshift64
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        let mut numbers = |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as usize % below
        };
        let shared = Shared::new();
        let mut compiled = 0;
        for number in 0..count {
            let program = pool.program(&mut numbers, stage, name.starts_with("glsl"));
            let [shared, by_new] = shared.compile(&program)?;
            compiled += usize::from(by_new.is_ok());
            if shared != by_new {
                return Err(format!("{name}, program {number} differs, because of those before it:\n{}", program.text));
            }
        }
        if compiled < count / 2 { Err(format!("{name}: only {compiled} of {count} compile")) } else { Ok(()) }
    };
    kinds.into_par_iter().map(run).collect::<Result<(), String>>()?;
    Ok(())
}

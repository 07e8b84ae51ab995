//! The embedded compiler: from HLSL to every form that naga writes.
//!
//! A case has `main.fx`, whose first lines may say `// stage: vertex`, `// entry: Name`, `// version: 2021`, and `expected.wgsl`:
//! what becomes of it, or what is wrong. It may have `expected.hlsl`, `expected.glsl` and `expected.msl`. Each form is shown to an outside reader: spirv-val, naga's WGSL reader,
//! glslangValidator for GLSL. `browser.wgsl` is what target `wgsl` makes of it. With `// compared: reference.hlsl`, the device gets the same from that file by glslang; it says
//! the same in words that glslang knows. `// compared: main.fx` is for programs that it knows as they are. With `// judged: hlsl`, what DXC
//! makes of the HLSL that is written does on the device what the SPIR-V does, and with `// judged: source`, what it makes of the case. With
//! `// split: compared`, so does the WGSL for browsers, in which each element of an array of resources is a binding.

mod constants;
mod debug;
mod heaps;
mod mesh;
mod split;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use rayon::prelude::*;
use rspirv::dr::{Operand, load_bytes};
use rspirv::spirv::{Capability, Decoration, Op, SourceLanguage, StorageClass};
use uberc::compile::{Analysis, Cancel, Chain, Compiled, Job, compile as run, embed};
use uberc::diag::Sources;
use uberc::dialect::hlsl::analyse::{Session, Version};
use uberc::model::{
    ActionResult, BindingKind, BindingRule, Shifts, SourceText, Stage, Target, TargetSettings, TokenSpan,
};
use uberc::pipeline::{BuildContext, run_frontend};
use uberc::preprocess::{self, FileCache};
use uberc_judge::compare::{Tolerance, compare};
use uberc_judge::scene::{Part, Scene};
use uberc_judge::{batch, glslang, runner};

use crate::harness;
use crate::harness::embedded::{compile, compile_bound, for_judge};

pub fn trials() -> Vec<Trial> {
    let mut trials = harness::cases("hlsl_lower", case);
    trials.push(harness::trial("hlsl_lower::reflection", reflection));
    trials.push(harness::trial("hlsl_lower::position_of_shader_model_3", position_of_shader_model_3));
    trials.push(harness::trial("hlsl_lower::debug_information", debug::debug_information));
    trials.push(harness::trial("hlsl_lower::indices_of_resources_are_told", indices_of_resources_are_told));
    trials.push(harness::trial("hlsl_lower::what_is_no_number_is_no_operand", what_is_no_number_is_no_operand));
    trials.push(harness::trial("hlsl_lower::mutated_library_is_lowered_or_told_about", mutated_library));
    trials.push(harness::needs_device(harness::trial(
        "hlsl_lower::constants_are_where_direct3d_has_them",
        constants::constants,
    )));
    trials.push(harness::trial("hlsl_lower::inputs_at_vertices_are_arrays", inputs_at_vertices_are_arrays));
    trials.push(harness::trial("hlsl_lower::heaps_at_changing_indices_are_told", heaps::changing_indices_are_told));
    let heaps = harness::trial("hlsl_lower::heaps_are_where_dxc_has_them", heaps::heaps_are_where_dxc_has_them);
    trials.push(harness::direct3d::needs_direct3d(heaps));
    trials.push(harness::needs_device(harness::trial(
        "hlsl_lower::split_arrays_do_what_arrays_do",
        split::split_arrays_do_what_arrays_do,
    )));
    let mesh = harness::trial("hlsl_lower::mesh_stages_write_what_dxc_writes", mesh::mesh_stages_write_what_dxc_writes);
    trials.push(harness::direct3d::needs_direct3d(harness::needs_device(mesh)));
    let text = harness::trial("hlsl_lower::hlsl_does_what_spirv_does", text::hlsl_does_what_spirv_does);
    trials.push(harness::direct3d::needs_direct3d(harness::needs_device(text)));
    trials.push(harness::needs_device(harness::trial("hlsl_lower::cases_do_what_their_references_do", compared_cases)));
    trials
}

fn setting<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix("// ")?.strip_prefix(name)?.strip_prefix(": ")).map(str::trim)
}

struct Settings<'a> {
    stage: Stage,
    entry: &'a str,
    version: Version,
    bindings: BindingRule,
}

/// `dense`, or a shift a class: `b 0 t 100 s 300 u 400`.
fn rule(text: &str) -> Result<BindingRule, Failed> {
    if text == "dense" {
        return Ok(BindingRule::Dense);
    }
    let words: Vec<&str> = text.split(' ').collect();
    let ["b", b, "t", t, "s", s, "u", u] = *words else { return Err(format!("unknown rule {text}").into()) };
    Ok(BindingRule::Shift(Shifts { b: b.parse()?, t: t.parse()?, s: s.parse()?, u: u.parse()? }))
}

fn settings(text: &str) -> Result<Settings<'_>, Failed> {
    let stage = match setting(text, "stage").unwrap_or("pixel") {
        "vertex" => Stage::Vertex,
        "pixel" => Stage::Pixel,
        "compute" => Stage::Compute,
        "geometry" => Stage::Geometry,
        "amplification" => Stage::Amplification,
        "mesh" => Stage::Mesh,
        other => return Err(format!("unknown stage {other}").into()),
    };
    let version = match setting(text, "version") {
        None => Version::V2018,
        Some("2021") => Version::V2021,
        Some(other) => return Err(format!("unknown version {other}").into()),
    };
    let bindings = setting(text, "bindings").map_or(Ok(BindingRule::default()), rule)?;
    Ok(Settings { stage, entry: setting(text, "entry").unwrap_or("main"), version, bindings })
}

fn case(folder: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(folder.join("main.fx"))?;
    let Settings { stage, entry, version, bindings } = settings(&text)?;
    let compile = |target| compile_bound(&text, stage, entry, version, target, bindings, false);
    // With all that naga has: `browser` shows the standard's WGSL to Chromium.
    let wgsl = compile(Target::Wgpu);
    let shown = match &wgsl {
        Ok(result) => String::from_utf8(result.output.clone())?,
        Err(message) => message.clone(),
    };
    harness::golden(&folder.join("expected.wgsl"), &shown)?;
    let browser = folder.join("browser.wgsl");
    if browser.exists() {
        let text = compile(Target::Wgsl).map_or_else(Ok, |result| String::from_utf8(result.output))?;
        harness::golden(&browser, &text)?;
    }
    let twice = compile(Target::Wgpu);
    assert_eq!(wgsl, twice, "another time, another text");
    for target in [Target::Spirv, Target::Wgpu, Target::Wgsl, Target::Glsl, Target::Webgl, Target::Msl, Target::Hlsl] {
        match compile(target) {
            Ok(result) => {
                read(target, stage, &result).map_err(|error| format!("{}: {error}", target.name()))?;
                let expected = folder.join(format!("expected.{}", target.name()));
                if target != Target::Wgsl && expected.exists() {
                    harness::golden(&expected, &String::from_utf8(result.output)?)?;
                }
            }
            // A target may lack what WGSL has; but then it says so, and nothing has crashed.
            Err(message) => {
                let all_told = message.lines().filter(|line| line.contains("error["));
                let mut all_told = all_told.peekable();
                assert!(all_told.peek().is_some(), "{}: no error", target.name());
                for line in all_told {
                    assert!(!line.contains("hlsl/internal"), "{}: {line}", target.name());
                }
                if target == Target::Spirv {
                    assert!(wgsl.is_err(), "WGSL has what SPIR-V has not: {message}");
                }
            }
        }
    }
    Ok(())
}

/// The cases that the embedded compiler writes for a text target, by name, with their stages.
pub fn texts(target: Target) -> Result<Vec<(String, Stage, ActionResult)>, Failed> {
    let mut found = BTreeMap::new();
    for folder in std::fs::read_dir(harness::suite_dir("hlsl_lower"))? {
        let folder = folder?;
        let text = std::fs::read_to_string(folder.path().join("main.fx"))?;
        let Settings { stage, entry, version, bindings } = settings(&text)?;
        if let Ok(result) = compile_bound(&text, stage, entry, version, target, bindings, false) {
            found.insert(folder.file_name().to_string_lossy().into_owned(), (stage, result));
        }
    }
    Ok(found.into_iter().map(|(name, (stage, result))| (name, stage, result)).collect())
}

/// The cases that say what they are compared with, on the device.
fn compared_cases() -> Result<(), Failed> {
    let mut folders: Vec<_> = std::fs::read_dir(harness::suite_dir("hlsl_lower"))?.collect::<Result<_, _>>()?;
    folders.sort_by_key(std::fs::DirEntry::path);
    let mut prepared = Vec::new();
    for folder in folders {
        let text = std::fs::read_to_string(folder.path().join("main.fx"))?;
        let Some(reference) = setting(&text, "compared") else { continue };
        let name = folder.file_name().to_string_lossy().into_owned();
        let reference = std::fs::read_to_string(folder.path().join(reference))?;
        let Settings { stage, entry, version, .. } = settings(&text)?;
        let stage = match stage {
            Stage::Vertex => batch::Stage::Vertex,
            Stage::Compute => batch::Stage::Compute,
            _ => batch::Stage::Pixel,
        };
        let told = |error: String| format!("{name}: {error}");
        let reference = Part::new(glslang::hlsl(&reference, stage, entry).map_err(told)?, entry).map_err(told)?;
        let own = Part::new(for_judge(&text, stage, entry, version).map_err(told)?, entry).map_err(told)?;
        let scene = Scene::of(1, &[&reference.shape]);
        let first = scene.alone(&reference).map_err(told)?;
        // A `packoffset` is where it says in both.
        let own_scene = if text.contains("packoffset") { scene } else { scene.in_direct3d() };
        prepared.push((first, own_scene.alone(&own).map_err(told)?, name));
    }
    let jobs: Vec<batch::Job> =
        prepared.iter().flat_map(|(reference, own, _)| [reference.job.clone(), own.job.clone()]).collect();
    let outcomes = runner::run(&jobs)?;
    let mut wrong = Vec::new();
    for ((reference, own, name), outcomes) in prepared.iter().zip(outcomes.as_chunks::<2>().0) {
        let (Some(reference), Some(own)) = (reference.written(&outcomes[0]), own.written(&outcomes[1])) else {
            wrong.push(format!("{name}: not run: {outcomes:?}"));
            continue;
        };
        assert!(reference.values().any(|written| written.bytes.iter().any(|byte| *byte != 0)), "{name} writes nothing");
        wrong.extend(compare(&reference, &own, Tolerance::ROUNDING).iter().map(|found| format!("{name}: {found}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(!prepared.is_empty(), "no case is compared");
    Ok(())
}

/// Validates a form with an installed reader, if there is one.
fn read(target: Target, stage: Stage, result: &ActionResult) -> Result<(), String> {
    let piped = |program: &str, arguments: &[&str]| -> Result<(), String> {
        if harness::find_program(program).is_none() && std::env::var_os("CI").is_none() {
            return Ok(());
        }
        let error = |error: std::io::Error| format!("{program}: {error}");
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(error)?;
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(&result.output).map_err(error)?;
        }
        let output = child.wait_with_output().map_err(error)?;
        let text = || [output.stdout.as_slice(), output.stderr.as_slice()].map(String::from_utf8_lossy).concat();
        if output.status.success() { Ok(()) } else { Err(text()) }
    };
    match target {
        Target::Spirv => {
            let shared = with_layout_in_groups(&result.output)?;
            if !shared.is_empty() {
                return Err(format!("groupshared variables {shared:?} have a layout"));
            }
            piped("spirv-val", &["--target-env", "vulkan1.1spv1.4", "-"])
        }
        Target::Wgpu => {
            let text = std::str::from_utf8(&result.output).map_err(|error| error.to_string())?;
            let module = naga::front::wgsl::parse_str(text).map_err(|error| error.emit_to_string(text))?;
            let flags = naga::valid::ValidationFlags::all();
            let mut validator = naga::valid::Validator::new(flags, naga::valid::Capabilities::all());
            validator.subgroup_stages(naga::valid::ShaderStages::all());
            validator.subgroup_operations(naga::valid::SubgroupOperationSet::all());
            validator.validate(&module).map(|_| ()).map_err(|error| error.emit_to_string(text))
        }
        Target::Glsl | Target::Gles | Target::Webgl => {
            let stage = match stage {
                Stage::Vertex => "vert",
                Stage::Compute => "comp",
                _ => "frag",
            };
            piped("glslangValidator", &["--stdin", "-S", stage])
        }
        _ => Ok(()),
    }
}

/// What arrays of resources need is declared, and what is made of one whose index is marked as differing says so.
/// Only what is read at vertices is an array of the values at them.
fn inputs_at_vertices_are_arrays() -> Result<(), Failed> {
    let text = std::fs::read_to_string(harness::suite_dir("hlsl_lower").join("attributes_at_vertices/main.fx"))?;
    let spirv = compile(&text, Stage::Pixel, "main", Version::V2021, Target::Spirv, false)?.output;
    let module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let has = |id: u32, wanted: &Operand| {
        module
            .annotations
            .iter()
            .any(|it| it.operands.first() == Some(&Operand::IdRef(id)) && it.operands.contains(wanted))
    };
    let mut locations: Vec<(u32, bool, bool)> = Vec::new();
    for annotation in &module.annotations {
        if let [Operand::IdRef(id), Operand::Decoration(Decoration::Location), Operand::LiteralBit32(location)] =
            annotation.operands.as_slice()
        {
            let [per_vertex, flat] = [Decoration::PerVertexKHR, Decoration::Flat].map(Operand::Decoration);
            locations.push((*location, has(*id, &per_vertex), has(*id, &flat)));
        }
    }
    locations.sort_unstable();
    let (smooth, flat, per_vertex) = ((false, false), (false, true), (true, false));
    let expected = [smooth, smooth, per_vertex, flat, per_vertex, per_vertex, flat];
    // The colour of the render target, and the inputs.
    let expected: Vec<(u32, bool, bool)> =
        [0, 0, 1, 2, 3, 4, 5].into_iter().zip(expected).map(|(location, (a, b))| (location, a, b)).collect();
    assert_eq!(locations, expected);
    let capability = [Operand::Capability(Capability::FragmentBarycentricKHR)];
    assert!(module.capabilities.iter().any(|it| it.operands == capability));
    Ok(())
}

fn indices_of_resources_are_told() -> Result<(), Failed> {
    let plain =
        "Texture2D t[8] : register(t0); SamplerState s[3] : register(s0); RWTexture2D<float4> w[2] : register(u1);
StructuredBuffer<float4> b[4] : register(t8); Buffer<float4> n[2] : register(t20);
cbuffer C { uint same; };
float4 main(nointerpolation uint i : I, float2 uv : UV) : SV_Target
{
    w[i & 1][uint2(1, 2)] = 1;
    return t[i & 7].Sample(s[i % 3], uv) + b[same & 3][i] + n[i & 1][i] + t[5].Load(0);
}";
    let spirv_of = |text: &str| compile(text, Stage::Pixel, "main", Version::default(), Target::Spirv, false);
    // Without a mark, HLSL promises that an index is the same for a whole wave.
    let module = load_bytes(spirv_of(plain)?.output).map_err(|error| error.to_string())?;
    assert!(!module.annotations.iter().any(|it| it.operands.contains(&Operand::Decoration(Decoration::NonUniform))));
    assert!(!module.capabilities.iter().any(|it| it.operands == [Operand::Capability(Capability::ShaderNonUniform)]));
    assert!(
        !module
            .extensions
            .iter()
            .any(|it| it.operands == [Operand::LiteralString("SPV_EXT_descriptor_indexing".into())])
    );
    // No length is something else.
    let unbounded = plain.replace("t[8] : register(t0)", "t[] : register(t0, space1)");
    for text in [unbounded.replace("[i & 7]", "[NonUniformResourceIndex(i)]"), unbounded] {
        let result = spirv_of(&text)?;
        read(Target::Spirv, Stage::Pixel, &result)?;
        let module = load_bytes(result.output).map_err(|error| error.to_string())?;
        let operands = [Operand::Capability(Capability::RuntimeDescriptorArray)];
        assert!(module.capabilities.iter().any(|it| it.operands == operands), "{text}");
    }
    let spirv = spirv_of(&plain.replace("[i & 7]", "[NonUniformResourceIndex(i & 7)]"))?.output;
    let module = load_bytes(&spirv).map_err(|error| error.to_string())?;
    let declared = |capability| {
        let operands = [Operand::Capability(capability)];
        module.capabilities.iter().any(|known| known.operands == operands)
    };
    assert!(declared(Capability::SampledImageArrayNonUniformIndexing));
    assert!(declared(Capability::StorageImageArrayNonUniformIndexing));
    assert!(declared(Capability::UniformTexelBufferArrayNonUniformIndexing));
    assert!(!declared(Capability::StorageBufferArrayNonUniformIndexing), "its index is a constant buffer's");
    let decoration = Operand::Decoration(Decoration::NonUniform);
    let marked = |id: u32| {
        let operands = [Operand::IdRef(id), decoration.clone()];
        module.annotations.iter().any(|annotation| annotation.operands == operands)
    };
    let sampled: Vec<u32> = module
        .all_inst_iter()
        .filter(|instruction| instruction.class.opcode == Op::SampledImage)
        .filter_map(|instruction| instruction.result_id)
        .collect();
    assert!(!sampled.is_empty() && sampled.iter().all(|id| marked(*id)), "{sampled:?}");
    Ok(())
}

/// Groupshared variables whose types say where something lies, which newer readers than most that are installed reject.
fn with_layout_in_groups(spirv: &[u8]) -> Result<Vec<u32>, String> {
    let module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let laid_out: BTreeSet<u32> = module
        .annotations
        .iter()
        .filter(|annotation| {
            let layout = [Decoration::ArrayStride, Decoration::Offset, Decoration::MatrixStride];
            layout.iter().any(|decoration| annotation.operands.contains(&Operand::Decoration(*decoration)))
        })
        .filter_map(|annotation| annotation.operands.first()?.id_ref_any())
        .collect();
    let globals: BTreeMap<u32, &rspirv::dr::Instruction> = module
        .types_global_values
        .iter()
        .filter_map(|instruction| Some((instruction.result_id?, instruction)))
        .collect();
    let says = |variable: u32| {
        let mut open: Vec<u32> = globals[&variable].result_type.into_iter().collect();
        while let Some(ty) = open.pop() {
            if laid_out.contains(&ty) {
                return true;
            }
            open.extend(globals[&ty].operands.iter().filter_map(Operand::id_ref_any));
        }
        false
    };
    let group = Operand::StorageClass(StorageClass::Workgroup);
    let shared = globals
        .iter()
        .filter(|(_, global)| global.class.opcode == Op::Variable && global.operands.first() == Some(&group));
    Ok(shared.map(|(id, _)| *id).filter(|id| says(*id)).collect())
}

/// A text through a chain, with its analysis for the steps that read tokens.
pub fn compiled(chain: &Chain, text: &str, stage: Stage, profile: Option<&str>) -> Result<Compiled, Failed> {
    let sources = Sources::in_memory([("main.fx", text.as_bytes())]);
    let file = sources.load(Path::new("main.fx")).map_err(|error| format!("{error:?}"))?;
    let (unit, _) = preprocess::preprocess(&preprocess::Request::new(file), &FileCache::default(), &sources);
    let (source, session) = (SourceText::whole(Arc::new(unit)), Session::new());
    let analysis = Analysis::new(&source, &sources, &session, Version::default());
    let job = super::compile::job(stage, "main", Target::Spirv, text.as_bytes());
    let job = Job { source: Some(&analysis), profile, bindings: chain.bindings, ..job };
    Ok(run(chain, &job, &super::compile::Memory::default(), &Cancel::default()))
}

/// `min`, `max`, `clamp` and `saturate` give the other operand; SPIR-V's `FMin`, `FMax` and `FClamp` leave it open. No device of
/// the tests shows the difference.
fn what_is_no_number_is_no_operand() -> Result<(), Failed> {
    let text = "float4 main(float4 a : A, float4 b : B) : SV_Target
{ return saturate(a) + min(a, b) + max(a, b.x) + clamp(a, b, 2) + (a.x != b.x ? 1 : smoothstep(a, b, a.x)); }";
    let result = compile(text, Stage::Pixel, "main", Version::default(), Target::Spirv, false)?;
    let module = load_bytes(&result.output).map_err(|error| error.to_string())?;
    let mut functions = Vec::new();
    let mut comparisons = BTreeSet::new();
    for instruction in module.functions.iter().flat_map(|function| function.all_inst_iter()) {
        match (instruction.class.opcode, instruction.operands.as_slice()) {
            (Op::ExtInst, [_, Operand::LiteralExtInstInteger(function), ..]) => functions.push(*function),
            (Op::FOrdNotEqual | Op::FUnordNotEqual, _) => {
                comparisons.insert(instruction.class.opcode);
            }
            _ => {}
        }
    }
    functions.sort_unstable();
    // In GLSL.std.450: SmoothStep, NMin, NMax, NClamp twice.
    assert_eq!(functions, [49, 79, 80, 81, 81]);
    assert_eq!(comparisons, BTreeSet::from([Op::FUnordNotEqual]));
    Ok(())
}

/// A vertex's `POSITION` is where it is drawn up to shader model 3, and a varying from then on.
fn position_of_shader_model_3() -> Result<(), Failed> {
    let mut project = super::compile::project();
    project.targets.insert(Target::Spirv, TargetSettings { chain: vec!["embedded".to_owned()], ..Default::default() });
    let chain = super::compile::chain(Target::Spirv, &project)?;
    let text = "float4 main(float4 at : POSITION) : POSITION { return at; }";
    let outputs = |profile| -> Result<Vec<(Option<u32>, String)>, Failed> {
        let done = compiled(&chain, text, Stage::Vertex, profile)?;
        let reflection = done.artifact.ok_or("no artifact")?.reflection;
        Ok(reflection.outputs.into_iter().map(|output| (output.location, output.name)).collect())
    };
    assert_eq!(outputs(Some("vs_3_0"))?, [(None, "Position".to_owned())]);
    assert_eq!(outputs(Some("vs_5_0"))?, [(Some(0), "POSITION".to_owned())]);
    assert_eq!(outputs(None)?, [(Some(0), "POSITION".to_owned())]);
    Ok(())
}

fn reflection() -> Result<(), Failed> {
    let text = "
cbuffer View : register(b1, space1) { float4x4 g_World; float3 g_Eye; bool g_Flag; float g_Weights[3]; float g_Last; };
float g_Loose;
Texture2D g_Unused : register(t2);
Texture2D g_Color : register(t3);
SamplerState g_Sampler : register(s1);
StructuredBuffer<float3> g_Points;
struct In { float4 position : SV_Position; float3 normal : NORMAL; nointerpolation uint id : ID2; float2x3 basis : BASIS; };
struct Out { float4 color : SV_Target1; float depth : SV_Depth; };
Out main(In input, bool front : SV_IsFrontFace)
{
    Out output;
    output.color = g_Color.Sample(g_Sampler, input.normal.xy) * g_Last + g_Loose;
    output.color.xyz += mul(g_World, float4(g_Points[input.id], 1)).xyz + input.basis[1];
    output.depth = front ? 1 : input.position.z;
    return output;
}";
    let result = compile(text, Stage::Pixel, "main", Version::default(), Target::Spirv, false)?;
    let reflection = result.reflection.ok_or("no reflection")?;
    let bindings: Vec<(u32, u32, &str, BindingKind, u32)> = reflection
        .bindings
        .iter()
        .map(|found| (found.set, found.binding, found.name.as_str(), found.kind, found.size))
        .collect();
    assert_eq!(
        bindings,
        [
            (0, 0, "$Globals", BindingKind::UniformBuffer, 16),
            (0, 100, "g_Points", BindingKind::ReadOnlyStorageBuffer, 0),
            (0, 103, "g_Color", BindingKind::SampledTexture, 0),
            (0, 301, "g_Sampler", BindingKind::Sampler, 0),
            (1, 1, "View", BindingKind::UniformBuffer, 128),
        ]
    );
    let told = |list: &[uberc::model::StageIo]| -> Vec<String> {
        list.iter().map(|io| format!("{:?} {} {}", io.location, io.name, io.ty)).collect()
    };
    assert_eq!(
        told(&reflection.inputs),
        [
            "None FragCoord float4",
            "None FrontFacing bool",
            "Some(0) NORMAL float3",
            "Some(1) ID2 uint",
            "Some(2) BASIS float3",
            "Some(3) BASIS1 float3"
        ]
    );
    assert_eq!(told(&reflection.outputs), ["None FragDepth float", "Some(1) SV_TARGET1 float4"]);
    Ok(())
}

/// Real shaders with some tokens in the place of others: what is accepted is valid, and all else is told in HLSL's words.
fn mutated_library() -> Result<(), Failed> {
    const ROUNDS: u64 = 400;
    let (context, _) = BuildContext::open(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders")]);
    let known = run_frontend(&context, &[Target::Spirv]);
    let variants: Vec<_> = known
        .shaders
        .iter()
        .flat_map(|shader| {
            let step = shader.variants.variants.len().div_ceil(4).max(1);
            shader.variants.variants.iter().step_by(step).map(move |variant| (shader, variant))
        })
        .collect();
    let accepted = std::sync::atomic::AtomicU64::new(0);
    let wrong: Vec<String> = (0..ROUNDS)
        .into_par_iter()
        .filter_map(|round| {
            let number = |salt: u64, below: usize| uberc_judge::noise::hash(&[round, salt]) as usize % below.max(1);
            let (shader, variant) = variants[number(0, variants.len())];
            let mut text = shader.variants.sources[variant.source as usize].clone();
            let mut pieces: Vec<TokenSpan> = text
                .pieces
                .iter()
                .flat_map(TokenSpan::tokens)
                .map(|(at, text)| match text {
                    Some(text) => TokenSpan::Text { at, text },
                    None => TokenSpan::Keep { first: at, last: at + 1 },
                })
                .collect();
            let spelled = |piece: &TokenSpan| match piece {
                TokenSpan::Text { text, .. } => *text,
                TokenSpan::Keep { first, .. } => text.tokens.tokens[*first as usize].token.text,
            };
            // Words for words, numbers for numbers, operators for operators: most of it stays grammatical.
            const OPERATORS: [&str; 14] = ["+", "-", "*", "/", "%", "<", ">", "<=", "==", "!=", "&&", "||", "=", "+="];
            let class = |piece: &TokenSpan| {
                let word = spelled(piece);
                let first = word.chars().next().unwrap_or(' ');
                match first {
                    _ if OPERATORS.contains(&word.as_str()) => 1,
                    '0'..='9' => 2,
                    'a'..='z' | 'A'..='Z' | '_' => 3,
                    _ => 0,
                }
            };
            for change in 1..=1 + number(1, 3) as u64 {
                let at = number(change * 3, pieces.len());
                let wanted = class(&pieces[at]);
                let from = number(change * 3 + 1, pieces.len());
                let near = (0..pieces.len()).map(|step| (from + step) % pieces.len());
                let other = near.map(|at| &pieces[at]).find(|piece| class(piece) == wanted).map(spelled);
                let (Some(other), true) = (other, wanted > 0) else { continue };
                let (TokenSpan::Text { at: place, .. } | TokenSpan::Keep { first: place, .. }) = pieces[at];
                pieces[at] = TokenSpan::Text { at: place, text: other };
            }
            text.pieces = pieces.into();
            let session = Session::new();
            let analysis = Analysis::new(&text, &context.sources, &session, Version::default());
            match embed(&analysis, variant.stage, &variant.entry_point, Target::Spirv, BindingRule::default(), false) {
                Ok(_) => {
                    accepted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    None
                }
                Err(found) => {
                    let defects: Vec<_> = found.into_iter().filter(|found| found.code == "hlsl/internal").collect();
                    (!defects.is_empty()).then(|| {
                        let told = harness::diagnostics(&defects, &context.sources);
                        format!("round {round}, {} {}: {told}", shader.declaration.name, variant.entry_point)
                    })
                }
            }
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {ROUNDS} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(accepted.into_inner() > ROUNDS / 20, "hardly any mutation is a program");
    Ok(())
}

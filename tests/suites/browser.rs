//! Every WGSL module that uberc writes for browsers, shown to Chromium, and all GLSL that it writes for WebGL 2.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use libtest_mimic::{Failed, Trial};
use rayon::prelude::*;
use uberc::compile::{Cancel, Chain, Job, compile as run};
use uberc::dialect::hlsl::analyse::Version;
use uberc::model::{ActionResult, Artifact, Stage, Target, TargetSettings, VariantId};
use uberc::pipeline::{BuildContext, ShaderFront, run_frontend};

use super::hlsl_lower;
use crate::harness;
use crate::harness::browser::{Refused, Shader, judge_webgl, judge_wgsl, needs_browser, refused_wgsl};
use crate::harness::embedded::compile;

pub fn trials() -> Vec<Trial> {
    let trial = |name, run: fn() -> Result<(), Failed>| needs_browser(harness::trial(name, run));
    vec![
        trial("browser::takes_the_library", takes_the_library),
        trial("browser::takes_the_cases", takes_the_cases),
        trial("browser::refuses_the_same_barriers", refuses_the_same_barriers),
        trial("browser::refuses_the_same_bindings", refuses_the_same_bindings),
        trial("browser::webgl_takes_the_library", webgl_takes_the_library),
        trial("browser::webgl_takes_the_cases", webgl_takes_the_cases),
        trial("browser::webgl_has_what_it_has", webgl_has_what_it_has),
    ]
}

/// What the library becomes.
#[derive(Default)]
struct Library {
    shaders: Vec<Shader>,
    /// Vertex and pixel stages of techniques, so that each stage that is in a technique with another is in one of them.
    pairs: Vec<(usize, usize)>,
    /// Variants for which uberc has an error, by the error.
    refused: BTreeMap<String, usize>,
}

/// The library in both languages, whole.
fn library(target: Target) -> Result<Library, Failed> {
    let mut project = super::compile::project();
    project.targets.insert(target, TargetSettings { chain: vec!["embedded".to_owned()], ..TargetSettings::default() });
    let chain = super::compile::chain(target, &project)?;
    let mut library = Library::default();
    for folder in ["shaders", "shaders/glsl"] {
        let (context, _) = BuildContext::open(&[Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)]);
        for front in &run_frontend(&context, &[target]).shaders {
            library.add(&context, front, &chain)?;
        }
    }
    Ok(library)
}

impl Library {
    fn add(&mut self, context: &BuildContext, front: &ShaderFront, chain: &Chain) -> Result<(), Failed> {
        let variants = &front.variants;
        let done: Vec<Result<Artifact, String>> = variants
            .variants
            .par_iter()
            .map(|variant| {
                let analysis = context.analysis(&variants.sources[variant.source as usize], front.language);
                let job = super::compile::job(variant.stage, &variant.entry_point, chain.target, &[]);
                let language = context.source_language(front.language);
                let links = variant.links.as_deref();
                let job = Job { source: Some(&analysis), bindings: chain.bindings, links, language, ..job };
                let done = run(chain, &job, &super::compile::Memory::default(), &Cancel::default());
                let error = done.diagnostics.iter().find(|found| found.is_error()).map(|found| found.message.clone());
                done.artifact.ok_or_else(|| error.unwrap_or_else(|| format!("{:?}", done.messages)))
            })
            .collect();
        let mut numbers: BTreeMap<VariantId, usize> = BTreeMap::new();
        for (number, (variant, done)) in variants.variants.iter().zip(done).enumerate() {
            match done {
                Ok(Artifact { bytes, entry_point, reflection }) => {
                    numbers.insert(VariantId(number as u32), self.shaders.len());
                    let name = format!("{} {} {number}", front.source_name, variant.entry_point);
                    let code = String::from_utf8(bytes.content().into_owned())?;
                    self.shaders.push(Shader::new(name, variant.stage, &entry_point, code, &reflection));
                }
                Err(error) => *self.refused.entry(error).or_default() += 1,
            }
        }
        let mut paired = BTreeSet::new();
        for technique in &variants.techniques {
            let stage = |stage| technique.stages.get(&stage).and_then(|variant| numbers.get(variant)).copied();
            if let (Some(vertex), Some(pixel)) = (stage(Stage::Vertex), stage(Stage::Pixel)) {
                let is_new = [vertex, pixel].map(|number| paired.insert(number));
                if is_new.contains(&true) {
                    self.pairs.push((vertex, pixel));
                }
            }
        }
        Ok(())
    }
}

impl Library {
    /// The library with pipelines for some of it, because SwiftShader takes its time for each: of every entry point for one variant, and
    /// for one pair of many. The other modules are compiled only.
    fn sampled(self) -> (Vec<Shader>, Vec<(usize, usize)>) {
        let Library { mut shaders, pairs, .. } = self;
        if harness::compares_everything() {
            return (shaders, pairs);
        }
        let pairs: Vec<(usize, usize)> = pairs.into_iter().step_by(8).collect();
        let paired: BTreeSet<usize> = pairs.iter().flat_map(|(vertex, pixel)| [*vertex, *pixel]).collect();
        let mut seen = BTreeSet::new();
        for (number, shader) in shaders.iter_mut().enumerate() {
            let entry = shader.name.rsplit_once(' ').map(|(entry, _)| entry.to_owned());
            if !seen.insert(entry) && !paired.contains(&number) {
                shader.stage = "";
            }
        }
        (shaders, pairs)
    }
}

/// The library as WGSL, and pipelines of it.
fn takes_the_library() -> Result<(), Failed> {
    let library = library(Target::Wgsl)?;
    assert!(library.refused.is_empty(), "{:?}", library.refused);
    assert!(library.shaders.len() > 1000, "only {} modules", library.shaders.len());
    let (shaders, pairs) = library.sampled();
    let judged = judge_wgsl(&shaders, &pairs)?;
    let (beyond, refused): (Vec<Refused>, Vec<Refused>) =
        judged.refused.into_iter().partition(Refused::is_beyond_limits);
    assert!(refused.is_empty(), "{}", told(&refused));
    // Of what is refused by itself, shader and entry point.
    let alone = beyond.iter().filter(|refused| !refused.name.contains(" + "));
    let names: BTreeSet<&str> = alone.filter_map(|refused| Some(refused.name.rsplit_once(' ')?.0)).collect();
    assert_eq!(names, BTreeSet::from(LIBRARY_BEYOND_LIMITS), "{}", told(&beyond));
    assert!(judged.made > if harness::compares_everything() { 900 } else { 100 }, "only {} pipelines", judged.made);
    Ok(())
}

/// Entry points that need more than SwiftShader has: 80 bytes of push constants, of which it has 64, and five written textures, of
/// which it has four.
const LIBRARY_BEYOND_LIMITS: [&str; 3] = ["mesh.glsl meshVertex", "mesh.glsl skin", "upscale.fx AccumulateCS"];

/// What the cases of lowering become: written so that a browser takes it, or refused by uberc.
fn takes_the_cases() -> Result<(), Failed> {
    let shaders = cases(Target::Wgsl)?;
    assert!(shaders.len() > 30, "only {} modules", shaders.len());
    let judged = judge_wgsl(&shaders, &[])?;
    let (of_device, refused): (Vec<Refused>, Vec<Refused>) =
        judged.refused.into_iter().partition(Refused::is_of_device);
    let (beyond_limits, refused): (Vec<Refused>, Vec<Refused>) =
        refused.into_iter().partition(Refused::is_beyond_limits);
    assert!(refused.is_empty(), "{}", told(&refused));
    // SwiftShader has no 16-bit floats, and no second source of blending.
    let uses_feature = |refused: &Refused| {
        let enables = |shader: &Shader| {
            shader.code.contains("enable f16;") || shader.code.contains("enable dual_source_blending;")
        };
        shaders.iter().any(|shader| shader.name == refused.name && enables(shader))
    };
    assert!(of_device.iter().all(uses_feature), "{}", told(&of_device));
    let names: BTreeSet<&str> = beyond_limits.iter().map(|refused| refused.name.as_str()).collect();
    assert_eq!(names, BTreeSet::from(CASES_BEYOND_LIMITS), "{}", told(&beyond_limits));
    assert_eq!(judged.made + beyond_limits.len() + of_device.len(), shaders.len());
    Ok(())
}

/// Cases that need more than SwiftShader has: a fifth set of bindings.
const CASES_BEYOND_LIMITS: [&str; 1] = ["attributes_in_lists"];

fn cases(target: Target) -> Result<Vec<Shader>, Failed> {
    let shader = |(name, stage, result): (String, Stage, ActionResult)| {
        let entry = result.entry_point.unwrap_or_default();
        let code = String::from_utf8(result.output)?;
        Ok(Shader::new(name, stage, &entry, code, &result.reflection.unwrap_or_default()))
    };
    hlsl_lower::texts(target)?.into_iter().map(shader).collect()
}

/// The library as WebGL 2 has it, and programs of it; what WebGL 2 lacks is an error of uberc.
fn webgl_takes_the_library() -> Result<(), Failed> {
    let library = library(Target::Webgl)?;
    let is_missing = |error: &String| error.contains("WebGL 2 has no");
    assert!(library.refused.keys().all(is_missing), "{:?}", library.refused);
    let judged = judge_webgl(&library.shaders, &library.pairs)?;
    assert!(judged.refused.is_empty(), "{}", told(&judged.refused));
    assert!(library.shaders.len() > 300, "only {} shaders", library.shaders.len());
    assert!(judged.made == library.pairs.len() && judged.made > 200, "only {} programs", judged.made);
    Ok(())
}

fn webgl_takes_the_cases() -> Result<(), Failed> {
    let mut shaders = cases(Target::Webgl)?;
    assert!(shaders.len() > 10, "only {} shaders", shaders.len());
    // Push constants have a name in the text, as all resources.
    let text = "struct P { float4 a; float b; }; [[vk::push_constant]] P p; Texture2D t; SamplerState s; cbuffer C { float4 c; };
float4 vs(uint at : SV_VertexID) : SV_Position { return p.a * at; }
float4 ps(float4 at : SV_Position) : SV_Target { return p.a * p.b + c + t.Sample(s, at.xy); }";
    let first = shaders.len();
    for (stage, entry) in [(Stage::Vertex, "vs"), (Stage::Pixel, "ps")] {
        let result = compile(text, stage, entry, Version::V2018, Target::Webgl, false)?;
        let (code, reflection) = (String::from_utf8(result.output)?, result.reflection.unwrap_or_default());
        assert!(reflection.bindings.iter().all(|one| one.slot.is_none() && one.renamed.is_some()), "{reflection:?}");
        shaders.push(Shader::new(entry.to_owned(), stage, "main", code, &reflection));
    }
    let judged = judge_webgl(&shaders, &[(first, first + 1)])?;
    assert!(judged.refused.is_empty() && judged.made == 1, "{}", told(&judged.refused));
    Ok(())
}

/// Programs that are drawn as well: they compute something in two ways, and are white where they agree.
const DRAWN: &str = "drawn_";

/// Small programs, a construct in each: what is written for WebGL 2 is taken by it, and the rest is refused for a reason.
fn webgl_has_what_it_has() -> Result<(), Failed> {
    let folder = harness::suite_dir("webgl");
    let common = std::fs::read_to_string(folder.join("common.fx"))?;
    let (mut shaders, mut told_of) = (Vec::new(), String::new());
    for line in std::fs::read_to_string(folder.join("programs.txt"))?.lines() {
        let (name, body) = line.split_once(": ").ok_or_else(|| format!("no name: {line}"))?;
        let inputs = if name.starts_with(DRAWN) { "float4 at : SV_Position" } else { "In v" };
        let text = format!("{common}float4 main({inputs}) : SV_Target {{ {body} }}\n");
        match compile(&text, Stage::Pixel, "main", Version::V2018, Target::Webgl, false) {
            Ok(result) => {
                let (code, reflection) = (String::from_utf8(result.output)?, result.reflection.unwrap_or_default());
                shaders.push(Shader::new(name.to_owned(), Stage::Pixel, "main", code, &reflection));
            }
            Err(message) => {
                let first = message.lines().next().unwrap_or_default();
                let (_, why) = first.split_once("error[").unwrap_or(("", first));
                told_of += &format!("{name}: {why}\n");
            }
        }
    }
    let judged = judge_webgl(&shaders, &[])?;
    assert!(judged.refused.is_empty(), "{}", told(&judged.refused));
    let drawn = shaders.iter().filter(|shader| shader.name.starts_with(DRAWN)).count();
    assert!(drawn > 1 && judged.made == drawn, "{} of {drawn} are drawn", judged.made);
    harness::golden(&folder.join("refused.txt"), &told_of)
}

/// Small programs with barriers: `wgsl` has an error where Chromium refuses what `wgpu` has.
fn refuses_the_same_barriers() -> Result<(), Failed> {
    let folder = harness::suite_dir("barriers");
    let common = std::fs::read_to_string(folder.join("common.fx"))?;
    let (mut modules, mut ours) = (Vec::new(), BTreeSet::new());
    for line in std::fs::read_to_string(folder.join("programs.txt"))?.lines() {
        let (name, body) = line.split_once(": ").ok_or_else(|| format!("no name: {line}"))?;
        let text = format!(
            "{common}[numthreads(64, 1, 1)] void main(uint lane : SV_GroupIndex, uint3 group : SV_GroupID)\n\
             {{ {body} g_rw[lane] = g_s[lane]; }}\n"
        );
        let compiled = |target| compile(&text, Stage::Compute, "main", Version::V2018, target, false);
        let native = compiled(Target::Wgpu).map_err(|message| format!("{name}: {message}"))?;
        modules.push((name.to_owned(), String::from_utf8(native.output)?));
        match compiled(Target::Wgsl) {
            Ok(_) => {}
            Err(message) if message.contains("compile/divergent-barrier") => drop(ours.insert(name.to_owned())),
            Err(message) => return Err(format!("{name}: {message}").into()),
        }
    }
    let refused = refused_wgsl(&modules)?;
    let theirs: BTreeSet<String> = refused.iter().map(|one| one.name.clone()).collect();
    let different: Vec<&String> = ours.symmetric_difference(&theirs).collect();
    assert!(different.is_empty(), "{different:?}: {}", told(&refused));
    assert!(ours.len() > 20 && ours.len() + 20 < modules.len(), "{} of {}", ours.len(), modules.len());
    Ok(())
}

/// What `stages/binding` is about: Chromium makes no pipeline of two stages with different kinds at one binding.
fn refuses_the_same_bindings() -> Result<(), Failed> {
    let file = harness::suite_dir("cli").join("build_different_bindings/project/both.fx");
    let text = std::fs::read_to_string(file)?;
    let buffer = text.replace(" + g_Depth.SampleLevel(g_Sampler, 0.5, 0)", "");
    let buffer = buffer.replace("g_Depth.SampleCmpLevelZero(g_Compare, 0.5, 0.5)", "at");
    // Both differences, and each by itself.
    let texts = [("both", text.clone()), ("texture", text.replace("g_Marks[at] + ", "")), ("buffer", buffer)];
    let (mut shaders, mut pairs) = (Vec::new(), Vec::new());
    for (name, text) in &texts {
        let first = shaders.len();
        for (stage, entry) in [(Stage::Vertex, "vs"), (Stage::Pixel, "ps"), (Stage::Pixel, "reads")] {
            let result = compile(text, stage, entry, Version::V2018, Target::Wgsl, false)?;
            let (code, reflection) = (String::from_utf8(result.output)?, result.reflection.unwrap_or_default());
            shaders.push(Shader::new(format!("{name} {entry}"), stage, entry, code, &reflection));
        }
        pairs.extend([(first, first + 1), (first, first + 2)]);
    }
    let judged = judge_wgsl(&shaders, &pairs)?;
    let refused: BTreeSet<&str> = judged.refused.iter().map(|one| one.name.as_str()).collect();
    let expected = texts.iter().map(|(name, _)| format!("{name} vs + {name} ps"));
    assert_eq!(refused, expected.collect::<Vec<_>>().iter().map(String::as_str).collect(), "{}", told(&judged.refused));
    Ok(())
}

fn told(refused: &[Refused]) -> String {
    let lines = refused.iter().map(|Refused { name, line, message }| format!("{name}:{line}: {message}"));
    lines.collect::<Vec<_>>().join("\n")
}

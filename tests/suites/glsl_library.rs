//! The shaders of `shaders/glsl`, end to end: what the embedded compiler makes of them draws what glslang's SPIR-V draws, every target's
//! output has an outside reader, and a change of the source is a change of the archive.

use std::io::Write;
use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use rayon::prelude::*;
use uberc::compile::{Analysis, embed_linked};
use uberc::model::{BindingRule, LanguageVersion, SourceText, Stage, StageIo, Target, Variant};
use uberc::pipeline::{BuildContext, ShaderFront, run_frontend};
use uberc::specialise::{Layout, emit};
use uberc_judge::batch::Outcome;
use uberc_judge::compare::{Tolerance, compare};
use uberc_judge::mesh_as_compute::mesh_as_compute;
use uberc_judge::scene::{Part, Prepared, Scene};
use uberc_judge::{batch, glslang, partner, runner};

use super::library::{blobs, naga_reads, read_texts, spirv_val_accepts, uberc};
use crate::harness;
use crate::harness::direct3d::needs_direct3d;

pub fn trials() -> Vec<Trial> {
    let tool = |name, trial| harness::needs(name, trial);
    let draws = harness::trial("glsl_library::embedded_draws_what_glslang_draws", embedded_draws_what_glslang_draws);
    let same = harness::trial("glsl_library::programs_mean_what_they_mean_to_glslang", programs_mean_the_same);
    let stages = harness::trial("glsl_library::stages_draw_what_they_draw_with_glslang", stages_draw_the_same);
    let texts = harness::trial("glsl_library::every_shader_for_every_text_target", every_shader_for_every_text_target);
    let binaries = harness::trial("glsl_library::spirv_and_wgpu_are_valid", spirv_and_wgpu_are_valid);
    vec![
        tool("glslangValidator", harness::needs_device(draws)),
        tool("glslangValidator", harness::needs_device(same)),
        needs_direct3d(tool("glslangValidator", texts)),
        tool("glslangValidator", harness::needs_device(stages)),
        tool("spirv-val", binaries),
        harness::trial("glsl_library::counts", counts),
        harness::trial("glsl_library::resources_at_one_binding", resources_at_one_binding),
        harness::trial("glsl_library::samplers_used_in_two_ways", samplers_used_in_two_ways),
        harness::trial("glsl_library::shading_rates_are_named_as_in_spirv", shading_rates_are_named_as_in_spirv),
    ]
}

fn shaders() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/glsl")
}

/// Permutations, techniques and variants of each shader.
fn counts() -> Result<(), Failed> {
    let (context, found) = BuildContext::open(&[shaders()]);
    assert!(found.is_empty(), "{found:?}");
    let front = run_frontend(&context, &[Target::Spirv]);
    assert!(front.diagnostics.is_empty(), "{:?}", front.diagnostics);
    let counted: Vec<(&str, u64, usize, usize)> = front
        .shaders
        .iter()
        .map(|shader| {
            let (set, layout) = (&shader.variants, &shader.declaration.branches);
            let permutations = (0..=layout.mask()).filter(|key| layout.exists(*key)).count() as u64;
            (shader.declaration.name.as_str(), permutations, set.techniques.len(), set.variants.len())
        })
        .collect();
    assert_eq!(counted, [("Mesh", 18432, 1029, 265), ("ParticleSimulation", 72, 72, 72), ("Upscale", 64, 48, 48)]);
    Ok(())
}

/// Resources of different kinds at one binding are a mistake where an entry point reaches both.
fn resources_at_one_binding() -> Result<(), Failed> {
    let project = tempfile::tempdir()?;
    let text = |use_both: &str| {
        format!(
            "#version 460\nlayout(set = 0, binding = 1) uniform sampler2D picture;\n\
             layout(set = 0, binding = 1) uniform Tint {{ vec4 tint; }};\nlayout(location = 0) out vec4 color;\n\
             void main() {{ color = texture(picture, vec2(0.5)){use_both}; }}\n"
        )
    };
    std::fs::write(project.path().join("uberc.toml"), "")?;
    std::fs::write(project.path().join("a.frag.lua"), "local a = Shader(\"A\")\na.Technique.PixelShader = \"main\"\n")?;
    let build = |text: String| {
        std::fs::write(project.path().join("a.frag"), text)?;
        uberc(&["build", &project.path().display().to_string(), "--target", "spirv"])
    };
    build(text(""))?;
    let message = build(text(" * tint")).err().and_then(|failed| failed.message().map(str::to_owned));
    let message = message.ok_or("both are taken")?;
    assert!(message.contains("error[glsl/binding]: `picture` and `Tint` are both bound to binding 1"), "{message}");
    assert!(!message.contains("glsl/internal"), "{message}");
    Ok(())
}

/// A sampler compares or does not: naga has it in the type.
fn samplers_used_in_two_ways() -> Result<(), Failed> {
    let project = tempfile::tempdir()?;
    std::fs::write(project.path().join("uberc.toml"), "[target.spirv]\ncompilers = [\"embedded\"]\n")?;
    std::fs::write(project.path().join("a.frag.lua"), "local a = Shader(\"A\")\na.Technique.PixelShader = \"main\"\n")?;
    let text = "#version 460\nlayout(binding = 0) uniform texture2D depths;\nlayout(binding = 1) uniform texture2D colors;\n\
                layout(binding = 2) uniform sampler by;\nlayout(location = 0) out vec4 color;\nvoid main() {\n\
                color = texture(sampler2D(colors, by), vec2(0.5)) * texture(sampler2DShadow(depths, by), vec3(0.5)); }\n";
    std::fs::write(project.path().join("a.frag"), text)?;
    let built = uberc(&["build", &project.path().display().to_string(), "--target", "spirv"]);
    let message = built.err().and_then(|failed| failed.message().map(str::to_owned)).ok_or("it is taken")?;
    assert!(message.contains("error[glsl/unsupported]: the sampler `by` with and without a comparison"), "{message}");
    Ok(())
}

/// The rate of a primitive and that of a fragment are two built-ins of SPIR-V.
fn shading_rates_are_named_as_in_spirv() -> Result<(), Failed> {
    let (_project, context) = project_of("glsl_same", |name| {
        let stage = if name.ends_with(".vert") { "VertexShader" } else { "PixelShader" };
        format!("local a = Shader(\"{}\")\na.Technique.{stage} = \"main\"\n", name.replace('.', "_"))
    })?;
    let front = run_frontend(&context, &[Target::Spirv]);
    let interface = |name: &str| -> Result<_, Failed> {
        let shader = front.shaders.iter().find(|shader| shader.declaration.name == name).ok_or("no such shader")?;
        let variant = &shader.variants.variants[0];
        let source = &shader.variants.sources[variant.source as usize];
        let session = context.registry().language(shader.language).open_session();
        let analysis = Analysis::new(source, &context.sources, &*session, LanguageVersion::default());
        let of = (variant.stage, variant.entry_point.as_str());
        let made = embed_linked(&analysis, of, Target::Spirv, BindingRule::default(), true, variant.links.as_deref());
        let made = made.map_err(|found| harness::diagnostics(&found, &context.sources))?;
        let io = made.reflection.unwrap_or_default();
        let names = |side: Vec<StageIo>| side.into_iter().map(|io| io.name).collect::<Vec<_>>();
        Ok([names(io.inputs), names(io.outputs)])
    };
    let [_, of_primitive] = interface("shading_rate_of_primitives_vert")?;
    assert!(of_primitive.iter().any(|name| name == "PrimitiveShadingRateKHR"), "{of_primitive:?}");
    let [of_fragment, _] = interface("shading_rate_frag")?;
    assert!(of_fragment.iter().any(|name| name == "ShadingRateKHR"), "{of_fragment:?}");
    Ok(())
}

fn spirv_and_wgpu_are_valid() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("glsl.fxo").display().to_string();
    uberc(&["build", &shaders().display().to_string(), "--target", "spirv,wgpu", "--output", &file])?;
    let archive = std::fs::read(&file)?;
    let spirv = blobs(&archive, "spirv")?;
    assert!(spirv.len() > 100, "only {} blobs", spirv.len());
    spirv_val_accepts(spirv)?;
    // naga does not read the standard's subgroup operations; `browser` shows these to Chromium.
    naga_reads(blobs(&archive, "wgpu")?)
}

fn every_shader_for_every_text_target() -> Result<(), Failed> {
    let read = read_texts(&shaders())?;
    assert!(read > 10, "only {read} texts");
    Ok(())
}

/// Variants of each shader in an ordinary run, evenly spread.
const SAMPLES: usize = 5;

fn embedded_draws_what_glslang_draws() -> Result<(), Failed> {
    let (context, _) = BuildContext::open(&[shaders()]);
    let front = run_frontend(&context, &[Target::Spirv]);
    let mut variants: Vec<(&ShaderFront, usize)> = Vec::new();
    for shader in &front.shaders {
        let count = shader.variants.variants.len();
        let step = if harness::compares_everything() { 1 } else { count.div_ceil(SAMPLES).max(1) };
        variants.extend((0..count).step_by(step).map(|number| (shader, number)));
    }
    let pairs: Vec<Pair> = variants
        .into_par_iter()
        .map(|(shader, number)| both(&context, shader, number))
        .collect::<Result<_, String>>()?;
    assert!(pairs.len() > 10, "only {} variants", pairs.len());
    hold(&pairs)
}

/// The sources of a folder of cases as a project. `sidecar`: that of a source, by its name, if it has no file of its own.
fn project_of(cases: &str, sidecar: impl Fn(&str) -> String) -> Result<(tempfile::TempDir, BuildContext), Failed> {
    let project = tempfile::tempdir()?;
    std::fs::write(project.path().join("uberc.toml"), "")?;
    for entry in std::fs::read_dir(harness::suite_dir(cases))? {
        let file = entry?.path();
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        std::fs::copy(&file, project.path().join(&name))?;
        let own = format!("{name}.lua");
        if !name.ends_with(".lua") && !file.with_file_name(&own).exists() {
            std::fs::write(project.path().join(own), sidecar(&name))?;
        }
    }
    let (context, _) = BuildContext::open(&[project.path().to_path_buf()]);
    Ok((project, context))
}

/// Small programs of what is easily got wrong: the sources of `tests/cases/glsl_same`, one stage each.
fn programs_mean_the_same() -> Result<(), Failed> {
    let (_project, context) = project_of("glsl_same", |name| {
        let stage = match name.rsplit_once('.') {
            Some((_, "vert")) => "VertexShader",
            Some((_, "frag")) => "PixelShader",
            Some((_, "mesh")) => "MeshShader",
            Some((_, "task")) => "AmplificationShader",
            _ => "ComputeShader",
        };
        format!("local a = Shader(\"{}\")\na.Technique.{stage} = \"main\"\n", name.replace('.', "_"))
    })?;
    let front = run_frontend(&context, &[Target::Spirv]);
    assert!(front.diagnostics.is_empty(), "{}", harness::diagnostics(&front.diagnostics, &context.sources));
    assert!(front.shaders.len() > 4, "only {} programs", front.shaders.len());
    let pairs = front.shaders.par_iter().map(|shader| both(&context, shader, 0)).collect::<Result<Vec<_>, String>>()?;
    hold(&pairs)
}

/// The programs of `tests/cases/glsl_same` that need what lavapipe does not have. spirv-val reads them.
const NOT_RUN: [&str; 17] = [
    "barycentrics_frag ",
    "blocks_in_arrays_frag ",
    "derivatives_of_quads_comp ",
    "derivatives_of_rows_comp ",
    "formatted_loads_frag ",
    "halves_of_samplers_frag ",
    "input_attachments_by_index_frag ",
    "many_samplers_frag ",
    "per_vertex_blocks_frag ",
    "per_vertex_frag ",
    "ray_queries_comp ",
    "ray_queries_of_addresses_comp ",
    "shading_rate_frag ",
    "shading_rate_of_primitives_vert ",
    "structures_of_samplers_frag ",
    "subgroup_clusters_comp ",
    "subgroup_flow_comp ",
];

/// Runs both of each pair, and compares what they draw and write.
fn hold(pairs: &[Pair]) -> Result<(), Failed> {
    let jobs: Vec<batch::Job> =
        pairs.iter().flat_map(|pair| pair.both.iter().flatten().map(|prepared| prepared.job.clone())).collect();
    let outcomes = runner::run(&jobs)?;
    let (mut differing, mut not_run) = (Vec::new(), Vec::new());
    let run = pairs.iter().filter_map(|pair| Some((&pair.name, pair.both.as_ref()?)));
    for ((name, both), outcomes) in run.zip(outcomes.chunks(2)) {
        if let [Outcome::Unsupported(why), Outcome::Unsupported(_)] = outcomes {
            not_run.push(format!("{name}: {why}"));
            continue;
        }
        // The device has no samplers in structures, which the reference's program has here, and no such control flow.
        if let [Outcome::Crashed(why) | Outcome::Failed(why), _] = outcomes
            && NOT_RUN.iter().any(|known| name.starts_with(known))
        {
            not_run.push(format!("{name}: {why}"));
            continue;
        }
        let mut pictures = Vec::new();
        for (prepared, outcome) in both.iter().zip(outcomes) {
            pictures.push(prepared.written(outcome).ok_or_else(|| format!("{name}: {outcome:?}"))?);
        }
        let (reference, own) = (&pictures[0], &pictures[1]);
        if !reference.keys().eq(own.keys()) {
            differing.push(format!("{name}: glslang's writes {:?}, uberc's {:?}", reference.keys(), own.keys()));
        }
        differing.extend(compare(reference, own, Tolerance::ROUNDING).iter().map(|found| format!("{name}: {found}")));
    }
    for program in &not_run {
        drop(writeln!(std::io::stderr(), "not run: {program}"));
    }
    let is_known = |program: &&String| NOT_RUN.iter().any(|known| program.starts_with(known));
    let unknown: Vec<&String> = not_run.iter().filter(|program| !is_known(program)).collect();
    assert!(unknown.is_empty(), "did not run: {unknown:?}");
    spirv_val_accepts(pairs.iter().map(|pair| (pair.name.clone(), pair.own.clone())).collect())?;
    assert!(differing.is_empty(), "{} differences:\n{}", differing.len(), differing.join("\n"));
    Ok(())
}

/// A program as glslang and as the embedded compiler have it.
struct Pair {
    name: String,
    /// `None`: the judge cannot run it.
    both: Option<[Prepared; 2]>,
    /// The embedded compiler's SPIR-V.
    own: Vec<u8>,
}

/// The pairs of stages in `tests/cases/glsl_stages`, each pair drawn as glslang and as the embedded compiler have it.
fn stages_draw_the_same() -> Result<(), Failed> {
    let (_project, context) = project_of("glsl_stages", |name| {
        let title = name.trim_end_matches(".glsl");
        format!("local a = Shader(\"{title}\")\na.Technique.VertexShader = \"vs\"\na.Technique.PixelShader = \"fs\"\n")
    })?;
    draws_the_same(&context)
}

/// Runs each technique of a project, two stages together or a compute stage, as glslang and as the embedded compiler have it.
pub fn draws_the_same(context: &BuildContext) -> Result<(), Failed> {
    let front = run_frontend(context, &[Target::Spirv]);
    assert!(front.diagnostics.is_empty(), "{}", harness::diagnostics(&front.diagnostics, &context.sources));
    let mut pairs = Vec::new();
    for shader in &front.shaders {
        for (at, technique) in shader.variants.techniques.iter().enumerate() {
            let number = |stage: Stage| technique.stages.get(&stage).map(|id| id.0 as usize);
            if let Some(compute) = number(Stage::Compute) {
                pairs.push(both(context, shader, compute)?);
                continue;
            }
            let (Some(vertex), Some(pixel)) = (number(Stage::Vertex), number(Stage::Pixel)) else {
                return Err("a technique without two stages".into());
            };
            let (vertex, pixel) = (parts(context, shader, vertex)?, parts(context, shader, pixel)?);
            let name = format!("{} {at}", shader.declaration.name);
            for input in pixel.own.shape.inputs.iter().filter(|input| input.location.is_some()) {
                let output = vertex.own.shape.outputs.iter().find(|output| output.location == input.location);
                let written = output.map(|output| &output.ty);
                assert_eq!(written, Some(&input.ty), "{name}: location {:?}", input.location);
            }
            let scene = Scene::of(1, &[&vertex.reference.shape, &pixel.reference.shape]);
            let drawn = [scene.draw(&vertex.reference, &pixel.reference)?, scene.draw(&vertex.own, &pixel.own)?];
            pairs.push(Pair { name: format!("{name} vertex"), own: vertex.written, both: None });
            pairs.push(Pair { name, own: pixel.written, both: Some(drawn) });
        }
    }
    assert!(!pairs.is_empty(), "no pair of stages");
    hold(&pairs)
}

/// A variant as glslang and as the embedded compiler have it.
struct Parts {
    reference: Part,
    own: Part,
    /// The embedded compiler's SPIR-V as it is.
    written: Vec<u8>,
}

/// The same in one scene.
fn both(context: &BuildContext, shader: &ShaderFront, number: usize) -> Result<Pair, String> {
    let name = format!("{} {} {number}", shader.declaration.name, shader.variants.variants[number].entry_point);
    let error = |error: String| format!("{name}: {error}");
    let Parts { reference, own, written } = parts(context, shader, number).map_err(error)?;
    let scene = Scene::of(1, &[&reference.shape]);
    // The judge gives no inputs in structures.
    let both = match scene.alone(&reference) {
        Err(why) if NOT_RUN.iter().any(|known| name.starts_with(known)) => {
            drop(writeln!(std::io::stderr(), "not run: {name}: {why}"));
            None
        }
        prepared => Some([prepared.map_err(error)?, scene.alone(&own).map_err(error)?]),
    };
    Ok(Pair { name: name.clone(), own: written, both })
}

fn parts(context: &BuildContext, shader: &ShaderFront, number: usize) -> Result<Parts, String> {
    let variant: &Variant = &shader.variants.variants[number];
    let entry = &variant.entry_point;
    let source: &SourceText = &shader.variants.sources[variant.source as usize];
    let stage = match variant.stage {
        Stage::Vertex => batch::Stage::Vertex,
        Stage::Pixel => batch::Stage::Pixel,
        _ => batch::Stage::Compute,
    };
    let text = emit(source, &context.sources, Layout::OneTokenALine).text;
    let defines = [(entry.clone(), "main".to_owned())];
    let defines = if entry == "main" { &[][..] } else { &defines[..] };
    let named = match variant.stage {
        Stage::Mesh => Some("mesh"),
        Stage::Amplification => Some("task"),
        _ => None,
    };
    let run_as = |spirv: Vec<u8>| if named.is_some() { mesh_as_compute(&spirv) } else { Ok(spirv) };
    let options = glslang::Options { defines, stage: named, ..glslang::Options::default() };
    let reference = glslang::glsl_with(&text, stage, &options).and_then(run_as);
    let reference = reference.and_then(|spirv| Part::new(spirv, "main"))?;
    let session = context.registry().language(shader.language).open_session();
    let analysis = Analysis::new(source, &context.sources, &*session, LanguageVersion::default());
    let (of, links) = ((variant.stage, entry.as_str()), variant.links.as_deref());
    let made = embed_linked(&analysis, of, Target::Spirv, BindingRule::default(), true, links);
    let made = made.map_err(|found| harness::diagnostics(&found, &context.sources))?;
    let io = made.reflection.unwrap_or_default();
    let [inputs, outputs] = [io.inputs, io.outputs].map(|side| side.into_iter().map(|io| (io.location, io.name)));
    let written = partner::with_names(&made.output, inputs, outputs)?;
    let own = run_as(written.clone()).and_then(|spirv| Part::new(spirv, entry))?;
    Ok(Parts { reference, own, written })
}

//! For the shader library, a folded variant and the plain substitution of the same values give equal optimised SPIR-V, up to ids and
//! the order of declarations.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};
use rayon::prelude::*;
use uberc::compile::canonical_spirv;
use uberc::dialect::hlsl::GRAMMAR;
use uberc::model::{Permutation, Stage, Target, VariantSet};
use uberc::pipeline::{BuildContext, ShaderFront, run_frontend};
use uberc::specialise::{Layout, Mode, emit, specialise};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    let trial = harness::trial("folded_is_plain::library", library);
    vec![harness::needs("glslangValidator", harness::needs("spirv-opt", trial))]
}

/// So many final techniques of a shader are compared, evenly spread; `UBERC_ALL_VARIANTS` compares all, and
/// `UBERC_KEEP_DIFFERING` names a folder for the texts that differ.
const SAMPLES: usize = 5;

/// A pixel or compute variant's plain and folded numbers.
type Pair = (u32, u32);

fn library() -> Result<(), Failed> {
    let (context, _) = BuildContext::open(&[Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders")]);
    let known = run_frontend(&context, &[Target::Spirv]);
    let folder = tempfile::tempdir()?;
    let everything = harness::compares_everything();
    let mut differing = Vec::new();
    for shader in &known.shaders {
        let limits = &context.project.limits;
        let (plain, _) =
            specialise(&GRAMMAR, &shader.declaration, &shader.exploration, &shader.tokens, Mode::Plain, limits);
        let count = plain.parts.len();
        let step = if everything { 1 } else { count.div_ceil(SAMPLES).max(1) };
        let mut pairs: BTreeMap<Pair, usize> = BTreeMap::new();
        for at in (0..count).step_by(step) {
            let (cube, technique) = plain.parts[at];
            let folded = shader.variants.technique_of(Permutation(cube.value)).ok_or("a part has no technique")?;
            for (stage, variant) in &plain.techniques[technique as usize].stages {
                let folded = folded.stages[stage];
                pairs.entry((variant.0, folded.0)).or_insert(at);
            }
        }
        let mut jobs: Vec<(bool, u32)> =
            pairs.keys().flat_map(|(plain, folded)| [(false, *plain), (true, *folded)]).collect();
        jobs.sort_unstable();
        jobs.dedup();
        let compiled: BTreeMap<(bool, u32), String> = jobs
            .par_iter()
            .map(|(folded, variant)| {
                let set = if *folded { &shader.variants } else { &plain };
                Ok(((*folded, *variant), spirv(&context, shader, set, *variant, folder.path())?))
            })
            .collect::<Result<_, String>>()?;
        if shader.declaration.name == "RenderMesh" {
            let distinct: std::collections::BTreeSet<&String> = compiled.values().collect();
            assert!(distinct.len() > SAMPLES / 2, "the comparison tells nothing apart");
        }
        for ((plain_id, folded_id), at) in pairs {
            if compiled[&(false, plain_id)] != compiled[&(true, folded_id)] {
                let values = shader.declaration.branches.describe(plain.parts[at].0.value);
                let stage = shader.variants.variants[folded_id as usize].stage.name();
                if let Some(keep) = std::env::var_os("UBERC_KEEP_DIFFERING") {
                    for (name, set, id) in [("plain", &plain, plain_id), ("folded", &shader.variants, folded_id)] {
                        let source = &set.sources[set.variants[id as usize].source as usize];
                        let file = format!("{}_{stage}_{at}_{name}.hlsl", shader.declaration.name);
                        let text = emit(source, &context.sources, Layout::AsWritten).text;
                        std::fs::write(Path::new(&keep).join(file), text)?;
                    }
                }
                differing.push(format!("{} {stage}: {values}", shader.declaration.name));
            }
        }
    }
    if differing.is_empty() { Ok(()) } else { Err(format!("{}:\n{}", differing.len(), differing.join("\n")).into()) }
}

/// A variant, compiled as the built-in chain does, optimised, without names.
fn spirv(
    context: &BuildContext,
    shader: &ShaderFront,
    set: &VariantSet,
    id: u32,
    folder: &Path,
) -> Result<String, String> {
    let variant = &set.variants[id as usize];
    let text = emit(&set.sources[variant.source as usize], &context.sources, Layout::OneTokenALine).text;
    let stem = folder.join(format!("{}_{}", shader.declaration.name, variant.key));
    let file = |extension: &str| -> PathBuf { stem.with_extension(extension) };
    std::fs::write(file("hlsl"), &text).map_err(|error| error.to_string())?;
    let stage = match variant.stage {
        Stage::Vertex => "vert",
        Stage::Pixel => "frag",
        Stage::Compute => "comp",
        other => return Err(format!("no {} stage in the library so far", other.name())),
    };
    run(Command::new("glslangValidator")
        .args(["-D", "-V", "--target-env", "vulkan1.1", "-S", stage, "-e", &variant.entry_point, "--hlsl-offsets"])
        .args(["--hlsl-iomap", "--hlsl-dx-position-w", "--auto-map-bindings", "-fhlsl_functionality1", "-o"])
        .args([file("spv"), file("hlsl")]))
    .map_err(|error| format!("{} {}: {error}\n{text}", shader.declaration.name, variant.entry_point))?;
    run(Command::new("spirv-opt")
        // Twice: the result of one run depends on how much it had to remove.
        .args(["-O", "-O", "--strip-debug", "--compact-ids", "-o"])
        .args([file("opt"), file("spv")]))?;
    canonical_spirv(&std::fs::read(file("opt")).map_err(|error| error.to_string())?)
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)))
}

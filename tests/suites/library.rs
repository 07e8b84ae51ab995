//! The shader library, end to end: built by the program, judged by outside readers, looked up by the runtime.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use libtest_mimic::{Failed, Trial};
use uberc::dialect::hlsl::GRAMMAR;
use uberc::explore::{self, BruteOutcome};
use uberc::model::{
    BranchLayout, Cube, CubeOutcome, DefineValue, Exploration, Limits, Permutation, Stage, StagedTechnique, Target,
    VariantSet,
};
use uberc::pipeline::{BuildContext, run_frontend};
use uberc::preprocess::{self, FileCache};
use uberc::sidecar;
use uberc::specialise::{Mode, specialise};
use uberc_runtime::{Pack, Scalar};

use crate::harness;
use crate::harness::direct3d::{Batch, needs_direct3d};

pub fn trials() -> Vec<Trial> {
    let compiled = |name: &'static str, test: fn() -> Result<(), Failed>| {
        harness::needs(
            "glslangValidator",
            harness::needs("spirv-val", harness::trial(format!("library::{name}"), test)),
        )
    };
    vec![
        harness::trial("library::counts", counts),
        harness::trial("library::upscaler_pays_for_what_it_looks_at", upscaler_pays_for_what_it_looks_at),
        harness::trial("library::dead_branches_of_mesh", dead_branches_of_mesh),
        harness::trial("library::split_is_one_by_one", split_is_one_by_one),
        harness::trial("library::mesh_explored_is_brute_force", mesh_explored_is_brute_force),
        compiled("every_mesh_key_is_what_specialize_says", every_mesh_key_is_what_specialize_says),
        compiled("no_key_beyond_the_branches_is_found", no_key_beyond_the_branches_is_found),
        compiled("spirv_val_accepts_every_blob", spirv_val_accepts_every_blob),
        compiled("naga_reads_every_wgsl_blob", naga_reads_every_wgsl_blob),
        compiled("zstd_accepts_the_archive", zstd_accepts_the_archive),
        compiled("archive_does_not_depend_on_threads_or_cache", archive_does_not_depend_on_threads_or_cache),
        needs_direct3d(compiled("every_shader_for_every_text_target", every_shader_for_every_text_target)),
    ]
}

fn shaders() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders")
}

pub fn uberc(arguments: &[&str]) -> Result<String, Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_uberc")).args(arguments).output()?;
    if !output.status.success() {
        return Err(format!("uberc {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr)).into());
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The library's archive for SPIR-V and WGSL, built once a run; later runs find its variants in the cache.
fn archive() -> Result<&'static [u8], Failed> {
    static ARCHIVE: OnceLock<Result<Vec<u8>, String>> = OnceLock::new();
    let built = ARCHIVE.get_or_init(|| {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let file = folder.path().join("library.fxo");
        let (shaders, file) = (shaders().display().to_string(), file.display().to_string());
        uberc(&["build", &shaders, "--target", "spirv,wgsl", "--output", &file])
            .map_err(|error| error.message().unwrap_or_default().to_owned())?;
        std::fs::read(file).map_err(|error| error.to_string())
    });
    built.as_deref().map_err(|error| error.clone().into())
}

/// What `list` prints: the numbers that the mesh's rules give on paper, and the few runs that find them.
fn counts() -> Result<(), Failed> {
    for (target, techniques) in [("spirv", 356), ("dx9", 428)] {
        let lines = uberc(&["list", &shaders().display().to_string(), "--target", target, "--message-format", "json"])?;
        let mut names = Vec::new();
        for line in lines.lines() {
            let line: serde_json::Value = serde_json::from_str(line)?;
            if line["reason"] != "shader" {
                continue;
            }
            names.push(line["shader"].to_string());
            if line["shader"] == "RenderMesh" {
                assert_eq!(line["permutations"], 16_384, "{line}");
                assert_eq!(line["techniques"], techniques, "{line}");
                assert!(line["specialize_runs"].as_u64().is_some_and(|runs| runs <= 40), "{line}");
            }
        }
        assert!(names.len() >= 8, "only {names:?}");
    }
    Ok(())
}

/// Six options that are macros: a pass has as many variants as the options it looks at can tell apart.
fn upscaler_pays_for_what_it_looks_at() -> Result<(), Failed> {
    let file = shaders().join("upscale.fx").display().to_string();
    let lines = uberc(&["list", &file, "--target", "spirv", "--message-format", "json"])?;
    let mut found = Vec::new();
    for line in lines.lines() {
        let line: serde_json::Value = serde_json::from_str(line)?;
        assert_eq!(line["permutations"], 64, "{line}");
        found.push((line["shader"].as_str().map(str::to_owned), line["variants"]["compute"].as_u64()));
    }
    let expected = [
        // Depth's direction, the size of the motion vectors, their jitter.
        ("UpscaleReconstruct", 8),
        // Depth's direction, the size of the motion vectors, the range of colours.
        ("UpscaleDepthClip", 8),
        // The table of the kernel (2), by the output: sharpened later, or colours of either range (3), by the motion
        // vectors: cleaned by an earlier pass, or read with jitter or without, in either depth (5).
        ("UpscaleAccumulate", 2 * 3 * 5),
        // The range of colours; not built without sharpening.
        ("UpscaleSharpen", 2),
    ];
    assert_eq!(found, expected.map(|(name, count)| (Some(name.to_owned()), Some(count))));
    Ok(())
}

/// The mesh's sidecar, loaded as the pipeline loads it.
fn with_mesh<T>(target: Target, use_it: impl FnOnce(&sidecar::Sidecar) -> T) -> Result<T, Failed> {
    let (context, _) = BuildContext::open(&[shaders()]);
    let unit =
        context.units.iter().find(|unit| unit.sidecar == Path::new("mesh.fx.lua")).ok_or("the library has no mesh")?;
    let file = context.sources.load(Path::new("mesh.fx")).map_err(|error| format!("{error:?}"))?;
    let request = preprocess::Request {
        include_paths: &context.project.include,
        macro_table: true,
        ..preprocess::Request::new(file)
    };
    let (base, _) = preprocess::preprocess(&request, &FileCache::default(), &context.sources);
    let request = sidecar::Request {
        infos: &std::collections::BTreeMap::new(),
        info_files: &[],
        unit,
        registry: context.registry(),
        dialect: context.dialect_of(unit),
        target,
        macros: &base.macros,
        generator_options: &context.project.generator_options,
        lua_paths: &context.project.lua,
        limits: &context.project.limits,
        cancelled: &Default::default(),
    };
    let (loaded, found) = sidecar::load(&request, &context.sources);
    let loaded = loaded.ok_or_else(|| harness::diagnostics(&found, &context.sources))?;
    Ok(use_it(&loaded))
}

fn mesh_explored_is_brute_force() -> Result<(), Failed> {
    for target in [Target::Spirv, Target::Dx9] {
        let wrong = with_mesh(target, |mesh| {
            let shader = &mesh.shaders[0];
            let (explored, found) = explore::explore(shader, &mut mesh.specializer(0), &Default::default());
            assert!(found.is_empty(), "{found:?}");
            let brute = explore::brute_force(shader, &mut mesh.plain_specializer(0)).expect("14 bits");
            assert_eq!(brute.len(), 16_384);
            explore::mismatches(shader, &explored, &brute)
        })?;
        assert!(wrong.is_empty(), "{}: {wrong:?}", target.name());
    }
    Ok(())
}

/// All 16,384 masks through the runtime, against one call of `Specialize` for each.
fn every_mesh_key_is_what_specialize_says() -> Result<(), Failed> {
    let pack = Pack::open(archive()?).map_err(|error| error.to_string())?;
    for target in [Target::Spirv, Target::Wgsl] {
        let brute = with_mesh(target, |mesh| {
            explore::brute_force(&mesh.shaders[0], &mut mesh.plain_specializer(0)).expect("14 bits")
        })?;
        let shader = pack.target(target.name())?.shader("RenderMesh")?;
        for (Permutation(bits), expected) in brute {
            let BruteOutcome::Built { technique, values } = expected else {
                return Err(format!("{bits:#x} is not built").into());
            };
            let found = shader.technique(shader.key_from_bits(bits)).map_err(|miss| miss.to_string())?;
            assert_eq!(found.final_values().bits() & !values.0, 0, "{bits:#x}");
            assert_eq!(found.render_state(), technique.render_state, "{bits:#x}");
            assert_eq!(found.vertex_format(), technique.vertex_format.as_deref(), "{bits:#x}");
            let entry_points: Vec<_> =
                found.stages().map(|variant| (variant.stage(), variant.source_entry_point().to_owned())).collect();
            let wanted: Vec<_> = technique.entry_points.iter().map(|(stage, name)| (*stage, name.clone())).collect();
            assert_eq!(entry_points, wanted, "{bits:#x}");
            let defines: Vec<(String, DefineValue)> = found
                .defines()
                .iter()
                .map(|(name, value)| {
                    let value = match value {
                        Scalar::Bool(value) => DefineValue::Bool(value),
                        Scalar::Number(value) => DefineValue::Number(value),
                        Scalar::String(value) => DefineValue::String(value.to_owned()),
                    };
                    (name.to_owned(), value)
                })
                .collect();
            assert_eq!(defines, technique.defines.clone().into_iter().collect::<Vec<_>>(), "{bits:#x}");
        }
    }
    Ok(())
}

fn no_key_beyond_the_branches_is_found() -> Result<(), Failed> {
    let pack = Pack::open(archive()?).map_err(|error| error.to_string())?;
    let (context, _) = BuildContext::open(&[shaders()]);
    let known = run_frontend(&context, &[Target::Spirv]);
    let target = pack.target("spirv")?;
    for shader in &known.shaders {
        let packed = target.shader(&shader.declaration.name)?;
        let layout: &BranchLayout = &shader.declaration.branches;
        // One bit more than the key has: half of what is tried is no permutation.
        for bits in 0..1u64 << (layout.bits() + 1).min(20) {
            let expected = shader.exploration.resolve(layout, Permutation(bits));
            let found = packed.technique(packed.key_from_bits(bits)).ok();
            assert_eq!(
                found.map(|found| found.number()),
                expected.and_then(|_| number_of(&shader.variants, Permutation(bits))),
                "{} {bits:#x}",
                shader.declaration.name
            );
        }
    }
    Ok(())
}

/// Read off `mesh.fx` by hand: the vertex entry points reach `DeformVertex` (skinning, foliage) and ask for shadow casting;
/// the pixel entry points ask for everything but skinning, and of shadow casting only whether it is as colour.
fn dead_branches_of_mesh() -> Result<(), Failed> {
    let (context, _) = BuildContext::open(&[shaders()]);
    let known = run_frontend(&context, &[Target::Spirv]);
    let mesh = known.shaders.iter().find(|shader| shader.declaration.name == "RenderMesh").ok_or("no RenderMesh")?;
    let explanation = uberc::pipeline::explain(mesh, &[]);
    let dead = |stage: Stage| -> Vec<&str> {
        let branches = explanation.branches.iter();
        branches
            .filter(|branch| !branch.live.iter().flatten().any(|live| *live == stage))
            .map(|branch| branch.name.as_str())
            .collect()
    };
    assert_eq!(
        dead(Stage::Vertex),
        [
            "g_bBinaryAlpha",
            "g_bBloom",
            "g_bDebug",
            "g_bDepth",
            "g_bDepthAsColor",
            "g_bMultiLayer",
            "g_bForwardLighting",
            "g_bShadowRec",
            "g_bShadowProjected",
            "g_bTransparent"
        ]
    );
    assert_eq!(dead(Stage::Pixel), ["g_bShadowCast", "g_bSkinning"]);
    // Of these, the sidecar takes another entry point for depth and shadows, and `USE_SKINNING` comes from the skinning
    // branch; a skinned mesh is no foliage either, which the pixel source looks at.
    let chooses = |stage: Stage, name: &str| {
        let branch = explanation.branches.iter().find(|branch| branch.name == name);
        branch.and_then(|branch| branch.chooses.as_ref()).is_some_and(|stages| stages.contains(&stage))
    };
    let choosing: Vec<&str> = dead(Stage::Vertex).into_iter().filter(|name| chooses(Stage::Vertex, name)).collect();
    assert_eq!(choosing, ["g_bDepth", "g_bDepthAsColor"]);
    let choosing: Vec<&str> = dead(Stage::Pixel).into_iter().filter(|name| chooses(Stage::Pixel, name)).collect();
    assert_eq!(choosing, ["g_bShadowCast", "g_bSkinning"]);
    Ok(())
}

fn number_of(set: &VariantSet, permutation: Permutation) -> Option<u32> {
    let technique = set.technique_of(permutation)?;
    set.techniques.iter().position(|known| known == technique).map(|at| at as u32)
}

/// Splitting what passes through on live branches alone gives each permutation what it has when it is specialised on its
/// own, and nothing more is told apart.
fn split_is_one_by_one() -> Result<(), Failed> {
    let (context, _) = BuildContext::open(&[shaders()]);
    let limits = Limits { techniques: u64::MAX, ..Limits::default() };
    for shader in run_frontend(&context, &[Target::Spirv]).shaders {
        let (layout, explored) = (&shader.declaration.branches, &shader.exploration);
        let keys: Vec<Permutation> = (0..=layout.mask()).map(Permutation).filter(|key| layout.exists(key.0)).collect();
        let alone = |key: &Permutation| {
            let cube = explored.cube_of(*key).ok_or("a key lies in no cube")?;
            Ok(CubeOutcome { cube: Cube { mask: layout.mask(), value: key.0 }, ..cube.clone() })
        };
        let cubes = keys.iter().map(alone).collect::<Result<_, Failed>>()?;
        let every = Exploration::new(0, explored.techniques.clone(), cubes);
        let (each, found) = specialise(&GRAMMAR, &shader.declaration, &every, &shader.tokens, Mode::Folded, &limits);
        assert!(found.is_empty(), "{found:?}");
        let split = &shader.variants;
        assert_eq!((each.techniques.len(), each.variants.len()), (split.techniques.len(), split.variants.len()));
        let texts = |set: &VariantSet, technique: &StagedTechnique| -> Vec<_> {
            let variant = |id: &uberc::model::VariantId| set.variants[id.0 as usize].key;
            technique.stages.iter().map(|(stage, id)| (*stage, variant(id))).collect()
        };
        for key in keys {
            match (split.technique_of(key), each.technique_of(key)) {
                (None, None) => {}
                (Some(split_one), Some(alone)) => {
                    assert_eq!(split_one.finals, alone.finals, "{} {:#x}", shader.declaration.name, key.0);
                    assert_eq!(texts(split, split_one), texts(&each, alone));
                    let values = explored.resolve(layout, key).ok_or("it is built")?.values.0;
                    assert_eq!(values & split_one.finals.mask, split_one.finals.value);
                }
                _ => return Err(format!("{} {:#x} is built once only", shader.declaration.name, key.0).into()),
            }
        }
    }
    Ok(())
}

/// Every distinct blob of a target, decoded, with a name for messages.
pub fn blobs(archive: &[u8], target: &str) -> Result<Vec<(String, Vec<u8>)>, Failed> {
    let pack = Pack::open(archive).map_err(|error| error.to_string())?;
    let mut blobs = std::collections::BTreeMap::new();
    for shader in pack.target(target)?.shaders() {
        for technique in shader.techniques() {
            for variant in technique.stages() {
                let name = format!("{} {}", shader.name(), variant.source_entry_point());
                blobs.entry(variant.blob().index()).or_insert((name, variant.blob()));
            }
        }
    }
    blobs.into_values().map(|(name, blob)| Ok((name, blob.decode().map_err(|error| error.to_string())?))).collect()
}

fn spirv_val_accepts_every_blob() -> Result<(), Failed> {
    let blobs = blobs(archive()?, "spirv")?;
    assert!(blobs.len() > 100, "only {} blobs", blobs.len());
    spirv_val_accepts(blobs)
}

pub fn spirv_val_accepts(blobs: Vec<(String, Vec<u8>)>) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("blob.spv");
    for (name, code) in blobs {
        std::fs::write(&file, code)?;
        let output = Command::new("spirv-val").args(["--target-env", "vulkan1.1spv1.4"]).arg(&file).output()?;
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

fn naga_reads_every_wgsl_blob() -> Result<(), Failed> {
    let blobs = blobs(archive()?, "wgsl")?;
    assert!(blobs.len() > 100, "only {} blobs", blobs.len());
    naga_reads(blobs)
}

pub fn naga_reads(blobs: Vec<(String, Vec<u8>)>) -> Result<(), Failed> {
    for (name, code) in blobs {
        let text = String::from_utf8(code)?;
        let module = naga::front::wgsl::parse_str(&text).map_err(|error| format!("{name}: {error}"))?;
        let mut validator =
            naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all());
        validator.validate(&module).map_err(|error| format!("{name}: {error:?}"))?;
    }
    Ok(())
}

fn zstd_accepts_the_archive() -> Result<(), Failed> {
    let mut whole = Vec::new();
    std::io::Read::read_to_end(&mut zstd::stream::read::Decoder::new(archive()?)?, &mut whole)?;
    assert!(!whole.is_empty());
    Ok(())
}

fn archive_does_not_depend_on_threads_or_cache() -> Result<(), Failed> {
    let project = tempfile::tempdir()?;
    for name in ["tonemap.fx", "tonemap.fx.lua", "uberc.toml"] {
        std::fs::copy(shaders().join(name), project.path().join(name))?;
    }
    for folder in ["include", "lua"] {
        harness::copy_tree(&shaders().join(folder), &project.path().join(folder))?;
    }
    let root = project.path().display().to_string();
    let mut archives = Vec::new();
    for (file, options) in
        [("cold.fxo", ["--jobs", "1"]), ("warm.fxo", ["--jobs", "4"]), ("none.fxo", ["--no-cache", "-q"])]
    {
        let file = project.path().join(file);
        let file_name = file.display().to_string();
        let mut arguments = vec!["build", root.as_str(), "--target", "spirv,wgsl", "--output", file_name.as_str()];
        arguments.extend(options);
        uberc(&arguments)?;
        archives.push(std::fs::read(&file)?);
    }
    assert!(archives.iter().all(|archive| *archive == archives[0]), "the archives differ");
    Ok(())
}

/// What naga writes for the other targets is accepted by a reader of each language that runs here: glslangValidator for
/// GLSL and GLSL ES, DXC for HLSL. Metal has none here; its text is only required to be there. An ordinary run reads a sample of
/// the texts.
fn every_shader_for_every_text_target() -> Result<(), Failed> {
    let read = read_texts(&shaders())?;
    assert!(read > 25, "only {read} texts");
    Ok(())
}

/// Builds a project for the targets that are text, and has their readers read them; how many there were.
pub fn read_texts(shaders: &Path) -> Result<usize, Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("text.fxo").display().to_string();
    let shaders = shaders.display().to_string();
    let line =
        uberc(&["build", &shaders, "--target", "msl,glsl,gles,hlsl", "--output", &file, "--message-format", "json"])?;
    let summary: serde_json::Value = serde_json::from_str(line.lines().last().unwrap_or_default())?;
    assert_eq!(summary["failed"], 0, "{line}");
    let mut dxc = Batch::start("dxc", "--jobs")?;
    let mut read = 0;
    for target in ["glsl", "gles", "hlsl"] {
        let out = folder.path().join(target).display().to_string();
        let listed = uberc(&["extract", &file, "--target", target, "--output", &out, "--message-format", "json"])?;
        let step = if harness::compares_everything() { 1 } else { 60 };
        for line in listed.lines().step_by(step) {
            let line: serde_json::Value = serde_json::from_str(line)?;
            let path = line["path"].as_str().ok_or("a path")?;
            let (stage, profile) = match line["stage"].as_str() {
                Some("vertex") => ("vert", "vs_6_2"),
                Some("pixel") => ("frag", "ps_6_2"),
                _ => ("comp", "cs_6_2"),
            };
            read += 1;
            if target == "hlsl" {
                let entry_point = line["entry_point"].as_str().ok_or("an entry point")?;
                let answer = dxc.compile(&[path, "-HV", "2018", "-T", profile, "-E", entry_point])?;
                assert!(answer.accepted, "{path}: {}", answer.messages);
                continue;
            }
            let output = Command::new("glslangValidator").args(["-S", stage, path]).output()?;
            assert!(output.status.success(), "{path}: {}", String::from_utf8_lossy(&output.stdout));
        }
    }
    Ok(read)
}

//! What the library draws and writes on the software Vulkan device.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use uberc::diag::Sources;
use uberc::dialect::bsl::program::Stage;
use uberc::dialect::bsl::{Options, Translation, translate};
use uberc::pipeline::BuildContext;
use uberc_judge::batch::{Content, Descriptor, Job, Kind, Module, Object, Outcome, Stage as JudgeStage, Work};

use crate::harness;
use crate::suites::glsl_library::draws_the_same;

pub fn trials() -> Vec<Trial> {
    let needs = |trial| harness::needs("glslangValidator", harness::needs_device(trial));
    vec![
        needs(harness::trial("bsl::pipelines_draw_what_glslang_draws", pipelines_draw)),
        needs(harness::trial("bsl::units_draw_what_glslang_draws", units_draw)),
        needs(harness::trial("bsl::tests_of_the_library_pass_on_the_device", tests_pass)),
        harness::needs("glslangValidator", harness::trial("bsl::unroll_spellings_give_one_spirv", one_spirv)),
    ]
}

fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/bsl")
}

/// The files of the library, by the names that they include each other with.
fn sources() -> Result<Sources, Failed> {
    let mut files = Vec::new();
    for folder in [library(), library().join("include")] {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "bsl") {
                let name = path.file_name().map(PathBuf::from).unwrap_or_default();
                files.push((name, std::fs::read(&path)?));
            }
        }
    }
    Ok(Sources::in_memory(files))
}

fn translated(name: &str, options: &Options) -> Result<Translation, Failed> {
    let sources = sources()?;
    let root = sources.load(Path::new(name)).map_err(|error| format!("{error:?}"))?;
    let translation = translate(&root, &sources, &[], options);
    let said = harness::diagnostics(&translation.diagnostics, &sources);
    if said.is_empty() { Ok(translation) } else { Err(said.into()) }
}

/// The texts of each pipeline as a shader of a project: they are complete, so that nothing but GLSL is needed for them.
fn pipelines_draw() -> Result<(), Failed> {
    let project = tempfile::tempdir()?;
    std::fs::write(project.path().join("uberc.toml"), "")?;
    let mut texts: BTreeMap<String, (String, String)> = BTreeMap::new();
    for name in ["ribbon.bsl", "blur.bsl"] {
        for stage in translated(name, &Options::default())?.stages {
            let (version, rest) = stage.text.split_once('\n').ok_or("a version")?;
            let (whole, sidecar) = texts
                .entry(stage.pipeline.clone())
                .or_insert_with(|| (format!("{version}\n"), format!("local a = Shader(\"{}\")\n", stage.pipeline)));
            assert!(!rest.contains("#define") && !rest.contains("#if"), "{rest}");
            *whole += &format!("#ifdef UBERC_{}\n{rest}\n#endif\n", stage.stage.name().to_uppercase());
            let field = match stage.stage {
                Stage::Vertex => "VertexShader",
                Stage::Fragment => "PixelShader",
                Stage::Compute => "ComputeShader",
            };
            *sidecar += &format!("a.Technique.{field} = \"main\"\n");
        }
    }
    let names: Vec<&str> = texts.keys().map(String::as_str).collect();
    assert_eq!(names, ["blur_far", "blur_near", "ribbon_plain", "ribbon_striped"]);
    for (name, (text, sidecar)) in texts {
        std::fs::write(project.path().join(format!("{name}.glsl")), text)?;
        std::fs::write(project.path().join(format!("{name}.glsl.lua")), sidecar)?;
    }
    let (context, _) = BuildContext::open(&[project.path().to_path_buf()]);
    draws_the_same(&context)
}

/// The library as a project, with fewer branches for the shader that has hundreds of variants: constants that are no
/// branches are uniforms.
fn units_draw() -> Result<(), Failed> {
    let project = tempfile::tempdir()?;
    harness::copy_tree(&library(), project.path())?;
    let sidecar = "local surface = Shader(\"Surface\")\nsurface.Branches = { \"use_shapes\", Int(\"transfer\", 0, 2) }\n\
        surface.Technique.VertexShader, surface.Technique.PixelShader = \"surface_vs\", \"surface_fs\"\n";
    std::fs::write(project.path().join("surface.bsl.lua"), sidecar)?;
    let (context, _) = BuildContext::open(&[project.path().to_path_buf()]);
    draws_the_same(&context)
}

/// `TEST` blocks as part of a shader: each check writes its index, that it passed, and its line.
fn tests_pass() -> Result<(), Failed> {
    let without = translated("checks.bsl", &Options::default())?;
    assert!(without.tests.is_empty() && !without.stages[0].text.contains("test_buffer"));
    let translation = translated("checks.bsl", &Options { tests: true, ..Options::default() })?;
    let [stage] = translation.stages.as_slice() else { return Err("one stage".into()) };
    let count = translation.tests.len();
    assert!(count > 8, "{count} checks");
    let options = uberc_judge::glslang::Options::default();
    let spirv = uberc_judge::glslang::glsl_with(&stage.text, JudgeStage::Compute, &options)?;
    let object =
        |bytes: usize| Object { read_back: true, content: Content::Buffer { format: None, bytes: vec![0; bytes] } };
    let of = |binding: u32, object: usize| Descriptor {
        set: 0,
        binding,
        kind: Kind::StorageBuffer,
        elements: vec![(object, None)],
    };
    let job = Job {
        limit: std::time::Duration::from_secs(60),
        modules: vec![Module { stage: JudgeStage::Compute, entry: "main".into(), spirv }],
        objects: vec![object(16), object(count * 12)],
        push: Vec::new(),
        // The buffer of prints would be binding 1.
        descriptors: vec![of(0, 0), of(2, 1)],
        work: Work::Dispatch([1, 1, 1]),
        again: Vec::new(),
    };
    let outcomes = uberc_judge::runner::run(&[job])?;
    let [Outcome::Done(read)] = outcomes.as_slice() else { return Err(format!("{outcomes:?}").into()) };
    let words: Vec<u32> =
        read[&1].chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
    let sources = sources()?;
    for (index, (check, record)) in translation.tests.iter().zip(words.chunks_exact(3)).enumerate() {
        let line = sources.load(Path::new("packing_lib.bsl")).map(|file| file.position(check.span.start).line);
        let line = line.map_err(|error| format!("{error:?}"))?;
        assert_eq!(record, [index as u32, 1, line], "{}", check.test);
    }
    Ok(())
}

/// A loop that adds each weight, with the attribute behind its head and before it.
fn one_spirv() -> Result<(), Failed> {
    let code = |spelling: &str| -> Result<Vec<u8>, Failed> {
        let text = format!(
            "struct Data {{ [[storage(0, read_write)]] float (&all)[]; }};\n\
             [[compute, local_size(1)]] void sum_cs([[resource_table]] Data &srt)\n{{\n\
             \x20   float sum = 0.0f;\n    {spelling} {{ sum += srt.all[k + 1] * float(k); }}\n    srt.all[0] = sum;\n}}\n"
        );
        let sources = Sources::in_memory([("main.bsl", text.into_bytes())]);
        let root = sources.load(Path::new("main.bsl")).map_err(|error| format!("{error:?}"))?;
        let translation = translate(&root, &sources, &[], &Options::default());
        let said = harness::diagnostics(&translation.diagnostics, &sources);
        let [stage] = translation.stages.as_slice() else { return Err(said.into()) };
        let options = uberc_judge::glslang::Options::default();
        Ok(uberc_judge::glslang::glsl_with(&stage.text, JudgeStage::Compute, &options)?)
    };
    for (new, old) in [
        ("for (int k = -1; k <= 1; k++) [[unroll]]", "[[gpu::unroll]] for (int k = -1; k <= 1; k++)"),
        ("for (int k = 0; k < 9; k++) [[unroll_n(4)]]", "[[gpu::unroll(4)]] for (int k = 0; k < 9; k++)"),
    ] {
        assert_eq!(code(new)?, code(old)?, "{new}");
    }
    Ok(())
}

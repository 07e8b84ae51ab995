//! BSL: what each case translates to or is told, and whether GLSL's compilers take it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use uberc::diag::{self, Diagnostic, SourceFile, Sources};
use uberc::dialect::bsl::program::Stage as BslStage;
use uberc::dialect::bsl::unit::unit;
use uberc::dialect::bsl::{Options, Printing, Translation, library, translate};
use uberc::dialect::create_info::explain;
use uberc::dialect::glsl::Glsl;
use uberc::dialect::{Language, Registry};
use uberc::model::{LanguageVersion, Stage};
use uberc::report::{Ending, Report};

use crate::harness;

mod device;
mod hostile;
mod infos;

type Test = fn() -> Result<(), Failed>;

pub fn trials() -> Vec<Trial> {
    let mut trials = harness::cases("bsl", case);
    let own: [(&str, Test); 8] = [
        ("the_library_is_built", the_library_is_built),
        ("units_are_built", units_are_built),
        ("mistakes_of_units_are_shown_in_bsl", mistakes_of_units_are_shown_in_bsl),
        ("translations_do_not_change", translations_do_not_change),
        ("unroll_spellings_give_one_text", unroll_spellings_give_one_text),
        ("glsl_takes_every_stage", glsl_takes_every_stage),
        ("places_lead_back", places_lead_back),
        ("damaged_programs_end", damaged_programs_end),
    ];
    trials.extend(own.into_iter().map(|(name, run)| harness::trial(format!("bsl::{name}"), run)));
    let outside = harness::trial("bsl::glslang_takes_every_stage", glslang_takes_every_stage);
    trials.push(harness::needs("glslangValidator", outside));
    let numbers = harness::trial("bsl::numbers_are_those_of_cxx", numbers_are_those_of_cxx);
    trials.push(harness::needs_device(harness::needs("g++", numbers)));
    let cxx = harness::trial("bsl::gcc_takes_every_file", gcc_takes_every_file);
    trials.push(harness::needs("g++", cxx));
    trials.extend(infos::trials());
    trials.extend(device::trials());
    trials.extend(hostile::trials());
    trials
}

/// The files of a case, its root, and the options that `options.txt` names.
fn open(folder: &Path) -> Result<(Sources, Arc<SourceFile>, Options), Failed> {
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    let mut options = Options::default();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let Some(name) = path.file_name() else { continue };
        if name == "options.txt" {
            let text = std::fs::read_to_string(&path)?;
            options.assertions = text.contains("assertions");
            options.line_directives = text.contains("lines");
            options.tests = text.contains("tests");
            if text.contains("printf") {
                options.printf = Printing::Buffer;
            }
        } else if name != "expected.txt" {
            files.push((PathBuf::from(name), std::fs::read(&path)?));
        }
    }
    files.sort();
    let sources = Sources::in_memory(files);
    if folder.join("infos.lua").is_file() {
        options.infos = Some(Arc::new(infos::by_hand(&sources, "infos.lua")?));
    }
    let root = sources.load(Path::new("main.bsl")).map_err(|error| format!("{error:?}"))?;
    Ok((sources, root, options))
}

fn translated(folder: &Path) -> Result<(Translation, String, Sources), Failed> {
    let (sources, root, options) = open(folder)?;
    let translation = translate(&root, &sources, &[], &options);
    let (text, _) = library(&root, &sources, &[], &options);
    Ok((translation, text, sources))
}

/// Everything of a translation as text.
fn shown(translation: &Translation, library: &str, sources: &Sources) -> String {
    let mut out = harness::diagnostics(&translation.diagnostics, sources);
    for layout in &translation.layouts {
        out += &format!("layout {}\n", serde_json::to_string(layout).unwrap_or_default());
    }
    for format in &translation.formats {
        let word = if format.is_assertion { "assertion" } else { "format" };
        out += &format!("{word} {} {:?}\n", format.number, format.text);
    }
    let infos = infos::library_of(&translation.pipelines);
    for pipeline in &translation.pipelines {
        out.extend(explain(&infos, &pipeline.info.name, sources));
        let layout = &pipeline.layout;
        for bound in layout.resources.iter().chain(&layout.subpasses) {
            out += &format!("    binding {} {} {}\n", bound.set, bound.binding, bound.name);
        }
    }
    if library.lines().count() > 1 {
        out += &format!("\n==== library\n{library}");
    }
    for stage in &translation.stages {
        out += &format!("\n==== {} {} {}\n{}", stage.pipeline, stage.stage.name(), stage.entry, stage.text);
    }
    out
}

fn case(folder: &Path) -> Result<(), Failed> {
    let (translation, library, sources) = translated(folder)?;
    let mut text = shown(&translation, &library, &sources);
    if std::fs::read_to_string(folder.join("options.txt")).is_ok_and(|options| options.contains("unit")) {
        let (sources, root, options) = open(folder)?;
        text += &format!("\n==== unit\n{}", unit(&root, &sources, &[], &options).text);
    }
    harness::golden(&folder.join("expected.txt"), &text)
}

fn folders() -> Result<Vec<PathBuf>, Failed> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(harness::suite_dir("bsl"))? {
        all.push(entry?.path());
    }
    all.sort();
    Ok(all)
}

fn translations_do_not_change() -> Result<(), Failed> {
    for folder in folders()? {
        let (one, library, sources) = translated(&folder)?;
        let (two, again, others) = translated(&folder)?;
        assert_eq!(shown(&one, &library, &sources), shown(&two, &again, &others), "{}", folder.display());
    }
    Ok(())
}

fn unroll_spellings_give_one_text() -> Result<(), Failed> {
    let text = std::fs::read_to_string(harness::suite_dir("bsl").join("unroll/expected.txt"))?;
    let body = |name: &str| {
        let rest = text.split(&format!("float {name}(")).nth(1)?;
        rest.split("\n}").next()?.split_once('{').map(|(_, body)| body.to_owned())
    };
    let (suffix, prefix) = (body("suffix"), body("prefix"));
    assert!(suffix.is_some() && suffix == prefix, "{suffix:?} {prefix:?}");
    Ok(())
}

/// Every text that a case without errors gives: its name, its stage, and itself.
fn texts() -> Result<Vec<(String, BslStage, String)>, Failed> {
    let mut all = Vec::new();
    for folder in folders()? {
        let (translation, library, _) = translated(&folder)?;
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        for stage in translation.stages {
            all.push((format!("{name} {}", stage.entry), stage.stage, stage.text));
        }
        if library.lines().count() > 1 {
            all.push((format!("{name} library"), BslStage::Fragment, library + "\nvoid main()\n{\n}\n"));
        }
    }
    assert!(all.len() > 10, "{} texts", all.len());
    Ok(all)
}

fn glslang_takes_every_stage() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let mut problems = Vec::new();
    for (name, stage, text) in texts()? {
        for line in text.lines().filter(|line| line.starts_with('#')) {
            let allowed = ["#version", "#extension", "#line"].iter().any(|word| line.starts_with(word));
            assert!(allowed, "{name}: {line}");
        }
        let word = match stage {
            BslStage::Vertex => "vert",
            BslStage::Fragment => "frag",
            BslStage::Compute => "comp",
        };
        let file = folder.path().join(format!("text.{word}"));
        std::fs::write(&file, &text)?;
        let mut command = Command::new("glslangValidator");
        command.args(["-V", "--target-env", "vulkan1.1", "-o"]).arg(folder.path().join("out.spv")).arg(&file);
        let output = command.output()?;
        if !output.status.success() {
            problems.push(format!("{name}: {}\n{text}", String::from_utf8_lossy(&output.stdout)));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// The GLSL front end takes a text.
fn analysed(text: &str, stage: Stage) -> Result<(), String> {
    let sources = Sources::in_memory([("main.glsl", text.as_bytes())]);
    let (source, mut found) = super::glsl_analyse::source_text(&sources, stage, "main.glsl")?;
    let (program, more) = Glsl.open_session().analyse(&source, stage, "main", LanguageVersion::default());
    found.extend(more);
    diag::sort(&mut found, &sources);
    let is_sound = program.is_some() && !found.iter().any(Diagnostic::is_error);
    if is_sound { Ok(()) } else { Err(harness::diagnostics(&found, &sources)) }
}

fn glsl_takes_every_stage() -> Result<(), Failed> {
    let mut problems = Vec::new();
    for (name, stage, text) in texts()? {
        let stage = match stage {
            BslStage::Vertex => Stage::Vertex,
            BslStage::Fragment => Stage::Pixel,
            BslStage::Compute => Stage::Compute,
        };
        if let Err(said) = analysed(&text, stage) {
            problems.push(format!("{name}:\n{said}"));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// Each word of the text that comes from a word of the same spelling leads to that word.
fn places_lead_back() -> Result<(), Failed> {
    let (translation, _, sources) = translated(&harness::suite_dir("bsl").join("everything"))?;
    let mut exact = 0;
    for stage in &translation.stages {
        for (at, _) in stage.text.match_indices("sum") {
            let origin = stage.places.origin(at as u32, at as u32 + 3).ok_or("a name has no place")?;
            let file = sources.get(origin.file);
            let text = &file.text[origin.start as usize..origin.end as usize];
            assert!(text.contains("sum"), "{text}");
            exact += usize::from(text == "sum");
        }
    }
    assert!(exact > 2, "{exact} places");
    Ok(())
}

/// Words lost, doubled and exchanged: an answer each time.
fn damaged_programs_end() -> Result<(), Failed> {
    let mut random = harness::Random::new(0x2545_f491_4f6c_dd1d);
    for folder in folders()? {
        let text = std::fs::read_to_string(folder.join("main.bsl"))?;
        for _ in 0..40 {
            let damaged = harness::damaged(&text, &mut random);
            let sources = Sources::in_memory([("main.bsl", damaged.into_bytes())]);
            let root = sources.load(Path::new("main.bsl")).map_err(|error| format!("{error:?}"))?;
            let translation = translate(&root, &sources, &[], &Options::default());
            for problem in &translation.diagnostics {
                assert!(problem.primary.is_some(), "{problem:?}");
            }
        }
    }
    Ok(())
}

/// A unit with two branches, in a file that it includes and in its own.
const UNIT: &str = "#include \"fog.bsl\"\n\
    struct Features { [[compilation_constant]] bool use_fog; [[compilation_constant]] int quality; };\n\
    struct Resources { [[sampler(0)]] sampler2D albedo; [[push_constant]] float4 tint; };\n\
    struct Varyings { [[smooth]] float2 uv; };\n\
    struct Target { [[frag_color(0)]] float4 color; };\n\
    [[vertex]] void quad_vs([[out]] Varyings &v_out, [[vertex_id]] const int id, [[position]] float4 &position)\n\
    {\n    v_out.uv = float2(float(id & 1), float(id >> 1));\n    position = float4(v_out.uv, 0.0f, 1.0f);\n}\n\
    [[fragment]] void quad_fs([[resource_table]] Resources &srt, [[resource_table]] Features &features,\n\
                              [[in]] const Varyings &v_in, [[out]] Target &target)\n\
    {\n    float4 color = texture(srt.albedo, v_in.uv) * srt.tint;\n\
    \x20   if (features.use_fog) [[static_branch]] { color = fog(color, 0.5f); }\n\
    \x20   if (features.quality > 1) [[static_branch]] { color.x = sqrt(color.x); }\n\
    \x20   target.color = color;\n}\n";

const FOG: &str = "float4 fog(float4 color, float amount) { return mix(color, float4(0.5f), amount); }\n";

const SIDECAR: &str = "local quad = Shader(\"Quad\")\n\
    quad.Branches = { \"use_fog\", Int(\"quality\", 0, 2) }\n\
    quad.Technique.VertexShader, quad.Technique.PixelShader = \"quad_vs\", \"quad_fs\"\n";

const PROJECT: &str = "targets = [\"spirv\", \"wgsl\", \"msl\", \"hlsl\", \"glsl\", \"gles\"]\n\
    target.spirv.compilers = [\"embedded\"]\ntarget.wgsl.compilers = [\"embedded\"]\n\
    target.msl.compilers = [\"embedded\"]\ntarget.hlsl.compilers = [\"embedded\"]\n\
    target.glsl.compilers = [\"embedded\"]\ntarget.gles.compilers = [\"embedded\"]\n";

/// Builds a project of these files; what was said, with places as a person sees them.
fn built(folder: &Path, files: &[(&str, &str)]) -> Result<(Report, String), Failed> {
    for (name, text) in files {
        std::fs::write(folder.join(name), text)?;
    }
    let (report, context) = harness::build_project(&Registry::standard(), folder, None);
    let line = |problem: &Diagnostic| {
        let place = problem.primary.as_ref().map_or_else(String::new, |label| {
            let span = context.sources.outermost(label.span);
            let file = context.sources.get(span.file);
            let position = file.position(span.start);
            format!("{}:{}:{}: ", file.name, position.line, position.column)
        });
        format!("{place}{}[{}]: {}\n", problem.severity.name(), problem.code, problem.message)
    };
    let said = report.diagnostics.iter().map(line).collect();
    Ok((report, said))
}

/// Branches are constants of pipelines: each stage is split by those that it reads, for every target.
fn units_are_built() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let files = [("uberc.toml", PROJECT), ("quad.bsl", UNIT), ("fog.bsl", FOG), ("quad.bsl.lua", SIDECAR)];
    let (report, said) = built(folder.path(), &files)?;
    assert_eq!((report.ending, said.as_str()), (Ending::Success, ""));
    // One vertex shader; pixel shaders with and without fog, with and without quality: for six targets.
    assert_eq!(report.summary.variants, 6 * 5);
    // The included file is an input, and nothing else is built again.
    let (report, _) = built(folder.path(), &[("fog.bsl", &FOG.replace("0.5f", "0.25f"))])?;
    assert_eq!((report.ending, report.summary.compiled), (Ending::Success, 6 * 2));
    let (report, _) =
        built(folder.path(), &[("fog.bsl", &format!("// A comment.\n{}", FOG.replace("0.5f", "0.25f")))])?;
    assert_eq!((report.ending, report.summary.compiled), (Ending::Success, 0));
    Ok(())
}

fn mistakes_of_units_are_shown_in_bsl() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let wrong = UNIT.replace("sqrt(color.x)", "sqrtt(color.x)");
    let files = [("uberc.toml", PROJECT), ("quad.bsl", &wrong), ("fog.bsl", FOG), ("quad.bsl.lua", SIDECAR)];
    let (report, said) = built(folder.path(), &files)?;
    assert_eq!(report.ending, Ending::SourceErrors);
    assert!(said.starts_with("quad.bsl:16:61: error[bsl/unknown-function]"), "{said}");
    let files = [("quad.bsl", UNIT), ("fog.bsl", &FOG.replace("float amount", "flaot amount"))];
    let (_, said) = built(folder.path(), &files)?;
    assert!(said.starts_with("fog.bsl:1:26: error[bsl/unknown-type]"), "{said}");
    let sizes = "struct Data { [[storage(0, write)]] float (&results)[]; };\n\
        [[compute, local_size(4)]] void one_cs([[resource_table]] Data &srt) { srt.results[0] = 1.0f; }\n\
        [[compute, local_size(8)]] void two_cs([[resource_table]] Data &srt) { srt.results[0] = 2.0f; }\n";
    let sidecar = "local sizes = Shader(\"Sizes\")\nsizes.Technique.ComputeShader = \"two_cs\"\n";
    let (_, said) = built(folder.path(), &[("sizes.bsl", sizes), ("sizes.bsl.lua", sidecar)])?;
    assert!(said.contains("sizes.bsl:3:33: error[bsl/local-size]"), "{said}");
    std::fs::remove_file(folder.path().join("sizes.bsl.lua"))?;
    // What GLSL's front end says of the text leads to BSL: an entry point that is not there.
    let sidecar = SIDECAR.replace("quad_fs", "quad_ps");
    let (report, said) = built(folder.path(), &[("fog.bsl", FOG), ("quad.bsl.lua", &sidecar)])?;
    assert_eq!(report.ending, Ending::SourceErrors);
    assert!(said.contains("quad_ps"), "{said}");
    Ok(())
}

/// Each variant of `shaders/bsl`, for every target that the embedded compiler writes.
fn the_library_is_built() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/bsl");
    harness::copy_tree(&library, folder.path())?;
    let settings = format!("{PROJECT}{}", std::fs::read_to_string(library.join("uberc.toml"))?);
    // OpenGL ES 3.10 has no 16-bit images that are read.
    let settings = settings.replace(", \"gles\"", "");
    let (report, said) = built(folder.path(), &[("uberc.toml", &settings)])?;
    assert_eq!((report.ending, said.as_str()), (Ending::Success, ""));
    assert!(report.summary.variants > 5 * 100, "{} variants", report.summary.variants);
    Ok(())
}

/// Files with what C++ does not have: names of create-infos, vectors in an anonymous structure of a union.
const NOT_CXX: [&str; 3] = ["legacy", "legacy_stages", "unions"];

/// Every file without mistakes is C++, without a warning.
fn gcc_takes_every_file() -> Result<(), Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<(PathBuf, PathBuf)> = Vec::new();
    for folder in folders()? {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if !name.starts_with("wrong_") && !NOT_CXX.contains(&name.as_str()) {
            files.push((folder.join("main.bsl"), folder));
        }
    }
    for name in ["surface.bsl", "blur.bsl", "ribbon.bsl", "checks.bsl"] {
        files.push((root.join("shaders/bsl").join(name), root.join("shaders/bsl/include")));
    }
    let place = tempfile::tempdir()?;
    let mut problems = Vec::new();
    for (file, include) in files {
        // Create-infos are no C++.
        let text = std::fs::read_to_string(&file)?;
        let kept: Vec<&str> = text.lines().map(|line| if line.contains("_infos.hh") { "" } else { line }).collect();
        let copy = place.path().join("main.cc");
        std::fs::write(&copy, kept.join("\n"))?;
        let mut command = Command::new("g++");
        command.args(["-std=c++20", "-fsyntax-only", "-Wall", "-Werror", "-Wno-attributes", "-include"]);
        command.arg(root.join("cxx/bsl.hh")).arg("-I").arg(&include).arg(&copy);
        let output = command.output()?;
        if !output.status.success() {
            problems.push(format!("{}: {}", file.display(), String::from_utf8_lossy(&output.stderr)));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// The results of a program of `bsl_numbers`, which takes turns in its kinds.
const RESULTS: usize = 704;

const MAIN: &str = r#"
int main()
{
    for (int at = 0; at < 704; at++) {
        std::printf("%08x\n", floatBitsToUint(number(at % kinds, float(at / kinds) * 0.11f + 0.03f)));
    }
    return kinds;
}
"#;

/// Functions give the numbers of the same file as C++: within 4 units of the last place of a number near one, or 1e-5 of it.
fn numbers_are_those_of_cxx() -> Result<(), Failed> {
    let mut problems = Vec::new();
    for name in ["library", "semantics"] {
        let text = std::fs::read_to_string(harness::suite_dir("bsl_numbers").join(format!("{name}.bsl")))?;
        let (of_cxx, kinds) = numbers_of_cxx(&text)?;
        assert_eq!(of_cxx.len(), RESULTS);
        for (at, (shader, cxx)) in numbers_of_device(&text)?.into_iter().zip(of_cxx).enumerate() {
            let most = (cxx.abs() * 1e-5).max(4.0 * f32::EPSILON);
            if (shader - cxx).abs() > most && !(shader.is_nan() && cxx.is_nan()) {
                problems.push(format!("{name}: kind {} of {}: {shader} and as C++ {cxx}", at % kinds, at / kinds));
            }
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// The numbers of a program as C++, and the number of its kinds.
fn numbers_of_cxx(text: &str) -> Result<(Vec<f32>, usize), Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let place = tempfile::tempdir()?;
    std::fs::write(place.path().join("main.cc"), format!("{text}{MAIN}"))?;
    let mut command = Command::new("g++");
    command.args(["-std=c++20", "-ffp-contract=off", "-Wno-attributes", "-include"]).arg(root.join("cxx/bsl.hh"));
    command.arg("-I").arg(root.join("shaders/bsl/include"));
    command.arg("-o").arg(place.path().join("main")).arg(place.path().join("main.cc"));
    let output = command.output()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = Command::new(place.path().join("main")).output()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let words = said.lines().filter_map(|line| u32::from_str_radix(line, 16).ok());
    let kinds = output.status.code().and_then(|code| usize::try_from(code).ok()).ok_or("the program did not end")?;
    Ok((words.map(f32::from_bits).collect(), kinds))
}

/// The numbers that its entry point writes on the software device.
fn numbers_of_device(text: &str) -> Result<Vec<f32>, Failed> {
    use uberc_judge::batch::{Content, Descriptor, Job, Kind, Module, Object, Outcome, Work};
    let mut files = vec![(PathBuf::from("main.bsl"), text.as_bytes().to_vec())];
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/bsl/include"))? {
        let path = entry?.path();
        let name = path.file_name().map(PathBuf::from).unwrap_or_default();
        files.push((name, std::fs::read(&path)?));
    }
    let sources = Sources::in_memory(files);
    let file = sources.load(Path::new("main.bsl")).map_err(|error| format!("{error:?}"))?;
    let translation = translate(&file, &sources, &[], &Options::default());
    let said = harness::diagnostics(&translation.diagnostics, &sources);
    let [stage] = translation.stages.as_slice() else { return Err(said.into()) };
    let compute = uberc_judge::batch::Stage::Compute;
    let spirv = uberc_judge::glslang::glsl_with(&stage.text, compute, &uberc_judge::glslang::Options::default())?;
    let bytes = vec![0; 4 * RESULTS];
    let job = Job {
        limit: std::time::Duration::from_secs(60),
        modules: vec![Module { stage: compute, entry: "main".into(), spirv }],
        objects: vec![Object { read_back: true, content: Content::Buffer { format: None, bytes } }],
        push: Vec::new(),
        descriptors: vec![Descriptor { set: 0, binding: 0, kind: Kind::StorageBuffer, elements: vec![(0, None)] }],
        work: Work::Dispatch([RESULTS as u32 / 64, 1, 1]),
        again: Vec::new(),
    };
    let outcomes = uberc_judge::runner::run(&[job])?;
    let [Outcome::Done(read)] = outcomes.as_slice() else { return Err(format!("{outcomes:?}").into()) };
    let words = read[&0].chunks_exact(4).map(|word| f32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    Ok(words.collect())
}

//! Create infos: Lua builders, merging, checks.
//!
//! A case is a folder with Lua files, in any order, and the sources that they name. `expected.txt` has the diagnostics,
//! and where there is no error the merged view of each info.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use libtest_mimic::{Failed, Trial};
use uberc::diag::{Diagnostic, Sources};
use uberc::dialect::create_info::{Library, build_library, explain};
use uberc::model::Limits;
use uberc::pipeline::{BuildContext, load_infos};
use uberc::sidecar::create_infos::{Request, load};

use crate::harness;

mod headers;
mod reflection;
mod texts;

pub fn trials() -> Vec<Trial> {
    let mut trials = harness::cases("create_info", case);
    trials.extend(harness::cases("create_info_text", text_case));
    trials.push(harness::trial("create_info::every_slug_of_the_document_has_a_case", every_slug));
    trials.push(harness::trial("create_info::the_order_of_calls_changes_no_byte", order_of_calls));
    trials.extend(texts::trials());
    trials.push(harness::trial("create_info::reflection_of_the_code_is_the_info", reflection::reflected));
    trials.push(harness::trial("create_info::a_second_run_compiles_nothing", second_run));
    trials.push(harness::trial("create_info::files_that_wait_are_translated_once_more", waiting_files));
    trials.push(harness::trial("create_info::the_library_compiles_for_all_targets", library_targets));
    let accepted = harness::trial("create_info::glslang_takes_the_sources", accepted_sources);
    trials.push(harness::needs("glslangValidator", accepted));
    let drawn = harness::trial("create_info::the_library_draws_what_glslang_draws", library_draws);
    trials.push(harness::needs("glslangValidator", harness::needs_device(drawn)));
    trials.extend(headers::trials());
    trials
}

/// The Lua files of a folder, sorted.
fn lua_files(folder: &Path) -> Result<Vec<PathBuf>, Failed> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "lua") {
            files.push(PathBuf::from(path.file_name().ok_or("a name")?));
        }
    }
    files.sort();
    Ok(files)
}

fn library(sources: &Sources, files: &[PathBuf]) -> (Library, Vec<Diagnostic>) {
    let request = Request {
        files,
        lua_paths: &["".into()],
        limits: &Limits::default(),
        cancelled: &Arc::new(AtomicBool::new(false)),
    };
    let (declared, mut found) = load(&request, sources);
    let Some(mut declared) = declared else { return (Library::default(), found) };
    let declarations = std::mem::take(&mut declared.declarations);
    let (library, wrong) = build_library(&declarations, &mut declared, sources);
    found.extend(wrong);
    uberc::diag::sort(&mut found, sources);
    (library, found)
}

fn transcript(sources: &Sources, files: &[PathBuf]) -> String {
    let (library, found) = library(sources, files);
    let mut out = harness::diagnostics(&found, sources);
    if !found.iter().any(Diagnostic::is_error) {
        out.extend(library.infos.keys().filter_map(|name| explain(&library, name, sources)));
    }
    out
}

fn case(folder: &Path) -> Result<(), Failed> {
    let mut files = lua_files(folder)?;
    let text = transcript(&Sources::new(folder), &files);
    files.reverse();
    // The order of files decides nothing.
    harness::same("the files in reverse order", &text, &transcript(&Sources::new(folder), &files))?;
    harness::golden(&folder.join("expected.txt"), &text)
}

/// The complete source of each stage, without the names of types that every stage has. `arguments.txt`: those of the builder.
fn text_case(folder: &Path) -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    harness::copy_tree(folder, place.path())?;
    let text = std::fs::read_to_string(folder.join("arguments.txt"))?;
    let mut arguments: Vec<&str> = text.split_whitespace().collect();
    arguments.extend(["--keep-sources", "kept", "--no-cache"]);
    let (_, said) = builder(place.path(), &arguments)?;
    // Sizes are those of the compiler's version.
    let mut out: String = said
        .lines()
        .filter(|line| ![" bytes", " KiB"].iter().any(|unit| line.ends_with(unit)))
        .map(|line| format!("{line}\n"))
        .collect();
    let kept = place.path().join("kept");
    for (path, bytes) in bytes_of(&kept)? {
        let name = Path::new(&path).strip_prefix(&kept)?.display().to_string();
        let text = String::from_utf8(bytes)?;
        let is_common = |line: &&str| COMMON.iter().any(|name| line.starts_with(&format!("#define {name} ")));
        let lines: Vec<&str> = text.lines().filter(|line| !is_common(line)).collect();
        out += &format!("== {name}\n{}\n", lines.join("\n"));
    }
    harness::golden(&folder.join("expected.txt"), &out)
}

const COMMON: [&str; 14] = [
    "float2", "float3", "float4", "float3x3", "float4x4", "int2", "int3", "int4", "uint2", "uint3", "uint4",
    "bool32_t", "uint32_t", "int32_t",
];

/// Each slug is in the expected text of a case: of Lua files alone, or of the builder with its sources.
fn every_slug() -> Result<(), Failed> {
    let mut said = String::new();
    for suite in ["create_info", "create_info_text", "cli"] {
        for entry in std::fs::read_dir(harness::suite_dir(suite))? {
            let path = entry?.path();
            let is_of_builder = suite != "cli" || path.to_string_lossy().contains("shader_builder");
            if is_of_builder {
                said += &std::fs::read_to_string(path.join("expected.txt")).unwrap_or_default();
            }
        }
    }
    let missing: Vec<&str> = SLUGS.iter().filter(|slug| !said.contains(&format!("[{slug}]"))).copied().collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no case has {}", missing.join(", ")).into()) }
}

const SLUGS: &[&str] = &[
    "ci/argument",
    "ci/attribute-overlap",
    "ci/attribute-slot",
    "ci/attribute-type",
    "ci/compile",
    "ci/constant-type",
    "ci/constant-value",
    "ci/cycle",
    "ci/define-conflict",
    "ci/deprecated-form",
    "ci/duplicate-additional",
    "ci/duplicate-name",
    "ci/early-depth",
    "ci/enum-kind",
    "ci/enum-unknown",
    "ci/enum-write",
    "ci/finalized",
    "ci/function-conflict",
    "ci/geometry-builtin",
    "ci/geometry-layout",
    "ci/image-format",
    "ci/image-type",
    "ci/interface-instance",
    "ci/interface-integer",
    "ci/interface-mixed",
    "ci/interface-type",
    "ci/layout-conflict",
    "ci/limit",
    "ci/local-size",
    "ci/missing-stage",
    "ci/name",
    "ci/name-conflict",
    "ci/output-slot",
    "ci/qualifier",
    "ci/readonly",
    "ci/reflection-mismatch",
    "ci/register-overlap",
    "ci/register-reserved",
    "ci/resource-unused",
    "ci/self",
    "ci/shared-array",
    "ci/shared-cxx",
    "ci/shared-enum-type",
    "ci/shared-enum-value",
    "ci/shared-float-suffix",
    "ci/shared-layout",
    "ci/shared-reference",
    "ci/slot",
    "ci/slot-overlap",
    "ci/source-conflict",
    "ci/source-cycle",
    "ci/source-missing",
    "ci/stage-mix",
    "ci/target-limit",
    "ci/target-unsupported",
    "ci/type-use",
    "ci/undeclared-resource",
    "ci/unknown-info",
    "ci/unknown-interface",
    "ci/unknown-method",
    "ci/unknown-type",
    "ci/unsupported",
];

/// The library of `shaders/create_info`.
fn shaders() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/create_info")
}

/// The builder in a folder: whether it succeeded, and what it printed.
fn builder(folder: &Path, arguments: &[&str]) -> Result<(bool, String), Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_uberc"));
    let output = command.arg("shader-builder").args(arguments).current_dir(folder).output()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    Ok((output.status.success(), said))
}

/// A copy of the library, and its Lua files.
fn copied() -> Result<(tempfile::TempDir, Vec<String>), Failed> {
    let folder = tempfile::tempdir()?;
    harness::copy_tree(&shaders(), folder.path())?;
    let files = lua_files(folder.path())?;
    Ok((folder, files.iter().map(|file| file.display().to_string()).collect()))
}

/// Every file of a folder with its bytes.
fn bytes_of(folder: &Path) -> Result<std::collections::BTreeMap<String, Vec<u8>>, Failed> {
    let mut all = std::collections::BTreeMap::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        all.insert(path.display().to_string(), std::fs::read(&path)?);
    }
    Ok(all)
}

const CALLS: [&str; 12] = [
    ":vertex_in(0, Type.float3, \"pos\")",
    ":vertex_in(1, Type.float2, \"place\")",
    ":sampler(1, ImageType.Float2D, \"second_tx\")",
    ":sampler(0, ImageType.Float2D, \"first_tx\")",
    ":uniform_buf(0, \"float4\", \"tint\")",
    ":push_constant(Type.float, \"gain\")",
    ":fragment_out(1, Type.float4, \"second\")",
    ":fragment_out(0, Type.float4, \"first\")",
    ":additional_info(\"more\")",
    ":vertex_source_generated(\"void main() { gl_Position = vec4(pos.xy + place, 0.0, 1.0); }\")",
    ":fragment_source_generated(\"void main() { first = tint * gain; second = texture(first_tx, vec2(0.0)) + \
     texture(second_tx, vec2(0.0)) + texture(third_tx, vec2(0.0)); }\")",
    ":do_static_compilation(true)",
];

fn order_of_calls() -> Result<(), Failed> {
    let run = |calls: &[&str]| -> Result<_, Failed> {
        let folder = tempfile::tempdir()?;
        let more = "CreateInfo(\"more\"):sampler(2, ImageType.Float2D, \"third_tx\")\n";
        let own = format!("CreateInfo(\"own\"){}\n", calls.concat());
        std::fs::write(folder.path().join("a.lua"), format!("{own}{more}"))?;
        let (ok, said) =
            builder(folder.path(), &["a.lua", "--keep-sources", "kept", "--json", "--target", "spirv,glsl"])?;
        let texts: Vec<Vec<u8>> = bytes_of(&folder.path().join("kept"))?.into_values().collect();
        assert!(ok && texts.len() == 4, "{said}");
        Ok((said, texts))
    };
    let straight = run(&CALLS)?;
    let mut calls = CALLS;
    calls.reverse();
    assert_eq!(run(&calls)?, straight);
    calls.swap(2, 9);
    calls.rotate_left(5);
    assert_eq!(run(&calls)?, straight);
    Ok(())
}

fn second_run() -> Result<(), Failed> {
    let (folder, files) = copied()?;
    let mut arguments: Vec<&str> = files.iter().map(String::as_str).collect();
    let (ok, first) = builder(folder.path(), &arguments)?;
    assert!(ok && first.contains(" stages compiled, 0 from the cache"), "{first}");
    // In another order, and with fewer threads.
    arguments.reverse();
    arguments.extend(["--jobs", "1"]);
    let (ok, second) = builder(folder.path(), &arguments)?;
    assert!(ok && second.contains("0 stages compiled, "), "{second}");
    let results =
        |said: &str| said.lines().take_while(|line| !line.contains(" / ")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(results(&first), results(&second));
    Ok(())
}

fn library_targets() -> Result<(), Failed> {
    let (folder, files) = copied()?;
    let mut arguments: Vec<&str> = files.iter().map(String::as_str).collect();
    arguments.extend(["--target", "spirv,glsl,hlsl,msl,wgsl", "--json"]);
    let (ok, said) = builder(folder.path(), &arguments)?;
    let last = said.lines().find(|line| line.contains("\"passed\"")).unwrap_or_default();
    assert!(ok && last == "{\"passed\":11,\"skipped\":0,\"total\":11}", "{said}");
    Ok(())
}

/// Each kept source is what glslang takes: for Vulkan, and for OpenGL.
fn accepted_sources() -> Result<(), Failed> {
    let (folder, files) = copied()?;
    let mut arguments: Vec<&str> = files.iter().map(String::as_str).collect();
    arguments.extend(["--target", "spirv,glsl", "--keep-sources", "kept"]);
    let (ok, said) = builder(folder.path(), &arguments)?;
    assert!(ok, "{said}");
    let mut refused = String::new();
    let kept = bytes_of(&folder.path().join("kept"))?;
    assert!(kept.len() >= 40, "{} sources", kept.len());
    for name in kept.keys() {
        let stage =
            ["vert", "frag", "comp"].into_iter().find(|stage| name.contains(&format!(".{stage}"))).ok_or("a stage")?;
        let mut command = Command::new("glslangValidator");
        if name.contains(".spirv.") {
            command.args(["-V", "-o", "/dev/null"]);
        }
        let output = command.args(["-S", stage, name]).output()?;
        if !output.status.success() {
            refused += &String::from_utf8_lossy(&output.stdout);
        }
    }
    if refused.is_empty() { Ok(()) } else { Err(refused.into()) }
}

/// The kept sources as shaders of a project, each info one, on llvmpipe.
fn library_draws() -> Result<(), Failed> {
    let (folder, files) = copied()?;
    let mut arguments: Vec<&str> = files.iter().map(String::as_str).collect();
    arguments.extend(["--target", "spirv", "--keep-sources", "kept"]);
    let (ok, said) = builder(folder.path(), &arguments)?;
    assert!(ok, "{said}");
    let project = tempfile::tempdir()?;
    std::fs::write(project.path().join("uberc.toml"), "")?;
    let mut texts: std::collections::BTreeMap<String, (String, String)> = std::collections::BTreeMap::new();
    for (path, bytes) in bytes_of(&folder.path().join("kept"))? {
        let name = Path::new(&path).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let [info, "spirv", stage, "glsl"] = name.split('.').collect::<Vec<_>>()[..] else { return Err(name.into()) };
        let text = String::from_utf8(bytes)?;
        let (version, rest) = text.split_once('\n').ok_or("a version")?;
        let (whole, sidecar) = texts.entry(info.to_owned()).or_default();
        if whole.is_empty() {
            *whole = format!("{version}\n");
            *sidecar = format!("local a = Shader(\"{info}\")\n");
        }
        *whole += &format!("#ifdef UBERC_{}\n{rest}\n#endif\n", stage.to_uppercase());
        let field = match stage {
            "vertex" => "VertexShader",
            "fragment" => "PixelShader",
            _ => "ComputeShader",
        };
        *sidecar += &format!("a.Technique.{field} = \"main\"\n");
    }
    assert_eq!(texts.len(), 11);
    for (info, (text, sidecar)) in texts {
        std::fs::write(project.path().join(format!("{info}.glsl")), text)?;
        std::fs::write(project.path().join(format!("{info}.glsl.lua")), sidecar)?;
    }
    let (context, _) = BuildContext::open(&[project.path().to_path_buf()]);
    super::glsl_library::draws_the_same(&context)
}

/// Files each of which names the pipeline of the next: all but the last wait, and are translated again when what they name
/// is declared, not whenever another file is.
fn waiting_files() -> Result<(), Failed> {
    const COUNT: usize = 9;
    let place = tempfile::tempdir()?;
    let mut files = Vec::new();
    for at in 0..COUNT {
        let next = at + 1;
        let (named, table) = match at + 1 < COUNT {
            true => {
                (format!("SHADER_LIBRARY_CREATE_INFO(p{next})\n"), format!("[[legacy_info]] ShaderCreateInfo p{next};"))
            }
            false => Default::default(),
        };
        let text = format!(
            "{named}struct T {{ {table} [[storage({at}, write)]] float (&r{at})[]; }};\n\
             [[compute, local_size(8)]] void f{at}([[resource_table]] T &srt) {{ srt.r{at}[0] = 1.0f; }}\n\
             PipelineCompute p{at}(f{at});\n"
        );
        let path = place.path().join(format!("p{at}.bsl"));
        std::fs::write(&path, text)?;
        files.push(path);
    }
    // Nothing declares what this file names.
    let lost = place.path().join("lost.bsl");
    std::fs::write(&lost, "SHADER_LIBRARY_CREATE_INFO(p0)\nSHADER_LIBRARY_CREATE_INFO(nowhere)\n")?;
    files.insert(0, lost);
    // An interface is no info, though it has the name of one.
    let other = place.path().join("other.bsl");
    std::fs::write(&other, "SHADER_LIBRARY_CREATE_INFO(varyings)\n")?;
    let lua = place.path().join("base.lua");
    std::fs::write(&lua, "Interface(\"varyings\", \"v_in\"):smooth(Type.float2, \"uv\")\n")?;
    files.splice(0..0, [lua, other]);
    let (context, wrong) = BuildContext::open_without_units(place.path());
    assert!(!wrong.iter().any(Diagnostic::is_error), "{}", harness::diagnostics(&wrong, &context.sources));
    let (library, found) = load_infos(&context, &files);
    let expected: Vec<String> = (0..COUNT).map(|at| format!("p{at}")).collect();
    assert_eq!(library.infos.keys().cloned().collect::<Vec<_>>(), expected);
    harness::same(
        "diagnostics",
        "lost.bsl:2:28+7: error[ci/unknown-info]: there is no info `nowhere`\n\
         other.bsl:1:28+8: error[ci/unknown-info]: there is no info `varyings`\n",
        &harness::diagnostics(&found, &context.sources),
    )?;
    let timings = context.trace.timings();
    let translated = timings.iter().find(|stage| stage.stage == "generate/bsl").map(|stage| stage.count);
    // Twice all but the last of the row, which waits for nothing, and the file whose one name stays unknown.
    assert_eq!(translated, Some(2 * COUNT + 2));
    Ok(())
}

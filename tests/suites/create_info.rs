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
use uberc::pipeline::BuildContext;
use uberc::sidecar::create_infos::{Request, load};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    let mut trials = harness::cases("create_info", case);
    trials.extend(harness::cases("create_info_text", text_case));
    trials.push(harness::trial("create_info::every_slug_of_the_document_has_a_case", every_slug));
    trials.push(harness::trial("create_info::the_order_of_calls_changes_no_byte", order_of_calls));
    trials.push(harness::trial("create_info::metal_has_its_attributes", metal_attributes));
    trials.push(harness::trial("create_info::texts_have_the_places_of_the_table", places_in_texts));
    trials.push(harness::trial("create_info::specialization_constants_keep_their_defaults", specialization_defaults));
    trials.push(harness::trial("create_info::reflection_of_the_code_is_the_info", reflected));
    trials.push(harness::trial("create_info::a_second_run_compiles_nothing", second_run));
    trials.push(harness::trial("create_info::the_library_compiles_for_all_targets", library_targets));
    let accepted = harness::trial("create_info::glslang_takes_the_sources", accepted_sources);
    trials.push(harness::needs("glslangValidator", accepted));
    let drawn = harness::trial("create_info::the_library_draws_what_glslang_draws", library_draws);
    trials.push(harness::needs("glslangValidator", harness::needs_device(drawn)));
    let same = harness::trial("create_info::shared_headers_are_the_same_to_cpp", shared_headers);
    trials.push(harness::needs("g++", same));
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
    let mut out: String =
        said.lines().filter(|line| !line.ends_with(" bytes")).map(|line| format!("{line}\n")).collect();
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

/// Each slug that a Lua file alone can provoke is in the expected text of a case.
fn every_slug() -> Result<(), Failed> {
    let mut said = String::new();
    for entry in std::fs::read_dir(harness::suite_dir("create_info"))? {
        said += &std::fs::read_to_string(entry?.path().join("expected.txt")).unwrap_or_default();
    }
    let missing: Vec<&str> = SLUGS.iter().filter(|slug| !said.contains(&format!("[{slug}]"))).copied().collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("no case has {}", missing.join(", ")).into()) }
}

const SLUGS: &[&str] = &[
    "ci/argument",
    "ci/attribute-overlap",
    "ci/attribute-slot",
    "ci/attribute-type",
    "ci/constant-type",
    "ci/constant-value",
    "ci/cycle",
    "ci/define-conflict",
    "ci/deprecated-form",
    "ci/duplicate-additional",
    "ci/duplicate-name",
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
    "ci/local-size",
    "ci/missing-stage",
    "ci/name",
    "ci/name-conflict",
    "ci/output-slot",
    "ci/readonly",
    "ci/self",
    "ci/slot",
    "ci/slot-overlap",
    "ci/source-conflict",
    "ci/stage-mix",
    "ci/type-use",
    "ci/unknown-info",
    "ci/unknown-interface",
    "ci/unknown-method",
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

/// The generated header compiles, and one with another number does not.
fn shared_headers() -> Result<(), Failed> {
    let (folder, files) = copied()?;
    let mut arguments: Vec<&str> = files.iter().map(String::as_str).collect();
    arguments.extend(["--static-asserts", "asserts.hh", "--layouts"]);
    let (ok, said) = builder(folder.path(), &arguments)?;
    assert!(
        ok && said.contains("struct OverlayParams (shared/overlay_shared.hh): std140 64 bytes, std430 64 bytes"),
        "{said}"
    );
    let header = std::fs::read_to_string(folder.path().join("asserts.hh"))?;
    assert!(header.matches("static_assert").count() > 25, "{header}");
    let compiles = |text: &str| -> Result<bool, Failed> {
        std::fs::write(folder.path().join("check.cc"), text)?;
        let mut command = Command::new("g++");
        command.args(["-std=c++17", "-fsyntax-only", "-I.", "-Ishared", "check.cc"]).current_dir(folder.path());
        Ok(command.output()?.status.success())
    };
    assert!(compiles(&header)?, "g++ refuses\n{header}");
    assert!(!compiles(&header.replace("sizeof(ViewParams) == 160", "sizeof(ViewParams) == 164"))?);
    Ok(())
}

/// A folder with one Lua file, built.
fn built(lua: &str, arguments: &[&str]) -> Result<tempfile::TempDir, Failed> {
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
fn words(path: &Path) -> Result<Vec<u32>, Failed> {
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

fn specialization_defaults() -> Result<(), Failed> {
    let lua = "CreateInfo(\"constants\"):specialization_constant(Type.float, \"gain\", 0.5)\
               :specialization_constant(Type.int, \"steps\", -3):specialization_constant(Type.uint, \"mask\", 4294967295)\
               :specialization_constant(Type.bool, \"is_on\", true):storage_buf(0, Qualifier.write, \"float\", \"results[]\")\
               :local_group_size(1):compute_source_generated(\"void main() { results[0] = is_on ? gain * float(steps) : float(mask); }\")\
               :do_static_compilation(true)\n";
    let of = |arguments: &[&str]| specialized(&built(lua, arguments)?.path().join("out/constants.spirv.compute.spv"));
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

/// Every kind of resource, read back from the SPIR-V that the builder wrote.
fn reflected() -> Result<(), Failed> {
    let text = std::fs::read_to_string(harness::suite_dir("create_info_text").join("bindings_packed/a.lua"))?;
    for policy in ["packed", "slot", "by-frequency"] {
        let folder = built(&text, &["--bindings", policy])?;
        let (_, said) = builder(folder.path(), &["a.lua", "--json", "--bindings", policy])?;
        let line: serde_json::Value = serde_json::from_str(said.lines().next().unwrap_or_default())?;
        let declared = line["targets"][0]["bindings"].as_array().ok_or("bindings")?;
        let mut of_info: Vec<(u64, u64, String)> = Vec::new();
        for one in declared {
            let number = |name: &str| one[name].as_u64().ok_or("a number");
            of_info.push((number("set")?, number("binding")?, one["name"].as_str().unwrap_or_default().to_owned()));
        }
        let code = std::fs::read(folder.path().join("out/kinds.spirv.compute.spv"))?;
        let reflection = uberc::compile::reflect(&code)?;
        let bindings = reflection.bindings.iter().filter(|one| one.kind != uberc::model::BindingKind::PushConstants);
        let mut of_code: Vec<(u64, u64, String)> = bindings
            .map(|one| (u64::from(one.set), u64::from(one.binding), one.name.trim_start_matches('_').to_owned()))
            .collect();
        of_info.sort();
        of_code.sort();
        assert_eq!(of_info.len(), 6);
        let places = |all: &[(u64, u64, String)]| all.iter().map(|one| (one.0, one.1)).collect::<Vec<_>>();
        assert_eq!(places(&of_info), places(&of_code), "{policy}");
    }
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

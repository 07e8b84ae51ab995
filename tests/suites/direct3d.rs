//! The chains `dxil`, `dx11` and `dx9` with the compilers that they are for: DXC and FXC run under Wine, from the libraries that
//! Microsoft built.

mod workers;

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::harness;
use crate::harness::direct3d::{Batch, folder, keep_wine_running, needs_direct3d, path};
use uberc::dialect::hlsl::Hlsl;
use uberc::dialect::{Language, MacroFacts};
use uberc::model::LanguageVersion;

pub fn trials() -> Vec<Trial> {
    let trial =
        |name: &str, run: fn() -> Result<(), Failed>| needs_direct3d(harness::trial(format!("direct3d::{name}"), run));
    vec![
        trial("dxil_is_signed", || build("dxil", "tonemap.fx", is_signed_dxil)),
        trial("dx11_is_byte_code", || build("dx11", "tonemap.fx", is_byte_code)),
        trial("dx9_is_byte_code", || build("dx9", "ui.fx", is_byte_code_of_direct3d_9)),
        trial("recordings_are_what_the_programs_print", recordings),
        trial("errors_are_shown_in_the_sources", errors),
        trial("stages_agree_about_registers", registers),
        trial("predefined_macros_are_those_of_dxc", predefined_macros),
        trial("fxc_predefines_none_of_them", no_predefined_macros),
        needs_spirv_tools(trial("dxc_takes_over_and_uberc_says_so", takes_over)),
        trial("workers_of_dxc_and_processes_make_one_archive", || workers::same_archive("dxc", "dxil")),
        trial("workers_of_fxc_and_processes_make_one_archive", || workers::same_archive("fxc", "dx11")),
        workers::needs_own_dxc("workers_of_uberc_dxc_and_processes_make_one_archive", workers::own_dxc),
        trial("mistakes_are_told_alike_by_workers_and_processes", workers::mistakes),
        trial("a_killed_worker_costs_no_variant", workers::killed),
        trial("a_killed_build_leaves_no_dxc", workers::killed_build),
    ]
}

/// The chain behind dxc.
fn needs_spirv_tools(trial: Trial) -> Trial {
    harness::needs("spirv-opt", harness::needs("spirv-val", trial))
}

/// Runs uberc with both compilers on its path.
fn uberc(arguments: &[&str]) -> Result<(bool, String, String), Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_uberc")).args(arguments).env("PATH", path()?).output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok((output.status.success(), text(&output.stdout), text(&output.stderr)))
}

/// A copy of the shader library, whose cache nobody has filled.
fn library() -> Result<tempfile::TempDir, Failed> {
    let copy = tempfile::tempdir()?;
    let shaders = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    for entry in std::fs::read_dir(&shaders)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            std::fs::copy(entry.path(), copy.path().join(entry.file_name()))?;
        }
    }
    for name in ["include", "lua"] {
        harness::copy_tree(&shaders.join(name), &copy.path().join(name))?;
    }
    Ok(copy)
}

/// The mesh reads arrays of textures, shifts unsigned numbers and asks for the side of a triangle by `SV_IsFrontFace`; fxc has none of
/// this in `ps_3_0`. Its sidecar is explored for dx9, which other suites show.
const NOT_FOR_SHADER_MODEL_3: [&str; 2] = ["mesh.fx", "mesh.fx.lua"];

/// Builds a unit of the library, or with `UBERC_ALL_VARIANTS` all of it, and looks at each result.
fn build(target: &str, unit: &str, check: fn(&[u8]) -> Result<(), String>) -> Result<(), Failed> {
    let project = library()?;
    let everything = harness::compares_everything();
    if target == "dx9" {
        for file in NOT_FOR_SHADER_MODEL_3 {
            std::fs::remove_file(project.path().join(file))?;
        }
    }
    let unit = if everything { project.path().to_owned() } else { project.path().join(unit) }.display().to_string();
    let archive = project.path().join("out.fxo").display().to_string();
    let (built, _, messages) = uberc(&["build", &unit, "--target", target, "--output", &archive])?;
    assert!(built, "{messages}");
    let out = project.path().join("out").display().to_string();
    let (extracted, listed, messages) =
        uberc(&["extract", &archive, "--target", target, "--output", &out, "--message-format", "json"])?;
    assert!(extracted, "{messages}");
    assert!(listed.lines().count() >= 2, "{listed}");
    for line in listed.lines() {
        let line: serde_json::Value = serde_json::from_str(line)?;
        let path = line["path"].as_str().ok_or("a path")?;
        check(&std::fs::read(path)?).map_err(|wrong| format!("{path}: {wrong}"))?;
    }
    Ok(())
}

fn word(bytes: &[u8], at: usize) -> Result<u32, String> {
    let bytes = bytes.get(at..at + 4).ok_or_else(|| format!("ends before byte {at}"))?;
    Ok(u32::from_le_bytes(bytes.try_into().map_err(|_| "four bytes")?))
}

/// The four-character codes of the parts of a container: magic number, digest, version, size, number of parts, their offsets.
fn parts(bytes: &[u8]) -> Result<Vec<String>, String> {
    if !bytes.starts_with(b"DXBC") {
        return Err("no container of Direct3D".to_owned());
    }
    if bytes[4..20].iter().all(|byte| *byte == 0) {
        return Err("the digest is zero: nobody signed it".to_owned());
    }
    if word(bytes, 24)? as usize != bytes.len() {
        return Err(format!("{} bytes instead of {}", bytes.len(), word(bytes, 24)?));
    }
    let count = word(bytes, 28)? as usize;
    (0..count)
        .map(|part| {
            let at = word(bytes, 32 + 4 * part)? as usize;
            let code = bytes.get(at..at + 4).ok_or("a part outside")?;
            Ok(String::from_utf8_lossy(code).into_owned())
        })
        .collect()
}

fn is_signed_dxil(bytes: &[u8]) -> Result<(), String> {
    let parts = parts(bytes)?;
    if parts.iter().any(|part| part == "DXIL") { Ok(()) } else { Err(format!("no DXIL among {parts:?}")) }
}

fn is_byte_code(bytes: &[u8]) -> Result<(), String> {
    let parts = parts(bytes)?;
    if parts.iter().any(|part| part == "SHDR" || part == "SHEX") {
        Ok(())
    } else {
        Err(format!("no code in {parts:?}"))
    }
}

/// A version token `0xFFFE` (vertex) or `0xFFFF` (pixel) with the shader model, and an end token.
fn is_byte_code_of_direct3d_9(bytes: &[u8]) -> Result<(), String> {
    let (first, last) = (word(bytes, 0)?, word(bytes, bytes.len() - 4)?);
    if matches!(first >> 16, 0xFFFE | 0xFFFF) && matches!(first >> 8 & 0xFF, 2 | 3) && last == 0xFFFF {
        return Ok(());
    }
    Err(format!("begins with {first:08x} and ends with {last:08x}"))
}

/// The recordings of `compile_replay`: the recorded command line makes the real program print what is recorded.
fn recordings() -> Result<(), Failed> {
    keep_wine_running()?;
    let mut compared = 0;
    for entry in std::fs::read_dir(harness::suite_dir("compile_replay"))? {
        let case = entry?.path();
        let Ok(settings) = std::fs::read_to_string(case.join("case.txt")) else { continue };
        let setting = |key: &str| {
            let found = settings.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
            found.ok_or_else(|| Failed::from(format!("{}: no `{key}`", case.display())))
        };
        let program = setting("program")?;
        if !folder().join(program).is_file() {
            continue;
        }
        compared += 1;
        let expected = std::fs::read_to_string(case.join("expected.txt"))?;
        let line = expected.lines().next().ok_or("no command line")?;
        let place = tempfile::tempdir()?;
        std::fs::copy(case.join("input.hlsl"), place.path().join("input.hlsl"))?;
        let words = line.split(' ').skip(1);
        let output = Command::new(folder().join(program)).args(words).current_dir(place.path()).output()?;
        let (printed, other) =
            if setting("stream")? == "1" { (output.stdout, output.stderr) } else { (output.stderr, output.stdout) };
        assert!(other.is_empty(), "{}: {}", case.display(), String::from_utf8_lossy(&other));
        assert_eq!(output.status.code().map(|code| code.to_string()).as_deref(), Some(setting("exit")?), "{line}");
        let is_written = setting("writes")? == "nothing" || place.path().join(setting("writes")?).is_file();
        assert!(is_written, "{line} wrote no {}", setting("writes")?);
        // FXC names whole paths.
        let folder = format!("Z:{}", place.path().display()).replace('/', "\\");
        let printed = String::from_utf8_lossy(&printed).replace("\r\n", "\n").replace(&folder, "C:\\build");
        harness::golden(&case.join("printed.txt"), &printed)?;
    }
    assert!(compared >= 4, "{compared} recordings of programs that run here");
    Ok(())
}

/// A mistake that only the compiler finds is shown at its place in the source, through both programs.
fn errors() -> Result<(), Failed> {
    for (target, code) in [("dxil", "compile/dxc"), ("dx11", "compile/fxc")] {
        let project = tempfile::tempdir()?;
        let (header, shader) = ("float3 Lit(float3 c)\n{\n    return c * missing;\n}\n", "#include \"lit.fxh\"\n");
        std::fs::write(project.path().join("lit.fxh"), header)?;
        let main = "float4 MainVS(float3 p : POSITION) : SV_Position { return float4(Lit(p), 1); }\n";
        std::fs::write(project.path().join("mesh.fx"), format!("{shader}{main}"))?;
        let sidecar = "local mesh = Shader(\"Mesh\")\nmesh.Technique.VertexShader = \"MainVS\"\n";
        std::fs::write(project.path().join("mesh.fx.lua"), sidecar)?;
        let root = project.path().display().to_string();
        let (built, _, messages) = uberc(&["build", &root, "--target", target])?;
        assert!(!built, "{messages}");
        assert!(messages.contains(&format!("error[{code}]")), "{messages}");
        assert!(messages.contains("lit.fxh:3:16"), "{messages}");
    }
    Ok(())
}

/// Both compilers number in the order of declaration; the runtime refuses stages that differ.
fn registers() -> Result<(), Failed> {
    let output = "struct V { float4 p : SV_Position; float3 n : NORMAL; float2 uv : TEXCOORD; };\n\
                  V MainVS(float4 p : POSITION) { V v; v.p = p; v.n = p.xyz; v.uv = p.xy; return v; }\n";
    let inputs = [
        ("float4 p : SV_Position, float3 n : NORMAL, float2 uv : TEXCOORD", "n.xyzz + uv.xyxy", None),
        ("float4 p : SV_Position, float3 n : NORMAL", "n.xyzz", None),
        (
            "float4 p : SV_Position, float2 uv : TEXCOORD, float3 n : NORMAL",
            "n.xyzz + uv.xyxy",
            Some("`TEXCOORD` from register 1.xy"),
        ),
        ("float3 n : NORMAL, float2 uv : TEXCOORD", "n.xyzz + uv.xyxy", Some("`NORMAL` from register 0.xyz")),
    ];
    let sidecar =
        "local a = Shader(\"A\")\na.Technique.VertexShader = \"MainVS\"\na.Technique.PixelShader = \"MainPS\"\n";
    for target in ["dxil", "dx11"] {
        for (parameters, value, wrong) in inputs {
            let project = tempfile::tempdir()?;
            let pixel = format!("float4 MainPS({parameters}) : SV_Target {{ return {value}; }}\n");
            std::fs::write(project.path().join("a.fx"), format!("{output}{pixel}"))?;
            std::fs::write(project.path().join("a.fx.lua"), sidecar)?;
            let root = project.path().display().to_string();
            let (built, _, messages) = uberc(&["build", &root, "--target", target])?;
            let Some(wrong) = wrong else {
                assert!(built, "{target}, {parameters}: {messages}");
                continue;
            };
            assert!(!built && messages.contains("error[stages/register]"), "{target}, {parameters}: {messages}");
            assert!(messages.contains(wrong) && messages.contains("a.fx:3:"), "{target}, {parameters}: {messages}");
            assert!(!project.path().join("shaders.fxo").exists());
        }
    }
    Ok(())
}

/// Every macro that some target has.
const ALL_MACROS: MacroFacts<'_> = MacroFacts {
    version: LanguageVersion(2021),
    profile: "lib_6_6",
    stage: None,
    is_spirv: true,
    is_fxc: false,
    native_16_bit: true,
};

/// For each profile and way of compiling, dxc defines the macros that we define, with the same values, and no other of them.
fn predefined_macros() -> Result<(), Failed> {
    let mut dxc = Batch::start("dxc", "--jobs")?;
    let folder = tempfile::tempdir()?;
    let mut compared = 0;
    for profile in ["ps_6_0", "vs_6_6", "gs_5_1", "hs_6_2", "ds_6_7", "cs_4_0", "lib_6_x", "lib_6_3"] {
        for (is_spirv, native_16_bit, version) in [(false, false, 2018), (true, false, 2021), (true, true, 2021)] {
            // 16-bit types begin with shader model 6.2.
            if native_16_bit && !matches!(profile, "vs_6_6" | "hs_6_2") {
                continue;
            }
            let version_number = LanguageVersion(version);
            let facts =
                MacroFacts { version: version_number, profile, is_spirv, native_16_bit, is_fxc: false, stage: None };
            let own = Hlsl.predefined_macros(&facts);
            let mut text = String::new();
            for (name, _) in Hlsl.predefined_macros(&ALL_MACROS) {
                text += &match own.iter().find(|(known, _)| *known == name) {
                    Some((_, value)) => format!("#if !defined({name}) || {name} != {value}\n#error {name}\n#endif\n"),
                    None => format!("#ifdef {name}\n#error {name}\n#endif\n"),
                };
                compared += 1;
            }
            let file = folder.path().join("macros.hlsl");
            std::fs::write(&file, text)?;
            let file = file.display().to_string();
            let version = version.to_string();
            let mut words = vec!["-T", profile, "-HV", &version, "-P"];
            if is_spirv {
                words.extend(["-spirv", "-fspv-target-env=vulkan1.1"]);
            }
            if native_16_bit {
                words.push("-enable-16bit-types");
            }
            words.push(&file);
            let answer = dxc.compile(&words)?;
            assert!(answer.accepted, "{}: {}", words.join(" "), answer.messages);
        }
    }
    assert!(compared > 250, "{compared} macros");
    Ok(())
}

fn no_predefined_macros() -> Result<(), Failed> {
    let facts = MacroFacts { is_fxc: true, ..ALL_MACROS };
    assert_eq!(Hlsl.predefined_macros(&facts), []);
    let mut fxc = Batch::start("fxc", "/jobs")?;
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("macros.hlsl");
    let conditions = |(name, _): (&str, String)| format!("#ifdef {name}\n#error {name}\n#endif\n");
    let text: String = Hlsl.predefined_macros(&ALL_MACROS).into_iter().map(conditions).collect();
    std::fs::write(&file, text + "float4 main() : SV_Target { return 0; }\n")?;
    let object = folder.path().join("macros.cso").display().to_string();
    let answer = fxc.compile(&["/T", "ps_5_0", "/E", "main", "/Fo", &object, &file.display().to_string()])?;
    assert!(answer.accepted, "{}", answer.messages);
    Ok(())
}

/// A project with one shader, whose pixel stage is `main`, built for SPIR-V.
fn build_text(settings: &str, text: &str, arguments: &[&str]) -> Result<(bool, String, String), Failed> {
    let project = tempfile::tempdir()?;
    let sidecar = "local a = Shader(\"A\")\na.Branches = { \"g_bSquare\" }\nlocal t = Technique()\nt.PixelShader = \"main\"\n\
                   t.Profile = \"5_0\"\na.Technique = t\n";
    for (name, text) in [("uberc.toml", settings), ("a.fx", text), ("a.fx.lua", sidecar)] {
        std::fs::write(project.path().join(name), text)?;
    }
    let folder = project.path().display().to_string();
    uberc(&[&["build", &folder], arguments].concat())
}

/// naga cannot interpolate at a chosen position.
const SNAPPED: &str = "bool g_bSquare;\nTexture2D g_Color : register(t2);\nSamplerState g_Sampler : register(s1);\n\
    float4 main(float2 at : AT) : SV_Target\n{\n    float4 color = g_Color.Sample(g_Sampler, EvaluateAttributeSnapped(at, int2(1, 1)));\n    \
    return g_bSquare ? color * color : color;\n}\n";

fn takes_over() -> Result<(), Failed> {
    let (built, lines, messages) = build_text("", SNAPPED, &["--message-format", "json", "--timings"])?;
    assert!(built, "{lines}{messages}");
    let lines: Vec<serde_json::Value> = lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let notes: Vec<&serde_json::Value> = lines.iter().filter(|line| line["code"] == "compile/fallback").collect();
    // Once for both variants of the shader.
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert_eq!(notes[0]["severity"], "note");
    assert_eq!(notes[0]["primary"]["line"], 6, "{}", notes[0]);
    let message = notes[0]["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("`dxc` compiles what the embedded compiler cannot: "), "{message}");
    assert_eq!(notes[0]["notes"][0], "in every variant of A");
    let timings = lines.iter().find(|line| line["reason"] == "timings").ok_or("no timings")?;
    let stages = timings["stages"].as_array().ok_or("no stages")?;
    let stage =
        stages.iter().find(|stage| stage["stage"] == "compile/dxc (fallback, worker)").ok_or("not in the timings")?;
    assert_eq!(stage["count"], 2);

    let (built, _, messages) = build_text("fallback = \"deny\"\n", SNAPPED, &[])?;
    assert!(!built);
    assert!(messages.contains("error[compile/fallback]: the embedded compiler cannot compile this"), "{messages}");
    assert!(messages.contains("/a.fx:6:"), "{messages}");
    Ok(())
}

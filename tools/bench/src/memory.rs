//! Peak memory of a first build: many shaders, and one shader of many variants.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::medians::table;
use crate::processes::uberc;
use crate::{Failure, Options, project};

/// Shaders of the first project.
const SHADERS: usize = 2000;
/// Shaders of the library whose copies they are.
const BASES: [&str; 4] = ["light_cull", "exposure", "sky", "bloom"];
/// Switches of the second project's shader, and its cases: 7 * 2^12 variants of the pixel stage and one of the vertex stage.
const SWITCHES: usize = 12;
const CASES: usize = 7;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let head = ["project", "variants", "peak MB", "bar MB", "wall s"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let mut above = None;
    let many: fn(&Path) -> Result<(), Failure> = many_shaders;
    let one: fn(&Path) -> Result<(), Failure> = many_variants;
    for (name, generate, bar) in [("2,000 files", many, 300), ("one shader", one, 600)] {
        let folder = tempfile::tempdir()?;
        generate(folder.path())?;
        let start = Instant::now();
        let (variants, peak) = peak_memory(folder.path(), options.jobs)?;
        let seconds = start.elapsed().as_secs_f64();
        rows.push(vec![
            name.to_owned(),
            variants.to_string(),
            format!("{:.0}", peak as f64 / 1e3),
            bar.to_string(),
            format!("{seconds:.1}"),
        ]);
        if peak > bar * 1000 {
            above = Some(format!("{name}: more than {bar} MB"));
        }
    }
    println!("first builds, spirv, {} jobs", options.jobs);
    print!("{}", table(&rows));
    above.map_or(Ok(()), |what| Err(what.into()))
}

/// Builds; variants, and `VmHWM` in kB, as last seen before the end.
fn peak_memory(root: &Path, jobs: usize) -> Result<(u64, u64), Failure> {
    let jobs = jobs.to_string();
    let mut command = uberc(root, &["build", "--message-format", "json", "--jobs", &jobs])?;
    let said = root.join("said.txt");
    let mut child = command.stdout(std::fs::File::create(&said)?).stderr(Stdio::null()).spawn()?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    let ended = loop {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        peak = line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0).max(peak);
        if let Some(ended) = child.try_wait()? {
            break ended;
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    let said = std::fs::read_to_string(&said)?;
    let summary: serde_json::Value = serde_json::from_str(said.lines().last().unwrap_or_default())?;
    if !ended.success() {
        return Err(format!("the build failed: {summary}").into());
    }
    Ok((summary["variants"].as_u64().unwrap_or(0), peak))
}

/// Copies of shaders of the library, in which the constants differ: nothing but includes is shared.
fn many_shaders(root: &Path) -> Result<(), Failure> {
    let library = project::library();
    for shared in ["include", "lua"] {
        std::fs::create_dir(root.join(shared))?;
        for entry in std::fs::read_dir(library.join(shared))? {
            let entry = entry?;
            std::fs::copy(entry.path(), root.join(shared).join(entry.file_name()))?;
        }
    }
    let settings = "targets = [\"spirv\"]\ninclude = [\"include\"]\nlua = [\"lua\"]\noutput = \"all.fxo\"\n";
    std::fs::write(root.join("uberc.toml"), settings)?;
    let mut sources = Vec::new();
    for base in BASES {
        let read = |ending: &str| std::fs::read_to_string(library.join(format!("{base}.fx{ending}")));
        sources.push((base, read("")?, read(".lua")?));
    }
    for number in 0..SHADERS {
        let (base, text, sidecar) = &sources[number % sources.len()];
        let folder = root.join(format!("shaders{}", number % 50));
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join(format!("{base}_{number}.fx")), with_constants(text, number))?;
        // `Shader` and functions of the sidecar get the names of shaders as their first argument.
        let mut named = sidecar.clone();
        for call in ["Shader(\"", "pass(\"", "shader(\""] {
            named = named.split(call).enumerate().fold(String::new(), |text, (at, part)| match part.split_once('"') {
                Some((name, rest)) if at > 0 => format!("{text}{call}{name}{number}\"{rest}"),
                _ => text + part,
            });
        }
        std::fs::write(folder.join(format!("{base}_{number}.fx.lua")), named)?;
    }
    Ok(())
}

/// The text, with further digits behind each constant with a point.
fn with_constants(text: &str, number: usize) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('.') {
        let (before, after) = rest.split_at(at + 1);
        out += before;
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let word = before[..before.len() - 1].rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
        let is_number = word.is_some_and(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()));
        out += &after[..digits];
        if is_number && digits > 0 {
            let _ = write!(out, "{number:04}");
        }
        rest = &after[digits..];
    }
    out + rest
}

fn many_variants(root: &Path) -> Result<(), Failure> {
    let mut text = "cbuffer Constants : register(b0) { float4 c[16]; };\nTexture2D color : register(t0);\nSamplerState linearSampler : register(s0);\n\
                    struct V { float4 position : SV_Position; float2 uv : TEXCOORD0; };\n\
                    V VS(uint id : SV_VertexID)\n{\n    V v;\n    v.uv = float2(id & 1, id >> 1);\n    v.position = float4(v.uv * 2 - 1, 0, 1);\n    return v;\n}\n\
                    float4 PS(V v) : SV_Target\n{\n    float4 r = color.Sample(linearSampler, v.uv);\n"
        .to_owned();
    let mut branches = String::new();
    for switch in 0..SWITCHES {
        writeln!(text, "    if (g_b{switch}) {{ r = r * c[{switch}] + sin(r.yzwx * {switch}.5); }}")?;
        write!(branches, "\"g_b{switch}\", ")?;
    }
    for case in 1..CASES {
        writeln!(text, "    if (g_nCase == {case}) {{ r = cos(r + c[{case}]) * {case}.25; }}")?;
    }
    text += "    return r;\n}\n";
    std::fs::write(root.join("many.fx"), text)?;
    let sidecar = format!(
        "local shader = Shader(\"Many\")\nshader.Branches = {{ {branches}Int(\"g_nCase\", 0, {}) }}\n\
         function shader.Specialize(permutation)\n    local technique = Technique()\n    technique.VertexShader = \"VS\"\n\
         \x20   technique.PixelShader = \"PS\"\n    return technique, permutation\nend\n",
        CASES - 1
    );
    std::fs::write(root.join("many.fx.lua"), sidecar)?;
    Ok(std::fs::write(root.join("uberc.toml"), "targets = [\"spirv\"]\noutput = \"all.fxo\"\n")?)
}

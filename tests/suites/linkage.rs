//! The values between stages, in what compilers make of them: each goes out and comes in at one location, whichever compiler makes
//! which stage.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::harness;
use crate::harness::direct3d::{needs_direct3d, path};

/// Neighbours in the techniques of the project `pipeline`.
const PAIRS: [(&str, &str); 7] =
    [("VS", "PS"), ("OtherVS", "PS"), ("VS", "GS"), ("GS", "PS"), ("VS", "HS"), ("HS", "DS"), ("DS", "PS")];

pub fn trials() -> Vec<Trial> {
    let trial = |name: &str, run: fn() -> Result<(), Failed>| {
        let trial = harness::trial(format!("linkage::{name}"), run);
        harness::needs("glslangValidator", harness::needs("spirv-opt", trial))
    };
    vec![
        trial("embedded_and_glslang_agree", || agree("[\"auto\"]", false)),
        trial("glslang_alone_agrees", || agree("[\"glslangValidator\", \"spirv-opt\", \"spirv-val\"]", false)),
        trial("stages_in_one_order_are_not_rewritten", not_rewritten),
        trial("blocks_of_mesh_stages_agree", blocks_of_meshes),
        needs_direct3d(trial("embedded_and_dxc_agree", || agree("[\"auto\"]", true))),
        needs_direct3d(trial("dxc_alone_agrees", || agree("[\"dxc\", \"spirv-opt\", \"spirv-val\"]", true))),
    ]
}

/// A stage's inputs and outputs: names to locations.
type Side = BTreeMap<String, u64>;

/// Compiles every stage with these compilers, and compares the locations of neighbours.
fn agree(compilers: &str, direct3d: bool) -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    harness::copy_tree(&harness::suite_dir("linkage").join("pipeline"), place.path())?;
    let project = format!("sources = [\"*.fx\"]\ntargets = [\"spirv\"]\n[target.spirv]\ncompilers = {compilers}\n");
    std::fs::write(place.path().join("uberc.toml"), project)?;
    let stages = stages(place.path(), direct3d)?;
    for (from, to) in PAIRS {
        let stage = |name: &str| stages.get(name).ok_or_else(|| format!("`{name}` was not compiled"));
        let ((_, written), (read, _)) = (stage(from)?, stage(to)?);
        // A row of a matrix is written as part of it by some compilers.
        let row = |name: &str| match name {
            "FRAME2" => written.get("FRAME2").copied().or_else(|| Some(written.get("FRAME")? + 2)),
            "WEIGHT1" => written.get("WEIGHT1").copied().or_else(|| Some(written.get("WEIGHT")? + 1)),
            name => written.get(name).copied(),
        };
        for (name, location) in read {
            let written = row(name);
            if written != Some(*location) {
                return Err(format!("{from} writes {name} at {written:?}, and {to} reads it at {location}").into());
            }
        }
        if read.is_empty() {
            return Err(format!("{to} reads nothing").into());
        }
    }
    Ok(())
}

/// The blocks of a mesh stage, of vertices and of primitives, have the names and locations of the pixel stage's,
/// whichever compiler makes them.
fn blocks_of_meshes() -> Result<(), Failed> {
    for compilers in ["[\"embedded\"]", "[\"glslangValidator\", \"spirv-opt\", \"spirv-val\"]"] {
        let place = tempfile::tempdir()?;
        harness::copy_tree(&harness::suite_dir("linkage").join("mesh"), place.path())?;
        let project = format!("targets = [\"spirv\"]\n[target.spirv]\ncompilers = {compilers}\n");
        std::fs::write(place.path().join("uberc.toml"), project)?;
        let stages = stages(place.path(), false)?;
        let stage = |name: &str| stages.get(name).ok_or_else(|| format!("`{name}` was not compiled"));
        let ((_, written), (read, _)) = (stage("mesh")?, stage("fragment")?);
        assert_eq!(written, read, "{compilers}");
        let names: Vec<&str> = read.keys().map(String::as_str).collect();
        assert_eq!(names, ["COLOUR", "FRAME", "NORMAL", "TINT", "UV"], "{compilers}");
    }
    Ok(())
}

/// The step `link` runs only for variants whose locations differ from those of their declarations.
fn not_rewritten() -> Result<(), Failed> {
    for (parameters, links) in
        [("float3 n : NORMAL, float2 uv : TEXCOORD", false), ("float2 uv : TEXCOORD, float3 n : NORMAL", true)]
    {
        let place = tempfile::tempdir()?;
        let project = "[target.spirv]\ncompilers = [\"glslangValidator\", \"spirv-opt\"]\n";
        let vertex = "struct V { float4 p : SV_Position; float3 n : NORMAL; float2 uv : TEXCOORD; };\n\
                      V MainVS(float4 p : POSITION) { V v; v.p = p; v.n = p.xyz; v.uv = p.xy; return v; }\n";
        let pixel = format!("float4 MainPS({parameters}) : SV_Target {{ return n.xyzz + uv.xyxy; }}\n");
        let sidecar =
            "local a = Shader(\"A\")\na.Technique.VertexShader = \"MainVS\"\na.Technique.PixelShader = \"MainPS\"\n";
        let files = [
            ("uberc.toml", project.to_owned()),
            ("a.fx", vertex.to_owned() + &pixel),
            ("a.fx.lua", sidecar.to_owned()),
        ];
        for (name, text) in files {
            std::fs::write(place.path().join(name), text)?;
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_uberc"));
        let output = command.args(["build", "--timings", "--no-cache"]).current_dir(place.path()).output()?;
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let timings = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(timings.contains("compile/glslang"), "{timings}");
        assert_eq!(timings.contains("compile/link"), links, "{timings}");
    }
    Ok(())
}

/// Inputs and outputs by entry point, from the reflection that `uberc dump` prints.
fn stages(project: &Path, direct3d: bool) -> Result<BTreeMap<String, (Side, Side)>, Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_uberc"));
    command.args(["dump", "--stage", "compile", "--target", "spirv"]).current_dir(project);
    if direct3d {
        command.env("PATH", path()?);
    }
    let output = command.output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut found = BTreeMap::new();
    let mut entry = String::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("// ") {
            entry = heading.split(' ').next_back().unwrap_or_default().to_owned();
        } else if line.starts_with("{\"bindings\"") {
            let reflection: serde_json::Value = serde_json::from_str(line)?;
            found.insert(entry.clone(), (side(&reflection["inputs"]), side(&reflection["outputs"])));
        }
    }
    Ok(found)
}

fn side(list: &serde_json::Value) -> Side {
    let all = list.as_array().into_iter().flatten();
    let one = |value: &serde_json::Value| {
        let name = value["name"].as_str()?.to_ascii_uppercase();
        // An index of 0 need not be written. glslang has a variable for each element, all of one name: the first counts.
        let name = name.strip_suffix('0').unwrap_or(&name).to_owned();
        Some((name, value["location"].as_u64()?))
    };
    let mut side = Side::new();
    for (name, location) in all.filter_map(one) {
        let first = side.entry(name).or_insert(location);
        *first = location.min(*first);
    }
    side
}

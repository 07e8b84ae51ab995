//! What `check` says of tokens that are no program: one message a mistake, at its place, and nothing that only follows from it.
//!
//! A case has `main.fx`, with the entry points `VS` and `PS` and the branch `g_bA`, which also defines `WITH_FOG`; and
//! `expected.txt`, all that is said.

use std::path::Path;
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::harness;

/// The same sidecar for all cases.
const SIDECAR: &str = r#"
local shader = Shader("S")
shader.Branches = { "g_bA" }
shader.Technique.VertexShader = "VS"
shader.Technique.PixelShader = "PS"
shader.Technique.RenderState = DefaultRenderState
function shader.Specialize(permutation)
    local technique = Technique(shader.Technique)
    if permutation.g_bA then
        technique.Defines = { WITH_FOG = 1 }
    end
    return technique, permutation
end
"#;

pub fn trials() -> Vec<Trial> {
    harness::cases("syntax_errors", case)
}

fn case(folder: &Path) -> Result<(), Failed> {
    let project = tempfile::tempdir()?;
    std::fs::copy(folder.join("main.fx"), project.path().join("main.fx"))?;
    std::fs::write(project.path().join("main.fx.lua"), SIDECAR)?;
    std::fs::write(project.path().join("uberc.toml"), "hlsl-version = 2021\n")?;
    let output = Command::new(env!("CARGO_BIN_EXE_uberc")).args(["check", "."]).current_dir(project.path()).output()?;
    let said = String::from_utf8(output.stderr)? + &String::from_utf8(output.stdout)?;
    harness::golden(&folder.join("expected.txt"), &said)
}

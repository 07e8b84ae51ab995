//! The remote cache: what a build takes from a server and stores there, and that it is right whatever the server does.
//!
//! Most trials have a server in this process (`tests/remote_server`) that goes wrong where they say so; those of
//! `buildgrid` and `farm` have BuildGrid, a server of PyPI, which `cargo xtask install` puts below `target`.

mod buildgrid;
mod execution;
mod farm;
mod faults;
mod proxy;
mod racing;
mod sharing;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use libtest_mimic::{Failed, Trial};
use uberc_remote_server::{Faults, Server};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    let with_servers = buildgrid::trials().into_iter().chain(farm::trials());
    let own = sharing::trials().into_iter().chain(faults::trials()).chain(execution::trials());
    own.chain(racing::trials()).chain(with_servers).collect()
}

fn trial(name: &str, run: fn() -> Result<(), Failed>) -> Trial {
    harness::trial(format!("remote::{name}"), run)
}

fn start(faults: Faults) -> Result<Server, Failed> {
    Ok(Server::start(faults, None)?)
}

/// A shader with a warning, so that its variants are shared step by step.
const WARNED: &str = "bool g_bBright;
float4 MainVS(float3 position : POSITION) : SV_Position { return float4(position, 1.0); }
float4 MainPS(float4 position : SV_Position) : SV_Target
{
    float2 half_way = position * 0.5;
    return g_bBright ? half_way.xyxy : half_way.xxyy * 0.25;
}
";

const WARNED_SIDECAR: &str = "local warned = Shader(\"Warned\")
warned.Branches = { \"g_bBright\" }
function warned.Specialize(permutation)
    local technique = Technique()
    technique.VertexShader = \"MainVS\"
    technique.PixelShader = \"MainPS\"
    return technique, permutation
end
";

/// A checkout of a small project in a folder of its own, with these lines in `[remote]`.
struct Checkout {
    folder: tempfile::TempDir,
}

impl Checkout {
    fn new(port: u16, lines: &str) -> Result<Checkout, Failed> {
        Checkout::with(&format!("[remote]\ncache = \"grpc://127.0.0.1:{port}\"\n{lines}"))
    }

    /// `toml`: the project file.
    fn with(toml: &str) -> Result<Checkout, Failed> {
        let folder = tempfile::tempdir()?;
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/cli_projects/quad");
        harness::copy_tree(&project, folder.path())?;
        std::fs::write(folder.path().join("warned.fx"), WARNED)?;
        std::fs::write(folder.path().join("warned.fx.lua"), WARNED_SIDECAR)?;
        std::fs::write(folder.path().join("uberc.toml"), toml)?;
        Ok(Checkout { folder })
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_uberc"));
        command.args(arguments).current_dir(self.folder.path()).env_remove("NO_COLOR").env_remove("SHADER_CACHE_TOKEN");
        command
    }

    fn run(&self, arguments: &[&str]) -> Result<Ran, Failed> {
        Ok(Ran::of(&self.command(arguments).output()?))
    }

    /// Builds, and must succeed.
    fn build(&self, arguments: &[&str]) -> Result<Ran, Failed> {
        let words: Vec<&str> = ["build"].iter().chain(arguments).copied().collect();
        let ran = self.run(&words)?;
        if ran.code != Some(0) {
            return Err(format!("the build ended with {:?}:\n{}", ran.code, ran.text).into());
        }
        Ok(ran)
    }

    fn archive(&self) -> Result<Vec<u8>, Failed> {
        Ok(std::fs::read(self.path("shaders.fxo"))?)
    }

    /// The archive of the same checkout without any cache.
    fn expected() -> Result<Vec<u8>, Failed> {
        let alone = Checkout::with("")?;
        alone.build(&["--no-cache"])?;
        alone.archive()
    }

    fn edit(&self, file: &str, from: &str, to: &str) -> Result<(), Failed> {
        let text = std::fs::read_to_string(self.path(file))?;
        assert!(text.contains(from), "{file} has no {from}");
        Ok(std::fs::write(self.path(file), text.replace(from, to))?)
    }
}

/// What a run printed, and how it ended.
struct Ran {
    text: String,
    code: Option<i32>,
}

impl Ran {
    fn of(output: &Output) -> Ran {
        let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        Ran { text: format!("{out}{err}"), code: output.status.code() }
    }

    fn has(&self, words: &str) -> Result<(), Failed> {
        if self.text.contains(words) { Ok(()) } else { Err(format!("no `{words}` in:\n{}", self.text).into()) }
    }

    fn lacks(&self, words: &str) -> Result<(), Failed> {
        if self.text.contains(words) { Err(format!("`{words}` in:\n{}", self.text).into()) } else { Ok(()) }
    }
}

/// Stores the results of a checkout on a server.
fn fill(port: u16) -> Result<Checkout, Failed> {
    let filling = Checkout::new(port, "upload-wait = \"60s\"\n")?;
    filling.build(&[])?.lacks("remote/")?;
    Ok(filling)
}

/// Patience for a server that answers for certain.
const PATIENT: &str = "wait = \"60s\"\nupload-wait = \"60s\"\n";

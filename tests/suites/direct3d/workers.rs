//! The real compilers as workers.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use libtest_mimic::{Failed, Trial};

use super::library;
use crate::harness;
use crate::harness::direct3d::path;
use crate::suites::compile_process::{ends, wait_for};

/// `uberc-dxc`, where a build of the workspace puts it, and the library for it.
fn own_dxc_and_library() -> (PathBuf, PathBuf) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = Path::new(env!("CARGO_BIN_EXE_uberc")).with_file_name("uberc-dxc");
    (program, root.join("target/outside/dxc/libdxcompiler.so"))
}

/// A trial that runs `uberc-dxc`.
pub fn needs_own_dxc(name: &str, run: fn() -> Result<(), Failed>) -> Trial {
    let (program, library) = own_dxc_and_library();
    let trial = harness::trial(format!("direct3d::{name}"), run);
    let trial = harness::needs_that("libdxcompiler.so: run `cargo xtask install`", library.is_file(), trial);
    harness::needs_that("uberc-dxc: run `cargo build --workspace`", program.is_file(), trial)
}

/// The library's project with these settings of a compiler.
fn project(name: &str, settings: &str) -> Result<tempfile::TempDir, Failed> {
    let project = library()?;
    let file = project.path().join("uberc.toml");
    std::fs::write(&file, format!("{}\n[compiler.{name}]\n{settings}", std::fs::read_to_string(&file)?))?;
    Ok(project)
}

fn build(project: &Path, target: &str, arguments: &[&str]) -> Result<Command, Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_uberc"));
    command.args(["build", "tonemap.fx", "--target", target, "--output", "out.fxo"]).args(arguments);
    command.current_dir(project).env("PATH", path()?).env("UBERC_DXCOMPILER", own_dxc_and_library().1);
    Ok(command)
}

/// Builds, and finds in the timings how many variants were compiled, all in this form.
fn archive(project: &Path, target: &str, stage: &str) -> Result<Vec<u8>, Failed> {
    let output = build(project, target, &["--message-format", "json", "--timings"])?.output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let lines: Vec<serde_json::Value> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let of = |reason: &str| lines.iter().find(|line| line["reason"] == reason).ok_or(format!("no {reason}"));
    let timings = of("timings")?;
    let stages = timings["stages"].as_array().ok_or("no stages")?;
    let found = stages.iter().find(|found| found["stage"] == stage).ok_or(format!("no {stage} in {timings}"))?;
    assert!(found["count"].as_u64().is_some_and(|count| count > 50), "{found}");
    assert_eq!(found["count"], of("summary")?["variants"], "{stage}");
    Ok(std::fs::read(project.join("out.fxo"))?)
}

fn both(name: &str, target: &str, program: &str) -> Result<(), Failed> {
    let with = project(name, program)?;
    let without = project(name, &format!("{program}workers = false\n"))?;
    let by_workers = archive(with.path(), target, &format!("compile/{name} (worker)"))?;
    let by_processes = archive(without.path(), target, &format!("compile/{name}"))?;
    assert!(by_workers == by_processes, "{} and {} bytes differ", by_workers.len(), by_processes.len());
    Ok(())
}

pub fn same_archive(name: &str, target: &str) -> Result<(), Failed> {
    both(name, target, "")
}

pub fn own_dxc() -> Result<(), Failed> {
    let (program, _) = own_dxc_and_library();
    both("dxc", "dxil", &format!("program = \"{}\"\n", program.display()))
}

/// A project with one pixel shader, built with debug information, which names the file: what was said, and the archive.
fn debugged(name: &str, target: &str, workers: bool, text: &str) -> Result<(String, Option<Vec<u8>>), Failed> {
    let project = tempfile::tempdir()?;
    std::fs::write(project.path().join("uberc.toml"), format!("[compiler.{name}]\nworkers = {workers}\n"))?;
    std::fs::write(project.path().join("tonemap.fx"), text)?;
    std::fs::write(project.path().join("tonemap.fx.lua"), "Shader(\"A\").Technique.PixelShader = \"main\"\n")?;
    let output = build(project.path(), target, &["--debug-info", "--quiet"])?.output()?;
    let folder = project.path().display().to_string();
    let said = String::from_utf8_lossy(&output.stderr).replace(&folder, "");
    Ok((said, std::fs::read(project.path().join("out.fxo")).ok()))
}

/// Warnings, errors and their places; and a debugger sees the same names.
pub fn mistakes() -> Result<(), Failed> {
    let good = "float4 main(float2 at : AT) : SV_Target\n{\n    int3 cut = at.xyxy;\n    return cut.xyzz;\n}\n";
    let bad = good.replace("return", "return missing *");
    for (name, target) in [("dxc", "dxil"), ("fxc", "dx11")] {
        let [by_worker, by_process] = [true, false].map(|workers| debugged(name, target, workers, &bad));
        let (by_worker, by_process) = (by_worker?, by_process?);
        let place = by_worker.0.contains(&format!("error[compile/{name}]")) && by_worker.0.contains("tonemap.fx:4:12");
        assert!(place && by_worker.1.is_none(), "{}", by_worker.0);
        harness::same(name, &by_process.0, &by_worker.0)?;
        let [by_worker, by_process] = [true, false].map(|workers| debugged(name, target, workers, good));
        let (by_worker, by_process) = (by_worker?, by_process?);
        assert!(by_worker.0.contains(&format!("warning[compile/{name}]")) && by_worker.1.is_some(), "{}", by_worker.0);
        harness::same(name, &by_process.0, &by_worker.0)?;
        // FXC writes the whole path of its input into debug information, and the folder of each process has a new name.
        assert!(name == "fxc" || by_worker.1 == by_process.1, "{name}: the archives differ");
    }
    Ok(())
}

/// The workers that a build has started: its children, which Wine shows with the path of their program.
fn workers_of(build: &Child) -> Vec<String> {
    let parent = build.id().to_string();
    let listed = Command::new("ps").args(["-o", "pid=,args=", "--ppid", &parent]).output();
    let text = listed.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let is_worker = |line: &&str| line.contains("dxc.exe") && line.contains("--uberc-worker");
    let first = |line: &str| line.split_whitespace().next().map(str::to_owned);
    text.lines().filter(is_worker).filter_map(first).collect()
}

fn start(project: &Path, arguments: &[&str]) -> Result<Child, Failed> {
    let mut command = build(project, "dxil", &[&["--quiet"], arguments].concat())?;
    Ok(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?)
}

pub fn killed() -> Result<(), Failed> {
    let (disturbed, quiet) = (project("dxc", "")?, project("dxc", "")?);
    let expected = archive(quiet.path(), "dxil", "compile/dxc (worker)")?;
    // One worker alone: it has done each job whose result is stored. One that ends in its first job has a reason of its own.
    let mut running = start(disturbed.path(), &["--jobs", "1"])?;
    let worker = wait_for("a worker starts", || workers_of(&running).pop());
    let objects = || {
        let entries = walkdir::WalkDir::new(disturbed.path().join(".uberc/objects")).into_iter().flatten();
        entries.filter(|entry| entry.file_type().is_file()).count()
    };
    let begun = wait_for("results are stored", || (objects() > 2).then_some(()));
    let killed = worker.and_then(|worker| {
        let status = Command::new("kill").args(["-KILL", &worker]).status()?;
        begun.and_then(|()| if status.success() { ends(&worker) } else { Err("it had ended".into()) })
    });
    let ended = running.wait()?;
    killed?;
    assert!(ended.success(), "the build goes on");
    assert!(std::fs::read(disturbed.path().join("out.fxo"))? == expected);
    Ok(())
}

pub fn killed_build() -> Result<(), Failed> {
    let project = project("dxc", "")?;
    let mut running = start(project.path(), &[])?;
    let workers = wait_for("workers start", || {
        let workers = workers_of(&running);
        (!workers.is_empty()).then_some(workers)
    });
    // SIGKILL: it can do nothing more.
    running.kill()?;
    running.wait()?;
    workers?.iter().try_for_each(|worker| ends(worker))
}

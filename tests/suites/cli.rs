//! The command line: transcripts of commands.
//!
//! A case has `commands.txt`, a command line each: `uberc ...` (`PATH= uberc ...` finds no
//! program), or `project NAME` (a folder of `tests/cases/cli_projects`),
//! `edit FILE s/FROM/TO/`, `rm FILE`, `save FILE`, `same FILE`. It runs in a fresh folder with the files of its own
//! `project/`, if it has one. `expected.txt` is the transcript.

mod damaged;
mod reproducible;
mod sarif;
mod selection;

use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Failed, Trial};

use crate::harness;

pub fn trials() -> Vec<Trial> {
    let cases = harness::cases("cli", case).into_iter().map(|trial| {
        // A case that compiles says so in its name.
        let trial = if trial.name().contains("build") { harness::needs("glslangValidator", trial) } else { trial };
        if trial.name().contains("mtlx") { super::materialx::needs_package(trial) } else { trial }
    });
    cases
        .chain(damaged::trials())
        .chain(reproducible::trials())
        .chain(sarif::trials())
        .chain(selection::trials())
        .collect()
}

fn case(folder: &Path) -> Result<(), Failed> {
    let place = tempfile::tempdir()?;
    if folder.join("project").is_dir() {
        harness::copy_tree(&folder.join("project"), place.path())?;
    }
    let mut transcript = String::new();
    for line in std::fs::read_to_string(folder.join("commands.txt"))?.lines().filter(|line| !line.trim().is_empty()) {
        transcript += &format!("$ {line}\n");
        let words: Vec<&str> = line.split_whitespace().collect();
        match *words.as_slice() {
            ["uberc", ref arguments @ ..] => transcript += &normalise(&uberc(place.path(), arguments, true)?),
            ["PATH=", "uberc", ref arguments @ ..] => transcript += &normalise(&uberc(place.path(), arguments, false)?),
            ["edit", file, ..] => {
                edit(&place.path().join(file), line.split_once(" s/").map_or("", |(_, script)| script))?
            }
            ["project", name] => shared_project(name, &folder.join("project"), place.path())?,
            ["rm", file] => std::fs::remove_file(place.path().join(file))?,
            ["save", file] => std::fs::copy(place.path().join(file), saved(place.path(), file)).map(drop)?,
            ["same", file] => {
                let same = std::fs::read(place.path().join(file))? == std::fs::read(saved(place.path(), file))?;
                transcript += if same { "same\n" } else { "changed\n" };
            }
            _ => return Err(format!("commands.txt: `{line}`").into()),
        }
    }
    harness::golden(&folder.join("expected.txt"), &transcript)
}

/// Copies a project of several cases; the case's own files win.
fn shared_project(name: &str, own: &Path, place: &Path) -> std::io::Result<()> {
    harness::copy_tree(&harness::suite_dir("cli_projects").join(name), place)?;
    if own.is_dir() { harness::copy_tree(own, place) } else { Ok(()) }
}

fn saved(place: &Path, file: &str) -> PathBuf {
    place.join(format!("{file}.saved"))
}

pub fn edit(file: &Path, script: &str) -> Result<(), Failed> {
    let mut parts = script.trim_start_matches("s/").trim_end_matches('/').splitn(2, '/');
    let (Some(from), Some(to)) = (parts.next(), parts.next()) else { return Err("edit FILE s/FROM/TO/".into()) };
    let text = std::fs::read_to_string(file)?;
    if !text.contains(from) {
        return Err(format!("{} has no `{from}`", file.display()).into());
    }
    Ok(std::fs::write(file, text.replace(from, to))?)
}

/// stdout, then stderr with `! ` before each line, then the exit code where it is not 0.
pub fn uberc(place: &Path, arguments: &[&str], programs: bool) -> Result<String, Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_uberc"));
    command.args(arguments).current_dir(place).env_remove("NO_COLOR");
    command.env("UBERC_MTLX_LIBRARIES", super::materialx::library());
    if !programs {
        command.env("PATH", "");
    }
    let output = command.output()?;
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        text += &format!("! {line}\n");
    }
    if !output.status.success() {
        text += &format!("exit {}\n", output.status.code().map_or("by signal".to_owned(), |code| code.to_string()));
    }
    Ok(text)
}

/// Times and sizes differ from machine to machine, and from one compiler version to the next.
pub fn normalise(text: &str) -> String {
    text.lines()
        .map(|line| {
            let line = mask(line, "\"wall_ms\":", |c| c.is_ascii_digit(), "0");
            let line = mask(&line, "\"archive_bytes\":", |c| c.is_ascii_digit(), "N");
            let line = mask(&line, "\"compressed_bytes\":", |c| c.is_ascii_digit(), "N");
            let line = mask(&line, "\"raw_bytes\":", |c| c.is_ascii_digit(), "N");
            let line = mask(&line, "\"index_bytes\":", |c| c.is_ascii_digit(), "N");
            let line = mask(&line, "\"content\":\"", |c| c.is_ascii_hexdigit(), "H");
            // `uberc diff` says how long code was and is.
            let line = mask(&line, " code: ", |c| c.is_ascii_digit(), "N");
            let line = mask(&line, " bytes, now ", |c| c.is_ascii_digit(), "N");
            let line = mask(&line, " artifacts, ", |c| c.is_ascii_digit() || c == '.', "N");
            let hex = |c: char| c.is_ascii_hexdigit();
            let line = mask(&line, ", artifact ", hex, "H");
            let line = mask(&line, "\"blob\":\"", hex, "H");
            let line = mask(&line, ", in ", |c| c.is_ascii_digit() || c == '.', "N");
            let line = mask(&line, "\"bytes\":", |c| c.is_ascii_digit(), "N");
            let line = mask(&line, " a page of ", |c| c.is_ascii_digit() || c == '.', "N");
            // The numbers of what uberc itself does in a chain.
            let line = mask(&line, " embedded ", |c| c.is_ascii_digit(), "N");
            let line = mask(&line, ", options ", |c| c.is_ascii_digit(), "N");
            // The sizes of an info's stages.
            let has_sizes = line.ends_with(" bytes") || line.ends_with(" KiB");
            let stages = if has_sizes { &["vertex ", "geometry ", "fragment ", "compute "][..] } else { &[] };
            let size = |c: char| c.is_ascii_digit() || c == '.';
            let line = stages.iter().fold(line, |line, stage| mask(&line, stage, size, "N"));
            line + "\n"
        })
        .collect()
}

/// Replaces the digits behind each `before`.
fn mask(line: &str, before: &str, digits: impl Fn(char) -> bool, instead: &str) -> String {
    let mut parts = line.split(before);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(&digits);
        out += before;
        out += if rest.len() == part.len() { "" } else { instead };
        out += rest;
    }
    out
}

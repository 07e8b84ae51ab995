//! MaterialX: documents, their problems, and shaders compared with those of the reference.
//!
//! A case of `materialx` is a folder with documents (`*.mtlx`, main document `main.mtlx`). `expected.txt` has the
//! problems of `validate`, then those of generating each element. `options.txt` may have options, `light ID=DEFINITION`
//! and `element=PATH`, and `library` nodes beside the node library. A case of `materialx_reference` has `main.mtlx`,
//! `elements.txt` and, a line for each run, `options.txt`: the reference generates the same shader.
//!
//! The node library and the reference are a package of PyPI, which `cargo xtask install` puts below `target`.

mod drawn;
mod pictures;
mod reference;

use std::path::{Path, PathBuf};

use libtest_mimic::{Failed, Trial};
use uberc::diag::Sources;
use uberc::dialect::materialx::opened::{Opened, diagnostics};
use uberc::dialect::materialx::options::{Options, STANDARD_LIGHTS};
use uberc::dialect::materialx::problem::Problem;

use crate::harness;

pub fn trials() -> Vec<Trial> {
    let mut trials = harness::cases("materialx", case);
    trials.extend(reference::trials());
    trials.extend(drawn::trials());
    trials.extend(pictures::trials());
    trials.push(harness::trial("materialx::damaged_documents_have_problems_and_no_panic", damaged));
    let mut trials: Vec<Trial> = trials.into_iter().map(needs_package).collect();
    trials.push(harness::trial("materialx::without_a_library_the_help_says_what_to_install", no_library));
    trials.push(harness::trial("materialx::the_program_has_nothing_of_the_library", nothing_copied));
    trials
}

/// The folder of the package.
fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/outside/materialx")
}

/// The folder of the node library.
pub fn library() -> PathBuf {
    package().join("MaterialX/libraries")
}

/// A trial that reads the node library.
pub fn needs_package(trial: Trial) -> Trial {
    harness::needs_that("MaterialX: run `cargo xtask install`", library().is_dir(), trial)
}

/// The options of most tests.
pub fn standard_options() -> Options {
    Options {
        lights: STANDARD_LIGHTS.iter().map(|(id, name)| (*id, (*name).to_owned())).collect(),
        ..Options::default()
    }
}

/// Problems as text; the package's place is not that of every machine.
fn shown(problems: &[Problem], sources: &Sources) -> String {
    let text = harness::diagnostics(&diagnostics(problems, sources, false), sources);
    text.replace(&library().display().to_string(), "<library>")
}

fn case(folder: &Path) -> Result<(), Failed> {
    let sources = Sources::new(folder);
    let file = sources.load(Path::new("main.mtlx")).map_err(|error| format!("{error:?}"))?;
    let own = folder.join("library");
    let folders = [library()].into_iter().chain(own.is_dir().then_some(own)).collect::<Vec<_>>();
    let opened = Opened::read(&sources, &file, &folders).map_err(|problem| problem.message)?;
    let mut text = format!("validate\n{}", shown(&opened.validate(&standard_options()), &sources));
    let mut options = standard_options();
    let mut elements: Vec<String> = Vec::new();
    if let Ok(lines) = std::fs::read_to_string(folder.join("options.txt")) {
        for line in lines.lines() {
            let (name, value) = line.split_once('=').ok_or("options.txt: NAME=VALUE")?;
            if let Some(id) = name.strip_prefix("light ") {
                options.lights.push((id.parse()?, value.to_owned()));
            } else if name == "element" {
                elements.push(value.to_owned());
            } else {
                options.set(name, value)?;
            }
        }
    }
    if elements.is_empty() {
        elements = opened.renderables().iter().map(|element| element.path()).collect();
    }
    for path in elements {
        let mut problems = Vec::new();
        let shader = match opened.element(&path) {
            Ok(element) => opened.generate(element, &options, &mut problems),
            Err(problem) => {
                problems.push(problem);
                None
            }
        };
        text += &format!("generate {path}\n{}", shown(&problems, &sources));
        if let Some(shader) = shader.filter(|_| problems.is_empty()) {
            let public: Vec<&str> = shader.interface.pixel_public.iter().map(|uniform| uniform.name.as_str()).collect();
            text += &format!("uniforms: {}\n", public.join(" "));
        }
    }
    harness::golden(&folder.join("expected.txt"), &text)
}

fn no_library() -> Result<(), Failed> {
    let sources = Sources::in_memory([("a.mtlx", "<materialx version=\"1.39\"/>")]);
    let file = sources.load(Path::new("a.mtlx")).map_err(|error| format!("{error:?}"))?;
    let Err(problem) = Opened::read(&sources, &file, &[PathBuf::from("nowhere")]) else {
        return Err("a library was found in a folder that does not exist".into());
    };
    let help = problem.help.unwrap_or_default();
    harness::same("code", "mx/no-library", problem.kind.code())?;
    if help.contains("UBERC_MTLX_LIBRARIES") { Ok(()) } else { Err(format!("help: {help}").into()) }
}

/// Names of the library's functions and graphs are nowhere in the program's sources, so nothing was copied.
fn nothing_copied() -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for entry in walkdir::WalkDir::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/dialect/materialx")) {
        let entry = entry?;
        if !entry.file_type().is_file() {
            continue;
        }
        let text = std::fs::read_to_string(entry.path())?;
        for word in ["mx_ggx", "mx_fresnel", "<nodedef", "mx_perlin", "NG_"] {
            if text.contains(word) {
                wrong.push(format!("{} has `{word}`", entry.path().display()));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// Documents with bytes removed, repeated and replaced: reading, checking and generating ends with problems or a shader.
fn damaged() -> Result<(), Failed> {
    const RUNS: u64 = 100;
    let original = std::fs::read_to_string(harness::suite_dir("materialx_reference").join("surfaces/main.mtlx"))?;
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    };
    let sources = Sources::new("");
    for run in 0..RUNS {
        let mut text = original.clone();
        for _ in 0..=next(4) {
            let (from, length) = (next(text.len()), next(24));
            let end = (from + length).min(text.len());
            if !text.is_char_boundary(from) || !text.is_char_boundary(end) {
                continue;
            }
            match next(3) {
                0 => text.replace_range(from..end, ""),
                1 => text.insert_str(from, &original[..length.min(original.len())]),
                _ => text.replace_range(from..end, ["\"", "<", "{{", "-1e39,", "nodename", "&#x41;"][next(6)]),
            }
        }
        let own = sources.add(format!("damaged_{run}.mtlx"), &text);
        let opened = Opened::read(&sources, &own, &[library()]).map_err(|problem| problem.message)?;
        let found = opened.validate(&standard_options());
        let mut problems = Vec::new();
        for element in opened.renderables() {
            let shader = opened.generate(element, &standard_options(), &mut problems);
            if shader.is_none() && problems.is_empty() {
                return Err(format!("run {run}: no shader and no problem in\n{text}").into());
            }
        }
        for problem in found.iter().chain(&problems) {
            if problem.message.is_empty() {
                return Err(format!("run {run}: a problem without a message").into());
            }
        }
    }
    Ok(())
}

//! `uberc mtlx render`: pictures of elements, drawn by the program `uberc-render`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::chosen;
use super::document::{Arguments, Mark, Projects, all_are_there};
use super::generate::text_shader;
use super::options::{MtlxRender, MtlxShape};
use crate::bounded_file;
use crate::cli::{ENVIRONMENT, Outcome, SOURCE_ERRORS, Stop, Terminal, output_file};
use crate::compile::{Cancel, ProgramBounds, ProgramEnd, run_program, temporary_folder};
use crate::diag::Diagnostic;
use crate::dialect::materialx::emit::Shader;
use crate::dialect::materialx::emit::is_surface;
use crate::model::Target;
use crate::pipeline::{ProjectCache, TextShader, compile_texts};
use crate::preview::{Shape, Texture, View, from_png, scene_of, to_png};

/// The program, which lies beside this one.
const PROGRAM: &str = "uberc-render";
/// Wall time of a picture: a software device takes seconds.
const LIMIT: Duration = Duration::from_secs(300);
/// Bytes of a texture's file.
const MOST_TEXTURE: u64 = 1 << 28;

/// An element to draw.
struct Made {
    path: String,
    shader: Shader,
    text: TextShader,
}

pub fn run(command: &MtlxRender, arguments: Arguments<'_>, terminal: &Terminal) -> Outcome {
    let program = program()?;
    let values: Vec<(String, String)> = command
        .values
        .iter()
        .map(|text| {
            let pair = text.split_once('=').ok_or_else(|| Stop::usage(format!("`--set` is NAME=VALUE, not `{text}`")));
            pair.map(|(name, value)| (name.to_owned(), value.to_owned()))
        })
        .collect::<Result<_, _>>()?;
    all_are_there(std::slice::from_ref(&command.file))?;
    let arguments = Arguments { shaders: Some(&command.shaders), sidecars: Some(Target::Wgpu), ..arguments };
    let Some(document) = Projects::new(arguments, terminal).document(&command.file)? else {
        return Ok(SOURCE_ERRORS);
    };
    let context = &document.context;
    let mut made = Vec::new();
    let code = document.run(terminal, &mut |opened, file, found| {
        for element in chosen(opened, command.shaders.element.as_deref(), found) {
            let before = Mark::of(opened, found);
            let Some(shader) = opened.generate(element, &document.settings.options, found) else { continue };
            if document.has_error(opened, found, before) {
                continue;
            }
            let text = text_shader(&shader, file, &context.sources);
            made.push(Made { path: element.path(), shader, text });
        }
        Ok(())
    })?;
    if code != 0 {
        return Ok(code);
    }
    let texts: Vec<TextShader> = made.iter().map(|made| made.text.clone()).collect();
    // What wgpu reads: naga's own WGSL.
    let (results, missing) = compile_texts(context, &texts, &[Target::Wgpu], &ProjectCache::none(), false);
    terminal.diagnostics(&missing, &context.sources);
    if missing.iter().any(Diagnostic::is_error) {
        return Ok(ENVIRONMENT);
    }
    let folder = document.path.parent().unwrap_or(Path::new(""));
    for (element, results) in made.iter().zip(&results) {
        let Some(result) = results.first() else { continue };
        terminal.diagnostics(&result.diagnostics, &context.sources);
        if result.diagnostics.iter().any(Diagnostic::is_error) {
            return Ok(SOURCE_ERRORS);
        }
        let shape = match command.shape {
            Some(MtlxShape::Sphere) => Shape::Sphere,
            Some(MtlxShape::Plane) => Shape::Plane,
            None if is_surface(&element.shader) => Shape::Sphere,
            None => Shape::Plane,
        };
        let view = View { shape, size: command.size, samples: command.samples };
        let mut load = |name: &str| texture(folder, name, terminal);
        let files = scene_of(&element.shader, &result.stages, view, &values, &mut load).map_err(Stop::usage)?;
        let drawn = draw(&program, &files)?;
        let picture = to_png(&drawn, view.size).map_err(Stop::environment)?;
        let output = output_of(&command.output, &element.shader.name, made.len());
        output_file::write(&output, &picture)?;
        terminal.data(&format!("{} -> {}", element.path, output.display()));
    }
    Ok(0)
}

/// `out.png`, and of several elements `out.NAME.png`.
fn output_of(output: &Path, name: &str, count: usize) -> PathBuf {
    if count == 1 { output.to_owned() } else { output.with_extension(format!("{name}.png")) }
}

fn program() -> Result<PathBuf, Stop> {
    let beside = std::env::current_exe().ok().map(|own| own.with_file_name(PROGRAM));
    let beside = beside.map(|path| path.with_extension(std::env::consts::EXE_EXTENSION));
    beside.filter(|path| path.is_file()).ok_or_else(|| {
        Stop::environment(format!(
            "there is no program `{PROGRAM}` beside uberc, which draws pictures; build it with `cargo build --package {PROGRAM}`"
        ))
    })
}

/// A texture of the document. Where there is none, squares stand for it.
fn texture(folder: &Path, name: &str, terminal: &Terminal) -> Option<Texture> {
    if name.is_empty() {
        return None;
    }
    let bytes = bounded_file::read(&folder.join(name), MOST_TEXTURE);
    let found = bytes.map_err(|error| error.to_string()).and_then(|bytes| from_png(&bytes));
    match found {
        Ok(texture) => Some(texture),
        Err(why) => {
            terminal.talk(&format!("`{name}` is drawn as squares: {why} (pictures are PNG)"));
            None
        }
    }
}

/// What the program draws of a scene.
fn draw(program: &Path, files: &crate::preview::SceneFiles) -> Result<Vec<u8>, Stop> {
    let error = |error: std::io::Error| Stop::environment(format!("the scene cannot be written: {error}"));
    let folder = temporary_folder().map_err(error)?;
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).map_err(error)?;
    }
    let bounds = ProgramBounds { timeout: LIMIT, memory: None };
    let arguments = [folder.path().display().to_string()];
    let run = run_program(program, &arguments, folder.path(), bounds, &Cancel::default());
    match run.end {
        ProgramEnd::Exit(0) => {}
        ProgramEnd::TimedOut => {
            return Err(Stop::environment(format!("{PROGRAM} took longer than {} seconds", LIMIT.as_secs())));
        }
        _ => return Err(Stop::environment(format!("{PROGRAM}: {}", run.text.trim()))),
    }
    let most = u64::from(uberc_render::MOST_SIDE).pow(2) * uberc_render::TEXEL as u64;
    bounded_file::read(&folder.path().join(uberc_render::PICTURE), most).map_err(error)
}

//! `uberc dump`: the data between two stages, as text.

use std::fmt::Write;
use std::sync::Arc;

use serde::Serialize;

use super::args::{Dump, DumpStage};
use super::build::open_cache;
use super::project::{Opened, open};
use super::select::{keep, narrow};
use super::{Outcome, SOURCE_ERRORS, Stop, Terminal};
use crate::diag::{self, Diagnostic};
use crate::model::{Artifact, SourceText, Stage, Target, VariantId};
use crate::pipeline::{self, ShaderFront};
use crate::specialise::{Layout, emit};

pub fn run(command: &Dump, terminal: &Terminal) -> Outcome {
    let mut opened = open(&command.select, terminal)?;
    if let Some(name) = &command.shader
        && !narrow(name, None, &mut opened, terminal)?
    {
        return Ok(SOURCE_ERRORS);
    }
    if command.stage == DumpStage::Project {
        if terminal.json() {
            terminal.data(&serde_json::json!({ "reason": "dump", "units": opened.context.units }).to_string());
        } else {
            terminal.data(&pretty(&opened.context.units)?);
        }
        return Ok(0);
    }
    let mut front = pipeline::run_frontend(&opened.context, &opened.targets);
    let mut diagnostics = opened.diagnostics.clone();
    diagnostics.append(&mut front.diagnostics);
    diag::sort(&mut diagnostics, &opened.context.sources);
    terminal.diagnostics(&diagnostics, &opened.context.sources);
    let mut failed = diagnostics.iter().any(Diagnostic::is_error);
    if let Some(name) = command.shader.as_ref().filter(|_| !failed) {
        keep(&mut front, name, false)?;
    }
    for shader in &front.shaders {
        let text = match command.stage {
            DumpStage::Project => continue,
            DumpStage::Sidecar => pretty(&shader.declaration)?,
            DumpStage::Explore => pretty(&shader.exploration)?,
            DumpStage::Preprocess => preprocessed(shader, &opened),
            DumpStage::Specialise => specialised(shader, &opened),
            DumpStage::Analyse => {
                let (text, found) = analysed(shader, &opened);
                failed |= found.iter().any(Diagnostic::is_error);
                terminal.diagnostics(&found, &opened.context.sources);
                text
            }
            DumpStage::Variants => pretty(&shader.variants.variants)?,
            DumpStage::Compile => {
                let (text, all) = compiled(shader, &opened, terminal);
                failed |= !all;
                text
            }
        };
        if terminal.json() {
            let line = serde_json::json!({
                "reason": "dump", "shader": shader.declaration.name, "target": shader.target.name(), "text": text,
            });
            terminal.data(&line.to_string());
            continue;
        }
        terminal.data(&format!("// shader {} for {}\n{text}", shader.declaration.name, shader.target.name()));
    }
    Ok(if failed { SOURCE_ERRORS } else { 0 })
}

fn pretty<T: Serialize + ?Sized>(value: &T) -> Result<String, Stop> {
    serde_json::to_string_pretty(value).map_err(|error| Stop::environment(error.to_string()))
}

fn preprocessed(shader: &ShaderFront, opened: &Opened) -> String {
    let mut text = String::new();
    for (at, unit) in shader.tokens.units.iter().enumerate() {
        let name = |(technique, stages): (usize, Vec<Stage>)| {
            let stages: Vec<&str> = stages.into_iter().map(Stage::name).collect();
            let of_stages = if stages.is_empty() { String::new() } else { format!(" ({})", stages.join(", ")) };
            format!("{technique}{of_stages}")
        };
        let techniques: Vec<String> = shader.tokens.users(at).into_iter().map(name).collect();
        let mut consulted: Vec<&str> = unit.consulted.iter().map(|consulted| consulted.name.as_str()).collect();
        consulted.sort_unstable();
        let source = SourceText::whole(Arc::clone(unit));
        writeln!(text, "// techniques {}; defines consulted: {}", techniques.join(" "), consulted.join(" "))
            .and_then(|()| text.write_str(&emit(&source, &opened.context.sources, Layout::AsWritten).text))
            .expect("writing to a String cannot fail");
    }
    text
}

fn specialised(shader: &ShaderFront, opened: &Opened) -> String {
    let mut text = String::new();
    for (source, number) in shader.variants.sources.iter().zip(0u32..) {
        let used: Vec<String> = shader
            .variants
            .variants
            .iter()
            .filter(|variant| variant.source == number)
            .map(|variant| format!("{} {}", variant.stage.name(), variant.entry_point))
            .collect();
        writeln!(text, "// source {} for {}", source.digest.short(), used.join(", "))
            .and_then(|()| text.write_str(&emit(source, &opened.context.sources, Layout::AsWritten).text))
            .expect("writing to a String cannot fail");
    }
    text
}

/// The typed tree of each variant.
fn analysed(shader: &ShaderFront, opened: &Opened) -> (String, Vec<Diagnostic>) {
    let mut text = String::new();
    let mut found = Vec::new();
    let context = &opened.context;
    let (session, version) = (context.session(shader.language), context.version(shader.language));
    for variant in &shader.variants.variants {
        let source = &shader.variants.sources[variant.source as usize];
        let (program, mut messages) = session.analyse(source, variant.stage, &variant.entry_point, version);
        found.append(&mut messages);
        text += &format!("// {} {} {}\n", variant.key.short(), variant.stage.name(), variant.entry_point);
        text += &program.map(|program| crate::ir::print(&program)).unwrap_or_default();
    }
    (text, found)
}

/// The artifacts as text, and whether every variant has one.
fn compiled(shader: &ShaderFront, opened: &Opened, terminal: &Terminal) -> (String, bool) {
    let cache = open_cache(opened, terminal);
    let mut text = String::new();
    let mut all = true;
    for (variant, id) in shader.variants.variants.iter().zip(0u32..) {
        match pipeline::variant_artifact(&opened.context, shader, VariantId(id), &cache) {
            Ok(artifact) => {
                text += &format!("// {} {} {}\n", variant.key.short(), variant.stage.name(), variant.entry_point);
                text += &artifact_text(&artifact, shader.target);
            }
            Err(diagnostics) => {
                all = false;
                terminal.diagnostics(&diagnostics, &opened.context.sources);
            }
        }
    }
    (text, all)
}

fn artifact_text(artifact: &Artifact, target: Target) -> String {
    let mut text = serde_json::to_string(&artifact.reflection).unwrap_or_default();
    text.push('\n');
    if target.is_text() {
        text += &String::from_utf8_lossy(&artifact.bytes.content());
        return text;
    }
    for (row, bytes) in artifact.bytes.content().chunks(16).enumerate() {
        let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        text += &format!("{:08x}  {}\n", row * 16, hex.join(" "));
    }
    text
}

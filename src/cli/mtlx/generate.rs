//! `uberc mtlx generate`: the stages of elements as text, or compiled for targets.

use std::path::Path;
use std::rc::Rc;

use super::chosen;
use super::document::{Arguments, Document, Mark, Projects, all_are_there, each};
use super::options::{MtlxGenerate, MtlxTarget};
use crate::cli::project::use_jobs;
use crate::cli::{ENVIRONMENT, Outcome, SOURCE_ERRORS, Stop, Terminal, output_file};
use crate::diag::{Diagnostic, SourceFile, Sources, Span};
use crate::dialect::materialx::emit::Shader;
use crate::dialect::materialx::opened::Opened;
use crate::dialect::materialx::options::Options;
use crate::dialect::materialx::problem::Problem;
use crate::dialect::materialx::{reflection, target, unit_of};
use crate::model::{Stage, Target};
use crate::pipeline::{BuildContext, ProjectCache, TextResult, TextShader, compile_texts};

pub fn run(command: &MtlxGenerate, arguments: Arguments<'_>, terminal: &Terminal) -> Outcome {
    use_jobs(command.jobs)?;
    all_are_there(&command.files)?;
    let first = command.target.iter().find_map(compiled).unwrap_or(Target::Spirv);
    let arguments = Arguments { shaders: Some(&command.shaders), sidecars: Some(first), ..arguments };
    let folder = &command.output;
    std::fs::create_dir_all(folder)
        .map_err(|error| Stop::environment(format!("cannot make `{}`: {error}", folder.display())))?;
    let mut code = 0;
    for language in &command.target {
        let rules = match language {
            MtlxTarget::VulkanGlsl => &target::GLSL,
            MtlxTarget::Osl => &target::OSL,
            MtlxTarget::Compiled(_) => continue,
        };
        let done = each(&command.files, arguments, terminal, |document, opened, found| {
            let options = Options { target: rules.name.to_owned(), ..document.settings.options.clone() };
            texts(command, (document, &options), opened, found, terminal)
        })?;
        code = code.max(done);
    }
    let mut targets: Vec<Target> = command.target.iter().filter_map(compiled).collect();
    targets.sort_unstable();
    targets.dedup();
    if !targets.is_empty() && code != ENVIRONMENT {
        code = code.max(binaries(command, arguments, &targets, terminal)?);
    }
    Ok(code)
}

fn compiled(target: &MtlxTarget) -> Option<Target> {
    match target {
        MtlxTarget::Compiled(target) => Some(*target),
        MtlxTarget::VulkanGlsl | MtlxTarget::Osl => None,
    }
}

/// Writes the texts of a document's elements.
fn texts(
    command: &MtlxGenerate,
    (document, options): (&Document, &Options),
    opened: &Opened<'_>,
    found: &mut Vec<Problem>,
    terminal: &Terminal,
) -> Result<(), Stop> {
    let (folder, shown) = (&command.output, &document.shown);
    for element in chosen(opened, command.shaders.element.as_deref(), found) {
        let before = Mark::of(opened, found);
        if options.target == target::OSL.name {
            let Some((name, text)) = opened.generate_osl(element, options, found) else { continue };
            if !document.has_error(opened, found, before) {
                output_file::write(&folder.join(format!("{name}.osl")), text.as_bytes())?;
                terminal.data(&format!("{shown}: {} -> {name}", element.path()));
            }
            continue;
        }
        let Some(shader) = opened.generate(element, options, found) else { continue };
        if document.has_error(opened, found, before) {
            continue;
        }
        output_file::write(&folder.join(format!("{}.vert", shader.name)), shader.vertex.text.as_bytes())?;
        output_file::write(&folder.join(format!("{}.frag", shader.name)), shader.pixel.text.as_bytes())?;
        interface(folder, &shader)?;
        terminal.data(&format!("{shown}: {} -> {}", element.path(), shader.name));
    }
    Ok(())
}

fn not_json(error: serde_json::Error) -> Stop {
    Stop::environment(format!("the interface cannot be written as JSON: {error}"))
}

/// Writes the interface of a shader.
fn interface(folder: &Path, shader: &Shader) -> Result<(), Stop> {
    let json = serde_json::to_string_pretty(&reflection::reflection(shader)).map_err(not_json)?;
    output_file::write(&folder.join(format!("{}.json", shader.name)), format!("{json}\n").as_bytes())
}

/// An element that is compiled.
struct Made {
    /// The document.
    shown: String,
    path: String,
    shader: TextShader,
}

/// Compiles the elements of all documents of a project together, and writes a file for each stage and target.
fn binaries(command: &MtlxGenerate, arguments: Arguments<'_>, targets: &[Target], terminal: &Terminal) -> Outcome {
    let (mut projects, mut code) = (Projects::new(arguments, terminal), 0);
    let mut of_projects: Vec<(Rc<BuildContext>, Vec<Made>)> = Vec::new();
    for file in &command.files {
        let Some(document) = projects.document(file)? else {
            code = SOURCE_ERRORS;
            continue;
        };
        let mut made = Vec::new();
        let done = document.run(terminal, &mut |opened, file, found| {
            for element in chosen(opened, command.shaders.element.as_deref(), found) {
                let before = Mark::of(opened, found);
                let Some(shader) = opened.generate(element, &document.settings.options, found) else { continue };
                if document.has_error(opened, found, before) {
                    continue;
                }
                interface(&command.output, &shader)?;
                made.push(Made {
                    shown: document.shown.clone(),
                    path: element.path(),
                    shader: text_shader(&shader, file, &document.context.sources),
                });
            }
            Ok(())
        })?;
        code = code.max(done);
        match of_projects.iter_mut().find(|(context, _)| Rc::ptr_eq(context, &document.context)) {
            Some((_, known)) => known.extend(made),
            None => of_projects.push((document.context, made)),
        }
    }
    for (context, made) in &of_projects {
        code = code.max(compile(command, context, made, targets, terminal)?);
    }
    Ok(code)
}

/// Compiles the elements of a project, and writes their files.
fn compile(
    command: &MtlxGenerate,
    context: &BuildContext,
    made: &[Made],
    targets: &[Target],
    terminal: &Terminal,
) -> Outcome {
    let mut code = 0;
    let shaders: Vec<TextShader> = made.iter().map(|made| made.shader.clone()).collect();
    let (results, missing) = compile_texts(context, &shaders, targets, &ProjectCache::none(), false);
    terminal.diagnostics(&missing, &context.sources);
    if missing.iter().any(Diagnostic::is_error) {
        return Ok(ENVIRONMENT);
    }
    for (made, results) in made.iter().zip(&results) {
        for result in results {
            terminal.diagnostics(&result.diagnostics, &context.sources);
            if !write_stages(&command.output, &made.shader.name, result)? {
                code = code.max(SOURCE_ERRORS);
                continue;
            }
            terminal.data(&format!("{}: {} -> {} ({})", made.shown, made.path, made.shader.name, result.target.name()));
        }
    }
    Ok(code)
}

/// A generated shader as a text to compile.
pub fn text_shader(shader: &Shader, file: &SourceFile, sources: &Sources) -> TextShader {
    let (text, places) = unit_of(shader, sources);
    TextShader {
        name: shader.name.clone(),
        file: sources.add_generated(format!("{}:{}", file.name, shader.name), &text, places),
        language: "glsl",
        entry_points: [Stage::Vertex, Stage::Pixel].map(|stage| (stage, "main".to_owned())).into(),
        declared: Span { file: file.id, start: 0, end: 0 },
    }
}

/// Writes the stages that were compiled, with what their hosts bind; `false` if one failed.
fn write_stages(folder: &Path, name: &str, result: &TextResult) -> Result<bool, Stop> {
    if result.diagnostics.iter().any(Diagnostic::is_error) || result.stages.len() != 2 {
        return Ok(false);
    }
    let mut stages = serde_json::Map::new();
    for (stage, artifact) in &result.stages {
        let word = if *stage == Stage::Vertex { "vert" } else { "frag" };
        let file = format!("{name}.{word}.{}", suffix(result.target));
        output_file::write(&folder.join(&file), &artifact.bytes.content())?;
        let reflection = serde_json::to_value(&artifact.reflection).map_err(not_json)?;
        let entry = serde_json::json!({ "file": file, "entry_point": artifact.entry_point, "reflection": reflection });
        stages.insert(stage.name().to_owned(), entry);
    }
    let json = serde_json::to_string_pretty(&stages).map_err(not_json)?;
    output_file::write(&folder.join(format!("{name}.{}.json", result.target.name())), format!("{json}\n").as_bytes())?;
    Ok(true)
}

/// The extension of a target's files; targets whose artifacts have the same are told apart by their names.
fn suffix(target: Target) -> String {
    let same = Target::ALL.iter().filter(|other| other.extension() == target.extension()).count();
    if same > 1 { format!("{}.{}", target.name(), target.extension()) } else { target.extension().to_owned() }
}

//! A translation: from a root file to texts in GLSL and what is known of them.

use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::check::Layout;
use super::emit::{Wanted, Written, write};
use super::infos::{PipelineInfos, pipeline_infos, tables_of};
use super::options::Options;
use super::program::{PipelineInfo, PrintFormat, Program, Stage, TestCheck};
use super::programs::{Checked, Programs, place_map};
use crate::diag::{Diagnostic, FileId, PlaceMap, SourceFile, Sources};

/// One stage of a pipeline, or an entry point that no pipeline names.
#[derive(Debug)]
pub struct StageText {
    /// The pipeline's name; the entry point's where it is in none.
    pub pipeline: String,
    pub stage: Stage,
    pub entry: String,
    pub text: String,
    pub places: PlaceMap,
    /// Variables of GLSL that it uses.
    pub built_ins: Vec<&'static str>,
}

/// Everything of a translation.
#[derive(Debug, Default)]
pub struct Translation {
    pub diagnostics: Vec<Diagnostic>,
    pub stages: Vec<StageText>,
    /// Of each pipeline, and of each entry point that is in none.
    pub pipelines: Vec<PipelineInfos>,
    pub layouts: Vec<Layout>,
    /// Functions as `result name(types)`.
    pub functions: Vec<String>,
    /// Those with `[[node]]`.
    pub nodes: Vec<String>,
    /// Texts of `printf`, and files of assertions.
    pub formats: Vec<PrintFormat>,
    pub tests: Vec<TestCheck>,
    pub files: Vec<FileId>,
    pub missing: Vec<PathBuf>,
    /// Includes that were skipped.
    pub info_includes: Vec<String>,
}

/// Every stage of every pipeline.
pub fn translate(
    root: &Arc<SourceFile>,
    sources: &Sources,
    include_paths: &[PathBuf],
    options: &Options,
) -> Translation {
    let programs = Programs::new(root, sources, include_paths, options);
    let checked = programs.first();
    let mut translation = Translation {
        layouts: checked.layouts.clone(),
        formats: checked.program.formats.clone(),
        tests: checked.program.tests.clone(),
        files: checked.files.read.clone(),
        missing: checked.files.missing.clone(),
        info_includes: checked.files.skipped.clone(),
        diagnostics: programs.diagnostics(),
        ..Translation::default()
    };
    describe(checked, &mut translation);
    if !translation.diagnostics.iter().any(Diagnostic::is_error) {
        let declared = checked.program.pipelines.len();
        for (at, pipeline) in pipelines(&checked.program).iter().enumerate() {
            let mut made = pipeline_infos(&checked.program, &checked.names, pipeline, at < declared);
            translation.diagnostics.append(&mut made.problems);
            stages_of(&programs, pipeline, sources, &mut translation);
            translation.pipelines.push(made);
        }
    }
    crate::diag::sort(&mut translation.diagnostics, sources);
    translation
}

/// The pipelines of a program; an entry point that none of them names is one of its own.
fn pipelines(program: &Program) -> Vec<PipelineInfo> {
    let mut all = program.pipelines.clone();
    for (info, id) in program.functions.iter().zip(0u32..) {
        let is_free =
            info.stage.is_some() && info.body.is_some() && !all.iter().any(|pipeline| pipeline.entries.contains(&id));
        if is_free {
            all.push(PipelineInfo {
                name: info.name.clone(),
                is_compute: info.stage == Some(Stage::Compute),
                entries: vec![id],
                constants: FxHashMap::default(),
                span: info.function.ident().span,
            });
        }
    }
    all
}

/// Writes each stage from the program in which its macro is defined.
fn stages_of(programs: &Programs, pipeline: &PipelineInfo, sources: &Sources, out: &mut Translation) {
    let mut written: Vec<(Stage, String, Written)> = Vec::new();
    for entry in &pipeline.entries {
        let Some(stage) = programs.first().program.function(*entry).stage else { continue };
        let (checked, options) = programs.of(stage);
        let own = pipelines(&checked.program).into_iter().find(|own| own.name == pipeline.name);
        let Some(own) = own else { continue };
        let Some(entry) = own.entries.iter().find(|id| checked.program.function(**id).stage == Some(stage)) else {
            continue;
        };
        let bindings = pipeline_infos(&checked.program, &checked.names, &own, false).bindings(&checked.names);
        let tables = tables_of(&checked.program, &own.entries);
        let wanted = Wanted::Stage { entry: *entry, constants: &own.constants, bindings: &bindings, tables: &tables };
        let made = write(&checked.program, &checked.names, options, wanted, Some(sources));
        written.push((stage, checked.program.function(*entry).name.clone(), made));
    }
    let problems: Vec<Diagnostic> =
        written.iter_mut().flat_map(|(.., made)| std::mem::take(&mut made.problems)).collect();
    if problems.iter().any(Diagnostic::is_error) {
        let of_pipeline =
            |problem: Diagnostic| problem.via(pipeline.span, format!("in the pipeline `{}`", pipeline.name));
        out.diagnostics.extend(problems.into_iter().map(of_pipeline));
        return;
    }
    for (stage, entry, made) in written {
        out.formats
            .extend(made.formats.iter().filter(|format| !out.formats.contains(format)).cloned().collect::<Vec<_>>());
        out.stages.push(StageText {
            pipeline: pipeline.name.clone(),
            stage,
            entry,
            places: place_map(&made.places, 0),
            text: made.text,
            built_ins: made.built_ins,
        });
    }
}

fn describe(checked: &Checked, out: &mut Translation) {
    let program = &checked.program;
    for info in &program.functions {
        if info.template.is_some() {
            continue;
        }
        let types: Vec<String> = info.parameters.iter().map(|parameter| program.show(parameter.ty)).collect();
        let shown = format!("{} {}({})", program.show(info.result), info.name, types.join(", "));
        if info.is_node {
            out.nodes.push(shown.clone());
        }
        out.functions.push(shown);
    }
}

//! The pipelines of a file as create-infos: their interfaces, and the functions of each stage as its source.

use std::path::PathBuf;
use std::sync::Arc;

use super::emit::{InfoBody, Names, write_info};
use super::infos::pipeline_infos;
use super::options::Options;
use super::output_tree::FunctionId;
use super::program::{PipelineInfo, PrintFormat, Stage, TestCheck};
use super::programs::Programs;
use crate::diag::{Diagnostic, SourceFile, Sources, Span};
use crate::dialect::GeneratedInfos;
use crate::dialect::create_info::vocabulary::{Access, Frequency};
use crate::dialect::create_info::{Info, Placed, Resource, ResourceKind, StageText, settle_info};
use crate::model;

/// The infos of every pipeline that a file defines, and those of the files that it includes; what their buffers of
/// records mean.
pub fn create_infos(
    root: &Arc<SourceFile>,
    sources: &Sources,
    include_paths: &[PathBuf],
    options: &Options,
) -> (GeneratedInfos, Vec<PrintFormat>, Vec<TestCheck>) {
    let programs = Programs::new(root, sources, include_paths, options);
    let first = programs.first();
    let mut made = GeneratedInfos {
        diagnostics: programs.diagnostics(),
        files: first.files.read.clone(),
        missing: first.files.missing.clone(),
        lacking: programs.each().flat_map(|(checked, _)| checked.files.lacking.iter().cloned()).collect(),
        ..GeneratedInfos::default()
    };
    let mut formats = first.program.formats.clone();
    if !made.diagnostics.iter().any(Diagnostic::is_error) {
        for pipeline in &first.program.pipelines {
            add(&programs, pipeline, sources, &mut made, &mut formats);
        }
    }
    if made.diagnostics.iter().any(Diagnostic::is_error) {
        made.infos.clear();
        made.interfaces.clear();
    }
    crate::diag::sort(&mut made.diagnostics, sources);
    (made, formats, first.program.tests.clone())
}

/// Adds the info of a pipeline. Each stage is written from the program in which its macro is defined.
fn add(
    programs: &Programs,
    pipeline: &PipelineInfo,
    sources: &Sources,
    made: &mut GeneratedInfos,
    formats: &mut Vec<PrintFormat>,
) {
    let program = &programs.first().program;
    let own = pipeline_infos(program, &Names::for_infos(program), pipeline, true);
    let mut info = own.info.clone();
    for entry in &pipeline.entries {
        let Some(stage) = program.function(*entry).stage else { continue };
        let (checked, options) = programs.of(stage);
        let names = Names::for_infos(&checked.program);
        let Some(of_stage) = checked.program.pipelines.iter().find(|other| other.name == pipeline.name) else {
            made.diagnostics.push(differs(pipeline, stage));
            continue;
        };
        let others = pipeline_infos(&checked.program, &names, of_stage, true).info;
        if !declares_the_same(&others, &own.info) {
            made.diagnostics.push(differs(pipeline, stage));
            continue;
        }
        let is_entry = |id: &FunctionId| checked.program.function(*id).stage == Some(stage);
        let Some(entry) = of_stage.entries.iter().copied().find(is_entry) else { continue };
        let body = write_info(&checked.program, &names, options, (entry, &of_stage.constants), sources);
        let via = |problem: Diagnostic| problem.via(pipeline.span, format!("in the pipeline `{}`", pipeline.name));
        made.diagnostics.extend(body.body.problems.iter().cloned().map(via));
        for format in body.body.formats.iter().chain(&checked.program.formats) {
            if !formats.iter().any(|known| known.number == format.number) {
                formats.push(format.clone());
            }
        }
        let fixed = constants_of(&names, of_stage);
        add_stage(&mut info, stage, body, fixed, checked.program.function(entry).function.ident().span);
    }
    for name in own.left_out {
        let message = format!("no create-info has the type of `{name}`");
        made.diagnostics.push(Diagnostic::error("ci/type-use", message).at(pipeline.span));
    }
    made.diagnostics.extend(settle_info(&mut info));
    made.interfaces.extend(own.interface);
    made.infos.push(info);
}

fn differs(pipeline: &PipelineInfo, stage: Stage) -> Diagnostic {
    let (name, define) = (&pipeline.name, stage.define());
    let message = format!("the pipeline `{name}` declares other resources where `{define}` is defined");
    Diagnostic::error("ci/name-conflict", message).at(pipeline.span)
}

/// Whether two infos of a pipeline, from programs with macros of different stages, have the same entries.
fn declares_the_same(one: &Info, other: &Info) -> bool {
    fn same<T: PartialEq>(one: &[Placed<T>], other: &[Placed<T>]) -> bool {
        one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.value == other.value)
    }
    same(&one.resources, &other.resources)
        && same(&one.push_constants, &other.push_constants)
        && same(&one.specialization_constants, &other.specialization_constants)
        && same(&one.vertex_out, &other.vertex_out)
        && same(&one.vertex_in, &other.vertex_in)
        && same(&one.fragment_out, &other.fragment_out)
}

/// Buffers of records stand behind all other resources.
const RECORDS: Frequency = Frequency::Geometry;

/// The names of the compilation constants whose values the texts have.
fn constants_of(names: &Names, pipeline: &PipelineInfo) -> Vec<String> {
    let mut all: Vec<String> = pipeline.constants.keys().map(|id| names.resources[*id as usize].clone()).collect();
    all.sort_unstable();
    all
}

fn add_stage(info: &mut Info, stage: Stage, body: InfoBody, fixed: Vec<String>, at: Span) {
    for extension in body.extensions {
        let line = Placed { value: format!("#extension {extension} : require"), at };
        // They stand before structures.
        if !info.typedefs_generated.iter().any(|known| known.value == line.value) {
            info.typedefs_generated.insert(0, line);
        }
    }
    for (text, at) in body.structures {
        if !info.typedefs_generated.iter().any(|known| known.value == text) {
            info.typedefs_generated.push(Placed { value: text, at });
        }
    }
    for words in body.buffers {
        let name = format!("{words}[]");
        if info.resources.iter().any(|resource| resource.value.name == name) {
            continue;
        }
        let is_storage = |resource: &&Placed<Resource>| matches!(resource.value.kind, ResourceKind::Storage { .. });
        let slot = info.resources.iter().filter(is_storage).map(|resource| resource.value.slot + 1).max().unwrap_or(0);
        let access = Access { read: true, write: true, aliased: false };
        let kind = ResourceKind::Storage { access, type_name: "uint".to_owned() };
        let value = Resource { slot, frequency: RECORDS, name, kind };
        info.resources.push(Placed { value, at });
    }
    let stage = match stage {
        Stage::Vertex => model::Stage::Vertex,
        Stage::Fragment => model::Stage::Pixel,
        Stage::Compute => model::Stage::Compute,
    };
    let (text, parts) = (body.body.text, body.body.places);
    let value = StageText { stage, text, owner: info.name.clone(), parts, fixed };
    info.generated.push(Placed { value, at });
}

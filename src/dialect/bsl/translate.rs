//! A translation: from a root file to texts in GLSL and what is known of them.

use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::check::{Layout, check};
use super::emit::{Names, Wanted, Written, write};
use super::files::{Files, load};
use super::options::Options;
use super::program::{Access, PipelineInfo, Program, ResourceKind, Stage};
use crate::diag::{Diagnostic, FileId, PlaceMap, SourceFile, Sources, Span};

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

/// A resource of a pipeline, as its tables declare it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterfaceItem {
    pub kind: &'static str,
    pub name: String,
    pub ty: String,
    /// Slot or location, as the file says.
    pub slot: u32,
    pub binding: Option<u32>,
    pub frequency: &'static str,
    pub access: Option<Access>,
}

/// The interface of a pipeline: the data of its create-info.
#[derive(Clone, Debug)]
pub struct PipelineInterface {
    pub name: String,
    pub is_compute: bool,
    pub entries: Vec<String>,
    pub local_size: [u32; 3],
    /// Compilation constants with their values.
    pub constants: Vec<(String, String)>,
    pub items: Vec<InterfaceItem>,
}

/// Everything of a translation.
#[derive(Debug, Default)]
pub struct Translation {
    pub diagnostics: Vec<Diagnostic>,
    pub stages: Vec<StageText>,
    pub pipelines: Vec<PipelineInterface>,
    pub layouts: Vec<Layout>,
    /// Functions as `result name(types)`.
    pub functions: Vec<String>,
    /// Those with `[[node]]`.
    pub nodes: Vec<String>,
    /// The texts of `printf`, by number.
    pub formats: Vec<(u32, String)>,
    pub files: Vec<FileId>,
    pub missing: Vec<PathBuf>,
    /// Includes that were skipped.
    pub info_includes: Vec<String>,
}

/// A checked program with its files.
struct Checked {
    program: Program,
    names: Names,
    layouts: Vec<Layout>,
    files: Files,
    diagnostics: Vec<Diagnostic>,
}

impl Checked {
    fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

fn checked(root: &Arc<SourceFile>, sources: &Sources, include_paths: &[PathBuf], options: &Options) -> Checked {
    let mut files = load(root, sources, include_paths, options);
    let mut diagnostics = std::mem::take(&mut files.problems);
    let (program, layouts, problems) = check(&files.parsed, options);
    diagnostics.extend(problems);
    let names = Names::new(&program);
    Checked { program, names, layouts, files, diagnostics }
}

fn place_map(places: &[(u32, u32, Span)]) -> PlaceMap {
    let mut map = PlaceMap::default();
    for (start, end, span) in places {
        map.push(*start, *end, *span);
    }
    map
}

/// Every stage of every pipeline.
pub fn translate(
    root: &Arc<SourceFile>,
    sources: &Sources,
    include_paths: &[PathBuf],
    options: &Options,
) -> Translation {
    let checked = checked(root, sources, include_paths, options);
    let mut translation = Translation {
        layouts: checked.layouts.clone(),
        formats: checked.program.formats.clone(),
        files: checked.files.read.clone(),
        missing: checked.files.missing.clone(),
        info_includes: checked.files.skipped.clone(),
        ..Translation::default()
    };
    describe(&checked, &mut translation);
    let is_sound = !checked.has_errors();
    translation.diagnostics.clone_from(&checked.diagnostics);
    if is_sound {
        for pipeline in pipelines(&checked.program) {
            translation.pipelines.push(interface(&checked, &pipeline));
            stages_of(&checked, &pipeline, options, sources, &mut translation);
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

fn stages_of(checked: &Checked, pipeline: &PipelineInfo, options: &Options, sources: &Sources, out: &mut Translation) {
    let mut written: Vec<(Stage, String, Written)> = Vec::new();
    for entry in &pipeline.entries {
        let info = checked.program.function(*entry);
        let Some(stage) = info.stage else { continue };
        let wanted = Wanted::Stage { entry: *entry, constants: &pipeline.constants };
        let made = write(&checked.program, &checked.names, options, wanted, Some(sources));
        written.push((stage, info.name.clone(), made));
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
            places: place_map(&made.places),
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

/// What a pipeline's entry points declare: the tables that they own, and what lies between stages.
fn interface(checked: &Checked, pipeline: &PipelineInfo) -> PipelineInterface {
    let program = &checked.program;
    let mut tables: Vec<u32> = Vec::new();
    let mut local_size = [0; 3];
    for entry in &pipeline.entries {
        let info = program.function(*entry);
        local_size = info.local_size;
        let own = info.entry.tables.iter().copied().chain(info.entry.inputs).chain(info.entry.outputs);
        for table in own {
            add_table(program, table, &mut tables);
        }
    }
    let mut items = Vec::new();
    let mut constants = Vec::new();
    for (resource, id) in program.resources.iter().zip(0u32..) {
        if !tables.contains(&resource.table) {
            continue;
        }
        if let ResourceKind::CompilationConstant = resource.kind {
            if let Some(value) = pipeline.constants.get(&id) {
                constants.push((checked.names.resources[id as usize].clone(), value.glsl()));
            }
            continue;
        }
        let absent =
            resource.condition.as_ref().and_then(|condition| super::emit::evaluate(condition, &pipeline.constants));
        if absent.is_some_and(|value| !value.is_true()) {
            continue;
        }
        let (kind, slot, access) = described(&resource.kind);
        items.push(InterfaceItem {
            kind,
            name: checked.names.resources[id as usize].clone(),
            ty: program.show(resource.ty),
            slot,
            binding: checked.names.bindings.get(&id).copied(),
            frequency: resource.frequency,
            access,
        });
    }
    let entries = pipeline.entries.iter().map(|entry| program.function(*entry).name.clone()).collect();
    PipelineInterface {
        name: pipeline.name.clone(),
        is_compute: pipeline.is_compute,
        entries,
        local_size,
        constants,
        items,
    }
}

fn add_table(program: &Program, table: u32, tables: &mut Vec<u32>) {
    if tables.contains(&table) {
        return;
    }
    tables.push(table);
    for member in &program.structure(table).members {
        if let Some(inner) = member.table {
            add_table(program, inner, tables);
        }
    }
}

/// The word of a create-info for a resource, its slot and its access.
fn described(kind: &ResourceKind) -> (&'static str, u32, Option<Access>) {
    match kind {
        ResourceKind::Uniform { slot } => ("uniform_buf", *slot, None),
        ResourceKind::Storage { slot, access } => ("storage_buf", *slot, Some(*access)),
        ResourceKind::Sampler { slot } => ("sampler", *slot, None),
        ResourceKind::Image { slot, access, .. } => ("image", *slot, Some(*access)),
        ResourceKind::PushConstant => ("push_constant", 0, None),
        ResourceKind::CompilationConstant => ("compilation_constant", 0, None),
        ResourceKind::SpecializationConstant { .. } => ("specialization_constant", 0, None),
        ResourceKind::Shared => ("shared", 0, None),
        ResourceKind::VertexInput { location } => ("vertex_in", *location, None),
        ResourceKind::Interface { location, .. } => ("vertex_out", *location, None),
        ResourceKind::FragmentOutput { location, .. } => ("fragment_out", *location, None),
        ResourceKind::SubpassInput { slot } => ("subpass_in", *slot, None),
    }
}

/// The functions that are no entry points and reach no resource.
pub fn library(
    root: &Arc<SourceFile>,
    sources: &Sources,
    include_paths: &[PathBuf],
    options: &Options,
) -> (String, Vec<Diagnostic>) {
    one_text(root, sources, include_paths, options, Wanted::Library).0
}

/// The whole unit for GLSL's front end, with its places; other files that were read, and those that were not found.
pub fn unit(
    root: &Arc<SourceFile>,
    sources: &Sources,
    include_paths: &[PathBuf],
    options: &Options,
) -> (String, PlaceMap, Vec<Diagnostic>, Vec<FileId>, Vec<PathBuf>) {
    let ((text, diagnostics), places, files) = one_text(root, sources, include_paths, options, Wanted::Unit);
    (text, places, diagnostics, files.read, files.missing)
}

type OneText = ((String, Vec<Diagnostic>), PlaceMap, Files);

fn one_text(
    root: &Arc<SourceFile>,
    sources: &Sources,
    include_paths: &[PathBuf],
    options: &Options,
    wanted: Wanted<'_>,
) -> OneText {
    let checked = checked(root, sources, include_paths, options);
    let mut diagnostics = checked.diagnostics.clone();
    let (mut text, mut places) = (String::new(), PlaceMap::default());
    if !checked.has_errors() {
        let made = write(&checked.program, &checked.names, options, wanted, Some(sources));
        diagnostics.extend(made.problems.iter().cloned());
        places = place_map(&made.places);
        text = made.text;
    }
    crate::diag::sort(&mut diagnostics, sources);
    ((text, diagnostics), places, checked.files)
}

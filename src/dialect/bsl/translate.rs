//! A translation: from a root file to texts in GLSL and what is known of them.

use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::check::{Layout, check};
use super::emit::{Names, Wanted, Written, write};
use super::files::{Files, load};
use super::options::Options;
use super::infos::{PipelineInfos, pipeline_infos};
use super::program::{PipelineInfo, Program, Stage};
use crate::diag::{Diagnostic, FileId, PlaceMap, Severity, SourceFile, Sources, Span};
use crate::dialect::Cxx;

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
    if options.warnings_as_errors {
        for problem in &mut diagnostics {
            if problem.severity == Severity::Warning {
                problem.severity = Severity::Error;
            }
        }
    }
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
        let declared = checked.program.pipelines.len();
        for (at, pipeline) in pipelines(&checked.program).iter().enumerate() {
            let mut made = pipeline_infos(&checked.program, &checked.names, pipeline, at < declared);
            translation.diagnostics.append(&mut made.problems);
            stages_of(&checked, pipeline, &made, options, sources, &mut translation);
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

fn stages_of(
    checked: &Checked,
    pipeline: &PipelineInfo,
    infos: &PipelineInfos,
    options: &Options,
    sources: &Sources,
    out: &mut Translation,
) {
    let bindings = infos.bindings(&checked.names);
    let mut written: Vec<(Stage, String, Written)> = Vec::new();
    for entry in &pipeline.entries {
        let info = checked.program.function(*entry);
        let Some(stage) = info.stage else { continue };
        let wanted = Wanted::Stage { entry: *entry, constants: &pipeline.constants, bindings: &bindings };
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

/// Accessors of the resources of create-infos, by the names of the info and of the resource.
const LEGACY_ACCESSORS: [&str; 8] = [
    "push_constant_get",
    "buffer_get",
    "sampler_get",
    "image_get",
    "interface_get",
    "attribute_get",
    "specialization_constant_get",
    "shared_variable_get",
];

/// Whether a text has names that only create-infos give a meaning.
fn has_legacy_names(text: &str) -> bool {
    LEGACY_ACCESSORS.iter().chain(&["legacy_info", "legacy_iface"]).any(|name| text.contains(name))
}

/// A file as C++: names of create-infos are exempt, and structures of buffers have their layouts asserted.
pub fn cxx(root: &Arc<SourceFile>, sources: &Sources, include_paths: &[PathBuf], options: &Options) -> Cxx {
    let checked = checked(root, sources, include_paths, options);
    let uses_infos = !checked.program.create_infos.is_empty() || !checked.files.skipped.is_empty();
    let is_exempt = uses_infos || checked.files.read.iter().any(|id| has_legacy_names(&sources.get(*id).text));
    let mut asserts = String::new();
    for (at, layout) in checked.layouts.iter().enumerate().filter(|(_, layout)| layout.file == root.id) {
        let mut name = layout.structure.clone();
        if name.contains(',') {
            // A macro's argument has no comma.
            let alias = format!("layout_{at}");
            asserts += &format!("using {alias} = {name};\n");
            name = alias;
        }
        asserts += &format!("static_assert(sizeof({name}) == {}, \"size of {name}\");\n", layout.size);
        for member in layout.members.iter().filter(|member| member.is_named) {
            let (member, offset) = (&member.name, member.offset);
            asserts +=
                &format!("static_assert(offsetof({name}, {member}) == {offset}, \"offset of {name}::{member}\");\n");
        }
    }
    let define = |(name, value): &(String, String)| format!("-D{name}={value}");
    let mut arguments: Vec<String> = options.defines.iter().map(define).collect();
    arguments.extend(options.include_dirs.iter().map(|folder| format!("-I{}", folder.display())));
    Cxx { is_exempt, arguments, asserts }
}

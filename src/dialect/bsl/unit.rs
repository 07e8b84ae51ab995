//! One text of all entry points, for GLSL's front end; the functions of a file for inspection; a file as C++.

use std::path::PathBuf;
use std::sync::Arc;

use super::emit::{Wanted, write};
use super::legacy::ACCESSORS;
use super::options::Options;
use super::program::{PrintFormat, Stage, TestCheck};
use super::programs::{Checked, Programs, push_places};
use crate::diag::{Diagnostic, FileId, PlaceMap, SourceFile, Sources};
use crate::dialect::Cxx;

/// A text of several entry points.
#[derive(Debug, Default)]
pub struct UnitText {
    pub text: String,
    pub places: PlaceMap,
    pub diagnostics: Vec<Diagnostic>,
    /// The root, and every other file that was read.
    pub read: Vec<FileId>,
    pub missing: Vec<PathBuf>,
    pub formats: Vec<PrintFormat>,
    pub tests: Vec<TestCheck>,
}

/// The functions that are no entry points and reach no resource.
pub fn library(
    root: &Arc<SourceFile>,
    sources: &Sources,
    include_paths: &[PathBuf],
    options: &Options,
) -> (String, Vec<Diagnostic>) {
    let checked = super::programs::checked(root, sources, include_paths, options);
    let mut diagnostics = checked.diagnostics;
    let mut text = String::new();
    if !diagnostics.iter().any(Diagnostic::is_error) {
        let made = write(&checked.program, &checked.names, options, Wanted::Library, Some(sources));
        diagnostics.extend(made.problems);
        text = made.text;
    }
    crate::diag::sort(&mut diagnostics, sources);
    (text, diagnostics)
}

/// The whole unit. Where its stages need texts of their own, the entry points of each stand between lines that select it
/// by the macro of GLSL's front end.
pub fn unit(root: &Arc<SourceFile>, sources: &Sources, include_paths: &[PathBuf], options: &Options) -> UnitText {
    let programs = Programs::new(root, sources, include_paths, options);
    let first = programs.first();
    let mut unit = UnitText {
        diagnostics: programs.diagnostics(),
        read: first.files.read.clone(),
        missing: first.files.missing.clone(),
        formats: first.program.formats.clone(),
        tests: first.program.tests.clone(),
        ..UnitText::default()
    };
    if !unit.diagnostics.iter().any(Diagnostic::is_error) {
        for (checked, options, stage) in texts(&programs) {
            let made =
                write(&checked.program, &checked.names, options, Wanted::Unit { stage, entries: None }, Some(sources));
            unit.diagnostics.extend(made.problems);
            unit.diagnostics.extend(different_sizes(checked, stage));
            let formats = made.formats.iter().chain(&checked.program.formats);
            for format in formats {
                if !unit.formats.iter().any(|known| known.number == format.number) {
                    unit.formats.push(format.clone());
                }
            }
            let Some(stage) = stage else {
                push_places(&mut unit.places, &made.places, 0);
                unit.text = made.text;
                continue;
            };
            let (version, _) = made.text.split_once('\n').unwrap_or((made.text.as_str(), ""));
            if unit.text.is_empty() {
                unit.text = format!("{version}\n");
            }
            unit.text += &format!("#ifdef UBERC_{}\n", stage.name().to_uppercase());
            // The line of the version becomes a comment, so that places stay.
            let offset = unit.text.len() as u32;
            push_places(&mut unit.places, &made.places, offset);
            unit.text += &made.text.replacen(version, &format!("//{}", " ".repeat(version.len().max(2) - 2)), 1);
            unit.text += "#endif\n";
        }
    }
    crate::diag::sort(&mut unit.diagnostics, sources);
    unit
}

/// GLSL has one size of groups in a text: entry points of a unit have the same.
fn different_sizes(checked: &Checked, stage: Option<Stage>) -> Option<Diagnostic> {
    let is_compute = |stage: Option<Stage>| stage == Some(Stage::Compute);
    let mut entries = checked.program.functions.iter().filter(|info| is_compute(info.stage) && info.body.is_some());
    let first = entries.next().filter(|_| stage.is_none() || is_compute(stage))?;
    let other = entries.find(|info| info.local_size != first.local_size)?;
    Some(
        Diagnostic::error("bsl/local-size", "compute entry points of one unit have groups of different sizes")
            .at(other.function.ident().span)
            .label(first.function.ident().span, "another size")
            .help("Take their pipelines with `Technique:from_info`, or put them into files of their own."),
    )
}

/// The texts of a unit: one, or one for each stage where files ask for the stage's macro, or where an entry point has a
/// layout that is wrong in other stages.
fn texts(programs: &Programs) -> Vec<(&Checked, &Options, Option<Stage>)> {
    let mut all = Vec::new();
    for (checked, options) in programs.each() {
        if options.stage.is_some() {
            all.push((checked, options, options.stage));
            continue;
        }
        let entries = || checked.program.functions.iter().filter(|info| info.stage.is_some() && info.body.is_some());
        let has_layout = entries().any(|info| {
            info.stage == Some(Stage::Compute)
                || info.early_fragment_tests
                || info.entry.depth.is_some()
                || info.entry.clip_distances.is_some()
        });
        let stages = Stage::ALL.into_iter().filter(|stage| entries().any(|info| info.stage == Some(*stage)));
        if has_layout && stages.clone().count() > 1 {
            all.extend(stages.map(|stage| (checked, options, Some(stage))));
        } else {
            all.push((checked, options, None));
        }
    }
    all
}

/// Whether a text has names that only create-infos give a meaning.
fn has_legacy_names(text: &str) -> bool {
    ACCESSORS.iter().map(|(name, _)| *name).chain(["legacy_info", "legacy_iface"]).any(|name| text.contains(name))
}

/// A file as C++: names of create-infos are exempt, and structures of buffers have their layouts asserted.
pub fn cxx(root: &Arc<SourceFile>, sources: &Sources, include_paths: &[PathBuf], options: &Options) -> Cxx {
    let programs = Programs::new(root, sources, include_paths, options);
    let checked = programs.first();
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

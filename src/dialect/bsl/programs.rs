//! A root file, loaded and checked: once, or for each stage where files ask for a stage's macro.

use std::path::PathBuf;
use std::sync::Arc;

use super::check::{Layout, bound, check};
use super::emit::Names;
use super::files::{Files, load};
use super::options::Options;
use super::program::{Program, Stage};
use crate::diag::{Diagnostic, PlaceMap, Severity, SourceFile, Sources, Span};

/// A checked program with its files.
pub struct Checked {
    pub program: Program,
    pub names: Names,
    pub layouts: Vec<Layout>,
    pub files: Files,
    pub diagnostics: Vec<Diagnostic>,
}

/// The programs of a root file.
pub struct Programs {
    /// One, or one for each of [`Stage::ALL`].
    all: Vec<(Checked, Options)>,
}

/// Loads and checks a program.
pub fn checked(root: &Arc<SourceFile>, sources: &Sources, include_paths: &[PathBuf], options: &Options) -> Checked {
    let mut files = load(root, sources, include_paths, options);
    let mut diagnostics = std::mem::take(&mut files.problems);
    let (program, layouts, problems) = check(&files.parsed, options);
    diagnostics.extend(problems);
    bound(&mut diagnostics);
    if options.warnings_as_errors {
        for problem in diagnostics.iter_mut().filter(|problem| problem.severity == Severity::Warning) {
            problem.severity = Severity::Error;
        }
    }
    let names = Names::new(&program);
    Checked { program, names, layouts, files, diagnostics }
}

impl Programs {
    pub fn new(root: &Arc<SourceFile>, sources: &Sources, include_paths: &[PathBuf], options: &Options) -> Programs {
        let of = |options: Options| (checked(root, sources, include_paths, &options), options);
        let whole = of(options.clone());
        if !whole.0.files.depends_on_stage {
            return Programs { all: vec![whole] };
        }
        let all = Stage::ALL.into_iter().map(|stage| of(Options { stage: Some(stage), ..options.clone() })).collect();
        Programs { all }
    }

    /// That of the first stage, where there is one for each.
    pub fn first(&self) -> &Checked {
        &self.all[0].0
    }

    pub fn of(&self, stage: Stage) -> (&Checked, &Options) {
        let at = Stage::ALL.iter().position(|each| *each == stage).unwrap_or(0);
        let (checked, options) = self.all.get(at).unwrap_or(&self.all[0]);
        (checked, options)
    }

    /// Each program with its options: one of all stages, or one of each.
    pub fn each(&self) -> impl Iterator<Item = &(Checked, Options)> {
        self.all.iter()
    }

    /// The mistakes of all programs, each once.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut all: Vec<Diagnostic> = Vec::new();
        let mut known: std::collections::HashSet<&Diagnostic> = std::collections::HashSet::new();
        for problem in self.all.iter().flat_map(|(checked, _)| &checked.diagnostics) {
            if known.insert(problem) {
                all.push(problem.clone());
            }
        }
        all
    }
}

/// The places of a text that begins at an offset of another.
pub fn place_map(places: &[(u32, u32, Span)], offset: u32) -> PlaceMap {
    let mut map = PlaceMap::default();
    push_places(&mut map, places, offset);
    map
}

/// Adds the places of a part of a text.
pub fn push_places(map: &mut PlaceMap, places: &[(u32, u32, Span)], offset: u32) {
    for (start, end, span) in places {
        map.push(start + offset, end + offset, *span);
    }
}

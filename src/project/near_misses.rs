//! What a search came to and does not take, although the user probably means it: projects inside of the project, and Lua files that
//! declare shaders under a name that is no sidecar's.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use super::FILE_NAME;
use super::pattern::{Pattern, everything_below};
use super::shader_files::{ShaderFiles, sidecar_of};
use super::tree::display;
use crate::diag::{Diagnostic, Sources, Span, shell_word};

/// Shader files without a sidecar that are looked at, at most.
const MOST_WITHOUT_SIDECAR: usize = 1_000;

/// How a sidecar declares a shader.
const DECLARATION: &str = "Shader(";

/// The result of a search for units.
pub struct Searched<'a> {
    /// Every file of the searched folders, sorted.
    pub files: &'a [PathBuf],
    /// Their paths.
    pub names: &'a FxHashSet<&'a OsStr>,
    /// The shader files of the units.
    pub stems: &'a BTreeSet<PathBuf>,
    pub shader_files: &'a ShaderFiles,
    pub excluded: &'a [Pattern],
}

impl Searched<'_> {
    /// One note for all folders with units that have a `uberc.toml` of their own: it is not read.
    pub fn nested_projects(&self) -> Option<Diagnostic> {
        let has_units = |folder: &&Path| {
            self.stems.range(folder.to_path_buf()..).next().is_some_and(|stem| stem.starts_with(folder))
        };
        let mut folders = self
            .files
            .iter()
            .filter(|file| file.as_os_str().as_encoded_bytes().ends_with(FILE_NAME.as_bytes()))
            .filter(|file| file.file_name().is_some_and(|name| name == FILE_NAME))
            .filter_map(|file| file.parent().filter(|folder| !folder.as_os_str().is_empty()))
            .filter(has_units);
        let first = display(folders.next()?);
        let (word, pattern) = (shell_word(&first), everything_below(&first));
        let message = match folders.count() {
            0 => format!("`{first}/{FILE_NAME}` is not read: its folder is built as a part of this project"),
            more => format!(
                "`{first}/{FILE_NAME}` and {more} more are not read: their folders are built as parts of this project"
            ),
        };
        let help =
            format!("Build `{first}` alone with `uberc build {word}`, or leave it out with `exclude = [{pattern}]`.");
        Some(Diagnostic::remark("discover/nested-project", message).help(help))
    }

    /// Warns of `mesh.lua` beside `mesh.hlsl` where its text declares shaders: the sidecar's name is `mesh.hlsl.lua`.
    /// `modules`: the folders of `require`, whose files may declare shaders for others.
    pub fn misnamed_sidecars(&self, modules: &[PathBuf], sources: &Sources) -> Vec<Diagnostic> {
        let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
        let mut found = Vec::new();
        for source in self.without_sidecar().filter(|file| !self.stems.contains(*file)) {
            let Some(near) = self.short_name(source) else { continue };
            if modules.iter().any(|folder| near.starts_with(folder)) || !seen.insert(near.clone()) {
                continue;
            }
            let Ok(file) = sources.load(&near) else { continue };
            let Some(at) = declaration(&file.text) else { continue };
            let (near, source, sidecar) = (display(&near), display(source), display(&sidecar_of(source)));
            let message = format!("`{near}` is not read: the sidecar of `{source}` is named `{sidecar}`");
            let end = at + DECLARATION.len() - 1;
            let warning = Diagnostic::warning("discover/misnamed-sidecar", message);
            found.push(
                warning
                    .at(Span { file: file.id, start: at as u32, end: end as u32 })
                    .help(format!("Rename it to `{sidecar}`.")),
            );
        }
        found
    }

    /// The shader file that a first sidecar is probably meant for, and how many there are; `None` without one. A file with a Lua file
    /// beside it goes before others.
    pub fn candidate(&self) -> Option<(&Path, usize)> {
        let alone: Vec<&Path> = self.without_sidecar().collect();
        let near = alone.iter().find(|file| self.short_name(file).is_some());
        near.or(alone.first()).map(|file| (*file, alone.len()))
    }

    fn without_sidecar(&self) -> impl Iterator<Item = &Path> {
        let is_shader = |file: &&Path| self.shader_files.dialect_of(file).is_some();
        let is_alone = |file: &&Path| {
            let sidecar = sidecar_of(file);
            !self.is_there(&sidecar) && !self.excluded.iter().any(|pattern| pattern.matches(file))
        };
        self.files.iter().map(PathBuf::as_path).filter(is_shader).filter(is_alone).take(MOST_WITHOUT_SIDECAR)
    }

    /// `mesh.lua` for `mesh.hlsl`, if there is one.
    fn short_name(&self, source: &Path) -> Option<PathBuf> {
        Some(source.with_extension("lua")).filter(|short| self.is_there(short))
    }

    fn is_there(&self, path: &Path) -> bool {
        self.names.contains(path.as_os_str())
    }
}

/// Where a text declares a shader: outside of line comments, and not as the end of another name.
fn declaration(text: &str) -> Option<usize> {
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        let code = line.find("--").map_or(line, |comment| &line[..comment]);
        let begins_name = |at: &usize| {
            let before = code[..*at].chars().next_back();
            !before.is_some_and(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '.' | ':'))
        };
        if let Some((at, _)) = code.match_indices(DECLARATION).find(|(at, _)| begins_name(at)) {
            return Some(from + at);
        }
        from += line.len();
    }
    None
}

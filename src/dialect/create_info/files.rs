//! The source files of infos: finding them, and the files that they include.
//!
//! `#include "file"` and the older `#pragma BLENDER_REQUIRE(file)` name dependencies, which are put before the file that
//! names them, each once. What a header hides from shaders (`#ifndef GPU_SHADER`, `#ifdef __cplusplus`) names none.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::text::PlacedText;
use crate::diag::{Diagnostic, FileId, LoadError, SourceFile, Sources, Span};

/// Files in one another.
const MOST_DEPTH: usize = 100;

/// Files that one stage has.
const MOST_FILES: usize = 2000;

/// Loads source files, and remembers what was read and looked for.
#[derive(Debug)]
pub struct FileLoader<'a> {
    pub sources: &'a Sources,
    /// Relative to the project's root, in order.
    pub include_paths: &'a [PathBuf],
    pub read: BTreeSet<FileId>,
    pub missing: BTreeSet<PathBuf>,
    pub found: Vec<Diagnostic>,
}

impl<'a> FileLoader<'a> {
    pub fn new(sources: &'a Sources, include_paths: &'a [PathBuf]) -> FileLoader<'a> {
        FileLoader { sources, include_paths, read: BTreeSet::new(), missing: BTreeSet::new(), found: Vec::new() }
    }

    /// The file with this name: beside the file that names it, in the include folders, from the project's root.
    pub fn load(&mut self, name: &str, at: Span) -> Option<Arc<SourceFile>> {
        let from = self.sources.get(at.file);
        let beside = from.path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        let folders = std::iter::once(beside)
            .chain(self.include_paths.iter().map(PathBuf::as_path))
            .chain(std::iter::once(Path::new("")));
        let mut looked: Vec<PathBuf> = Vec::new();
        for folder in folders {
            let path = self.sources.relative(&folder.join(name));
            if looked.contains(&path) {
                continue;
            }
            match self.sources.load(&path) {
                Ok(file) => {
                    self.read.insert(file.id);
                    return Some(file);
                }
                Err(LoadError::NotFound) => looked.push(path),
                Err(LoadError::Io(why)) => {
                    let message = format!("`{}` cannot be read: {why}", path.display());
                    self.found.push(Diagnostic::error("ci/source-missing", message).at(at));
                    self.missing.insert(path);
                    return None;
                }
            }
        }
        let shown: Vec<String> = looked.iter().map(|path| path.display().to_string().replace('\\', "/")).collect();
        self.missing.extend(looked);
        self.found.push(
            Diagnostic::error("ci/source-missing", format!("there is no file `{name}`"))
                .at(at)
                .help(format!("Looked for {}.", shown.join(", "))),
        );
        None
    }

    /// Puts the dependencies of a file, then the file itself, into the text. `done`: the files that are in it already.
    pub fn put(&mut self, file: &Arc<SourceFile>, done: &mut BTreeSet<FileId>, into: &mut PlacedText) {
        self.put_within(file, done, &mut Vec::new(), into);
    }

    fn put_within(
        &mut self,
        file: &Arc<SourceFile>,
        done: &mut BTreeSet<FileId>,
        path: &mut Vec<(Arc<SourceFile>, Span)>,
        into: &mut PlacedText,
    ) {
        if !done.insert(file.id) {
            return;
        }
        let directives = directives(file);
        for directive in &directives {
            let Some(name) = &directive.name else { continue };
            if done.len() >= MOST_FILES || path.len() >= MOST_DEPTH {
                let message = format!("a stage has more than {MOST_FILES} files, or {MOST_DEPTH} in one another");
                self.found.push(Diagnostic::error("ci/limit", message).at(directive.at));
                return;
            }
            let Some(other) = self.load(name, directive.at) else { continue };
            let is_open = other.id == file.id || path.iter().any(|(open, _)| open.id == other.id);
            if is_open {
                let message = format!("`{}` includes itself, through `{name}`", other.name);
                let mut error = Diagnostic::error("ci/source-cycle", message).at(directive.at);
                for (_, at) in path.iter().rev() {
                    error = error.via(*at, "included from here");
                }
                self.found.push(error.help("Move what both need into a third file."));
                continue;
            }
            path.push((Arc::clone(file), directive.at));
            self.put_within(&other, done, path, into);
            path.pop();
        }
        self.copy(file, &directives, into);
    }

    /// The file without the directives that name dependencies, and as GLSL where it has C's enums.
    fn copy(&mut self, file: &Arc<SourceFile>, directives: &[Directive], into: &mut PlacedText) {
        let enums = super::headers::enums(file);
        let mut at = 0;
        let mut cuts: Vec<(std::ops::Range<usize>, &str)> = directives
            .iter()
            .map(|directive| (directive.at.start as usize..directive.at.end as usize, ""))
            .chain(enums.iter().map(|one| (one.range.clone(), one.glsl.as_str())))
            .collect();
        cuts.sort_by_key(|(range, _)| range.start);
        for (range, replacement) in cuts {
            if range.start < at {
                continue;
            }
            into.copy(file, at..range.start);
            if !replacement.is_empty() {
                let span = Span { file: file.id, start: range.start as u32, end: range.end as u32 };
                for line in replacement.lines() {
                    into.line_of(line, span);
                }
            }
            at = range.end;
        }
        into.copy(file, at..file.text.len());
        into.end_line();
    }
}

/// A line that is not copied.
struct Directive {
    /// The dependency; `None` for a line that is only left out.
    name: Option<String>,
    at: Span,
}

/// The lines that name dependencies.
fn directives(file: &SourceFile) -> Vec<Directive> {
    let mut found = Vec::new();
    // For each open condition, whether a shader sees its text.
    let mut seen: Vec<bool> = Vec::new();
    let mut in_comment = false;
    for index in 0.. {
        let Some(range) = file.line_range(index) else { break };
        let line = &file.text[range.clone()];
        let text = line.trim();
        let starts_in_comment = in_comment;
        in_comment = ends_in_comment(line, in_comment);
        let Some(directive) = text.strip_prefix('#').filter(|_| !starts_in_comment) else { continue };
        let directive = directive.trim();
        super::headers::step(directive, &mut seen);
        let (word, rest) =
            directive.split_at(directive.find(|c: char| !c.is_alphanumeric()).unwrap_or(directive.len()));
        let rest = rest.trim();
        match word {
            "include" | "pragma" => {
                let quoted = rest.strip_prefix('"').and_then(|rest| rest.split_once('"')).map(|(name, _)| name);
                let required = rest
                    .strip_prefix("BLENDER_REQUIRE(")
                    .and_then(|rest| rest.split_once(')'))
                    .map(|(name, _)| name.trim());
                let name = if word == "include" { quoted } else { required };
                let is_once = word == "pragma" && rest == "once";
                if name.is_none() && !is_once {
                    continue;
                }
                let start = range.start as u32 + (line.len() - line.trim_start().len()) as u32;
                let at = Span { file: file.id, start, end: start + text.len() as u32 };
                let is_seen = seen.iter().all(|seen| *seen);
                found.push(Directive { name: name.filter(|_| is_seen).map(str::to_owned), at });
            }
            _ => {}
        }
    }
    found
}

/// Whether a block comment is open behind the line.
fn ends_in_comment(line: &str, mut open: bool) -> bool {
    let mut rest = line;
    loop {
        if open {
            let Some((_, after)) = rest.split_once("*/") else { return true };
            (open, rest) = (false, after);
        } else {
            let Some(at) = rest.find("/*") else { return false };
            if rest[..at].contains("//") {
                return false;
            }
            (open, rest) = (true, &rest[at + 2..]);
        }
    }
}

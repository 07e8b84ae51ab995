//! Which files are shader files, and their dialects.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::pattern::Pattern;
use crate::diag::Span;
use crate::dialect::{Dialect, Registry};
use crate::model::Project;

/// The dialect of a path, by the registry's extensions and the project's `[dialects]`. Paths are relative to the
/// project root.
#[derive(Clone, Debug)]
pub struct ShaderFiles {
    registry: Registry,
    /// By the extensions that they claim.
    by_extension: FxHashMap<&'static str, Dialect>,
    /// In the order of `uberc.toml`: the first match counts, and it overrides the extension.
    patterns: Vec<(Pattern, Dialect)>,
}

/// A pattern that selects files, and its place in `uberc.toml`.
pub struct SourcePattern {
    pub text: String,
    pub pattern: Pattern,
    pub place: Option<Span>,
}

impl ShaderFiles {
    /// Invalid patterns and unknown dialects were reported when the project file was read.
    pub fn new(project: &Project, registry: &Registry) -> ShaderFiles {
        let known =
            |(pattern, dialect): &(String, String)| Some((Pattern::new(pattern).ok()?, registry.find(dialect)?));
        let extensions = registry.extensions().map(|extension| extension.name);
        let by_extension = extensions.filter_map(|name| Some((name, registry.by_extension(name)?))).collect();
        let patterns = project.dialects.iter().filter_map(known).collect();
        ShaderFiles { registry: registry.clone(), by_extension, patterns }
    }

    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The dialect of a shader file; `None` for other files. A sidecar is never a shader file, even if a pattern
    /// matches it.
    pub fn dialect_of(&self, source: &Path) -> Option<Dialect> {
        if is_lua(source) {
            return None;
        }
        let listed = self.patterns.iter().find(|(pattern, _)| pattern.matches(source));
        listed.map(|(_, dialect)| *dialect).or_else(|| self.by_extension.get(extension_of(source)?).copied())
    }

    /// The shader file of a pair, from its own path or its sidecar's, whether it exists or not; `None` for other files.
    pub fn source_of(&self, path: &Path) -> Option<PathBuf> {
        if self.dialect_of(path).is_some() {
            return Some(path.to_path_buf());
        }
        let source = is_lua(path).then(|| path.with_extension(""))?;
        self.dialect_of(&source).is_some().then_some(source)
    }

    /// The patterns that select units: those of the project, or those of the dialects.
    pub fn source_patterns(&self, project: &Project) -> Vec<SourcePattern> {
        let make =
            |text: String, place: Option<Span>| Some(SourcePattern { pattern: Pattern::new(&text).ok()?, text, place });
        if !project.sources.is_empty() {
            let place = |index: usize| project.places.get(&format!("sources[{index}]")).copied();
            let written = project.sources.iter().cloned().enumerate();
            return written.filter_map(|(index, text)| make(text, place(index))).collect();
        }
        let listed = project.dialects.iter().map(|(pattern, _)| {
            let place = project.places.get(&format!("dialects.{pattern}")).copied();
            // `**` matches folders only if it is a whole part of the path.
            let between = if pattern.ends_with("**") { "/*" } else { "" };
            (format!("{pattern}{between}.lua"), place)
        });
        let claimed = self.registry.default_sources().into_iter().map(|text| (text, None));
        claimed.chain(listed).filter_map(|(text, place)| make(text, place)).collect()
    }
}

/// As `Path::extension`, which takes a path apart: of a path that ends with a file's name.
fn extension_of(path: &Path) -> Option<&str> {
    let path = path.as_os_str().as_encoded_bytes();
    let name = path.rsplit(|byte| std::path::is_separator(char::from(*byte))).next()?;
    let dot = name.iter().rposition(|byte| *byte == b'.').filter(|dot| *dot > 0)?;
    std::str::from_utf8(&name[dot + 1..]).ok()
}

fn is_lua(path: &Path) -> bool {
    // Most files are no Lua files, and taking a path apart takes long.
    path.as_os_str().as_encoded_bytes().ends_with(b".lua")
        && path.extension().is_some_and(|extension| extension == "lua")
}

/// The sidecar of a shader file.
pub fn sidecar_of(source: &Path) -> PathBuf {
    let mut name = source.as_os_str().to_owned();
    name.push(".lua");
    PathBuf::from(name)
}

//! The headers of one info.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::super::files::FileLoader;
use super::super::info::{Info, ResourceKind};
use super::super::text::PlacedText;
use super::lint::lint;
use super::structs::{Rule, Structures};
use crate::diag::{Diagnostic, SourceFile, Sources, suggestion};

/// Extensions of files that C and C++ read as well.
const SHARED: [&str; 3] = [".h", ".hh", ".hpp"];

/// The structures that an info's typedef sources have, and what is wrong with them or with the types of its buffers.
pub fn check_headers(info: &Info, sources: &Sources, include_paths: &[PathBuf]) -> (Structures, Vec<Diagnostic>) {
    let mut loader = FileLoader::new(sources, include_paths);
    let mut done = BTreeSet::new();
    let mut text = PlacedText::default();
    let mut structures = Structures::default();
    for one in &info.typedefs {
        if let Some(file) = loader.load(&one.value, one.at) {
            loader.put(&file, &mut done, &mut text);
        }
    }
    let mut files: Vec<_> = done.iter().map(|id| sources.get(*id)).collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    for file in &files {
        structures.add(file);
    }
    for one in &info.typedefs_generated {
        structures.add(&sources.add(format!("{}:typedefs", info.name), &one.value));
    }
    let uniform = uniform_types(info, &structures);
    let rule_of = |name: &str| if uniform.contains(name) { Rule::Std140 } else { Rule::Std430 };
    // Files that cannot be read are reported where the stages are put together.
    let mut found = Vec::new();
    let is_shared = |file: &SourceFile| SHARED.iter().any(|extension| file.name.ends_with(extension));
    for file in files.iter().filter(|file| is_shared(file)) {
        found.extend(lint(file, &structures, &rule_of));
    }
    let are_all_read = loader.found.is_empty();
    for one in &info.resources {
        let (ResourceKind::Uniform { type_name } | ResourceKind::Storage { type_name, .. }) = &one.value.kind else {
            continue;
        };
        if are_all_read && info.is_static() && !structures.knows(type_name) {
            let message = format!("no typedef source of `{}` has the type `{type_name}`", info.name);
            let near = suggestion(type_name, structures.by_name.keys().map(String::as_str));
            found.push(
                Diagnostic::error("ci/unknown-type", message)
                    .at(one.at)
                    .help(near.unwrap_or_else(|| "Name the header that has it with `typedef_source`.".to_owned())),
            );
        }
    }
    (structures, found)
}

/// The structures that uniform buffers have, and those in them.
fn uniform_types(info: &Info, structures: &Structures) -> BTreeSet<String> {
    let mut open: Vec<String> = info
        .resources
        .iter()
        .filter_map(|one| match &one.value.kind {
            ResourceKind::Uniform { type_name } => Some(type_name.clone()),
            _ => None,
        })
        .collect();
    let mut all = BTreeSet::new();
    while let Some(name) = open.pop() {
        if let Some(structure) = structures.by_name.get(&name)
            && all.insert(name)
        {
            open.extend(structure.fields.iter().map(|field| field.type_name.clone()));
        }
    }
    all
}

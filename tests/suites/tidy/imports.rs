//! Which file imports which.

use std::collections::{BTreeMap, BTreeSet};

use super::tokens;

/// The files of `src` and every path in them that begins with `crate`, `super` or `self`, as a path from the root.
pub struct Tree {
    /// By module path; the file.
    modules: BTreeMap<Vec<String>, String>,
    /// Names that a module has from its children by `use`, and where they come from.
    re_exports: BTreeMap<Vec<String>, Vec<String>>,
    /// By file: paths from the root.
    paths: BTreeMap<String, BTreeSet<Vec<String>>>,
}

impl Tree {
    pub fn of(files: &BTreeMap<String, String>) -> Tree {
        let mut tree = Tree { modules: BTreeMap::new(), re_exports: BTreeMap::new(), paths: BTreeMap::new() };
        for file in files.keys() {
            tree.modules.insert(module(file), file.clone());
        }
        for (file, text) in files {
            tree.read(file, &tokens::of(text));
        }
        tree
    }

    fn read(&mut self, file: &str, tokens: &[String]) {
        let own = module(file);
        let mut paths = BTreeSet::new();
        let mut at = 0;
        while at < tokens.len() {
            let before = at.checked_sub(1).map_or("", |before| tokens[before].as_str());
            let is_use = before == "use";
            let is_path = tokens[at..].get(1..3).is_some_and(|signs| signs == [":", ":"]);
            let is_rooted = ["crate", "super", "self", "uberc_remote", "uberc_render", "uberc_runtime", "uberc_worker"]
                .contains(&tokens[at].as_str());
            let is_child = is_use && self.modules.contains_key(&child(&own, &tokens[at]));
            // One colon is that of a field or of a type: `name: crate::a::B`.
            let is_continued = before == ":" && at >= 2 && tokens[at - 2] == ":";
            if is_continued || !(is_path && is_rooted || is_child) {
                at += 1;
                continue;
            }
            let mut found = Vec::new();
            let end = use_tree(tokens, at, &mut Vec::new(), &mut found);
            // Children of a module can name what it imports from other children. `pub use` does only that.
            let is_public = is_use && at.checked_sub(2).is_some_and(|before| tokens[before] == "pub");
            for path in found.iter().map(|path| absolute(&own, path)) {
                let is_of_child = is_use && path.starts_with(&own);
                if let Some(name) = path.last().filter(|_| is_of_child) {
                    self.re_exports.insert(child(&own, name), path.clone());
                }
                if !(is_public && is_of_child) {
                    paths.insert(path);
                }
            }
            at = end.max(at + 1);
        }
        self.paths.insert(file.to_owned(), paths);
    }

    /// Imports from a folder of `src` to another, each with a file that has it. A file in `src` counts as a folder.
    pub fn between_folders(&self) -> BTreeMap<(String, String), String> {
        let mut edges = BTreeMap::new();
        for (file, paths) in &self.paths {
            let Some(folder) = module(file).first().cloned() else { continue };
            // These are crates of their own.
            let is_crate = ["runtime", "capi", "remote", "worker", "render"].contains(&folder.as_str());
            for import in paths.iter().filter_map(|path| path.first()) {
                if *import != folder && (!is_crate || import == "runtime") {
                    edges.entry((folder.clone(), import.clone())).or_insert_with(|| file.clone());
                }
            }
        }
        edges
    }

    /// Imports between the files of one folder of `src`.
    pub fn between_files(&self, folder: &str) -> BTreeSet<(String, String)> {
        let mut edges = BTreeSet::new();
        for (file, paths) in self.paths.iter().filter(|(file, _)| file.starts_with(&format!("{folder}/"))) {
            let targets = paths.iter().filter(|path| path.first().is_some_and(|first| first == folder));
            for target in targets.filter_map(|path| self.file_of(path)).filter(|target| target != file) {
                edges.insert((file.clone(), target));
            }
        }
        edges
    }

    /// The file that has an item.
    fn file_of(&self, path: &[String]) -> Option<String> {
        let longest = (0..=path.len()).rev().find(|length| self.modules.contains_key(&path[..*length]))?;
        let item = path.get(..longest + 1)?;
        match self.re_exports.get(item) {
            Some(origin) if origin != item => self.file_of(origin),
            _ => self.modules.get(&path[..longest]).cloned(),
        }
    }
}

/// `a/b.rs` and `a/b/mod.rs` are the module `a::b`; `lib.rs` and `main.rs` have no name.
fn module(file: &str) -> Vec<String> {
    let path = file.trim_end_matches(".rs");
    let path = path.strip_suffix("/mod").unwrap_or(path);
    if path == "lib" || path == "main" { Vec::new() } else { path.split('/').map(str::to_owned).collect() }
}

fn child(module: &[String], name: &str) -> Vec<String> {
    module.iter().cloned().chain([name.to_owned()]).collect()
}

/// Reads a path, or a tree of them (`a::{b, c::d}`), from a token on; the first token after it.
fn use_tree(tokens: &[String], mut at: usize, prefix: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    let depth = prefix.len();
    while let Some(token) = tokens.get(at) {
        if token == "{" {
            at += 1;
            while tokens.get(at).is_some_and(|token| token != "}") {
                at = use_tree(tokens, at, prefix, found);
                while tokens.get(at).is_some_and(|token| token != "," && token != "}") {
                    // `as name`
                    at += 1;
                }
                if tokens.get(at).is_some_and(|token| token == ",") {
                    at += 1;
                }
            }
            prefix.truncate(depth);
            return at + 1;
        }
        // `a::{self}` is `a`.
        if token != "*" && (token != "self" || prefix.is_empty()) {
            prefix.push(token.clone());
        }
        at += 1;
        if tokens.get(at..at + 2).is_none_or(|signs| signs != [":", ":"])
            || tokens.get(at + 2).is_some_and(|t| t == "<")
        {
            break;
        }
        at += 2;
    }
    found.push(prefix.clone());
    prefix.truncate(depth);
    at
}

/// The path from the root, without `crate`, `super` and `self`.
fn absolute(own: &[String], path: &[String]) -> Vec<String> {
    let supers = path.iter().take_while(|part| *part == "super").count();
    match path.first().map(String::as_str) {
        Some("crate") => path[1..].to_vec(),
        Some("uberc_runtime") => vec!["runtime".to_owned()],
        Some("uberc_render") => vec!["render".to_owned()],
        Some("uberc_remote") => vec!["remote".to_owned()],
        Some("uberc_worker") => vec!["worker".to_owned()],
        Some("self") => own.iter().chain(&path[1..]).cloned().collect(),
        Some("super") => own[..own.len().saturating_sub(supers)].iter().chain(&path[supers..]).cloned().collect(),
        _ => own.iter().chain(path).cloned().collect(),
    }
}

/// Groups of nodes that reach each other, each sorted.
pub fn circles(edges: &BTreeSet<(String, String)>) -> Vec<Vec<String>> {
    let mut next: BTreeMap<&String, Vec<&String>> = BTreeMap::new();
    for (from, to) in edges {
        next.entry(from).or_default().push(to);
    }
    let reached = |start| {
        let mut reached = BTreeSet::new();
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            for other in next.get(node).into_iter().flatten() {
                if reached.insert(*other) {
                    open.push(*other);
                }
            }
        }
        reached
    };
    let reached: BTreeMap<&String, BTreeSet<&String>> = next.keys().map(|node| (*node, reached(*node))).collect();
    let mut circles: BTreeSet<Vec<String>> = BTreeSet::new();
    for (node, others) in &reached {
        let mutual = others.iter().filter(|other| reached.get(*other).is_some_and(|back| back.contains(*node)));
        let circle: Vec<String> = mutual.map(|other| (*other).clone()).collect();
        if !circle.is_empty() {
            circles.insert(circle);
        }
    }
    circles.into_iter().collect()
}

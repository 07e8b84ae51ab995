//! The root file and what it includes: each preprocessed and parsed on its own, those that others include first.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::ast::{Ident, Item, Member};
use super::check::FileItems;
use super::legacy::{INTERFACE_PREFIX, TABLE_PREFIX, interface_text, table_text};
use super::options::Options;
use super::parse::{CREATE_INFO_WORDS, parse};
use super::program::Stage;
use crate::atom::Atom;
use crate::diag::{Diagnostic, DiagnosticKind, FileId, PlaceMap, SourceFile, Sources, Span};
use crate::dialect::LackedName;
use crate::model::{IncludeDirective, PpToken, Preprocessed, TokenFlags};
use crate::preprocess::{FileCache, Request, preprocess};

/// Every file of a program.
#[derive(Debug, Default)]
pub struct Files {
    /// Those that others include stand before them; the root is the last.
    pub parsed: Vec<FileItems>,
    pub problems: Vec<Diagnostic>,
    /// The root, and every other file that was read.
    pub read: Vec<FileId>,
    pub missing: Vec<PathBuf>,
    /// Names of create-infos and interfaces that are not declared.
    pub lacking: BTreeSet<LackedName>,
    /// Includes that were skipped.
    pub skipped: Vec<String>,
    /// A file asks for the macro of a stage.
    pub depends_on_stage: bool,
}

struct Loader<'a> {
    sources: &'a Sources,
    include_paths: &'a [PathBuf],
    options: &'a Options,
    defines: Vec<(String, String)>,
    cache: FileCache,
    files: Files,
    state: FxHashMap<FileId, State>,
    templates: FxHashSet<Atom>,
    /// Create-infos whose tables are there.
    infos: FxHashSet<Atom>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    Done,
}

/// Loads a program.
pub fn load(root: &Arc<SourceFile>, sources: &Sources, include_paths: &[PathBuf], options: &Options) -> Files {
    let mut defines: Vec<(String, String)> =
        ["GPU_SHADER", "GPU_VULKAN"].into_iter().map(|name| (name.to_owned(), "1".to_owned())).collect();
    defines.extend(options.stage.map(|stage| (stage.define().to_owned(), "1".to_owned())));
    defines.extend(options.defines.iter().cloned());
    let templates = ["srt_t", "union_t"].into_iter().map(Atom::from).collect();
    let paths: Vec<PathBuf> = include_paths.iter().chain(&options.include_dirs).cloned().collect();
    let mut loader = Loader {
        sources,
        include_paths: &paths,
        options,
        defines,
        cache: FileCache::new(),
        files: Files::default(),
        state: FxHashMap::default(),
        templates,
        infos: FxHashSet::default(),
    };
    loader.visit(root, true);
    loader.files.missing.sort_unstable();
    loader.files.missing.dedup();
    loader.files
}

/// Includes inside each other; the walk recurses.
const MAX_DEPTH: usize = 100;

impl Loader<'_> {
    fn visit(&mut self, file: &Arc<SourceFile>, is_root: bool) {
        self.state.insert(file.id, State::Open);
        self.files.read.push(file.id);
        let stage_macros = Stage::ALL.map(|stage| Atom::from(stage.define()));
        let request = Request {
            include_paths: self.include_paths,
            skipped_includes: &self.options.skip_includes,
            defines: &self.defines,
            watch: &stage_macros,
            ..Request::new(Arc::clone(file))
        };
        let (unit, found) = preprocess(&request, &self.cache, self.sources);
        self.files.depends_on_stage |= !unit.consulted.is_empty();
        self.files.missing.extend(unit.missing.iter().cloned());
        for problem in found {
            let is_own = problem.primary.as_ref().is_some_and(|label| label.span.file == file.id);
            if is_own {
                self.files.problems.push(of_bsl(problem));
            }
        }
        let directives: Vec<IncludeDirective> =
            unit.include_directives.iter().filter(|directive| directive.from.0 == 0).cloned().collect();
        let first = first_token(&unit);
        for directive in &directives {
            self.follow(directive, first);
        }
        if !is_root || file.name.contains("_lib.") || file.name.ends_with(".hh") {
            self.check_pragma(file, &unit, is_root);
        }
        let parsed = parse(&unit, &mut self.templates);
        self.load_infos(&parsed.items);
        self.files.problems.extend(parsed.problems);
        self.files.parsed.push(FileItems { file: file.id, items: parsed.items });
        self.state.insert(file.id, State::Done);
    }

    /// The tables of the create-infos and interfaces that a file names.
    fn load_infos(&mut self, items: &[Item]) {
        let Some(library) = self.options.infos.clone() else { return };
        let mut named = Vec::new();
        infos_in(items, &mut named);
        for (ident, is_interface) in named {
            if !self.infos.insert(ident.name) {
                continue;
            }
            if is_interface {
                match library.interfaces.get(ident.name.as_str()) {
                    Some(interface) => self.load_table(&interface.name, &interface_text(interface), interface.at),
                    None => {
                        self.files.lacking.insert(LackedName::Interface(ident.name.to_string()));
                        let message = format!("there is no interface `{}`", ident.name);
                        self.files.problems.push(Diagnostic::error("ci/unknown-interface", message).at(ident.span));
                    }
                }
                continue;
            }
            let Some(info) = library.infos.get(ident.name.as_str()) else {
                self.files.lacking.insert(LackedName::Info(ident.name.to_string()));
                let message = format!("there is no info `{}`", ident.name);
                self.files.problems.push(Diagnostic::error("ci/unknown-info", message).at(ident.span));
                continue;
            };
            for typedef in &info.typedefs {
                let from = self.sources.get(typedef.at.file);
                let beside = from.path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
                let places = std::iter::once(beside).chain(self.include_paths.iter().map(PathBuf::as_path));
                let paths: Vec<PathBuf> =
                    places.map(|folder| self.sources.relative(&folder.join(&typedef.value))).collect();
                let file = paths.iter().find_map(|path| self.sources.load(path).ok());
                match file {
                    Some(file) if !self.state.contains_key(&file.id) => self.visit(&file, false),
                    Some(_) => {}
                    None => {
                        let message = format!("there is no file `{}`", typedef.value);
                        let problem = Diagnostic::error("bsl/include-not-found", message).at(typedef.at);
                        self.files.problems.push(problem);
                        self.files.missing.extend(paths);
                    }
                }
            }
            self.load_table(&info.name, &table_text(info, &library.interfaces), info.at);
        }
    }

    /// Reads the text of a table, which comes from Lua.
    fn load_table(&mut self, name: &str, text: &str, at: Span) {
        let mut places = PlaceMap::default();
        places.push(0, text.len() as u32, at);
        let file = self.sources.add_generated(format!("{name}:info"), text, places);
        self.visit(&file, false);
    }

    fn follow(&mut self, directive: &IncludeDirective, first: Option<u32>) {
        if !directive.quoted {
            let place = directive.directive;
            let is_here = |span: Span| span.file == place.file && (place.start..place.end).contains(&span.start);
            self.files.problems.retain(|problem| {
                let at = problem.primary.as_ref().map(|label| label.span);
                problem.kind != DiagnosticKind::MissingInclude || !at.is_some_and(is_here)
            });
            self.files.problems.push(
                Diagnostic::error("bsl/include-system", format!("`<{}>` is a header of the system", directive.name))
                    .at(directive.directive)
                    .help("Write `#include \"file\"`."),
            );
            return;
        }
        if first.is_some_and(|first| first < directive.directive.start) {
            self.files.problems.push(
                Diagnostic::warning("bsl/include-order", "an include stands behind a declaration")
                    .at(directive.directive),
            );
        }
        if directive.is_skipped {
            self.files.skipped.push(directive.name.clone());
            return;
        }
        let Some(id) = directive.file else { return };
        match self.state.get(&id) {
            Some(State::Done) => {}
            Some(State::Open) => {
                let message = format!("`{}` includes itself, directly or through others", directive.name);
                self.files.problems.push(Diagnostic::error("bsl/include-recursive", message).at(directive.directive));
            }
            None => {
                let open = self.state.values().filter(|state| **state == State::Open).count();
                if open >= MAX_DEPTH {
                    let message = format!("includes are more than {MAX_DEPTH} deep");
                    self.files
                        .problems
                        .push(Diagnostic::error("bsl/include-recursive", message).at(directive.directive));
                    return;
                }
                let file = self.sources.get(id);
                self.visit(&file, false);
            }
        }
    }

    fn check_pragma(&mut self, file: &Arc<SourceFile>, unit: &Preprocessed, is_root: bool) {
        let needs = file.name.ends_with(".hh") || file.name.contains("_lib.");
        let own: Vec<&str> = unit
            .tokens
            .iter()
            .filter(|token| token.include.0 == 0 && token.token.flags.has(TokenFlags::DIRECTIVE))
            .map(|token| token.token.text.as_str())
            .collect();
        let has = own.windows(2).any(|pair| pair == ["pragma", "once"]) || file.text.contains("#pragma once");
        let _ = is_root;
        if needs && !has {
            let span = Span { file: file.id, start: 0, end: 0 };
            let problem =
                Diagnostic::error("bsl/missing-pragma-once", format!("`{}` has no `#pragma once`", file.name));
            self.files.problems.push(problem.at(span).help("Write it at the top of the file."));
        }
    }
}

/// The infos that items name, in lines of their own and as members of tables; and interfaces, for which it is `true`.
fn infos_in(items: &[Item], named: &mut Vec<(Ident, bool)>) {
    for item in items {
        match item {
            Item::Namespace(_, inner) => infos_in(inner, named),
            Item::CreateInfo(ident) => named.push((*ident, false)),
            Item::Structure(structure) => {
                for member in &structure.members {
                    let Member::Data(declaration) = member else { continue };
                    let Some(ident) = declaration.ty.path.single() else { continue };
                    for (prefix, is_interface) in [(TABLE_PREFIX, false), (INTERFACE_PREFIX, true)] {
                        if let Some(name) = ident.name.strip_prefix(prefix) {
                            named.push((Ident { name: Atom::from(name), span: ident.span }, is_interface));
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

/// The place of the first token that is neither of a directive nor of a line that names a create-info: classic files have
/// their includes behind such lines.
fn first_token(unit: &Preprocessed) -> Option<u32> {
    let is_own = |token: &&PpToken| unit.place(token).1.0 == 0 && !token.token.flags.has(TokenFlags::DIRECTIVE);
    let mut own = unit.tokens.iter().filter(is_own).peekable();
    while let Some(token) = own.next() {
        if !CREATE_INFO_WORDS.contains(&token.token.text.as_str()) {
            return Some(unit.place(token).0.start);
        }
        own.by_ref().find(|token| token.token.text == ")");
        own.next_if(|token| token.token.text == ";");
    }
    None
}

/// The preprocessor's messages with BSL's slugs.
fn of_bsl(problem: Diagnostic) -> Diagnostic {
    let code = match problem.code {
        "preprocess/unterminated-comment" => "bsl/comment-unterminated",
        "preprocess/missing-include" => "bsl/include-not-found",
        _ if problem.is_error() => "bsl/preprocessor",
        other => other,
    };
    Diagnostic { code, ..problem }
}

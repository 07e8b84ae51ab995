//! All infos and interfaces of a run: by name, merged and checked.

use std::collections::BTreeMap;

use super::build::{self, Declaration, DeclarationKind};
use super::info::{Constant, ConstantValue, Info, Interface, Placed, STAGES};
use super::merge::{Merger, bytes, entries};
use super::{interface, locations, names, validate};
use crate::diag::{Diagnostic, Sources, Span, suggestion};
use crate::model::Stage;

/// Merged infos and the interfaces that they name.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// Each with all others that it names merged into it.
    pub infos: BTreeMap<String, Info>,
    pub interfaces: BTreeMap<String, Interface>,
}

/// Why a condition of `additional_info_if` has no answer.
pub type ConditionProblem = Box<Diagnostic>;

/// Calls the functions of `additional_info_if`.
pub trait Conditions {
    /// Whether the function with this number returns true for the constants.
    ///
    /// # Errors
    /// The function fails, or returns something else.
    fn holds(&mut self, number: u32, constants: &[(String, ConstantValue)]) -> Result<bool, ConditionProblem>;
}

/// Calls of one info, and its entries with those of the infos that it merges: a mistake can make a message for each.
const MOST_ENTRIES: usize = 4096;

/// Calls of all infos and interfaces.
const MOST_CALLS: usize = 262_144;

/// Bytes of the names and texts of all merged infos.
const MOST_BYTES: usize = 128 << 20;

/// Entries of all merged infos: they are kept in memory.
const MOST_MERGED: usize = 524_288;

/// Infos that are merged one into the other: merging recurses.
const MOST_DEPTH: usize = 64;

/// The help of a message about too many entries.
const SPLIT: &str = "Declare fewer, or split them into several runs.";

impl Library {
    /// The stages of each info.
    pub fn stages(&self) -> BTreeMap<String, Vec<Stage>> {
        let of = |info: &Info| STAGES.into_iter().filter(|stage| info.has_stage(*stage)).collect();
        self.infos.iter().map(|(name, info)| (name.clone(), of(info))).collect()
    }

    /// Several infos as one, with the mistakes of that. `None` if there is no such info.
    pub fn combine(&self, names: &[&str]) -> Option<(Info, Vec<Diagnostic>)> {
        let (first, others) = names.split_first()?;
        let mut merger = Merger::new(self.infos.get(*first)?.clone());
        for other in others {
            merger.merge(self.infos.get(*other)?);
        }
        let mut found = Vec::new();
        let mut info = merger.finish();
        if !others.is_empty() {
            locations::assign(&mut info);
            found.extend(validate::check(&info, &self.interfaces));
            found.extend(names::conflicts(&info, &self.interfaces));
            found.extend(locations::check(&info));
        }
        Some((info, found))
    }
}

impl Library {
    /// Adds infos that were not made by Lua, with their interfaces, and checks them like the others.
    pub fn add(&mut self, infos: Vec<Info>, interfaces: Vec<Interface>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let mut twice = |kind: &str, name: &str, at: Span, known: Span| {
            found.push(
                Diagnostic::error("ci/duplicate-name", format!("there are two {kind}s `{name}`"))
                    .at(at)
                    .label(known, "the other one".to_owned())
                    .help("Rename one of them: infos and interfaces have names of their own in all files."),
            );
        };
        for one in interfaces {
            match self.interfaces.get(&one.name) {
                // Several pipelines have the interface of one structure.
                Some(known) if known.at == one.at => {}
                Some(known) => twice("interface", &one.name, one.at, known.at),
                None => {
                    self.interfaces.insert(one.name.clone(), one);
                }
            }
        }
        let mut names = Vec::new();
        for info in infos {
            match self.infos.get(&info.name) {
                Some(known) => twice("info", &info.name, info.at, known.at),
                None => {
                    names.push(info.name.clone());
                    self.infos.insert(info.name.clone(), info);
                }
            }
        }
        for info in names.iter().filter_map(|name| self.infos.get(name)) {
            found.extend(validate::check(info, &self.interfaces));
            found.extend(names::conflicts(info, &self.interfaces));
            found.extend(locations::check(info));
        }
        found
    }
}

/// Brings an info that was not made by Lua into the order of the others; slots that two of its resources have.
pub fn settle_info(info: &mut Info) -> Vec<Diagnostic> {
    *info = Merger::new(info.clone()).finish();
    locations::assign(info);
    locations::check(info)
}

/// Merges and checks all declarations. The result does not depend on their order.
pub fn build_library(
    declarations: &[Declaration],
    conditions: &mut dyn Conditions,
    sources: &Sources,
) -> (Library, Vec<Diagnostic>) {
    let mut builder = Builder {
        conditions,
        own: BTreeMap::new(),
        library: Library::default(),
        depths: BTreeMap::new(),
        entries: 0,
        bytes: 0,
        is_too_deep: false,
        found: Vec::new(),
    };
    builder.register(declarations, sources);
    let names: Vec<String> = builder.own.keys().cloned().collect();
    for name in &names {
        builder.finalise(name, &mut Vec::new());
    }
    let Builder { library, mut found, .. } = builder;
    for one in library.interfaces.values() {
        found.extend(interface::check(one));
    }
    for info in library.infos.values() {
        found.extend(validate::check(info, &library.interfaces));
        found.extend(names::conflicts(info, &library.interfaces));
        found.extend(locations::check(info));
    }
    crate::diag::sort(&mut found, sources);
    (library, found)
}

struct Builder<'a> {
    conditions: &'a mut dyn Conditions,
    own: BTreeMap<String, Info>,
    library: Library,
    /// Of each merged info, how many are merged one into the other.
    depths: BTreeMap<String, usize>,
    /// Those of all merged infos.
    entries: usize,
    bytes: usize,
    /// Whether too deep infos are reported: one message is enough.
    is_too_deep: bool,
    found: Vec<Diagnostic>,
}

impl Builder<'_> {
    /// Sorts declarations by name. Of several with one name the first by place counts.
    fn register(&mut self, declarations: &[Declaration], sources: &Sources) {
        let mut sorted: Vec<&Declaration> = declarations.iter().collect();
        let place = |at: Span| (sources.get(at.file).name.to_string(), at.start);
        sorted.sort_by_cached_key(|one| (one.name.clone(), place(one.at)));
        let mut calls = 0;
        for declaration in sorted {
            let Declaration { name, at, .. } = declaration;
            calls += declaration.calls.len();
            if calls > MOST_CALLS {
                let message = format!("infos and interfaces have more than {MOST_CALLS} calls");
                self.found.push(Diagnostic::error("ci/limit", message).at(*at).help(SPLIT));
                break;
            }
            if declaration.calls.len() > MOST_ENTRIES {
                let message = format!("`{name}` has {} calls; there can be {MOST_ENTRIES}", declaration.calls.len());
                self.found.push(Diagnostic::error("ci/limit", message).at(*at));
                continue;
            }
            let is_interface = declaration.kind == DeclarationKind::Interface;
            let known = if is_interface {
                self.library.interfaces.get(name).map(|known| known.at)
            } else {
                self.own.get(name).map(|known| known.at)
            };
            if let Some(known) = known {
                let kind = if is_interface { "interface" } else { "info" };
                self.found.push(
                    Diagnostic::error("ci/duplicate-name", format!("there are two {kind}s `{name}`"))
                        .at(*at)
                        .label(known, "the other one".to_owned())
                        .help("Rename one of them: infos and interfaces have names of their own in all files."),
                );
            } else if is_interface {
                self.library.interfaces.insert(name.clone(), build::interface(declaration));
            } else {
                self.own.insert(name.clone(), build::info(declaration));
            }
        }
    }

    /// Merges an info, once. `path`: the infos that are being merged, outermost first.
    fn finalise(&mut self, name: &str, path: &mut Vec<String>) {
        if self.library.infos.contains_key(name) || self.is_full() {
            return;
        }
        let Some(own) = self.own.get(name).cloned() else { return };
        path.push(name.to_owned());
        let additional = own.additional.clone();
        self.report_repeats(&additional);
        for entry in additional.iter().filter(|entry| entry.value.condition.is_none()) {
            self.finalise_named(&entry.value.name, entry.at, path);
        }
        let mut constants = own.compilation_constants.clone();
        let mut merger = Merger::new(own);
        let mut depth = 1;
        for entry in additional.iter().filter(|entry| entry.value.condition.is_none()) {
            if let Some(other) = self.library.infos.get(&entry.value.name) {
                build_constants(&mut constants, other);
            }
        }
        for entry in &additional {
            if let Some(number) = entry.value.condition {
                let values: Vec<(String, ConstantValue)> =
                    constants.iter().map(|constant| (constant.value.name.clone(), constant.value.value)).collect();
                match self.conditions.holds(number, &values) {
                    Ok(true) => self.finalise_named(&entry.value.name, entry.at, path),
                    Ok(false) => {
                        self.report_unknown(&entry.value.name, entry.at);
                        continue;
                    }
                    Err(problem) => {
                        let problem = *problem;
                        let is_placed = problem.primary.is_some();
                        self.found.push(if is_placed { problem } else { problem.at(entry.at) });
                        continue;
                    }
                }
            }
            let Some(other) = self.library.infos.get(&entry.value.name) else { continue };
            build_constants(&mut constants, other);
            merger.merge(other);
            depth = depth.max(1 + self.depths.get(&entry.value.name).copied().unwrap_or(0));
            if entries(&merger.info) > MOST_ENTRIES {
                let message = format!("`{name}` has more than {MOST_ENTRIES} entries with what it merges");
                self.found.push(Diagnostic::error("ci/limit", message).at(entry.at).help(SPLIT));
                break;
            }
        }
        let mut info = merger.finish();
        locations::assign(&mut info);
        path.pop();
        if depth > MOST_DEPTH {
            self.report_depth(info.at);
        }
        self.depths.insert(name.to_owned(), depth);
        self.entries += entries(&info);
        self.bytes += bytes(&info);
        if self.is_full() {
            let message = format!("merged infos have more than {MOST_MERGED} entries, or {MOST_BYTES} bytes of text");
            self.found.push(Diagnostic::error("ci/limit", message).at(info.at).help(SPLIT));
        }
        self.library.infos.insert(name.to_owned(), info);
    }

    fn is_full(&self) -> bool {
        self.entries > MOST_MERGED || self.bytes > MOST_BYTES
    }

    fn report_depth(&mut self, at: Span) {
        if !std::mem::replace(&mut self.is_too_deep, true) {
            let message = format!("more than {MOST_DEPTH} infos are merged one into the other");
            self.found.push(Diagnostic::error("ci/limit", message).at(at).help("Merge what they share directly."));
        }
    }

    fn finalise_named(&mut self, name: &str, at: Span, path: &mut Vec<String>) {
        if let Some(begin) = path.iter().position(|outer| outer == name) {
            let shown: Vec<&str> = path[begin..].iter().map(String::as_str).chain([name]).collect();
            let message = format!("infos are merged in a circle: {}", shown.join(" -> "));
            let mut error = Diagnostic::error("ci/cycle", message).at(at);
            for outer in &path[begin..] {
                if let Some(info) = self.own.get(outer) {
                    error = error.label(info.at, format!("`{outer}`"));
                }
            }
            self.found.push(error.help("Move what both need into a third info."));
        } else if path.len() >= MOST_DEPTH {
            self.report_depth(at);
        } else if !self.report_unknown(name, at) {
            self.finalise(name, path);
        }
    }

    /// An error if there is no such info.
    fn report_unknown(&mut self, name: &str, at: Span) -> bool {
        let is_unknown = !self.own.contains_key(name);
        if is_unknown {
            let error = Diagnostic::error("ci/unknown-info", format!("there is no info `{name}`")).at(at);
            let near = suggestion(name, self.own.keys().map(String::as_str));
            self.found.push(error.help(near.unwrap_or_else(|| "Declare it, or name the file that does.".to_owned())));
        }
        is_unknown
    }

    fn report_repeats(&mut self, additional: &[Placed<super::Additional>]) {
        let mut known: BTreeMap<&str, Span> = BTreeMap::new();
        for entry in additional {
            let name = entry.value.name.as_str();
            if let Some(first) = known.get(name) {
                let message = format!("`{}` is merged twice", entry.value.name);
                self.found.push(
                    Diagnostic::error("ci/duplicate-additional", message)
                        .at(entry.at)
                        .label(*first, "the first time".to_owned())
                        .help("Remove one of the two."),
                );
            } else {
                known.insert(name, entry.at);
            }
        }
    }
}

fn build_constants(constants: &mut Vec<Placed<Constant>>, other: &Info) {
    for constant in &other.compilation_constants {
        build::append(constants, constant.value.clone(), constant.at);
    }
}

//! All infos and interfaces of a run: by name, merged and checked.

use std::collections::BTreeMap;

use super::build::{self, Declaration, DeclarationKind};
use super::info::{ConstantValue, Info, Interface, Placed, STAGES};
use super::{interface, locations, merge, names, validate};
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

/// Entries of one info, own and merged: lists are compared entry by entry.
const MOST_ENTRIES: usize = 4096;

/// Infos that are merged one into the other.
const MOST_DEPTH: usize = 256;

impl Library {
    /// The stages of each info.
    pub fn stages(&self) -> BTreeMap<String, Vec<Stage>> {
        let of = |info: &Info| STAGES.into_iter().filter(|stage| info.has_stage(*stage)).collect();
        self.infos.iter().map(|(name, info)| (name.clone(), of(info))).collect()
    }

    /// Several infos as one, with the mistakes of that. `None` if there is no such info.
    pub fn combine(&self, names: &[&str]) -> Option<(Info, Vec<Diagnostic>)> {
        let (first, others) = names.split_first()?;
        let mut info = self.infos.get(*first)?.clone();
        for other in others {
            merge::merge(&mut info, self.infos.get(*other)?);
        }
        let mut found = Vec::new();
        if !others.is_empty() {
            merge::settle(&mut info);
            locations::assign(&mut info);
            found.extend(validate::check(&info, &self.interfaces));
            found.extend(names::conflicts(&info, &self.interfaces));
            found.extend(locations::check(&info));
        }
        Some((info, found))
    }
}

/// Brings an info that was not made by Lua into the order of the others; slots that two of its resources have.
pub fn settle_info(info: &mut Info) -> Vec<Diagnostic> {
    merge::settle(info);
    locations::assign(info);
    locations::check(info)
}

/// Merges and checks all declarations. The result does not depend on their order.
pub fn build_library(
    declarations: &[Declaration],
    conditions: &mut dyn Conditions,
    sources: &Sources,
) -> (Library, Vec<Diagnostic>) {
    let mut builder = Builder { conditions, own: BTreeMap::new(), library: Library::default(), found: Vec::new() };
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
    found: Vec<Diagnostic>,
}

impl Builder<'_> {
    /// Sorts declarations by name. Of several with one name the first by place counts.
    fn register(&mut self, declarations: &[Declaration], sources: &Sources) {
        let mut sorted: Vec<&Declaration> = declarations.iter().collect();
        let place = |at: Span| (sources.get(at.file).name.to_string(), at.start);
        sorted.sort_by_cached_key(|one| (one.name.clone(), place(one.at)));
        for declaration in sorted {
            let Declaration { name, at, .. } = declaration;
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
        if self.library.infos.contains_key(name) {
            return;
        }
        let Some(own) = self.own.get(name).cloned() else { return };
        path.push(name.to_owned());
        let additional = own.additional.clone();
        self.report_repeats(&additional);
        let mut info = own;
        for entry in additional.iter().filter(|entry| entry.value.condition.is_none()) {
            self.finalise_named(&entry.value.name, entry.at, path);
        }
        let mut constants = info.clone();
        for entry in additional.iter().filter(|entry| entry.value.condition.is_none()) {
            if let Some(other) = self.library.infos.get(&entry.value.name) {
                build_constants(&mut constants, other);
            }
        }
        for entry in &additional {
            if let Some(number) = entry.value.condition {
                let values: Vec<(String, ConstantValue)> = constants
                    .compilation_constants
                    .iter()
                    .map(|constant| (constant.value.name.clone(), constant.value.value))
                    .collect();
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
            merge::merge(&mut info, other);
            if entries(&info) > MOST_ENTRIES {
                let message = format!("`{name}` has more than {MOST_ENTRIES} entries with what it merges");
                self.found.push(Diagnostic::error("ci/limit", message).at(entry.at));
                break;
            }
        }
        merge::settle(&mut info);
        locations::assign(&mut info);
        path.pop();
        self.library.infos.insert(name.to_owned(), info);
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
            let message = format!("more than {MOST_DEPTH} infos are merged one into the other");
            self.found.push(Diagnostic::error("ci/limit", message).at(at));
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
        for (at, entry) in additional.iter().enumerate() {
            let first = additional[..at].iter().find(|first| first.value.name == entry.value.name);
            if let Some(first) = first {
                let message = format!("`{}` is merged twice", entry.value.name);
                self.found.push(
                    Diagnostic::error("ci/duplicate-additional", message)
                        .at(entry.at)
                        .label(first.at, "the first time".to_owned())
                        .help("Remove one of the two."),
                );
            }
        }
    }
}

fn build_constants(info: &mut Info, other: &Info) {
    for constant in &other.compilation_constants {
        build::append(&mut info.compilation_constants, constant.value.clone(), constant.at);
    }
}

/// Number of entries that are compared with others.
fn entries(info: &Info) -> usize {
    info.vertex_in.len()
        + info.fragment_out.len()
        + info.specialization_constants.len()
        + info.compilation_constants.len()
        + info.shared_variables.len()
        + info.push_constants.len()
        + info.resources.len()
        + info.defines.len()
        + info.typedefs.len()
        + info.typedefs_generated.len()
        + info.dependencies_generated.len()
        + info.merged.len()
}

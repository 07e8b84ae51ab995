//! Conflicts between the entries of a merged info.

use std::collections::BTreeMap;

use super::info::{Info, Interface, Placed, StageText, array_suffix, base_name, stage_word};
use crate::diag::{Diagnostic, Span};

/// What has a name: its description, by which two are the same, and its place.
struct Named {
    what: String,
    at: Span,
}

/// What only one info may have, and names with two meanings.
pub fn conflicts(info: &Info, interfaces: &BTreeMap<String, Interface>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    single(&info.local_size, "ci/layout-conflict", "local group size", &mut found);
    single(&info.geometry_layout, "ci/layout-conflict", "geometry layout", &mut found);
    stages(info, &mut found);
    defines(info, &mut found);
    names(info, interfaces, &mut found);
    found
}

fn conflict(code: &'static str, message: String, at: Span, first: Span) -> Diagnostic {
    Diagnostic::error(code, message).at(at).label(first, "the first one".to_owned())
}

fn single<T>(list: &[Placed<T>], code: &'static str, what: &str, found: &mut Vec<Diagnostic>) {
    let Some((first, others)) = list.split_first() else { return };
    for other in others {
        found.push(
            conflict(code, format!("there is a second {what}"), other.at, first.at)
                .help("Keep it in one of the merged infos."),
        );
    }
}

fn stages(info: &Info, found: &mut Vec<Diagnostic>) {
    let twice = |list: &[Placed<StageText>], code, what: &str, found: &mut Vec<Diagnostic>| {
        for (at, entry) in list.iter().enumerate() {
            let first = list[..at].iter().find(|first| first.value.stage == entry.value.stage);
            if let Some(first) = first {
                let stage = stage_word(entry.value.stage);
                let message = format!("the {stage} stage has a second {what}");
                found.push(conflict(code, message, entry.at, first.at).help("Keep it in one of the merged infos."));
            }
        }
    };
    twice(&info.sources, "ci/source-conflict", "source", found);
    twice(&info.generated, "ci/source-conflict", "generated source", found);
    twice(&info.functions, "ci/function-conflict", "entry function", found);
    for text in &info.generated {
        let file = info.source(text.value.stage).filter(|file| file.value.owner != text.value.owner);
        if let Some(file) = file {
            let stage = stage_word(text.value.stage);
            let message = format!("two infos have a source of the {stage} stage");
            found.push(conflict("ci/source-conflict", message, text.at, file.at));
        }
    }
}

fn defines(info: &Info, found: &mut Vec<Diagnostic>) {
    let mut known: BTreeMap<&str, &Placed<super::Define>> = BTreeMap::new();
    for define in &info.defines {
        match known.get(define.value.name.as_str()) {
            Some(first) => {
                let message = format!(
                    "`{}` is defined as {:?} and as {:?}",
                    define.value.name, define.value.value, first.value.value
                );
                found.push(conflict("ci/define-conflict", message, define.at, first.at).help("Remove one of them."));
            }
            None => drop(known.insert(&define.value.name, define)),
        }
    }
}

fn names(info: &Info, interfaces: &BTreeMap<String, Interface>, found: &mut Vec<Diagnostic>) {
    let mut known: BTreeMap<String, Named> = BTreeMap::new();
    let mut add = |name: &str, what: String, at: Span| match known.get(base_name(name)) {
        Some(first) if first.what == what => {}
        Some(first) => {
            let message = format!("`{}` is {what} and {}", base_name(name), first.what);
            found.push(conflict("ci/name-conflict", message, at, first.at).help("Rename one of them."));
        }
        None => drop(known.insert(base_name(name).to_owned(), Named { what, at })),
    };
    for one in &info.vertex_in {
        add(&one.value.name, format!("attribute {} of type {}", one.value.slot, one.value.ty.row().name), one.at);
    }
    for one in &info.fragment_out {
        let (slot, blend) = (one.value.slot, one.value.blend.name());
        add(&one.value.name, format!("output {slot} ({blend}) of type {}", one.value.ty.row().name), one.at);
    }
    for one in &info.subpass_in {
        add(&one.value.name, format!("subpass input {} of type {}", one.value.slot, one.value.ty.row().name), one.at);
    }
    let constants = [("specialization", &info.specialization_constants), ("compilation", &info.compilation_constants)];
    for (kind, list) in constants {
        for one in list {
            let value = super::print::constant_text(one.value.value);
            add(&one.value.name, format!("a {kind} constant of type {} = {value}", one.value.ty.row().name), one.at);
        }
    }
    for one in &info.push_constants {
        let array = if one.value.array_size > 0 { format!("[{}]", one.value.array_size) } else { String::new() };
        add(&one.value.name, format!("a push constant of type {}{array}", one.value.ty.row().name), one.at);
    }
    for one in &info.shared_variables {
        let suffix = array_suffix(&one.value.name);
        add(&one.value.name, format!("a shared variable of type {}{suffix}", one.value.ty.row().name), one.at);
    }
    for one in &info.resources {
        let suffix = array_suffix(&one.value.name);
        let array = if suffix.is_empty() { String::new() } else { format!(" (array {suffix})") };
        add(&one.value.name, super::print::resource_text(&one.value) + &array, one.at);
    }
    // The geometry stage reads one side and writes the other: both may have the same names.
    for (side, list) in [("vertex", &info.vertex_out), ("geometry", &info.geometry_out)] {
        if side == "geometry" && !info.vertex_out.is_empty() {
            continue;
        }
        for name in list {
            let Some(interface) = interfaces.get(&name.value) else { continue };
            if interface.instance.is_empty() {
                for member in &interface.members {
                    let what = format!("a member of `{}` of type {}", interface.name, member.value.ty.row().name);
                    add(&member.value.name, what, member.at);
                }
            } else {
                add(&interface.instance, format!("the instance of `{}`", interface.name), interface.at);
            }
        }
    }
}

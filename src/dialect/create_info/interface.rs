//! Checks of one interface.

use super::info::Interface;
use super::validate::{is_identifier, name_problem};
use super::vocabulary::{Base, Interpolation};
use crate::diag::Diagnostic;

pub fn check(interface: &Interface) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let bad_name = |what: &str, name: &str| {
        Diagnostic::error("ci/name", format!("{name:?} cannot be the name of {what}"))
            .help("A name has letters, digits and underscores, and does not begin with a digit.")
    };
    if !is_identifier(&interface.name) {
        found.push(bad_name("an interface", &interface.name).at(interface.at));
    }
    let instance = name_problem("an instance", &interface.instance, false);
    if let Some((message, help)) = instance.filter(|_| !interface.instance.is_empty()) {
        found.push(Diagnostic::error("ci/name", message).at(interface.at).help(help));
    }
    for (at, member) in interface.members.iter().enumerate() {
        let name = &member.value.name;
        let row = member.value.ty.row();
        if name.contains('[') || row.columns > 1 || row.vertex_format || row.base == Base::Bool {
            let what = if name.contains('[') { "an array" } else { row.name };
            found.push(
                Diagnostic::error("ci/interface-type", format!("`{name}` is {what}, which an interface cannot have"))
                    .at(member.at)
                    .help(
                        "Use scalars and vectors of float, int or uint; write a matrix or an array as several members.",
                    ),
            );
        } else if let Some((message, help)) = name_problem("a member", name, false) {
            found.push(Diagnostic::error("ci/name", message).at(member.at).help(help));
        }
        if member.value.ty.is_integer() && member.value.interpolation != Interpolation::Flat && !row.vertex_format {
            found.push(
                Diagnostic::error("ci/interface-integer", format!("the integer `{name}` is not flat"))
                    .at(member.at)
                    .help("Declare it with `flat`: integers are not interpolated."),
            );
        }
        let same = interface.members[..at].iter().find(|first| first.value.name == *name);
        if let Some(first) = same {
            found.push(
                Diagnostic::error("ci/name-conflict", format!("the interface has two members `{name}`"))
                    .at(member.at)
                    .label(first.at, "the other one".to_owned()),
            );
        }
    }
    let first = interface.members.first();
    let other = first.and_then(|first| {
        interface.members.iter().find(|member| member.value.interpolation != first.value.interpolation)
    });
    if let (false, Some(first), Some(other)) = (interface.instance.is_empty(), first, other) {
        let (one, two) = (first.value.interpolation.name(), other.value.interpolation.name());
        found.push(
            Diagnostic::error("ci/interface-mixed", format!("`{}` has {one} and {two} members", interface.name))
                .at(other.at)
                .label(first.at, format!("{one} is first used here"))
                .help("Split it into two interfaces: a named one has one interpolation."),
        );
    }
    found
}

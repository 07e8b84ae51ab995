//! Names of a text that stand for something else in it: macros, and functions that a uniform hides.

use rustc_hash::FxHashSet;

use super::Shader;
use super::writer::DefinedMacro;
use crate::dialect::materialx::graph::Graph;
use crate::dialect::materialx::implementation::Body;
use crate::dialect::materialx::interface::Interface;
use crate::dialect::materialx::problem::{OriginPlace, Problem, ProblemKind};
use crate::dialect::materialx::session::Session;
use crate::dialect::materialx::target::Rules;

/// Reports macros of code outside of the library that have the name of something that the same stage declares: the
/// preprocessor would replace it without a word.
pub fn check(
    session: &Session<'_>,
    graph: &Graph,
    interface: &Interface,
    [vertex, pixel]: [&[DefinedMacro]; 2],
    problems: &mut Vec<Problem>,
) {
    if vertex.is_empty() && pixel.is_empty() {
        return;
    }
    let connectors = interface.connectors.iter().map(|port| port.name.as_str());
    let of_vertex = interface.vertex_private.iter().map(|uniform| uniform.name.as_str());
    let inputs = interface.vertex_inputs.iter().map(|port| port.name.as_str());
    let declared: FxHashSet<&str> = connectors.clone().chain(of_vertex).chain(inputs).collect();
    report(session, vertex, &declared, problems);
    let uniforms = interface.pixel_private.iter().chain(&interface.pixel_public);
    let mut declared: FxHashSet<&str> = connectors.chain(uniforms.map(|uniform| uniform.name.as_str())).collect();
    add_variables(graph, &mut declared, &mut FxHashSet::default());
    report(session, pixel, &declared, problems);
}

/// The variables of a graph, and of those inside of it.
fn add_variables<'g>(graph: &'g Graph, names: &mut FxHashSet<&'g str>, seen: &mut FxHashSet<*const Graph>) {
    if !seen.insert(std::ptr::from_ref(graph)) {
        return;
    }
    names.extend(graph.inputs.iter().map(|input| input.variable.as_str()));
    names.extend(graph.outputs.iter().map(|output| output.variable.as_str()));
    for node in graph.sorted() {
        names.extend(node.outputs.iter().map(|output| output.variable.as_str()));
        if let Body::Graph(inner) = &node.implementation.body {
            names.insert(&inner.name);
            add_variables(inner, names, seen);
        }
    }
}

fn report(session: &Session<'_>, macros: &[DefinedMacro], declared: &FxHashSet<&str>, problems: &mut Vec<Problem>) {
    for DefinedMacro { name, at } in macros {
        if !declared.contains(name.as_str()) {
            continue;
        }
        let message =
            format!("the macro `{name}` has the name of a variable of the stage, and would stand in its place");
        let help = "Give the macro another name.";
        match at {
            OriginPlace::Script(span) => session.scripted.wrong(Some(*span), message, help),
            OriginPlace::File(place) => {
                problems.push(Problem::new(ProblemKind::Macro, message).at(Some(place.clone())).help(help));
            }
        }
    }
}

/// The names of a shader's global variables that its text calls as functions: they hide these. They are called
/// something else where the text is made again; elsewhere they keep the names that hosts know.
pub fn hidden_functions(shader: &Shader, rules: &Rules) -> FxHashSet<String> {
    let uniforms = shader.interface.pixel_public.iter().map(|uniform| uniform.name.as_str());
    let names = uniforms.chain(std::iter::once(shader.output.as_str()));
    let hidden = names.filter(|name| (rules.is_function)(name) && is_called(&shader.pixel.text, name));
    hidden.map(str::to_owned).collect()
}

/// Whether a text has a name with `(` behind it.
fn is_called(text: &str, name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.';
    text.match_indices(name).any(|(at, _)| {
        let starts = at == 0 || !is_part(text.as_bytes()[at - 1]);
        starts && text[at + name.len()..].trim_start().starts_with('(')
    })
}

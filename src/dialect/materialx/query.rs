//! Questions about nodes: their definition, its implementation, what an input is connected to.

use super::document::Elem;
use super::problem::{Problem, ProblemKind};
use super::universe::{Universe, serves};
use crate::diag::did_you_mean;

/// The definition of a node for a target.
///
/// # Errors
/// `mx/no-nodedef`, with the definitions that come near.
pub fn definition_of<'a>(universe: &Universe<'a>, node: Elem<'_>, chain: &[String]) -> Result<Elem<'a>, Problem> {
    if let Some(name) = node.text("nodedef") {
        return universe.definition(Some(node), name).ok_or_else(|| {
            let message = format!("there is no node definition `{name}`");
            let known = universe.definitions_of(node, node.category()).into_iter().map(|known| known.name());
            node.problem_at("nodedef", ProblemKind::NoNodeDef, message).near(name, known)
        });
    }
    let candidates = universe.definitions_of(node, node.category());
    let found = candidates.iter().find(|candidate| misfit(universe, node, **candidate, chain).is_none());
    found.copied().ok_or_else(|| no_definition(universe, node, &candidates, chain))
}

/// Why a definition does not fit a node; `None` if it does.
fn misfit(universe: &Universe<'_>, node: Elem<'_>, definition: Elem<'_>, chain: &[String]) -> Option<String> {
    let definition = universe.definition(Some(definition), definition.name())?;
    if !serves(definition, chain) {
        return Some(format!("it is for {}", definition.attr("target").unwrap_or("")));
    }
    let version = definition.text("version");
    match node.text("version") {
        Some(wanted) if version != Some(wanted) => {
            return Some(format!("its version is {}", version.unwrap_or("not set")));
        }
        None if version.is_some() && definition.attr("isdefaultversion") != Some("true") => {
            return Some("it is not the default version".to_owned());
        }
        _ => {}
    }
    let ty = universe.definition_type(definition);
    if Some(ty) != node.attr("type") {
        return Some(format!("its type is `{ty}`"));
    }
    let inputs = universe.definition_inputs(definition);
    for input in node.inputs() {
        let ty = input.attr("type").unwrap_or("");
        match inputs.iter().find(|known| known.name() == input.name()) {
            None => return Some(format!("it has no input `{}`", input.name())),
            Some(known) if known.attr("type") != Some(ty) => {
                return Some(format!("its input `{}` is of type `{}`", input.name(), known.attr("type").unwrap_or("")));
            }
            Some(_) => {}
        }
    }
    None
}

fn no_definition(universe: &Universe<'_>, node: Elem<'_>, candidates: &[Elem<'_>], chain: &[String]) -> Problem {
    let ty = node.attr("type").unwrap_or("");
    let message = format!("no node definition of `{}` gives `{ty}` and fits the inputs", node.category());
    let problem = node.problem(ProblemKind::NoNodeDef, message);
    if candidates.is_empty() {
        let near = did_you_mean(node.category(), universe.categories());
        return match near {
            Some(near) => problem.help(format!("Did you mean `{near}`?")),
            None => problem.help("There is no node of this category in the node library or in the document."),
        };
    }
    let mut near: Vec<(bool, String)> = candidates
        .iter()
        .filter_map(|candidate| {
            let why = misfit(universe, node, *candidate, chain)?;
            Some((!why.starts_with("its type"), format!("`{}`: {why}", candidate.name())))
        })
        .collect();
    near.sort_by_key(|(fits, _)| !fits);
    let shown: Vec<String> = near.into_iter().take(4).map(|(_, text)| text).collect();
    problem.help(format!("Near: {}.", shown.join("; ")))
}

/// The implementation of a definition: an `implementation` element or a node graph.
pub fn implementation_of<'a>(universe: &Universe<'a>, definition: Elem<'_>, chain: &[String]) -> Option<Elem<'a>> {
    let all = universe.implementations_of(definition);
    let of_target = |target: &str| {
        all.iter().find(|candidate| {
            candidate.text("target").is_some_and(|targets| targets.split(',').any(|known| known.trim() == target))
        })
    };
    let found = chain.iter().find_map(|target| of_target(target));
    let found = found.or_else(|| all.iter().find(|candidate| candidate.text("target").is_none())).copied()?;
    if found.category() == "implementation"
        && let Some(graph) = found.text("nodegraph")
    {
        return universe.named(Some(found), graph, "nodegraph");
    }
    Some(found)
}

/// The problem of a definition without implementation.
pub fn no_implementation(node: Elem<'_>, definition: Elem<'_>, chain: &[String]) -> Problem {
    let target = chain.first().map_or("", String::as_str);
    let message = format!("`{}` has no implementation for `{target}`", definition.name());
    node.problem(ProblemKind::NoImplementation, message)
}

/// What an input or output is connected to.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// Nothing: its value counts.
    None,
    /// A node, with the name of its output if one is named.
    Node(Elem<'a>, Option<&'a str>),
    /// An input of the enclosing graph.
    Interface(&'a str),
}

/// Outputs that name one another.
const MOST_OUTPUTS: usize = 64;

/// Finds the source of an input or output of a node. `graph`: the element whose nodes it can name.
///
/// # Errors
/// `mx/connection` if it names something that is not there.
pub fn source_of<'a>(port: Elem<'a>, graph: Elem<'a>) -> Result<Source<'a>, Problem> {
    source_within(port, graph, 0)
}

fn source_within<'a>(port: Elem<'a>, graph: Elem<'a>, depth: usize) -> Result<Source<'a>, Problem> {
    if depth > MOST_OUTPUTS {
        return Err(port.problem(ProblemKind::Cycle, "the outputs are connected in a cycle"));
    }
    if let Some(name) = port.text("interfacename") {
        return Ok(Source::Interface(name));
    }
    let output = port.text("output");
    if let Some(name) = port.text("nodename") {
        // An input of a node graph names a node beside the graph.
        let found = graph.child(name).filter(|node| node.is_node()).or_else(|| {
            graph.document.root().child(name).filter(|node| node.is_node() && port.parent().category() == "nodegraph")
        });
        return match found {
            Some(node) => Ok(Source::Node(node, output)),
            None => {
                let problem =
                    port.problem_at("nodename", ProblemKind::Connection, format!("there is no node `{name}`"));
                Err(problem.near(name, graph.children().filter(|child| child.is_node()).map(|child| child.name())))
            }
        };
    }
    if let Some(name) = port.text("nodegraph") {
        let Some(inner) = graph.document.root().child(name).filter(|inner| inner.category() == "nodegraph") else {
            let message = format!("there is no node graph `{name}`");
            let graphs = graph.document.root().children_of("nodegraph").map(|graph| graph.name());
            return Err(port.problem_at("nodegraph", ProblemKind::Connection, message).near(name, graphs));
        };
        let port_of_graph = match output {
            Some(output) => inner.child(output).filter(|found| found.category() == "output"),
            None => inner.outputs().next(),
        };
        return match port_of_graph {
            Some(found) => match source_within(found, inner, depth + 1)? {
                Source::Interface(name) => Ok(Source::Interface(name)),
                source => Ok(source),
            },
            None => {
                let message = format!("the node graph `{name}` has no output `{}`", output.unwrap_or("out"));
                let outputs = inner.outputs().map(|output| output.name());
                Err(port.problem_at("output", ProblemKind::Output, message).near(output.unwrap_or("out"), outputs))
            }
        };
    }
    if let Some(name) = output {
        // An output of the document, or of the graph around.
        let found = graph.document.root().child(name).filter(|found| found.category() == "output");
        return match found {
            Some(found) if found != port => source_within(found, graph.document.root(), depth + 1),
            _ => Err(port.problem_at("output", ProblemKind::Connection, format!("there is no output `{name}`"))),
        };
    }
    Ok(Source::None)
}

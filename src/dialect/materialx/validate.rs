//! Checks of a whole document: everything that would prevent a shader, with its place.

use rustc_hash::FxHashSet;

use super::document::{Elem, ElementId};
use super::names;
use super::problem::{Problem, ProblemKind};
use super::query::{self, Source};
use super::target;
use super::types::{TypeId, TypeTable};
use super::universe::Universe;
use super::value;

/// Checks all nodes, graphs, definitions and outputs of the user's document. `macros`: those of the library's GLSL.
pub fn validate(universe: &Universe<'_>, macros: &names::Macros, chain: &[String], problems: &mut Vec<Problem>) {
    let types = TypeTable::of(universe, &target::GLSL, macros, problems);
    let check = Check { universe, types, chain };
    let root = universe.main().document.root();
    check.graph(root, problems);
    for child in root.children() {
        match child.category() {
            "nodegraph" => check.graph(child, problems),
            "nodedef" => check.definition(child, problems),
            "implementation" => check.implementation(child, problems),
            _ => {}
        }
    }
}

struct Check<'u, 'a> {
    universe: &'u Universe<'a>,
    types: TypeTable,
    chain: &'u [String],
}

impl<'a> Check<'_, 'a> {
    fn graph(&self, graph: Elem<'a>, problems: &mut Vec<Problem>) {
        for child in graph.children() {
            if child.is_node() {
                self.node(child, graph, problems);
            } else if child.category() == "output" {
                self.type_of(child, problems);
                self.connection(child, graph, problems);
            } else if child.category() == "input" {
                self.type_of(child, problems);
                self.connection(child, graph.parent(), problems);
            }
        }
        self.cycles(graph, problems);
    }

    fn node(&self, node: Elem<'a>, graph: Elem<'a>, problems: &mut Vec<Problem>) {
        if node.attr("type") != Some("multioutput") && self.type_of(node, problems).is_none() {
            return;
        }
        let before = problems.len();
        for input in node.inputs() {
            self.type_of(input, problems);
            self.connection(input, graph, problems);
        }
        let definition = match query::definition_of(self.universe, node, self.chain) {
            Ok(definition) => definition,
            Err(problem) => {
                // An unknown type of an input is said already.
                if problems.len() == before {
                    problems.push(problem);
                }
                return;
            }
        };
        let inputs = self.universe.definition_inputs(definition);
        for input in node.inputs() {
            match inputs.iter().find(|known| known.name() == input.name()) {
                Some(known) => self.value(input, *known, problems),
                None => {
                    let message = format!("`{}` has no input `{}`", definition.name(), input.name());
                    problems.push(input.problem(ProblemKind::NoNodeDef, message));
                }
            }
        }
    }

    fn type_of(&self, element: Elem<'_>, problems: &mut Vec<Problem>) -> Option<TypeId> {
        let name = element.attr("type").unwrap_or("");
        let found = self.types.find(name);
        if found.is_none() {
            let message = format!("there is no type `{name}`");
            let problem = element.problem_at("type", ProblemKind::Type, message);
            problems.push(problem.near(name, self.types.document_names()));
        }
        found
    }

    fn value(&self, input: Elem<'_>, known: Elem<'_>, problems: &mut Vec<Problem>) {
        let (Some(text), Some(ty)) = (input.attr("value"), self.types.find(input.attr("type").unwrap_or(""))) else {
            return;
        };
        if ty == TypeId::STRING
            && let Some(list) = known.text("enum")
        {
            let is_known = text.is_empty() || list.split(',').any(|name| name.trim() == text.trim());
            if !is_known {
                let message = format!("`{text}` is not one of {list}");
                let problem = input.problem_at("value", ProblemKind::Enum, message);
                problems.push(problem.near(text.trim(), list.split(',').map(str::trim)));
            }
            return;
        }
        if text.trim().is_empty() {
            return;
        }
        if let Err(why) = value::parse(&self.types, ty, text) {
            let message = format!("`{text}` is not a value of type `{}`: {why}", self.types.get(ty).name);
            problems.push(input.problem_at("value", ProblemKind::Value, message));
        }
    }

    fn connection(&self, port: Elem<'a>, graph: Elem<'a>, problems: &mut Vec<Problem>) {
        let (node, output) = match query::source_of(port, graph) {
            Ok(Source::Node(node, output)) => (node, output),
            Ok(Source::Interface(name)) => {
                let is_known = graph.category() != "nodegraph"
                    || graph.input(name).is_some()
                    || graph.text("nodedef").is_some_and(|definition| {
                        let definition = self.universe.definition(Some(graph), definition);
                        let inputs = definition.map(|it| self.universe.definition_inputs(it)).unwrap_or_default();
                        definition.is_none() || inputs.iter().any(|input| input.name() == name)
                    });
                if !is_known {
                    let message = format!("the graph `{}` has no input `{name}`", graph.name());
                    let problem = port.problem_at("interfacename", ProblemKind::Connection, message);
                    problems.push(problem.near(name, graph.inputs().map(|input| input.name())));
                }
                return;
            }
            Ok(Source::None) => return,
            Err(problem) => {
                problems.push(problem);
                return;
            }
        };
        // What is wrong with the node itself is said there.
        let Ok(definition) = query::definition_of(self.universe, node, self.chain) else { return };
        let outputs = self.universe.definition_outputs(definition);
        let found = match output {
            Some(name) => {
                outputs.iter().find(|known| known.name() == name).or((outputs.len() == 1).then(|| &outputs[0]))
            }
            None => outputs.first(),
        };
        match found {
            None => {
                let message = format!("`{}` has no output `{}`", node.name(), output.unwrap_or("out"));
                let problem = port.problem_at("output", ProblemKind::Output, message);
                problems.push(problem.near(output.unwrap_or("out"), outputs.iter().map(|known| known.name())));
            }
            Some(found) if found.attr("type") != port.attr("type") => {
                let (from, to) = (found.attr("type").unwrap_or(""), port.attr("type").unwrap_or(""));
                let message = format!("`{}` gives `{from}`, and `{}` is `{to}`", node.name(), port.name());
                problems.push(port.problem_at("type", ProblemKind::Type, message));
            }
            Some(_) => {}
        }
    }

    /// Reports each node that reads its own result, once for each cycle.
    fn cycles(&self, graph: Elem<'a>, problems: &mut Vec<Problem>) {
        let (mut done, mut open) = (FxHashSet::default(), FxHashSet::default());
        for start in graph.children().filter(|child| child.is_node()) {
            if done.contains(&start.id) {
                continue;
            }
            let mut path: Vec<(Elem<'a>, usize)> = vec![(start, 0)];
            open.insert(start.id);
            while let Some((node, at)) = path.last_mut() {
                let node = *node;
                let next = node.inputs().nth(*at);
                *at += 1;
                let Some(input) = next else {
                    path.pop();
                    open.remove(&node.id);
                    done.insert(node.id);
                    continue;
                };
                let Some(from) = self.upstream(input, graph) else { continue };
                if open.contains(&from.id) {
                    let message = format!("`{}` depends on its own result", node.name());
                    problems.push(input.problem(ProblemKind::Cycle, message));
                } else if !done.contains(&from.id) {
                    open.insert(from.id);
                    path.push((from, 0));
                }
            }
        }
    }

    /// The node of the same graph that an input reads.
    fn upstream(&self, input: Elem<'a>, graph: Elem<'a>) -> Option<Elem<'a>> {
        match query::source_of(input, graph) {
            Ok(Source::Node(node, _)) if node.parent() == graph => Some(node),
            _ => None,
        }
    }

    fn definition(&self, definition: Elem<'a>, problems: &mut Vec<Problem>) {
        for port in definition.inputs().chain(definition.outputs()) {
            let Some(ty) = self.type_of(port, problems) else { continue };
            if let Some(text) = port.text("value")
                && port.text("enum").is_none()
                && let Err(why) = value::parse(&self.types, ty, text)
            {
                let message = format!("`{text}` is not a value of type `{}`: {why}", self.types.get(ty).name);
                problems.push(port.problem_at("value", ProblemKind::Value, message));
            }
            if let Some(name) = port.text("defaultgeomprop")
                && self.universe.named(Some(port), name, "geompropdef").is_none()
            {
                let message = format!("there is no geometric property `{name}`");
                problems.push(port.problem_at("defaultgeomprop", ProblemKind::GeomProp, message));
            }
        }
    }

    fn implementation(&self, element: Elem<'a>, problems: &mut Vec<Problem>) {
        if let Some(name) = element.text("nodedef")
            && self.universe.definition(Some(element), name).is_none()
        {
            let message = format!("there is no node definition `{name}`");
            problems.push(element.problem_at("nodedef", ProblemKind::NoNodeDef, message));
        }
        if let Some(function) = element.text("function")
            && !names::is_identifier(function)
        {
            let message = format!("`{function}` is not the name of a function");
            problems.push(element.problem_at("function", ProblemKind::FunctionName, message));
        }
    }
}

/// The elements by their place in the document, for stable reports.
pub fn in_order(problems: &mut [Problem]) {
    problems.sort_by_cached_key(|problem| {
        let place = problem.place.as_ref().map(|place| (place.file.name.clone(), place.start));
        (place, problem.kind.code(), problem.message.clone())
    });
}

/// Elements that are neither nodes nor parts of definitions, and are kept as they are.
pub fn kept(root: Elem<'_>) -> Vec<(&str, ElementId)> {
    const KEPT: [&str; 7] =
        ["look", "lookgroup", "collection", "propertyset", "variantset", "geominfo", "attributedef"];
    root.children().filter(|child| KEPT.contains(&child.category())).map(|child| (child.category(), child.id)).collect()
}

//! Builds the graph of an element: nodes upstream of it, their values and connections.

use rustc_hash::FxHashMap;

use super::document::{Elem, ElementId};
use super::graph::{Graph, GraphOutput, Link, NodeId, Output};
use super::inputs::empty_input;
use super::names::Names;
use super::problem::{Problem, ProblemKind};
use super::query::{self, Source};
use super::readers::Readers;
use super::session::Session;

/// Nodes of a graph.
const MOST_NODES: usize = 100_000;

/// Graph inputs that lead to inputs of further graphs.
const MOST_INTERFACES: usize = 64;

/// A graph that is being built.
pub struct Builder<'s, 'a> {
    pub session: &'s Session<'a>,
    pub graph: Graph,
    pub problems: &'s mut Vec<Problem>,
    /// From a document's node to the graph's.
    known: FxHashMap<(u32, ElementId), NodeId>,
    /// The graph element whose inputs are sockets.
    sockets_of: Option<Elem<'a>>,
    /// Nodes whose inputs have not been connected yet.
    pending: Vec<(Elem<'a>, NodeId)>,
    /// Connections in the order in which they were made: from and to.
    pub edges: Vec<(NodeId, NodeId)>,
    /// Who reads the outputs of nodes: from the first connection that a pass moves until its end.
    pub readers: Option<Readers>,
    /// Nodes of geometric properties.
    pub geomprops: FxHashMap<String, NodeId>,
    /// Values and textures that are in another colour space or unit.
    pub conversions: Vec<Conversion>,
    pub names: Names,
}

/// A value that needs a transform.
#[derive(Clone, Debug)]
pub struct Conversion {
    pub node: NodeId,
    pub port: ConvertedPort,
    /// Where the colour space or unit stands.
    pub problem: Problem,
}

/// What is transformed.
#[derive(Clone, Debug)]
pub enum ConvertedPort {
    /// The value of an input, from a colour space.
    InputColor(usize, String),
    /// The outputs of a texture node, from a colour space.
    OutputColor(String),
    /// The value of an input: unit, kind of unit, and the unit that the definition declares.
    InputUnit(usize, String, String, String),
}

/// Where a value stands, and what it is.
enum Resolved<'a> {
    /// A node and its output.
    Node(Elem<'a>, Option<&'a str>),
    Socket(usize),
    /// The element with the value.
    Value(Elem<'a>),
    None,
}

/// The graph of a node's implementation: its inputs and outputs are those of the definition.
///
/// # Errors
/// The nodes form a cycle.
pub fn function_graph<'a>(
    session: &Session<'a>,
    element: Elem<'a>,
    definition: Elem<'a>,
    problems: &mut Vec<Problem>,
) -> Result<Graph, Problem> {
    let mut builder = Builder::new(session, session.reserved.valid(element.name()), problems);
    builder.sockets_of = Some(element);
    for input in session.universe.definition_inputs(definition) {
        let socket = builder.definition_input(input);
        builder.graph.inputs.push(socket);
    }
    for output in session.universe.definition_outputs(definition) {
        let ty = builder.type_of(output);
        let link = match element.child(output.name()).filter(|child| child.category() == "output") {
            Some(port) => builder.link_of(port, element, None),
            // A graph with one output may call it as it likes.
            None => match element.outputs().next() {
                Some(port) if element.outputs().count() == 1 => builder.link_of(port, element, None),
                _ => Link::None,
            },
        };
        builder.graph.outputs.push(GraphOutput {
            name: output.name().to_owned(),
            ty,
            link,
            value: None,
            variable: String::new(),
        });
        builder.walk();
    }
    builder.finish(element, false)
}

impl<'s, 'a> Builder<'s, 'a> {
    pub fn new(session: &'s Session<'a>, name: String, problems: &'s mut Vec<Problem>) -> Builder<'s, 'a> {
        Builder {
            session,
            graph: Graph { name, ..Graph::default() },
            problems,
            known: FxHashMap::default(),
            sockets_of: None,
            pending: Vec::new(),
            edges: Vec::new(),
            readers: None,
            geomprops: FxHashMap::default(),
            conversions: Vec::new(),
            names: Names::default(),
        }
    }

    /// The graph of a node as the root: inputs of its definition that are not connected are sockets.
    ///
    /// # Errors
    /// There is no definition or implementation, or the nodes form a cycle.
    pub fn node_root(mut self, node: Elem<'a>) -> Result<Graph, Problem> {
        let definition = query::definition_of(&self.session.universe, node, &self.session.chain)?;
        let id = self.create(node, definition, true)?;
        let mut geomprops = Vec::new();
        let defined = self.session.universe.definition_inputs(definition);
        for at in 0..self.graph.nodes[id].inputs.len() {
            let name = self.graph.nodes[id].inputs[at].name.clone();
            if node.input(&name).is_some_and(is_connected) {
                continue;
            }
            if !defined.iter().any(|input| input.name() == name) {
                continue;
            }
            let mut socket = self.graph.nodes[id].inputs[at].clone();
            socket.link = Link::None;
            if let Some(input) = node.input(&name) {
                self.assign(&mut socket, input, input);
                self.graph.nodes[id].inputs[at].value = socket.value.clone();
                if input.attribute("value").is_some() {
                    self.note_conversion(id, at, input);
                }
            }
            if let Some(geomprop) = socket.geomprop.clone() {
                geomprops.push((at, geomprop));
            } else {
                self.graph.nodes[id].inputs[at].link = Link::Socket(self.graph.inputs.len());
            }
            self.graph.inputs.push(socket);
        }
        for output in self.graph.nodes[id].outputs.clone().into_iter().enumerate() {
            let (at, Output { name, ty, .. }) = output;
            self.graph.outputs.push(GraphOutput {
                name,
                ty,
                link: Link::Node(id, at),
                value: None,
                variable: String::new(),
            });
        }
        self.walk();
        self.convert();
        for (at, geomprop) in geomprops {
            let link = self.geomprop_link(&geomprop, id, node, true);
            self.graph.nodes[id].inputs[at].link = link;
        }
        self.finish(node, true)
    }

    /// The graph of an output of the document or of a node graph.
    ///
    /// # Errors
    /// It is not connected, or the nodes form a cycle.
    pub fn output_root(mut self, output: Elem<'a>) -> Result<Graph, Problem> {
        let around = output.parent();
        if around.category() == "nodegraph" {
            self.sockets_of = Some(around);
            let definition =
                around.text("nodedef").and_then(|name| self.session.universe.definition(Some(around), name));
            let inputs: Vec<Elem<'a>> = match definition {
                Some(definition) => self.session.universe.definition_inputs(definition),
                None => around.inputs().collect(),
            };
            for input in inputs {
                let mut socket = self.definition_input(input);
                if let Some(own) = around.input(input.name()) {
                    socket.info.path = own.path();
                }
                self.graph.inputs.push(socket);
            }
        }
        let ty = self.type_of(output);
        let before = self.problems.len();
        let link = self.link_of(output, around, None);
        if link == Link::None {
            // Why it is not connected is said already.
            if self.problems.len() > before
                && let Some(problem) = self.problems.pop()
            {
                return Err(problem);
            }
            return Err(
                output.problem(ProblemKind::Element, format!("the output `{}` is not connected", output.name()))
            );
        }
        self.graph.outputs.push(GraphOutput {
            name: output.name().to_owned(),
            ty,
            link,
            value: None,
            variable: String::new(),
        });
        self.walk();
        self.finish(output, true)
    }

    /// Connects the inputs of all pending nodes, and creates the nodes that they lead to, depth first.
    fn walk(&mut self) {
        let mut open: Vec<(Elem<'a>, NodeId, usize)> = Vec::new();
        loop {
            while let Some((node, id)) = self.pending.pop() {
                open.push((node, id, 0));
            }
            let Some((node, id, at)) = open.last_mut() else { return };
            let (node, id) = (*node, *id);
            let Some(input) = node.inputs().nth(*at) else {
                open.pop();
                continue;
            };
            *at += 1;
            self.connect(node, id, input);
        }
    }

    fn connect(&mut self, node: Elem<'a>, id: NodeId, input: Elem<'a>) {
        let Some(at) = self.graph.nodes[id].inputs.iter().position(|known| known.name == input.name()) else {
            return;
        };
        if matches!(self.graph.nodes[id].inputs[at].link, Link::Socket(_)) && !is_connected(input) {
            return;
        }
        let link = self.link_of(input, node.parent(), Some((id, at)));
        if link != Link::None {
            self.graph.nodes[id].inputs[at].link = link;
            if let Link::Node(from, _) = link {
                self.edges.push((from, id));
            }
        }
    }

    /// The link of an input or output of the document. `to`: the input of the graph that takes a value.
    fn link_of(&mut self, port: Elem<'a>, graph: Elem<'a>, to: Option<(NodeId, usize)>) -> Link {
        let resolved = match self.resolve(port, graph, 0) {
            Ok(resolved) => resolved,
            Err(problem) => {
                self.problems.push(problem);
                return Link::None;
            }
        };
        match resolved {
            Resolved::Socket(at) => Link::Socket(at),
            Resolved::None => Link::None,
            Resolved::Value(element) => {
                if let Some((id, at)) = to {
                    let mut input = std::mem::replace(&mut self.graph.nodes[id].inputs[at], empty_input());
                    self.assign(&mut input, element, port);
                    let is_read = input.link == Link::None;
                    self.graph.nodes[id].inputs[at] = input;
                    if is_read {
                        self.note_conversion(id, at, element);
                    }
                }
                Link::None
            }
            Resolved::Node(node, output) => self.link_to(node, output, port),
        }
    }

    fn link_to(&mut self, node: Elem<'a>, output: Option<&str>, port: Elem<'a>) -> Link {
        let id = match self.known.get(&node.key()) {
            Some(id) => *id,
            None => {
                if self.graph.nodes.len() >= MOST_NODES {
                    let message = format!("the graph has more than {MOST_NODES} nodes");
                    self.problems.push(node.problem(ProblemKind::Limit, message));
                    return Link::None;
                }
                let definition = query::definition_of(&self.session.universe, node, &self.session.chain);
                match definition.and_then(|definition| self.create(node, definition, false)) {
                    Ok(id) => id,
                    Err(problem) => {
                        self.problems.push(problem);
                        return Link::None;
                    }
                }
            }
        };
        let outputs = &self.graph.nodes[id].outputs;
        let at = match output {
            Some(name) => outputs.iter().position(|known| known.name == name).or((outputs.len() == 1).then_some(0)),
            None => (!outputs.is_empty()).then_some(0),
        };
        match at {
            Some(at) => {
                let (found, wanted) = (&self.session.types.get(outputs[at].ty).name, port.attr("type").unwrap_or(""));
                if found != wanted {
                    let message = format!("`{}` gives `{found}`, and `{}` is `{wanted}`", node.name(), port.name());
                    self.problems.push(port.problem_at("type", ProblemKind::Type, message));
                    return Link::None;
                }
                Link::Node(id, at)
            }
            None => {
                let message = format!("`{}` has no output `{}`", node.name(), output.unwrap_or("out"));
                let problem = port.problem_at("output", ProblemKind::Output, message);
                let problem = problem.near(output.unwrap_or("out"), outputs.iter().map(|known| known.name.as_str()));
                self.problems.push(problem);
                Link::None
            }
        }
    }

    fn resolve(&self, port: Elem<'a>, graph: Elem<'a>, depth: usize) -> Result<Resolved<'a>, Problem> {
        if depth > MOST_INTERFACES {
            return Err(port.problem(ProblemKind::Cycle, "the inputs of graphs are connected in a cycle"));
        }
        Ok(match query::source_of(port, graph)? {
            Source::Node(node, output) => Resolved::Node(node, output),
            Source::None if port.attribute("value").is_some() => Resolved::Value(port),
            Source::None => Resolved::None,
            Source::Interface(name) => {
                // The graph that has the input: the one around, or the one whose output names it.
                let holder = if graph.category() == "nodegraph" { graph } else { inner_graph(port, graph) };
                if self.sockets_of == Some(holder)
                    && let Some(at) = self.graph.inputs.iter().position(|socket| socket.name == name)
                {
                    return Ok(Resolved::Socket(at));
                }
                match holder.input(name) {
                    Some(input) => self.resolve(input, holder.parent(), depth + 1)?,
                    None => {
                        let definition = holder
                            .text("nodedef")
                            .and_then(|name| self.session.universe.definition(Some(holder), name));
                        let inputs = definition.map(|it| self.session.universe.definition_inputs(it));
                        match inputs.into_iter().flatten().find(|input| input.name() == name) {
                            Some(input) if input.attribute("value").is_some() => Resolved::Value(input),
                            Some(_) => Resolved::None,
                            None => {
                                let message = format!("the graph `{}` has no input `{name}`", holder.name());
                                return Err(port.problem_at("interfacename", ProblemKind::Connection, message));
                            }
                        }
                    }
                }
            }
        })
    }

    /// Creates the node of an element. Its inputs are connected later.
    fn create(&mut self, node: Elem<'a>, definition: Elem<'a>, is_root: bool) -> Result<NodeId, Problem> {
        let implementation = self.session.implementation(node, definition, self.problems)?;
        let id = self.add(node.name(), definition, implementation);
        self.graph.nodes[id].path = node.path();
        self.graph.nodes[id].place = node.place();
        for input in &mut self.graph.nodes[id].inputs {
            input.info.path = format!("{}/{}", node.path(), input.name);
        }
        self.known.insert(node.key(), id);
        for at in 0..self.graph.nodes[id].inputs.len() {
            let input = &self.graph.nodes[id].inputs[at];
            let Some(geomprop) = input.geomprop.clone() else { continue };
            let own = node.input(&input.name);
            if !is_root && own.is_none_or(|own| !is_connected(own)) {
                let link = self.geomprop_link(&geomprop, id, node, false);
                self.graph.nodes[id].inputs[at].link = link;
            }
        }
        self.pending.push((node, id));
        Ok(id)
    }
}

/// The input or output names something that it is connected to.
pub fn is_connected(port: Elem<'_>) -> bool {
    ["nodename", "nodegraph", "interfacename", "output"].iter().any(|key| port.text(key).is_some())
}

/// The graph that a port of the document leads into.
fn inner_graph<'a>(port: Elem<'a>, graph: Elem<'a>) -> Elem<'a> {
    port.text("nodegraph").and_then(|name| graph.document.root().child(name)).unwrap_or(graph)
}

//! Builds the graph of an element: nodes upstream of it, their values and connections.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::document::{Elem, ElementId};
use super::graph::{Class, Graph, GraphOutput, Input, Link, Node, NodeId, Output, PortInfo};
use super::implementation::{Body, Implementation};
use super::names::Names;
use super::problem::{Problem, ProblemKind};
use super::query::{self, Source};
use super::session::Session;
use super::types::{TypeId, TypeKind};
use super::value::{self, Value};

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
    /// Nodes of geometric properties.
    geomprops: FxHashMap<String, NodeId>,
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
        for at in 0..self.graph.nodes[id].inputs.len() {
            let name = self.graph.nodes[id].inputs[at].name.clone();
            if node.input(&name).is_some_and(is_connected) {
                continue;
            }
            let is_defined = self.session.universe.definition_inputs(definition).iter().any(|i| i.name() == name);
            if !is_defined {
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
                self.problems.push(port.problem_at("output", ProblemKind::Output, message));
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

    /// Adds a node with the inputs and outputs of its definition, and the definition's values.
    pub fn add(&mut self, name: &str, definition: Elem<'a>, implementation: Arc<Implementation>) -> NodeId {
        let universe = &self.session.universe;
        let mut inputs: Vec<Input> =
            universe.definition_inputs(definition).into_iter().map(|input| self.definition_input(input)).collect();
        for input in &mut inputs {
            input.editable = implementation.is_editable(&input.name);
        }
        let is_image = matches!(implementation.body, Body::Function { is_image: true, .. });
        if is_image && self.session.rules.images_have_transforms {
            for (name, value) in [("uv_scale", 1.0), ("uv_offset", 0.0)] {
                inputs.push(Input {
                    name: name.to_owned(),
                    ty: TypeId::VECTOR2,
                    value: Some(Value::Floats(vec![value, value])),
                    ..empty_input()
                });
            }
        }
        let outputs: Vec<Output> = universe
            .definition_outputs(definition)
            .into_iter()
            .map(|output| Output { name: output.name().to_owned(), ty: self.type_of(output), variable: String::new() })
            .collect();
        let class =
            class_of(definition, outputs.first().map_or("", |o| &self.session.types.get(o.ty).name), &implementation);
        self.graph.nodes.push(Node {
            name: name.to_owned(),
            path: String::new(),
            place: None,
            definition: definition.name().into(),
            class,
            transmits: definition.attr("bsdf").is_none_or(|kinds| kinds.contains('T')),
            inputs,
            outputs,
            implementation,
        });
        self.graph.nodes.len() - 1
    }

    /// An input of a definition or a graph, with its default value.
    fn definition_input(&mut self, input: Elem<'a>) -> Input {
        let ty = self.type_of(input);
        let ui = input.attributes().iter().filter(|attribute| {
            let key = attribute.key.as_str();
            key.starts_with("ui") || key == "doc" || key == "enum" || key == "enumvalues"
        });
        let mut made = Input {
            name: input.name().to_owned(),
            ty,
            geomprop: input.text("defaultgeomprop").map(str::to_owned),
            uniform: input.attr("uniform") == Some("true"),
            info: PortInfo {
                path: input.path(),
                unit_declared: input.attr("unit").unwrap_or("").to_owned(),
                ui: ui.map(|attribute| (attribute.key.to_string(), attribute.value.to_string())).collect(),
                ..PortInfo::default()
            },
            ..empty_input()
        };
        if ty == TypeId::STRING
            && self.session.rules.enumerations_are_numbers
            && let Some(list) = input.text("enum")
        {
            made.enumeration = list.split(',').map(|name| name.trim().to_owned()).collect();
        }
        if input.attribute("value").is_some() {
            made.value = self.value_of(&mut made, input);
        }
        made
    }

    /// The value of an element for an input. An enumerated name becomes its index, and the input an integer.
    fn value_of(&mut self, input: &mut Input, element: Elem<'a>) -> Option<Value> {
        let text = element.attr("value")?;
        if !input.enumeration.is_empty() {
            input.ty = TypeId::INTEGER;
            let at = input.enumeration.iter().position(|name| name == text.trim());
            if at.is_none() && !text.trim().is_empty() {
                let message = format!("`{text}` is not one of {}", input.enumeration.join(", "));
                self.problems.push(element.problem_at("value", ProblemKind::Enum, message));
            }
            return Some(Value::Integer(at.unwrap_or(0) as i32));
        }
        let types = &self.session.types;
        let is_text = !matches!(types.get(input.ty).kind, TypeKind::Filename | TypeKind::String);
        if text.trim().is_empty() && is_text {
            return None;
        }
        match value::parse(types, input.ty, text) {
            Ok(Value::Text(text)) => {
                let prefix =
                    if input.ty == TypeId::FILENAME { element.inherited("fileprefix").unwrap_or("") } else { "" };
                Some(Value::Text(format!("{prefix}{text}")))
            }
            Ok(value) => Some(value),
            Err(why) => {
                let name = &types.get(input.ty).name;
                let message = format!("`{text}` is not a value of type `{name}`: {why}");
                self.problems.push(element.problem_at("value", ProblemKind::Value, message));
                None
            }
        }
    }

    /// Gives an input the value of an element of the document. `port`: the input that leads there.
    fn assign(&mut self, input: &mut Input, element: Elem<'a>, port: Elem<'a>) {
        if let Some(value) = self.value_of(input, element) {
            input.value = Some(value);
        }
        for source in [element, port] {
            if input.info.colorspace.is_empty() {
                input.info.colorspace = source.attr("colorspace").unwrap_or("").to_owned();
            }
            if input.info.unit.is_empty() {
                input.info.unit = source.attr("unit").unwrap_or("").to_owned();
                input.info.unit_type = source.attr("unittype").unwrap_or("").to_owned();
            }
        }
        if input.info.colorspace.is_empty() {
            input.info.colorspace = element.inherited("colorspace").unwrap_or("").to_owned();
        }
    }

    /// The type of an element.
    fn type_of(&mut self, element: Elem<'_>) -> TypeId {
        let name = element.attr("type").unwrap_or("");
        self.session.types.find(name).unwrap_or_else(|| {
            let message = format!("there is no type `{name}`");
            self.problems.push(element.problem_at("type", ProblemKind::Type, message));
            TypeId::NONE
        })
    }

    /// The node of a geometric property, which is made at its first use.
    fn geomprop_link(&mut self, name: &str, to: NodeId, at: Elem<'a>, is_socket: bool) -> Link {
        if let Some(id) = self.geomprops.get(name) {
            self.edges.push((*id, to));
            return Link::Node(*id, 0);
        }
        let session = self.session;
        let Some(property) = session.universe.named(Some(at), name, "geompropdef") else {
            let message = format!("there is no geometric property `{name}`");
            self.problems.push(at.problem(ProblemKind::GeomProp, message));
            return Link::None;
        };
        let category = property.attr("geomprop").unwrap_or("");
        let ty = property.attr("type").unwrap_or("");
        let definitions = session.universe.definitions_of(property, category);
        let definition = definitions.into_iter().find(|definition| session.universe.definition_type(*definition) == ty);
        let Some(definition) = definition else {
            let message = format!("no node `{category}` gives the geometric property `{name}` as `{ty}`");
            self.problems.push(property.problem(ProblemKind::GeomProp, message));
            return Link::None;
        };
        let implementation = match session.implementation(at, definition, self.problems) {
            Ok(implementation) => implementation,
            Err(problem) => {
                self.problems.push(problem);
                return Link::None;
            }
        };
        let id = self.add(&format!("geomprop_{name}"), definition, implementation);
        for key in ["space", "index", "geomprop"] {
            let Some(text) = property.text(key) else { continue };
            let Some(at) = self.graph.nodes[id].inputs.iter().position(|input| input.name == key) else { continue };
            let mut input = std::mem::replace(&mut self.graph.nodes[id].inputs[at], empty_input());
            let number = input.enumeration.iter().position(|name| name == text).map(|at| at as i32);
            input.value = match number {
                Some(number) => Some(Value::Integer(number)),
                None => value::parse(&session.types, input.ty, text).ok(),
            };
            // The host cannot choose another property, but it is told which one was chosen.
            input.info.path = name.to_owned();
            self.graph.nodes[id].inputs[at] = input;
        }
        if is_socket {
            for input in &mut self.graph.nodes[id].inputs {
                input.editable = false;
            }
        } else {
            // The variable's name counts once for the property and once for its node.
            let name = format!("geomprop_{name}_{}", self.graph.nodes[id].outputs[0].name);
            self.names.take(&session.reserved, &name);
        }
        self.geomprops.insert(name.to_owned(), id);
        self.edges.push((id, to));
        Link::Node(id, 0)
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

/// An input without a name.
pub fn empty_input() -> Input {
    Input {
        name: String::new(),
        ty: TypeId::NONE,
        value: None,
        link: Link::None,
        variable: String::new(),
        geomprop: None,
        editable: true,
        uniform: false,
        enumeration: Vec::new(),
        info: PortInfo::default(),
    }
}

/// What a node is, by its definition and the type of its first output.
fn class_of(definition: Elem<'_>, ty: &str, implementation: &Implementation) -> Class {
    let category = definition.attr("node").unwrap_or("");
    let mut class = match ty {
        "surfaceshader" => Class::SHADER.with(Class::SURFACE).with(Class::CLOSURE),
        "volumeshader" => Class::SHADER.with(Class::VOLUME).with(Class::CLOSURE),
        "lightshader" => Class::SHADER.with(Class::LIGHT).with(Class::CLOSURE),
        "BSDF" => Class::CLOSURE.with(Class::BSDF),
        "EDF" => Class::CLOSURE.with(Class::EDF),
        "VDF" => Class::CLOSURE.with(Class::VDF),
        "material" => Class::MATERIAL,
        _ => Class::TEXTURE,
    };
    class = match category {
        "surface_unlit" => class.with(Class::UNLIT),
        "constant" => class.with(Class::CONSTANT),
        "dot" => class.with(Class::DOT),
        "layer" if class.has(Class::BSDF) => class.with(Class::LAYER),
        "mix" if class.has(Class::BSDF) => class.with(Class::MIX),
        _ => class,
    };
    if matches!(definition.attr("nodegroup"), Some("texture2d" | "texture3d")) {
        class = class.with(Class::FILE_TEXTURE);
    }
    match &implementation.body {
        Body::Graph(graph) if class.has(Class::MATERIAL) => graph.class,
        Body::Graph(graph) if class.has(Class::SHADER) && graph.class.has(Class::UNLIT) => class.with(Class::UNLIT),
        _ => class,
    }
}

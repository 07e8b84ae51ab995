//! Writes the data of lights and the functions that sample them.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::nodes;
use super::surface;
use super::writer::Writer;
use crate::dialect::materialx::document::Elem;
use crate::dialect::materialx::graph::{Class, Graph, Link, Node};
use crate::dialect::materialx::implementation::{Body, BuiltIn};
use crate::dialect::materialx::library::Fragment;
use crate::dialect::materialx::problem::{Problem, ProblemKind};
use crate::dialect::materialx::session::Session;
use crate::dialect::materialx::types::{TypeId, TypeKind};

/// A member of the data of a light.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LightMember {
    pub name: String,
    pub ty: TypeId,
}

/// A light shader that is bound to an id.
#[derive(Debug)]
pub struct BoundLight {
    pub id: u32,
    /// The function that samples it.
    pub function: String,
    pub body: LightBody,
}

/// What samples a light.
#[derive(Debug)]
pub enum LightBody {
    /// A function of a file.
    Function(Arc<Fragment>),
    /// A graph that ends in a `light` node; its inputs are members of the light's data.
    Graph(Box<Graph>),
}

/// The lights of a shader.
#[derive(Debug, Default)]
pub struct Lights {
    pub members: Vec<LightMember>,
    pub bound: Vec<BoundLight>,
}

/// Members that a graph ending in a `light` node has besides its own inputs: where the light is and where it looks,
/// and the inputs of the node, which hosts know from the reference.
const GRAPH_MEMBERS: [(&str, TypeId); 4] = [
    ("position", TypeId::VECTOR3),
    ("direction", TypeId::VECTOR3),
    ("intensity", TypeId::FLOAT),
    ("exposure", TypeId::FLOAT),
];

/// Bytes that a member counts in the order and in the padding.
fn size_class(session: &Session<'_>, ty: TypeId) -> usize {
    match session.types.get(ty).kind {
        TypeKind::Matrix(_) => 64,
        TypeKind::Vector(_) => 16,
        _ => 4,
    }
}

impl Lights {
    /// Reads the light shaders that the options bind.
    pub fn of(session: &Session<'_>, problems: &mut Vec<Problem>) -> Lights {
        let mut lights = Lights::default();
        lights.member("type", TypeId::INTEGER);
        let mut sorted = session.options.lights.clone();
        sorted.sort();
        for (id, name) in sorted {
            let Some(definition) = session.universe.definition(None, &name) else {
                let message = format!("there is no node definition `{name}` for the light {id}");
                problems.push(Problem::new(ProblemKind::NoNodeDef, message));
                continue;
            };
            if session.universe.definition_type(definition) != "lightshader" {
                let message = format!("`{name}` is bound to the light {id}, and is no light shader");
                problems.push(definition.problem(ProblemKind::LightType, message));
                continue;
            }
            if lights.bound.iter().any(|known| known.id == id) {
                problems.push(Problem::new(ProblemKind::LightId, format!("the light id {id} is used twice")));
                continue;
            }
            if let Err(problem) = lights.bind(session, id, definition, problems) {
                problems.push(problem);
            }
        }
        lights.members.sort_by_key(|member| std::cmp::Reverse(size_class(session, member.ty)));
        lights
    }

    fn bind<'a>(
        &mut self,
        session: &Session<'a>,
        id: u32,
        definition: Elem<'a>,
        problems: &mut Vec<Problem>,
    ) -> Result<(), Problem> {
        let implementation = session.implementation(definition, definition, problems)?;
        let (function, body) = match &implementation.body {
            Body::Function { function, fragment, .. } => (function.clone(), LightBody::Function(Arc::clone(fragment))),
            Body::Graph(graph) => (graph.name.clone(), LightBody::Graph(Box::new(reading_data(session, graph)))),
            Body::BuiltIn(_) | Body::Inline(_) | Body::Script { .. } => {
                let message = format!("the light shader `{}` is neither a function nor a graph", definition.name());
                return Err(definition
                    .problem(ProblemKind::LightType, message)
                    .help("Bind a definition whose graph connects an EDF to a `light` node."));
            }
        };
        if let LightBody::Graph(graph) = &body {
            if light_node(graph).is_none() {
                let message =
                    format!("the graph of the light shader `{}` does not end in a node `light`", definition.name());
                return Err(definition.problem(ProblemKind::LightType, message));
            }
            GRAPH_MEMBERS.iter().for_each(|(name, ty)| self.member(name, *ty));
        }
        for input in session.universe.definition_inputs(definition) {
            let ty = session.types.find(input.attr("type").unwrap_or("")).unwrap_or(TypeId::NONE);
            if ty == TypeId::FILENAME || session.types.get(ty).text.is_empty() {
                let message = format!(
                    "`{}` is of type `{}`, which the data of a light cannot have",
                    input.name(),
                    session.types.get(ty).name
                );
                return Err(input.problem(ProblemKind::LightType, message));
            }
            self.member(&session.reserved.valid(input.name()), ty);
        }
        self.bound.push(BoundLight { id, function, body });
        Ok(())
    }

    fn member(&mut self, name: &str, ty: TypeId) {
        if !self.members.iter().any(|known| known.name == name) {
            self.members.push(LightMember { name: name.to_owned(), ty });
        }
    }

    /// The graphs among the lights.
    pub fn graphs(&self) -> impl Iterator<Item = &Graph> {
        self.bound.iter().filter_map(|light| match &light.body {
            LightBody::Graph(graph) => Some(&**graph),
            LightBody::Function(_) => None,
        })
    }

    /// Declares the data of lights as a block with this binding.
    pub fn declare(&self, session: &Session<'_>, binding: u32, out: &mut Writer) {
        out.line(session, "struct LightData");
        out.open(session);
        let mut size = 0;
        for member in &self.members {
            out.line(session, &format!("{} {};", session.types.get(member.ty).text, member.name));
            size += size_class(session, member.ty);
        }
        for at in 0..size.next_multiple_of(16).saturating_sub(size) / 4 {
            out.line(session, &format!("float pad{at};"));
        }
        out.close(session, ";");
        out.blank();
        out.line(session, &format!("layout (std140, binding={binding}) uniform LightData_pixel"));
        out.open(session);
        out.line(session, "LightData u_lightData[MAX_LIGHT_SOURCES];");
        out.close(session, ";");
        out.blank();
    }

    /// Writes the functions that count and sample lights.
    pub fn functions(&self, session: &Session<'_>, out: &mut Writer, problems: &mut Vec<Problem>) {
        for light in &self.bound {
            match &light.body {
                LightBody::Function(fragment) => {
                    out.file(session, fragment, problems);
                    out.blank();
                }
                LightBody::Graph(graph) => {
                    if out.defined.insert(graph.name.clone()) {
                        graph_function(session, graph, out, problems);
                    }
                }
            }
        }
        out.line(session, "int numActiveLightSources()");
        out.open(session);
        out.line(session, "return min(u_numActiveLightSources, MAX_LIGHT_SOURCES);");
        out.close(session, "");
        out.blank();
        out.line(session, "void sampleLightSource(LightData light, vec3 position, out lightshader result)");
        out.open(session);
        out.line(session, "result.intensity = vec3(0.000000, 0.000000, 0.000000);");
        out.line(session, "result.direction = vec3(0.000000, 0.000000, 0.000000);");
        for (at, light) in self.bound.iter().enumerate() {
            let word = if at == 0 { "if" } else { "else if" };
            out.line(session, &format!("{word} (light.type == {})", light.id));
            out.open(session);
            out.line(session, &format!("{}(light, position, result);", light.function));
            out.close(session, "");
        }
        out.close(session, "");
        out.blank();
    }
}

/// The graph of a light with its inputs read from the light's data.
fn reading_data(session: &Session<'_>, graph: &Graph) -> Graph {
    let mut graph = graph.clone();
    for socket in &mut graph.inputs {
        socket.variable = format!("light.{}", session.reserved.valid(&socket.name));
    }
    for input in graph.nodes.iter_mut().flat_map(|node| &mut node.inputs) {
        if let Link::Socket(at) = input.link {
            input.variable.clone_from(&graph.inputs[at].variable);
        }
    }
    graph
}

/// The node that a light's graph ends in.
fn light_node(graph: &Graph) -> Option<&Node> {
    let Some(Link::Node(root, _)) = graph.outputs.first().map(|output| output.link) else { return None };
    let node = &graph.nodes[root];
    matches!(node.implementation.body, Body::BuiltIn(BuiltIn::Light)).then_some(node)
}

/// Writes the function of a light's graph: the emission of its EDF in the direction of the surface, which falls with
/// the square of the distance.
fn graph_function(session: &Session<'_>, graph: &Graph, out: &mut Writer, problems: &mut Vec<Problem>) {
    let Some(light) = light_node(graph) else { return };
    surface::files(session, out, problems);
    nodes::functions(session, graph, out, problems);
    let of = |name: &str| light.input(name).map(|input| nodes::expression(session, graph, input));
    out.line(session, &format!("void {}(LightData light, vec3 position, out lightshader result)", graph.name));
    out.open(session);
    for node in graph.sorted().filter(|node| node.class.has(Class::TEXTURE)) {
        nodes::call(session, graph, node, out, problems);
    }
    for line in [
        "vec3 L = light.position - position;",
        "float distance = length(L);",
        "L /= distance;",
        "result.direction = L;",
        "result.intensity = vec3(0.000000, 0.000000, 0.000000);",
    ] {
        out.line(session, line);
    }
    if let Some(edf) = surface::closure_of(graph, light, "edf") {
        out.open(session);
        let none = "vec3(0.000000, 0.000000, 0.000000)";
        let data = format!("makeClosureData(CLOSURE_TYPE_EMISSION, {none}, -L, light.direction, {none}, 0.0)");
        out.line(session, &format!("ClosureData closureData = {data};"));
        nodes::closures(session, graph, edf, &mut FxHashSet::default(), out, problems);
        let emission = &graph.nodes[edf].outputs[0].variable;
        out.line(session, &format!("result.intensity = {emission} / (distance * distance);"));
        out.close(session, "");
    }
    if let Some(intensity) = of("intensity") {
        out.line(session, &format!("result.intensity *= {intensity};"));
    }
    if let Some(exposure) = of("exposure") {
        out.line(session, &format!("result.intensity *= pow(2.0, {exposure});"));
    }
    out.close(session, "");
    out.blank();
}

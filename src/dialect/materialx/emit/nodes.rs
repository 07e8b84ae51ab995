//! Writes calls of nodes, and the functions that they call.

use std::fmt::Write;

use rustc_hash::FxHashSet;

use super::surface;
use super::writer::Writer;
use crate::dialect::materialx::graph::{Class, Graph, GraphOutput, Input, Link, Node, NodeId};
use crate::dialect::materialx::implementation::{Body, BuiltIn, InlinePiece};
use crate::dialect::materialx::interface::{index_of, is_world, property_of, transform_matrix};
use crate::dialect::materialx::problem::{Problem, ProblemKind};
use crate::dialect::materialx::session::Session;
use crate::dialect::materialx::types::{TypeId, TypeKind};
use crate::dialect::materialx::value::{self, Value};

/// The value of an input as an expression.
pub fn expression(session: &Session<'_>, graph: &Graph, input: &Input) -> String {
    match input.link {
        Link::Node(id, at) => graph.nodes[id].outputs[at].variable.clone(),
        Link::Socket(at) => texture_argument(session, input.ty, &graph.inputs[at].variable),
        Link::None => constant(session, input),
    }
}

/// The value of an output as an expression.
pub fn result(session: &Session<'_>, graph: &Graph, output: &GraphOutput) -> String {
    match output.link {
        Link::Node(id, at) => graph.nodes[id].outputs[at].variable.clone(),
        Link::Socket(at) => graph.inputs[at].variable.clone(),
        Link::None => literal(session, output.ty, output.value.as_ref()),
    }
}

/// A texture and its sampler are two arguments where they are declared apart.
fn texture_argument(session: &Session<'_>, ty: TypeId, name: &str) -> String {
    if ty == TypeId::FILENAME && session.options.split_samplers {
        format!("{name}_texture, {name}_sampler")
    } else {
        name.to_owned()
    }
}

/// The value of an input that is not connected.
fn constant(session: &Session<'_>, input: &Input) -> String {
    if input.ty == TypeId::FILENAME {
        return texture_argument(session, input.ty, &input.variable);
    }
    literal(session, input.ty, input.value.as_ref())
}

fn literal(session: &Session<'_>, ty: TypeId, value: Option<&Value>) -> String {
    let Some(value) = value else { return session.types.get(ty).default.clone() };
    let mut text = String::new();
    value::push_glsl(&mut text, &session.types, ty, value, session.options.float_precision as usize);
    text
}

/// Writes all functions that the nodes of a graph call, callees first.
pub fn functions(session: &Session<'_>, graph: &Graph, out: &mut Writer, problems: &mut Vec<Problem>) {
    for node in graph.sorted() {
        match &node.implementation.body {
            Body::Function { fragment, is_light, .. } => {
                if !is_light {
                    out.file(session, fragment, problems);
                    out.blank();
                }
            }
            Body::Graph(inner) => {
                if !out.defined.insert(inner.name.clone()) {
                    continue;
                }
                functions(session, inner, out, problems);
                if surface::inner_surface(inner).is_none() {
                    let known = &node.implementation.function;
                    match known.get() {
                        Some(text) => out.append(text),
                        None => {
                            let (start, first, before) = (out.text.len(), out.origins.len(), problems.len());
                            function(session, inner, out, problems);
                            // What has problems is written again, so that they are reported again.
                            if problems.len() == before {
                                known.get_or_init(|| out.since(start, first));
                            }
                        }
                    }
                }
            }
            Body::BuiltIn(BuiltIn::Surface) if node_has_closure(graph, node) => surface::files(session, out, problems),
            Body::Script { .. } => {
                if let Some(code) = session.scripted.code(node) {
                    out.script_functions(session, &code.pixel, problems);
                }
            }
            Body::BuiltIn(_) | Body::Inline(_) => {}
        }
    }
}

fn node_has_closure(graph: &Graph, node: &Node) -> bool {
    ["bsdf", "edf"].iter().any(|name| surface::closure_of(graph, node, name).is_some())
}

/// Writes the function of a graph.
fn function(session: &Session<'_>, graph: &Graph, out: &mut Writer, problems: &mut Vec<Problem>) {
    let mut parameters = Vec::new();
    if graph.class.is_closure() {
        parameters.push("ClosureData closureData".to_owned());
    }
    for socket in &graph.inputs {
        let ty = session.types.get(socket.ty);
        if socket.ty == TypeId::FILENAME && session.options.split_samplers {
            parameters.push(format!("texture2D {0}_texture, sampler {0}_sampler", socket.variable));
        } else {
            parameters.push(format!("{} {}", ty.text, socket.variable));
        }
    }
    for output in &graph.outputs {
        if output.ty == TypeId::FILENAME {
            let message = format!("the graph `{}` gives a texture, and a function of GLSL gives none", graph.name);
            problems.push(Problem::new(ProblemKind::TypeSyntax, message));
        }
        parameters.push(format!("out {} {}", session.types.get(output.ty).text, output.variable));
    }
    out.line(session, &format!("void {}({})", graph.name, parameters.join(", ")));
    out.open(session);
    calls(session, graph, out, problems);
    for output in &graph.outputs {
        let value = result(session, graph, output);
        if session.types.get(output.ty).kind != TypeKind::Filename {
            out.line(session, &format!("{} = {value};", output.variable));
        }
    }
    out.close(session, "");
    out.blank();
}

/// Writes the calls of a graph's nodes: textures first, then shaders or closures.
pub fn calls(session: &Session<'_>, graph: &Graph, out: &mut Writer, problems: &mut Vec<Problem>) {
    let is_texture = |node: &Node| node.class.has(Class::TEXTURE);
    for node in graph.sorted().filter(|node| is_texture(node)) {
        call(session, graph, node, out, problems);
    }
    if graph.class.is_closure() {
        let mut done = FxHashSet::default();
        for output in &graph.outputs {
            if let Link::Node(id, _) = output.link {
                closures(session, graph, id, &mut done, out, problems);
            }
        }
        return;
    }
    for node in graph.sorted().filter(|node| !is_texture(node) && !node.class.is_closure()) {
        call(session, graph, node, out, problems);
    }
}

/// Writes the calls of a closure and of those that it combines.
pub fn closures(
    session: &Session<'_>,
    graph: &Graph,
    root: NodeId,
    done: &mut FxHashSet<NodeId>,
    out: &mut Writer,
    problems: &mut Vec<Problem>,
) {
    let mut open = vec![(root, 0)];
    while let Some((id, at)) = open.last_mut() {
        let node = &graph.nodes[*id];
        let Some(input) = node.inputs.get(*at) else {
            let id = *id;
            open.pop();
            if done.insert(id) {
                call(session, graph, &graph.nodes[id], out, problems);
            }
            continue;
        };
        *at += 1;
        if let Link::Node(from, _) = input.link
            && graph.nodes[from].class.is_closure()
            && !done.contains(&from)
        {
            open.push((from, 0));
        }
    }
}

/// Declares the outputs of a node with their defaults.
pub fn declare_outputs(session: &Session<'_>, node: &Node, out: &mut Writer) {
    for output in &node.outputs {
        let ty = session.types.get(output.ty);
        out.line(session, &format!("{} {} = {};", ty.text, output.variable, ty.default));
    }
}

/// Writes the call of a node.
pub fn call(session: &Session<'_>, graph: &Graph, node: &Node, out: &mut Writer, problems: &mut Vec<Problem>) {
    let start = out.text.len();
    match &node.implementation.body {
        Body::Inline(pieces) => inline(session, graph, node, pieces, out),
        Body::Function { is_light: true, .. } => {}
        Body::Function { function, .. } => call_function(session, graph, node, function, out),
        Body::Graph(inner) => match surface::inner_surface(inner) {
            Some(root) => surface::call_inner(session, graph, node, (inner, root), out, problems),
            None => call_function(session, graph, node, &inner.name, out),
        },
        Body::Script { .. } => {
            declare_outputs(session, node, out);
            if let Some(code) = session.scripted.code(node) {
                out.script_statements(session, &code.pixel);
            }
        }
        Body::BuiltIn(BuiltIn::Surface) => surface::call(session, graph, node, out, problems),
        Body::BuiltIn(built_in) => call_built_in(session, graph, node, *built_in, out),
    }
    out.origin(start, node.place.as_ref());
}

fn call_function(session: &Session<'_>, graph: &Graph, node: &Node, function: &str, out: &mut Writer) {
    declare_outputs(session, node, out);
    let mut arguments = Vec::new();
    if node.class.is_closure() {
        arguments.push("closureData".to_owned());
    }
    arguments.extend(node.inputs.iter().map(|input| expression(session, graph, input)));
    arguments.extend(node.outputs.iter().map(|output| output.variable.clone()));
    out.line(session, &format!("{function}({});", arguments.join(", ")));
}

fn inline(session: &Session<'_>, graph: &Graph, node: &Node, pieces: &[InlinePiece], out: &mut Writer) {
    let mut code = String::new();
    let mut declared: Vec<&str> = Vec::new();
    for piece in pieces {
        let name = match piece {
            InlinePiece::Text(text) => {
                code.push_str(text);
                continue;
            }
            InlinePiece::Input(name) => name,
        };
        let Some(input) = node.input(name) else { continue };
        if input.link != Link::None || input.ty == TypeId::FILENAME {
            code.push_str(&expression(session, graph, input));
            continue;
        }
        let variable = format!("{}_tmp", input.variable);
        if !declared.contains(&name.as_str()) {
            declared.push(name);
            let ty = &session.types.get(input.ty).text;
            out.line(session, &format!("const {ty} {variable} = {};", constant(session, input)));
        }
        code.push_str(&variable);
    }
    let Some(output) = node.outputs.first() else { return };
    // A texture is no variable: what reads it names the uniform.
    if output.ty != TypeId::FILENAME {
        out.line(session, &format!("{} {} = {code};", session.types.get(output.ty).text, output.variable));
    }
}

fn call_built_in(session: &Session<'_>, graph: &Graph, node: &Node, built_in: BuiltIn, out: &mut Writer) {
    let Some(output) = node.outputs.first() else { return };
    let space = if is_world(node) { "World" } else { "Object" };
    let components = match session.types.get(output.ty).kind {
        TypeKind::Vector(size) => usize::from(size),
        _ => 1,
    };
    let value = match built_in {
        BuiltIn::Position => format!("vd.position{space}"),
        BuiltIn::Normal => format!("normalize(vd.normal{space})"),
        BuiltIn::Tangent => format!("normalize(vd.tangent{space})"),
        BuiltIn::Bitangent => format!("normalize(vd.bitangent{space})"),
        BuiltIn::TexCoord => format!("vd.texcoord_{}.{}", index_of(node), &"xyz"[..components.min(3)]),
        BuiltIn::GeomColor if components == 4 => format!("vd.color_{}", index_of(node)),
        BuiltIn::GeomColor => format!("vd.color_{}.{}", index_of(node), &"rgba"[..components.min(4)]),
        BuiltIn::GeomProp => {
            format!("vd.{}", session.reserved.valid(&format!("i_geomprop_{}", property_of(node))))
        }
        BuiltIn::GeomPropUniform if output.ty == TypeId::FILENAME => return,
        BuiltIn::GeomPropUniform => session.reserved.valid(&format!("u_geomprop_{}", property_of(node))),
        BuiltIn::Frame => "u_frame".to_owned(),
        BuiltIn::Time => "u_time".to_owned(),
        BuiltIn::ViewDirection if is_world(node) => "normalize(vd.positionWorld - u_viewPosition)".to_owned(),
        BuiltIn::ViewDirection => "normalize(mx_matrix_mul(u_worldInverseTransposeMatrix, \
             vec4(vd.positionWorld - u_viewPosition, 0.0)).xyz)"
            .to_owned(),
        BuiltIn::TransformPoint | BuiltIn::TransformVector | BuiltIn::TransformNormal => {
            let is_normal = built_in == BuiltIn::TransformNormal;
            let w = if built_in == BuiltIn::TransformPoint { "1.0" } else { "0.0" };
            let value = node.input("in").map_or_else(String::new, |input| expression(session, graph, input));
            let vector = format!("vec4({value}, {w})");
            match transform_matrix(node, is_normal) {
                Some(matrix) => format!("mx_matrix_mul(u_{matrix}, {vector}).xyz"),
                None => format!("({vector}).xyz"),
            }
        }
        BuiltIn::SurfaceMaterial => match node.input("surfaceshader").filter(|input| input.link != Link::None) {
            Some(Input { link: Link::Node(id, at), .. }) => graph.nodes[*id].outputs[*at].variable.clone(),
            _ => session.types.get(output.ty).default.clone(),
        },
        BuiltIn::Surface | BuiltIn::Light => return,
    };
    let mut line = String::new();
    let _ = write!(line, "{} {} = {value};", session.types.get(output.ty).text, output.variable);
    out.line(session, &line);
    if built_in == BuiltIn::TransformNormal {
        out.line(session, &format!("{0} = normalize({0});", output.variable));
    }
}

//! Writes a surface: its response to lights and to the environment, emission, transmission and opacity.

use rustc_hash::FxHashSet;

use super::nodes;
use super::writer::Writer;
use crate::dialect::materialx::graph::{Graph, Link, Node, NodeId};
use crate::dialect::materialx::implementation::{Body, BuiltIn};
use crate::dialect::materialx::options::Transmission;
use crate::dialect::materialx::problem::{Problem, ProblemKind};
use crate::dialect::materialx::session::Session;
use crate::dialect::materialx::types::TypeId;

/// The kinds of evaluation of a closure, as the library's `CLOSURE_TYPE_…`.
#[derive(Clone, Copy)]
enum Context {
    Reflection,
    Transmission,
    Indirect,
    Emission,
}

impl Context {
    fn name(self) -> &'static str {
        match self {
            Context::Reflection => "CLOSURE_TYPE_REFLECTION",
            Context::Transmission => "CLOSURE_TYPE_TRANSMISSION",
            Context::Indirect => "CLOSURE_TYPE_INDIRECT",
            Context::Emission => "CLOSURE_TYPE_EMISSION",
        }
    }
}

/// The file with the closures' data, relative to the library.
const CLOSURE_FILE: &str = "pbrlib/genglsl/lib/mx_closure_type.glsl";

/// Writes the files that surfaces need.
pub fn files(session: &Session<'_>, out: &mut Writer, problems: &mut Vec<Problem>) {
    super::library_file(session, CLOSURE_FILE, out, problems);
}

/// Writes the evaluation of a surface node.
pub fn call(session: &Session<'_>, graph: &Graph, node: &Node, out: &mut Writer, problems: &mut Vec<Problem>) {
    nodes::declare_outputs(session, node, out);
    let Some(result) = node.outputs.first().map(|output| output.variable.clone()) else { return };
    let opacity = node.input("opacity").map(|input| nodes::expression(session, graph, input));
    let parts = Parts {
        bsdf: closure_of(graph, node, "bsdf"),
        edf: closure_of(graph, node, "edf"),
        opacity: opacity.unwrap_or_else(|| "1.0".to_owned()),
    };
    Surface { session, graph, out, problems, result }.write(&parts);
}

/// The surface of a graph that takes closures as inputs: its lighting is written where the graph is used, because a
/// function cannot evaluate its arguments again for each light.
pub fn inner_surface(graph: &Graph) -> Option<&Node> {
    let takes_closures = graph.inputs.iter().any(|input| matches!(input.ty, TypeId::BSDF | TypeId::EDF));
    let Some(Link::Node(root, _)) = graph.outputs.first().map(|output| output.link) else { return None };
    if !takes_closures {
        return None;
    }
    let mut node = &graph.nodes[root];
    if let Body::BuiltIn(BuiltIn::SurfaceMaterial) = node.implementation.body {
        let Some(Link::Node(shader, _)) = node.input("surfaceshader").map(|input| input.link) else { return None };
        node = &graph.nodes[shader];
    }
    matches!(node.implementation.body, Body::BuiltIn(BuiltIn::Surface)).then_some(node)
}

/// Writes the evaluation of the surface inside of a node's graph.
pub fn call_inner(
    session: &Session<'_>,
    graph: &Graph,
    node: &Node,
    (inner, surface): (&Graph, &Node),
    out: &mut Writer,
    problems: &mut Vec<Problem>,
) {
    nodes::declare_outputs(session, node, out);
    let Some(result) = node.outputs.first().map(|output| output.variable.clone()) else { return };
    // What an input of the surface is connected to outside of the graph.
    let outer = |name: &str| match surface.input(name).map(|input| input.link) {
        Some(Link::Socket(at)) => node.inputs.get(at),
        _ => None,
    };
    let closure = |name: &str| match outer(name)?.link {
        Link::Node(id, _) if graph.nodes[id].class.is_closure() => Some(id),
        _ => None,
    };
    let opacity = match (outer("opacity"), surface.input("opacity")) {
        (Some(input), _) => nodes::expression(session, graph, input),
        (None, Some(input)) if input.link == Link::None => nodes::expression(session, inner, input),
        _ => {
            let message = format!("the opacity in `{}` is computed inside of the graph", inner.name);
            problems.push(Problem::new(ProblemKind::NoImplementation, message).at(node.place.clone()));
            return;
        }
    };
    let parts = Parts { bsdf: closure("bsdf"), edf: closure("edf"), opacity };
    Surface { session, graph, out, problems, result }.write(&parts);
}

/// What a surface is made of.
struct Parts {
    bsdf: Option<NodeId>,
    edf: Option<NodeId>,
    opacity: String,
}

/// The closure that an input of a surface is connected to.
pub fn closure_of(graph: &Graph, node: &Node, input: &str) -> Option<NodeId> {
    match node.input(input)?.link {
        Link::Node(id, _) if graph.nodes[id].class.is_closure() => Some(id),
        _ => None,
    }
}

struct Surface<'s, 'a, 'g> {
    session: &'s Session<'a>,
    graph: &'g Graph,
    out: &'s mut Writer,
    problems: &'s mut Vec<Problem>,
    /// The variable of the surface.
    result: String,
}

impl Surface<'_, '_, '_> {
    fn write(&mut self, parts: &Parts) {
        self.out.open(self.session);
        for line in [
            "vec3 N = normalize(vd.normalWorld);",
            "vec3 V = normalize(u_viewPosition - vd.positionWorld);",
            "vec3 P = vd.positionWorld;",
            "vec3 L = vec3(0.000000, 0.000000, 0.000000);",
            "float occlusion = 1.0;",
        ] {
            self.line(line);
        }
        self.out.blank();
        if let Some(bsdf) = parts.bsdf {
            self.line(&format!("float surfaceOpacity = {};", parts.opacity));
            self.out.blank();
            self.direct(bsdf);
            self.indirect(bsdf);
        }
        if let Some(edf) = parts.edf {
            self.emission(edf);
        }
        if let Some(bsdf) = parts.bsdf {
            self.transmission(bsdf);
            self.opacity();
        }
        self.out.close(self.session, "");
        self.out.blank();
    }

    fn line(&mut self, text: &str) {
        self.out.line(self.session, text);
    }

    /// Evaluates a closure in a context; the variable of its result.
    fn evaluate(&mut self, root: NodeId, context: Context) -> String {
        self.line(&format!("ClosureData closureData = makeClosureData({}, L, V, N, P, occlusion);", context.name()));
        nodes::closures(self.session, self.graph, root, &mut FxHashSet::default(), self.out, self.problems);
        self.graph.nodes[root].outputs[0].variable.clone()
    }

    fn direct(&mut self, bsdf: NodeId) {
        let options = self.session.options;
        if options.shadow_map {
            self.line("// Shadow of the directional light");
            self.line("occlusion = mx_shadow_occlusion($shadowMap, $shadowMatrix, vd.positionWorld);");
            self.out.blank();
        }
        if options.max_lights == 0 {
            return;
        }
        self.line("// Lights");
        self.line("int numLights = numActiveLightSources();");
        self.line("lightshader lightShader;");
        self.line("for (int activeLightIndex = 0; activeLightIndex < numLights; ++activeLightIndex)");
        self.out.open(self.session);
        self.line("sampleLightSource(u_lightData[activeLightIndex], vd.positionWorld, lightShader);");
        self.line("L = lightShader.direction;");
        let response = self.evaluate(bsdf, Context::Reflection);
        self.line(&format!("{}.color += lightShader.intensity * {response}.response;", self.result));
        self.line("// Only the first light has a shadow map");
        self.line("occlusion = 1.0;");
        self.out.close(self.session, "");
        self.out.blank();
    }

    fn indirect(&mut self, bsdf: NodeId) {
        if self.session.options.ambient_occlusion {
            self.line("vec2 ambOccUv = vd.texcoord_0;");
            self.line("occlusion = mix(1.0, texture($ambOccMap, ambOccUv).x, u_ambOccGain);");
        } else {
            self.line("occlusion = 1.0;");
        }
        self.out.blank();
        self.line("// Environment");
        self.out.open(self.session);
        let response = self.evaluate(bsdf, Context::Indirect);
        self.line(&format!("{}.color += occlusion * {response}.response;", self.result));
        self.out.close(self.session, "");
        self.out.blank();
    }

    fn emission(&mut self, edf: NodeId) {
        self.line("// Emission");
        self.out.open(self.session);
        let emission = self.evaluate(edf, Context::Emission);
        self.line(&format!("{}.color += {emission};", self.result));
        self.out.close(self.session, "");
        self.out.blank();
    }

    fn transmission(&mut self, bsdf: NodeId) {
        self.line("// Transmission");
        let root = &self.graph.nodes[bsdf];
        let response = if root.transmits {
            self.evaluate(bsdf, Context::Transmission)
        } else {
            nodes::declare_outputs(self.session, root, self.out);
            root.outputs[0].variable.clone()
        };
        let member = match self.session.options.transmission {
            Transmission::Refraction => "color",
            Transmission::Opacity => "transparency",
        };
        self.line(&format!("{}.{member} += {response}.response;", self.result));
        self.out.blank();
    }

    fn opacity(&mut self) {
        self.line("// Opacity");
        self.out.open(self.session);
        let result = self.result.clone();
        self.line(&format!("{result}.color *= surfaceOpacity;"));
        let white = "vec3(1.000000, 1.000000, 1.000000)";
        self.line(&format!("{result}.transparency = mix({white}, {result}.transparency, surfaceOpacity);"));
        self.out.close(self.session, "");
    }
}

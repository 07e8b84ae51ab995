//! What a host binds: uniforms, vertex inputs, and values between the stages.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::declarations;
use super::graph::{Graph, Input, Link, Node, PortInfo};
use super::implementation::{Body, BuiltIn};
use super::names::Reserved;
use super::options::{Environment, Options};
use super::scripted::{NodeCode, ScriptedNodes};
use super::types::{TypeId, TypeKind, TypeTable};
use super::value::Value;

/// A uniform, or a member of a block of uniforms.
#[derive(Clone, Debug)]
pub struct Uniform {
    pub name: String,
    pub ty: TypeId,
    pub value: Option<Value>,
    pub enumeration: Vec<String>,
    pub info: PortInfo,
}

/// A vertex input, or a value from the vertex to the pixel stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    pub name: String,
    pub ty: TypeId,
}

/// The interface of a shader.
#[derive(Clone, Debug, Default)]
pub struct Interface {
    pub vertex_private: Vec<Uniform>,
    /// The index is the location.
    pub vertex_inputs: Vec<Port>,
    pub connectors: Vec<Port>,
    pub pixel_private: Vec<Uniform>,
    pub pixel_public: Vec<Uniform>,
    /// The names of these: a graph has thousands.
    public_names: FxHashSet<String>,
    /// Statements of the vertex stage that write the connectors.
    pub vertex_code: Vec<String>,
    /// Code of the vertex stage that functions of the sidecar write.
    pub vertex_scripts: Vec<Arc<NodeCode>>,
    /// What functions of the sidecar declare, in the order of the nodes, until it is added.
    pub scripts: Vec<Arc<NodeCode>>,
    /// Connectors that are written.
    written: Vec<String>,
    pub needs_lights: bool,
}

/// What of the graph decides which uniforms there are.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    pub options: &'a Options,
    pub types: &'a TypeTable,
    pub reserved: &'a Reserved,
    pub scripted: &'a ScriptedNodes<'a>,
    /// The surface is lit, so the environment counts.
    pub is_lit: bool,
}

/// Private uniforms of the pixel stage with defaults, by name without `u_`.
fn private_default(name: &str) -> (TypeId, Option<Value>) {
    let matrix = |diagonal: [f32; 4]| {
        let at = |row: usize, column: usize| if row == column { diagonal[row] } else { 0.0 };
        Some(Value::Floats((0..16).map(|i| at(i / 4, i % 4)).collect()))
    };
    match name {
        "envMatrix" => (TypeId::MATRIX44, matrix([-1.0, 1.0, -1.0, 1.0])),
        "shadowMatrix" => (TypeId::MATRIX44, matrix([1.0; 4])),
        "envRadiance" | "envIrradiance" | "albedoTable" | "ambOccMap" | "shadowMap" => (TypeId::FILENAME, None),
        "envLightIntensity" | "ambOccGain" => (TypeId::FLOAT, Some(Value::Floats(vec![1.0]))),
        "alphaThreshold" => (TypeId::FLOAT, Some(Value::Floats(vec![0.001]))),
        "envRadianceMips" | "envPrefilterMip" => (TypeId::INTEGER, Some(Value::Integer(1))),
        "envRadianceSamples" => (TypeId::INTEGER, Some(Value::Integer(16))),
        "albedoTableSize" => (TypeId::INTEGER, Some(Value::Integer(64))),
        "numActiveLightSources" => (TypeId::INTEGER, Some(Value::Integer(0))),
        "refractionTwoSided" => (TypeId::BOOLEAN, None),
        "frame" | "time" => (TypeId::FLOAT, None),
        "viewPosition" | "viewDirection" => (TypeId::VECTOR3, None),
        _ => (TypeId::MATRIX44, None),
    }
}

impl Interface {
    /// The interface of a graph.
    pub fn of(graph: &Graph, facts: &Facts<'_>) -> Interface {
        let mut interface = Interface::default();
        interface.input("i_position", TypeId::VECTOR3);
        interface.vertex_uniform("worldMatrix");
        interface.vertex_uniform("viewProjectionMatrix");
        interface.add_option_uniforms(facts);
        let used = super::finish::used_sockets(graph);
        for (socket, _) in graph.inputs.iter().zip(used).filter(|(_, used)| *used) {
            interface.public(socket);
        }
        interface.files(graph);
        interface.visit(graph, facts, &mut FxHashSet::default());
        interface
    }

    fn add_option_uniforms(&mut self, facts: &Facts<'_>) {
        let options = facts.options;
        let mut add = |names: &[&str]| names.iter().for_each(|name| self.pixel_uniform(name));
        if options.transparency {
            add(&["alphaThreshold"]);
        }
        if options.shadow_map && facts.is_lit {
            add(&["shadowMap", "shadowMatrix"]);
        }
        if options.ambient_occlusion && facts.is_lit {
            add(&["ambOccMap", "ambOccGain"]);
        }
        if facts.is_lit {
            if options.environment != Environment::None {
                add(&["envMatrix", "envRadiance", "envLightIntensity", "envRadianceMips", "envRadianceSamples"]);
                add(&["envIrradiance"]);
            }
            add(&["refractionTwoSided"]);
            if options.write_env_prefilter && options.environment == Environment::None {
                add(&["envMatrix", "envRadiance", "envLightIntensity", "envRadianceMips"]);
            }
        }
        if facts.is_lit && (options.albedo == super::options::Albedo::Table || options.write_albedo_table) {
            add(&["albedoTable", "albedoTableSize"]);
        }
        if facts.is_lit && options.write_env_prefilter {
            add(&["envPrefilterMip"]);
        }
        if options.ambient_occlusion && facts.is_lit {
            self.input("i_texcoord_0", TypeId::VECTOR2);
            self.connector("texcoord_0", TypeId::VECTOR2);
        }
    }

    /// Adds the textures of a graph that are no inputs of it: nothing but a uniform can be a texture.
    fn files(&mut self, graph: &Graph) {
        for input in graph.sorted().flat_map(|node| &node.inputs) {
            if input.link == Link::None && input.ty == TypeId::FILENAME {
                self.public(input);
            }
        }
    }

    /// Adds what the nodes of a graph need, and those of graphs inside of it.
    fn visit(&mut self, graph: &Graph, facts: &Facts<'_>, seen: &mut FxHashSet<*const Graph>) {
        let mut scripts = Vec::new();
        for node in graph.sorted() {
            match &node.implementation.body {
                Body::BuiltIn(built_in) => self.visit_built_in(node, *built_in, facts),
                Body::Graph(inner) => {
                    if seen.insert(std::ptr::from_ref::<Graph>(inner)) {
                        self.files(inner);
                        self.visit(inner, facts, seen);
                    }
                }
                Body::Function { is_light: true, .. } => self.add_light_count(facts),
                Body::Script { .. } => scripts.extend(facts.scripted.code(node)),
                Body::Function { .. } | Body::Inline(_) => {}
            }
        }
        if !scripts.is_empty() {
            declarations::check_hidden(graph, &scripts, facts);
            self.scripts.extend(scripts);
        }
    }

    /// Adds what the graph of a light needs.
    pub fn add_light(&mut self, light: &Graph, facts: &Facts<'_>) {
        self.files(light);
        self.visit(light, facts, &mut FxHashSet::default());
    }

    fn add_light_count(&mut self, facts: &Facts<'_>) {
        if facts.options.max_lights > 0 {
            self.pixel_uniform("numActiveLightSources");
            self.needs_lights = true;
        }
    }

    fn visit_built_in(&mut self, node: &Node, built_in: BuiltIn, facts: &Facts<'_>) {
        let is_world = is_world(node);
        match built_in {
            BuiltIn::Position => self.position(is_world),
            BuiltIn::Normal => self.normal(is_world, "0.0"),
            BuiltIn::Tangent => self.tangent(is_world),
            BuiltIn::Bitangent => self.bitangent(is_world, facts.options.implicit_bitangents),
            BuiltIn::TexCoord => {
                let (name, ty) = (format!("texcoord_{}", index_of(node)), node.outputs[0].ty);
                self.input(&format!("i_{name}"), ty);
                self.connector(&name, ty);
                self.write(&name, format!("vd.{name} = i_{name};"));
            }
            BuiltIn::GeomColor => {
                let name = format!("color_{}", index_of(node));
                self.input(&format!("i_{name}"), TypeId::COLOR4);
                self.connector(&name, TypeId::COLOR4);
                self.write(&name, format!("vd.{name} = i_{name};"));
            }
            BuiltIn::GeomProp => {
                let name = facts.reserved.valid(&format!("i_geomprop_{}", property_of(node)));
                self.input(&name, node.outputs[0].ty);
                self.connector(&name, node.outputs[0].ty);
                self.write(&name, format!("vd.{name} = {name};"));
            }
            BuiltIn::GeomPropUniform => {
                let name = facts.reserved.valid(&format!("u_geomprop_{}", property_of(node)));
                self.add_private(&name, node.outputs[0].ty, None);
            }
            BuiltIn::Frame => self.pixel_uniform("frame"),
            BuiltIn::Time => self.pixel_uniform("time"),
            BuiltIn::ViewDirection => {
                self.position(true);
                self.pixel_uniform("viewPosition");
                if !is_world {
                    self.pixel_uniform("worldInverseTransposeMatrix");
                }
            }
            BuiltIn::TransformPoint | BuiltIn::TransformVector | BuiltIn::TransformNormal => {
                if let Some(matrix) = transform_matrix(node, built_in == BuiltIn::TransformNormal) {
                    self.pixel_uniform(matrix);
                }
            }
            BuiltIn::Surface => {
                self.position_before_normal();
                self.pixel_uniform("viewPosition");
                self.add_light_count(facts);
                if facts.options.ambient_occlusion {
                    self.write("texcoord_0", "vd.texcoord_0 = i_texcoord_0;".to_owned());
                }
            }
            BuiltIn::Light => self.add_light_count(facts),
            BuiltIn::SurfaceMaterial => {}
        }
    }

    fn position(&mut self, is_world: bool) {
        if is_world {
            self.connector("positionWorld", TypeId::VECTOR3);
            self.write("positionWorld", "vd.positionWorld = hPositionWorld.xyz;".to_owned());
        } else {
            self.connector("positionObject", TypeId::VECTOR3);
            self.write("positionObject", "vd.positionObject = i_position;".to_owned());
        }
    }

    fn position_before_normal(&mut self) {
        self.connector("positionWorld", TypeId::VECTOR3);
        self.position(true);
        self.normal(true, "0");
    }

    /// `w`: the fourth component as the reference spells it, which differs between the nodes that need the normal.
    fn normal(&mut self, is_world: bool, w: &str) {
        self.input("i_normal", TypeId::VECTOR3);
        if is_world {
            self.vertex_uniform("worldInverseTransposeMatrix");
            self.connector("normalWorld", TypeId::VECTOR3);
            let normal = format!("mx_matrix_mul(u_worldInverseTransposeMatrix, vec4(i_normal, {w})).xyz");
            self.write("normalWorld", format!("vd.normalWorld = normalize({normal});"));
        } else {
            self.connector("normalObject", TypeId::VECTOR3);
            self.write("normalObject", "vd.normalObject = i_normal;".to_owned());
        }
    }

    fn tangent(&mut self, is_world: bool) {
        self.input("i_tangent", TypeId::VECTOR3);
        if is_world {
            self.vertex_uniform("worldMatrix");
            self.connector("tangentWorld", TypeId::VECTOR3);
            let code = "vd.tangentWorld = normalize(mx_matrix_mul(u_worldMatrix, vec4(i_tangent, 0.0)).xyz);";
            self.write("tangentWorld", code.to_owned());
        } else {
            self.connector("tangentObject", TypeId::VECTOR3);
            self.write("tangentObject", "vd.tangentObject = i_tangent;".to_owned());
        }
    }

    fn bitangent(&mut self, is_world: bool, is_implicit: bool) {
        if !is_implicit {
            self.input("i_bitangent", TypeId::VECTOR3);
            let (name, value) = if is_world {
                self.vertex_uniform("worldMatrix");
                ("bitangentWorld", "normalize(mx_matrix_mul(u_worldMatrix, vec4(i_bitangent, 0.0)).xyz)")
            } else {
                ("bitangentObject", "i_bitangent")
            };
            self.connector(name, TypeId::VECTOR3);
            self.write(name, format!("vd.{name} = {value};"));
        } else if is_world {
            self.connector("bitangentWorld", TypeId::VECTOR3);
            self.normal(true, "0.0");
            self.tangent(true);
            self.write("bitangentWorld", "vd.bitangentWorld = cross(vd.normalWorld, vd.tangentWorld);".to_owned());
        } else {
            self.input("i_normal", TypeId::VECTOR3);
            self.input("i_tangent", TypeId::VECTOR3);
            self.connector("bitangentObject", TypeId::VECTOR3);
            self.write("bitangentObject", "vd.bitangentObject = cross(i_normal, i_tangent);".to_owned());
        }
    }

    fn input(&mut self, name: &str, ty: TypeId) {
        widen(&mut self.vertex_inputs, name, ty);
    }

    fn connector(&mut self, name: &str, ty: TypeId) {
        widen(&mut self.connectors, name, ty);
    }

    fn write(&mut self, connector: &str, code: String) {
        if !self.written.iter().any(|known| known == connector) {
            self.written.push(connector.to_owned());
            self.vertex_code.push(code);
        }
    }

    fn vertex_uniform(&mut self, name: &str) {
        add(&mut self.vertex_private, &format!("u_{name}"), TypeId::MATRIX44, None);
    }

    fn pixel_uniform(&mut self, name: &str) {
        let (ty, value) = private_default(name);
        self.add_private(&format!("u_{name}"), ty, value);
    }

    fn add_private(&mut self, name: &str, ty: TypeId, value: Option<Value>) {
        add(&mut self.pixel_private, name, ty, value);
    }

    fn public(&mut self, input: &Input) {
        if !self.public_names.insert(input.variable.clone()) {
            return;
        }
        self.pixel_public.push(Uniform {
            name: input.variable.clone(),
            ty: input.ty,
            value: input.value.clone(),
            enumeration: input.enumeration.clone(),
            info: input.info.clone(),
        });
    }
}

fn add(uniforms: &mut Vec<Uniform>, name: &str, ty: TypeId, value: Option<Value>) {
    if !uniforms.iter().any(|known| known.name == name) {
        let (enumeration, info) = (Vec::new(), PortInfo::default());
        uniforms.push(Uniform { name: name.to_owned(), ty, value, enumeration, info });
    }
}

/// Adds a port; one with fewer components of the same name gets more.
fn widen(ports: &mut Vec<Port>, name: &str, ty: TypeId) {
    match ports.iter_mut().find(|known| known.name == name) {
        Some(known) if known.ty == TypeId::VECTOR2 && ty == TypeId::VECTOR3 => known.ty = ty,
        Some(_) => {}
        None => ports.push(Port { name: name.to_owned(), ty }),
    }
}

/// The node's `space` is the world's.
pub fn is_world(node: &Node) -> bool {
    let Some(space) = node.input("space") else { return false };
    match &space.value {
        Some(Value::Integer(at)) => space.enumeration.get(*at as usize).is_some_and(|name| name == "world"),
        Some(Value::Text(text)) => text == "world",
        _ => false,
    }
}

/// The node's `index`.
pub fn index_of(node: &Node) -> i32 {
    match node.input("index").and_then(|input| input.value.as_ref()) {
        Some(Value::Integer(index)) => *index,
        _ => 0,
    }
}

/// The name of the property that a node reads.
pub fn property_of(node: &Node) -> &str {
    match node.input("geomprop").and_then(|input| input.value.as_ref()) {
        Some(Value::Text(text)) => text,
        _ => "",
    }
}

/// The matrix of a transform between spaces, without `u_`; `None` if it changes nothing.
pub fn transform_matrix(node: &Node, is_normal: bool) -> Option<&'static str> {
    let space = |name: &str| match node.input(name).and_then(|input| input.value.as_ref()) {
        Some(Value::Text(text)) if text == "object" => "model",
        Some(Value::Text(text)) if text == "model" => "model",
        Some(Value::Text(text)) if text == "world" => "world",
        _ => "",
    };
    match (space("fromspace"), space("tospace"), is_normal) {
        ("model", "world", false) => Some("worldMatrix"),
        ("world", "model", false) => Some("worldInverseMatrix"),
        ("model", "world", true) => Some("worldInverseTransposeMatrix"),
        ("world", "model", true) => Some("worldTransposeMatrix"),
        _ => None,
    }
}

/// The uniform is a texture.
pub fn is_texture(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.get(ty).kind, TypeKind::Filename)
}

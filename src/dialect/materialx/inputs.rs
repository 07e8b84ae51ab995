//! The nodes of a graph with their inputs: types, values, geometric properties.

use std::sync::Arc;

use super::build::Builder;
use super::document::Elem;
use super::graph::{Class, Input, Link, Node, NodeId, Output, PortInfo};
use super::implementation::{Body, Implementation};
use super::problem::ProblemKind;
use super::types::{TypeId, TypeKind};
use super::value::{self, Value};

impl<'a> Builder<'_, 'a> {
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
    pub fn definition_input(&mut self, input: Elem<'a>) -> Input {
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
                let problem = element.problem_at("value", ProblemKind::Enum, message);
                self.problems.push(problem.near(text.trim(), input.enumeration.iter().map(String::as_str)));
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
    pub fn assign(&mut self, input: &mut Input, element: Elem<'a>, port: Elem<'a>) {
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
    pub fn type_of(&mut self, element: Elem<'_>) -> TypeId {
        let name = element.attr("type").unwrap_or("");
        self.session.types.find(name).unwrap_or_else(|| {
            let message = format!("there is no type `{name}`");
            let problem = element.problem_at("type", ProblemKind::Type, message);
            self.problems.push(problem.near(name, self.session.types.document_names()));
            TypeId::NONE
        })
    }

    /// The node of a geometric property, which is made at its first use.
    pub fn geomprop_link(&mut self, name: &str, to: NodeId, at: Elem<'a>, is_socket: bool) -> Link {
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

//! Adds what functions of the sidecar declare to the interface of a shader. A name that the shader has already must be
//! declared as it is there: the text has it once.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::graph::Graph;
use super::interface::{Facts, Interface, Port, Uniform};
use super::scripted::{Declared, NodeCode};
use super::types::{TypeId, TypeKind};

/// Names that the text of each stage has in any case.
const OF_TEXT: [&str; 4] = ["main", "vd", "hPositionWorld", "u_lightData"];

const OTHER_NAME: &str = "Choose another name.";

/// Adds the declarations of all functions, and the code of the vertex stage. All that the graph and the lights need is
/// in the interface already. What cannot be is a mistake at the line of the declaration.
pub fn add_scripts(interface: &mut Interface, facts: &Facts<'_>) {
    let scripts = std::mem::take(&mut interface.scripts);
    let mut known_code = FxHashSet::default();
    for code in scripts {
        Adder { interface, facts }.add(&code);
        // Nodes of one kind write the same values.
        let vertex = &code.vertex;
        let parts = [&vertex.statements, &vertex.functions, &vertex.includes];
        let texts: Vec<Vec<String>> =
            parts.iter().map(|part| part.iter().map(|text| text.text.clone()).collect()).collect();
        if !vertex.statements.is_empty() && known_code.insert(texts) {
            interface.vertex_scripts.push(code);
        }
    }
}

/// Reports uniforms of a function that a variable of its graph hides.
pub fn check_hidden(graph: &Graph, codes: &[Arc<NodeCode>], facts: &Facts<'_>) {
    let sockets = if graph.is_root { &[][..] } else { &graph.inputs };
    let of_nodes = graph.sorted().flat_map(|node| &node.outputs).map(|output| output.variable.as_str());
    let of_graph = sockets.iter().map(|input| input.variable.as_str());
    let outputs = graph.outputs.iter().map(|output| output.variable.as_str());
    let variables: FxHashSet<&str> = of_nodes.chain(of_graph).chain(outputs).collect();
    for declared in codes.iter().flat_map(|code| &code.pixel.uniforms) {
        if variables.contains(declared.of.name.as_str()) {
            let message =
                format!("`{}` cannot be declared: it is the name of a variable of the pixel stage", declared.of.name);
            facts.scripted.wrong(declared.at, message, OTHER_NAME);
        }
    }
}

struct Adder<'i, 'f, 'a> {
    interface: &'i mut Interface,
    facts: &'f Facts<'a>,
}

impl Adder<'_, '_, '_> {
    fn add(&mut self, code: &NodeCode) {
        for declared in &code.vertex.uniforms {
            let is_other = self.interface.vertex_inputs.iter().any(|port| port.name == declared.of.name);
            if is_other {
                self.taken(declared, &declared.of.name, "a vertex input");
            } else if self.is_free(declared, &declared.of.name) {
                let list = std::mem::take(&mut self.interface.vertex_private);
                self.interface.vertex_private = self.with_uniform(list, declared);
            }
        }
        for declared in &code.pixel.uniforms {
            let is_other = self.interface.pixel_public.iter().any(|uniform| uniform.name == declared.of.name);
            if is_other {
                self.taken(declared, &declared.of.name, "a uniform of the material");
            } else if self.is_free(declared, &declared.of.name) {
                let list = std::mem::take(&mut self.interface.pixel_private);
                self.interface.pixel_private = self.with_uniform(list, declared);
            }
        }
        for declared in &code.vertex.inputs {
            let is_other = self.interface.vertex_private.iter().any(|uniform| uniform.name == declared.of.name);
            if is_other {
                self.taken(declared, &declared.of.name, "a uniform of the vertex stage");
            } else if self.is_free(declared, &declared.of.name) && self.is_passed(declared, false) {
                let list = std::mem::take(&mut self.interface.vertex_inputs);
                self.interface.vertex_inputs = self.with_port(list, declared);
            }
        }
        for declared in code.vertex.connectors.iter().chain(&code.pixel.connectors) {
            if self.is_passed(declared, true) {
                let list = std::mem::take(&mut self.interface.connectors);
                self.interface.connectors = self.with_port(list, declared);
            }
        }
    }

    /// Reports a name that something else has.
    fn taken<T>(&self, declared: &Declared<T>, name: &str, what: &str) {
        let message = format!("`{name}` cannot be declared: it is the name of {what}");
        self.facts.scripted.wrong(declared.at, message, OTHER_NAME);
    }

    /// Whether the text does not use the name itself.
    fn is_free<T>(&self, declared: &Declared<T>, name: &str) -> bool {
        let is_free = !OF_TEXT.contains(&name);
        if !is_free {
            self.taken(declared, name, "something that the generated text declares");
        }
        is_free
    }

    /// Whether a value of the type comes from vertices, or goes from the vertex to the pixel stage.
    fn is_passed(&self, declared: &Declared<Port>, takes_matrices: bool) -> bool {
        let ty = self.facts.types.get(declared.of.ty);
        let is_passed = match ty.kind {
            TypeKind::Float | TypeKind::Integer | TypeKind::Vector(_) => true,
            TypeKind::Matrix(_) => takes_matrices,
            _ => false,
        };
        if !is_passed {
            let what = if takes_matrices { "a connector" } else { "a vertex input" };
            let message = format!("`{}` is declared as `{}`, which {what} cannot be", declared.of.name, ty.name);
            self.facts.scripted.wrong(declared.at, message, "Declare it as a float, an integer or a vector.");
        }
        is_passed
    }

    /// Whether a declaration has the type that the shader has for the name.
    fn agrees<T>(&self, declared: &Declared<T>, name: &str, ty: TypeId, known: TypeId) -> bool {
        if ty == known {
            return true;
        }
        let [ty, known] = [ty, known].map(|ty| &self.facts.types.get(ty).name);
        let message = format!("`{name}` is declared as `{ty}`, and the shader has it as `{known}`");
        let help = format!("Declare it as `{known}`, or choose another name.");
        self.facts.scripted.wrong(declared.at, message, &help);
        false
    }

    fn with_port(&self, mut ports: Vec<Port>, declared: &Declared<Port>) -> Vec<Port> {
        let Port { name, ty } = &declared.of;
        match ports.iter().find(|port| port.name == *name) {
            Some(known) => {
                self.agrees(declared, name, *ty, known.ty);
            }
            None => ports.push(declared.of.clone()),
        }
        ports
    }

    fn with_uniform(&self, mut uniforms: Vec<Uniform>, declared: &Declared<Uniform>) -> Vec<Uniform> {
        let Uniform { name, ty, value, .. } = &declared.of;
        let Some(known) = uniforms.iter_mut().find(|uniform| uniform.name == *name) else {
            uniforms.push(declared.of.clone());
            return uniforms;
        };
        if self.agrees(declared, name, *ty, known.ty) && value.is_some() {
            if known.value.is_some() && known.value != *value {
                let message = format!("`{name}` is declared with another default value than the shader has for it");
                let help = "Leave the default value out, or choose another name.";
                self.facts.scripted.wrong(declared.at, message, help);
            } else {
                known.value.clone_from(value);
            }
        }
        uniforms
    }
}

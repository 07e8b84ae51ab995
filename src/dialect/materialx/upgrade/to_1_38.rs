//! What version 1.38 has in other words than 1.37.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{CONNECTIONS, Upgrade};
use crate::dialect::materialx::document::{Elem, ElementId};
use crate::dialect::materialx::problem::ProblemKind;

/// Closures and their newer names.
const CLOSURES: [(&str, &str); 10] = [
    ("dielectric_brdf", "dielectric_bsdf"),
    ("dielectric_btdf", "dielectric_bsdf"),
    ("generalized_schlick_brdf", "generalized_schlick_bsdf"),
    ("conductor_brdf", "conductor_bsdf"),
    ("sheen_brdf", "sheen_bsdf"),
    ("diffuse_brdf", "oren_nayar_diffuse_bsdf"),
    ("burley_diffuse_brdf", "burley_diffuse_bsdf"),
    ("diffuse_btdf", "translucent_bsdf"),
    ("subsurface_brdf", "subsurface_bsdf"),
    ("thin_film_brdf", "thin_film_bsdf"),
];

/// Types of shaders, the input of a material that takes each, and the material.
const SHADERS: [(&str, &str, &str); 3] = [
    ("surfaceshader", "surfaceshader", "surfacematerial"),
    ("displacementshader", "displacementshader", "surfacematerial"),
    ("volumeshader", "volumeshader", "volumematerial"),
];

/// Materials that inherit from one another.
const MOST_INHERITANCE: usize = 32;

/// A material while it is rewritten.
struct Material {
    name: String,
    /// The material that it inherits from; empty if there is none.
    inherit: String,
    /// The type and the name of each shader.
    shaders: Vec<(String, String)>,
    /// Attributes that the new node keeps.
    kept: Vec<(String, String)>,
    old: ElementId,
}

impl Upgrade<'_> {
    /// Rewrites version 1.37. `shader_type`: from the category of a node of the library to the type of its shader.
    pub fn raise_to_1_38(&mut self, shader_type: &dyn Fn(&str) -> Option<String>) {
        self.two_channels();
        self.parameters();
        self.outputs_of_definitions();
        for graph in self.graphs() {
            for node in self.children(graph) {
                self.arguments_swapped(node);
                self.closure(graph, node);
            }
            self.artistic_outputs(graph);
            if graph != 0 {
                self.names_of_inputs(graph);
            }
        }
        self.materials(shader_type);
    }

    /// `color2` is `vector2`: the channels `r` and `a` are `x` and `y`.
    fn two_channels(&mut self) {
        for graph in self.graphs() {
            for node in self.children(graph) {
                let ports = self.children(node);
                if self.category(node) == "swizzle"
                    && self.input(node, "in").is_some_and(|input| self.attr(input, "type") == "color2")
                    && let Some(channels) = self.input(node, "channels")
                {
                    self.letters(channels, "value");
                }
                for port in ports.into_iter().chain([node]) {
                    let from = self.document.elem(graph).child(&self.attr(port, "nodename")).map(|from| from.id);
                    let Some(from) = from else { continue };
                    if self.attr(from, "type") == "color2" {
                        self.letters(port, "channels");
                    }
                    let separates = self.category(from) == "separate2"
                        && self.input(from, "in").is_some_and(|input| self.attr(input, "type") == "color2");
                    let output = match self.attr(port, "output").as_str() {
                        "outr" if separates => "outx",
                        "outa" if separates => "outy",
                        _ => continue,
                    };
                    self.document.set(port, "output", output);
                }
            }
        }
        for id in 0..self.document.elements.len() as ElementId {
            if self.attr(id, "type") == "color2" {
                self.document.set(id, "type", "vector2");
                self.note(id, "color2 is vector2");
            }
            let definition = self.attr(id, "nodedef");
            if definition.contains("_color2") {
                self.document.set(id, "nodedef", &definition.replace("_color2", "_vector2"));
            }
        }
    }

    fn letters(&mut self, id: ElementId, key: &str) {
        let letters = self.attr(id, key);
        if letters.contains(['r', 'a']) {
            self.document.set(id, key, &letters.replace('r', "x").replace('a', "y"));
        }
    }

    /// A `parameter` is an input; on definitions one that is the same everywhere.
    fn parameters(&mut self) {
        for id in 1..self.document.elements.len() as ElementId {
            if self.category(id) != "parameter" {
                continue;
            }
            self.set_category(id, "input");
            let parent = self.document.elements[id as usize].parent;
            if self.category(parent) == "nodedef" {
                self.document.set(id, "uniform", "true");
            }
            self.note(id, "a parameter is an input");
        }
    }

    /// A definition with a type has an output `out` of that type.
    fn outputs_of_definitions(&mut self) {
        for definition in self.children_of(0, "nodedef") {
            let ty = self.attr(definition, "type");
            if !ty.is_empty() && ty != "multioutput" && self.children_of(definition, "output").is_empty() {
                self.add(definition, "output", "out", &ty, definition);
                self.document.unset(definition, "type");
                self.note(definition, "the result of a definition is an output");
            }
        }
    }

    fn arguments_swapped(&mut self, node: ElementId) {
        if self.category(node) != "atan2" {
            return;
        }
        let (first, second) = (self.input(node, "in1"), self.input(node, "in2"));
        if first.is_none() && second.is_none() {
            return;
        }
        if let Some(first) = first {
            self.document.rename(first, "in2_of_1_38");
        }
        if let Some(second) = second {
            self.document.rename(second, "in1");
        }
        if let Some(first) = first {
            self.document.rename(first, "in2");
        }
        self.note(node, "the inputs are swapped");
    }

    fn closure(&mut self, graph: ElementId, node: ElementId) {
        let old = self.category(node);
        let Some((_, new)) = CLOSURES.iter().find(|(known, _)| *known == old) else { return };
        self.set_category(node, new);
        self.document.unset(node, "nodedef");
        self.note(node, "the closure has another name");
        match old {
            "dielectric_btdf" => {
                if let Some(interior) = self.input(node, "interior") {
                    self.detach(interior);
                }
                self.value(node, "scatter_mode", "string", "T");
            }
            "conductor_brdf" => self.conductor(graph, node),
            _ => {}
        }
        self.base(graph, node);
    }

    /// A closure with another below it is a layer, which takes over its name.
    fn base(&mut self, graph: ElementId, node: ElementId) {
        let Some(base) = self.input(node, "base") else { return };
        let is_connected = CONNECTIONS.iter().any(|key| !self.attr(base, key).is_empty());
        if is_connected {
            let name = self.name(node);
            let top = self.rename_freely(node, &format!("{name}__layer_top"));
            let layer = self.add_node(graph, "layer", &name, "BSDF", node);
            self.connect(layer, "top", "BSDF", &top, None);
            if let Some(input) = self.add(layer, "input", "base", "BSDF", base) {
                self.copy_source(base, input);
            }
            self.note(layer, "a closure with a base is a layer");
        }
        self.detach(base);
    }

    /// The colours of a conductor go through `artistic_ior`.
    fn conductor(&mut self, graph: ElementId, node: ElementId) {
        if let (Some(ior), Some(extinction)) = (self.input(node, "ior"), self.input(node, "extinction")) {
            [ior, extinction].iter().for_each(|input| self.document.set(*input, "type", "color3"));
            return;
        }
        let name = format!("{}__artistic_ior", self.name(node));
        let ior = self.add_node(graph, "artistic_ior", &name, "multioutput", node);
        for color in ["reflectivity", "edge_color"] {
            let Some(from) = self.input(node, color) else { continue };
            if let Some(to) = self.add(ior, "input", color, "color3", from) {
                self.copy_source(from, to);
            }
            self.detach(from);
        }
        let name = self.name(ior);
        for output in ["ior", "extinction"] {
            self.add(ior, "output", output, "color3", node);
            if let Some(old) = self.input(node, output) {
                self.detach(old);
            }
            self.connect(node, output, "color3", &name, Some(output));
        }
    }

    /// Outputs of `artistic_ior` are colours: vectors are converted.
    fn artistic_outputs(&mut self, graph: ElementId) {
        let mut names = FxHashSet::default();
        for node in self.children_of(graph, "artistic_ior") {
            for output in self.children_of(node, "output") {
                self.document.set(output, "type", "color3");
            }
            names.insert(self.name(node));
        }
        if names.is_empty() {
            return;
        }
        for reader in self.children(graph) {
            for port in self.children(reader).into_iter().chain([reader]) {
                if !names.contains(&self.attr(port, "nodename")) || self.attr(port, "type") != "vector3" {
                    continue;
                }
                if self.category(reader) == "conductor_bsdf" {
                    self.document.set(port, "type", "color3");
                    continue;
                }
                self.converted(graph, reader, port);
            }
        }
    }

    fn converted(&mut self, graph: ElementId, reader: ElementId, port: ElementId) {
        let name = format!("{}__convert_{}", self.name(reader), self.attr(port, "output"));
        let convert = self.add_node(graph, "convert", &name, "vector3", reader);
        if let Some(input) = self.add(convert, "input", "in", "color3", port) {
            self.copy_source(port, input);
            self.document.unset(input, "value");
        }
        self.document.unset(port, "output");
        let name = self.name(convert);
        self.document.set(port, "nodename", &name);
        self.note(port, "a colour is converted");
    }

    /// Nodes of a graph that have the name of one of its inputs get another.
    fn names_of_inputs(&mut self, graph: ElementId) {
        let definition = self.document.root().child(&self.attr(graph, "nodedef"));
        let inputs = definition.into_iter().flat_map(|found| found.inputs());
        let mut taken: FxHashSet<String> = inputs.map(|input| input.name().to_owned()).collect();
        let nodes = self.children(graph);
        for node in &nodes {
            for port in self.children(*node) {
                taken.extend(self.document.elem(port).text("interfacename").map(str::to_owned));
            }
        }
        let mut renamed = FxHashMap::default();
        for node in nodes {
            let name = self.name(node);
            if !self.document.elem(node).is_node() || !taken.contains(&name) {
                continue;
            }
            let new = loop {
                let new = self.next_name(graph, &name);
                if !taken.contains(&new) && self.document.rename(node, &new) {
                    break new;
                }
            };
            renamed.insert(name, new);
            self.note(node, "a node has another name than the inputs of its graph");
        }
        self.redirect(&renamed, graph);
    }

    /// A `material` with shaders in it becomes a node for each shader, and one for the material.
    fn materials(&mut self, shader_type: &dyn Fn(&str) -> Option<String>) {
        let types = ShaderTypes::of(self, shader_type);
        let mut materials = Vec::new();
        for id in self.children_of(0, "material") {
            self.note(id, "a material and its shaders are nodes");
            let mut material = Material {
                name: self.name(id),
                inherit: self.attr(id, "inherit"),
                shaders: Vec::new(),
                kept: ["doc", "xpos", "ypos", "uicolor"]
                    .iter()
                    .map(|key| ((*key).to_owned(), self.attr(id, key)))
                    .filter(|(_, value)| !value.is_empty())
                    .collect(),
                old: id,
            };
            for shader in self.children_of(id, "shaderref") {
                let category = self.attr(shader, "node");
                if !is_tag(&category) {
                    let elem = self.document.elem(shader);
                    let message = match category.as_str() {
                        "" => "a shader without `node`".to_owned(),
                        _ => format!("`{category}`, the `node` of a shader, is no name of a node"),
                    };
                    self.problems.push(elem.problem_at("node", ProblemKind::Element, message));
                    continue;
                }
                let ty = types.find(&category, &self.attr(shader, "nodedef"));
                let name = self.shader(shader, &ty);
                material.shaders.push((ty, name));
            }
            materials.push(material);
        }
        let by_name: FxHashMap<&str, &Material> =
            materials.iter().map(|material| (material.name.as_str(), material)).collect();
        for material in &materials {
            self.material(material, &by_name);
        }
    }

    /// Makes a node of a shader; its name.
    fn shader(&mut self, shader: ElementId, ty: &str) -> String {
        let (category, name) = (self.attr(shader, "node"), self.name(shader));
        let node = self.add_freely(0, &category, &name, ty, shader);
        for key in ["nodedef", "target", "doc"] {
            let value = self.attr(shader, key);
            if !value.is_empty() {
                self.document.set(node, key, &value);
            }
        }
        for bound in self.children(shader) {
            let category = match self.category(bound) {
                "bindinput" | "bindparam" => "input",
                "bindtoken" => "token",
                _ => continue,
            };
            let (name, ty) = (self.name(bound), self.attr(bound, "type"));
            if let Some(input) = self.add(node, category, &name, &ty, bound) {
                self.copy_source(bound, input);
            }
        }
        self.name(node)
    }

    fn material(&mut self, material: &Material, all: &FxHashMap<&str, &Material>) {
        let mut shaders = material.shaders.clone();
        let mut inherit = material.inherit.as_str();
        for _ in 0..MOST_INHERITANCE {
            let Some(from) = all.get(inherit) else { break };
            // A shader of its own counts, not the inherited one of that type.
            let more = from.shaders.iter().filter(|(ty, _)| !shaders.iter().any(|(own, _)| own == ty));
            let more: Vec<(String, String)> = more.cloned().collect();
            shaders.extend(more);
            inherit = &from.inherit;
        }
        let category = shaders.iter().find_map(|(ty, _)| SHADERS.iter().find(|(known, _, _)| known == ty));
        let category = category.map_or("surfacematerial", |(_, _, category)| category);
        self.detach(material.old);
        let node = self.add_freely(0, category, &material.name, "material", material.old);
        for (key, value) in &material.kept {
            self.document.set(node, key, value);
        }
        for (ty, name) in &shaders {
            if let Some((_, input, _)) = SHADERS.iter().find(|(known, _, of)| known == ty && *of == category) {
                self.connect(node, input, ty, name, None);
            }
        }
    }
}

/// The types of shaders: those of the document's own definitions, and those of the library.
struct ShaderTypes<'l> {
    /// By the name of the definition.
    by_name: FxHashMap<String, String>,
    /// By the category of the node; the first definition counts.
    by_category: FxHashMap<String, String>,
    library: &'l dyn Fn(&str) -> Option<String>,
}

impl<'l> ShaderTypes<'l> {
    fn of(upgrade: &Upgrade<'_>, library: &'l dyn Fn(&str) -> Option<String>) -> ShaderTypes<'l> {
        let mut types = ShaderTypes { by_name: FxHashMap::default(), by_category: FxHashMap::default(), library };
        for definition in upgrade.document.root().children_of("nodedef") {
            let Some(ty) = type_of(definition) else { continue };
            types.by_name.insert(definition.name().to_owned(), ty.clone());
            if let Some(category) = definition.attr("node") {
                types.by_category.entry(category.to_owned()).or_insert(ty);
            }
        }
        types
    }

    /// The type of a shader of a category whose definition may be named.
    fn find(&self, category: &str, named: &str) -> String {
        let own = if named.is_empty() { self.by_category.get(category) } else { self.by_name.get(named) };
        let found = own.cloned().or_else(|| (self.library)(category));
        found.filter(|ty| SHADERS.iter().any(|(known, _, _)| known == ty)).unwrap_or_else(|| "surfaceshader".to_owned())
    }
}

/// The type of a definition's result.
fn type_of(definition: Elem<'_>) -> Option<String> {
    let output = definition.outputs().next().and_then(|output| output.attr("type"));
    output.or(definition.attr("type")).map(str::to_owned)
}

/// Whether a text can be the tag of an element, without a prefix for a namespace.
fn is_tag(text: &str) -> bool {
    let is_first = |c: char| c.is_ascii_alphabetic() || c == '_';
    text.starts_with(is_first) && text.chars().all(|c| is_first(c) || c.is_ascii_digit() || c == '-' || c == '.')
}

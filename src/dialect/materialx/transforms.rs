//! Transforms of colour spaces and units: nodes between a value or a texture and what reads it.

use super::build::{Builder, Conversion, ConvertedPort};
use super::document::Elem;
use super::graph::{Class, Input, Link, NodeId};
use super::problem::{Problem, ProblemKind};
use super::readers::{Reader, Readers};
use super::types::TypeId;
use super::universe::Universe;
use super::value::Value;

/// The colour space of a document that names none.
const DEFAULT_SPACE: &str = "lin_rec709";

/// Other names of colour spaces.
const ALIASES: [(&str, &str); 14] = [
    ("gamma18", "g18_rec709"),
    ("gamma22", "g22_rec709"),
    ("gamma24", "rec709_display"),
    ("lin_ap1", "acescg"),
    ("lin_ap1_scene", "acescg"),
    ("lin_rec709_scene", "lin_rec709"),
    ("lin_p3d65_scene", "lin_displayp3"),
    ("lin_adobergb_scene", "lin_adobergb"),
    ("srgb_rec709_scene", "srgb_texture"),
    ("g22_rec709_scene", "g22_rec709"),
    ("g18_rec709_scene", "g18_rec709"),
    ("g22_ap1_scene", "g22_ap1"),
    ("srgb_p3d65_scene", "srgb_displayp3"),
    ("g22_adobergb_scene", "adobergb"),
];

/// The name that the node library has for a colour space.
fn library_space(name: &str) -> &str {
    ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, space)| space)
}

/// The scale of a unit; `None` if the library does not know it.
pub fn unit_scale(universe: &Universe<'_>, unit: &str, unit_type: &str) -> Option<f64> {
    let definitions = universe.unitdefs().filter(|it| it.attr("unittype") == Some(unit_type));
    let mut units = definitions.flat_map(|definition| definition.children_of("unit"));
    units.find(|known| known.name() == unit)?.attr("scale")?.trim().parse().ok()
}

impl<'a> Builder<'_, 'a> {
    /// Remembers that the value of an input is in a colour space or a unit. `element`: where the value stands.
    pub fn note_conversion(&mut self, node: NodeId, at: usize, element: Elem<'a>) {
        let options = self.session.options;
        let input = &self.graph.nodes[node].inputs[at];
        let space = |element: Elem<'a>| element.inherited("colorspace").filter(|space| !matches!(*space, "" | "none"));
        if options.color_transforms
            && let Some(space) = space(element)
        {
            let problem = element.problem_at("colorspace", ProblemKind::ColorSpace, "");
            let port = match input.ty {
                TypeId::COLOR3 | TypeId::COLOR4 => Some(ConvertedPort::InputColor(at, space.to_owned())),
                TypeId::FILENAME if self.graph.nodes[node].class.has(Class::FILE_TEXTURE) => {
                    Some(ConvertedPort::OutputColor(space.to_owned()))
                }
                _ => None,
            };
            if let Some(port) = port {
                self.conversions.push(Conversion { node, port, problem });
            }
        }
        let has_unit = matches!(input.ty, TypeId::FLOAT | TypeId::VECTOR2 | TypeId::VECTOR3 | TypeId::VECTOR4);
        if !options.target_distance_unit.is_empty()
            && has_unit
            && let (Some(unit), Some(unit_type)) = (element.text("unit"), element.text("unittype"))
        {
            let problem = element.problem_at("unit", ProblemKind::Unit, "");
            let declared = self.graph.nodes[node].inputs[at].info.unit_declared.clone();
            let port = ConvertedPort::InputUnit(at, unit.to_owned(), unit_type.to_owned(), declared);
            self.conversions.push(Conversion { node, port, problem });
        }
    }

    /// Adds the nodes of all transforms.
    pub fn convert(&mut self) {
        let mut conversions = std::mem::take(&mut self.conversions);
        // Colours first, then units, each in the order of the nodes.
        let is_unit = |port: &ConvertedPort| matches!(port, ConvertedPort::InputUnit(..));
        conversions.sort_by_key(|conversion| (is_unit(&conversion.port), conversion.node));
        for conversion in conversions {
            match &conversion.port {
                ConvertedPort::InputColor(at, space) => self.convert_input_color(&conversion, *at, space),
                ConvertedPort::OutputColor(space) => self.convert_outputs(&conversion, space),
                ConvertedPort::InputUnit(at, unit, unit_type, declared) => {
                    self.convert_unit(&conversion, *at, unit, unit_type, declared);
                }
            }
        }
        self.readers = None;
    }

    /// The colour space that the text computes in.
    fn target_space(&self) -> String {
        let chosen = &self.session.options.target_colorspace;
        if !chosen.is_empty() {
            return chosen.clone();
        }
        let root = self.session.universe.main().document.root();
        root.text("colorspace").filter(|space| *space != "none").unwrap_or(DEFAULT_SPACE).to_owned()
    }

    /// Adds the node that transforms a colour. `None` if none is needed, or if there is none.
    fn color_node(&mut self, conversion: &Conversion, space: &str, ty: TypeId, name: &str) -> Option<NodeId> {
        let target = self.target_space();
        let (from, to) = (library_space(space), library_space(&target));
        if from == to {
            return None;
        }
        let type_name = &self.session.types.get(ty).name;
        let definition = format!("ND_{from}_to_{to}_{type_name}");
        if self.session.universe.definition(None, &definition).is_none() {
            let message = format!("no node transforms the colour space `{space}` to `{target}`");
            self.problems.push(Problem { message, ..conversion.problem.clone() });
            return None;
        }
        self.add_named(name, &definition)
    }

    fn convert_input_color(&mut self, conversion: &Conversion, at: usize, space: &str) {
        let node = &self.graph.nodes[conversion.node];
        let input = &node.inputs[at];
        if matches!(input.link, Link::Node(..)) {
            return;
        }
        let name = format!("{}_{}_cm", node.name, input.name);
        let Some(transform) = self.color_node(conversion, space, input.ty, &name) else { return };
        self.insert_before(conversion.node, at, transform, "in");
    }

    /// Lets an input read a new node, whose own input takes over its value.
    fn insert_before(&mut self, node: NodeId, at: usize, transform: NodeId, name: &str) {
        let input = self.graph.nodes[node].inputs[at].clone();
        if let Some(taken) = self.graph.nodes[transform].inputs.iter_mut().find(|known| known.name == name) {
            let Input { value, link, info, .. } = input;
            (taken.value, taken.link, taken.info) = (value, link, info);
        }
        let link = Link::Node(transform, 0);
        self.graph.nodes[node].inputs[at].link = link;
        if let Some(readers) = &mut self.readers {
            readers.note(link, Reader::Input(node, at));
        }
        self.edges.push((transform, node));
    }

    fn convert_outputs(&mut self, conversion: &Conversion, space: &str) {
        for at in 0..self.graph.nodes[conversion.node].outputs.len() {
            let node = &self.graph.nodes[conversion.node];
            let output = &node.outputs[at];
            if !matches!(output.ty, TypeId::COLOR3 | TypeId::COLOR4) {
                continue;
            }
            let name = format!("{}_{}_cm", node.name, output.name);
            let Some(transform) = self.color_node(conversion, space, output.ty, &name) else { return };
            let (read, by) = (Link::Node(conversion.node, at), Link::Node(transform, 0));
            self.move_readers(conversion.node, at, by);
            self.link(transform, "in", read);
        }
    }

    /// Lets all that read an output read another one.
    fn move_readers(&mut self, node: NodeId, output: usize, by: Link) {
        let graph = &mut self.graph;
        let readers = self.readers.get_or_insert_with(|| Readers::of(graph));
        for reader in readers.take(graph, node, Some(output)) {
            *reader.link(graph) = by;
            readers.note(by, reader);
            if let (Reader::Input(to, _), Link::Node(from, _)) = (reader, by) {
                self.edges.push((from, to));
            }
        }
    }

    fn convert_unit(&mut self, conversion: &Conversion, at: usize, unit: &str, unit_type: &str, declared: &str) {
        let universe = &self.session.universe;
        let node = &self.graph.nodes[conversion.node];
        let input = &node.inputs[at];
        if matches!(input.link, Link::Node(..)) {
            return;
        }
        let target = if declared.is_empty() { self.session.options.target_distance_unit.as_str() } else { declared };
        let (from, to) = (unit_scale(universe, unit, unit_type), unit_scale(universe, target, unit_type));
        let (Some(from), Some(to)) = (from, to) else {
            let unknown = if from.is_none() { unit } else { target };
            let message = format!("there is no unit `{unknown}` of the kind `{unit_type}`");
            self.problems.push(Problem { message, ..conversion.problem.clone() });
            return;
        };
        let name = format!("{}_{}_unit", node.name, input.name);
        let type_name = &self.session.types.get(input.ty).name;
        let suffix = if input.ty == TypeId::FLOAT { "" } else { "FA" };
        let Some(multiply) = self.add_named(&name, &format!("ND_multiply_{type_name}{suffix}")) else { return };
        self.insert_before(conversion.node, at, multiply, "in1");
        if let Some(ratio) = self.graph.nodes[multiply].inputs.iter_mut().find(|input| input.name == "in2") {
            ratio.value = Some(Value::Floats(vec![(from / to) as f32]));
        }
    }
}

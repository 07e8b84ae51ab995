//! Rewrites documents of older versions as 1.39, in memory, version by version.
//!
//! **In**: a document, its version, the types of the node library's shaders.
//! **Out**: the document as the newest version has it, and the elements that changed.
//! **Never**: changes a document of the newest version, or looks at included files apart from their document.

mod to_1_38;
mod to_1_39;
mod write;

pub use write::write;

use super::document::{Document, Element, ElementId};
use super::problem::Place;

/// Attributes that connect an input.
const CONNECTIONS: [&str; 4] = ["nodename", "nodegraph", "output", "interfacename"];

/// A rewritten element, for notes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    pub place: Option<Place>,
    pub path: String,
    /// What was done.
    pub what: &'static str,
}

/// Rewrites a document in place, and says which elements changed. `shader_type`: from the category of a node of the
/// library to the type of its shader.
pub fn upgrade(
    document: &mut Document,
    from: (u32, u32),
    shader_type: &dyn Fn(&str) -> Option<String>,
) -> Vec<Rewritten> {
    let mut upgrade = Upgrade { document, done: Vec::new() };
    if from < (1, 38) {
        upgrade.raise_to_1_38(shader_type);
    }
    upgrade.raise_to_1_39();
    let done = upgrade.done;
    document.set(0, "version", "1.39");
    done
}

struct Upgrade<'d> {
    document: &'d mut Document,
    done: Vec<Rewritten>,
}

impl Upgrade<'_> {
    fn category(&self, id: ElementId) -> &'static str {
        self.document.elements[id as usize].category.as_str()
    }

    fn children(&self, id: ElementId) -> Vec<ElementId> {
        self.document.elements[id as usize].children.clone()
    }

    /// Children with a tag.
    fn children_of(&self, id: ElementId, category: &str) -> Vec<ElementId> {
        let mut children = self.children(id);
        children.retain(|child| self.category(*child) == category);
        children
    }

    fn attr(&self, id: ElementId, key: &str) -> String {
        self.document.elem(id).attr(key).unwrap_or("").to_owned()
    }

    fn input(&self, node: ElementId, name: &str) -> Option<ElementId> {
        self.document.elem(node).input(name).map(|input| input.id)
    }

    fn note(&mut self, id: ElementId, what: &'static str) {
        let elem = self.document.elem(id);
        self.done.push(Rewritten { place: elem.place(), path: elem.path(), what });
    }

    fn set_category(&mut self, id: ElementId, category: &str) {
        self.document.elements[id as usize].category = ustr::ustr(category);
    }

    /// Adds an element with the place of another.
    fn add(&mut self, parent: ElementId, category: &str, name: &str, ty: &str, like: ElementId) -> Option<ElementId> {
        let Element { file, start, end, .. } = self.document.elements[like as usize];
        let id = self.document.push(Element {
            category: ustr::ustr(category),
            name: ustr::ustr(name),
            attributes: Vec::new(),
            parent,
            scope: parent,
            children: Vec::new(),
            file,
            start,
            end,
        })?;
        self.document.set(id, "type", ty);
        Some(id)
    }

    /// Adds a node under a name that is free, before another node.
    fn add_node(&mut self, graph: ElementId, category: &str, name: &str, ty: &str, before: ElementId) -> ElementId {
        let mut number = 1_u32;
        loop {
            let free = if number == 1 { name.to_owned() } else { format!("{name}{number}") };
            if let Some(id) = self.add(graph, category, &free, ty, before) {
                self.document.move_last_before(graph, before);
                return id;
            }
            number += 1;
        }
    }

    /// Adds an input that is connected to a node.
    fn connect(&mut self, node: ElementId, name: &str, ty: &str, from: &str, output: Option<&str>) {
        if let Some(input) = self.add(node, "input", name, ty, node) {
            self.document.set(input, "nodename", from);
            if let Some(output) = output {
                self.document.set(input, "output", output);
            }
        }
    }

    /// Adds an input with a value.
    fn value(&mut self, node: ElementId, name: &str, ty: &str, value: &str) {
        match self.input(node, name) {
            Some(input) => self.document.set(input, "value", value),
            None => {
                if let Some(input) = self.add(node, "input", name, ty, node) {
                    self.document.set(input, "value", value);
                }
            }
        }
    }

    /// Moves connection, value and spaces of one input to another.
    fn copy_source(&mut self, from: ElementId, to: ElementId) {
        for key in CONNECTIONS.into_iter().chain(["value", "colorspace", "unit", "unittype"]) {
            let text = self.document.elem(from).attr(key).map(str::to_owned);
            if let Some(text) = text {
                self.document.set(to, key, &text);
            }
        }
    }

    fn name(&self, id: ElementId) -> String {
        self.document.elem(id).name().to_owned()
    }

    /// The root and the node graphs: the elements whose children are nodes.
    fn graphs(&self) -> Vec<ElementId> {
        std::iter::once(0).chain(self.children_of(0, "nodegraph")).collect()
    }

    /// Gives an element a name that is free among its siblings: the name itself, or with a number from 2.
    fn rename_freely(&mut self, id: ElementId, name: &str) -> String {
        let mut free = name.to_owned();
        let mut number = 2_u32;
        while !self.document.rename(id, &free) {
            free = format!("{name}{number}");
            number += 1;
        }
        free
    }

    /// Lets all that name a node name another.
    fn redirect(&mut self, old: &str, new: &str, graph: ElementId) {
        for node in self.children(graph) {
            for port in std::iter::once(node).chain(self.children(node)) {
                if self.attr(port, "nodename") == old {
                    self.document.set(port, "nodename", new);
                }
            }
        }
    }
}

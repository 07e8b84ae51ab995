//! Rewrites documents of older versions as 1.39, in memory, version by version.
//!
//! **In**: a document, its version, the types of the node library's shaders.
//! **Out**: the document as the newest version has it, and the elements that changed.
//! **Never**: changes a document of the newest version, or looks at included files apart from their document.

mod edits;
mod to_1_38;
mod to_1_39;
mod write;

pub use write::write;

use rustc_hash::FxHashMap;

use self::edits::Edits;
use super::document::{Document, Element, ElementId};
use super::problem::{Place, Problem};
use crate::atom::Atom;

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
/// library to the type of its shader. `problems` gets what cannot be rewritten.
pub fn upgrade(
    document: &mut Document,
    from: (u32, u32),
    shader_type: &dyn Fn(&str) -> Option<String>,
    problems: &mut Vec<Problem>,
) -> Vec<Rewritten> {
    let (done, edits, numbers) = (Vec::new(), FxHashMap::default(), FxHashMap::default());
    let mut upgrade = Upgrade { document, done, problems, edits, numbers };
    if from < (1, 38) {
        upgrade.raise_to_1_38(shader_type);
    }
    upgrade.raise_to_1_39();
    upgrade.settle_all();
    let done = upgrade.done;
    document.set(0, "version", "1.39");
    done
}

struct Upgrade<'d> {
    document: &'d mut Document,
    done: Vec<Rewritten>,
    problems: &'d mut Vec<Problem>,
    /// What is still to be done to the children of elements, all at once: lists of children are long.
    edits: FxHashMap<ElementId, Edits>,
    /// From the parent and the first choice of a name to the last number that made it free.
    numbers: FxHashMap<(ElementId, String), u32>,
}

impl Upgrade<'_> {
    fn category(&self, id: ElementId) -> &'static str {
        self.document.elements[id as usize].category.as_str()
    }

    fn children(&mut self, id: ElementId) -> Vec<ElementId> {
        self.settle(id);
        self.document.elements[id as usize].children.clone()
    }

    /// Children with a tag.
    fn children_of(&mut self, id: ElementId, category: &str) -> Vec<ElementId> {
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
        self.document.elements[id as usize].category = Atom::from(category);
    }

    /// Adds an element with the place of another.
    fn add(&mut self, parent: ElementId, category: &str, name: &str, ty: &str, like: ElementId) -> Option<ElementId> {
        let Element { file, start, end, .. } = self.document.elements[like as usize];
        let id = self.document.push(Element {
            category: Atom::from(category),
            name: Atom::from(name),
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
        let id = self.add_freely(graph, category, name, ty, before);
        self.edits.entry(graph).or_default().insert_before(before, id);
        id
    }

    /// Adds an element as the last child, under a name that is free: the name itself, or with a number from 2.
    fn add_freely(&mut self, parent: ElementId, category: &str, name: &str, ty: &str, like: ElementId) -> ElementId {
        if let Some(id) = self.add(parent, category, name, ty, like) {
            return id;
        }
        loop {
            let free = self.next_name(parent, name);
            if let Some(id) = self.add(parent, category, &free, ty, like) {
                return id;
            }
        }
    }

    /// A name with the next number, from 2, that was not tried among the children of an element.
    fn next_name(&mut self, parent: ElementId, name: &str) -> String {
        let number = self.numbers.entry((parent, name.to_owned())).or_insert(1);
        *number += 1;
        format!("{name}{number}")
    }

    /// Removes a child from its parent. Its name is free.
    fn detach(&mut self, id: ElementId) {
        self.document.free_name(id);
        let parent = self.document.elements[id as usize].parent;
        self.edits.entry(parent).or_default().remove(id);
    }

    fn settle(&mut self, parent: ElementId) {
        if let Some(edits) = self.edits.remove(&parent) {
            let children = &mut self.document.elements[parent as usize].children;
            *children = edits.applied(children);
        }
    }

    fn settle_all(&mut self) {
        let parents: Vec<ElementId> = self.edits.keys().copied().collect();
        parents.into_iter().for_each(|parent| self.settle(parent));
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
    fn graphs(&mut self) -> Vec<ElementId> {
        std::iter::once(0).chain(self.children_of(0, "nodegraph")).collect()
    }

    /// Gives an element a name that is free among its siblings: the name itself, or with a number from 2.
    fn rename_freely(&mut self, id: ElementId, name: &str) -> String {
        let parent = self.document.elements[id as usize].parent;
        let mut free = name.to_owned();
        while !self.document.rename(id, &free) {
            free = self.next_name(parent, name);
        }
        free
    }

    /// Lets all that name a node of a graph name another. `names`: from old names to new ones.
    fn redirect(&mut self, names: &FxHashMap<String, String>, graph: ElementId) {
        if names.is_empty() {
            return;
        }
        for node in self.children(graph) {
            for port in std::iter::once(node).chain(self.children(node)) {
                let named = self.document.elem(port).attr("nodename");
                if let Some(new) = named.and_then(|name| names.get(name)) {
                    self.document.set(port, "nodename", new);
                }
            }
        }
    }
}

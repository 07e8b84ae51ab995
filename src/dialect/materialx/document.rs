//! A document: the elements of a file and of the files that it includes.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::problem::{FileText, Place, Problem, ProblemKind};
use crate::atom::Atom;

/// The index of an element in its document. 0 is the root.
pub type ElementId = u32;

/// An attribute.
#[derive(Clone, Debug)]
pub struct Attribute {
    pub key: Atom,
    pub value: Box<str>,
    /// Bytes of the value in the element's file.
    pub start: u32,
    pub end: u32,
}

/// An element of a document.
#[derive(Clone, Debug)]
pub struct Element {
    /// The tag: `nodedef`, `input`, or the category of a node.
    pub category: Atom,
    /// Empty if there is no `name`.
    pub name: Atom,
    pub attributes: Vec<Attribute>,
    pub parent: ElementId,
    /// The element whose attributes are inherited: the parent, or for the contents of an included file its root.
    pub scope: ElementId,
    pub children: Vec<ElementId>,
    /// The file in [`Document::files`].
    pub file: u32,
    /// Bytes of the start tag's name and of the whole element.
    pub start: u32,
    pub end: u32,
}

/// The elements of a file, with those of included files among the root's children.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The document's own file first.
    pub files: Vec<Arc<FileText>>,
    pub elements: Vec<Element>,
    /// From an element and a name to its child of that name.
    by_name: FxHashMap<(ElementId, Atom), ElementId>,
    /// Number of the document in its [`super::universe::Universe`]: it tells elements of different documents apart.
    pub number: u32,
}

impl Document {
    /// An empty document with a root.
    pub fn new(file: Arc<FileText>) -> Document {
        let root = Element {
            category: Atom::from("materialx"),
            name: Atom::default(),
            attributes: Vec::new(),
            parent: 0,
            scope: 0,
            children: Vec::new(),
            file: 0,
            start: 0,
            end: 0,
        };
        Document { files: vec![file], elements: vec![root], by_name: FxHashMap::default(), number: 0 }
    }

    /// Adds an element as the last child of its parent. `false` if the parent has a child of that name already: the
    /// first one counts, and the element is not added.
    pub fn push(&mut self, element: Element) -> Option<ElementId> {
        let id = self.elements.len() as ElementId;
        if !element.name.is_empty() {
            match self.by_name.entry((element.parent, element.name)) {
                std::collections::hash_map::Entry::Occupied(_) => return None,
                std::collections::hash_map::Entry::Vacant(free) => free.insert(id),
            };
        }
        self.elements[element.parent as usize].children.push(id);
        self.elements.push(element);
        Some(id)
    }

    /// Adds an element that is no child, for the attributes that others inherit from it.
    pub fn push_scope(&mut self, element: Element) -> ElementId {
        self.elements.push(element);
        self.elements.len() as ElementId - 1
    }

    /// The root.
    pub fn root(&self) -> Elem<'_> {
        Elem { document: self, id: 0 }
    }

    /// The element with this index.
    pub fn elem(&self, id: ElementId) -> Elem<'_> {
        Elem { document: self, id }
    }

    /// Frees the name of an element, which stays among the children of its parent.
    pub fn free_name(&mut self, id: ElementId) {
        let Element { parent, name, .. } = self.elements[id as usize];
        self.by_name.remove(&(parent, name));
    }

    /// Gives an element another name. `false` if a sibling has it.
    pub fn rename(&mut self, id: ElementId, name: &str) -> bool {
        let name = Atom::from(name);
        let parent = self.elements[id as usize].parent;
        if self.by_name.contains_key(&(parent, name)) {
            return false;
        }
        self.by_name.remove(&(parent, self.elements[id as usize].name));
        self.by_name.insert((parent, name), id);
        self.elements[id as usize].name = name;
        true
    }

    /// Sets or adds an attribute.
    pub fn set(&mut self, id: ElementId, key: &str, value: &str) {
        let element = &mut self.elements[id as usize];
        match element.attributes.iter_mut().find(|attribute| attribute.key == key) {
            Some(attribute) => attribute.value = value.into(),
            None => {
                let (start, end) = (element.start, element.end);
                element.attributes.push(Attribute { key: Atom::from(key), value: value.into(), start, end });
            }
        }
    }

    /// Removes an attribute.
    pub fn unset(&mut self, id: ElementId, key: &str) {
        self.elements[id as usize].attributes.retain(|attribute| attribute.key != key);
    }
}

/// An element with its document.
#[derive(Clone, Copy, Debug)]
pub struct Elem<'a> {
    pub document: &'a Document,
    pub id: ElementId,
}

impl PartialEq for Elem<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.document, other.document) && self.id == other.id
    }
}

impl<'a> Elem<'a> {
    fn element(self) -> &'a Element {
        &self.document.elements[self.id as usize]
    }

    /// The tag.
    pub fn category(self) -> &'a str {
        self.element().category.as_str()
    }

    /// The name without a namespace; empty if it has none.
    pub fn name(self) -> &'a str {
        self.element().name.as_str()
    }

    /// The value of an attribute of its own.
    pub fn attr(self, key: &str) -> Option<&'a str> {
        self.attribute(key).map(|attribute| &*attribute.value)
    }

    /// The value of an attribute of its own, unless it is empty.
    pub fn text(self, key: &str) -> Option<&'a str> {
        self.attr(key).filter(|value| !value.is_empty())
    }

    /// An attribute of its own.
    pub fn attribute(self, key: &str) -> Option<&'a Attribute> {
        self.element().attributes.iter().find(|attribute| attribute.key.as_str() == key)
    }

    /// All attributes, in the file's order.
    pub fn attributes(self) -> &'a [Attribute] {
        &self.element().attributes
    }

    /// The value of an attribute of the nearest element that has it: its own, its parent's and so on.
    pub fn inherited(self, key: &str) -> Option<&'a str> {
        let mut at = self;
        loop {
            if let Some(value) = at.attr(key) {
                return Some(value);
            }
            if at.id == 0 {
                return None;
            }
            at.id = at.element().scope;
        }
    }

    /// The parent; the root is its own.
    pub fn parent(self) -> Elem<'a> {
        Elem { id: self.element().parent, ..self }
    }

    /// The element is its document's root.
    pub fn is_root(self) -> bool {
        self.id == 0
    }

    /// Its children in order.
    pub fn children(self) -> impl DoubleEndedIterator<Item = Elem<'a>> + Clone {
        self.element().children.iter().map(move |id| Elem { id: *id, ..self })
    }

    /// Children with a tag.
    pub fn children_of(self, category: &'static str) -> impl DoubleEndedIterator<Item = Elem<'a>> + Clone {
        self.children().filter(move |child| child.category() == category)
    }

    /// The child with this name.
    pub fn child(self, name: &str) -> Option<Elem<'a>> {
        let name = Atom::from_existing(name)?;
        self.document.by_name.get(&(self.id, name)).map(|id| Elem { id: *id, ..self })
    }

    /// The input of this name.
    pub fn input(self, name: &str) -> Option<Elem<'a>> {
        self.child(name).filter(|child| is_input(child.category()))
    }

    /// The inputs in order.
    pub fn inputs(self) -> impl DoubleEndedIterator<Item = Elem<'a>> + Clone {
        self.children().filter(|child| is_input(child.category()))
    }

    /// The outputs in order.
    pub fn outputs(self) -> impl DoubleEndedIterator<Item = Elem<'a>> + Clone {
        self.children_of("output")
    }

    /// Names from below the root to the element, joined with `/`.
    pub fn path(self) -> String {
        if self.is_root() {
            return String::new();
        }
        let parent = self.parent();
        let name = if self.name().is_empty() { self.category() } else { self.name() };
        if parent.is_root() { name.to_owned() } else { format!("{}/{name}", parent.path()) }
    }

    /// The element in its file.
    pub fn place(self) -> Option<Place> {
        let element = self.element();
        let file = self.document.files.get(element.file as usize)?;
        Some(Place { file: Arc::clone(file), start: element.start, end: element.end })
    }

    /// The value of an attribute in its file, else the element.
    pub fn place_of(self, key: &str) -> Option<Place> {
        let place = self.place()?;
        Some(match self.attribute(key) {
            Some(attribute) => Place { start: attribute.start, end: attribute.end, ..place },
            None => place,
        })
    }

    /// The element comes from the document's own file, not from an included one.
    pub fn is_own(self) -> bool {
        self.element().file == 0
    }

    /// A problem at this element.
    pub fn problem(self, kind: ProblemKind, message: impl Into<String>) -> Problem {
        Problem { path: self.path(), ..Problem::new(kind, message).at(self.place()) }
    }

    /// A problem at an attribute of this element.
    pub fn problem_at(self, key: &str, kind: ProblemKind, message: impl Into<String>) -> Problem {
        Problem { path: self.path(), ..Problem::new(kind, message).at(self.place_of(key)) }
    }

    /// A number that tells elements of one universe apart.
    pub fn key(self) -> (u32, ElementId) {
        (self.document.number, self.id)
    }
}

/// Older documents have `parameter` and `token` where newer ones have `input`.
fn is_input(category: &str) -> bool {
    matches!(category, "input" | "parameter" | "token")
}

/// Elements that stand among nodes and are none.
const NOT_NODES: [&str; 32] = [
    "input",
    "output",
    "parameter",
    "token",
    "nodedef",
    "implementation",
    "nodegraph",
    "typedef",
    "member",
    "geompropdef",
    "geomattrdef",
    "targetdef",
    "unitdef",
    "unittypedef",
    "unit",
    "attributedef",
    "look",
    "lookgroup",
    "materialassign",
    "collection",
    "propertyset",
    "propertysetassign",
    "propertysetdef",
    "property",
    "propertyassign",
    "variant",
    "variantset",
    "variantassign",
    "visibility",
    "geominfo",
    "geomprop",
    "backdrop",
];

impl Elem<'_> {
    /// The element is a node of a graph or of the document.
    pub fn is_node(self) -> bool {
        !self.is_root() && !NOT_NODES.contains(&self.category()) && !self.name().is_empty()
    }
}

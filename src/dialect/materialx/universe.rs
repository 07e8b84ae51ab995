//! The documents that a lookup sees: the user's, those of the project's own nodes, and the node library.

use rustc_hash::FxHashMap;

use super::document::{Document, Elem, ElementId};
use crate::atom::Atom;

/// Definitions that inherit from one another, and targets.
const MOST_INHERITANCE: usize = 32;

/// A document with the tables that lookups use.
#[derive(Debug, Default)]
pub struct Indexed {
    pub document: Document,
    /// From a category to the definitions of it.
    definitions: FxHashMap<Atom, Vec<ElementId>>,
    /// From the name of a definition to implementations and node graphs of it.
    implementations: FxHashMap<Atom, Vec<ElementId>>,
    /// From a name with its namespace to children of the root.
    qualified: FxHashMap<Atom, ElementId>,
    /// Definitions of types, in order.
    typedefs: Vec<ElementId>,
    /// Definitions of units, and of geometries, in order.
    unitdefs: Vec<ElementId>,
    geominfos: Vec<ElementId>,
}

impl Indexed {
    /// Builds the tables.
    pub fn new(document: Document) -> Indexed {
        let mut index = Indexed { document, ..Indexed::default() };
        let document = &index.document;
        for child in document.root().children() {
            let qualified = qualify(child, child.name());
            if let Some(qualified) = &qualified {
                index.qualified.entry(Atom::from(qualified)).or_insert(child.id);
            }
            match child.category() {
                "nodedef" => {
                    let Some(node) = child.text("node") else { continue };
                    let node = qualify(child, node).unwrap_or_else(|| node.to_owned());
                    index.definitions.entry(Atom::from(&node)).or_default().push(child.id);
                }
                "typedef" => index.typedefs.push(child.id),
                "unitdef" => index.unitdefs.push(child.id),
                "geominfo" => index.geominfos.push(child.id),
                "implementation" | "nodegraph" => {
                    let Some(nodedef) = child.text("nodedef") else { continue };
                    index.implementations.entry(Atom::from(nodedef)).or_default().push(child.id);
                }
                _ => {}
            }
        }
        index
    }
}

/// The name with the namespace of its element; `None` without one, or if the name has one already.
fn qualify(element: Elem<'_>, name: &str) -> Option<String> {
    let namespace = element.inherited("namespace").filter(|namespace| !namespace.is_empty())?;
    (!name.contains(':')).then(|| format!("{namespace}:{name}"))
}

/// The documents of a lookup, in the order in which they are asked.
#[derive(Clone, Debug)]
pub struct Universe<'a> {
    documents: Vec<&'a Indexed>,
}

impl<'a> Universe<'a> {
    /// The documents in order: the user's first, the node library last. Their numbers must differ.
    pub fn new(documents: Vec<&'a Indexed>) -> Universe<'a> {
        Universe { documents }
    }

    /// The user's document.
    pub fn main(&self) -> &'a Indexed {
        self.documents[0]
    }

    /// All documents.
    pub fn documents(&self) -> impl Iterator<Item = &'a Indexed> + '_ {
        self.documents.iter().copied()
    }

    /// The definitions of types of all documents.
    pub fn typedefs(&self) -> impl Iterator<Item = Elem<'a>> + '_ {
        self.documents().flat_map(|indexed| indexed.typedefs.iter().map(move |id| indexed.document.elem(*id)))
    }

    /// The definitions of units of all documents.
    pub fn unitdefs(&self) -> impl Iterator<Item = Elem<'a>> + '_ {
        self.documents().flat_map(|indexed| indexed.unitdefs.iter().map(move |id| indexed.document.elem(*id)))
    }

    /// The geometries of the user's document.
    pub fn geominfos(&self) -> impl Iterator<Item = Elem<'a>> + '_ {
        let main = self.main();
        main.geominfos.iter().map(move |id| main.document.elem(*id))
    }

    /// The child of a root with this name and tag, as an element sees it: first with its own namespace.
    pub fn named(&self, from: Option<Elem<'_>>, name: &str, category: &str) -> Option<Elem<'a>> {
        let qualified = from.and_then(|from| qualify(from, name));
        let names = qualified.as_deref().into_iter().chain([name]);
        for name in names {
            for indexed in &self.documents {
                let root = indexed.document.root();
                let found = root.child(name).or_else(|| {
                    let id = indexed.qualified.get(&Atom::from_existing(name)?)?;
                    Some(indexed.document.elem(*id))
                });
                if let Some(found) = found.filter(|found| found.category() == category) {
                    return Some(found);
                }
            }
        }
        None
    }

    /// A node definition by its name.
    pub fn definition(&self, from: Option<Elem<'_>>, name: &str) -> Option<Elem<'a>> {
        self.named(from, name, "nodedef")
    }

    /// All definitions of a category, as a node sees them: those of its namespace first.
    pub fn definitions_of(&self, from: Elem<'_>, category: &str) -> Vec<Elem<'a>> {
        let qualified = qualify(from, category);
        let mut found = Vec::new();
        for category in qualified.as_deref().into_iter().chain([category]) {
            let Some(category) = Atom::from_existing(category) else { continue };
            for indexed in &self.documents {
                let ids = indexed.definitions.get(&category).into_iter().flatten();
                found.extend(ids.map(|id| indexed.document.elem(*id)));
            }
        }
        found
    }

    /// All categories that have definitions, sorted.
    pub fn categories(&self) -> Vec<&'static str> {
        let mut all: Vec<&'static str> =
            self.documents().flat_map(|indexed| indexed.definitions.keys()).map(|name| name.as_str()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Implementations and node graphs that name a definition, in the order in which they are asked.
    pub fn implementations_of(&self, definition: Elem<'_>) -> Vec<Elem<'a>> {
        let plain = Atom::from_existing(definition.name());
        let qualified = qualify(definition, definition.name()).and_then(|name| Atom::from_existing(&name));
        let mut found = Vec::new();
        for indexed in &self.documents {
            for name in [qualified, plain].into_iter().flatten() {
                let ids = indexed.implementations.get(&name).into_iter().flatten();
                found.extend(ids.map(|id| indexed.document.elem(*id)));
            }
        }
        found
    }

    /// Whether a document before the one with this number implements a definition of that one.
    pub fn overrides(&self, number: u32) -> bool {
        let Some(at) = self.documents.iter().position(|indexed| indexed.document.number == number) else {
            return false;
        };
        let library = self.documents[at];
        self.documents[..at].iter().flat_map(|indexed| indexed.implementations.keys()).any(|name| {
            library.implementations.contains_key(name) || library.document.root().child(name.as_str()).is_some()
        })
    }

    /// A target with its ancestors, nearest first.
    pub fn target_chain(&self, target: &str) -> Vec<String> {
        let mut chain = vec![target.to_owned()];
        while chain.len() < MOST_INHERITANCE {
            let last = chain.last().map_or("", String::as_str);
            let Some(definition) = self.named(None, last, "targetdef") else { break };
            match definition.text("inherit") {
                Some(next) if !chain.iter().any(|known| known == next) => chain.push(next.to_owned()),
                _ => break,
            }
        }
        chain
    }

    /// A definition and those that it inherits from, nearest first.
    pub fn definition_chain(&self, definition: Elem<'a>) -> Vec<Elem<'a>> {
        let mut chain = vec![definition];
        while chain.len() < MOST_INHERITANCE {
            let Some(last) = chain.last().copied() else { break };
            let next = last.text("inherit").and_then(|name| self.definition(Some(last), name));
            match next {
                Some(next) if !chain.contains(&next) => chain.push(next),
                _ => break,
            }
        }
        chain
    }

    /// The inputs of a definition with inherited ones.
    pub fn definition_inputs(&self, definition: Elem<'a>) -> Vec<Elem<'a>> {
        self.inherited_children(definition, |element| element.inputs().collect())
    }

    /// The outputs of a definition with inherited ones.
    pub fn definition_outputs(&self, definition: Elem<'a>) -> Vec<Elem<'a>> {
        self.inherited_children(definition, |element| element.outputs().collect())
    }

    fn inherited_children(&self, of: Elem<'a>, children: impl Fn(Elem<'a>) -> Vec<Elem<'a>>) -> Vec<Elem<'a>> {
        if of.text("inherit").is_none() {
            return children(of);
        }
        let mut all: Vec<Elem<'a>> = Vec::new();
        for definition in self.definition_chain(of) {
            for child in children(definition) {
                if !all.iter().any(|known| known.name() == child.name()) {
                    all.push(child);
                }
            }
        }
        all
    }

    /// The type of a definition's result; `multioutput` if it has several.
    pub fn definition_type(&self, definition: Elem<'a>) -> &'a str {
        match self.definition_outputs(definition).as_slice() {
            [] => definition.attr("type").unwrap_or("none"),
            [output] => output.attr("type").unwrap_or("none"),
            _ => "multioutput",
        }
    }
}

/// The element serves one of the targets, or does not say which it serves.
pub fn serves(element: Elem<'_>, chain: &[String]) -> bool {
    match element.text("target") {
        None => true,
        Some(targets) => targets.split(',').any(|target| chain.iter().any(|known| known == target.trim())),
    }
}

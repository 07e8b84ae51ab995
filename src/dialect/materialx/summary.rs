//! What is in a document, as lines of text.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::document::Elem;
use super::opened::Opened;
use super::options::Options;
use super::problem::Problem;
use super::reflection;
use super::validate;

/// The path of an element, and the values of its uniforms as bytes.
type Material = (String, Vec<u8>);

/// The elements of documents that shaders are made of, by the shader that they share: their graphs have equal structure.
#[derive(Debug, Default)]
pub struct Listing {
    /// The number of lines of each shader's text, and its materials.
    shaders: Vec<(usize, Vec<Material>)>,
    /// From a text to the number of its shader.
    by_text: FxHashMap<String, usize>,
}

impl Listing {
    /// Adds the elements of a document. `document` stands before their paths.
    pub fn add(&mut self, opened: &Opened<'_>, options: &Options, document: &str, problems: &mut Vec<Problem>) {
        for element in opened.renderables() {
            let Some(shader) = opened.generate(element, options, problems) else { continue };
            let text = format!("{}{}", shader.vertex.text, shader.pixel.text);
            let values = reflection::default_bytes(&shader.types, &shader.interface.pixel_public);
            let path = format!("{document}{} ({})", element.path(), element.category());
            let lines = text.lines().count();
            let next = self.shaders.len();
            let at = *self.by_text.entry(text).or_insert(next);
            if at == next {
                self.shaders.push((lines, Vec::new()));
            }
            self.shaders[at].1.push((path, values));
        }
    }

    /// No element was added.
    pub fn is_empty(&self) -> bool {
        self.shaders.is_empty()
    }

    /// The shaders, and below each the elements that share it.
    pub fn lines(&self) -> Vec<String> {
        let elements: usize = self.shaders.iter().map(|(_, users)| users.len()).sum();
        let mut lines = vec![format!("elements: {elements}, shaders: {}", self.shaders.len())];
        for (number, (count, users)) in self.shaders.iter().enumerate() {
            let mut values: Vec<&Vec<u8>> = users.iter().map(|(_, values)| values).collect();
            values.sort();
            values.dedup();
            lines.push(format!(
                "shader {number}: {count} lines, {} bytes of values, {} sets of values",
                users.first().map_or(0, |(_, values)| values.len()),
                values.len()
            ));
            lines.extend(users.iter().map(|(path, _)| format!("  {path}")));
        }
        lines
    }
}

/// Counts of elements by kind, the elements that shaders are made of, and what is kept and not generated.
pub fn info(opened: &Opened<'_>) -> Vec<String> {
    let document = &opened.indexed.document;
    let root = document.root();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for element in (1..document.elements.len() as u32).map(|id| document.elem(id)) {
        let kind = if element.is_node() { "node" } else { element.category() };
        *counts.entry(kind).or_default() += 1;
    }
    let mut lines = vec![format!("version {}", root.attr("version").unwrap_or("not set"))];
    if let Some(space) = root.text("colorspace") {
        lines.push(format!("colour space {space}"));
    }
    lines.extend(document.files.iter().skip(1).map(|file| format!("includes {}", file.name)));
    lines.extend(counts.iter().map(|(kind, count)| format!("{kind}: {count}")));
    for element in opened.renderables() {
        let ty = element.attr("type").unwrap_or("");
        lines.push(format!("renderable {} ({}, {ty})", element.path(), element.category()));
    }
    for (kind, id) in validate::kept(root) {
        lines.push(format!("{kind} {}", document.elem(id).name()));
    }
    lines
}

/// For each material of each look the geometry that it is assigned to.
pub fn assignments(opened: &Opened<'_>) -> Vec<String> {
    let root = opened.indexed.document.root();
    let mut lines = Vec::new();
    for look in root.children_of("look") {
        for assign in look_chain(root, look).iter().flat_map(|look| look.children_of("materialassign")) {
            let material = assign.attr("material").unwrap_or("");
            let geometry = geometry_of(root, assign);
            lines.push(format!("{}: {material} -> {}", look.name(), geometry.join(", ")));
        }
    }
    lines
}

/// Looks that inherit from one another.
const MOST_INHERITANCE: usize = 32;

/// A look behind those that it inherits from.
fn look_chain<'a>(root: Elem<'a>, look: Elem<'a>) -> Vec<Elem<'a>> {
    let mut chain = vec![look];
    while chain.len() < MOST_INHERITANCE {
        let next = chain.last().and_then(|last| root.child(last.text("inherit")?));
        match next.filter(|next| next.category() == "look" && !chain.contains(next)) {
            Some(next) => chain.push(next),
            None => break,
        }
    }
    chain.reverse();
    chain
}

/// Patterns of geometry: those of the assignment and of its collection with those that it includes.
fn geometry_of(root: Elem<'_>, assign: Elem<'_>) -> Vec<String> {
    let split = |text: &str| text.split(',').map(|part| part.trim().to_owned()).collect::<Vec<_>>();
    let mut patterns = assign.text("geom").map(split).unwrap_or_default();
    let mut open: Vec<String> = assign.text("collection").map(split).unwrap_or_default();
    let mut seen = FxHashSet::default();
    while let Some(name) = open.pop() {
        if !seen.insert(name.clone()) {
            continue;
        }
        if let Some(collection) = root.child(&name).filter(|found| found.category() == "collection") {
            patterns.extend(collection.text("includegeom").map(split).unwrap_or_default());
            open.extend(collection.text("includecollection").map(split).unwrap_or_default());
            let excluded = collection.text("excludegeom").map(split).unwrap_or_default();
            patterns.extend(excluded.into_iter().map(|pattern| format!("not {pattern}")));
        }
    }
    patterns
}

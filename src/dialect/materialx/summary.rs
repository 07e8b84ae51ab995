//! What is in a document, as lines of text.

use std::collections::BTreeMap;

use super::document::Elem;
use super::opened::Opened;
use super::options::{Options, STANDARD_LIGHTS};
use super::problem::Problem;
use super::reflection;
use super::validate;

/// The path of an element, and the values of its uniforms as bytes.
type Material = (String, Vec<u8>);

/// The elements of documents that shaders are made of, by the shader that they share: their graphs have equal structure.
#[derive(Debug, Default)]
pub struct Listing {
    /// The text of each shader with its materials.
    shaders: Vec<(String, Vec<Material>)>,
}

impl Listing {
    /// Adds the elements of a document. `document` stands before their paths.
    pub fn add(&mut self, opened: &Opened<'_>, document: &str, problems: &mut Vec<Problem>) {
        let lights = STANDARD_LIGHTS.iter().map(|(id, name)| (*id, (*name).to_owned())).collect();
        let options = Options { canonical_names: true, lights, ..Options::default() };
        for element in opened.renderables() {
            let Some(shader) = opened.generate(element, &options, problems) else { continue };
            let text = format!("{}{}", shader.vertex.text, shader.pixel.text);
            let values = reflection::default_bytes(&shader.types, &shader.interface.pixel_public);
            let path = format!("{document}{} ({})", element.path(), element.category());
            match self.shaders.iter_mut().find(|(known, _)| *known == text) {
                Some((_, users)) => users.push((path, values)),
                None => self.shaders.push((text, vec![(path, values)])),
            }
        }
    }

    /// The shaders, and below each the elements that share it.
    pub fn lines(&self) -> Vec<String> {
        let elements: usize = self.shaders.iter().map(|(_, users)| users.len()).sum();
        let mut lines = vec![format!("elements: {elements}, shaders: {}", self.shaders.len())];
        for (number, (text, users)) in self.shaders.iter().enumerate() {
            let mut values: Vec<&Vec<u8>> = users.iter().map(|(_, values)| values).collect();
            values.sort();
            values.dedup();
            lines.push(format!(
                "shader {number}: {} lines, {} bytes of values, {} sets of values",
                text.lines().count(),
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
        for assign in look.children_of("materialassign") {
            let material = assign.attr("material").unwrap_or("");
            let geometry = geometry_of(root, assign);
            lines.push(format!("{}: {material} -> {}", look.name(), geometry.join(", ")));
        }
    }
    lines
}

/// Patterns of geometry: those of the assignment and of its collection with those that it includes.
fn geometry_of(root: Elem<'_>, assign: Elem<'_>) -> Vec<String> {
    let split = |text: &str| text.split(',').map(|part| part.trim().to_owned()).collect::<Vec<_>>();
    let mut patterns = assign.text("geom").map(split).unwrap_or_default();
    let mut open: Vec<String> = assign.text("collection").map(split).unwrap_or_default();
    let mut seen = Vec::new();
    while let Some(name) = open.pop() {
        if seen.contains(&name) {
            continue;
        }
        if let Some(collection) = root.child(&name).filter(|found| found.category() == "collection") {
            patterns.extend(collection.text("includegeom").map(split).unwrap_or_default());
            open.extend(collection.text("includecollection").map(split).unwrap_or_default());
            let excluded = collection.text("excludegeom").map(split).unwrap_or_default();
            patterns.extend(excluded.into_iter().map(|pattern| format!("not {pattern}")));
        }
        seen.push(name);
    }
    patterns
}

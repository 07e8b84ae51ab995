//! Writes a document as XML.

use std::sync::Arc;

use crate::dialect::materialx::document::{Document, ElementId};

/// The document as XML.
pub fn write(document: &Document) -> String {
    let mut out = String::from("<?xml version=\"1.0\"?>\n");
    // Elements with the number of their children that are still to be written.
    let mut open: Vec<(ElementId, usize)> = vec![(0, 0)];
    start_tag(document, 0, 0, &mut out);
    while let Some((id, at)) = open.last_mut() {
        let id = *id;
        let child = document.elements[id as usize].children.get(*at).copied();
        *at += 1;
        match child {
            Some(child) => {
                start_tag(document, child, open.len(), &mut out);
                if !document.elements[child as usize].children.is_empty() {
                    open.push((child, 0));
                }
            }
            None => {
                open.pop();
                let indent = "  ".repeat(open.len());
                out += &format!("{indent}</{}>\n", document.elements[id as usize].category);
            }
        }
    }
    out
}

fn start_tag(document: &Document, id: ElementId, depth: usize, out: &mut String) {
    let element = &document.elements[id as usize];
    *out += &"  ".repeat(depth);
    *out += &format!("<{}", element.category);
    if !element.name.is_empty() {
        *out += &format!(" name=\"{}\"", escaped(&element.name));
    }
    for attribute in &element.attributes {
        *out += &format!(" {}=\"{}\"", attribute.key, escaped(&attribute.value));
    }
    *out += if element.children.is_empty() && id != 0 { " />\n" } else { ">\n" };
}

fn escaped(text: &str) -> Arc<str> {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            c => out.push(c),
        }
    }
    out.into()
}

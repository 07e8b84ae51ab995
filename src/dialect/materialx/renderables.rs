//! The elements of a document that shaders are made of, and the search for one by its path.

use super::document::{Document, Elem};
use super::problem::{Problem, ProblemKind};
use super::query::{self, Source};

/// Types of results that have no colour.
const NOT_RENDERABLE: [&str; 4] = ["BSDF", "EDF", "VDF", "lightshader"];

/// Elements that a message names.
const MOST_SHOWN: usize = 16;

/// Materials with a connected shader; if there is none, connected outputs of the document and of its graphs.
pub fn renderables(document: &Document) -> Vec<Elem<'_>> {
    let root = document.root();
    let own = || root.children().filter(|child| child.is_own());
    let materials: Vec<Elem<'_>> = own()
        .filter(|child| child.is_node() && child.attr("type") == Some("material"))
        .filter(|material| material.inputs().any(|input| super::build::is_connected(input)))
        .collect();
    if !materials.is_empty() {
        return materials;
    }
    let mut outputs = Vec::new();
    for child in own() {
        if child.category() == "output" {
            outputs.push(child);
        } else if child.category() == "nodegraph" && child.text("nodedef").is_none() {
            outputs.extend(child.outputs());
        }
    }
    outputs.retain(|output| {
        let is_colour = !NOT_RENDERABLE.contains(&output.attr("type").unwrap_or(""));
        is_colour && super::build::is_connected(*output) && !leads_nowhere(*output)
    });
    outputs
}

/// The output names only an input of its graph.
fn leads_nowhere(output: Elem<'_>) -> bool {
    matches!(query::source_of(output, output.parent()), Ok(Source::None))
}

/// The node or output with this path, such as `graph/out`.
///
/// # Errors
/// `mx/element` if there is none, or if it is neither.
pub fn element<'a>(document: &'a Document, path: &str) -> Result<Elem<'a>, Problem> {
    let mut at = document.root();
    for name in path.split('/') {
        at = at.child(name).ok_or_else(|| {
            let mut problem = at.problem(ProblemKind::Element, format!("there is no element `{path}`"));
            let known = renderables(document);
            let shown: Vec<String> = known.iter().take(MOST_SHOWN).map(|found| found.path()).collect();
            if !shown.is_empty() {
                let more = known.len() - shown.len();
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                problem = problem.help(format!("Shaders are made of: {}{more}.", shown.join(", ")));
            }
            problem
        })?;
    }
    if at.is_node() || at.category() == "output" {
        return Ok(at);
    }
    let message = format!("a shader is made of a node or an output, and `{path}` is an element `{}`", at.category());
    Err(at.problem(ProblemKind::Element, message))
}

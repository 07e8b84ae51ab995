//! Reads XML files into a [`Document`], with the files that they include.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::document::{Attribute, Document, Element, ElementId};
use super::problem::{FileText, Place, Problem, ProblemKind};
use crate::atom::Atom;

/// Elements in one another, and files that include one another.
const MOST_DEPTH: usize = 256;

/// Elements of a document with its included files: 40 times those of the node library.
const MOST_ELEMENTS: usize = 2_000_000;

/// Where files come from.
pub trait FileSource {
    /// Reads a file.
    ///
    /// # Errors
    /// The reason why it cannot be read; [`FileProblem::Missing`] if there is none.
    fn load(&self, path: &Path) -> Result<Arc<FileText>, FileProblem>;
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileProblem {
    Missing,
    Unreadable(String),
}

/// Reads a file and those it includes. Everything that can be read is in the document, also if there are problems.
pub fn read(file: Arc<FileText>, source: &dyn FileSource, problems: &mut Vec<Problem>) -> Document {
    let mut reader = Reader { document: Document::new(Arc::clone(&file)), source, problems, open: Vec::new() };
    reader.read_file(&file, 0, None);
    reader.document
}

/// Reads several files as one document. The attributes of each root count for its own elements.
pub fn read_all(files: Vec<Arc<FileText>>, source: &dyn FileSource, problems: &mut Vec<Problem>) -> Document {
    let Some(first) = files.first() else {
        let none = FileText { path: PathBuf::new(), name: String::new(), text: String::new() };
        return Document::new(Arc::new(none));
    };
    let mut reader = Reader { document: Document::new(Arc::clone(first)), source, problems, open: Vec::new() };
    for (at, file) in files.iter().enumerate() {
        if at > 0 {
            reader.document.files.push(Arc::clone(file));
        }
        reader.read_file(file, reader.document.files.len() as u32 - 1, Some(0));
    }
    reader.document
}

struct Reader<'a> {
    document: Document,
    source: &'a dyn FileSource,
    problems: &'a mut Vec<Problem>,
    /// The files that are being read, outermost first.
    open: Vec<PathBuf>,
}

impl Reader<'_> {
    /// `scope`: the element that the root of an included file inherits from.
    fn read_file(&mut self, file: &Arc<FileText>, index: u32, scope: Option<ElementId>) {
        let whole =
            |start: usize, end: usize| Some(Place { file: Arc::clone(file), start: start as u32, end: end as u32 });
        let options = roxmltree::ParsingOptions {
            allow_dtd: false,
            nodes_limit: (MOST_ELEMENTS - self.document.elements.len().min(MOST_ELEMENTS)) as u32,
            ..roxmltree::ParsingOptions::default()
        };
        let parsed = match roxmltree::Document::parse_with_options(&file.text, options) {
            Ok(parsed) => parsed,
            Err(why) => {
                let at = offset(&file.text, why.pos());
                let kind = if matches!(why, roxmltree::Error::NodesLimitReached) {
                    ProblemKind::Limit
                } else {
                    ProblemKind::Xml
                };
                // The crate's message ends with the position, which the place says already.
                let text = why.to_string().replace(&format!(" at {}", why.pos()), "");
                self.problems.push(Problem::new(kind, format!("the file is not valid XML: {text}")).at(whole(at, at)));
                return;
            }
        };
        let root = parsed.root_element();
        let range = name_range(&file.text, root);
        if root.tag_name().name() != "materialx" {
            let message = format!("the root element is `{}`, not `materialx`", root.tag_name().name());
            self.problems.push(Problem::new(ProblemKind::Root, message).at(whole(range.0, range.1)));
            return;
        }
        self.open.push(file.path.clone());
        let root_id = match scope {
            None => {
                self.document.elements[0] = element(file, root, index, 0, 0);
                0
            }
            Some(scope) => self.document.push_scope(element(file, root, index, 0, scope)),
        };
        self.read_children(file, root, index, 0, root_id);
        self.open.pop();
    }

    /// Reads all elements below one; the loop keeps its own stack.
    fn read_children(
        &mut self,
        file: &Arc<FileText>,
        of: roxmltree::Node<'_, '_>,
        index: u32,
        parent: ElementId,
        scope: ElementId,
    ) {
        let mut open = vec![(of.children(), parent, scope)];
        while let Some((children, parent, scope)) = open.last_mut() {
            let (parent, scope) = (*parent, *scope);
            let Some(child) = children.next() else {
                open.pop();
                continue;
            };
            if !child.is_element() {
                continue;
            }
            if child.tag_name().name() == "include" {
                self.include(file, child, scope);
                continue;
            }
            let Some(id) = self.document.push(element(file, child, index, parent, scope)) else { continue };
            if !child.has_children() {
                continue;
            }
            if open.len() + self.open.len() >= MOST_DEPTH {
                let range = name_range(&file.text, child);
                let place = Place { file: Arc::clone(file), start: range.0 as u32, end: range.1 as u32 };
                let message = format!("elements are nested more than {MOST_DEPTH} deep");
                self.problems.push(Problem::new(ProblemKind::Depth, message).at(Some(place)));
                continue;
            }
            open.push((child.children(), id, id));
        }
    }

    fn include(&mut self, file: &Arc<FileText>, node: roxmltree::Node<'_, '_>, scope: ElementId) {
        let href = node.attribute_node("href");
        let range = href.map_or_else(
            || name_range(&file.text, node),
            |href| {
                let range = href.range_value();
                (range.start, range.end)
            },
        );
        let place = Some(Place { file: Arc::clone(file), start: range.0 as u32, end: range.1 as u32 });
        let Some(href) = href.map(|href| href.value()).filter(|href| !href.is_empty()) else {
            self.problems.push(Problem::new(ProblemKind::Include, "the include names no file").at(place));
            return;
        };
        let beside = file.path.parent().unwrap_or(Path::new("")).join(href);
        let (path, loaded) = match self.source.load(&beside) {
            Err(FileProblem::Missing) => (PathBuf::from(href), self.source.load(Path::new(href))),
            loaded => (beside, loaded),
        };
        let included = match loaded {
            Ok(included) => included,
            Err(why) => {
                let why = match why {
                    FileProblem::Missing => "there is no such file".to_owned(),
                    FileProblem::Unreadable(why) => why,
                };
                let message = format!("`{href}` cannot be included: {why}");
                self.problems.push(Problem::new(ProblemKind::Include, message).at(place));
                return;
            }
        };
        if self.open.contains(&included.path) || self.open.contains(&path) {
            let message = format!("`{href}` includes itself");
            let problem = Problem::new(ProblemKind::IncludeCycle, message).at(place);
            self.problems.push(problem.help("Move what both files need to a third one."));
            return;
        }
        if self.open.len() >= MOST_DEPTH {
            let message = format!("files are included more than {MOST_DEPTH} deep");
            self.problems.push(Problem::new(ProblemKind::Depth, message).at(place));
            return;
        }
        let index = self.document.files.len() as u32;
        self.document.files.push(Arc::clone(&included));
        self.read_file(&included, index, Some(scope));
    }
}

fn element(
    file: &Arc<FileText>,
    node: roxmltree::Node<'_, '_>,
    index: u32,
    parent: ElementId,
    scope: ElementId,
) -> Element {
    let (start, end) = name_range(&file.text, node);
    let attributes = node.attributes().filter(|attribute| attribute.name() != "name").map(|attribute| {
        let range = attribute.range_value();
        Attribute {
            key: Atom::from(attribute.name()),
            value: attribute.value().into(),
            start: range.start as u32,
            end: range.end as u32,
        }
    });
    Element {
        category: Atom::from(node.tag_name().name()),
        name: Atom::from(node.attribute("name").unwrap_or("")),
        attributes: attributes.collect(),
        parent,
        scope,
        children: Vec::new(),
        file: index,
        start: start as u32,
        end: end as u32,
    }
}

/// The bytes of the start tag's name: what messages about the element point at.
fn name_range(text: &str, node: roxmltree::Node<'_, '_>) -> (usize, usize) {
    let start = node.range().start + 1;
    let rest = text.get(start..).unwrap_or("");
    let length = rest.find(|c: char| c.is_whitespace() || c == '>' || c == '/').unwrap_or(rest.len());
    (start, start + length)
}

/// The offset of a row and a column, both from 1; columns are characters.
fn offset(text: &str, at: roxmltree::TextPos) -> usize {
    let line = text.split_inclusive('\n').take(at.row.saturating_sub(1) as usize).map(str::len).sum::<usize>();
    let rest = text.get(line..).unwrap_or("");
    line + rest.char_indices().nth(at.col.saturating_sub(1) as usize).map_or(rest.len(), |(offset, _)| offset)
}

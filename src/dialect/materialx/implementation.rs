//! What a node definition becomes in a text: an expression, a function of a file, a graph, or code of this generator.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::document::Elem;
use super::graph::Graph;
use super::library::Fragment;
use super::names::is_identifier;
use super::problem::{Origin, Problem, ProblemKind};
use super::session::Session;

/// A part of an inline expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InlinePiece {
    Text(String),
    /// The value of an input.
    Input(String),
}

/// Nodes whose code this generator writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuiltIn {
    Position,
    Normal,
    Tangent,
    Bitangent,
    TexCoord,
    GeomColor,
    /// A property of each vertex.
    GeomProp,
    /// A property of the whole object.
    GeomPropUniform,
    Frame,
    Time,
    ViewDirection,
    TransformPoint,
    TransformVector,
    TransformNormal,
    Surface,
    Light,
    SurfaceMaterial,
}

/// Categories of built-in nodes.
const BUILT_IN: [(&str, BuiltIn); 17] = [
    ("position", BuiltIn::Position),
    ("normal", BuiltIn::Normal),
    ("tangent", BuiltIn::Tangent),
    ("bitangent", BuiltIn::Bitangent),
    ("texcoord", BuiltIn::TexCoord),
    ("geomcolor", BuiltIn::GeomColor),
    ("geompropvalue", BuiltIn::GeomProp),
    ("geompropvalueuniform", BuiltIn::GeomPropUniform),
    ("frame", BuiltIn::Frame),
    ("time", BuiltIn::Time),
    ("viewdirection", BuiltIn::ViewDirection),
    ("transformpoint", BuiltIn::TransformPoint),
    ("transformvector", BuiltIn::TransformVector),
    ("transformnormal", BuiltIn::TransformNormal),
    ("surface", BuiltIn::Surface),
    ("light", BuiltIn::Light),
    ("surfacematerial", BuiltIn::SurfaceMaterial),
];

impl BuiltIn {
    /// The built-in node of a category, where its result is of a type that the host gives per vertex or per object.
    pub fn of(category: &str, ty: &str) -> Option<BuiltIn> {
        let found = BUILT_IN.iter().find(|(name, _)| *name == category).map(|(_, node)| *node)?;
        let is_uniform = matches!(ty, "boolean" | "string" | "filename");
        Some(if found == BuiltIn::GeomProp && is_uniform { BuiltIn::GeomPropUniform } else { found })
    }

    /// A host may set the input.
    pub fn is_editable(self, input: &str) -> bool {
        match self {
            BuiltIn::Position | BuiltIn::Normal | BuiltIn::Tangent | BuiltIn::Bitangent | BuiltIn::ViewDirection => {
                !matches!(input, "space" | "index")
            }
            BuiltIn::GeomColor => input != "index",
            BuiltIn::GeomProp => false,
            _ => true,
        }
    }
}

/// The body of an implementation.
#[derive(Debug)]
pub enum Body {
    Inline(Vec<InlinePiece>),
    Function {
        function: String,
        fragment: Arc<Fragment>,
        is_image: bool,
        is_light: bool,
    },
    Graph(Box<Graph>),
    BuiltIn(BuiltIn),
    /// A function of the sidecar writes the code. `constants`: inputs that no host sets.
    Script {
        constants: Vec<String>,
    },
}

/// An implementation.
#[derive(Debug)]
pub struct Implementation {
    /// The element's name.
    pub name: String,
    pub body: Body,
    /// The function of a graph, once it was written: the same for all shaders with the same options.
    pub function: OnceLock<FunctionText>,
}

/// The text of a function.
#[derive(Clone, Debug)]
pub struct FunctionText {
    pub text: String,
    /// Where parts of it come from; bytes from its beginning.
    pub origins: Vec<Origin>,
}

impl Implementation {
    /// A host may set the input.
    pub fn is_editable(&self, input: &str) -> bool {
        match &self.body {
            Body::BuiltIn(node) => node.is_editable(input),
            Body::Script { constants } => !constants.iter().any(|name| name == input),
            _ => true,
        }
    }
}

/// Reads the implementation of a definition.
///
/// # Errors
/// What is wrong with the element.
pub fn read<'a>(
    session: &Session<'a>,
    element: Elem<'a>,
    definition: Elem<'a>,
    problems: &mut Vec<Problem>,
) -> Result<Implementation, Problem> {
    let name = element.name().to_owned();
    if element.category() == "nodegraph" {
        let graph = super::build::function_graph(session, element, definition, problems)?;
        return Ok(Implementation { name, body: Body::Graph(Box::new(graph)), function: OnceLock::new() });
    }
    if session.scripted.implements(&name) {
        let constants = session.scripted.constants(&name);
        return Ok(Implementation { name, body: Body::Script { constants }, function: OnceLock::new() });
    }
    let folder = element.place().map(|place| place.file.path.parent().unwrap_or(Path::new("")).to_owned());
    let folder = folder.unwrap_or_default();
    let body = if let Some(code) = element.text("sourcecode") {
        Body::Inline(inline(session, element, definition, code)?)
    } else if let Some(file) = element.text("file") {
        let fragment = session.library.fragment(&folder, file, session.source).ok_or_else(|| {
            element.problem_at("file", ProblemKind::SourceMissing, format!("there is no file `{file}`"))
        })?;
        match element.text("function") {
            None if file.ends_with(".inline") => {
                let code = fragment.file.text.trim().to_owned();
                Body::Inline(inline(session, element, definition, &code)?)
            }
            function => {
                let function = function.unwrap_or("");
                if !is_identifier(function) {
                    let message = format!("`{function}` is not the name of a function");
                    return Err(element.problem_at("function", ProblemKind::FunctionName, message));
                }
                let ty = session.universe.definition_type(definition);
                Body::Function {
                    function: function.to_owned(),
                    fragment,
                    is_image: definition.attr("node") == Some("image"),
                    is_light: ty == "lightshader",
                }
            }
        }
    } else {
        let category = definition.attr("node").unwrap_or("");
        let ty = session.universe.definition_type(definition);
        let node = BuiltIn::of(category, ty).ok_or_else(|| {
            let message = format!("the implementation `{name}` has no code, and `{category}` is no built-in node");
            element.problem(ProblemKind::NoImplementation, message)
        })?;
        Body::BuiltIn(node)
    };
    Ok(Implementation { name, body, function: OnceLock::new() })
}

/// Splits an expression at `{{input}}`. Line ends are dropped, and a `;` at the end.
fn inline(
    session: &Session<'_>,
    element: Elem<'_>,
    definition: Elem<'_>,
    code: &str,
) -> Result<Vec<InlinePiece>, Problem> {
    let code: String = code.chars().filter(|c| !matches!(c, '\n' | '\r')).collect();
    let code = code.trim().trim_end_matches(';');
    let known = session.universe.definition(None, definition.name()).map(|definition| {
        session.universe.definition_inputs(definition).iter().map(|input| input.name().to_owned()).collect::<Vec<_>>()
    });
    let known = known.unwrap_or_default();
    let (mut pieces, mut rest) = (Vec::new(), code);
    while let Some(open) = rest.find("{{") {
        let Some(length) = rest[open..].find("}}") else {
            return Err(element.problem_at("sourcecode", ProblemKind::Inline, "a `{{` has no `}}`"));
        };
        let name = rest[open + 2..open + length].trim();
        if !known.iter().any(|known| known == name) {
            let message = format!("the expression names `{name}`, and the definition has no such input");
            return Err(element.problem_at("sourcecode", ProblemKind::InlineInput, message));
        }
        if open > 0 {
            pieces.push(InlinePiece::Text(rest[..open].to_owned()));
        }
        pieces.push(InlinePiece::Input(name.to_owned()));
        rest = &rest[open + length + 2..];
    }
    if !rest.is_empty() {
        pieces.push(InlinePiece::Text(rest.to_owned()));
    }
    Ok(pieces)
}

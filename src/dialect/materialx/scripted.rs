//! Nodes whose code functions of the sidecar write: calls the functions, and checks what they declare.

use std::cell::RefCell;
use std::path::{Component, Path};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::emit::expression;
use super::graph::{Graph, Input, Link, Node};
use super::implementation::Body;
use super::interface::{Port, Uniform};
use super::names::Kept;
use super::problem::ProblemKind;
use super::session::Session;
use super::types::TypeId;
use super::value::{self, Value, document_text};
use crate::diag::{Diagnostic, Span, did_you_mean};
use crate::dialect::node_scripts::{
    NodeScripts, ScriptDeclaration, ScriptInput, ScriptNode, ScriptOutput, ScriptStage, ScriptText, StageCode,
};

/// The code of a node for both stages.
#[derive(Debug, Default)]
pub struct NodeCode {
    pub vertex: CheckedCode,
    pub pixel: CheckedCode,
}

/// What a function has declared, with the place of the call.
#[derive(Debug)]
pub struct Declared<T> {
    pub of: T,
    pub at: Option<Span>,
}

/// What a function has declared and written for a stage, with types of the document.
#[derive(Debug, Default)]
pub struct CheckedCode {
    pub uniforms: Vec<Declared<Uniform>>,
    pub inputs: Vec<Declared<Port>>,
    pub connectors: Vec<Declared<Port>>,
    pub includes: Vec<ScriptText>,
    pub functions: Vec<ScriptText>,
    pub statements: Vec<ScriptText>,
}

/// The scripted nodes of a generation.
#[derive(Debug)]
pub struct ScriptedNodes<'a> {
    scripts: Option<&'a dyn NodeScripts>,
    /// By the address of the node: graphs stay where they are while text is written.
    known: RefCell<FxHashMap<usize, Arc<NodeCode>>>,
    /// Types of what functions have declared.
    declared: RefCell<FxHashMap<String, TypeId>>,
    diagnostics: RefCell<Vec<Diagnostic>>,
    /// The same, for lookups.
    seen: RefCell<FxHashSet<Diagnostic>>,
}

impl<'a> ScriptedNodes<'a> {
    pub fn new(scripts: Option<&'a dyn NodeScripts>) -> ScriptedNodes<'a> {
        ScriptedNodes {
            scripts,
            known: RefCell::default(),
            declared: RefCell::default(),
            diagnostics: RefCell::default(),
            seen: RefCell::default(),
        }
    }

    /// Whether a function writes the code of an implementation.
    pub fn implements(&self, implementation: &str) -> bool {
        self.scripts.is_some_and(|scripts| scripts.implements(implementation))
    }

    /// The inputs of an implementation that no host sets.
    pub fn constants(&self, implementation: &str) -> Vec<String> {
        self.scripts.map(|scripts| scripts.constants(implementation)).unwrap_or_default()
    }

    /// The code of a node, after [`ScriptedNodes::evaluate`].
    pub fn code(&self, node: &Node) -> Option<Arc<NodeCode>> {
        self.known.borrow().get(&address(node)).cloned()
    }

    /// The mistakes of functions so far, which are then forgotten.
    pub fn take_diagnostics(&self) -> Vec<Diagnostic> {
        self.diagnostics.take()
    }

    /// Calls the functions for all nodes of a graph and of those inside of it.
    pub fn evaluate(&self, session: &Session<'_>, graph: &Graph) {
        let Some(scripts) = self.scripts else { return };
        for node in graph.sorted() {
            match &node.implementation.body {
                Body::Script { .. } => {
                    if !self.known.borrow().contains_key(&address(node)) {
                        let code = Arc::new(self.code_of(session, graph, node, scripts));
                        self.known.borrow_mut().insert(address(node), code);
                    }
                }
                Body::Graph(inner) => self.evaluate(session, inner),
                Body::Inline(_) | Body::Function { .. } | Body::BuiltIn(_) => {}
            }
        }
    }

    fn code_of(&self, session: &Session<'_>, graph: &Graph, node: &Node, scripts: &dyn NodeScripts) -> NodeCode {
        let call = |stage| match scripts.call(&node.implementation.name, &seen(session, graph, node, stage), stage) {
            Ok(code) => self.checked(session, code),
            Err(found) => {
                self.add(found);
                CheckedCode::default()
            }
        };
        NodeCode { vertex: call(ScriptStage::Vertex), pixel: call(ScriptStage::Pixel) }
    }

    fn add(&self, found: Vec<Diagnostic>) {
        let mut seen = self.seen.borrow_mut();
        let new = found.into_iter().filter(|diagnostic| seen.insert(diagnostic.clone()));
        self.diagnostics.borrow_mut().extend(new);
    }

    fn checked(&self, session: &Session<'_>, code: StageCode) -> CheckedCode {
        let port =
            |declared: ScriptDeclaration| self.port(session, &declared).map(|of| Declared { of, at: declared.at });
        let ports =
            |list: Vec<ScriptDeclaration>| -> Vec<Declared<Port>> { list.into_iter().filter_map(port).collect() };
        let uniform = |declared: ScriptDeclaration| {
            let Port { name, ty } = self.port(session, &declared)?;
            let value = match declared.value.as_deref().map(|text| value::parse(&session.types, ty, text)) {
                Some(Ok(value)) => Some(value),
                Some(Err(why)) => {
                    self.wrong(declared.at, format!("the default of `{name}`: {why}"), "Give it a value of its type.");
                    None
                }
                None => None,
            };
            let of = Uniform { name, ty, value, enumeration: Vec::new(), info: Default::default() };
            Some(Declared { of, at: declared.at })
        };
        CheckedCode {
            uniforms: code.uniforms.into_iter().filter_map(uniform).collect(),
            inputs: ports(code.inputs),
            connectors: ports(code.connectors),
            includes: code.includes.into_iter().filter(|include| self.is_inside(include)).collect(),
            functions: code.functions,
            statements: code.statements,
        }
    }

    /// The declaration with its type; `None` with an error if it cannot be one.
    fn port(&self, session: &Session<'_>, declared: &ScriptDeclaration) -> Option<Port> {
        let ScriptDeclaration { name, ty: ty_name, .. } = declared;
        if let Some(why) = not_free(session, name) {
            self.wrong(declared.at, format!("`{name}` cannot be declared: {why}"), "Choose another name.");
            return None;
        }
        let ty = session.types.find(ty_name).filter(|ty| !session.types.get(*ty).text.is_empty());
        let Some(ty) = ty else {
            let names: Vec<&str> = session.types.declarable().collect();
            let near = did_you_mean(ty_name, names.iter().copied()).map(|near| format!("Did you mean `{near}`?"));
            let help = near.unwrap_or_else(|| format!("The types are: {}.", names.join(", ")));
            self.wrong(
                declared.at,
                format!("`{name}` is declared with the type `{ty_name}`, which does not exist"),
                &help,
            );
            return None;
        };
        let known = *self.declared.borrow_mut().entry(name.clone()).or_insert(ty);
        if known != ty {
            let first = &session.types.get(known).name;
            let message = format!("`{name}` is declared as `{ty_name}`, and before as `{first}`");
            self.wrong(declared.at, message, "Give one of them another name.");
            return None;
        }
        Some(Port { name: name.clone(), ty })
    }

    /// Whether an included file lies in a folder of nodes. Lua sees no other files.
    fn is_inside(&self, include: &ScriptText) -> bool {
        let is_part = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        let is_inside = Path::new(&include.text).components().all(is_part);
        if !is_inside {
            self.missing_file(format!("`{}` leads out of the folders of nodes", include.text), include.at);
        }
        is_inside
    }

    /// Reports a file that a function includes and that is not there.
    pub fn missing_file(&self, message: String, at: Option<Span>) {
        let help = "Name a file relative to a folder of the node library, or of `nodes`.";
        let error = Diagnostic::error(ProblemKind::SourceMissing.code(), message).help(help);
        self.add(vec![match at {
            Some(at) => error.at(at),
            None => error,
        }]);
    }

    /// Reports a declaration that cannot be.
    pub fn wrong(&self, at: Option<Span>, message: String, help: &str) {
        let error = Diagnostic::error(ProblemKind::Script.code(), message).help(help);
        self.add(vec![match at {
            Some(at) => error.at(at),
            None => error,
        }]);
    }
}

fn address(node: &Node) -> usize {
    std::ptr::from_ref::<Node>(node) as usize
}

/// Why no declaration may have a name, if so.
fn not_free(session: &Session<'_>, name: &str) -> Option<&'static str> {
    let reserved = &session.reserved;
    Some(match reserved.kept(name) {
        Some(Kept::Macro) => "a macro of the text has the name, and would stand in its place",
        _ if (session.rules.is_function)(name) => "it is a function of GLSL",
        _ if reserved.valid(name) != name => "GLSL keeps the name, or the sequence `__` or `gl_`",
        _ => return None,
    })
}

/// The node as a function sees it. In the vertex stage only inputs that are constant have a value.
fn seen(session: &Session<'_>, graph: &Graph, node: &Node, stage: ScriptStage) -> ScriptNode {
    let input = |input: &Input| {
        let is_readable = stage == ScriptStage::Pixel || input.link == Link::None && input.ty != TypeId::FILENAME;
        ScriptInput {
            name: input.name.clone(),
            ty: session.types.get(input.ty).name.clone(),
            expression: if is_readable { expression(session, graph, input) } else { String::new() },
            value: input.value.as_ref().map(|value| shown(value, input)),
            is_connected: matches!(input.link, Link::Node(..)),
        }
    };
    let outputs = node.outputs.iter().map(|output| ScriptOutput {
        name: output.name.clone(),
        ty: session.types.get(output.ty).name.clone(),
        variable: output.variable.clone(),
    });
    ScriptNode {
        name: node.name.clone(),
        definition: node.definition.to_string(),
        inputs: node.inputs.iter().map(input).collect(),
        outputs: outputs.collect(),
    }
}

/// A value as the document has it: of an enumeration its name.
fn shown(value: &Value, input: &Input) -> String {
    match value {
        Value::Integer(at) if !input.enumeration.is_empty() => {
            usize::try_from(*at).ok().and_then(|at| input.enumeration.get(at)).cloned().unwrap_or_default()
        }
        value => document_text(value),
    }
}

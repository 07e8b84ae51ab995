//! Nodes whose code functions of the sidecar write: what such a function is called with, and what it declares.

use std::fmt::Debug;

use crate::diag::{Diagnostic, Span};

/// The functions of a sidecar. Equal arguments have equal results.
pub trait NodeScripts: Debug {
    /// Whether there is a function for an implementation.
    fn implements(&self, implementation: &str) -> bool;

    /// The inputs of an implementation whose values the function reads: no host sets them.
    fn constants(&self, implementation: &str) -> Vec<String>;

    /// Calls the function of an implementation for a node and a stage.
    ///
    /// # Errors
    /// What the function did wrong, at its lines.
    fn call(&self, implementation: &str, node: &ScriptNode, stage: ScriptStage) -> Result<StageCode, Vec<Diagnostic>>;

    /// What the functions have printed so far.
    fn output_mark(&self) -> OutputMark;

    /// Forgets what they have printed since then, because the same functions are called again.
    fn forget_output(&self, since: OutputMark);
}

/// A point in the output of a sidecar's functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutputMark {
    /// Messages, among them lines that are kept.
    pub reports: usize,
    /// Lines, also those that are not kept.
    pub printed: usize,
    /// Messages that are not kept.
    pub dropped: usize,
}

/// The stages that a node can have code in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptStage {
    Vertex,
    Pixel,
}

impl ScriptStage {
    /// As sidecars spell it.
    pub fn name(self) -> &'static str {
        match self {
            ScriptStage::Vertex => "vertex",
            ScriptStage::Pixel => "pixel",
        }
    }
}

/// A node as a function of a sidecar sees it.
#[derive(Clone, Debug, Default)]
pub struct ScriptNode {
    pub name: String,
    /// The name of its definition.
    pub definition: String,
    pub inputs: Vec<ScriptInput>,
    pub outputs: Vec<ScriptOutput>,
}

/// An input of a node.
#[derive(Clone, Debug, Default)]
pub struct ScriptInput {
    pub name: String,
    /// The name of its type in MaterialX.
    pub ty: String,
    /// The expression of its value in the pixel stage.
    pub expression: String,
    /// Its value as documents write it, where it has one in the document or in the definition.
    pub value: Option<String>,
    /// Whether another node gives the value.
    pub is_connected: bool,
}

/// An output of a node.
#[derive(Clone, Debug, Default)]
pub struct ScriptOutput {
    pub name: String,
    pub ty: String,
    /// The variable of the pixel stage, which is declared with the default value of its type.
    pub variable: String,
}

/// What a function declares and writes for a stage.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StageCode {
    pub uniforms: Vec<ScriptDeclaration>,
    /// Inputs of the vertex stage.
    pub inputs: Vec<ScriptDeclaration>,
    /// Values from the vertex stage to the pixel stage.
    pub connectors: Vec<ScriptDeclaration>,
    /// Names of files with functions.
    pub includes: Vec<ScriptText>,
    /// Functions; equal texts are written once.
    pub functions: Vec<ScriptText>,
    /// Statements.
    pub statements: Vec<ScriptText>,
}

/// A name with a type.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScriptDeclaration {
    pub name: String,
    pub ty: String,
    /// The default value as documents write it.
    pub value: Option<String>,
    pub at: Option<Span>,
}

/// A text with its place in the sidecar.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScriptText {
    pub text: String,
    pub at: Option<Span>,
}

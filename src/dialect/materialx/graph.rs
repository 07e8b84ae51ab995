//! The graph that text is generated from: plain data.

use std::sync::Arc;

use super::implementation::Implementation;
use super::problem::Place;
use super::types::TypeId;
use super::value::Value;

/// The index of a node in [`Graph::nodes`].
pub type NodeId = usize;

/// What a node is, which decides where it is emitted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Class(u32);

impl Class {
    pub const TEXTURE: Class = Class(1);
    pub const CLOSURE: Class = Class(1 << 1);
    pub const SHADER: Class = Class(1 << 2);
    pub const SURFACE: Class = Class(1 << 3);
    pub const VOLUME: Class = Class(1 << 4);
    pub const LIGHT: Class = Class(1 << 5);
    pub const MATERIAL: Class = Class(1 << 6);
    pub const UNLIT: Class = Class(1 << 7);
    pub const BSDF: Class = Class(1 << 8);
    pub const EDF: Class = Class(1 << 9);
    pub const VDF: Class = Class(1 << 10);
    pub const LAYER: Class = Class(1 << 11);
    pub const MIX: Class = Class(1 << 12);
    pub const CONSTANT: Class = Class(1 << 13);
    pub const DOT: Class = Class(1 << 14);
    pub const FILE_TEXTURE: Class = Class(1 << 15);

    /// All of the other's classes are among these.
    pub fn has(self, other: Class) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both.
    #[must_use]
    pub fn with(self, other: Class) -> Class {
        Class(self.0 | other.0)
    }

    /// A closure that is evaluated for a direction, not a shader.
    pub fn is_closure(self) -> bool {
        self.has(Class::CLOSURE) && !self.has(Class::SHADER)
    }
}

/// Where the value of an input comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    None,
    /// An input of the graph.
    Socket(usize),
    /// An output of a node.
    Node(NodeId, usize),
}

/// What a host sees of an input.
#[derive(Clone, Debug, Default)]
pub struct PortInfo {
    /// The path of the element in its document.
    pub path: String,
    pub colorspace: String,
    pub unit: String,
    pub unit_type: String,
    /// The unit that the definition declares.
    pub unit_declared: String,
    /// `ui…` attributes and `doc` of the definition, in its order; shared, because inputs are copied several times.
    pub ui: Arc<[(String, String)]>,
}

/// An input of a graph or a node.
#[derive(Clone, Debug)]
pub struct Input {
    pub name: String,
    pub ty: TypeId,
    pub value: Option<Value>,
    pub link: Link,
    /// The name of the variable or uniform in the text.
    pub variable: String,
    /// The geometric property that an unconnected input takes.
    pub geomprop: Option<String>,
    /// The host can set it (it is no part of the implementation).
    pub editable: bool,
    /// It has one value for a whole draw call.
    pub uniform: bool,
    /// The names of enumerated values, for reflection.
    pub enumeration: Vec<String>,
    pub info: PortInfo,
}

/// An output of a node.
#[derive(Clone, Debug)]
pub struct Output {
    pub name: String,
    pub ty: TypeId,
    pub variable: String,
}

/// An output of a graph.
#[derive(Clone, Debug)]
pub struct GraphOutput {
    pub name: String,
    pub ty: TypeId,
    pub link: Link,
    /// The value, if the output is not connected.
    pub value: Option<Value>,
    pub variable: String,
}

/// A node.
#[derive(Clone, Debug)]
pub struct Node {
    pub name: String,
    /// The path of the element in its document; empty for nodes that the generator adds.
    pub path: String,
    pub place: Option<Place>,
    /// The name of its definition.
    pub definition: Arc<str>,
    pub class: Class,
    /// A closure that light passes through.
    pub transmits: bool,
    pub inputs: Vec<Input>,
    pub outputs: Vec<Output>,
    pub implementation: Arc<Implementation>,
}

impl Node {
    /// The input of this name.
    pub fn input(&self, name: &str) -> Option<&Input> {
        self.inputs.iter().find(|input| input.name == name)
    }
}

/// A graph: the root of a text, or the body of a function.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub name: String,
    pub inputs: Vec<Input>,
    pub outputs: Vec<GraphOutput>,
    pub nodes: Vec<Node>,
    /// Nodes after those they depend on.
    pub order: Vec<NodeId>,
    pub class: Class,
    /// It is the whole text, not a function.
    pub is_root: bool,
}

impl Graph {
    /// The nodes in an order in which each stands after those it depends on.
    pub fn sorted(&self) -> impl DoubleEndedIterator<Item = &Node> + Clone {
        self.order.iter().map(|id| &self.nodes[*id])
    }
}

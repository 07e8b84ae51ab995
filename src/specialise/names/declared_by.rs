//! For each token of a range that uses a name, what declares the name.

use crate::syntax::NodeId;

/// The declarators and enumerators that the tokens of a range name.
#[derive(Debug, Default)]
pub struct DeclaredBy {
    /// The first token.
    first: u32,
    /// For each token the number of the node and one, or 0.
    nodes: Vec<u32>,
}

impl DeclaredBy {
    /// Nothing, for the tokens `first..last`.
    pub fn new(first: u32, last: u32) -> DeclaredBy {
        // As in `words::to_bytes`: memory that need not be zeroed already can be memory that was used before.
        DeclaredBy { first, nodes: std::iter::repeat_n(0, last.saturating_sub(first) as usize).collect() }
    }

    /// Notes it for a token of the range.
    pub fn set(&mut self, token: u32, node: NodeId) {
        self.nodes[(token - self.first) as usize] = node.0 + 1;
    }

    /// Of a token of the range.
    pub fn get(&self, token: u32) -> Option<NodeId> {
        self.nodes[(token - self.first) as usize].checked_sub(1).map(NodeId)
    }
}

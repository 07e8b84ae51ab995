//! Results of a computation, by the values of the branches that it read.

use crate::model::{BranchId, BranchLayout, Permutation};

/// A decision tree of results. Which branch a computation reads next depends only on the values it has read before, so
/// its results are the leaves of a tree.
#[derive(Debug)]
pub struct ByReads<T> {
    nodes: Vec<Node<T>>,
}

#[derive(Debug)]
enum Node<T> {
    Unknown,
    Leaf(T),
    Split {
        branch: BranchId,
        /// Encoded value, node; by rising values.
        next: Vec<(u64, u32)>,
    },
}

impl<T> Default for ByReads<T> {
    fn default() -> ByReads<T> {
        ByReads { nodes: vec![Node::Unknown] }
    }
}

impl<T: Copy> ByReads<T> {
    /// The result for these values, if one is known; `read` is called with each branch on the way.
    pub fn find(&self, layout: &BranchLayout, values: Permutation, mut read: impl FnMut(BranchId)) -> Option<T> {
        let mut at = 0usize;
        loop {
            match &self.nodes[at] {
                Node::Unknown => return None,
                Node::Leaf(result) => return Some(*result),
                Node::Split { branch, next } => {
                    let value = layout.get(*branch).extract(values.0);
                    let found = next.binary_search_by_key(&value, |(known, _)| *known).ok()?;
                    at = next[found].1 as usize;
                    read(*branch);
                }
            }
        }
    }

    /// Adds the result of a computation that read these branches, in this order.
    pub fn insert(&mut self, layout: &BranchLayout, values: Permutation, reads: &[BranchId], result: T) {
        let mut at = 0usize;
        for branch in reads {
            if matches!(self.nodes[at], Node::Unknown) {
                self.nodes[at] = Node::Split { branch: *branch, next: Vec::new() };
            }
            let fresh = self.nodes.len() as u32;
            let Node::Split { next, .. } = &mut self.nodes[at] else { return };
            let value = layout.get(*branch).extract(values.0);
            at = match next.binary_search_by_key(&value, |(known, _)| *known) {
                Ok(found) => next[found].1 as usize,
                Err(place) => {
                    next.insert(place, (value, fresh));
                    self.nodes.push(Node::Unknown);
                    fresh as usize
                }
            };
        }
        self.nodes[at] = Node::Leaf(result);
    }
}

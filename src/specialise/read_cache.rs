//! Results of a computation, by the values of the branches that it read.

use crate::model::{BranchId, BranchLayout, Permutation};

/// A decision tree of results. Which branch a computation reads next depends only on the values it has read before, so
/// its results are the leaves of a tree.
#[derive(Clone, Debug)]
pub struct ByReads<T> {
    /// The first is the root; none is like an unknown root.
    nodes: Vec<Node<T>>,
}

#[derive(Clone, Debug)]
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
        ByReads { nodes: Vec::new() }
    }
}

impl<T: Copy> ByReads<T> {
    /// The result for these values, if one is known; `read` is called with each branch on the way.
    pub fn find(&self, layout: &BranchLayout, values: Permutation, mut read: impl FnMut(BranchId)) -> Option<T> {
        let mut at = 0usize;
        loop {
            match self.nodes.get(at)? {
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
        if self.nodes.is_empty() {
            self.nodes.push(Node::Unknown);
        }
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

    /// Keeps the results that `keep` keeps, and what it makes of them; their reads are what they were.
    pub fn retain(&mut self, mut keep: impl FnMut(&mut T) -> bool) {
        let mut kept = 0;
        // A node stands behind the one that leads to it, so what is below a node is known first.
        for at in (0..self.nodes.len()).rev() {
            let (before, behind) = self.nodes.split_at_mut(at + 1);
            let is_unknown = |node: u32| matches!(behind[node as usize - at - 1], Node::Unknown);
            let is_known = match &mut before[at] {
                Node::Unknown => false,
                Node::Leaf(result) => keep(result),
                // What is read next is known as long as one result is.
                Node::Split { next, .. } => !next.iter().all(|(_, below)| is_unknown(*below)),
            };
            kept += usize::from(is_known);
            if !is_known {
                before[at] = Node::Unknown;
            }
        }
        // Nodes that nothing leads to stay where they are, until they are too many.
        if self.nodes.len() > 8 * kept + 64 {
            *self = ByReads::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::BranchKind;

    #[test]
    fn what_is_not_kept_is_unknown_and_can_be_found_again_with_other_reads() {
        let kinds = ["a", "b", "c"].map(|name| (name.to_owned(), BranchKind::Bool, None));
        let layout = BranchLayout::new(kinds).expect("three bits");
        let [a, b, c] = [0, 1, 2].map(BranchId);
        let mut known = ByReads::default();
        // With `a`, the result depends on `b` as well.
        known.insert(&layout, Permutation(0b000), &[a], 1);
        known.insert(&layout, Permutation(0b001), &[a, b], 2);
        known.insert(&layout, Permutation(0b011), &[a, b], 3);
        let find = |known: &ByReads<u32>, bits| known.find(&layout, Permutation(bits), |_| {});
        let retained = |keep: &dyn Fn(&mut u32) -> bool| {
            let mut known = known.clone();
            known.retain(keep);
            known
        };
        let mut kept = retained(&|result| std::mem::replace(result, 10) == 1);
        assert_eq!([0b000, 0b001, 0b011].map(|bits| find(&kept, bits)), [Some(10), None, None]);
        kept.insert(&layout, Permutation(0b001), &[a, c], 20);
        assert_eq!([0b011, 0b101].map(|bits| find(&kept, bits)), [Some(20), None]);
        assert_eq!(find(&retained(&|_| false), 0), None);
        assert_eq!([0b000, 0b001, 0b111].map(|bits| find(&retained(&|_| true), bits)), [Some(1), Some(2), Some(3)]);
    }
}

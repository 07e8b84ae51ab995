//! Finds the cube of a permutation among many.

use super::{Cube, Permutation};

/// A binary tree over the bits that all cubes of a group fix. A search takes at most one step per bit if the cubes are
/// the leaves of a decision tree.
#[derive(Clone, Debug, Default)]
pub struct CubeIndex {
    nodes: Vec<IndexNode>,
}

#[derive(Clone, Debug)]
enum IndexNode {
    /// Where to go on for each value of the bit.
    Split { bit: u8, next: [u32; 2] },
    /// One cube, or several that have no common fixed bit.
    Leaf(Vec<u32>),
}

impl CubeIndex {
    pub fn of(cubes: impl Iterator<Item = Cube>) -> CubeIndex {
        let cubes: Vec<Cube> = cubes.collect();
        let mut nodes = vec![IndexNode::Leaf(Vec::new())];
        let mut pending = vec![(0usize, (0..cubes.len() as u32).collect::<Vec<u32>>(), 0u64)];
        while let Some((node, group, done)) = pending.pop() {
            let mask = |at: &u32| cubes[*at as usize].mask;
            let common = group.iter().fold(u64::MAX, |common, at| common & mask(at)) & !done;
            if group.len() < 2 || common == 0 {
                nodes[node] = IndexNode::Leaf(group);
                continue;
            }
            let bit = common.trailing_zeros() as u8;
            let (high, low): (Vec<u32>, Vec<u32>) =
                group.into_iter().partition(|at| cubes[*at as usize].value >> bit & 1 == 1);
            let first = nodes.len() as u32;
            nodes[node] = IndexNode::Split { bit, next: [first, first + 1] };
            nodes.extend([IndexNode::Leaf(Vec::new()), IndexNode::Leaf(Vec::new())]);
            let done = done | 1 << bit;
            pending.push((first as usize, low, done));
            pending.push((first as usize + 1, high, done));
        }
        CubeIndex { nodes }
    }

    /// Numbers of cubes: the one that holds the permutation, if any does, is among them.
    pub fn near(&self, permutation: Permutation) -> &[u32] {
        let mut at = 0;
        loop {
            match self.nodes.get(at) {
                Some(IndexNode::Split { bit, next }) => at = next[(permutation.0 >> bit & 1) as usize] as usize,
                Some(IndexNode::Leaf(cubes)) => return cubes,
                None => return &[],
            }
        }
    }
}

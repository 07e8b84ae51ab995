//! Decision diagrams in the archive's encoding: a node tests up to four bits, children come before their parents.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use uberc_runtime::diagram::{leaf_slot, node_slot};
use uberc_runtime::format::{NODE_BITS, NONE};

use crate::model::{BranchLayout, Cube, Diagram, DiagramChild, DiagramNode};

/// Size that fits into a first-level cache: up to it, wider nodes only save steps.
const FAST_BYTES: usize = 32 << 10;
/// Beyond that size, wider nodes are used if the diagram grows at most by this factor, in tenths.
const WORTH_TENTHS: usize = 25;

/// The slots of a diagram: nodes, then the root. Nodes ask as many bits as keeps the diagram in the first cache, or
/// small. `None` where it is too large for the format.
pub fn slots(diagram: &Diagram) -> Option<Vec<u64>> {
    let (root, nodes) = diagram.graph();
    of_graph(root, &nodes, diagram.order())
}

/// The same for a table of 2^n entries.
pub fn slots_of_table(table: &[Option<u32>]) -> Option<Vec<u64>> {
    let mut unique: FxHashMap<DiagramNode, usize> = FxHashMap::default();
    let mut nodes = Vec::new();
    let leaf = |entry: &Option<u32>| entry.map_or(DiagramChild::Nowhere, DiagramChild::Number);
    let mut level: Vec<DiagramChild> = table.iter().map(leaf).collect();
    let mut bit = 0;
    while level.len() > 1 {
        level = level
            .chunks_exact(2)
            .map(|pair| {
                let (low, high) = (pair[0], pair[1]);
                if low == high {
                    return low;
                }
                let node = DiagramNode { bit, low, high };
                DiagramChild::Node(*unique.entry(node).or_insert_with(|| {
                    nodes.push(node);
                    nodes.len() - 1
                }))
            })
            .collect();
        bit += 1;
    }
    let order: Vec<u8> = (0..bit).rev().collect();
    of_graph(*level.first()?, &nodes, &order)
}

/// The same for disjoint cubes that fix whole branches: a tree whose nodes test a bit that all remaining cubes fix. The
/// cubes of an exploration have such a tree even if no single order of bits gives a compact diagram. `None` if the
/// cubes do not form a tree, or a branch has values that do not exist.
pub fn slots_of_cubes(layout: &BranchLayout, cubes: &[(Cube, u32)]) -> Option<Vec<u64>> {
    // A reader finds the nearest built permutation under the assumption that a path tests each bit once, so values that
    // do not exist cannot be tested separately.
    if layout.branches().iter().any(|branch| !branch.value_count().is_power_of_two()) {
        return None;
    }
    let mut tree = Tree { unique: FxHashMap::default(), nodes: Vec::new() };
    let root = tree.grow(cubes.to_vec(), 0)?;
    let order: Vec<u8> = (0..layout.bits()).collect();
    of_graph(root, &tree.nodes, &order)
}

struct Tree {
    unique: FxHashMap<DiagramNode, usize>,
    nodes: Vec<DiagramNode>,
}

impl Tree {
    fn node(&mut self, bit: u8, low: DiagramChild, high: DiagramChild) -> DiagramChild {
        if low == high {
            return low;
        }
        let node = DiagramNode { bit, low, high };
        DiagramChild::Node(*self.unique.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            self.nodes.len() - 1
        }))
    }

    /// As deep as a key has bits.
    fn grow(&mut self, cubes: Vec<(Cube, u32)>, asked: u64) -> Option<DiagramChild> {
        let [first, rest @ ..] = cubes.as_slice() else { return Some(DiagramChild::Nowhere) };
        if rest.is_empty() && first.0.mask & !asked == 0 {
            return Some(DiagramChild::Number(first.1));
        }
        let fixed = cubes.iter().fold(u64::MAX, |mask, (cube, _)| mask & cube.mask) & !asked;
        if fixed == 0 {
            return None;
        }
        let bit = fixed.trailing_zeros() as u8;
        let (high, low) = cubes.into_iter().partition(|(cube, _)| cube.value >> bit & 1 == 1);
        let asked = asked | 1 << bit;
        let low = self.grow(low, asked)?;
        let high = self.grow(high, asked)?;
        Some(self.node(bit, low, high))
    }
}

fn of_graph(root: DiagramChild, nodes: &[DiagramNode], order: &[u8]) -> Option<Vec<u64>> {
    let mut ranks = [0; 64];
    for (bit, rank) in order.iter().zip(0u8..) {
        ranks[usize::from(*bit) % 64] = rank;
    }
    let of_width =
        |width| Writer { nodes, ranks, width, known: vec![None; nodes.len()], slots: Vec::new() }.write(root);
    let of_widths: Vec<Vec<u64>> = (1..=NODE_BITS as usize).filter_map(of_width).collect();
    let smallest = of_widths.iter().map(Vec::len).min()?;
    of_widths
        .into_iter()
        .rev()
        .find(|slots| slots.len() * 8 <= FAST_BYTES || slots.len() * 10 <= smallest * WORTH_TENTHS)
}

struct Writer<'n> {
    nodes: &'n [DiagramNode],
    /// The level of each bit.
    ranks: [u8; 64],
    width: usize,
    /// By node: the slot that leads to it, once its children are written.
    known: Vec<Option<u64>>,
    slots: Vec<u64>,
}

impl Writer<'_> {
    /// Children first, without recursion: a node is written when all its children were.
    fn write(mut self, root: DiagramChild) -> Option<Vec<u64>> {
        let mut pending: Vec<usize> = root.node().into_iter().collect();
        while let Some(at) = pending.last().copied() {
            if self.known[at].is_some() {
                pending.pop();
                continue;
            }
            let bits = self.bits(at);
            let children: Vec<DiagramChild> =
                (0..1usize << bits.len()).map(|value| self.child(at, &bits, value)).collect();
            let missing: Vec<usize> =
                children.iter().filter_map(|child| child.node()).filter(|child| self.known[*child].is_none()).collect();
            if !missing.is_empty() {
                pending.extend(missing);
                continue;
            }
            let first = self.slots.len();
            for child in children {
                self.push(child)?;
            }
            self.known[at] = Some(node_slot(first, &bits)?);
            pending.pop();
        }
        self.push(root)?;
        Some(self.slots)
    }

    /// The bits that a node tests: its own bit, then, one after the other, the one that most values of those before lead to: each
    /// bit shortens as many paths as it can. Of equals the first in order.
    fn bits(&self, at: usize) -> Vec<u8> {
        let mut bits = vec![self.nodes[at].bit];
        while bits.len() < self.width {
            let mut paths = [0usize; 64];
            for node in (0..1usize << bits.len()).filter_map(|value| self.child(at, &bits, value).node()) {
                paths[usize::from(self.nodes[node].bit) % 64] += 1;
            }
            let asked = (0..64u8).filter(|bit| paths[usize::from(*bit)] > 0);
            let rank = |bit: u8| (Reverse(paths[usize::from(bit)]), self.ranks[usize::from(bit)]);
            let Some(next) = asked.min_by_key(|bit| rank(*bit)) else { break };
            bits.push(next);
        }
        bits
    }

    /// Where these values of the bits lead from a node.
    fn child(&self, at: usize, bits: &[u8], value: usize) -> DiagramChild {
        let mut child = DiagramChild::Node(at);
        while let DiagramChild::Node(node) = child {
            let node = self.nodes[node];
            let Some(place) = bits.iter().position(|bit| *bit == node.bit) else { break };
            child = if value >> place & 1 == 1 { node.high } else { node.low };
        }
        child
    }

    fn push(&mut self, child: DiagramChild) -> Option<()> {
        let slot = match child {
            DiagramChild::Nowhere => leaf_slot(self.slots.len(), NONE),
            DiagramChild::Number(number) => leaf_slot(self.slots.len(), number),
            DiagramChild::Node(node) => self.known[node],
        };
        self.slots.push(slot?);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::BranchKind;

    #[test]
    fn a_tree_of_cubes_asks_each_path_in_its_own_order() {
        let branch = |name: &str, kind| (name.to_owned(), kind, None);
        let layout = BranchLayout::new([
            branch("a", BranchKind::Bool),
            branch("n", BranchKind::Int { min: 0, max: 7 }),
            branch("b", BranchKind::Bool),
        ])
        .expect("five bits");
        let cube = |mask, value| Cube { mask, value };
        let cubes = [
            (cube(0b1_0001, 0b0_0001), 1),
            (cube(0b1_0001, 0b1_0001), 2),
            (cube(0b0_1111, 0b0_0010), 3),
            (cube(0b1_1111, 0b1_1000), 4),
        ];
        let slots = slots_of_cubes(&layout, &cubes).expect("all fix the first bit");
        let bytes: Vec<[u8; 8]> = slots.iter().map(|slot| slot.to_le_bytes()).collect();
        for bits in 0..32u64 {
            let expected = cubes.iter().find(|(cube, _)| bits & cube.mask == cube.value).map(|(_, number)| *number);
            let expected = expected.filter(|_| layout.exists(bits));
            assert_eq!(uberc_runtime::diagram::find(&bytes, bits), expected, "{bits:#b}");
        }
        let no_tree = [(cube(0b011, 0b001), 0), (cube(0b110, 0b010), 1), (cube(0b101, 0b100), 2)];
        assert_eq!(slots_of_cubes(&layout, &no_tree), None);
    }
}

//! Decision diagrams as an archive holds them: nodes that ask up to four bits at once, children before their parents.

use rustc_hash::FxHashMap;
use uberc_runtime::diagram::node_word;
use uberc_runtime::format::{NODE_BITS, NODE_TERMINAL, NONE};

use crate::model::{BranchLayout, Cube, Diagram, DiagramChild, DiagramNode};

/// What a processor's first cache holds beside other data: up to here, wider nodes only save steps.
const FAST_BYTES: usize = 32 << 10;

/// The words of a diagram: its root, then the nodes. Nodes ask as many bits as keeps the diagram in the first cache; a larger one is
/// made as small as possible. `None` where it is too large for the format.
pub(super) fn words(diagram: &Diagram) -> Option<Vec<u32>> {
    let (root, nodes) = diagram.graph();
    of_graph(root, &nodes, diagram.order())
}

/// The same for a table of 2^n entries.
pub(super) fn words_of_table(table: &[Option<u32>]) -> Option<Vec<u32>> {
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

/// The same for disjoint cubes that fix whole branches: the tree that asks, at each place, a bit that all cubes left fix. What was explored
/// has one, in whatever order its paths ask, where one order for all has no compact diagram. `None` where the cubes are no tree.
pub(super) fn words_of_cubes(layout: &BranchLayout, cubes: &[(Cube, u32)]) -> Option<Vec<u32>> {
    let mut tree = Tree { unique: FxHashMap::default(), nodes: Vec::new() };
    let mut root = tree.grow(cubes.to_vec(), 0)?;
    // Before the tree: only values that exist.
    for branch in layout.branches().iter().filter(|branch| !branch.value_count().is_power_of_two()) {
        let count = branch.value_count();
        // From the lowest bit: whether what was asked so far is below the same bits of the count.
        let mut below = DiagramChild::Nowhere;
        for bit in 0..branch.width {
            let place = branch.first_bit + bit;
            below = if count >> bit & 1 == 1 {
                tree.node(place, root, below)
            } else {
                tree.node(place, below, DiagramChild::Nowhere)
            };
        }
        root = below;
    }
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

fn of_graph(root: DiagramChild, nodes: &[DiagramNode], order: &[u8]) -> Option<Vec<u32>> {
    let mut ranks = [0; 64];
    for (bit, rank) in order.iter().zip(0u8..) {
        ranks[usize::from(*bit) % 64] = rank;
    }
    let mut smallest: Option<Vec<u32>> = None;
    for width in (1..=NODE_BITS as usize).rev() {
        let words = Writer { nodes, ranks, width, places: vec![None; nodes.len()], words: vec![0] }.write(root)?;
        if words.len() * 4 <= FAST_BYTES {
            return Some(words);
        }
        if smallest.as_ref().is_none_or(|smallest| words.len() < smallest.len()) {
            smallest = Some(words);
        }
    }
    smallest
}

struct Writer<'n> {
    nodes: &'n [DiagramNode],
    /// By bit: how early it is asked.
    ranks: [u8; 64],
    width: usize,
    /// By node: where it was written, if nodes begin there.
    places: Vec<Option<u32>>,
    words: Vec<u32>,
}

impl Writer<'_> {
    /// Children first, without recursion: a node is written when all its children were.
    fn write(mut self, root: DiagramChild) -> Option<Vec<u32>> {
        let mut pending: Vec<usize> = root.node().into_iter().collect();
        while let Some(at) = pending.last().copied() {
            if self.places[at].is_some() {
                pending.pop();
                continue;
            }
            let bits = self.bits(at);
            let children: Vec<DiagramChild> =
                (0..1usize << bits.len()).map(|value| self.child(at, &bits, value)).collect();
            let missing: Vec<usize> = children
                .iter()
                .filter_map(|child| child.node())
                .filter(|child| self.places[*child].is_none())
                .collect();
            if !missing.is_empty() {
                pending.extend(missing);
                continue;
            }
            // The highest bits tell nodes, places and techniques apart.
            let place = u32::try_from(self.words.len()).ok().filter(|place| *place < 1 << 28)?;
            self.words.push(node_word(&bits));
            for child in children {
                let word = self.reference(child)?;
                self.words.push(word);
            }
            self.places[at] = Some(place);
            pending.pop();
        }
        self.words[0] = self.reference(root)?;
        Some(self.words)
    }

    /// The bits to ask at a node: its own, then those that what is below asks first.
    fn bits(&self, at: usize) -> Vec<u8> {
        let mut bits = vec![self.nodes[at].bit];
        while bits.len() < self.width {
            let below = (0..1usize << bits.len()).filter_map(|value| self.child(at, &bits, value).node());
            let first = below.map(|node| self.nodes[node].bit).min_by_key(|bit| self.ranks[usize::from(*bit) % 64]);
            let Some(first) = first else { break };
            bits.push(first);
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

    fn reference(&self, child: DiagramChild) -> Option<u32> {
        match child {
            DiagramChild::Nowhere => Some(NONE),
            DiagramChild::Number(number) => Some(number | NODE_TERMINAL).filter(|word| *word != NONE),
            DiagramChild::Node(node) => self.places[node],
        }
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
            branch("n", BranchKind::Int { min: 0, max: 4 }),
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
        let words = words_of_cubes(&layout, &cubes).expect("all fix the first bit");
        let bytes: Vec<[u8; 4]> = words.iter().map(|word| word.to_le_bytes()).collect();
        for bits in 0..32u64 {
            let expected = cubes.iter().find(|(cube, _)| bits & cube.mask == cube.value).map(|(_, number)| *number);
            let expected = expected.filter(|_| layout.exists(bits));
            assert_eq!(uberc_runtime::diagram::find(&bytes, bits), expected, "{bits:#b}");
        }
        let no_tree = [(cube(0b011, 0b001), 0), (cube(0b110, 0b010), 1), (cube(0b101, 0b100), 2)];
        assert_eq!(words_of_cubes(&layout, &no_tree), None);
    }
}

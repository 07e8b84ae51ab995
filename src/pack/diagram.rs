//! Decision diagrams as an archive holds them: nodes that ask up to four bits at once, children before their parents.

use rustc_hash::FxHashMap;
use uberc_runtime::diagram::node_word;
use uberc_runtime::format::{NODE_BITS, NODE_TERMINAL, NONE};

use crate::model::{Diagram, DiagramChild, DiagramNode};

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

//! Reduced ordered decision diagrams: functions from permutations to numbers, stored once for each distinct part.
//!
//! Bryant, "Graph-Based Algorithms for Boolean Function Manipulation", 1986; with many terminals instead of two. For
//! one order of the bits a function has exactly one diagram, so two functions are equal if their diagrams are.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::{BranchLayout, Cube, Permutation};

/// A node or a terminal; the highest bit tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Ref(u32);

const TERMINAL: u32 = 1 << 31;

impl Ref {
    /// The terminal for permutations without a value.
    const NOWHERE: Ref = Ref(u32::MAX);

    fn node(self) -> Option<usize> {
        (self.0 & TERMINAL == 0).then_some(self.0 as usize)
    }

    fn terminal(self) -> Option<u32> {
        (self.0 & TERMINAL != 0 && self != Ref::NOWHERE).then_some(self.0 & !TERMINAL)
    }
}

/// Asks one bit. Children are at deeper levels and have smaller numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Node {
    level: u8,
    low: Ref,
    high: Ref,
}

/// A function from permutations to numbers below 2^31 - 1; some permutations have none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Parts")]
pub struct Diagram {
    /// The bit that each level asks.
    order: Vec<u8>,
    nodes: Vec<Node>,
    root: Ref,
}

/// A stored diagram that has not been checked yet.
#[derive(Deserialize)]
struct Parts {
    order: Vec<u8>,
    nodes: Vec<Node>,
    root: Ref,
}

impl TryFrom<Parts> for Diagram {
    type Error = &'static str;

    fn try_from(parts: Parts) -> Result<Diagram, &'static str> {
        let Parts { order, nodes, root } = parts;
        let before = |child: Ref, end: usize| child.node().is_none_or(|node| node < end);
        let deeper = |child: Ref, level: u8| child.node().is_none_or(|node| nodes[node].level > level);
        let sound = |(at, node): (usize, &Node)| {
            usize::from(node.level) < order.len()
                && [node.low, node.high].into_iter().all(|child| before(child, at) && deeper(child, node.level))
        };
        let whole =
            order.iter().all(|bit| *bit < 64) && nodes.iter().enumerate().all(sound) && before(root, nodes.len());
        if whole { Ok(Diagram { order, nodes, root }) } else { Err("not a decision diagram") }
    }
}

/// Where a value of a bit leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiagramChild {
    /// The permutations have no number.
    Nowhere,
    Number(u32),
    /// By its place in the list of nodes.
    Node(usize),
}

impl DiagramChild {
    /// The node, if it is one.
    pub fn node(self) -> Option<usize> {
        match self {
            DiagramChild::Node(node) => Some(node),
            DiagramChild::Nowhere | DiagramChild::Number(_) => None,
        }
    }
}

/// A node for those who write it down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiagramNode {
    /// Of the key.
    pub bit: u8,
    pub low: DiagramChild,
    pub high: DiagramChild,
}

/// The diagram would be too large: the function has no compact form in this order of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagramTooLarge;

impl std::fmt::Display for DiagramTooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the decision diagram has no compact form")
    }
}

impl std::error::Error for DiagramTooLarge {}

/// Upper bound of work for one order of bits, in list elements: about 50 ms.
const STEPS: u64 = 1 << 22;

impl Diagram {
    /// The diagram of cubes that share no permutation, or that agree where they do. Values of branches that do not
    /// exist lead nowhere. The bits stand in their declared order, unless that is too large and [`Diagram::order_of`]
    /// is not.
    ///
    /// # Errors
    /// Where neither order has a compact diagram. Cubes of a decision tree have one in nearly every case, but a
    /// function of many bits need not.
    pub fn new(layout: &BranchLayout, parts: &[(Cube, u32)]) -> Result<Diagram, DiagramTooLarge> {
        let declared = (0..layout.bits()).collect();
        Diagram::of_parts(declared, parts)
            .or_else(|_| Diagram::of_parts(Diagram::order_of(layout, parts), parts))?
            .existing(layout)
    }

    /// The bits that most cubes fix come first, because the values of these bits decide which other bits matter.
    pub fn order_of(layout: &BranchLayout, parts: &[(Cube, u32)]) -> Vec<u8> {
        let fixing = |bit: u8| parts.iter().filter(|(cube, _)| cube.mask >> bit & 1 == 1).count();
        let mut order: Vec<(std::cmp::Reverse<usize>, u8)> =
            (0..layout.bits()).map(|bit| (std::cmp::Reverse(fixing(bit)), bit)).collect();
        order.sort_unstable();
        order.into_iter().map(|(_, bit)| bit).collect()
    }

    /// The diagram in a given order of bits, which holds each bit that a cube fixes. Values that do not exist are left
    /// as the cubes have them.
    ///
    /// # Errors
    /// See [`Diagram::new`].
    pub fn of_parts(order: Vec<u8>, parts: &[(Cube, u32)]) -> Result<Diagram, DiagramTooLarge> {
        let mut builder = Builder::new(&order);
        let all = (0..parts.len() as u32).collect();
        let root = builder.join(parts, all, 0, &mut FxHashMap::default())?;
        let nodes = builder.nodes;
        Ok(Diagram { order, nodes, root }.renumbered())
    }

    /// The same function where every branch's value exists, nothing elsewhere.
    ///
    /// # Errors
    /// See [`Diagram::new`].
    pub fn existing(&self, layout: &BranchLayout) -> Result<Diagram, DiagramTooLarge> {
        let mut diagram = self.clone();
        for branch in layout.branches() {
            let count = branch.value_count();
            if count.is_power_of_two() {
                continue;
            }
            // A value is below `count` if it has a 0 where `count` has a 1 and agrees on all bits above.
            let below = (0..branch.width).filter(|bit| count >> bit & 1 == 1).map(|bit| {
                let ones = (1u64 << branch.width) - 1;
                let mask = ones & !((1u64 << bit) - 1);
                let value = count & mask & !(1 << bit);
                (Cube { mask: branch.insert(mask), value: branch.insert(value) }, 0)
            });
            diagram = diagram.meet(&below.collect::<Vec<_>>())?;
        }
        Ok(diagram)
    }

    /// The same function inside a cube, nothing outside of it.
    ///
    /// # Errors
    /// See [`Diagram::new`].
    pub fn within(&self, cube: Cube) -> Result<Diagram, DiagramTooLarge> {
        self.meet(&[(cube, 0)])
    }

    /// The function where one of the cubes holds the permutation.
    fn meet(&self, cubes: &[(Cube, u32)]) -> Result<Diagram, DiagramTooLarge> {
        let mut builder = Builder::new(&self.order);
        builder.nodes.clone_from(&self.nodes);
        builder.unique = builder.nodes.iter().zip(0u32..).map(|(node, at)| (*node, Ref(at))).collect();
        let where_to = builder.join(cubes, (0..cubes.len() as u32).collect(), 0, &mut FxHashMap::default())?;
        let root = builder.meet(self.root, where_to, &mut FxHashMap::default())?;
        let nodes = builder.nodes;
        Ok(Diagram { order: self.order.clone(), nodes, root }.renumbered())
    }

    /// The number of a permutation: at most one step a bit.
    pub fn lookup(&self, permutation: Permutation) -> Option<u32> {
        let mut at = self.root;
        while let Some(node) = at.node() {
            let node = self.nodes[node];
            let bit = self.order[usize::from(node.level)];
            at = if permutation.0 >> bit & 1 == 1 { node.high } else { node.low };
        }
        at.terminal()
    }

    /// The bits in the order of the levels.
    pub fn order(&self) -> &[u8] {
        &self.order
    }

    /// The root and the nodes; children stand before their parents.
    pub fn graph(&self) -> (DiagramChild, Vec<DiagramNode>) {
        let child = |at: Ref| match (at.node(), at.terminal()) {
            (Some(node), _) => DiagramChild::Node(node),
            (None, Some(number)) => DiagramChild::Number(number),
            (None, None) => DiagramChild::Nowhere,
        };
        let nodes = self.nodes.iter().map(|node| DiagramNode {
            bit: self.order[usize::from(node.level)],
            low: child(node.low),
            high: child(node.high),
        });
        (child(self.root), nodes.collect())
    }

    /// How many nodes there are, terminals not counted.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// For each number, how many permutations have it. Takes time for the nodes, not for the permutations.
    pub fn counts(&self) -> BTreeMap<u32, u128> {
        let mut counts = BTreeMap::new();
        // How many values of the levels above lead to a node.
        let mut reaching = vec![0u128; self.nodes.len()];
        let mut arrive = |to: Ref, ways: u128, after: usize, reaching: &mut [u128]| {
            let ways = ways << (level(&self.nodes, to, self.order.len()) - after);
            match (to.node(), to.terminal()) {
                (Some(node), _) => reaching[node] += ways,
                (None, Some(number)) => *counts.entry(number).or_default() += ways,
                (None, None) => {}
            }
        };
        arrive(self.root, 1, 0, &mut reaching);
        for at in (0..self.nodes.len()).rev() {
            let Node { level, low, high } = self.nodes[at];
            for child in [low, high] {
                arrive(child, reaching[at], usize::from(level) + 1, &mut reaching);
            }
        }
        counts
    }

    /// Disjoint cubes with their numbers, one a path; `None` where there are more than `limit`.
    pub fn cubes(&self, limit: usize) -> Option<Vec<(Cube, u32)>> {
        let mut found = Vec::new();
        let mut pending = vec![(self.root, Cube::ALL)];
        while let Some((at, cube)) = pending.pop() {
            if let Some(node) = at.node() {
                let node = self.nodes[node];
                let bit = 1 << self.order[usize::from(node.level)];
                let mask = cube.mask | bit;
                pending.push((node.high, Cube { mask, value: cube.value | bit }));
                pending.push((node.low, Cube { mask, value: cube.value }));
            } else if let Some(number) = at.terminal() {
                if found.len() == limit {
                    return None;
                }
                found.push((cube, number));
            }
        }
        Some(found)
    }

    /// Only what the root reaches, numbered from the deepest on: equal functions have equal lists of nodes.
    fn renumbered(self) -> Diagram {
        fn visit(at: Ref, old: &[Node], new: &mut Vec<Node>, known: &mut [Option<Ref>]) -> Ref {
            let Some(number) = at.node() else { return at };
            if let Some(done) = known[number] {
                return done;
            }
            let Node { level, low, high } = old[number];
            let low = visit(low, old, new, known);
            let high = visit(high, old, new, known);
            let done = Ref(new.len() as u32);
            new.push(Node { level, low, high });
            known[number] = Some(done);
            done
        }
        let mut nodes = Vec::new();
        let root = visit(self.root, &self.nodes, &mut nodes, &mut vec![None; self.nodes.len()]);
        Diagram { order: self.order, nodes, root }
    }
}

fn level(nodes: &[Node], at: Ref, levels: usize) -> usize {
    at.node().map_or(levels, |node| usize::from(nodes[node].level))
}

struct Builder<'o> {
    order: &'o [u8],
    /// The bits asked at each level and below.
    rest: Vec<u64>,
    nodes: Vec<Node>,
    unique: FxHashMap<Node, Ref>,
    steps: u64,
}

impl Builder<'_> {
    fn new(order: &[u8]) -> Builder<'_> {
        let mut rest: Vec<u64> = vec![0; order.len() + 1];
        for (level, bit) in order.iter().enumerate().rev() {
            rest[level] = rest[level + 1] | 1 << bit;
        }
        Builder { order, rest, nodes: Vec::new(), unique: FxHashMap::default(), steps: STEPS }
    }

    fn take(&mut self, steps: usize) -> Result<(), DiagramTooLarge> {
        self.steps = self.steps.checked_sub(steps as u64).ok_or(DiagramTooLarge)?;
        Ok(())
    }

    fn node(&mut self, level: usize, low: Ref, high: Ref) -> Ref {
        if low == high {
            return low;
        }
        let node = Node { level: level as u8, low, high };
        *self.unique.entry(node).or_insert_with(|| {
            self.nodes.push(node);
            Ref(self.nodes.len() as u32 - 1)
        })
    }

    /// The diagram of those cubes of the list that agree with what was asked above.
    fn join(
        &mut self,
        parts: &[(Cube, u32)],
        list: Vec<u32>,
        from: usize,
        known: &mut FxHashMap<(usize, Vec<u32>), Ref>,
    ) -> Result<Ref, DiagramTooLarge> {
        self.take(list.len() + 1)?;
        let part = |at: &u32| parts[*at as usize];
        if list.is_empty() {
            return Ok(Ref::NOWHERE);
        } else if let Some(whole) = list.iter().map(part).find(|(cube, _)| cube.mask & self.rest[from] == 0) {
            return Ok(Ref(whole.1 | TERMINAL));
        }
        let fixed = list.iter().fold(0, |mask, at| mask | part(at).0.mask);
        let level = (from..self.order.len())
            .find(|level| fixed >> self.order[*level] & 1 == 1)
            .expect("a cube of the list fixes a bit at this level or below");
        if let Some(done) = known.get(&(level, list.clone())) {
            return Ok(*done);
        }
        let bit = 1u64 << self.order[level];
        let with = |wanted: u64| {
            let fits = |at: &&u32| part(at).0.mask & bit == 0 || part(at).0.value & bit == wanted;
            list.iter().filter(fits).copied().collect::<Vec<u32>>()
        };
        let low = self.join(parts, with(0), level + 1, known)?;
        let high = self.join(parts, with(bit), level + 1, known)?;
        let done = self.node(level, low, high);
        known.insert((level, list), done);
        Ok(done)
    }

    /// `f` where `g` has a value.
    fn meet(&mut self, f: Ref, g: Ref, known: &mut FxHashMap<(Ref, Ref), Ref>) -> Result<Ref, DiagramTooLarge> {
        if f == Ref::NOWHERE || g == Ref::NOWHERE {
            return Ok(Ref::NOWHERE);
        } else if g.node().is_none() {
            return Ok(f);
        } else if let Some(done) = known.get(&(f, g)) {
            return Ok(*done);
        }
        self.take(1)?;
        let (of_f, of_g) = (level(&self.nodes, f, self.order.len()), level(&self.nodes, g, self.order.len()));
        let at = of_f.min(of_g);
        let children = |of: Ref, nodes: &[Node], own: usize| match of.node() {
            Some(node) if own == at => (nodes[node].low, nodes[node].high),
            _ => (of, of),
        };
        let (f_low, f_high) = children(f, &self.nodes, of_f);
        let (g_low, g_high) = children(g, &self.nodes, of_g);
        let low = self.meet(f_low, g_low, known)?;
        let high = self.meet(f_high, g_high, known)?;
        let done = self.node(at, low, high);
        known.insert((f, g), done);
        Ok(done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::BranchKind;

    fn layout() -> BranchLayout {
        let branch = |name: &str, kind| (name.to_owned(), kind, None);
        BranchLayout::new([
            branch("a", BranchKind::Bool),
            branch("n", BranchKind::Int { min: 0, max: 4 }),
            branch("b", BranchKind::Bool),
        ])
        .expect("five bits")
    }

    #[test]
    fn values_that_do_not_exist_lead_nowhere() {
        let diagram = Diagram::new(&layout(), &[(Cube::ALL, 7)]).expect("small");
        for bits in 0..32 {
            assert_eq!(diagram.lookup(Permutation(bits)), layout().exists(bits).then_some(7), "{bits:#b}");
        }
        assert_eq!(diagram.counts(), BTreeMap::from([(7, 20)]));
    }

    #[test]
    fn equal_functions_have_equal_diagrams() {
        let cube = |mask, value| Cube { mask, value };
        let one = [(cube(0b1, 0), 1), (cube(0b10001, 0b1), 1), (cube(0b10001, 0b10001), 2)];
        let other = [(cube(0b10001, 0b10001), 2), (cube(0b10001, 0b10000), 1), (cube(0b10000, 0), 1)];
        let (one, other) = (Diagram::new(&layout(), &one), Diagram::new(&layout(), &other));
        assert_eq!(one, other);
        let diagram = one.expect("small");
        assert_eq!(diagram.counts(), BTreeMap::from([(1, 15), (2, 5)]));
        let inside = diagram.within(cube(1, 1)).expect("small");
        assert_eq!(inside.counts(), BTreeMap::from([(1, 5), (2, 5)]));
        let parts = diagram.cubes(100).expect("few paths");
        assert_eq!(Diagram::new(&layout(), &parts), Ok(diagram));
    }

    /// The selector is declared last: in that order the diagram must tell all values of the 40 others apart.
    #[test]
    fn a_bad_declared_order_is_not_used() {
        let mut kinds: Vec<_> = (0..40).map(|at| (format!("x{at}"), BranchKind::Bool, None)).collect();
        kinds.push(("select".to_owned(), BranchKind::Int { min: 0, max: 39 }, None));
        let layout = BranchLayout::new(kinds).expect("46 bits");
        let mut parts = Vec::new();
        for at in 0..40u64 {
            for on in 0..2 {
                parts.push((Cube { mask: 63 << 40 | 1 << at, value: at << 40 | on << at }, on as u32));
            }
        }
        let diagram = Diagram::new(&layout, &parts).expect("small when the selector comes first");
        assert!(diagram.nodes() < 200, "{} nodes", diagram.nodes());
        assert_eq!(diagram.counts(), BTreeMap::from([(0, 20 << 40), (1, 20 << 40)]));
        assert!(Diagram::of_parts((0..46).collect(), &parts).is_err());
    }
}

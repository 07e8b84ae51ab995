//! Which ports read the outputs of a graph's nodes: a pass that moves connections looks at those alone.

use super::graph::{Graph, Link, NodeId};

/// A port that reads an output, in the order in which passes go over a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reader {
    /// An input of a node.
    Input(NodeId, usize),
    /// An output of the graph.
    Output(usize),
}

impl Reader {
    /// The connection of the port.
    pub fn link(self, graph: &mut Graph) -> &mut Link {
        match self {
            Reader::Input(node, at) => &mut graph.nodes[node].inputs[at].link,
            Reader::Output(at) => &mut graph.outputs[at].link,
        }
    }
}

/// The readers of each node. Ports that read something else by now stand there as well, until the node's are taken.
#[derive(Debug)]
pub struct Readers(Vec<Vec<Reader>>);

impl Readers {
    /// All connections of a graph.
    pub fn of(graph: &Graph) -> Readers {
        let mut readers = Readers(vec![Vec::new(); graph.nodes.len()]);
        for (id, node) in graph.nodes.iter().enumerate() {
            for (at, input) in node.inputs.iter().enumerate() {
                readers.note(input.link, Reader::Input(id, at));
            }
        }
        for (at, output) in graph.outputs.iter().enumerate() {
            readers.note(output.link, Reader::Output(at));
        }
        readers
    }

    /// A port was connected.
    pub fn note(&mut self, link: Link, reader: Reader) {
        if let Link::Node(node, _) = link {
            if self.0.len() <= node {
                self.0.resize_with(node + 1, Vec::new);
            }
            self.0[node].push(reader);
        }
    }

    /// The ports that read an output of a node, or all of its outputs, in their order. Who moves them notes them.
    pub fn take(&mut self, graph: &mut Graph, node: NodeId, output: Option<usize>) -> Vec<Reader> {
        let mut found = self.0.get_mut(node).map(std::mem::take).unwrap_or_default();
        found.retain(|reader| matches!(reader.link(graph), Link::Node(id, _) if *id == node));
        found.sort_unstable();
        found.dedup();
        let Some(output) = output else { return found };
        let is_of = |reader: &Reader| *reader.link(graph) == Link::Node(node, output);
        let (taken, left) = found.into_iter().partition(is_of);
        self.0[node] = left;
        taken
    }

    /// Lets all that read an output of a node read something else. The number of connections that it looked at.
    pub fn replace(&mut self, graph: &mut Graph, node: NodeId, by: Link) -> usize {
        let known = self.0.get(node).map_or(0, Vec::len);
        for reader in self.take(graph, node, None) {
            *reader.link(graph) = by;
            self.note(by, reader);
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, OnceLock};

    use super::*;
    use crate::dialect::materialx::graph::{Class, GraphOutput, Node};
    use crate::dialect::materialx::implementation::{Body, BuiltIn, Implementation};
    use crate::dialect::materialx::inputs::empty_input;
    use crate::dialect::materialx::types::TypeId;

    /// A chain of nodes, each of which reads the one before twice; the graph's output reads the last.
    fn chain(length: usize) -> Graph {
        let body = Body::BuiltIn(BuiltIn::Surface);
        let implementation = Arc::new(Implementation { name: String::new(), body, function: OnceLock::new() });
        let node = |at: usize| Node {
            name: format!("n{at}"),
            path: String::new(),
            place: None,
            definition: "".into(),
            class: Class::MIX,
            transmits: false,
            inputs: [at.checked_sub(1); 2]
                .map(|from| input(from.map_or(Link::None, |from| Link::Node(from, 0))))
                .into(),
            outputs: Vec::new(),
            implementation: Arc::clone(&implementation),
        };
        let output = GraphOutput {
            name: "out".to_owned(),
            ty: TypeId::BSDF,
            link: Link::Node(length - 1, 0),
            value: None,
            variable: String::new(),
        };
        Graph { nodes: (0..length).map(node).collect(), outputs: vec![output], ..Graph::default() }
    }

    fn input(link: Link) -> crate::dialect::materialx::graph::Input {
        crate::dialect::materialx::graph::Input { link, ..empty_input() }
    }

    /// What replacing looks at when the index is left out: every input of the graph.
    fn replace_everywhere(graph: &mut Graph, node: NodeId, by: Link) {
        let inputs = graph.nodes.iter_mut().flat_map(|node| node.inputs.iter_mut().map(|input| &mut input.link));
        for link in inputs.chain(graph.outputs.iter_mut().map(|output| &mut output.link)) {
            if matches!(link, Link::Node(id, _) if *id == node) {
                *link = by;
            }
        }
    }

    fn links(graph: &Graph) -> Vec<Link> {
        let inputs = graph.nodes.iter().flat_map(|node| node.inputs.iter().map(|input| input.link));
        inputs.chain(graph.outputs.iter().map(|output| output.link)).collect()
    }

    #[test]
    fn replacing_each_node_of_a_chain_looks_at_each_connection_once() {
        for length in [2_000, 8_000] {
            let mut graph = chain(length);
            let mut readers = Readers::of(&graph);
            // Each node gets one in its place, which reads what it reads.
            let looked: usize = (0..length)
                .map(|node| {
                    let made = graph.nodes.len();
                    let from = graph.nodes[node].inputs[0].link;
                    graph.nodes.push(Node { inputs: vec![input(from)], ..graph.nodes[node].clone() });
                    readers.note(from, Reader::Input(made, 0));
                    readers.replace(&mut graph, node, Link::Node(made, 0))
                })
                .sum();
            assert_eq!(looked, 2 * (length - 1) + 1);
            assert!(links(&graph).iter().all(|link| !matches!(link, Link::Node(id, _) if *id + 1 < length)));
        }
    }

    #[test]
    fn an_index_moves_what_a_search_moves() {
        let (mut one, mut other) = (chain(50), chain(50));
        let mut readers = Readers::of(&one);
        for step in 0..200_usize {
            let (node, by) = ((step * 7919) % 50, Link::Node((step * 104_729) % 50, step % 2));
            readers.replace(&mut one, node, by);
            replace_everywhere(&mut other, node, by);
            assert_eq!(links(&one), links(&other), "step {step}");
        }
    }

    #[test]
    fn readers_of_one_output_come_in_order_and_others_stay() {
        let mut graph = chain(3);
        *Reader::Input(2, 1).link(&mut graph) = Link::Node(0, 1);
        let mut readers = Readers::of(&graph);
        readers.note(Link::Node(0, 0), Reader::Input(1, 0));
        assert_eq!(readers.take(&mut graph, 0, Some(0)), [Reader::Input(1, 0), Reader::Input(1, 1)]);
        assert_eq!(readers.take(&mut graph, 0, None), [Reader::Input(2, 1)]);
        assert_eq!(readers.take(&mut graph, 0, None), []);
    }
}

//! The end of building a graph: refactoring, order, published inputs and names.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::build::Builder;
use super::document::Elem;
use super::graph::{Class, Graph, Input, Link, Node, NodeId};
use super::implementation::{Body, BuiltIn};
use super::interface::property_of;
use super::library::LIBRARY_NUMBER;
use super::names::Names;
use super::options::Interface;
use super::problem::{Problem, ProblemKind};
use super::types::TypeId;

impl Builder<'_, '_> {
    /// Transforms, refactors and sorts the graph, publishes inputs and names variables. `is_root`: it is the whole
    /// text, not a function.
    ///
    /// # Errors
    /// The nodes form a cycle.
    pub fn finish(mut self, at: Elem<'_>, is_root: bool) -> Result<Graph, Problem> {
        self.convert();
        let mut is_edited = self.elide();
        if self.session.options.normalize_udim {
            self.normalize_tiles(at);
        }
        if self.session.options.premultiplied_bsdf_add && self.session.rules.premultiplies {
            is_edited |= self.premultiply_mixes();
        }
        if self.session.options.distribute_layer_over_mix {
            is_edited |= self.distribute_layers();
        }
        self.sort(at, is_edited)?;
        self.check_properties(at);
        self.graph.class = self.root_class();
        self.graph.is_root = is_root;
        if is_root {
            if self.session.options.canonical_names {
                self.rename_nodes();
            }
            self.publish();
        }
        // Names of the library's own functions are as they are; a function of the document hides nothing that it calls.
        let is_own = at.document.number != LIBRARY_NUMBER;
        self.name_variables(is_root, is_own);
        Ok(self.graph)
    }

    /// Nodes that read a property of the geometry say which.
    fn check_properties(&mut self, at: Elem<'_>) {
        for node in self.graph.sorted() {
            let is_property =
                matches!(node.implementation.body, Body::BuiltIn(BuiltIn::GeomProp | BuiltIn::GeomPropUniform));
            if is_property && property_of(node).is_empty() {
                let message = format!("`{}` does not say which property of the geometry it reads", node.name);
                let mut problem = at.problem(ProblemKind::GeomProp, message);
                if node.place.is_some() {
                    (problem.place, problem.path) = (node.place.clone(), node.path.clone());
                }
                self.problems.push(problem);
            }
        }
    }

    /// What the graph's first output is.
    fn root_class(&self) -> Class {
        let Some(Link::Node(root, _)) = self.graph.outputs.first().map(|output| output.link) else {
            return Class::TEXTURE;
        };
        let node = &self.graph.nodes[root];
        if node.class.has(Class::MATERIAL)
            && let Some(Link::Node(shader, _)) = node.input("surfaceshader").map(|input| input.link)
        {
            return self.graph.nodes[shader].class.with(Class::MATERIAL);
        }
        node.class
    }

    /// Passes by nodes that only hand on a value. `true` if there are any.
    fn elide(&mut self) -> bool {
        let passed: Vec<Option<usize>> = self.graph.nodes.iter().map(|node| self.passed_input(node)).collect();
        if passed.iter().all(Option::is_none) {
            return false;
        }
        let ends = passed_ends(&self.graph.nodes, &passed);
        let mut inputs: FxHashMap<NodeId, Input> = FxHashMap::default();
        for end in ends.iter().flatten() {
            if let Some(at) = passed[*end] {
                inputs.entry(*end).or_insert_with(|| self.graph.nodes[*end].inputs[at].clone());
            }
        }
        let handed_on = |link: Link| inputs.get(&ends[linked(link)?]?);
        for reader in self.graph.nodes.iter_mut().flat_map(|node| &mut node.inputs) {
            let Some(input) = handed_on(reader.link) else { continue };
            reader.link = input.link;
            if input.link == Link::None {
                reader.value.clone_from(&input.value);
                reader.info.path.clone_from(&input.info.path);
                reader.info.colorspace.clone_from(&input.info.colorspace);
                reader.info.unit.clone_from(&input.info.unit);
            }
        }
        for output in &mut self.graph.outputs {
            let Some(input) = handed_on(output.link) else { continue };
            output.link = input.link;
            if input.link == Link::None {
                output.value.clone_from(&input.value);
            }
        }
        true
    }

    /// The input that a node hands on, if it does nothing else.
    fn passed_input(&self, node: &Node) -> Option<usize> {
        let is_file = node.outputs.first().is_some_and(|output| output.ty == TypeId::FILENAME);
        let name = if node.class.has(Class::CONSTANT) && (self.session.options.elide_constants || is_file) {
            "value"
        } else if node.class.has(Class::DOT) && is_file {
            "in"
        } else {
            return None;
        };
        node.inputs.iter().position(|input| input.name == name)
    }

    /// The nodes that outputs need, each before those it reads: the order in which nodes without inputs are written.
    fn walk_order(&self) -> Vec<NodeId> {
        let nodes = &self.graph.nodes;
        let mut seen = vec![false; nodes.len()];
        let (mut order, mut open) = (Vec::new(), Vec::new());
        for output in &self.graph.outputs {
            open.extend(linked(output.link));
            while let Some(id) = open.pop() {
                if !std::mem::replace(&mut seen[id], true) {
                    order.push(id);
                    open.extend(nodes[id].inputs.iter().rev().filter_map(|input| linked(input.link)));
                }
            }
        }
        order
    }

    /// Orders the nodes that outputs need; the others are not in the order.
    fn sort(&mut self, at: Elem<'_>, is_edited: bool) -> Result<(), Problem> {
        let nodes = &self.graph.nodes;
        let walked = self.walk_order();
        let mut used = vec![false; nodes.len()];
        walked.iter().for_each(|id| used[*id] = true);
        let mut waiting: Vec<usize> =
            nodes.iter().map(|node| node.inputs.iter().filter(|input| linked(input.link).is_some()).count()).collect();
        let readers = self.readers();
        // Creation order, unless a pass has changed the graph.
        let first: Vec<NodeId> = if is_edited { walked } else { (0..nodes.len()).collect() };
        let mut ready: VecDeque<NodeId> = first.into_iter().filter(|id| used[*id] && waiting[*id] == 0).collect();
        let mut order = Vec::new();
        while let Some(id) = ready.pop_front() {
            order.push(id);
            for reader in &readers[id] {
                waiting[*reader] -= 1;
                if waiting[*reader] == 0 && used[*reader] {
                    ready.push_back(*reader);
                }
            }
        }
        if order.len() < used.iter().filter(|used| **used).count() {
            let stuck = (0..nodes.len()).find(|id| used[*id] && waiting[*id] > 0);
            let name = stuck.map_or("", |id| nodes[id].name.as_str());
            let place = stuck.and_then(|id| nodes[id].place.clone());
            let mut problem = at.problem(ProblemKind::Cycle, format!("`{name}` depends on its own result"));
            if place.is_some() {
                problem.place = place;
                problem.path = stuck.map_or_else(String::new, |id| nodes[id].path.clone());
            }
            return Err(problem);
        }
        self.graph.order = order;
        Ok(())
    }

    /// For each node those that read it, one entry for each connection: by its output, then in the order in which the
    /// connections were made.
    fn readers(&self) -> Vec<Vec<NodeId>> {
        let nodes = &self.graph.nodes;
        let mut made = FxHashMap::<(NodeId, NodeId), usize>::default();
        for (at, edge) in self.edges.iter().enumerate() {
            made.entry(*edge).or_insert(at);
        }
        let mut readers: Vec<Vec<(usize, usize, NodeId)>> = vec![Vec::new(); nodes.len()];
        for (to, node) in nodes.iter().enumerate() {
            for input in &node.inputs {
                if let Link::Node(from, output) = input.link {
                    let at = made.get(&(from, to)).copied().unwrap_or(usize::MAX);
                    readers[from].push((output, at, to));
                }
            }
        }
        for readers in &mut readers {
            readers.sort_by_key(|(output, at, _)| (*output, *at));
        }
        readers.into_iter().map(|readers| readers.into_iter().map(|(_, _, to)| to).collect()).collect()
    }

    /// Names nodes by their definition and their place in the order.
    fn rename_nodes(&mut self) {
        for (at, id) in self.graph.order.iter().enumerate() {
            let node = &mut self.graph.nodes[*id];
            if !node.path.is_empty() {
                node.name = format!("{}_{at}", node.definition.trim_start_matches("ND_"));
            }
        }
    }

    /// Makes inputs that a host may set inputs of the graph.
    fn publish(&mut self) {
        if self.session.options.interface == Interface::Reduced {
            return;
        }
        for id in self.graph.order.clone() {
            for at in 0..self.graph.nodes[id].inputs.len() {
                let node = &self.graph.nodes[id];
                let input = &node.inputs[at];
                if input.link != Link::None || !input.editable || self.session.types.is_closure_like(input.ty) {
                    continue;
                }
                let mut socket = input.clone();
                socket.name = format!("{}_{}", node.name, input.name);
                self.graph.inputs.push(socket);
                self.graph.nodes[id].inputs[at].link = Link::Socket(self.graph.inputs.len() - 1);
            }
        }
    }

    fn name_variables(&mut self, is_root: bool, is_own: bool) {
        let (names, reserved) = (&mut self.names, &self.session.reserved);
        let (hidden, is_function) = (self.session.hidden, self.session.rules.is_function);
        let is_hiding = |name: &str| if is_root { hidden.contains(name) } else { is_own && is_function(name) };
        let take_port = |names: &mut Names, name: &str| match is_hiding(name) {
            true => names.take(reserved, &format!("{name}1")),
            false => names.take(reserved, name),
        };
        let graph = &mut self.graph;
        if is_root {
            // The shader's name is taken; where materials share a shader, it is not that of one of them.
            names.take(reserved, if self.session.options.canonical_names { "shader" } else { &graph.name });
        }
        for socket in &mut graph.inputs {
            socket.variable = take_port(names, &socket.name);
        }
        for output in &mut graph.outputs {
            output.variable = take_port(names, &output.name);
        }
        for id in &graph.order {
            let node = &mut graph.nodes[*id];
            for input in &mut node.inputs {
                input.variable = match input.link {
                    Link::Socket(at) => graph.inputs[at].variable.clone(),
                    _ => names.take(reserved, &format!("{}_{}", node.name, input.name)),
                };
            }
            for output in &mut node.outputs {
                output.variable = names.take(reserved, &format!("{}_{}", node.name, output.name));
            }
        }
    }
}

/// For each node that is passed by, the last one of those that it leads to. None for nodes in a circle: sorting reports it.
fn passed_ends(nodes: &[Node], passed: &[Option<usize>]) -> Vec<Option<NodeId>> {
    let mut ends = vec![None; nodes.len()];
    let mut seen = vec![false; nodes.len()];
    for start in (0..nodes.len()).filter(|id| passed[*id].is_some()) {
        let (mut at, mut path) = (start, Vec::new());
        let end = loop {
            // In a circle, no end is known yet.
            if std::mem::replace(&mut seen[at], true) {
                break ends[at];
            }
            path.push(at);
            let next = passed[at].and_then(|input| linked(nodes[at].inputs[input].link));
            match next.filter(|next| passed[*next].is_some()) {
                Some(next) => at = next,
                None => break Some(at),
            }
        };
        path.into_iter().for_each(|id| ends[id] = end);
    }
    ends
}

fn linked(link: Link) -> Option<NodeId> {
    match link {
        Link::Node(id, _) => Some(id),
        Link::None | Link::Socket(_) => None,
    }
}

/// The sockets of a graph that something reads.
pub fn used_sockets(graph: &Graph) -> Vec<bool> {
    let mut used = vec![false; graph.inputs.len()];
    let links = graph.sorted().flat_map(|node| node.inputs.iter().map(|input| input.link));
    for link in links.chain(graph.outputs.iter().map(|output| output.link)) {
        if let Link::Socket(at) = link {
            used[at] = true;
        }
    }
    used
}

//! Passes that rewrite mixes and layers of BSDFs.

use std::sync::Arc;

use super::build::Builder;
use super::graph::{Class, Link, NodeId};
use super::readers::{Reader, Readers};

/// Definitions of the nodes that the passes add.
const MULTIPLY_WEIGHT: &str = "ND_multiply_float";
const MULTIPLY_BSDF: &str = "ND_multiply_bsdfF";
const INVERT: &str = "ND_invert_float";
const ADD_BSDF: &str = "ND_add_bsdf";
const LAYER_BSDF: &str = "ND_layer_bsdf";
const MIX_BSDF: &str = "ND_mix_bsdf";

impl Builder<'_, '_> {
    /// Makes each mix of BSDFs with a connected weight a sum: the weights of both sides are multiplied by the weight of
    /// the mix and its inverse, or the sides themselves where they have no weight. `true` if there is any.
    pub fn premultiply_mixes(&mut self) -> bool {
        let mut is_edited = false;
        for mix in 0..self.graph.nodes.len() {
            if !self.graph.nodes[mix].class.has(Class::MIX) {
                continue;
            }
            let weight = self.input_link(mix, "mix");
            if weight == Link::None {
                continue;
            }
            is_edited |= self.premultiply_mix(mix, weight).is_some();
        }
        self.readers = None;
        is_edited
    }

    /// `None` if the library lacks a node that is needed; the mix then stays.
    fn premultiply_mix(&mut self, mix: NodeId, weight: Link) -> Option<()> {
        let name = self.graph.nodes[mix].name.clone();
        let (fg, bg) = (self.input_link(mix, "fg"), self.input_link(mix, "bg"));
        let inverse = self.add_named(&format!("{name}_mix_inv"), INVERT)?;
        let add = self.add_named(&format!("{name}_add"), ADD_BSDF)?;
        self.link(inverse, "in", weight);
        let fg = self.weighted(&format!("{name}_fg"), fg, weight)?;
        let bg = self.weighted(&format!("{name}_bg"), bg, Link::Node(inverse, 0))?;
        self.link(add, "in1", fg);
        self.link(add, "in2", bg);
        self.replace(mix, Link::Node(add, 0));
        Some(())
    }

    /// One side of a mix with its weight.
    fn weighted(&mut self, name: &str, side: Link, weight: Link) -> Option<Link> {
        if let Link::Node(bsdf, _) = side
            && let Some(at) = self.graph.nodes[bsdf].inputs.iter().position(|input| input.name == "weight")
        {
            let multiply = self.add_named(&format!("{name}_weight"), MULTIPLY_WEIGHT)?;
            let own = self.graph.nodes[bsdf].inputs[at].clone();
            if let Some(in1) = self.graph.nodes[multiply].inputs.iter_mut().find(|input| input.name == "in1") {
                in1.value.clone_from(&own.value);
            }
            self.link(multiply, "in1", own.link);
            self.link(multiply, "in2", weight);
            self.link(bsdf, "weight", Link::Node(multiply, 0));
            return Some(side);
        }
        let multiply = self.add_named(&format!("{name}_mul"), MULTIPLY_BSDF)?;
        self.link(multiply, "in1", side);
        self.link(multiply, "in2", weight);
        Some(Link::Node(multiply, 0))
    }

    /// Makes each layer whose top is a mix of BSDFs a mix of two layers. `true` if there is any.
    pub fn distribute_layers(&mut self) -> bool {
        let mut is_edited = false;
        for layer in 0..self.graph.nodes.len() {
            if !self.graph.nodes[layer].class.has(Class::LAYER) {
                continue;
            }
            let Link::Node(mix, _) = self.input_link(layer, "top") else { continue };
            if self.graph.nodes[mix].class.has(Class::MIX) {
                is_edited |= self.distribute_layer(layer, mix).is_some();
            }
        }
        self.readers = None;
        is_edited
    }

    fn distribute_layer(&mut self, layer: NodeId, mix: NodeId) -> Option<()> {
        let name = self.graph.nodes[layer].name.clone();
        let base = self.input_link(layer, "base");
        let (fg, bg, weight) = (self.input_link(mix, "fg"), self.input_link(mix, "bg"), self.input_link(mix, "mix"));
        let value = self.graph.nodes[mix].input("mix").and_then(|input| input.value.clone());
        let front = self.add_named(&format!("{name}_tf"), LAYER_BSDF)?;
        let back = self.add_named(&format!("{name}_notf"), LAYER_BSDF)?;
        let result = self.add_named(&format!("{name}_mix"), MIX_BSDF)?;
        for (layer, top) in [(front, fg), (back, bg)] {
            self.link(layer, "top", top);
            self.link(layer, "base", base);
        }
        self.link(result, "fg", Link::Node(front, 0));
        self.link(result, "bg", Link::Node(back, 0));
        self.link(result, "mix", weight);
        if let Some(input) = self.graph.nodes[result].inputs.iter_mut().find(|input| input.name == "mix") {
            input.value = value;
        }
        self.replace(layer, Link::Node(result, 0));
        Some(())
    }

    /// Adds a node of the library that no document has.
    pub fn add_named(&mut self, name: &str, definition: &str) -> Option<NodeId> {
        let definition = self.session.universe.definition(None, definition)?;
        let implementation = match self.session.implementation(definition, definition, self.problems) {
            Ok(implementation) => implementation,
            Err(problem) => {
                self.problems.push(problem);
                return None;
            }
        };
        Some(self.add(name, definition, Arc::clone(&implementation)))
    }

    fn input_link(&self, node: NodeId, input: &str) -> Link {
        self.graph.nodes[node].input(input).map_or(Link::None, |input| input.link)
    }

    /// Lets all that read an output of a node read something else.
    fn replace(&mut self, node: NodeId, by: Link) {
        let graph = &mut self.graph;
        self.readers.get_or_insert_with(|| Readers::of(graph)).replace(graph, node, by);
    }

    /// Connects an input.
    pub fn link(&mut self, node: NodeId, input: &str, link: Link) {
        if let Some(at) = self.graph.nodes[node].inputs.iter().position(|known| known.name == input) {
            self.graph.nodes[node].inputs[at].link = link;
            if let Some(readers) = &mut self.readers {
                readers.note(link, Reader::Input(node, at));
            }
        }
        if let Link::Node(from, _) = link {
            self.edges.push((from, node));
        }
    }
}

//! From permutations to numbers, in the form in which the page evaluates it.

use serde::Serialize;

use super::bits::Bits;
use crate::model::{BranchLayout, Cube, Diagram, DiagramChild};

/// Cubes that a page lists where there is no compact diagram.
const MOST_CUBES: usize = 1 << 14;

/// A function from permutations to numbers; some permutations have none.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// A decision diagram. A child is twice the index of a node, twice a number plus 1, or -1 for nothing.
    Diagram {
        root: i64,
        /// The bit, and the children where it is 0 and 1.
        nodes: Vec<(u8, i64, i64)>,
    },
    /// Disjoint cubes with their numbers.
    Cubes(Vec<(Bits, Bits, u32)>),
    /// There are too many cubes for a page.
    Unknown,
}

impl Decision {
    /// The function that disjoint cubes describe.
    pub fn of(layout: &BranchLayout, parts: &[(Cube, u32)]) -> Decision {
        match Diagram::new(layout, parts) {
            Ok(diagram) => {
                let (root, nodes) = diagram.graph();
                let nodes = nodes.iter().map(|node| (node.bit, child(node.low), child(node.high)));
                Decision::Diagram { root: child(root), nodes: nodes.collect() }
            }
            Err(_) if parts.len() <= MOST_CUBES => {
                Decision::Cubes(parts.iter().map(|(cube, at)| (Bits(cube.mask), Bits(cube.value), *at)).collect())
            }
            Err(_) => Decision::Unknown,
        }
    }
}

fn child(child: DiagramChild) -> i64 {
    match child {
        DiagramChild::Nowhere => -1,
        DiagramChild::Number(number) => 2 * i64::from(number) + 1,
        DiagramChild::Node(node) => 2 * node as i64,
    }
}

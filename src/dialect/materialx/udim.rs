//! UDIM sets: textures whose file name stands for a picture for each tile. Tile 1001 + u + 10 v covers the texture
//! coordinates from (u, v) to (u + 1, v + 1), u from 0 to 9.

use super::build::Builder;
use super::document::Elem;
use super::graph::{Link, Node};
use super::implementation::Body;
use super::problem::ProblemKind;
use super::types::TypeId;
use super::universe::Universe;
use super::value::Value;

/// Stands in a file name for the number of the tile.
const TOKEN: &str = "<UDIM>";

/// The property with the tiles of a document's textures.
const SET: &str = "udimset";

/// The tiles that there are.
const FIRST: u32 = 1001;
const LAST: u32 = 1999;
const COLUMNS: u32 = 10;

/// The smallest rectangle of whole tiles around the tiles of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tiles {
    from: [u32; 2],
    to: [u32; 2],
}

impl Tiles {
    /// Reads numbers of tiles, separated by commas. `None` if there is none.
    ///
    /// # Errors
    /// The part that is no tile.
    fn parse(text: &str) -> Result<Option<Tiles>, String> {
        let mut tiles: Option<Tiles> = None;
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let number = part.parse().ok().filter(|number| (FIRST..=LAST).contains(number));
            let number: u32 =
                number.ok_or_else(|| format!("`{part}` is no tile: they are numbered from {FIRST} to {LAST}"))?;
            let at = [(number - FIRST) % COLUMNS, (number - FIRST) / COLUMNS];
            let known = tiles.get_or_insert(Tiles { from: at, to: at });
            known.from = [known.from[0].min(at[0]), known.from[1].min(at[1])];
            known.to = [known.to[0].max(at[0]), known.to[1].max(at[1])];
        }
        Ok(tiles)
    }

    /// The scale and the offset that map the rectangle to 0..1: `(uv + offset) * scale`, as the library's images have it.
    fn transform(self) -> [Vec<f32>; 2] {
        let scale = |axis: usize| 1.0 / (self.to[axis] - self.from[axis] + 1) as f32;
        // -0 is what the reference has.
        let offset = |axis: usize| -(self.from[axis] as f32);
        [vec![scale(0), scale(1)], vec![offset(0), offset(1)]]
    }
}

/// The set of a document: a property of one of its geometries.
fn set_of<'a>(universe: &Universe<'a>) -> Option<Elem<'a>> {
    let properties = universe.geominfos().flat_map(|geometry| geometry.children_of("geomprop"));
    let mut sets = properties.filter(|property| property.name() == SET);
    sets.find(|property| property.text("value").is_some())
}

impl Builder<'_, '_> {
    /// Gives images of tiled textures the transform of the document's set. `at`: what the graph is made of; graphs of
    /// the library have no textures of their own.
    pub fn normalize_tiles(&mut self, at: Elem<'_>) {
        let root = self.session.universe.main().document.root();
        if at.document.number != root.document.number || !self.graph.nodes.iter().any(|node| self.is_tiled(node)) {
            return;
        }
        let Some(set) = set_of(&self.session.universe) else { return };
        let tiles = match Tiles::parse(set.attr("value").unwrap_or("")) {
            Ok(Some(tiles)) => tiles,
            Ok(None) => return,
            Err(why) => {
                let problem = set.problem_at("value", ProblemKind::Value, why);
                self.problems.push(problem);
                return;
            }
        };
        let [scale, offset] = tiles.transform();
        for id in 0..self.graph.nodes.len() {
            if !self.is_tiled(&self.graph.nodes[id]) {
                continue;
            }
            for input in &mut self.graph.nodes[id].inputs {
                match input.name.as_str() {
                    "uv_scale" => input.value = Some(Value::Floats(scale.clone())),
                    "uv_offset" => input.value = Some(Value::Floats(offset.clone())),
                    _ => {}
                }
            }
        }
    }

    /// The node is an image whose file name has the token.
    fn is_tiled(&self, node: &Node) -> bool {
        if !matches!(node.implementation.body, Body::Function { is_image: true, .. }) {
            return false;
        }
        let file = node.inputs.iter().find(|input| input.ty == TypeId::FILENAME);
        let value = file.and_then(|file| match file.link {
            Link::Socket(at) => self.graph.inputs[at].value.as_ref(),
            Link::None => file.value.as_ref(),
            Link::Node(..) => None,
        });
        matches!(value, Some(Value::Text(text)) if text.contains(TOKEN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_mapped_to_one_picture() {
        let tiles = Tiles::parse("1013, 1024").expect("tiles").expect("some");
        assert_eq!(tiles, Tiles { from: [2, 1], to: [3, 2] });
        assert_eq!(tiles.transform(), [vec![0.5, 0.5], vec![-2.0, -1.0]]);
        let one = Tiles::parse("1001").expect("a tile").expect("one");
        assert_eq!(one.transform(), [vec![1.0, 1.0], vec![0.0, 0.0]]);
        assert_eq!(Tiles::parse(" "), Ok(None));
    }

    #[test]
    fn numbers_that_are_no_tiles_are_told() {
        for text in ["1000", "1001,2000", "1001, x", "-1001"] {
            assert!(Tiles::parse(text).is_err(), "{text}");
        }
    }
}

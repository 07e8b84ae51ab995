//! Units in which folding changes nothing, as those of most shaders that differ in defines alone.

use super::Names;
use crate::model::Preprocessed;
use crate::specialise::shared_functions::SharedFunctions;
use crate::syntax::{Kind, NodeId, Tree};

/// The names of a unit in which no branch's name stands. Only the functions are filled in: [`super::resolve`] would find no token to fold, and
/// which declaration a name means is asked for by folding alone. `None` where the unit may have a literal condition, which is folded too, or
/// a construct that [`super::resolve`] may report.
pub fn plain(unit: &Preprocessed, tree: &Tree, shared: &SharedFunctions) -> Option<Names> {
    let is_plain = |node: NodeId| {
        let condition = match tree.kind(node) {
            Kind::Base | Kind::Namespace => return false,
            Kind::If | Kind::While | Kind::Switch | Kind::Ternary => tree.operand(node, 0),
            Kind::For => tree.operand(node, 1),
            _ => None,
        };
        condition.is_none_or(|condition| tree.kind(condition) != Kind::Literal)
    };
    if tree.too_deep.is_some() || !shared.other_nodes(tree).all(is_plain) {
        return None;
    }
    let mut names = Names::default();
    let mut open = vec![tree.root()];
    while let Some(holder) = open.pop() {
        for item in tree.children(holder) {
            match tree.kind(item) {
                Kind::Function => names.functions.extend(match shared.get(item) {
                    Some(known) => known.has_body.then_some(known.name),
                    None => tree.child(item, Kind::Block).and(tree.child(item, Kind::Name)).map(|name| {
                        let last = tree.node(name).last.saturating_sub(1);
                        unit.tokens[last as usize].token.text
                    }),
                }),
                Kind::Template | Kind::Instantiation => open.push(item),
                _ => {}
            }
        }
    }
    Some(names)
}

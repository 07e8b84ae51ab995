//! Units in which folding changes nothing, as those of most shaders that differ in defines alone. Their names are resolved when something
//! asks for them; until then, only those of the functions that no earlier unit has.

use super::{Names, ScopeKind, Walk};
use crate::model::{BranchLayout, Preprocessed};
use crate::specialise::shared_functions::SharedFunctions;
use crate::syntax::{Grammar, Kind, NodeId, Tree};

/// Whether [`super::resolve`] would find no token to fold and nothing to report in a unit in which no branch's name stands. False where
/// the unit may have a literal condition, which is folded too, or a construct that [`super::resolve`] may report.
pub fn is_plain(tree: &Tree, shared: &SharedFunctions) -> bool {
    let is_plain = |node: NodeId| {
        let condition = match tree.kind(node) {
            Kind::Base | Kind::Namespace => return false,
            Kind::If | Kind::While | Kind::Switch | Kind::Ternary => tree.operand(node, 0),
            Kind::For => tree.operand(node, 1),
            _ => None,
        };
        condition.is_none_or(|condition| tree.kind(condition) != Kind::Literal)
    };
    tree.too_deep.is_none() && shared.other_nodes(tree).all(is_plain)
}

/// The names of a function at global scope, without those that something outside of it declares. Its tokens alone may be asked for.
pub fn resolve_function(
    grammar: &'static Grammar,
    unit: &Preprocessed,
    tree: &Tree,
    layout: &BranchLayout,
    function: NodeId,
) -> Names {
    let shared = SharedFunctions::default();
    let node = tree.node(function);
    let mut walk = Walk::new(grammar, (unit, tree), layout, &shared, (node.first, node.last));
    walk.function(function, ScopeKind::Global);
    walk.into_names()
}

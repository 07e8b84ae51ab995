//! Name resolution: which tokens mean a branch, and the declaration that each other name means.
//!
//! **In**: the tree of a unit's tokens, its grammar, the names of the branches.
//! **Out**: the tokens that stand for a branch's value; the declarations and the uses of the other names.
//! **Never**: computes types or sees macros, which the preprocessor has replaced.
//!
//! In code that the tree does not understand, a branch's name is replaced unless a known declaration hides it.

mod branches;
mod declared_by;
mod members;
mod namespaces;
mod plain;
mod walk;

pub use plain::{is_plain, resolve_function};

use std::collections::BTreeSet;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use self::declared_by::DeclaredBy;
use self::walk::{ScopeKind, Walk};
use super::reuse::Edit;
use super::shared_functions::SharedFunctions;
use crate::atom::Atom;
use crate::diag::Diagnostic;
use crate::model::{BranchId, BranchKind, BranchLayout, Permutation, Preprocessed};
use crate::syntax::{Grammar, Kind, Node, NodeId, Tree};

/// A token that stands for a branch's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    pub token: u32,
    pub branch: BranchId,
}

/// The meanings of the names of a unit.
#[derive(Debug, Default)]
pub struct Names {
    /// Sorted by token.
    pub sites: Vec<Site>,
    /// Tokens that are removed: the branches' own declarations. Sorted.
    pub removed: Vec<u32>,
    /// Tokens at which the text can depend on a branch's value, or on a literal condition. Sorted.
    pub points: Vec<u32>,
    /// Branches declared with an unsigned type: their values get a suffix.
    unsigned: BTreeSet<BranchId>,
    /// Constants of a scalar type that a branch may have, with an initialiser, and enumerators.
    pub constants: FxHashSet<NodeId>,
    /// The enumerator before one.
    pub previous: FxHashMap<NodeId, NodeId>,
    /// For all but the first declarator of a declaration: the last token of the type.
    pub types_of_later: FxHashMap<NodeId, u32>,
    declared_by: DeclaredBy,
    pub diagnostics: Vec<Diagnostic>,
}

impl Names {
    /// The text of a branch's value.
    pub fn spelling(&self, grammar: &Grammar, layout: &BranchLayout, id: BranchId, values: Permutation) -> Atom {
        let branch = layout.get(id);
        let encoded = branch.extract(values.0);
        let value = branch.source_value(encoded);
        match &branch.kind {
            BranchKind::Bool if encoded == 0 => Atom::from("false"),
            BranchKind::Bool => Atom::from("true"),
            _ if self.unsigned.contains(&id) => Atom::from(&format!("{value}{}", grammar.types.unsigned_suffix())),
            // A minus sign must not meet an operator before it.
            _ if value < 0 => Atom::from(&format!("({value})")),
            _ => Atom::from(&value.to_string()),
        }
    }

    /// Whether the names outside of one item mean the same before an edit of that item. The items' tokens are given.
    pub fn are_same_outside(&self, before: &Names, edit: &Edit, (item_before, item): (Range<u32>, Range<u32>)) -> bool {
        let was = |token: &u32| (!item_before.contains(token)).then(|| edit.moved(*token));
        let is = |token: &u32| (!item.contains(token)).then_some(*token);
        let are_same = |before: &[u32], now: &[u32]| before.iter().filter_map(was).eq(now.iter().filter_map(is));
        let sites_before = before.sites.iter().filter_map(|site| Some((was(&site.token)?, site.branch)));
        let sites = self.sites.iter().filter_map(|site| Some((is(&site.token)?, site.branch)));
        sites_before.eq(sites)
            && are_same(&before.removed, &self.removed)
            && are_same(&before.points, &self.points)
            && before.unsigned == self.unsigned
    }

    pub fn is_unsigned(&self, branch: BranchId) -> bool {
        self.unsigned.contains(&branch)
    }

    /// The branch that a token stands for.
    pub fn branch_at(&self, token: u32) -> Option<BranchId> {
        self.sites.binary_search_by_key(&token, |site| site.token).ok().map(|at| self.sites[at].branch)
    }

    /// What declares the name at a token.
    pub fn declared_by(&self, token: u32) -> Option<NodeId> {
        self.declared_by.get(token)
    }

    /// Whether a declaration is taken out as a whole.
    pub fn vanishes(&self, declaration: &Node) -> bool {
        declaration.last > declaration.first
            && self.removed.binary_search(&declaration.first).is_ok()
            && self.removed.binary_search(&(declaration.last - 1)).is_ok()
    }

    /// Whether folding can change anything in these tokens.
    pub fn touches(&self, first: u32, last: u32) -> bool {
        let at = self.points.partition_point(|point| *point < first);
        self.points.get(at).is_some_and(|point| *point < last)
    }
}

/// Resolves the names of a unit. In shared functions, which have no branches and no literal conditions, it does not look for what
/// declares a name. The answer also says whether it had to look into their bodies. If it had and the tree lacks the bodies, the names are
/// incomplete, and the unit must be parsed with them.
pub fn resolve(
    grammar: &'static Grammar,
    unit: &Preprocessed,
    tree: &Tree,
    layout: &BranchLayout,
    shared: &SharedFunctions,
) -> (Names, bool) {
    let mut walk = Walk::new(grammar, (unit, tree), layout, shared, (0, unit.tokens.len() as u32));
    walk.branches =
        layout.branches().iter().zip(0u16..).map(|(branch, id)| (Atom::from(&branch.name), BranchId(id))).collect();
    if let Some(token) = tree.too_deep {
        walk.too_deep(token, "the program is nested too deeply", "Split the function or the expression.");
    }
    walk.node(tree.root(), ScopeKind::Global);
    let needs_bodies = walk.needs_bodies;
    (walk.into_names(), needs_bodies)
}

/// The expression after `=` of a declarator that is no array, or of an enumerator.
pub fn initialiser(tree: &Tree, declarator: NodeId) -> Option<NodeId> {
    let last = tree.children(declarator).last()?;
    let plain = tree.child(declarator, Kind::Extent).is_none();
    let is_expression =
        !matches!(tree.kind(last), Kind::Name | Kind::Extent | Kind::Annotation | Kind::Opaque | Kind::List);
    (plain && is_expression).then_some(last)
}

//! Folds an item with branch values as constants.
//!
//! **In**: an item of a unit's tree, what its names mean, branch values, and the rules of the language.
//! **Out**: the pieces of the folded text, and the branches whose values were read, in order.
//! **Never**: changes the meaning of the program. An operand that is evaluated and has an effect is never dropped. If
//! the language evaluates both sides of `&&`, `||` and `?:`, these are all operands; if it stops early
//! ([`Grammar::short_circuit`]), those up to the one that decides. An arm replaces its `?:` only if both arms certainly
//! have the same type. A `switch` with fall-through, and every construct that is not understood, stays unchanged.

mod evaluate;
mod places;
mod purity;
mod rewrite;
mod switch;
mod types;
mod value;

pub use places::{Written, written_by_calls};
pub use purity::{FunctionEffects, OPERATOR, Scan, initialisers_are_pure, pure_functions, words_of_effects};

use rustc_hash::{FxHashMap, FxHashSet};

use super::names::Names;
use crate::atom::Atom;
use crate::model::{BranchId, BranchLayout, Permutation, Preprocessed, TokenSpan};
use crate::syntax::{Grammar, NodeId, Tree};
use value::BranchValue;

/// The properties of a unit that folding uses.
pub struct Subject<'a> {
    pub grammar: &'static Grammar,
    pub unit: &'a Preprocessed,
    pub tree: &'a Tree,
    pub names: &'a Names,
    pub layout: &'a BranchLayout,
    /// An operator may be a function of the unit's.
    pub operators: bool,
    /// Functions without effects.
    pub pure: &'a FxHashSet<Atom>,
    /// The arguments that calls can write to.
    pub written: &'a FxHashMap<Atom, Written>,
}

/// An item, folded.
#[derive(Debug, Default)]
pub struct Folded {
    pub pieces: Vec<TokenSpan>,
    /// Branches whose values decided, in the order of their first use.
    pub reads: Vec<BranchId>,
}

impl Folded {
    /// Tokens as they are.
    pub fn whole(first: u32, last: u32) -> Folded {
        let pieces = if first < last { vec![TokenSpan::Keep { first, last }] } else { Vec::new() };
        Folded { pieces, reads: Vec::new() }
    }
}

/// Folds one item.
pub fn fold(subject: &Subject<'_>, item: NodeId, values: Permutation) -> Folded {
    let mut folder = Folder::new(subject, values);
    folder.any(item);
    folder.out
}

/// Tokens with the branches' values substituted, without folding.
pub fn substitute(subject: &Subject<'_>, first: u32, last: u32, values: Permutation) -> Folded {
    let mut folder = Folder::new(subject, values);
    folder.keep(first, last);
    folder.out
}

struct Folder<'a> {
    subject: &'a Subject<'a>,
    values: Permutation,
    out: Folded,
    constants: FxHashMap<NodeId, Option<BranchValue>>,
    /// `break` statements that a folded `switch` drops.
    skipped: Vec<NodeId>,
    /// Constants inside constants.
    depth: u32,
    /// The function at hand returns `float`, or a vector of it.
    returns_floats: bool,
}

impl<'a> Folder<'a> {
    fn new(subject: &'a Subject<'a>, values: Permutation) -> Folder<'a> {
        Folder {
            subject,
            values,
            out: Folded::default(),
            constants: FxHashMap::default(),
            skipped: Vec::new(),
            depth: 0,
            returns_floats: false,
        }
    }

    fn grammar(&self) -> &'static Grammar {
        self.subject.grammar
    }

    fn tree(&self) -> &'a Tree {
        self.subject.tree
    }

    fn text(&self, token: u32) -> &'static str {
        self.subject.unit.tokens[token as usize].token.text.as_str()
    }

    fn read(&mut self, branch: BranchId) {
        if !self.out.reads.contains(&branch) {
            self.out.reads.push(branch);
        }
    }
}

//! The items of a unit, and which of them an entry point needs.
//!
//! Names decide, not meanings: if reached text contains a name, every item with that name is reached, whatever the name
//! means there. Bindings and layouts must not depend on reachability. So a block keeps all its members, loose uniforms
//! stay or go together, and if some resource has no explicit binding, all resources stay.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::fold;
use super::name_numbers::NameNumbers;
use super::names::Names;
use super::shared_functions::SharedFunctions;
use crate::atom::Atom;
use crate::model::{Preprocessed, TokenFlags, TokenKind, TokenSpan};
use crate::syntax::{Grammar, Kind, Node, NodeId, Tree};

/// An item, or the directive lines between two.
#[derive(Debug)]
pub struct Item {
    pub node: Option<NodeId>,
    pub first: u32,
    pub last: u32,
    /// Every entry point reaches it.
    pub always: bool,
    /// A uniform outside of any block.
    pub loose: bool,
}

/// The items of a unit, in order, and their names.
#[derive(Debug)]
pub struct Items {
    pub all: Vec<Item>,
    /// The numbers of names, also of other units'.
    numbers: Arc<NameNumbers>,
    /// By the number of a name, its last holder.
    last_holders: Vec<HolderId>,
    holders: Vec<Holder>,
    marks: RefCell<Marks>,
}

/// An item with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Index into [`Items::all`].
    pub item: u32,
    /// The holder of the same name before it.
    pub before: HolderId,
}

/// The number of a holder and one; 0: none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HolderId(u32);

impl HolderId {
    pub fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// The last round in which each number was met; rounds are counted from 1.
#[derive(Debug, Default)]
struct Marks {
    round: u64,
    last: Vec<u64>,
}

impl Items {
    /// `numbers`: those of the units before, which get those of new names. `pure`: finds the [`fold::pure_functions`].
    pub fn new<'p>(
        of: &fold::Scan<'_>,
        names: &Names,
        shared: &SharedFunctions,
        numbers: &mut Arc<NameNumbers>,
        pure: &dyn Fn() -> &'p FxHashSet<Atom>,
    ) -> Items {
        let fold::Scan { grammar, unit, tree, .. } = *of;
        let mut scan = Scan { grammar, unit, tree, names: Vec::new() };
        let mut items = Items {
            all: Vec::new(),
            numbers: Arc::default(),
            last_holders: vec![HolderId::default(); numbers.len()],
            holders: Vec::new(),
            marks: RefCell::default(),
        };
        let mut shared = shared.in_order();
        let mut resources = Vec::new();
        let mut pinned = false;
        let mut from = 0;
        let root = tree.root();
        for id in tree.children(root) {
            let node = *tree.node(id);
            items.directives(from, node.first);
            from = node.last;
            let at = items.all.len() as u32;
            // One name, and no directive.
            if node.kind == Kind::Function
                && let Some(known) = shared.next_if(id)
            {
                items.all.push(Item {
                    node: Some(id),
                    first: node.first,
                    last: node.last,
                    always: false,
                    loose: false,
                });
                items.hold(known.number, at);
                continue;
            }
            scan.names.clear();
            scan.define(id);
            let mut item = Item { node: Some(id), first: node.first, last: node.last, always: false, loose: false };
            match node.kind {
                Kind::Empty | Kind::Technique => {}
                // Branches, which are no uniforms any more.
                Kind::Declaration if names.vanishes(&node) => {}
                Kind::Buffer => {
                    resources.push(at);
                    pinned |= !scan.is_placed(id);
                }
                Kind::Declaration => match scan.storage(id) {
                    // `static int b = a++;`.
                    Storage::Own => item.always = !fold::initialisers_are_pure(of, pure, id),
                    Storage::Resource => {
                        resources.push(at);
                        pinned |= !scan.is_placed(id);
                    }
                    Storage::Loose => {
                        item.loose = true;
                        pinned = true;
                    }
                    Storage::Unknown => {
                        resources.push(at);
                        pinned = true;
                    }
                },
                Kind::Using => item.always = scan.names.is_empty(),
                Kind::Function | Kind::Typedef | Kind::Namespace | Kind::Template | Kind::Instantiation => {
                    item.always = scan.names.is_empty();
                }
                _ => item.always = true,
            }
            // It counts for what follows, wherever it stands.
            item.always |= scan.has_lasting_directive(&node);
            items.all.push(item);
            for name in &scan.names {
                let number = NameNumbers::number_of(numbers, *name);
                items.hold(number, at);
            }
        }
        items.directives(from, tree.node(root).last);
        for at in resources {
            items.all[at as usize].always |= pinned;
        }
        items.numbers = Arc::clone(numbers);
        items.last_holders.resize(items.numbers.len(), HolderId::default());
        items
    }

    /// Notes that the last item has the name with a number.
    fn hold(&mut self, number: u32, item: u32) {
        let number = number as usize;
        if number >= self.last_holders.len() {
            self.last_holders.resize(number + 1, HolderId::default());
        }
        let before = self.last_holders[number];
        // A name can stand in an item twice.
        if self.holder(before).is_none_or(|before| before.item != item) {
            self.holders.push(Holder { item, before });
            self.last_holders[number] = HolderId(self.holders.len() as u32);
        }
    }

    fn directives(&mut self, first: u32, last: u32) {
        if first < last {
            self.all.push(Item { node: None, first, last, always: true, loose: false });
        }
    }

    /// The number of a name that some item has.
    pub fn number(&self, name: Atom) -> Option<u32> {
        self.numbers.get(name).filter(|number| !self.last_holders[*number as usize].is_none())
    }

    /// By the number of a name, the last item of that name.
    pub fn last_holders(&self) -> &[HolderId] {
        &self.last_holders
    }

    pub fn holder(&self, id: HolderId) -> Option<Holder> {
        id.0.checked_sub(1).map(|at| self.holders[at as usize])
    }

    /// The items of a name, the last one first.
    pub fn named(&self, name: Atom) -> impl Iterator<Item = &Item> {
        let last = self.number(name).and_then(|number| self.holder(self.last_holders[number as usize]));
        std::iter::successors(last, |holder| self.holder(holder.before)).map(|holder| &self.all[holder.item as usize])
    }

    /// By the number of a name in other items, its number here; `None` where the items' names are not the same.
    pub fn renumbered(&self, other: &Items) -> Option<Vec<u32>> {
        let names = other.numbers.in_order();
        if self.holders.len() != other.holders.len() {
            return None;
        }
        let held = |items: &Items, number: u32| {
            let last = items.holder(items.last_holders[number as usize]);
            std::iter::successors(last, |holder| items.holder(holder.before))
                .map(|holder| holder.item)
                .collect::<Vec<_>>()
        };
        let mut numbers = vec![0; names.len()];
        for (number, name) in (0..).zip(names) {
            if other.last_holders[number as usize].is_none() {
                continue;
            }
            let own = self.number(*name)?;
            if held(self, own) != held(other, number) {
                return None;
            }
            numbers[number as usize] = own;
        }
        Some(numbers)
    }

    /// The numbers of those of the names that are names of items, in the order of their first use. A name can be that of many items.
    pub fn used(&self, names: impl Iterator<Item = Atom>) -> Vec<u32> {
        let mut marks = self.marks.borrow_mut();
        let Marks { round, last } = &mut *marks;
        last.resize(self.last_holders.len(), 0);
        *round += 1;
        let is_first = |number: &u32| std::mem::replace(&mut last[*number as usize], *round) != *round;
        names.filter_map(|name| self.number(name)).filter(is_first).collect()
    }
}

/// The names in these pieces that can be those of items.
pub fn used_names(grammar: &'static Grammar, unit: &Preprocessed, pieces: &[TokenSpan]) -> impl Iterator<Item = Atom> {
    let kept = pieces.iter().filter_map(|piece| match *piece {
        TokenSpan::Keep { first, last } => Some((first, last)),
        TokenSpan::Text { .. } => None,
    });
    let [dot, arrow] = [".", "->"].map(Atom::from);
    kept.flat_map(move |(first, last)| {
        let mut before = first.checked_sub(1).map(|before| unit.tokens[before as usize].token.text);
        unit.tokens.range(first, last).filter_map(move |token| {
            let token = &token.token;
            let is_member = before.replace(token.text).is_some_and(|before| before == dot || before == arrow);
            match token.kind {
                _ if token.flags.has(TokenFlags::DIRECTIVE) => None,
                TokenKind::Ident => (!is_member).then_some(token.text),
                TokenKind::String if grammar.strings_name_functions => Some(Atom::from(token.text.trim_matches('"'))),
                _ => None,
            }
        })
    })
}

enum Storage {
    /// Structures, and variables that are the program's own.
    Own,
    Resource,
    /// A uniform outside of any block.
    Loose,
    /// A type that may hold resources.
    Unknown,
}

struct Scan<'a> {
    grammar: &'static Grammar,
    unit: &'a Preprocessed,
    tree: &'a Tree,
    names: Vec<Atom>,
}

impl Scan<'_> {
    fn text(&self, token: u32) -> &'static str {
        self.unit.tokens[token as usize].token.text.as_str()
    }

    /// Collects what an item defines.
    fn define(&mut self, id: NodeId) {
        let tree = self.tree;
        match tree.kind(id) {
            Kind::Name => {
                let node = tree.node(id);
                let tokens = self.unit.tokens.range(node.first, node.last);
                let idents = tokens.filter(|token| token.token.kind == TokenKind::Ident);
                self.names.extend(idents.map(|token| token.token.text));
            }
            Kind::Using => {
                let first = tree.node(id).first;
                let is_alias = tree.node(id).last > first + 2 && self.text(first + 2) == "=";
                self.names.extend(is_alias.then(|| self.unit.tokens[first as usize + 1].token.text));
            }
            // The names inside are their own.
            Kind::Function | Kind::Declarator | Kind::Enumerator => {
                if let Some(name) = tree.child(id, Kind::Name) {
                    self.define(name);
                }
            }
            Kind::Struct => {
                if let Some(name) = tree.child(id, Kind::Name) {
                    self.define(name);
                }
            }
            // Its members are known by the instance's name alone.
            Kind::Buffer if tree.child(id, Kind::Declarator).is_some() => {
                for child in tree.children(id).filter(|child| tree.kind(*child) != Kind::Declaration) {
                    self.define(child);
                }
            }
            Kind::Declaration
            | Kind::Type
            | Kind::Enum
            | Kind::Typedef
            | Kind::Template
            | Kind::Instantiation
            | Kind::Buffer
            | Kind::Namespace => {
                for child in tree.children(id) {
                    self.define(child);
                }
            }
            _ => {}
        }
    }

    /// Whether the item contains a directive that affects later items.
    fn has_lasting_directive(&self, node: &Node) -> bool {
        self.unit.tokens.range(node.first, node.last).any(|token| {
            token.token.flags.has(TokenFlags::DIRECTIVE)
                && self.grammar.lasting_directives.contains(&token.token.text.as_str())
        })
    }

    /// Whether it has an explicit binding.
    fn is_placed(&self, id: NodeId) -> bool {
        let tree = self.tree;
        let placement = &self.grammar.placement;
        let stand_in =
            |first: u32, last: u32, words: &[&str]| (first..last).any(|token| words.contains(&self.text(token)));
        let holds = |id: NodeId, words: &[&str]| stand_in(tree.node(id).first, tree.node(id).last, words);
        let annotated = |id: NodeId| {
            tree.children(id).any(|part| tree.kind(part) == Kind::Annotation && holds(part, placement.annotations))
        };
        let qualified = || {
            let head = |part: &NodeId| matches!(tree.kind(*part), Kind::Type | Kind::Name);
            let end = tree.children(id).find(head).map_or(tree.node(id).first, |head| tree.node(head).first);
            stand_in(tree.node(id).first, end, placement.qualifiers)
        };
        let mut declarators = tree.children(id).filter(|part| tree.kind(*part) == Kind::Declarator).peekable();
        tree.children(id).any(|part| tree.kind(part) == Kind::Attribute && holds(part, placement.attributes))
            || !placement.qualifiers.is_empty() && qualified()
            || annotated(id)
            || (declarators.peek().is_some() && declarators.all(annotated))
    }

    fn storage(&self, id: NodeId) -> Storage {
        let tree = self.tree;
        let Some(ty) = tree.child(id, Kind::Type) else { return Storage::Unknown };
        if tree.child(id, Kind::Declarator).is_none() {
            return Storage::Own;
        }
        // `uint S::member = 1;` defines a member that its structure declares as static.
        let is_member = |name: NodeId| tree.node(name).last > tree.node(name).first + 1;
        if tree.child(id, Kind::Declarator).and_then(|part| tree.child(part, Kind::Name)).is_some_and(is_member) {
            return Storage::Own;
        }
        let (first, ty) = (tree.node(id).first, *tree.node(ty));
        if self.grammar.globals.is_own((first..ty.first).map(|token| self.text(token))) {
            return Storage::Own;
        }
        let is_ident = |token: &u32| self.unit.tokens[*token as usize].token.kind == TokenKind::Ident;
        let name = (ty.first..ty.last).find(is_ident).map_or("", |token| self.text(token));
        let types = &self.grammar.types;
        if (types.is_resource)(name) {
            Storage::Resource
        } else if (types.is_builtin)(name) || name == "unsigned" {
            Storage::Loose
        } else {
            Storage::Unknown
        }
    }
}

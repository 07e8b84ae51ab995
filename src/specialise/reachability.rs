//! The items that an entry point reaches under branch values; each distinct result is computed once.

use std::cell::OnceCell;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::fold;
use super::fold::{Folded, Subject};
use super::hash::Joiner;
use super::items::{HolderId, Item, Items, used_names};
use super::names;
use super::names::Names;
use super::read_cache::ByReads;
use super::reuse::Edit;
use super::shared_functions::{KnownFacts, SharedFunctions};
use super::{Mode, hash};
use crate::atom::Atom;
use crate::model::{BranchId, BranchLayout, Digest, Permutation, Preprocessed, TokenSpan};
use crate::syntax::{Grammar, Kind, NodeId, SyntaxProblem, Tree};

/// A unit, and all results about it so far.
pub struct Live {
    pub unit: Arc<Preprocessed>,
    grammar: &'static Grammar,
    tree: Tree,
    /// The tree lacks syntax of an extension: the text stays whole, and what is wrong in it is told by the compiler that reads it.
    is_unread: bool,
    pub names: Names,
    /// Whether the unit [is plain](names::is_plain); then `names` has nothing.
    is_plain: bool,
    items: Items,
    /// An operator may be a function of the unit's.
    operators: bool,
    effects: OnceCell<Effects>,
    shared: SharedFunctions,
    /// For each item, its folded forms.
    by_item: Vec<ByReads<u32>>,
    forms: Vec<ItemText>,
    by_entry: FxHashMap<Atom, ByReads<u32>>,
    texts: Vec<Text>,
    joiner: Joiner,
}

/// What only folding asks for.
struct Effects {
    /// Those of the unit, where it has plain ones.
    names: Option<Names>,
    pure: FxHashSet<Atom>,
    written: FxHashMap<Atom, fold::Written>,
}

impl Effects {
    /// `names`: those of the unit, and whether they are plain.
    fn of(
        scan: &fold::Scan<'_>,
        (names, is_plain): (&Names, bool),
        layout: &BranchLayout,
        shared: &SharedFunctions,
    ) -> Effects {
        let fold::Scan { grammar, unit, tree, .. } = *scan;
        let own = is_plain.then(|| names::resolve(grammar, unit, tree, layout, shared).0);
        let pure = fold::pure_functions(scan, own.as_ref().unwrap_or(names), shared);
        Effects { names: own, pure, written: fold::written_by_calls(scan, shared) }
    }
}

/// An item folded under some values.
struct ItemText {
    pieces: Vec<TokenSpan>,
    digest: Digest,
    /// The numbers of the names of items in it.
    uses: Vec<u32>,
}

/// What an entry point reaches besides what is known.
#[derive(Clone, Copy)]
enum Open {
    Item(u32),
    /// All items of the name with this number: overloads of a function.
    Named(u32),
}

/// One of a unit's texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextId(u32);

/// What an entry point reaches, under some values.
pub struct Text {
    pub digest: Digest,
    pub pieces: Arc<[TokenSpan]>,
    /// For each item, whether it is reached; `None`: the text is the whole unit.
    reached: Option<Box<[bool]>>,
}

impl Live {
    /// `known`: the functions of the units before.
    pub fn new(
        grammar: &'static Grammar,
        unit: &Arc<Preprocessed>,
        layout: &BranchLayout,
        known: &mut KnownFacts,
    ) -> Live {
        // An operator that is a function can make any function of the unit one with effects.
        let operators = known.has_operator_functions(unit);
        let mut with_bodies = operators || known.needs_bodies;
        let has_branches = known.has_branches(unit);
        let (tree, shared, names, is_plain) = loop {
            let tree = known.parse(unit, with_bodies);
            let shared = if operators { SharedFunctions::default() } else { known.shared() };
            if !operators && !has_branches && names::is_plain(&tree, &shared) {
                known.needs_bodies = false;
                break (tree, shared, Names::default(), true);
            }
            let (names, needs_bodies) = names::resolve(grammar, unit, &tree, layout, &shared);
            known.needs_bodies = needs_bodies;
            if with_bodies || !needs_bodies {
                break (tree, shared, names, false);
            }
            with_bodies = true;
        };
        let is_opaque = |at: u32| tree.kind(NodeId(at)) == Kind::Opaque;
        let is_unread = (grammar.lacks_syntax_of)(&unit.extensions)
            && (!tree.problems.is_empty() || (0..tree.len() as u32).any(is_opaque));
        let scan = fold::Scan { grammar, unit, tree: &tree, operators };
        if !operators {
            known.learn(&scan, (!is_plain).then_some(&names), layout);
        }
        let effects = OnceCell::new();
        let pure = || {
            let effects: &Effects = effects.get_or_init(|| Effects::of(&scan, (&names, is_plain), layout, &shared));
            &effects.pure
        };
        let items = Items::new(&scan, &names, &shared, &mut known.numbers, &pure);
        let by_item = items.all.iter().map(|_| ByReads::default()).collect();
        Live {
            unit: Arc::clone(unit),
            grammar,
            tree,
            is_unread,
            names,
            is_plain,
            items,
            operators,
            effects,
            shared,
            by_item,
            forms: Vec::new(),
            by_entry: FxHashMap::default(),
            texts: Vec::new(),
            joiner: Joiner::default(),
        }
    }

    /// The text of an entry point under these values, and the branches it depends on, in the order of their reads. A
    /// result is only computed if no known one has the same values of the branches it depends on.
    pub fn text(
        &mut self,
        layout: &BranchLayout,
        mode: Mode,
        entry: Atom,
        values: Permutation,
    ) -> (TextId, Vec<BranchId>) {
        let mode = if self.is_unread { Mode::Plain } else { mode };
        // Substitution alone does not depend on the entry point.
        let entry = if mode == Mode::Plain { Atom::from("") } else { entry };
        let mut path = Vec::new();
        if let Some(at) = self.by_entry.entry(entry).or_default().find(layout, values, |branch| path.push(branch)) {
            return (TextId(at), path);
        }
        let (text, reads) = match mode {
            Mode::Folded => self.reach(layout, entry, values),
            Mode::Plain => self.whole(layout, values),
        };
        let at = self.texts.len() as u32;
        self.texts.push(text);
        self.by_entry.entry(entry).or_default().insert(layout, values, &reads, at);
        (TextId(at), reads)
    }

    /// Takes over what was found in this unit before an edit. Where more than the body of one function has changed, nothing.
    pub fn adopt(&mut self, before: Live, layout: &BranchLayout) {
        let Some(numbers) = self.items.renumbered(&before.items) else { return };
        let Some((edit, changed)) = self.edit_since(&before, layout) else { return };
        let mut old: Vec<Option<ItemText>> = before.forms.into_iter().map(Some).collect();
        for (at, mut known) in before.by_item.into_iter().enumerate().filter(|(at, _)| Some(*at) != changed) {
            known.retain(|form| {
                let Some(mut text) = old.get_mut(*form as usize).and_then(Option::take) else { return false };
                text.pieces.iter_mut().for_each(|piece| *piece = edit.moved_piece(*piece));
                text.uses.iter_mut().for_each(|name| *name = numbers[*name as usize]);
                *form = self.forms.len() as u32;
                self.forms.push(text);
                true
            });
            self.by_item[at] = known;
        }
        let is_changed = |text: &Text| match (&text.reached, changed) {
            (_, None) => false,
            (None, Some(_)) => true,
            (Some(reached), Some(changed)) => reached[changed],
        };
        let mut by_entry: Vec<(Atom, ByReads<u32>)> = before.by_entry.into_iter().collect();
        by_entry.sort_by_key(|(entry, _)| entry.as_str());
        for (entry, mut known) in by_entry {
            known.retain(|text| {
                let before = &before.texts[*text as usize];
                if is_changed(before) {
                    return false;
                }
                let pieces = match edit.last == edit.last_before {
                    true => Arc::clone(&before.pieces),
                    false => before.pieces.iter().map(|piece| edit.moved_piece(*piece)).collect(),
                };
                *text = self.texts.len() as u32;
                self.texts.push(Text { digest: before.digest, pieces, reached: before.reached.clone() });
                true
            });
            self.by_entry.insert(entry, known);
        }
    }

    /// What has changed since: tokens, and the function in whose body they are, by the number of the item; `None` where more has changed.
    fn edit_since(&self, before: &Live, layout: &BranchLayout) -> Option<(Edit, Option<usize>)> {
        let is_known = |live: &Live| !live.is_unread && live.tree.too_deep.is_none();
        if !std::ptr::eq(self.grammar, before.grammar)
            || !is_known(self)
            || !is_known(before)
            || self.items.all.len() != before.items.all.len()
        {
            return None;
        }
        let edit = Edit::between(&before.unit, &self.unit);
        let mut pairs = before.items.all.iter().zip(&self.items.all);
        let changed = match edit.is_empty() {
            true => None,
            false => Some(pairs.clone().position(|(_, item)| item.first <= edit.first && edit.last <= item.last)?),
        };
        let mut numbered = pairs.clone().enumerate();
        let are_same = numbered.all(|(at, (before_edit, item))| {
            let kind = |live: &Live, item: &Item| item.node.map(|node| live.tree.kind(node));
            let is_same = match Some(at) == changed {
                true => edit.is_in_body((&before.tree, before_edit), (&self.tree, item)),
                false => edit.is_same_item(before_edit, item),
            };
            is_same
                && (before_edit.always, before_edit.loose) == (item.always, item.loose)
                && kind(before, before_edit) == kind(self, item)
        });
        let whole = |item: &Item| item.first..item.last;
        let of_change = changed.and_then(|at| pairs.nth(at)).map(|(before, item)| (whole(before), whole(item)));
        let is_same = are_same
            && self.functions().eq(before.functions())
            && self.names.are_same_outside(&before.names, &edit, of_change.unwrap_or_default())
            && self.operators == before.operators
            && self.effects(layout).pure == before.effects(layout).pure
            && self.effects(layout).written == before.effects(layout).written;
        is_same.then_some((edit, changed))
    }

    /// The functions with a body outside of namespaces and structures, in order.
    pub fn functions(&self) -> impl Iterator<Item = Atom> {
        self.items.all.iter().filter_map(|item| self.function_of(item))
    }

    /// Whether one of them has this name.
    pub fn has_function(&self, name: Atom) -> bool {
        self.items.named(name).any(|item| self.function_of(item) == Some(name))
    }

    /// The name of an item that is a function with a body, possibly behind `template`.
    fn function_of(&self, item: &Item) -> Option<Atom> {
        let tree = &self.tree;
        let mut node = item.node?;
        while matches!(tree.kind(node), Kind::Template | Kind::Instantiation) {
            node = tree.children(node).last()?;
        }
        if tree.kind(node) != Kind::Function {
            return None;
        }
        let name = tree.child(node, Kind::Block).and(tree.child(node, Kind::Name))?;
        Some(self.unit.tokens[tree.node(name).last.checked_sub(1)? as usize].token.text)
    }

    pub fn text_count(&self) -> usize {
        self.texts.len()
    }

    /// Tokens that the parser expected and did not find.
    pub fn problems(&self) -> &[SyntaxProblem] {
        if self.is_unread { &[] } else { &self.tree.problems }
    }

    pub fn text_of(&self, id: TextId) -> &Text {
        &self.texts[id.0 as usize]
    }

    fn effects(&self, layout: &BranchLayout) -> &Effects {
        let Live { grammar, unit, tree, operators, names, is_plain, shared, .. } = self;
        let scan = fold::Scan { grammar, unit, tree, operators: *operators };
        self.effects.get_or_init(|| Effects::of(&scan, (names, *is_plain), layout, shared))
    }

    fn subject<'a>(&'a self, layout: &'a BranchLayout) -> Subject<'a> {
        let Effects { names, pure, written } = self.effects(layout);
        let names = names.as_ref().unwrap_or(&self.names);
        let Live { grammar, unit, tree, operators, .. } = self;
        Subject { grammar, unit, tree, names, layout, operators: *operators, pure, written }
    }

    fn whole(&self, layout: &BranchLayout, values: Permutation) -> (Text, Vec<BranchId>) {
        let last = self.unit.tokens.len() as u32;
        let folded = fold::substitute(&self.subject(layout), 0, last, values);
        let digest = hash::digest(&self.unit, &folded.pieces);
        (Text { digest, pieces: folded.pieces.into(), reached: None }, folded.reads)
    }

    fn reach(&mut self, layout: &BranchLayout, entry: Atom, values: Permutation) -> (Text, Vec<BranchId>) {
        let mut reads: Vec<BranchId> = Vec::new();
        let mut forms: Vec<Option<u32>> = vec![None; self.items.all.len()];
        // An entry point that does not exist is reported elsewhere; its text is everything.
        let exists = self.has_function(entry);
        let mut open: Vec<Open> = (0u32..)
            .zip(&self.items.all)
            .filter(|(_, item)| item.always || !exists)
            .map(|(at, _)| Open::Item(at))
            .chain(self.items.number(entry).map(Open::Named))
            .collect();
        // By the number of a name, the last item that is not known to be reached. Each overload names all others, so a list of its own for
        // each would be quadratic.
        let mut left: Vec<HolderId> = self.items.last_holders().to_vec();
        let mut loose = false;
        while let Some(next) = open.pop() {
            let at = match next {
                Open::Item(at) => at,
                Open::Named(name) => {
                    let left = &mut left[name as usize];
                    let Some(holder) = self.items.holder(*left) else { continue };
                    *left = holder.before;
                    if !holder.before.is_none() {
                        open.push(next);
                    }
                    holder.item
                }
            };
            if forms[at as usize].is_some() {
                continue;
            }
            let form = self.form(layout, at, values, &mut reads);
            forms[at as usize] = Some(form);
            let uses = self.forms[form as usize].uses.iter().filter(|name| !left[**name as usize].is_none());
            open.extend(uses.map(|name| Open::Named(*name)));
            // A branch's own declaration is no uniform any more.
            if self.items.all[at as usize].loose && !loose && !self.forms[form as usize].pieces.is_empty() {
                loose = true;
                open.extend((0u32..).zip(&self.items.all).filter(|(_, item)| item.loose).map(|(at, _)| Open::Item(at)));
            }
        }
        let reached = || forms.iter().flatten().map(|form| &self.forms[*form as usize]);
        let digest = self.joiner.joined(reached().filter(|form| !form.pieces.is_empty()).map(|form| form.digest));
        let mut pieces: Vec<TokenSpan> = Vec::new();
        for piece in reached().flat_map(|form| &form.pieces) {
            match (pieces.last_mut(), *piece) {
                (Some(TokenSpan::Keep { last: end, .. }), TokenSpan::Keep { first, last }) if *end == first => {
                    *end = last
                }
                _ => pieces.push(*piece),
            }
        }
        let reached = Some(forms.iter().map(Option::is_some).collect());
        (Text { digest, pieces: pieces.into(), reached }, reads)
    }

    /// An item under these values; adds the branches that it depends on to `reads`.
    fn form(&mut self, layout: &BranchLayout, at: u32, values: Permutation, reads: &mut Vec<BranchId>) -> u32 {
        let mut read = |branch: BranchId| {
            if !reads.contains(&branch) {
                reads.push(branch);
            }
        };
        let mut path = Vec::new();
        if let Some(known) = self.by_item[at as usize].find(layout, values, |branch| path.push(branch)) {
            path.into_iter().for_each(&mut read);
            return known;
        }
        let item = &self.items.all[at as usize];
        let untouched = item.node.filter(|_| !self.names.touches(item.first, item.last));
        if let Some(facts) = untouched.and_then(|node| self.shared.get(node)) {
            let pieces = vec![TokenSpan::Keep { first: item.first, last: item.last }];
            let text = facts.text(self.grammar, &self.unit, item.first, item.last);
            let uses = self.items.used(text.uses.iter().copied());
            let form = self.forms.len() as u32;
            self.forms.push(ItemText { pieces, digest: text.digest, uses });
            self.by_item[at as usize].insert(layout, values, &[], form);
            return form;
        }
        let folded = match item.node {
            // Nothing in it is folded.
            _ if !self.names.touches(item.first, item.last) => Folded::whole(item.first, item.last),
            Some(node) => fold::fold(&self.subject(layout), node, values),
            None => fold::substitute(&self.subject(layout), item.first, item.last, values),
        };
        let digest = hash::digest(&self.unit, &folded.pieces);
        let uses = self.items.used(used_names(self.grammar, &self.unit, &folded.pieces));
        let form = self.forms.len() as u32;
        self.forms.push(ItemText { pieces: folded.pieces, digest, uses });
        folded.reads.iter().copied().for_each(&mut read);
        self.by_item[at as usize].insert(layout, values, &folded.reads, form);
        form
    }
}

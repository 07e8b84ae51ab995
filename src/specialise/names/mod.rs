//! Name resolution: which tokens mean a branch, and the declaration that each other name means.
//!
//! **In**: the tree of a unit's tokens, its grammar, the names of the branches.
//! **Out**: the tokens that stand for a branch's value; the declarations and the uses of the other names.
//! **Never**: computes types or sees macros, which the preprocessor has replaced.
//!
//! In code that the tree does not understand, a branch's name is replaced unless a known declaration hides it.

mod branches;
mod members;
mod namespaces;
mod plain;

pub use plain::plain;

use std::collections::BTreeSet;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

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
    /// Functions with a body at global scope.
    pub functions: FxHashSet<Atom>,
    /// Constants of a scalar type that a branch may have, with an initialiser, and enumerators.
    pub constants: FxHashSet<NodeId>,
    /// The enumerator before one.
    pub previous: FxHashMap<NodeId, NodeId>,
    /// For all but the first declarator of a declaration: the last token of the type.
    pub types_of_later: FxHashMap<NodeId, u32>,
    /// For each token that uses a name: the declarator or enumerator (node + 1), or 0.
    declared_by: Vec<u32>,
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
            && before.functions == self.functions
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
        self.declared_by[token as usize].checked_sub(1).map(NodeId)
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
    let branches =
        layout.branches().iter().zip(0u16..).map(|(branch, id)| (Atom::from(&branch.name), BranchId(id))).collect();
    // As in `words::to_bytes`: memory that need not be zeroed already can be memory that was used before.
    let declared_by = std::iter::repeat_n(0, unit.tokens.len()).collect();
    let names = Names { declared_by, ..Names::default() };
    let mut walk = Walk {
        grammar,
        unit,
        tree,
        layout,
        branches,
        scope: FxHashMap::default(),
        entered: Vec::new(),
        structs: FxHashMap::default(),
        bases: FxHashMap::default(),
        path: String::new(),
        namespaces: FxHashMap::default(),
        opened: Vec::new(),
        branchy: FxHashSet::default(),
        needs_bodies: false,
        shared,
        dot: Atom::from("."),
        names,
    };
    if let Some(token) = tree.too_deep {
        walk.too_deep(token, "the program is nested too deeply", "Split the function or the expression.");
    }
    walk.node(tree.root(), ScopeKind::Global);
    let Walk { mut names, needs_bodies, .. } = walk;
    names.sites.sort_unstable_by_key(|site| site.token);
    names.removed.sort_unstable();
    names.removed.dedup();
    names.points.extend(names.sites.iter().map(|site| site.token));
    names.points.extend(&names.removed);
    names.points.sort_unstable();
    names.points.dedup();
    (names, needs_bodies)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ScopeKind {
    Global,
    Namespace,
    /// Members of a block are globals, but they keep their place in the layout.
    Buffer,
    Struct,
    Local,
}

struct Walk<'a> {
    grammar: &'static Grammar,
    unit: &'a Preprocessed,
    tree: &'a Tree,
    layout: &'a BranchLayout,
    branches: FxHashMap<Atom, BranchId>,
    /// The meanings of each name at this place, the innermost last, with their places in `entered`.
    scope: FxHashMap<Atom, Vec<(usize, NodeId)>>,
    /// The names of the open scopes, in order.
    entered: Vec<Atom>,
    /// Structures so far, by name.
    structs: FxHashMap<Atom, NodeId>,
    /// The bases of structures so far, in order, and their number with the bases of the bases.
    bases: FxHashMap<NodeId, (Vec<NodeId>, usize)>,
    /// The namespaces at hand, each with `::` behind it; and what the parts so far of each namespace declare, by this.
    path: String,
    namespaces: FxHashMap<Atom, FxHashMap<Atom, NodeId>>,
    /// The namespaces whose names are known here, the innermost last, with the length of `entered` where they were opened.
    opened: Vec<(usize, Atom)>,
    /// Constants that depend on a branch.
    branchy: FxHashSet<NodeId>,
    /// A shared function may name one of these.
    needs_bodies: bool,
    shared: &'a SharedFunctions,
    dot: Atom,
    names: Names,
}

impl Walk<'_> {
    fn text(&self, token: u32) -> Atom {
        self.unit.tokens[token as usize].token.text
    }

    /// The text of a Name node.
    fn name(&self, node: NodeId) -> Atom {
        let last = self.tree.node(node).last;
        self.text(last.saturating_sub(1))
    }

    /// `S::member`.
    fn is_qualified(&self, name: NodeId) -> bool {
        self.tree.node(name).last > self.tree.node(name).first + 1
    }

    fn declare(&mut self, name: Atom, by: NodeId) {
        self.scope.entry(name).or_default().push((self.entered.len(), by));
        self.entered.push(name);
    }

    /// The innermost declaration of a name.
    fn meaning(&self, name: Atom) -> Option<NodeId> {
        let own = self.scope.get(&name).and_then(|meanings| meanings.last()).copied();
        for (mark, space) in self.opened.iter().rev() {
            if own.is_some_and(|(at, _)| at >= *mark) {
                break;
            }
            if let Some(found) = self.namespaces.get(space).and_then(|names| names.get(&name)) {
                return Some(*found);
            }
        }
        own.map(|(_, declared)| declared)
    }

    /// Reports what exceeds a bound, once.
    fn too_deep(&mut self, token: u32, text: &str, help: &str) {
        if !self.names.diagnostics.iter().any(|known| known.message == text) {
            let token = &self.unit.tokens[token.min(self.unit.tokens.len() as u32 - 1) as usize];
            let diagnostic = Diagnostic::error("specialise/nesting", text).at(self.unit.place(token).0).help(help);
            self.names.diagnostics.push(diagnostic);
        }
    }

    fn leave(&mut self, mark: usize) {
        for name in self.entered.drain(mark..) {
            if let Some(meanings) = self.scope.get_mut(&name) {
                meanings.pop();
            }
        }
    }

    fn scoped(&mut self, run: impl FnOnce(&mut Self)) {
        let mark = self.entered.len();
        run(self);
        self.leave(mark);
    }

    fn children(&mut self, id: NodeId, place: ScopeKind) {
        let tree = self.tree;
        let node = tree.node(id);
        // A third of all nodes.
        if node.is_leaf() {
            return self.uses(node.first, node.last);
        }
        for (first, last) in tree.own(id) {
            self.uses(first, last);
        }
        for child in tree.children(id) {
            self.node(child, place);
        }
    }

    fn node(&mut self, id: NodeId, place: ScopeKind) {
        let tree = self.tree;
        match tree.kind(id) {
            // What an annotation names is no variable.
            Kind::Name | Kind::Annotation | Kind::Empty => {}
            Kind::Function => self.function(id, place),
            Kind::Declaration => self.declaration(id, place),
            Kind::Struct => {
                if let Some(name) = tree.child(id, Kind::Name) {
                    self.structs.insert(self.name(name), id);
                    if place == ScopeKind::Global {
                        self.check_no_branch(self.name(name), name, "a structure");
                    }
                }
                self.declare_type(id);
                self.scoped(|walk| {
                    // Without functions inside, no name can mean a member.
                    if walk.grammar.methods {
                        walk.count_bases(id);
                        walk.all_members(id);
                    }
                    walk.children(id, ScopeKind::Struct);
                });
            }
            Kind::Namespace => self.namespace(id),
            Kind::Typedef => {
                self.children(id, ScopeKind::Local);
                let declarators = tree.children(id).filter(|child| tree.kind(*child) == Kind::Declarator);
                declarators.for_each(|declarator| self.declare_type(declarator));
            }
            Kind::Buffer => self.block_of_variables(id),
            Kind::Template => self.children(id, place),
            Kind::Enum => {
                self.declare_type(id);
                let mut before = None;
                for enumerator in tree.children(id).filter(|child| tree.kind(*child) == Kind::Enumerator) {
                    if let Some(before) = before.replace(enumerator) {
                        self.names.previous.insert(enumerator, before);
                    }
                }
                let first = tree.node(id).first;
                if matches!(
                    self.unit.tokens.get(first as usize + 1).map_or("", |token| token.token.text.as_str()),
                    "class" | "struct"
                ) {
                    // Known inside, and outside by their qualified names alone.
                    self.scoped(|walk| walk.children(id, place));
                } else {
                    self.children(id, place);
                }
                // Of a type of their own, enumerators compute otherwise than `int` does.
                if tree.own(id).any(|(first, last)| (first..last).any(|token| self.text(token) == ":")) {
                    for child in tree.children(id) {
                        self.names.constants.remove(&child);
                    }
                }
            }
            Kind::Enumerator => {
                self.children(id, place);
                if let Some(name) = tree.child(id, Kind::Name) {
                    self.names.constants.insert(id);
                    self.declare(self.name(name), id);
                }
            }
            Kind::Block => self.scoped(|walk| walk.children(id, ScopeKind::Local)),
            Kind::If | Kind::For | Kind::While | Kind::Do | Kind::Switch => self.scoped(|walk| walk.control(id)),
            Kind::Ternary => {
                self.literal_condition(tree.operand(id, 0));
                self.children(id, place);
            }
            Kind::Unit => self.children(id, place),
            _ => self.children(id, if place == ScopeKind::Global { place } else { ScopeKind::Local }),
        }
    }

    /// A block of variables. Where it has an instance's name, its members are known behind that alone.
    fn block_of_variables(&mut self, id: NodeId) {
        let tree = self.tree;
        let is_instance = |child: NodeId| tree.kind(child) == Kind::Declarator;
        if !tree.children(id).any(is_instance) {
            return self.children(id, ScopeKind::Buffer);
        }
        for (first, last) in tree.own(id) {
            self.uses(first, last);
        }
        for child in tree.children(id) {
            if !is_instance(child) {
                self.scoped(|walk| walk.node(child, ScopeKind::Struct));
                continue;
            }
            self.children(child, ScopeKind::Local);
            if let Some(name) = tree.child(child, Kind::Name) {
                self.declare(self.name(name), child);
            }
        }
    }

    fn control(&mut self, id: NodeId) {
        let tree = self.tree;
        let condition = match tree.kind(id) {
            Kind::For => tree.operand(id, 1),
            Kind::Do => None,
            _ => tree.operand(id, 0),
        };
        self.literal_condition(condition);
        // What a head declares is known in the statements; what a lone statement declares is not.
        let heads: Vec<NodeId> = match tree.kind(id) {
            Kind::Do => Vec::new(),
            Kind::For => tree.operands(id).take(2).collect(),
            _ => tree.operands(id).take(1).collect(),
        };
        for child in tree.children(id) {
            let declares = tree.kind(child) == Kind::Declaration;
            let mark = self.entered.len();
            self.node(child, ScopeKind::Local);
            if !(declares && heads.contains(&child)) {
                self.leave(mark);
            }
        }
    }

    fn literal_condition(&mut self, condition: Option<NodeId>) {
        if let Some(condition) = condition.filter(|condition| self.tree.kind(*condition) == Kind::Literal) {
            self.names.points.push(self.tree.node(condition).first);
        }
    }

    fn function(&mut self, id: NodeId, place: ScopeKind) {
        let tree = self.tree;
        if place == ScopeKind::Global
            && let Some(known) = self.shared.get(id)
        {
            if self.branchy.is_empty() {
                if known.has_body {
                    self.names.functions.insert(known.name);
                }
                return;
            }
            // A constant that depends on a branch may be one of its names.
            self.needs_bodies = true;
        }
        if place == ScopeKind::Global
            && let (Some(name), Some(_)) = (tree.child(id, Kind::Name), tree.child(id, Kind::Block))
        {
            let text = self.name(name);
            self.names.functions.insert(text);
            self.check_no_branch(text, name, "a function");
        }
        // `Structure::name` knows the structure's members, and `outer::inner::name` those of both namespaces.
        let name = tree.child(id, Kind::Name).map(|name| tree.node(name));
        let spelled = name.filter(|name| name.last - name.first > 1).map(|_| self.spelled(id));
        let holder = spelled.as_deref().and_then(|spelled| spelled.rsplit_once("::")).map(|(holder, _)| holder);
        self.in_namespaces(holder.unwrap_or_default(), |walk| {
            if let Some(holder) = holder {
                let structure = Atom::from(holder.rsplit("::").next().unwrap_or(holder));
                if let Some(structure) = walk.structs.get(&structure).copied() {
                    walk.all_members(structure);
                }
            }
            for (first, last) in tree.own(id) {
                walk.uses(first, last);
            }
            for child in tree.children(id) {
                if tree.kind(child) != Kind::Parameters {
                    walk.node(child, ScopeKind::Local);
                    continue;
                }
                // A default may not use the parameters before it, but they hide what is outside.
                let mark = walk.entered.len();
                walk.children(child, ScopeKind::Local);
                walk.leave(mark);
                for parameter in tree.children(child) {
                    if let Some(declarator) = tree.child(parameter, Kind::Declarator)
                        && let Some(name) = tree.child(declarator, Kind::Name)
                    {
                        walk.declare(walk.name(name), declarator);
                    }
                }
            }
        });
    }

    fn declaration(&mut self, id: NodeId, place: ScopeKind) {
        let tree = self.tree;
        let declarators: Vec<NodeId> =
            tree.children(id).filter(|child| tree.kind(*child) == Kind::Declarator).collect();
        let taken: Vec<Option<BranchId>> = declarators
            .iter()
            .map(|declarator| {
                let name = tree.child(*declarator, Kind::Name).filter(|_| place == ScopeKind::Global)?;
                if self.is_qualified(name) {
                    return None;
                }
                self.branches.get(&self.name(name)).copied()
            })
            .collect();
        let defines = tree
            .child(id, Kind::Type)
            .is_some_and(|ty| tree.children(ty).any(|part| matches!(tree.kind(part), Kind::Struct | Kind::Enum)));
        if !declarators.is_empty() && !defines && taken.iter().all(Option::is_some) {
            for (declarator, branch) in declarators.iter().zip(&taken) {
                if let Some(branch) = branch {
                    self.check_declaration(*branch, id, *declarator);
                }
            }
            self.remove(tree.node(id).first, tree.node(id).last);
            return;
        }
        for (first, last) in tree.own(id) {
            self.uses(first, last);
        }
        let constant = self.is_constant(id, place);
        if let Some(ty) = tree.child(id, Kind::Type) {
            let last = tree.node(ty).last.saturating_sub(1);
            self.names.types_of_later.extend(declarators.iter().skip(1).map(|later| (*later, last)));
        }
        for child in tree.children(id) {
            let Some(at) = declarators.iter().position(|declarator| *declarator == child) else {
                self.node(child, place);
                continue;
            };
            if let Some(branch) = taken[at] {
                self.check_declaration(branch, id, child);
                // With the comma after it, or the one before it where nothing stays behind it.
                let (first, last) = (tree.node(child).first, tree.node(child).last);
                match taken[at..].iter().position(Option::is_none) {
                    Some(_) => self.remove(first, tree.node(declarators[at + 1]).first),
                    // Alone behind the structure or enum that the declaration defines.
                    None if at == 0 => self.remove(first, last),
                    None => self.remove(tree.node(declarators[at - 1]).last, last),
                }
                continue;
            }
            let points = self.names.sites.len() + self.names.points.len();
            let known_already = matches!(place, ScopeKind::Struct | ScopeKind::Namespace);
            let at_once = !known_already && self.grammar.declarator_hides_at_once;
            if at_once {
                self.declare_variable(child, id, place);
            }
            self.children(child, ScopeKind::Local);
            if constant && self.initialiser(child).is_some() {
                self.names.constants.insert(child);
                if self.names.sites.len() + self.names.points.len() > points {
                    self.branchy.insert(child);
                }
            }
            if !known_already && !at_once {
                self.declare_variable(child, id, place);
            }
        }
    }

    /// Declares the name of a declarator from this token on.
    fn declare_variable(&mut self, declarator: NodeId, declaration: NodeId, place: ScopeKind) {
        let Some(name) = self.tree.child(declarator, Kind::Name) else { return };
        // `S::member` is no name of its own.
        if self.is_qualified(name) {
            return;
        }
        let name = self.name(name);
        match self.branches.get(&name).copied() {
            // In a block, a branch's name still means the branch; the member keeps its place in the layout.
            Some(branch) if place == ScopeKind::Buffer => self.check_declaration(branch, declaration, declarator),
            _ => self.declare(name, declarator),
        }
    }

    /// Whether the declarators of a declaration are constants of a scalar type that folding knows.
    fn is_constant(&self, id: NodeId, place: ScopeKind) -> bool {
        let tree = self.tree;
        let Some(ty) = tree.child(id, Kind::Type) else { return false };
        let ty = tree.node(ty);
        if ty.last != ty.first + 1 || self.grammar.types.scalar(&self.text(ty.first)).is_none() {
            return false;
        }
        let has =
            |words: &[&str]| (tree.node(id).first..ty.first).any(|token| words.contains(&self.text(token).as_str()));
        let globally = self.grammar.global_constants;
        has(self.grammar.constants)
            && (place == ScopeKind::Local || globally.is_empty() || has(globally))
            && !has(self.grammar.pipeline_constants)
            && !matches!(place, ScopeKind::Buffer)
    }

    /// The expression after `=` of a declarator that is no array.
    fn initialiser(&self, declarator: NodeId) -> Option<NodeId> {
        initialiser(self.tree, declarator)
    }
}

/// The expression after `=` of a declarator that is no array, or of an enumerator.
pub fn initialiser(tree: &Tree, declarator: NodeId) -> Option<NodeId> {
    let last = tree.children(declarator).last()?;
    let plain = tree.child(declarator, Kind::Extent).is_none();
    let is_expression =
        !matches!(tree.kind(last), Kind::Name | Kind::Extent | Kind::Annotation | Kind::Opaque | Kind::List);
    (plain && is_expression).then_some(last)
}

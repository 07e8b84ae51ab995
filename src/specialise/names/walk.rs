//! The walk over the tree of a unit, from scope to scope.

use rustc_hash::{FxHashMap, FxHashSet};

use super::declared_by::DeclaredBy;
use super::{Names, initialiser};
use crate::atom::Atom;
use crate::diag::Diagnostic;
use crate::model::{BranchId, BranchLayout, PpToken, Preprocessed};
use crate::specialise::shared_functions::SharedFunctions;
use crate::syntax::{Grammar, Kind, NodeId, Tree};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ScopeKind {
    Global,
    Namespace,
    /// Members of a block are globals, but they keep their place in the layout.
    Buffer,
    Struct,
    Local,
}

/// A unit whose names are being resolved.
pub struct Walk<'a> {
    pub grammar: &'static Grammar,
    pub unit: &'a Preprocessed,
    /// Its tokens, where they are in one part: most units that are walked as a whole are the first of their shader.
    pub slice: Option<&'a [PpToken]>,
    pub tree: &'a Tree,
    pub layout: &'a BranchLayout,
    pub branches: FxHashMap<Atom, BranchId>,
    /// The meanings of each name at this place, the innermost last, with their places in `entered`.
    pub scope: FxHashMap<Atom, Vec<(usize, NodeId)>>,
    /// The names of the open scopes, in order.
    pub entered: Vec<Atom>,
    /// Structures so far, by name.
    pub structs: FxHashMap<Atom, NodeId>,
    /// The bases of structures so far, in order, and their number with the bases of the bases.
    pub bases: FxHashMap<NodeId, (Vec<NodeId>, usize)>,
    /// The namespaces at hand, each with `::` behind it; and what the parts so far of each namespace declare, by this.
    pub path: String,
    pub namespaces: FxHashMap<Atom, FxHashMap<Atom, NodeId>>,
    /// The namespaces whose names are known here, the innermost last, with the length of `entered` where they were opened.
    pub opened: Vec<(usize, Atom)>,
    /// Constants that depend on a branch.
    pub branchy: FxHashSet<NodeId>,
    /// A shared function may name one of these.
    pub needs_bodies: bool,
    pub shared: &'a SharedFunctions,
    pub dot: Atom,
    pub names: Names,
}

impl<'a> Walk<'a> {
    /// Without branches. `first` to `last`: the tokens whose meanings are noted.
    pub fn new(
        grammar: &'static Grammar,
        (unit, tree): (&'a Preprocessed, &'a Tree),
        layout: &'a BranchLayout,
        shared: &'a SharedFunctions,
        (first, last): (u32, u32),
    ) -> Walk<'a> {
        Walk {
            grammar,
            unit,
            slice: unit.tokens.in_one_part(),
            tree,
            layout,
            branches: FxHashMap::default(),
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
            names: Names { declared_by: DeclaredBy::new(first, last), ..Names::default() },
        }
    }

    pub fn into_names(self) -> Names {
        let Walk { mut names, .. } = self;
        names.sites.sort_unstable_by_key(|site| site.token);
        names.removed.sort_unstable();
        names.removed.dedup();
        names.points.extend(names.sites.iter().map(|site| site.token));
        names.points.extend(&names.removed);
        names.points.sort_unstable();
        names.points.dedup();
        names
    }

    pub fn token(&self, at: u32) -> &'a PpToken {
        match self.slice {
            Some(slice) => &slice[at as usize],
            None => &self.unit.tokens[at as usize],
        }
    }

    pub fn text(&self, token: u32) -> Atom {
        self.token(token).token.text
    }

    /// The text of a Name node.
    pub fn name(&self, node: NodeId) -> Atom {
        let last = self.tree.node(node).last;
        self.text(last.saturating_sub(1))
    }

    /// `S::member`.
    pub fn is_qualified(&self, name: NodeId) -> bool {
        self.tree.node(name).last > self.tree.node(name).first + 1
    }

    pub fn declare(&mut self, name: Atom, by: NodeId) {
        self.scope.entry(name).or_default().push((self.entered.len(), by));
        self.entered.push(name);
    }

    /// The innermost declaration of a name.
    pub fn meaning(&self, name: Atom) -> Option<NodeId> {
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
    pub fn too_deep(&mut self, token: u32, text: &str, help: &str) {
        if !self.names.diagnostics.iter().any(|known| known.message == text) {
            let token = &self.unit.tokens[token.min(self.unit.tokens.len() as u32 - 1) as usize];
            let diagnostic = Diagnostic::error("specialise/nesting", text).at(self.unit.place(token).0).help(help);
            self.names.diagnostics.push(diagnostic);
        }
    }

    pub fn leave(&mut self, mark: usize) {
        for name in self.entered.drain(mark..) {
            if let Some(meanings) = self.scope.get_mut(&name) {
                meanings.pop();
            }
        }
    }

    pub fn scoped(&mut self, run: impl FnOnce(&mut Self)) {
        let mark = self.entered.len();
        run(self);
        self.leave(mark);
    }

    pub fn children(&mut self, id: NodeId, place: ScopeKind) {
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

    pub fn node(&mut self, id: NodeId, place: ScopeKind) {
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
    pub fn block_of_variables(&mut self, id: NodeId) {
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

    pub fn control(&mut self, id: NodeId) {
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

    pub fn literal_condition(&mut self, condition: Option<NodeId>) {
        if let Some(condition) = condition.filter(|condition| self.tree.kind(*condition) == Kind::Literal) {
            self.names.points.push(self.tree.node(condition).first);
        }
    }

    pub fn function(&mut self, id: NodeId, place: ScopeKind) {
        let tree = self.tree;
        if place == ScopeKind::Global && self.shared.has(id) {
            if self.branchy.is_empty() {
                return;
            }
            // A constant that depends on a branch may be one of its names.
            self.needs_bodies = true;
        }
        if place == ScopeKind::Global
            && let (Some(name), Some(_)) = (tree.child(id, Kind::Name), tree.child(id, Kind::Block))
        {
            self.check_no_branch(self.name(name), name, "a function");
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

    pub fn declaration(&mut self, id: NodeId, place: ScopeKind) {
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
    pub fn declare_variable(&mut self, declarator: NodeId, declaration: NodeId, place: ScopeKind) {
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
    pub fn is_constant(&self, id: NodeId, place: ScopeKind) -> bool {
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
    pub fn initialiser(&self, declarator: NodeId) -> Option<NodeId> {
        initialiser(self.tree, declarator)
    }
}

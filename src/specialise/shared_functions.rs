//! What is known about a function from an earlier unit: the units of a shader differ only in their defines, and shaders include the
//! same headers, so most of their functions consist of the same tokens. What follows from the tokens alone is computed once.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashSet;

use super::fold::{FunctionEffects, OPERATOR, Scan, words_of_effects};
use super::hash;
use super::items::used_names;
use super::name_numbers::NameNumbers;
use super::names;
use super::names::Names;
use super::reuse::EarlierShaders;
use crate::atom::Atom;
use crate::model::{BranchLayout, Digest, Preprocessed, RunId, Token, TokenKind, TokenSpan, gaps};
use crate::syntax::{Grammar, Kind, KnownFunctions, NodeId, Tree, UnitFunction, parse_with_reuse};

/// What follows from the tokens of a function at global scope. It names no branch, and no condition in it is a literal, so that
/// folding does not change it. It declares no types.
#[derive(Debug)]
pub struct FunctionFacts {
    pub name: Atom,
    /// The name's number.
    pub number: u32,
    pub has_body: bool,
    pub effects: FunctionEffects,
    /// Of a function that is reached.
    text: OnceLock<FunctionText>,
}

/// What specialising needs of a function's text.
#[derive(Debug)]
pub struct FunctionText {
    pub digest: Digest,
    /// The names that can be those of items, in the order of their first use.
    pub uses: Vec<Atom>,
}

impl FunctionFacts {
    /// `first` to `last`: the tokens of the function in one of the units that have it.
    pub fn text(&self, grammar: &'static Grammar, unit: &Preprocessed, first: u32, last: u32) -> &FunctionText {
        self.text.get_or_init(|| {
            let whole = [TokenSpan::Keep { first, last }];
            FunctionText { digest: hash::digest(unit, &whole), uses: distinct(used_names(grammar, unit, &whole)) }
        })
    }
}

/// The functions of all units so far, in one language, of shaders with the same names of branches.
#[derive(Debug)]
pub struct KnownFacts {
    grammar: &'static Grammar,
    branches: FxHashSet<Atom>,
    parsed: KnownFunctions,
    /// By the numbers of the functions; `None` where nothing is known yet.
    facts: Vec<Option<Arc<FunctionFacts>>>,
    pub numbers: Arc<NameNumbers>,
    /// Whether names in bodies decided something in the last unit: then the next one is read with them at once.
    pub needs_bodies: bool,
    /// Runs of tokens without the word of a function that is an operator.
    without_operators: FxHashSet<RunId>,
    /// Runs of tokens without the name of a branch.
    without_branches: FxHashSet<RunId>,
}

/// The functions that shaders of a build, or of several builds, have met. Results depend on it in no way.
#[derive(Debug, Default)]
pub struct FactsPool {
    functions: Mutex<Vec<KnownFacts>>,
    /// For the next build of a process that builds again and again.
    pub earlier: EarlierShaders,
}

/// Sets of functions that are kept: each thread takes one, and shaders whose branches have other names take others.
const MOST_KEPT: usize = 8;

/// Tokens of a set that is kept.
const MOST_TOKENS: usize = 60_000;

impl FactsPool {
    /// Takes the functions that fit a shader out, so that no other thread has them.
    pub fn take(&self, grammar: &'static Grammar, layout: &BranchLayout) -> KnownFacts {
        let branches = layout.branches().iter().map(|branch| Atom::from(&branch.name)).collect();
        let mut all = self.functions.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |known: &KnownFacts| std::ptr::eq(known.grammar, grammar) && known.branches == branches;
        if let Some(at) = all.iter().position(fits) {
            return all.remove(at);
        }
        KnownFacts {
            grammar,
            branches,
            parsed: KnownFunctions::default(),
            facts: Vec::new(),
            numbers: Arc::default(),
            needs_bodies: false,
            without_operators: FxHashSet::default(),
            without_branches: FxHashSet::default(),
        }
    }

    /// Takes them back. The oldest make room.
    pub fn put_back(&self, known: KnownFacts) {
        if known.parsed.tokens() > MOST_TOKENS {
            return;
        }
        let mut all = self.functions.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST_KEPT {
            all.remove(0);
        }
        all.push(known);
    }
}

/// A function of a unit with its facts.
#[derive(Debug)]
struct SharedFunction {
    nodes: UnitFunction,
    facts: Arc<FunctionFacts>,
}

/// The functions of a unit whose facts are known, in the order of their nodes.
#[derive(Debug, Default)]
pub struct SharedFunctions(Vec<SharedFunction>);

impl KnownFacts {
    /// Whether an operator may be a function of the unit's.
    pub fn has_operator_functions(&mut self, unit: &Preprocessed) -> bool {
        if !self.grammar.operator_functions {
            return false;
        }
        let operator = Atom::from(OPERATOR);
        has_word(unit, &mut self.without_operators, |token| token.text == operator)
    }

    /// Whether the name of a branch stands in the unit.
    pub fn has_branches(&mut self, unit: &Preprocessed) -> bool {
        let branches = &self.branches;
        let is_branch = |token: &Token| token.kind == TokenKind::Ident && branches.contains(&token.text);
        has_word(unit, &mut self.without_branches, is_branch)
    }

    /// The tree of a unit. Without `with_bodies`, functions whose facts are known have only their names and their bodies' ranges.
    pub fn parse(&mut self, unit: &Preprocessed, with_bodies: bool) -> Tree {
        parse_with_reuse(self.grammar, unit, &mut self.parsed, with_bodies)
    }

    /// Those functions of the unit that was parsed last.
    pub fn shared(&self) -> SharedFunctions {
        let facts = |function: &UnitFunction| self.facts.get(function.number as usize)?.clone();
        let known = self.parsed.in_unit().iter();
        SharedFunctions(
            known.filter_map(|nodes| Some(SharedFunction { nodes: *nodes, facts: facts(nodes)? })).collect(),
        )
    }

    /// Notes the facts of the other functions of the unit that was parsed last. `names`: those of the unit; `None` where it is plain.
    pub fn learn(&mut self, scan: &Scan<'_>, names: Option<&Names>, layout: &BranchLayout) {
        let KnownFacts { parsed, facts, branches, numbers, .. } = self;
        let stateful = words_of_effects(scan.grammar);
        let mut found = Vec::new();
        for function in parsed.in_unit() {
            let number = function.number as usize;
            if facts.len() <= number {
                facts.resize(number + 1, None);
            }
            if facts[number].is_some() {
                continue;
            }
            let effects = |function: UnitFunction| match names {
                Some(names) => FunctionEffects::of(scan, names, &stateful, function),
                None => {
                    let Scan { grammar, unit, tree, .. } = *scan;
                    let names = names::resolve_function(grammar, unit, tree, layout, function.node);
                    FunctionEffects::of(scan, &names, &stateful, function)
                }
            };
            if let Some(name) = names_no_branch(scan, names, branches, *function) {
                facts[number] = Some(Arc::new(FunctionFacts {
                    name,
                    number: NameNumbers::number_of(numbers, name),
                    has_body: scan.tree.child(function.node, Kind::Block).is_some(),
                    effects: effects(*function),
                    text: OnceLock::new(),
                }));
                found.push(function.number);
            }
        }
        found.into_iter().for_each(|number| self.parsed.needs_no_body(number));
    }
}

/// Whether a word stands in the unit. `without`: runs that are known not to have it; if no run of the unit has it, they are added.
fn has_word(unit: &Preprocessed, without: &mut FxHashSet<RunId>, is_it: impl Fn(&Token) -> bool) -> bool {
    let has = |(first, last): (u32, u32)| unit.tokens.slices(first, last).flatten().any(|token| is_it(&token.token));
    let found = unit.outside_of_runs(|run| without.contains(&run.id)).any(has);
    if !found {
        without.extend(unit.runs.iter().map(|run| run.id));
    }
    found
}

/// The name of a function for which nothing outside of it matters.
fn names_no_branch(
    scan: &Scan<'_>,
    names: Option<&Names>,
    branches: &FxHashSet<Atom>,
    function: UnitFunction,
) -> Option<Atom> {
    let Scan { unit, tree, .. } = *scan;
    let node = tree.node(function.node);
    let name = tree.node(tree.child(function.node, Kind::Name)?);
    let mut nodes = (function.first.0..function.node.0).map(NodeId);
    let declares = |node: NodeId| may_declare_types(tree.kind(node));
    let tokens = unit.tokens.slice(node.first, node.last);
    let depends = name.last - name.first != 1
        || names.is_some_and(|names| names.touches(node.first, node.last))
        || nodes.any(declares)
        || tokens.iter().any(|token| token.token.kind == TokenKind::Ident && branches.contains(&token.token.text));
    (!depends).then(|| unit.tokens[name.first as usize].token.text)
}

/// Whether a construct of this kind in a function may declare what is known outside of it.
pub fn may_declare_types(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Function
            | Kind::Struct
            | Kind::Enum
            | Kind::Typedef
            | Kind::Using
            | Kind::Template
            | Kind::TemplateVariable
            | Kind::Namespace
            | Kind::Opaque
    )
}

/// The names without repetitions, in the order of their first use.
pub fn distinct(names: impl Iterator<Item = Atom>) -> Vec<Atom> {
    let mut seen: FxHashSet<Atom> = FxHashSet::default();
    names.filter(|name| seen.insert(*name)).collect()
}

impl SharedFunctions {
    /// The facts of a function.
    pub fn get(&self, node: NodeId) -> Option<&FunctionFacts> {
        let at = self.0.binary_search_by_key(&node, |function| function.nodes.node).ok()?;
        Some(&self.0[at].facts)
    }

    pub fn has(&self, node: NodeId) -> bool {
        self.get(node).is_some()
    }

    /// For nodes that are asked for in their order.
    pub fn in_order(&self) -> InOrder<'_> {
        InOrder(&self.0)
    }

    pub fn all(&self) -> impl Iterator<Item = &FunctionFacts> {
        self.0.iter().map(|function| &*function.facts)
    }

    /// The nodes of the tree outside of these functions.
    pub fn other_nodes(&self, tree: &Tree) -> impl Iterator<Item = NodeId> {
        let ranges = self.0.iter().map(|function| (function.nodes.first.0, function.nodes.node.0 + 1));
        gaps(ranges, tree.len() as u32).flat_map(|(first, last)| (first..last).map(NodeId))
    }

    /// The tokens of the unit outside of these functions, as runs.
    pub fn other_tokens<'a>(&'a self, tree: &'a Tree, unit: &Preprocessed) -> impl Iterator<Item = (u32, u32)> + 'a {
        let nodes = self.0.iter().map(|function| tree.node(function.nodes.node));
        gaps(nodes.map(|node| (node.first, node.last)), unit.tokens.len() as u32)
    }
}

/// The rest of the shared functions of a unit.
pub struct InOrder<'a>(&'a [SharedFunction]);

impl<'a> InOrder<'a> {
    /// The facts of a function, if the next one is this.
    pub fn next_if(&mut self, node: NodeId) -> Option<&'a FunctionFacts> {
        let (first, rest) = self.0.split_first()?;
        (first.nodes.node == node).then(|| {
            self.0 = rest;
            &*first.facts
        })
    }
}

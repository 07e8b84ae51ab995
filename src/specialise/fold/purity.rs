//! Which expressions and functions have effects.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Folder;
use super::places::written_arguments;
use crate::atom::Atom;
use crate::model::{PpToken, Preprocessed, TokenKind};
use crate::specialise::names::Names;
use crate::specialise::shared_functions::{SharedFunctions, distinct};
use crate::syntax::grammar::{BuiltinCall, argument_bit};
use crate::syntax::{Grammar, Kind, NodeId, Tree, UnitFunction};

/// In the set of pure functions: some operator of the unit is a function.
pub const OPERATOR: &str = "operator";

impl Folder<'_> {
    /// Whether evaluating an expression has no effect but its value.
    pub fn is_pure(&self, id: NodeId) -> bool {
        let (grammar, tree) = (self.grammar(), self.tree());
        let scan = Scan { grammar, unit: self.subject.unit, tree, operators: self.has_operators() };
        scan.expression(id, &mut |name| self.subject.pure.contains(&name))
    }

    /// Whether an expression with a known [`Folder::value`] or [`Folder::truth`] can be dropped without losing an
    /// effect. Both functions give up on an operand that is evaluated and has an effect, so in a language that stops
    /// early a known value is enough.
    pub fn may_go(&self, id: NodeId) -> bool {
        self.is_pure(id) || (self.grammar().short_circuit && !self.has_operators())
    }
}

/// A unit whose effects are looked for.
pub struct Scan<'a> {
    pub grammar: &'static Grammar,
    pub unit: &'a Preprocessed,
    pub tree: &'a Tree,
    /// An operator may be a function of the unit's.
    pub operators: bool,
}

/// The effects of a function, and what the purity of others needs from its text.
#[derive(Debug)]
pub struct FunctionEffects {
    /// It changes nothing outside of itself, if `callees` do not.
    pub is_pure: bool,
    pub callees: Vec<Atom>,
    /// Names that are called, whether or not something declares them.
    pub called: Vec<Atom>,
    /// Names behind a dot.
    pub members: Vec<Atom>,
    /// The [`argument_bit`]s of its own arguments that it writes to.
    pub written: u64,
}

impl FunctionEffects {
    /// `stateful`: the [`words_of_effects`].
    pub fn of(scan: &Scan<'_>, names: &Names, stateful: &[Atom], function: UnitFunction) -> FunctionEffects {
        let node = scan.tree.node(function.node);
        let mut callees = Vec::new();
        let is_pure = self::function(scan, names, stateful, function.node, &mut callees);
        let nodes = (function.first.0..function.node.0).map(NodeId);
        FunctionEffects {
            is_pure,
            callees,
            called: distinct(nodes.filter_map(|node| scan.called(node))),
            members: distinct(scan.members(node.first, node.last).into_iter()),
            written: written_arguments(scan.grammar, scan.unit, scan.tree, function.node),
        }
    }
}

/// Words that stand for an effect.
pub fn words_of_effects(grammar: &Grammar) -> Vec<Atom> {
    grammar.effects.iter().map(|word| Atom::from(word)).collect()
}

impl Scan<'_> {
    /// The name that a call calls.
    fn called(&self, node: NodeId) -> Option<Atom> {
        let tree = self.tree;
        if tree.kind(node) != Kind::Call {
            return None;
        }
        let callee = tree.children(node).next().filter(|callee| tree.kind(*callee) == Kind::Ident)?;
        Some(self.text(tree.node(callee).first))
    }

    /// The names behind dots.
    fn members(&self, first: u32, last: u32) -> Vec<Atom> {
        let dot = Atom::from(".");
        let is_member = |pair: &&[PpToken]| pair[0].token.text == dot && pair[1].token.kind == TokenKind::Ident;
        let tokens = self.unit.tokens.slice(first, last);
        tokens.windows(2).filter(is_member).map(|pair| pair[1].token.text).collect()
    }

    fn text(&self, token: u32) -> Atom {
        self.unit.tokens[token as usize].token.text
    }

    fn expression(&self, id: NodeId, pure: &mut dyn FnMut(Atom) -> bool) -> bool {
        let tree = self.tree;
        let node = tree.node(id);
        match node.kind {
            Kind::Literal
            | Kind::Ident
            | Kind::Type
            | Kind::Name
            | Kind::TemplateArguments
            | Kind::SizeOf
            | Kind::Empty => true,
            Kind::Unary if matches!(self.text(node.first).as_str(), "++" | "--") => false,
            Kind::Call => {
                let mut children = tree.children(id);
                let Some(callee) = children.next() else { return false };
                self.callee(id, callee, pure) && children.all(|argument| self.expression(argument, pure))
            }
            Kind::Binary | Kind::Unary | Kind::Index if self.operators => false,
            Kind::Paren
            | Kind::Comma
            | Kind::Ternary
            | Kind::Binary
            | Kind::Unary
            | Kind::Cast
            | Kind::Index
            | Kind::Member
            | Kind::List => tree.children(id).all(|child| self.expression(child, pure)),
            _ => false,
        }
    }

    fn callee(&self, call: NodeId, callee: NodeId, pure: &mut dyn FnMut(Atom) -> bool) -> bool {
        let tree = self.tree;
        let node = tree.node(callee);
        match node.kind {
            Kind::Ident => {
                let name = self.text(node.first);
                let plain = node.last == node.first + 1;
                // An overload of a built-in function may write to its arguments.
                let writes = || (self.grammar.pure_function)(&name) && self.writes(call, &name, false);
                (self.grammar.types.is_builtin)(&name) || (plain && pure(name) && !writes())
            }
            Kind::Member => {
                let mut children = tree.children(callee);
                let base = children.next().is_some_and(|base| self.expression(base, pure));
                // A method of a structure may have the name, so it must not be one of those.
                let name = children.next().map(|name| self.text(tree.node(name).last - 1));
                base && name.is_some_and(|name| {
                    (self.grammar.pure_method)(&name)
                        && !self.writes(call, &name, true)
                        && pure(Atom::from(&format!(".{name}")))
                })
            }
            _ => false,
        }
    }

    /// Whether a call of a built-in writes to a variable.
    fn writes(&self, call: NodeId, name: &str, method: bool) -> bool {
        let tree = self.tree;
        let arguments = tree.children(call).count() - 1;
        let written = (self.grammar.written_arguments)(BuiltinCall { name, method, arguments });
        written != 0
            && tree.children(call).skip(1).enumerate().any(|(at, mut argument)| {
                while tree.kind(argument) == Kind::Paren {
                    let Some(inner) = tree.operand(argument, 0) else { return true };
                    argument = inner;
                }
                let variable = matches!(tree.kind(argument), Kind::Ident | Kind::Member | Kind::Index);
                written & argument_bit(at) != 0 && variable
            })
    }
}

/// Functions that change nothing outside of them, intrinsics among them; and `.name` for methods that only read. A name
/// counts only if all its overloads do.
pub fn pure_functions(scan: &Scan<'_>, names: &Names, shared: &SharedFunctions) -> FxHashSet<Atom> {
    let Scan { grammar, unit, tree, .. } = *scan;
    let stateful = words_of_effects(grammar);
    let mut callees: FxHashMap<Atom, Vec<Atom>> = FxHashMap::default();
    let mut impure: FxHashSet<Atom> = FxHashSet::default();
    let mut order: Vec<Atom> = Vec::new();
    let mut method = |name: Atom| impure.extend([Atom::from(&format!(".{name}")), name]);
    // Also methods of structures inside of functions and templates.
    let mut members: Vec<NodeId> = Vec::new();
    // Built-in functions that the unit calls, and whether they are pure.
    let mut called: FxHashMap<Atom, bool> = FxHashMap::default();
    for id in shared.other_nodes(tree) {
        if tree.kind(id) == Kind::Struct {
            members.push(id);
        }
        if let Some(name) = scan.called(id) {
            called.entry(name).or_insert_with(|| (grammar.pure_function)(&name));
        }
    }
    for name in shared.all().flat_map(|function| &function.effects.called) {
        called.entry(*name).or_insert_with(|| (grammar.pure_function)(name));
    }
    while let Some(holder) = members.pop() {
        members.extend(tree.children(holder).filter(|child| tree.kind(*child) == Kind::Template));
        for function in tree.children(holder).filter(|child| tree.kind(*child) == Kind::Function) {
            if let Some(name) = tree.child(function, Kind::Name) {
                method(scan.text(tree.node(name).last - 1));
            }
        }
    }
    let mut open = vec![tree.root()];
    while let Some(id) = open.pop() {
        match tree.kind(id) {
            Kind::Function => {
                let Some(node) = tree.child(id, Kind::Name).map(|name| *tree.node(name)) else { continue };
                let name = scan.text(node.last - 1);
                // `Structure::name`, or a function of a namespace.
                if node.last - node.first > 1 {
                    impure.extend([Atom::from(&format!(".{name}")), name]);
                    continue;
                }
                let called = callees.entry(name).or_insert_with(|| {
                    order.push(name);
                    Vec::new()
                });
                let is_pure = match shared.get(id) {
                    Some(known) => {
                        called.extend(&known.effects.callees);
                        known.effects.is_pure
                    }
                    None => function(scan, names, &stateful, id, called),
                };
                if !is_pure {
                    impure.insert(name);
                }
            }
            Kind::Unit | Kind::Namespace | Kind::Template | Kind::Declaration | Kind::Type => {
                open.extend(tree.children(id));
            }
            _ => {}
        }
    }
    let mut pure: FxHashSet<Atom> = called.drain().filter_map(|(name, pure)| pure.then_some(name)).collect();
    // Most names behind a dot are of components, and few are different.
    let mut reads: FxHashMap<Atom, bool> = FxHashMap::default();
    let of_others = shared.other_tokens(tree, unit).flat_map(|(first, last)| scan.members(first, last));
    for name in of_others.chain(shared.all().flat_map(|function| function.effects.members.iter().copied())) {
        reads.entry(name).or_insert_with(|| (grammar.pure_method)(&name));
    }
    let reading = reads.into_iter().filter(|(_, is_pure)| *is_pure);
    pure.extend(reading.map(|(method, _)| Atom::from(&format!(".{method}"))));
    pure.extend(order.iter().copied());
    pure.retain(|name| !impure.contains(name));
    // A function that calls one with an effect has one; a cycle of calls keeps what it began with.
    loop {
        let before = pure.len();
        for name in &order {
            if pure.contains(name) && !callees[name].iter().all(|callee| pure.contains(callee)) {
                pure.remove(name);
            }
        }
        if pure.len() == before {
            return pure;
        }
    }
}

/// Whether the initialisers of a declaration have no effect but their values. `pure` finds the [`pure_functions`]; most initialisers call
/// no function of the unit.
pub fn initialisers_are_pure<'p>(scan: &Scan<'_>, pure: &dyn Fn() -> &'p FxHashSet<Atom>, declaration: NodeId) -> bool {
    let tree = scan.tree;
    tree.children(declaration).filter(|child| tree.kind(*child) == Kind::Declarator).all(|declarator| {
        tree.children(declarator)
            .filter(|part| !matches!(tree.kind(*part), Kind::Name | Kind::Extent | Kind::Annotation))
            .all(|value| scan.expression(value, &mut |name| pure().contains(&name)))
    })
}

/// Whether a function changes nothing but its own variables, given that what it calls does not either.
/// `stateful`: words that stand for an effect.
fn function(scan: &Scan<'_>, names: &Names, stateful: &[Atom], id: NodeId, called: &mut Vec<Atom>) -> bool {
    let tree = scan.tree;
    let node = *tree.node(id);
    let is_state = |token: &PpToken| token.token.kind == TokenKind::Ident && stateful.contains(&token.token.text);
    let keeps_state = scan.unit.tokens.slice(node.first, node.last).iter().any(is_state);
    if keeps_state || tree.child(id, Kind::Block).is_none() {
        // A prototype has no body to look at.
        return !keeps_state;
    }
    let can_write = |id: &NodeId| !matches!(tree.kind(*id), Kind::Ident | Kind::Literal | Kind::Name);
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        let here = tree.node(id);
        let written = match here.kind {
            Kind::Opaque => return false,
            Kind::Binary | Kind::Unary | Kind::Index if scan.operators => return false,
            Kind::Assign | Kind::Postfix => tree.operand(id, 0),
            Kind::Unary if matches!(scan.text(here.first).as_str(), "++" | "--") => tree.operand(id, 0),
            Kind::Call => {
                let Some(callee) = tree.operand(id, 0) else { return false };
                let fits = scan.callee(id, callee, &mut |name| {
                    called.push(name);
                    true
                });
                if !fits {
                    return false;
                }
                open.extend(tree.children(id).skip(1).filter(can_write));
                continue;
            }
            _ => None,
        };
        if let Some(mut target) = written {
            while matches!(tree.kind(target), Kind::Member | Kind::Index | Kind::Paren) {
                let Some(base) = tree.operand(target, 0) else { return false };
                target = base;
            }
            let name = tree.node(target);
            let own = (name.kind == Kind::Ident && name.last == name.first + 1)
                .then(|| names.declared_by(name.first))
                .flatten()
                .is_some_and(|declared| {
                    let declared = tree.node(declared);
                    declared.first >= node.first && declared.last <= node.last
                });
            // A parameter or local of a resource type would let an effect through.
            if !own || is_indexed_resource(scan, names, tree, id) {
                return false;
            }
        }
        open.extend(tree.children(id).filter(can_write));
    }
    true
}

/// Whether a write goes through an index into something other than an array or vector of the function itself.
fn is_indexed_resource(scan: &Scan<'_>, names: &Names, tree: &Tree, write: NodeId) -> bool {
    let Some(mut target) = tree.operand(write, 0) else { return true };
    let mut indexed = false;
    while matches!(tree.kind(target), Kind::Member | Kind::Index | Kind::Paren) {
        indexed |= tree.kind(target) == Kind::Index;
        let Some(base) = tree.operand(target, 0) else { return true };
        target = base;
    }
    if !indexed {
        return false;
    }
    let Some(declared) = names.declared_by(tree.node(target).first) else { return true };
    // The token before the declarator is the type's last, a template's `>`, or a comma.
    let Some(mut last) = tree.node(declared).first.checked_sub(1) else { return true };
    if scan.text(last) == "," {
        // Of a parameter, it stands behind the one before; of a later declarator, the type is the first one's.
        match names.types_of_later.get(&declared) {
            Some(ty) => last = *ty,
            None => return true,
        }
    }
    !(scan.grammar.types.is_builtin)(&scan.text(last))
}

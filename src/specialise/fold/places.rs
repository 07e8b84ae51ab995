//! Expressions that can be written to. The result of `?:` is a value that cannot be written to. If folding replaced it
//! by one of its arms where it is written to, that arm would be changed, or an invalid program would become valid.

use rustc_hash::FxHashMap;

use super::Folder;
use super::purity::Scan;
use crate::atom::Atom;
use crate::model::{Preprocessed, TokenKind};
use crate::specialise::shared_functions::SharedFunctions;
use crate::syntax::grammar::{BuiltinCall, argument_bit};
use crate::syntax::{Grammar, Kind, NodeId, Tree};

/// The arguments that calls of functions with one name can write to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The [`argument_bit`]s of the arguments that some overload writes to.
    arguments: u64,
    /// It is a method of a structure.
    object: bool,
}

/// The [`argument_bit`]s of the arguments that a function writes to.
pub fn written_arguments(grammar: &Grammar, unit: &Preprocessed, tree: &Tree, function: NodeId) -> u64 {
    let Some(parameters) = tree.child(function, Kind::Parameters) else { return 0 };
    let is_written = |parameter: NodeId| {
        let node = tree.node(parameter);
        let mut tokens = unit.tokens.range(node.first, node.last);
        tokens.any(|token| grammar.written_parameters.contains(&token.token.text.as_str()))
    };
    let written = tree.children(parameters).enumerate().filter(|(_, parameter)| is_written(*parameter));
    written.fold(0, |all, (at, _)| all | argument_bit(at))
}

/// The arguments that the unit's own functions can write to, by name.
pub fn written_by_calls(scan: &Scan<'_>, shared: &SharedFunctions) -> FxHashMap<Atom, Written> {
    let Scan { grammar, unit, tree, .. } = *scan;
    let text = |token: u32| unit.tokens[token as usize].token.text;
    let mut all: FxHashMap<Atom, Written> = FxHashMap::default();
    for function in shared.all().filter(|function| function.effects.written != 0) {
        all.entry(function.name).or_default().arguments |= function.effects.written;
    }
    for id in shared.other_nodes(tree) {
        match tree.kind(id) {
            Kind::Function => {
                let Some(name) = tree.child(id, Kind::Name) else { continue };
                let arguments = written_arguments(grammar, unit, tree, id);
                if arguments != 0 {
                    all.entry(text(tree.node(name).last - 1)).or_default().arguments |= arguments;
                }
            }
            Kind::Struct => {
                let templates = tree.children(id).filter(|child| tree.kind(*child) == Kind::Template);
                let functions = templates.flat_map(|template| tree.children(template)).chain(tree.children(id));
                for name in functions.filter_map(|function| {
                    (tree.kind(function) == Kind::Function).then(|| tree.child(function, Kind::Name))?
                }) {
                    all.entry(text(tree.node(name).last - 1)).or_default().object = true;
                }
            }
            _ => {}
        }
    }
    all
}

impl Folder<'_> {
    /// Handles an expression that can be written to.
    pub fn place(&mut self, id: NodeId) {
        let tree = self.tree();
        let node = *tree.node(id);
        if !self.subject.names.touches(node.first, node.last) {
            return self.keep(node.first, node.last);
        }
        match node.kind {
            Kind::Paren => self.parts(id, |folder, _, child| folder.place(child)),
            Kind::Member | Kind::Index => {
                self.parts(id, |folder, at, child| if at == 0 { folder.place(child) } else { folder.any(child) })
            }
            Kind::Comma => {
                let last = tree.children(id).last();
                self.parts(
                    id,
                    |folder, _, child| {
                        if Some(child) == last { folder.place(child) } else { folder.any(child) }
                    },
                );
            }
            Kind::Ternary if self.becomes_place(id) => {
                self.parts(id, |folder, _, child| folder.expression(child, false));
            }
            _ => self.expression(id, false),
        }
    }

    /// Whether the folded expression could be written to.
    fn becomes_place(&mut self, id: NodeId) -> bool {
        if self.value(id).is_some_and(|value| value.text(&self.grammar().types).is_some()) {
            return false;
        }
        let tree = self.tree();
        match tree.kind(id) {
            Kind::Ternary => self.taken_arm(id, false).is_some_and(|taken| self.becomes_place(taken)),
            Kind::Paren => tree.operand(id, 0).is_some_and(|inner| self.becomes_place(inner)),
            Kind::Comma => tree.children(id).last().is_some_and(|last| self.becomes_place(last)),
            Kind::Literal | Kind::Binary | Kind::Call | Kind::Postfix => false,
            _ => true,
        }
    }

    /// A call: its arguments, and the object of a method.
    pub fn call(&mut self, id: NodeId) {
        let Some(callee) = self.tree().children(id).next() else { return self.parts(id, |_, _, _| {}) };
        let written = self.written_by(id, callee);
        self.parts(id, |folder, at, child| match at.checked_sub(1) {
            None if written.object => folder.place(child),
            Some(argument) if written.arguments & argument_bit(argument) != 0 => folder.place(child),
            _ => folder.any(child),
        });
    }

    fn written_by(&self, call: NodeId, callee: NodeId) -> Written {
        let tree = self.tree();
        let method = tree.kind(callee) == Kind::Member;
        let name = if method { tree.children(callee).last().unwrap_or(callee) } else { callee };
        let node = *tree.node(name);
        let mut written = Written { arguments: 0, object: self.has_operators() };
        for token in (node.first..node.last).map(|at| self.subject.unit.tokens[at as usize].token) {
            if token.kind != TokenKind::Ident {
                continue;
            }
            if let Some(own) = self.subject.written.get(&token.text) {
                written.arguments |= own.arguments;
                written.object |= own.object;
            }
            let arguments = tree.children(call).count() - 1;
            let call = BuiltinCall { name: &token.text, method, arguments };
            written.arguments |= (self.grammar().written_arguments)(call);
        }
        written
    }

    /// Whether an operator can be a function of the unit, which can write to its operands.
    pub fn has_operators(&self) -> bool {
        self.subject.operators
    }
}

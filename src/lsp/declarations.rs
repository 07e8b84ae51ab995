//! The declarations that a name can mean, found in the tree of the unit, so that they are found in code that no variant
//! keeps and in code with mistakes.
//!
//! Scopes are those of the languages of the C family: the innermost block, parameter list, structure or unit that
//! declares the name wins. Of functions with the same name, all are given.

use crate::model::{Preprocessed, TokenKind};
use crate::syntax::{Grammar, Kind, NodeId, Tree, parse};

/// Upper bound of declarations of one name that are given.
const MOST_FOUND: usize = 32;

/// A unit's tree, and its tokens.
pub struct Declarations<'t> {
    text: &'t Preprocessed,
    tree: Tree,
}

impl<'t> Declarations<'t> {
    pub fn of(grammar: &'static Grammar, text: &'t Preprocessed) -> Declarations<'t> {
        Declarations { text, tree: parse(grammar, text) }
    }

    /// The text of a token.
    pub fn spelling(&self, token: u32) -> &'static str {
        self.text.tokens.get(token as usize).map_or("", |token| token.token.text.as_str())
    }

    /// The tokens that declare the name of a token, which may be its own declaration.
    pub fn meant_by(&self, token: u32) -> Vec<u32> {
        let name = self.spelling(token);
        let mut scopes = Vec::new();
        let mut at = self.tree.root();
        loop {
            scopes.push(at);
            let inside = |id: &NodeId| {
                let node = self.tree.node(*id);
                (node.first..node.last).contains(&token)
            };
            match self.tree.children(at).find(inside) {
                Some(child) => at = child,
                None => break,
            }
        }
        for scope in scopes.into_iter().rev() {
            let mut found = Vec::new();
            let is_ordered = matches!(self.tree.kind(scope), Kind::Block | Kind::For | Kind::If | Kind::While);
            for child in self.tree.children(scope) {
                // A local is declared before its uses.
                if !is_ordered || self.tree.node(child).first <= token {
                    self.declared(child, name, &mut found);
                }
            }
            if is_ordered {
                found.retain(|declared| *declared <= token);
                found = found.last().copied().into_iter().collect();
            }
            if !found.is_empty() {
                found.truncate(MOST_FOUND);
                return found;
            }
        }
        Vec::new()
    }

    /// Whether a token declares a variable outside of functions, structures and blocks.
    pub fn is_global(&self, token: u32) -> bool {
        let inside = |id: &NodeId| {
            let node = self.tree.node(*id);
            (node.first..node.last).contains(&token)
        };
        let item = self.tree.children(self.tree.root()).find(inside);
        item.is_some_and(|item| self.tree.kind(item) == Kind::Declaration)
    }

    /// The members with the name of a token in structures with this name; in all structures and blocks without one.
    pub fn members(&self, token: u32, structure: Option<&str>) -> Vec<u32> {
        let (name, mut found) = (self.spelling(token), Vec::new());
        let mut open = vec![self.tree.root()];
        while let Some(node) = open.pop() {
            let named = |wanted: &str| self.name_of(node).is_some_and(|own| self.spelling(own) == wanted);
            if matches!(self.tree.kind(node), Kind::Struct | Kind::Buffer) && structure.is_none_or(named) {
                self.tree.children(node).for_each(|child| self.declared(child, name, &mut found));
            }
            open.extend(self.tree.children(node));
        }
        found.sort_unstable();
        found.dedup();
        found.truncate(MOST_FOUND);
        found
    }

    /// The names of the unit's own variables whose type is one of these words, and that have no initialiser.
    pub fn variables_of(&self, is_type: impl Fn(&str) -> bool) -> Vec<&'static str> {
        let mut names = Vec::new();
        let declarations = self.tree.children(self.tree.root());
        for declaration in declarations.filter(|id| self.tree.kind(*id) == Kind::Declaration) {
            let ty = self.tree.child(declaration, Kind::Type).map(|ty| *self.tree.node(ty));
            let of_type = ty.is_some_and(|ty| ty.last == ty.first + 1 && is_type(self.spelling(ty.first)));
            let plain = ty.is_some_and(|ty| ty.first == self.tree.node(declaration).first);
            if !of_type || !plain {
                continue;
            }
            for declarator in self.tree.children(declaration).filter(|id| self.tree.kind(*id) == Kind::Declarator) {
                let is_alone = self.tree.children(declarator).all(|part| self.tree.kind(part) == Kind::Name);
                names.extend(self.name_of(declarator).filter(|_| is_alone).map(|token| self.spelling(token)));
            }
        }
        names
    }

    /// The names of the unit's functions with a body: their tokens.
    pub fn functions(&self) -> Vec<u32> {
        let is_defined =
            |id: &NodeId| self.tree.kind(*id) == Kind::Function && self.tree.child(*id, Kind::Block).is_some();
        let functions = self.tree.children(self.tree.root()).filter(is_defined);
        functions.filter_map(|id| self.name_of(id)).collect()
    }

    /// The token of a node's name: the last word of a qualified one.
    fn name_of(&self, node: NodeId) -> Option<u32> {
        let name = *self.tree.node(self.tree.child(node, Kind::Name)?);
        let is_word = |token: &u32| self.text.tokens[*token as usize].token.kind == TokenKind::Ident;
        (name.first..name.last).rev().find(is_word)
    }

    /// Adds the tokens in which a child of a scope declares the name there.
    fn declared(&self, node: NodeId, name: &str, found: &mut Vec<u32>) {
        match self.tree.kind(node) {
            Kind::Function | Kind::Declarator | Kind::Enumerator | Kind::TemplateVariable | Kind::Namespace => {
                self.add_name(node, name, found);
            }
            Kind::Struct => self.add_name(node, name, found),
            // The members of a block without an instance are names of the scope.
            Kind::Buffer => {
                self.add_name(node, name, found);
                let has_instance = self.tree.child(node, Kind::Declarator).is_some();
                for child in self.tree.children(node) {
                    if !has_instance || self.tree.kind(child) == Kind::Declarator {
                        self.declared(child, name, found);
                    }
                }
            }
            Kind::Enum => {
                self.add_name(node, name, found);
                self.tree.children(node).for_each(|child| self.declared(child, name, found));
            }
            Kind::Declaration
            | Kind::Type
            | Kind::Typedef
            | Kind::Parameters
            | Kind::Template
            | Kind::Instantiation => {
                self.tree.children(node).for_each(|child| self.declared(child, name, found));
            }
            Kind::Using => {
                let node = *self.tree.node(node);
                if self.spelling(node.first + 1) == name && self.spelling(node.first + 2) == "=" {
                    found.push(node.first + 1);
                }
            }
            _ => {}
        }
    }

    fn add_name(&self, node: NodeId, name: &str, found: &mut Vec<u32>) {
        found.extend(self.name_of(node).filter(|token| self.spelling(*token) == name));
    }
}

//! Declarators, and the names that a unit declares.

use std::sync::Arc;

use super::analyser::{Analyser, LocalMeaning};
use super::diagnostics::{ChunkToken, Failed, Result};
use super::entity::Entity;
use super::rules::Rules;
use super::types::{MAX_DIMENSIONS, array_of, same};
use super::unit::qualified;
use crate::atom::Atom;
use crate::ir::{Expr, Symbol, Type, has_resources};
use crate::syntax::{Kind, NodeId};

/// A declarator: a name, its dimensions, annotations and initialiser.
#[derive(Debug)]
pub struct Declarator<L: Rules> {
    pub name: Atom,
    pub token: u32,
    pub ty: Type,
    /// Whether the first dimension is `[]`.
    pub unsized_array: bool,
    /// The annotations after the name, such as a register.
    pub annotations: L::Annotations,
    pub initialiser: Option<NodeId>,
    /// Whether it has a block of states instead of an initialiser: `{ Filter = ...; }`.
    pub states: bool,
}

impl<L: Rules> Analyser<'_, '_, L> {
    /// Reads the name, the type with its dimensions, the annotations, and finds the initialiser.
    pub fn declarator(&mut self, node: NodeId, base: &Type) -> Result<Declarator<L>> {
        let Some(name) = self.tree.child(node, Kind::Name) else { return self.not_understood(node) };
        let token = self.last(name);
        L::declared_name(self, token)?;
        let mut lengths = Vec::new();
        let mut unsized_array = false;
        let mut initialiser = None;
        let mut states = false;
        for child in self.operands(node) {
            match self.kind(child) {
                Kind::Name | Kind::Annotation => {}
                Kind::Extent => match self.tree.operand(child, 0) {
                    Some(extent) => {
                        let value = self.value(extent)?;
                        let value = value.concrete();
                        let Some(length) = self.evaluate_int(&value) else {
                            self.not_constant(&value, "the size of an array must be an integer constant");
                            return Err(Failed);
                        };
                        lengths.push(Some(self.length(length, value.at.0)?));
                    }
                    None => {
                        if lengths.is_empty() {
                            unsized_array = true;
                        } else {
                            self.error("array-size", self.first(child), "only the first size may be left out");
                            return Err(Failed);
                        }
                        lengths.push(None);
                    }
                },
                Kind::Opaque if matches!(self.text(self.first(child)), "{" | "=") => states = true,
                _ => initialiser = Some(child),
            }
        }
        if lengths.len() > MAX_DIMENSIONS {
            self.error("array-size", token, "an array has too many dimensions");
            return Err(Failed);
        }
        let annotations = L::annotations(self, node);
        let ty = array_of(base.clone(), &lengths);
        self.check_size(&ty, token)?;
        Ok(Declarator { name: self.atom(token), token, ty, unsized_array, annotations, initialiser, states })
    }

    /// The type and value of a declarator; `[]` gets its size from the value.
    pub fn initialised(&mut self, of: &Declarator<L>, token: u32) -> Result<(Type, Option<Expr>)> {
        let Some(initialiser) = of.initialiser else {
            if of.unsized_array && !has_resources(&of.ty) {
                self.error("array-size", token, format!("the array `{}` needs a size or a list of values", of.name));
                return Err(Failed);
            }
            return Ok((of.ty.clone(), None));
        };
        if of.unsized_array {
            let Type::Array(element, _) = &of.ty else { return Err(Failed) };
            if self.kind(initialiser) == Kind::List {
                let element = Arc::clone(element);
                let (value, length) = L::unsized_initialiser(self, initialiser, &element)?;
                return Ok((Type::Array(element, Some(length)), Some(value)));
            }
            let value = self.value(initialiser)?;
            let ty = value.expr.ty.clone();
            if !same(&ty, &of.ty) {
                L::report_no_conversion(self, value.expr.at, &ty, &of.ty);
                return Err(Failed);
            }
            return Ok((ty, Some(value.concrete())));
        }
        let value = L::initialiser(self, initialiser, &of.ty)?;
        Ok((of.ty.clone(), Some(value)))
    }

    /// The qualified name of what is declared here.
    pub fn full_name(&self, name: Atom) -> Atom {
        match self.owners.last() {
            Some(owner) => qualified(owner.name, name),
            None => qualified(self.context.namespace, name),
        }
    }

    /// `f`; `operator+`, `operator()`.
    pub fn function_name(&self, name: NodeId) -> Atom {
        let range = self.tree.node(name);
        if let Some(first) = (range.first..range.last).find(|token| self.text(*token) == "operator") {
            let mut end = range.last;
            // The parser's name may end before the operator.
            if end == first + 1 {
                while self.text(end) != "(" || end == first + 1 {
                    end += 1;
                    if end as usize >= self.syntax.texts.len() {
                        break;
                    }
                    if self.text(end) == "(" && end > first + 1 {
                        break;
                    }
                }
            }
            let spelled: String = (first..end).map(|token| self.text(token)).collect();
            return Atom::from(&spelled);
        }
        self.atom(range.last.saturating_sub(1))
    }

    /// Declares the name of a wrong declaration, so that its uses report nothing.
    pub fn poison(&mut self, node: NodeId) {
        if let Some(name) = self.tree.child(node, Kind::Name) {
            self.poison_name(self.last(name));
        }
    }

    /// The same of a name alone, in a function as well.
    pub fn poison_name(&mut self, token: u32) {
        if self.body.is_some() {
            self.declare_local(self.atom(token), LocalMeaning::Poison);
            return;
        }
        let name = self.full_name(self.atom(token));
        let meaning = self.meaning(name.as_str());
        self.declare_global(name, Entity::Poison, token, meaning);
    }

    /// Reports a second declaration of a name of the unit, unless it is a function.
    pub fn not_twice(&mut self, symbol: Symbol, token: u32) -> Result<()> {
        let known = self.consult(symbol.0, true);
        let clash = known.iter().find(|decl| !matches!(decl.entity, Entity::Poison | Entity::Namespace(_)));
        if let Some(clash) = clash {
            let place = ChunkToken { chunk: clash.chunk, token: clash.token };
            let name = symbol.0;
            self.error("redefinition", token, format!("`{name}` is declared twice"))
                .label(place, "first declared here");
            return Err(Failed);
        }
        Ok(())
    }
}

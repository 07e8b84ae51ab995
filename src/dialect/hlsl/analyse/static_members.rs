//! Definitions of static members outside of their structures.

use std::sync::Arc;

use super::qualifiers::Qualifiers;
use super::rules::{Analyser, Entity};
use crate::atom::Atom;
use crate::ir::{Global, Item, Storage, Symbol, TokenIndex, Type, Words, type_name};
use crate::sema::types::{same, zero};
use crate::sema::unit::qualified;
use crate::sema::{Failed, Owner, Result, Variable};
use crate::syntax::{Kind, NodeId};

impl Analyser<'_, '_> {
    /// `static const uint S::member = 5;`; the words before it need not be those inside of the structure.
    pub fn static_member(&mut self, declaration: NodeId, node: NodeId, base: &Type, words: &Qualifiers) -> Result<()> {
        let Some(name) = self.tree.child(node, Kind::Name) else { return self.not_understood(declaration) };
        let tokens = self.tree.node(name).first..self.tree.node(name).last;
        let parts: Vec<Atom> = tokens.filter(|token| self.text(*token) != "::").map(|token| self.atom(token)).collect();
        let token = self.last(name);
        let Some((member, path)) = parts.split_last() else { return self.not_understood(declaration) };
        let info = self.structure_of_path(self.first(name), path)?;
        let symbol = Symbol(qualified(info.ty.symbol.0, *member));
        let declared = self.consult(symbol.0, true).into_iter().find_map(|decl| match decl.entity {
            Entity::Variable(variable) => Some(variable),
            _ => None,
        });
        let Some(declared) = declared else {
            let of = info.ty.symbol.0;
            self.error("unknown-member", token, format!("`{of}` declares no static `{member}`"));
            return Err(Failed);
        };
        if self.unit.has_item(symbol) || self.has_item(symbol) {
            self.error("redefinition", token, format!("`{}` is defined twice", symbol.0));
            return Err(Failed);
        }
        self.owners.push(Owner {
            name: info.ty.symbol.0,
            ty: Some(Type::Struct(Arc::clone(&info.ty))),
            bases: info.bases.clone(),
        });
        let value = self.declarator(node, base).and_then(|declarator| self.initialised(&declarator, token));
        self.owners.pop();
        let (ty, value) = value?;
        if !same(&ty, &declared.ty) {
            let (inside, outside) = (type_name(&declared.ty), type_name(&ty));
            let text = format!("`{}` is a `{inside}` in its structure, and a `{outside}` here", symbol.0);
            self.error("redefinition", token, text);
            return Err(Failed);
        }
        let at = TokenIndex(token);
        let constant = value.as_ref().filter(|_| declared.read_only.is_some()).and_then(|value| self.evaluate(value));
        let storage = match value {
            value if declared.read_only.is_some() || words.constant => {
                Storage::Constant { initialiser: value.unwrap_or_else(|| zero(&ty, at)) }
            }
            initialiser => Storage::Private { initialiser },
        };
        let variable = Variable { constant, ..(*declared).clone() };
        let meaning = self.meaning(symbol.0.as_str());
        self.declare_global(symbol.0, Entity::Variable(Arc::new(variable)), token, meaning);
        self.add_item(symbol, Item::Global(Global { symbol, ty, storage, words: Words::default(), at }));
        Ok(())
    }
}

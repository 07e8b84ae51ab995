//! `typedef` and `using`.

use super::analyser::{Analyser, LocalMeaning};
use super::diagnostics::{Failed, Result};
use super::entity::Entity;
use super::rules::Rules;
use super::types::{TypeCursor, same};
use crate::atom::Atom;
use crate::ir::{Symbol, Type};
use crate::syntax::{Kind, NodeId};

impl<L: Rules> Analyser<'_, '_, L> {
    /// `typedef T name, other[2];`, `using name = T;`.
    pub fn alias(&mut self, node: NodeId) -> Result<()> {
        let local = self.body.is_some();
        if self.kind(node) == Kind::Using {
            let first = self.first(node);
            let end = self.tree.node(node).last;
            if self.text(first + 2) == "[" {
                self.unsupported(first + 2, "an attribute of an alias");
                self.poison_name(first + 1);
                return Err(Failed);
            }
            if self.text(first + 2) != "=" {
                if !self.owners.is_empty() && self.body.is_none() {
                    self.error("misplaced", first, "`using` of other names cannot stand in a structure");
                    return Err(Failed);
                }
                return match self.text(first + 1) {
                    "namespace" => self.using_directive(node),
                    _ => self.using_declaration(node),
                };
            }
            let mut cursor = TypeCursor::new(first + 3, end.saturating_sub(1));
            let ty = L::type_at(self, &mut cursor, 0).and_then(|ty| self.check_size(&ty, first + 1).map(|()| ty));
            if ty.is_err() {
                self.poison_name(first + 1);
            }
            return self.declare_alias(self.atom(first + 1), first + 1, ty?, local);
        }
        let base = L::declared_type(self, node);
        let mut result = Ok(());
        for child in self.children_of(node, Kind::Declarator) {
            let declared = base.clone().and_then(|base| self.declarator(child, &base));
            match declared {
                Ok(declared) => self.declare_alias(declared.name, declared.token, declared.ty, local)?,
                Err(failed) => {
                    self.poison(child);
                    result = Err(failed);
                }
            }
        }
        result
    }

    /// `typedef` in a structure, which no compiler of a language with this word takes.
    pub fn nested_typedef(&mut self, node: NodeId) -> Result<()> {
        self.error("misplaced", self.first(node), "`typedef` cannot stand in a structure")
            .help("Move it in front of the structure.");
        for child in self.children_of(node, Kind::Declarator) {
            self.poison(child);
        }
        Err(Failed)
    }

    fn declare_alias(&mut self, name: Atom, token: u32, ty: Type, local: bool) -> Result<()> {
        if local {
            self.declare_local(name, LocalMeaning::Entity(Entity::Alias(ty)));
            return Ok(());
        }
        let full = self.full_name(name);
        // The same alias may be declared again.
        let known = self.consult(full, true);
        let again = |entity: &Entity<L>| match entity {
            Entity::Alias(known) => same(known, &ty),
            Entity::Struct(info) => matches!(&ty, Type::Struct(of) if of.symbol == info.ty.symbol),
            _ => false,
        };
        if !known.is_empty() && known.iter().all(|decl| again(&decl.entity)) {
            return Ok(());
        }
        self.not_twice(Symbol(full), token)?;
        let meaning = self.meaning(full.as_str());
        self.declare_global(full, Entity::Alias(ty), token, meaning);
        Ok(())
    }
}

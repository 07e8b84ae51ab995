//! Enumerations.

use std::sync::Arc;

use super::analyser::{Analyser, LocalMeaning};
use super::diagnostics::{Failed, Result};
use super::entity::{Entity, Enumerator};
use super::numbers::is_integer;
use super::rules::Rules;
use super::scopes::Scope;
use super::types::TypeCursor;
use super::unit::qualified;
use super::values::TypedValue;
use crate::atom::Atom;
use crate::ir::{Expr, Scalar, Symbol, Type};
use crate::syntax::{Kind, NodeId};

impl<L: Rules> Analyser<'_, '_, L> {
    /// Defines an enumeration.
    pub fn enumeration(&mut self, node: NodeId) -> Result<Type> {
        let first = self.first(node);
        let scoped = matches!(self.text(first + 1), "class" | "struct");
        let name_node = self.tree.child(node, Kind::Name);
        let local = self.body.is_some();
        let (name, token) = match name_node {
            Some(name) => (Some(self.atom(self.last(name))), self.last(name)),
            None => (None, first),
        };
        let mut scalar = Scalar::Int;
        for annotation in self.children_of(node, Kind::Annotation) {
            let range = self.tree.node(annotation);
            let mut cursor = TypeCursor::new(range.first + 1, range.last);
            match L::type_at(self, &mut cursor, 0)? {
                Type::Scalar(of) if is_integer(of) => scalar = of,
                _ => {
                    self.error(
                        "type",
                        self.first(annotation) + 1,
                        "the underlying type of an enumeration must be an integer type",
                    );
                    return Err(Failed);
                }
            }
        }
        let full = name.map(|name| match &self.body {
            Some(body) => Atom::from(&format!("{}::{name}#{token}", body.symbol.0)),
            None => self.full_name(name),
        });
        let ty = match full {
            Some(full) => Type::Enum { name: Symbol(full), scalar, scoped },
            None => Type::Scalar(scalar),
        };
        if let (Some(full), false) = (full, local) {
            self.not_twice(Symbol(full), token)?;
        }
        // Values are computed in order: an enumerator can use those before it.
        let mut next: i64 = 0;
        let mut found: Vec<(Atom, u32, i64)> = Vec::new();
        self.body().scopes.push(Scope::default());
        let had_body = local;
        let mut result = Ok(());
        for child in self.children_of(node, Kind::Enumerator) {
            let Some(name) = self.tree.child(child, Kind::Name) else { continue };
            if let Some(expression) = self.tree.operand(child, 1) {
                let value = self.value(expression).map(TypedValue::concrete);
                match value.map(|value: Expr| (self.evaluate_int(&value), value.at)) {
                    Ok((Some(value), _)) => next = i64::try_from(value).unwrap_or(0),
                    Ok((None, at)) => {
                        self.error("not-constant", at.0, "an enumerator must be an integer constant");
                        result = Err(Failed);
                    }
                    Err(Failed) => result = Err(Failed),
                }
            }
            let token = self.first(name);
            let name = self.atom(token);
            if self.body().scopes.last().is_some_and(|scope| scope.has(name)) {
                self.error("redefinition", token, format!("the enumerator `{name}` is declared twice"));
                result = Err(Failed);
                continue;
            }
            found.push((name, token, next));
            let entity = Entity::Enumerator(Arc::new(Enumerator { ty: ty.clone(), value: next }));
            self.declare_local(name, LocalMeaning::Entity(entity));
            next = next.saturating_add(1);
        }
        self.body().scopes.pop();
        if !had_body {
            self.body = None;
        }
        if let Some(full) = full {
            if local {
                if let Some(name) = name {
                    self.declare_local(name, LocalMeaning::Entity(Entity::Alias(ty.clone())));
                }
            } else {
                let meaning = self.meaning(full.as_str());
                self.declare_global(full, Entity::Alias(ty.clone()), token, meaning);
            }
        }
        for (name, token, value) in found {
            let entity = Entity::Enumerator(Arc::new(Enumerator { ty: ty.clone(), value }));
            if let Some(full) = full {
                let inner = qualified(full, name);
                let meaning = self.meaning(inner.as_str());
                self.declare_global(inner, entity.clone(), token, meaning);
            }
            if scoped {
                continue;
            }
            if local {
                self.declare_local(name, LocalMeaning::Entity(entity));
            } else {
                let outer = self.full_name(name);
                if self.not_twice(Symbol(outer), token).is_err() {
                    result = Err(Failed);
                    continue;
                }
                let meaning = self.meaning(outer.as_str());
                self.declare_global(outer, entity, token, meaning);
            }
        }
        result.map(|()| ty)
    }
}

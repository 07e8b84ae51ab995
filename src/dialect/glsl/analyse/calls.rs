//! Calls: constructors, functions of the unit, built-in functions.

use super::function_table;
use super::rules::{Analyser, Decl, Entity, Found};
use super::types::is_foreign_number;
use crate::atom::Atom;
use crate::dialect::glsl::words::{ResourceName, number_type, resource_type};
use crate::ir::{TokenIndex, Type};
use crate::sema::overloads::Candidate;
use crate::sema::types::{array_of, same};
use crate::sema::{Failed, Result, TypedValue, Wanted};
use crate::syntax::{Kind, NodeId};

impl Analyser<'_, '_> {
    pub fn call(&mut self, node: NodeId) -> Result<TypedValue> {
        let operands = self.operands(node);
        let Some((callee, arguments)) = operands.split_first() else { return self.not_understood(node) };
        match self.kind(*callee) {
            Kind::Member => self.method_call(*callee, arguments),
            Kind::Index => self.array_constructor(*callee, arguments),
            Kind::Ident => self.named_call(*callee, arguments),
            _ => {
                let _ = self.arguments(arguments);
                self.error("not-callable", self.first(*callee), "only functions and types can be called");
                Err(Failed)
            }
        }
    }

    /// The arguments of a call; `f(void)` has none.
    fn given(&mut self, nodes: &[NodeId]) -> Result<Vec<TypedValue>> {
        if let [only] = nodes
            && self.kind(*only) == Kind::Ident
            && self.text(self.first(*only)) == "void"
        {
            return Ok(Vec::new());
        }
        self.arguments(nodes)
    }

    /// `float[2](a, b)`, `float[](a, b)`, `vec2[2][2](...)`.
    fn array_constructor(&mut self, callee: NodeId, nodes: &[NodeId]) -> Result<TypedValue> {
        let mut lengths = Vec::new();
        let mut base = callee;
        while self.kind(base) == Kind::Index {
            let operands = self.operands(base);
            let Some((inner, extents)) = operands.split_first() else { return self.not_understood(base) };
            lengths.push(match extents {
                [] => None,
                [extent] => {
                    let value = self.value(*extent)?.concrete();
                    let Some(length) = self.evaluate_int(&value) else {
                        self.not_constant(&value, "the size of an array must be an integer constant");
                        return Err(Failed);
                    };
                    Some(self.length(length, value.at.0)?)
                }
                _ => return self.not_understood(base),
            });
            base = *inner;
        }
        lengths.reverse();
        let at = self.at(base);
        let element = if self.kind(base) == Kind::Ident { self.type_named(base)? } else { None };
        let Some(element) = element else {
            let _ = self.arguments(nodes);
            self.error("not-callable", at.0, "an element of an array cannot be called");
            return Err(Failed);
        };
        let ty = array_of(element, &lengths);
        self.check_size(&ty, at.0)?;
        let arguments = self.given(nodes)?;
        self.construct(&ty, arguments, at)
    }

    /// The type that a name is, if it is one.
    fn type_named(&mut self, node: NodeId) -> Result<Option<Type>> {
        let token = self.first(node);
        let text = self.text(token);
        if let Some(ty) = number_type(text) {
            self.needs_extension(text, token)?;
            return Ok(Some(ty));
        }
        match resource_type(text) {
            Some(ResourceName::Known(resource)) => {
                self.needs_extension(text, token)?;
                return Ok(Some(Type::Resource(resource)));
            }
            Some(ResourceName::Foreign) => {
                self.unsupported(token, format!("`{text}`"));
                return Err(Failed);
            }
            None => {}
        }
        if is_foreign_number(text) {
            self.unsupported(token, format!("`{text}`"));
            return Err(Failed);
        }
        let name = self.atom(token);
        Ok(match self.lookup(name) {
            Found::Entities(decls) => decls.iter().find_map(|decl| match &decl.entity {
                Entity::Struct(info) => Some(Type::Struct(info.ty.clone())),
                _ => None,
            }),
            _ => None,
        })
    }

    fn named_call(&mut self, callee: NodeId, nodes: &[NodeId]) -> Result<TypedValue> {
        let at = self.at(callee);
        let text = self.text(at.0);
        match self.type_named(callee) {
            Ok(Some(ty)) => {
                let arguments = self.given(nodes)?;
                return self.construct(&ty, arguments, at);
            }
            Ok(None) => {}
            Err(failed) => {
                let _ = self.arguments(nodes);
                return Err(failed);
            }
        }
        let name: Atom = self.atom(at.0);
        match self.lookup(name) {
            Found::Poison => {
                let _ = self.arguments(nodes);
                Err(Failed)
            }
            Found::Entities(decls) if decls.iter().any(|decl| matches!(decl.entity, Entity::Function(_))) => {
                self.declared_call(decls, text, nodes, at)
            }
            Found::Nothing => {
                self.not_recognised(text, at.0)?;
                let arguments = self.given(nodes)?;
                if let Some(result) = self.built_in_call(text, &arguments, at) {
                    self.needs_extension(text, at.0)?;
                    return result;
                }
                let help = self.suggest(text, Wanted::Value);
                self.error("unknown-function", at.0, format!("unknown function `{text}`")).help = help;
                Err(Failed)
            }
            _ => {
                let _ = self.arguments(nodes);
                self.error("not-callable", at.0, format!("`{text}` is no function"));
                Err(Failed)
            }
        }
    }

    /// A function of the unit. Built-in functions of its name are there too: one is called if no function of the unit fits, or if
    /// only its parameters have just the types of the arguments.
    fn declared_call(
        &mut self,
        decls: Vec<Decl>,
        text: &'static str,
        nodes: &[NodeId],
        at: TokenIndex,
    ) -> Result<TypedValue> {
        let arguments = self.given(nodes)?;
        let candidates = self.candidates(&decls, None, &arguments, at);
        let fits = candidates.iter().any(|candidate| self.fits(candidate, &arguments));
        let is_exact = candidates.iter().any(|candidate| is_exact(candidate, &arguments));
        if (!fits || !is_exact && self.fits_built_in_exactly(text, &arguments))
            && function_table::find(text).is_some()
            && let Some(result) = self.built_in_call(text, &arguments, at)
        {
            return result;
        }
        let chosen = self.choose_overload(text, candidates, &arguments, at)?;
        self.finish_call(&chosen, None, arguments, at)
    }
}

/// Whether the parameters have the types of the arguments.
fn is_exact(candidate: &Candidate, arguments: &[TypedValue]) -> bool {
    candidate.signature().is_some_and(|signature| {
        signature.parameters.len() == arguments.len()
            && signature.parameters.iter().zip(arguments).all(|(parameter, given)| same(&parameter.ty, &given.expr.ty))
    })
}

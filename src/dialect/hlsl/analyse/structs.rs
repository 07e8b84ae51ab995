//! Structures and enumerations.

use std::sync::Arc;

use ustr::Ustr;

use super::rules::{Analyser, Entity, LocalMeaning};
use crate::dialect::hlsl::interface::{HlslWords, MemberWords, Packing, StageWords, Varying, words_of_struct};
use crate::ir::{Expr, Member, Scalar, Struct, Symbol, Type, type_name};
use crate::sema::numbers::is_integer;
use crate::sema::unit::qualified;
use crate::sema::{Enumerator, Failed, Owner, Result, Signature, StructInfo, TypeCursor, TypedValue};
use crate::syntax::{Kind, NodeId};

/// A method whose body is analysed once all members are known.
struct Method {
    node: NodeId,
    signature: Arc<Signature>,
}

/// The data members of a structure, and what each says about the interface.
#[derive(Default)]
struct Members {
    all: Vec<Member>,
    words: Vec<MemberWords>,
}

/// Structures of more members than this, counted through, are refused.
const MAX_MEMBERS: usize = 4096;

impl Analyser<'_, '_> {
    /// Defines a structure.
    pub fn structure(&mut self, node: NodeId) -> Result<Type> {
        let (name, token) = match self.tree.child(node, Kind::Name) {
            Some(name) => (self.ustr(self.last(name)), self.last(name)),
            None => {
                let name = match self.anonymous.take() {
                    Some(of) => format!("struct of {of}"),
                    None => format!("struct at {}", self.first(node)),
                };
                (Ustr::from(&name), self.first(node))
            }
        };
        self.structure_named(node, name, token, None)
    }

    /// With the name that an instance of a template has.
    pub fn structure_named(&mut self, node: NodeId, name: Ustr, token: u32, full: Option<Symbol>) -> Result<Type> {
        let local = self.body.is_some();
        let symbol = full.unwrap_or_else(|| match &self.body {
            Some(body) => Symbol(Ustr::from(&format!("{}::{name}#{token}", body.symbol.0))),
            None => Symbol(self.full_name(name)),
        });
        if !local && full.is_none() {
            self.not_twice(symbol, token)?;
        }
        let interface = self.text(self.first(node)) == "interface";
        let bases = self.base_types(node)?;
        let mut members = Members::default();
        for base in &bases {
            if let Type::Struct(of) = base {
                members.all.extend(of.members.iter().cloned());
                members.words.extend(words_of_struct(of));
            }
        }
        // A method's body sees the structure, and of the function around it only types.
        let outer = self.body.take();
        if let Some(outer) = &outer {
            let types = outer
                .scopes
                .iter()
                .flatten()
                .filter(|(_, meaning)| matches!(meaning, LocalMeaning::Entity(_)))
                .cloned()
                .collect();
            self.enclosing.push(types);
        }
        self.owners.push(Owner { name: symbol.0, ty: None, bases: bases.clone() });
        let result = self.structure_body(node, symbol, bases, members, interface, token, local);
        self.owners.pop();
        if outer.is_some() {
            self.enclosing.pop();
        }
        self.body = outer;
        let (info, nested_failed) = result?;
        let ty = Type::Struct(Arc::clone(&info.ty));
        if local {
            self.declare_local(name, LocalMeaning::Entity(Entity::Struct(info)));
        }
        if nested_failed { Err(Failed) } else { Ok(ty) }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one definition")]
    fn structure_body(
        &mut self,
        node: NodeId,
        symbol: Symbol,
        bases: Vec<Type>,
        mut members: Members,
        interface: bool,
        token: u32,
        _local: bool,
    ) -> Result<(Arc<StructInfo>, bool)> {
        let inherited = members.all.len();
        let mut failed = false;
        // Data members and nested types first: methods may use those that follow them.
        for child in self.operands(node) {
            let done = match self.kind(child) {
                Kind::Declaration => self.data_members(child, &mut members, inherited),
                Kind::Typedef | Kind::Using => self.alias(child),
                Kind::Opaque => self.not_understood(child),
                _ => Ok(()),
            };
            failed |= done.is_err();
            if members.all.len() > MAX_MEMBERS {
                self.error("type", token, "a structure has too many members");
                return Err(Failed);
            }
        }
        let words = HlslWords::of_members(members.words);
        let ty = Arc::new(Struct { symbol, members: members.all, words });
        let info = Arc::new(StructInfo { ty: Arc::clone(&ty), bases });
        let meaning = self.meaning(symbol.0.as_str());
        self.declare_global(symbol.0, Entity::Struct(Arc::clone(&info)), token, meaning);
        let this = Type::Struct(ty);
        let mut methods = Vec::new();
        for child in self.operands(node) {
            match self.kind(child) {
                Kind::Function => match self.method_head(child, &this) {
                    Ok(signature) => methods.push(Method { node: child, signature }),
                    Err(Failed) => failed = true,
                },
                Kind::Template => failed |= self.template(child).is_err(),
                _ => {}
            }
        }
        if let Some(owner) = self.owners.last_mut() {
            owner.ty = Some(this);
        }
        for method in methods {
            if self.tree.child(method.node, Kind::Block).is_some() && !interface {
                failed |= self.function_body(method.node, &method.signature).is_err();
            }
        }
        Ok((info, failed))
    }

    fn base_types(&mut self, node: NodeId) -> Result<Vec<Type>> {
        let mut bases = Vec::new();
        for base in self.children_of(node, Kind::Base) {
            let (first, last) = (self.tree.node(base).first, self.tree.node(base).last);
            if self.text(first) != ":" {
                return self.not_understood(base);
            }
            let mut at = first + 1;
            while at < last {
                if matches!(self.text(at), "," | "public" | "private" | "protected") {
                    at += 1;
                    continue;
                }
                let mut cursor = TypeCursor::new(at, last);
                let ty = self.walk_type(&mut cursor, self.context.settings.order, 0)?;
                if !matches!(ty, Type::Struct(_)) {
                    let shown = type_name(&ty);
                    self.error("type", at, format!("a structure cannot inherit from `{shown}`"));
                    return Err(Failed);
                }
                at = cursor.at.max(at + 1);
                bases.push(ty);
            }
        }
        Ok(bases)
    }

    fn data_members(&mut self, node: NodeId, members: &mut Members, inherited: usize) -> Result<()> {
        // The member stays known, so that its uses tell nothing more.
        let (mut result, attributes) = match self.stage_attributes(node) {
            Ok(attributes) => (Ok(()), attributes),
            Err(failed) => (Err(failed), super::attributes::StageAttributes::default()),
        };
        let words = self.qualifiers(node);
        let Some(ty_node) = self.tree.child(node, Kind::Type) else { return self.not_understood(node) };
        let base = self.type_of(ty_node, words.order.unwrap_or(self.context.settings.order))?;
        for child in self.children_of(node, Kind::Declarator) {
            if words.is_static {
                // One for all, outside of every value.
                result = result.and(self.variable(node, child, &base, &words));
                continue;
            }
            let declared = self.declarator(child, &base)?;
            if matches!(declared.ty, Type::Void | Type::Array(_, None)) {
                let shown = type_name(&declared.ty);
                self.error("type", declared.token, format!("a member cannot be `{shown}`"));
                result = Err(Failed);
                continue;
            }
            if members.all[inherited..].iter().any(|known| known.name == declared.name) {
                let name = declared.name;
                self.error("redefinition", declared.token, format!("the member `{name}` is declared twice"));
                result = Err(Failed);
                continue;
            }
            if declared.initialiser.is_some() {
                self.error("initialiser", declared.token, "a member cannot have a value of its own");
                result = Err(Failed);
                continue;
            }
            let stage = StageWords {
                semantic: attributes.semantic.or(declared.annotations.semantic),
                varying: Varying { location: attributes.location, ..words.varying },
            };
            let behind_base = inherited > 0 && members.all.len() == inherited;
            let packing = Packing { offset: declared.annotations.packoffset, new_row: false, behind_base };
            members.all.push(Member { name: declared.name, ty: declared.ty });
            members.words.push(MemberWords { stage, packing });
        }
        result
    }

    /// Defines an enumeration.
    pub fn enumeration(&mut self, node: NodeId) -> Result<Type> {
        let first = self.first(node);
        let scoped = matches!(self.text(first + 1), "class" | "struct");
        let name_node = self.tree.child(node, Kind::Name);
        let local = self.body.is_some();
        let (name, token) = match name_node {
            Some(name) => (Some(self.ustr(self.last(name))), self.last(name)),
            None => (None, first),
        };
        let mut scalar = Scalar::Int;
        for annotation in self.children_of(node, Kind::Annotation) {
            let range = self.tree.node(annotation);
            let mut cursor = TypeCursor::new(range.first + 1, range.last);
            match self.walk_type(&mut cursor, self.context.settings.order, 0)? {
                Type::Scalar(of) if is_integer(of) => scalar = of,
                _ => {
                    self.error("type", self.first(annotation) + 1, "an enumeration is made of a whole number type");
                    return Err(Failed);
                }
            }
        }
        let full = name.map(|name| match &self.body {
            Some(body) => Ustr::from(&format!("{}::{name}#{token}", body.symbol.0)),
            None => self.full_name(name),
        });
        let ty = match full {
            Some(full) => Type::Enum { name: Symbol(full), scalar },
            None => Type::Scalar(scalar),
        };
        if let (Some(full), false) = (full, local) {
            self.not_twice(Symbol(full), token)?;
        }
        // Values first: an enumerator sees those before it.
        let mut next: i64 = 0;
        let mut found: Vec<(Ustr, u32, i64)> = Vec::new();
        self.body().scopes.push(Vec::new());
        let had_body = local;
        let mut result = Ok(());
        for child in self.children_of(node, Kind::Enumerator) {
            let Some(name) = self.tree.child(child, Kind::Name) else { continue };
            if let Some(expression) = self.tree.operand(child, 1) {
                let value = self.value(expression).map(TypedValue::concrete);
                match value.map(|value: Expr| (self.evaluate_int(&value), value.at)) {
                    Ok((Some(value), _)) => next = i64::try_from(value).unwrap_or(0),
                    Ok((None, at)) => {
                        self.error("not-constant", at.0, "an enumerator must be a whole number known at compile time");
                        result = Err(Failed);
                    }
                    Err(Failed) => result = Err(Failed),
                }
            }
            let token = self.first(name);
            let name = self.ustr(token);
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

//! Name lookup: first locals, members and template arguments, then the namespaces from the innermost to the outermost.

use std::sync::Arc;

use super::analyser::{Analyser, LocalMeaning};
use super::constants::Constant;
use super::diagnostics::{Failed, Result};
use super::entity::{Decl, Entity, StructInfo, TemplateArgument};
use super::rules::Rules;
use super::unit::qualified;
use super::usings::are_ambiguous;
use crate::atom::Atom;
use crate::ir::{LocalId, Struct, Type};
use crate::syntax::MAX_NESTING;

/// The result of a look-up.
#[derive(Clone, Debug)]
pub enum Found<L: Rules> {
    Local {
        id: LocalId,
        ty: Type,
        read_only: Option<&'static str>,
        constant: Option<Constant>,
    },
    /// A data member of `this`.
    Member {
        this: Type,
        index: u32,
    },
    /// A template argument.
    Argument(TemplateArgument),
    Entities(Vec<Decl<L>>),
    /// Several declarations with one name, in namespaces that directives join.
    Ambiguous(Vec<Decl<L>>),
    Poison,
    Nothing,
}

impl<L: Rules> Analyser<'_, '_, L> {
    /// An unqualified name.
    pub fn lookup(&mut self, name: Atom) -> Found<L> {
        if let Some(body) = &self.body {
            let known = body.scopes.iter().rev().find_map(|scope| scope.find(name));
            match known {
                Some(LocalMeaning::Variable { id, ty, read_only, constant }) => {
                    return Found::Local { id: *id, ty: ty.clone(), read_only: *read_only, constant: constant.clone() };
                }
                Some(LocalMeaning::Entity(entity)) => {
                    let decl = Decl {
                        entity: entity.clone(),
                        meaning: crate::model::Digest([0; 32]),
                        chunk: self.chunk,
                        token: 0,
                    };
                    return Found::Entities(vec![decl]);
                }
                Some(LocalMeaning::Using(decls)) => return Found::Entities(decls.clone()),
                Some(LocalMeaning::Poison) => return Found::Poison,
                Some(LocalMeaning::Directive(_)) | None => {}
            }
        }
        for at in (0..self.owners.len()).rev() {
            let owner = self.owners[at].clone();
            if let Some(this @ Type::Struct(of)) = &owner.ty
                && let Some(index) = member_index(of, name)
            {
                return Found::Member { this: this.clone(), index };
            }
            let decls = self.lookup_in(owner.name, &owner.bases, name);
            if !decls.is_empty() {
                return Found::Entities(decls);
            }
        }
        let enclosing = self.enclosing.iter().rev().find_map(|scope| scope.find(name));
        match enclosing {
            Some(LocalMeaning::Entity(entity)) => {
                let meaning = crate::model::Digest([0; 32]);
                return Found::Entities(vec![Decl { entity: entity.clone(), meaning, chunk: self.chunk, token: 0 }]);
            }
            Some(LocalMeaning::Using(decls)) => return Found::Entities(decls.clone()),
            _ => {}
        }
        if let Some((_, _, bindings)) = &self.context.template
            && let Some((_, argument)) = bindings.iter().rev().find(|(bound, _)| *bound == name)
        {
            return Found::Argument(argument.clone());
        }
        let (decls, joined) = self.lookup_joined(name);
        if decls.is_empty() {
            return Found::Nothing;
        }
        if joined && are_ambiguous(&decls) {
            return Found::Ambiguous(decls);
        }
        if decls.iter().all(|decl| matches!(decl.entity, Entity::Poison)) {
            return Found::Poison;
        }
        Found::Entities(decls)
    }

    /// Members of a structure by name: its own members, else those of its bases.
    pub fn lookup_in(&mut self, owner: Atom, bases: &[Type], name: Atom) -> Vec<Decl<L>> {
        let decls = self.consult(qualified(owner, name), false);
        if !decls.is_empty() {
            return decls;
        }
        for base in bases {
            if let Type::Struct(of) = base {
                let decls = self.lookup_member(of, name);
                if !decls.is_empty() {
                    return decls;
                }
            }
        }
        Vec::new()
    }

    /// Methods, static members and nested types of a structure and its bases.
    pub fn lookup_member(&mut self, of: &Struct, name: Atom) -> Vec<Decl<L>> {
        let decls = self.consult(qualified(of.symbol.0, name), false);
        if !decls.is_empty() {
            return decls;
        }
        for base in self.bases(of) {
            if let Type::Struct(base) = &base {
                let decls = self.lookup_member(base, name);
                if !decls.is_empty() {
                    return decls;
                }
            }
        }
        Vec::new()
    }

    /// The bases of a structure.
    pub fn bases(&mut self, of: &Struct) -> Vec<Type> {
        if let Some(owner) = self.owners.iter().find(|owner| owner.name == of.symbol.0) {
            return owner.bases.clone();
        }
        self.consult(of.symbol.0, false)
            .into_iter()
            .find_map(|decl| match decl.entity {
                Entity::Struct(info) => Some(info.bases.clone()),
                _ => None,
            })
            .unwrap_or_default()
    }

    /// Whether a member may be missing in a structure because of a mistake in its declaration.
    pub fn is_incomplete(&mut self, of: &Struct) -> bool {
        let decls = self.consult(of.symbol.0, false);
        decls.iter().any(|decl| match &decl.entity {
            Entity::Struct(info) => info.incomplete,
            entity => matches!(entity, Entity::Poison),
        })
    }

    /// A name of this namespace or those around it. Functions of an inner namespace hide those of an outer one.
    pub fn lookup_global(&mut self, name: Atom) -> Vec<Decl<L>> {
        self.lookup_joined(name).0
    }

    /// The same, and whether the declarations stand in several namespaces.
    fn lookup_joined(&mut self, name: Atom) -> (Vec<Decl<L>>, bool) {
        let mut path = self.context.namespace;
        loop {
            let mut decls = self.consult(qualified(path, name), true);
            let mut spaces = u32::from(!decls.is_empty());
            for space in self.joined(path) {
                let more = self.consult(qualified(space, name), true);
                spaces += u32::from(!more.is_empty());
                decls.extend(more);
            }
            if !decls.is_empty() || path.is_empty() {
                return (decls, spaces > 1);
            }
            path = path.rsplit_once("::").map_or_else(|| Atom::from(""), |(outer, _)| Atom::from(outer));
        }
    }

    /// The structure `A::B` of a member that is defined outside of it; `token`: the first token of the name.
    pub fn structure_of_path(&mut self, token: u32, path: &[Atom]) -> Result<Arc<StructInfo>> {
        let found = match self.lookup_path(false, path) {
            Found::Entities(decls) => decls,
            _ => Vec::new(),
        };
        let info = found.into_iter().find_map(|decl| match decl.entity {
            Entity::Struct(info) => Some(info),
            _ => None,
        });
        info.ok_or_else(|| {
            let path: Vec<&str> = path.iter().map(Atom::as_str).collect();
            self.error("unknown-name", token, format!("unknown structure `{}`", path.join("::")));
            Failed
        })
    }

    /// The meaning of `A::B::c` with these parts; `rooted`: `::` stands before it.
    pub fn lookup_path(&mut self, rooted: bool, parts: &[Atom]) -> Found<L> {
        let [first, rest @ ..] = parts else { return Found::Nothing };
        // No namespace, structure and member are nested deeper, and each part would get a name with all before it.
        if rest.len() > 2 * MAX_NESTING {
            return Found::Nothing;
        }
        if rest.is_empty() {
            if !rooted {
                return self.lookup(*first);
            }
            let decls = self.in_namespace(Atom::from(""), *first, true);
            return if decls.is_empty() { Found::Nothing } else { Found::Entities(decls) };
        }
        let head =
            if rooted { Found::Entities(self.in_namespace(Atom::from(""), *first, true)) } else { self.lookup(*first) };
        let mut path = match head {
            Found::Entities(decls) => match scope_of(&decls) {
                Some(path) => path,
                None => match self.namespace_path(*first) {
                    Some(path) => path,
                    None => return Found::Nothing,
                },
            },
            Found::Argument(TemplateArgument::Type(Type::Struct(of))) => of.symbol.0,
            Found::Argument(TemplateArgument::Type(Type::Enum { name, .. })) => name.0,
            Found::Poison => return Found::Poison,
            _ => return Found::Nothing,
        };
        for (at, part) in rest.iter().enumerate() {
            let mut decls = self.in_namespace(path, *part, false);
            if decls.is_empty() {
                // The member may be one of a base.
                let of = self.consult(path, false).into_iter().find_map(|decl| match decl.entity {
                    Entity::Struct(info) => Some(info),
                    _ => None,
                });
                if let Some(info) = of {
                    decls = self.lookup_member(&info.ty, *part);
                }
            }
            if at + 1 == rest.len() {
                return if decls.is_empty() { Found::Nothing } else { Found::Entities(decls) };
            }
            match scope_of(&decls) {
                Some(inner) => path = inner,
                None => return Found::Nothing,
            }
        }
        Found::Nothing
    }
}

/// The qualified name under which the members of these declarations stand.
fn scope_of<L: Rules>(decls: &[Decl<L>]) -> Option<Atom> {
    decls.iter().find_map(|decl| match &decl.entity {
        Entity::Struct(info) => Some(info.ty.symbol.0),
        Entity::Alias(Type::Struct(of)) => Some(of.symbol.0),
        Entity::Alias(Type::Enum { name, .. }) => Some(name.0),
        Entity::Namespace(path) => Some(*path),
        _ => None,
    })
}

/// The index of a data member. Of several members with the same name, it is that of the derived structure. The indices
/// of bit fields follow those of the members.
pub fn member_index(of: &Struct, name: Atom) -> Option<u32> {
    let member = || of.members.iter().rposition(|member| member.name == name);
    let field = of.fields.iter().rposition(|field| field.name == name).map(|at| at + of.members.len());
    field.or_else(member).map(|at| at as u32)
}

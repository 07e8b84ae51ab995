//! Structures, unions, their members and methods.

use std::rc::Rc;

use super::{BodyState, Checker};
use crate::atom::Atom;
use crate::diag::{Diagnostic, Span};
use crate::dialect::bsl::ast::{Declaration, Ident, Member, Structure, TemplateItem};
use crate::dialect::bsl::program::{Argument, BitField, MemberInfo, ScopeId, ScopeKind, StructureInfo, Symbol};
use crate::dialect::bsl::types::{Scalar, Storage, Ty, output_name};

/// The names and arguments of a structure that is being declared.
pub struct NewStructure<'a> {
    pub structure: &'a Rc<Structure>,
    pub scope: ScopeId,
    pub shown: String,
    pub name: String,
    pub arguments: Option<(Vec<Argument>, Span)>,
    /// Of an anonymous union or structure: what encloses it.
    pub is_anonymous: bool,
}

impl Checker<'_> {
    pub fn declare_structure(&mut self, structure: &Rc<Structure>, scope: ScopeId) -> Option<u32> {
        let Some(ident) = structure.name else {
            let message = "a union or structure without a name outside of a structure";
            self.error("bsl/union-scope", message, structure.span);
            return None;
        };
        let new = NewStructure {
            structure,
            scope,
            shown: self.qualified_name(scope, &ident.name),
            name: self.flat_name(scope, &ident.name),
            arguments: None,
            is_anonymous: false,
        };
        let id = self.program.structures.len() as u32;
        self.declare(scope, ident, Symbol::Type(Ty::Structure(id), Storage::Plain));
        Some(self.define_structure(new))
    }

    /// Declares the members; the structure's number is the next one.
    pub fn define_structure(&mut self, new: NewStructure<'_>) -> u32 {
        let NewStructure { structure, scope, shown, name, arguments, is_anonymous } = new;
        let id = self.program.structures.len() as u32;
        let own_name = structure.name.map_or(Atom::default(), |ident| ident.name);
        let own = self.new_scope(ScopeKind::Structure(id), scope, own_name);
        let is_host_shared = structure.attributes.iter().any(|attribute| attribute.name.name == "host_shared");
        for attribute in &structure.attributes {
            self.check_attribute(attribute, &["host_shared", "maybe_unused", "nodiscard"]);
        }
        self.program.structures.push(StructureInfo {
            structure: Rc::clone(structure),
            shown,
            name,
            scope: own,
            members: Vec::new(),
            kind: None,
            is_union: structure.is_union,
            is_host_shared,
            words: 0,
            depth: 1,
            arguments,
            is_broken: false,
        });
        let outer = std::mem::replace(&mut self.body, BodyState { scope: own, ..BodyState::default() });
        self.open_structures.push(id);
        let mut functions = Vec::new();
        for member in &structure.members {
            match member {
                Member::Data(declaration) => self.data_members(id, own, declaration),
                Member::Function(function) => functions.push(Member::Function(Rc::clone(function))),
                Member::Template(template) => functions.push(Member::Template(Rc::clone(template))),
                Member::Structure(inner) => self.inner_structure(id, own, inner),
                Member::Enumeration(enumeration) => self.declare_enumeration(enumeration, own),
            }
        }
        self.lay_out_bits(id);
        if structure.is_union {
            self.lay_out_union(id);
        }
        self.measure(id);
        self.find_table_kind(id);
        self.open_structures.pop();
        for member in &functions {
            self.body = BodyState { scope: own, ..BodyState::default() };
            match member {
                Member::Function(function) if is_anonymous => {
                    let message = "an anonymous structure has a function";
                    self.error("bsl/unsupported-syntax", message, function.span);
                }
                Member::Function(function) => self.declare_function(function, own, Some(id)),
                Member::Template(template) => match &template.item {
                    TemplateItem::Function(function) => {
                        self.declare_function_template(template, function, own, Some(id));
                    }
                    TemplateItem::Structure(inner) => self.declare_structure_template(template, inner, own),
                },
                _ => {}
            }
        }
        self.body = outer;
        id
    }

    fn data_members(&mut self, id: u32, scope: ScopeId, declaration: &Declaration) {
        if declaration.is_static && declaration.is_constexpr {
            return self.declare_constants(declaration, scope);
        }
        if declaration.is_static || declaration.is_constexpr {
            for declarator in &declaration.declarators {
                let message = format!("the static member `{}` is not `static constexpr`", declarator.ident.name);
                self.error("bsl/constexpr-non-static", message, declarator.ident.span);
                self.declare(scope, declarator.ident, Symbol::Broken);
            }
            return;
        }
        let before = self.problems.len();
        let (element, storage) = self.resolve_type(&declaration.ty);
        if declaration.declarators.len() > 1
            && declaration.declarators.iter().any(|declarator| declarator.width.is_some())
        {
            let message = "a declaration of bit-fields has one name";
            self.error("bsl/bitfield-declarator", message, declaration.span);
        }
        let wrapper = declaration.ty.path.parts[0].ident.name;
        for declarator in &declaration.declarators {
            let ident = declarator.ident;
            let is_union = self.is_union(element);
            let host_shared = self.program.structure(id).is_host_shared;
            if host_shared && is_union && wrapper != "union_t" {
                let message = format!("the union `{}` of a shared structure is not a `union_t`", ident.name);
                self.error("bsl/union-wrapper", message, declaration.ty.span);
            }
            let is_resource = self.has_resource_attribute(&declaration.attributes);
            let extents = &declarator.extents;
            let ty = if is_resource && extents.len() == 1 && extents[0].0.is_none() {
                if element == Ty::Error { element } else { self.program.arrays.of(element, None) }
            } else {
                self.with_extents(element, extents, None)
            };
            if element == Ty::Structure(id) || ty == Ty::Void {
                let message = format!("`{}` has a type that has no size yet", ident.name);
                self.error("bsl/unknown-type", message, declaration.ty.span);
                continue;
            }
            let bits = declarator.width.as_ref().and_then(|width| self.bit_width(element, width));
            if self.program.structure(id).is_union && matches!(ty, Ty::Array(_)) {
                self.error("bsl/union-array", format!("`{}` is an array in a union", ident.name), ident.span);
            }
            if let Some(initialiser) = &declarator.initialiser {
                let message = "a member has an initialiser";
                self.error("bsl/unsupported-syntax", message, initialiser.span);
            }
            if !is_resource {
                self.reject_opaque(ty, ident);
            }
            let index = self.program.structure(id).members.len() as u32;
            let mut member = new_member(ident, ty, storage);
            member.bits = bits.map(|width| BitField { unit: 0, offset: 0, width });
            self.program.structures[id as usize].members.push(member);
            self.declare(scope, ident, Symbol::Member(index));
            self.attach_resource(id, index, declaration, declarator);
        }
        if self.problems[before..].iter().any(Diagnostic::is_error) {
            self.program.structures[id as usize].is_broken = true;
        }
    }

    fn is_union(&self, ty: Ty) -> bool {
        matches!(ty, Ty::Structure(id) if self.program.structure(id).is_union)
    }

    fn bit_width(&mut self, ty: Ty, width: &crate::dialect::bsl::ast::Expr) -> Option<u32> {
        let scalar = self.program.underlying(ty).component();
        if ty == Ty::Error {
            return None;
        }
        if !matches!(ty, Ty::Scalar(_) | Ty::Enumeration(_)) || scalar == Some(Scalar::Float) {
            self.error("bsl/bitfield-type", format!("a bit-field of type `{}`", self.show(ty)), width.span);
            return None;
        }
        let value = self.expression(width, None);
        let most = if scalar == Some(Scalar::Bool) { 1 } else { 32 };
        match value.constant.and_then(|constant| constant.as_integer()) {
            Some(bits) if (1..=most).contains(&bits) => Some(bits as u32),
            _ if value.is_broken() => None,
            _ => {
                let message = format!("the width of a bit-field is a constant from 1 to {most}");
                self.error("bsl/bitfield-width", message, width.span);
                None
            }
        }
    }

    /// A structure or union in another one.
    fn inner_structure(&mut self, id: u32, scope: ScopeId, inner: &Rc<Structure>) {
        let ty = match inner.name {
            Some(_) => self.declare_structure(inner, scope),
            None => {
                let count = self.program.structure(id).members.len();
                let kind = if inner.is_union { "union" } else { "struct" };
                let hidden = format!("{kind}{count}");
                let new = NewStructure {
                    structure: inner,
                    scope,
                    shown: format!("{}::({kind})", self.program.structure(id).shown),
                    name: output_name(&format!("{}_{hidden}", self.program.structure(id).name)),
                    arguments: None,
                    is_anonymous: true,
                };
                let made = self.define_structure(new);
                if inner.declarators.is_empty() {
                    self.add_anonymous(id, scope, made, &hidden, inner.span);
                }
                Some(made)
            }
        };
        let Some(ty) = ty else { return };
        for declarator in &inner.declarators {
            let member = self.with_extents(Ty::Structure(ty), &declarator.extents, None);
            if inner.is_union && self.program.structure(id).is_host_shared {
                let message = format!("the union `{}` of a shared structure is not a `union_t`", declarator.ident.name);
                self.error("bsl/union-wrapper", message, declarator.ident.span);
            }
            let index = self.program.structure(id).members.len() as u32;
            self.program.structures[id as usize].members.push(new_member(declarator.ident, member, Storage::Plain));
            self.declare(scope, declarator.ident, Symbol::Member(index));
        }
    }

    /// The members of an anonymous union or structure are names of what encloses it.
    fn add_anonymous(&mut self, id: u32, scope: ScopeId, inner: u32, hidden: &str, span: Span) {
        if self.program.structure(inner).is_union && self.program.structure(id).is_host_shared {
            self.error("bsl/union-wrapper", "an anonymous union of a shared structure", span);
        }
        let index = self.program.structure(id).members.len() as u32;
        let ident = Ident { name: Atom::from(hidden), span };
        let mut member = new_member(ident, Ty::Structure(inner), Storage::Plain);
        member.is_hidden = true;
        self.program.structures[id as usize].members.push(member);
        let names: Vec<(Ident, Ty)> =
            self.program.structure(inner).members.iter().map(|member| (member.ident, member.ty)).collect();
        for (ident, ty) in names {
            let at = self.program.structure(id).members.len() as u32;
            let mut member = new_member(ident, ty, Storage::Plain);
            member.through = Some(index);
            self.program.structures[id as usize].members.push(member);
            if !self.program.structure(inner).members.iter().any(|other| other.ident == ident && other.is_hidden) {
                self.declare(scope, ident, Symbol::Member(at));
            }
        }
    }

    /// Bit-fields: low bit first in words, none over the end of a word.
    fn lay_out_bits(&mut self, id: u32) {
        let (mut unit, mut used) = (0u32, 32u32);
        let mut any = false;
        for member in &mut self.program.structures[id as usize].members {
            let Some(bits) = &mut member.bits else {
                used = 32;
                continue;
            };
            if used + bits.width > 32 {
                unit += u32::from(any);
                used = 0;
            }
            any = true;
            (bits.unit, bits.offset) = (unit, used);
            used += bits.width;
        }
    }

    /// The member of a structure with a name, as a path of indices through anonymous ones.
    pub fn member_named(&self, id: u32, name: Atom) -> Option<u32> {
        let members = &self.program.structure(id).members;
        members.iter().position(|member| member.ident.name == name && !member.is_hidden).map(|at| at as u32)
    }

    /// The members that a list initialises, in order.
    pub fn initialised_members(&self, id: u32) -> Vec<u32> {
        let members = self.program.structure(id).members.iter().zip(0u32..);
        members.filter(|(member, _)| member.through.is_none()).map(|(_, at)| at).collect()
    }
}

fn new_member(ident: Ident, ty: Ty, storage: Storage) -> MemberInfo {
    MemberInfo { ident, ty, storage, resource: None, table: None, bits: None, word: 0, through: None, is_hidden: false }
}

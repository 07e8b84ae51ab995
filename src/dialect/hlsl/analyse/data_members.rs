//! Data members of structures.

use std::sync::Arc;

use ustr::Ustr;

use super::attributes::StageAttributes;
use super::rules::{Analyser, HlslRules};
use crate::dialect::hlsl::interface::{MemberWords, Packing, StageWords};
use crate::ir::{Member, Struct, Type, type_name};
use crate::sema::{DataMembers, Failed, Result};
use crate::syntax::{Kind, NodeId};

/// The name of a member that the source gives none: no source can write it.
const UNNAMED: &str = "unnamed ";

/// Whether a member has this name, or is a structure without a name that has such a member.
fn is_named(member: &Member, name: Ustr) -> bool {
    let has = |of: &Struct| {
        of.members.iter().any(|member| is_named(member, name)) || of.fields.iter().any(|field| field.name == name)
    };
    member.name == name || inner(member).is_some_and(has)
}

/// The structure of a member without a name.
fn inner(member: &Member) -> Option<&Struct> {
    match &member.ty {
        Type::Struct(of) if member.name.starts_with(UNNAMED) => Some(of),
        _ => None,
    }
}

/// The index of the structure without a name that has this member.
pub fn unnamed_with(of: &Struct, name: Ustr) -> Option<u32> {
    let has = |member: &Member| inner(member).is_some() && is_named(member, name);
    of.members.iter().rposition(has).map(|at| at as u32)
}

impl Analyser<'_, '_> {
    /// Whether a declaration defines a structure without a name.
    fn declares_unnamed(&self, node: NodeId) -> bool {
        let ty = self.tree.child(node, Kind::Type);
        let structure = ty.and_then(|ty| self.tree.child(ty, Kind::Struct));
        structure.is_some_and(|structure| self.tree.child(structure, Kind::Name).is_none())
    }

    /// Adds a structure that has no name, and no variable: its members are used as those of the outer one. It lies in memory as a
    /// member of its own.
    fn unnamed_member(&mut self, node: NodeId, of: Arc<Struct>, members: &mut DataMembers<HlslRules>) -> Result<()> {
        let own = &members.all[members.inherited..];
        let names = of.members.iter().map(|member| member.name).chain(of.fields.iter().map(|field| field.name));
        let twice = names.into_iter().find(|name| own.iter().any(|known| is_named(known, *name)));
        if let Some(name) = twice {
            let text = format!("the member `{name}` of this structure is declared in the outer one too");
            self.error("redefinition", self.first(node), text);
            return Err(Failed);
        }
        members.taken_bits = None;
        let name = Ustr::from(&format!("{UNNAMED}{}", members.all.len()));
        let behind_base = members.inherited > 0 && members.all.len() == members.inherited;
        members.all.push(Member { name, ty: Type::Struct(of) });
        let packing = Packing { behind_base, ..Packing::default() };
        members.words.push(MemberWords { packing, ..MemberWords::default() });
        Ok(())
    }

    /// Adds the data members of a declaration.
    pub fn data_members(&mut self, node: NodeId, members: &mut DataMembers<HlslRules>) -> Result<()> {
        let inherited = members.inherited;
        // The member is declared all the same, so that its uses report nothing.
        let (mut result, attributes) = match self.stage_attributes(node) {
            Ok(attributes) => (Ok(()), attributes),
            Err(failed) => (Err(failed), StageAttributes::default()),
        };
        let words = self.qualifiers(node);
        let base = self.declared_type(node)?;
        // `uint : 4;`, of which nothing can be said but how many bits stay free.
        if self.tree.child(node, Kind::Declarator).is_none()
            && let Some(width) = self.annotations(node).width
        {
            return self.padding(width, &base, members);
        }
        if self.tree.child(node, Kind::Declarator).is_none()
            && let Type::Struct(of) = &base
            && self.declares_unnamed(node)
        {
            return self.unnamed_member(node, Arc::clone(of), members);
        }
        for child in self.children_of(node, Kind::Declarator) {
            if words.is_static {
                // One for all, outside of every value.
                if words.group_shared {
                    self.error("misplaced", self.first(child), "`groupshared` variables stand outside of structures");
                    result = Err(Failed);
                    continue;
                }
                if self.variable(node, child, &base, &words).is_err() {
                    self.poison(child);
                    result = Err(Failed);
                }
                continue;
            }
            let declared = self.declarator(child, &base)?;
            if matches!(declared.ty, Type::Void | Type::Array(_, None)) {
                let shown = type_name(&declared.ty);
                self.error("type", declared.token, format!("a member cannot be `{shown}`"));
                result = Err(Failed);
                continue;
            }
            if members.all[inherited..].iter().any(|known| is_named(known, declared.name))
                || members.fields.iter().any(|known| known.member >= inherited as u32 && known.name == declared.name)
            {
                let name = declared.name;
                self.error("redefinition", declared.token, format!("the member `{name}` is declared twice"));
                result = Err(Failed);
                continue;
            }
            if declared.initialiser.is_some() {
                self.error("initialiser", declared.token, "a member cannot have an initialiser");
                result = Err(Failed);
                continue;
            }
            if let Some(width) = declared.annotations.width {
                if declared.annotations.semantic.or(attributes.semantic).is_some() {
                    self.error("semantic", declared.token, "a bit field cannot have a semantic");
                    result = Err(Failed);
                } else {
                    result = result.and(self.bit_field(declared.name, declared.token, declared.ty, width, members));
                }
                continue;
            }
            members.taken_bits = None;
            let stage = StageWords {
                semantic: attributes.semantic.or(declared.annotations.semantic),
                varying: attributes.applied(words.varying),
                ..StageWords::default()
            };
            let behind_base = inherited > 0 && members.all.len() == inherited;
            let packing = Packing { offset: declared.annotations.packoffset, new_row: false, behind_base };
            members.all.push(Member { name: declared.name, ty: declared.ty });
            members.words.push(MemberWords { stage, packing });
        }
        result
    }
}

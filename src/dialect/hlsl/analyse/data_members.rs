//! Data members of structures.

use super::attributes::StageAttributes;
use super::rules::{Analyser, HlslRules};
use crate::dialect::hlsl::interface::{MemberWords, Packing, StageWords};
use crate::ir::{Member, Type, type_name};
use crate::sema::{DataMembers, Failed, Result};
use crate::syntax::{Kind, NodeId};

impl Analyser<'_, '_> {
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
        // `struct { float a; };`, whose members are members of the structure around it.
        let structure = self.tree.child(node, Kind::Type).and_then(|ty| self.tree.child(ty, Kind::Struct));
        if let Some(structure) = structure
            && self.tree.child(node, Kind::Declarator).is_none()
            && self.tree.child(structure, Kind::Name).is_none()
        {
            self.unsupported(
                self.first(structure),
                "an unnamed structure whose members belong to the structure around it",
            );
            return Err(Failed);
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
            if members.all[inherited..].iter().any(|known| known.name == declared.name)
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
            let packing =
                Packing { offset: attributes.offset.or(declared.annotations.packoffset), new_row: false, behind_base };
            members.all.push(Member { name: declared.name, ty: declared.ty });
            members.words.push(MemberWords { stage, packing });
        }
        result
    }
}

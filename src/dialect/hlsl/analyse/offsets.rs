//! Places that members of a structure ask for: `[[vk::offset(16)]]`.

use super::rules::Analyser;
use crate::dialect::hlsl::interface::{LayoutRules, struct_members};
use crate::ir::Struct;
use crate::sema::{Failed, Result};
use crate::syntax::{Kind, NodeId};

/// The most bytes of a buffer that every device takes (Vulkan: `maxStorageBufferRange`).
const MAX_BYTES: u32 = 1 << 27;

impl Analyser<'_, '_> {
    /// Checks that members with places of their own are aligned and lie apart, as SPIR-V asks. What is right without padding may still
    /// not be with it: a buffer of constants has its own check.
    pub fn offsets_fit(&mut self, node: NodeId, of: &Struct) -> Result<()> {
        let members = struct_members(of);
        let mut result = Ok(());
        for (at, member) in members.clone().enumerate() {
            let Some(offset) = member.packing.offset else { continue };
            let alignment = LayoutRules::Natural.alignment(member.ty);
            let end = offset.saturating_add(LayoutRules::Natural.size(member.ty));
            let (name, token) = (of.members[at].name, self.member_token(node, of, at));
            let text = if end > MAX_BYTES {
                format!("`{name}` ends at byte {end}, and a buffer has at most {MAX_BYTES}")
            } else if !offset.is_multiple_of(alignment) {
                format!("`{name}` is at byte {offset}, which is no multiple of {alignment}")
            } else {
                continue;
            };
            self.error("attribute", token, text).help("Give it another offset.");
            result = Err(Failed);
        }
        if result.is_ok()
            && let Some((late, early)) = LayoutRules::Natural.overlap(members)
        {
            let [late_name, early_name] = [late, early].map(|at| of.members[at].name);
            let token = self.member_token(node, of, late);
            self.error("attribute", token, format!("`{late_name}` and `{early_name}` overlap in `{}`", of.symbol.0))
                .help("Give one of them another offset.");
            result = Err(Failed);
        }
        result
    }

    /// The name of a member where it is declared.
    fn member_token(&self, node: NodeId, of: &Struct, at: usize) -> u32 {
        let name = of.members[at].name;
        let declarations = self.children_of(node, Kind::Declaration);
        let mut declarators = declarations.iter().flat_map(|one| self.children_of(*one, Kind::Declarator));
        let found = declarators.find(|one| self.text(self.first(*one)) == name.as_str());
        found.map_or(self.first(node), |one| self.first(one))
    }
}

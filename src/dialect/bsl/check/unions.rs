//! Unions are words; their members are read and written bit for bit.

use super::Checker;
use crate::dialect::bsl::types::Ty;

/// Structures inside each other; what walks them recurses.
const MAX_DEPTH: u32 = 64;

/// Words of a union: its members are read and written word by word.
const MAX_WORDS: u32 = 1024;

impl Checker<'_> {
    /// The number of 32-bit words that a value takes in a union.
    pub fn words_of(&self, ty: Ty) -> u32 {
        match ty {
            Ty::Error | Ty::Void | Ty::Opaque(_) => 0,
            Ty::Scalar(_) | Ty::String | Ty::Enumeration(_) => 1,
            Ty::Vector(_, lanes) => u32::from(lanes),
            Ty::Matrix(columns, rows) => u32::from(columns) * u32::from(rows),
            Ty::Array(id) => {
                let (element, length) = self.program.arrays.get(id);
                self.words_of(element).saturating_mul(length.unwrap_or(0))
            }
            Ty::Structure(id) => self.program.structure(id).words,
        }
    }

    /// Notes the words of a structure whose members are declared, and how deep they nest.
    pub fn measure(&mut self, id: u32) {
        let info = self.program.structure(id);
        let own = info.members.iter().filter(|member| member.through.is_none() && member.bits.is_none());
        let words = own.fold(0u32, |sum, member| sum.saturating_add(self.words_of(member.ty)));
        let units = info.members.iter().filter_map(|member| member.bits).map(|bits| bits.unit + 1).max();
        let words = words.saturating_add(units.unwrap_or(0)).max(1);
        let depth = info.members.iter().map(|member| self.depth_of(member.ty)).max().unwrap_or(0) + 1;
        let span = info.structure.span;
        let is_union = info.is_union;
        let info = &mut self.program.structures[id as usize];
        info.depth = depth;
        if !is_union {
            info.words = words;
        }
        if depth > MAX_DEPTH {
            info.is_broken = true;
            let message = format!("structures are nested more than {MAX_DEPTH} deep");
            self.error("bsl/unsupported-syntax", message, span);
            self.program.structures[id as usize].members.clear();
        }
    }

    fn depth_of(&self, ty: Ty) -> u32 {
        match ty {
            Ty::Array(id) => self.depth_of(self.program.arrays.get(id).0),
            Ty::Structure(id) => self.program.structure(id).depth,
            _ => 0,
        }
    }

    /// Every member of a union begins at its first word.
    pub fn lay_out_union(&mut self, id: u32) {
        let members = &self.program.structure(id).members;
        let words = members.iter().map(|member| self.words_of(member.ty)).max().unwrap_or(0);
        let has_bits = members.iter().any(|member| member.bits.is_some());
        if words > MAX_WORDS {
            let span = self.program.structure(id).structure.span;
            let message = format!("a union of {words} words; {MAX_WORDS} are the most");
            self.error("bsl/unsupported-syntax", message, span);
            self.program.structures[id as usize].is_broken = true;
            return;
        }
        self.program.structures[id as usize].words = words.max(u32::from(has_bits));
        for member in &mut self.program.structures[id as usize].members {
            if let Some(bits) = &mut member.bits {
                (bits.unit, bits.offset) = (0, 0);
            }
        }
    }
}

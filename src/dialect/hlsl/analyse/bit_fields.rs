//! Bit fields. As in dxc, fields of numbers of equal width share a whole number without a sign as long as they fit into
//! it, the first in its lowest bits; any other member ends it.

use super::rules::{Analyser, HlslRules};
use crate::atom::Atom;
use crate::dialect::hlsl::interface::{MemberWords, Packing};
use crate::ir::{BitField, Bits, Member, Scalar, Type, type_name};
use crate::sema::numbers::{Class, class, width as bit_width};
use crate::sema::{DataMembers, Failed, Result};
use crate::syntax::NodeId;

/// The number that holds fields of this type, and how many bits they may have.
fn word(ty: &Type) -> Option<(Scalar, u8)> {
    let (Type::Scalar(scalar) | Type::Enum { scalar, .. }) = ty else { return None };
    let word = match scalar {
        Scalar::Bool | Scalar::Int | Scalar::Uint => Scalar::Uint,
        Scalar::Int16 | Scalar::Uint16 => Scalar::Uint16,
        Scalar::Int64 | Scalar::Uint64 => Scalar::Uint64,
        Scalar::Min16Int | Scalar::Min16Uint => return Some((Scalar::Min16Uint, 16)),
        Scalar::Half | Scalar::Float | Scalar::Double | Scalar::Min16Float | Scalar::Float16 => return None,
    };
    Some((word, bit_width(word) as u8))
}

impl Analyser<'_, '_> {
    /// Adds the bit field of a name.
    pub fn bit_field(
        &mut self,
        name: Atom,
        token: u32,
        ty: Type,
        width: NodeId,
        members: &mut DataMembers<HlslRules>,
    ) -> Result<()> {
        let (word, width) = self.checked_width(width, &ty)?;
        if width == 0 {
            self.error("bit-field", token, format!("the bit field `{name}` has no bits"));
            return Err(Failed);
        }
        let offset = match members.taken_bits {
            Some(taken) if last_is(members, word) && taken + width <= bit_width(word) as u8 => taken,
            _ => {
                let behind_base = members.inherited > 0 && members.all.len() == members.inherited;
                let packing = Packing { behind_base, ..Packing::default() };
                members.all.push(Member { name: Atom::from(""), ty: Type::Scalar(word) });
                members.words.push(MemberWords { packing, ..MemberWords::default() });
                0
            }
        };
        // Enumerators count from 0.
        let signed = matches!(ty, Type::Scalar(scalar) if class(scalar) == Class::Signed);
        let member = members.all.len() - 1;
        // No name of the source has a `:`.
        let before = members.all[member].name;
        members.all[member].name = Atom::from(&format!("{before}{}{name}", if before.is_empty() { "" } else { ":" }));
        members.taken_bits = Some(offset + width);
        members.fields.push(BitField { name, ty, member: member as u32, bits: Bits { offset, width, signed } });
        Ok(())
    }

    /// Bits without a name; none at all: the next field begins another number.
    pub fn padding(&mut self, width: NodeId, ty: &Type, members: &mut DataMembers<HlslRules>) -> Result<()> {
        let (word, width) = self.checked_width(width, ty)?;
        match members.taken_bits {
            Some(taken) if width > 0 && last_is(members, word) => {
                let fits = taken + width <= bit_width(word) as u8;
                members.taken_bits = if fits { Some(taken + width) } else { None };
            }
            _ => members.taken_bits = None,
        }
        Ok(())
    }

    fn checked_width(&mut self, node: NodeId, ty: &Type) -> Result<(Scalar, u8)> {
        let value = self.value(node)?.concrete();
        let Some((word, most)) = word(ty) else {
            let shown = type_name(ty);
            self.error("bit-field", value.at.0, format!("a bit field is a whole number or a `bool`, not a `{shown}`"));
            return Err(Failed);
        };
        let Some(width) = self.evaluate_int(&value) else {
            self.error("not-constant", value.at.0, "the width of a bit field must be known at compile time");
            return Err(Failed);
        };
        match u8::try_from(width) {
            Ok(width) if width <= most => Ok((word, width)),
            _ => {
                let shown = type_name(ty);
                self.error("bit-field", value.at.0, format!("a `{shown}` has no bit field of {width} bits"))
                    .help(format!("It may have up to {most}."));
                Err(Failed)
            }
        }
    }
}

fn last_is(members: &DataMembers<HlslRules>, word: Scalar) -> bool {
    members.all.last().is_some_and(|last| last.ty == Type::Scalar(word))
}

//! `sizeof`.

use super::builtin;
use super::rules::{Analyser, Found};
use crate::dialect::hlsl::interface::LayoutRules;
use crate::ir::{ExprKind, Literal, Scalar, Type, has_resources, type_name};
use crate::sema::types::literal;
use crate::sema::{Failed, Result, TypedValue};
use crate::syntax::{Kind, NodeId};

/// Bytes as `sizeof` counts them, which are those of a structured buffer; `None` of what has no size or too large a
/// one.
pub fn size(ty: &Type) -> Option<u32> {
    if has_resources(ty) {
        return None;
    }
    match ty {
        // dxc counts what a type of minimum precision needs, but in structures and vectors what it takes.
        Type::Scalar(Scalar::Min16Int | Scalar::Min16Uint | Scalar::Min16Float) => Some(2),
        Type::Array(of, Some(length)) => size(of)?.checked_mul(*length),
        Type::Scalar(_) | Type::Vector(..) | Type::Matrix { .. } | Type::Enum { .. } | Type::Struct(_) => {
            // Saturated where there are more.
            Some(LayoutRules::Natural.stride(ty)).filter(|bytes| *bytes < u32::MAX)
        }
        Type::Void | Type::Array(_, None) | Type::Resource(_) | Type::String => None,
    }
}

impl Analyser<'_, '_> {
    /// `sizeof(T)`, `sizeof x`: a `uint`. The operand is analysed and not evaluated.
    pub fn size_of(&mut self, node: NodeId) -> Result<TypedValue> {
        let Some(operand) = self.tree.operand(node, 0) else { return self.not_understood(node) };
        let at = self.at(node);
        let ty = if self.kind(operand) == Kind::Type {
            self.type_of(operand, self.context.settings.order)?
        } else if let Some(ty) = self.builtin_structure(operand) {
            // The parser knows no names of the language but those of numbers.
            ty
        } else {
            let before = self.before.len();
            let value = self.value(operand);
            self.before.truncate(before);
            let value = value?;
            if value.literal {
                self.error("operands", at.0, "a number without a suffix has no size")
                    .help("Write the size of a type: `sizeof(float)`.");
                return Err(Failed);
            }
            if matches!(&*value.expr.kind, ExprKind::Bits(..)) {
                self.error("operands", at.0, "a bit field has no size in bytes");
                return Err(Failed);
            }
            value.expr.ty
        };
        match size(&ty) {
            Some(bytes) => Ok(TypedValue::of(literal(Scalar::Uint, Literal::Int(i128::from(bytes)), at))),
            None => {
                let shown = type_name(&ty);
                self.error("operands", at.0, format!("`{shown}` has no size that `sizeof` can tell"))
                    .help("Only numbers, and arrays and structures of them, have a size.");
                Err(Failed)
            }
        }
    }

    fn builtin_structure(&mut self, node: NodeId) -> Option<Type> {
        let mut inside = node;
        while self.kind(inside) == Kind::Paren {
            inside = self.tree.operand(inside, 0)?;
        }
        let single = self.kind(inside) == Kind::Ident && self.first(inside) == self.last(inside);
        let ty = builtin::structure(self.text(self.first(inside))).filter(|_| single)?;
        let name = self.atom(self.first(inside));
        matches!(self.lookup(name), Found::Nothing).then_some(ty)
    }
}

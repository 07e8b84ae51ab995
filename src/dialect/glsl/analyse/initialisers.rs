//! Initialisers: an expression, or a list in braces, which may hold lists.

use crate::ir::{Expr, ExprKind, Type};
use crate::sema::numbers::{Shape, parts};
use crate::sema::types::array_of;
use crate::sema::{Failed, Result};
use crate::syntax::{Kind, NodeId};

use super::rules::Analyser;
use crate::dialect::glsl::extensions::NULL_INITIALISER;
use crate::dialect::glsl::words::type_name;

impl Analyser<'_, '_> {
    /// The initialiser of a declaration of this type.
    pub fn initialiser(&mut self, node: NodeId, ty: &Type) -> Result<Expr> {
        if self.kind(node) != Kind::List {
            let value = self.value(node)?;
            return self.convert(value, ty);
        }
        let parts_of = self.operands(node);
        if parts_of.is_empty() {
            self.needs_one_of(NULL_INITIALISER, "{ }", self.first(node))?;
            return Ok(Expr { kind: Box::new(ExprKind::Zero), ty: ty.clone(), at: self.at(node) });
        }
        let wanted = self.list_length(ty, node)?;
        if parts_of.len() != wanted {
            let (shown, given) = (type_name(ty), parts_of.len());
            self.error(
                "initialiser",
                self.first(node),
                format!("`{shown}` needs a list of {wanted} values, {given} are given"),
            );
            return Err(Failed);
        }
        let mut values = Vec::with_capacity(wanted);
        let mut result = Ok(());
        for (part, at) in parts_of.into_iter().zip(0..) {
            let Some(element) = element_type(ty, at) else { return self.not_understood(part) };
            match self.initialiser(part, &element) {
                Ok(value) => values.push(value),
                Err(failed) => result = Err(failed),
            }
        }
        result?;
        let at = self.at(node);
        let kind = match parts(ty) {
            Some(_) => ExprKind::Construct(values),
            None => ExprKind::Aggregate(values),
        };
        Ok(Expr { kind: Box::new(kind), ty: ty.clone(), at })
    }

    /// How many values a list for this type has.
    fn list_length(&mut self, ty: &Type, node: NodeId) -> Result<usize> {
        match (ty, parts(ty)) {
            (Type::Array(_, Some(length)), _) => Ok(*length as usize),
            (Type::Struct(of), _) => Ok(of.members.len()),
            (_, Some((_, Shape::Scalar))) => Ok(1),
            (_, Some((_, Shape::Vector(count) | Shape::Matrix(count, _)))) => Ok(usize::from(count)),
            _ => {
                let shown = type_name(ty);
                self.error("initialiser", self.first(node), format!("a `{shown}` cannot be made from a list"));
                Err(Failed)
            }
        }
    }

    /// The list of an array without a length (`T x[] = { ... }`): the array, and its number of elements.
    pub fn unsized_initialiser(&mut self, node: NodeId, element: &Type) -> Result<(Expr, u32)> {
        let at = self.at(node);
        let mut values = Vec::new();
        for part in self.operands(node) {
            values.push(self.initialiser(part, element)?);
        }
        let length = values.len() as u32;
        if length == 0 {
            self.error("array-size", at.0, "an array cannot have 0 elements");
            return Err(Failed);
        }
        let ty = array_of(element.clone(), &[Some(length)]);
        Ok((Expr { kind: Box::new(ExprKind::Aggregate(values)), ty, at }, length))
    }
}

/// The type of value `at` in a list for this type.
fn element_type(ty: &Type, at: usize) -> Option<Type> {
    match (ty, parts(ty)) {
        (Type::Array(element, _), _) => Some((**element).clone()),
        (Type::Struct(of), _) => of.members.get(at).map(|member| member.ty.clone()),
        (_, Some((scalar, Shape::Matrix(_, rows)))) => Some(Type::Vector(scalar, rows)),
        (_, Some((scalar, _))) => Some(Type::Scalar(scalar)),
        _ => None,
    }
}

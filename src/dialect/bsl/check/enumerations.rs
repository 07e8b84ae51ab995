//! Enumerations.

use super::Checker;
use crate::dialect::bsl::ast::Enumeration;
use crate::dialect::bsl::constant::Constant;
use crate::dialect::bsl::program::{EnumerationInfo, ScopeId, Symbol};
use crate::dialect::bsl::types::{Scalar, Storage, Ty};

impl Checker<'_> {
    pub fn declare_enumeration(&mut self, enumeration: &Enumeration, scope: ScopeId) {
        let name = enumeration.name;
        let is_host_shared = enumeration.attributes.iter().any(|attribute| attribute.name.name == "host_shared");
        for attribute in &enumeration.attributes {
            self.check_attribute(attribute, &["host_shared", "maybe_unused"]);
        }
        let base = match &enumeration.base {
            None => {
                let message = format!("the enumeration `{}` has no underlying type", name.name);
                self.error("bsl/enum-no-type", message, name.span);
                Scalar::Int
            }
            Some(base) => {
                let (ty, storage) = self.resolve_type(base);
                match ty {
                    Ty::Scalar(scalar @ (Scalar::Int | Scalar::Uint)) => {
                        if is_host_shared && storage != Storage::Plain {
                            self.error("bsl/enum-host-type", "a shared enumeration has 32 bits", base.span);
                        }
                        scalar
                    }
                    Ty::Error => Scalar::Int,
                    _ => {
                        let message = format!("`{}` is not the type of an integer", self.show(ty));
                        self.error("bsl/enum-no-type", message, base.span);
                        Scalar::Int
                    }
                }
            }
        };
        let id = self.program.enumerations.len() as u32;
        let shown = self.qualified_name(scope, &name.name);
        self.program.enumerations.push(EnumerationInfo { shown, base, values: Vec::new() });
        let ty = Ty::Enumeration(id);
        let mut next = Constant::int(0).convert(base);
        for (ident, value) in &enumeration.values {
            let value = match value {
                None => next,
                Some(expr) => {
                    self.body.names.clear();
                    self.see_values(id, name.span);
                    let value = self.expression(expr, None);
                    self.body.names.clear();
                    match value.constant.filter(|constant| constant.as_integer().is_some()) {
                        Some(constant) => constant.convert(base),
                        None => {
                            self.not_constant(&value, expr.span);
                            next
                        }
                    }
                }
            };
            let one = Constant::int(1).convert(base);
            next = value.binary(crate::dialect::bsl::ast::BinaryOperator::Add, &one).unwrap_or(value);
            let known = self.program.enumerations[id as usize].values.iter().any(|(known, _)| *known == ident.name);
            if known {
                let earlier = name.span;
                self.redefined(*ident, earlier);
                continue;
            }
            self.program.enumerations[id as usize].values.push((ident.name, value));
            if !enumeration.is_class {
                self.declare(scope, *ident, Symbol::Constant(value, ty));
            }
        }
        self.declare(scope, name, Symbol::Type(ty, Storage::Plain));
    }

    /// The values so far are names of the later ones' expressions.
    fn see_values(&mut self, id: u32, span: crate::diag::Span) {
        let values = self.program.enumerations[id as usize].values.clone();
        for (name, value) in values {
            let symbol = super::LocalSymbol::Constant(value, value.ty());
            self.body.names.push(super::LocalName { name, symbol, span });
        }
    }
}

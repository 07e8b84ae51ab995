//! Variables in the private address space: static globals, constants that are indexed, statics in functions.

use naga::{Expression, GlobalVariable, Handle, Literal, Span};

use super::constant::is_finite;
use super::known_functions::ModuleVariable;
use super::module::Lowerer;
use super::shape::{Shape, Ty, scalar, shape};
use super::walk::globals_in;
use crate::ir::{Problem, Result, Storage, Symbol, Type};

impl Lowerer<'_> {
    /// The variable of a static or a constant.
    pub fn static_variable(&mut self, symbol: Symbol) -> Result<Handle<GlobalVariable>> {
        if let Some(found) = self.variables.get(&symbol) {
            return Ok(*found);
        }
        let missing = || Problem::internal(None, format!("`{}` is missing", symbol.0));
        let (_, global) = self.global_item(symbol).ok_or_else(missing)?;
        let ty = self.value_type(&global.ty);
        let name = symbol.0.as_str();
        // A block of inputs or outputs has the name of the block.
        let variable = self.private(name.strip_prefix("block ").unwrap_or(name), ty);
        self.variables.insert(symbol, variable);
        let initialiser = match &global.storage {
            Storage::Private { initialiser } => initialiser.as_ref(),
            Storage::Constant { initialiser } => Some(initialiser),
            _ => None,
        };
        let known = match (&global.storage, initialiser) {
            (Storage::Constant { .. }, _) => self.evaluator.global(symbol).map(|known| known.to_vec()),
            (_, Some(value)) => self.evaluator.value(value),
            (_, None) => None,
        };
        match (known, initialiser) {
            (Some(known), _) if known.iter().copied().all(is_finite) => {
                let init = self.global_constant(&global.ty, &mut known.iter())?;
                self.module.global_variables.get_mut(variable).init = Some(init);
                self.name_variable(variable, ModuleVariable::Static(symbol));
            }
            // A static without an initialiser is zero.
            (_, None) => {
                let zero = self.module.global_expressions.append(Expression::ZeroValue(ty), Span::UNDEFINED);
                self.module.global_variables.get_mut(variable).init = Some(zero);
                self.name_variable(variable, ModuleVariable::Static(symbol));
            }
            (_, Some(value)) => {
                for needed in globals_in(self, value) {
                    let is_static = self.global_item(needed).is_some_and(|(_, global)| {
                        matches!(global.storage, Storage::Private { .. } | Storage::Constant { .. })
                            && !super::shape::has_resources(&global.ty)
                    });
                    if is_static {
                        self.static_variable(needed)?;
                    }
                }
                self.initialised.push(symbol);
            }
        }
        Ok(variable)
    }

    /// A constant expression of the module.
    pub fn global_constant(
        &mut self,
        ty: &Type,
        scalars: &mut std::slice::Iter<'_, Literal>,
    ) -> Result<Handle<Expression>> {
        let handle = self.value_type(ty);
        let mut components = Vec::new();
        match shape(ty) {
            Shape::Array(element, count) => {
                for _ in 0..count {
                    components.push(self.global_constant(element, scalars)?);
                }
            }
            Shape::Struct(structure) => {
                for member in &structure.members {
                    components.push(self.global_constant(&member.ty, scalars)?);
                }
            }
            other => {
                let Some((kind, rows, columns)) = other.grid() else {
                    return Err(Problem::internal(None, "a constant without numbers"));
                };
                if rows == 1 && !matches!(other, Shape::Matrix { .. }) {
                    return self.constant_row(handle, columns, scalars);
                }
                let row = self.number(scalar(kind), 1, columns);
                for _ in 0..rows {
                    components.push(self.constant_row(row, columns, scalars)?);
                }
            }
        }
        let expression = if components.is_empty() {
            Expression::ZeroValue(handle)
        } else {
            Expression::Compose { ty: handle, components }
        };
        Ok(self.module.global_expressions.append(expression, Span::UNDEFINED))
    }

    fn constant_row(
        &mut self,
        ty: Ty,
        columns: u8,
        scalars: &mut std::slice::Iter<'_, Literal>,
    ) -> Result<Handle<Expression>> {
        let mut lanes = Vec::with_capacity(usize::from(columns));
        for _ in 0..columns {
            let Some(literal) = scalars.next() else { return Err(Problem::internal(None, "too few constants")) };
            lanes.push(self.module.global_expressions.append(Expression::Literal(*literal), Span::UNDEFINED));
        }
        match lanes.as_slice() {
            [one] => Ok(*one),
            _ => {
                let expression = Expression::Compose { ty, components: lanes };
                Ok(self.module.global_expressions.append(expression, Span::UNDEFINED))
            }
        }
    }
}

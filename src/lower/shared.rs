//! Groupshared variables, of which parts are atomic.

use naga::{AddressSpace, Expression, GlobalVariable, Handle, Span};

use super::function::{FunctionBuilder, ValueHandle};
use super::known_functions::ModuleVariable;
use super::lvalue::row_type;
use super::module::{ANY, Lowerer};
use super::shape::{Shape, Ty, scalar, shape};
use crate::ir::{Result, Symbol, Type};

impl Lowerer<'_> {
    /// Whether the part at a path is atomic (`Some(true)`), or contains an atomic part (`Some(false)`).
    fn atomics(&self, symbol: Symbol, path: &[u32]) -> Option<bool> {
        let from = (symbol, path.to_vec());
        let (found, first) = self.facts.shared_atomics.range(from..).next()?;
        (*found == symbol && first.starts_with(path)).then_some(first.len() == path.len())
    }

    fn shared_type(&mut self, symbol: Symbol, ty: &Type, path: &mut Vec<u32>) -> Ty {
        let inside = self.atomics(symbol, path);
        match (inside, shape(ty)) {
            (Some(true), Shape::Scalar(kind)) => self.types.atomic(&mut self.module, scalar(kind)),
            (Some(false), Shape::Array(element, count)) => self.shared_array(symbol, element, count, path),
            (Some(false), Shape::Matrix { rows, .. }) => {
                self.shared_array(symbol, &row_type(ty), u32::from(rows), path)
            }
            // naga has no atomic components of a vector.
            (Some(false), Shape::Vector(kind, count)) => {
                self.shared_array(symbol, &Type::Scalar(kind), u32::from(count), path)
            }
            (Some(false), Shape::Struct(structure)) => {
                let mut members = Vec::new();
                let record = self.types.record(&mut self.module, structure);
                for ((member, place), at) in structure.members.iter().zip(&*record.members).zip(0..) {
                    if place.is_some() {
                        path.push(at);
                        members.push((member.name.to_string(), self.shared_type(symbol, &member.ty, path)));
                        path.pop();
                    }
                }
                let name = format!("{}.atomic", structure.symbol.0);
                self.types.structure(&mut self.module, &name, members)
            }
            _ => self.value_type(ty),
        }
    }

    fn shared_array(&mut self, symbol: Symbol, element: &Type, count: u32, path: &mut Vec<u32>) -> Ty {
        path.push(ANY);
        let base = self.shared_type(symbol, element, path);
        path.pop();
        self.types.array(&mut self.module, base, count)
    }

    pub fn shared(&mut self, symbol: Symbol, ty: &Type) -> Handle<GlobalVariable> {
        if let Some(found) = self.variables.get(&symbol) {
            return *found;
        }
        let ty = self.shared_type(symbol, ty, &mut Vec::new());
        let handle = self.workgroup_variable(symbol.name(), ty);
        self.variables.insert(symbol, handle);
        self.name_variable(handle, ModuleVariable::Shared(symbol));
        handle
    }

    /// A variable in the memory of a group of invocations.
    pub fn workgroup_variable(&mut self, name: &str, ty: Handle<naga::Type>) -> Handle<GlobalVariable> {
        let variable = GlobalVariable {
            name: Some(name.to_owned()),
            space: AddressSpace::WorkGroup,
            binding: None,
            ty,
            init: None,
            memory_decorations: naga::MemoryDecorations::empty(),
        };
        self.module.global_variables.append(variable, Span::UNDEFINED)
    }
}

impl FunctionBuilder<'_, '_> {
    pub fn load_shared(
        &mut self,
        pointer: ValueHandle,
        ty: &Type,
        symbol: Symbol,
        path: &mut Vec<u32>,
    ) -> Result<ValueHandle> {
        if self.low.atomics(symbol, path) != Some(false) {
            return Ok(self.load(pointer));
        }
        let mut components = Vec::new();
        match shape(ty) {
            Shape::Array(element, count) => {
                components = self.load_shared_parts(pointer, (element, count), symbol, path)?;
            }
            Shape::Matrix { rows, .. } => {
                let rows = self.load_shared_parts(pointer, (&row_type(ty), u32::from(rows)), symbol, path)?;
                return self.of_rows(rows, shape(ty));
            }
            Shape::Vector(kind, count) => {
                let lane = Type::Scalar(kind);
                components = self.load_shared_parts(pointer, (&lane, u32::from(count)), symbol, path)?;
            }
            Shape::Struct(structure) => {
                let record = self.low.types.record(&mut self.low.module, structure);
                for ((member, place), at) in structure.members.iter().zip(&*record.members).zip(0..) {
                    if let Some(place) = place {
                        path.push(at);
                        let part = self.part(pointer, *place);
                        components.push(self.load_shared(part, &member.ty, symbol, path)?);
                        path.pop();
                    }
                }
            }
            _ => return self.internal("an atomic part of a value without parts"),
        }
        let ty = self.ty(ty);
        Ok(self.add(Expression::Compose { ty, components }))
    }

    fn load_shared_parts(
        &mut self,
        pointer: ValueHandle,
        (element, count): (&Type, u32),
        symbol: Symbol,
        path: &mut Vec<u32>,
    ) -> Result<Vec<ValueHandle>> {
        path.push(ANY);
        let mut parts = Vec::new();
        for at in 0..count {
            let part = self.part(pointer, at);
            parts.push(self.load_shared(part, element, symbol, path)?);
        }
        path.pop();
        Ok(parts)
    }

    pub fn store_shared(
        &mut self,
        pointer: ValueHandle,
        ty: &Type,
        value: ValueHandle,
        symbol: Symbol,
        path: &mut Vec<u32>,
    ) -> Result<()> {
        if self.low.atomics(symbol, path) != Some(false) {
            self.store(pointer, value);
            return Ok(());
        }
        match shape(ty) {
            Shape::Array(element, count) => {
                self.store_shared_parts(pointer, (element, count), value, symbol, path)?;
            }
            Shape::Matrix { rows, .. } => {
                self.store_shared_parts(pointer, (&row_type(ty), u32::from(rows)), value, symbol, path)?;
            }
            Shape::Vector(kind, count) => {
                let lane = Type::Scalar(kind);
                self.store_shared_parts(pointer, (&lane, u32::from(count)), value, symbol, path)?;
            }
            Shape::Struct(structure) => {
                let record = self.low.types.record(&mut self.low.module, structure);
                for ((member, place), at) in structure.members.iter().zip(&*record.members).zip(0..) {
                    if let Some(place) = place {
                        path.push(at);
                        let (to, part) = (self.part(pointer, *place), self.part(value, *place));
                        self.store_shared(to, &member.ty, part, symbol, path)?;
                        path.pop();
                    }
                }
            }
            _ => return self.internal("an atomic part of a value without parts"),
        }
        Ok(())
    }

    fn store_shared_parts(
        &mut self,
        pointer: ValueHandle,
        (element, count): (&Type, u32),
        value: ValueHandle,
        symbol: Symbol,
        path: &mut Vec<u32>,
    ) -> Result<()> {
        path.push(ANY);
        for at in 0..count {
            let (to, part) = (self.part(pointer, at), self.part(value, at));
            self.store_shared(to, element, part, symbol, path)?;
        }
        path.pop();
        Ok(())
    }
}

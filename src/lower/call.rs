//! Functions and their calls.
//!
//! `out` and `inout` parameters are pointers, but the program's meaning is copy in, copy out. A local that is passed whole, and
//! only once, is passed by its own pointer; every other argument goes through a temporary variable of the call.

use naga::{Expression, FunctionArgument, FunctionResult, Span, Statement};

use super::function::{FunctionBuilder, ValueHandle};
use super::module::{Lowered, Lowerer};
use super::resource::{FunctionKey, Index, ResourceRef, leaves};
use super::shape::{has_resources, is_resource};
use super::walk::changed_locals;
use crate::ir::{Expr, ExprKind, LocalId, Passing, Problem, Result, Symbol, Type};

/// Numbers the indices that are only known at run time: each becomes an argument of the function.
fn take_indices(resource: &mut ResourceRef, indices: &mut Vec<ValueHandle>) {
    match resource {
        ResourceRef::Global(_, Some(index)) => {
            if let Index::ValueHandle(value) = *index {
                *index = Index::Slot(indices.len() as u32);
                indices.push(value);
            }
        }
        ResourceRef::List(list) => list.iter_mut().for_each(|one| take_indices(one, indices)),
        _ => {}
    }
}

fn give_indices(resource: &mut ResourceRef, indices: &[ValueHandle]) {
    match resource {
        ResourceRef::Global(_, Some(index)) => {
            if let Index::Slot(slot) = *index
                && let Some(value) = indices.get(slot as usize)
            {
                *index = Index::ValueHandle(*value);
            }
        }
        ResourceRef::List(list) => list.iter_mut().for_each(|one| give_indices(one, indices)),
        _ => {}
    }
}

fn count_slots(resource: &ResourceRef) -> usize {
    match resource {
        ResourceRef::Global(_, Some(Index::Slot(_))) => 1,
        ResourceRef::List(list) => list.iter().map(count_slots).sum(),
        _ => 0,
    }
}

impl Lowerer<'_> {
    /// The function; the first call lowers it.
    pub fn function(&mut self, key: FunctionKey, token: Option<u32>) -> Result<Lowered> {
        match self.functions.get(&key) {
            Some(Some(found)) => return Ok(found.clone()),
            Some(None) => {
                return Err(Problem::unsupported(token, format!("the recursive function `{}`", key.symbol.0)));
            }
            None => {}
        }
        let Some((instance, source)) = self.function_item(key.symbol) else {
            return Err(Problem::internal(token, format!("the function `{}` is missing", key.symbol.0)));
        };
        self.functions.insert(key.clone(), None);
        let mut fun = FunctionBuilder::new(self, instance, source);
        fun.at(source.at);
        fun.changed = changed_locals(fun.low, source);
        fun.parameters(&key)?;
        let result = match &source.result {
            Type::Void => None,
            ty if has_resources(ty) => return fun.unsupported("a function that returns resources"),
            ty => Some(fun.ty(ty)),
        };
        fun.naga.name = Some(source.symbol.0.split('(').next().unwrap_or_default().to_owned());
        fun.naga.result = result.map(|ty| FunctionResult { ty, binding: None });
        fun.statements(&source.body)?;
        if !fun.ended {
            let value = result.map(|ty| fun.zero(ty));
            fun.push(Statement::Return { value });
        }
        let function = fun.finish();
        let handle = self.module.functions.append(function, Span::UNDEFINED);
        let lowered = Lowered { handle, result };
        self.functions.insert(key, Some(lowered.clone()));
        Ok(lowered)
    }
}

impl FunctionBuilder<'_, '_> {
    /// Declares the parameters.
    fn parameters(&mut self, key: &FunctionKey) -> Result<()> {
        let source = self.source;
        let mut resources = key.resources.iter().cloned();
        let mut held = Vec::new();
        for (parameter, at) in source.parameters.iter().zip(0_u32..) {
            let local = LocalId(at);
            if has_resources(&parameter.ty) {
                let taken: Vec<ResourceRef> = resources.by_ref().take(leaves(&parameter.ty)).collect();
                held.push((local, taken));
                if is_resource(&parameter.ty) {
                    continue;
                }
            }
            let value_type = self.ty(&parameter.ty);
            let by_pointer = self.low.passing(source, at as usize) != Passing::In;
            let ty = if by_pointer { self.low.types.pointer(&mut self.low.module, value_type) } else { value_type };
            let index = self.naga.arguments.len() as u32;
            let name = Some(parameter.name.to_string());
            self.naga.arguments.push(FunctionArgument { name, ty, binding: None });
            let argument = self.bare(Expression::FunctionArgument(index));
            if by_pointer {
                self.locals[at as usize].variable = Some(argument);
            } else if self.changed.contains(&local) {
                let variable = self.variable(parameter.name.as_str(), value_type);
                self.store(variable, argument);
                self.locals[at as usize].variable = Some(variable);
            } else {
                self.locals[at as usize].value = Some(argument);
            }
        }
        let slots: usize = key.resources.iter().map(count_slots).sum();
        let mut indices = Vec::with_capacity(slots);
        for slot in 0..slots {
            let ty = self.low.number(naga::Scalar::U32, 1, 1);
            let index = self.naga.arguments.len() as u32;
            self.naga.arguments.push(FunctionArgument { name: Some(format!("index{slot}")), ty, binding: None });
            indices.push(self.bare(Expression::FunctionArgument(index)));
        }
        for (local, mut taken) in held {
            taken.iter_mut().for_each(|one| give_indices(one, &indices));
            self.locals[local.0 as usize].resources = taken;
        }
        Ok(())
    }

    pub fn call(&mut self, symbol: Symbol, arguments: &[Expr]) -> Result<Option<ValueHandle>> {
        let token = self.token;
        let Some((_, callee)) = self.low.function_item(symbol) else {
            return self.internal(format!("the function `{}` is missing", symbol.0));
        };
        let mut key = FunctionKey { symbol, resources: Vec::new() };
        let mut passed = Vec::new();
        let mut indices = Vec::new();
        let mut back = Vec::new();
        let mut lent: Vec<ValueHandle> = Vec::new();
        for ((at, parameter), argument) in callee.parameters.iter().enumerate().zip(arguments) {
            let passing = self.low.passing(callee, at);
            if has_resources(&parameter.ty) {
                let mut resources = self.resources(argument)?;
                resources.iter_mut().for_each(|one| take_indices(one, &mut indices));
                key.resources.extend(resources);
                if is_resource(&parameter.ty) {
                    continue;
                }
            }
            if passing == Passing::In {
                passed.push(self.value(argument)?);
                continue;
            }
            let (target, of) = match &*argument.kind {
                ExprKind::Writeback { place, .. } => (place, &place.ty),
                _ => (argument, &argument.ty),
            };
            let ty = self.ty(&parameter.ty);
            if let Some(own) = self.lendable(target, &parameter.ty)
                && !lent.contains(&own)
            {
                lent.push(own);
                passed.push(own);
                continue;
            }
            let place = self.place(target)?;
            let variable = self.variable(parameter.name.as_str(), ty);
            if passing == Passing::InOut {
                let value = self.load_place(&place, of)?;
                let value = self.reshaped(value, of, &parameter.ty)?;
                self.store(variable, value);
            }
            passed.push(variable);
            back.push((variable, place, of, &parameter.ty));
        }
        passed.extend(indices);
        let lowered = self.low.function(key, token)?;
        self.token = token;
        let result = lowered.result.map(|_| self.bare(Expression::CallResult(lowered.handle)));
        self.push(Statement::Call { function: lowered.handle, arguments: passed, result });
        for (variable, place, of, from) in back {
            let value = self.load(variable);
            let value = self.reshaped(value, from, of)?;
            self.store_place(&place, of, value)?;
        }
        Ok(result)
    }

    /// The variable of a local that can be passed by its own pointer.
    fn lendable(&mut self, place: &Expr, wanted: &Type) -> Option<ValueHandle> {
        let ExprKind::Local(local) = &*place.kind else { return None };
        if self.ty(&place.ty) != self.ty(wanted) {
            return None;
        }
        let variable = self.locals[local.0 as usize].variable?;
        let own =
            matches!(self.naga.expressions[variable], Expression::LocalVariable(_) | Expression::FunctionArgument(_));
        own.then_some(variable)
    }
}

//! Functions and their calls.
//!
//! `out` and `inout` parameters are pointers, but the program's meaning is copy in, copy out. A local that is passed
//! whole, and only once, is passed by its own pointer; every other argument goes through a temporary variable of the
//! call.
//!
//! Resources that a function returns, or puts in `out` parameters, are known where it is called: see [`Returned`]. Only
//! an index that the function computes is a value at run time; it is part of the result.

use naga::{Expression, FunctionArgument, FunctionResult, Span, Statement};

use super::function::{FunctionBuilder, ValueHandle};
use super::known_functions::FunctionId;
use super::lvalue::Lvalue;
use super::module::{FunctionValue, Lowered, Lowerer};
use super::resource::{FunctionKey, Index, ResourceRef, leaves};
use super::shape::{has_resources, is_resource};
use super::walk::changed_locals;
use crate::ir::{Expr, ExprKind, Function, Instance, LocalId, Passing, Problem, Result, Symbol, Type, work};

/// The resources and type that a function returns, set by its first `return`. The other `return`s must agree, except
/// for values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Returned {
    /// See [`Lowered::resources`].
    resources: Vec<ResourceRef>,
    /// See [`Lowered::given_back`].
    given_back: Vec<Option<Vec<ResourceRef>>>,
    result: Option<FunctionValue>,
}

/// Numbers the indices that are only known at run time: each becomes an argument of the function, or a part of its
/// result.
fn take_indices(resource: &mut ResourceRef, indices: &mut Vec<ValueHandle>) {
    match resource {
        ResourceRef::Global(_, Some(index)) | ResourceRef::Query(_, Some(index)) => {
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
        ResourceRef::Global(_, Some(index)) | ResourceRef::Query(_, Some(index)) => {
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
        ResourceRef::Global(_, Some(Index::Slot(_))) | ResourceRef::Query(_, Some(Index::Slot(_))) => 1,
        ResourceRef::List(list) => list.iter().map(count_slots).sum(),
        _ => 0,
    }
}

/// Whether a parameter of an entry point is a global, so that it is not passed.
pub fn is_global(source: &crate::ir::Function, parameter: LocalId) -> bool {
    source.global_parameters.iter().any(|(local, _)| *local == parameter)
}

impl<'p> Lowerer<'p> {
    /// The lowered function. It is lowered at its first call.
    pub fn function(&mut self, key: FunctionKey, token: Option<u32>) -> Result<Lowered> {
        self.numbered_function(key, None, token)
    }

    /// The same. `id`: its number, if that is known.
    pub fn numbered_function(
        &mut self,
        key: FunctionKey,
        id: Option<FunctionId>,
        token: Option<u32>,
    ) -> Result<Lowered> {
        match self.functions.get(&key) {
            Some(Some(found)) => {
                let found = found.clone();
                self.note_call(&key, found.shared);
                return Ok(found);
            }
            Some(None) => {
                return Err(Problem::unsupported(token, format!("the recursive function `{}`", key.symbol.0)));
            }
            None => {}
        }
        let Some((instance, source)) = self.function_item(key.symbol) else {
            return Err(Problem::internal(token, format!("the function `{}` is missing", key.symbol.0)));
        };
        let id = id.or_else(|| self.function_id(&key, source));
        if let Some(known) = self.known_function(id, source)? {
            self.note_call(&key, known.shared);
            self.functions.insert(key, Some(known.clone()));
            return Ok(known);
        }
        let (outer, outer_found) = (self.begin_function(), std::mem::take(&mut self.found));
        let (lowered, steps) = work::remembered(|| self.new_function(&key, (instance, source), token));
        let mut lowered = lowered?;
        let journal = self.end_function(outer);
        let found = std::mem::replace(&mut self.found, outer_found);
        self.found.join(found.clone());
        lowered.shared = self.note_function((id, key.symbol), &lowered, journal, (found, steps));
        self.note_call(&key, lowered.shared);
        self.functions.insert(key, Some(lowered.clone()));
        Ok(lowered)
    }

    /// Lowers a function.
    fn new_function(
        &mut self,
        key: &FunctionKey,
        (instance, source): (&'p Instance, &'p Function),
        token: Option<u32>,
    ) -> Result<Lowered> {
        work::spend(1);
        self.note_needs(source, token)?;
        self.functions.insert(key.clone(), None);
        let mut fun = FunctionBuilder::new(self, instance, source);
        fun.at(source.at);
        fun.changed = changed_locals(fun.low, source);
        fun.parameters(key)?;
        fun.naga.name = Some(source.symbol.name().to_owned());
        let given = match &source.result {
            Type::Void => None,
            ty if is_resource(ty) => None,
            ty => Some(fun.ty(ty)),
        };
        fun.naga.result = given.map(|ty| FunctionResult { ty, binding: None });
        fun.statements(&source.body)?;
        if given.is_some() && fun.ended && !has_resources(&source.result) {
            let goes_on = || !fun.low.placeholders_allowed && fun.ends_by_discard();
            if fun.returned.is_none() || goes_on() {
                fun.end_conditionally();
            }
        }
        if !fun.ended {
            if !has_resources(&source.result) {
                let value = given.map(|ty| fun.zero(ty));
                fun.leave_with(value, Vec::new())?;
            } else {
                let value = fun.returned.as_ref().and_then(|known| known.result).map(|result| fun.zero(result.ty));
                fun.push(Statement::Return { value });
            }
        }
        let returned = fun.returned.take();
        let function = fun.finish();
        let handle = self.module.functions.append(function, Span::UNDEFINED);
        let Returned { resources, given_back, result } = returned.unwrap_or_default();
        Ok(Lowered { handle, result, resources, given_back, shared: None })
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
            if is_global(source, local) {
                continue;
            }
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
            self.held.insert(local, taken.clone());
            self.locals[local.0 as usize].resources = taken;
        }
        Ok(())
    }

    /// Lowers `return` with a value.
    pub fn leave(&mut self, value: Option<&Expr>) -> Result<()> {
        let Some(value) = value else { return self.leave_with(None, Vec::new()) };
        let resources = if has_resources(&value.ty) { self.resources(value)? } else { Vec::new() };
        let given = if is_resource(&value.ty) { None } else { Some(self.value(value)?) };
        self.leave_with(given, resources)
    }

    /// Returns a value, the resources of the result, and those of the parameters that give some back.
    fn leave_with(&mut self, value: Option<ValueHandle>, mut resources: Vec<ResourceRef>) -> Result<()> {
        let source = self.source;
        let mut given_back = Vec::new();
        for ((at, parameter), state) in source.parameters.iter().enumerate().zip(&self.locals) {
            if has_resources(&parameter.ty) && self.low.passing(source, at) != Passing::In {
                let is_same = self.held.get(&LocalId(at as u32)) == Some(&state.resources);
                given_back.push((!is_same).then(|| state.resources.clone()));
            }
        }
        let mut indices = Vec::new();
        let all = resources.iter_mut().chain(given_back.iter_mut().flatten().flatten());
        all.for_each(|one| take_indices(one, &mut indices));
        let result = match (self.naga.result.as_ref(), indices.len()) {
            (None, 0) => None,
            (Some(result), 0) => Some(FunctionValue { ty: result.ty, is_given: true, indices: 0 }),
            (_, count) => Some(self.result_with_indices(value.is_some(), count)),
        };
        let returned = Returned { resources, given_back, result };
        match &self.returned {
            None => self.returned = Some(returned),
            Some(known) if *known == returned => {}
            Some(_) => return self.unsupported("a function that returns one resource or another at run time"),
        }
        let value = match result.filter(|result| result.indices > 0) {
            Some(FunctionValue { ty, .. }) => {
                let components = value.into_iter().chain(indices).collect();
                Some(self.add(Expression::Compose { ty, components }))
            }
            None => value,
        };
        self.push(Statement::Return { value });
        Ok(())
    }

    /// The type of a result with indices; it becomes that of the function.
    fn result_with_indices(&mut self, is_given: bool, indices: usize) -> FunctionValue {
        if let Some(Returned { result: Some(known), .. }) = &self.returned {
            return *known;
        }
        let given = self.naga.result.as_ref().filter(|_| is_given).map(|result| ("value".to_owned(), result.ty));
        let number = self.low.number(naga::Scalar::U32, 1, 1);
        let members = given.into_iter().chain((0..indices).map(|at| (format!("index{at}"), number))).collect();
        let name = format!("{}.result", self.naga.name.as_deref().unwrap_or_default());
        let ty = self.low.types.structure(&mut self.low.module, &name, members);
        self.naga.result = Some(FunctionResult { ty, binding: None });
        FunctionValue { ty, is_given, indices }
    }

    /// Lowers a call: returns its value, and the resources in its result.
    pub fn call(&mut self, symbol: Symbol, arguments: &[Expr]) -> Result<(Option<ValueHandle>, Vec<ResourceRef>)> {
        let token = self.token;
        let Some((_, callee)) = self.low.function_item(symbol) else {
            return self.internal(format!("the function `{}` is missing", symbol.0));
        };
        if let Some(instruction) = &callee.instruction {
            return self.inline_call(callee, instruction, arguments).map(|value| (value, Vec::new()));
        }
        let mut key = FunctionKey { symbol, resources: Vec::new() };
        let mut passed = Vec::new();
        let mut indices = Vec::new();
        let mut back = Vec::new();
        let mut lent: Vec<ValueHandle> = Vec::new();
        // Arguments that receive resources.
        let mut given_back = Vec::new();
        for ((at, parameter), argument) in callee.parameters.iter().enumerate().zip(arguments) {
            let passing = self.low.passing(callee, at);
            if has_resources(&parameter.ty) {
                let target = match &*argument.kind {
                    ExprKind::Writeback { place, .. } => place,
                    _ => argument,
                };
                if passing != Passing::In {
                    given_back.push(target);
                }
                let mut resources = self.resources(target)?;
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
            // A method may change its object also if the object is a value; the change is then not visible.
            if !matches!(place, Lvalue::ValueHandle(_)) || at > 0 {
                back.push((variable, place, of, &parameter.ty));
            }
        }
        passed.extend(indices);
        let lowered = self.low.function(key, token)?;
        self.token = token;
        let result = lowered.result.map(|_| self.bare(Expression::CallResult(lowered.handle)));
        self.push(Statement::Call { function: lowered.handle, arguments: passed, result });
        let (result, resources) = self.call_result(&lowered, result, given_back)?;
        for (variable, place, of, from) in back {
            let value = self.load(variable);
            let value = self.reshaped(value, from, of)?;
            self.store_place(&place, of, value)?;
        }
        Ok((result, resources))
    }

    /// The value and the resources of a call. `takers`: arguments that may take resources.
    fn call_result(
        &mut self,
        lowered: &Lowered,
        result: Option<ValueHandle>,
        takers: Vec<&Expr>,
    ) -> Result<(Option<ValueHandle>, Vec<ResourceRef>)> {
        let (mut resources, mut given_back) = (lowered.resources.clone(), lowered.given_back.clone());
        let mut value = result;
        if let (Some(whole), Some(FunctionValue { is_given, indices, .. })) = (result, lowered.result)
            && indices > 0
        {
            let first = u32::from(is_given);
            let indices: Vec<ValueHandle> = (0..indices as u32).map(|at| self.part(whole, first + at)).collect();
            let all = resources.iter_mut().chain(given_back.iter_mut().flatten().flatten());
            all.for_each(|one| give_indices(one, &indices));
            value = is_given.then(|| self.part(whole, 0));
        }
        for (taker, held) in takers.into_iter().zip(given_back) {
            if let Some(held) = held {
                self.set_resources(taker, held)?;
            }
        }
        Ok((value, resources))
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

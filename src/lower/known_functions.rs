//! Functions that are known from other modules: one whose code follows from the same inputs is not lowered again.
//!
//! The key of a function covers all that its code follows from: the item, all items that it reaches, the resources that it is called
//! with, where the interface has each of them, and the settings of the module. Equal keys have equal numbers ([`FunctionId`]); items have
//! such keys and numbers too, so that a key has the number of each item that it covers instead of all of its words. In the place of a
//! known function the module gets a stand-in with the same parameters and result, and what lowering the function does besides writing
//! code is done again from its [`Effects`]. The writer puts the code in the stand-in's place. A module for a text gets a copy of the function
//! instead (`copied_functions`), which is written with it; its code is not validated again once a valid module has it (`validation`).
//!
//! Variables of the module without a binding have numbers too ([`ModuleVariable`]), so that code can name them in any module.
//!
//! A function is not shared if its code follows from more than its inputs: it uses variables whose first value is found at run time, local
//! statics or placeholders, or gives resources back.
//!
//! Lowering is repeated if it found a fact that its beginning depends on. The module of such a round is not written, so that of its
//! functions that lead to another round the effects are enough ([`KnownFunctions::add_finder`]). The key of a function covers the facts
//! about all that it reaches.
//!
//! Of a module with stand-ins, validation sees these alone. It has accepted the function in another module of the same stage, and what it says of a caller follows
//! from the declarations of those that it calls: naga 30 does not ask there whether all invocations reach a barrier.

use std::collections::BTreeSet;
use std::sync::Arc;

use naga::{
    Expression, Function, FunctionArgument, FunctionResult, GlobalVariable, Handle, LocalVariable, Span, Statement,
    StorageAccess,
};

use super::atomic_result::PLACEHOLDER_SET;
use super::call::is_global;
use super::copied_functions::{FunctionCopy, Request};
use super::module::{FunctionValue, Lowered, Lowerer, LoweringFacts};
use super::shape::{Ty, has_resources};
use crate::ir::{Function as SourceFunction, LocalId, Passing, Problem, ResourcePart, Result, Symbol, Type, work};

/// A function, by the number of its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FunctionId(pub u32);

/// The functions that are known.
pub trait KnownFunctions {
    /// The number of the settings that the code of every function follows from.
    fn settings(&self) -> u32;

    /// The number of a key. Equal keys have equal numbers, and others have others.
    fn number(&self, key: &[u32]) -> u32;

    /// The effects of a known function. Those that it calls are known too.
    fn effects(&self, function: FunctionId) -> Option<Arc<Effects>>;

    /// Takes a function that finds facts.
    fn add_finder(&self, function: FunctionId, effects: Effects);

    /// What a module has in the place of a known function.
    fn sharing(&self) -> Sharing;

    /// A known function, where modules have copies.
    fn copy(&self, function: FunctionId) -> Option<Arc<FunctionCopy>>;

    /// Takes a function for copies; the one that is known from now on.
    fn add_copy(&self, function: FunctionId, copy: FunctionCopy) -> Arc<FunctionCopy>;
}

/// What a module has in the place of a known function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// A function with the same declaration; the writer knows the code.
    StandIns,
    /// The function itself, see `copied_functions`.
    Copies,
}

/// A variable of the module without a binding, which functions that are shared may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ModuleVariable {
    /// A static, an input or an output, or a constant that is indexed; its first value is zero or a constant.
    Static(Symbol),
    Shared(Symbol),
    /// The block of push constants.
    Block(Symbol),
    BuiltIn(naga::BuiltIn),
}

/// What lowering a function does besides writing its code, without what it does by the functions that it calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// The resources that it declares.
    pub resources: BTreeSet<(Declared, Symbol, ResourcePart)>,
    /// The variables that it uses besides.
    pub variables: Vec<ModuleVariable>,
    /// How it accesses writable textures.
    pub images: Vec<(Symbol, StorageAccess)>,
    /// The functions that it calls.
    pub calls: Vec<FunctionId>,
    /// Whether naga takes its result to differ between the invocations of a wave. Only a module that is written tells.
    pub varies: bool,
    /// The facts that it finds, with those that it calls.
    pub found: LoweringFacts,
    /// The work to lower it, see [`work::spend`].
    pub steps: u64,
}

/// How a resource is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Declared {
    /// A texture, image or sampler.
    Handle,
    /// A buffer of words.
    Buffer,
    /// A block of constants.
    Block,
}

/// A function of a module that is shared with other modules.
#[derive(Clone, Debug)]
pub struct SharedFunction {
    pub id: FunctionId,
    /// `None`: the function was known, and the module has a stand-in.
    pub effects: Option<Effects>,
}

/// What the function that is being lowered has done so far.
#[derive(Debug, Default)]
pub struct Journal {
    effects: Effects,
    /// Whether its code follows from more than its inputs.
    is_own: bool,
    /// Where copies are made: what it has asked for.
    requests: Vec<Request>,
}

impl Journal {
    /// Whether it had not declared it.
    pub fn declares(&mut self, how: Declared, (symbol, part): (Symbol, ResourcePart)) -> bool {
        self.effects.resources.insert((how, symbol, part))
    }

    pub fn asks(&mut self, requests: impl IntoIterator<Item = Request>) {
        self.requests.extend(requests);
    }

    /// What it has asked for, and what it does besides.
    pub fn into_parts(self) -> (Vec<Request>, Effects) {
        (self.requests, self.effects)
    }

    pub fn accesses(&mut self, image: Symbol, access: StorageAccess) {
        if !self.effects.images.contains(&(image, access)) {
            self.effects.images.push((image, access));
        }
    }

    pub fn uses(&mut self, variable: ModuleVariable) {
        if !self.effects.variables.contains(&variable) {
            self.effects.variables.push(variable);
        }
    }

    /// The function is not shared.
    pub fn keep_own(&mut self) {
        self.is_own = true;
    }

    /// The function calls another one; `None`: one that is not shared. Whether it is shared, and this is the first call of it.
    pub fn calls(&mut self, function: Option<FunctionId>) -> bool {
        let Some(function) = function else {
            self.is_own = true;
            return false;
        };
        let is_first = !self.effects.calls.contains(&function);
        if is_first {
            self.effects.calls.push(function);
        }
        is_first
    }
}

impl Lowerer<'_> {
    /// A copy of a known function or a stand-in for it, whose effects the module gets; `None`: it is not known.
    pub fn known_function(&mut self, id: Option<FunctionId>, source: &SourceFunction) -> Result<Option<Lowered>> {
        let (Some(known), Some(id)) = (self.known, id) else { return Ok(None) };
        if known.sharing() == Sharing::Copies {
            return self.copied_function(known, id);
        }
        let Some(effects) = known.effects(id) else { return Ok(None) };
        let varies = effects.varies;
        work::remembered(|| self.repeat(known, id, effects)).0?;
        let (function, result) = self.stand_in(source, varies);
        let handle = self.module.functions.append(function, Span::UNDEFINED);
        self.shared.insert(handle, SharedFunction { id, effects: None });
        let result = result.map(|ty| FunctionValue { ty, is_given: true, indices: 0 });
        Ok(Some(Lowered { handle, result, resources: Vec::new(), given_back: Vec::new(), shared: Some(id) }))
    }

    /// Does what lowering a known function does besides writing code, and the functions that it calls.
    fn repeat(&mut self, known: &dyn KnownFunctions, id: FunctionId, effects: Arc<Effects>) -> Result<()> {
        let mut open = vec![(id, effects)];
        while let Some((id, effects)) = open.pop() {
            if !self.ids.done.insert(id) {
                continue;
            }
            work::spend(effects.steps);
            if !effects.found.is_empty() {
                self.found.join(effects.found.clone());
            }
            for (how, symbol, part) in &effects.resources {
                match how {
                    Declared::Handle => drop(self.handle(*symbol, *part)?),
                    Declared::Buffer => drop(self.buffer(*symbol, *part)?),
                    Declared::Block => drop(self.block(*symbol)?),
                }
            }
            for variable in &effects.variables {
                self.declare_variable(*variable)?;
            }
            for (image, access) in &effects.images {
                self.touch_image(*image, *access);
            }
            open.extend(effects.calls.iter().filter_map(|called| Some((*called, known.effects(*called)?))));
        }
        Ok(())
    }

    fn declare_variable(&mut self, variable: ModuleVariable) -> Result<()> {
        match variable {
            ModuleVariable::Static(symbol) => drop(self.static_variable(symbol)?),
            ModuleVariable::Shared(symbol) => {
                let missing = || Problem::internal(None, format!("`{}` is missing", symbol.0));
                let (_, global) = self.global_item(symbol).ok_or_else(missing)?;
                self.shared(symbol, &global.ty);
            }
            ModuleVariable::Block(symbol) => drop(self.block(symbol)?),
            ModuleVariable::BuiltIn(built_in) => drop(self.built_in(built_in)),
        }
        Ok(())
    }

    /// Names a variable of the module for functions that are shared.
    pub fn name_variable(&mut self, handle: Handle<GlobalVariable>, variable: ModuleVariable) {
        if self.sharing() == Some(Sharing::StandIns) {
            self.named_variables.insert(handle, variable);
        }
    }

    /// A function with the parameters and the result of this one, which returns zero. `varies`: naga takes the result to differ between
    /// invocations, as it does of what a local variable has.
    fn stand_in(&mut self, source: &SourceFunction, varies: bool) -> (Function, Option<Ty>) {
        let mut function = Function::default();
        for (at, parameter) in source.parameters.iter().enumerate() {
            if is_global(source, LocalId(at as u32)) || has_resources(&parameter.ty) {
                continue;
            }
            let value = self.value_type(&parameter.ty);
            let by_pointer = self.passing(source, at) != Passing::In;
            let ty = if by_pointer { self.types.pointer(&mut self.module, value) } else { value };
            function.arguments.push(FunctionArgument { name: None, ty, binding: None });
        }
        let result = (source.result != Type::Void).then(|| self.value_type(&source.result));
        if let Some(ty) = result {
            function.result = Some(FunctionResult { ty, binding: None });
            let value = if varies {
                let local = LocalVariable { name: None, ty, init: None };
                let local = function.local_variables.append(local, Span::UNDEFINED);
                let pointer = function.expressions.append(Expression::LocalVariable(local), Span::UNDEFINED);
                let value = function.expressions.append(Expression::Load { pointer }, Span::UNDEFINED);
                let emitted = function.expressions.range_from(value.index());
                function.body.push(Statement::Emit(emitted), Span::UNDEFINED);
                value
            } else {
                function.expressions.append(Expression::ZeroValue(ty), Span::UNDEFINED)
            };
            function.body.push(Statement::Return { value: Some(value) }, Span::UNDEFINED);
        }
        (function, result)
    }

    /// Notes a function that has been lowered; its number if it is shared.
    pub fn note_function(
        &mut self,
        (id, source): (Option<FunctionId>, Symbol),
        lowered: &Lowered,
        journal: Journal,
        (found, steps): (LoweringFacts, u64),
    ) -> Option<FunctionId> {
        let id = id.filter(|_| !journal.is_own)?;
        let function = &self.module.functions[lowered.handle];
        let is_declared = lowered.resources.is_empty()
            && lowered.given_back.is_empty()
            && lowered.result.is_none_or(|result| result.is_given && result.indices == 0)
            && lowered.result.map(|result| result.ty) == function.result.as_ref().map(|result| result.ty);
        if !is_declared {
            return None;
        }
        if self.sharing() == Some(Sharing::Copies) {
            self.give_copy((id, source), lowered, journal, (found, steps));
            return Some(id);
        }
        let effects = Effects { found, steps, ..journal.effects };
        if !self.facts.covers(&effects.found)
            && let Some(known) = self.known
        {
            known.add_finder(id, effects.clone());
        }
        self.ids.done.insert(id);
        self.shared.insert(lowered.handle, SharedFunction { id, effects: Some(effects) });
        Some(id)
    }

    /// Notes that the function that is being lowered marks an index of resources, see [`Lowered::marks_indices`](super::Lowered::marks_indices).
    pub fn note_mark(&mut self) {
        self.marks_indices = true;
        self.found.marks_indices |= self.sharing() == Some(Sharing::StandIns);
    }

    /// Notes that the function that is being lowered indexes an array of resources by a value. Where a module marks indices, what naga
    /// writes for it follows from all that the value follows from.
    pub fn note_index(&mut self) {
        if self.facts.marks_indices {
            self.journal.keep_own();
        }
    }

    /// Notes that the function that is being lowered uses a variable of the module.
    pub fn note_variable(&mut self, variable: Handle<GlobalVariable>) {
        if let Some(named) = self.named_variables.get(&variable) {
            return self.journal.uses(*named);
        }
        let binding = self.module.global_variables[variable].binding;
        if binding.is_none_or(|binding| binding.group == PLACEHOLDER_SET) {
            self.journal.keep_own();
        }
    }
}

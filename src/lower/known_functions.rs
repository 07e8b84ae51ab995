//! Functions that are known from other modules: one whose code follows from the same inputs is not lowered again.
//!
//! The key of a function covers all that its code follows from: the item, all items that it reaches, the resources that it is called
//! with, where the interface has each of them, and the settings of the module. Equal keys have equal numbers ([`FunctionId`]); items have
//! such keys and numbers too, so that a key has the number of each item that it covers instead of all of its words. In the place of a
//! known function the module gets a stand-in with the same parameters and result, and what lowering the function does besides writing
//! code is done again from its [`Effects`]. The writer puts the code in the stand-in's place. A module for a text gets a copy of the function
//! instead (`copied_functions`), which is validated and written with it.
//!
//! A function is not shared if its code follows from more than its inputs: it uses variables of the module other than resources with
//! a binding, or gives resources back.
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
use rustc_hash::{FxHashMap, FxHashSet};

use super::atomic_result::PLACEHOLDER_SET;
use super::call::is_global;
use super::copied_functions::{FunctionCopy, Request};
use super::module::{FunctionValue, Lowered, Lowerer, LoweringFacts};
use super::resource::{FunctionKey, Index, ResourceRef};
use super::shape::{Ty, has_resources, is_resource};
use crate::ir::{
    Bound, Function as SourceFunction, Instance, Item, Layout, LayoutId, LocalId, Passing, ResourcePart, Result,
    Storage, Symbol, Type, work,
};
use crate::model::Digest;

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

    /// Takes a function for copies.
    fn add_copy(&self, function: FunctionId, copy: FunctionCopy);
}

/// What a module has in the place of a known function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// A function with the same declaration; the writer knows the code.
    StandIns,
    /// The function itself, see `copied_functions`.
    Copies,
}

/// What a key is of: its first word.
#[derive(Clone, Copy, Debug)]
pub enum KeyKind {
    Settings,
    Module,
    Item,
    Place,
    Function,
    /// Code that follows from itself alone.
    Code,
}

/// What lowering a function does besides writing its code, without what it does by the functions that it calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// The resources that it declares.
    pub resources: BTreeSet<(Declared, Symbol, ResourcePart)>,
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

/// Words of the key of most globals, at most.
const WORDS_OF_GLOBAL: usize = 96;

/// The numbers of a module's functions.
#[derive(Default)]
pub struct FunctionIds<'p> {
    /// Of the settings and of what the entry point says of the whole module; made at the first use.
    module: Option<u32>,
    /// Of items with all that they reach. `None` inside: none, or it is being made.
    items: FxHashMap<Symbol, Option<u32>>,
    /// Of the places of blocks, which all of their members have.
    blocks: FxHashMap<Symbol, u32>,
    /// The bindings of the interface, by the parts of a symbol.
    bound: FxHashMap<Symbol, [Option<&'p Bound>; 3]>,
    /// Whether earlier rounds of lowering have found something.
    has_facts: bool,
    /// The functions whose effects the module has.
    done: FxHashSet<FunctionId>,
}

impl Lowerer<'_> {
    /// The number of a function; `None`: it cannot be shared.
    pub fn function_id(&mut self, key: &FunctionKey, source: &SourceFunction) -> Option<FunctionId> {
        let known = self.known?;
        if !self.can_share(source) {
            return None;
        }
        let module = match self.ids.module {
            Some(module) => module,
            None => {
                self.ids.items.reserve(self.program.items.len());
                for ((symbol, part), bound) in self.interface.bindings.iter() {
                    self.ids.bound.entry(*symbol).or_default()[*part as usize] = Some(bound);
                }
                self.ids.has_facts = !self.facts.is_empty();
                *self.ids.module.insert(self.module_id(known))
            }
        };
        let mut words = vec![KeyKind::Function as u32, module, self.item_id(known, key.symbol)?];
        for resource in &key.resources {
            let ResourceRef::Global(symbol, index) = resource else { return None };
            let index = match index {
                None => [0, 0],
                Some(Index::Constant(index)) => [1, *index],
                Some(_) => return None,
            };
            words.push(self.item_id(known, *symbol)?);
            words.extend(index);
        }
        Some(FunctionId(known.number(&words)))
    }

    /// Whether a stand-in for the function can be made from its declaration.
    fn can_share(&self, source: &SourceFunction) -> bool {
        let is_simple =
            |(at, ty): (usize, &Type)| !has_resources(ty) || is_resource(ty) && self.passing(source, at) == Passing::In;
        let parameters = source.parameters.iter().map(|parameter| &parameter.ty).enumerate();
        source.global_parameters.is_empty() && !has_resources(&source.result) && parameters.into_iter().all(is_simple)
    }

    fn module_id(&self, known: &dyn KnownFunctions) -> u32 {
        let (interface, entry) = (self.interface, self.program.entry);
        let flags = (interface.samples_level_zero, interface.joins_samplers, self.culls_primitives);
        let (threads, facts) = (
            (self.threads, self.thread_constants),
            (self.facts.linear_group, &self.facts.per_vertex, self.facts.marks_indices),
        );
        let text = format!("{:?} {flags:?} {threads:?} {:?} {facts:?}", entry.stage, self.quads);
        let mut words = vec![KeyKind::Module as u32, known.settings()];
        add_text(&mut words, &text);
        known.number(&words)
    }

    /// The number of an item with all that it reaches.
    fn item_id(&mut self, known: &dyn KnownFunctions, symbol: Symbol) -> Option<u32> {
        if let Some(made) = self.ids.items.get(&symbol) {
            return *made;
        }
        self.ids.items.insert(symbol, None);
        let instance = self.instance(symbol)?;
        let is_function = matches!(&*instance.item, Item::Function(_));
        let mut words = Vec::with_capacity(if is_function { 16 } else { WORDS_OF_GLOBAL } + instance.uses.len());
        words.push(KeyKind::Item as u32);
        add_digest(&mut words, &instance.digest);
        add_name(&mut words, symbol);
        if !is_function {
            self.add_facts(&mut words, symbol);
            self.add_places(known, &mut words, symbol, instance);
        }
        for used in instance.uses.iter() {
            words.push(self.item_id(known, *used)?);
        }
        let id = Some(known.number(&words));
        self.ids.items.insert(symbol, id);
        id
    }

    /// Adds the facts about a global.
    fn add_facts(&self, to: &mut Vec<u32>, symbol: Symbol) {
        let LoweringFacts {
            shared_atomics,
            compared,
            comparing,
            not_comparing,
            signed_atomics,
            atomic_buffers,
            // Of the module.
            linear_group: _,
            per_vertex: _,
            marks_indices: _,
        } = self.facts;
        if !self.ids.has_facts {
            to.extend_from_slice(&[0, 0]);
            return;
        }
        let of_symbol = [compared, comparing, not_comparing].into_iter().map(|symbols| symbols.contains(&symbol));
        let parts = [ResourcePart::Whole, ResourcePart::Sampler, ResourcePart::Counter].into_iter();
        let of_parts = parts.flat_map(|part| [signed_atomics, atomic_buffers].map(|all| all.contains(&(symbol, part))));
        to.push(of_symbol.chain(of_parts).zip(0..).map(|(fact, at)| u32::from(fact) << at).sum());
        let paths = shared_atomics.iter().filter(|(of, _)| *of == symbol);
        to.push(paths.clone().count() as u32);
        for (_, path) in paths {
            to.push(path.len() as u32);
            to.extend(path);
        }
    }

    /// Adds where the interface has a global.
    fn add_places(&mut self, known: &dyn KnownFunctions, to: &mut Vec<u32>, symbol: Symbol, instance: &Instance) {
        self.add_place(to, symbol);
        let block = match &*instance.item {
            Item::Global(global) => match &global.storage {
                Storage::Member { block, .. } => Some(*block),
                Storage::Uniform { .. } => Some(self.interface.loose_block),
                _ => None,
            },
            _ => None,
        };
        let loose = self.interface.loose.get(&symbol);
        to.extend([u32::from(loose.is_some()), loose.copied().unwrap_or(0), u32::from(block.is_some())]);
        if let Some(block) = block {
            to.push(self.block_id(known, block));
        }
        // Halves of one descriptor: the sampler of a texture, the textures of a sampler.
        let halves =
            self.interface.samplers_of.iter().filter(|(texture, sampler)| [**texture, **sampler].contains(&symbol));
        for (texture, sampler) in halves {
            for half in [*texture, *sampler] {
                add_name(to, half);
                self.add_place(to, half);
            }
        }
    }

    /// The number of where the interface has a block, and of its declaration.
    fn block_id(&mut self, known: &dyn KnownFunctions, block: Symbol) -> u32 {
        if let Some(made) = self.ids.blocks.get(&block) {
            return *made;
        }
        let mut words = vec![KeyKind::Place as u32];
        add_name(&mut words, block);
        self.add_place(&mut words, block);
        if let Some(block) = self.instance(block) {
            add_digest(&mut words, &block.digest);
        }
        let id = known.number(&words);
        self.ids.blocks.insert(block, id);
        id
    }

    fn add_place(&self, to: &mut Vec<u32>, symbol: Symbol) {
        for bound in self.ids.bound.get(&symbol).copied().unwrap_or_default() {
            let Some(bound) = bound else {
                to.push(0);
                continue;
            };
            to.extend([1, bound.kind as u32, u32::from(bound.has_register)]);
            to.extend([bound.set, bound.binding, bound.count, bound.number]);
            add_text(to, &bound.name);
        }
        let layouts = &self.interface.layouts;
        match layouts.constants.get(&symbol) {
            Some(constants) => {
                to.extend([1, constants.size]);
                self.add_layout(to, constants.layout);
            }
            None => to.push(0),
        }
        match layouts.elements.get(&symbol) {
            Some(elements) => {
                to.extend([1, elements.stride]);
                self.add_layout(to, elements.layout);
            }
            None => to.push(0),
        }
    }

    fn add_layout(&self, to: &mut Vec<u32>, layout: LayoutId) {
        match self.interface.layouts.get(layout) {
            Layout::Plain => to.push(0),
            Layout::Matrix(lines) => to.extend([1, lines.count, lines.lanes, lines.stride, u32::from(lines.rows)]),
            Layout::Array { stride, element } => {
                to.extend([2, *stride]);
                self.add_layout(to, *element);
            }
            Layout::Struct(members) => {
                to.extend([3, members.len() as u32]);
                for member in members {
                    to.push(member.offset);
                    self.add_layout(to, member.layout);
                }
            }
        }
    }

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
            for (image, access) in &effects.images {
                self.touch_image(*image, *access);
            }
            open.extend(effects.calls.iter().filter_map(|called| Some((*called, known.effects(*called)?))));
        }
        Ok(())
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
        let binding = self.module.global_variables[variable].binding;
        if binding.is_none_or(|binding| binding.group == PLACEHOLDER_SET) {
            self.journal.keep_own();
        }
    }
}

/// Adds a name: names that are equal are at one address.
fn add_name(to: &mut Vec<u32>, symbol: Symbol) {
    let address = symbol.0.address() as u64;
    to.extend([address as u32, (address >> 32) as u32]);
}

fn add_digest(to: &mut Vec<u32>, digest: &Digest) {
    let (fours, _) = digest.0.as_chunks::<4>();
    let words: [u32; 8] = std::array::from_fn(|at| u32::from_le_bytes(fours[at]));
    to.extend_from_slice(&words);
}

/// Adds a text: its length, and its bytes by four.
pub fn add_text(to: &mut Vec<u32>, text: &str) {
    to.push(text.len() as u32);
    let (fours, rest) = text.as_bytes().as_chunks::<4>();
    to.extend(fours.iter().map(|four| u32::from_le_bytes(*four)));
    let mut last = [0; 4];
    last[..rest.len()].copy_from_slice(rest);
    to.push(u32::from_le_bytes(last));
}

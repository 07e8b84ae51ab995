//! Numbers of functions and of variables: of all that the code of a function follows from, and of what it names.
//!
//! Keys are compared as a whole; no hash decides. Items have numbers too, so that the key of a function has the number of each item that
//! it covers instead of all of its words.

use rustc_hash::{FxHashMap, FxHashSet};

use super::known_functions::{FunctionId, KnownFunctions, ModuleVariable};
use super::module::{Lowerer, LoweringFacts};
use super::resource::{FunctionKey, Index, ResourceRef};
use super::shape::{has_resources, is_resource};
use crate::ir::{
    Bound, Function as SourceFunction, Instance, Item, Layout, LayoutId, Passing, ResourcePart, Storage, Symbol, Type,
};
use crate::model::Digest;

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
    /// A variable of the module without a binding: a static, a groupshared variable, a push constant, or a built-in.
    Variable,
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
    pub done: FxHashSet<FunctionId>,
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

    /// For each variable of the module without a binding, its number in the session, if it has one.
    pub fn variable_numbers(&self) -> Vec<Option<u32>> {
        let Some(known) = self.known else { return Vec::new() };
        let unbound = self.module.global_variables.iter().filter(|(_, variable)| variable.binding.is_none());
        let number = |variable: &ModuleVariable| {
            let mut key = vec![KeyKind::Variable as u32];
            match variable {
                ModuleVariable::BuiltIn(built_in) => {
                    key.push(0);
                    add_text(&mut key, &format!("{built_in:?}"));
                }
                ModuleVariable::Static(symbol) | ModuleVariable::Shared(symbol) | ModuleVariable::Block(symbol) => {
                    key.push(1);
                    add_name(&mut key, *symbol);
                }
            }
            known.number(&key)
        };
        unbound.map(|(handle, _)| self.named_variables.get(&handle).map(number)).collect()
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

//! Puts a module together.

use std::sync::{Arc, PoisonError};

use rustc_hash::FxHashMap;

#[cfg(doc)]
use super::Taken;
use super::capabilities::Capabilities;
use super::declarations::{Declaration, Declarations, Place, Reference};
use super::function_code::{Callee, FunctionCode, Scratch};
use super::split::{Split, split};
use super::store::{KnownFunction, Store};
use crate::compile::spirv::compact_ids;
use crate::compile::spirv::words::{BOUND, GENERATOR};
use crate::lower::{Effects, FunctionId, SharedFunction};

/// What `rspirv` writes as the generator of a module: modules are the same bytes whichever way they are numbered.
const RSPIRV: u32 = 15 << 16;

/// A function that naga has written.
#[derive(Clone, Copy, Debug)]
pub enum Written<'a> {
    /// One of the program that is shared with other modules. `varies`: see [`Effects::varies`].
    Shared { function: &'a SharedFunction, varies: bool },
    /// Another one of the program, such as its entry point.
    Own,
    /// One that naga adds, for an operation that SPIR-V does not have. It follows from the operation alone.
    Added,
}

/// A module of naga's with all of its code, in the order of [this module](super). What follows from its instructions was [`Taken`] out of
/// it; passes may have changed its functions, each by itself. `functions`, and the numbers of variables without a binding: in the order of
/// the module; the entry point is the last.
///
/// `None` where the module has something that is not known here.
pub fn assemble(
    module: &[u32],
    (functions, variables): (&[Written<'_>], &[Option<u32>]),
    store: &Store,
) -> Option<Vec<u32>> {
    let split = split(module, variables, &store.declarations)?;
    if split.functions.len() != functions.len() {
        return None;
    }
    let own = take_functions(&split, functions, store)?;
    let order = in_order_of_calls(&own, store)?;
    let known = store.declarations.read().unwrap_or_else(PoisonError::into_inner);
    let places = split.placed.values().map(|(number, variable)| (*number, variable)).collect();
    let assembly = Assembly {
        split: &split,
        known: &known,
        places,
        numbers: std::iter::repeat_n(0, known.len()).collect(),
        variables: std::iter::repeat_n(0, split.variables.len()).collect(),
        count: 0,
        declared: Vec::new(),
        words: Vec::with_capacity(module.len()),
    };
    assembly.write(&order)
}

/// A function and its code.
#[derive(Clone)]
enum Code {
    Shared(Arc<KnownFunction>),
    Own(Arc<FunctionCode>),
}

impl Code {
    fn get(&self) -> &FunctionCode {
        match self {
            Code::Shared(known) => &known.code,
            Code::Own(code) => code,
        }
    }
}

/// The functions of a module, callees first. Its entry point is the last.
fn take_functions<'m>(split: &'m Split<'m>, functions: &[Written<'_>], store: &Store) -> Option<Vec<Code>> {
    let mut scratch = Scratch::new(split);
    let mut all = Vec::with_capacity(functions.len());
    let mut callees: Vec<Callee> = Vec::with_capacity(functions.len());
    for (words, written) in split.functions.iter().zip(functions) {
        let known = match written {
            Written::Shared { function, .. } => store.find(function.id).map(|known| (function.id, known)),
            Written::Own | Written::Added => None,
        };
        if let Some((id, known)) = known {
            all.push(Code::Shared(known));
            callees.push(Callee::Shared(id));
            continue;
        }
        let callee = |at: u32| callees.get(at as usize).copied().unwrap_or(Callee::Own(at));
        let code = FunctionCode::of(words, &mut scratch, callee)?;
        let shared = match written {
            // A stand-in whose code is not known any more.
            Written::Shared { function: SharedFunction { effects: None, .. }, .. } => return None,
            Written::Shared { function: SharedFunction { effects: Some(effects), id }, varies } => {
                Some((*id, Effects { varies: *varies, ..effects.clone() }))
            }
            Written::Added => Some((FunctionId(store.number(&code.key())), Effects::default())),
            Written::Own => None,
        };
        match shared.filter(|_| code.is_shared()) {
            Some((id, effects)) => {
                callees.push(Callee::Shared(id));
                all.push(Code::Shared(store.add(id, effects, code)));
            }
            None => {
                callees.push(Callee::Own(all.len() as u32));
                all.push(Code::Own(Arc::new(code)));
            }
        }
    }
    // What is left decorates what is not known here.
    (scratch.decorated == split.decorations.len()).then_some(all)
}

/// A function of the module at its place.
struct Placed {
    code: Code,
    /// The places of the functions that it calls.
    calls: Vec<u32>,
}

/// The functions that the entry point reaches, callees first.
fn in_order_of_calls(own: &[Code], store: &Store) -> Option<Vec<Placed>> {
    /// A function whose calls are followed, how many of them have been, and where those are.
    struct Open {
        name: Callee,
        code: Code,
        calls: Vec<u32>,
    }
    let last = own.len().checked_sub(1)?;
    let mut places: FxHashMap<Callee, u32> = FxHashMap::default();
    let mut order = Vec::with_capacity(own.len());
    let mut open = vec![Open { name: Callee::Own(last as u32), code: own[last].clone(), calls: Vec::new() }];
    while let Some(Open { code, calls, .. }) = open.last_mut() {
        let Some(next) = code.get().calls.get(calls.len()) else {
            let Open { name, code, calls } = open.pop()?;
            places.insert(name, order.len() as u32);
            order.push(Placed { code, calls });
            continue;
        };
        if let Some(place) = places.get(next) {
            calls.push(*place);
            continue;
        }
        let code = match next {
            Callee::Shared(id) => Code::Shared(store.find(*id)?),
            Callee::Own(number) => own.get(*number as usize)?.clone(),
        };
        let name = *next;
        open.push(Open { name, code, calls: Vec::new() });
    }
    Some(order)
}

/// A module that is being written.
struct Assembly<'a> {
    split: &'a Split<'a>,
    known: &'a Declarations,
    /// By the number of its place, the variable of each resource, and each variable that functions of other modules name.
    places: FxHashMap<u32, &'a Declaration>,
    /// By the number of a declaration of the session, its id; 0: none yet.
    numbers: Vec<u32>,
    /// By the number of a variable of the module, its id; 0: none yet.
    variables: Vec<u32>,
    /// Ids that have been given.
    count: u32,
    /// In the order in which they are declared.
    declared: Vec<(Reference, &'a Declaration)>,
    words: Vec<u32>,
}

/// Marks a declaration that has a place in the order, and no id yet.
const LISTED: u32 = u32::MAX;

impl<'a> Assembly<'a> {
    fn write(mut self, order: &[Placed]) -> Option<Vec<u32>> {
        let split = self.split;
        self.list(order)?;
        let mut capabilities = Capabilities::default();
        order.iter().for_each(|one| capabilities |= one.code.get().capabilities);
        self.declared.iter().for_each(|(_, one)| capabilities |= Capabilities::of_instruction(&one.words));
        self.words.extend_from_slice(split.header);
        capabilities.declare(&split.declared, &mut self.words);
        let imported = self.known.get(split.imported)?;
        self.write_declaration(Reference::Declared(split.imported), imported)?;
        self.words.extend_from_slice(split.memory_model);
        let entry = self.write_entry_point()?;
        let declared = std::mem::take(&mut self.declared);
        for (reference, declaration) in &declared {
            for decoration in &declaration.decorations {
                let id = self.id_of(*reference)?;
                let target = self.words.len() + 1;
                self.words.extend_from_slice(decoration);
                self.words[target] = id;
            }
        }
        let first = self.words.len();
        let decorations = order.iter().flat_map(|one| &one.code.get().decorations);
        decorations.for_each(|(_, words)| self.words.extend_from_slice(words));
        for (reference, declaration) in &declared {
            self.write_declaration(*reference, declaration)?;
        }
        self.write_functions(order, entry, first)?;
        self.words[GENERATOR] = RSPIRV;
        self.words[BOUND] = self.count + 1;
        // Decorations name values of functions before their instructions do.
        let has_decorations = order.iter().any(|one| !one.code.get().decorations.is_empty());
        if has_decorations { compact_ids::in_order(self.words) } else { Some(self.words) }
    }

    /// Lists what is declared: what functions use, inputs and outputs, and resources.
    fn list(&mut self, order: &[Placed]) -> Option<()> {
        self.numbers[self.split.imported as usize] = LISTED;
        for one in order {
            for used in &one.code.get().uses {
                self.list_one(*used)?;
            }
        }
        let (_, interface) = entry_point(self.split.entry_point)?;
        for id in interface {
            self.list_one((*self.split.references.get(*id as usize)?)?)?;
        }
        for (_, (number, _)) in self.split.placed.iter().filter(|(place, _)| matches!(place, Place::Resource(..))) {
            self.list_one(Reference::Declared(*number))?;
        }
        Some(())
    }

    fn list_one(&mut self, reference: Reference) -> Option<()> {
        let (declaration, number) = match reference {
            Reference::Declared(number) => {
                let declaration = self.known.get(number).or_else(|| self.places.get(&number).copied());
                (declaration, self.numbers.get_mut(number as usize)?)
            }
            Reference::Variable(number) => {
                (self.split.variables.get(number as usize), self.variables.get_mut(number as usize)?)
            }
            Reference::Function(_) | Reference::Local(_) => return None,
        };
        if *number != 0 {
            return Some(());
        }
        *number = LISTED;
        let declaration = declaration?;
        for at in &declaration.ids {
            self.list_one(Reference::unpacked(declaration.words[*at as usize]))?;
        }
        self.declared.push((reference, declaration));
        Some(())
    }

    /// The id of what is declared, which gets one the first time.
    fn id_of(&mut self, reference: Reference) -> Option<u32> {
        let number = match reference {
            Reference::Declared(number) => self.numbers.get_mut(number as usize)?,
            Reference::Variable(number) => self.variables.get_mut(number as usize)?,
            Reference::Function(_) | Reference::Local(_) => return None,
        };
        if *number == LISTED {
            self.count += 1;
            *number = self.count;
        }
        // What is not listed is not declared.
        Some(*number).filter(|number| *number != 0)
    }

    fn write_declaration(&mut self, reference: Reference, declaration: &Declaration) -> Option<()> {
        let first = self.words.len();
        self.words.extend_from_slice(&declaration.words);
        for at in &declaration.ids {
            let at = first + *at as usize;
            self.words[at] = self.id_of(Reference::unpacked(self.words[at]))?;
        }
        self.words[first + declaration.result] = self.id_of(reference)?;
        Some(())
    }

    /// Writes the entry point with its modes; its id.
    fn write_entry_point(&mut self) -> Option<u32> {
        let split = self.split;
        let (head, interface) = entry_point(split.entry_point)?;
        self.count += 1;
        let entry = self.count;
        let first = self.words.len();
        self.words.extend_from_slice(head);
        self.words[first + 2] = entry;
        for id in interface {
            let id = self.id_of((*split.references.get(*id as usize)?)?)?;
            self.words.push(id);
        }
        for mode in &split.modes {
            let first = self.words.len();
            self.words.extend_from_slice(mode);
            *self.words.get_mut(first + 1)? = entry;
        }
        Some(entry)
    }

    /// Writes the functions; the last is the entry point. `decorations`: where the words begin that decorate their values.
    fn write_functions(&mut self, order: &[Placed], entry: u32, mut decorations: usize) -> Option<()> {
        let mut ids = Vec::with_capacity(order.len());
        for (place, Placed { code, calls }) in order.iter().enumerate() {
            let code = code.get();
            let is_entry = place + 1 == order.len();
            // The first of its own ids is the function's, which an entry point has already.
            let before = if is_entry { self.count.checked_sub(1)? } else { self.count };
            let own = |number: u32| if is_entry && number == 0 { entry } else { before + 1 + number };
            ids.push(own(0));
            let first = self.words.len();
            self.words.extend_from_slice(&code.words);
            for at in &code.ids {
                let at = first + *at as usize;
                self.words[at] = match Reference::unpacked(self.words[at]) {
                    Reference::Local(number) => own(number),
                    Reference::Function(number) => *ids.get(*calls.get(number as usize)? as usize)?,
                    // It was listed, and has its id since its declaration.
                    Reference::Declared(number) => self.numbers[number as usize],
                    Reference::Variable(number) => self.variables[number as usize],
                };
            }
            for (number, words) in &code.decorations {
                *self.words.get_mut(decorations + 1)? = own(*number);
                decorations += words.len();
            }
            self.count = before + code.locals;
        }
        Some(())
    }
}

/// The words of `OpEntryPoint` up to the end of its name, and the ids of its inputs and outputs.
fn entry_point(words: &[u32]) -> Option<(&[u32], &[u32])> {
    // The model and the function come before the name.
    let name = words.get(3..)?;
    let end = name.iter().position(|word| word.to_le_bytes().contains(&0))?;
    words.split_at_checked(3 + end + 1)
}

//! The code of a function in words that are independent of its module.

use rspirv::spirv::Op;
use rustc_hash::{FxHashMap, FxHashSet};

use super::capabilities::Capabilities;
use super::declarations::Reference;
use super::split::Split;
use crate::compile::spirv::compact_ids::each_id;
use crate::compile::spirv::words;
use crate::lower::{FunctionId, KeyKind};

/// A function that another one calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// One that is shared.
    Shared(FunctionId),
    /// One of the module, by its number there.
    Own(u32),
}

/// The code of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionCode {
    /// In the place of each id, what it stands for.
    pub words: Box<[u32]>,
    /// Which words are ids.
    pub ids: Box<[u32]>,
    /// The number of its own ids. They are numbered in the order in which they appear.
    pub locals: u32,
    /// What it uses of the module, except for functions, in the order of the first use.
    pub uses: Box<[Reference]>,
    /// In the order of the first call.
    pub calls: Box<[Callee]>,
    pub capabilities: Capabilities,
    /// What decorates its own ids: the number of each, and the instruction.
    pub decorations: Box<[(u32, Box<[u32]>)]>,
}

/// What is needed to take functions out of one module.
pub struct Scratch<'m> {
    /// By id of the module, what it stands for outside of functions.
    references: &'m [Option<Reference>],
    /// By id of the module, one more than its number in the function at hand; 0: none yet.
    locals: Vec<u32>,
    touched: Vec<u32>,
    /// The ids of types of writable images without a format.
    unformatted: &'m [u32],
    /// By id, what decorates values of functions.
    decorations: &'m FxHashMap<u32, Vec<&'m [u32]>>,
    /// How many ids with decorations have been found in functions.
    pub decorated: usize,
}

impl<'m> Scratch<'m> {
    pub fn new(split: &'m Split<'m>) -> Scratch<'m> {
        let locals = std::iter::repeat_n(0, split.references.len()).collect();
        Scratch {
            references: &split.references,
            locals,
            touched: Vec::new(),
            unformatted: &split.unformatted,
            decorations: &split.decorations,
            decorated: 0,
        }
    }

    fn forget(&mut self) {
        for id in self.touched.drain(..) {
            self.locals[id as usize] = 0;
        }
    }
}

impl FunctionCode {
    /// The code of a function of a module. `callee`: what a function of the module is to others. `None` where it has something that is
    /// not known here.
    pub fn of(function: &[u32], scratch: &mut Scratch<'_>, callee: impl Fn(u32) -> Callee) -> Option<FunctionCode> {
        let mut words = in_order(function, scratch);
        scratch.forget();
        let words = words.as_mut()?;
        let mut found = Found::default();
        let mut marked = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let length = words::length(words[at]);
            let instruction = words.get_mut(at..at + length).filter(|words| !words.is_empty())?;
            found.capabilities |= Capabilities::of_instruction(instruction);
            found.note_unformatted(instruction, scratch.unformatted);
            marked.clear();
            marked.extend_from_slice(instruction);
            each_id(&mut marked, &mut |id| {
                *id = !*id;
                Some(())
            })?;
            for (word, mark) in instruction.iter_mut().zip(&marked) {
                if *word != *mark {
                    // The result of `OpFunction`.
                    let is_own = at == 2;
                    *word = found.reference(*word, is_own, scratch, &callee)?.packed();
                    found.ids.push(at as u32);
                }
                at += 1;
            }
        }
        scratch.forget();
        Some(FunctionCode {
            words: std::mem::take(words).into(),
            ids: found.ids.into(),
            locals: found.locals,
            uses: found.uses.into(),
            calls: found.calls.into(),
            capabilities: found.capabilities,
            decorations: found.decorations.into(),
        })
    }

    /// Whether it follows from its number: it uses no variable of its module, calls none of the module's own functions, and has no
    /// decorations, which follow from indices.
    pub fn is_shared(&self) -> bool {
        let is_variable = |one: &Reference| matches!(one, Reference::Variable(_));
        self.decorations.is_empty()
            && !self.uses.iter().any(is_variable)
            && self.calls.iter().all(|one| matches!(one, Callee::Shared(_)))
    }

    /// The key of the code itself, in the session.
    pub fn key(&self) -> Vec<u32> {
        std::iter::once(KeyKind::Code as u32).chain(self.words.iter().copied()).collect()
    }

    /// In words of memory.
    pub fn size(&self) -> usize {
        self.words.len() + self.ids.len() + 2 * self.uses.len() + 2 * self.calls.len() + 32
    }
}

/// What has been found in a function so far.
#[derive(Default)]
struct Found {
    ids: Vec<u32>,
    locals: u32,
    uses: Vec<Reference>,
    used: FxHashSet<u32>,
    calls: Vec<Callee>,
    capabilities: Capabilities,
    /// The ids of writable images without a format.
    unformatted: Vec<u32>,
    decorations: Vec<(u32, Box<[u32]>)>,
}

impl Found {
    /// Notes an instruction about an image of one of these types, as it is in the module.
    fn note_unformatted(&mut self, instruction: &[u32], types: &[u32]) {
        if types.is_empty() {
            return;
        }
        let Some(opcode) = Op::from_u32(words::opcode(instruction[0])) else { return };
        let image = match (opcode, instruction) {
            (Op::Load, [_, ty, id, ..]) if types.contains(ty) => return self.unformatted.push(*id),
            (Op::ImageRead | Op::ImageSparseRead, [_, _, _, image, ..]) | (Op::ImageWrite, [_, image, ..]) => *image,
            _ => return,
        };
        if self.unformatted.contains(&image) {
            self.capabilities |= Capabilities::of_unformatted(opcode);
        }
    }

    /// What an id of the module is in the function.
    fn reference(
        &mut self,
        id: u32,
        is_own: bool,
        scratch: &mut Scratch<'_>,
        callee: impl Fn(u32) -> Callee,
    ) -> Option<Reference> {
        let local = scratch.locals.get_mut(id as usize)?;
        if *local != 0 {
            return Some(Reference::Local(*local - 1));
        }
        match scratch.references[id as usize] {
            Some(Reference::Function(number)) if !is_own => {
                let callee = callee(number);
                let at = self.calls.iter().position(|one| *one == callee).unwrap_or_else(|| {
                    self.calls.push(callee);
                    self.calls.len() - 1
                });
                Some(Reference::Function(at as u32))
            }
            Some(reference @ (Reference::Declared(_) | Reference::Variable(_))) => {
                if self.used.insert(reference.packed()) {
                    self.uses.push(reference);
                }
                Some(reference)
            }
            _ => {
                self.locals += 1;
                *local = self.locals;
                scratch.touched.push(id);
                let number = self.locals - 1;
                if let Some(decorations) = scratch.decorations.get(&id) {
                    scratch.decorated += 1;
                    self.decorations.extend(decorations.iter().map(|one| (number, Box::from(*one))));
                }
                Some(Reference::Local(number))
            }
        }
    }
}

/// The words of a function, with the loads and addresses at its beginning in the order of their first use; those that nothing uses are
/// left out. All of them could stand in any order: nothing is written between them.
fn in_order(function: &[u32], scratch: &mut Scratch<'_>) -> Option<Vec<u32>> {
    let all: Vec<&[u32]> = words::instructions(function).collect();
    let is_head = |one: &&&[u32]| {
        let opcode = words::opcode(one[0]);
        [Op::Function, Op::FunctionParameter, Op::Label, Op::Variable].iter().any(|head| *head as u32 == opcode)
    };
    let head = all.iter().take_while(is_head).count();
    let moved = all[head..].iter().take_while(|one| is_movable(one)).count();
    let (head, rest) = all.split_at(head);
    let (movable, rest) = rest.split_at(moved);
    let mut words = Vec::with_capacity(function.len());
    head.iter().for_each(|one| words.extend_from_slice(one));
    for (one, number) in movable.iter().zip(1..) {
        *scratch.locals.get_mut(one[2] as usize)? = number;
        scratch.touched.push(one[2]);
    }
    let mut order =
        Order { movable, numbers: &scratch.locals, seen: std::iter::repeat_n(false, moved).collect(), all: Vec::new() };
    let mut instruction = Vec::new();
    for one in rest {
        if order.all.len() == moved {
            break;
        }
        instruction.clear();
        instruction.extend_from_slice(one);
        each_id(&mut instruction, &mut |id| {
            order.add(*id);
            Some(())
        })?;
    }
    let order = order.all;
    order.iter().for_each(|at| words.extend_from_slice(movable[*at]));
    rest.iter().for_each(|one| words.extend_from_slice(one));
    Some(words)
}

/// The order of instructions that could stand in any.
struct Order<'o> {
    movable: &'o [&'o [u32]],
    /// By id, one more than the number of the instruction whose result it is.
    numbers: &'o [u32],
    seen: Vec<bool>,
    all: Vec<usize>,
}

impl Order<'_> {
    /// Adds the instruction that an id is the result of, behind those that it uses.
    fn add(&mut self, id: u32) {
        let find = |id: u32| (*self.numbers.get(id as usize)? as usize).checked_sub(1);
        let mut open: Vec<(usize, bool)> = find(id).map(|at| (at, false)).into_iter().collect();
        while let Some((at, is_ready)) = open.pop() {
            if is_ready {
                self.all.push(at);
            } else if !std::mem::replace(&mut self.seen[at], true) {
                open.push((at, true));
                let used = self.movable[at].get(3..).unwrap_or_default();
                open.extend(used.iter().rev().filter_map(|id| Some((find(*id)?, false))));
            }
        }
    }
}

/// Whether an instruction only computes a value or reads one: `OpLoad` without a memory operand, and others whose operands behind the
/// result are all ids. `OpImage` stands behind the load of a texture that is one resource with its sampler.
fn is_movable(instruction: &[u32]) -> bool {
    let opcode = words::opcode(instruction[0]);
    instruction.len() >= 4
        && (opcode == Op::Load as u32 && instruction.len() == 4
            || opcode == Op::AccessChain as u32
            || opcode == Op::Image as u32
            || opcode == Op::CompositeConstruct as u32)
}

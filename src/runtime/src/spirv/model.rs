//! What both directions know of a module at each instruction.

use alloc::vec::Vec;

use super::grammar::{Instruction, Type};

/// Places for the names of what is declared outside functions.
pub(super) const SLOTS: usize = 1 << 13;

/// What is declared when this many places are taken has no name: probing stays short.
const MOST_NAMED: usize = SLOTS / 2;

const OP_TYPE_POINTER: u16 = 32;
const OP_FUNCTION: u16 = 54;
const OP_DECORATE: u16 = 71;
const OP_MEMBER_DECORATE: u16 = 72;

/// What is known of an id.
#[derive(Clone, Copy, Default)]
struct Info {
    /// Its type, of a value; 0: unknown.
    ty: u32,
    /// What it points to, of a pointer type; 0: unknown.
    pointee: u32,
    /// Sum of the hashes of its decorations.
    decorations: u32,
    /// Its slot and 1; 0: it has none.
    slot: u16,
}

/// The state after some instructions.
///
/// What is declared outside functions has a *slot*: a hash of its declaration, in terms of the slots of what that
/// refers to. So `vec4`, the constant 1.0 or the texture at binding 3 are the same bytes in every module, whatever
/// their ids are, and a dictionary matches across modules.
pub struct Model {
    infos: Vec<Info>,
    /// The id of each slot; 0: free.
    slots: Vec<u32>,
    taken: Vec<u16>,
    /// The largest id so far.
    max: u32,
    in_function: bool,
    /// Hash of the instruction so far.
    hash: u32,
}

impl Default for Model {
    fn default() -> Model {
        Model {
            infos: Vec::new(),
            slots: alloc::vec![0; SLOTS],
            taken: Vec::new(),
            max: 0,
            in_function: false,
            hash: 0,
        }
    }
}

impl Model {
    /// Before the first instruction of a module with this bound and this many words. No more is remembered of ids than
    /// the module is long.
    pub fn reset(&mut self, bound: u32, words: usize) {
        self.infos.clear();
        self.infos.resize(words.min(bound as usize), Info::default());
        for slot in self.taken.drain(..) {
            if let Some(place) = self.slots.get_mut(usize::from(slot)) {
                *place = 0;
            }
        }
        self.max = 0;
        self.in_function = false;
    }

    /// Before each instruction.
    #[inline]
    pub fn begin(&mut self, opcode: u16) {
        self.hash = u32::from(opcode);
        if opcode == OP_FUNCTION {
            self.in_function = true;
        }
    }

    /// One number of the instruction, for its hash, which names what is declared outside functions.
    #[inline]
    pub fn mix(&mut self, number: u32) {
        if self.in_function {
            return;
        }
        self.hash = (self.hash.rotate_left(5) ^ number).wrapping_mul(0x9E37_79B1);
    }

    #[inline]
    fn info(&self, id: u32) -> Info {
        self.infos.get(id as usize).copied().unwrap_or_default()
    }

    /// The id after the largest so far: most results.
    #[inline]
    pub fn next(&self) -> u32 {
        self.max.wrapping_add(1)
    }

    /// Remembers that there is this id.
    #[inline]
    pub fn see(&mut self, id: u32) {
        self.max = self.max.max(id);
    }

    /// What is written for an id that has a slot: odd. Else its distance from the next one, twice.
    #[inline]
    pub fn token(&self, id: u32) -> u64 {
        match self.info(id).slot {
            0 => u64::from(self.next().wrapping_sub(id)) << 1,
            slot => u64::from(slot - 1) << 1 | 1,
        }
    }

    /// The other direction of [`Model::token`].
    #[inline]
    pub fn id(&self, token: u64) -> Option<u32> {
        if token & 1 == 1 {
            self.slots.get(usize::try_from(token >> 1).ok()?).copied().filter(|id| *id != 0)
        } else {
            Some(self.next().wrapping_sub(u32::try_from(token >> 1).ok()?))
        }
    }

    /// The slot of a type and 1; 0: it has none.
    #[inline]
    pub fn slot(&self, id: u32) -> u32 {
        u32::from(self.info(id).slot)
    }

    /// The type that nothing is written for; `None` where there is no such type. The first three operands are enough.
    #[inline]
    pub fn implied_type(&self, instruction: &Instruction, operands: &[u32]) -> Option<u32> {
        let of = |at: usize| operands.get(at).map(|id| self.info(*id).ty);
        let ty = match instruction.ty {
            Type::OfOperand(at) => of(usize::from(at))?,
            Type::Pointee => self.info(of(0)?).pointee,
            Type::None | Type::Written => 0,
        };
        (ty != 0).then_some(ty)
    }

    /// Whether the instruction is one of a function: it declares nothing that has a name.
    #[inline]
    pub fn is_in_function(&self) -> bool {
        self.in_function
    }

    /// After each instruction: names what it declares. `operands` may be empty in a function.
    #[inline]
    pub fn end(&mut self, opcode: u16, ty: u32, result: u32, operands: &[u32]) {
        if ty != 0
            && let Some(info) = self.infos.get_mut(result as usize)
        {
            info.ty = ty;
        }
        if !self.in_function {
            self.declare(opcode, result, operands);
        }
    }

    fn declare(&mut self, opcode: u16, result: u32, operands: &[u32]) {
        if let (OP_DECORATE | OP_MEMBER_DECORATE, Some((target, rest))) = (opcode, operands.split_first()) {
            // The target itself has no name yet.
            self.hash = u32::from(opcode);
            for number in rest {
                self.mix(*number);
            }
            let hash = self.hash;
            if let Some(info) = self.infos.get_mut(*target as usize) {
                info.decorations = info.decorations.wrapping_add(hash);
            }
        }
        let known = self.info(result);
        if result == 0 || known.slot != 0 || self.taken.len() >= MOST_NAMED {
            return;
        }
        self.mix(known.decorations);
        let mut slot = (self.hash >> 19) as usize;
        // Fewer than half are taken, so one is free.
        while self.slots.get(slot).is_some_and(|id| *id != 0) {
            slot = (slot + 1) % SLOTS;
        }
        let (Some(place), Some(info)) = (self.slots.get_mut(slot), self.infos.get_mut(result as usize)) else { return };
        *place = result;
        info.slot = slot as u16 + 1;
        self.taken.push(slot as u16);
        if let (OP_TYPE_POINTER, Some(pointee)) = (opcode, operands.get(1)) {
            info.pointee = *pointee;
        }
    }
}

//! From what was stored to the module.

use alloc::vec::Vec;

use super::grammar::{INSTRUCTIONS, Instruction, NO_CODE, Operand, Type, UNKNOWN};
use super::model::Model;
use super::{EXPLICIT_TYPE, HEADER_WORDS, LENGTH, MAGIC, PREFIX, RAW, RESULT, ends_text, unzigzag};

/// Restores modules. Keeps its memory from one to the next.
#[derive(Default)]
pub struct Restorer {
    model: Model,
    operands: Vec<u32>,
}

/// Reads from the front.
struct Input<'i>(&'i [u8]);

impl Input<'_> {
    #[inline]
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    #[inline]
    fn long(&mut self) -> Option<u64> {
        let first = self.byte()?;
        if first < 0x80 {
            return Some(u64::from(first));
        }
        let second = self.byte()?;
        let value = u64::from(first & 0x7F) | u64::from(second & 0x7F) << 7;
        if second < 0x80 { Some(value) } else { self.rest_of_long(value) }
    }

    #[cold]
    fn rest_of_long(&mut self, mut value: u64) -> Option<u64> {
        for shift in [14, 21, 28] {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    #[inline]
    fn number(&mut self) -> Option<u32> {
        u32::try_from(self.long()?).ok()
    }

    #[inline]
    fn word(&mut self) -> Option<u32> {
        let (word, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*word))
    }
}

impl Restorer {
    /// Fills `out` with the module; `None` where the stored bytes are not one of that length. Time and memory are
    /// bounded by the two lengths: some bytes for each word.
    pub fn restore(&mut self, stored: &[u8], out: &mut [u8]) -> Option<()> {
        let (words, rest) = out.as_chunks_mut::<4>();
        if !rest.is_empty() {
            return None;
        }
        let mut input = Input(stored);
        let length = words.len();
        let (head, mut words) = words.split_at_mut_checked(HEADER_WORDS)?;
        let header = [MAGIC, input.word()?, input.word()?, input.number()?, input.number()?];
        for (word, value) in head.iter_mut().zip(header) {
            *word = value.to_le_bytes();
        }
        self.model.reset(header[3], length);
        while !words.is_empty() {
            words = self.instruction(&mut input, words)?;
        }
        input.0.is_empty().then_some(())
    }

    /// One instruction into the front of `words`; what is left of them.
    #[inline]
    fn instruction<'w>(&mut self, input: &mut Input<'_>, words: &'w mut [[u8; 4]]) -> Option<&'w mut [[u8; 4]]> {
        let mut code = input.byte()?;
        let mut flags = 0;
        if code & PREFIX == PREFIX && code < NO_CODE {
            flags = code & !PREFIX;
            code = input.byte()?;
        }
        if code == RAW {
            for word in words {
                *word = input.word()?.to_le_bytes();
            }
            return Some(&mut []);
        }
        let (instruction, opcode): (&Instruction, u16) = if code == NO_CODE {
            (&UNKNOWN, u16::try_from(input.number()?).ok()?)
        } else {
            let instruction = INSTRUCTIONS.get(usize::from(code))?;
            (instruction, instruction.opcode)
        };
        let has_type = instruction.ty != Type::None;
        let before = 1 + usize::from(has_type) + usize::from(instruction.result);
        let operands = if instruction.words == 0 || flags & LENGTH != 0 {
            input.number()? as usize
        } else {
            usize::from(instruction.words).checked_sub(before)?
        };
        let length = before.checked_add(operands)?;
        let word_count = u16::try_from(length).ok()?;
        let (this, rest) = words.split_at_mut_checked(length)?;
        self.model.begin(opcode);
        let mut result = 0;
        if instruction.result {
            result = self.model.next();
            if flags & RESULT != 0 {
                result = result.wrapping_add(unzigzag(input.number()?));
            }
            self.model.see(result);
        }
        let mut ty = 0;
        if instruction.ty == Type::Written || flags & EXPLICIT_TYPE != 0 {
            let token = input.number()?;
            ty = match token {
                0 => {
                    let id = input.number()?;
                    self.model.see(id);
                    id
                }
                slot => self.model.id(u64::from(slot - 1) << 1 | 1)?,
            };
            self.model.mix(token);
        }
        let (front, words) = this.split_at_mut_checked(before)?;
        let is_declared = !self.model.is_in_function();
        self.operands.clear();
        let mut first = [0; 3];
        let mut place = 0;
        for (at, word) in words.iter_mut().enumerate() {
            let value = self.operand(input, instruction, &mut place)?;
            if let Some(first) = first.get_mut(at) {
                *first = value;
            }
            if is_declared {
                self.operands.push(value);
            }
            *word = value.to_le_bytes();
        }
        if has_type && instruction.ty != Type::Written && flags & EXPLICIT_TYPE == 0 {
            let known = first.get(..operands.min(first.len()))?;
            ty = self.model.implied_type(instruction, known)?;
        }
        self.model.end(opcode, ty, result, &self.operands);
        let head = u32::from(word_count) << 16 | u32::from(opcode);
        match (front, has_type, instruction.result) {
            ([one], false, false) => *one = head.to_le_bytes(),
            ([one, value], has_type, _) => {
                (*one, *value) = (head.to_le_bytes(), if has_type { ty } else { result }.to_le_bytes());
            }
            ([one, of, value], _, _) => {
                (*one, *of, *value) = (head.to_le_bytes(), ty.to_le_bytes(), result.to_le_bytes());
            }
            _ => return None,
        }
        Some(rest)
    }

    /// The next operand. `place`: its number in the instruction's list of operands.
    #[inline]
    fn operand(&mut self, input: &mut Input<'_>, instruction: &Instruction, place: &mut usize) -> Option<u32> {
        let kind = instruction.operand(*place);
        *place += 1;
        match kind {
            Operand::Id => {
                let token = input.long()?;
                let id = self.model.id(token)?;
                self.model.see(id);
                self.model.mix(token as u32);
                Some(id)
            }
            Operand::Forward => {
                let id = self.model.next().wrapping_sub(unzigzag(input.number()?));
                self.model.see(id);
                Some(id)
            }
            Operand::Number => {
                let number = input.number()?;
                self.model.mix(number);
                Some(number)
            }
            Operand::Word | Operand::Text => {
                let word = input.word()?;
                self.model.mix(word);
                if kind == Operand::Text && !ends_text(word) {
                    *place -= 1;
                }
                Some(word)
            }
        }
    }
}

//! Condenses SPIR-V for the archive; `uberc_runtime::spirv` restores it.

use uberc_runtime::spirv::grammar::{INSTRUCTIONS, Instruction, NO_CODE, Operand, Type, UNKNOWN, code};
use uberc_runtime::spirv::{EXPLICIT_TYPE, HEADER_WORDS, LENGTH, MAGIC, Model, PREFIX, RAW, RESULT, ends_text, zigzag};

/// The condensed form of a module (FORMAT.md, codec 1); `None` for bytes that are not a SPIR-V module.
pub fn condense(module: &[u8]) -> Option<Vec<u8>> {
    Condenser::default().condense(module)
}

/// Condenses modules. Keeps its memory from one to the next.
#[derive(Default)]
pub struct Condenser {
    model: Model,
    words: Vec<u32>,
    out: Vec<u8>,
}

impl Condenser {
    /// The condensed form of a module (FORMAT.md, codec 1); `None` for bytes that are not a SPIR-V module.
    pub fn condense(&mut self, module: &[u8]) -> Option<Vec<u8>> {
        let (words, rest) = module.as_chunks::<4>();
        if !rest.is_empty() {
            return None;
        }
        let mut kept = std::mem::take(&mut self.words);
        kept.clear();
        kept.extend(words.iter().map(|word| u32::from_le_bytes(*word)));
        let condensed = self.condense_words(&kept);
        self.words = kept;
        condensed
    }

    fn condense_words(&mut self, words: &[u32]) -> Option<Vec<u8>> {
        let (head, mut body) = words.split_at_checked(HEADER_WORDS)?;
        if head[0] != MAGIC {
            return None;
        }
        self.out = Vec::with_capacity(words.len() * 4 / 3);
        self.word(head[1]);
        self.word(head[2]);
        self.number(head[3]);
        self.number(head[4]);
        self.model.reset(head[3], words.len());
        while let Some(first) = body.first() {
            let (length, opcode) = ((first >> 16) as usize, *first as u16);
            let written = body.get(..length).is_some_and(|this| self.instruction(opcode, this));
            if !written {
                self.out.push(RAW);
                body.iter().for_each(|word| self.word(*word));
                break;
            }
            body = &body[length..];
        }
        Some(std::mem::take(&mut self.out))
    }

    #[inline]
    fn number(&mut self, number: u32) {
        self.long(u64::from(number));
    }

    /// Seven bits a byte, the low ones first.
    #[inline]
    fn long(&mut self, number: u64) {
        // Most have one byte.
        if number < 0x80 { self.out.push(number as u8) } else { self.longer(number) }
    }

    #[inline(never)]
    fn longer(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.out.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.out.push(number as u8);
    }

    fn word(&mut self, word: u32) {
        self.out.extend_from_slice(&word.to_le_bytes());
    }

    /// Whether it could be written.
    fn instruction(&mut self, opcode: u16, words: &[u32]) -> bool {
        let code = code(opcode);
        let instruction = if code == NO_CODE { &UNKNOWN } else { &INSTRUCTIONS[usize::from(code)] };
        let has_type = instruction.ty != Type::None;
        let before = 1 + usize::from(has_type) + usize::from(instruction.result);
        let Some(operands) = words.get(before..) else { return false };
        let ty = if has_type { words[1] } else { 0 };
        let result = if instruction.result { words[before - 1] } else { 0 };

        self.model.begin(opcode);
        let mut flags = 0;
        if instruction.words != 0 && usize::from(instruction.words) != words.len() {
            flags |= LENGTH;
        }
        let next = self.model.next();
        if instruction.result {
            if result != next {
                flags |= RESULT;
            }
            self.model.see(result);
        }
        if instruction.ty != Type::Written && has_type && self.implied(instruction, operands) != Some(ty) {
            flags |= EXPLICIT_TYPE;
        }
        if flags != 0 {
            self.out.push(PREFIX | flags);
        }
        self.out.push(code);
        if code == NO_CODE {
            self.number(u32::from(opcode));
        }
        if instruction.words == 0 || flags & LENGTH != 0 {
            self.number(operands.len() as u32);
        }
        if flags & RESULT != 0 {
            self.number(zigzag(result.wrapping_sub(next)));
        }
        if has_type && (instruction.ty == Type::Written || flags & EXPLICIT_TYPE != 0) {
            self.ty(ty);
        }
        self.operands(instruction, operands);
        self.model.end(opcode, ty, result, operands);
        true
    }

    fn implied(&self, instruction: &Instruction, operands: &[u32]) -> Option<u32> {
        self.model.implied_type(instruction, operands)
    }

    fn ty(&mut self, ty: u32) {
        let slot = self.model.slot(ty);
        self.number(slot);
        if slot == 0 {
            self.number(ty);
            self.model.see(ty);
        }
        self.model.mix(slot);
    }

    fn operands(&mut self, instruction: &Instruction, operands: &[u32]) {
        let mut place = 0;
        for operand in operands {
            let kind = instruction.operand(place);
            place += 1;
            match kind {
                Operand::Id => {
                    let token = self.model.token(*operand);
                    self.long(token);
                    self.model.see(*operand);
                    self.model.mix(token as u32);
                }
                Operand::Forward => {
                    self.number(zigzag(self.model.next().wrapping_sub(*operand)));
                    self.model.see(*operand);
                }
                Operand::Number => {
                    self.number(*operand);
                    self.model.mix(*operand);
                }
                Operand::Word | Operand::Text => {
                    self.word(*operand);
                    self.model.mix(*operand);
                    if kind == Operand::Text && !ends_text(*operand) {
                        place -= 1;
                    }
                }
            }
        }
    }
}

//! Programs as bytes: slots of four little-endian floats.

use std::fmt;

use super::{Instruction, NO_LANE, Program, REGISTERS};
use crate::dialect::shaderception::ast::{BinaryOp, UnaryOp};
use crate::dialect::shaderception::builtins;

/// Slots of a whole image: two for each instruction.
pub const SLOTS: usize = 4092;
pub const MOST_INSTRUCTIONS: usize = SLOTS / 2;
const SLOT_BYTES: usize = 16;

/// Stands for an opcode that is no number, or none that the machine could know.
const NO_OPCODE: u32 = u32::MAX;

/// Why bytes are no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageError {
    /// The slot, if one is to blame.
    pub slot: Option<usize>,
    pub message: String,
}

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.slot {
            Some(slot) => write!(f, "slot {slot}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// The image of a program of at most [`MOST_INSTRUCTIONS`]; `trim`: only the used slots and one zero instruction.
pub fn to_image(program: &Program, trim: bool) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(SLOTS * SLOT_BYTES);
    for instruction in &program.instructions {
        let operand = operand(instruction);
        let opcode = (instruction.opcode() as f32).to_bits();
        for word in [opcode, NO_LANE, NO_LANE, NO_LANE].into_iter().chain(operand) {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
    }
    let trimmed = (bytes.len() + 2 * SLOT_BYTES).min(SLOTS * SLOT_BYTES);
    bytes.resize(if trim { trimmed } else { SLOTS * SLOT_BYTES }, 0);
    bytes
}

fn operand(instruction: &Instruction) -> [u32; 4] {
    let lane = |value: u32| (value as f32).to_bits();
    let one = |value: u32| [lane(value), NO_LANE, NO_LANE, NO_LANE];
    match *instruction {
        Instruction::PushConst(lanes) => lanes,
        Instruction::Binary(op) => one(op.code()),
        Instruction::Unary(op) => one(op.code()),
        Instruction::SetVar(register, mask) => [lane(register), mask.map_or(NO_LANE, lane), NO_LANE, NO_LANE],
        Instruction::PushVar(value)
        | Instruction::Call(value)
        | Instruction::Jump(value)
        | Instruction::CondJump(value)
        | Instruction::UnknownBinary(value)
        | Instruction::UnknownUnary(value) => one(value),
        Instruction::Unknown(_) => [NO_LANE; 4],
    }
}

/// The program of an image. `lenient` reads what the machine does, where an opcode or an operand is wrong.
///
/// # Errors
/// The bytes are no image; in a strict reading also unknown opcodes, operators and functions, jumps outside of the image
/// or to an odd slot, registers above 255 and wrong masks.
pub fn from_image(bytes: &[u8], lenient: bool) -> Result<Program, ImageError> {
    let whole = |message: String| ImageError { slot: None, message };
    if !bytes.len().is_multiple_of(2 * SLOT_BYTES) || bytes.len() > SLOTS * SLOT_BYTES {
        let most = SLOTS * SLOT_BYTES;
        return Err(whole(format!("{} bytes are no image: it has up to {most}, 32 for each instruction", bytes.len())));
    }
    let mut program = Program::default();
    for (at, pair) in bytes.chunks_exact(2 * SLOT_BYTES).enumerate() {
        let mut words = [0_u32; 8];
        for (word, bytes) in words.iter_mut().zip(pair.chunks_exact(4)) {
            *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        let opcode = rounded(words[0]).or(lenient.then_some(NO_OPCODE));
        if opcode == Some(0) {
            return checked(program, lenient);
        }
        let operand = [words[4], words[5], words[6], words[7]];
        let read = opcode.and_then(|opcode| instruction(opcode, operand, lenient));
        let Some(instruction) = read else {
            let message = match opcode.and_then(|opcode| super::MNEMONICS.get(opcode.wrapping_sub(1) as usize)) {
                Some(mnemonic) => format!("wrong operand of {mnemonic}"),
                None => format!("unknown opcode {}", f32::from_bits(words[0])),
            };
            return Err(ImageError { slot: Some(2 * at), message });
        };
        program.instructions.push(instruction);
    }
    checked(program, lenient)
}

fn checked(program: Program, lenient: bool) -> Result<Program, ImageError> {
    let wrong = program.instructions.iter().enumerate().find_map(|(at, instruction)| match instruction {
        Instruction::Jump(slot) | Instruction::CondJump(slot) if !lenient => {
            let is_sound = slot.is_multiple_of(2) && (*slot as usize) <= SLOTS;
            (!is_sound).then(|| ImageError { slot: Some(2 * at), message: format!("a jump to slot {slot}") })
        }
        _ => None,
    });
    wrong.map_or(Ok(program), Err)
}

/// The nearest integer of 0 to 2^24.
fn rounded(bits: u32) -> Option<u32> {
    let value = f32::from_bits(bits).round_ties_even();
    (0.0..=16_777_216.0).contains(&value).then_some(value as u32)
}

fn instruction(opcode: u32, operand: [u32; 4], lenient: bool) -> Option<Instruction> {
    // The machine reads what it cannot understand as number 0.
    let number = rounded(operand[0]).or(lenient.then_some(0));
    let register = number.filter(|number| lenient || *number < REGISTERS).map(|number| number % REGISTERS);
    Some(match opcode {
        1 => Instruction::PushConst(operand),
        2 => Instruction::PushVar(register?),
        3 => match BinaryOp::ALL.get(number?.wrapping_sub(1) as usize) {
            Some(op) => Instruction::Binary(*op),
            None if lenient => Instruction::UnknownBinary(number?),
            None => return None,
        },
        4 => match UnaryOp::ALL.into_iter().find(|op| Some(op.code()) == number) {
            Some(op) => Instruction::Unary(op),
            None if lenient => Instruction::UnknownUnary(number?),
            None => return None,
        },
        5 => Instruction::Call(number.filter(|id| lenient || builtins::by_id(*id).is_some())?),
        6 => Instruction::SetVar(register?, mask(operand[1], lenient)?),
        7 => Instruction::Jump(number?),
        8 => Instruction::CondJump(number?),
        _ if lenient => Instruction::Unknown(opcode),
        _ => return None,
    })
}

fn mask(bits: u32, lenient: bool) -> Option<Option<u32>> {
    if f32::from_bits(bits).is_nan() {
        return Some(None);
    }
    let digits = rounded(bits).filter(|digits| is_mask(*digits));
    if digits.is_none() && lenient { Some(None) } else { digits.map(Some) }
}

/// Whether all of one to four decimal digits are 1 to 4.
pub fn is_mask(mut digits: u32) -> bool {
    let is_short = (1..=4444).contains(&digits);
    while digits > 0 {
        if !(1..=4).contains(&(digits % 10)) {
            return false;
        }
        digits /= 10;
    }
    is_short
}

//! The program of the stack machine.
//!
//! **In**: linked programs, image files, assembler text.
//! **Out**: programs of the stack machine, images, listings.
//! **Never**: runs one.

mod assemble;
mod disassemble;
mod emit;
mod image;
mod stats;

pub use assemble::assemble;
pub use disassemble::{ListingStyle, disassemble};
pub use emit::emit;
pub use image::{ImageError, MOST_INSTRUCTIONS, SLOTS, from_image, to_image};
pub use stats::{Stats, has_call};

use super::ast::{BinaryOp, UnaryOp};
use super::builtins;
use crate::diag::Span;

/// The bits of lanes that nothing uses.
pub const NO_LANE: u32 = 0xFFC0_0000;
pub const REGISTERS: u32 = 256;
pub const STACK: u32 = 128;
/// Jumps after which a program is stopped.
pub const JUMP_BUDGET: u32 = 2000;

/// One instruction: two slots of an image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Instruction {
    /// Bits of four floats.
    PushConst([u32; 4]),
    PushVar(u32),
    Binary(BinaryOp),
    Unary(UnaryOp),
    /// The number of a built-in function.
    Call(u32),
    /// A register and the decimal digits of a write mask.
    SetVar(u32, Option<u32>),
    /// The slot of the target.
    Jump(u32),
    CondJump(u32),
    /// An opcode that the machine does not know, which does nothing: only in images that are read leniently, as the
    /// next two.
    Unknown(u32),
    /// A number that is no operator of two operands: the result has zeros in the lanes of the wider one.
    UnknownBinary(u32),
    /// A number that is no operator of one operand, which stays as it is.
    UnknownUnary(u32),
}

impl Instruction {
    /// The instruction that pushes a number.
    pub fn number(value: f32) -> Instruction {
        Instruction::PushConst([value.to_bits(), NO_LANE, NO_LANE, NO_LANE])
    }

    pub fn opcode(&self) -> u32 {
        match self {
            Instruction::PushConst(_) => 1,
            Instruction::PushVar(_) => 2,
            Instruction::Binary(_) | Instruction::UnknownBinary(_) => 3,
            Instruction::Unary(_) | Instruction::UnknownUnary(_) => 4,
            Instruction::Call(_) => 5,
            Instruction::SetVar(..) => 6,
            Instruction::Jump(_) => 7,
            Instruction::CondJump(_) => 8,
            Instruction::Unknown(opcode) => *opcode,
        }
    }

    pub fn mnemonic(&self) -> &'static str {
        MNEMONICS.get((self.opcode() as usize).wrapping_sub(1)).copied().unwrap_or("UNKNOWN")
    }
}

/// The values that an instruction takes from the stack, and those that it leaves.
pub fn stack_effect(instruction: &Instruction) -> (u32, u32) {
    match instruction {
        Instruction::PushConst(_) | Instruction::PushVar(_) => (0, 1),
        Instruction::Binary(_) | Instruction::UnknownBinary(_) => (2, 1),
        Instruction::Unary(_) | Instruction::UnknownUnary(_) => (1, 1),
        Instruction::Call(id) => (arity(*id), 1),
        Instruction::SetVar(..) | Instruction::CondJump(_) => (1, 0),
        Instruction::Jump(_) | Instruction::Unknown(_) => (0, 0),
    }
}

/// The number of operands of a function; unknown ones take none.
pub fn arity(id: u32) -> u32 {
    builtins::by_id(id).map_or(0, |builtin| u32::from(builtin.arity))
}

/// By opcode, from 1.
pub const MNEMONICS: [&str; 8] = ["PUSHCONST", "PUSHVAR", "BINOP", "UNOP", "CALL", "SETVAR", "JUMP", "CONDJUMP"];

/// A program of the stack machine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    pub instructions: Vec<Instruction>,
    /// Where each instruction comes from; empty for a program that was loaded.
    pub places: Vec<Span>,
    /// Names of registers; empty for a program that was loaded.
    pub registers: Vec<String>,
}

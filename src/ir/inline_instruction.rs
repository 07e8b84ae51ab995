//! What a source says of SPIR-V itself.

use crate::atom::Atom;

/// What a function needs of the device and of the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpirvNeeds {
    /// By their numbers in SPIR-V.
    pub capabilities: Vec<u32>,
    pub extensions: Vec<Atom>,
}

impl SpirvNeeds {
    pub fn is_empty(&self) -> bool {
        self.capabilities.is_empty() && self.extensions.is_empty()
    }
}

/// An instruction that stands for the body of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlineInstruction {
    /// Its number in SPIR-V, or in the set.
    pub number: u32,
    /// The set of extended instructions that it belongs to, if it is none of SPIR-V's own.
    pub set: Option<Atom>,
    /// What each parameter of the function is to it.
    pub operands: Vec<InlineOperand>,
}

/// An operand of such an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InlineOperand {
    Value,
    /// The place of the argument.
    Reference,
    /// The number of the argument is part of the instruction.
    Literal,
}

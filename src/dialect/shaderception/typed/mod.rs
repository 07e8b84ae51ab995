//! The translator to typed code.
//!
//! **In**: a linked program.
//! **Out**: a typed program with static widths, its HLSL, its value on the CPU.
//! **Never**: evaluates while it translates.

mod cleanup;
mod dynamic;
mod expression;
mod hlsl;
mod interpret;
mod ir;
mod print;
mod scope;
mod steps;
mod translate;

pub use hlsl::hlsl;
pub use interpret::Interpreter;
pub use ir::{Body, Code, Kind, Shape, Slot, SlotInfo, TypedProgram, Value};
pub use translate::translate;

/// What becomes of widths that are only known while a program runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DynamicWidths {
    /// Values carry their width.
    #[default]
    Auto,
    /// An error.
    Error,
}

/// The colour of a value of less than four lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputFill {
    /// Missing lanes are 0.
    #[default]
    Zero,
    /// One lane is grey, missing blue is 0 and alpha 1; from linear to sRGB.
    Cross,
}

/// How a program is translated.
#[derive(Clone, Copy, Debug)]
pub struct TypedOptions {
    pub dynamic: DynamicWidths,
    pub output: OutputFill,
    /// Back edges of a pixel after which it ends and is black, as past the jump budget of the machine; 0: no bound.
    pub loop_guard: u32,
}

impl Default for TypedOptions {
    fn default() -> TypedOptions {
        TypedOptions { dynamic: DynamicWidths::Auto, output: OutputFill::Zero, loop_guard: 2000 }
    }
}

//! SPIR-V as it is stored: fewer and more regular bytes for the compressor, restored byte for byte.
//!
//! In the manner of Aras Pranckevičius' SMOL-V (small codes for opcodes, ids relative to where they stand,
//! variable-length numbers), with two differences: what is declared outside functions is written by a hash of its
//! declaration ([`Model`]), and result types that follow from an operand are not written. FORMAT.md has the bytes.
//!
//! **In**: what was stored of a module, and the module's length.
//! **Out**: the module.
//! **Never**: condenses (that is the writer's half, in uberc), or understands more of a module than which words are
//! ids.

mod decode;
pub mod grammar;
mod model;

pub use decode::Restorer;
pub use model::Model;

/// First word of a module.
pub const MAGIC: u32 = 0x0723_0203;
/// Words before the first instruction: magic, version, generator, bound, schema.
pub const HEADER_WORDS: usize = 5;

/// Codes from here to [`grammar::NO_CODE`] are prefixes: what follows is not as expected.
pub const PREFIX: u8 = 0xF0;
/// Bit of a prefix: the number of operands is written.
pub const LENGTH: u8 = 1;
/// Bit of a prefix: the result is not the next id; the difference is written.
pub const RESULT: u8 = 2;
/// Bit of a prefix: the type does not follow from an operand.
pub const EXPLICIT_TYPE: u8 = 4;
/// All remaining words follow as they are: what no instruction is.
pub const RAW: u8 = 0xF9;

/// Small numbers for small differences of either sign.
#[inline]
pub fn zigzag(difference: u32) -> u32 {
    let difference = difference.cast_signed();
    (difference << 1 ^ difference >> 31).cast_unsigned()
}

/// The other direction of [`zigzag`].
#[inline]
pub fn unzigzag(number: u32) -> u32 {
    number >> 1 ^ (number & 1).wrapping_neg()
}

/// Whether a string's last byte, a zero, is in this word.
#[inline]
pub fn ends_text(word: u32) -> bool {
    word.to_le_bytes().contains(&0)
}

//! Not-a-number as Direct3D has it: NaN differs from every number, itself included (shaders test for it with `x != x`),
//! and `min`, `max`, `clamp` and `saturate` of it give the other operand. naga writes instructions that are false or
//! undefined for NaN. The replacements have the same length, so that the words are changed where they stand.

use rspirv::spirv::{GlslStd450Op, Op};

use crate::compile::spirv::words;

/// The words of `"GLSL.std.450"` without the terminator.
const GLSL_STD_450: [u32; 3] = [0x4c53_4c47, 0x6474_732e, 0x3035_342e];

/// Replaces the instructions in a module's words.
pub fn set_semantics(module: &mut [u32]) {
    let mut glsl = None;
    let mut at = words::HEADER;
    while let Some(instruction) = module.get_mut(at..) {
        let Some(word) = instruction.first_mut() else { return };
        let (length, opcode) = (words::length(*word).max(1), words::opcode(*word));
        if opcode == Op::FOrdNotEqual as u32 {
            *word = (length as u32) << 16 | Op::FUnordNotEqual as u32;
        } else if opcode == Op::ExtInstImport as u32 {
            if instruction.get(2..5) == Some(&GLSL_STD_450) {
                glsl = instruction.get(1).copied();
            }
        } else if opcode == Op::ExtInst as u32
            && instruction.get(3).copied() == glsl
            && let Some(function) = instruction.get_mut(4)
        {
            *function = match GlslStd450Op::from_u32(*function) {
                Some(GlslStd450Op::FMin) => GlslStd450Op::NMin as u32,
                Some(GlslStd450Op::FMax) => GlslStd450Op::NMax as u32,
                Some(GlslStd450Op::FClamp) => GlslStd450Op::NClamp as u32,
                _ => *function,
            };
        }
        at += length;
    }
}

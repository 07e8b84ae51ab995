//! Listings of programs.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{Instruction, Program};
use crate::diag::Sources;
use crate::dialect::shaderception::builtins;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListingStyle {
    /// Slots, decoded operands, labels, depths of the stack.
    Full,
    /// `MNEMONIC operand` alone.
    Plain,
}

/// One line for each instruction. `sources` are those of the program's places.
pub fn disassemble(program: &Program, style: ListingStyle, sources: Option<&Sources>) -> String {
    let mut out = String::new();
    let mut targets = BTreeSet::new();
    for instruction in &program.instructions {
        if let Instruction::Jump(slot) | Instruction::CondJump(slot) = instruction {
            targets.insert(*slot);
        }
    }
    let mut depth: u32 = 0;
    let mut last_line = 0;
    for (at, instruction) in program.instructions.iter().enumerate() {
        if style == ListingStyle::Plain {
            _ = writeln!(out, "{} {}", instruction.mnemonic(), plain(instruction));
            continue;
        }
        if let (Some(sources), Some(span)) = (sources, program.places.get(at)) {
            let file = sources.get(span.file);
            let line = file.position(span.start).line;
            if line != last_line {
                let text = file.line_span(line);
                _ = writeln!(out, "; line {line}: {}", &file.text[text.start as usize..text.end as usize]);
                last_line = line;
            }
        }
        let slot = 2 * at as u32;
        if targets.contains(&slot) {
            _ = writeln!(out, "L{slot}:");
        }
        let (taken, given) = super::stack_effect(instruction);
        depth = depth.saturating_sub(taken) + given;
        let text = format!("{} {}", instruction.mnemonic(), decoded(instruction, program));
        _ = writeln!(out, "{slot:>4}  {text:<40} ; {depth}");
    }
    let end = 2 * program.instructions.len() as u32;
    if style == ListingStyle::Full && targets.contains(&end) {
        _ = writeln!(out, "L{end}:");
    }
    out
}

fn lanes(lanes: &[u32; 4]) -> String {
    let all: Vec<String> = lanes.iter().map(|bits| lane(*bits)).collect();
    format!("({})", all.join(", "))
}

/// A float that reads back to the same bits.
fn lane(bits: u32) -> String {
    let value = f32::from_bits(bits);
    match bits {
        super::NO_LANE => "NaN".to_owned(),
        _ if value.is_finite() => format!("{value}"),
        _ => format!("0x{bits:08x}"),
    }
}

fn plain(instruction: &Instruction) -> String {
    match instruction {
        Instruction::PushConst(value) => lanes(value),
        Instruction::Binary(op) => op.code().to_string(),
        Instruction::Unary(op) => op.code().to_string(),
        Instruction::SetVar(register, None) => register.to_string(),
        Instruction::SetVar(register, Some(mask)) => format!("{register} {mask}"),
        Instruction::PushVar(value)
        | Instruction::Call(value)
        | Instruction::Jump(value)
        | Instruction::CondJump(value)
        | Instruction::Unknown(value)
        | Instruction::UnknownBinary(value)
        | Instruction::UnknownUnary(value) => value.to_string(),
    }
}

fn decoded(instruction: &Instruction, program: &Program) -> String {
    let register = |number: &u32| match program.registers.get(*number as usize) {
        Some(name) => format!("r{number} [{name}]"),
        None => format!("r{number}"),
    };
    match instruction {
        Instruction::PushConst(value) => lanes(value),
        Instruction::Binary(op) => op.text().to_owned(),
        Instruction::Unary(op) => op.text().to_owned(),
        Instruction::Call(id) => match builtins::by_id(*id) {
            Some(builtin) => format!("{} ({id})", builtin.name),
            None => format!("{id}"),
        },
        Instruction::PushVar(number) => register(number),
        Instruction::SetVar(number, None) => register(number),
        Instruction::SetVar(number, Some(mask)) => {
            let digits = mask.to_string();
            let letters = digits.bytes().map(|digit| ['x', 'y', 'z', 'w'][usize::from(digit - b'1').min(3)]);
            format!("{}.{}", register(number), letters.collect::<String>())
        }
        Instruction::Jump(slot) | Instruction::CondJump(slot) => format!("L{slot}"),
        Instruction::Unknown(number) | Instruction::UnknownBinary(number) | Instruction::UnknownUnary(number) => {
            number.to_string()
        }
    }
}

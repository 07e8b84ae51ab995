//! Listings of both styles back to programs.

use super::image::{MOST_INSTRUCTIONS, SLOTS, is_mask};
use super::{Instruction, MNEMONICS, NO_LANE, Program, REGISTERS};
use crate::diag::{Diagnostic, SourceFile, Span};
use crate::dialect::shaderception::ast::{BinaryOp, UnaryOp};
use crate::dialect::shaderception::builtins;

/// The program of a listing.
///
/// # Errors
/// A line that is no instruction, with its place.
pub fn assemble(file: &SourceFile) -> Result<Program, Vec<Diagnostic>> {
    let mut program = Program::default();
    let mut wrong = Vec::new();
    let mut labels: Vec<(u32, usize, Span)> = Vec::new();
    for number in 1..=file.line_count() {
        let span = file.line_span(number);
        let text = &file.text[span.start as usize..span.end as usize];
        let text = text.split(';').next().unwrap_or_default().trim();
        let label = text.strip_suffix(':').and_then(|label| label.strip_prefix('L')?.parse::<u32>().ok());
        if text.is_empty() {
            continue;
        }
        if let Some(label) = label {
            labels.push((label, program.instructions.len(), span));
            continue;
        }
        match instruction(text) {
            Ok(_) if program.instructions.len() == MOST_INSTRUCTIONS => {
                wrong.push(mistake(span, &format!("more than {MOST_INSTRUCTIONS} instructions")));
                break;
            }
            Ok(instruction) => program.instructions.push(instruction),
            Err(message) => wrong.push(mistake(span, &message)),
        }
    }
    // The number of a label is a slot. Where lines were added or removed they disagree.
    let moved = labels.iter().filter(|(label, at, _)| *label as usize != 2 * at && wrong.is_empty());
    let moved: Vec<Diagnostic> =
        moved.map(|(label, at, span)| mistake(*span, &format!("label L{label} stands at slot {}", 2 * at))).collect();
    wrong.extend(moved);
    if wrong.is_empty() { Ok(program) } else { Err(wrong) }
}

fn mistake(span: Span, message: &str) -> Diagnostic {
    Diagnostic::error("psl/asm", message).at(span).help("Write lines as `uberc psl dis` prints them.")
}

fn instruction(text: &str) -> Result<Instruction, String> {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (mnemonic, operand) = match first.bytes().all(|byte| byte.is_ascii_digit()) {
        true => rest.trim().split_once(char::is_whitespace).unwrap_or((rest.trim(), "")),
        false => (first, rest),
    };
    let operand = operand.trim();
    let at = MNEMONICS.iter().position(|known| *known == mnemonic);
    let wrong = || format!("wrong operand of {mnemonic}");
    let number = || operand.parse::<u32>().ok();
    let Some(at) = at else { return Err(format!("unknown instruction `{}`", mnemonic.escape_debug())) };
    let read = match at + 1 {
        1 => constant(operand).map(Instruction::PushConst),
        2 => register(operand).filter(|(_, mask)| mask.is_none()).map(|(number, _)| Instruction::PushVar(number)),
        3 => BinaryOp::ALL
            .into_iter()
            .find(|op| op.text() == operand || number() == Some(op.code()))
            .map(Instruction::Binary),
        4 => UnaryOp::ALL
            .into_iter()
            .find(|op| op.text() == operand || number() == Some(op.code()))
            .map(Instruction::Unary),
        5 => {
            let id = operand.split_once('(').and_then(|(_, id)| id.strip_suffix(')')?.parse().ok()).or_else(number);
            id.filter(|id| builtins::by_id(*id).is_some()).map(Instruction::Call)
        }
        6 => register(operand).map(|(number, mask)| Instruction::SetVar(number, mask)),
        kind => {
            let slot = operand.strip_prefix('L').unwrap_or(operand).parse::<u32>().ok();
            let slot = slot.filter(|slot| slot.is_multiple_of(2) && *slot as usize <= SLOTS);
            slot.map(|slot| if kind == 7 { Instruction::Jump(slot) } else { Instruction::CondJump(slot) })
        }
    };
    read.ok_or_else(wrong)
}

fn constant(operand: &str) -> Option<[u32; 4]> {
    let inner = operand.strip_prefix('(')?.strip_suffix(')')?;
    let lanes: Vec<u32> = inner.split(',').map(|lane| bits(lane.trim())).collect::<Option<_>>()?;
    lanes.try_into().ok()
}

fn bits(text: &str) -> Option<u32> {
    if text == "NaN" {
        return Some(NO_LANE);
    }
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse::<f32>().ok().map(f32::to_bits),
    }
}

/// `3 21`, `r3`, `r3.yx`, `r3 [name].yx`.
fn register(operand: &str) -> Option<(u32, Option<u32>)> {
    let (number, mask) = match operand.strip_prefix('r') {
        None => {
            let (number, mask) = operand.split_once(' ').unwrap_or((operand, ""));
            (number, (!mask.is_empty()).then_some(mask.to_owned()))
        }
        Some(rest) => {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let tail = rest[end..].trim();
            let tail = tail.find(']').map_or(tail, |close| &tail[close + 1..]);
            let digits = tail.strip_prefix('.').map(|letters| {
                letters.chars().map(|letter| "xyzw".find(letter).map_or('0', |at| ['1', '2', '3', '4'][at])).collect()
            });
            if !tail.is_empty() && digits.is_none() {
                return None;
            }
            (&rest[..end], digits)
        }
    };
    let number = number.parse::<u32>().ok().filter(|number| *number < REGISTERS)?;
    match mask {
        None => Some((number, None)),
        Some(digits) => digits.trim().parse().ok().filter(|digits| is_mask(*digits)).map(|mask| (number, Some(mask))),
    }
}

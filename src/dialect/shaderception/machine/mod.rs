//! The stack machine on the CPU.
//!
//! **In**: a program, what a pixel sees.
//! **Out**: its colour, counters, a trace; pictures.
//! **Never**: compiles, or writes a file.

mod encode;
mod environment;
mod functions;
mod picture;

pub use encode::{Encoding, from_png, to_byte, to_bytes, to_png};
pub use environment::{Environment, Image};
pub use functions::{Value, call, combine, evaluate, of_lanes, pad, spread, width_of};
pub use picture::{Filter, Frames, Picture, draw, draw_with};

use std::fmt::Write;

use super::ast::UnaryOp;
use super::bytecode::{Instruction, JUMP_BUDGET, Program, REGISTERS, STACK};

/// A lane that a value does not have.
const NONE: f32 = f32::from_bits(super::bytecode::NO_LANE);

/// What one run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    pub steps: u64,
    pub jumps: u32,
    /// The most values on the stack at the same time.
    pub stack: u32,
}

/// The state of one pixel's run. It is reused, because 256 registers are cleared for each pixel.
#[derive(Debug)]
pub struct Machine {
    registers: Vec<Value>,
    stack: Vec<Value>,
    /// Values pushed and not popped; counts also those that found no place.
    top: u32,
    /// Lines of the trace, if one is kept.
    pub trace: Option<String>,
}

impl Default for Machine {
    fn default() -> Machine {
        Machine {
            registers: vec![[0.0; 4]; REGISTERS as usize],
            stack: vec![[0.0; 4]; STACK as usize],
            top: 0,
            trace: None,
        }
    }
}

impl Machine {
    /// A machine that keeps a line of text for each step.
    pub fn with_trace() -> Machine {
        Machine { trace: Some(String::new()), ..Machine::default() }
    }

    fn push(&mut self, value: Value) {
        if let Some(place) = self.stack.get_mut(self.top as usize) {
            *place = value;
        }
        self.top += 1;
    }

    fn pop(&mut self) -> Value {
        if self.top == 0 {
            return [0.0; 4];
        }
        self.top -= 1;
        self.stack[(self.top % STACK) as usize]
    }

    /// Runs a program for the pixel at `uv`; lanes that are not numbers are 0 in the result.
    pub fn run(&mut self, program: &Program, environment: &Environment<'_>, uv: [f32; 2]) -> (Value, Counters) {
        let used = program.registers.len();
        let used = if used == 0 { REGISTERS as usize } else { used.min(REGISTERS as usize) };
        self.registers[..used].fill([0.0; 4]);
        self.top = 0;
        let mut counters = Counters::default();
        let mut at = 0;
        while let Some(instruction) = program.instructions.get(at) {
            if counters.jumps > JUMP_BUDGET {
                break;
            }
            counters.steps += 1;
            let mut next = at + 1;
            if let Some(target) = self.step(instruction, environment, uv) {
                counters.jumps += 1;
                next = target as usize / 2;
            }
            counters.stack = counters.stack.max(self.top);
            if self.trace.is_some() {
                self.note(at, instruction);
            }
            at = next;
        }
        let result = self.pop().map(|lane| if lane.is_nan() { 0.0 } else { lane });
        (result, counters)
    }

    /// One instruction; the slot to go to if it jumps.
    fn step(&mut self, instruction: &Instruction, environment: &Environment<'_>, uv: [f32; 2]) -> Option<u32> {
        match *instruction {
            Instruction::PushConst(lanes) => self.push(lanes.map(f32::from_bits)),
            Instruction::PushVar(register) => {
                let value = self.registers[(register % REGISTERS) as usize];
                self.push(value);
            }
            Instruction::Binary(op) => {
                let right = self.pop();
                let left = self.pop();
                self.push(combine(op, left, right));
            }
            Instruction::Unary(op) => {
                let value = self.pop();
                self.push(value.map(|lane| match op {
                    UnaryOp::Plus => lane,
                    UnaryOp::Negate => -lane,
                    UnaryOp::Not if lane.is_nan() => lane,
                    UnaryOp::Not => f32::from(u8::from(lane == 0.0)),
                }));
            }
            Instruction::Call(id) => {
                let arity = super::builtins::by_id(id).map_or(0, |builtin| usize::from(builtin.arity));
                let mut operands = [[0.0; 4]; 4];
                for place in operands[..arity].iter_mut().rev() {
                    *place = self.pop();
                }
                self.push(call(id, &operands[..arity], environment, uv));
            }
            Instruction::SetVar(register, mask) => {
                let value = self.pop();
                let place = &mut self.registers[(register % REGISTERS) as usize];
                match mask {
                    None => *place = value,
                    Some(mask) => write_lanes(place, value, mask),
                }
            }
            Instruction::UnknownBinary(_) => {
                let width = width_of(self.pop()).max(width_of(self.pop()));
                self.push(spread([0.0; 4], width));
            }
            Instruction::UnknownUnary(_) => {
                let value = self.pop();
                self.push(value);
            }
            Instruction::Unknown(_) => {}
            Instruction::Jump(slot) => return Some(slot),
            // NaN differs from 0.
            Instruction::CondJump(slot) => return (self.pop()[0] == 0.0).then_some(slot),
        }
        None
    }

    fn note(&mut self, at: usize, instruction: &Instruction) {
        let used = self.registers.iter().rposition(|value| *value != [0.0; 4]).map_or(0, |last| last + 1);
        let shown = |value: &Value| {
            let lanes: Vec<String> = value.iter().filter(|lane| !lane.is_nan()).map(|lane| lane.to_string()).collect();
            format!("({})", lanes.join(" "))
        };
        let stack: String = self.stack[..(self.top.min(STACK)) as usize].iter().map(shown).collect();
        let registers: String =
            self.registers[..used].iter().enumerate().map(|(at, value)| format!(" r{at}={}", shown(value))).collect();
        if let Some(trace) = &mut self.trace {
            _ = writeln!(trace, "{:>4} {:<9} stack {stack} registers{registers}", 2 * at, instruction.mnemonic());
        }
    }
}

/// Writes lane k of a value to the lane that digit k of the mask names.
pub fn write_lanes(place: &mut Value, value: Value, mask: u32) {
    let mut divisor = 1000;
    let mut lane = 0;
    while divisor > 0 {
        let digit = (mask / divisor) % 10;
        divisor /= 10;
        if digit == 0 {
            continue;
        }
        if let (Some(to), Some(from)) = (place.get_mut(digit as usize - 1), value.get(lane)) {
            *to = if from.is_nan() { 0.0 } else { *from };
        }
        lane += 1;
    }
}

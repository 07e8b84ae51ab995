//! The typed program on the CPU: the same numbers as its HLSL, without a compiler.

use super::TypedOptions;
use super::ir::{Code, Kind, Shape, TypedProgram, Value};
use crate::dialect::shaderception::ast::UnaryOp;
use crate::dialect::shaderception::builtins::{self, ResultWidth};
use crate::dialect::shaderception::machine::{Counters, Environment, evaluate, of_lanes};
use crate::dialect::shaderception::widths::Width;

/// Lanes, and how many there are; lanes behind are 0.
type Lanes = ([f32; 4], u8);

/// The state of one pixel.
#[derive(Debug)]
pub struct Interpreter<'a> {
    program: &'a TypedProgram,
    guard: u32,
    slots: Vec<Lanes>,
    rounds: u32,
    environment: Environment<'a>,
    uv: [f32; 2],
}

impl<'a> Interpreter<'a> {
    pub fn new(program: &'a TypedProgram, options: &TypedOptions, environment: Environment<'a>) -> Interpreter<'a> {
        let slots = vec![([0.0; 4], 4); program.slots.len()];
        Interpreter { program, guard: options.loop_guard, slots, rounds: 0, environment, uv: [0.0; 2] }
    }

    /// The colour of the pixel at `uv`; lanes that are not numbers are 0. Jumps are rounds of loops; past the guard
    /// it is black, as where the machine ends without a value.
    pub fn run(&mut self, uv: [f32; 2]) -> ([f32; 4], Counters) {
        for (slot, info) in self.slots.iter_mut().zip(&self.program.slots) {
            *slot = ([0.0; 4], if let Shape::Lanes(lanes) = info.shape { lanes } else { 4 });
        }
        self.rounds = 0;
        self.uv = uv;
        let program = self.program;
        let Some(main) = program.bodies.last() else { return ([0.0; 4], Counters::default()) };
        self.code(&main.code);
        let result = main.result.as_ref().map_or([0.0; 4], |value| self.value(value).0);
        let counters = Counters { steps: 0, jumps: self.rounds, stack: 0 };
        if self.guard != 0 && self.rounds > self.guard {
            return ([0.0; 4], counters);
        }
        (result.map(|lane| if lane.is_nan() { 0.0 } else { lane }), counters)
    }

    fn code(&mut self, code: &[Code]) {
        for part in code {
            match part {
                Code::Set { slot, value, .. } => self.slots[*slot] = self.value(value),
                Code::SetLanes { slot, lanes, value, .. } => {
                    let (value, _) = self.value(value);
                    let place = &mut self.slots[*slot];
                    for (lane, value) in lanes.iter().zip(value) {
                        place.0[usize::from(*lane) - 1] = value;
                        place.1 = place.1.max(*lane);
                    }
                }
                Code::If { condition, then, otherwise, .. } => {
                    let is_true = self.value(condition).0[0] != 0.0;
                    self.code(if is_true { then } else { otherwise });
                }
                Code::Loop { head, condition, body, .. } => loop {
                    self.code(head);
                    if self.value(condition).0[0] == 0.0 {
                        break;
                    }
                    self.rounds = self.rounds.saturating_add(1);
                    if self.guard != 0 && self.rounds > self.guard {
                        break;
                    }
                    self.code(body);
                },
                Code::Call { result, body, arguments, .. } => {
                    let program = self.program;
                    let body = &program.bodies[*body];
                    let given: Vec<Lanes> = arguments.iter().map(|argument| self.value(argument)).collect();
                    for (param, value) in body.params.iter().zip(given) {
                        self.slots[*param] = value;
                    }
                    self.code(&body.code);
                    if let (Some(slot), Some(value)) = (result, &body.result) {
                        self.slots[*slot] = self.value(value);
                    }
                }
            }
        }
    }

    fn value(&self, value: &Value) -> Lanes {
        let fixed = value.width.known();
        let (lanes, width) = match &value.kind {
            Kind::Number(number) => ([*number, 0.0, 0.0, 0.0], 1),
            // Branches are 0 or 1 before.
            Kind::Branch(_) => ([0.0; 4], 1),
            Kind::Slot(slot) => self.slots[*slot],
            Kind::Unary(op, operand) => {
                let (lanes, width) = self.value(operand);
                let lanes = lanes.map(|lane| match op {
                    UnaryOp::Negate => -lane,
                    UnaryOp::Plus => lane,
                    UnaryOp::Not => f32::from(u8::from(lane == 0.0)),
                });
                (lanes, width)
            }
            Kind::Binary(op, left, right) => {
                let ((left, l), (right, r)) = (self.value(left), self.value(right));
                let (left, right) = (spread(left, l, r), spread(right, r, l));
                let width = match (l, r) {
                    (1, _) => r,
                    (_, 1) => l,
                    _ if op.is_arithmetic() => l.min(r),
                    _ => l.max(r),
                };
                // A missing lane is no number: only `!=` and logic see it.
                let lane = |lanes: [f32; 4], has: u8, other: u8, at: usize| {
                    let is_missing = at >= usize::from(if has == 1 { other } else { has });
                    if is_missing { f32::NAN } else { lanes[at] }
                };
                ([0, 1, 2, 3].map(|at| of_lanes(*op, lane(left, l, r, at), lane(right, r, l, at))), width)
            }
            Kind::Builtin(id, operands) => self.builtin(*id, operands),
            Kind::Swizzle(operand, lanes) => {
                let (from, _) = self.value(operand);
                let lane = |at: usize| lanes.get(at).and_then(|lane| from.get(usize::from(*lane).wrapping_sub(1)));
                ([0, 1, 2, 3].map(|at| lane(at).copied().unwrap_or(0.0)), lanes.len() as u8)
            }
            Kind::Spread(operand) => ([self.value(operand).0[0]; 4], 4),
            Kind::Extend(operand) | Kind::ToDynamic(operand) => self.value(operand),
            Kind::Pad(operand) => {
                let (lanes, width) = self.value(operand);
                (spread(lanes, width, 4), 4)
            }
        };
        let width = fixed.unwrap_or(width);
        ([0, 1, 2, 3].map(|at| if at < usize::from(width) { lanes[at] } else { 0.0 }), width)
    }

    fn builtin(&self, id: u8, operands: &[Value]) -> Lanes {
        let mut lanes = [[0.0; 4]; 4];
        let given: Vec<Lanes> = operands.iter().map(|operand| self.value(operand)).collect();
        let widest = given.iter().map(|(_, width)| *width).max().unwrap_or(0);
        let is_dynamic = operands.iter().any(|operand| operand.width == Width::Dynamic);
        for (place, (value, width)) in lanes.iter_mut().zip(&given) {
            *place = *value;
            if is_dynamic && given.len() > 1 {
                let wide = spread(*value, *width, widest);
                *place = [0, 1, 2, 3].map(|at| if at < usize::from(widest) { wide[at] } else { 0.0 });
            }
            if id == 48 {
                *place = [0, 1, 2, 3].map(|at| if at < usize::from(*width) { value[at] } else { 1.0 });
            }
        }
        let width = match builtins::by_id(u32::from(id)).map(|builtin| builtin.result) {
            Some(ResultWidth::Fixed(width)) if id != builtins::ROUND => width,
            _ => widest,
        };
        (evaluate(id, &lanes, &self.environment, self.uv), width)
    }
}

/// One lane in all lanes, if the other operand has more.
fn spread(lanes: [f32; 4], has: u8, other: u8) -> [f32; 4] {
    if has == 1 && other != 1 { [lanes[0]; 4] } else { lanes }
}

/// The lanes of a value before it was extended to four.
pub fn own_lanes(value: &Value) -> u8 {
    match &value.kind {
        Kind::Extend(operand) => operand.width.known().unwrap_or(4),
        _ => value.width.known().unwrap_or(4),
    }
}

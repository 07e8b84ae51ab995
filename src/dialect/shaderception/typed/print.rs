//! Typed code as HLSL.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::ir::{Body, Code, Kind, Shape, Slot, TypedProgram, Value};
use crate::diag::{PlaceMap, Span};
use crate::dialect::shaderception::ast::{BinaryOp, UnaryOp};
use crate::dialect::shaderception::builtins;
use crate::dialect::shaderception::formulas;
use crate::dialect::shaderception::widths::{Known, Width};

/// Text with the places of its lines, and what it needs beside it.
#[derive(Debug, Default)]
pub struct Writer {
    pub text: String,
    pub places: PlaceMap,
    pub needs: Needs,
    pub loop_guard: u32,
}

/// Helpers and inputs that the text uses.
#[derive(Debug, Default)]
pub struct Needs {
    /// Built-in functions by number, with the widths of their operands; 0 for dynamic ones.
    pub builtins: BTreeSet<(u8, u8)>,
    /// Operators on dynamic values.
    pub operators: BTreeSet<u32>,
    pub unary: bool,
    /// Values with their number of lanes.
    pub dynamic: bool,
    pub branches: BTreeSet<String>,
    pub guard: bool,
}

/// The type of a value.
pub fn type_of(width: Width) -> &'static str {
    match width {
        Known(lanes) => ["float", "float", "float2", "float3", "float4"][usize::from(lanes.min(4))],
        _ => "PslDynamic",
    }
}

pub fn width_of(shape: Shape) -> Width {
    match shape {
        Shape::Lanes(lanes) => Known(lanes),
        Shape::Padded => Known(4),
        Shape::Dynamic => Width::Dynamic,
    }
}

pub fn slot_name(program: &TypedProgram, slot: Slot) -> String {
    format!("v{slot}_{}", program.slots[slot].name)
}

pub fn zero_of(width: Width) -> String {
    match width {
        Known(1) => "0.0".to_owned(),
        Known(_) => format!("({})0.0", type_of(width)),
        _ => "(PslDynamic)0".to_owned(),
    }
}

/// A number as HLSL reads it back to the same bits.
pub fn number(value: f32) -> String {
    format!("{value:?}")
}

impl Writer {
    /// The declaration of a body.
    pub fn body(&mut self, program: &TypedProgram, at: usize) {
        let body = &program.bodies[at];
        for slot in body.locals.iter().chain(&body.params) {
            self.needs.dynamic |= program.slots[*slot].shape == Shape::Dynamic;
        }
        let result = body.result.as_ref().map_or("void", |value| type_of(value.width));
        self.needs.dynamic |= result == "PslDynamic";
        let params: Vec<String> = body
            .params
            .iter()
            .map(|slot| format!("{} {}", type_of(width_of(program.slots[*slot].shape)), slot_name(program, *slot)))
            .collect();
        let name = body_name(program, at);
        _ = writeln!(self.text, "{result} {name}({})\n{{", params.join(", "));
        for slot in &body.locals {
            let width = width_of(program.slots[*slot].shape);
            _ = writeln!(self.text, "    {} {} = {};", type_of(width), slot_name(program, *slot), zero_of(width));
        }
        self.code(program, &body.code, 1);
        if let Some(value) = &body.result {
            let value = self.value(program, value);
            _ = writeln!(self.text, "    return {value};");
        }
        self.text.push_str("}\n\n");
    }

    fn line(&mut self, depth: usize, span: Span, line: &str) {
        let start = self.text.len() as u32;
        self.text.push_str(&"    ".repeat(depth));
        self.text.push_str(line);
        self.places.push(start, self.text.len() as u32, span);
        self.text.push('\n');
    }

    fn code(&mut self, program: &TypedProgram, code: &[Code], depth: usize) {
        for part in code {
            match part {
                Code::Set { slot, value, span } => {
                    let value = self.value(program, value);
                    self.line(depth, *span, &format!("{} = {value};", slot_name(program, *slot)));
                }
                Code::SetLanes { slot, lanes, value, span } => {
                    self.set_lanes(program, *slot, lanes, value, *span, depth)
                }
                Code::If { condition, then, otherwise, span } => {
                    let condition = self.condition(program, condition);
                    self.line(depth, *span, &format!("if ({condition})"));
                    self.block(program, then, depth);
                    if !otherwise.is_empty() {
                        self.line(depth, *span, "else");
                        self.block(program, otherwise, depth);
                    }
                }
                Code::Loop { head, condition, body, span } => {
                    self.line(depth, *span, "[loop] for (;;)");
                    self.line(depth, *span, "{");
                    self.code(program, head, depth + 1);
                    let condition = self.condition(program, condition);
                    self.line(depth + 1, *span, &format!("if (!({condition})) break;"));
                    if self.loop_guard != 0 {
                        self.needs.guard = true;
                        let most = self.loop_guard;
                        self.line(depth + 1, *span, &format!("if (++psl_rounds > {most}u) break;"));
                    }
                    self.code(program, body, depth + 1);
                    self.line(depth, *span, "}");
                }
                Code::Call { result, body, arguments, span } => {
                    let arguments: Vec<String> = arguments.iter().map(|value| self.value(program, value)).collect();
                    let call = format!("{}({});", body_name(program, *body), arguments.join(", "));
                    let target = result.map(|slot| format!("{} = ", slot_name(program, slot))).unwrap_or_default();
                    self.line(depth, *span, &format!("{target}{call}"));
                }
            }
        }
    }

    fn block(&mut self, program: &TypedProgram, code: &[Code], depth: usize) {
        self.text.push_str(&"    ".repeat(depth));
        self.text.push_str("{\n");
        self.code(program, code, depth + 1);
        self.text.push_str(&"    ".repeat(depth));
        self.text.push_str("}\n");
    }

    fn set_lanes(&mut self, program: &TypedProgram, slot: Slot, lanes: &[u8], value: &Value, span: Span, depth: usize) {
        let name = slot_name(program, slot);
        let value = self.value(program, value);
        let is_repeated = (1..lanes.len()).any(|at| lanes[..at].contains(&lanes[at]));
        let target = match program.slots[slot].shape {
            Shape::Dynamic => format!("{name}.lanes"),
            _ => name.clone(),
        };
        if program.slots[slot].shape == Shape::Lanes(1) {
            let last = lanes.len() - 1;
            let value = if lanes.len() == 1 { value } else { format!("({value}).{}", letters(&[last as u8 + 1])) };
            self.line(depth, span, &format!("{name} = {value};"));
        } else if is_repeated {
            for (at, lane) in lanes.iter().enumerate() {
                let line = format!("{target}.{} = ({value}).{};", letters(&[*lane]), letters(&[at as u8 + 1]));
                self.line(depth, span, &line);
            }
        } else {
            self.line(depth, span, &format!("{target}.{} = {value};", letters(lanes)));
        }
        if program.slots[slot].shape == Shape::Dynamic {
            let top = lanes.iter().copied().max().unwrap_or(1);
            self.line(depth, span, &format!("{name}.width = max({name}.width, {top}u);"));
        }
    }

    /// Whether a value of one lane differs from 0.
    fn condition(&mut self, program: &TypedProgram, value: &Value) -> String {
        match &value.kind {
            Kind::Branch(name) => {
                self.needs.branches.insert(name.clone());
                name.clone()
            }
            Kind::Unary(UnaryOp::Not, operand) => format!("!({})", self.condition(program, operand)),
            Kind::Binary(op, left, right) if value.width == Known(1) && left.width == Known(1) => match op {
                BinaryOp::And | BinaryOp::Or => {
                    format!("({}) {} ({})", self.condition(program, left), op.text(), self.condition(program, right))
                }
                op if !op.is_arithmetic() => {
                    format!("{} {} {}", self.value(program, left), op.text(), self.value(program, right))
                }
                _ => format!("{} != 0.0", self.value(program, value)),
            },
            _ => format!("{} != 0.0", self.value(program, value)),
        }
    }

    /// An expression; one that is not a call or a name is in parentheses.
    pub fn value(&mut self, program: &TypedProgram, value: &Value) -> String {
        let ty = type_of(value.width);
        self.needs.dynamic |= ty == "PslDynamic";
        match &value.kind {
            Kind::Number(value) => number(*value),
            Kind::Branch(name) => {
                self.needs.branches.insert(name.clone());
                format!("({name} ? 1.0 : 0.0)")
            }
            Kind::Slot(slot) => slot_name(program, *slot),
            Kind::Unary(op, operand) => {
                let inner = self.value(program, operand);
                match (op, value.width) {
                    (UnaryOp::Plus, _) => inner,
                    (UnaryOp::Negate, Known(_)) => format!("(-{inner})"),
                    (UnaryOp::Not, Known(_)) => format!("(({ty})({inner} == 0.0))"),
                    (op, _) => {
                        self.needs.unary = true;
                        let name = if *op == UnaryOp::Negate { "psl_negate" } else { "psl_not" };
                        format!("{name}({inner})")
                    }
                }
            }
            Kind::Binary(op, left, right) => {
                let is_dynamic = left.width == Width::Dynamic;
                let (left, right) = (self.value(program, left), self.value(program, right));
                if is_dynamic {
                    self.needs.operators.insert(op.code());
                    return format!("psl_operator{}({left}, {right})", op.code());
                }
                match op {
                    op if op.is_arithmetic() => format!("({left} {} {right})", op.text()),
                    BinaryOp::And => format!("(({ty})({left} != 0.0) * ({ty})({right} != 0.0))"),
                    BinaryOp::Or => format!("max(({ty})({left} != 0.0), ({ty})({right} != 0.0))"),
                    op => format!("(({ty})({left} {} {right}))", op.text()),
                }
            }
            Kind::Swizzle(operand, lanes) => self.swizzle(program, operand, lanes),
            Kind::Spread(operand) => format!("(({ty}){})", self.value(program, operand)),
            Kind::Extend(operand) => self.extend(program, operand, value.width.known().unwrap_or(4)),
            Kind::Pad(operand) => format!("psl_pad({}, 4u)", self.value(program, operand)),
            Kind::ToDynamic(operand) => {
                let lanes = operand.width.known().unwrap_or(4);
                let inner = self.extend(program, operand, 4);
                format!("psl_dynamic({inner}, {lanes}u)")
            }
            Kind::Builtin(id, operands) => self.builtin(program, *id, operands),
        }
    }

    fn extend(&mut self, program: &TypedProgram, operand: &Value, to: u8) -> String {
        let inner = self.value(program, operand);
        let (inner, from) = match operand.width {
            Known(lanes) => (inner, lanes),
            _ => (format!("{inner}.lanes"), 4),
        };
        if from == to {
            return inner;
        }
        if from > to {
            return format!("({inner}).{}", &"xyzw"[..usize::from(to)]);
        }
        let zeros = ", 0.0".repeat(usize::from(to - from));
        format!("{}({inner}{zeros})", type_of(Known(to)))
    }

    fn swizzle(&mut self, program: &TypedProgram, operand: &Value, lanes: &[u8]) -> String {
        let inner = self.value(program, operand);
        let (inner, has) = match operand.width {
            Known(has) => (inner, has),
            _ => (format!("{inner}.lanes"), 4),
        };
        let ty = type_of(Known(lanes.len() as u8));
        if lanes.iter().all(|lane| (1..=has).contains(lane)) {
            return match has {
                1 if lanes.len() == 1 => inner,
                1 => format!("(({ty}){inner})"),
                _ => format!("({inner}).{}", letters(lanes)),
            };
        }
        let parts: Vec<String> = lanes
            .iter()
            .map(|lane| match *lane {
                lane if lane == 0 || lane > has => "0.0".to_owned(),
                _ if has == 1 => inner.clone(),
                lane => format!("({inner}).{}", letters(&[lane])),
            })
            .collect();
        if parts.len() == 1 { parts.concat() } else { format!("{ty}({})", parts.join(", ")) }
    }

    fn builtin(&mut self, program: &TypedProgram, id: u8, operands: &[Value]) -> String {
        let first = operands.first().map_or(0, |operand| operand.width.known().unwrap_or(0));
        let inner: Vec<String> = operands.iter().map(|operand| self.value(program, operand)).collect();
        let name = builtins::by_id(u32::from(id)).map_or("", |builtin| builtin.name);
        let all = inner.join(", ");
        let is_plain = first > 0 && formulas::is_intrinsic(id);
        if is_plain || (26..=28).contains(&id) {
            return format!("{name}({all})");
        }
        self.needs.builtins.insert((id, first));
        format!("psl_{name}({all})")
    }
}

/// `psl_main`, or the name of a function with its number.
pub fn body_name(program: &TypedProgram, at: usize) -> String {
    if at + 1 == program.bodies.len() { "psl_main".to_owned() } else { format!("f{at}_{}", body(program, at).name) }
}

fn body(program: &TypedProgram, at: usize) -> &Body {
    &program.bodies[at]
}

/// Lanes from 1 as letters.
pub fn letters(lanes: &[u8]) -> String {
    lanes.iter().map(|lane| ['x', 'y', 'z', 'w'][usize::from(lane.clamp(&1, &4) - 1)]).collect()
}

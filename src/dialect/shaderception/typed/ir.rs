//! The typed program: structured code, a slot for each width of a variable.

use crate::diag::Span;
use crate::dialect::shaderception::ast::{BinaryOp, UnaryOp};
use crate::dialect::shaderception::linked::Var;
use crate::dialect::shaderception::widths::Width;

pub type Slot = usize;

/// How a slot holds a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// 1 to 4 lanes.
    Lanes(u8),
    /// Four lanes and their number; lanes behind it are 0.
    Dynamic,
    /// The lanes of a dynamic value without their number, for reads that do not need it.
    Padded,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SlotInfo {
    /// The variable, and whether it belongs to a function; `None` for a temporary.
    pub var: Option<Var>,
    pub shape: Shape,
    pub name: String,
    /// It keeps its value between calls, or several functions use it.
    pub is_global: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct TypedProgram {
    pub slots: Vec<SlotInfo>,
    /// Callees come first; the last is the program.
    pub bodies: Vec<Body>,
}

/// An instance of a function, or the program.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    pub name: String,
    pub params: Vec<Slot>,
    pub code: Vec<Code>,
    pub result: Option<Value>,
    /// Slots that only this body uses.
    pub locals: Vec<Slot>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Code {
    Set {
        slot: Slot,
        value: Value,
        span: Span,
    },
    /// Lane k of the value goes to the k-th of `lanes`, from 1.
    SetLanes {
        slot: Slot,
        lanes: Vec<u8>,
        value: Value,
        span: Span,
    },
    If {
        condition: Value,
        then: Vec<Code>,
        otherwise: Vec<Code>,
        span: Span,
    },
    /// `head`, the condition, `body`, and again.
    Loop {
        head: Vec<Code>,
        condition: Value,
        body: Vec<Code>,
        span: Span,
    },
    Call {
        result: Option<Slot>,
        body: usize,
        arguments: Vec<Value>,
        span: Span,
    },
}

/// An expression without effects.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    pub kind: Kind,
    /// Never `Nothing`.
    pub width: Width,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Number(f32),
    Branch(String),
    Slot(Slot),
    Unary(UnaryOp, Box<Value>),
    /// Operands of one known width, or both dynamic.
    Binary(BinaryOp, Box<Value>, Box<Value>),
    /// Operands of one known width, or all dynamic.
    Builtin(u8, Vec<Value>),
    /// Lanes from 1 of a value; 0 where it has none.
    Swizzle(Box<Value>, Vec<u8>),
    /// One lane in all lanes.
    Spread(Box<Value>),
    /// Lanes are added as 0, or left out.
    Extend(Box<Value>),
    /// A dynamic value in four lanes: one lane is spread, missing lanes are 0.
    Pad(Box<Value>),
    /// With its number of lanes.
    ToDynamic(Box<Value>),
}

impl Value {
    pub fn number(value: f32) -> Value {
        Value { kind: Kind::Number(value), width: Width::Known(1) }
    }

    /// Zeros.
    pub fn zero(lanes: u8) -> Value {
        Value::number(0.0).spread(lanes)
    }

    pub fn spread(self, lanes: u8) -> Value {
        if lanes == 1 {
            return self;
        }
        Value { kind: Kind::Spread(Box::new(self)), width: Width::Known(lanes) }
    }

    /// The first lanes; those that are missing are 0.
    pub fn extend(self, lanes: u8) -> Value {
        if self.width == Width::Known(lanes) {
            return self;
        }
        Value { kind: Kind::Extend(Box::new(self)), width: Width::Known(lanes) }
    }

    pub fn to_dynamic(self) -> Value {
        if self.width == Width::Dynamic {
            return self;
        }
        Value { kind: Kind::ToDynamic(Box::new(self)), width: Width::Dynamic }
    }

    /// Cast to a width, as padding operators do: one lane is spread.
    pub fn pad(self, lanes: u8) -> Value {
        match self.width {
            Width::Known(1) => self.spread(lanes),
            Width::Dynamic => Value { kind: Kind::Pad(Box::new(self)), width: Width::Known(4) }.extend(lanes),
            _ => self.extend(lanes),
        }
    }

    /// The operands.
    pub fn parts(&self) -> Vec<&Value> {
        match &self.kind {
            Kind::Number(_) | Kind::Branch(_) | Kind::Slot(_) => Vec::new(),
            Kind::Unary(_, operand)
            | Kind::Swizzle(operand, _)
            | Kind::Spread(operand)
            | Kind::Extend(operand)
            | Kind::Pad(operand)
            | Kind::ToDynamic(operand) => vec![operand],
            Kind::Binary(_, left, right) => vec![left, right],
            Kind::Builtin(_, operands) => operands.iter().collect(),
        }
    }

    /// Calls `visit` with every slot that the value reads.
    pub fn slots(&self, visit: &mut dyn FnMut(Slot)) {
        if let Kind::Slot(slot) = self.kind {
            visit(slot);
        }
        self.parts().into_iter().for_each(|part| part.slots(visit));
    }
}

/// Calls `visit` with every statement, outer ones first.
pub fn walk<'a>(code: &'a [Code], visit: &mut dyn FnMut(&'a Code)) {
    for part in code {
        visit(part);
        match part {
            Code::If { then, otherwise, .. } => {
                walk(then, visit);
                walk(otherwise, visit);
            }
            Code::Loop { head, body, .. } => {
                walk(head, visit);
                walk(body, visit);
            }
            Code::Set { .. } | Code::SetLanes { .. } | Code::Call { .. } => {}
        }
    }
}

/// The values of a statement itself, without those of statements in it.
pub fn values(code: &Code) -> Vec<&Value> {
    match code {
        Code::Set { value, .. } | Code::SetLanes { value, .. } => vec![value],
        Code::If { condition, .. } | Code::Loop { condition, .. } => vec![condition],
        Code::Call { arguments, .. } => arguments.iter().collect(),
    }
}

//! Expressions: operands are cast as the machine would cast them.

use super::ir::{Kind, Value};
use super::translate::Translator;
use crate::diag::Span;
use crate::dialect::shaderception::Semantics;
use crate::dialect::shaderception::ast::BinaryOp;
use crate::dialect::shaderception::builtins::{Builtin, POW, ROUND, ResultWidth};
use crate::dialect::shaderception::bytecode::has_call;
use crate::dialect::shaderception::linked::{Expr, Node};
use crate::dialect::shaderception::widths::{self, Dynamic, Known, Width};

impl Translator<'_> {
    /// An expression of which only lanes are read, not their number.
    pub fn padded(&mut self, expr: &Expr) -> Option<Value> {
        match &expr.node {
            Node::Var(var) => Some(self.read_padded(*var)),
            _ => self.expr(expr),
        }
    }

    /// An expression; `None` if it leaves no value, which was told.
    pub fn expr(&mut self, expr: &Expr) -> Option<Value> {
        let span = expr.span;
        if self.spend(span) {
            return None;
        }
        Some(match &expr.node {
            Node::Empty => return None,
            Node::Number(value) => Value::number(*value),
            Node::Branch(name) => Value { kind: Kind::Branch(name.clone()), width: Known(1) },
            Node::Var(var) => self.read(*var),
            Node::Unary(op, operand) => {
                let operand = self.expr(operand)?;
                let width = operand.width;
                Value { kind: Kind::Unary(*op, Box::new(operand)), width }
            }
            Node::Binary(op, left, right) => {
                let [left, right] = <[Value; 2]>::try_from(self.operands(&[left, right])?).ok()?;
                widths::check_operands(op.text(), &[left.width, right.width], span, self.problems);
                self.binary(*op, left, right)
            }
            Node::Swizzle(operand, lanes) => {
                let value = self.padded(operand)?;
                // The width of a dynamic variable is not what its padded lanes say.
                if !matches!(&operand.node, Node::Var(var) if self.widths[*var] == Dynamic) {
                    widths::check_swizzle(value.width, lanes, span, self.problems);
                }
                let width = Known(lanes.len().max(1) as u8);
                Value { kind: Kind::Swizzle(Box::new(value), lanes.clone()), width }
            }
            Node::Builtin(builtin, arguments) => {
                let arguments = self.operands(&arguments.iter().collect::<Vec<_>>())?;
                self.builtin(builtin, arguments, span)
            }
            Node::Call(callee, arguments) => {
                let arguments = self.operands(&arguments.iter().collect::<Vec<_>>())?;
                return self.call(*callee, arguments, span);
            }
        })
    }

    /// Operands, left to right. One that stands before a call is stored, because the call may change what it reads.
    fn operands(&mut self, list: &[&Expr]) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        for (at, expr) in list.iter().enumerate() {
            let mut value = self.expr(expr)?;
            if list[at + 1..].iter().any(|later| has_call(later)) {
                value = self.spill(value, expr.span);
            }
            values.push(value);
        }
        Some(values)
    }

    /// An operator, as the machine has it.
    pub fn binary(&mut self, op: BinaryOp, left: Value, right: Value) -> Value {
        let make = |left: Value, right: Value, width: Width| Value {
            kind: Kind::Binary(op, Box::new(left), Box::new(right)),
            width,
        };
        match (left.width, right.width) {
            (Known(a), Known(b)) if a == b => make(left, right, Known(a)),
            (Known(1), Known(b)) => make(left.spread(b), right, Known(b)),
            (Known(a), Known(1)) => make(left, right.spread(a), Known(a)),
            (Known(a), Known(b)) if op.is_arithmetic() => {
                let lanes = a.min(b);
                make(left.extend(lanes), right.extend(lanes), Known(lanes))
            }
            // What is compared with a missing lane follows the machine's rules.
            (Known(a), Known(b)) => make(left.to_dynamic(), right.to_dynamic(), Dynamic).extend(a.max(b)),
            _ => make(left.to_dynamic(), right.to_dynamic(), Dynamic),
        }
    }

    fn builtin(&mut self, builtin: &'static Builtin, arguments: Vec<Value>, span: Span) -> Value {
        let given: Vec<Width> = arguments.iter().map(|argument| argument.width).collect();
        widths::check_builtin(builtin, &given, span, self.problems);
        let width = widths::builtin(builtin, &given, Semantics::Sane);
        let make = |arguments, width| Value { kind: Kind::Builtin(builtin.id, arguments), width };
        if builtin.is_constructor() {
            return make(arguments.into_iter().map(|argument| argument.extend(1)).collect(), width);
        }
        if builtin.arity == 0 {
            return make(arguments, width);
        }
        let is_componentwise = builtin.result == ResultWidth::Same || builtin.id == ROUND;
        let is_wide = builtin.pads || builtin.id == POW;
        if !is_componentwise && !is_wide {
            // Positions, and numbers of audio functions: lanes are read, and missing ones are 0.
            let arguments = arguments.into_iter().map(|argument| match (builtin.id, argument.width) {
                (38 | 48 | 49, _) => argument,
                (41 | 45 | 47 | 66..=69, _) => argument.extend(2),
                _ => argument.extend(1),
            });
            return make(arguments.collect(), width);
        }
        match widths::widest(&given) {
            Known(lanes) => {
                let cross = builtin.id == 35;
                let lanes = if cross { 3 } else { lanes };
                let cast = |argument: Value| match argument.width {
                    // The first three lanes of what padding to the widest gives.
                    Known(1) if cross && widths::widest(&given) == Known(1) => argument.extend(3),
                    _ => argument.pad(lanes),
                };
                make(arguments.into_iter().map(cast).collect(), width)
            }
            _ => {
                let arguments: Vec<Value> = arguments.into_iter().map(Value::to_dynamic).collect();
                make(arguments, width)
            }
        }
    }
}

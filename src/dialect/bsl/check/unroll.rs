//! Loops whose rounds are written out.

use std::rc::Rc;

use super::{Checker, JumpTarget, LocalSymbol, Value};
use crate::atom::Atom;
use crate::diag::Span;
use crate::dialect::bsl::ast::{BinaryOperator, Expr, ExprKind, ForStatement, Ident, StatementKind, UnaryOperator};
use crate::dialect::bsl::constant::Constant;
use crate::dialect::bsl::output_tree::{LocalId, Out, OutExpr, OutKind, OutStatement, Rounds, Unrolled};
use crate::dialect::bsl::types::{Scalar, Ty};

/// The rounds of a loop whose number is evaluated.
const MAX_ROUNDS: usize = 64;

/// What the attributes of a loop ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unroll {
    No,
    /// The rounds are evaluated, and at most this many.
    Evaluated {
        limit: usize,
    },
    /// The loop runs as it is, at most this many rounds.
    Rounds(u32),
    Broken,
}

impl Checker<'_> {
    pub fn unroll_of(&mut self, head: &ForStatement) -> Unroll {
        let mut found = Unroll::No;
        for attribute in &head.attributes {
            let name = attribute.name.name;
            let takes = match name.as_str() {
                "unroll" | "gpu::unroll" if attribute.arguments.is_empty() => 0,
                "unroll_n" | "gpu::unroll" | "gpu::unroll_n" | "gpu::unroll_define" => 1,
                "unroll" => 0,
                _ => {
                    if self.check_attribute(attribute, &[]) {
                        self.attribute_misplaced(&name, attribute.name.span);
                    }
                    continue;
                }
            };
            if attribute.arguments.len() != takes {
                let message = format!("`[[{name}]]` takes {takes} arguments");
                self.error("bsl/attribute-arity", message, attribute.name.span);
                found = Unroll::Broken;
                continue;
            }
            if takes == 0 {
                found = Unroll::Evaluated { limit: MAX_ROUNDS };
                continue;
            }
            let argument = &attribute.arguments[0];
            let value = self.expression(argument, None);
            match value.constant.and_then(|constant| constant.as_integer()) {
                Some(count) if (0..=1024).contains(&count) => {
                    found = if name == "gpu::unroll_define" {
                        Unroll::Evaluated { limit: MAX_ROUNDS.min(count as usize) }
                    } else {
                        Unroll::Rounds(count as u32)
                    };
                }
                _ => {
                    if !value.is_broken() {
                        let message = "the number of rounds is a constant from 0 to 1024";
                        self.error("bsl/unroll-not-constant", message, argument.span);
                    }
                    found = Unroll::Broken;
                }
            }
        }
        found
    }

    /// At most `count` rounds, each behind the loop's condition.
    pub fn rounds(&mut self, head: &ForStatement, count: u32, span: Span, out: &mut Vec<OutStatement>) {
        let (first, condition, steps) = self.loop_head(head);
        self.flush_temporaries(out);
        self.body.targets.push(JumpTarget::Unrolled);
        let body = self.body_block(&head.body);
        self.body.targets.pop();
        let rounds = Rounds { count, first, condition, steps, body };
        out.push(OutStatement { kind: OutKind::Rounds(Rc::new(rounds)), span });
    }

    pub fn evaluated_loop(&mut self, head: &ForStatement, limit: usize, span: Span, out: &mut Vec<OutStatement>) {
        let Some((ident, ty, start)) = self.loop_variable(head) else {
            self.body.targets.push(JumpTarget::Unrolled);
            self.body_block(&head.body);
            self.body.targets.pop();
            return;
        };
        let id = self.new_local(ident.name, ty);
        self.declare_local(ident, LocalSymbol::Variable { id, ty, is_const: true, constant: None });
        let values = self.trip(head, ident, ty, start, limit);
        // Other conditions and steps see the variable of the round.
        let (guards, _) = split_conjuncts(head.condition.as_ref(), ident);
        let mut guard: Option<OutExpr> = None;
        for part in guards {
            let value = self.condition(part);
            let joined = match guard {
                None => value.out,
                Some(left) => {
                    OutExpr::new(Out::Binary(BinaryOperator::And, Box::new(left), Box::new(value.out)), part.span)
                }
            };
            guard = Some(joined);
        }
        let mut steps = Vec::new();
        for step in head.steps.iter().filter(|step| stepped(step).is_none_or(|(name, ..)| name != ident.name)) {
            steps.push(self.expression(step, None).out);
        }
        self.flush_temporaries(out);
        self.body.targets.push(JumpTarget::Unrolled);
        let body = self.body_block(&head.body);
        self.body.targets.pop();
        let Some(values) = values else { return };
        let unrolled = Unrolled { variable: id as LocalId, values, guard, other_declarations: Vec::new(), steps, body };
        out.push(OutStatement { kind: OutKind::Unrolled(Rc::new(unrolled)), span });
    }

    /// The variable of the loop, which is one integer with a constant start.
    fn loop_variable(&mut self, head: &ForStatement) -> Option<(Ident, Ty, Constant)> {
        let Some(statement) = &head.first else {
            self.error("bsl/unroll-variable", "the loop declares no variable", head.body.span);
            return None;
        };
        let StatementKind::Declaration(declaration) = &statement.kind else {
            self.error("bsl/unroll-variable", "the loop declares no variable", statement.span);
            return None;
        };
        let [declarator] = declaration.declarators.as_slice() else {
            self.error("bsl/unroll-variable", "the loop declares several variables", statement.span);
            return None;
        };
        let (ty, _) = self.resolve_type(&declaration.ty);
        if ty == Ty::Error {
            return None;
        }
        if !matches!(ty, Ty::Scalar(Scalar::Int | Scalar::Uint))
            || declarator.is_reference
            || !declarator.extents.is_empty()
        {
            let message = format!("the variable of the loop is a `{}`, and not an integer", self.show(ty));
            self.error("bsl/unroll-variable", message, declarator.ident.span);
            return None;
        }
        let Some(initialiser) = &declarator.initialiser else {
            self.error("bsl/unroll-not-constant", "the variable of the loop has no start", declarator.ident.span);
            return None;
        };
        let value = self.initialiser(initialiser, ty);
        if value.is_broken() {
            return None;
        }
        match value.constant {
            Some(constant) => Some((declarator.ident, ty, constant)),
            None => {
                self.error("bsl/unroll-not-constant", "the start of the loop is not constant", initialiser.span);
                None
            }
        }
    }

    /// The values of the variable, one a round.
    fn trip(
        &mut self,
        head: &ForStatement,
        ident: Ident,
        ty: Ty,
        start: Constant,
        limit: usize,
    ) -> Option<Vec<Constant>> {
        let (operator, amount) = self.step_of(head, ident)?;
        let (_, controls) = split_conjuncts(head.condition.as_ref(), ident);
        if controls.is_empty() {
            let span = head.condition.as_ref().map_or(ident.span, |condition| condition.span);
            self.error("bsl/unroll-not-constant", "the loop has no constant end", span);
            return None;
        }
        let scalar = ty.component()?;
        let mut values = Vec::new();
        let mut at = start;
        loop {
            for control in &controls {
                let value = self.with_value(ident, at, control);
                if value.is_broken() {
                    return None;
                }
                match value.constant {
                    Some(constant) if !constant.is_true() => return Some(values),
                    Some(_) => {}
                    None => {
                        self.error("bsl/unroll-not-constant", "the end of the loop is not constant", control.span);
                        return None;
                    }
                }
            }
            if values.len() == limit {
                let message = format!("the loop runs more than {limit} rounds");
                self.error("bsl/unroll-limit", message, ident.span);
                return None;
            }
            values.push(at);
            at = match at.binary(operator, &amount.convert(scalar)) {
                Ok(next) => next,
                Err(_) => {
                    self.error("bsl/unroll-step", "the step of the loop has no value", ident.span);
                    return None;
                }
            };
        }
    }

    /// A condition with the variable's value in its place.
    fn with_value(&mut self, ident: Ident, value: Constant, expr: &Expr) -> Value {
        let symbol = LocalSymbol::Constant(value, value.ty());
        self.body.names.push(super::LocalName { name: ident.name, symbol, span: ident.span });
        let value = self.condition(expr);
        self.body.names.pop();
        value
    }

    fn step_of(&mut self, head: &ForStatement, ident: Ident) -> Option<(BinaryOperator, Constant)> {
        let own: Vec<&Expr> =
            head.steps.iter().filter(|step| stepped(step).is_some_and(|(name, ..)| name == ident.name)).collect();
        let span = head.steps.first().map_or(ident.span, |step| step.span);
        let [step] = own.as_slice() else {
            let message = format!("the loop does not step `{}` once", ident.name);
            self.error("bsl/unroll-step", message, span);
            return None;
        };
        let (_, operator, amount) = stepped(step)?;
        let amount = match amount {
            None => Constant::int(1),
            Some(expr) => {
                let value = self.expression(expr, None);
                if value.is_broken() {
                    return None;
                }
                match value.constant.filter(|constant| constant.as_integer().is_some()) {
                    Some(constant) => constant,
                    None => {
                        self.error("bsl/unroll-not-constant", "the step of the loop is not constant", expr.span);
                        return None;
                    }
                }
            }
        };
        match operator {
            Some(operator) => Some((operator, amount)),
            None => {
                let message = "the step is not one of `++ -- += -= *= /=`";
                self.error("bsl/unroll-step", message, step.span);
                None
            }
        }
    }
}

/// The variable that a step changes, the operator and the amount.
fn stepped(step: &Expr) -> Option<(Atom, Option<BinaryOperator>, Option<&Expr>)> {
    let name = |expr: &Expr| match &expr.kind {
        ExprKind::Path(path) => path.single().map(|ident| ident.name),
        _ => None,
    };
    match &step.kind {
        ExprKind::Unary(operator, operand) | ExprKind::Postfix(operator, operand) => {
            let operator = match operator {
                UnaryOperator::Increment => Some(BinaryOperator::Add),
                UnaryOperator::Decrement => Some(BinaryOperator::Subtract),
                _ => return None,
            };
            Some((name(operand)?, operator, None))
        }
        ExprKind::Assign(operator, left, right) => {
            let allowed = operator.filter(|operator| {
                matches!(
                    operator,
                    BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply | BinaryOperator::Divide
                )
            });
            Some((name(left)?, allowed, Some(right)))
        }
        _ => None,
    }
}

/// The parts of a condition without the variable, and those that end the loop by its value.
fn split_conjuncts(condition: Option<&Expr>, ident: Ident) -> (Vec<&Expr>, Vec<&Expr>) {
    let mut parts = Vec::new();
    let mut open: Vec<&Expr> = condition.into_iter().collect();
    while let Some(expr) = open.pop() {
        match &expr.kind {
            ExprKind::Binary(BinaryOperator::And, left, right) => {
                open.push(right);
                open.push(left);
            }
            _ => parts.push(expr),
        }
    }
    let is_control = |expr: &&Expr| {
        let ExprKind::Binary(operator, left, right) = &expr.kind else { return false };
        let is_variable = |expr: &Expr| matches!(&expr.kind, ExprKind::Path(path) if path.single().is_some_and(|found| found.name == ident.name));
        operator.is_comparison() && (is_variable(left) || is_variable(right))
    };
    parts.into_iter().partition(|part| !is_control(part))
}

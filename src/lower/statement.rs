//! Statements.

use naga::{Block, Statement as S, SwitchCase, SwitchValue, UnaryOperator};

use super::function::{FunctionBuilder, ValueHandle};
use super::shape::{Shape, is_resource, scalar, shape};
use crate::ir::operations::{Atomic, Family};
use crate::ir::{Case, Expr, ExprKind, Literal, Problem, Result, Scalar, Statement, StatementKind, Type, work};
use crate::model::Stage;

impl FunctionBuilder<'_, '_> {
    /// Continues after a statement that cannot be lowered, so that all of them are reported.
    pub fn statements(&mut self, body: &[Statement]) -> Result<()> {
        for statement in body {
            if self.ended {
                break;
            }
            if let Err(problem) = self.statement(statement) {
                self.low.problems.push(*problem);
            }
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> Result<()> {
        work::spend(1);
        self.at(statement.at);
        self.called.clear();
        match &statement.kind {
            StatementKind::Expr(expr) => match &*expr.kind {
                ExprKind::Call(..) if is_resource(&expr.ty) => self.resources(expr).map(|_| ()),
                ExprKind::Assign(..) => self.effect(expr),
                _ if is_resource(&expr.ty) => Ok(()),
                _ => match unused_original(expr) {
                    Some((atomic, arguments)) => {
                        self.at(expr.at);
                        self.interlocked_intrinsic(atomic, arguments)
                    }
                    None => self.effect(expr),
                },
            },
            StatementKind::Declare(local, value) => {
                let declared = self.declare(*local, value.as_ref());
                // Later statements are checked as if this one had been lowered.
                if declared.is_err() {
                    self.declare(*local, None)?;
                }
                declared
            }
            StatementKind::Block(body) => self.statements(body),
            StatementKind::If { condition, then, otherwise } => self.choice(condition, then, otherwise),
            StatementKind::For { init, condition, step, body, .. } => {
                self.statements(init)?;
                self.repeat(condition.as_ref(), step.as_ref(), body)
            }
            StatementKind::DoWhile { body, condition, .. } => {
                let (body, _) = self.nested(|fun| fun.statements(body))?;
                let mut stop = None;
                let (continuing, _) = self.nested(|fun| {
                    let again = fun.truth(condition)?;
                    stop = Some(fun.unary(UnaryOperator::LogicalNot, again));
                    Ok(())
                })?;
                self.push(S::Loop { body, continuing, break_if: stop });
                Ok(())
            }
            StatementKind::Switch { selector, cases } => self.switch(selector, cases),
            StatementKind::Return(value) => {
                if let Some(value) = value
                    && value.ty == Type::Void
                {
                    self.effect(value)?;
                    return self.leave(None);
                }
                self.leave(value.as_ref())
            }
            StatementKind::Break => {
                self.push(S::Break);
                Ok(())
            }
            StatementKind::Continue => {
                self.push(S::Continue);
                Ok(())
            }
            StatementKind::Discard => self.discard("discard"),
        }
    }

    /// Ends the fragment. `by`: the construct that ends it.
    pub fn discard(&mut self, by: &str) -> Result<()> {
        if self.low.program.entry.stage != Stage::Pixel {
            return Err(Problem::mistake(self.token, format!("`{by}` outside of a pixel shader")));
        }
        self.push(S::Kill);
        Ok(())
    }

    fn truth(&mut self, condition: &Expr) -> Result<ValueHandle> {
        let value = self.value(condition)?;
        self.reshaped(value, &condition.ty, &Type::Scalar(Scalar::Bool))
    }

    fn choice(&mut self, condition: &Expr, then: &[Statement], otherwise: &[Statement]) -> Result<()> {
        // A condition that is known now needs no choice at run time. Resources cannot be chosen at run time.
        if let Some([naga::Literal::Bool(known)]) = self.low.evaluator.value(condition).as_deref() {
            let taken = if *known { then } else { otherwise };
            return self.statements(taken);
        }
        let condition = self.truth(condition)?;
        let (accept, accept_ends) = self.nested(|fun| fun.statements(then))?;
        let (reject, reject_ends) = self.nested(|fun| fun.statements(otherwise))?;
        self.push(S::If { condition, accept, reject });
        self.ended |= accept_ends && reject_ends;
        Ok(())
    }

    fn repeat(&mut self, condition: Option<&Expr>, step: Option<&Expr>, body: &[Statement]) -> Result<()> {
        let always =
            condition.is_none_or(|condition| matches!(&*condition.kind, ExprKind::Literal(Literal::Bool(true))));
        let (body, _) = self.nested(|fun| {
            if let Some(condition) = condition.filter(|_| !always) {
                let go = fun.truth(condition)?;
                let mut reject = Block::new();
                reject.push(S::Break, naga::Span::UNDEFINED);
                fun.push(S::If { condition: go, accept: Block::new(), reject });
            }
            fun.statements(body)
        })?;
        let (continuing, _) = self.nested(|fun| match step {
            Some(step) => fun.effect(step),
            None => Ok(()),
        })?;
        self.push(S::Loop { body, continuing, break_if: None });
        Ok(())
    }

    fn switch(&mut self, selector: &Expr, cases: &[Case]) -> Result<()> {
        let value = self.value(selector)?;
        let Shape::Scalar(kind) = shape(&selector.ty) else {
            return self.internal("a switch over a value that is not numeric");
        };
        let signed = match scalar(kind) {
            naga::Scalar::I32 => true,
            naga::Scalar::U32 => false,
            _ => return self.unsupported("a switch over a 16-bit, 64-bit or boolean value"),
        };
        let label = |value: Option<i64>| match value {
            None => SwitchValue::Default,
            Some(value) if signed => SwitchValue::I32(value as i32),
            Some(value) => SwitchValue::U32(value as u32),
        };
        let mut lowered = Vec::new();
        let mut default = false;
        let mut labels: Vec<Option<i64>> = Vec::new();
        for (at, case) in cases.iter().enumerate() {
            labels.extend(&case.values);
            // As if the next case had these labels too, which it has where the branches are folded.
            if case.falls_through && at + 1 < cases.len() && self.does_nothing(&case.body) {
                continue;
            }
            let values = std::mem::take(&mut labels);
            // A case that falls through gets copies of the next bodies: not every target has fall-through.
            let mut bodies = vec![case.body.as_slice()];
            let mut last = case;
            for next in &cases[at + 1..] {
                if !last.falls_through {
                    break;
                }
                bodies.push(&next.body);
                last = next;
            }
            let (body, _) = self.nested(|fun| {
                for body in bodies {
                    fun.statements(body)?;
                }
                Ok(())
            })?;
            default |= values.contains(&None);
            let count = values.len();
            let mut body = Some(body);
            for (index, value) in values.iter().enumerate() {
                let is_last = index + 1 == count;
                let body = if is_last { body.take().unwrap_or_default() } else { Block::new() };
                lowered.push(SwitchCase { value: label(*value), body, fall_through: !is_last });
            }
        }
        if !default {
            lowered.push(SwitchCase { value: SwitchValue::Default, body: Block::new(), fall_through: false });
        }
        self.push(S::Switch { selector: value, cases: lowered });
        Ok(())
    }

    /// Whether no statement of it is lowered to anything.
    fn does_nothing(&mut self, body: &[Statement]) -> bool {
        body.iter().all(|statement| match &statement.kind {
            StatementKind::Block(body) => self.does_nothing(body),
            StatementKind::If { condition, then, otherwise } => match self.low.evaluator.value(condition).as_deref() {
                Some([naga::Literal::Bool(known)]) => self.does_nothing(if *known { then } else { otherwise }),
                _ => false,
            },
            _ => false,
        })
    }
}

/// An atomic function as a statement whose result is a variable of the front end's own, at the same token: nothing reads it. With its
/// arguments before that variable.
fn unused_original(expr: &Expr) -> Option<(Atomic, &[Expr])> {
    let ExprKind::Comma(call, value) = &*expr.kind else { return None };
    let (ExprKind::Intrinsic(function, arguments), ExprKind::Local(local)) = (&*call.kind, &*value.kind) else {
        return None;
    };
    let Family::Atomic(atomic) = function.operation().family else { return None };
    let (last, arguments) = arguments.split_last()?;
    let is_own = matches!(&*last.kind, ExprKind::Local(out) if out == local) && [call.at, value.at] == [expr.at; 2];
    is_own.then_some((atomic, arguments))
}

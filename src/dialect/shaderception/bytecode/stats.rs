//! Figures of a program, and jumps that are certain.

use super::JUMP_BUDGET;
use crate::diag::Diagnostic;
use crate::dialect::shaderception::ast::BinaryOp;
use crate::dialect::shaderception::linked::{Assign, Block, Expr, Linked, Node, Statement, Var};
use crate::dialect::shaderception::problems::Problems;

/// What `--stats` prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    pub instructions: usize,
    pub registers: usize,
    /// Values at the same time.
    pub stack: usize,
    /// Jumps of the longest path that passes each loop once.
    pub jumps: u64,
}

/// The most jumps of a path that passes each loop once. Warns of loops that exceed the budget on every path.
pub fn jumps(linked: &Linked, problems: &mut Problems) -> u64 {
    let mut counts = Vec::new();
    for function in &linked.functions {
        let count = Count { functions: &counts }.block(&function.body, problems);
        counts.push(count);
    }
    Count { functions: &counts }.block(&linked.main, problems).most
}

#[derive(Clone, Copy, Debug, Default)]
struct Jumps {
    most: u64,
    /// That every path has.
    least: u64,
}

impl Jumps {
    fn and(self, other: Jumps) -> Jumps {
        Jumps { most: self.most.saturating_add(other.most), least: self.least.saturating_add(other.least) }
    }
}

struct Count<'a> {
    /// Of the functions, callees first.
    functions: &'a [Jumps],
}

impl Count<'_> {
    fn block(&self, block: &Block, problems: &mut Problems) -> Jumps {
        let statements = block.statements.iter().map(|statement| self.statement(statement, problems));
        let all = statements.fold(Jumps::default(), Jumps::and);
        block.value.as_ref().map_or(all, |value| all.and(self.expr(value)))
    }

    fn statement(&self, statement: &Statement, problems: &mut Problems) -> Jumps {
        match statement {
            Statement::Assign(assign) => self.expr(&assign.value),
            Statement::If { condition, then, otherwise, .. } => {
                let then = self.block(then, problems).and(Jumps { most: 1, least: 1 });
                let other = otherwise.as_ref().map(|block| self.block(block, problems)).unwrap_or_default();
                let other = other.and(Jumps { most: 1, least: 1 });
                self.expr(condition).and(Jumps { most: then.most.max(other.most), least: then.least.min(other.least) })
            }
            Statement::While { condition, body, span } => {
                let each = self.expr(condition).and(self.block(body, problems));
                let is_endless = matches!(condition.node, Node::Number(value) if value != 0.0);
                let rounds = if is_endless { u64::MAX } else { 0 };
                Self::repeated(each, rounds, 1, *span, problems)
            }
            Statement::For { init, condition, step, body, span } => {
                let each = self.expr(condition).and(self.expr(&step.value)).and(self.block(body, problems));
                let rounds = rounds(init, condition, step, body);
                self.expr(&init.value).and(Self::repeated(each, rounds, 3, *span, problems))
            }
        }
    }

    fn repeated(each: Jumps, rounds: u64, own: u64, span: crate::diag::Span, problems: &mut Problems) -> Jumps {
        let least = each.least.saturating_add(own).saturating_mul(rounds).saturating_add(1);
        if least > u64::from(JUMP_BUDGET) && each.least <= u64::from(JUMP_BUDGET) {
            let message = format!("this loop jumps more than {JUMP_BUDGET} times, after which the program is stopped");
            let problem = Diagnostic::warning("psl/limit-jumps", message).at(span);
            problems.push(problem.help("Use fewer iterations: a `for` loop jumps three times in each."));
        }
        Jumps { most: each.most.saturating_add(own + 1), least }
    }

    fn expr(&self, expr: &Expr) -> Jumps {
        match &expr.node {
            Node::Unary(_, operand) | Node::Swizzle(operand, _) => self.expr(operand),
            Node::Binary(_, left, right) => self.expr(left).and(self.expr(right)),
            Node::Builtin(_, arguments) => self.all(arguments),
            Node::Call(function, arguments) => {
                self.all(arguments).and(self.functions.get(*function).copied().unwrap_or_default())
            }
            Node::Empty | Node::Number(_) | Node::Var(_) | Node::Branch(_) => Jumps::default(),
        }
    }

    fn all(&self, list: &[Expr]) -> Jumps {
        list.iter().map(|expr| self.expr(expr)).fold(Jumps::default(), Jumps::and)
    }
}

/// The iterations of a loop that counts from a number up to a number, else 0.
fn rounds(init: &Assign, condition: &Expr, step: &Assign, body: &Block) -> u64 {
    let number = |expr: &Expr| match expr.node {
        Node::Number(value) => Some(f64::from(value)),
        _ => None,
    };
    let Node::Binary(op @ (BinaryOp::Less | BinaryOp::LessEqual), left, right) = &condition.node else { return 0 };
    let counts = left.node == Node::Var(init.write) && step.write == init.write && step.op == Some(BinaryOp::Add);
    let is_plain = init.op.is_none() && init.mask.is_none() && step.mask.is_none();
    let (Some(from), Some(to), Some(by)) = (number(&init.value), number(right), number(&step.value)) else { return 0 };
    if !counts || !is_plain || by <= 0.0 || may_assign(body, init.write) {
        return 0;
    }
    let rounds = (to - from) / by;
    let rounds = if *op == BinaryOp::Less { rounds.ceil() } else { rounds.floor() + 1.0 };
    // A number that no longer grows by the step makes the loop endless; the bound is far above the budget.
    rounds.clamp(0.0, 1e6) as u64
}

/// Whether a block assigns a variable, or may do so in a function that it calls.
fn may_assign(block: &Block, var: Var) -> bool {
    let calls = |expr: &Expr| has_call(expr);
    block.value.as_ref().is_some_and(calls)
        || block.statements.iter().any(|statement| match statement {
            Statement::Assign(assign) => assign.write == var || calls(&assign.value),
            Statement::If { condition, then, otherwise, .. } => {
                calls(condition)
                    || may_assign(then, var)
                    || otherwise.as_ref().is_some_and(|block| may_assign(block, var))
            }
            Statement::While { condition, body, .. } => calls(condition) || may_assign(body, var),
            Statement::For { init, condition, step, body, .. } => {
                let parts = [init, step].into_iter().any(|part| part.write == var || calls(&part.value));
                parts || calls(condition) || may_assign(body, var)
            }
        })
}

/// Whether an expression calls a function of the program.
pub fn has_call(expr: &Expr) -> bool {
    match &expr.node {
        Node::Call(..) => true,
        Node::Unary(_, operand) | Node::Swizzle(operand, _) => has_call(operand),
        Node::Binary(_, left, right) => has_call(left) || has_call(right),
        Node::Builtin(_, arguments) => arguments.iter().any(has_call),
        Node::Empty | Node::Number(_) | Node::Var(_) | Node::Branch(_) => false,
    }
}

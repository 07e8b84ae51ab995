//! Which variables a function uses, reads before it writes them, and always writes.

use std::collections::BTreeSet;

use crate::dialect::shaderception::linked::{Assign, Block, Expr, Linked, Node, Statement, Var};

#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Used by the function or what it calls.
    pub touched: BTreeSet<Var>,
    /// Read on some path before a write: the function sees their earlier values.
    pub exposed: BTreeSet<Var>,
    /// Written on every path.
    pub written: BTreeSet<Var>,
}

/// The scopes of all functions; callees come first.
pub fn scopes(linked: &Linked) -> Vec<Scope> {
    let mut all: Vec<Scope> = Vec::new();
    for function in &linked.functions {
        let mut finder = Finder { scopes: &all, scope: Scope::default() };
        let mut written: BTreeSet<Var> = function.params.iter().copied().collect();
        finder.scope.touched.extend(function.params.iter().copied());
        finder.block(&function.body, &mut written);
        let mut scope = finder.scope;
        scope.written = written;
        all.push(scope);
    }
    all
}

struct Finder<'a> {
    scopes: &'a [Scope],
    scope: Scope,
}

impl Finder<'_> {
    fn read(&mut self, var: Var, written: &BTreeSet<Var>) {
        self.scope.touched.insert(var);
        if !written.contains(&var) {
            self.scope.exposed.insert(var);
        }
    }

    fn block(&mut self, block: &Block, written: &mut BTreeSet<Var>) {
        for statement in &block.statements {
            match statement {
                Statement::Assign(assign) => self.assign(assign, written),
                Statement::If { condition, then, otherwise, .. } => {
                    self.expr(condition, written);
                    let mut one = written.clone();
                    self.block(then, &mut one);
                    if let Some(otherwise) = otherwise {
                        self.block(otherwise, written);
                    }
                    written.retain(|var| one.contains(var));
                }
                Statement::While { condition, body, .. } => {
                    self.expr(condition, written);
                    self.block(body, &mut written.clone());
                }
                Statement::For { init, condition, step, body, .. } => {
                    self.assign(init, written);
                    self.expr(condition, written);
                    let mut inner = written.clone();
                    self.block(body, &mut inner);
                    self.assign(step, &mut inner);
                }
            }
        }
        if let Some(value) = &block.value {
            self.expr(value, written);
        }
    }

    fn assign(&mut self, assign: &Assign, written: &mut BTreeSet<Var>) {
        if assign.op.is_some() || assign.mask.is_some() {
            self.read(assign.read, written);
            self.read(assign.write, written);
        }
        self.expr(&assign.value, written);
        self.scope.touched.insert(assign.write);
        written.insert(assign.write);
    }

    fn expr(&mut self, expr: &Expr, written: &mut BTreeSet<Var>) {
        match &expr.node {
            Node::Var(var) => self.read(*var, written),
            Node::Unary(_, operand) | Node::Swizzle(operand, _) => self.expr(operand, written),
            Node::Binary(_, left, right) => {
                self.expr(left, written);
                self.expr(right, written);
            }
            Node::Builtin(_, arguments) => arguments.iter().for_each(|argument| self.expr(argument, written)),
            Node::Call(callee, arguments) => {
                arguments.iter().for_each(|argument| self.expr(argument, written));
                let scope = &self.scopes[*callee];
                self.scope.touched.extend(scope.touched.iter().copied());
                self.scope.exposed.extend(scope.exposed.iter().copied().filter(|var| !written.contains(var)));
                written.extend(scope.written.iter().copied());
            }
            Node::Empty | Node::Number(_) | Node::Branch(_) => {}
        }
    }
}

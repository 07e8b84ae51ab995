//! Resolves names: which variable a name of a function means at a call.

use std::collections::{BTreeMap, BTreeSet};

use super::Semantics;
use super::ast::{self, ExprKind};
use super::builtins;
use super::check::Functions;
use super::linked::{Assign, Block, Expr, Function, Linked, Node, Statement, Var, Variable};
use super::parse::Parsed;
use super::problems::Problems;
use crate::diag::{Diagnostic, Span};

/// Links a program without circles of calls. Names of `branches` that nothing assigns are branches of the shader.
pub fn link(
    parsed: &Parsed,
    functions: &Functions<'_>,
    branches: &BTreeSet<String>,
    semantics: Semantics,
    problems: &mut Problems,
) -> Linked {
    let Parsed { program, lost, .. } = parsed;
    let mut linker = Linker {
        functions,
        branches: branches.clone(),
        semantics,
        mentioned: BTreeSet::new(),
        keys: BTreeMap::new(),
        instances: BTreeMap::new(),
        linked: Linked::default(),
        first_read: Vec::new(),
        written: Vec::new(),
    };
    let bodies = functions.list.iter().map(|function| &function.body).chain([program]);
    for body in bodies {
        super::check::assigned(body, &mut |assign| {
            linker.branches.remove(&assign.name.text);
        });
    }
    let main = linker.block(program, None);
    linker.linked.main = main;
    for (at, variable) in linker.linked.variables.iter().enumerate() {
        // What could not be read may assign it.
        let is_lost = lost.as_ref().is_some_and(|lost| lost.contains(variable.own_name()));
        if let (Some(span), false, false) = (linker.first_read[at], linker.written[at], is_lost) {
            let problem = Diagnostic::warning("psl/uninitialised", format!("`{}` is never assigned", variable.name));
            problems.push(problem.at(span).help("It is four zeros; assign it, or correct the name."));
        }
    }
    linker.linked
}

/// What has a register of its own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// A variable of the program; in `reference` also a local, with a joined name.
    Program(String),
    Param(usize, String),
    Local(usize, String),
}

struct Linker<'a> {
    functions: &'a Functions<'a>,
    branches: BTreeSet<String>,
    semantics: Semantics,
    /// Names that the program's body has used so far.
    mentioned: BTreeSet<String>,
    keys: BTreeMap<Key, Var>,
    /// By function and its names that are variables of the program.
    instances: BTreeMap<(usize, Vec<String>), usize>,
    linked: Linked,
    first_read: Vec<Option<Span>>,
    written: Vec<bool>,
}

impl Linker<'_> {
    fn block(&mut self, block: &ast::Block, function: Option<usize>) -> Block {
        let statements = block.statements.iter().filter_map(|statement| self.statement(statement, function)).collect();
        let value = block.value.as_ref().map(|value| self.expr(value, function));
        Block { statements, value }
    }

    fn statement(&mut self, statement: &ast::Statement, function: Option<usize>) -> Option<Statement> {
        Some(match statement {
            ast::Statement::Assign(assign) => Statement::Assign(self.assign(assign, function)),
            ast::Statement::If { condition, then, otherwise, span } => {
                let condition = self.expr(condition, function);
                let then = self.block(then, function);
                let otherwise = otherwise.as_ref().map(|otherwise| match otherwise {
                    ast::Else::If(inner) => {
                        Block { statements: self.statement(inner, function).into_iter().collect(), value: None }
                    }
                    ast::Else::Block(inner) => self.block(inner, function),
                });
                Statement::If { condition, then, otherwise, span: *span }
            }
            ast::Statement::While { condition, body, span } => {
                let condition = self.expr(condition, function);
                Statement::While { condition, body: self.block(body, function), span: *span }
            }
            ast::Statement::For { init, condition, step, body, span } => {
                // In the order of the code: the step stands before the body.
                let init = self.assign(init, function);
                let condition = self.expr(condition, function);
                let step = self.assign(step, function);
                Statement::For { init, condition, step, body: self.block(body, function), span: *span }
            }
            ast::Statement::Function(_) => return None,
        })
    }

    fn assign(&mut self, assign: &ast::Assign, function: Option<usize>) -> Assign {
        let (name, span) = (&assign.name.text, assign.name.span);
        let before = assign.op.map(|_| self.variable(name, function, false));
        if let (Some(read), Some(_)) = (before, assign.op) {
            self.first_read[read].get_or_insert(span);
        }
        let value = self.expr(&assign.value, function);
        let loses_param = self.semantics == Semantics::Reference && assign.mask.is_some();
        let write = self.variable(name, function, loses_param);
        self.written[write] = true;
        let mask = assign.mask.as_ref().map(ast::Swizzle::mask);
        let end = assign.mask.as_ref().map_or(span.end, |mask| mask.span.end);
        Assign { read: before.unwrap_or(write), write, mask, op: assign.op, value, span: Span { end, ..span } }
    }

    fn expr(&mut self, expr: &ast::Expr, function: Option<usize>) -> Expr {
        let node = match &expr.kind {
            ExprKind::Empty => Node::Empty,
            ExprKind::Number(value) => Node::Number(*value),
            ExprKind::Name(name) if self.branches.contains(name) && !self.is_param(name, function) => {
                Node::Branch(name.clone())
            }
            ExprKind::Name(name) => {
                let var = self.variable(name, function, false);
                self.first_read[var].get_or_insert(expr.span);
                Node::Var(var)
            }
            ExprKind::Unary(op, operand) => Node::Unary(*op, Box::new(self.expr(operand, function))),
            ExprKind::Binary(op, left, right) => {
                let left = self.expr(left, function);
                Node::Binary(*op, Box::new(left), Box::new(self.expr(right, function)))
            }
            ExprKind::Swizzle(operand, swizzle) => {
                Node::Swizzle(Box::new(self.expr(operand, function)), swizzle.lanes.clone())
            }
            ExprKind::Call(name, arguments) => {
                let arguments: Vec<Expr> = arguments.iter().map(|argument| self.expr(argument, function)).collect();
                match (builtins::find(&name.text), self.functions.by_name.get(name.text.as_str())) {
                    (Some(builtin), _) => Node::Builtin(builtin, arguments),
                    (None, Some(callee)) => Node::Call(self.instance(*callee), arguments),
                    (None, None) => Node::Empty,
                }
            }
        };
        Expr { node, span: expr.span }
    }

    fn instance(&mut self, at: usize) -> usize {
        let shared = self.functions.free[at].iter().filter(|name| self.mentioned.contains(**name));
        let key = (at, shared.map(|name| (*name).to_owned()).collect::<Vec<_>>());
        if let Some(known) = self.instances.get(&key) {
            return *known;
        }
        let function = self.functions.list[at];
        let params = function.params.iter().map(|param| self.of_key(Key::Param(at, param.text.clone()))).collect();
        for param in &params {
            let param: &Var = param;
            self.written[*param] = true;
        }
        let body = self.block(&function.body, Some(at));
        let number = self.linked.functions.len();
        self.linked.functions.push(Function {
            name: function.name.text.clone(),
            params,
            body,
            span: function.name.span,
        });
        self.instances.insert(key, number);
        number
    }

    fn is_param(&self, name: &str, function: Option<usize>) -> bool {
        function.is_some_and(|at| self.functions.list[at].params.iter().any(|param| param.text == name))
    }

    fn variable(&mut self, name: &str, function: Option<usize>, loses_param: bool) -> Var {
        let key = match function {
            None => {
                self.mentioned.insert(name.to_owned());
                Key::Program(name.to_owned())
            }
            Some(at) if self.is_param(name, function) && !loses_param => Key::Param(at, name.to_owned()),
            Some(_) if self.mentioned.contains(name) => Key::Program(name.to_owned()),
            Some(at) if self.semantics == Semantics::Reference => {
                Key::Program(format!("{}_{name}", self.functions.list[at].name.text))
            }
            Some(at) => Key::Local(at, name.to_owned()),
        };
        self.of_key(key)
    }

    fn of_key(&mut self, key: Key) -> Var {
        if let Some(known) = self.keys.get(&key) {
            return *known;
        }
        let (name, is_local) = match &key {
            Key::Program(name) => (name.clone(), false),
            Key::Param(at, name) | Key::Local(at, name) => {
                (format!("{}.{name}", self.functions.list[*at].name.text), true)
            }
        };
        let var = self.linked.variables.len();
        self.linked.variables.push(Variable { name, is_local });
        self.first_read.push(None);
        self.written.push(false);
        self.keys.insert(key, var);
        var
    }
}

//! A program whose names are resolved: variables have numbers, calls have targets.

use super::ast::{BinaryOp, UnaryOp};
use super::builtins::Builtin;
use crate::diag::Span;

/// The number of a variable of [`Linked::variables`]; each has one register.
pub type Var = usize;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Linked {
    pub variables: Vec<Variable>,
    /// One for each function and set of its names that are variables of the program. Callees come first.
    pub functions: Vec<Function>,
    pub main: Block,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// `x` of the program, `f.x` of a function.
    pub name: String,
    /// It belongs to a function.
    pub is_local: bool,
}

impl Variable {
    /// Without the function.
    pub fn own_name(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or(&self.name)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub name: String,
    pub params: Vec<Var>,
    pub body: Block,
    pub span: Span,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    pub statements: Vec<Statement>,
    pub value: Option<Expr>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    Assign(Assign),
    If { condition: Expr, then: Block, otherwise: Option<Block>, span: Span },
    While { condition: Expr, body: Block, span: Span },
    For { init: Assign, condition: Expr, step: Assign, body: Block, span: Span },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Assign {
    /// The variable that a compound assignment reads. It differs from `write` only in `reference`.
    pub read: Var,
    pub write: Var,
    /// Lanes from 1, at least one.
    pub mask: Option<Vec<u8>>,
    pub op: Option<BinaryOp>,
    pub value: Expr,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub node: Node,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    Empty,
    Number(f32),
    Var(Var),
    /// A branch of the shader: 0 or 1.
    Branch(String),
    Builtin(&'static Builtin, Vec<Expr>),
    /// A function of [`Linked::functions`].
    Call(usize, Vec<Expr>),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Lanes from 1; 0 for an invalid letter.
    Swizzle(Box<Expr>, Vec<u8>),
}

//! The tree of a program.

use crate::diag::Span;

/// Statements and the value that the block leaves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    pub statements: Vec<Statement>,
    pub value: Option<Expr>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    Assign(Assign),
    If { condition: Expr, then: Block, otherwise: Option<Else>, span: Span },
    While { condition: Expr, body: Block, span: Span },
    For { init: Box<Assign>, condition: Box<Expr>, step: Box<Assign>, body: Block, span: Span },
    Function(Function),
}

/// What follows `else`.
#[derive(Clone, Debug, PartialEq)]
pub enum Else {
    /// One `if`.
    If(Box<Statement>),
    Block(Block),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Assign {
    pub name: Name,
    pub mask: Option<Swizzle>,
    /// The operator of a compound assignment; `++` and `--` have the value 1.
    pub op: Option<BinaryOp>,
    pub value: Expr,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub name: Name,
    pub params: Vec<Name>,
    pub body: Block,
    /// Whether it stands at the program's level, in a branch or loop of it, or in another function.
    pub place: FunctionPlace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionPlace {
    Program,
    Branch,
    Function,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// Letters behind a dot.
#[derive(Clone, Debug, PartialEq)]
pub struct Swizzle {
    /// 1 to 4 for each letter, 0 for one that names no lane. At most four.
    pub lanes: Vec<u8>,
    pub span: Span,
}

impl Swizzle {
    /// The lanes of a write mask: letters that name no lane are left out.
    pub fn mask(&self) -> Vec<u8> {
        self.lanes.iter().copied().filter(|lane| *lane != 0).collect()
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// Nothing: a mistake, which `reference` accepts.
    Empty,
    Number(f32),
    Name(String),
    Call(Name, Vec<Expr>),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Swizzle(Box<Expr>, Swizzle),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Negate,
    Not,
    Plus,
}

impl UnaryOp {
    pub const ALL: [UnaryOp; 3] = [UnaryOp::Negate, UnaryOp::Not, UnaryOp::Plus];

    /// The operator, whose character code is the operand of `UNOP`.
    pub fn text(self) -> &'static str {
        match self {
            UnaryOp::Negate => "-",
            UnaryOp::Not => "!",
            UnaryOp::Plus => "+",
        }
    }

    pub fn code(self) -> u32 {
        u32::from(self.text().as_bytes()[0])
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Less,
    Greater,
    Equal,
    LessEqual,
    GreaterEqual,
    NotEqual,
    And,
    Or,
}

impl BinaryOp {
    /// In the order of the operands of `BINOP`, which begin at 1.
    pub const ALL: [BinaryOp; 12] = {
        use BinaryOp::*;
        [Add, Subtract, Multiply, Divide, Less, Greater, Equal, LessEqual, GreaterEqual, NotEqual, And, Or]
    };

    pub fn text(self) -> &'static str {
        ["+", "-", "*", "/", "<", ">", "==", "<=", ">=", "!=", "&&", "||"][self as usize]
    }

    /// The operand of `BINOP`.
    pub fn code(self) -> u32 {
        self as u32 + 1
    }

    pub fn is_arithmetic(self) -> bool {
        (self as u8) < 4
    }
}

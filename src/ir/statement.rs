//! Statements.

use super::{Expr, TokenIndex, Type};
use crate::atom::Atom;

/// Index into `Function::locals`; the parameters come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalId(pub u32);

#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    pub name: Atom,
    pub ty: Type,
    /// `static` inside a function: lives as long as the thread, and is initialised once.
    pub is_static: bool,
    pub at: TokenIndex,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    pub kind: StatementKind,
    pub at: TokenIndex,
}

/// What the source would have a compiler do with a loop: hints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Loop {
    #[default]
    Free,
    Unroll(Option<u32>),
    Loop,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Constant; `None` is `default`.
    pub values: Vec<Option<i64>>,
    pub body: Vec<Statement>,
    /// The next case's body follows where this one ends.
    pub falls_through: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    Expr(Expr),
    /// A local begins to live; without a value it is undefined.
    Declare(LocalId, Option<Expr>),
    Block(Vec<Statement>),
    If {
        condition: Expr,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    /// `for`, and `while` with neither `init` nor `step`.
    For {
        hint: Loop,
        init: Vec<Statement>,
        condition: Option<Expr>,
        step: Option<Expr>,
        body: Vec<Statement>,
    },
    DoWhile {
        hint: Loop,
        body: Vec<Statement>,
        condition: Expr,
    },
    Switch {
        selector: Expr,
        cases: Vec<Case>,
    },
    Return(Option<Expr>),
    Break,
    Continue,
    Discard,
}

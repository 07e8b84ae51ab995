//! GLSL as a tree, each node with its place in BSL. What a pipeline's constants decide is still open in it.

use std::rc::Rc;

use super::ast::BinaryOperator;
use super::constant::Constant;
use super::types::Ty;
use crate::atom::Atom;
use crate::diag::Span;

/// A local variable or parameter of a function.
pub type LocalId = u32;
/// An index into `Program::functions`.
pub type FunctionId = u32;
/// An index into `Program::resources`.
pub type ResourceId = u32;
/// An index into `Program::globals`.
pub type GlobalId = u32;

#[derive(Clone, Debug)]
pub struct OutExpr {
    pub kind: Out,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Out {
    Constant(Constant),
    Local(LocalId),
    Global(GlobalId),
    Resource(ResourceId),
    /// A name of GLSL itself.
    BuiltIn(&'static str),
    Unary(&'static str, Box<OutExpr>),
    Postfix(&'static str, Box<OutExpr>),
    Binary(BinaryOperator, Box<OutExpr>, Box<OutExpr>),
    /// With the operator's text: `+=`.
    Assign(&'static str, Box<OutExpr>, Box<OutExpr>),
    Ternary(Box<OutExpr>, Box<OutExpr>, Box<OutExpr>),
    Index(Box<OutExpr>, Box<OutExpr>),
    Member(Box<OutExpr>, Atom),
    Call(Callee, Vec<OutExpr>),
    Comma(Vec<OutExpr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    Function(FunctionId),
    BuiltIn(Atom),
    /// A constructor.
    Type(Ty),
    /// Reads a member of a union or a bit-field.
    Get(u32, u32),
    /// Writes it.
    Set(u32, u32),
}

impl OutExpr {
    pub const fn new(kind: Out, span: Span) -> OutExpr {
        OutExpr { kind, span }
    }

    pub fn call(callee: Callee, arguments: Vec<OutExpr>, span: Span) -> OutExpr {
        OutExpr { kind: Out::Call(callee, arguments), span }
    }

    pub fn built_in(name: &str, arguments: Vec<OutExpr>, span: Span) -> OutExpr {
        OutExpr::call(Callee::BuiltIn(Atom::from(name)), arguments, span)
    }

    /// `!e`.
    pub fn negated(operand: OutExpr, span: Span) -> OutExpr {
        OutExpr { kind: Out::Unary("!", Box::new(operand)), span }
    }

    pub fn member(self, name: Atom) -> OutExpr {
        let span = self.span;
        OutExpr { kind: Out::Member(Box::new(self), name), span }
    }

    /// Calls `visit` with this expression and all in it.
    pub fn walk(&self, visit: &mut dyn FnMut(&OutExpr)) {
        visit(self);
        match &self.kind {
            Out::Constant(_) | Out::Local(_) | Out::Global(_) | Out::Resource(_) | Out::BuiltIn(_) => {}
            Out::Unary(_, operand) | Out::Postfix(_, operand) | Out::Member(operand, _) => operand.walk(visit),
            Out::Binary(_, left, right) | Out::Assign(_, left, right) | Out::Index(left, right) => {
                left.walk(visit);
                right.walk(visit);
            }
            Out::Ternary(condition, left, right) => {
                condition.walk(visit);
                left.walk(visit);
                right.walk(visit);
            }
            Out::Call(_, all) | Out::Comma(all) => all.iter().for_each(|each| each.walk(visit)),
        }
    }

    /// Whether it can be evaluated twice, or not at all.
    pub fn is_pure(&self) -> bool {
        let mut pure = true;
        self.walk(&mut |expr| {
            pure &= !matches!(
                &expr.kind,
                Out::Assign(..)
                    | Out::Postfix(..)
                    | Out::Unary("++" | "--", _)
                    | Out::Call(Callee::Function(_) | Callee::Set(..), _)
            );
            if let Out::Call(Callee::BuiltIn(name), _) = &expr.kind {
                pure &= (crate::dialect::glsl::GRAMMAR.pure_function)(name.as_str());
            }
        });
        pure
    }
}

#[derive(Clone, Debug)]
pub struct OutStatement {
    pub kind: OutKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum OutKind {
    Declare(LocalId, Option<OutExpr>),
    Expression(OutExpr),
    If {
        condition: OutExpr,
        is_static: bool,
        then: Vec<OutStatement>,
        otherwise: Option<Vec<OutStatement>>,
    },
    For {
        first: Vec<OutStatement>,
        condition: Option<OutExpr>,
        steps: Vec<OutExpr>,
        body: Vec<OutStatement>,
    },
    While(OutExpr, Vec<OutStatement>),
    Do(Vec<OutStatement>, OutExpr),
    Switch(OutExpr, Vec<OutStatement>),
    Case(OutExpr),
    Default,
    Return(Option<OutExpr>),
    Break,
    Continue,
    Discard,
    Block(Vec<OutStatement>),
    /// Copies of a loop's body, each with a value of the loop's variable.
    Unrolled(Rc<Unrolled>),
    /// A loop of which at most this many rounds run.
    Rounds(Rc<Rounds>),
    /// Statements that exist where the entry point owns these tables of create-infos; else the zero is returned, of a
    /// function that returns something.
    Legacy {
        tables: Vec<u32>,
        body: Vec<OutStatement>,
        zero: Option<OutExpr>,
    },
}

#[derive(Clone, Debug)]
pub struct Unrolled {
    pub variable: LocalId,
    pub values: Vec<Constant>,
    /// What else has to hold for a round.
    pub guard: Option<OutExpr>,
    pub other_declarations: Vec<OutStatement>,
    /// Steps of other variables, behind each copy.
    pub steps: Vec<OutExpr>,
    pub body: Vec<OutStatement>,
}

#[derive(Clone, Debug)]
pub struct Rounds {
    pub count: u32,
    pub first: Vec<OutStatement>,
    pub condition: Option<OutExpr>,
    pub steps: Vec<OutExpr>,
    pub body: Vec<OutStatement>,
}

/// A variable of a function.
#[derive(Clone, Debug)]
pub struct Local {
    pub name: Atom,
    pub ty: Ty,
}

/// A function's body.
#[derive(Clone, Debug, Default)]
pub struct Body {
    pub locals: Vec<Local>,
    pub statements: Vec<OutStatement>,
}

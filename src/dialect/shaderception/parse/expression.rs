//! Expressions.

use super::{Parser, Wrong};
use crate::diag::{Diagnostic, Span};
use crate::dialect::shaderception::ast::{BinaryOp, Expr, ExprKind, Name, Swizzle, UnaryOp};
use crate::dialect::shaderception::lexer::TokenKind;

/// Operators of one level, from loose to tight.
const LEVELS: [&[BinaryOp]; 4] = [
    &[BinaryOp::And, BinaryOp::Or],
    &[
        BinaryOp::LessEqual,
        BinaryOp::GreaterEqual,
        BinaryOp::Equal,
        BinaryOp::NotEqual,
        BinaryOp::Less,
        BinaryOp::Greater,
    ],
    &[BinaryOp::Add, BinaryOp::Subtract],
    &[BinaryOp::Multiply, BinaryOp::Divide],
];

impl Parser<'_> {
    /// An expression; an empty one is a mistake that `reference` only warns of.
    pub fn expression(&mut self) -> Result<Expr, Wrong> {
        let ends = [';', ')', '}', ','].into_iter().any(|end| self.is(end));
        if ends {
            let span = self.span();
            let span = Span { end: span.start, ..span };
            if !self.is_wrong {
                let problem = Diagnostic::warning("psl/empty-expression", "an expression is missing here")
                    .at(span)
                    .help("Write the value.");
                self.problems.strict(problem);
            }
            return Ok(Expr { kind: ExprKind::Empty, span });
        }
        self.nested(|parser| parser.level(0))
    }

    fn level(&mut self, level: usize) -> Result<Expr, Wrong> {
        let Some(operators) = LEVELS.get(level) else { return self.term() };
        let mut left = self.level(level + 1)?;
        // Chains of operators make the tree deep on the left.
        let mut count = 0;
        while let Some(op) = self.operator(operators) {
            count += 1;
            if count > 1000 {
                return Err(self.wrong(
                    Diagnostic::error("psl/limit-nesting", "more than 1000 operators of one level in a row")
                        .at(left.span)
                        .help("Give parts of the expression names."),
                ));
            }
            let right = self.level(level + 1)?;
            let span = Span { end: right.span.end, ..left.span };
            left = Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span };
        }
        Ok(left)
    }

    fn operator(&mut self, operators: &[BinaryOp]) -> Option<BinaryOp> {
        let op = *operators.iter().find(|op| match op.text() {
            pair if pair.len() == 2 => self.is_pair(pair),
            text => text.chars().all(|character| self.is(character)),
        })?;
        if op.text().len() == 2 {
            self.take_pair(op.text());
        } else {
            self.advance();
        }
        Some(op)
    }

    fn term(&mut self) -> Result<Expr, Wrong> {
        let start = self.span();
        let mut expr = match self.token(0).kind.clone() {
            TokenKind::Number(value) => {
                self.advance();
                Expr { kind: ExprKind::Number(value), span: start }
            }
            TokenKind::Name(name) => {
                self.advance();
                if self.take('(') {
                    self.call(Name { text: name, span: start })?
                } else {
                    Expr { kind: ExprKind::Name(name), span: start }
                }
            }
            TokenKind::Char('(') => {
                self.advance();
                let inner = self.expression()?;
                let span = Span { end: self.span().end, ..start };
                self.expect(')')?;
                Expr { span, ..inner }
            }
            TokenKind::Char(character @ ('-' | '+' | '!')) => {
                self.advance();
                let op = match character {
                    '-' => UnaryOp::Negate,
                    '!' => UnaryOp::Not,
                    _ => UnaryOp::Plus,
                };
                let operand = self.nested(Parser::term)?;
                let span = Span { end: operand.span.end, ..start };
                Expr { kind: ExprKind::Unary(op, Box::new(operand)), span }
            }
            _ => return Err(self.unexpected("an expression")),
        };
        if self.take('.') {
            let swizzle = self.swizzle()?;
            let span = Span { end: swizzle.span.end, ..start };
            expr = Expr { kind: ExprKind::Swizzle(Box::new(expr), swizzle), span };
        }
        Ok(expr)
    }

    fn call(&mut self, name: Name) -> Result<Expr, Wrong> {
        let mut arguments = Vec::new();
        if !self.is(')') {
            loop {
                arguments.push(self.expression()?);
                if !self.take(',') {
                    break;
                }
            }
        }
        let span = Span { end: self.span().end, ..name.span };
        self.expect(')')?;
        Ok(Expr { kind: ExprKind::Call(name, arguments), span })
    }

    /// The letters behind a dot.
    pub fn swizzle(&mut self) -> Result<Swizzle, Wrong> {
        let TokenKind::Name(letters) = self.token(0).kind.clone() else {
            return Err(self.unexpected("letters of lanes"));
        };
        let span = self.span();
        self.advance();
        let lane = |letter| match letter {
            'x' | 'r' => 1,
            'y' | 'g' => 2,
            'z' | 'b' => 3,
            'w' | 'a' => 4,
            _ => 0,
        };
        let lanes: Vec<u8> = letters.chars().map(lane).collect();
        let problem = if lanes.len() > 4 {
            Some(format!("`{}` selects more than four lanes", super::shown(&letters)))
        } else if lanes.contains(&0) {
            Some(format!("`{letters}` has a letter that names no lane"))
        } else {
            None
        };
        if let Some(message) = problem {
            let problem = Diagnostic::warning("psl/swizzle", message)
                .at(span)
                .help("Use one to four of the letters x, y, z, w or r, g, b, a.");
            self.problems.strict(problem);
        }
        Ok(Swizzle { lanes: lanes.into_iter().take(4).collect(), span })
    }
}

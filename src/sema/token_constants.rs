//! Constant expressions in tokens without a tree: sizes of arrays in casts, and arguments of templates.

use super::analyser::Analyser;
use super::constants::{binary, unary};
use super::diagnostics::{Failed, Result};
use super::entity::{Entity, TemplateArgument};
use super::lookup::Found;
use super::rules::Rules;
use super::types::TypeCursor;
use crate::ir::{BinaryOp, Literal, Scalar, UnaryOp};
use crate::model::TokenKind;

const MAX_DEPTH: u32 = 64;

impl<L: Rules> Analyser<'_, '_, L> {
    /// The whole number that tokens `first..end` spell.
    pub fn token_expression(&mut self, first: u32, end: u32) -> Result<i128> {
        let mut at = first;
        let value = self.token_binary(&mut at, end, 0, 0)?;
        if at < end {
            return self.no_constant(at);
        }
        Ok(value)
    }

    fn no_constant<T>(&mut self, at: u32) -> Result<T> {
        let text = self.text(at);
        self.error("not-constant", at, format!("expected an integer constant, found `{text}`"));
        Err(Failed)
    }

    fn token_binary(&mut self, at: &mut u32, end: u32, loosest: u8, depth: u32) -> Result<i128> {
        if depth > MAX_DEPTH {
            return self.no_constant(*at);
        }
        let mut left = self.token_unary(at, end, depth)?;
        while *at < end {
            let (op, level) = match self.text(*at) {
                "|" => (BinaryOp::Or, 0),
                "^" => (BinaryOp::Xor, 1),
                "&" => (BinaryOp::And, 2),
                "<<" => (BinaryOp::ShiftLeft, 3),
                ">>" => (BinaryOp::ShiftRight, 3),
                "+" => (BinaryOp::Add, 4),
                "-" => (BinaryOp::Subtract, 4),
                "*" => (BinaryOp::Multiply, 5),
                "/" => (BinaryOp::Divide, 5),
                "%" => (BinaryOp::Modulo, 5),
                _ => break,
            };
            if level < loosest {
                break;
            }
            let operator = *at;
            *at += 1;
            let right = self.token_binary(at, end, level + 1, depth + 1)?;
            left = match binary(op, Scalar::Int64, Literal::Int(left), Literal::Int(right)) {
                Some(Literal::Int(value)) => value,
                _ => return self.no_constant(operator),
            };
        }
        Ok(left)
    }

    /// `sizeof(T)`; the cursor is after the word.
    fn token_size(&mut self, token: u32, at: &mut u32, end: u32) -> Result<i128> {
        if *at >= end || self.text(*at) != "(" {
            return self.no_constant(token);
        }
        let mut cursor = TypeCursor::new(*at + 1, end);
        let ty = L::type_at(self, &mut cursor, 1)?;
        let ty = self.dimensions_at(&mut cursor, ty)?;
        if cursor.done() || self.text(cursor.at) != ")" {
            return self.no_constant(cursor.at.min(end.saturating_sub(1)));
        }
        *at = cursor.at + 1;
        match L::size_of(&ty) {
            Some(bytes) => Ok(i128::from(bytes)),
            None => self.no_constant(token),
        }
    }

    fn token_unary(&mut self, at: &mut u32, end: u32, depth: u32) -> Result<i128> {
        if *at >= end || depth > MAX_DEPTH {
            return self.no_constant((*at).min(end.saturating_sub(1)));
        }
        let token = *at;
        *at += 1;
        match self.text(token) {
            "-" | "~" => {
                let op = if self.text(token) == "-" { UnaryOp::Negate } else { UnaryOp::BitNot };
                let operand = self.token_unary(at, end, depth + 1)?;
                match unary(op, Scalar::Int64, Literal::Int(operand)) {
                    Some(Literal::Int(value)) => Ok(value),
                    _ => self.no_constant(token),
                }
            }
            "+" => self.token_unary(at, end, depth + 1),
            "(" => {
                let value = self.token_binary(at, end, 0, depth + 1)?;
                if *at >= end || self.text(*at) != ")" {
                    return self.no_constant((*at).min(end.saturating_sub(1)));
                }
                *at += 1;
                Ok(value)
            }
            "sizeof" if L::grammar().sizeof => self.token_size(token, at, end),
            "true" => Ok(1),
            "false" => Ok(0),
            text => match self.syntax.kinds.get(token as usize) {
                Some(TokenKind::Number) => match L::integer_literal(text) {
                    Some(value) => Ok(value),
                    None => self.no_constant(token),
                },
                Some(TokenKind::Ident) => {
                    let mut parts = vec![self.atom(token)];
                    while *at + 1 < end && self.text(*at) == "::" {
                        parts.push(self.atom(*at + 1));
                        *at += 2;
                    }
                    let value = match self.lookup_path(false, &parts) {
                        Found::Local { constant: Some(constant), .. } => constant.as_int(),
                        Found::Argument(TemplateArgument::Value(value)) => Some(i128::from(value)),
                        Found::Entities(decls) => decls.into_iter().find_map(|decl| match decl.entity {
                            Entity::Variable(variable) => variable.constant.as_ref()?.as_int(),
                            Entity::Enumerator(enumerator) => Some(i128::from(enumerator.value)),
                            _ => None,
                        }),
                        Found::Poison => return Err(Failed),
                        _ => None,
                    };
                    match value {
                        Some(value) => Ok(value),
                        None => self.no_constant(token),
                    }
                }
                _ => self.no_constant(token),
            },
        }
    }
}

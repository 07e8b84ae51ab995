//! Expressions, by kind of node.

use super::literals::{self, Number};
use super::rules::Analyser;
use crate::atom::Atom;
use crate::diag::excerpt;
use crate::ir::{Convert, Expr, ExprKind, Literal, Scalar, Type, work};
use crate::model::TokenKind;
use crate::sema::constants::wrap;
use crate::sema::types::literal;
use crate::sema::{Failed, Result, TypedValue, ValueCategory};
use crate::syntax::{Kind, NodeId};

impl Analyser<'_, '_> {
    pub fn expression(&mut self, node: NodeId) -> Result<TypedValue> {
        work::spend(1);
        match self.kind(node) {
            Kind::Literal => self.literal(node),
            Kind::Ident => match self.heap(node) {
                Some(heap) => self.lone_heap(heap, node),
                None => self.name(node),
            },
            Kind::Paren => match self.tree.operand(node, 0) {
                Some(inside) => self.expression(inside),
                None => self.not_understood(node),
            },
            Kind::Comma => self.comma(node),
            Kind::Assign => self.assign(node),
            Kind::Ternary => self.ternary(node),
            Kind::Binary => self.binary_run(node),
            Kind::Unary => self.unary_expression(node),
            Kind::Postfix => self.postfix(node),
            Kind::Call => self.call(node),
            Kind::Cast => self.cast_expression(node),
            Kind::SizeOf => self.size_of(node),
            Kind::Index => self.index(node),
            Kind::Member => self.member(node),
            Kind::List => {
                self.error("syntax", self.first(node), "a list in braces can only initialise a variable");
                Err(Failed)
            }
            _ => self.not_understood(node),
        }
    }

    /// Warns of a number that its type cannot hold, as dxc does. Beyond the range of `double` it is a mistake.
    fn check_range(&mut self, number: &Number, text: &str, token: u32) -> Result<()> {
        let Literal::Float(value) = number.value else { return Ok(()) };
        if text.contains('#') {
            return Ok(());
        }
        let shown = excerpt(text);
        if value.is_infinite() {
            self.error("number-range", token, format!("`{shown}` is larger than any floating-point number"))
                .help("Write `1.#INF` where infinity is meant.");
            return Err(Failed);
        }
        let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
        let is_zero = !mantissa.contains(|c: char| c.is_ascii_digit() && c != '0');
        let of_float = number.scalar == Scalar::Float && !number.literal;
        if of_float && (value as f32).is_infinite() {
            self.warning("number-range", token, format!("`{shown}` is larger than any `float`, and becomes infinity"))
                .help("Write `1.#INF` where infinity is meant.");
        } else if !is_zero && (value == 0.0 || of_float && value as f32 == 0.0) {
            self.warning(
                "number-range",
                token,
                format!("`{shown}` is smaller than any number of its type, and becomes 0"),
            )
            .help("Write `0.0` where 0 is meant.");
        }
        Ok(())
    }

    fn literal(&mut self, node: NodeId) -> Result<TypedValue> {
        let at = self.at(node);
        let range = *self.tree.node(node);
        let spelled: String;
        let mut text = self.text(at.0);
        if range.last > at.0 + 1 && text.ends_with('.') {
            spelled = (range.first..range.last).map(|token| self.text(token)).collect();
            text = &spelled;
        }
        match self.syntax.kinds.get(at.0 as usize) {
            Some(TokenKind::String) => {
                // Strings behind each other are one.
                let tokens = range.first..range.last;
                let text: String = tokens.map(|token| crate::sema::string_text(self.text(token))).collect();
                return Ok(TypedValue::new(ExprKind::String(Atom::from(&text)), Type::String, at));
            }
            Some(TokenKind::Ident) => {
                return Ok(TypedValue::of(literal(Scalar::Bool, Literal::Bool(text == "true"), at)));
            }
            Some(TokenKind::Char) => {
                return match literals::character(text) {
                    Some(letter) => Ok(TypedValue::of(literal(Scalar::Uint, Literal::Int(letter), at))),
                    None => {
                        self.error("bad-character", at.0, format!("`{text}` is not one character"))
                            .help("Write one character of ASCII or one escape: `'a'`, `'\\n'`, `'\\x41'`.");
                        Err(Failed)
                    }
                };
            }
            _ => {}
        }
        let number = literals::number(text);
        if let Some(number) = &number {
            self.check_range(number, text, at.0)?;
        }
        match number {
            Some(number) if number.literal => Ok(TypedValue::literal(number.scalar, number.value, at)),
            Some(number) => Ok(TypedValue::of(literal(number.scalar, wrap(number.scalar, number.value), at))),
            None => {
                // `1.0.xxxx` is one token to the preprocessor.
                let split = text.match_indices('.').find_map(|(dot, _)| {
                    let swizzles = &text[dot + 1..];
                    let fits = swizzles
                        .split('.')
                        .all(|part| !part.is_empty() && part.chars().all(|c| "xyzwrgba".contains(c)));
                    literals::number(&text[..dot]).filter(|_| fits).map(|number| (number, swizzles))
                });
                if let Some((number, swizzles)) = split {
                    let value = literal(number.scalar, wrap(number.scalar, number.value), at);
                    let mut value = TypedValue::of(value);
                    for swizzle in swizzles.split('.') {
                        value = self.select_components(value, Atom::from(swizzle), at.0)?;
                    }
                    return Ok(value);
                }
                let error = self.error("bad-number", at.0, format!("`{text}` is not a number"));
                if let Some(digits) = text.strip_suffix(['f', 'F', 'h', 'H'])
                    && digits.bytes().all(|digit| digit.is_ascii_digit())
                {
                    error.help(format!(
                        "A whole number has no such suffix. Write `{digits}.0{}`.",
                        &text[digits.len()..]
                    ));
                }
                Err(Failed)
            }
        }
    }

    fn cast_expression(&mut self, node: NodeId) -> Result<TypedValue> {
        let operands = self.operands(node);
        let [ty, operand] = operands.as_slice() else { return self.not_understood(node) };
        let at = self.at(node);
        let to = self.type_of(*ty, self.context.settings.order);
        let value = self.value(*operand);
        let (to, value) = (to?, value?);
        if to == Type::Void {
            return Ok(TypedValue::new(
                ExprKind::Comma(value.concrete(), literal(Scalar::Int, Literal::Int(0), at)),
                to,
                at,
            ));
        }
        let category = value.category;
        let expr = self.cast(value, &to, at)?;
        let category = if is_base(&expr) { category } else { ValueCategory::Value };
        Ok(TypedValue { expr, literal: false, category })
    }
}

/// Whether it is the part of a structure that a base has: a place, if the structure is one.
fn is_base(cast: &Expr) -> bool {
    matches!(&*cast.kind, ExprKind::Convert(Convert::Base, _))
}

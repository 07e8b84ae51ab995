//! Expressions, by kind of node.

use super::rules::{Analyser, Entity};
use super::{built_in_variables, literals};
use crate::atom::Atom;
use crate::diag::excerpt;
use crate::dialect::glsl::extensions;
use crate::dialect::glsl::words::scalar_name;
use crate::ir::{ExprKind, Literal, Scalar, Type, work};
use crate::model::TokenKind;
use crate::sema::constants::wrap;
use crate::sema::types::literal;
use crate::sema::{Failed, Result, TypedValue};
use crate::syntax::{Kind, NodeId};

impl Analyser<'_, '_> {
    pub fn expression(&mut self, node: NodeId) -> Result<TypedValue> {
        work::spend(1);
        match self.kind(node) {
            Kind::Literal => self.literal(node),
            Kind::Ident => self.named_value(node),
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
            Kind::Index => self.index(node),
            Kind::Member => self.member(node),
            Kind::List => {
                self.error("syntax", self.first(node), "a list in braces can only initialise a variable");
                Err(Failed)
            }
            _ => self.not_understood(node),
        }
    }

    fn named_value(&mut self, node: NodeId) -> Result<TypedValue> {
        let token = self.first(node);
        if built_in_variables::is_foreign(self.text(token)) {
            let name = self.text(token);
            // A wrong declaration of it has been reported.
            if self.consult(Atom::from(name), true).iter().any(|decl| matches!(decl.entity, Entity::Poison)) {
                return Err(Failed);
            }
            self.unsupported(token, format!("`{name}`"));
            return Err(Failed);
        }
        if self.text(token) == built_in_variables::GROUP_SIZE {
            return self.size_of_group(token);
        }
        if self.text(token).starts_with("gl_") {
            self.needs_extension(self.text(token), token)?;
        }
        if let Some(again) = self.redeclared_value(token) {
            return again;
        }
        self.not_recognised(self.text(token), token)?;
        self.name(node)
    }

    fn literal(&mut self, node: NodeId) -> Result<TypedValue> {
        let at = self.at(node);
        let text = self.text(at.0);
        match self.syntax.kinds.get(at.0 as usize) {
            Some(TokenKind::String) => {
                if self.tree.node(node).last > at.0 + 1 {
                    self.error("syntax", at.0 + 1, "GLSL does not join strings").help("Write one string.");
                    return Err(Failed);
                }
                let text = Atom::from(crate::sema::string_text(text));
                return Ok(TypedValue::new(ExprKind::String(text), Type::String, at));
            }
            Some(TokenKind::Ident) => {
                return Ok(TypedValue::of(literal(Scalar::Bool, Literal::Bool(text == "true"), at)));
            }
            Some(TokenKind::Char) => {
                self.error("bad-character", at.0, "GLSL has no characters");
                return Err(Failed);
            }
            _ => {}
        }
        match literals::number(text) {
            Some(number) => {
                self.needs_one_of(extensions::needed(scalar_name(number.scalar)), &excerpt(text), at.0)?;
                // What is too large is infinite.
                Ok(TypedValue::of(literal(number.scalar, wrap(number.scalar, number.value), at)))
            }
            None => self.swizzled_number(text, at),
        }
    }

    /// `1.0.xxxx` is one token to the preprocessor.
    fn swizzled_number(&mut self, text: &'static str, at: crate::ir::TokenIndex) -> Result<TypedValue> {
        let split = text.match_indices('.').find_map(|(dot, _)| {
            let letters = &text[dot + 1..];
            let fits = !letters.is_empty() && letters.bytes().all(|byte| b"xyzwrgbastpq".contains(&byte));
            literals::number(&text[..dot]).filter(|_| fits).map(|number| (number, letters))
        });
        if let Some((number, letters)) = split {
            let value = TypedValue::of(literal(number.scalar, wrap(number.scalar, number.value), at));
            return self.select_components(value, Atom::from(letters), at.0);
        }
        let shown = excerpt(text);
        let diagnostic = self.error("bad-number", at.0, format!("`{shown}` is not a number"));
        let digits = text.trim_start_matches("0x").trim_end_matches(['u', 'U']);
        if text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit()) {
            diagnostic.help("A number that begins with 0 is octal; its digits are 0 to 7.");
        } else if text.strip_suffix(['f', 'F']).is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit())) {
            diagnostic.help("A number with `f` needs a point or an exponent: `1.0f`.");
        } else if digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            diagnostic.help("An integer has 32 bits.");
        }
        Err(Failed)
    }
}

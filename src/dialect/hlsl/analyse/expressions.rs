//! Expressions, by kind of node.

use super::analyser::Analyser;
use super::conversions::literal;
use super::entity::{Entity, TemplateArgument};
use super::literals;
use super::lookup::Found;
use super::report::{Failed, Place, Result};
use super::types::Wanted;
use super::values::{Access, Value};
use crate::dialect::hlsl;
use crate::ir::{Expr, ExprKind, Literal, Scalar, TokenIndex, Type};
use crate::model::TokenKind;
use crate::syntax::{Kind, NodeId};
use ustr::Ustr;

impl Analyser<'_, '_> {
    /// The value of an expression; it has some.
    pub fn value(&mut self, node: NodeId) -> Result<Value> {
        let value = self.expression(node)?;
        if value.expr.ty == Type::Void {
            self.error("hlsl/no-value", value.expr.at.0, "a function without a result is used as a value");
            return Err(Failed);
        }
        Ok(value)
    }

    pub fn expression(&mut self, node: NodeId) -> Result<Value> {
        match self.kind(node) {
            Kind::Literal => self.literal(node),
            Kind::Ident => self.name(node),
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
            Kind::Index => self.index(node),
            Kind::Member => self.member(node),
            Kind::List => {
                self.error("hlsl/syntax", self.first(node), "a list in braces can only initialise a variable");
                Err(Failed)
            }
            _ => self.not_understood(node),
        }
    }

    fn literal(&mut self, node: NodeId) -> Result<Value> {
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
                let text = text.trim_matches('"');
                return Ok(Value::new(ExprKind::String(Ustr::from(text)), Type::String, at));
            }
            Some(TokenKind::Ident) => {
                return Ok(Value::of(literal(Scalar::Bool, Literal::Bool(text == "true"), at)));
            }
            Some(TokenKind::Char) => {
                if let Some(letter) = literals::character(text) {
                    return Ok(Value::of(literal(Scalar::Uint, Literal::Int(letter), at)));
                }
            }
            _ => {}
        }
        match literals::number(text) {
            Some(number) if number.literal => Ok(Value::literal(number.scalar, number.value, at)),
            Some(number) => {
                Ok(Value::of(literal(number.scalar, super::constants::wrap(number.scalar, number.value), at)))
            }
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
                    let value = literal(number.scalar, super::constants::wrap(number.scalar, number.value), at);
                    let mut value = Value::of(value);
                    for swizzle in swizzles.split('.') {
                        value = self.select_components(value, Ustr::from(swizzle), at.0)?;
                    }
                    return Ok(value);
                }
                self.error("hlsl/bad-number", at.0, format!("`{text}` is no number"));
                Err(Failed)
            }
        }
    }

    /// The parts of an Ident: names between `::`, and whether it begins with one. Template arguments end it.
    pub fn ident_parts(&self, node: NodeId) -> (bool, Vec<Ustr>) {
        let end = self
            .tree
            .child(node, Kind::TemplateArguments)
            .map_or(self.tree.node(node).last, |arguments| self.tree.node(arguments).first);
        let first = self.first(node);
        let rooted = self.text(first) == "::";
        let parts = (first..end).filter(|token| self.text(*token) != "::").map(|token| self.ustr(token)).collect();
        (rooted, parts)
    }

    /// What an Ident means. A type's arguments may stand inside: `Pair<float>::Make`.
    pub fn lookup_ident(&mut self, node: NodeId) -> Result<(Found, String)> {
        let range = *self.tree.node(node);
        let inner = self
            .children_of(node, Kind::TemplateArguments)
            .into_iter()
            .rfind(|arguments| self.tree.node(*arguments).last < range.last);
        let Some(arguments) = inner else {
            let (rooted, parts) = self.ident_parts(node);
            let text: Vec<&str> = parts.iter().map(Ustr::as_str).collect();
            let text = text.join("::");
            return Ok((self.lookup_path(rooted, &parts), text));
        };
        let end = self.tree.node(arguments).last;
        let mut walk = super::types::Walk::new(range.first, end);
        let ty = self.walk_type(&mut walk, self.context.order, 0)?;
        let tail: Vec<Ustr> =
            (end..range.last).filter(|token| self.text(*token) != "::").map(|token| self.ustr(token)).take(1).collect();
        let (Type::Struct(of), [name]) = (&ty, tail.as_slice()) else {
            let shown = super::show::type_name(&ty);
            self.error("hlsl/unknown-member", range.first, format!("`{shown}` has no members"));
            return Err(Failed);
        };
        let decls = self.lookup_member(of, *name);
        let text = format!("{}::{name}", of.symbol.0);
        Ok((if decls.is_empty() { Found::Nothing } else { Found::Entities(decls) }, text))
    }

    fn name(&mut self, node: NodeId) -> Result<Value> {
        let at = self.at(node);
        if self.text(at.0) == "this" && self.tree.node(node).last == at.0 + 1 {
            return self.this(at);
        }
        let (found, text) = self.lookup_ident(node)?;
        let text = || text.clone();
        match found {
            Found::Local { id, ty, read_only, .. } => {
                let access = read_only.map_or(Access::Place, Access::ReadOnly);
                Ok(Value::place(ExprKind::Local(id), ty, at, access))
            }
            Found::Member { this, index } => self.implicit_member(&this, index, at),
            Found::Argument(TemplateArgument::Value(value)) => {
                Ok(Value::literal(Scalar::Int, Literal::Int(i128::from(value)), at))
            }
            Found::Poison => Err(Failed),
            Found::Entities(decls) => {
                for decl in &decls {
                    match &decl.entity {
                        Entity::Variable(variable) => {
                            let access = variable.read_only.map_or(Access::Place, Access::ReadOnly);
                            if let Some(parts) = &variable.parts {
                                let expr = Expr { at, ..parts.clone() };
                                return Ok(Value { expr, literal: false, access });
                            }
                            return Ok(Value::place(
                                ExprKind::Global(variable.symbol),
                                variable.ty.clone(),
                                at,
                                access,
                            ));
                        }
                        Entity::Enumerator(enumerator) => {
                            let kind = ExprKind::Literal(Literal::Int(i128::from(enumerator.value)));
                            return Ok(Value::new(kind, enumerator.ty.clone(), at));
                        }
                        Entity::Poison => return Err(Failed),
                        _ => {}
                    }
                }
                let first = &decls[0];
                let place = Place { chunk: first.chunk, token: first.token };
                let (name, what) = (text(), first.entity.describe());
                self.error("hlsl/not-a-value", at.0, format!("`{name}` is a {what}, not a value"))
                    .label(place, "declared here");
                Err(Failed)
            }
            Found::Argument(TemplateArgument::Type(_)) => {
                let name = text();
                self.error("hlsl/not-a-value", at.0, format!("`{name}` is a type, not a value"));
                Err(Failed)
            }
            Found::Nothing => {
                let name = text();
                if hlsl::is_builtin_type(&name) || hlsl::is_resource_type(&name) {
                    self.error("hlsl/not-a-value", at.0, format!("`{name}` is a type, not a value"));
                    return Err(Failed);
                }
                let help = self.suggest(&name, Wanted::Value);
                self.error("hlsl/unknown-name", at.0, format!("unknown name `{name}`")).help = help;
                Err(Failed)
            }
        }
    }

    /// `this` of a method.
    fn this(&mut self, at: TokenIndex) -> Result<Value> {
        match self.this_place(at) {
            Some(this) => Ok(this),
            None => {
                self.error("hlsl/no-this", at.0, "`this` is known in methods that are not static");
                Err(Failed)
            }
        }
    }

    pub fn this_place(&mut self, at: TokenIndex) -> Option<Value> {
        let ty = self.body.as_ref()?.this.clone()?;
        Some(Value::place(ExprKind::Local(crate::ir::LocalId(0)), ty, at, Access::Place))
    }

    fn implicit_member(&mut self, of: &Type, index: u32, at: TokenIndex) -> Result<Value> {
        let Some(this) = self.this_place(at) else {
            self.error("hlsl/no-this", at.0, "a member needs an object; a static method has none");
            return Err(Failed);
        };
        let this = if super::conversions::same(&this.expr.ty, of) {
            this
        } else {
            let ty = of.clone();
            let expr = self.converted(this, &ty);
            Value { expr, literal: false, access: Access::Place }
        };
        Ok(self.select_member(this, index, at))
    }

    fn comma(&mut self, node: NodeId) -> Result<Value> {
        let mut parts = self.operands(node).into_iter();
        let Some(first) = parts.next() else { return self.not_understood(node) };
        let mut left = self.expression(first)?;
        for part in parts {
            let right = self.expression(part)?;
            let at = right.expr.at;
            let ty = right.expr.ty.clone();
            left = Value::new(ExprKind::Comma(left.concrete(), right.concrete()), ty, at);
        }
        Ok(left)
    }

    fn cast_expression(&mut self, node: NodeId) -> Result<Value> {
        let operands = self.operands(node);
        let [ty, operand] = operands.as_slice() else { return self.not_understood(node) };
        let at = self.at(node);
        let to = self.type_of(*ty, self.context.order);
        let value = self.value(*operand);
        let (to, value) = (to?, value?);
        if to == Type::Void {
            return Ok(Value::new(
                ExprKind::Comma(value.concrete(), literal(Scalar::Int, Literal::Int(0), at)),
                to,
                at,
            ));
        }
        Ok(Value::of(self.cast(value, &to, at)?))
    }

    /// A condition: one `bool`.
    pub fn condition(&mut self, node: NodeId) -> Result<Expr> {
        let value = self.value(node)?;
        let ty = value.expr.ty.clone();
        match super::numbers::parts(&ty) {
            Some((_, shape)) if shape.count() == 1 => self.convert(value, &Type::Scalar(Scalar::Bool)),
            Some(_) => {
                let shown = super::show::type_name(&ty);
                self.error(
                    "hlsl/condition",
                    value.expr.at.0,
                    format!("a condition must be one value, found `{shown}`"),
                )
                .help("Write `any(...)` or `all(...)` around it.");
                Err(Failed)
            }
            None => {
                let shown = super::show::type_name(&ty);
                self.error("hlsl/condition", value.expr.at.0, format!("a condition must be a number, found `{shown}`"));
                Err(Failed)
            }
        }
    }
}

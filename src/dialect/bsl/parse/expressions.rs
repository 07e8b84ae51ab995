//! Expressions, by precedence.

use super::{Parse, Parser};
use crate::diag::Span;
use crate::dialect::bsl::ast::{
    BinaryOperator, Expr, ExprKind, Ident, List, Path, PathPart, PathParts, TemplateArgument, UnaryOperator,
};
use crate::model::TokenKind;

/// The binary operator that assigns: `+=` has `+`.
fn assigned(text: &str) -> Option<Option<BinaryOperator>> {
    if text == "=" {
        return Some(None);
    }
    let operator = text.strip_suffix('=')?;
    let found = BinaryOperator::from_text(operator)?;
    let is_one = !found.is_comparison() && !matches!(found, BinaryOperator::Or | BinaryOperator::And);
    is_one.then_some(Some(found))
}

fn join(first: Span, last: Span) -> Span {
    if first.file == last.file { Span { end: last.end.max(first.end), ..first } } else { first }
}

impl Parser<'_> {
    /// With commas.
    pub fn expression(&mut self) -> Parse<Expr> {
        let first = self.assignment()?;
        if self.text() != "," {
            return Ok(first);
        }
        let start = first.span;
        let mut all = vec![first];
        while self.take(",") {
            all.push(self.assignment()?);
        }
        let span = join(start, all[all.len() - 1].span);
        Ok(Expr { kind: ExprKind::Comma(all), span })
    }

    /// Without commas.
    pub fn assignment(&mut self) -> Parse<Expr> {
        self.deeper(Self::assignment_inside)
    }

    fn assignment_inside(&mut self) -> Parse<Expr> {
        if self.text() == "{" {
            let list = self.list()?;
            let span = list.span;
            return Ok(Expr { kind: ExprKind::List(list), span });
        }
        let left = self.binary(0, false)?;
        if self.take("?") {
            let then = self.assignment()?;
            self.expect(":")?;
            let otherwise = self.assignment()?;
            let span = join(left.span, otherwise.span);
            return Ok(Expr { kind: ExprKind::Ternary(Box::new(left), Box::new(then), Box::new(otherwise)), span });
        }
        if let Some(operator) = assigned(self.text()) {
            self.advance();
            let right = self.assignment()?;
            let span = join(left.span, right.span);
            return Ok(Expr { kind: ExprKind::Assign(operator, Box::new(left), Box::new(right)), span });
        }
        Ok(left)
    }

    /// Operators of at least this level; in template arguments, without `>` and `>>`.
    pub fn binary(&mut self, loosest: u8, in_angles: bool) -> Parse<Expr> {
        let mut left = self.unary()?;
        let mut chain = 0;
        loop {
            self.longer(&mut chain)?;
            let text = self.text();
            if in_angles && matches!(text, ">" | ">>" | ">=") || self.split {
                return Ok(left);
            }
            let Some(token) = self.tokens.get(self.at).filter(|token| token.token.kind == TokenKind::Punct) else {
                return Ok(left);
            };
            let text = token.token.text.as_str();
            let Some(operator) = BinaryOperator::from_text(text) else { return Ok(left) };
            let level = operator.level();
            if level < loosest {
                return Ok(left);
            }
            self.advance();
            let right = self.deeper(|parser| parser.binary(level + 1, in_angles))?;
            let span = join(left.span, right.span);
            left = Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), span };
        }
    }

    fn unary(&mut self) -> Parse<Expr> {
        let start = self.here();
        let operator = match self.text() {
            "-" => UnaryOperator::Minus,
            "+" => UnaryOperator::Plus,
            "!" => UnaryOperator::Not,
            "~" => UnaryOperator::Complement,
            "++" => UnaryOperator::Increment,
            "--" => UnaryOperator::Decrement,
            "*" => {
                self.advance();
                let operand = self.deeper(Self::unary)?;
                let span = join(start, operand.span);
                return Ok(Expr { kind: ExprKind::Dereference(Box::new(operand)), span });
            }
            "&" => return Err(self.unsupported("pointers", start)),
            _ => {
                let primary = self.primary()?;
                return self.postfix(primary);
            }
        };
        self.advance();
        let operand = self.deeper(Self::unary)?;
        let span = join(start, operand.span);
        Ok(Expr { kind: ExprKind::Unary(operator, Box::new(operand)), span })
    }

    fn primary(&mut self) -> Parse<Expr> {
        let span = self.here();
        let Some(token) = self.tokens.get(self.at).copied() else { return Err(self.unexpected("an expression")) };
        match token.token.kind {
            TokenKind::Number | TokenKind::Char => {
                self.advance();
                Ok(Expr { kind: ExprKind::Number(token.token.text), span })
            }
            TokenKind::String => {
                let mut all = Vec::new();
                let start = self.at;
                while let Some(token) = self.tokens.get(self.at).filter(|token| token.token.kind == TokenKind::String) {
                    all.push(Ident { name: token.token.text, span: self.here() });
                    self.at += 1;
                }
                Ok(Expr { kind: ExprKind::String(all), span: self.since(start) })
            }
            TokenKind::Ident => match token.token.text.as_str() {
                word @ ("true" | "false") => {
                    self.advance();
                    Ok(Expr { kind: ExprKind::Bool(word == "true"), span })
                }
                "this" => {
                    self.advance();
                    Ok(Expr { kind: ExprKind::This, span })
                }
                _ if !self.is_free_at(self.at) => Err(self.unexpected("an expression")),
                _ => self.name_or_construction(),
            },
            TokenKind::Punct => match token.token.text.as_str() {
                "::" => self.name_or_construction(),
                "(" => {
                    self.advance();
                    let inside = self.deeper(Self::expression)?;
                    self.expect(")")?;
                    if self.is_cast_of(&inside) {
                        return Err(self.unsupported("casts of the form `(T)x`", span));
                    }
                    Ok(inside)
                }
                "[" => Err(self.unsupported("lambdas", span)),
                _ => Err(self.unexpected("an expression")),
            },
            TokenKind::Other => Err(self.unexpected("an expression")),
        }
    }

    /// Whether what stood in parentheses is a type in front of an operand.
    fn is_cast_of(&self, inside: &Expr) -> bool {
        let is_path = matches!(inside.kind, ExprKind::Path(_));
        let begins_operand = self.tokens.get(self.at).is_some_and(|token| {
            matches!(token.token.kind, TokenKind::Ident | TokenKind::Number) && token.token.text != "and"
        });
        is_path && begins_operand
    }

    fn name_or_construction(&mut self) -> Parse<Expr> {
        let path = self.path(false)?;
        if self.text() == "{" {
            let list = self.list()?;
            let span = join(path.span, list.span);
            return Ok(Expr { kind: ExprKind::Construct(Box::new((path, list))), span });
        }
        let span = path.span;
        Ok(Expr { kind: ExprKind::Path(path), span })
    }

    /// `A::B<int>::f`. In a type, `<` always begins arguments.
    pub fn path(&mut self, in_type: bool) -> Parse<Path> {
        let start = self.at;
        let is_global = self.take("::");
        let first = self.path_part(in_type)?;
        if self.split || self.text() != "::" {
            let span = if is_global || first.arguments.is_some() { self.since(start) } else { first.ident.span };
            return Ok(Path { is_global, parts: PathParts::One(first), span });
        }
        let mut parts = vec![first];
        while !self.split && self.take("::") {
            self.take("template");
            parts.push(self.path_part(in_type)?);
        }
        let span = self.since(start);
        Ok(Path { is_global, parts: PathParts::Several(parts), span })
    }

    fn path_part(&mut self, in_type: bool) -> Parse<PathPart> {
        let ident = self.ident("a name")?;
        let begins_arguments = self.text() == "<" && (in_type || self.templates.contains(&ident.name));
        let arguments = if begins_arguments { Some(self.template_arguments()?) } else { None };
        Ok(PathPart { ident, arguments })
    }

    pub fn template_arguments(&mut self) -> Parse<Box<[TemplateArgument]>> {
        self.expect("<")?;
        let mut all = Vec::new();
        while !self.take_angle() {
            all.push(self.deeper(Self::template_argument)?);
            if !self.take(",") {
                if self.take_angle() {
                    break;
                }
                return Err(self.unexpected("`,` or `>`"));
            }
        }
        Ok(all.into_boxed_slice())
    }

    fn template_argument(&mut self) -> Parse<TemplateArgument> {
        let starts_name = self.text() == "::" || self.is_free_at(self.at);
        if starts_name {
            let (at, split) = (self.at, self.split);
            let path = self.path(true)?;
            if matches!(self.text(), "," | ">" | ">>") {
                return Ok(TemplateArgument::Path(path));
            }
            (self.at, self.split) = (at, split);
        }
        Ok(TemplateArgument::Value(self.binary(0, true)?))
    }

    fn postfix(&mut self, primary: Expr) -> Parse<Expr> {
        let mut base = primary;
        let mut chain = 0;
        loop {
            self.longer(&mut chain)?;
            if self.split {
                return Ok(base);
            }
            match self.text() {
                "." => base = self.member_of(base)?,
                "->" if matches!(base.kind, ExprKind::This) => base = self.member_of(base)?,
                "->" => return Err(self.unsupported("pointers", self.here())),
                "(" => {
                    self.advance();
                    let arguments = self.deeper(|parser| parser.arguments())?;
                    let span = join(base.span, self.span_at(self.at - 1));
                    base = Expr { kind: ExprKind::Call(Box::new(base), arguments), span };
                }
                "[" => {
                    self.advance();
                    let index = self.deeper(Self::expression)?;
                    self.expect("]")?;
                    let span = join(base.span, self.span_at(self.at - 1));
                    base = Expr { kind: ExprKind::Index(Box::new(base), Box::new(index)), span };
                }
                text @ ("++" | "--") => {
                    let operator = if text == "++" { UnaryOperator::Increment } else { UnaryOperator::Decrement };
                    self.advance();
                    let span = join(base.span, self.span_at(self.at - 1));
                    base = Expr { kind: ExprKind::Postfix(operator, Box::new(base)), span };
                }
                _ => return Ok(base),
            }
        }
    }

    /// At the `.` behind what has the member.
    fn member_of(&mut self, base: Expr) -> Parse<Expr> {
        self.advance();
        self.take("template");
        let ident = self.ident("the name of a member")?;
        let begins_arguments = self.text() == "<" && self.templates.contains(&ident.name);
        let arguments = if begins_arguments { Some(self.template_arguments()?) } else { None };
        let span = join(base.span, ident.span);
        Ok(Expr { kind: ExprKind::Member(Box::new(base), PathPart { ident, arguments }), span })
    }

    /// Behind `(`, with the `)`.
    pub fn arguments(&mut self) -> Parse<Vec<Expr>> {
        let mut all = Vec::new();
        if self.take(")") {
            return Ok(all);
        }
        loop {
            all.push(self.assignment()?);
            if self.take(")") {
                return Ok(all);
            }
            if !self.take(",") {
                return Err(self.unexpected("`,` or `)`"));
            }
        }
    }

    /// `{ a, .b = c, {d} }`.
    pub fn list(&mut self) -> Parse<List> {
        let start = self.at;
        self.expect("{")?;
        let mut items = Vec::new();
        while !self.take("}") {
            let designator = if self.text() == "." && self.is_name_at(self.at + 1) {
                self.advance();
                let ident = self.ident("the name of a member")?;
                if self.text() != "{" {
                    self.expect("=")?;
                }
                Some(ident)
            } else {
                None
            };
            items.push((designator, self.assignment()?));
            if !self.take(",") {
                if self.take("}") {
                    break;
                }
                return Err(self.unexpected("`,` or `}`"));
            }
        }
        Ok(List { items, span: self.since(start) })
    }
}

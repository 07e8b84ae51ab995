//! Statements.

use super::{Parse, Parser};
use crate::diag::Diagnostic;
use crate::dialect::bsl::ast::{Attribute, ForStatement, IfStatement, Statement, StatementKind, Using, UsingKind};

impl Parser<'_> {
    /// From `{` to behind its `}`; mistakes end with their statement.
    pub fn block(&mut self) -> Parse<Vec<Statement>> {
        self.expect("{")?;
        let mut all = Vec::new();
        while !self.done() && self.text() != "}" {
            self.recovering_statement(&mut all);
        }
        self.is_silent = false;
        self.expect("}")?;
        Ok(all)
    }

    fn recovering_statement(&mut self, all: &mut Vec<Statement>) {
        let before = self.at;
        self.is_silent = false;
        match self.deeper(Self::statement) {
            Ok(statement) => all.push(statement),
            Err(_) => {
                self.skip_statement();
                if self.at == before {
                    self.skip_group();
                }
            }
        }
        self.is_silent = false;
    }

    pub fn statement(&mut self) -> Parse<Statement> {
        let start = self.at;
        let attributes = self.attributes()?;
        let kind = match self.text() {
            "{" => StatementKind::Block(self.block()?),
            ";" => {
                self.advance();
                StatementKind::Empty
            }
            "if" => self.choice()?,
            "for" => return self.for_statement(attributes, start),
            "while" => {
                self.advance();
                self.expect("(")?;
                let condition = self.expression()?;
                self.expect(")")?;
                let trailing = self.attributes()?;
                self.misplaced(&trailing);
                let body = self.body("while")?;
                StatementKind::While(condition, Box::new(body))
            }
            "do" => {
                self.advance();
                let body = self.body("do")?;
                self.expect("while")?;
                self.expect("(")?;
                let condition = self.expression()?;
                self.expect(")")?;
                self.expect(";")?;
                StatementKind::Do(Box::new(body), condition)
            }
            "switch" => {
                self.advance();
                self.expect("(")?;
                let value = self.expression()?;
                self.expect(")")?;
                StatementKind::Switch(value, self.block()?)
            }
            "case" => {
                self.advance();
                let value = self.binary(0, false)?;
                self.expect(":")?;
                StatementKind::Case(value)
            }
            "default" => {
                self.advance();
                self.expect(":")?;
                StatementKind::Default
            }
            "return" => {
                self.advance();
                let value = if self.text() == ";" { None } else { Some(self.expression()?) };
                self.expect(";")?;
                StatementKind::Return(value)
            }
            word @ ("break" | "continue") => {
                self.advance();
                self.expect(";")?;
                if word == "break" { StatementKind::Break } else { StatementKind::Continue }
            }
            "using" => StatementKind::Using(self.using()?),
            "TEST" if self.next_text() == "(" => self.test()?,
            "struct" | "class" | "union" | "enum" => {
                return Err(self.unsupported("types inside of functions", self.here()));
            }
            _ => match self.binding()? {
                Some(binding) => StatementKind::Binding(Box::new(binding)),
                None if self.begins_declaration() => {
                    StatementKind::Declaration(Box::new(self.declaration(attributes.clone(), start)?))
                }
                None => {
                    let expression = self.expression()?;
                    self.expect(";")?;
                    StatementKind::Expression(expression)
                }
            },
        };
        let is_declaration = matches!(kind, StatementKind::Declaration(_));
        let is_empty = matches!(kind, StatementKind::Empty);
        if !is_declaration {
            let allowed = |attribute: &&Attribute| !(is_empty && attribute.name.name == "fallthrough");
            let wrong: Vec<Attribute> = attributes.iter().filter(allowed).cloned().collect();
            self.misplaced(&wrong);
        }
        Ok(Statement { kind, span: self.since(start) })
    }

    /// Attributes that mean nothing where they stand.
    fn misplaced(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            let name = attribute.name.name;
            self.note(
                Diagnostic::error("bsl/attribute-placement", format!("`[[{name}]]` means nothing here"))
                    .at(attribute.name.span),
            );
        }
    }

    /// The statement behind the head of `if`, `for` and their like, which has to be a block.
    fn body(&mut self, keyword: &str) -> Parse<Statement> {
        if self.text() != "{" {
            let span = self.here();
            let message = format!("the body of this `{keyword}` has no braces");
            self.note(Diagnostic::error("bsl/missing-braces", message).at(span).help("Put it between `{` and `}`."));
        }
        self.deeper(Self::statement)
    }

    fn choice(&mut self) -> Parse<StatementKind> {
        self.advance();
        let is_constexpr = self.take("constexpr");
        self.expect("(")?;
        let condition = self.expression()?;
        self.expect(")")?;
        let mut static_branch = None;
        for attribute in self.attributes()? {
            if attribute.name.name == "static_branch" {
                static_branch = Some(attribute.name.span);
            } else {
                self.misplaced(&[attribute]);
            }
        }
        let then = self.body("if")?;
        let mut otherwise = None;
        if self.take("else") {
            let start = self.at;
            otherwise = Some(if self.text() == "if" {
                let kind = self.deeper(Self::choice)?;
                Statement { kind, span: self.since(start) }
            } else {
                self.body("else")?
            });
        }
        Ok(StatementKind::If(Box::new(IfStatement { is_constexpr, condition, static_branch, then, otherwise })))
    }

    fn for_statement(&mut self, mut attributes: Vec<Attribute>, start: usize) -> Parse<Statement> {
        self.advance();
        self.expect("(")?;
        let first_start = self.at;
        let first = if self.take(";") {
            None
        } else {
            let kind = if self.begins_declaration() {
                StatementKind::Declaration(Box::new(self.declaration(Vec::new(), first_start)?))
            } else {
                let expression = self.expression()?;
                self.expect(";")?;
                StatementKind::Expression(expression)
            };
            Some(Statement { kind, span: self.since(first_start) })
        };
        let condition = if self.text() == ";" { None } else { Some(self.expression()?) };
        self.expect(";")?;
        let mut steps = Vec::new();
        while self.text() != ")" {
            steps.push(self.assignment()?);
            if !self.take(",") {
                break;
            }
        }
        self.expect(")")?;
        attributes.extend(self.attributes()?);
        let body = self.body("for")?;
        let kind = StatementKind::For(Box::new(ForStatement { attributes, first, condition, steps, body }));
        Ok(Statement { kind, span: self.since(start) })
    }

    /// `using ...;`.
    pub fn using(&mut self) -> Parse<Using> {
        let start = self.at;
        self.advance();
        let kind = if self.take("namespace") {
            self.skip_until_end();
            UsingKind::Namespace
        } else if self.has_name() && self.next_text() == "=" {
            let ident = self.ident("a name")?;
            self.advance();
            UsingKind::Alias(ident, self.type_name(super::declarations::Specifiers::default())?)
        } else if self.is_free_at(self.at) || self.text() == "::" {
            let path = self.path(true)?;
            if self.text() == ";" { UsingKind::Name(path) } else { UsingKind::Other }
        } else {
            UsingKind::Other
        };
        self.skip_until_end();
        let span = self.path_span(start);
        self.take(";");
        Ok(Using { kind, span })
    }

    fn skip_until_end(&mut self) {
        while !self.done() && !matches!(self.text(), ";" | "}") {
            self.skip_group();
        }
    }

    /// `TEST(suite, name) { ... }`.
    fn test(&mut self) -> Parse<StatementKind> {
        self.at += 2;
        let suite = self.ident("the name of a suite")?;
        self.expect(",")?;
        let name = self.ident("the name of a test")?;
        self.expect(")")?;
        Ok(StatementKind::Test(suite, name, self.block()?))
    }
}

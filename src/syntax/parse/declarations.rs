//! Declarations: types, declarators, parameters.

use super::Parser;
use super::lookahead::{DeclarationHead, ends_declarator};
use crate::model::TokenKind;
use crate::syntax::grammar::Attributes;
use crate::syntax::problems::Expected;
use crate::syntax::tree::{Kind, NodeId};

impl Parser<'_> {
    /// `[...]` and `[[...]]`, as many as there are.
    pub fn attributes(&mut self) -> Vec<NodeId> {
        let mut all = Vec::new();
        while self.text() == "[" {
            let double = self.text_at(self.at + 1) == "[";
            let fits = match self.grammar.attributes {
                Attributes::None => false,
                Attributes::Double => double,
                Attributes::SingleOrDouble => true,
            };
            let Some(after) = self.after_group(self.at).filter(|_| fits) else { break };
            let start = self.at;
            self.at += if double { 2 } else { 1 };
            let inside = self.followed_by(Expected::Token("]"), |parser| parser.expression(&[]));
            self.at = after;
            all.push(self.node(Kind::Attribute, start, &[inside]));
        }
        all
    }

    /// Qualifiers have been passed; the type up to `end`.
    pub fn ty(&mut self, end: usize) -> NodeId {
        let start = self.at;
        let mut children = Vec::new();
        while self.at < end {
            if self.text() == "<" {
                let from = self.at;
                self.at = self.after_angle(self.at).unwrap_or(end).min(end);
                children.push(self.node(Kind::TemplateArguments, from, &[]));
            } else {
                self.at += 1;
            }
        }
        self.node(Kind::Type, start, &children)
    }

    /// The rest of a declaration of variables, of which [`Parser::declared`] has found the parts, with its `;` (or up
    /// to the `)` of a condition).
    pub fn declaration(&mut self, start: usize, mut children: Vec<NodeId>, found: DeclarationHead) -> NodeId {
        self.at = found.ty;
        children.push(self.ty(found.name));
        self.declarators(&mut children);
        if self.text() != ")" {
            self.require(";");
        }
        self.node(Kind::Declaration, start, &children)
    }

    /// The token behind the name of a declaration of a known type, if no declarator can go on there: `float a float b`.
    pub fn broken_declaration(&self, at: usize) -> Option<usize> {
        let mut at = at;
        while let Some(next) = self.after_qualifier(at) {
            at = next;
        }
        if !self.is_known_type(at) {
            return None;
        }
        at += 1;
        if self.text_at(at) == "<" {
            at = self.after_angle(at)?;
        }
        let after = at + 1;
        let is_name = self.is_ident(at) && !(self.grammar.is_no_type)(self.text_at(at)) && !self.is_known_type(at);
        let ends = self.code.get(after).is_none_or(|code| code.kind != TokenKind::Punct || code.text == "}");
        (is_name && ends).then_some(after)
    }

    /// Whether the name at `at` is a type of the language, or one that was declared somewhere: the name of a variable
    /// can be the same.
    pub fn is_known_type(&self, at: usize) -> bool {
        self.is_type_name(at) || self.is_resource_type(at)
    }

    /// Whether the name at `at` is a scalar, vector or matrix of the language.
    pub fn is_number_type(&self, at: usize) -> bool {
        self.is_ident(at) && (self.grammar.types.is_builtin)(self.text_at(at))
    }

    /// Whether the name at `at` is one that a type of resources can have.
    pub fn is_resource_type(&self, at: usize) -> bool {
        self.is_ident(at) && (self.grammar.types.is_resource)(self.text_at(at))
    }

    /// A declaration without its `;`; ends behind its name, so that what follows is understood.
    pub fn unfinished_declaration(&mut self, start: usize, children: &[NodeId]) -> NodeId {
        if let Some(after) = self.broken_declaration(self.at) {
            self.expected(after, Expected::Token(";"));
            self.at = after;
        }
        self.node(Kind::Opaque, start, children)
    }

    /// Declarators up to `;` (not taken) or a closing bracket.
    pub fn declarators(&mut self, children: &mut Vec<NodeId>) {
        loop {
            children.push(self.declarator());
            let more = self.text() == "," && self.is_ident(self.at + 1) && ends_declarator(self.text_at(self.at + 2));
            if more {
                self.at += 1;
                continue;
            }
            children.extend(self.opaque_until(&[]));
            return;
        }
    }

    fn declarator(&mut self) -> NodeId {
        let start = self.at;
        self.at += 1;
        // `S::member`, of a definition outside of the structure.
        while self.text() == "::" && self.is_ident(self.at + 1) {
            self.at += 2;
        }
        let mut children = vec![self.node(Kind::Name, start, &[])];
        while self.text() == "["
            && let Some(after) = self.after_group(self.at)
        {
            let from = self.at;
            self.at += 1;
            let extent =
                (self.at + 1 < after).then(|| self.followed_by(Expected::Token("]"), |parser| parser.expression(&[])));
            self.at = after;
            children.push(self.node(Kind::Extent, from, extent.as_slice()));
        }
        self.annotations(&mut children);
        let state_block = self.grammar.state_block;
        let states = state_block.is_some_and(|word| self.text_at(self.at + 1) == word);
        if states && self.text() == "=" && self.text_at(self.at + 2) == "{" {
            let from = self.at;
            self.at += 2;
            self.skip_group();
            children.push(self.node(Kind::Opaque, from, &[]));
        } else if self.take("=") {
            children.push(if self.text() == "{" { self.list() } else { self.assignment(&[]) });
        } else if self.text() == "{" && state_block.is_none() {
            children.push(self.list());
        } else if self.text() == "{" {
            let from = self.at;
            self.skip_group();
            children.push(self.node(Kind::Opaque, from, &[]));
        }
        self.node(Kind::Declarator, start, &children)
    }

    /// `: word`, `: word(...)`, `: 4` and `<...>`, as far as the language has them.
    pub fn annotations(&mut self, children: &mut Vec<NodeId>) {
        loop {
            let text = self.text();
            if !matches!(text, ":" | "<") || !self.grammar.annotations.contains(&text) {
                return;
            }
            if text == ":" {
                children.push(self.annotation_word());
            } else {
                let start = self.at;
                self.annotation_group();
                children.push(self.node(Kind::Annotation, start, &[]));
            }
        }
    }

    /// `: word`, `: word(...)`, or a number of bits: `: 4`, `: (N + 1)`.
    pub fn annotation_word(&mut self) -> NodeId {
        let start = self.at;
        self.at += 1;
        let is_number = self.code.get(self.at).is_some_and(|code| code.kind == TokenKind::Number);
        if is_number || matches!(self.text(), "(" | "-" | "+") {
            let width = self.binary(0);
            return self.node(Kind::Annotation, start, &[width]);
        }
        if matches!(self.code.get(self.at), Some(code) if code.kind != TokenKind::Punct) {
            self.at += 1;
            if self.text() == "(" {
                self.skip_group();
            }
        }
        self.node(Kind::Annotation, start, &[])
    }

    /// `< type name = value; ... >`.
    fn annotation_group(&mut self) {
        let mut depth = 0usize;
        // Not beyond the bracket that holds the declarator.
        while !self.done() && !matches!(self.text(), ")" | "]" | "}") {
            match self.text() {
                "<" => depth += 1,
                ">" => depth -= 1,
                ">>" => depth = depth.saturating_sub(2),
                _ => {}
            }
            self.skip_group();
            if depth == 0 {
                return;
            }
        }
    }

    /// `( ... )` of a function.
    pub fn parameters(&mut self) -> NodeId {
        let start = self.at;
        let Some(after) = self.after_group(self.at) else {
            self.at += 1;
            return self.node(Kind::Parameters, start, &[]);
        };
        self.at += 1;
        let mut children = Vec::new();
        while self.at + 1 < after {
            let from = self.at;
            let mut parts = self.attributes();
            if let Some(found) = self.declared(self.at) {
                self.at = found.ty;
                parts.push(self.ty(found.name));
                parts.push(self.followed_by(Expected::Separator(")"), Parser::declarator));
                children.push(self.node(Kind::Declaration, from, &parts));
            } else if let Some(behind) = self.broken_declaration(self.at) {
                self.expected(behind, Expected::Separator(")"));
            }
            let rest = self.at;
            while self.at + 1 < after && self.text() != "," {
                self.skip_group();
            }
            self.at = self.at.min(after - 1);
            if self.at > rest {
                let first = if rest == from { &parts[..] } else { &[] };
                if rest != from {
                    self.expected(rest, Expected::Separator(")"));
                }
                let from = if rest == from { from } else { rest };
                children.push(self.node(Kind::Opaque, from, first));
            }
            if self.take(",") {
                if self.at + 1 == after {
                    self.expected(self.at, Expected::DeclaredName);
                }
            } else if self.at == from {
                break;
            }
        }
        self.at = after;
        self.node(Kind::Parameters, start, &children)
    }
}

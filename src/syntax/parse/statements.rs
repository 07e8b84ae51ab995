//! Statements.

use super::Parser;
use crate::syntax::grammar::is_statement_word;
use crate::syntax::problems::Expected;
use crate::syntax::tree::{Kind, NodeId};

impl Parser<'_> {
    /// From `{` to behind its `}`.
    pub fn block(&mut self) -> NodeId {
        let start = self.at;
        if self.too_deep() || self.after_group(start).is_none() && self.depth > 0 {
            self.skip_group();
            return self.node(Kind::Opaque, start, &[]);
        }
        self.depth += 1;
        self.at += 1;
        let mut children = Vec::new();
        while !self.done() && self.text() != "}" {
            children.push(self.statement());
        }
        self.take("}");
        self.depth -= 1;
        self.node(Kind::Block, start, &children)
    }

    /// One statement; takes at least one token, unless a `}` or the end is here.
    pub fn statement(&mut self) -> NodeId {
        let start = self.at;
        if self.done() || self.text() == "}" {
            return self.empty();
        }
        if self.too_deep() {
            self.skip_statement();
            return self.node(Kind::Opaque, start, &[]);
        }
        self.depth += 1;
        let problems = self.tree.problems.len();
        let attributes = self.attributes();
        let node = self.statement_inside(start, attributes);
        self.one_problem_since(problems, node);
        self.depth -= 1;
        if self.at == start {
            self.at += 1;
            return self.node(Kind::Opaque, start, &[]);
        }
        node
    }

    fn statement_inside(&mut self, start: usize, attributes: Vec<NodeId>) -> NodeId {
        let mut children = attributes;
        match self.text() {
            "{" => {
                let block = self.block();
                if children.is_empty() {
                    return block;
                }
                children.push(block);
                self.node(Kind::Block, start, &children)
            }
            "}" | "" => self.node(Kind::Opaque, start, &children),
            "if" => self.choice(start, children),
            "while" | "switch" => {
                let kind = if self.text() == "while" { Kind::While } else { Kind::Switch };
                self.at += 1;
                let Some(condition) = self.condition() else { return self.broken(start, &children) };
                children.push(condition);
                children.push(self.statement());
                self.node(kind, start, &children)
            }
            "do" => {
                self.at += 1;
                children.push(self.statement());
                if !self.require("while") {
                    return self.broken(start, &children);
                }
                let Some(condition) = self.condition() else { return self.broken(start, &children) };
                children.push(condition);
                self.require(";");
                self.node(Kind::Do, start, &children)
            }
            "else" => {
                self.expected(start, Expected::If);
                self.at += 1;
                children.push(self.statement());
                self.node(Kind::Opaque, start, &children)
            }
            "for" => self.for_loop(start, children),
            "case" => {
                self.at += 1;
                let value = self.followed_by(Expected::Token(":"), |parser| parser.expression(&[":"]));
                children.push(value);
                self.require(":");
                self.node(Kind::Case, start, &children)
            }
            "default" if self.text_at(self.at + 1) == ":" => {
                self.at += 2;
                self.node(Kind::Default, start, &children)
            }
            "return" => {
                self.at += 1;
                if self.text() != ";" && self.text() != "}" {
                    children.push(if self.text() == "{" { self.list() } else { self.expression(&[]) });
                }
                self.finish(Kind::Return, start, &children)
            }
            "break" => self.jump(Kind::Break, start, &children),
            "continue" => self.jump(Kind::Continue, start, &children),
            ";" => {
                self.at += 1;
                self.node(Kind::Empty, start, &children)
            }
            "typedef" | "using" | "enum" => self.item_after(start, children),
            word if self.grammar.precision_statement == Some(word) => self.item_after(start, children),
            // A word of an extension may be a name.
            word if self.grammar.discards.contains(&word)
                && ((self.grammar.is_no_type)(word) || self.text_at(self.at + 1) == ";") =>
            {
                self.jump(Kind::Discard, start, &children)
            }
            _ if self.begins_structure(self.at) && self.defines_structure() => self.item_after(start, children),
            _ if self.qualified_definition().is_some() => self.item_after(start, children),
            _ => match self.declared(self.at) {
                Some(found) if self.text_at(found.after) != "(" => self.declaration(start, children, found),
                // `float f(float x);`
                Some(found) if self.declared(found.after + 1).is_some() => self.item_after(start, children),
                Some(_) => {
                    self.skip_statement();
                    self.node(Kind::Opaque, start, &children)
                }
                None if self.lacks_declared_name() => {
                    self.expected(self.at + 1, Expected::DeclaredName);
                    self.skip_statement();
                    self.node(Kind::Opaque, start, &children)
                }
                None if self.broken_declaration(self.at).is_some() => self.unfinished_declaration(start, &children),
                None => {
                    children.push(self.expression(&[]));
                    self.finish(Kind::Expression, start, &children)
                }
            },
        }
    }

    /// `if`, with every `else if` behind it: people write a chain of these as one level, and so it is one here.
    fn choice(&mut self, start: usize, attributes: Vec<NodeId>) -> NodeId {
        let mut open = vec![(start, attributes)];
        let mut last = loop {
            let Some((start, mut children)) = open.pop() else { return self.empty() };
            self.at += 1;
            let Some(condition) = self.condition() else { break self.broken(start, &children) };
            children.push(condition);
            children.push(self.statement());
            if !self.take("else") {
                break self.node(Kind::If, start, &children);
            }
            open.push((start, children));
            if self.text() != "if" {
                break self.statement();
            }
            open.push((self.at, Vec::new()));
        };
        while let Some((start, mut children)) = open.pop() {
            children.push(last);
            last = self.node(Kind::If, start, &children);
        }
        last
    }

    fn jump(&mut self, kind: Kind, start: usize, children: &[NodeId]) -> NodeId {
        self.at += 1;
        self.finish(kind, start, children)
    }

    /// Up to and with the `;`; a statement without one is not understood.
    fn finish(&mut self, kind: Kind, start: usize, children: &[NodeId]) -> NodeId {
        if self.require(";") { self.node(kind, start, children) } else { self.broken(start, children) }
    }

    fn broken(&mut self, start: usize, children: &[NodeId]) -> NodeId {
        if !self.done() && matches!(self.text(), ")" | "]") {
            self.at += 1;
        }
        self.skip_statement();
        self.node(Kind::Opaque, start, children)
    }

    /// Whether a declaration begins here whose name is missing: `float = 1;`, `float if = 1;`.
    fn lacks_declared_name(&self) -> bool {
        let next = self.text_at(self.at + 1);
        self.is_number_type(self.at) && (next == "=" || is_statement_word(next))
    }

    /// Keeps one problem of a statement or an item, unless it holds others.
    pub fn one_problem_since(&mut self, before: usize, node: NodeId) {
        let is_simple = matches!(
            self.tree.kind(node),
            Kind::Opaque | Kind::Expression | Kind::Return | Kind::Declaration | Kind::Case | Kind::Typedef
        );
        // A structure in a declaration has members with problems of their own.
        let is_simple = is_simple && self.tree.children(node).all(|child| !self.holds_items(child));
        if is_simple {
            self.tree.problems.truncate(before + 1);
        }
    }

    fn holds_items(&self, node: NodeId) -> bool {
        self.tree.kind(node) == Kind::Type
            && self.tree.children(node).any(|child| self.tree.kind(child) == Kind::Struct)
    }

    /// `( expression )`, or a declaration with an initialiser.
    fn condition(&mut self) -> Option<NodeId> {
        if self.text() != "(" {
            self.expected(self.at, Expected::Token("("));
            return None;
        }
        let after = self.after_group(self.at)?;
        self.at += 1;
        let node = match self.declared(self.at) {
            Some(found) if self.text_at(found.after) != "(" => self.declaration(self.at, Vec::new(), found),
            _ => self.until_bracket(after, ")", |parser| parser.expression(&[])),
        };
        self.at = after;
        Some(node)
    }

    /// Number of `;` between two places, outside of brackets that begin there.
    fn semicolons(&self, open: usize, after: usize) -> usize {
        let (mut at, mut count) = (open + 1, 0);
        while at + 1 < after {
            count += usize::from(self.text_at(at) == ";");
            at = self.after_group(at).unwrap_or(at + 1);
        }
        count
    }

    fn for_loop(&mut self, start: usize, mut children: Vec<NodeId>) -> NodeId {
        self.at += 1;
        let after = self.after_group(self.at).filter(|_| self.text() == "(");
        let Some(after) = after else {
            if self.text() != "(" {
                self.expected(self.at, Expected::Token("("));
            }
            return self.broken(start, &children);
        };
        let has_two = self.semicolons(self.at, after) == 2;
        if !has_two {
            self.expected(start, Expected::TwoSemicolons);
        }
        let problems = self.tree.problems.len();
        self.at += 1;
        let init_start = self.at;
        let init = match self.declared(self.at) {
            Some(found) if self.text_at(found.after) != "(" => self.declaration(init_start, Vec::new(), found),
            _ if self.text() == ";" => {
                self.at += 1;
                self.node(Kind::Empty, init_start, &[])
            }
            _ => {
                let expression = self.expression(&[]);
                self.require(";");
                self.node(Kind::Expression, init_start, &[expression])
            }
        };
        children.push(init);
        let complete = match self.declared(self.at).filter(|found| self.text_at(found.after) != "(") {
            Some(found) => {
                children.push(self.declaration(self.at, Vec::new(), found));
                self.text_at(self.at - 1) == ";"
            }
            None => {
                children.push(if self.text() == ";" { self.empty() } else { self.expression(&[]) });
                self.require(";")
            }
        };
        children.push(if self.at + 1 == after {
            self.empty()
        } else {
            self.followed_by(Expected::Token(")"), |parser| parser.expression(&[]))
        });
        let complete = complete && self.at + 1 == after;
        self.tree.problems.truncate(problems + usize::from(has_two));
        self.at = after;
        children.push(self.statement());
        self.node(if complete { Kind::For } else { Kind::Opaque }, start, &children)
    }
}

//! Expressions, by precedence.

use super::Parser;
use crate::model::TokenKind;
use crate::syntax::problems::Expected;
use crate::syntax::tree::{Kind, NodeId};

/// The level of the binary operators that bind tightest.
const TIGHTEST: u8 = 10;

/// Binary operators from the loosest; each level applies from the left.
fn level(text: &str) -> Option<u8> {
    Some(match text {
        "||" => 0,
        "^^" => 1,
        "&&" => 2,
        "|" => 3,
        "^" => 4,
        "&" => 5,
        "==" | "!=" => 6,
        "<" | ">" | "<=" | ">=" => 7,
        "<<" | ">>" => 8,
        "+" | "-" => 9,
        "*" | "/" | "%" => TIGHTEST,
        _ => return None,
    })
}

fn assigns(text: &str) -> bool {
    matches!(text, "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=")
}

impl Parser<'_> {
    /// An expression with commas. What follows it and cannot continue it is an opaque part of it, up to `;`, a closing
    /// bracket, or one of `ends`.
    pub fn expression(&mut self, ends: &[&str]) -> NodeId {
        let start = self.at;
        let first = self.assignment(ends);
        let mut all = vec![first];
        while self.take(",") {
            all.push(self.assignment(ends));
        }
        let whole = if all.len() == 1 { first } else { self.node(Kind::Comma, start, &all) };
        match self.opaque_until(ends) {
            Some(rest) => self.node(Kind::Opaque, start, &[whole, rest]),
            None => whole,
        }
    }

    /// An expression without commas, with what cannot continue it as above, up to the next comma.
    pub fn assignment(&mut self, ends: &[&str]) -> NodeId {
        let start = self.at;
        if self.too_deep() {
            self.skip_until(&[","]);
            return self.node(Kind::Opaque, start, &[]);
        }
        self.depth += 1;
        let whole = self.assignment_inside();
        self.depth -= 1;
        let rest_start = self.at;
        while !self.done() {
            let text = self.text();
            if ends.contains(&text) || matches!(text, "," | ";" | ")" | "]" | "}") {
                break;
            }
            self.skip_group();
        }
        if self.at == rest_start {
            return whole;
        }
        // A type that is followed by a word that a language may allow as a name; `args...`.
        let is_doubtful = rest_start == start + 1 && self.is_known_type(start) || self.text_at(rest_start) == "...";
        if !is_doubtful {
            self.expected(rest_start, self.follows);
        }
        let rest = self.node(Kind::Opaque, rest_start, &[]);
        self.node(Kind::Opaque, start, &[whole, rest])
    }

    fn assignment_inside(&mut self) -> NodeId {
        let start = self.at;
        let left = self.binary(0);
        if self.take("?") {
            let then = self.assignment(&[":"]);
            if !self.require(":") {
                return self.node(Kind::Opaque, start, &[left, then]);
            }
            let otherwise = self.nested();
            return self.node(Kind::Ternary, start, &[left, then, otherwise]);
        }
        if !self.done() && assigns(self.text()) {
            self.at += 1;
            let right = if self.text() == "{" { self.list() } else { self.nested() };
            return self.node(Kind::Assign, start, &[left, right]);
        }
        left
    }

    /// The right side of `=` and `:`, one level deeper, without the recovery of [`Parser::assignment`].
    fn nested(&mut self) -> NodeId {
        if self.too_deep() {
            let start = self.at;
            self.skip_until(&[",", ":"]);
            return self.node(Kind::Opaque, start, &[]);
        }
        self.depth += 1;
        let node = self.assignment_inside();
        self.depth -= 1;
        node
    }

    pub fn binary(&mut self, loosest: u8) -> NodeId {
        let start = self.at;
        let mut left = self.unary();
        // From the tightest level down: a run of operators of one level becomes one node.
        while let Some(found) = self.operator().filter(|found| *found >= loosest) {
            let mut all = vec![left];
            while self.operator() == Some(found) {
                self.at += 1;
                all.push(self.binary_operand(found));
            }
            left = self.node(Kind::Binary, start, &all);
        }
        left
    }

    /// An operand of an operator of this level: everything that binds tighter.
    fn binary_operand(&mut self, level: u8) -> NodeId {
        if level == TIGHTEST { self.unary() } else { self.binary(level + 1) }
    }

    fn operator(&self) -> Option<u8> {
        let code = self.code.get(self.at).filter(|code| code.kind == TokenKind::Punct)?;
        level(&code.text)
    }

    fn unary(&mut self) -> NodeId {
        let start = self.at;
        if self.too_deep() {
            self.skip_until(&[",", ":"]);
            return self.node(Kind::Opaque, start, &[]);
        }
        if matches!(self.text(), "!" | "~" | "-" | "+" | "++" | "--") {
            self.at += 1;
            self.depth += 1;
            let operand = self.unary();
            self.depth -= 1;
            return self.node(Kind::Unary, start, &[operand]);
        }
        if self.text() == "("
            && let Some(close) = self.cast()
        {
            self.at += 1;
            let ty = self.ty(close);
            self.at = close + 1;
            self.depth += 1;
            let operand = self.unary();
            self.depth -= 1;
            return self.node(Kind::Cast, start, &[ty, operand]);
        }
        if self.grammar.sizeof && self.text() == "sizeof" && self.is_ident(self.at) {
            return self.size_of();
        }
        let primary = self.primary();
        self.postfix(start, primary)
    }

    /// `sizeof(float4)`, `sizeof x`.
    fn size_of(&mut self) -> NodeId {
        let start = self.at;
        self.at += 1;
        if self.text() == "("
            && let Some((close, true)) = self.type_in_parentheses()
        {
            self.at += 1;
            let ty = self.ty(close);
            self.at = close + 1;
            return self.node(Kind::SizeOf, start, &[ty]);
        }
        self.depth += 1;
        let operand = self.unary();
        self.depth -= 1;
        self.node(Kind::SizeOf, start, &[operand])
    }

    /// Whether `(` begins a cast; its `)`.
    fn cast(&self) -> Option<usize> {
        let (close, known) = self.type_in_parentheses()?;
        let next = self.code.get(close + 1)?;
        let begins_operand =
            matches!(next.kind, TokenKind::Ident | TokenKind::Number | TokenKind::String | TokenKind::Char)
                || (known && matches!(next.text.as_str(), "(" | "-" | "+" | "!" | "~" | "++" | "--" | "::" | "{"));
        begins_operand.then_some(close)
    }

    /// Whether something that can be a type stands in the `(` and `)` here; the `)`, and whether it is known to be a
    /// type.
    fn type_in_parentheses(&self) -> Option<(usize, bool)> {
        let casts = self.grammar.casts?;
        let close = self.after_group(self.at)? - 1;
        let mut at = self.at + 1;
        if !self.is_ident(at) {
            return None;
        }
        let mut known = self.is_type_name(at) || casts.of_types.contains(&self.text_at(at));
        let before_type =
            |text: &str| text == "unsigned" || casts.of_types.contains(&text) || casts.others.contains(&text);
        let mut bare = true;
        while before_type(self.text_at(at)) {
            at += 1;
            bare = false;
        }
        while self.text_at(at + 1) == "::" {
            at += 2;
            bare = false;
        }
        known |= !bare && self.is_type_name(at);
        at += 1;
        if self.text_at(at) == "<" {
            at = self.after_angle(at)?;
        }
        while self.text_at(at) == "[" {
            at = self.after_group(at)?;
        }
        (at == close).then_some((close, known))
    }

    fn primary(&mut self) -> NodeId {
        let start = self.at;
        let Some(code) = self.code.get(self.at).copied() else { return self.missing_expression() };
        match code.kind {
            TokenKind::Number | TokenKind::Char => {
                self.at += 1;
                // `1.#INF` is three tokens to the preprocessor.
                if self.grammar.inf_literals
                    && code.text.ends_with('.')
                    && self.text() == "#"
                    && self.text_at(self.at + 1).starts_with("INF")
                {
                    self.at += 2;
                }
                self.node(Kind::Literal, start, &[])
            }
            TokenKind::String => {
                while self.code.get(self.at).is_some_and(|code| code.kind == TokenKind::String) {
                    self.at += 1;
                }
                self.node(Kind::Literal, start, &[])
            }
            TokenKind::Ident if matches!(code.text.as_str(), "true" | "false") => {
                self.at += 1;
                self.node(Kind::Literal, start, &[])
            }
            TokenKind::Ident => self.name_use(),
            TokenKind::Punct => match code.text.as_str() {
                "::" if self.is_ident(self.at + 1) => self.name_use(),
                "(" => {
                    let Some(after) = self.after_group(self.at) else {
                        self.at += 1;
                        return self.node(Kind::Opaque, start, &[]);
                    };
                    self.at += 1;
                    let inside = self.until_bracket(after, ")", |parser| parser.expression(&[]));
                    self.node(Kind::Paren, start, &[inside])
                }
                "{" => self.list(),
                _ => self.missing_expression(),
            },
            TokenKind::Other => self.missing_expression(),
        }
    }

    fn missing_expression(&mut self) -> NodeId {
        // `value<int>;` and `Type<0>()` are templates that only their declarations tell from comparisons.
        let before = |count: usize| self.at.checked_sub(count).map_or("", |at| self.text_at(at));
        let is_angle = |text: &str| matches!(text, ">" | ">>");
        let may_be_template = is_angle(before(1)) || self.text() == ")" && before(1) == "(" && is_angle(before(2));
        if !may_be_template {
            self.expected(self.at, Expected::Expression);
        }
        self.empty()
    }

    /// `a`, `::a`, `a::b`, `a<float>`; `unsigned int` at the head of a constructor does not exist.
    fn name_use(&mut self) -> NodeId {
        let start = self.at;
        self.at += usize::from(self.text() == "::");
        self.at += 1;
        let mut children = Vec::new();
        loop {
            if self.text() == "::" && self.is_ident(self.at + 1) {
                self.at += 2;
            } else if self.text() == "<"
                && let Some(after) = self.template_arguments(self.at)
            {
                let from = self.at;
                self.at = after;
                children.push(self.node(Kind::TemplateArguments, from, &[]));
            } else {
                break;
            }
        }
        self.node(Kind::Ident, start, &children)
    }

    fn postfix(&mut self, start: usize, primary: NodeId) -> NodeId {
        let mut base = primary;
        if self.at == start {
            return base;
        }
        loop {
            match self.text() {
                "." if !self.is_ident(self.at + 1) => {
                    self.expected(self.at + 1, Expected::MemberName);
                    return base;
                }
                "." | "->" if self.is_ident(self.at + 1) => {
                    self.at += 1;
                    let name_start = self.at;
                    self.at += 1;
                    let name = self.node(Kind::Name, name_start, &[]);
                    let mut children = vec![base, name];
                    if self.text() == "<"
                        && let Some(after) = self.template_arguments(self.at)
                    {
                        let from = self.at;
                        self.at = after;
                        children.push(self.node(Kind::TemplateArguments, from, &[]));
                    }
                    base = self.node(Kind::Member, start, &children);
                }
                "[" | "(" => {
                    let call = self.text() == "(";
                    let Some(after) = self.after_group(self.at) else { return base };
                    self.at += 1;
                    let mut children = vec![base];
                    let end = if call { Expected::Separator(")") } else { Expected::Token("]") };
                    self.followed_by(end, |parser| parser.arguments(after, &mut children));
                    self.at = after;
                    base = self.node(if call { Kind::Call } else { Kind::Index }, start, &children);
                }
                "++" | "--" => {
                    self.at += 1;
                    base = self.node(Kind::Postfix, start, &[base]);
                }
                _ => return base,
            }
        }
    }

    /// The expressions between the brackets of a call or an index; `after` is behind the closing one.
    fn arguments(&mut self, after: usize, children: &mut Vec<NodeId>) {
        while self.at + 1 < after {
            let before = self.at;
            children.push(self.assignment(&[]));
            if self.take(",") {
                if self.at + 1 == after {
                    self.expected(self.at, Expected::Expression);
                }
            } else if self.at == before {
                break;
            }
        }
    }

    /// `{ a, { b } }`.
    pub fn list(&mut self) -> NodeId {
        let start = self.at;
        let Some(after) = self.after_group(self.at) else {
            self.at += 1;
            return self.node(Kind::Opaque, start, &[]);
        };
        if self.too_deep() {
            self.at = after;
            return self.node(Kind::Opaque, start, &[]);
        }
        self.depth += 1;
        self.at += 1;
        let mut children = Vec::new();
        self.followed_by(Expected::Separator("}"), |parser| {
            while parser.at + 1 < after {
                let before = parser.at;
                children.push(parser.assignment(&[]));
                if !parser.take(",") && parser.at == before {
                    break;
                }
            }
        });
        self.at = after;
        self.depth -= 1;
        self.node(Kind::List, start, &children)
    }
}

//! The parser.
//!
//! **In**: tokens.
//! **Out**: the tree, and every mistake of the grammar.
//! **Never**: resolves a name.

mod expression;
mod statement;

use std::collections::BTreeSet;

use super::ast::Block;
use super::lexer::{Token, TokenKind, shown};
use super::problems::Problems;
use crate::diag::{Diagnostic, Span};

/// Blocks and expressions may be nested this deep, because the parser and everything behind it recurse.
const MOST_NESTED: u32 = 64;

/// A program as far as it could be read.
#[derive(Debug)]
pub struct Parsed {
    pub program: Block,
    /// After a mistake of the grammar: the names in what could not be read. They may be defined or assigned there.
    pub lost: Option<BTreeSet<String>>,
    /// Where the file ends.
    pub end: Span,
}

/// The tree of a program. Parsing goes on behind a mistake, at the next `;` or `}`.
pub fn parse(tokens: &[Token], problems: &mut Problems) -> Parsed {
    let lost = BTreeSet::new();
    let mut parser = Parser { tokens, at: 0, problems, depth: 0, in_function: false, is_wrong: false, lost };
    let program = parser.program();
    let (lost, end) = (parser.lost, tokens[tokens.len() - 1].span);
    Parsed { program, lost: problems.has_errors().then_some(lost), end }
}

pub(super) struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    problems: &'a mut Problems,
    /// Open blocks and expressions.
    depth: u32,
    in_function: bool,
    /// Something was wrong since the parser last went on behind a mistake.
    is_wrong: bool,
    /// See [`Parsed::lost`].
    lost: BTreeSet<String>,
}

/// A mistake was told; the statement cannot be read further.
pub(super) struct Wrong;

impl Parser<'_> {
    fn token(&self, ahead: usize) -> &Token {
        &self.tokens[(self.at + ahead).min(self.tokens.len() - 1)]
    }

    fn span(&self) -> Span {
        self.token(0).span
    }

    fn is(&self, character: char) -> bool {
        self.is_at(0, character)
    }

    fn is_at(&self, ahead: usize, character: char) -> bool {
        self.token(ahead).kind == TokenKind::Char(character)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(&self.token(0).kind, TokenKind::Name(name) if name == word)
    }

    fn is_end(&self) -> bool {
        self.token(0).kind == TokenKind::End
    }

    fn advance(&mut self) {
        self.is_wrong |= self.token(0).wrong;
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn take(&mut self, character: char) -> bool {
        let is = self.is(character);
        if is {
            self.advance();
        }
        is
    }

    fn expect(&mut self, character: char) -> Result<(), Wrong> {
        if self.take(character) { Ok(()) } else { Err(self.unexpected(&format!("`{character}`"))) }
    }

    /// Two adjacent tokens that are one operator. White space between them is allowed, and warned of.
    fn is_pair(&self, pair: &str) -> bool {
        let mut characters = pair.chars();
        let (Some(one), Some(two)) = (characters.next(), characters.next()) else { return false };
        self.is(one) && self.is_at(1, two)
    }

    fn take_pair(&mut self, pair: &str) -> bool {
        if !self.is_pair(pair) {
            return false;
        }
        let (one, two) = (self.token(0).span, self.token(1).span);
        if one.end != two.start {
            let problem = Diagnostic::warning("psl/split-operator", format!("this is read as `{pair}`"))
                .at(Span { end: two.end, ..one })
                .help("Write the two characters without space.");
            self.problems.push(problem);
        }
        self.advance();
        self.advance();
        true
    }

    /// Remembers the names from the token `from` up to here.
    fn lose(&mut self, from: usize) {
        let names = self.tokens[from..self.at].iter().filter_map(|token| match &token.kind {
            TokenKind::Name(name) => Some(name.clone()),
            _ => None,
        });
        self.lost.extend(names);
    }

    /// Reports that something else was expected here.
    fn unexpected(&mut self, expected: &str) -> Wrong {
        let found = match &self.token(0).kind {
            TokenKind::Name(name) => format!("`{}`", shown(name)),
            TokenKind::Number(_) => "a number".to_owned(),
            TokenKind::Char(character) => format!("`{}`", character.escape_debug()),
            TokenKind::End => "the end of the file".to_owned(),
        };
        let span = self.span();
        self.wrong(Diagnostic::error("psl/unexpected-token", format!("expected {expected}, found {found}")).at(span))
    }

    /// Reports a mistake, unless it may follow from one that was told.
    fn wrong(&mut self, problem: Diagnostic) -> Wrong {
        if !self.is_wrong && !self.token(0).wrong {
            self.problems.push(problem);
        }
        self.is_wrong = true;
        Wrong
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Wrong>) -> Result<T, Wrong> {
        if self.depth >= MOST_NESTED {
            let span = self.span();
            let problem = Diagnostic::error("psl/limit-nesting", format!("nested more than {MOST_NESTED} deep"))
                .at(span)
                .help("Give parts of the expression or the block names, or move them to functions.");
            return Err(self.wrong(problem));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }
}

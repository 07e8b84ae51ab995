//! Recursive descent over the tokens of one file, with recovery at statements, members and declarations.
//!
//! **In**: the tokens of a file behind the preprocessor, and the names of templates that earlier files declare.
//! **Out**: the file's items ([`Item`]), and every mistake of its syntax.
//! **Never**: resolves a name, or looks at another file.

mod declarations;
mod expressions;
mod items;
mod statements;

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashSet;

pub use items::CREATE_INFO_WORDS;

use super::ast::{Ident, Item};
use crate::atom::Atom;
use crate::diag::{Diagnostic, FileId, Span};
use crate::model::{ExpansionId, PpToken, Preprocessed, TokenFlags, TokenKind};

/// Nested blocks, brackets and operators; code that walks the result recurses.
const MAX_DEPTH: u32 = 150;

/// Operators that are applied one after the other, as in `a + b + c`.
const MAX_CHAIN: usize = 250;

/// The syntax of a file.
pub struct Parsed {
    pub items: Vec<Item>,
    pub problems: Vec<Diagnostic>,
}

/// Reads the own tokens of a file. `templates` are the names of templates so far.
pub fn parse(unit: &Preprocessed, templates: &mut FxHashSet<Atom>) -> Parsed {
    // What a macro of another file gives belongs to the file that invokes it.
    let own = |token: &&PpToken| unit.place(token).1.0 == 0 && !token.token.flags.has(TokenFlags::DIRECTIVE);
    let tokens: Cow<'_, [PpToken]> = match unit.tokens.iter().all(|token| own(&token)) {
        true => unit.tokens.slice(0, unit.tokens.len() as u32),
        false => unit.tokens.iter().filter(own).copied().collect(),
    };
    let is_free = |token: &PpToken| token.token.kind == TokenKind::Ident && !KEYWORD_SET.contains(&token.token.text);
    let free: Vec<bool> = tokens.iter().map(is_free).collect();
    let mut parser = Parser {
        unit,
        tokens,
        free,
        at: 0,
        depth: 0,
        templates,
        problems: Vec::new(),
        is_silent: false,
        split: false,
        is_ended: false,
    };
    let items = parser.unit();
    Parsed { items, problems: parser.problems }
}

struct Parser<'a> {
    unit: &'a Preprocessed,
    tokens: Cow<'a, [PpToken]>,
    /// Of each token, whether it is a name that is no keyword.
    free: Vec<bool>,
    at: usize,
    depth: u32,
    templates: &'a mut FxHashSet<Atom>,
    problems: Vec<Diagnostic>,
    /// One mistake was reported in this statement or declaration.
    is_silent: bool,
    /// The first `>` of the `>>` here is taken.
    split: bool,
    /// The rest of the file is not read: what closes deep code would be a mistake of its own.
    is_ended: bool,
}

/// What a function of the parser gives where a mistake was reported.
#[derive(Clone, Copy, Debug)]
struct Broken;

type Parse<T> = Result<T, Broken>;

impl Parser<'_> {
    fn done(&self) -> bool {
        self.at >= self.tokens.len()
    }

    fn text_at(&self, at: usize) -> &'static str {
        self.tokens.get(at).map_or("", |token| token.token.text.as_str())
    }

    fn text(&self) -> &'static str {
        if self.split { ">" } else { self.text_at(self.at) }
    }

    fn next_text(&self) -> &'static str {
        self.text_at(self.at + 1)
    }

    fn is_name_at(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.token.kind == TokenKind::Ident)
    }

    /// Whether the token is a name that is no keyword.
    fn is_free_at(&self, at: usize) -> bool {
        self.free.get(at).copied().unwrap_or(false)
    }

    fn is_name(&self) -> bool {
        self.is_name_at(self.at)
    }

    /// Where the token is shown: itself, or the invocation of the macro that it comes from.
    fn span_at(&self, at: usize) -> Span {
        let Some(token) = self.tokens.get(at) else {
            let end = self.tokens.last().map_or(0, |last| last.token.offset + u32::from(last.token.length));
            return Span { file: self.file(), start: end, end };
        };
        if token.expansion == ExpansionId::NONE { self.unit.spelling(token) } else { self.unit.place(token).0 }
    }

    fn file(&self) -> FileId {
        self.unit.includes[0].file
    }

    fn here(&self) -> Span {
        self.span_at(self.at)
    }

    /// From the token at `start` to the one before the current.
    fn since(&self, start: usize) -> Span {
        let first = self.span_at(start);
        let last = self.span_at(self.at.saturating_sub(1).max(start));
        Span { end: last.end.max(first.end), ..first }
    }

    fn advance(&mut self) {
        self.at += 1;
    }

    fn take(&mut self, text: &str) -> bool {
        if self.split {
            if text == ">" {
                self.split = false;
                self.at += 1;
                return true;
            }
            return false;
        }
        let found = !self.done() && self.text() == text;
        self.at += usize::from(found);
        found
    }

    /// Takes a `>` that closes template arguments, also the first half of `>>`.
    fn take_angle(&mut self) -> bool {
        if self.take(">") {
            return true;
        }
        if self.text() == ">>" {
            self.split = true;
            return true;
        }
        false
    }

    fn expect(&mut self, text: &'static str) -> Parse<()> {
        if self.take(text) { Ok(()) } else { Err(self.unexpected(&format!("`{text}`"))) }
    }

    fn ident(&mut self, what: &str) -> Parse<Ident> {
        if !self.is_free_at(self.at) {
            return Err(self.unexpected(what));
        }
        let ident = Ident { name: self.tokens[self.at].token.text, span: self.here() };
        self.advance();
        Ok(ident)
    }

    fn report(&mut self, problem: Diagnostic) -> Broken {
        if !self.is_silent && !self.is_ended {
            self.problems.push(problem);
            self.is_silent = true;
        }
        Broken
    }

    /// A mistake after which the parser goes on as if nothing were wrong.
    fn note(&mut self, problem: Diagnostic) {
        if !self.is_ended {
            self.problems.push(problem);
        }
    }

    fn unexpected(&mut self, expected: &str) -> Broken {
        let found = self.text();
        let (slug, message) = match found {
            "goto" | "new" | "delete" | "try" | "catch" | "throw" | "virtual" | "static_cast" | "reinterpret_cast"
            | "const_cast" | "dynamic_cast" | "->" | "sizeof" => {
                ("bsl/unsupported-syntax", format!("`{found}` is not part of BSL"))
            }
            "" => ("bsl/unexpected-token", format!("expected {expected}, at the end of the file")),
            _ => ("bsl/unexpected-token", format!("expected {expected}, found `{found}`")),
        };
        let span = self.here();
        self.report(Diagnostic::error(slug, message).at(span))
    }

    fn unsupported(&mut self, what: &str, span: Span) -> Broken {
        self.report(Diagnostic::error("bsl/unsupported-syntax", format!("BSL has no {what}")).at(span))
    }

    /// Skips one token, or a whole bracket.
    fn skip_group(&mut self) {
        self.split = false;
        let mut depth = 0usize;
        while !self.done() {
            match self.text() {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    /// Behind the next `;`, or before the `}` that ends the block.
    fn skip_statement(&mut self) {
        self.split = false;
        while !self.done() {
            match self.text() {
                ";" => return self.advance(),
                "}" => return,
                "{" => {
                    self.skip_group();
                    if self.text() != ";" {
                        return;
                    }
                }
                _ => self.skip_group(),
            }
        }
    }

    /// One more operator of a chain; too many are a mistake.
    fn longer(&mut self, count: &mut usize) -> Parse<()> {
        *count += 1;
        if *count <= MAX_CHAIN {
            return Ok(());
        }
        let span = self.here();
        let message = format!("an expression with more than {MAX_CHAIN} operators in a row");
        Err(self.report(Diagnostic::error("bsl/unsupported-syntax", message).at(span)))
    }

    /// Runs a part one level deeper; too deep code is a mistake.
    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            let span = self.here();
            let message = format!("code is nested more than {MAX_DEPTH} deep");
            let broken = self.report(Diagnostic::error("bsl/unsupported-syntax", message).at(span));
            self.is_ended = true;
            self.split = false;
            self.at = self.tokens.len();
            return Err(broken);
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }
}

/// Words that name neither a type nor anything else.
#[rustfmt::skip]
const KEYWORDS: &[&str] = &[
    "if", "else", "for", "while", "do", "switch", "case", "default", "return", "break", "continue", "struct", "class",
    "union", "enum", "namespace", "using", "template", "typename", "const", "constexpr", "static", "inline", "this",
    "true", "false", "public", "private", "protected", "operator", "goto", "new", "delete", "try", "catch", "throw",
    "virtual", "sizeof", "static_cast", "reinterpret_cast", "const_cast", "dynamic_cast",
];

static KEYWORD_SET: LazyLock<FxHashSet<Atom>> =
    LazyLock::new(|| KEYWORDS.iter().map(|word| Atom::from(word)).collect());

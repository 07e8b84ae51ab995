//! A lexed file as logical lines: text, and directives whose conditionals are already linked.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use crate::atom::Atom;
use crate::diag::{Diagnostic, SourceFile, Span};
use crate::lexer::lex;
use crate::model::{Token, TokenFlags, TokenKind};

use super::definition::{Definition, parse, span_of};
use super::text_runs::RunNumbers;
use super::token_digest::TokenDigests;

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// One or more lines without a directive.
    Text,
    If,
    Ifdef,
    Ifndef,
    Elif,
    Elifdef,
    Elifndef,
    Else,
    Endif,
    Define,
    Undef,
    Include,
    Line,
    Error,
    Warning,
    Pragma,
    /// Of languages that have them: see [`PreprocessorRules::version_directives`](crate::model::PreprocessorRules).
    Version,
    Extension,
    /// `#` alone.
    Null,
    Unknown,
}

/// Every directive of any language, for recognition and suggestions: files are lexed once for all languages.
pub const DIRECTIVES: [(&str, LineKind); 18] = [
    ("define", LineKind::Define),
    ("elif", LineKind::Elif),
    ("elifdef", LineKind::Elifdef),
    ("elifndef", LineKind::Elifndef),
    ("else", LineKind::Else),
    ("endif", LineKind::Endif),
    ("error", LineKind::Error),
    ("extension", LineKind::Extension),
    ("if", LineKind::If),
    ("ifdef", LineKind::Ifdef),
    ("ifndef", LineKind::Ifndef),
    ("include", LineKind::Include),
    ("line", LineKind::Line),
    ("pragma", LineKind::Pragma),
    ("undef", LineKind::Undef),
    ("version", LineKind::Version),
    ("warning", LineKind::Warning),
    ("", LineKind::Null),
];

impl LineKind {
    fn opens(self) -> bool {
        matches!(self, LineKind::If | LineKind::Ifdef | LineKind::Ifndef)
    }

    fn continues(self) -> bool {
        matches!(self, LineKind::Elif | LineKind::Elifdef | LineKind::Elifndef | LineKind::Else)
    }
}

/// No such line, token or definition.
pub const NONE: u32 = u32::MAX;

/// A text range or a directive.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    pub kind: LineKind,
    /// Of a directive: the `#`.
    pub hash: u32,
    /// Of text: the first token; of a directive: the first after its name.
    pub start: u32,
    pub end: u32,
    /// Of `#if`, `#elif`, `#else`: the next line of the same conditional; where there is none, one past the last line.
    /// Of `#define`: index into `definitions`.
    pub link: u32,
}

/// The definitions of the `#define` lines.
pub type ParsedDefinition = Result<Definition, Diagnostic>;

/// A file ready to be visited any number of times.
#[derive(Debug)]
pub struct LexedFile {
    pub file: Arc<SourceFile>,
    pub tokens: Vec<Token>,
    pub lines: Vec<Line>,
    pub definitions: Vec<ParsedDefinition>,
    /// The macro whose definition makes the file empty: `#ifndef X` around all of it.
    pub guard: Option<Atom>,
    /// Errors that do not depend on which groups are active: open comments, unbalanced conditionals, bytes that are not
    /// UTF-8.
    pub diagnostics: Vec<Diagnostic>,
    /// The tokens of the last unit whose own file it is: memory for the next one is taken at once.
    pub last_unit: AtomicUsize,
    /// See [`LexedFile::token_digest`].
    pub digests: TokenDigests,
    /// See [`TextRun`](crate::model::TextRun).
    pub runs: RunNumbers,
}

impl LexedFile {
    pub fn new(file: Arc<SourceFile>) -> LexedFile {
        let lexed = lex(&file);
        let mut this = LexedFile {
            file,
            tokens: lexed.tokens,
            lines: Vec::new(),
            definitions: Vec::new(),
            guard: None,
            diagnostics: lexed.diagnostics,
            last_unit: AtomicUsize::new(0),
            digests: TokenDigests::default(),
            runs: RunNumbers::new(0),
        };
        this.classify();
        this.runs = RunNumbers::new(this.lines.len());
        this.link();
        this.guard = this.find_guard();
        this.find_bad_bytes();
        this
    }

    /// The directive's tokens after its name.
    pub fn tokens_of(&self, line: &Line) -> &[Token] {
        &self.tokens[line.start as usize..line.end as usize]
    }

    /// The `#` of a directive.
    pub fn hash(&self, line: &Line) -> &Token {
        &self.tokens[line.hash as usize]
    }

    /// From `#` to the end of the directive's name.
    pub fn name_span(&self, line: &Line) -> Span {
        let hash = self.hash(line);
        let last = &self.tokens[(line.start as usize).saturating_sub(1).max(line.hash as usize)];
        Span { file: self.file.id, start: hash.offset, end: last.offset + u32::from(last.length) }
    }

    /// The directive as a person writes it: `#endif`.
    pub fn shown(&self, line: &Line) -> String {
        let name = &self.tokens[(line.start as usize).saturating_sub(1).max(line.hash as usize)];
        if name.text == "#" { "#".to_owned() } else { format!("#{}", name.text) }
    }

    fn classify(&mut self) {
        let count = self.tokens.len();
        let mut at = 0;
        let mut text_from: Option<usize> = None;
        while at < count {
            let end = at + 1 + self.tokens[at + 1..].iter().take_while(|token| !starts_line(token)).count();
            if self.tokens[at].text == "#" && self.tokens[at].kind == TokenKind::Punct {
                if let Some(from) = text_from.take() {
                    self.push_text(from, at);
                }
                self.push_directive(at, end);
            } else if text_from.is_none() {
                text_from = Some(at);
            }
            at = end;
        }
        if let Some(from) = text_from {
            self.push_text(from, count);
        }
    }

    fn push_text(&mut self, start: usize, end: usize) {
        self.lines.push(Line {
            kind: LineKind::Text,
            hash: start as u32,
            start: start as u32,
            end: end as u32,
            link: NONE,
        });
    }

    fn push_directive(&mut self, hash: usize, end: usize) {
        let (kind, start) = match self.tokens.get(hash + 1).filter(|_| hash + 1 < end) {
            None => (LineKind::Null, hash + 1),
            // `# 12 "file"`: what a preprocessor wrote.
            Some(name) if name.kind == TokenKind::Number => (LineKind::Line, hash + 1),
            Some(name) => {
                let known = DIRECTIVES.iter().find(|(word, _)| name.text == *word);
                known.map_or((LineKind::Unknown, hash + 1), |(_, kind)| (*kind, hash + 2))
            }
        };
        let mut link = NONE;
        if kind == LineKind::Define {
            link = self.definitions.len() as u32;
            let parsed = parse(self.file.id, &self.tokens[hash + 1], &self.tokens[start..end]);
            self.definitions.push(parsed);
        }
        self.lines.push(Line { kind, hash: hash as u32, start: start as u32, end: end as u32, link });
    }

    fn link(&mut self) {
        // Index of the `#if`, of its latest part, and of its `#else`.
        let mut open: Vec<(usize, usize, Option<usize>)> = Vec::new();
        let end = self.lines.len() as u32;
        for at in 0..self.lines.len() {
            let kind = self.lines[at].kind;
            if kind.opens() {
                self.lines[at].link = end;
                open.push((at, at, None));
            } else if kind.continues() || kind == LineKind::Endif {
                let here = self.name_span(&self.lines[at]);
                let Some((first, latest, other)) = open.last_mut() else {
                    let name = self.shown(&self.lines[at]);
                    self.diagnostics.push(
                        Diagnostic::error("preprocess/unbalanced-if", format!("`{name}` without `#if`"))
                            .at(here)
                            .help("Remove it, or add the `#if` it belongs to."),
                    );
                    continue;
                };
                let (first_line, before) = (*first, std::mem::replace(latest, at));
                self.lines[before].link = at as u32;
                if kind == LineKind::Endif {
                    open.pop();
                    continue;
                }
                self.lines[at].link = end;
                let else_before = *other;
                if kind == LineKind::Else {
                    other.get_or_insert(at);
                }
                if let Some(else_before) = else_before {
                    let name = self.shown(&self.lines[at]);
                    self.diagnostics.push(
                        Diagnostic::error("preprocess/unbalanced-if", format!("`{name}` after `#else`"))
                            .at(here)
                            .label(self.name_span(&self.lines[else_before]), "the `#else`")
                            .label(self.name_span(&self.lines[first_line]), "the conditional begins here")
                            .help("A conditional has one `#else`, and it comes last."),
                    );
                }
            }
        }
        for (first, ..) in open {
            let span = self.name_span(&self.lines[first]);
            let name = self.shown(&self.lines[first]);
            self.diagnostics.push(
                Diagnostic::error("preprocess/unbalanced-if", format!("`{name}` is never closed"))
                    .at_with(span, "opened here")
                    .help("Add the missing `#endif`."),
            );
        }
    }

    fn find_guard(&self) -> Option<Atom> {
        let first = self.lines.first()?;
        let last = self.lines.last()?;
        let closed = last.kind == LineKind::Endif && first.link as usize == self.lines.len() - 1;
        if !closed || self.lines.len() < 2 {
            return None;
        }
        let tokens = self.tokens_of(first);
        let name = match first.kind {
            LineKind::Ifndef if tokens.len() == 1 => &tokens[0],
            LineKind::If => {
                let words: Vec<&str> = tokens.iter().take(6).map(|token| token.text.as_str()).collect();
                match words.as_slice() {
                    ["!", "defined", _] => &tokens[2],
                    ["!", "defined", "(", _, ")"] => &tokens[3],
                    _ => return None,
                }
            }
            _ => return None,
        };
        (name.kind == TokenKind::Ident).then_some(name.text)
    }

    fn find_bad_bytes(&mut self) {
        if let Some(at) = self.file.text.find('\0') {
            let span = Span { file: self.file.id, start: at as u32, end: at as u32 + 1 };
            self.diagnostics.push(
                Diagnostic::error("preprocess/nul", format!("`{}` has a NUL character, a byte of 0", self.file.name))
                    .at_with(span, "the first of them")
                    .help("Save the file as text in UTF-8. A file in UTF-16 needs a byte order mark at its beginning."),
            );
        }
        if !self.file.lossy {
            return;
        }
        if let Some(token) = self.tokens.iter().find(|token| token.text.contains('\u{FFFD}')) {
            self.diagnostics.push(
                Diagnostic::warning(
                    "preprocess/not-utf8",
                    format!("`{}` is not valid UTF-8; bad bytes outside comments were replaced", self.file.name),
                )
                .at_with(span_of(self.file.id, token), "the first of them")
                .help("Save the file as UTF-8."),
            );
        }
    }
}

fn starts_line(token: &Token) -> bool {
    token.flags.has(TokenFlags::LINE_START)
}

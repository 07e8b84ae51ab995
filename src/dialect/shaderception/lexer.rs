//! Text to tokens: names, numbers and single characters.

use super::problems::Problems;
use crate::diag::{Diagnostic, FileId, Span};

#[derive(Clone, Debug, PartialEq)]
pub enum TokenKind {
    Name(String),
    Number(f32),
    Char(char),
    End,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    pub kind: TokenKind,
    pub span: Span,
    /// It has a mistake, which was told.
    pub wrong: bool,
}

/// The tokens of a text; the last is `End`.
pub fn lex(text: &str, file: FileId, problems: &mut Problems) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    let span = |start: usize, end: usize| Span { file, start: start as u32, end: end as u32 };
    while let Some(first) = text[at..].chars().next() {
        let start = at;
        if matches!(first, ' ' | '\t' | '\r' | '\n') {
            at += 1;
            continue;
        }
        if text[at..].starts_with("//") {
            at += text[at..].find('\n').unwrap_or(text.len() - at);
            continue;
        }
        if text[at..].starts_with("/*") {
            at += text[at + 2..].find("*/").map_or(text.len() - at, |length| length + 4);
            let problem = Diagnostic::error("psl/block-comment", "PSL has no block comments")
                .at(span(start, start + 2))
                .help("Begin each line of the comment with `//`.");
            problems.push(problem);
            continue;
        }
        let is_dot_number = first == '.' && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
        if first.is_ascii_digit() || is_dot_number {
            at += text[at..].find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len() - at);
            let value = number(&text[start..at]);
            if value.is_none() {
                let problem = Diagnostic::error("psl/number", format!("`{}` is no number", shown(&text[start..at])))
                    .at(span(start, at))
                    .help("A number begins with a digit, has at most one dot and fits a 32-bit float: `0.5`.");
                problems.push(problem);
            }
            let kind = TokenKind::Number(value.unwrap_or(0.0));
            tokens.push(Token { kind, span: span(start, at), wrong: value.is_none() });
            continue;
        }
        if first.is_ascii_alphabetic() || first == '_' {
            at += text[at..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len() - at);
            let kind = TokenKind::Name(text[start..at].to_owned());
            tokens.push(Token { kind, span: span(start, at), wrong: false });
            continue;
        }
        at += first.len_utf8();
        tokens.push(Token { kind: TokenKind::Char(first), span: span(start, at), wrong: false });
    }
    tokens.push(Token { kind: TokenKind::End, span: span(text.len(), text.len()), wrong: false });
    tokens
}

fn number(text: &str) -> Option<f32> {
    let is_sound = !text.starts_with('.') && text.bytes().filter(|byte| *byte == b'.').count() <= 1;
    // The parser of the standard library knows no locale, and rounds to nearest.
    text.parse::<f32>().ok().filter(|value| is_sound && value.is_finite())
}

/// At most 40 characters of a text for a message.
pub fn shown(text: &str) -> String {
    if text.chars().count() <= 40 { text.to_owned() } else { text.chars().take(40).chain(['…']).collect() }
}

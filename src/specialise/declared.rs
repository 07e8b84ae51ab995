//! Whether a declaration begins at a token, and what it declares.

use ustr::Ustr;

use crate::model::TokenKind;

/// A declaration's type and first name.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Declared {
    /// The type's last word, without template arguments.
    pub(super) ty: Ustr,
    /// Index of the first declared name.
    pub(super) name: usize,
}

const QUALIFIERS: [&str; 30] = [
    "const",
    "static",
    "uniform",
    "extern",
    "volatile",
    "precise",
    "groupshared",
    "shared",
    "nointerpolation",
    "linear",
    "centroid",
    "noperspective",
    "sample",
    "row_major",
    "column_major",
    "unorm",
    "snorm",
    "in",
    "out",
    "inout",
    "inline",
    "globallycoherent",
    "export",
    "point",
    "line",
    "triangle",
    "lineadj",
    "triangleadj",
    "typename",
    "struct",
];

/// Words that begin statements or expressions, never a type.
const NOT_TYPES: [&str; 20] = [
    "return",
    "if",
    "else",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "break",
    "continue",
    "discard",
    "typedef",
    "using",
    "template",
    "namespace",
    "cbuffer",
    "tbuffer",
    "enum",
    "sizeof",
];

/// The declaration that begins at `at`: attributes, qualifiers, a type with template arguments, a name, and something
/// that may follow a declarator's name.
pub(super) fn at(tokens: &[(Ustr, TokenKind, u32)], at: usize) -> Option<Declared> {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.0.as_str());
    let is_ident = |at: usize| tokens.get(at).is_some_and(|token| token.1 == TokenKind::Ident);
    let mut at = at;
    while text(at) == "[" {
        at = closing(tokens, at)?;
    }
    // A qualifier that is itself followed by no type is a name (`sample`, `line` and `point` are common ones).
    while QUALIFIERS.contains(&text(at)) && is_ident(at + 1) {
        at += 1;
        while text(at) == "[" {
            at = closing(tokens, at)?;
        }
    }
    if text(at) == "unsigned" && is_ident(at + 1) {
        at += 1;
    }
    if text(at) == "::" {
        at += 1;
    }
    if !is_ident(at) || NOT_TYPES.contains(&text(at)) {
        return None;
    }
    while text(at + 1) == "::" && is_ident(at + 2) {
        at += 2;
    }
    let ty = tokens[at].0;
    at += 1;
    if text(at) == "<" {
        at = closing(tokens, at)?;
    }
    while text(at) == "const" {
        at += 1;
    }
    (is_ident(at) && !NOT_TYPES.contains(&text(at)) && ends_declarator(text(at + 1)))
        .then_some(Declared { ty, name: at })
}

/// What may stand after a declarator's name.
pub(super) fn ends_declarator(text: &str) -> bool {
    matches!(text, ";" | "=" | "," | "[" | ":" | "(" | ")" | "<")
}

/// Longer lists of template arguments do not occur; the bound keeps hostile input from being walked again and again.
const MAX_TEMPLATE_TOKENS: usize = 256;

/// The token after the bracket that closes the one at `at`.
pub(super) fn closing(tokens: &[(Ustr, TokenKind, u32)], at: usize) -> Option<usize> {
    let angle = tokens[at].0 == "<";
    let mut depth = 0usize;
    for (offset, (text, ..)) in tokens[at..].iter().enumerate() {
        match text.as_str() {
            "<" if angle => depth += 1,
            ">" if angle => depth -= 1,
            ">>" if angle => depth = depth.saturating_sub(2),
            // A comparison, not template arguments.
            ";" | "{" | "}" | "&&" | "||" | "?" if angle => return None,
            _ if angle && offset > MAX_TEMPLATE_TOKENS => return None,
            "[" | "(" | "{" if !angle => depth += 1,
            "]" | ")" | "}" if !angle => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return Some(at + offset + 1);
        }
    }
    None
}

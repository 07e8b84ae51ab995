//! Tokens back to text.

use crate::model::{Token, TokenFlags, TokenKind};

/// Whether two tokens would read as something else if nothing stood between them.
pub fn must_separate(left: &Token, right: &Token) -> bool {
    let (Some(last), Some(first)) = (left.text.as_bytes().last(), right.text.as_bytes().first()) else {
        return false;
    };
    match (left.kind, right.kind) {
        (TokenKind::Ident, TokenKind::Ident | TokenKind::Number) => true,
        (TokenKind::Number, TokenKind::Ident | TokenKind::Number) => true,
        // `1` and `.x`, `1e` and `+2`, `.` and `5`.
        (TokenKind::Number, TokenKind::Punct) => {
            *first == b'.' || (matches!(first, b'+' | b'-') && matches!(last, b'e' | b'E' | b'p' | b'P'))
        }
        (TokenKind::Punct, TokenKind::Number) => *last == b'.',
        // `L'a'` and the like are one token to some compilers.
        (TokenKind::Ident, TokenKind::String | TokenKind::Char) => true,
        (TokenKind::Punct, TokenKind::Punct) => match last {
            b'+' | b'-' | b'&' | b'|' | b'<' | b'#' | b'.' => {
                first == last || *first == b'=' || matches!((last, first), (b'-', b'>') | (b'<', b':' | b'%'))
            }
            b'>' => matches!(first, b'>' | b'='),
            b'=' | b'!' | b'*' | b'^' => *first == b'=',
            b'%' => matches!(first, b'=' | b':' | b'>'),
            b':' => matches!(first, b':' | b'>'),
            // Would open a comment.
            b'/' => matches!(first, b'/' | b'*' | b'='),
            _ => false,
        },
        (TokenKind::Other, _) | (_, TokenKind::Other) => *last == b'\\' || *first == b'\\',
        _ => false,
    }
}

/// The tokens as text on one line: a space where one stood, or where tokens would otherwise join.
pub fn spell<'a>(tokens: impl IntoIterator<Item = &'a Token>) -> String {
    let mut out = String::new();
    let mut before: Option<&Token> = None;
    for token in tokens {
        let spaced = token.flags.has(TokenFlags::SPACE_BEFORE) || token.flags.has(TokenFlags::LINE_START);
        if before.is_some_and(|before| spaced || must_separate(before, token)) {
            out.push(' ');
        }
        out.push_str(&token.text);
        before = Some(token);
    }
    out
}

//! The lexer.

use crate::diag::{Diagnostic, SourceFile, Span};
use crate::model::{Token, TokenFlags, TokenKind};

use super::characters::{CLASS, CONTINUES, Class, after_splices, splice_length, without_splices};
use super::spellings::Spellings;

/// A file's tokens.
#[derive(Clone, Debug, Default)]
pub struct Lexed {
    pub tokens: Vec<Token>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Upper bound of a token's text, in bytes. A longer one is an error, and is cut.
pub const LONGEST: usize = u16::MAX as usize;

/// The error about a token that is longer; `what` makes it.
pub fn too_long(what: &str) -> Diagnostic {
    Diagnostic::error("preprocess/long-token", format!("{what} of more than {LONGEST} bytes"))
        .help("Names, numbers and strings of this length do not occur in shaders: the text may be damaged, or a macro doubles it again and again.")
}

/// Splits a file into tokens. An unterminated comment is reported here; an unterminated string or character constant
/// becomes one [`TokenKind::Other`] up to the end of its line, because it matters only where it is neither skipped nor
/// part of an `#error`.
pub fn lex(file: &SourceFile) -> Lexed {
    let mut lexer = Lexer::new(&file.text);
    lexer.run();
    let long = lexer.long.map(|(start, end)| {
        let span = Span { file: file.id, start: start as u32, end: end as u32 };
        too_long("this is one word, number or string").at(span)
    });
    let open = lexer.open_comment.map(|at| {
        let span = Span { file: file.id, start: at, end: at + 2 };
        Diagnostic::error("preprocess/unterminated-comment", "the comment is never closed")
            .at_with(span, "opened here")
            .help("Close it with `*/`.")
    });
    Lexed { tokens: lexer.tokens, diagnostics: long.into_iter().chain(open).collect() }
}

/// The tokens of a piece of text; offsets count from its beginning. An unterminated comment ends with the text.
pub fn lex_text(text: &str) -> Vec<Token> {
    let mut lexer = Lexer::new(text);
    lexer.run();
    lexer.tokens
}

/// Whether the text ends inside of a `/*` comment.
pub fn leaves_comment_open(text: &str) -> bool {
    // A comment that is closed ends before the mark, an open one swallows it.
    let marked = format!("{text} \u{1}");
    text.contains("/*") && lex_text(&marked).last().is_none_or(|last| last.text != "\u{1}")
}

/// The token the whole text is, if it is exactly one.
pub fn single_token(text: &str) -> Option<Token> {
    let mut lexer = Lexer::new(text);
    lexer.run();
    match lexer.tokens.as_slice() {
        [token] if token.offset == 0 && lexer.first_end == text.len() => Some(*token),
        _ => None,
    }
}

/// Whether a header name may come next: in it `//`, `'` and `\` mean nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Header {
    No,
    /// After the `#` that begins a line.
    Hash,
    /// After `# include`, or `__has_include (` in a condition.
    Name,
    /// Anywhere after `# if` or `# elif`.
    Condition,
    /// After `__has_include` there.
    HasInclude,
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    flags: u8,
    header: Header,
    spellings: Spellings,
    tokens: Vec<Token>,
    /// Where the first token ends.
    first_end: usize,
    open_comment: Option<u32>,
    /// The first token that is too long.
    long: Option<(usize, usize)>,
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            text,
            bytes: text.as_bytes(),
            at: 0,
            flags: TokenFlags::LINE_START,
            header: Header::No,
            spellings: Spellings::new(text.len()),
            tokens: Vec::with_capacity(text.len() / 4),
            first_end: 0,
            open_comment: None,
            long: None,
        }
    }

    fn run(&mut self) {
        while let Some(&byte) = self.bytes.get(self.at) {
            match CLASS[usize::from(byte)] {
                Class::Space => {
                    self.at += 1;
                    self.flags |= TokenFlags::SPACE_BEFORE;
                }
                Class::Newline => {
                    self.at += 1;
                    self.flags = TokenFlags::LINE_START;
                    self.header = Header::No;
                }
                Class::Ident => self.run_of(TokenKind::Ident, false),
                Class::Digit => self.run_of(TokenKind::Number, true),
                Class::Dot => {
                    let next = after_splices(self.bytes, self.at + 1);
                    if self.bytes.get(next).is_some_and(u8::is_ascii_digit) {
                        self.run_of(TokenKind::Number, true);
                    } else {
                        self.punct();
                    }
                }
                Class::Quote => self.quoted(byte),
                Class::Slash => self.slash(),
                Class::Punct => self.punct(),
                Class::Backslash => match splice_length(self.bytes, self.at) {
                    0 => self.push(TokenKind::Other, self.at + 1, false),
                    length => self.at += length,
                },
                Class::Other => self.push(TokenKind::Other, self.at + 1, false),
                Class::Wide => {
                    let mut end = self.at + 1;
                    while !self.text.is_char_boundary(end) {
                        end += 1;
                    }
                    self.push(TokenKind::Other, end, false);
                }
            }
        }
    }

    /// Emits the token from here to `end`.
    fn push(&mut self, kind: TokenKind, end: usize, spliced: bool) {
        let mut raw = &self.text[self.at..end];
        if raw.len() > LONGEST {
            self.long.get_or_insert((self.at, end));
            raw = &raw[..(0..=LONGEST).rev().find(|at| raw.is_char_boundary(*at)).unwrap_or(0)];
        }
        let text = if spliced { self.spellings.intern(&without_splices(raw)) } else { self.spellings.intern(raw) };
        let mut length = (end - self.at).min(usize::from(u16::MAX));
        while !self.text.is_char_boundary(self.at + length) {
            length -= 1;
        }
        let token = Token { text, offset: self.at as u32, length: length as u16, kind, flags: TokenFlags(self.flags) };
        if self.header != Header::No || (token.flags.has(TokenFlags::LINE_START) && text == "#") {
            self.header = self.header_after(&token);
        }
        if self.tokens.is_empty() {
            self.first_end = end;
        }
        self.tokens.push(token);
        self.flags = 0;
        self.at = end;
    }

    fn header_after(&self, token: &Token) -> Header {
        if token.flags.has(TokenFlags::LINE_START) {
            return if token.text == "#" { Header::Hash } else { Header::No };
        }
        match (self.header, token.text.as_str()) {
            (Header::Hash, "include") => Header::Name,
            (Header::Hash, "if" | "elif") => Header::Condition,
            (Header::Condition | Header::HasInclude, "__has_include") => Header::HasInclude,
            (Header::HasInclude, "(") => Header::Name,
            // Back to the condition after a header name in it; harmless after `# include`.
            (Header::Name | Header::Condition | Header::HasInclude, _) => Header::Condition,
            _ => Header::No,
        }
    }

    /// Identifiers and preprocessing numbers.
    fn run_of(&mut self, kind: TokenKind, number: bool) {
        let mut end = self.at + 1;
        let mut spliced = false;
        let mut last = self.bytes[self.at];
        loop {
            while let Some(&byte) = self.bytes.get(end) {
                let sign = number && matches!(byte, b'+' | b'-') && matches!(last, b'e' | b'E' | b'p' | b'P');
                if !(CONTINUES[usize::from(byte)] || sign || (number && byte == b'.')) {
                    break;
                }
                last = byte;
                end += 1;
            }
            if self.bytes.get(end) != Some(&b'\\') {
                break;
            }
            let next = after_splices(self.bytes, end);
            let goes_on = next != end
                && self.bytes.get(next).is_some_and(|&byte| {
                    CONTINUES[usize::from(byte)]
                        || (number
                            && (byte == b'.'
                                || (matches!(byte, b'+' | b'-') && matches!(last, b'e' | b'E' | b'p' | b'P'))))
                });
            if !goes_on {
                break;
            }
            spliced = true;
            end = next;
        }
        self.push(kind, end, spliced);
    }

    /// String and character constants, and `"..."` header names.
    fn quoted(&mut self, quote: u8) {
        let escapes = !(self.header == Header::Name && quote == b'"');
        let mut end = self.at + 1;
        let mut spliced = false;
        while let Some(&byte) = self.bytes.get(end) {
            match byte {
                b'\n' => break,
                b'\\' => match splice_length(self.bytes, end) {
                    0 if escapes => {
                        let escaped = after_splices(self.bytes, end + 1);
                        spliced |= escaped != end + 1;
                        end = escaped + usize::from(!matches!(self.bytes.get(escaped), None | Some(b'\n')));
                    }
                    0 => end += 1,
                    length => {
                        spliced = true;
                        end += length;
                    }
                },
                _ if byte == quote => {
                    let kind = if quote == b'"' { TokenKind::String } else { TokenKind::Char };
                    return self.push(kind, end + 1, spliced);
                }
                _ => end += 1,
            }
        }
        // The escaped character may be the first byte of a wide one.
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        let mut text_end = end;
        while text_end > self.at + 1 && matches!(self.bytes[text_end - 1], b'\r' | b' ' | b'\t') {
            text_end -= 1;
        }
        self.push(TokenKind::Other, text_end, spliced);
    }

    fn slash(&mut self) {
        let next = after_splices(self.bytes, self.at + 1);
        match self.bytes.get(next) {
            Some(b'/') => {
                let mut end = next + 1;
                loop {
                    end += self.bytes[end..].iter().position(|byte| *byte == b'\n').unwrap_or(self.bytes.len() - end);
                    if end == self.bytes.len() || !self.spliced_before(end) {
                        break;
                    }
                    end += 1;
                }
                self.at = end;
                self.flags |= TokenFlags::SPACE_BEFORE;
            }
            Some(b'*') => {
                let mut end = next + 1;
                loop {
                    match self.bytes[end..].iter().position(|byte| *byte == b'*') {
                        None => {
                            self.open_comment = Some(self.at as u32);
                            end = self.bytes.len();
                            break;
                        }
                        Some(star) => {
                            end += star + 1;
                            let close = after_splices(self.bytes, end);
                            if self.bytes.get(close) == Some(&b'/') {
                                end = close + 1;
                                break;
                            }
                        }
                    }
                }
                self.at = end;
                self.flags |= TokenFlags::SPACE_BEFORE;
            }
            _ => self.punct(),
        }
    }

    /// Whether the line break at `newline` is spliced away.
    fn spliced_before(&self, newline: usize) -> bool {
        let line = &self.bytes[self.at..newline];
        line.iter().rev().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r')) == Some(&b'\\')
    }

    fn punct(&mut self) {
        if self.header == Header::Name && self.bytes[self.at] == b'<' && self.angled() {
            return;
        }
        let bytes = self.bytes;
        if bytes.get(self.at + 1) == Some(&b'\\') || bytes.get(self.at + 2) == Some(&b'\\') {
            let second = after_splices(bytes, self.at + 1);
            let third = after_splices(bytes, second + 1);
            let ends = [self.at + 1, second + 1, third + 1];
            let at = |index: usize| bytes.get(index).copied().unwrap_or(0);
            let length = punct_length(at(self.at), at(second), at(third));
            let end = ends[length - 1];
            return self.push(TokenKind::Punct, end, end - self.at != length);
        }
        let at = |index: usize| bytes.get(index).copied().unwrap_or(0);
        let length = punct_length(at(self.at), at(self.at + 1), at(self.at + 2));
        self.push(TokenKind::Punct, self.at + length, false);
    }

    /// `<...>` after `#include`, if it is closed on its line.
    fn angled(&mut self) -> bool {
        let rest = &self.bytes[self.at..];
        let Some(close) = rest.iter().position(|byte| matches!(byte, b'>' | b'\n')) else { return false };
        if rest[close] == b'\n' {
            return false;
        }
        self.push(TokenKind::String, self.at + close + 1, false);
        true
    }
}

/// Longest match.
fn punct_length(first: u8, second: u8, third: u8) -> usize {
    match (first, second, third) {
        (b'<', b'<', b'=') | (b'>', b'>', b'=') | (b'.', b'.', b'.') => 3,
        (b'+', b'+' | b'=', _)
        | (b'-', b'-' | b'=' | b'>', _)
        | (b'&', b'&' | b'=', _)
        | (b'|', b'|' | b'=', _)
        | (b'<', b'<' | b'=', _)
        | (b'>', b'>' | b'=', _)
        | (b'=' | b'!' | b'*' | b'/' | b'%' | b'^', b'=', _)
        | (b'#', b'#', _)
        | (b'^', b'^', _)
        | (b':', b':', _) => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        lex_text(text).iter().map(|token| token.text.to_string()).collect()
    }

    #[test]
    fn longest_match_wins() {
        assert_eq!(words("a+++b<<=c...d::e->f"), ["a", "++", "+", "b", "<<=", "c", "...", "d", "::", "e", "->", "f"]);
        assert_eq!(words("1.5e+3f .5 0x1p-2 1..2 ..3"), ["1.5e+3f", ".5", "0x1p-2", "1..2", ".", ".3"]);
    }

    #[test]
    fn splices_vanish_from_the_text_but_not_from_the_place() {
        let tokens = lex_text("ab\\\ncd \\\r\n <\\\n<\\ \n= \"x\\\ny\"");
        let texts: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
        assert_eq!(texts, ["abcd", "<<=", "\"xy\""]);
        assert_eq!((tokens[0].offset, tokens[0].length), (0, 6));
        assert!(!tokens[1].flags.has(TokenFlags::LINE_START));
        assert_eq!((tokens[1].offset, tokens[1].length), (11, 8));
    }

    #[test]
    fn comments_are_white_space_and_do_not_end_the_line() {
        let tokens = lex_text("a/* \n */b // c \\\n still\nd/\\\n* x *\\\n/e");
        let seen: Vec<(&str, u8)> = tokens.iter().map(|token| (token.text.as_str(), token.flags.0)).collect();
        assert_eq!(seen, [("a", 1), ("b", 2), ("d", 1), ("e", 2)]);
    }

    #[test]
    fn an_unterminated_constant_is_one_stray_token_to_the_end_of_its_line() {
        let tokens = lex_text("don't do \nx \"a\\");
        let seen: Vec<(&str, TokenKind)> = tokens.iter().map(|token| (token.text.as_str(), token.kind)).collect();
        assert_eq!(
            seen,
            [
                ("don", TokenKind::Ident),
                ("'t do", TokenKind::Other),
                ("x", TokenKind::Ident),
                ("\"a\\", TokenKind::Other)
            ]
        );
    }

    #[test]
    fn header_names_are_taken_whole() {
        assert_eq!(
            words("#include <a//b.h> \n# include \"x\\y\"\n#if __has_include(<a'b>) < 2 > 1"),
            [
                "#",
                "include",
                "<a//b.h>",
                "#",
                "include",
                "\"x\\y\"",
                "#",
                "if",
                "__has_include",
                "(",
                "<a'b>",
                ")",
                "<",
                "2",
                ">",
                "1"
            ]
        );
    }

    #[test]
    fn one_token_is_told_from_none_and_many() {
        assert!(single_token("<<=").is_some());
        for text in ["", " a", "a ", "a b", "//", "+-", "\"a"] {
            assert!(single_token(text).is_none_or(|token| token.kind == TokenKind::Other), "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_lexes_to_ordered_tokens_inside_it(text in "(?s).{0,200}|[\\\\\n\r \"'/*<#a1.+]{0,80}") {
            let mut end = 0;
            for token in lex_text(&text) {
                proptest::prop_assert!(token.offset as usize >= end);
                end = token.offset as usize + usize::from(token.length);
                proptest::prop_assert!(end <= text.len());
                proptest::prop_assert!(text.is_char_boundary(end));
            }
        }
    }
}

//! The tokens of a sidecar's text. Only for text that Luau has compiled: for invalid text the tokens are arbitrary.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An identifier or a keyword.
    Word,
    Number,
    /// A quoted string without escapes; its text is without the quotes.
    String,
    /// Any other string.
    OtherString,
    Symbol,
}

/// A token and where its text begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    pub start: usize,
}

impl Token<'_> {
    pub fn is(&self, text: &str) -> bool {
        matches!(self.kind, Kind::Word | Kind::Symbol) && self.text == text
    }

    /// The offset of the byte after the token.
    pub fn end(&self) -> usize {
        // The quotes are no part of the text.
        self.start + self.text.len() + usize::from(self.kind == Kind::String)
    }
}

const SYMBOLS: [&str; 19] =
    ["...", "..=", "//=", "..", "==", "~=", "<=", ">=", "//", "+=", "-=", "*=", "/=", "%=", "^=", "::", "->", "<", ">"];

/// The tokens from a byte offset on, which must not be inside of a token.
pub fn tokens(text: &str, from: usize) -> impl Iterator<Item = Token<'_>> {
    let mut at = from;
    std::iter::from_fn(move || {
        at = skip_blanks(text, at);
        let (token, end) = token(text, at)?;
        at = end;
        Some(token)
    })
}

fn token(text: &str, at: usize) -> Option<(Token<'_>, usize)> {
    let bytes = text.as_bytes();
    let first = *bytes.get(at)?;
    let make = |kind, end: usize| Some((Token { kind, text: text.get(at..end)?, start: at }, end));
    match first {
        b'_' | b'a'..=b'z' | b'A'..=b'Z' => make(Kind::Word, run(bytes, at, is_word)),
        b'0'..=b'9' => make(Kind::Number, number_end(bytes, at)),
        b'.' if bytes.get(at + 1).is_some_and(u8::is_ascii_digit) => make(Kind::Number, number_end(bytes, at)),
        b'"' | b'\'' => {
            let end = quoted_end(bytes, at);
            let inner = text.get(at + 1..end.saturating_sub(1).max(at + 1))?;
            if inner.contains('\\') || end < at + 2 || bytes[end - 1] != first {
                return make(Kind::OtherString, end);
            }
            Some((Token { kind: Kind::String, text: inner, start: at + 1 }, end))
        }
        b'`' => make(Kind::OtherString, interpolated_end(bytes, at)),
        b'[' if long_bracket(bytes, at).is_some() => make(Kind::OtherString, long_end(bytes, at)),
        _ => {
            let symbol = SYMBOLS.iter().find(|symbol| text[at..].starts_with(**symbol));
            let length = symbol.map_or_else(|| text[at..].chars().next().map_or(1, char::len_utf8), |text| text.len());
            make(Kind::Symbol, at + length)
        }
    }
}

fn is_word(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric()
}

fn run(bytes: &[u8], at: usize, wanted: fn(u8) -> bool) -> usize {
    at + bytes[at..].iter().take_while(|byte| wanted(**byte)).count()
}

fn number_end(bytes: &[u8], at: usize) -> usize {
    let end = run(bytes, at, |byte| is_word(byte) || byte == b'.');
    let hex = bytes[at..end].starts_with(b"0x") || bytes[at..end].starts_with(b"0X");
    let signed = matches!(bytes[end - 1], b'e' | b'E') && matches!(bytes.get(end), Some(b'+' | b'-'));
    if signed && !hex { run(bytes, end + 1, is_word) } else { end }
}

fn skip_blanks(text: &str, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    loop {
        at = run(bytes, at, |byte| byte.is_ascii_whitespace() || byte == 0x0b);
        if !bytes[at..].starts_with(b"--") {
            return at;
        }
        at = comment_end(bytes, at);
    }
}

fn comment_end(bytes: &[u8], at: usize) -> usize {
    if long_bracket(bytes, at + 2).is_some() {
        return long_end(bytes, at + 2);
    }
    run(bytes, at, |byte| byte != b'\n')
}

/// The number of `=` of `[==[`.
fn long_bracket(bytes: &[u8], at: usize) -> Option<usize> {
    if bytes.get(at) != Some(&b'[') {
        return None;
    }
    let level = run(bytes, at + 1, |byte| byte == b'=') - at - 1;
    (bytes.get(at + 1 + level) == Some(&b'[')).then_some(level)
}

fn long_end(bytes: &[u8], at: usize) -> usize {
    let level = long_bracket(bytes, at).unwrap_or(0);
    let mut close = vec![b']'];
    close.resize(level + 1, b'=');
    close.push(b']');
    let body = at + level + 2;
    let found = bytes[body..].windows(close.len()).position(|window| window == close);
    found.map_or(bytes.len(), |found| body + found + close.len())
}

fn quoted_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(byte) = bytes.get(end) {
        match byte {
            b'\\' => end += 2,
            b'\n' => return end,
            byte if *byte == bytes[at] => return end + 1,
            _ => end += 1,
        }
    }
    bytes.len()
}

/// The end of an interpolated string `` `text {code} text` ``, whose code can contain such strings again.
fn interpolated_end(bytes: &[u8], at: usize) -> usize {
    // For each string that is open, how many braces of code are open in it.
    let mut open = vec![0usize];
    let mut end = at + 1;
    while let (Some(byte), Some(braces)) = (bytes.get(end), open.last_mut()) {
        match (byte, *braces) {
            (b'\\', 0) => end += 2,
            (b'`', 0) => {
                open.pop();
                end += 1;
            }
            (b'{', _) => {
                *braces += 1;
                end += 1;
            }
            (b'}', 1..) => {
                *braces -= 1;
                end += 1;
            }
            (b'`', _) => {
                open.push(0);
                end += 1;
            }
            (b'"' | b'\'', 1..) => end = quoted_end(bytes, end),
            (b'-', 1..) if bytes[end..].starts_with(b"--") => end = comment_end(bytes, end),
            (b'[', 1..) if long_bracket(bytes, end).is_some() => end = long_end(bytes, end),
            _ => end += 1,
        }
    }
    end.min(bytes.len())
}

/// The ranges of code in an interpolated string that begins at a byte; none in any other string.
pub fn interpolations(text: &str, start: usize) -> Vec<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    if bytes.get(start) != Some(&b'`') {
        return found;
    }
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'`' => break,
            b'\\' => at += 2,
            b'{' => {
                let mut open = 0usize;
                let close = tokens(text, at).find(|token| {
                    if token.is("{") {
                        open += 1;
                    } else if token.is("}") {
                        open = open.saturating_sub(1);
                    }
                    open == 0
                });
                let Some(close) = close else { break };
                found.push(at + 1..close.start);
                at = close.end();
            }
            _ => at += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        tokens(text, 0).map(|token| token.text).collect()
    }

    #[test]
    fn comments_and_strings_are_no_code() {
        assert_eq!(texts("a --[==[ b ]] ]==] c -- d\ne"), ["a", "c", "e"]);
        assert_eq!(texts("x = 'it' .. \"b\\\"c\" [[d ' e]] f"), ["x", "=", "it", "..", "\"b\\\"c\"", "[[d ' e]]", "f"]);
        assert_eq!(texts("`a {f(`b {c}`, \"}\")} d` e"), ["`a {f(`b {c}`, \"}\")} d`", "e"]);
        assert_eq!(texts("1e-3..0x1F ~= .5 a.b::c"), ["1e-3", "..", "0x1F", "~=", ".5", "a", ".", "b", "::", "c"]);
    }

    #[test]
    fn any_text_has_tokens() {
        for text in ["'", "\"\\", "`{", "`{`", "[==[", "--[[", "--", "ä'ö", "`\\", "\\é", "0x", "1e+"] {
            let all: Vec<Token<'_>> = tokens(text, 0).collect();
            assert!(all.iter().all(|token| text.get(token.start..token.start + token.text.len()).is_some()), "{text}");
        }
    }
}

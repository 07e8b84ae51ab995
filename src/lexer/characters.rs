//! What a byte may begin or continue, and line splices.

/// What a token (or the space between tokens) that begins with a byte is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Other,
    Space,
    Newline,
    Ident,
    Digit,
    Quote,
    Punct,
    Slash,
    Dot,
    Backslash,
    /// Part of a character beyond ASCII.
    Wide,
}

const fn class_of(byte: u8) -> Class {
    match byte {
        // NUL counts as white space, as in GNU cpp; a lone CR too.
        0 | b' ' | b'\t' | 0x0B | 0x0C | b'\r' => Class::Space,
        b'\n' => Class::Newline,
        // `$` is a letter to every compiler we feed.
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => Class::Ident,
        b'0'..=b'9' => Class::Digit,
        b'"' | b'\'' => Class::Quote,
        b'/' => Class::Slash,
        b'.' => Class::Dot,
        b'\\' => Class::Backslash,
        b'[' | b']' | b'(' | b')' | b'{' | b'}' | b'+' | b'-' | b'*' | b'%' | b'&' | b'|' | b'^' | b'~' | b'!'
        | b'<' | b'>' | b'=' | b'?' | b':' | b';' | b',' | b'#' => Class::Punct,
        0x80..=0xFF => Class::Wide,
        _ => Class::Other,
    }
}

/// [`Class`] by byte.
pub static CLASS: [Class; 256] = {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = class_of(byte as u8);
        byte += 1;
    }
    table
};

/// Whether a byte continues an identifier.
pub static CONTINUES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = matches!(class_of(byte as u8), Class::Ident | Class::Digit);
        byte += 1;
    }
    table
};

/// Length of the line splice at `at`, 0 where there is none. Blanks between backslash and line break are accepted, as
/// GNU cpp and clang do: they are invisible in an editor.
pub fn splice_length(bytes: &[u8], at: usize) -> usize {
    if bytes.get(at) != Some(&b'\\') {
        return 0;
    }
    let mut end = at + 1;
    while matches!(bytes.get(end), Some(b' ' | b'\t' | b'\r')) {
        end += 1;
    }
    if bytes.get(end) == Some(&b'\n') { end + 1 - at } else { 0 }
}

/// The first position at or after `at` that is not in a line splice.
pub fn after_splices(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match splice_length(bytes, at) {
            0 => return at,
            length => at += length,
        }
    }
}

/// The text without line splices.
pub fn without_splices(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    let mut at = 0;
    while at < bytes.len() {
        match splice_length(bytes, at) {
            0 => at += 1,
            length => {
                out.push_str(&text[from..at]);
                at += length;
                from = at;
            }
        }
    }
    out.push_str(&text[from..]);
    out
}

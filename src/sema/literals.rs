//! Numbers, and the characters of strings, as they are spelled in languages of the C family.

/// The parts of a number's spelling. The language defines the meaning of a suffix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberSpelling<'t> {
    /// The digits, without `0x`, `0b` and the `0` of an octal number; with the point and exponent of a real number.
    pub digits: &'t str,
    /// 2, 8, 10 or 16.
    pub radix: u32,
    /// Whether it has a point, an exponent or a suffix of real numbers.
    pub is_real: bool,
    pub suffix: &'t str,
}

impl<'t> NumberSpelling<'t> {
    /// Reads `12`, `0x1Fu`, `0b101`, `017`, `1.5`, `1e-3f`. `None` for other texts. `real_suffixes`: a number without a
    /// point is real if its suffix begins with one of these characters.
    pub fn read(text: &'t str, real_suffixes: &[char]) -> Option<NumberSpelling<'t>> {
        let bytes = text.as_bytes();
        let count =
            |from: usize, is_digit: fn(&u8) -> bool| bytes[from..].iter().take_while(|byte| is_digit(byte)).count();
        if text.starts_with("0x") || text.starts_with("0X") {
            let end = 2 + count(2, u8::is_ascii_hexdigit);
            return Some(NumberSpelling { digits: &text[2..end], radix: 16, is_real: false, suffix: &text[end..] });
        }
        if (text.starts_with("0b") || text.starts_with("0B")) && matches!(bytes.get(2), Some(b'0' | b'1')) {
            let end = 2 + count(2, |byte| matches!(byte, b'0' | b'1'));
            return Some(NumberSpelling { digits: &text[2..end], radix: 2, is_real: false, suffix: &text[end..] });
        }
        let mut end = count(0, u8::is_ascii_digit);
        let rest = &text[end..];
        if !rest.starts_with(['.', 'e', 'E']) && !rest.starts_with(real_suffixes) {
            let octal = end > 1 && bytes[0] == b'0';
            let (first, radix) = if octal { (1, 8) } else { (0, 10) };
            return Some(NumberSpelling { digits: &text[first..end], radix, is_real: false, suffix: rest });
        }
        if rest.starts_with('.') {
            end += 1;
            end += count(end, u8::is_ascii_digit);
        }
        if &text[..end] == "." {
            return None;
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            let exponent = count(end + 1 + sign, u8::is_ascii_digit);
            if exponent == 0 {
                return None;
            }
            end += 1 + sign + exponent;
        }
        Some(NumberSpelling { digits: &text[..end], radix: 10, is_real: true, suffix: &text[end..] })
    }

    /// The value of an integer; `None` where it has no digits or more than 64 bits.
    pub fn integer(&self) -> Option<u64> {
        u64::from_str_radix(self.digits, self.radix).ok()
    }

    /// The value of a real number.
    pub fn real(&self) -> Option<f64> {
        self.digits.parse().ok()
    }
}

/// A string without its quotes, as it is written.
pub fn string_text(token: &str) -> &str {
    token.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(token)
}

/// A string with its escapes read. What is no escape stays as it is.
pub fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('\\') {
        out.push_str(before);
        let digits = |is: fn(&u8) -> bool, from: usize, most: usize| {
            from + behind.bytes().skip(from).take(most).take_while(is).count()
        };
        let length = match behind.bytes().next() {
            Some(b'x') => digits(u8::is_ascii_hexdigit, 1, 16),
            Some(b'0'..=b'7') => digits(|byte| (b'0'..=b'7').contains(byte), 0, 3),
            _ => behind.chars().next().map_or(0, char::len_utf8),
        };
        let (sequence, following) = behind.split_at(length);
        match escape(sequence) {
            Some(byte) => out.push(char::from(byte)),
            None => {
                out.push('\\');
                out.push_str(sequence);
            }
        }
        rest = following;
    }
    out + rest
}

/// The character of an escape, from the text behind the `\`.
pub fn escape(sequence: &str) -> Option<u8> {
    let digits = |digits: &str, radix| {
        let valid = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
        u8::from_str_radix(digits, radix).ok().filter(|_| valid)
    };
    match sequence {
        "a" => Some(7),
        "b" => Some(8),
        "t" => Some(9),
        "n" => Some(10),
        "v" => Some(11),
        "f" => Some(12),
        "r" => Some(13),
        "e" | "E" => Some(27),
        "\\" | "'" | "\"" | "?" => sequence.bytes().next(),
        _ => match sequence.strip_prefix('x') {
            Some(hexadecimal) => digits(hexadecimal, 16),
            None if sequence.starts_with(|first: char| first.is_ascii_digit()) => {
                if sequence.len() <= 3 {
                    digits(sequence, 8)
                } else {
                    None
                }
            }
            // What is no escape is the letter itself, as C's compilers have it.
            None => match sequence.as_bytes() {
                [letter] if letter.is_ascii_alphabetic() && !matches!(letter, b'u' | b'U') => Some(*letter),
                _ => None,
            },
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_of_strings() {
        assert_eq!(unescaped(r#"a\n\x41\101\"\\b\x00042"#), "a\nAA\"\\bB");
        assert_eq!((unescaped("\\"), unescaped("é\\é")), ("\\".to_owned(), "é\\é".to_owned()));
    }

    #[test]
    fn parts() {
        for (text, digits, radix, is_real, suffix) in [
            ("12", "12", 10, false, ""),
            ("0", "0", 10, false, ""),
            ("017u", "17", 8, false, "u"),
            ("0x1FuL", "1F", 16, false, "uL"),
            ("0b101u", "101", 2, false, "u"),
            ("0B12", "1", 2, false, "2"),
            ("0b", "0", 10, false, "b"),
            ("1.", "1.", 10, true, ""),
            (".5lf", ".5", 10, true, "lf"),
            ("1e-3h", "1e-3", 10, true, "h"),
            ("2h", "2", 10, true, "h"),
            ("3f", "3", 10, false, "f"),
            ("1.5.x", "1.5", 10, true, ".x"),
        ] {
            let expected = NumberSpelling { digits, radix, is_real, suffix };
            assert_eq!(NumberSpelling::read(text, &['h']), Some(expected), "{text}");
        }
        for text in [".", "1e", "1e+", ".e1"] {
            assert_eq!(NumberSpelling::read(text, &[]), None, "{text}");
        }
    }

    #[test]
    fn values() {
        let value = |text| NumberSpelling::read(text, &[]).and_then(|number| number.integer());
        assert_eq!(value("017"), Some(15));
        assert_eq!(value("0xFFFFFFFFFFFFFFFF"), Some(u64::MAX));
        assert_eq!(value("0b1011"), Some(11));
        assert_eq!(value("0x"), None);
        assert_eq!(value("18446744073709551616"), None);
        assert_eq!(NumberSpelling::read("1e-3", &[]).and_then(|number| number.real()), Some(1e-3));
    }
}

//! Messages of a debug layer: `printf` and `debugPrintfEXT`.

use ustr::Ustr;

use super::analyser::Analyser;
use super::diagnostics::{Failed, Result};
use super::numbers::{Shape, parts};
use super::rules::Rules;
use super::values::TypedValue;
use crate::ir::{ExprKind, Intrinsic, TokenIndex, Type};

/// The values of a message: SPIR-V allows no more than 255 parameters of a function, which stands for the message at first.
const MAX_VALUES: usize = 250;

impl<L: Rules> Analyser<'_, '_, L> {
    /// The call: a string as it is written, and numbers and vectors.
    pub fn print_call(&mut self, name: &str, arguments: Vec<TypedValue>, at: TokenIndex) -> Result<TypedValue> {
        let mut arguments = arguments.into_iter();
        let format = arguments.next().map(|first| first.expr);
        let Some((format, text)) = format.and_then(|expr| match *expr.kind {
            ExprKind::String(text) => Some((expr, text)),
            _ => None,
        }) else {
            self.error("no-matching-function", at.0, format!("the first argument of `{name}` is a string"))
                .help(format!("Write `{name}(\"x is %f\", x)`."));
            return Err(Failed);
        };
        let text = unescaped(text.as_str());
        if text.contains('\0') {
            self.error("bad-character", format.at.0, format!("the format of `{name}` contains a character 0"));
            return Err(Failed);
        }
        if arguments.len() > MAX_VALUES {
            self.error("no-matching-function", at.0, format!("`{name}` takes at most {MAX_VALUES} values"));
            return Err(Failed);
        }
        let (wanted, given) = (placeholders(&text), arguments.len());
        if wanted != given {
            let values = |count: usize| if count == 1 { "1 value".to_owned() } else { format!("{count} values") };
            let message = format!("the format of `{name}` takes {}, and {} given", values(wanted), is_given(given));
            self.warning("format", format.at.0, message);
        }
        let mut all = vec![crate::ir::Expr { kind: Box::new(ExprKind::String(Ustr::from(&text))), ..format }];
        for argument in arguments {
            let value = argument.concrete();
            if !matches!(parts(&value.ty), Some((_, Shape::Scalar | Shape::Vector(_)))) {
                let shown = L::type_name(&value.ty);
                self.error("type", value.at.0, format!("`{name}` takes numbers and vectors, not a `{shown}`"));
                return Err(Failed);
            }
            all.push(value);
        }
        Ok(TypedValue::new(ExprKind::Intrinsic(Intrinsic::Printf, all), Type::Void, at))
    }
}

/// A string without its quotes, as it is written.
pub fn string_text(token: &str) -> &str {
    token.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(token)
}

fn is_given(count: usize) -> String {
    if count == 1 { "1 is".to_owned() } else { format!("{count} are") }
}

/// How many values a format takes: `%d`, `%v3f`; `%%` is a sign.
fn placeholders(format: &str) -> usize {
    format.replace("%%", "").matches('%').count()
}

/// A string with its escapes read. What is no escape stays as it is.
fn unescaped(text: &str) -> String {
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
    fn values_of_formats() {
        assert_eq!(["", "%d", "%%", "%v3f and %u%%", "%%%d"].map(placeholders), [0, 1, 0, 2, 1]);
    }
}

//! Literals: numbers and characters.

use crate::ir::{Literal, Scalar};
use crate::sema::NumberSpelling;

/// A number and its type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    pub scalar: Scalar,
    pub value: Literal,
    /// Without a suffix: the type adapts to the other operand.
    pub literal: bool,
}

/// `12`, `0x1Fu`, `0b101`, `017`, `1.5`, `1e-3h`, `2.0f`, `3.5L`, `1.#INF`. `None` if the text is no number.
pub fn number(text: &str) -> Option<Number> {
    if let Some(rest) = text.strip_suffix("#INF").or_else(|| text.strip_suffix("#INFf")) {
        let valid = rest.ends_with('.') && rest.len() > 1 && rest[..rest.len() - 1].bytes().all(|b| b.is_ascii_digit());
        let value = Literal::Float(f64::INFINITY);
        return valid.then_some(Number { scalar: Scalar::Float, value, literal: false });
    }
    let spelling = NumberSpelling::read(text, &[])?;
    if !spelling.is_real {
        return integer(spelling);
    }
    let (scalar, literal) = match spelling.suffix {
        "" => (Scalar::Float, true),
        // `half` is 32 bits wide, and its literals are `float`s.
        "f" | "F" | "h" | "H" => (Scalar::Float, false),
        "l" | "L" | "lf" | "LF" => (Scalar::Double, false),
        _ => return None,
    };
    Some(Number { scalar, value: Literal::Float(spelling.real()?), literal })
}

/// `'a'`, `'\n'`, `'\x41'`, `'\101'`: a `uint`. As in dxc the character is a signed byte that is widened, so that
/// `'\xFF'` is 0xFFFFFFFF. `None` for what is not one character of ASCII or one escape.
pub fn character(text: &str) -> Option<i128> {
    let inside = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let byte = match inside.strip_prefix('\\') {
        Some(sequence) => crate::sema::escape(sequence)?,
        None => match inside.as_bytes() {
            [letter] if letter.is_ascii() => *letter,
            _ => return None,
        },
    };
    Some(i128::from(i32::from(byte.cast_signed()).cast_unsigned()))
}

fn integer(spelling: NumberSpelling<'_>) -> Option<Number> {
    let value = spelling.integer()?;
    let plain = || {
        if value <= i32::MAX as u64 {
            Scalar::Int
        } else if value <= u64::from(u32::MAX) {
            Scalar::Uint
        } else {
            Scalar::Int64
        }
    };
    let (scalar, literal) = match spelling.suffix {
        "" => (plain(), true),
        // `long` is 32 bits wide; what is spelled otherwise than in tens may be unsigned.
        "l" | "L" if spelling.radix != 10 && value & 0x8000_0000 != 0 => (Scalar::Uint, false),
        "l" | "L" => (Scalar::Int, false),
        "u" | "U" | "ul" | "UL" | "uL" | "Ul" | "lu" | "LU" | "lU" | "Lu" => (Scalar::Uint, false),
        "ll" | "LL" => (Scalar::Int64, false),
        "ull" | "ULL" | "uLL" | "Ull" | "llu" | "LLU" | "llU" | "LLu" => (Scalar::Uint64, false),
        _ => return None,
    };
    Some(Number { scalar, value: Literal::Int(i128::from(value)), literal })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters() {
        for (text, value) in [
            ("'a'", 97),
            ("'\\n'", 10),
            ("'\\x41'", 65),
            ("'\\101'", 65),
            ("'\\\\'", 92),
            ("'\\0'", 0),
            ("'\\e'", 27),
            ("'\\xff'", 0xFFFF_FFFF),
        ] {
            assert_eq!(character(text), Some(value), "{text}");
        }
        assert_eq!(character("'ab'"), None);
        assert_eq!(character("'\\q'"), Some(i128::from(b'q')));
        for wrong in ["'\\qq'", "''", "'é'", "'\\0101'", "'\\x'", "'\\x100'", "'\\+1'", "'\\u0041'"] {
            assert_eq!(character(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn spellings() {
        let is = |text: &str, scalar, value, literal| {
            assert_eq!(number(text), Some(Number { scalar, value, literal }), "{text}");
        };
        is("12", Scalar::Int, Literal::Int(12), true);
        is("0", Scalar::Int, Literal::Int(0), true);
        is("017", Scalar::Int, Literal::Int(15), true);
        is("0x1Fu", Scalar::Uint, Literal::Int(31), false);
        is("0b1011u", Scalar::Uint, Literal::Int(11), false);
        is("0B1", Scalar::Int, Literal::Int(1), true);
        is("0xFFFFFFFF", Scalar::Uint, Literal::Int(0xFFFF_FFFF), true);
        is("5000000000", Scalar::Int64, Literal::Int(5_000_000_000), true);
        is("1ull", Scalar::Uint64, Literal::Int(1), false);
        is("1.5", Scalar::Float, Literal::Float(1.5), true);
        is(".5f", Scalar::Float, Literal::Float(0.5), false);
        is("1.", Scalar::Float, Literal::Float(1.0), true);
        is("1e-3h", Scalar::Float, Literal::Float(1e-3), false);
        is("1L", Scalar::Int, Literal::Int(1), false);
        is("0x80000000L", Scalar::Uint, Literal::Int(0x8000_0000), false);
        is("1ul", Scalar::Uint, Literal::Int(1), false);
        is("1ll", Scalar::Int64, Literal::Int(1), false);
        is("2.0L", Scalar::Double, Literal::Float(2.0), false);
        is("1.#INF", Scalar::Float, Literal::Float(f64::INFINITY), false);
        for wrong in [
            "08",
            "1e",
            "1.5x",
            "0x",
            "12abc",
            ".",
            "1..2",
            "0b",
            "0b12",
            "0b1f",
            "0b1.0",
            "1f",
            "0h",
            "99999999999999999999",
        ] {
            assert_eq!(number(wrong), None, "{wrong}");
        }
    }
}

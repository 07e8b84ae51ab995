//! Numbers.

use crate::ir::{Literal, Scalar};
use crate::sema::NumberSpelling;

/// A number and its type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    pub scalar: Scalar,
    pub value: Literal,
}

/// `12`, `0x1Fu`, `017`, `1.5`, `2.0f`, `1e3lf`, `1.5hf`, `5l`, `7us`. `None` if the text is no number.
pub fn number(text: &str) -> Option<Number> {
    let spelling = NumberSpelling::read(text, &['f', 'F'])?;
    if spelling.radix == 2 {
        return None;
    }
    if spelling.is_real {
        // `1f` is none.
        if !spelling.digits.contains(['.', 'e', 'E']) {
            return None;
        }
        let scalar = match spelling.suffix {
            "" | "f" | "F" => Scalar::Float,
            "lf" | "LF" | "lF" | "Lf" => Scalar::Double,
            "hf" | "HF" | "hF" | "Hf" => Scalar::Float16,
            _ => return None,
        };
        return Some(Number { scalar, value: Literal::Float(spelling.real()?) });
    }
    let value = spelling.integer()?;
    let (scalar, bits) = match spelling.suffix {
        "" => (Scalar::Int, 32),
        "u" | "U" => (Scalar::Uint, 32),
        "s" | "S" => (Scalar::Int16, 16),
        "us" | "US" => (Scalar::Uint16, 16),
        "l" | "L" => (Scalar::Int64, 64),
        "ul" | "UL" => (Scalar::Uint64, 64),
        _ => return None,
    };
    // The bits count: `0xFFFFFFFF` is -1.
    let fits = bits == 64 || value < 1 << bits;
    let value = match scalar {
        Scalar::Int => i128::from(value as i32),
        Scalar::Int16 => i128::from(value as i16),
        Scalar::Int64 => i128::from(value.cast_signed()),
        _ => i128::from(value),
    };
    fits.then_some(Number { scalar, value: Literal::Int(value) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings() {
        let is = |text: &str, scalar, value| assert_eq!(number(text), Some(Number { scalar, value }), "{text}");
        is("12", Scalar::Int, Literal::Int(12));
        is("017", Scalar::Int, Literal::Int(15));
        is("0xFFFFFFFF", Scalar::Int, Literal::Int(-1));
        is("0xFFFFFFFFu", Scalar::Uint, Literal::Int(0xFFFF_FFFF));
        is("1.5", Scalar::Float, Literal::Float(1.5));
        is("2.f", Scalar::Float, Literal::Float(2.0));
        is("1e3lf", Scalar::Double, Literal::Float(1e3));
        is("3us", Scalar::Uint16, Literal::Int(3));
        is("5l", Scalar::Int64, Literal::Int(5));
        for wrong in ["08", "1e", "1.5x", "0x", "12abc", "0b1", "4294967296", "70000s", "1h"] {
            assert_eq!(number(wrong), None, "{wrong}");
        }
    }
}

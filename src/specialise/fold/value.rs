//! Scalar values, and operators whose results are exact.

use crate::atom::Atom;
use crate::syntax::grammar::{Scalar, Types};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BranchValue {
    Bool(bool),
    Int(i32),
    Uint(u32),
}

impl BranchValue {
    pub fn truth(self) -> bool {
        self.number() != 0
    }

    pub fn number(self) -> i64 {
        match self {
            BranchValue::Bool(value) => i64::from(value),
            BranchValue::Int(value) => i64::from(value),
            BranchValue::Uint(value) => i64::from(value),
        }
    }

    /// A literal: an integer with its suffix, `true`, `false`.
    pub fn parse(types: &Types, text: &str) -> Option<BranchValue> {
        match text {
            "true" => return Some(BranchValue::Bool(true)),
            "false" => return Some(BranchValue::Bool(false)),
            _ => {}
        }
        let (digits, unsigned) = match text.strip_suffix(types.unsigned_suffixes) {
            Some(digits) => (digits, true),
            None => (text, false),
        };
        let number = if let Some(hex) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
            u32::from_str_radix(hex, 16).ok()?
        } else if digits.len() > 1 && digits.starts_with('0') {
            u32::from_str_radix(&digits[1..], 8).ok()?
        } else {
            digits.parse::<u32>().ok()?
        };
        if unsigned { Some(BranchValue::Uint(number)) } else { i32::try_from(number).ok().map(BranchValue::Int) }
    }

    /// As the value of a declared constant.
    pub fn convert(self, ty: Scalar) -> Option<BranchValue> {
        match ty {
            Scalar::Bool => Some(BranchValue::Bool(self.truth())),
            Scalar::Int => i32::try_from(self.number()).ok().map(BranchValue::Int),
            Scalar::Uint => u32::try_from(self.number()).ok().map(BranchValue::Uint),
        }
    }

    /// A literal of this value; the smallest integer has none.
    pub fn text(self, types: &Types) -> Option<Atom> {
        Some(match self {
            BranchValue::Bool(true) => Atom::from("true"),
            BranchValue::Bool(false) => Atom::from("false"),
            BranchValue::Int(i32::MIN) => return None,
            // A minus sign must not meet an operator before it.
            BranchValue::Int(value) if value < 0 => Atom::from(&format!("({value})")),
            BranchValue::Int(value) => Atom::from(&value.to_string()),
            BranchValue::Uint(value) => Atom::from(&format!("{value}{}", types.unsigned_suffix())),
        })
    }

    pub fn ty(self) -> Scalar {
        match self {
            BranchValue::Bool(_) => Scalar::Bool,
            BranchValue::Int(_) => Scalar::Int,
            BranchValue::Uint(_) => Scalar::Uint,
        }
    }

    pub fn unary(self, operator: &str) -> Option<BranchValue> {
        match (operator, self) {
            ("!", value) => Some(BranchValue::Bool(!value.truth())),
            ("-", BranchValue::Int(value)) => value.checked_neg().map(BranchValue::Int),
            ("+", BranchValue::Int(_) | BranchValue::Uint(_)) => Some(self),
            ("~", BranchValue::Int(value)) => Some(BranchValue::Int(!value)),
            ("~", BranchValue::Uint(value)) => Some(BranchValue::Uint(!value)),
            _ => None,
        }
    }

    /// Everything but `&&` and `||`.
    pub fn binary(self, operator: &str, right: BranchValue) -> Option<BranchValue> {
        // Between `int` and `uint`, compilers disagree for what only one of them can hold.
        let unsigned = matches!(self, BranchValue::Uint(_)) || matches!(right, BranchValue::Uint(_));
        let (a, b) = (self.number(), right.number());
        if unsigned && (a < 0 || b < 0) {
            return None;
        }
        match operator {
            "==" => return Some(BranchValue::Bool(a == b)),
            "!=" => return Some(BranchValue::Bool(a != b)),
            "<" => return Some(BranchValue::Bool(a < b)),
            ">" => return Some(BranchValue::Bool(a > b)),
            "<=" => return Some(BranchValue::Bool(a <= b)),
            ">=" => return Some(BranchValue::Bool(a >= b)),
            "^^" => return Some(BranchValue::Bool((a != 0) != (b != 0))),
            _ => {}
        }
        if matches!(self, BranchValue::Bool(_)) || matches!(right, BranchValue::Bool(_)) {
            return None;
        }
        let result = match operator {
            "+" => a.checked_add(b)?,
            "-" => a.checked_sub(b)?,
            "*" => a.checked_mul(b)?,
            "/" if a >= 0 && b > 0 => a / b,
            "%" if a >= 0 && b > 0 => a % b,
            "&" => a & b,
            "|" => a | b,
            "^" => a ^ b,
            "<<" if a >= 0 && (0..31).contains(&b) => a << b,
            ">>" if a >= 0 && (0..31).contains(&b) => a >> b,
            _ => return None,
        };
        if unsigned && !matches!(operator, "<<" | ">>") || matches!(self, BranchValue::Uint(_)) {
            u32::try_from(result).ok().map(BranchValue::Uint)
        } else {
            i32::try_from(result).ok().map(BranchValue::Int)
        }
    }
}

//! Scalars and what operators make of them, where the result is exact.

use ustr::Ustr;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Bool(bool),
    Int(i32),
    Uint(u32),
}

impl Value {
    pub fn truth(self) -> bool {
        self.number() != 0
    }

    pub fn number(self) -> i64 {
        match self {
            Value::Bool(value) => i64::from(value),
            Value::Int(value) => i64::from(value),
            Value::Uint(value) => i64::from(value),
        }
    }

    /// A literal: an integer with its suffix, `true`, `false`.
    pub fn parse(text: &str) -> Option<Value> {
        match text {
            "true" => return Some(Value::Bool(true)),
            "false" => return Some(Value::Bool(false)),
            _ => {}
        }
        let (digits, unsigned) = match text.strip_suffix(['u', 'U']) {
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
        if unsigned { Some(Value::Uint(number)) } else { i32::try_from(number).ok().map(Value::Int) }
    }

    /// As the value of a declared constant.
    pub fn convert(self, ty: &str) -> Option<Value> {
        match ty {
            "bool" => Some(Value::Bool(self.truth())),
            "int" => i32::try_from(self.number()).ok().map(Value::Int),
            "uint" => u32::try_from(self.number()).ok().map(Value::Uint),
            _ => None,
        }
    }

    /// A literal of this value; the smallest integer has none.
    pub fn text(self) -> Option<Ustr> {
        Some(match self {
            Value::Bool(true) => Ustr::from("true"),
            Value::Bool(false) => Ustr::from("false"),
            Value::Int(i32::MIN) => return None,
            // A minus sign must not meet an operator before it.
            Value::Int(value) if value < 0 => Ustr::from(&format!("({value})")),
            Value::Int(value) => Ustr::from(&value.to_string()),
            Value::Uint(value) => Ustr::from(&format!("{value}u")),
        })
    }

    pub fn ty(self) -> &'static str {
        match self {
            Value::Bool(_) => "bool",
            Value::Int(_) => "int",
            Value::Uint(_) => "uint",
        }
    }

    pub fn unary(self, operator: &str) -> Option<Value> {
        match (operator, self) {
            ("!", value) => Some(Value::Bool(!value.truth())),
            ("-", Value::Int(value)) => value.checked_neg().map(Value::Int),
            ("+", Value::Int(_) | Value::Uint(_)) => Some(self),
            ("~", Value::Int(value)) => Some(Value::Int(!value)),
            ("~", Value::Uint(value)) => Some(Value::Uint(!value)),
            _ => None,
        }
    }

    /// Everything but `&&` and `||`.
    pub fn binary(self, operator: &str, right: Value) -> Option<Value> {
        // Between `int` and `uint`, compilers disagree for what only one of them can hold.
        let unsigned = matches!(self, Value::Uint(_)) || matches!(right, Value::Uint(_));
        let (a, b) = (self.number(), right.number());
        if unsigned && (a < 0 || b < 0) {
            return None;
        }
        match operator {
            "==" => return Some(Value::Bool(a == b)),
            "!=" => return Some(Value::Bool(a != b)),
            "<" => return Some(Value::Bool(a < b)),
            ">" => return Some(Value::Bool(a > b)),
            "<=" => return Some(Value::Bool(a <= b)),
            ">=" => return Some(Value::Bool(a >= b)),
            _ => {}
        }
        if matches!(self, Value::Bool(_)) || matches!(right, Value::Bool(_)) {
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
        if unsigned && !matches!(operator, "<<" | ">>") || matches!(self, Value::Uint(_)) {
            u32::try_from(result).ok().map(Value::Uint)
        } else {
            i32::try_from(result).ok().map(Value::Int)
        }
    }
}

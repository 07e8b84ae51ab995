//! Values that are known at translation: IEEE float32, and two's complement of 32 bits.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::ast::{BinaryOperator as B, UnaryOperator};
use super::types::{Scalar, Ty};

/// The bits of up to four components.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Constant {
    pub scalar: Scalar,
    pub lanes: u8,
    bits: [u32; 4],
}

/// Why an operation has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoValue {
    DivisionByZero,
    Shift,
    /// It is no operation on constants.
    Unknown,
}

impl Constant {
    pub const fn bool(value: bool) -> Constant {
        Constant { scalar: Scalar::Bool, lanes: 1, bits: [value as u32, 0, 0, 0] }
    }

    pub const fn int(value: i32) -> Constant {
        Constant { scalar: Scalar::Int, lanes: 1, bits: [value as u32, 0, 0, 0] }
    }

    pub const fn uint(value: u32) -> Constant {
        Constant { scalar: Scalar::Uint, lanes: 1, bits: [value, 0, 0, 0] }
    }

    pub const fn float(value: f32) -> Constant {
        Constant { scalar: Scalar::Float, lanes: 1, bits: [value.to_bits(), 0, 0, 0] }
    }

    pub fn ty(&self) -> Ty {
        Ty::of(self.scalar, self.lanes)
    }

    /// The vector of these components of one type.
    pub fn of_components(scalar: Scalar, components: &[Constant]) -> Option<Constant> {
        let mut bits = [0; 4];
        if components.is_empty() || components.len() > 4 {
            return None;
        }
        for (at, component) in components.iter().enumerate() {
            bits[at] = component.convert(scalar).bits[0];
        }
        Some(Constant { scalar, lanes: components.len() as u8, bits })
    }

    pub fn component(&self, at: u8) -> Constant {
        let at = if self.lanes == 1 { 0 } else { usize::from(at.min(3)) };
        Constant { scalar: self.scalar, lanes: 1, bits: [self.bits[at], 0, 0, 0] }
    }

    pub fn components(&self) -> impl Iterator<Item = Constant> + '_ {
        (0..self.lanes).map(|at| self.component(at))
    }

    pub fn spread(&self, lanes: u8) -> Constant {
        if self.lanes == 1 { Constant { lanes, bits: [self.bits[0]; 4], ..*self } } else { *self }
    }

    /// The value of an integer or `bool`.
    pub fn as_integer(&self) -> Option<i64> {
        match self.scalar {
            Scalar::Int => Some(i64::from(self.bits[0] as i32)),
            Scalar::Uint | Scalar::Bool | Scalar::Bool32 => Some(i64::from(self.bits[0])),
            Scalar::Float => None,
        }
        .filter(|_| self.lanes == 1)
    }

    /// The first component as a number.
    pub fn as_number(&self) -> f64 {
        match self.scalar {
            Scalar::Float => f64::from(self.float_at(0)),
            Scalar::Int => f64::from(self.bits[0] as i32),
            Scalar::Uint | Scalar::Bool | Scalar::Bool32 => f64::from(self.bits[0]),
        }
    }

    pub fn is_true(&self) -> bool {
        match self.scalar {
            Scalar::Float => self.float_at(0) != 0.0,
            _ => self.bits[0] != 0,
        }
    }

    fn float_at(&self, at: usize) -> f32 {
        f32::from_bits(self.bits[at])
    }

    pub fn convert(&self, to: Scalar) -> Constant {
        let mut bits = self.bits;
        for (at, bits) in bits.iter_mut().enumerate().take(usize::from(self.lanes)) {
            let float = f64::from(self.float_at(at));
            let number = match self.scalar {
                Scalar::Float => float,
                Scalar::Int => f64::from(*bits as i32),
                _ => f64::from(*bits),
            };
            *bits = match (self.scalar, to) {
                (_, Scalar::Bool | Scalar::Bool32) => u32::from(number != 0.0),
                (_, Scalar::Float) => (number as f32).to_bits(),
                (Scalar::Float, Scalar::Int) => (float as i32) as u32,
                (Scalar::Float, Scalar::Uint) => float as u32,
                _ => *bits,
            };
        }
        Constant { scalar: to, bits, ..*self }
    }

    /// The same bits as another type.
    pub const fn bit_cast(&self, to: Scalar) -> Constant {
        Constant { scalar: to, ..*self }
    }

    pub fn unary(&self, operator: UnaryOperator) -> Result<Constant, NoValue> {
        let mut result = *self;
        for bits in result.bits.iter_mut().take(usize::from(self.lanes)) {
            *bits = match (operator, self.scalar) {
                (UnaryOperator::Plus, _) => *bits,
                (UnaryOperator::Minus, Scalar::Float) => (-f32::from_bits(*bits)).to_bits(),
                (UnaryOperator::Minus, Scalar::Int | Scalar::Uint) => bits.wrapping_neg(),
                (UnaryOperator::Not, Scalar::Bool) => u32::from(*bits == 0),
                (UnaryOperator::Complement, Scalar::Int | Scalar::Uint) => !*bits,
                _ => return Err(NoValue::Unknown),
            };
        }
        Ok(result)
    }

    /// Operands of one type; a scalar beside a vector is spread.
    pub fn binary(&self, operator: B, right: &Constant) -> Result<Constant, NoValue> {
        let lanes = self.lanes.max(right.lanes);
        let (left, right) = (self.spread(lanes), right.spread(lanes));
        let mut bits = [0; 4];
        let mut scalar = left.scalar;
        for (at, result) in bits.iter_mut().enumerate().take(usize::from(lanes)) {
            let (a, b) = (left.bits[at], right.bits[at]);
            let (fa, fb) = (f32::from_bits(a), f32::from_bits(b));
            let (ia, ib) = (a as i32, b as i32);
            if operator.is_comparison() {
                scalar = Scalar::Bool;
                let order = match left.scalar {
                    Scalar::Float => fa.partial_cmp(&fb),
                    Scalar::Int => Some(ia.cmp(&ib)),
                    _ => Some(a.cmp(&b)),
                };
                *result = u32::from(match operator {
                    B::Equal => order == Some(std::cmp::Ordering::Equal),
                    B::NotEqual => order != Some(std::cmp::Ordering::Equal),
                    B::Less => order == Some(std::cmp::Ordering::Less),
                    B::Greater => order == Some(std::cmp::Ordering::Greater),
                    B::LessEqual => matches!(order, Some(std::cmp::Ordering::Less | std::cmp::Ordering::Equal)),
                    _ => matches!(order, Some(std::cmp::Ordering::Greater | std::cmp::Ordering::Equal)),
                });
                continue;
            }
            *result = match left.scalar {
                Scalar::Float => match operator {
                    B::Add => fa + fb,
                    B::Subtract => fa - fb,
                    B::Multiply => fa * fb,
                    B::Divide if fb == 0.0 => return Err(NoValue::DivisionByZero),
                    B::Divide => fa / fb,
                    _ => return Err(NoValue::Unknown),
                }
                .to_bits(),
                Scalar::Bool => match operator {
                    B::And | B::BitAnd => a & b,
                    B::Or | B::BitOr => a | b,
                    B::BitXor => a ^ b,
                    _ => return Err(NoValue::Unknown),
                },
                _ => integer(operator, left.scalar == Scalar::Int, a, b, right.scalar == Scalar::Int)?,
            };
        }
        Ok(Constant { scalar, lanes, bits })
    }

    /// The literal in GLSL.
    pub fn glsl(&self) -> String {
        let mut text = String::new();
        self.write_glsl(&mut text);
        text
    }

    /// Adds the literal in GLSL to a text.
    pub fn write_glsl(&self, into: &mut String) {
        if self.lanes > 1 {
            let first = self.component(0);
            *into += &super::types::glsl_number(self.ty());
            into.push('(');
            first.write_glsl(into);
            if self.components().any(|component| component != first) {
                for component in self.components().skip(1) {
                    *into += ", ";
                    component.write_glsl(into);
                }
            }
            into.push(')');
            return;
        }
        let [bits, ..] = self.bits;
        // Writing to a text does not fail.
        let _ = match self.scalar {
            Scalar::Bool => write!(into, "{}", bits != 0),
            Scalar::Int if bits as i32 == i32::MIN => write!(into, "int(0x80000000u)"),
            Scalar::Int => write!(into, "{}", bits as i32),
            Scalar::Uint | Scalar::Bool32 => write!(into, "{bits}u"),
            Scalar::Float if !self.float_at(0).is_finite() => write!(into, "uintBitsToFloat({bits}u)"),
            // `1e-7` and `1e16` are GLSL as they are, and `1.0` has its point.
            Scalar::Float => write!(into, "{:?}", self.float_at(0)),
        };
    }

    /// The text in the name of a template's instance.
    pub fn in_name(&self) -> String {
        match self.scalar {
            Scalar::Bool => (self.bits[0] != 0).to_string(),
            Scalar::Int => (self.bits[0] as i32).to_string().replace('-', "_"),
            _ => self.bits[0].to_string(),
        }
    }

    /// Whether its text begins with a sign.
    pub fn is_negative(&self) -> bool {
        self.lanes == 1
            && match self.scalar {
                Scalar::Int => (self.bits[0] as i32) < 0,
                Scalar::Float => self.float_at(0).is_sign_negative() && !self.float_at(0).is_nan(),
                _ => false,
            }
    }
}

fn integer(operator: B, is_signed: bool, a: u32, b: u32, right_is_signed: bool) -> Result<u32, NoValue> {
    let (ia, ib) = (a as i32, b as i32);
    Ok(match operator {
        B::Add => a.wrapping_add(b),
        B::Subtract => a.wrapping_sub(b),
        B::Multiply => a.wrapping_mul(b),
        B::Divide | B::Remainder if b == 0 => return Err(NoValue::DivisionByZero),
        B::Divide if is_signed => ia.wrapping_div(ib) as u32,
        B::Divide => a / b,
        B::Remainder if is_signed => ia.wrapping_rem(ib) as u32,
        B::Remainder => a % b,
        B::BitAnd => a & b,
        B::BitOr => a | b,
        B::BitXor => a ^ b,
        B::ShiftLeft | B::ShiftRight if b >= 32 || right_is_signed && ib < 0 => return Err(NoValue::Shift),
        B::ShiftLeft => a << b,
        B::ShiftRight if is_signed => (ia >> b) as u32,
        B::ShiftRight => a >> b,
        _ => return Err(NoValue::Unknown),
    })
}

/// The number of a text: its 32-bit FNV-1a hash.
pub fn text_number(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The value of a literal; `None` where it is none.
pub fn literal(text: &str) -> Option<Constant> {
    let has_capitals = text.bytes().any(|byte| byte.is_ascii_uppercase());
    let lower = if has_capitals { Cow::Owned(text.to_ascii_lowercase()) } else { Cow::Borrowed(text) };
    let digits = |text: &str, radix: u32| -> Option<Constant> {
        let unsigned = text.ends_with('u');
        let digits = text.strip_suffix('u').unwrap_or(text);
        if digits.is_empty() {
            return None;
        }
        let value = u32::from_str_radix(digits, radix).ok()?;
        Some(if unsigned || value > i32::MAX as u32 { Constant::uint(value) } else { Constant::int(value as i32) })
    };
    if let Some(hex) = lower.strip_prefix("0x") {
        return digits(hex, 16);
    }
    if let Some(binary) = lower.strip_prefix("0b") {
        return digits(binary, 2);
    }
    let is_float = lower.contains(['.', 'e']) || lower.ends_with('f');
    if !is_float {
        let octal = lower.len() > 1 && lower.starts_with('0') && lower != "0u";
        return if octal { digits(&lower[1..], 8) } else { digits(&lower, 10) };
    }
    let number = match lower.strip_suffix('f') {
        Some(number) if !number.contains(['.', 'e']) => return None,
        Some(number) => number,
        None => &lower,
    };
    let plain = number.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'+' | b'-'));
    number.parse::<f32>().ok().filter(|value| plain && value.is_finite()).map(Constant::float)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_values() {
        assert_eq!(literal("0b101"), Some(Constant::int(5)));
        assert_eq!(literal("0x10u"), Some(Constant::uint(16)));
        assert_eq!(literal("010"), Some(Constant::int(8)));
        assert_eq!(literal("1.5e1f"), Some(Constant::float(15.0)));
        assert_eq!(literal("1."), Some(Constant::float(1.0)));
        assert_eq!(literal("0xffffffff"), Some(Constant::uint(u32::MAX)));
        for wrong in ["1f", "09", "1ul", "1.0h", "0b2", "0x", "1e", "'a'", "4294967296"] {
            assert_eq!(literal(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn floats_come_back() {
        for value in [0.0f32, -0.0, 1.0, 0.1, 1e-7, 3.4e38, 1.175e-38, 1e16, 123_456.79] {
            let text = Constant::float(value).glsl();
            assert_eq!(text.parse::<f32>().map(f32::to_bits), Ok(value.to_bits()), "{text}");
            assert!(text.contains(['.', 'e']), "{text}");
        }
    }

    #[test]
    fn division_and_shifts_have_bounds() {
        let one = Constant::int(1);
        assert_eq!(one.binary(B::Divide, &Constant::int(0)), Err(NoValue::DivisionByZero));
        assert_eq!(one.binary(B::ShiftLeft, &Constant::int(32)), Err(NoValue::Shift));
        assert_eq!(one.binary(B::ShiftLeft, &Constant::int(-1)), Err(NoValue::Shift));
        let least = Constant::int(i32::MIN);
        assert_eq!(least.binary(B::Divide, &Constant::int(-1)), Ok(least));
    }
}

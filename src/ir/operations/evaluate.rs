//! Operations in constant expressions: those whose result is exact on every device. Each works on one component; the
//! caller converts the result to its type.

use crate::ir::Literal::{self, Float, Int};

pub fn abs(arguments: &[Literal]) -> Option<Literal> {
    match arguments {
        [Int(a)] => a.checked_abs().map(Int),
        [Float(a)] => Some(Float(a.abs())),
        _ => None,
    }
}

pub fn min(arguments: &[Literal]) -> Option<Literal> {
    match arguments {
        [Int(a), Int(b)] => Some(Int(*a.min(b))),
        [Float(a), Float(b)] => Some(Float(a.min(*b))),
        _ => None,
    }
}

pub fn max(arguments: &[Literal]) -> Option<Literal> {
    match arguments {
        [Int(a), Int(b)] => Some(Int(*a.max(b))),
        [Float(a), Float(b)] => Some(Float(a.max(*b))),
        _ => None,
    }
}

pub fn clamp(arguments: &[Literal]) -> Option<Literal> {
    match arguments {
        [Int(a), Int(low), Int(high)] => Some(Int(*a.max(low).min(high))),
        [Float(a), Float(low), Float(high)] => Some(Float(a.max(*low).min(*high))),
        _ => None,
    }
}

fn of_float(arguments: &[Literal], function: impl Fn(f64) -> f64) -> Option<Literal> {
    match arguments {
        [Float(a)] => Some(Float(function(*a))),
        _ => None,
    }
}

pub fn floor(arguments: &[Literal]) -> Option<Literal> {
    of_float(arguments, f64::floor)
}

pub fn ceil(arguments: &[Literal]) -> Option<Literal> {
    of_float(arguments, f64::ceil)
}

pub fn trunc(arguments: &[Literal]) -> Option<Literal> {
    of_float(arguments, f64::trunc)
}

/// Halves go to the even neighbour.
pub fn round(arguments: &[Literal]) -> Option<Literal> {
    of_float(arguments, f64::round_ties_even)
}

/// The remainder that has the sign of the divisor.
pub fn floor_mod(arguments: &[Literal]) -> Option<Literal> {
    match arguments {
        [Float(a), Float(b)] if *b != 0.0 => Some(Float(a - b * (a / b).floor())),
        _ => None,
    }
}

pub fn frac(arguments: &[Literal]) -> Option<Literal> {
    of_float(arguments, |a| a - a.floor())
}

pub fn sqrt(arguments: &[Literal]) -> Option<Literal> {
    match arguments {
        [Float(a)] if *a >= 0.0 => Some(Float(a.sqrt())),
        _ => None,
    }
}

pub fn saturate(arguments: &[Literal]) -> Option<Literal> {
    of_float(arguments, |a| a.clamp(0.0, 1.0))
}

/// Not for a negative number: the number of set bits depends on its width, and a literal has no width.
pub fn countbits(arguments: &[Literal]) -> Option<Literal> {
    match arguments {
        [Int(a)] if *a >= 0 => Some(Int(i128::from(a.count_ones()))),
        _ => None,
    }
}

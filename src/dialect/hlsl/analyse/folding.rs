//! Intrinsics in constant expressions: those whose result is exact everywhere.

use super::constants::wrap;
use crate::ir::{Intrinsic, Literal, Scalar};

/// One component.
pub fn intrinsic(intrinsic: Intrinsic, scalar: Scalar, arguments: &[Literal]) -> Option<Literal> {
    use Intrinsic as I;
    let value = match (intrinsic, arguments) {
        (I::Abs, [Literal::Int(a)]) => Literal::Int(a.checked_abs()?),
        (I::Abs, [Literal::Float(a)]) => Literal::Float(a.abs()),
        (I::Min, [Literal::Int(a), Literal::Int(b)]) => Literal::Int(*a.min(b)),
        (I::Max, [Literal::Int(a), Literal::Int(b)]) => Literal::Int(*a.max(b)),
        (I::Min, [Literal::Float(a), Literal::Float(b)]) => Literal::Float(a.min(*b)),
        (I::Max, [Literal::Float(a), Literal::Float(b)]) => Literal::Float(a.max(*b)),
        (I::Clamp, [Literal::Int(a), Literal::Int(low), Literal::Int(high)]) => Literal::Int(*a.max(low).min(high)),
        (I::Clamp, [Literal::Float(a), Literal::Float(low), Literal::Float(high)]) => {
            Literal::Float(a.max(*low).min(*high))
        }
        (I::Floor, [Literal::Float(a)]) => Literal::Float(a.floor()),
        (I::Ceil, [Literal::Float(a)]) => Literal::Float(a.ceil()),
        (I::Trunc, [Literal::Float(a)]) => Literal::Float(a.trunc()),
        (I::Round, [Literal::Float(a)]) => Literal::Float(a.round_ties_even()),
        (I::Frac, [Literal::Float(a)]) => Literal::Float(a - a.floor()),
        (I::Sqrt, [Literal::Float(a)]) if *a >= 0.0 => Literal::Float(a.sqrt()),
        (I::Saturate, [Literal::Float(a)]) => Literal::Float(a.clamp(0.0, 1.0)),
        (I::Countbits, [Literal::Int(a)]) => Literal::Int(i128::from(a.count_ones())),
        _ => return None,
    };
    Some(wrap(scalar, value))
}

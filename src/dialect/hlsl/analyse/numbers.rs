//! The common scalar type and the common shape of two operands.

use crate::ir::Scalar;
use crate::sema::numbers::{Class, Shape, class, is_integer, width};

/// The common shape of two operands of an operator: a single component is splatted, longer operands are truncated. Of
/// two shapes with equally many components, the left one's.
pub fn meet(one: Shape, other: Shape) -> Option<Shape> {
    match (one, other) {
        (a, b) if a == b || b.count() == 1 => Some(a),
        (a, b) if a.count() == 1 => Some(b),
        (Shape::Vector(a), Shape::Vector(b)) => Some(Shape::Vector(a.min(b))),
        (a @ Shape::Matrix(r1, c1), b @ Shape::Matrix(r2, c2)) => {
            if r1 <= r2 && c1 <= c2 {
                Some(a)
            } else {
                (r1 >= r2 && c1 >= c2).then_some(b)
            }
        }
        // A matrix with one row or column counts as a vector, and the shorter decides.
        (a, b) => {
            let comparable = a.count() == b.count() || a.is_line() && b.is_line();
            comparable.then_some(if a.count() <= b.count() { a } else { b })
        }
    }
}

/// The common shape of arguments of an intrinsic: only scalars are splatted, and a vector never becomes a matrix.
pub fn common_part(one: Shape, other: Shape) -> Option<Shape> {
    match (one, other) {
        (Shape::Scalar, shape) | (shape, Shape::Scalar) => Some(shape),
        (Shape::Vector(a), Shape::Vector(b)) => Some(Shape::Vector(a.min(b))),
        (Shape::Matrix(r1, c1), Shape::Matrix(r2, c2)) => Some(Shape::Matrix(r1.min(r2), c1.min(c2))),
        _ => None,
    }
}

/// One component as a scalar, one row as a vector, as `?:` and `select` treat shapes.
pub fn as_row(shape: Shape) -> Shape {
    match shape {
        shape if shape.count() == 1 => Shape::Scalar,
        Shape::Matrix(1, columns) => Shape::Vector(columns),
        other => other,
    }
}

/// The rank in the usual arithmetic conversions: the operand of the higher rank decides.
fn arithmetic_rank(scalar: Scalar) -> u8 {
    match scalar {
        Scalar::Bool => 0,
        Scalar::Min16Int => 1,
        Scalar::Min16Uint => 2,
        Scalar::Int16 => 3,
        Scalar::Uint16 => 4,
        Scalar::Int => 5,
        Scalar::Uint => 6,
        Scalar::Int64 => 7,
        Scalar::Uint64 => 8,
        Scalar::Min16Float => 9,
        Scalar::Float16 => 10,
        Scalar::Half => 11,
        Scalar::Float => 12,
        Scalar::Double => 13,
    }
}

/// The scalar type of an operand. A literal without a suffix adapts to the type of the other operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    pub scalar: Scalar,
    pub literal: bool,
}

/// The scalar in which two operands are computed; `bool`s only stay `bool`s where the caller says so.
pub fn common(a: Operand, b: Operand) -> Operand {
    let pick = |scalar, literal| Operand { scalar, literal };
    match (a.literal, b.literal) {
        (true, true) => {
            let scalar = if arithmetic_rank(a.scalar) >= arithmetic_rank(b.scalar) { a.scalar } else { b.scalar };
            pick(scalar, true)
        }
        (true, false) => common(b, a),
        (false, true) => match (class(a.scalar), class(b.scalar)) {
            // An integer with a floating literal: `float`; anything else keeps the typed side.
            (Class::Bool | Class::Signed | Class::Unsigned, Class::Float) => pick(Scalar::Float, false),
            (Class::Bool, _) => pick(Scalar::Int, false),
            _ => pick(a.scalar, false),
        },
        (false, false) => pick(typed_common(a.scalar, b.scalar), false),
    }
}

/// [`common`] of two operands that are no literals.
fn typed_common(a: Scalar, b: Scalar) -> Scalar {
    let (low, high) = if arithmetic_rank(a) <= arithmetic_rank(b) { (a, b) } else { (b, a) };
    match (low, high) {
        // `half` stays if the other operand is `half` or `bool`.
        (_, Scalar::Half) if !matches!(low, Scalar::Half | Scalar::Bool) => Scalar::Float,
        // Of two integers the wider width counts, and the result is unsigned if one of them is.
        (low, high) if class(low) == Class::Unsigned && class(high) == Class::Signed => match high {
            Scalar::Int64 => Scalar::Uint64,
            Scalar::Int => Scalar::Uint,
            Scalar::Int16 => Scalar::Uint16,
            _ => high,
        },
        _ => high,
    }
}

/// How far apart two scalar types are when an overload is chosen; 0 is the same type. A different domain (boolean,
/// integer, float) weighs more than a different width, and that more than a different sign. A literal is nearest to
/// `int` or `float`.
pub fn distance(from: Operand, to: Scalar) -> u32 {
    if from.scalar == to {
        return 0;
    }
    let domain = |scalar| match class(scalar) {
        Class::Bool => 0u32,
        Class::Signed | Class::Unsigned => 1,
        Class::Float => 2,
    };
    let (from_domain, to_domain) = (domain(from.scalar), domain(to));
    if from_domain != to_domain {
        // Away from `bool` and towards `float` is nearer than back.
        let step = from_domain.abs_diff(to_domain) * 1000 + if to_domain < from_domain { 500 } else { 0 };
        // Of several targets of the other domain the ordinary one.
        let plain = matches!(to, Scalar::Int | Scalar::Float | Scalar::Bool);
        return step + if plain { 0 } else { 100 + u32::from(arithmetic_rank(to)) };
    }
    // A 16-bit float only widens without loss; narrowing is a conversion.
    let narrows = width(to) < width(from.scalar);
    // Another sign is nearer than another width.
    let widens = is_integer(to) && width(to) > width(from.scalar);
    let steps = u32::from(arithmetic_rank(from.scalar).abs_diff(arithmetic_rank(to))) + u32::from(widens);
    if from.literal { steps } else { steps + if narrows { 50 } else { 0 } }
}

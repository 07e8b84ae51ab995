//! Numbers and their shapes: which scalar two operands meet in, what a type's components are.

use crate::ir::{Order, Scalar, Type};

/// How many components, and in which arrangement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    Scalar,
    Vector(u8),
    /// Rows, columns.
    Matrix(u8, u8),
}

impl Shape {
    pub fn count(self) -> u8 {
        match self {
            Shape::Scalar => 1,
            Shape::Vector(n) => n,
            Shape::Matrix(rows, columns) => rows * columns,
        }
    }

    pub fn ty(self, scalar: Scalar, order: Order) -> Type {
        match self {
            Shape::Scalar => Type::Scalar(scalar),
            Shape::Vector(n) => Type::Vector(scalar, n),
            Shape::Matrix(rows, columns) => Type::Matrix { scalar, rows, columns, order },
        }
    }

    /// The shape in which two operands of an operator meet: one component spreads, otherwise the common part stays. Of two
    /// shapes with equally many components, the left one's.
    pub fn meet(self, other: Shape) -> Option<Shape> {
        match (self, other) {
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

    /// The shape that arguments of an intrinsic have in common: scalars alone spread, and nothing turns into another kind.
    pub fn common_part(self, other: Shape) -> Option<Shape> {
        match (self, other) {
            (Shape::Scalar, shape) | (shape, Shape::Scalar) => Some(shape),
            (Shape::Vector(a), Shape::Vector(b)) => Some(Shape::Vector(a.min(b))),
            (Shape::Matrix(r1, c1), Shape::Matrix(r2, c2)) => Some(Shape::Matrix(r1.min(r2), c1.min(c2))),
            _ => None,
        }
    }

    /// Components in one row or column.
    pub fn is_line(self) -> bool {
        match self {
            Shape::Scalar | Shape::Vector(_) => true,
            Shape::Matrix(rows, columns) => rows == 1 || columns == 1,
        }
    }

    /// One component as a scalar, one row as a vector: how `?:` and `select` see shapes.
    pub fn as_row(self) -> Shape {
        match self {
            shape if shape.count() == 1 => Shape::Scalar,
            Shape::Matrix(1, columns) => Shape::Vector(columns),
            other => other,
        }
    }
}

/// The scalar type and shape of a number type; an enumeration counts as its scalar.
pub fn parts(ty: &Type) -> Option<(Scalar, Shape)> {
    match *ty {
        Type::Scalar(scalar) | Type::Enum { scalar, .. } => Some((scalar, Shape::Scalar)),
        Type::Vector(scalar, n) => Some((scalar, Shape::Vector(n))),
        Type::Matrix { scalar, rows, columns, .. } => Some((scalar, Shape::Matrix(rows, columns))),
        _ => None,
    }
}

pub fn order_of(ty: &Type) -> Option<Order> {
    match ty {
        Type::Matrix { order, .. } => Some(*order),
        _ => None,
    }
}

/// Of this shape, with another scalar.
pub fn with_scalar(ty: &Type, scalar: Scalar) -> Type {
    match parts(ty) {
        Some((_, shape)) => shape.ty(scalar, order_of(ty).unwrap_or(Order::ColumnMajor)),
        None => ty.clone(),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Bool,
    Signed,
    Unsigned,
    Float,
}

pub fn class(scalar: Scalar) -> Class {
    match scalar {
        Scalar::Bool => Class::Bool,
        Scalar::Int | Scalar::Min16Int | Scalar::Int16 | Scalar::Int64 => Class::Signed,
        Scalar::Uint | Scalar::Min16Uint | Scalar::Uint16 | Scalar::Uint64 => Class::Unsigned,
        Scalar::Half | Scalar::Float | Scalar::Double | Scalar::Min16Float | Scalar::Float16 => Class::Float,
    }
}

pub fn is_float(scalar: Scalar) -> bool {
    class(scalar) == Class::Float
}

pub fn is_integer(scalar: Scalar) -> bool {
    matches!(class(scalar), Class::Signed | Class::Unsigned)
}

/// Bits a value of it may count on.
pub fn width(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Bool => 1,
        Scalar::Min16Int | Scalar::Min16Uint | Scalar::Min16Float => 16,
        Scalar::Int16 | Scalar::Uint16 | Scalar::Float16 => 16,
        Scalar::Int | Scalar::Uint | Scalar::Half | Scalar::Float => 32,
        Scalar::Double | Scalar::Int64 | Scalar::Uint64 => 64,
    }
}

/// Position in the order of the usual arithmetic conversions: of two operands the one further up decides.
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

/// A scalar type as an operand has it: a number without a suffix gives way to what it meets.
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

/// [`common`] of two types that are both written down.
fn typed_common(a: Scalar, b: Scalar) -> Scalar {
    let (low, high) = if arithmetic_rank(a) <= arithmetic_rank(b) { (a, b) } else { (b, a) };
    match (low, high) {
        // `half` stays where it meets itself or `bool`.
        (_, Scalar::Half) if !matches!(low, Scalar::Half | Scalar::Bool) => Scalar::Float,
        // Of two whole numbers the width is the wider one's, and one without a sign is enough for the result to have none.
        (low, high) if class(low) == Class::Unsigned && class(high) == Class::Signed => match high {
            Scalar::Int64 => Scalar::Uint64,
            Scalar::Int => Scalar::Uint,
            Scalar::Int16 => Scalar::Uint16,
            _ => high,
        },
        _ => high,
    }
}

/// How far apart two scalar types are for the choice of an overload; 0 is the same. Domains weigh more than widths, and
/// widths more than signs. A literal is nearest to `int` or `float`.
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

//! Numbers: their scalar types, and the number and arrangement of their components.

use crate::ir::{Order, Scalar, Type};
/// The number and arrangement of components.
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

    /// Components in one row or column.
    pub fn is_line(self) -> bool {
        match self {
            Shape::Scalar | Shape::Vector(_) => true,
            Shape::Matrix(rows, columns) => rows == 1 || columns == 1,
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

/// The type with the same shape and another scalar.
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

/// The number of bits that every value of the type has at least.
pub fn width(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Bool => 1,
        Scalar::Min16Int | Scalar::Min16Uint | Scalar::Min16Float => 16,
        Scalar::Int16 | Scalar::Uint16 | Scalar::Float16 => 16,
        Scalar::Int | Scalar::Uint | Scalar::Half | Scalar::Float => 32,
        Scalar::Double | Scalar::Int64 | Scalar::Uint64 => 64,
    }
}

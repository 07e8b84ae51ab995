//! Types by structure, not by name.

use std::sync::Arc;

use super::{Scalar, Struct, Type};

/// A type of the language, with its synonyms taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape<'a> {
    Void,
    Scalar(Scalar),
    /// 2 to 4.
    Vector(Scalar, u8),
    Matrix {
        scalar: Scalar,
        rows: u8,
        columns: u8,
    },
    Array(&'a Type, u32),
    Struct(&'a Arc<Struct>),
    Other,
}

pub fn shape(ty: &Type) -> Shape<'_> {
    match ty {
        Type::Void => Shape::Void,
        Type::Scalar(scalar) | Type::Vector(scalar, 1) | Type::Enum { scalar, .. } => Shape::Scalar(*scalar),
        Type::Vector(scalar, count) => Shape::Vector(*scalar, *count),
        Type::Matrix { scalar, rows, columns, .. } => Shape::Matrix { scalar: *scalar, rows: *rows, columns: *columns },
        Type::Array(element, Some(count)) => Shape::Array(element, *count),
        Type::Struct(structure) => Shape::Struct(structure),
        Type::Array(_, None) | Type::Resource(_) | Type::String => Shape::Other,
    }
}

impl Shape<'_> {
    /// Of numeric types: the scalar type, the number of rows, and the components of each row (1, 1 for a scalar).
    pub fn grid(self) -> Option<(Scalar, u8, u8)> {
        match self {
            Shape::Scalar(scalar) => Some((scalar, 1, 1)),
            Shape::Vector(scalar, count) => Some((scalar, 1, count)),
            Shape::Matrix { scalar, rows, columns } => Some((scalar, rows, columns)),
            _ => None,
        }
    }
}

impl Scalar {
    /// Bytes of one in a buffer; a boolean has 4.
    pub const fn bytes(self) -> u32 {
        match self {
            Scalar::Int16 | Scalar::Uint16 | Scalar::Float16 => 2,
            Scalar::Double | Scalar::Int64 | Scalar::Uint64 => 8,
            Scalar::Bool
            | Scalar::Int
            | Scalar::Uint
            | Scalar::Half
            | Scalar::Float
            | Scalar::Min16Int
            | Scalar::Min16Uint
            | Scalar::Min16Float => 4,
        }
    }
}

/// Whether it contains an object with a descriptor.
pub fn has_resources(ty: &Type) -> bool {
    match ty {
        Type::Resource(_) => true,
        Type::Array(element, _) => has_resources(element),
        Type::Struct(structure) => structure.has_resources(),
        _ => false,
    }
}

/// Whether the type contains only resources: it has no value at run time.
pub fn is_resource(ty: &Type) -> bool {
    match ty {
        Type::Resource(_) => true,
        Type::Array(element, _) => is_resource(element),
        _ => false,
    }
}

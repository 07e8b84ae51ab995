//! Types by structure, not by name.

use std::sync::Arc;

use super::{Resource, Scalar, Struct, Type, work};

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
    pub const fn is_matrix(self) -> bool {
        matches!(self, Shape::Matrix { .. })
    }

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

/// Whether a value is a ray query or an array of them.
pub fn is_ray_query(ty: &Type) -> bool {
    match ty {
        Type::Array(element, _) => is_ray_query(element),
        Type::Resource(Resource::RayQuery { .. }) => true,
        _ => false,
    }
}

/// Locations that a scalar or vector takes between stages: Vulkan gives one to 16 bytes.
pub const fn location_width(scalar: Scalar, components: u8) -> u32 {
    if scalar.bytes() == 8 && components > 2 { 2 } else { 1 }
}

/// More locations than any device gives to a stage.
pub const MAX_LOCATIONS: u32 = 1024;

/// Locations that a value takes between stages.
pub fn location_count(ty: &Type) -> u32 {
    match shape(ty) {
        Shape::Array(element, count) => location_count(element).saturating_mul(count),
        Shape::Matrix { scalar, rows, columns } => u32::from(rows) * location_width(scalar, columns),
        Shape::Vector(scalar, count) => location_width(scalar, count),
        Shape::Struct(structure) => {
            work::spend(1);
            structure.members.iter().fold(0, |all: u32, member| all.saturating_add(location_count(&member.ty)))
        }
        _ => 1,
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

/// How large a type is, counted through the structures in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeSize {
    /// Numbers and objects in a value, of all elements of arrays.
    pub scalars: u64,
    /// The same with one element of each array.
    pub parts: u64,
    /// Types inside each other.
    pub levels: u32,
}

/// How large a type is; in time linear in the arrays around its element.
pub fn type_size(ty: &Type) -> TypeSize {
    let (mut elements, mut levels, mut at) = (1_u64, 0_u32, ty);
    loop {
        levels += 1;
        let (scalars, parts) = match at {
            Type::Array(element, count) => {
                elements = elements.saturating_mul(u64::from(count.unwrap_or(1)));
                at = element;
                continue;
            }
            // Its element lies in a buffer.
            Type::Resource(
                Resource::Structured { element, .. }
                | Resource::Append(element)
                | Resource::Consume(element)
                | Resource::Constant(element)
                | Resource::TextureBuffer(element),
            ) => {
                levels += type_size(element).levels;
                (1, 1)
            }
            Type::Struct(structure) => {
                let TypeSize { scalars, parts, levels: inner } = structure.size();
                levels += inner;
                (scalars, parts)
            }
            Type::Vector(_, count) => (u64::from(*count), u64::from(*count)),
            Type::Matrix { rows, columns, .. } => {
                let all = u64::from(*rows) * u64::from(*columns);
                (all, all)
            }
            Type::Void => (0, 0),
            Type::Scalar(_) | Type::Enum { .. } | Type::Resource(_) | Type::String => (1, 1),
        };
        return TypeSize { scalars: elements.saturating_mul(scalars), parts, levels };
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

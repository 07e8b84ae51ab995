//! Types, by structure; only structures have a name of their own.

use std::sync::Arc;

use super::{Struct, Symbol};

/// A number type. `min16float`, `min10float`, `half` (without 16-bit types) are what they may legally be: 32 bits wide; the
/// analysis keeps them apart only for overloads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scalar {
    Bool,
    Int,
    Uint,
    Half,
    Float,
    Double,
    Min16Int,
    Min16Uint,
    Min16Float,
    Int16,
    Uint16,
    Float16,
    Int64,
    Uint64,
}

/// How a matrix lies in a buffer. Its meaning in expressions is the same: `rows` rows of `columns`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    RowMajor,
    ColumnMajor,
}

/// What a texture or typed buffer yields: `float4`, `uint`, …
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Element {
    pub scalar: Scalar,
    /// 1 to 4.
    pub count: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dim {
    D1,
    D2,
    D3,
    Cube,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    Read,
    ReadWrite,
}

/// `[[vk::image_format("rgba16f")]]`, by SPIR-V's name in lower case.
pub type ImageFormat = ustr::Ustr;

/// Objects that live in descriptors.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Resource {
    Texture {
        dim: Dim,
        array: bool,
        multisampled: bool,
        element: Element,
        /// What the element is for the source, where it is a structure of these numbers.
        texel: Option<Arc<Struct>>,
    },
    /// `RWTexture*`.
    Image {
        dim: Dim,
        array: bool,
        element: Element,
        texel: Option<Arc<Struct>>,
    },
    /// `SamplerState`; comparing: `SamplerComparisonState`.
    Sampler {
        comparison: bool,
    },
    /// DX9's `sampler2D` and its kin: texture and sampler in one.
    SampledTexture {
        dim: Dim,
    },
    /// `Buffer<T>`, `RWBuffer<T>`.
    TypedBuffer {
        access: Access,
        element: Element,
        texel: Option<Arc<Struct>>,
    },
    /// `StructuredBuffer<T>`, `RWStructuredBuffer<T>`.
    Structured {
        access: Access,
        element: Arc<Type>,
    },
    Append(Arc<Type>),
    Consume(Arc<Type>),
    ByteAddress {
        access: Access,
    },
    /// `ConstantBuffer<T>`.
    Constant(Arc<Type>),
    /// `TextureBuffer<T>`.
    TextureBuffer(Arc<Type>),
    AccelerationStructure,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    Void,
    Scalar(Scalar),
    /// 1 to 4 components; `float1` is its own type for overloads and behaves as a scalar.
    Vector(Scalar, u8),
    Matrix {
        scalar: Scalar,
        rows: u8,
        columns: u8,
        order: Order,
    },
    /// Length `None`: unbounded, of resources only.
    Array(Arc<Type>, Option<u32>),
    Struct(Arc<Struct>),
    /// A value of an enumeration; computed with as `scalar`.
    Enum {
        name: Symbol,
        scalar: Scalar,
    },
    Resource(Resource),
    /// Of string literals, which only attributes take.
    String,
}

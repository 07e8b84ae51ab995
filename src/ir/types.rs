//! Types, by structure; only structures have a name of their own.

use std::sync::Arc;

use super::{Heap, Struct, Symbol};
use crate::atom::Atom;

/// A number type. `Half` and those of a minimum precision are what they may legally be: 32 bits wide; the analysis
/// keeps them apart only for overloads.
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

impl Resource {
    /// A texture and sampler of Direct3D 9: single layers of four floats.
    pub const fn sampled(dim: Dim) -> Resource {
        let element = Element { scalar: Scalar::Float, count: 4 };
        Resource::SampledTexture { dim, array: false, multisampled: false, comparison: false, element }
    }
}

/// By SPIR-V's name in lower case: `rgba16f`.
pub type ImageFormat = Atom;

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
    /// A texture that can be written, without a sampler.
    Image {
        dim: Dim,
        array: bool,
        element: Element,
        texel: Option<Arc<Struct>>,
    },
    Sampler {
        comparison: bool,
    },
    /// Texture and sampler in one.
    SampledTexture {
        dim: Dim,
        array: bool,
        multisampled: bool,
        /// Its samples are compared with a reference.
        comparison: bool,
        element: Element,
    },
    /// Texels of a format.
    TypedBuffer {
        access: Access,
        element: Element,
        texel: Option<Arc<Struct>>,
    },
    /// Elements of one type.
    Structured {
        access: Access,
        element: Arc<Type>,
    },
    /// The same, with a hidden counter that grows with each element, or shrinks.
    Append(Arc<Type>),
    Consume(Arc<Type>),
    /// Bytes; what lies at one, the access says.
    ByteAddress {
        access: Access,
    },
    /// A block of constants of one type.
    Constant(Arc<Type>),
    /// The same, read as a buffer.
    TextureBuffer(Arc<Type>),
    AccelerationStructure,
    /// What earlier subpasses of a render pass wrote to the pixel that is drawn.
    InputAttachment {
        multisampled: bool,
        element: Element,
    },
    /// A search for what a ray hits, which each invocation makes for itself: no descriptor.
    RayQuery {
        /// Added to those that it begins with.
        flags: u32,
    },
    /// An element of a heap, which becomes a resource where it is converted to a type of resources. No value has this
    /// type.
    Descriptor(Heap),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    Void,
    Scalar(Scalar),
    /// 1 to 4 components; one component is its own type for overloads and behaves as a scalar.
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
        /// It is no number without a conversion that is written: `enum class`.
        scoped: bool,
    },
    Resource(Resource),
    /// Of string literals, which only attributes take.
    String,
}

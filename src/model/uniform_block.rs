//! Blocks of constants with the places of their fields, for tools that fill them.

use serde::Serialize;

/// A block of constants that an artifact reads as a uniform buffer or as push constants.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct UniformBlock {
    pub set: u32,
    pub binding: u32,
    pub name: String,
    pub push_constants: bool,
    /// Bytes.
    pub size: u32,
    /// Scalars, vectors and matrices, in the order of their declarations. Numbers that are not 32 bits wide are left out.
    pub fields: Vec<UniformField>,
}

/// A scalar, vector or matrix of a block.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct UniformField {
    /// With the path to it: `g_World`, `g_Lights[1].color`.
    pub name: String,
    pub number: NumberKind,
    /// Bytes from the beginning of the block.
    pub offset: u32,
    /// Vectors that it consists of: 1, or those of a matrix.
    pub lines: u32,
    /// Numbers in each vector: 1 to 4.
    pub lanes: u32,
    /// Bytes from one vector to the next.
    pub stride: u32,
    /// The vectors are the rows of a matrix, else its columns.
    pub rows: bool,
}

/// A kind of 32-bit number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NumberKind {
    Float,
    Int,
    Uint,
    /// 0 or 1, as an unsigned number.
    Bool,
}

//! Memory layouts in numbers: the result of a language's packing rules.

use rustc_hash::FxHashMap;

use super::{Shape, Symbol, Type, shape};

/// A layout in its [`Interface`](super::Interface).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LayoutId(u32);

/// The memory layout of a type. Integers and floats have their own size, booleans have 4 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// A scalar, or a vector whose components follow each other.
    Plain,
    Matrix(Lines),
    Array {
        /// Bytes from element to element.
        stride: u32,
        element: LayoutId,
    },
    /// Of each member, in their order.
    Struct(Vec<Placed>),
}

/// A matrix as an array of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    pub count: u32,
    /// Components of each.
    pub lanes: u32,
    /// Bytes from one to the next.
    pub stride: u32,
    /// They are the rows of the matrix, else its columns.
    pub rows: bool,
}

/// A member and its offset, in bytes from the beginning of the structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    pub offset: u32,
    pub layout: LayoutId,
}

/// Constants in a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constants {
    pub layout: LayoutId,
    /// In bytes, a multiple of 16.
    pub size: u32,
}

/// The elements of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elements {
    /// Bytes from one to the next.
    pub stride: u32,
    pub layout: LayoutId,
}

/// Every layout that a program needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layouts {
    /// By [`LayoutId`].
    all: Vec<Layout>,
    /// Of blocks by their symbols, and of resources that hold constants of one type.
    pub constants: FxHashMap<Symbol, Constants>,
    /// Of resources that are buffers of elements of one type.
    pub elements: FxHashMap<Symbol, Elements>,
    /// Of types that are loaded from or stored to byte-address buffers.
    raw: Vec<(Type, LayoutId)>,
}

impl LayoutId {
    /// Of [`Layout::Plain`], in all programs.
    pub const PLAIN: LayoutId = LayoutId(0);
}

impl Default for Layouts {
    fn default() -> Layouts {
        Layouts {
            all: vec![Layout::Plain],
            constants: FxHashMap::default(),
            elements: FxHashMap::default(),
            raw: Vec::new(),
        }
    }
}

impl Layouts {
    pub fn add(&mut self, layout: Layout) -> LayoutId {
        self.all.push(layout);
        LayoutId(self.all.len() as u32 - 1)
    }

    pub fn get(&self, id: LayoutId) -> &Layout {
        self.all.get(id.0 as usize).unwrap_or(&Layout::Plain)
    }

    /// The layout that values of a type have in buffers of bytes.
    pub fn add_raw(&mut self, ty: Type, layout: LayoutId) {
        self.raw.push((ty, layout));
    }

    /// `None` if there is no entry. Scalars and vectors need none.
    pub fn raw(&self, ty: &Type) -> Option<LayoutId> {
        match shape(ty) {
            Shape::Scalar(_) | Shape::Vector(..) => Some(LayoutId::PLAIN),
            _ => self.raw.iter().find(|(known, _)| known == ty).map(|(_, layout)| *layout),
        }
    }
}

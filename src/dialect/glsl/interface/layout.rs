//! Where values lie in blocks: the packing rules `std140` and `std430` of OpenGL ("Standard Uniform Block Layout", OpenGL 4.6, section
//! 7.6.2.2), and `scalar` of `GL_EXT_scalar_block_layout`.
//!
//! `bool` has 4 bytes. A matrix is stored as its columns, a `row_major` one as its rows.

use super::words::{MemberWords, Packing, of_struct};
use crate::ir::{Lines, Scalar, Shape, Struct, Type, shape, work};

/// What a type takes in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    pub size: u32,
    pub alignment: u32,
}

/// The rules of a block, and how it stores matrices that do not say it themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rules {
    pub packing: Packing,
    pub row_major: bool,
}

fn round_up(value: u32, unit: u32) -> u32 {
    value.checked_next_multiple_of(unit.max(1)).unwrap_or(u32::MAX)
}

impl Rules {
    /// The rules of a member, which may store matrices in its own way.
    #[must_use]
    pub fn of_member(self, words: MemberWords) -> Rules {
        Rules { row_major: words.row_major.unwrap_or(self.row_major), ..self }
    }

    /// The alignment of an array or structure whose parts have this one.
    const fn of_several(self, alignment: u32) -> u32 {
        match self.packing {
            Packing::Std140 if alignment < 16 => 16,
            _ => alignment,
        }
    }

    fn vector(self, scalar: Scalar, count: u8) -> Extent {
        let bytes = scalar.bytes();
        let lanes = match (self.packing, count) {
            (Packing::Scalar, _) => 1,
            (_, 3) => 4,
            (_, count) => u32::from(count),
        };
        Extent { size: bytes * u32::from(count), alignment: bytes * lanes }
    }

    /// The vectors of a matrix: its columns are the program's rows.
    pub fn lines(self, scalar: Scalar, rows: u8, columns: u8) -> Lines {
        let by_columns = !self.row_major;
        let (count, lanes) = if by_columns { (rows, columns) } else { (columns, rows) };
        let line = self.vector(scalar, lanes);
        let stride = round_up(line.size, self.of_several(line.alignment));
        Lines { count: u32::from(count), lanes: u32::from(lanes), stride, rows: by_columns }
    }

    /// From element to element of an array.
    pub fn stride(self, element: &Type) -> u32 {
        let Extent { size, alignment } = self.extent(element);
        round_up(size, self.of_several(alignment))
    }

    pub fn extent(self, ty: &Type) -> Extent {
        if let Type::Array(element, None) = ty {
            // It has no size; its elements follow what is before it.
            let alignment = self.of_several(self.extent(element).alignment);
            return Extent { size: 0, alignment };
        }
        match shape(ty) {
            Shape::Scalar(scalar) => Extent { size: scalar.bytes(), alignment: scalar.bytes() },
            Shape::Vector(scalar, count) => self.vector(scalar, count),
            Shape::Matrix { scalar, rows, columns } => {
                let lines = self.lines(scalar, rows, columns);
                let line = self.vector(scalar, lines.lanes as u8);
                Extent { size: lines.stride * lines.count, alignment: self.of_several(line.alignment) }
            }
            Shape::Array(element, count) => {
                let stride = self.stride(element);
                let Extent { size, alignment } = self.extent(element);
                let size = match self.packing {
                    Packing::Scalar => stride.saturating_mul(count.saturating_sub(1)).saturating_add(size),
                    _ => stride.saturating_mul(count),
                };
                Extent { size, alignment: self.of_several(alignment) }
            }
            Shape::Struct(structure) => {
                let (_, extent) = self.members(structure);
                extent
            }
            _ => Extent { size: 0, alignment: 1 },
        }
    }

    /// The offset of each member, and what they take together.
    pub fn members(self, structure: &Struct) -> (Vec<u32>, Extent) {
        let members = structure.members.iter().zip(of_struct(structure)).map(|(member, words)| (&member.ty, words));
        self.placed(members)
    }

    /// The first member whose `layout(offset)` is no multiple of its alignment, and that alignment.
    pub fn misaligned(self, structure: &Struct) -> Option<(usize, u32)> {
        let mut members = structure.members.iter().zip(of_struct(structure)).enumerate();
        members.find_map(|(at, (member, words))| {
            let alignment = self.of_member(words).extent(&member.ty).alignment;
            words.offset.filter(|offset| offset % alignment != 0).map(|_| (at, alignment))
        })
    }

    /// The same of members that are no structure: loose uniforms.
    pub fn placed<'t>(self, members: impl Iterator<Item = (&'t Type, MemberWords)>) -> (Vec<u32>, Extent) {
        let (mut end, mut widest, mut size) = (0_u32, 1_u32, 0_u32);
        let offsets = members
            .map(|(ty, words)| {
                work::spend(1);
                let extent = self.of_member(words).extent(ty);
                widest = widest.max(extent.alignment);
                let wanted = words.offset.unwrap_or_else(|| round_up(end, extent.alignment));
                let offset = words.align.map_or(wanted, |align| round_up(wanted, align));
                end = offset.saturating_add(extent.size);
                size = size.max(end);
                offset
            })
            .collect();
        let alignment = self.of_several(widest);
        let size = if self.packing == Packing::Scalar { size } else { round_up(size, alignment) };
        (offsets, Extent { size, alignment })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::dialect::glsl::words::number_type;
    use crate::ir::{Member, Symbol, Words};

    fn ty(name: &str) -> Type {
        match name.split_once('[') {
            Some((element, count)) => {
                let count = count.trim_end_matches(']').parse().ok();
                Type::Array(Arc::new(ty(element)), count)
            }
            None => number_type(name).expect("it is a type"),
        }
    }

    fn structure(members: &[&str]) -> Struct {
        let members = members.iter().map(|name| Member { name: "m".into(), ty: ty(name) }).collect();
        Struct::new(Symbol("S".into()), members, Vec::new(), Words::default())
    }

    fn offsets(packing: Packing, members: &[&str]) -> (Vec<u32>, u32) {
        let (offsets, extent) = Rules { packing, row_major: false }.members(&structure(members));
        (offsets, extent.size)
    }

    /// The example of the OpenGL specification, as far as it has no nested structures; sizes by glslang.
    #[test]
    fn blocks_are_packed() {
        let members = ["float", "vec2", "vec3", "float", "mat3", "float[3]", "vec3", "float"];
        assert_eq!(offsets(Packing::Std140, &members), (vec![0, 8, 16, 28, 32, 80, 128, 140], 144));
        assert_eq!(offsets(Packing::Std430, &members), (vec![0, 8, 16, 28, 32, 80, 96, 108], 112));
        assert_eq!(offsets(Packing::Scalar, &members), (vec![0, 4, 12, 24, 28, 64, 76, 88], 92));
        assert_eq!(offsets(Packing::Std140, &["mat2x3", "mat3x2", "dvec3", "bool"]), (vec![0, 32, 96, 120], 128));
        assert_eq!(offsets(Packing::Std430, &["vec3", "vec3[2]", "uint[]"]), (vec![0, 16, 48], 48));
    }

    #[test]
    fn matrices_are_stored_as_columns_or_rows() {
        let lines = |row_major| Rules { packing: Packing::Std140, row_major }.lines(Scalar::Float, 4, 2);
        assert_eq!(lines(false), Lines { count: 4, lanes: 2, stride: 16, rows: true });
        assert_eq!(lines(true), Lines { count: 2, lanes: 4, stride: 16, rows: false });
    }
}

//! Where values lie in buffers.
//!
//! - [`Rules::Rows`], of constant buffers: 16 bytes a row. No vector crosses a row; arrays, matrices and structures
//!   begin on one, as does each of their elements or lines; what follows them may use the rest of their last row. A
//!   matrix of a single line is a vector; what is empty takes no part. Source: "Packing Rules for Constant Variables",
//!   Direct3D documentation; what fxc prints, and what dxc's tests say, where that is silent.
//! - [`Rules::Natural`], of structured and byte-address buffers: everything is aligned to its largest scalar, nothing
//!   is padded but for that.
//!
//! `bool` is 4 bytes in both. A `column_major` matrix is stored as its columns, a `row_major` one as its rows.

use super::words::{Packing, of_block_members, of_struct};
use crate::ir::{Block, Lines, Order, Scalar, Shape, Struct, Type, is_resource, shape, work};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rules {
    Rows,
    Natural,
}

/// A member, and what it says of its place.
#[derive(Clone, Copy, Debug)]
pub struct Packed<'t> {
    pub ty: &'t Type,
    pub packing: Packing,
}

pub fn struct_members(structure: &Struct) -> impl Iterator<Item = Packed<'_>> + Clone {
    let members = structure.members.iter().zip(of_struct(structure));
    members.map(|(member, words)| Packed { ty: &member.ty, packing: words.packing })
}

pub fn block_members(block: &Block) -> impl Iterator<Item = Packed<'_>> + Clone {
    let offsets = of_block_members(&block.words);
    block.members.iter().enumerate().map(|(at, member)| {
        let offset = offsets.get(at).copied().flatten();
        Packed { ty: &member.ty, packing: Packing { offset, ..Packing::default() } }
    })
}

/// Bytes in a row of a constant buffer.
pub const ROW: u32 = 16;

pub fn lines(kind: Scalar, rows: u8, columns: u8, order: Order, rules: Rules) -> Lines {
    let by_rows = order == Order::RowMajor;
    let (count, lanes) = if by_rows { (rows, columns) } else { (columns, rows) };
    let bytes = u32::from(lanes) * kind.bytes();
    let stride = match rules {
        Rules::Rows => bytes.next_multiple_of(ROW),
        Rules::Natural => bytes,
    };
    Lines { count: u32::from(count), lanes: u32::from(lanes), stride, rows: by_rows }
}

/// What a type takes, found in one walk: a structure of structures has more paths through its members than members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extent {
    /// Bytes, without what may follow up to the next row.
    size: u32,
    alignment: u32,
}

impl Rules {
    /// Bytes, without what may follow up to the next row.
    pub fn size(self, ty: &Type) -> u32 {
        self.extent(ty).size
    }

    /// Bytes.
    pub fn alignment(self, ty: &Type) -> u32 {
        self.extent(ty).alignment
    }

    /// From element to element of an array.
    pub fn stride(self, element: &Type) -> u32 {
        self.stride_of(self.extent(element))
    }

    fn stride_of(self, Extent { size, alignment }: Extent) -> u32 {
        let unit = if self == Rules::Rows { ROW } else { alignment };
        size.checked_next_multiple_of(unit).unwrap_or(u32::MAX)
    }

    fn extent(self, ty: &Type) -> Extent {
        if let Type::Matrix { scalar, rows, columns, order } = ty {
            let lines = lines(*scalar, *rows, *columns, *order, self);
            let size = lines.stride * (lines.count - 1) + lines.lanes * scalar.bytes();
            let by_rows = self == Rules::Rows && lines.count > 1;
            return Extent { size, alignment: if by_rows { ROW } else { scalar.bytes() } };
        }
        match shape(ty) {
            Shape::Scalar(kind) => Extent { size: kind.bytes(), alignment: kind.bytes() },
            Shape::Vector(kind, count) => Extent { size: kind.bytes() * u32::from(count), alignment: kind.bytes() },
            Shape::Array(element, count) => {
                let element = self.extent(element);
                let before = self.stride_of(element).saturating_mul(count.saturating_sub(1));
                let size = before.saturating_add(element.size);
                Extent { size, alignment: self.of_several(size, element.alignment) }
            }
            Shape::Struct(structure) => {
                let (_, size, widest) = self.placed(struct_members(structure));
                let alignment = self.of_several(size, widest);
                match self {
                    Rules::Rows => Extent { size, alignment },
                    Rules::Natural => Extent { size: self.stride_of(Extent { size, alignment }), alignment },
                }
            }
            _ => Extent { size: 0, alignment: 1 },
        }
    }

    /// The alignment of an array or structure of that size, whose widest part has that alignment.
    const fn of_several(self, size: u32, widest: u32) -> u32 {
        match self {
            Rules::Natural => widest,
            Rules::Rows if size > 0 => ROW,
            Rules::Rows => 1,
        }
    }

    /// Where it begins if what stands before ends at `end`.
    pub fn place(self, ty: &Type, end: u32) -> u32 {
        self.place_of(self.extent(ty), end)
    }

    fn place_of(self, Extent { size, alignment }: Extent, end: u32) -> u32 {
        let offset = end.checked_next_multiple_of(alignment).unwrap_or(u32::MAX);
        let straddles = self == Rules::Rows && offset % ROW + size.min(ROW + 1) > ROW;
        if straddles { offset.checked_next_multiple_of(ROW).unwrap_or(u32::MAX) } else { offset }
    }

    /// The first member, in their order, that lies where an earlier one does already, and that one; by index.
    pub fn overlap<'t>(self, members: impl Iterator<Item = Packed<'t>> + Clone) -> Option<(usize, usize)> {
        // Each follows the one before.
        if members.clone().all(|member| member.packing.offset.is_none()) {
            return None;
        }
        let offsets = self.members(members.clone()).0;
        let members: Vec<Packed<'_>> = members.collect();
        let places: Vec<(u32, u32)> = (offsets.iter().zip(&members))
            .map(|(offset, member)| (*offset, offset.saturating_add(self.size(member.ty))))
            .collect();
        // Nearly always none overlaps another, which the order of their places shows.
        let mut sorted: Vec<(u32, u32)> = places.iter().copied().filter(|(first, end)| first < end).collect();
        sorted.sort_unstable();
        if sorted.windows(2).all(|pair| pair[0].1 <= pair[1].0) {
            return None;
        }
        let place = |at: usize| places[at];
        (1..members.len()).find_map(|at| {
            work::spend(at as u64);
            let (first, end) = place(at);
            let meets = |(other, other_end)| other < other_end && first < other_end && other < end;
            let taken = (0..at).map(place).position(meets).filter(|_| first < end)?;
            Some((at, taken))
        })
    }

    /// The offset of each member, and the end of the last.
    pub fn members<'t>(self, members: impl Iterator<Item = Packed<'t>>) -> (Vec<u32>, u32) {
        let (offsets, end, _) = self.placed(members);
        (offsets, end)
    }

    /// The same, with the widest alignment of a member.
    fn placed<'t>(self, members: impl Iterator<Item = Packed<'t>>) -> (Vec<u32>, u32, u32) {
        let (mut cursor, mut end, mut widest) = (0u32, 0u32, 1u32);
        let offsets = members
            .map(|member| {
                work::spend(1);
                if is_resource(member.ty) {
                    return cursor;
                }
                let unit = match self {
                    Rules::Rows if member.packing.new_row => ROW,
                    // A base is a structure: as large as a multiple of what it is aligned to.
                    Rules::Natural if member.packing.behind_base => widest,
                    _ => 1,
                };
                let free = cursor.checked_next_multiple_of(unit).unwrap_or(u32::MAX);
                let extent = self.extent(member.ty);
                widest = widest.max(extent.alignment);
                let offset = member.packing.offset.unwrap_or_else(|| self.place_of(extent, free));
                cursor = offset.saturating_add(extent.size);
                end = end.max(cursor);
                offset
            })
            .collect();
        (offsets, end, widest)
    }
}

/// Loose uniforms: those without a register of their own stand behind all that have one, as dxc has it.
pub fn loose(members: &[Packed<'_>]) -> (Vec<u32>, u32) {
    let rules = Rules::Rows;
    let placed = members.iter().filter_map(|member| Some(member.packing.offset?.saturating_add(rules.size(member.ty))));
    let mut end = placed.max().unwrap_or(0);
    let offsets = members
        .iter()
        .map(|member| {
            member.packing.offset.unwrap_or_else(|| {
                let row = if member.packing.new_row { ROW } else { 1 };
                let offset = rules.place(member.ty, end.checked_next_multiple_of(row).unwrap_or(u32::MAX));
                end = offset.saturating_add(rules.size(member.ty));
                offset
            })
        })
        .collect();
    (offsets, end)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::dialect::hlsl::interface::words::{HlslWords, MemberWords};
    use crate::ir::{Member, Struct, Symbol};

    type PackedType = (Type, Packing);

    fn member(ty: Type) -> PackedType {
        (ty, Packing::default())
    }

    fn packed(members: &[PackedType]) -> Vec<Packed<'_>> {
        members.iter().map(|(ty, packing)| Packed { ty, packing: *packing }).collect()
    }

    fn structure(name: &str, members: &[PackedType]) -> Type {
        let words = members.iter().map(|(_, packing)| MemberWords { packing: *packing, ..MemberWords::default() });
        let words = HlslWords::of_members(words.collect());
        let members = members.iter().map(|(ty, _)| Member { name: "m".into(), ty: ty.clone() }).collect();
        Type::Struct(Arc::new(Struct::new(Symbol(name.into()), members, Vec::new(), words)))
    }

    fn members(rules: Rules, members: &[PackedType]) -> (Vec<u32>, u32) {
        rules.members(packed(members).into_iter())
    }

    fn matrix(rows: u8, columns: u8, order: Order) -> Type {
        Type::Matrix { scalar: Scalar::Float, rows, columns, order }
    }

    const FLOAT: Type = Type::Scalar(Scalar::Float);
    const FLOAT2: Type = Type::Vector(Scalar::Float, 2);
    const FLOAT3: Type = Type::Vector(Scalar::Float, 3);
    const FLOAT4: Type = Type::Vector(Scalar::Float, 4);

    fn array(ty: Type, count: u32) -> Type {
        Type::Array(Arc::new(ty), Some(count))
    }

    fn offsets(rules: Rules, types: Vec<Type>) -> (Vec<u32>, u32) {
        members(rules, &types.into_iter().map(member).collect::<Vec<_>>())
    }

    /// The examples of Direct3D's documentation, and what fxc prints for them.
    #[test]
    fn constant_buffers_are_packed_in_rows() {
        assert_eq!(offsets(Rules::Rows, vec![FLOAT3, FLOAT, FLOAT2, FLOAT3]), (vec![0, 12, 16, 32], 44));
        assert_eq!(offsets(Rules::Rows, vec![FLOAT, FLOAT2, FLOAT2]), (vec![0, 4, 16], 24));
        assert_eq!(offsets(Rules::Rows, vec![array(FLOAT, 3), FLOAT, FLOAT4]), (vec![0, 36, 48], 64));
        let column_major = matrix(4, 3, Order::ColumnMajor);
        assert_eq!(offsets(Rules::Rows, vec![column_major, FLOAT]), (vec![0, 48], 52));
        let (row_major, two) = (matrix(2, 3, Order::RowMajor), matrix(2, 3, Order::ColumnMajor));
        assert_eq!(offsets(Rules::Rows, vec![FLOAT, row_major, FLOAT]), (vec![0, 16, 44], 48));
        assert_eq!(offsets(Rules::Rows, vec![two, FLOAT2]), (vec![0, 40], 48));
        let nested = structure("S", &[member(FLOAT3)]);
        assert_eq!(offsets(Rules::Rows, vec![FLOAT, nested, FLOAT]), (vec![0, 16, 28], 32));
        let double3 = Type::Vector(Scalar::Double, 3);
        assert_eq!(offsets(Rules::Rows, vec![FLOAT, Type::Scalar(Scalar::Double), double3]), (vec![0, 8, 16], 40));
        assert_eq!(offsets(Rules::Rows, vec![Type::Scalar(Scalar::Bool), FLOAT]), (vec![0, 4], 8));
        let (line, lines) = (matrix(3, 1, Order::ColumnMajor), matrix(1, 3, Order::ColumnMajor));
        assert_eq!(offsets(Rules::Rows, vec![FLOAT, line.clone(), FLOAT, lines]), (vec![0, 4, 16, 32], 68));
        assert_eq!(offsets(Rules::Rows, vec![FLOAT2, line, FLOAT]), (vec![0, 16, 28], 32));
        let empty = structure("E", &[]);
        assert_eq!(offsets(Rules::Rows, vec![FLOAT, empty.clone(), array(empty, 2), FLOAT]).0[3], 4);
    }

    #[test]
    fn loose_constants_follow_those_with_registers() {
        let mut members: Vec<PackedType> = vec![member(FLOAT), member(FLOAT4), member(FLOAT2), member(FLOAT3)];
        members[1].1.offset = Some(0);
        members[3].1.offset = Some(32);
        assert_eq!(loose(&packed(&members)), (vec![44, 0, 48, 32], 56));
        members[2].1.offset = Some(128);
        assert_eq!(loose(&packed(&members)), (vec![136, 0, 128, 32], 140));
        assert_eq!(loose(&packed(&[member(FLOAT3), member(FLOAT2)])), (vec![0, 16], 24));
    }

    #[test]
    fn structured_buffers_are_packed_tightly() {
        assert_eq!(offsets(Rules::Natural, vec![FLOAT, FLOAT3, FLOAT2]), (vec![0, 4, 16], 24));
        assert_eq!(offsets(Rules::Natural, vec![array(FLOAT3, 2), FLOAT]), (vec![0, 24], 28));
        assert_eq!(offsets(Rules::Natural, vec![matrix(3, 3, Order::ColumnMajor), FLOAT]), (vec![0, 36], 40));
        let double = Type::Scalar(Scalar::Double);
        assert_eq!(offsets(Rules::Natural, vec![FLOAT, double.clone()]), (vec![0, 8], 16));
        let mut derived = vec![member(double), member(FLOAT)];
        assert_eq!(Rules::Natural.stride(&structure("S", &derived)), 16);
        derived.push((FLOAT, Packing { behind_base: true, ..Packing::default() }));
        assert_eq!(members(Rules::Natural, &derived), (vec![0, 8, 16], 20));
        assert_eq!(members(Rules::Rows, &derived), (vec![0, 8, 12], 16));
    }

    #[test]
    fn packoffset_places_a_member() {
        let mut members: Vec<PackedType> = vec![member(FLOAT4), member(FLOAT)];
        members[0].1.offset = Some(32);
        members[1].1.offset = Some(4);
        assert_eq!(super::tests::members(Rules::Rows, &members), (vec![32, 4], 48));
        assert_eq!(Rules::Rows.overlap(packed(&members).into_iter()), None);
    }

    #[test]
    fn members_may_not_share_bytes() {
        let overlap = |places: &[(Type, Option<u32>)]| {
            let placed =
                |(ty, offset): &(Type, Option<u32>)| (ty.clone(), Packing { offset: *offset, ..Packing::default() });
            let placed: Vec<PackedType> = places.iter().map(placed).collect();
            Rules::Rows.overlap(packed(&placed).into_iter())
        };
        assert_eq!(overlap(&[(FLOAT4, Some(0)), (FLOAT2, Some(8))]), Some((1, 0)));
        assert_eq!(overlap(&[(FLOAT2, Some(0)), (FLOAT2, Some(8))]), None);
        assert_eq!(overlap(&[(array(FLOAT, 3), Some(16)), (FLOAT, Some(48)), (FLOAT3, Some(52))]), Some((1, 0)));
        assert_eq!(overlap(&[(array(FLOAT, 3), Some(16)), (FLOAT, Some(52)), (FLOAT2, Some(56))]), None);
        let empty = structure("E", &[]);
        assert_eq!(overlap(&[(empty.clone(), Some(4)), (FLOAT4, Some(0)), (empty, Some(8))]), None);
        // One without a place follows the one before, wherever that is.
        assert_eq!(overlap(&[(FLOAT4, Some(16)), (FLOAT4, Some(0)), (FLOAT, None)]), Some((2, 0)));
    }
}

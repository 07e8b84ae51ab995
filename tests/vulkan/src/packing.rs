//! Where Direct3D has what buffers hold, by the types that another compiler declares for them.
//!
//! Source: "Packing Rules for Constant Variables", Direct3D documentation, and the layouts that fxc prints.

use crate::types::{Member, Type};

/// Bytes in a row of a constant buffer.
const ROW: u32 = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Constant buffers: no vector crosses a row, and arrays, matrices, structures, elements and lines begin one. What follows may
    /// use the rest of a row.
    Rows,
    /// Structured buffers: no gaps but for alignment to the widest scalar.
    Tight,
}

impl Packing {
    /// The type with the offsets and strides that Direct3D gives it.
    pub fn of(self, ty: &Type) -> Type {
        self.packed(ty).0
    }

    /// The type, its bytes without padding behind them, and its alignment.
    fn packed(self, ty: &Type) -> (Type, u32, u32) {
        let apart = |align: u32| if self == Packing::Rows { ROW } else { align };
        match ty {
            Type::Vector(scalar, lanes) => (ty.clone(), scalar.size() * lanes, scalar.size()),
            Type::Matrix { scalar, columns, rows, row_major, .. } => {
                let (lines, lanes) = if *row_major { (*rows, *columns) } else { (*columns, *rows) };
                let (line, align) = (scalar.size() * lanes, apart(scalar.size()));
                let stride = line.next_multiple_of(align);
                let ty =
                    Type::Matrix { scalar: *scalar, columns: *columns, rows: *rows, stride, row_major: *row_major };
                (ty, stride * (lines - 1) + line, align)
            }
            Type::Array { element, count, .. } => {
                let (element, size, align) = self.packed(element);
                let stride = size.next_multiple_of(apart(align));
                let bytes =
                    count.map_or(0, |count| stride.saturating_mul(count.saturating_sub(1)).saturating_add(size));
                let ty = Type::Array { element: Box::new(element), count: *count, stride };
                (ty, bytes, apart(align))
            }
            Type::Struct(members) => {
                let (mut end, mut widest) = (0u32, 1);
                let members = members
                    .iter()
                    .map(|member| {
                        let (ty, size, align) = self.packed(&member.ty);
                        let straddles = |at: u32| self == Packing::Rows && at % ROW + size.min(ROW + 1) > ROW;
                        let at = end.next_multiple_of(align);
                        let offset = if straddles(at) { at.next_multiple_of(ROW) } else { at };
                        (end, widest) = (offset.saturating_add(size), widest.max(align));
                        Member { offset, ty, ..member.clone() }
                    })
                    .collect();
                let size = if self == Packing::Tight { end.next_multiple_of(widest) } else { end };
                (Type::Struct(members), size, if end > 0 { apart(widest) } else { 1 })
            }
            other => (other.clone(), 0, 1),
        }
    }
}

/// What `bytes` holds, laid out as `from`, laid out as `to`: the same type with other offsets. Arrays without a length have
/// `elements`. What belongs to nothing is 0.
pub fn moved(bytes: &[u8], from: &Type, to: &Type, elements: u32) -> Vec<u8> {
    let mut out = vec![0; to.size(elements) as usize];
    let (mut left, mut right) = (Vec::new(), Vec::new());
    scalars(from, 0, elements, &mut left);
    scalars(to, 0, elements, &mut right);
    for ((from, size), (to, _)) in left.into_iter().zip(right) {
        if let (Some(bytes), Some(out)) = (bytes.get(from..from + size), out.get_mut(to..to + size)) {
            out.copy_from_slice(bytes);
        }
    }
    out
}

/// Offset and size of each scalar, in bytes.
fn scalars(ty: &Type, at: usize, elements: u32, found: &mut Vec<(usize, usize)>) {
    match ty {
        Type::Vector(scalar, lanes) => {
            let size = scalar.size() as usize;
            found.extend((0..*lanes as usize).map(|lane| (at + lane * size, size)));
        }
        Type::Matrix { scalar, columns, rows, stride, row_major } => {
            let (lines, lanes) = if *row_major { (*rows, *columns) } else { (*columns, *rows) };
            for line in 0..lines {
                scalars(&Type::Vector(*scalar, lanes), at + (line * stride) as usize, elements, found);
            }
        }
        Type::Array { element, count, stride } => {
            for index in 0..count.unwrap_or(elements) as usize {
                scalars(element, at + index * *stride as usize, elements, found);
            }
        }
        Type::Struct(members) => {
            members.iter().for_each(|member| scalars(&member.ty, at + member.offset as usize, elements, found));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Scalar;

    const FLOAT: Type = Type::Vector(Scalar::Float(32), 1);
    const FLOAT2: Type = Type::Vector(Scalar::Float(32), 2);
    const FLOAT3: Type = Type::Vector(Scalar::Float(32), 3);

    fn array(element: Type, count: u32, stride: u32) -> Type {
        Type::Array { element: Box::new(element), count: Some(count), stride }
    }

    fn structure(members: Vec<(u32, Type)>) -> Type {
        let member = |(offset, ty)| Member {
            name: String::new(),
            offset,
            ty,
            built_in: None,
            location: None,
            semantic: None,
            read_only: false,
        };
        Type::Struct(members.into_iter().map(member).collect())
    }

    #[test]
    fn what_glslang_aligns_as_glsl_does() {
        let theirs = structure(vec![(0, FLOAT), (8, FLOAT2), (16, FLOAT3), (32, array(FLOAT, 2, 16)), (64, FLOAT2)]);
        let rows = structure(vec![(0, FLOAT), (4, FLOAT2), (16, FLOAT3), (32, array(FLOAT, 2, 16)), (52, FLOAT2)]);
        assert_eq!(Packing::Rows.of(&theirs), rows);
        assert_eq!(Packing::Rows.of(&rows), rows);
        let tight = structure(vec![(0, FLOAT), (4, FLOAT2), (12, FLOAT3), (24, array(FLOAT, 2, 4)), (32, FLOAT2)]);
        assert_eq!(Packing::Tight.of(&theirs), tight);
        let bytes: Vec<u8> = (0..72).collect();
        let there = moved(&bytes, &theirs, &rows, 0);
        assert_eq!([there[0], there[4], there[16], there[48], there[52]], [0, 8, 16, 48, 64]);
        assert_eq!(there[28..32], [0; 4], "what belongs to nothing");
        assert_eq!(moved(&there, &rows, &theirs, 0)[64..72], bytes[64..72]);
    }

    #[test]
    fn matrices_and_what_follows_them() {
        let matrix = |stride| Type::Matrix { scalar: Scalar::Float(32), columns: 2, rows: 3, stride, row_major: false };
        let theirs = structure(vec![(0, matrix(16)), (32, FLOAT)]);
        assert_eq!(Packing::Rows.of(&theirs), structure(vec![(0, matrix(16)), (28, FLOAT)]));
        assert_eq!(Packing::Tight.of(&theirs), structure(vec![(0, matrix(12)), (24, FLOAT)]));
    }
}

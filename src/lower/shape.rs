//! The program's types as naga types.
//!
//! A matrix of R rows and C columns is a naga matrix of R columns with C components: naga's columns are the program's
//! rows, so that indexing means the same. Matrices that naga has no type for (integers, booleans, one row or column)
//! are arrays of their rows. Vectors of one component are scalars.

use std::num::NonZeroU32;
use std::sync::Arc;

use naga::{ArraySize, Handle, Module, ScalarKind, Span, StructMember, TypeInner, VectorSize};
use rustc_hash::FxHashMap;

use crate::ir::{Resource, Scalar, Struct, Symbol, Type};
pub use crate::ir::{Shape, has_resources, is_resource, shape};

/// The type of the contents of a constant buffer that is used as a value; other types are unchanged.
pub fn held(ty: &Type) -> &Type {
    match ty {
        Type::Resource(Resource::Constant(inner) | Resource::TextureBuffer(inner)) => inner,
        other => other,
    }
}

pub type Ty = Handle<naga::Type>;

/// naga's scalar type for it. Minimum-precision types are 32 bits wide.
pub const fn scalar(scalar: Scalar) -> naga::Scalar {
    let (kind, width) = match scalar {
        Scalar::Bool => (ScalarKind::Bool, 1),
        Scalar::Int | Scalar::Min16Int => (ScalarKind::Sint, 4),
        Scalar::Uint | Scalar::Min16Uint => (ScalarKind::Uint, 4),
        Scalar::Half | Scalar::Float | Scalar::Min16Float => (ScalarKind::Float, 4),
        Scalar::Double => (ScalarKind::Float, 8),
        Scalar::Int16 => (ScalarKind::Sint, 2),
        Scalar::Uint16 => (ScalarKind::Uint, 2),
        Scalar::Float16 => (ScalarKind::Float, 2),
        Scalar::Int64 => (ScalarKind::Sint, 8),
        Scalar::Uint64 => (ScalarKind::Uint, 8),
    };
    naga::Scalar { kind, width }
}

pub const fn is_float(ty: Scalar) -> bool {
    matches!(scalar(ty).kind, ScalarKind::Float)
}

/// `None` for 0, 1 and more than 4.
pub const fn vector_size(count: u8) -> Option<VectorSize> {
    match count {
        2 => Some(VectorSize::Bi),
        3 => Some(VectorSize::Tri),
        4 => Some(VectorSize::Quad),
        _ => None,
    }
}

/// Whether naga has a matrix type for it.
pub const fn is_naga_matrix(ty: Scalar, rows: u8, columns: u8) -> bool {
    is_float(ty) && rows > 1 && columns > 1
}

/// A structure as a naga type, without the members that are resources.
#[derive(Clone, Debug)]
pub struct Record {
    pub ty: Ty,
    /// For each member, its index in naga's type.
    pub members: Arc<[Option<u32>]>,
}

/// The types of values in a module, each made once.
#[derive(Debug, Default)]
pub struct Types {
    numbers: FxHashMap<(naga::Scalar, u8, u8), Ty>,
    arrays: FxHashMap<(Ty, u32), Ty>,
    structs: FxHashMap<Symbol, Record>,
    /// Size and alignment in bytes, by the handle of the type.
    layout: FxHashMap<Ty, (u32, u32)>,
    pointers: FxHashMap<Ty, Ty>,
    /// Where copies of functions are made.
    pub asked: Option<AskedTypes>,
}

/// The types that each function asks for.
#[derive(Debug, Default)]
pub struct AskedTypes {
    /// Those since somebody has taken them, in their order, and nearly each once.
    pub new: Vec<Ty>,
    /// The number of the function that is being lowered.
    pub function: u32,
    /// Functions so far.
    functions: u32,
    /// By the number of a type, the function that was the last to ask for it.
    last: Vec<u32>,
}

impl AskedTypes {
    /// Begins another function; the number of the one before.
    pub fn begin(&mut self) -> u32 {
        self.functions += 1;
        std::mem::replace(&mut self.function, self.functions)
    }

    fn add(&mut self, ty: Ty) {
        let number = ty.index();
        if number >= self.last.len() {
            self.last.resize(number + 16, u32::MAX);
        }
        if std::mem::replace(&mut self.last[number], self.function) != self.function {
            self.new.push(ty);
        }
    }
}

impl Types {
    /// The type of the module that is equal to this one.
    pub fn insert(&mut self, module: &mut Module, ty: naga::Type) -> Ty {
        let ty = module.types.insert(ty, Span::UNDEFINED);
        self.ask(ty)
    }

    /// Notes that a type was asked for.
    fn ask(&mut self, ty: Ty) -> Ty {
        if let Some(asked) = &mut self.asked {
            asked.add(ty);
        }
        ty
    }

    /// A scalar (1, 1), a vector (1, n) or a matrix (rows, n).
    pub fn number(&mut self, module: &mut Module, scalar: naga::Scalar, rows: u8, columns: u8) -> Ty {
        if let Some(found) = self.numbers.get(&(scalar, rows, columns)) {
            return self.ask(*found);
        }
        let width = u32::from(scalar.width);
        let width = if scalar.kind == ScalarKind::Bool { 1 } else { width };
        let aligned = |count: u32| if count == 3 { 4 } else { count } * width;
        let lanes = u32::from(columns);
        let inner = match (vector_size(rows), vector_size(columns)) {
            (None, None) if rows == 1 => TypeInner::Scalar(scalar),
            (None, Some(size)) if rows == 1 => TypeInner::Vector { size, scalar },
            (Some(lines), Some(size)) if scalar.kind == ScalarKind::Float => {
                TypeInner::Matrix { columns: lines, rows: size, scalar }
            }
            _ => {
                let row = self.number(module, scalar, 1, columns);
                let ty = self.array(module, row, u32::from(rows));
                self.numbers.insert((scalar, rows, columns), ty);
                return ty;
            }
        };
        let ty = self.insert(module, naga::Type { name: None, inner });
        let alignment = aligned(lanes);
        let size = if rows == 1 { lanes * width } else { alignment * u32::from(rows) };
        self.layout.insert(ty, (size, alignment));
        self.numbers.insert((scalar, rows, columns), ty);
        ty
    }

    pub fn array(&mut self, module: &mut Module, base: Ty, count: u32) -> Ty {
        // The analysis rejects a length of 0.
        let count = NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
        if let Some(found) = self.arrays.get(&(base, count.get())) {
            return self.ask(*found);
        }
        let (size, alignment) = self.layout_of(base);
        let stride = size.next_multiple_of(alignment);
        let inner = TypeInner::Array { base, size: ArraySize::Constant(count), stride };
        let ty = self.insert(module, naga::Type { name: None, inner });
        self.layout.insert(ty, (stride.saturating_mul(count.get()), alignment));
        self.arrays.insert((base, count.get()), ty);
        ty
    }

    pub fn layout_of(&self, ty: Ty) -> (u32, u32) {
        self.layout.get(&ty).copied().unwrap_or((4, 4))
    }

    pub fn record(&mut self, module: &mut Module, structure: &Struct) -> Record {
        if let Some(found) = self.structs.get(&structure.symbol).cloned() {
            self.ask(found.ty);
            return found;
        }
        let mut members = Vec::new();
        let mut numbers = Vec::new();
        for member in &structure.members {
            if is_resource(&member.ty) {
                numbers.push(None);
            } else {
                numbers.push(Some(members.len() as u32));
                members.push((member.name.to_string(), self.value(module, &member.ty)));
            }
        }
        if members.is_empty() {
            // naga has no empty structures.
            members.push(("unused".to_owned(), self.number(module, naga::Scalar::U32, 1, 1)));
        }
        let ty = self.structure(module, structure.symbol.0.as_str(), members);
        let record = Record { ty, members: numbers.into() };
        self.structs.insert(structure.symbol, record.clone());
        record
    }

    /// A structure in natural layout.
    pub fn structure(&mut self, module: &mut Module, name: &str, members: Vec<(String, Ty)>) -> Ty {
        let bound = members.into_iter().map(|(name, ty)| (name, ty, None)).collect();
        self.bound_structure(module, name, bound)
    }

    pub fn bound_structure(
        &mut self,
        module: &mut Module,
        name: &str,
        members: Vec<(String, Ty, Option<naga::Binding>)>,
    ) -> Ty {
        let (mut offset, mut alignment) = (0_u32, 1);
        let members = members
            .into_iter()
            .map(|(name, ty, binding)| {
                let (size, member_alignment) = self.layout_of(ty);
                offset = offset.next_multiple_of(member_alignment);
                alignment = alignment.max(member_alignment);
                let member = StructMember { name: Some(name), ty, binding, offset };
                offset = offset.saturating_add(size);
                member
            })
            .collect();
        let span = offset.next_multiple_of(alignment);
        let inner = TypeInner::Struct { members, span };
        let ty = self.insert(module, naga::Type { name: Some(name.to_owned()), inner });
        self.layout.insert(ty, (span, alignment));
        ty
    }

    /// The type of a value; `u32` for a type without values.
    pub fn value(&mut self, module: &mut Module, ty: &Type) -> Ty {
        match shape(ty) {
            Shape::Scalar(kind) => self.number(module, scalar(kind), 1, 1),
            Shape::Vector(kind, count) => self.number(module, scalar(kind), 1, count),
            Shape::Matrix { scalar: kind, rows, columns } => {
                if is_naga_matrix(kind, rows, columns) {
                    self.number(module, scalar(kind), rows, columns)
                } else {
                    let row = self.number(module, scalar(kind), 1, columns);
                    self.array(module, row, u32::from(rows))
                }
            }
            Shape::Array(element, count) => {
                let element = self.value(module, element);
                self.array(module, element, count)
            }
            Shape::Struct(structure) => self.record(module, structure).ty,
            Shape::Void | Shape::Other => self.number(module, naga::Scalar::U32, 1, 1),
        }
    }

    /// A pointer to a local variable.
    pub fn pointer(&mut self, module: &mut Module, base: Ty) -> Ty {
        if let Some(found) = self.pointers.get(&base) {
            return self.ask(*found);
        }
        let inner = TypeInner::Pointer { base, space: naga::AddressSpace::Function };
        let ty = self.insert(module, naga::Type { name: None, inner });
        self.pointers.insert(base, ty);
        ty
    }

    pub fn atomic(&mut self, module: &mut Module, scalar: naga::Scalar) -> Ty {
        let ty = self.insert(module, naga::Type { name: None, inner: TypeInner::Atomic(scalar) });
        let width = u32::from(scalar.width);
        self.layout.insert(ty, (width, width));
        ty
    }
}

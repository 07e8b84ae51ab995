//! SPIR-V's types as a tree.

use std::collections::BTreeMap;

use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{Decoration, Dim, ImageFormat, Op};

/// A malformed module may nest a type in itself.
const DEPTH: u32 = 32;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    Bool,
    /// Bits.
    Float(u32),
    Int(u32),
    Uint(u32),
}

impl Scalar {
    /// Bytes.
    pub fn size(self) -> u32 {
        match self {
            Scalar::Bool => 4,
            Scalar::Float(bits) | Scalar::Int(bits) | Scalar::Uint(bits) => bits / 8,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// One to four components.
    Vector(Scalar, u32),
    Matrix {
        scalar: Scalar,
        /// SPIR-V's columns, and the components of one.
        columns: u32,
        rows: u32,
        /// Bytes between lines.
        stride: u32,
        row_major: bool,
    },
    Array {
        element: Box<Type>,
        /// `None`: as many as the buffer holds.
        count: Option<u32>,
        /// Bytes; 0 where nothing says.
        stride: u32,
    },
    Struct(Vec<Member>),
    Image(ImageType),
    Sampler,
    SampledImage(ImageType),
    Other,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    pub name: String,
    /// Bytes; 0 where nothing says.
    pub offset: u32,
    pub ty: Type,
    pub built_in: Option<String>,
    pub location: Option<u32>,
    pub semantic: Option<String>,
    pub read_only: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImageType {
    pub scalar: Scalar,
    pub dim: Dim,
    pub arrayed: bool,
    pub multisampled: bool,
    pub storage: bool,
    pub format: ImageFormat,
}

impl Type {
    /// Bytes up to the end of the last component; an array of unknown length has `elements`.
    pub fn size(&self, elements: u32) -> u32 {
        match self {
            Type::Vector(scalar, count) => scalar.size() * count,
            Type::Matrix { scalar, columns, rows, stride, row_major } => {
                let (lines, lanes) = if *row_major { (*rows, *columns) } else { (*columns, *rows) };
                if *stride == 0 { scalar.size() * columns * rows } else { stride * (lines - 1) + scalar.size() * lanes }
            }
            Type::Array { element, count, stride } => {
                let stride = if *stride == 0 { element.size(elements) } else { *stride };
                stride.saturating_mul(count.unwrap_or(elements))
            }
            Type::Struct(members) => {
                members.iter().map(|member| member.offset.saturating_add(member.ty.size(elements))).max().unwrap_or(0)
            }
            _ => 0,
        }
    }
}

/// Definitions, names and decorations of a module by id.
pub(crate) struct Reader<'a> {
    pub(crate) by_id: BTreeMap<u32, &'a Instruction>,
    pub(crate) names: BTreeMap<u32, &'a str>,
    member_names: BTreeMap<(u32, u32), &'a str>,
    decorations: BTreeMap<(u32, Option<u32>), Vec<&'a [Operand]>>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(module: &'a Module) -> Reader<'a> {
        let mut reader = Reader {
            by_id: BTreeMap::new(),
            names: BTreeMap::new(),
            member_names: BTreeMap::new(),
            decorations: BTreeMap::new(),
        };
        let code = module.functions.iter().flat_map(|function| function.all_inst_iter());
        for instruction in module.types_global_values.iter().chain(code) {
            reader.by_id.extend(instruction.result_id.map(|id| (id, instruction)));
        }
        for name in &module.debug_names {
            match name.operands.as_slice() {
                [Operand::IdRef(id), Operand::LiteralString(text)] => {
                    reader.names.insert(*id, text);
                }
                [Operand::IdRef(id), Operand::LiteralBit32(at), Operand::LiteralString(text)] => {
                    reader.member_names.insert((*id, *at), text);
                }
                _ => {}
            }
        }
        for annotation in &module.annotations {
            let (target, rest) = match annotation.operands.as_slice() {
                [Operand::IdRef(id), Operand::LiteralBit32(member), rest @ ..] => ((*id, Some(*member)), rest),
                [Operand::IdRef(id), rest @ ..] => ((*id, None), rest),
                _ => continue,
            };
            reader.decorations.entry(target).or_default().push(rest);
        }
        reader
    }

    pub(crate) fn decoration(&self, id: u32, member: Option<u32>, wanted: Decoration) -> Option<&'a [Operand]> {
        self.decorations.get(&(id, member))?.iter().find_map(|operands| match operands {
            [Operand::Decoration(found), rest @ ..] if *found == wanted => Some(rest),
            _ => None,
        })
    }

    pub(crate) fn number(&self, id: u32, member: Option<u32>, wanted: Decoration) -> Option<u32> {
        literal(self.decoration(id, member, wanted)?.first())
    }

    pub(crate) fn built_in(&self, id: u32, member: Option<u32>) -> Option<String> {
        match self.decoration(id, member, Decoration::BuiltIn)?.first() {
            Some(Operand::BuiltIn(built_in)) => Some(format!("{built_in:?}")),
            _ => None,
        }
    }

    pub(crate) fn semantic(&self, id: u32, member: Option<u32>) -> Option<String> {
        match self.decoration(id, member, Decoration::UserSemantic)?.first() {
            Some(Operand::LiteralString(semantic)) => Some(semantic.to_ascii_uppercase()),
            _ => None,
        }
    }

    pub(crate) fn op(&self, id: u32) -> Option<Op> {
        self.by_id.get(&id).map(|instruction| instruction.class.opcode)
    }

    pub(crate) fn operand(&self, id: u32, index: usize) -> Option<&'a Operand> {
        self.by_id.get(&id)?.operands.get(index)
    }

    pub(crate) fn operand_id(&self, id: u32, index: usize) -> Option<u32> {
        self.operand(id, index)?.id_ref_any()
    }

    pub(crate) fn literal(&self, id: u32, index: usize) -> Option<u32> {
        literal(self.operand(id, index))
    }

    pub(crate) fn ty(&self, id: u32) -> Type {
        self.read(id, None, 0).unwrap_or(Type::Other)
    }

    fn scalar(&self, id: u32) -> Option<Scalar> {
        let bits = || self.literal(id, 0);
        Some(match self.op(id)? {
            Op::TypeBool => Scalar::Bool,
            Op::TypeFloat => Scalar::Float(bits()?),
            Op::TypeInt if self.literal(id, 1) == Some(0) => Scalar::Uint(bits()?),
            Op::TypeInt => Scalar::Int(bits()?),
            _ => return None,
        })
    }

    /// `owner`: the structure and member that says how matrices in it lie.
    fn read(&self, id: u32, owner: Option<(u32, u32)>, depth: u32) -> Option<Type> {
        if depth > DEPTH {
            return None;
        }
        Some(match self.op(id)? {
            Op::TypeBool | Op::TypeFloat | Op::TypeInt => Type::Vector(self.scalar(id)?, 1),
            Op::TypeVector => Type::Vector(self.scalar(self.operand_id(id, 0)?)?, self.literal(id, 1)?),
            Op::TypeMatrix => {
                let column = self.operand_id(id, 0)?;
                let of_member = |wanted| owner.and_then(|(owner, at)| self.decoration(owner, Some(at), wanted));
                Type::Matrix {
                    scalar: self.scalar(self.operand_id(column, 0)?)?,
                    columns: self.literal(id, 1)?,
                    rows: self.literal(column, 1)?,
                    stride: of_member(Decoration::MatrixStride).and_then(|rest| literal(rest.first())).unwrap_or(0),
                    row_major: of_member(Decoration::RowMajor).is_some(),
                }
            }
            Op::TypeArray | Op::TypeRuntimeArray => Type::Array {
                element: Box::new(self.read(self.operand_id(id, 0)?, owner, depth + 1)?),
                count: self.operand_id(id, 1).and_then(|length| self.literal(length, 0)),
                stride: self.number(id, None, Decoration::ArrayStride).unwrap_or(0),
            },
            Op::TypeStruct => Type::Struct(
                (0..)
                    .zip(&self.by_id.get(&id)?.operands)
                    .map(|(at, member)| {
                        let ty = self.read(member.id_ref_any()?, Some((id, at)), depth + 1)?;
                        Some(Member {
                            name: self.member_names.get(&(id, at)).map_or_else(String::new, |name| (*name).to_owned()),
                            offset: self.number(id, Some(at), Decoration::Offset).unwrap_or(0),
                            ty,
                            built_in: self.built_in(id, Some(at)),
                            location: self.number(id, Some(at), Decoration::Location),
                            semantic: self.semantic(id, Some(at)),
                            read_only: self.decoration(id, Some(at), Decoration::NonWritable).is_some(),
                        })
                    })
                    .collect::<Option<Vec<Member>>>()?,
            ),
            Op::TypeImage => Type::Image(self.image(id)?),
            Op::TypeSampledImage => Type::SampledImage(self.image(self.operand_id(id, 0)?)?),
            Op::TypeSampler => Type::Sampler,
            _ => Type::Other,
        })
    }

    fn image(&self, id: u32) -> Option<ImageType> {
        let Operand::Dim(dim) = self.operand(id, 1)? else { return None };
        let Operand::ImageFormat(format) = self.operand(id, 6)? else { return None };
        Some(ImageType {
            scalar: self.scalar(self.operand_id(id, 0)?)?,
            dim: *dim,
            arrayed: self.literal(id, 3) == Some(1),
            multisampled: self.literal(id, 4) == Some(1),
            storage: self.literal(id, 5) == Some(2),
            format: *format,
        })
    }
}

pub(crate) fn literal(operand: Option<&Operand>) -> Option<u32> {
    match operand {
        Some(Operand::LiteralBit32(value)) => Some(*value),
        _ => None,
    }
}

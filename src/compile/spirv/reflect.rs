//! What a SPIR-V module declares about its resources, inputs and outputs.

use std::collections::{BTreeMap, BTreeSet};

use rspirv::binary::Assemble as _;
use rspirv::dr::{Instruction, Module, Operand, load_bytes};
use rspirv::spirv::{BuiltIn, Decoration, Dim, ExecutionMode, ExecutionModel, Op, StorageClass};

use super::words;
use crate::model::{Binding, BindingKind, Reflection, StageIo};

/// The depth of types up to which they are followed: a type of a malformed module may contain itself.
const DEPTH: u32 = 64;

/// Reads a module. Resources that no function mentions are left out.
pub fn reflect(spirv: &[u8]) -> Result<Reflection, String> {
    let module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let reader = Reader::new(&module);
    let model = Operand::ExecutionModel(ExecutionModel::MeshEXT);
    let is_mesh = module.entry_points.iter().any(|entry| entry.operands.first() == Some(&model));
    let mut reflection = Reflection::default();
    for variable in module.types_global_values.iter().filter(|instruction| instruction.class.opcode == Op::Variable) {
        let (Some(id), Some(Operand::StorageClass(class))) = (variable.result_id, variable.operands.first()) else {
            continue;
        };
        let Some(pointee) = variable.result_type.and_then(|pointer| reader.operand_id(pointer, 1)) else { continue };
        match class {
            StorageClass::Input | StorageClass::Output => {
                let list = if *class == StorageClass::Input { &mut reflection.inputs } else { &mut reflection.outputs };
                // What a mesh stage writes has an element for each vertex or primitive.
                let is_array = is_mesh && *class == StorageClass::Output;
                let element = reader.operand_id(pointee, 0).filter(|_| is_array);
                list.extend(reader.io(id, element.unwrap_or(pointee)));
            }
            StorageClass::UniformConstant
            | StorageClass::Uniform
            | StorageClass::StorageBuffer
            | StorageClass::PushConstant
                if reader.used.contains(&id) =>
            {
                reflection.bindings.push(reader.binding(id, pointee, *class));
            }
            _ => {}
        }
    }
    reflection.bindings.sort();
    // Built-ins (no location) first, then by location.
    reflection.inputs.sort();
    reflection.outputs.sort();
    reflection.workgroup_size = module.execution_modes.iter().find_map(|mode| match mode.operands.as_slice() {
        [
            Operand::IdRef(_),
            Operand::ExecutionMode(ExecutionMode::LocalSize),
            Operand::LiteralBit32(x),
            Operand::LiteralBit32(y),
            Operand::LiteralBit32(z),
        ] => Some([*x, *y, *z]),
        _ => None,
    });
    Ok(reflection)
}

/// The variables that a game binds something to, used or not, with their names.
pub fn bound(module: &Module) -> Vec<(u32, Binding)> {
    let reader = Reader::new(module);
    let variables = module.types_global_values.iter().filter(|instruction| instruction.class.opcode == Op::Variable);
    let bound = variables.filter_map(|variable| {
        let (id, Some(Operand::StorageClass(class))) = (variable.result_id?, variable.operands.first()) else {
            return None;
        };
        let pointee = reader.operand_id(variable.result_type?, 1)?;
        let is_bound =
            matches!(class, StorageClass::UniformConstant | StorageClass::Uniform | StorageClass::StorageBuffer);
        is_bound.then(|| (id, reader.binding(id, pointee, *class)))
    });
    bound.collect()
}

/// A member of a constant buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub name: String,
    pub offset: u32,
    /// Bytes up to the end of the last element, as Direct3D counts.
    pub size: u32,
    /// An array, matrix or structure: begins on a row of 16 bytes.
    pub rows: bool,
}

/// Name and members of every constant buffer, in the order of their offsets.
pub fn uniform_blocks(spirv: &[u8]) -> Result<Vec<(String, Vec<Member>)>, String> {
    let module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let reader = Reader::new(&module);
    let mut blocks = Vec::new();
    for variable in module.types_global_values.iter().filter(|instruction| instruction.class.opcode == Op::Variable) {
        let class = variable.operands.first();
        let block = variable.result_type.and_then(|pointer| reader.operand_id(pointer, 1));
        let Some(block) = block.filter(|_| class == Some(&Operand::StorageClass(StorageClass::Uniform))) else {
            continue;
        };
        let is_buffer = reader.decoration(block, None, Decoration::BufferBlock).is_some();
        let Some(ty) = reader.by_id.get(&block).filter(|ty| ty.class.opcode == Op::TypeStruct && !is_buffer) else {
            continue;
        };
        let mut members: Vec<Member> =
            (0..).zip(&ty.operands).filter_map(|(at, member)| reader.member(block, at, member.id_ref_any()?)).collect();
        members.sort_by_key(|member| member.offset);
        let name = reader.names.get(&block).map_or_else(String::new, |name| (*name).to_owned());
        blocks.push((name, members));
    }
    Ok(blocks)
}

/// A module's bytes.
pub fn to_bytes(module: &Module) -> Vec<u8> {
    words::to_bytes(&module.assemble())
}

/// A module's declarations by id.
pub struct Reader<'a> {
    pub by_id: BTreeMap<u32, &'a Instruction>,
    names: BTreeMap<u32, &'a str>,
    member_names: BTreeMap<(u32, u32), &'a str>,
    /// Of a value, or of a member of a structure.
    decorations: BTreeMap<(u32, Option<u32>), Vec<&'a [Operand]>>,
    used: BTreeSet<u32>,
}

impl<'a> Reader<'a> {
    pub fn new(module: &'a Module) -> Reader<'a> {
        let mut reader = Reader {
            by_id: BTreeMap::new(),
            names: BTreeMap::new(),
            member_names: BTreeMap::new(),
            decorations: BTreeMap::new(),
            used: BTreeSet::new(),
        };
        for instruction in &module.types_global_values {
            reader.by_id.extend(instruction.result_id.map(|id| (id, instruction)));
        }
        for name in &module.debug_names {
            match name.operands.as_slice() {
                [Operand::IdRef(id), Operand::LiteralString(text)] => _ = reader.names.insert(*id, text),
                [Operand::IdRef(id), Operand::LiteralBit32(member), Operand::LiteralString(text)] => {
                    reader.member_names.insert((*id, *member), text);
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
        for instruction in module.functions.iter().flat_map(|function| function.all_inst_iter()) {
            // An OpLine or a name mentions no variable, so any mention is a use.
            reader.used.extend(instruction.operands.iter().filter_map(Operand::id_ref_any));
        }
        reader
    }

    pub fn decoration(&self, id: u32, member: Option<u32>, wanted: Decoration) -> Option<&'a [Operand]> {
        self.decorations.get(&(id, member))?.iter().find_map(|operands| match operands {
            [Operand::Decoration(found), rest @ ..] if *found == wanted => Some(rest),
            _ => None,
        })
    }

    fn number(&self, id: u32, member: Option<u32>, wanted: Decoration) -> Option<u32> {
        literal(self.decoration(id, member, wanted)?.first())
    }

    pub fn op(&self, id: u32) -> Option<Op> {
        self.by_id.get(&id).map(|instruction| instruction.class.opcode)
    }

    pub fn operand_id(&self, id: u32, index: usize) -> Option<u32> {
        self.by_id.get(&id)?.operands.get(index)?.id_ref_any()
    }

    pub fn operand_literal(&self, id: u32, index: usize) -> Option<u32> {
        literal(self.by_id.get(&id)?.operands.get(index))
    }

    fn constant(&self, id: u32) -> Option<u32> {
        literal(self.by_id.get(&id)?.operands.first())
    }

    fn binding(&self, id: u32, pointee: u32, class: StorageClass) -> Binding {
        let mut ty = pointee;
        let mut count: u32 = 1;
        for _ in 0..DEPTH {
            match self.op(ty) {
                Some(Op::TypeArray) => {
                    let length = self.operand_id(ty, 1).and_then(|length| self.constant(length)).unwrap_or(0);
                    count = count.saturating_mul(length);
                }
                Some(Op::TypeRuntimeArray) => count = 0,
                _ => break,
            }
            let Some(element) = self.operand_id(ty, 0) else { break };
            ty = element;
        }
        let kind = self.kind(id, ty, class);
        let sized = matches!(
            kind,
            BindingKind::UniformBuffer
                | BindingKind::StorageBuffer
                | BindingKind::ReadOnlyStorageBuffer
                | BindingKind::PushConstants
        );
        let size = if sized { self.size(ty, 0).unwrap_or(0) } else { 0 };
        let own = self.names.get(&id).filter(|name| !name.is_empty());
        Binding {
            set: self.number(id, None, Decoration::DescriptorSet).unwrap_or(0),
            binding: self.number(id, None, Decoration::Binding).unwrap_or(0),
            // glslang leaves the variable of a cbuffer without a name; its type has the one that the user wrote.
            name: own.or_else(|| self.names.get(&ty)).map_or_else(String::new, |name| (*name).to_owned()),
            kind,
            count,
            // Constant buffers are bound in units of 16 bytes everywhere.
            size: if kind == BindingKind::UniformBuffer {
                size.checked_next_multiple_of(16).unwrap_or(size)
            } else {
                size
            },
            slot: None,
            renamed: None,
        }
    }

    fn kind(&self, id: u32, ty: u32, class: StorageClass) -> BindingKind {
        match (class, self.op(ty)) {
            (StorageClass::PushConstant, _) => BindingKind::PushConstants,
            (StorageClass::Uniform, _) if self.decoration(ty, None, Decoration::BufferBlock).is_none() => {
                BindingKind::UniformBuffer
            }
            (StorageClass::Uniform | StorageClass::StorageBuffer, _) => {
                let members = self.by_id.get(&ty).map_or(0, |block| block.operands.len() as u32);
                let read_only = self.decoration(id, None, Decoration::NonWritable).is_some()
                    || members > 0
                        && (0..members).all(|at| self.decoration(ty, Some(at), Decoration::NonWritable).is_some());
                if read_only { BindingKind::ReadOnlyStorageBuffer } else { BindingKind::StorageBuffer }
            }
            (_, Some(Op::TypeSampler)) => BindingKind::Sampler,
            (_, Some(Op::TypeSampledImage)) => BindingKind::CombinedImageSampler,
            (_, Some(Op::TypeAccelerationStructureKHR)) => BindingKind::AccelerationStructure,
            (_, Some(Op::TypeImage)) => {
                let dim = self.by_id.get(&ty).and_then(|image| image.operands.get(1));
                if matches!(dim, Some(Operand::Dim(Dim::DimSubpassData))) {
                    return BindingKind::InputAttachment;
                }
                let buffer = matches!(dim, Some(Operand::Dim(Dim::DimBuffer)));
                // SPIR-V 1.6, OpTypeImage: 2 is "used without a sampler", that is a storage image.
                match (buffer, self.operand_literal(ty, 5) == Some(2)) {
                    (false, false) => BindingKind::SampledTexture,
                    (false, true) => BindingKind::StorageTexture,
                    (true, false) => BindingKind::UniformTexelBuffer,
                    (true, true) => BindingKind::StorageTexelBuffer,
                }
            }
            _ => BindingKind::Other,
        }
    }

    fn member(&self, block: u32, at: u32, ty: u32) -> Option<Member> {
        let name = self.member_names.get(&(block, at)).map(|name| (*name).to_owned());
        let (size, rows) = match self.op(ty)? {
            Op::TypeArray => {
                let stride = self.number(ty, None, Decoration::ArrayStride)?;
                let count = self.constant(self.operand_id(ty, 1)?)?;
                let element = self.operand_id(ty, 0)?;
                let last = self.matrix_end(block, at, element).or_else(|| self.size(element, 0))?;
                (stride.checked_mul(count.checked_sub(1)?)?.checked_add(last)?, true)
            }
            Op::TypeMatrix => (self.matrix_end(block, at, ty)?, true),
            Op::TypeStruct => (self.size(ty, 0)?, true),
            _ => (self.size(ty, 0)?, false),
        };
        let offset = self.number(block, Some(at), Decoration::Offset)?;
        Some(Member { name: name.unwrap_or_default(), offset, size, rows })
    }

    /// Bytes of a matrix up to the end of its last line.
    fn matrix_end(&self, owner: u32, at: u32, matrix: u32) -> Option<u32> {
        if self.op(matrix)? != Op::TypeMatrix {
            return None;
        }
        let stride = self.number(owner, Some(at), Decoration::MatrixStride)?;
        let column = self.operand_id(matrix, 0)?;
        let (columns, rows) = (self.operand_literal(matrix, 1)?, self.operand_literal(column, 1)?);
        let row_major = self.decoration(owner, Some(at), Decoration::RowMajor).is_some();
        let (lines, lanes) = if row_major { (rows, columns) } else { (columns, rows) };
        let scalar = self.size(self.operand_id(column, 0)?, 0)?;
        stride.checked_mul(lines.checked_sub(1)?)?.checked_add(scalar.checked_mul(lanes)?)
    }

    /// Bytes; `None` where it is not known before run time.
    fn size(&self, ty: u32, depth: u32) -> Option<u32> {
        if depth > DEPTH {
            return None;
        }
        let scalar = || self.operand_literal(ty, 0).map(|bits| bits / 8);
        match self.op(ty)? {
            Op::TypeInt | Op::TypeFloat => scalar(),
            Op::TypeBool => Some(4),
            Op::TypeVector => self.size(self.operand_id(ty, 0)?, depth + 1)?.checked_mul(self.operand_literal(ty, 1)?),
            Op::TypeArray => {
                let stride = self.number(ty, None, Decoration::ArrayStride);
                let element = self.size(self.operand_id(ty, 0)?, depth + 1)?;
                stride.unwrap_or(element).checked_mul(self.constant(self.operand_id(ty, 1)?)?)
            }
            Op::TypeStruct => {
                let mut end: u32 = 0;
                for (at, member) in (0..).zip(&self.by_id.get(&ty)?.operands) {
                    let offset = self.number(ty, Some(at), Decoration::Offset)?;
                    let member = member.id_ref_any()?;
                    let matrix = self.matrix_size(ty, at, member, depth);
                    let size = matrix.or_else(|| self.size(member, depth + 1))?;
                    end = end.max(offset.checked_add(size)?);
                }
                Some(end)
            }
            _ => None,
        }
    }

    /// A matrix, or an array of them, as its structure lays it out.
    fn matrix_size(&self, owner: u32, at: u32, member: u32, depth: u32) -> Option<u32> {
        if depth > DEPTH {
            return None;
        }
        match self.op(member)? {
            Op::TypeMatrix => {
                let stride = self.number(owner, Some(at), Decoration::MatrixStride)?;
                let column = self.operand_id(member, 0)?;
                let row_major = self.decoration(owner, Some(at), Decoration::RowMajor).is_some();
                let lines = if row_major { self.operand_literal(column, 1)? } else { self.operand_literal(member, 1)? };
                stride.checked_mul(lines)
            }
            Op::TypeArray => {
                self.matrix_size(owner, at, self.operand_id(member, 0)?, depth + 1)?;
                let stride = self.number(member, None, Decoration::ArrayStride)?;
                stride.checked_mul(self.constant(self.operand_id(member, 1)?)?)
            }
            _ => None,
        }
    }

    fn io(&self, id: u32, pointee: u32) -> Vec<StageIo> {
        let name = |id: u32| self.names.get(&id).map_or_else(String::new, |name| (*name).to_owned());
        if let Some(built_in) = self.built_in(id, None) {
            return vec![StageIo { location: None, name: built_in, ty: self.type_name(pointee, 0) }];
        }
        // GLSL's gl_PerVertex: the members are the built-ins.
        if let Some(block) = self.by_id.get(&pointee).filter(|ty| ty.class.opcode == Op::TypeStruct) {
            let members: Vec<StageIo> = (0..)
                .zip(&block.operands)
                .filter_map(|(at, member)| {
                    let built_in = self.built_in(pointee, Some(at))?;
                    Some(StageIo { location: None, name: built_in, ty: self.type_name(member.id_ref_any()?, 0) })
                })
                .collect();
            if !members.is_empty() {
                return members;
            }
        }
        if let Some(members) = self.block_io(id, pointee) {
            return members;
        }
        let semantic = match self.decoration(id, None, Decoration::UserSemantic) {
            Some([Operand::LiteralString(semantic), ..]) => Some(semantic.clone()),
            _ => None,
        };
        vec![StageIo {
            location: self.number(id, None, Decoration::Location),
            name: semantic.unwrap_or_else(|| name(id)),
            ty: self.type_name(pointee, 0),
        }]
    }

    /// The members of a block between stages. Each follows the one before it, unless it says its own location.
    fn block_io(&self, id: u32, block: u32) -> Option<Vec<StageIo>> {
        self.decoration(block, None, Decoration::Block)?;
        let ty = self.by_id.get(&block).filter(|ty| ty.class.opcode == Op::TypeStruct)?;
        let mut next = self.number(id, None, Decoration::Location);
        let members = (0..).zip(&ty.operands).map(|(at, member)| {
            let member = member.id_ref_any()?;
            let location = self.number(block, Some(at), Decoration::Location).or(next);
            next = location.map(|location| location.saturating_add(self.locations(member, 0)));
            let name = self.member_names.get(&(block, at)).map_or_else(String::new, |name| (*name).to_owned());
            Some(StageIo { location, name, ty: self.type_name(member, 0) })
        });
        members.collect()
    }

    /// How many locations a type takes.
    fn locations(&self, ty: u32, depth: u32) -> u32 {
        let inner = || self.operand_id(ty, 0).filter(|_| depth < DEPTH).map_or(1, |of| self.locations(of, depth + 1));
        match self.op(ty) {
            Some(Op::TypeArray) => {
                let length = self.operand_id(ty, 1).and_then(|length| self.constant(length)).unwrap_or(1);
                inner().saturating_mul(length)
            }
            Some(Op::TypeMatrix) => inner().saturating_mul(self.operand_literal(ty, 1).unwrap_or(1)),
            // A location has 16 bytes.
            Some(Op::TypeVector) => self.size(ty, depth).map_or(1, |bytes| bytes.div_ceil(16).max(1)),
            Some(Op::TypeStruct) if depth < DEPTH => {
                let members = self.by_id.get(&ty).map_or(&[][..], |ty| &ty.operands);
                let members = members.iter().filter_map(Operand::id_ref_any);
                members.fold(0, |all: u32, member| all.saturating_add(self.locations(member, depth + 1)))
            }
            _ => 1,
        }
    }

    fn built_in(&self, id: u32, member: Option<u32>) -> Option<String> {
        match self.decoration(id, member, Decoration::BuiltIn)?.first() {
            Some(Operand::BuiltIn(built_in)) => Some(built_in_name(*built_in)),
            _ => None,
        }
    }

    /// A type as reflection spells it: `float4`, `float3x3`.
    fn type_name(&self, ty: u32, depth: u32) -> String {
        let inner =
            |index| self.operand_id(ty, index).filter(|_| depth < DEPTH).map(|id| self.type_name(id, depth + 1));
        let width = self.operand_literal(ty, 0).unwrap_or(32);
        match self.op(ty) {
            Some(Op::TypeBool) => "bool".to_owned(),
            Some(Op::TypeFloat) => match width {
                16 => "half".to_owned(),
                64 => "double".to_owned(),
                _ => "float".to_owned(),
            },
            Some(Op::TypeInt) => {
                let name = if self.operand_literal(ty, 1) == Some(0) { "uint" } else { "int" };
                if width == 32 { name.to_owned() } else { format!("{name}{width}_t") }
            }
            Some(Op::TypeVector) => {
                format!("{}{}", inner(0).unwrap_or_default(), self.operand_literal(ty, 1).unwrap_or(0))
            }
            Some(Op::TypeMatrix) => {
                format!("{}x{}", inner(0).unwrap_or_default(), self.operand_literal(ty, 1).unwrap_or(0))
            }
            Some(Op::TypeArray) => {
                let length = self.operand_id(ty, 1).and_then(|length| self.constant(length)).unwrap_or(0);
                format!("{}[{length}]", inner(0).unwrap_or_default())
            }
            _ => self.names.get(&ty).map_or_else(|| "struct".to_owned(), |name| (*name).to_owned()),
        }
    }
}

fn built_in_name(built_in: BuiltIn) -> String {
    format!("{built_in:?}")
}

fn literal(operand: Option<&Operand>) -> Option<u32> {
    match operand {
        Some(Operand::LiteralBit32(value)) => Some(*value),
        _ => None,
    }
}

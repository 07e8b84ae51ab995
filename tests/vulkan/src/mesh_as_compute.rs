//! Stages of mesh pipelines as compute stages: the software device has no mesh stages. Each array of outputs becomes a storage buffer,
//! and so do the payload and the numbers that an instruction gives; a module of one source by another compiler gets the same
//! buffers. A whole array of outputs is never one value, and nothing here is a matrix.

use std::collections::BTreeMap;

use rspirv::binary::Assemble as _;
use rspirv::dr::{Instruction, Module, Operand, load_bytes};
use rspirv::spirv::{Capability, Decoration, ExecutionMode, ExecutionModel, Op, StorageClass};

/// The descriptor set of the buffers.
const SET: u32 = 3;
/// Bindings: outputs at locations begin at 0, built-ins here.
const BUILT_INS: u32 = 0x100;
const PAYLOAD: u32 = 0x8000;
const COUNTS: u32 = 0x8001;

/// The module with a compute stage in place of its mesh or task stage.
///
/// # Errors
/// What the module has that is not expected here.
pub fn mesh_as_compute(spirv: &[u8]) -> Result<Vec<u8>, String> {
    let module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let mut change = Change {
        module,
        buffers: BTreeMap::new(),
        moved: BTreeMap::new(),
        laid_out: BTreeMap::new(),
        arrays: BTreeMap::new(),
    };
    change.stage()?;
    let outputs = change.outputs()?;
    change.functions(&outputs)?;
    change.notes(&outputs);
    Ok(change.module.assemble().into_iter().flat_map(u32::to_le_bytes).collect())
}

/// A variable of outputs, or the payload.
struct Output {
    /// Of a variable that is no structure.
    place: Option<u32>,
    /// Of each member of a block.
    members: Vec<Option<u32>>,
    /// What is behind an index, or the payload's type.
    element: u32,
    length: Option<u32>,
}

struct Change {
    module: Module,
    /// By binding.
    buffers: BTreeMap<u32, u32>,
    /// Pointers into the buffers, with the types that they pointed to.
    moved: BTreeMap<u32, u32>,
    /// By type, the same as buffers have it.
    laid_out: BTreeMap<u32, u32>,
    /// The arrays of a type and a length that buffers have.
    arrays: BTreeMap<(u32, u32), u32>,
}

impl Change {
    fn fresh(&mut self) -> u32 {
        let header = self.module.header.get_or_insert_with(|| rspirv::dr::ModuleHeader::new(1));
        header.bound += 1;
        header.bound - 1
    }

    fn global(&self, id: u32) -> Option<&Instruction> {
        self.module.types_global_values.iter().find(|one| one.result_id == Some(id))
    }

    fn declared(&mut self, op: Op, ty: Option<u32>, operands: Vec<Operand>) -> u32 {
        let is_known = |one: &&Instruction| one.class.opcode == op && one.result_type == ty && one.operands == operands;
        if let Some(known) = self.module.types_global_values.iter().find(is_known).and_then(|one| one.result_id) {
            return known;
        }
        self.new_global(op, ty, operands)
    }

    fn new_global(&mut self, op: Op, ty: Option<u32>, operands: Vec<Operand>) -> u32 {
        let id = self.fresh();
        self.module.types_global_values.push(Instruction::new(op, ty, Some(id), operands));
        id
    }

    fn uint(&mut self) -> u32 {
        self.declared(Op::TypeInt, None, vec![Operand::LiteralBit32(32), Operand::LiteralBit32(0)])
    }

    fn number(&mut self, value: u32) -> u32 {
        let uint = self.uint();
        self.declared(Op::Constant, Some(uint), vec![Operand::LiteralBit32(value)])
    }

    fn decorate(&mut self, id: u32, decoration: Decoration, number: Option<u32>) {
        let mut operands = vec![Operand::IdRef(id), Operand::Decoration(decoration)];
        operands.extend(number.map(Operand::LiteralBit32));
        self.module.annotations.push(Instruction::new(Op::Decorate, None, None, operands));
    }

    /// The stage, and what only its kind may declare.
    fn stage(&mut self) -> Result<(), String> {
        let entry = self.module.entry_points.first_mut().ok_or("no entry point")?;
        if !matches!(entry.operands[0], Operand::ExecutionModel(ExecutionModel::MeshEXT | ExecutionModel::TaskEXT)) {
            return Err("not a stage of a mesh pipeline".to_owned());
        }
        entry.operands[0] = Operand::ExecutionModel(ExecutionModel::GLCompute);
        let of_mesh = |one: &Instruction| {
            matches!(
                one.operands.first(),
                Some(Operand::Capability(
                    Capability::MeshShadingEXT
                        | Capability::ClipDistance
                        | Capability::CullDistance
                        | Capability::FragmentShadingRateKHR
                        | Capability::MultiViewport
                        | Capability::SampleRateShading
                ))
            )
        };
        self.module.capabilities.retain(|one| !of_mesh(one));
        let shader = Instruction::new(Op::Capability, None, None, vec![Operand::Capability(Capability::Shader)]);
        // The capability of mesh stages brings it.
        if !self.module.capabilities.contains(&shader) {
            self.module.capabilities.push(shader);
        }
        let extensions = ["SPV_EXT_mesh_shader", "SPV_KHR_fragment_shading_rate"];
        let is_of_mesh = |one: &Instruction| matches!(&one.operands[0], Operand::LiteralString(name) if extensions.contains(&name.as_str()));
        self.module.extensions.retain(|one| !is_of_mesh(one));
        self.module.execution_modes.retain(|one| {
            !matches!(
                one.operands.get(1),
                Some(Operand::ExecutionMode(
                    ExecutionMode::OutputVertices
                        | ExecutionMode::OutputPrimitivesEXT
                        | ExecutionMode::OutputPoints
                        | ExecutionMode::OutputLinesEXT
                        | ExecutionMode::OutputTrianglesEXT
                ))
            )
        });
        Ok(())
    }

    /// The binding that decorations say: of the variable, or of a member of its block.
    fn place(&self, id: u32, member: Option<u32>) -> Option<u32> {
        self.module.annotations.iter().find_map(|one| {
            let said = match (member, one.class.opcode, one.operands.as_slice()) {
                (None, Op::Decorate, [Operand::IdRef(of), said @ ..]) if *of == id => said,
                (Some(member), Op::MemberDecorate, [Operand::IdRef(of), Operand::LiteralBit32(at), said @ ..])
                    if *of == id && *at == member =>
                {
                    said
                }
                _ => return None,
            };
            match said {
                [Operand::Decoration(Decoration::BuiltIn), Operand::BuiltIn(built_in)] => {
                    Some(BUILT_INS + *built_in as u32)
                }
                [Operand::Decoration(Decoration::Location), Operand::LiteralBit32(location)] => Some(*location),
                _ => None,
            }
        })
    }

    fn outputs(&self) -> Result<BTreeMap<u32, Output>, String> {
        let mut found = BTreeMap::new();
        for variable in self.module.types_global_values.iter().filter(|one| one.class.opcode == Op::Variable) {
            let (Some(id), Some(Operand::StorageClass(class))) = (variable.result_id, variable.operands.first()) else {
                continue;
            };
            let pointer = variable.result_type.and_then(|ty| self.global(ty)).ok_or("a variable without a type")?;
            let Some(Operand::IdRef(pointee)) = pointer.operands.get(1) else { return Err("no pointer".to_owned()) };
            match class {
                StorageClass::TaskPayloadWorkgroupEXT => {
                    let place = Some(PAYLOAD);
                    found.insert(id, Output { place, members: Vec::new(), element: *pointee, length: None });
                }
                StorageClass::Output => {
                    let array = self.global(*pointee).filter(|ty| ty.class.opcode == Op::TypeArray);
                    let [Operand::IdRef(element), Operand::IdRef(length)] =
                        array.ok_or("an output that is no array")?.operands[..]
                    else {
                        return Err("an array without a length".to_owned());
                    };
                    let structure = self.global(element).filter(|ty| ty.class.opcode == Op::TypeStruct);
                    let first = self.place(id, None);
                    let types = structure.into_iter().flat_map(|of| &of.operands).filter_map(Operand::id_ref_any);
                    let mut members: Vec<Option<u32>> = Vec::new();
                    // The members of a block follow the block's location.
                    let mut next = first;
                    for (ty, at) in types.zip(0..) {
                        members.push(self.place(element, Some(at)).or(next));
                        next = next.map(|next| next + self.locations(ty));
                    }
                    let place = first.filter(|_| members.is_empty());
                    found.insert(id, Output { place, members, element, length: Some(length) });
                }
                _ => {}
            }
        }
        Ok(found)
    }

    /// How many locations a value takes.
    fn locations(&self, ty: u32) -> u32 {
        let Some(of) = self.global(ty) else { return 1 };
        match (of.class.opcode, of.operands.as_slice()) {
            (Op::TypeMatrix, [_, Operand::LiteralBit32(columns)]) => *columns,
            (Op::TypeArray, [Operand::IdRef(element), Operand::IdRef(length)]) => {
                let length = match self.global(*length).and_then(|one| one.operands.first()) {
                    Some(Operand::LiteralBit32(length)) => *length,
                    _ => 1,
                };
                length * self.locations(*element)
            }
            _ => 1,
        }
    }

    /// Alignment and size in bytes, as std430 has them.
    fn extent(&self, ty: u32) -> Result<(u32, u32), String> {
        let of = self.global(ty).ok_or("no such type")?;
        let ids: Vec<u32> = of.operands.iter().filter_map(|one| one.id_ref_any()).collect();
        Ok(match of.class.opcode {
            Op::TypeBool | Op::TypeInt | Op::TypeFloat => (4, 4),
            Op::TypeVector => match of.operands[1] {
                Operand::LiteralBit32(2) => (8, 8),
                Operand::LiteralBit32(3) => (16, 12),
                _ => (16, 16),
            },
            Op::TypeMatrix => {
                let (align, _) = self.extent(ids[0])?;
                let Some(Operand::LiteralBit32(columns)) = of.operands.get(1) else {
                    return Err("a matrix".to_owned());
                };
                (align, align * columns)
            }
            Op::TypeArray => {
                let (align, size) = self.extent(ids[0])?;
                let count = match self.global(ids[1]).and_then(|one| one.operands.first()) {
                    Some(Operand::LiteralBit32(count)) => *count,
                    _ => return Err("the length of an array is no constant".to_owned()),
                };
                (align, size.next_multiple_of(align) * count)
            }
            Op::TypeStruct => {
                let (mut align, mut size) = (4, 0_u32);
                for member in ids {
                    let (own, length) = self.extent(member)?;
                    size = size.next_multiple_of(own) + length;
                    align = align.max(own);
                }
                (align, size.next_multiple_of(align))
            }
            other => return Err(format!("{other:?} in an output")),
        })
    }

    /// A type as buffers have it.
    fn laid_out(&mut self, ty: u32) -> Result<u32, String> {
        if let Some(known) = self.laid_out.get(&ty) {
            return Ok(*known);
        }
        let of = self.global(ty).ok_or("no such type")?.clone();
        let found = match of.class.opcode {
            Op::TypeBool => self.uint(),
            Op::TypeArray => {
                let [Operand::IdRef(element), Operand::IdRef(length)] = of.operands[..] else {
                    return Err("an array".to_owned());
                };
                self.array(element, length)?
            }
            Op::TypeStruct => {
                let (mut members, mut offsets, mut size) = (Vec::new(), Vec::new(), 0_u32);
                for member in of.operands.iter().filter_map(Operand::id_ref_any) {
                    let (align, length) = self.extent(member)?;
                    size = size.next_multiple_of(align);
                    offsets.push(size);
                    size += length;
                    members.push(Operand::IdRef(self.laid_out(member)?));
                }
                let new = self.new_global(Op::TypeStruct, None, members);
                self.offsets(new, &offsets);
                new
            }
            _ => ty,
        };
        self.laid_out.insert(ty, found);
        Ok(found)
    }

    fn array(&mut self, element: u32, length: u32) -> Result<u32, String> {
        if let Some(known) = self.arrays.get(&(element, length)) {
            return Ok(*known);
        }
        let (align, size) = self.extent(element)?;
        let inner = self.laid_out(element)?;
        let new = self.new_global(Op::TypeArray, None, vec![Operand::IdRef(inner), Operand::IdRef(length)]);
        self.decorate(new, Decoration::ArrayStride, Some(size.next_multiple_of(align)));
        self.arrays.insert((element, length), new);
        Ok(new)
    }

    fn offsets(&mut self, structure: u32, offsets: &[u32]) {
        for (at, offset) in (0..).zip(offsets) {
            let operands = vec![
                Operand::IdRef(structure),
                Operand::LiteralBit32(at),
                Operand::Decoration(Decoration::Offset),
                Operand::LiteralBit32(*offset),
            ];
            self.module.annotations.push(Instruction::new(Op::MemberDecorate, None, None, operands));
        }
    }

    /// The buffer at a binding, which is declared at its first use.
    fn buffer(
        &mut self,
        binding: u32,
        content: impl FnOnce(&mut Change) -> Result<u32, String>,
    ) -> Result<u32, String> {
        if let Some(known) = self.buffers.get(&binding) {
            return Ok(*known);
        }
        let content = content(self)?;
        let block = self.new_global(Op::TypeStruct, None, vec![Operand::IdRef(content)]);
        self.offsets(block, &[0]);
        self.matrix_layout(block, content)?;
        self.decorate(block, Decoration::Block, None);
        let class = Operand::StorageClass(StorageClass::StorageBuffer);
        let pointer = self.declared(Op::TypePointer, None, vec![class.clone(), Operand::IdRef(block)]);
        let variable = self.new_global(Op::Variable, Some(pointer), vec![class]);
        self.decorate(variable, Decoration::DescriptorSet, Some(SET));
        self.decorate(variable, Decoration::Binding, Some(binding));
        for id in [block, variable] {
            let name = Operand::LiteralString(format!("mesh {binding}"));
            self.module.debug_names.push(Instruction::new(Op::Name, None, None, vec![Operand::IdRef(id), name]));
        }
        self.buffers.insert(binding, variable);
        Ok(variable)
    }

    /// Says how a matrix lies that the only member of a block consists of.
    fn matrix_layout(&mut self, block: u32, content: u32) -> Result<(), String> {
        let mut ty = content;
        while let Some(array) = self.global(ty).filter(|of| of.class.opcode == Op::TypeArray) {
            ty = array.operands.first().and_then(Operand::id_ref_any).ok_or("an array of nothing")?;
        }
        let Some(matrix) = self.global(ty).filter(|of| of.class.opcode == Op::TypeMatrix) else { return Ok(()) };
        let column = matrix.operands.first().and_then(Operand::id_ref_any).ok_or("a matrix of nothing")?;
        let (stride, _) = self.extent(column)?;
        for (decoration, number) in [(Decoration::ColMajor, None), (Decoration::MatrixStride, Some(stride))] {
            let mut operands = vec![Operand::IdRef(block), Operand::LiteralBit32(0), Operand::Decoration(decoration)];
            operands.extend(number.map(Operand::LiteralBit32));
            self.module.annotations.push(Instruction::new(Op::MemberDecorate, None, None, operands));
        }
        Ok(())
    }

    fn functions(&mut self, outputs: &BTreeMap<u32, Output>) -> Result<(), String> {
        let mut functions = std::mem::take(&mut self.module.functions);
        for block in functions.iter_mut().flat_map(|function| &mut function.blocks) {
            let mut written = Vec::new();
            for instruction in std::mem::take(&mut block.instructions) {
                self.instruction(instruction, outputs, &mut written)?;
            }
            block.instructions = written;
        }
        self.module.functions = functions;
        Ok(())
    }

    fn instruction(
        &mut self,
        mut of: Instruction,
        outputs: &BTreeMap<u32, Output>,
        written: &mut Vec<Instruction>,
    ) -> Result<(), String> {
        let base = match of.operands.first() {
            Some(Operand::IdRef(base)) => Some(*base),
            _ => None,
        };
        match of.class.opcode {
            Op::SetMeshOutputsEXT => return self.counts(&of.operands, written),
            Op::EmitMeshTasksEXT => {
                self.counts(&of.operands[..3], written)?;
                written.push(Instruction::new(Op::Return, None, None, Vec::new()));
                return Ok(());
            }
            Op::AccessChain | Op::InBoundsAccessChain => {
                let to = base.and_then(|base| outputs.get(&base));
                if to.is_some() || base.is_some_and(|base| self.moved.contains_key(&base)) {
                    if let Some(output) = to {
                        of.operands = self.path(output, &of.operands)?;
                    }
                    let pointee =
                        of.result_type.and_then(|ty| self.global(ty)).and_then(|ty| ty.operands.get(1).cloned());
                    let Some(Operand::IdRef(pointee)) = pointee else {
                        return Err("a chain without a type".to_owned());
                    };
                    of.result_type = Some(self.pointer(pointee)?);
                    self.moved.extend(of.result_id.map(|id| (id, pointee)));
                }
            }
            Op::Load | Op::Store => {
                if let Some((id, output)) = base.and_then(|base| Some((base, outputs.get(&base)?))) {
                    let (path, whole) = self.whole(id, output)?;
                    let (pointer, chain) = (self.pointer(whole)?, self.fresh());
                    written.push(Instruction::new(Op::AccessChain, Some(pointer), Some(chain), path));
                    of.operands[0] = Operand::IdRef(chain);
                    self.moved.insert(chain, whole);
                }
                let to = match of.operands.first() {
                    Some(Operand::IdRef(base)) => self.moved.get(base).copied(),
                    _ => None,
                };
                if let Some(pointee) = to {
                    return self.access(&of, pointee, written);
                }
            }
            _ => {}
        }
        written.push(of);
        Ok(())
    }

    /// The path to all of a variable, and its type.
    fn whole(&mut self, id: u32, output: &Output) -> Result<(Vec<Operand>, u32), String> {
        let (element, Some(length)) = (output.element, output.length) else {
            return Ok((self.path(output, &[Operand::IdRef(id)])?, output.element));
        };
        let place = output.place.ok_or("an array of blocks as one value")?;
        let buffer = self.buffer(place, |this| this.array(element, length))?;
        let pointer = self.global(id).and_then(|variable| self.global(variable.result_type?));
        let whole = pointer.and_then(|pointer| pointer.operands.get(1)?.id_ref_any());
        let zero = self.number(0);
        Ok((vec![Operand::IdRef(buffer), Operand::IdRef(zero)], whole.ok_or("a variable without a type")?))
    }

    /// The path into the buffer that a path into an output becomes.
    fn path(&mut self, output: &Output, old: &[Operand]) -> Result<Vec<Operand>, String> {
        let zero = self.number(0);
        let (element, length) = (output.element, output.length);
        let Some(length) = length else {
            let buffer = self.buffer(PAYLOAD, |this| this.laid_out(element))?;
            let rest = old.iter().skip(1).cloned();
            return Ok([Operand::IdRef(buffer), Operand::IdRef(zero)].into_iter().chain(rest).collect());
        };
        let index = old.get(1).cloned().ok_or("an array of outputs as one value")?;
        let (place, part, rest) = match output.place {
            Some(place) => (place, element, 2),
            None => {
                let Some(Operand::IdRef(member)) = old.get(2) else { return Err("a block as one value".to_owned()) };
                let Some(Operand::LiteralBit32(member)) = self.global(*member).and_then(|one| one.operands.first())
                else {
                    return Err("a member that is no constant".to_owned());
                };
                let member = *member as usize;
                let place = output.members.get(member).copied().flatten().ok_or("a member without a place")?;
                let of = self.global(element).and_then(|of| of.operands.get(member)).and_then(Operand::id_ref_any);
                (place, of.ok_or("a member without a type")?, 3)
            }
        };
        let buffer = self.buffer(place, |this| this.array(part, length))?;
        let rest = old.iter().skip(rest).cloned();
        Ok([Operand::IdRef(buffer), Operand::IdRef(zero), index].into_iter().chain(rest).collect())
    }

    /// The type of a pointer to a value of a type in a buffer.
    fn pointer(&mut self, pointee: u32) -> Result<u32, String> {
        let to = self.laid_out(pointee)?;
        let class = Operand::StorageClass(StorageClass::StorageBuffer);
        Ok(self.declared(Op::TypePointer, None, vec![class, Operand::IdRef(to)]))
    }

    /// A read or write. A value of several parts is read and written part by part: its type in a buffer is another one.
    fn access(&mut self, of: &Instruction, pointee: u32, written: &mut Vec<Instruction>) -> Result<(), String> {
        let Some(Operand::IdRef(pointer)) = of.operands.first() else { return Err("no pointer".to_owned()) };
        if of.class.opcode == Op::Store {
            let Some(Operand::IdRef(value)) = of.operands.get(1) else { return Err("no value".to_owned()) };
            return self.store((*pointer, *value), pointee, written);
        }
        let id = of.result_id.ok_or("a load without a result")?;
        self.load(*pointer, pointee, id, written)
    }

    /// The types of the parts of a structure or array; none of another type.
    fn parts(&self, ty: u32) -> Result<Vec<u32>, String> {
        let of = self.global(ty).ok_or("no such type")?;
        let ids = || of.operands.iter().filter_map(Operand::id_ref_any);
        Ok(match of.class.opcode {
            Op::TypeStruct => ids().collect(),
            Op::TypeArray => {
                let element = ids().next().ok_or("an array of nothing")?;
                let count = match ids().nth(1).and_then(|length| self.global(length)).map(|one| &one.operands[..]) {
                    Some([Operand::LiteralBit32(count)]) => *count,
                    _ => return Err("the length of an array is no constant".to_owned()),
                };
                vec![element; count as usize]
            }
            _ => Vec::new(),
        })
    }

    /// A pointer to a part.
    fn part(&mut self, of: u32, at: u32, ty: u32, written: &mut Vec<Instruction>) -> Result<u32, String> {
        let (pointer, index, id) = (self.pointer(ty)?, self.number(at), self.fresh());
        let path = [of, index].map(Operand::IdRef).to_vec();
        written.push(Instruction::new(Op::AccessChain, Some(pointer), Some(id), path));
        Ok(id)
    }

    fn store(&mut self, (to, value): (u32, u32), ty: u32, written: &mut Vec<Instruction>) -> Result<(), String> {
        for (part, at) in self.parts(ty)?.into_iter().zip(0..) {
            let (pointer, id) = (self.part(to, at, part, written)?, self.fresh());
            let operands = vec![Operand::IdRef(value), Operand::LiteralBit32(at)];
            written.push(Instruction::new(Op::CompositeExtract, Some(part), Some(id), operands));
            self.store((pointer, id), part, written)?;
        }
        if !self.parts(ty)?.is_empty() {
            return Ok(());
        }
        let mut value = value;
        if self.is_bool(ty) {
            let (uint, id) = (self.uint(), self.fresh());
            let operands = [value, self.number(1), self.number(0)].map(Operand::IdRef).to_vec();
            written.push(Instruction::new(Op::Select, Some(uint), Some(id), operands));
            value = id;
        }
        written.push(Instruction::new(Op::Store, None, None, [to, value].map(Operand::IdRef).to_vec()));
        Ok(())
    }

    fn load(&mut self, from: u32, ty: u32, id: u32, written: &mut Vec<Instruction>) -> Result<(), String> {
        let parts = self.parts(ty)?;
        let mut values = Vec::with_capacity(parts.len());
        for (part, at) in parts.iter().zip(0..) {
            let (pointer, value) = (self.part(from, at, *part, written)?, self.fresh());
            self.load(pointer, *part, value, written)?;
            values.push(Operand::IdRef(value));
        }
        if !parts.is_empty() {
            written.push(Instruction::new(Op::CompositeConstruct, Some(ty), Some(id), values));
            return Ok(());
        }
        if self.is_bool(ty) {
            let (uint, stored) = (self.uint(), self.fresh());
            written.push(Instruction::new(Op::Load, Some(uint), Some(stored), vec![Operand::IdRef(from)]));
            let operands = [stored, self.number(0)].map(Operand::IdRef).to_vec();
            written.push(Instruction::new(Op::INotEqual, Some(ty), Some(id), operands));
            return Ok(());
        }
        written.push(Instruction::new(Op::Load, Some(ty), Some(id), vec![Operand::IdRef(from)]));
        Ok(())
    }

    fn is_bool(&self, ty: u32) -> bool {
        self.global(ty).is_some_and(|ty| ty.class.opcode == Op::TypeBool)
    }

    /// Writes the numbers of an instruction.
    fn counts(&mut self, counts: &[Operand], written: &mut Vec<Instruction>) -> Result<(), String> {
        let uint = self.uint();
        let length = self.number(counts.len() as u32);
        let buffer = self.buffer(COUNTS, |this| this.array(uint, length))?;
        let class = Operand::StorageClass(StorageClass::StorageBuffer);
        let pointer = self.declared(Op::TypePointer, None, vec![class, Operand::IdRef(uint)]);
        for (at, count) in (0..).zip(counts) {
            let (zero, at, chain) = (self.number(0), self.number(at), self.fresh());
            let path = [buffer, zero, at].map(Operand::IdRef).to_vec();
            written.push(Instruction::new(Op::AccessChain, Some(pointer), Some(chain), path));
            written.push(Instruction::new(Op::Store, None, None, vec![Operand::IdRef(chain), count.clone()]));
        }
        Ok(())
    }

    /// Removes the outputs, and lists the buffers at the entry point.
    fn notes(&mut self, outputs: &BTreeMap<u32, Output>) {
        let elements: Vec<u32> = outputs.values().filter(|one| one.length.is_some()).map(|one| one.element).collect();
        let is_gone = |one: &Instruction| {
            let of_output = matches!(one.operands.first(), Some(Operand::IdRef(id)) if outputs.contains_key(id));
            let of_block = matches!(one.operands.first(), Some(Operand::IdRef(id)) if elements.contains(id));
            of_output || of_block && matches!(one.class.opcode, Op::Decorate | Op::MemberDecorate)
        };
        self.module.annotations.retain(|one| !is_gone(one));
        self.module.debug_names.retain(|one| !is_gone(one));
        self.module.types_global_values.retain(|one| !one.result_id.is_some_and(|id| outputs.contains_key(&id)));
        let payload = Operand::StorageClass(StorageClass::TaskPayloadWorkgroupEXT);
        self.module.types_global_values.retain(|one| one.operands.first() != Some(&payload));
        let buffers = self.buffers.values().map(|id| Operand::IdRef(*id)).collect::<Vec<_>>();
        for entry in &mut self.module.entry_points {
            entry.operands.retain(|one| !matches!(one, Operand::IdRef(id) if outputs.contains_key(id)));
            entry.operands.extend(buffers.iter().cloned());
        }
    }
}

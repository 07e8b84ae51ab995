//! Instructions that naga's IR does not have. A call of a function that reads the buffer of [`INSTRUCTION_BINDING`]
//! stands for one; the index of the read says which ([`Instruction`]). Here the instruction takes the place of the
//! call.

use std::collections::BTreeMap;

use rspirv::dr::{Instruction as Spirv, Module, Operand};
use rspirv::spirv::{
    self, Capability, Decoration, ExecutionMode, ExecutionModel, GroupOperation, MemorySemantics, Op, Scope,
    StorageClass,
};

use super::{Facts, builder};
use crate::ir::QuadLayout;
use crate::ir::operations::{Accuracy, Axis, InterpolationPoint, LaneArithmetic, LaneGroup};
use crate::lower::{INSTRUCTION_BINDING, ImageOperands, InlineArgument, Instruction, PLACEHOLDER_SET};

/// Replaces the calls, and removes the functions and the buffer.
pub fn replace_calls(module: &mut Module, facts: &Facts<'_>) -> Result<(), String> {
    let bindings = builder::bindings(module);
    let placeholder = bindings.iter().find(|(_, at)| **at == (PLACEHOLDER_SET, INSTRUCTION_BINDING));
    let buffer = *placeholder.ok_or("no function stands for an instruction")?.0;
    let meant = functions(module, buffer)?;
    module.functions.retain(|function| !function.def_id().is_some_and(|id| meant.contains_key(&id)));
    let mut functions = std::mem::take(&mut module.functions);
    let mut queries = BTreeMap::new();
    for block in functions.iter_mut().flat_map(|function| &mut function.blocks) {
        let instructions = std::mem::take(&mut block.instructions);
        let rewritten = Rewritten { module, facts, queries: &mut queries, instructions: Vec::new() };
        block.instructions = rewritten.block(instructions, &meant)?;
        block.instructions.retain(|one| !(is_chain(one) && builder::base(one) == Some(buffer)));
    }
    module.functions = functions;
    builder::remove_variables(module, |id| id == buffer);
    builder::remove_notes(module, |id| meant.contains_key(&id));
    Ok(())
}

/// What the functions stand for, by id.
pub fn functions(module: &Module, buffer: u32) -> Result<BTreeMap<u32, Instruction>, String> {
    let mut meant = BTreeMap::new();
    for function in &module.functions {
        let chain = |of: Option<u32>| function.all_inst_iter().find(|one| is_chain(one) && builder::base(one) == of);
        // naga opens a buffer in each function that calls one that reads it; only the latter has an index.
        let opened = chain(Some(buffer)).and_then(|chain| chain.result_id);
        let read = opened.and_then(|opened| chain(Some(opened)));
        let Some(Operand::IdRef(index)) = read.and_then(|read| read.operands.last()) else { continue };
        let index = builder::global(module, *index).and_then(|constant| constant.operands.first());
        let Some(Operand::LiteralBit32(code)) = index else {
            return Err("an instruction's code is no constant".into());
        };
        let instruction = Instruction::from_code(*code).ok_or_else(|| format!("no instruction has the code {code}"))?;
        meant.extend(function.def_id().map(|id| (id, instruction)));
    }
    Ok(meant)
}

fn is_chain(instruction: &Spirv) -> bool {
    matches!(instruction.class.opcode, Op::AccessChain | Op::InBoundsAccessChain)
}

/// A block under change.
pub struct Rewritten<'m> {
    pub module: &'m mut Module,
    pub facts: &'m Facts<'m>,
    /// The variables of ray queries by their numbers.
    pub queries: &'m mut BTreeMap<u32, u32>,
    pub instructions: Vec<Spirv>,
}

/// A call that stands for an instruction.
pub struct Call {
    pub ty: u32,
    pub id: u32,
    pub arguments: Vec<u32>,
}

impl Call {
    pub fn of(call: &Spirv) -> Result<Call, String> {
        let arguments = call.operands.iter().skip(1).filter_map(|operand| match operand {
            Operand::IdRef(id) => Some(*id),
            _ => None,
        });
        let (Some(ty), Some(id)) = (call.result_type, call.result_id) else {
            return Err("a call without a result".to_owned());
        };
        Ok(Call { ty, id, arguments: arguments.collect() })
    }

    pub fn argument(&self, at: usize) -> Result<u32, String> {
        self.arguments.get(at).copied().ok_or_else(|| "an instruction with too few operands".to_owned())
    }
}

impl Rewritten<'_> {
    fn block(mut self, old: Vec<Spirv>, meant: &BTreeMap<u32, Instruction>) -> Result<Vec<Spirv>, String> {
        for instruction in old {
            let callee = builder::base(&instruction).filter(|_| instruction.class.opcode == Op::FunctionCall);
            match callee.and_then(|callee| meant.get(&callee)) {
                Some(meant) => self.replace(*meant, &Call::of(&instruction)?)?,
                None => self.instructions.push(instruction),
            }
        }
        Ok(self.instructions)
    }

    fn replace(&mut self, meant: Instruction, call: &Call) -> Result<(), String> {
        match meant {
            Instruction::Specialisation(at) => {
                let constant = self.facts.specialisations.get(at as usize);
                let constant = *constant.ok_or_else(|| format!("there is no specialisation constant {at}"))?;
                let id = builder::specialisation(self.module, (constant.id, constant.default), call.ty)?;
                self.push(Op::CopyObject, call, vec![Operand::IdRef(id)]);
            }
            Instruction::Sample(operands) => self.sample(operands, call)?,
            Instruction::ImageQueryLod => {
                builder::add_capability(self.module, Capability::ImageQuery);
                self.needs_quads()?;
                let sample = self.image_instruction(call.argument(0)?)?;
                let image = self.instructions[sample].operands[0].clone();
                // The sample only said which texture and sampler are meant.
                self.instructions.remove(sample);
                self.instructions.retain(|one| one.result_id != Some(call.arguments[0]));
                let operands = vec![image, Operand::IdRef(call.argument(1)?)];
                self.push(Op::ImageQueryLod, call, operands);
            }
            Instruction::ResidencyCode => self.residency(call)?,
            Instruction::TexelsResident => {
                builder::add_capability(self.module, Capability::SparseResidency);
                self.push(Op::ImageSparseTexelsResident, call, vec![Operand::IdRef(call.argument(0)?)]);
            }
            Instruction::Frexp => {
                let set = builder::glsl_set(self.module);
                let function = Operand::LiteralExtInstInteger(FREXP_STRUCT);
                self.push(Op::ExtInst, call, vec![Operand::IdRef(set), function, Operand::IdRef(call.argument(0)?)]);
            }
            Instruction::Interpolate(point) => self.interpolate(point, call)?,
            Instruction::MemoryBarrier => {
                let semantics =
                    MemorySemantics::ACQUIRE_RELEASE | MemorySemantics::UNIFORM_MEMORY | MemorySemantics::IMAGE_MEMORY;
                let (scope, semantics) = (self.constant(Scope::Device as u32), self.constant(semantics.bits()));
                let operands = vec![Operand::IdScope(scope), Operand::IdMemorySemantics(semantics)];
                self.instructions.push(Spirv::new(Op::MemoryBarrier, None, None, operands));
            }
            Instruction::IsHelperInvocation => {
                builder::add_capability(self.module, Capability::DemoteToHelperInvocation);
                builder::add_extension(self.module, "SPV_EXT_demote_to_helper_invocation");
                self.push(Op::IsHelperInvocationEXT, call, Vec::new());
            }
            Instruction::Clock { of_device } => super::addresses::clock(self, of_device, call),
            Instruction::LoadWord => super::addresses::load(self, call)?,
            Instruction::StoreWord => super::addresses::store(self, call)?,
            Instruction::AtomicWord(operation) => super::addresses::atomic(self, operation, call)?,
            Instruction::Partition => {
                self.declare_partitions();
                self.push(Op::GroupNonUniformPartitionNV, call, vec![Operand::IdRef(call.argument(0)?)]);
            }
            Instruction::Print(at) => self.print(at, call)?,
            Instruction::Inline(at) => self.inline(at, call)?,
            Instruction::RayQuery(what) => self.ray_query(what, call)?,
            Instruction::Lanes(operation, group) => self.lanes(operation, group, call)?,
            Instruction::MeshOutput(_)
            | Instruction::Payload
            | Instruction::SetMeshOutputs
            | Instruction::DispatchMesh => return Err("an instruction of a mesh pipeline in another stage".to_owned()),
            Instruction::Bitcast => self.push(Op::Bitcast, call, vec![Operand::IdRef(call.argument(0)?)]),
            Instruction::Derivative(axis, accuracy) => {
                if accuracy != Accuracy::Any {
                    builder::add_capability(self.module, Capability::DerivativeControl);
                }
                self.needs_quads()?;
                self.push(derivative(axis, accuracy), call, vec![Operand::IdRef(call.argument(0)?)]);
            }
        }
        Ok(())
    }

    /// An instruction that the source names.
    fn inline(&mut self, at: u32, call: &Call) -> Result<(), String> {
        let inline = self.facts.inline_calls.get(at as usize);
        let inline = inline.ok_or_else(|| format!("there is no instruction {at}"))?.clone();
        let mut arguments = call.arguments.iter().copied();
        let mut operands = Vec::with_capacity(inline.operands.len() + 2);
        let mut op = Op::ExtInst;
        if inline.is_extended {
            operands.push(Operand::IdRef(builder::glsl_set(self.module)));
            operands.push(Operand::LiteralExtInstInteger(inline.number));
        } else {
            op = Op::from_u32(inline.number)
                .ok_or_else(|| format!("no instruction has the number {}", inline.number))?;
        }
        if let Some(capability) = inline.capability.and_then(Capability::from_u32) {
            builder::add_capability(self.module, capability);
        }
        for operand in &inline.operands {
            let mut next = || arguments.next().ok_or("an instruction with too few operands");
            operands.push(match operand {
                InlineArgument::Literal(number) => Operand::LiteralBit32(*number),
                InlineArgument::Value => Operand::IdRef(next()?),
                InlineArgument::Pointer => {
                    let value = next()?;
                    let load = self.instructions.iter().rposition(|one| one.result_id == Some(value));
                    let load = load.filter(|at| self.instructions[*at].class.opcode == Op::Load);
                    // The load only said which place is meant.
                    let load = self.instructions.remove(load.ok_or("a place that was not loaded")?);
                    Operand::IdRef(builder::base(&load).ok_or("a load without a pointer")?)
                }
            });
        }
        let result = inline.has_result.then_some((call.ty, call.id));
        let instruction = Spirv::new(op, result.map(|(ty, _)| ty), result.map(|(_, id)| id), operands);
        self.instructions.push(instruction);
        Ok(())
    }

    /// `DebugPrintf` of the extended instruction set `NonSemantic.DebugPrintf` (Khronos' SPIR-V registry), where it has the number 1.
    fn print(&mut self, at: u32, call: &Call) -> Result<(), String> {
        let format = self.facts.messages.get(at as usize).ok_or_else(|| format!("there is no message {at}"))?;
        builder::add_extension(self.module, "SPV_KHR_non_semantic_info");
        let set = builder::instruction_set(self.module, "NonSemantic.DebugPrintf");
        let format = builder::string(self.module, format.as_str());
        let void = builder::declared(self.module, Op::TypeVoid, None, Vec::new());
        let mut operands = vec![Operand::IdRef(set), Operand::LiteralExtInstInteger(1), Operand::IdRef(format)];
        operands.extend(call.arguments.iter().map(|argument| Operand::IdRef(*argument)));
        self.instructions.push(Spirv::new(Op::ExtInst, Some(void), Some(call.id), operands));
        Ok(())
    }

    /// The extended instruction for an input, which is found by its location.
    fn interpolate(&mut self, point: InterpolationPoint, call: &Call) -> Result<(), String> {
        let location = builder::global(self.module, call.argument(0)?).and_then(|one| one.operands.first());
        let location = location.cloned().ok_or("an input without a location")?;
        let is_location = |note: &&Spirv| {
            note.operands.get(1) == Some(&Operand::Decoration(Decoration::Location))
                && note.operands.get(2) == Some(&location)
        };
        let input = Operand::StorageClass(StorageClass::Input);
        let variables = self.module.annotations.iter().filter(is_location).filter_map(builder::base);
        let variable = variables
            .filter_map(|id| builder::global(self.module, id))
            .find(|variable| variable.operands.first() == Some(&input))
            .ok_or("no input has the location")?;
        let of = variable.result_type.and_then(|pointer| builder::pointee(self.module, pointer)).map(|(_, of)| of);
        if of != Some(call.ty) {
            return Err("an input of another type".to_owned());
        }
        let variable = Operand::IdRef(variable.result_id.ok_or("a variable without an id")?);
        builder::add_capability(self.module, Capability::InterpolationFunction);
        // `InterpolateAtCentroid` and those behind it, of the specification of the instruction set.
        let function = Operand::LiteralExtInstInteger(INTERPOLATE_AT_CENTROID + point as u32);
        let mut operands = vec![Operand::IdRef(builder::glsl_set(self.module)), function, variable];
        operands.extend(call.arguments.get(1).map(|position| Operand::IdRef(*position)));
        self.push(Op::ExtInst, call, operands);
        Ok(())
    }

    pub fn push(&mut self, op: Op, call: &Call, operands: Vec<Operand>) {
        self.instructions.push(Spirv::new(op, Some(call.ty), Some(call.id), operands));
    }

    /// Gives the sample in the first argument more operands. What naga extracts from the result is extracted from it
    /// still.
    fn sample(&mut self, more: ImageOperands, call: &Call) -> Result<(), String> {
        let sampled = call.argument(0)?;
        let at = self.image_instruction(sampled)?;
        let old = self.instructions[at].clone();
        let compares = matches!(
            old.class.opcode,
            Op::ImageSampleDrefImplicitLod | Op::ImageSampleDrefExplicitLod | Op::ImageDrefGather
        );
        let gathers = matches!(old.class.opcode, Op::ImageGather | Op::ImageDrefGather);
        // Image, coordinate, and a reference or component.
        let fixed = if compares || gathers { 3 } else { 2 };
        let constant_offset = constant_offset(&old.operands[fixed..]);
        let (mut operands, by_derivatives) = self.operands(more, constant_offset, call)?;
        let op = match (compares, gathers, by_derivatives) {
            (_, true, _) => old.class.opcode,
            (true, _, true) => Op::ImageSampleDrefImplicitLod,
            (true, _, false) => Op::ImageSampleDrefExplicitLod,
            (false, _, true) => Op::ImageSampleImplicitLod,
            (false, _, false) => Op::ImageSampleExplicitLod,
        };
        if by_derivatives && !gathers {
            self.needs_quads()?;
        }
        let mut all = old.operands[..fixed].to_vec();
        all.append(&mut operands);
        // The operands may be computed after the sample, so it moves to where the call is.
        let extracted = self.instructions.iter().position(|one| one.result_id == Some(sampled)).filter(|of| *of != at);
        let extraction = extracted.map(|of| self.instructions.remove(of));
        self.instructions.remove(at);
        let id = if extraction.is_some() { old.result_id } else { Some(call.id) };
        self.instructions.push(Spirv::new(op, old.result_type, id, all));
        self.instructions.extend(extraction.map(|one| Spirv { result_id: Some(call.id), ..one }));
        Ok(())
    }

    /// The image operands, in SPIR-V's order, and whether the level follows from derivatives.
    fn operands(
        &mut self,
        more: ImageOperands,
        constant_offset: Option<u32>,
        call: &Call,
    ) -> Result<(Vec<Operand>, bool), String> {
        let mut mask = spirv::ImageOperands::NONE;
        let mut ids = Vec::new();
        let mut given = call.arguments.iter().skip(1).copied();
        let mut take = |bit: spirv::ImageOperands, count: usize| -> Result<(), String> {
            mask |= bit;
            let before = ids.len();
            ids.extend(given.by_ref().take(count));
            if ids.len() == before + count { Ok(()) } else { Err("a sample with too few operands".to_owned()) }
        };
        if more.bias {
            take(spirv::ImageOperands::BIAS, 1)?;
        }
        if more.level {
            take(spirv::ImageOperands::LOD, 1)?;
        }
        if more.gradient {
            take(spirv::ImageOperands::GRAD, 2)?;
        }
        if more.offset {
            builder::add_capability(self.module, Capability::ImageGatherExtended);
            take(spirv::ImageOperands::OFFSET, 1)?;
        }
        if let Some(offset) = constant_offset {
            mask |= spirv::ImageOperands::CONST_OFFSET;
            ids.push(offset);
        }
        if more.least_level {
            builder::add_capability(self.module, Capability::MinLod);
            mask |= spirv::ImageOperands::MIN_LOD;
            ids.extend(given.next());
        }
        let mut operands = Vec::with_capacity(ids.len() + 1);
        if mask != spirv::ImageOperands::NONE {
            operands.push(Operand::ImageOperands(mask));
        }
        operands.extend(ids.into_iter().map(Operand::IdRef));
        Ok((operands, !more.level && !more.gradient))
    }

    /// Makes the sample, gather, fetch or read in the argument a sparse one.
    fn residency(&mut self, call: &Call) -> Result<(), String> {
        builder::add_capability(self.module, Capability::SparseResidency);
        let at = self.image_instruction(call.argument(0)?)?;
        let (sparse, texel) = {
            let old = &self.instructions[at];
            (sparse(old.class.opcode)?, old.result_type.ok_or("a sample without a type")?)
        };
        let number = call.ty;
        // A residency code and a texel.
        let members = vec![Operand::IdRef(number), Operand::IdRef(texel)];
        let pair = builder::declared(self.module, Op::TypeStruct, None, members);
        let both = builder::fresh_id(self.module);
        let old = std::mem::replace(&mut self.instructions[at], Spirv::new(Op::Nop, None, None, Vec::new()));
        let part = |ty: u32, id: Option<u32>, member: u32| {
            let operands = vec![Operand::IdRef(both), Operand::LiteralBit32(member)];
            Spirv::new(Op::CompositeExtract, Some(ty), id, operands)
        };
        self.instructions[at] = Spirv::new(sparse, Some(pair), Some(both), old.operands);
        self.instructions.insert(at + 1, part(texel, old.result_id, 1));
        self.instructions.push(part(number, Some(call.id), 0));
        Ok(())
    }

    /// Where the image instruction behind a value is: of a depth texture naga extracts a component.
    fn image_instruction(&self, id: u32) -> Result<usize, String> {
        let mut id = id;
        loop {
            let at = self.instructions.iter().rposition(|one| one.result_id == Some(id));
            let at = at.ok_or("a sample in another block than what it stands for")?;
            let one = &self.instructions[at];
            match (one.class.opcode, builder::base(one)) {
                // An operand is defined before, so this ends.
                (Op::CompositeExtract, Some(of)) => id = of,
                (op, _) => return sparse(op).map(|_| at),
            }
        }
    }

    pub fn constant(&mut self, value: u32) -> u32 {
        let uint = builder::uint(self.module);
        builder::declared(self.module, Op::Constant, Some(uint), vec![Operand::LiteralBit32(value)])
    }

    /// What the numbers of a scalar or vector are.
    fn number_kind(&self, ty: u32) -> NumberKind {
        let ty = builder::global(self.module, ty);
        let scalar = match ty {
            Some(vector) if vector.class.opcode == Op::TypeVector => {
                builder::base(vector).and_then(|of| builder::global(self.module, of))
            }
            scalar => scalar,
        };
        match scalar {
            Some(scalar) if scalar.class.opcode == Op::TypeFloat => NumberKind::Float,
            Some(scalar) if scalar.operands.get(1) == Some(&Operand::LiteralBit32(1)) => NumberKind::Signed,
            _ => NumberKind::Unsigned,
        }
    }

    /// Arithmetic over lanes.
    fn lanes(&mut self, operation: LaneArithmetic, group: LaneGroup, call: &Call) -> Result<(), String> {
        let (capability, group_operation) = match group {
            LaneGroup::Inclusive => (Capability::GroupNonUniformArithmetic, GroupOperation::InclusiveScan),
            LaneGroup::Exclusive => (Capability::GroupNonUniformArithmetic, GroupOperation::ExclusiveScan),
            LaneGroup::Clustered => (Capability::GroupNonUniformClustered, GroupOperation::ClusteredReduce),
            LaneGroup::Partitioned => (PARTITIONS, GroupOperation::PartitionedReduceNV),
            LaneGroup::PartitionedInclusive => (PARTITIONS, GroupOperation::PartitionedInclusiveScanNV),
            LaneGroup::PartitionedExclusive => (PARTITIONS, GroupOperation::PartitionedExclusiveScanNV),
        };
        if capability == PARTITIONS {
            self.declare_partitions();
            builder::add_capability(self.module, Capability::GroupNonUniformArithmetic);
        } else {
            builder::add_capability(self.module, capability);
        }
        let scope = self.constant(Scope::Subgroup as u32);
        let mut operands = vec![Operand::IdScope(scope), Operand::GroupOperation(group_operation)];
        operands.extend(call.arguments.iter().map(|argument| Operand::IdRef(*argument)));
        self.push(lane_arithmetic(operation, self.number_kind(call.ty)), call, operands);
        Ok(())
    }

    fn declare_partitions(&mut self) {
        builder::add_capability(self.module, PARTITIONS);
        builder::add_extension(self.module, "SPV_NV_shader_subgroup_partitioned");
    }

    /// Declares how the invocations of a compute shader form quads. Where the source does not say it, as DXC does: two by
    /// two where the group has even sides, else four in a row.
    fn needs_quads(&mut self) -> Result<(), String> {
        let entry = self.module.entry_points.first().ok_or("no entry point")?;
        if entry.operands.first() != Some(&Operand::ExecutionModel(ExecutionModel::GLCompute)) {
            return Ok(());
        }
        let size = self.module.execution_modes.iter().find_map(|mode| match mode.operands.as_slice() {
            [
                _,
                Operand::ExecutionMode(ExecutionMode::LocalSize),
                Operand::LiteralBit32(x),
                Operand::LiteralBit32(y),
                _,
            ] => Some((*x, *y)),
            _ => None,
        });
        let (x, y) = size.ok_or("a compute shader without a size")?;
        let is_square = match self.facts.quads {
            Some(quads) => quads == QuadLayout::Square,
            None => x.is_multiple_of(2) && y.is_multiple_of(2),
        };
        let (mode, capability) = if is_square {
            (ExecutionMode::DerivativeGroupQuadsKHR, Capability::ComputeDerivativeGroupQuadsKHR)
        } else {
            (ExecutionMode::DerivativeGroupLinearKHR, Capability::ComputeDerivativeGroupLinearKHR)
        };
        builder::add_capability(self.module, capability);
        builder::add_extension(self.module, "SPV_NV_compute_shader_derivatives");
        builder::add_execution_mode(self.module, mode);
        Ok(())
    }
}

/// The constant offset among a sample's image operands: always the last, because naga writes none that follow it.
fn constant_offset(operands: &[Operand]) -> Option<u32> {
    match operands {
        [Operand::ImageOperands(mask), .., Operand::IdRef(last)]
            if mask.contains(spirv::ImageOperands::CONST_OFFSET) =>
        {
            Some(*last)
        }
        _ => None,
    }
}

/// The sparse form of an image instruction.
fn sparse(op: Op) -> Result<Op, String> {
    Ok(match op {
        Op::ImageSampleImplicitLod => Op::ImageSparseSampleImplicitLod,
        Op::ImageSampleExplicitLod => Op::ImageSparseSampleExplicitLod,
        Op::ImageSampleDrefImplicitLod => Op::ImageSparseSampleDrefImplicitLod,
        Op::ImageSampleDrefExplicitLod => Op::ImageSparseSampleDrefExplicitLod,
        Op::ImageGather => Op::ImageSparseGather,
        Op::ImageDrefGather => Op::ImageSparseDrefGather,
        Op::ImageFetch => Op::ImageSparseFetch,
        Op::ImageRead => Op::ImageSparseRead,
        other => return Err(format!("{other:?} has no sparse form")),
    })
}

/// The number of `FrexpStruct` in the set `GLSL.std.450`.
const FREXP_STRUCT: u32 = 52;
const INTERPOLATE_AT_CENTROID: u32 = 76;

/// What operations over partitions need.
const PARTITIONS: Capability = Capability::GroupNonUniformPartitionedNV;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NumberKind {
    Float,
    Signed,
    Unsigned,
}

const fn lane_arithmetic(operation: LaneArithmetic, kind: NumberKind) -> Op {
    match (operation, kind) {
        (LaneArithmetic::Add, NumberKind::Float) => Op::GroupNonUniformFAdd,
        (LaneArithmetic::Add, _) => Op::GroupNonUniformIAdd,
        (LaneArithmetic::Multiply, NumberKind::Float) => Op::GroupNonUniformFMul,
        (LaneArithmetic::Multiply, _) => Op::GroupNonUniformIMul,
        (LaneArithmetic::And, _) => Op::GroupNonUniformBitwiseAnd,
        (LaneArithmetic::Or, _) => Op::GroupNonUniformBitwiseOr,
        (LaneArithmetic::Xor, _) => Op::GroupNonUniformBitwiseXor,
        (LaneArithmetic::Min, NumberKind::Float) => Op::GroupNonUniformFMin,
        (LaneArithmetic::Min, NumberKind::Signed) => Op::GroupNonUniformSMin,
        (LaneArithmetic::Min, NumberKind::Unsigned) => Op::GroupNonUniformUMin,
        (LaneArithmetic::Max, NumberKind::Float) => Op::GroupNonUniformFMax,
        (LaneArithmetic::Max, NumberKind::Signed) => Op::GroupNonUniformSMax,
        (LaneArithmetic::Max, NumberKind::Unsigned) => Op::GroupNonUniformUMax,
    }
}

const fn derivative(axis: Axis, accuracy: Accuracy) -> Op {
    match (axis, accuracy) {
        (Axis::X, Accuracy::Any) => Op::DPdx,
        (Axis::X, Accuracy::Coarse) => Op::DPdxCoarse,
        (Axis::X, Accuracy::Fine) => Op::DPdxFine,
        (Axis::Y, Accuracy::Any) => Op::DPdy,
        (Axis::Y, Accuracy::Coarse) => Op::DPdyCoarse,
        (Axis::Y, Accuracy::Fine) => Op::DPdyFine,
        (Axis::Both, Accuracy::Any) => Op::Fwidth,
        (Axis::Both, Accuracy::Coarse) => Op::FwidthCoarse,
        (Axis::Both, Accuracy::Fine) => Op::FwidthFine,
    }
}

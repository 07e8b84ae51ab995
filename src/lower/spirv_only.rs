//! Instructions that SPIR-V has and naga's IR does not. In naga's module each is a call of a function without a
//! meaning: its body reads a buffer of [`PLACEHOLDER_SET`] at an index that says which instruction is meant
//! ([`Instruction::code`]). A SPIR-V pass (`compile/spirv/passes/instruction.rs`) puts the instruction in place of the
//! call, and removes functions and buffer.

use naga::{
    Expression, Function, FunctionArgument, FunctionResult, Handle, Literal, LocalVariable, Override, Span, Statement,
};

use super::function::{FunctionBuilder, ValueHandle};
use super::mesh::MAX_OUTPUTS;
use super::module::Lowerer;
use super::shape::Ty;
use super::{CONSTANT_VARIABLE, SpecialisationForm};
use crate::ir::operations::{Accuracy, Axis, InterpolationPoint, LaneArithmetic, LaneGroup, RayOperation, RayValue};
use crate::ir::{Expr, Problem, Result, Symbol};

/// The binding of the buffer that the functions read; those below it are of [`super::AtomicResult`].
pub const INSTRUCTION_BINDING: u32 = 16;

/// An instruction that SPIR-V has and naga's IR does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// `OpImageQueryLod`. Arguments: a sample with the texture and the sampler, and the coordinates without a layer.
    /// Two floats: the level of the view that is sampled, and the level before it is clamped to the view.
    ImageQueryLod,
    /// The residency code of the sample, gather, fetch or read in the argument, which becomes a sparse one.
    ResidencyCode,
    /// `OpImageSparseTexelsResident` of a residency code.
    TexelsResident,
    /// `InterpolateAtCentroid` and the like of GLSL's functions. Arguments: the location of the input, and the point if it has one.
    Interpolate(InterpolationPoint),
    /// `OpGroupNonUniformPartitionNV`.
    Partition,
    /// Arithmetic over lanes. Arguments: the value, and the partition's ballot or the cluster's size where there is one.
    Lanes(LaneArithmetic, LaneGroup),
    /// `OpBitcast` between numbers of different widths.
    Bitcast,
    /// A derivative outside of a pixel shader.
    Derivative(Axis, Accuracy),
    /// `FrexpStruct` of 64-bit floats: a structure with the fraction and the exponent.
    Frexp,
    /// `OpMemoryBarrier` of buffers and textures, outside of a compute shader. It has no value.
    MemoryBarrier,
    /// `OpIsHelperInvocationEXT`.
    IsHelperInvocation,
    /// `OpReadClockKHR` of the device or the subgroup.
    Clock { of_device: bool },
    /// `OpLoad` of a word at the address in the argument.
    LoadWord,
    /// `OpStore` of a word. Arguments: the address and the word. It has no value.
    StoreWord,
    /// An instruction that the source names: its number in [`Lowered::inline_calls`](super::Lowered::inline_calls).
    Inline(u32),
    /// An atomic function on a word. Arguments: the address, the value, and the expected value if it has one.
    AtomicWord(WordAtomic),
    /// `OpSpecConstant`: the number of it in [`Lowered::specialisations`](super::Lowered::specialisations).
    Specialisation(u32),
    /// `DebugPrintf`: the number of the format in [`Lowered::messages`](super::Lowered::messages). Arguments: what is printed. It has no
    /// value.
    Print(u32),
    /// An operation of a ray query. Arguments: the number of the query's variable in
    /// [`Lowered::ray_queries`](super::Lowered::ray_queries), an index into it, and those of the operation.
    RayQuery(RayInstruction),
    /// Names a variable of outputs of a mesh stage by its number in [`MeshStage::outputs`](super::MeshStage). Argument: its first
    /// number, which nothing reads. It has no value.
    MeshOutput(u32),
    /// Names the payload. Argument: its first number, which nothing reads. It has no value.
    Payload,
    /// `OpSetMeshOutputsEXT`. It has no value.
    SetMeshOutputs,
    /// `OpEmitMeshTasksEXT`: a `return` follows in naga's module. It has no value.
    DispatchMesh,
    /// The sample or gather in the first argument, with more operands: the arguments after it, in the order of
    /// [`ImageOperands`].
    Sample(ImageOperands),
}

/// An atomic function on a word of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordAtomic {
    Add,
    Subtract,
    And,
    Or,
    Xor,
    Min,
    Max,
    SignedMin,
    SignedMax,
    Exchange,
    CompareExchange,
}

impl WordAtomic {
    const ALL: [WordAtomic; 11] = [
        WordAtomic::Add,
        WordAtomic::Subtract,
        WordAtomic::And,
        WordAtomic::Or,
        WordAtomic::Xor,
        WordAtomic::Min,
        WordAtomic::Max,
        WordAtomic::SignedMin,
        WordAtomic::SignedMax,
        WordAtomic::Exchange,
        WordAtomic::CompareExchange,
    ];
}

/// An instruction of a ray query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RayInstruction {
    Initialize {
        /// The acceleration structure is given by its address.
        by_address: bool,
        /// Triangles or boxes may be skipped.
        culls: bool,
    },
    /// Any other than `Initialize`.
    Operation(RayOperation),
}

/// The code of the first instruction of ray queries; those of intersections follow from [`FIRST_INTERSECTION`] on.
const FIRST_RAY: u32 = 0x80;
const FIRST_INTERSECTION: u32 = 0xA0;

/// The code of the first output of a mesh stage.
const FIRST_OUTPUT: u32 = FIRST_MESSAGE + MAX_MESSAGES;
/// The code of the first clock; memory at addresses follows.
const FIRST_OF_VULKAN: u32 = 0x200;

const POINTS: [InterpolationPoint; 3] =
    [InterpolationPoint::Centroid, InterpolationPoint::Sample, InterpolationPoint::Offset];

const RAY_OPERATIONS: [RayOperation; 9] = [
    RayOperation::Terminate,
    RayOperation::Proceed,
    RayOperation::Confirm,
    RayOperation::Generate,
    RayOperation::Flags,
    RayOperation::LeastDistance,
    RayOperation::WorldOrigin,
    RayOperation::WorldDirection,
    RayOperation::CandidateIsOpaque,
];

impl RayInstruction {
    fn code(self) -> u32 {
        let operation = match self {
            RayInstruction::Initialize { by_address, culls } => {
                return FIRST_RAY + u32::from(by_address) + 2 * u32::from(culls);
            }
            RayInstruction::Operation(operation) => operation,
        };
        match operation {
            RayOperation::Intersection(value, committed) => {
                FIRST_INTERSECTION + 2 * value as u32 + u32::from(committed)
            }
            other => FIRST_RAY + 4 + RAY_OPERATIONS.iter().position(|one| *one == other).unwrap_or(0) as u32,
        }
    }

    fn from_code(code: u32) -> Option<RayInstruction> {
        let at = code.checked_sub(FIRST_RAY)?;
        if at < 4 {
            return Some(RayInstruction::Initialize { by_address: at & 1 == 1, culls: at & 2 == 2 });
        }
        let operation = match code.checked_sub(FIRST_INTERSECTION) {
            Some(at) => RayOperation::Intersection(*RayValue::ALL.get(at as usize / 2)?, at % 2 == 1),
            None => *RAY_OPERATIONS.get(at as usize - 4)?,
        };
        Some(RayInstruction::Operation(operation))
    }
}

/// A constant whose value the pipeline may replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Specialisation {
    /// Its number in the pipeline's description.
    pub id: u32,
    pub symbol: Symbol,
    /// The bits of the value that it has else, the least significant first; 1 is `true`.
    pub default: u64,
}

/// Limit on the specialisation constants of a stage.
const MAX_SPECIALISATIONS: u32 = 0x1000;

/// Limit on the formats of messages of a stage.
pub const MAX_MESSAGES: u32 = 0x1000;

/// Limit on the instructions that the source of a stage names.
pub const MAX_INLINE: u32 = 0x1000;

/// The code of the first instruction that the source names.
const FIRST_INLINE: u32 = 0x4000;

/// The code of the first message.
const FIRST_MESSAGE: u32 = FIRST_SPECIALISATION + MAX_SPECIALISATIONS;

/// The code of the first specialisation constant.
const FIRST_SPECIALISATION: u32 = 0x1000;

/// Operands of a sample that replace those it has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImageOperands {
    /// Whether the level follows from derivatives, outside of a pixel shader.
    pub implicit: bool,
    /// Added to the level that follows from derivatives.
    pub bias: bool,
    /// The level, as a float.
    pub level: bool,
    /// Two arguments.
    pub gradient: bool,
    /// A texel offset that is not constant.
    pub offset: bool,
    /// The lowest level that is sampled.
    pub least_level: bool,
}

impl ImageOperands {
    const fn bits(self) -> u32 {
        self.implicit as u32
            | (self.bias as u32) << 1
            | (self.level as u32) << 2
            | (self.gradient as u32) << 3
            | (self.offset as u32) << 4
            | (self.least_level as u32) << 5
    }

    fn from_bits(bits: u32) -> ImageOperands {
        let has = |bit: u32| bits >> bit & 1 == 1;
        ImageOperands {
            implicit: has(0),
            bias: has(1),
            level: has(2),
            gradient: has(3),
            offset: has(4),
            least_level: has(5),
        }
    }

    /// Whether the sample has only operands that naga supports.
    pub fn is_empty(self) -> bool {
        self == ImageOperands::default()
    }
}

const ARITHMETIC: [LaneArithmetic; 7] = [
    LaneArithmetic::Add,
    LaneArithmetic::Multiply,
    LaneArithmetic::And,
    LaneArithmetic::Or,
    LaneArithmetic::Xor,
    LaneArithmetic::Min,
    LaneArithmetic::Max,
];
const GROUPS: [LaneGroup; 6] = [
    LaneGroup::Inclusive,
    LaneGroup::Exclusive,
    LaneGroup::Clustered,
    LaneGroup::Partitioned,
    LaneGroup::PartitionedInclusive,
    LaneGroup::PartitionedExclusive,
];
const AXES: [Axis; 3] = [Axis::X, Axis::Y, Axis::Both];
const ACCURACIES: [Accuracy; 3] = [Accuracy::Any, Accuracy::Coarse, Accuracy::Fine];

impl Instruction {
    /// The code of the instruction: the index at which the buffer is read.
    pub fn code(self) -> u32 {
        match self {
            Instruction::ImageQueryLod => 0,
            Instruction::ResidencyCode => 1,
            Instruction::TexelsResident => 2,
            Instruction::Partition => 3,
            Instruction::IsHelperInvocation => 4,
            Instruction::Bitcast => 5,
            Instruction::MemoryBarrier => 6,
            Instruction::Frexp => 7,
            Instruction::Payload => 0xC0,
            Instruction::SetMeshOutputs => 0xC1,
            Instruction::DispatchMesh => 0xC2,
            Instruction::MeshOutput(at) => FIRST_OUTPUT + at,
            Instruction::Interpolate(point) => 8 + point as u32,
            Instruction::Clock { of_device } => FIRST_OF_VULKAN + u32::from(of_device),
            Instruction::LoadWord => FIRST_OF_VULKAN + 2,
            Instruction::StoreWord => FIRST_OF_VULKAN + 3,
            Instruction::AtomicWord(operation) => FIRST_OF_VULKAN + 4 + operation as u32,
            Instruction::Lanes(operation, group) => 0x40 + 8 * group as u32 + operation as u32,
            Instruction::Derivative(axis, accuracy) => 0x20 + 3 * axis as u32 + accuracy as u32,
            Instruction::RayQuery(what) => what.code(),
            Instruction::Sample(operands) => 0x100 + operands.bits(),
            Instruction::Specialisation(at) => FIRST_SPECIALISATION + at,
            Instruction::Print(at) => FIRST_MESSAGE + at,
            Instruction::Inline(at) => FIRST_INLINE + at,
        }
    }

    /// The instruction with this code.
    pub fn from_code(code: u32) -> Option<Instruction> {
        Some(match code {
            0 => Instruction::ImageQueryLod,
            1 => Instruction::ResidencyCode,
            2 => Instruction::TexelsResident,
            3 => Instruction::Partition,
            4 => Instruction::IsHelperInvocation,
            5 => Instruction::Bitcast,
            6 => Instruction::MemoryBarrier,
            7 => Instruction::Frexp,
            8..11 => Instruction::Interpolate(POINTS[code as usize - 8]),
            0x40..0x70 => {
                let at = code as usize - 0x40;
                Instruction::Lanes(*ARITHMETIC.get(at % 8)?, GROUPS[at / 8])
            }
            0x20..0x29 => {
                let at = code as usize - 0x20;
                Instruction::Derivative(AXES[at / 3], ACCURACIES[at % 3])
            }
            FIRST_OF_VULKAN => Instruction::Clock { of_device: false },
            0x201 => Instruction::Clock { of_device: true },
            0x202 => Instruction::LoadWord,
            0x203 => Instruction::StoreWord,
            0x204..0x210 => Instruction::AtomicWord(*WordAtomic::ALL.get(code as usize - 0x204)?),
            FIRST_RAY..0xC0 => Instruction::RayQuery(RayInstruction::from_code(code)?),
            0xC0 => Instruction::Payload,
            0xC1 => Instruction::SetMeshOutputs,
            0xC2 => Instruction::DispatchMesh,
            0x100..0x140 => Instruction::Sample(ImageOperands::from_bits(code - 0x100)),
            FIRST_SPECIALISATION.. if code < FIRST_SPECIALISATION + MAX_SPECIALISATIONS => {
                Instruction::Specialisation(code - FIRST_SPECIALISATION)
            }
            FIRST_MESSAGE.. if code < FIRST_MESSAGE + MAX_MESSAGES => Instruction::Print(code - FIRST_MESSAGE),
            FIRST_OUTPUT.. if code < FIRST_OUTPUT + MAX_OUTPUTS => Instruction::MeshOutput(code - FIRST_OUTPUT),
            FIRST_INLINE.. if code < FIRST_INLINE + MAX_INLINE => Instruction::Inline(code - FIRST_INLINE),
            _ => return None,
        })
    }
}

impl Lowerer<'_> {
    /// The function that stands for an instruction with operands and a result of these types.
    fn instruction_function(&mut self, code: u32, arguments: Vec<Ty>, result: Ty) -> Handle<Function> {
        self.journal.keep_own();
        let key = (code, arguments, result);
        if let Some(known) = self.instructions.get(&key) {
            return *known;
        }
        let buffer = self.placeholder(INSTRUCTION_BINDING, naga::Scalar::U32);
        let mut function = Function {
            arguments: key.1.iter().map(|ty| FunctionArgument { name: None, ty: *ty, binding: None }).collect(),
            result: Some(FunctionResult { ty: result, binding: None }),
            ..Function::default()
        };
        let ty = self.number(naga::Scalar::U32, 1, 1);
        let code_variable = LocalVariable { name: None, ty, init: None };
        let code_variable = function.local_variables.append(code_variable, Span::UNDEFINED);
        let expressions = &mut function.expressions;
        let variable = expressions.append(Expression::LocalVariable(code_variable), Span::UNDEFINED);
        let base = expressions.append(Expression::GlobalVariable(buffer), Span::UNDEFINED);
        let index = expressions.append(Expression::Literal(Literal::U32(code)), Span::UNDEFINED);
        let value = expressions.append(Expression::ZeroValue(result), Span::UNDEFINED);
        let first = expressions.len();
        let pointer = expressions.append(Expression::Access { base, index }, Span::UNDEFINED);
        let read = expressions.append(Expression::Load { pointer }, Span::UNDEFINED);
        function.body.push(Statement::Emit(expressions.range_from(first)), Span::UNDEFINED);
        // The read is stored, because naga does not write an unused read.
        function.body.push(Statement::Store { pointer: variable, value: read }, Span::UNDEFINED);
        function.body.push(Statement::Return { value: Some(value) }, Span::UNDEFINED);
        let handle = self.module.functions.append(function, Span::UNDEFINED);
        self.instructions.insert(key, handle);
        handle
    }
}

/// Whether a language of texts has a specialisation constant with this default; else why not.
fn has_text(default: Literal, what: &str) -> std::result::Result<(), String> {
    match default {
        Literal::Bool(_) | Literal::I32(_) | Literal::U32(_) => Ok(()),
        Literal::F32(value) if value.is_finite() => Ok(()),
        _ => Err(format!("{what} in a text with this type or value")),
    }
}

impl FunctionBuilder<'_, '_> {
    /// Rejects a construct that only SPIR-V has, if another form is written. `what`: the construct, as the source
    /// spells it.
    pub fn needs_spirv(&self, what: &str) -> Result<()> {
        if self.low.placeholders_allowed {
            return Ok(());
        }
        self.unsupported(format!("{what} for any target but SPIR-V"))
    }

    /// Whether the invocation only helps to compute derivatives. `what`: the construct that asks for it.
    pub fn helper_invocation(&mut self, what: &str) -> Result<ValueHandle> {
        self.needs_spirv(what)?;
        let truth = self.low.number(naga::Scalar::BOOL, 1, 1);
        Ok(self.spirv_instruction(Instruction::IsHelperInvocation, &[], truth))
    }

    /// The value of a specialisation constant with this number and this value else.
    pub fn specialisation(&mut self, symbol: Symbol, id: u32, default: &Expr) -> Result<ValueHandle> {
        let what = format!("the specialisation constant `{}`", symbol.0);
        let form = self.low.specialisation_form;
        if !self.low.placeholders_allowed && form == SpecialisationForm::Refused {
            return self.unsupported(format!("{what} in a text for OpenGL"));
        }
        let known = self.low.evaluator.value(default);
        let value = match known.as_deref() {
            Some([only]) => *only,
            _ => return self.unsupported(format!("{what} with this value")),
        };
        let Some(default_bits) = bits(value) else { return self.unsupported(format!("{what} with this value")) };
        // The size of a group may have the number of a constant. Two constants may not.
        let is_of_group = self.low.thread_constants.contains(&Some(id));
        let all = &mut self.low.specialisations;
        let other = all.iter().find(|one| one.id == id && one.symbol != symbol).map(|one| one.symbol);
        if let Some(first) = other.filter(|_| !is_of_group) {
            let text =
                format!("the specialisation constants `{}` and `{}` both have the number {id}", first.0, symbol.0);
            return Err(Problem::mistake(self.token, text));
        }
        let at = all.iter().position(|one| one.symbol == symbol).unwrap_or_else(|| {
            all.push(Specialisation { id, symbol, default: default_bits });
            all.len() - 1
        });
        if at >= MAX_SPECIALISATIONS as usize {
            return self.unsupported(format!("more than {MAX_SPECIALISATIONS} specialisation constants"));
        }
        let ty = self.ty(&default.ty);
        if self.low.placeholders_allowed {
            return Ok(self.spirv_instruction(Instruction::Specialisation(at as u32), &[], ty));
        }
        if form == SpecialisationForm::Variable {
            has_text(value, &what).or_else(|why| self.unsupported(why))?;
            let known = self.low.constant_variables.get(&symbol).copied();
            let variable =
                known.unwrap_or_else(|| self.low.private(&format!("{CONSTANT_VARIABLE}{id}_{}", symbol.0), ty));
            self.low.constant_variables.insert(symbol, variable);
            let pointer = self.global(variable);
            return Ok(self.load(pointer));
        }
        let declared = match self.low.overrides.get(&symbol) {
            Some(declared) => *declared,
            None => self.override_of(symbol, id, value, ty)?,
        };
        self.low.overrides.insert(symbol, declared);
        Ok(self.bare(Expression::Override(declared)))
    }

    /// Declares the `override` of a specialisation constant.
    fn override_of(&mut self, symbol: Symbol, id: u32, default: Literal, ty: Ty) -> Result<Handle<Override>> {
        let what = format!("the specialisation constant `{}`", symbol.0);
        let Ok(id) = u16::try_from(id) else {
            return self.unsupported(format!("{what} in WGSL with a number above {}", u16::MAX));
        };
        has_text(default, &what).or_else(|why| self.unsupported(why))?;
        let module = &mut self.low.module;
        let init = module.global_expressions.append(Expression::Literal(default), Span::UNDEFINED);
        let declared = Override { name: Some(symbol.0.to_string()), id: Some(id), ty, init: Some(init) };
        Ok(module.overrides.append(declared, Span::UNDEFINED))
    }

    /// The value of an instruction that only SPIR-V has.
    pub fn spirv_instruction(
        &mut self,
        instruction: Instruction,
        arguments: &[(ValueHandle, Ty)],
        result: Ty,
    ) -> ValueHandle {
        let types = arguments.iter().map(|(_, ty)| *ty).collect();
        let function = self.low.instruction_function(instruction.code(), types, result);
        let value = self.bare(Expression::CallResult(function));
        let arguments = arguments.iter().map(|(value, _)| *value).collect();
        self.push(Statement::Call { function, arguments, result: Some(value) });
        value
    }
}

/// The bits of a number.
fn bits(value: Literal) -> Option<u64> {
    Some(match value {
        Literal::Bool(value) => u64::from(value),
        Literal::U16(value) => u64::from(value),
        // The bits above those of a signed number are its sign.
        Literal::I16(value) => u64::from(i32::from(value).cast_unsigned()),
        Literal::F16(value) => u64::from(value.to_bits()),
        Literal::U32(value) => u64::from(value),
        Literal::I32(value) => u64::from(value.cast_unsigned()),
        Literal::F32(value) => u64::from(value.to_bits()),
        Literal::U64(value) => value,
        Literal::I64(value) => value.cast_unsigned(),
        Literal::F64(value) => value.to_bits(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::Instruction;

    #[test]
    fn codes_are_read_as_they_are_written() {
        let known: Vec<Instruction> = (0..0x6000).filter_map(Instruction::from_code).collect();
        assert_eq!(known.len(), 8 + 3 + 9 + 6 * 7 + 4 + 9 + 2 * 13 + 64 + 4 + 11 + 3 * 0x1000 + 3 + 0x200);
        for instruction in known {
            assert_eq!(Instruction::from_code(instruction.code()), Some(instruction));
        }
    }
}

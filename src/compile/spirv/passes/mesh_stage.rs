//! Stages of mesh pipelines (SPV_EXT_mesh_shader). naga's module has a compute stage, in which the outputs and the payload
//! are groupshared variables. Here the stage, the classes of these variables, and their decorations become those of the
//! mesh or amplification stage.

use std::collections::{BTreeMap, BTreeSet};

use rspirv::dr::{Function, Instruction as Spirv, Module, Operand};
use rspirv::spirv::{BuiltIn as SpirvBuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, Op, StorageClass};

use super::instruction::{Call, functions};
use super::{Facts, builder};
use crate::ir::{BuiltIn, Interpolation, MeshGroup, MeshTopology, OutputArray, Sampling, Slot};
use crate::lower::{INSTRUCTION_BINDING, Instruction, MeshOutput, PLACEHOLDER_SET};

const EXTENSION: &str = "SPV_EXT_mesh_shader";

/// Whether the stage is one of a mesh pipeline, or reads what belongs to whole primitives.
pub fn is_needed(facts: &Facts<'_>) -> bool {
    facts.mesh_stage.is_some() || facts.primitive_inputs
}

/// Makes the stage.
pub fn make(module: &mut Module, facts: &Facts<'_>) -> Result<(), String> {
    builder::add_capability(module, Capability::MeshShadingEXT);
    builder::add_extension(module, EXTENSION);
    let Some(stage) = &facts.mesh_stage else { return Ok(()) };
    set_stage(module, stage.group)?;
    // naga has it on every number that stands for a system value. Nothing is interpolated before these stages.
    let flat = Operand::Decoration(Decoration::Flat);
    module.annotations.retain(|one| one.operands.get(1) != Some(&flat));
    let mut found = Found { outputs: vec![None; stage.outputs.len()], payload: None };
    if facts.instructions {
        found.replace_calls(module)?;
    }
    let variables: Vec<u32> =
        found.outputs.iter().copied().collect::<Option<_>>().ok_or("an output without a variable")?;
    let floats = interpolated(module, &variables);
    for ((output, variable), is_float) in stage.outputs.iter().zip(variables).zip(floats) {
        let topology = stage.group.map(|group| group.topology);
        decorate(module, (variable, is_float), output, topology)?;
    }
    let outputs: BTreeSet<u32> = found.outputs.iter().flatten().copied().collect();
    let payload = found.payload.into_iter().collect();
    move_variables(module, &outputs, StorageClass::Output)?;
    move_variables(module, &payload, StorageClass::TaskPayloadWorkgroupEXT)
}

/// The stage's model, and how much a group of a mesh stage writes.
fn set_stage(module: &mut Module, group: Option<MeshGroup>) -> Result<(), String> {
    let model = if group.is_some() { ExecutionModel::MeshEXT } else { ExecutionModel::TaskEXT };
    let entry = module.entry_points.first_mut().ok_or("no entry point")?;
    *entry.operands.first_mut().ok_or("an entry point without a model")? = Operand::ExecutionModel(model);
    let Some(group) = group else { return Ok(()) };
    let id = entry.operands.get(1).cloned().ok_or("an entry point without a function")?;
    let topology = match group.topology {
        MeshTopology::Points => ExecutionMode::OutputPoints,
        MeshTopology::Lines => ExecutionMode::OutputLinesEXT,
        MeshTopology::Triangles => ExecutionMode::OutputTrianglesEXT,
    };
    let counts = [
        (ExecutionMode::OutputVertices, group.max_vertices),
        (ExecutionMode::OutputPrimitivesEXT, group.max_primitives),
    ];
    for (mode, count) in counts {
        let operands = vec![id.clone(), Operand::ExecutionMode(mode), Operand::LiteralBit32(count)];
        module.execution_modes.push(Spirv::new(Op::ExecutionMode, None, None, operands));
    }
    builder::add_execution_mode(module, topology);
    Ok(())
}

/// The variables that calls name.
struct Found {
    outputs: Vec<Option<u32>>,
    payload: Option<u32>,
}

impl Found {
    /// Finds the variables, and puts the instructions of mesh pipelines in place of the calls that stand for them.
    fn replace_calls(&mut self, module: &mut Module) -> Result<(), String> {
        let bindings = builder::bindings(module);
        let placeholder = bindings.iter().find(|(_, at)| **at == (PLACEHOLDER_SET, INSTRUCTION_BINDING));
        let Some((buffer, _)) = placeholder else { return Ok(()) };
        let meant = functions(module, *buffer)?;
        // A payload is named in the entry point, which may come after the functions that send it.
        let named = |instruction: &Spirv| {
            let callee = builder::base(instruction).filter(|_| instruction.class.opcode == Op::FunctionCall)?;
            meant.get(&callee).copied()
        };
        // The loads of the variables that calls name.
        let mut named_by: BTreeSet<u32> = BTreeSet::new();
        for function in &module.functions {
            let reads = reads(function);
            for instruction in function.all_inst_iter() {
                match named(instruction) {
                    Some(Instruction::Payload) => {
                        self.payload = Some(loaded(&reads, instruction, &mut named_by)?);
                    }
                    Some(Instruction::MeshOutput(number)) => {
                        let variable = self.outputs.get_mut(number as usize).ok_or("an output that is not known")?;
                        *variable = Some(loaded(&reads, instruction, &mut named_by)?);
                    }
                    _ => {}
                }
            }
        }
        let mut functions = std::mem::take(&mut module.functions);
        for block in functions.iter_mut().flat_map(|function| &mut function.blocks) {
            let mut instructions = Vec::with_capacity(block.instructions.len());
            for instruction in std::mem::take(&mut block.instructions) {
                match named(&instruction) {
                    Some(Instruction::Payload | Instruction::MeshOutput(_)) => {}
                    _ if instruction.result_id.is_some_and(|id| named_by.contains(&id)) => {}
                    Some(Instruction::SetMeshOutputs) => {
                        let operands = ids(&Call::of(&instruction)?);
                        instructions.push(Spirv::new(Op::SetMeshOutputsEXT, None, None, operands));
                    }
                    Some(Instruction::DispatchMesh) => {
                        let mut operands = ids(&Call::of(&instruction)?);
                        operands.extend(self.payload.map(Operand::IdRef));
                        instructions.push(Spirv::new(Op::EmitMeshTasksEXT, None, None, operands));
                        // It ends the block, in which a return follows.
                        break;
                    }
                    _ => instructions.push(instruction),
                }
            }
            block.instructions = instructions;
        }
        module.functions = functions;
        Ok(())
    }
}

/// The loads of a function, and the paths to what is loaded, by id.
fn reads(function: &Function) -> BTreeMap<u32, &Spirv> {
    let is_read = |one: &&Spirv| {
        matches!(one.class.opcode, Op::Load | Op::AtomicLoad | Op::AccessChain | Op::InBoundsAccessChain)
    };
    function.all_inst_iter().filter(is_read).filter_map(|one| Some((one.result_id?, one))).collect()
}

/// The variable of which a number is the argument of a call. What only reads the number is added to `named_by`.
fn loaded(reads: &BTreeMap<u32, &Spirv>, call: &Spirv, named_by: &mut BTreeSet<u32>) -> Result<u32, String> {
    let mut id = Call::of(call)?.argument(0)?;
    while let Some(one) = reads.get(&id) {
        named_by.insert(id);
        // What it reads is defined before it, so this ends.
        id = builder::base(one).ok_or("a call that names no variable")?;
    }
    Ok(id)
}

fn ids(call: &Call) -> Vec<Operand> {
    call.arguments.iter().map(|argument| Operand::IdRef(*argument)).collect()
}

/// Decorates a variable of outputs.
fn decorate(
    module: &mut Module,
    (variable, is_float): (u32, bool),
    output: &MeshOutput,
    topology: Option<MeshTopology>,
) -> Result<(), String> {
    let add = |module: &mut Module, decoration: Decoration, number: Option<u32>| {
        let mut operands = vec![Operand::IdRef(variable), Operand::Decoration(decoration)];
        operands.extend(number.map(Operand::LiteralBit32));
        module.annotations.push(Spirv::new(Op::Decorate, None, None, operands));
    };
    match output.slot {
        Slot::BuiltIn(built_in) => {
            let (built_in, needs) = spirv_built_in(built_in, topology)?;
            module.annotations.push(builder::built_in_decoration(variable, built_in));
            if let Some((capability, extension)) = needs {
                builder::add_capability(module, capability);
                extension.into_iter().for_each(|name| builder::add_extension(module, name));
            }
        }
        Slot::Location { location, component, interpolation, .. } => {
            add(module, Decoration::Location, Some(location));
            if component != 0 {
                add(module, Decoration::Component, Some(u32::from(component)));
            }
            if output.of == OutputArray::Vertices {
                for decoration in interpolation_decorations(interpolation, is_float) {
                    add(module, decoration, None);
                }
                if interpolation == Interpolation::Perspective(Sampling::Sample)
                    || interpolation == Interpolation::Linear(Sampling::Sample)
                {
                    builder::add_capability(module, Capability::SampleRateShading);
                }
            }
        }
        Slot::Unknown => return Err("an output that has no place".to_owned()),
    }
    if output.of == OutputArray::Primitives {
        add(module, Decoration::PerPrimitiveEXT, None);
    }
    Ok(())
}

type Needs = Option<(Capability, Option<&'static str>)>;

/// SPIR-V's built-in, and the capability and the extension that it needs.
fn spirv_built_in(of: BuiltIn, topology: Option<MeshTopology>) -> Result<(SpirvBuiltIn, Needs), String> {
    Ok(match of {
        BuiltIn::Position => (SpirvBuiltIn::Position, None),
        BuiltIn::PointSize => (SpirvBuiltIn::PointSize, None),
        BuiltIn::ClipDistance { .. } => (SpirvBuiltIn::ClipDistance, Some((Capability::ClipDistance, None))),
        BuiltIn::CullDistance { .. } => (SpirvBuiltIn::CullDistance, Some((Capability::CullDistance, None))),
        BuiltIn::PrimitiveIndex => (SpirvBuiltIn::PrimitiveId, None),
        BuiltIn::Layer => (SpirvBuiltIn::Layer, None),
        BuiltIn::ViewportIndex => (SpirvBuiltIn::ViewportIndex, Some((Capability::MultiViewport, None))),
        BuiltIn::ShadingRate => (
            SpirvBuiltIn::PrimitiveShadingRateKHR,
            Some((Capability::FragmentShadingRateKHR, Some("SPV_KHR_fragment_shading_rate"))),
        ),
        BuiltIn::CullPrimitive => (SpirvBuiltIn::CullPrimitiveEXT, None),
        BuiltIn::PrimitiveIndices => match topology {
            Some(MeshTopology::Points) => (SpirvBuiltIn::PrimitivePointIndicesEXT, None),
            Some(MeshTopology::Lines) => (SpirvBuiltIn::PrimitiveLineIndicesEXT, None),
            _ => (SpirvBuiltIn::PrimitiveTriangleIndicesEXT, None),
        },
        other => return Err(format!("{other:?} is no output of a mesh stage")),
    })
}

/// Whether each of the variables consists of numbers that Vulkan interpolates.
fn interpolated(module: &Module, variables: &[u32]) -> Vec<bool> {
    let globals = builder::globals(module);
    let scalar = |variable: u32| {
        let mut ty = *globals.get(&globals.get(&variable)?.result_type?)?;
        // A type is made of earlier ones, so this ends.
        while matches!(ty.class.opcode, Op::TypePointer | Op::TypeArray | Op::TypeMatrix | Op::TypeVector) {
            let of =
                if ty.class.opcode == Op::TypePointer { ty.operands.get(1)?.id_ref_any() } else { builder::base(ty) };
            ty = globals.get(&of?)?;
        }
        Some(ty)
    };
    variables.iter().map(|variable| scalar(*variable).is_some_and(is_interpolated)).collect()
}

/// Vulkan interpolates only floats of up to 32 bits.
fn is_interpolated(scalar: &Spirv) -> bool {
    scalar.class.opcode == Op::TypeFloat && scalar.operands.first() != Some(&Operand::LiteralBit32(64))
}

fn interpolation_decorations(interpolation: Interpolation, is_float: bool) -> Vec<Decoration> {
    let sampling = |at: Sampling| match at {
        Sampling::Centre => None,
        Sampling::Centroid => Some(Decoration::Centroid),
        Sampling::Sample => Some(Decoration::Sample),
    };
    match interpolation {
        Interpolation::Flat => vec![Decoration::Flat],
        _ if !is_float => vec![Decoration::Flat],
        Interpolation::Perspective(at) => sampling(at).into_iter().collect(),
        Interpolation::Linear(at) => std::iter::once(Decoration::NoPerspective).chain(sampling(at)).collect(),
        Interpolation::None | Interpolation::PerVertex | Interpolation::PerPrimitive => Vec::new(),
    }
}

/// Gives variables another storage class, with all pointers into them.
fn move_variables(module: &mut Module, variables: &BTreeSet<u32>, class: StorageClass) -> Result<(), String> {
    if variables.is_empty() {
        return Ok(());
    }
    let mut pointers: BTreeMap<u32, u32> = BTreeMap::new();
    let all = std::mem::take(&mut module.types_global_values);
    let is_moved = |one: &Spirv| one.result_id.is_some_and(|id| variables.contains(&id));
    let (mut declared, others): (Vec<Spirv>, Vec<Spirv>) = all.into_iter().partition(is_moved);
    if declared.len() != variables.len() {
        return Err("no such variable".to_owned());
    }
    declared.sort_by_key(|one| one.result_id);
    module.types_global_values = others;
    for one in &mut declared {
        let old = one.result_type.ok_or("a variable without a type")?;
        one.result_type = Some(moved_pointer(module, old, class, &mut pointers)?);
        *one.operands.first_mut().ok_or("a variable without a class")? = Operand::StorageClass(class);
    }
    // The pointers' types may have been declared behind the variables.
    module.types_global_values.extend(declared);
    let mut moved = variables.clone();
    let mut functions = std::mem::take(&mut module.functions);
    for instruction in functions.iter_mut().flat_map(|function| function.all_inst_iter_mut()) {
        let is_chain = matches!(instruction.class.opcode, Op::AccessChain | Op::InBoundsAccessChain | Op::CopyObject);
        if is_chain && builder::base(instruction).is_some_and(|base| moved.contains(&base)) {
            let old = instruction.result_type.ok_or("a pointer without a type")?;
            instruction.result_type = Some(moved_pointer(module, old, class, &mut pointers)?);
            moved.extend(instruction.result_id);
        }
    }
    module.functions = functions;
    Ok(())
}

/// The type of a pointer of another class to the same.
fn moved_pointer(
    module: &mut Module,
    old: u32,
    class: StorageClass,
    known: &mut BTreeMap<u32, u32>,
) -> Result<u32, String> {
    if let Some(found) = known.get(&old) {
        return Ok(*found);
    }
    let (_, to) = builder::pointee(module, old).ok_or("a pointer without a type")?;
    let operands = vec![Operand::StorageClass(class), Operand::IdRef(to)];
    let new = builder::declared(module, Op::TypePointer, None, operands);
    known.insert(old, new);
    Ok(new)
}

//! Arrays of resources: what a module must declare about an index that differs between the invocations of a wave.
//!
//! naga decorates every index that it cannot prove to be uniform. The languages promise that an index is uniform unless
//! the program marks it, so that a module without a mark gets no decoration, and a module with one gets those that naga
//! leaves out.

use std::collections::{BTreeMap, BTreeSet};

use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{Capability, Decoration, Dim, Op, StorageClass};

use super::{Facts, builder};

const EXTENSION: &str = "SPV_EXT_descriptor_indexing";

/// Whether functions that name a resource must be seen.
pub fn reads_functions(facts: &Facts<'_>, _: (u32, u32)) -> bool {
    facts.marks_indices || facts.attachment_arrays
}

/// Declares non-uniform indices where the program marks some ([`Facts::marks_indices`]), and arrays without a length.
pub fn declare_indices(module: &mut Module, facts: &Facts<'_>) -> Result<(), String> {
    if facts.marks_indices {
        let non_uniform = spread_decorations(module);
        declare_non_uniform(module, &non_uniform);
    } else {
        remove_decorations(module);
    }
    declare_unbounded(module);
    declare_dynamic_attachments(module);
    Ok(())
}

/// Removes what naga declares of every index that it cannot prove to be uniform: devices would need a feature that not
/// all have, and read the resource once for each invocation.
fn remove_decorations(module: &mut Module) {
    let decoration = Operand::Decoration(Decoration::NonUniform);
    module.annotations.retain(|annotation| !annotation.operands.contains(&decoration));
    builder::remove_capability(module, Capability::ShaderNonUniform);
    builder::remove_extension(module, EXTENSION);
}

/// An array of resources without a length needs a capability, which naga does not declare.
fn declare_unbounded(module: &mut Module) {
    let is_unbounded = |variable: &Instruction| {
        let pointee = variable.result_type.and_then(|pointer| builder::pointee(module, pointer));
        let ty = pointee.and_then(|(_, pointee)| builder::global(module, pointee));
        ty.is_some_and(|ty| ty.class.opcode == Op::TypeRuntimeArray)
    };
    let mut variables = module.types_global_values.iter().filter(|global| global.class.opcode == Op::Variable);
    if variables.any(is_unbounded) {
        builder::add_capability(module, Capability::RuntimeDescriptorArray);
        builder::add_extension(module, EXTENSION);
    }
}

/// An index of input attachments that is not constant needs a capability, as glslang declares it.
fn declare_dynamic_attachments(module: &mut Module) {
    let globals = builder::globals(module);
    let is_constant = |id: &u32| globals.get(id).is_some_and(|one| one.class.opcode == Op::Constant);
    let is_dynamic = |chain: &Instruction| {
        let [Operand::IdRef(variable), Operand::IdRef(index), ..] = chain.operands.as_slice() else { return false };
        !is_constant(index)
            && capability(&globals, *variable) == Some(Capability::InputAttachmentArrayNonUniformIndexing)
    };
    let has_dynamic = module.all_inst_iter().filter(|one| one.class.opcode == Op::AccessChain).any(is_dynamic);
    if has_dynamic {
        builder::add_capability(module, Capability::InputAttachmentArrayDynamicIndexing);
        builder::add_extension(module, EXTENSION);
    }
}

/// Every id derived from a non-uniform index must be decorated, up to the instruction that uses it; naga decorates only
/// up to the image and the sampler. Returns every decorated id.
fn spread_decorations(module: &mut Module) -> BTreeSet<u32> {
    let decoration = Operand::Decoration(Decoration::NonUniform);
    let marked = module.annotations.iter().filter(|annotation| annotation.operands.contains(&decoration));
    let mut known: BTreeSet<u32> = marked.filter_map(builder::base).collect();
    let mut new = Vec::new();
    for instruction in module.all_inst_iter() {
        let bases = match instruction.class.opcode {
            Op::SampledImage => 2,
            Op::Image | Op::ImageTexelPointer | Op::AccessChain | Op::CopyObject => 1,
            _ => continue,
        };
        let mut bases = instruction.operands.iter().take(bases).filter_map(Operand::id_ref_any);
        if let Some(id) = instruction.result_id
            && bases.any(|base| known.contains(&base))
            && known.insert(id)
        {
            new.push(builder::decoration(id, Decoration::NonUniform));
        }
    }
    module.annotations.extend(new);
    known
}

/// Each kind of array has a capability of its own for a non-uniform index. Those for uniform indices that are not
/// constant stay undeclared, but for input attachments, as glslang leaves them too: naga's reader, which may come next in a chain, does
/// not know all of them.
fn declare_non_uniform(module: &mut Module, non_uniform: &BTreeSet<u32>) {
    let globals = builder::globals(module);
    let loaded: BTreeSet<u32> = module
        .all_inst_iter()
        .filter(|load| load.class.opcode == Op::Load && load.result_id.is_some_and(|id| non_uniform.contains(&id)))
        .filter_map(builder::base)
        .collect();
    let mut wanted = BTreeSet::new();
    for chain in module.all_inst_iter().filter(|chain| chain.class.opcode == Op::AccessChain) {
        let [Operand::IdRef(variable), Operand::IdRef(index), ..] = chain.operands.as_slice() else { continue };
        let differs = chain.result_id.is_some_and(|id| non_uniform.contains(&id) || loaded.contains(&id))
            || non_uniform.contains(index);
        if differs {
            wanted.extend(capability(&globals, *variable));
        }
    }
    for capability in wanted {
        builder::add_capability(module, capability);
        builder::add_extension(module, EXTENSION);
    }
}

/// The capability that a non-uniform index of a variable's array needs; `None` if the variable is no array of
/// resources.
fn capability(globals: &BTreeMap<u32, &Instruction>, variable: u32) -> Option<Capability> {
    let pointer = globals.get(&globals.get(&variable)?.result_type?)?;
    let [Operand::StorageClass(class), Operand::IdRef(array)] = pointer.operands.as_slice() else { return None };
    let array = globals.get(array)?;
    if !matches!(array.class.opcode, Op::TypeArray | Op::TypeRuntimeArray) {
        return None;
    }
    let element = globals.get(&builder::base(array)?)?;
    let sampled = Operand::LiteralBit32(1);
    Some(match (class, element.class.opcode, element.operands.as_slice()) {
        (StorageClass::Uniform, Op::TypeStruct, _) => Capability::UniformBufferArrayNonUniformIndexing,
        (StorageClass::StorageBuffer, Op::TypeStruct, _) => Capability::StorageBufferArrayNonUniformIndexing,
        (_, Op::TypeImage, [_, Operand::Dim(Dim::DimBuffer), _, _, _, kind, ..]) if *kind == sampled => {
            Capability::UniformTexelBufferArrayNonUniformIndexing
        }
        (_, Op::TypeImage, [_, Operand::Dim(Dim::DimBuffer), ..]) => {
            Capability::StorageTexelBufferArrayNonUniformIndexing
        }
        (_, Op::TypeImage, [_, Operand::Dim(Dim::DimSubpassData), ..]) => {
            Capability::InputAttachmentArrayNonUniformIndexing
        }
        (_, Op::TypeImage, [_, _, _, _, _, kind, ..]) if *kind != sampled => {
            Capability::StorageImageArrayNonUniformIndexing
        }
        (_, Op::TypeImage | Op::TypeSampler, _) => Capability::SampledImageArrayNonUniformIndexing,
        _ => return None,
    })
}

//! Arrays of resources in SPIR-V: what a device needs to know of indices that differ between neighbours, beyond what naga says.

use std::collections::{BTreeMap, BTreeSet};

use rspirv::binary::Assemble as _;
use rspirv::dr::{Instruction, Module, Operand, load_bytes};
use rspirv::spirv::{Capability, Decoration, Dim, Op, StorageClass};

const EXTENSION: &str = "SPV_EXT_descriptor_indexing";

/// Whether the module has such an array.
pub fn is_needed(module: &naga::Module) -> bool {
    let is_array = |inner: &naga::TypeInner| matches!(inner, naga::TypeInner::BindingArray { .. });
    module.global_variables.iter().any(|(_, variable)| is_array(&module.types[variable.ty].inner))
}

/// The module with all of it said; `marked`: some index is meant to differ, see `Lowered::marks_indices`.
pub fn said(spirv: &[u8], marked: bool) -> Result<Vec<u8>, String> {
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    if marked {
        let non_uniform = spread(&mut module);
        declare(&mut module, &non_uniform);
    } else {
        forget(&mut module);
    }
    declare_unbounded(&mut module);
    Ok(module.assemble().into_iter().flat_map(u32::to_le_bytes).collect())
}

/// Takes back what naga says of every index that it cannot see to be the same everywhere: devices would need a feature for it that
/// not all have, and read the resource once for each lane, where HLSL promises that there is no need.
fn forget(module: &mut Module) {
    let decoration = Operand::Decoration(Decoration::NonUniform);
    module.annotations.retain(|annotation| !annotation.operands.contains(&decoration));
    let capability = Operand::Capability(Capability::ShaderNonUniform);
    module.capabilities.retain(|declared| !declared.operands.contains(&capability));
    let extension = Operand::LiteralString(EXTENSION.to_owned());
    module.extensions.retain(|declared| !declared.operands.contains(&extension));
}

/// An array of resources without a length needs a capability, which naga does not declare.
fn declare_unbounded(module: &mut Module) {
    let values = &module.types_global_values;
    let of = |id: u32| values.iter().find(|instruction| instruction.result_id == Some(id));
    let is_unbounded = |variable: &&Instruction| {
        let pointee = variable.result_type.and_then(of).and_then(|pointer| pointer.operands.get(1)?.id_ref_any());
        pointee.and_then(of).is_some_and(|ty| ty.class.opcode == Op::TypeRuntimeArray)
    };
    if values.iter().filter(|value| value.class.opcode == Op::Variable).any(|variable| is_unbounded(&variable)) {
        demand(module, [Capability::RuntimeDescriptorArray]);
    }
}

/// Adds capabilities of the extension, and the extension.
fn demand(module: &mut Module, wanted: impl IntoIterator<Item = Capability>) {
    let mut extended = false;
    for capability in wanted {
        extended = true;
        let operands = vec![Operand::Capability(capability)];
        if !module.capabilities.iter().any(|known| known.operands == operands) {
            module.capabilities.push(Instruction::new(Op::Capability, None, None, operands));
        }
    }
    let operands = vec![Operand::LiteralString(EXTENSION.to_owned())];
    if extended && !module.extensions.iter().any(|known| known.operands == operands) {
        module.extensions.push(Instruction::new(Op::Extension, None, None, operands));
    }
}

/// What is made of a resource whose index differs between neighbours must be decorated up to the instruction that uses it. naga
/// stops at the image and the sampler.
fn spread(module: &mut Module) -> BTreeSet<u32> {
    let decoration = Operand::Decoration(Decoration::NonUniform);
    let marked = module.annotations.iter().filter(|annotation| annotation.operands.contains(&decoration));
    let mut known: BTreeSet<u32> = marked.filter_map(|annotation| annotation.operands.first()?.id_ref_any()).collect();
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
            new.push(Instruction::new(Op::Decorate, None, None, vec![Operand::IdRef(id), decoration.clone()]));
        }
    }
    module.annotations.extend(new);
    known
}

/// Each kind of array has a capability of its own for such an index. Those for other indices that are not constant stay undeclared, as
/// glslang leaves them in HLSL too: naga's reader, which may come next in a chain, does not know all of them.
fn declare(module: &mut Module, non_uniform: &BTreeSet<u32>) {
    let globals: BTreeMap<u32, &Instruction> = module
        .types_global_values
        .iter()
        .filter_map(|instruction| Some((instruction.result_id?, instruction)))
        .collect();
    let loaded: BTreeSet<u32> = module
        .all_inst_iter()
        .filter(|load| load.class.opcode == Op::Load && load.result_id.is_some_and(|id| non_uniform.contains(&id)))
        .filter_map(|load| load.operands.first()?.id_ref_any())
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
    demand(module, wanted);
}

/// What a variable's array needs for such an index; `None` if it is no array of resources.
fn capability(globals: &BTreeMap<u32, &Instruction>, variable: u32) -> Option<Capability> {
    let pointer = globals.get(&globals.get(&variable)?.result_type?)?;
    let [Operand::StorageClass(class), Operand::IdRef(array)] = pointer.operands.as_slice() else { return None };
    let array = globals.get(array)?;
    if !matches!(array.class.opcode, Op::TypeArray | Op::TypeRuntimeArray) {
        return None;
    }
    let element = globals.get(&array.operands.first()?.id_ref_any()?)?;
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
        (_, Op::TypeImage, [_, _, _, _, _, kind, ..]) if *kind != sampled => {
            Capability::StorageImageArrayNonUniformIndexing
        }
        (_, Op::TypeImage | Op::TypeSampler, _) => Capability::SampledImageArrayNonUniformIndexing,
        _ => return None,
    })
}

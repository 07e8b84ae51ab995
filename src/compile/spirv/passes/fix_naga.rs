//! What naga's SPIR-V writer gets wrong about correct modules.

use std::collections::BTreeSet;

use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{BuiltIn, Capability, Decoration, Op, StorageClass};

use super::{Facts, builder};

/// Whether the program has a declaration that naga writes wrong.
pub fn are_declarations_wrong(facts: &Facts<'_>) -> bool {
    facts.uniform_arrays || facts.workgroup_aggregates || facts.draw_parameters
}

/// Corrects the declarations. Each correction leaves alone what is correct.
pub fn fix_declarations(module: &mut Module, _: &Facts<'_>) -> Result<(), String> {
    make_blocks(module);
    remove_workgroup_layouts(module);
    declare_draw_parameters(module);
    Ok(())
}

/// Corrects how functions ask for sizes of images. Each correction leaves alone what is correct.
pub fn fix_sizes(module: &mut Module, _: &Facts<'_>) -> Result<(), String> {
    extract_widths(module);
    remove_levels(module);
    Ok(())
}

/// The structures in arrays of constant buffers are blocks, as those in arrays of storage buffers are.
fn make_blocks(module: &mut Module) {
    let mut blocks = BTreeSet::new();
    for variable in module.types_global_values.iter().filter(|global| global.class.opcode == Op::Variable) {
        let pointee = variable.result_type.and_then(|pointer| builder::pointee(module, pointer));
        let Some((StorageClass::Uniform, array)) = pointee else { continue };
        let Some(array) = builder::global(module, array) else { continue };
        if matches!(array.class.opcode, Op::TypeArray | Op::TypeRuntimeArray) {
            blocks.extend(builder::base(array));
        }
    }
    module.annotations.extend(blocks.into_iter().map(|block| builder::decoration(block, Decoration::Block)));
}

/// Only a type in a buffer has a layout, and naga gives strides and offsets to every array and structure; SPIR-V
/// forbids them on groupshared variables. A type that both use keeps them: buffers of the embedded chain are words, so
/// that this is rare.
fn remove_workgroup_layouts(module: &mut Module) {
    let globals = builder::globals(module);
    let parts = |instruction: &Instruction| -> Vec<u32> {
        let ids = instruction.operands.iter().filter_map(Operand::id_ref_any);
        match instruction.class.opcode {
            Op::TypePointer | Op::TypeStruct => ids.collect(),
            Op::TypeArray | Op::TypeRuntimeArray => ids.take(1).collect(),
            _ => Vec::new(),
        }
    };
    let is_buffer = |variable: &&&Instruction| {
        use StorageClass::{PushConstant, StorageBuffer, Uniform};
        let class = variable.operands.first();
        variable.class.opcode == Op::Variable
            && matches!(class, Some(Operand::StorageClass(PushConstant | StorageBuffer | Uniform)))
    };
    let mut open: Vec<u32> = globals.values().filter(is_buffer).filter_map(|variable| variable.result_type).collect();
    let mut laid_out = BTreeSet::new();
    while let Some(ty) = open.pop() {
        if laid_out.insert(ty) {
            open.extend(globals.get(&ty).map(|ty| parts(ty)).unwrap_or_default());
        }
    }
    module.annotations.retain(|annotation| {
        let decoration = annotation.operands.iter().find_map(|operand| match operand {
            Operand::Decoration(decoration) => Some(*decoration),
            _ => None,
        });
        let is_layout = matches!(
            decoration,
            Some(Decoration::ArrayStride | Decoration::Offset | Decoration::MatrixStride | Decoration::ColMajor)
        );
        let target = annotation.operands.first().and_then(Operand::id_ref_any);
        !is_layout || target.is_none_or(|target| laid_out.contains(&target))
    });
}

/// The width of an array of one-dimensional images is the first of two numbers. naga shuffles it into a vector of one
/// element, which does not exist.
fn extract_widths(module: &mut Module) {
    let scalars: BTreeSet<u32> = module
        .types_global_values
        .iter()
        .filter(|global| global.class.opcode == Op::TypeInt)
        .filter_map(|global| global.result_id)
        .collect();
    for instruction in module.all_inst_iter_mut() {
        if instruction.class.opcode == Op::VectorShuffle
            && instruction.result_type.is_some_and(|ty| scalars.contains(&ty))
            && let [vector, _, first] = instruction.operands.as_slice()
        {
            let operands = vec![vector.clone(), first.clone()];
            let (ty, id) = (instruction.result_type, instruction.result_id);
            *instruction = Instruction::new(Op::CompositeExtract, ty, id, operands);
        }
    }
}

/// Multisampled and writable images have no levels: their size is asked for without one.
fn remove_levels(module: &mut Module) {
    let without_levels: BTreeSet<u32> = module
        .types_global_values
        .iter()
        .filter(|global| global.class.opcode == Op::TypeImage)
        .filter(|image| {
            // Sampled type, dimension, depth, arrayed, multisampled, sampled.
            let number = |at: usize| match image.operands.get(at) {
                Some(Operand::LiteralBit32(number)) => *number,
                _ => 0,
            };
            number(4) == 1 || number(5) == 2
        })
        .filter_map(|image| image.result_id)
        .collect();
    let images: BTreeSet<u32> = module
        .all_inst_iter()
        .filter(|instruction| instruction.class.opcode == Op::Load)
        .filter(|load| load.result_type.is_some_and(|ty| without_levels.contains(&ty)))
        .filter_map(|load| load.result_id)
        .collect();
    for instruction in module.all_inst_iter_mut() {
        if instruction.class.opcode == Op::ImageQuerySizeLod
            && let [image @ Operand::IdRef(id), _] = instruction.operands.as_slice()
            && images.contains(id)
        {
            let operands = vec![image.clone()];
            let (ty, id) = (instruction.result_type, instruction.result_id);
            *instruction = Instruction::new(Op::ImageQuerySize, ty, id, operands);
        }
    }
}

/// `BaseInstance` and `BaseVertex` need a capability.
fn declare_draw_parameters(module: &mut Module) {
    let is_draw_parameter =
        |operand: &Operand| matches!(operand, Operand::BuiltIn(BuiltIn::BaseInstance | BuiltIn::BaseVertex));
    if module.annotations.iter().any(|annotation| annotation.operands.iter().any(is_draw_parameter)) {
        builder::add_capability(module, Capability::DrawParameters);
    }
}

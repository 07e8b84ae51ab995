//! What naga's SPIR-V writer gets wrong about modules that are right.

use std::collections::{BTreeMap, BTreeSet};

use rspirv::binary::Assemble as _;
use rspirv::dr::{Instruction, Module, Operand, load_bytes};
use rspirv::spirv::{BuiltIn, Capability, Decoration, GlslStd450Op, Op, StorageClass};

/// Whether the module has what is written wrong: arrays of constant buffers, groupshared arrays and structures, sizes of some
/// arrays of images, the first instance or vertex of a draw call.
pub fn is_needed(module: &naga::Module) -> bool {
    let buffers = module.global_variables.iter().any(|(_, variable)| {
        variable.space == naga::AddressSpace::Uniform
            && matches!(module.types[variable.ty].inner, naga::TypeInner::BindingArray { .. })
    });
    let image = |inner: &naga::TypeInner| match inner {
        naga::TypeInner::Image { dim, arrayed: true, class } => {
            *dim == naga::ImageDimension::D1
                || class.is_multisampled()
                || matches!(class, naga::ImageClass::Storage { .. })
        }
        _ => false,
    };
    let shared = module.global_variables.iter().any(|(_, variable)| {
        let inner = &module.types[variable.ty].inner;
        variable.space == naga::AddressSpace::WorkGroup
            && matches!(inner, naga::TypeInner::Array { .. } | naga::TypeInner::Struct { .. })
    });
    buffers
        || shared
        || has_draw_parameters(module)
        || module.types.iter().any(|(_, ty)| image(&ty.inner)) && asks(module, |_| true)
}

/// Whether an image is asked for something of this kind.
fn asks(module: &naga::Module, which: impl Fn(&naga::ImageQuery) -> bool) -> bool {
    let mut functions = module
        .functions
        .iter()
        .map(|(_, function)| function)
        .chain(module.entry_points.iter().map(|entry| &entry.function));
    functions.any(|function| {
        function
            .expressions
            .iter()
            .any(|(_, expression)| matches!(expression, naga::Expression::ImageQuery { query, .. } if which(query)))
    })
}

/// Whether the module asks for layers and has writable images with layers: `imageSize` in GLSL, which naga hands a level.
pub fn counts_layers(module: &naga::Module) -> bool {
    let is_storage = |inner: &naga::TypeInner| {
        matches!(inner, naga::TypeInner::Image { arrayed: true, class: naga::ImageClass::Storage { .. }, .. })
    };
    module.types.iter().any(|(_, ty)| is_storage(&ty.inner))
        && asks(module, |query| matches!(query, naga::ImageQuery::NumLayers))
}

/// Whether an entry point has the first instance or vertex of the draw call.
pub fn has_draw_parameters(module: &naga::Module) -> bool {
    let base = |binding: &Option<naga::Binding>| {
        let draw = [naga::BuiltIn::BaseInstance, naga::BuiltIn::BaseVertex];
        draw.iter().any(|built_in| *binding == Some(naga::Binding::BuiltIn(*built_in)))
    };
    module.entry_points.iter().any(|entry| entry.function.arguments.iter().any(|given| base(&given.binding)))
}

/// The module as it should have been written.
pub fn repair(spirv: &[u8]) -> Result<Vec<u8>, String> {
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    make_blocks(&mut module);
    lay_out_buffers_alone(&mut module);
    take_first(&mut module);
    drop_levels(&mut module);
    declare_draw_parameters(&mut module);
    Ok(module.assemble().into_iter().flat_map(u32::to_le_bytes).collect())
}

/// Direct3D's rules of what is no number: it differs from everything, itself included (`x != x` is how shaders ask for it), and
/// `min`, `max`, `clamp` and `saturate` give the other operand. naga writes what is false or undefined for it.
pub fn obey_nan(words: &mut [u32]) {
    const HEADER: usize = 5;
    let mut set = None;
    let mut at = HEADER;
    while let Some(instruction) = words.get_mut(at..) {
        let Some(word) = instruction.first_mut() else { return };
        let (length, opcode) = ((*word >> 16).max(1), *word & 0xffff);
        if opcode == Op::FOrdNotEqual as u32 {
            *word = length << 16 | Op::FUnordNotEqual as u32;
        } else if opcode == Op::ExtInstImport as u32 {
            // "GLSL.std.450".
            if instruction.get(2..5) == Some(&[0x4c53_4c47, 0x6474_732e, 0x3035_342e]) {
                set = instruction.get(1).copied();
            }
        } else if opcode == Op::ExtInst as u32
            && instruction.get(3).copied() == set
            && let Some(function) = instruction.get_mut(4)
        {
            *function = match GlslStd450Op::from_u32(*function) {
                Some(GlslStd450Op::FMin) => GlslStd450Op::NMin as u32,
                Some(GlslStd450Op::FMax) => GlslStd450Op::NMax as u32,
                Some(GlslStd450Op::FClamp) => GlslStd450Op::NClamp as u32,
                _ => *function,
            };
        }
        at += length as usize;
    }
}

/// The structures in arrays of constant buffers are blocks, as those in arrays of storage buffers are.
fn make_blocks(module: &mut Module) {
    let globals = &module.types_global_values;
    let find = |id: u32| globals.iter().find(|instruction| instruction.result_id == Some(id));
    let mut blocks = BTreeSet::new();
    for variable in globals.iter().filter(|instruction| instruction.class.opcode == Op::Variable) {
        if variable.operands.first() != Some(&Operand::StorageClass(StorageClass::Uniform)) {
            continue;
        }
        let pointer = variable.result_type.and_then(find).map(|pointer| pointer.operands.as_slice());
        let Some([_, Operand::IdRef(array)]) = pointer else { continue };
        let Some(array) = find(*array) else { continue };
        if let (Op::TypeArray | Op::TypeRuntimeArray, Some(Operand::IdRef(element))) =
            (array.class.opcode, array.operands.first())
        {
            blocks.insert(*element);
        }
    }
    for block in blocks {
        let operands = vec![Operand::IdRef(block), Operand::Decoration(Decoration::Block)];
        module.annotations.push(Instruction::new(Op::Decorate, None, None, operands));
    }
}

/// Only what lies in a buffer says where: groupshared variables must not, and naga gives strides and offsets to every array and
/// structure. A type that both have keeps them; buffers of this chain are words, so that hardly any is.
fn lay_out_buffers_alone(module: &mut Module) {
    let globals: BTreeMap<u32, &Instruction> = module
        .types_global_values
        .iter()
        .filter_map(|instruction| Some((instruction.result_id?, instruction)))
        .collect();
    let references = |instruction: &Instruction| -> Vec<u32> {
        let ids = instruction.operands.iter().filter_map(Operand::id_ref_any);
        match instruction.class.opcode {
            Op::TypePointer | Op::TypeStruct => ids.collect(),
            Op::TypeArray | Op::TypeRuntimeArray => ids.take(1).collect(),
            _ => Vec::new(),
        }
    };
    let in_buffer = |variable: &&&Instruction| {
        use StorageClass::{PushConstant, StorageBuffer, Uniform};
        variable.class.opcode == Op::Variable
            && [Uniform, StorageBuffer, PushConstant]
                .iter()
                .any(|class| variable.operands.first() == Some(&Operand::StorageClass(*class)))
    };
    let mut open: Vec<u32> = globals.values().filter(in_buffer).filter_map(|variable| variable.result_type).collect();
    let mut laid_out = BTreeSet::new();
    while let Some(ty) = open.pop() {
        if laid_out.insert(ty) {
            open.extend(globals.get(&ty).map(|ty| references(ty)).unwrap_or_default());
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

/// The width of an array of one-dimensional images is the first of two numbers, not a vector of one.
fn take_first(module: &mut Module) {
    let scalars: BTreeSet<u32> = module
        .types_global_values
        .iter()
        .filter(|instruction| instruction.class.opcode == Op::TypeInt)
        .filter_map(|instruction| instruction.result_id)
        .collect();
    for instruction in module.all_inst_iter_mut() {
        if instruction.class.opcode == Op::VectorShuffle
            && instruction.result_type.is_some_and(|ty| scalars.contains(&ty))
            && let [vector, _, first] = instruction.operands.as_slice()
        {
            let operands = vec![vector.clone(), first.clone()];
            *instruction =
                Instruction::new(Op::CompositeExtract, instruction.result_type, instruction.result_id, operands);
        }
    }
}

/// Images without levels, which are those of several samples and those that are written, have a size without a level.
fn drop_levels(module: &mut Module) {
    let single: BTreeSet<u32> = module
        .types_global_values
        .iter()
        .filter(|instruction| instruction.class.opcode == Op::TypeImage)
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
        .filter(|load| load.result_type.is_some_and(|ty| single.contains(&ty)))
        .filter_map(|load| load.result_id)
        .collect();
    for instruction in module.all_inst_iter_mut() {
        if instruction.class.opcode == Op::ImageQuerySizeLod
            && let [image @ Operand::IdRef(id), _] = instruction.operands.as_slice()
            && images.contains(id)
        {
            let operands = vec![image.clone()];
            *instruction =
                Instruction::new(Op::ImageQuerySize, instruction.result_type, instruction.result_id, operands);
        }
    }
}

/// `BaseInstance` and `BaseVertex` need a capability.
fn declare_draw_parameters(module: &mut Module) {
    let needed = module.annotations.iter().any(|annotation| {
        let built_in = |which| annotation.operands.contains(&Operand::BuiltIn(which));
        built_in(BuiltIn::BaseInstance) || built_in(BuiltIn::BaseVertex)
    });
    let operands = vec![Operand::Capability(Capability::DrawParameters)];
    if needed && !module.capabilities.iter().any(|known| known.operands == operands) {
        module.capabilities.push(Instruction::new(Op::Capability, None, None, operands));
    }
}

//! The coverage mask in SPIR-V. naga writes it as a number, where Vulkan has an array of one.

use rspirv::binary::Assemble as _;
use rspirv::dr::{Instruction, Operand, load_bytes};
use rspirv::spirv::{BuiltIn, Decoration, Op, StorageClass};

/// Whether the module's entry points have a coverage mask.
pub fn has(module: &naga::Module) -> bool {
    let is_mask = |binding: &Option<naga::Binding>| *binding == Some(naga::Binding::BuiltIn(naga::BuiltIn::SampleMask));
    let in_type = |ty: naga::Handle<naga::Type>| match &module.types[ty].inner {
        naga::TypeInner::Struct { members, .. } => members.iter().any(|member| is_mask(&member.binding)),
        _ => false,
    };
    module.entry_points.iter().any(|entry| {
        let function = &entry.function;
        function.arguments.iter().any(|argument| is_mask(&argument.binding) || in_type(argument.ty))
            || function.result.iter().any(|result| is_mask(&result.binding) || in_type(result.ty))
    })
}

/// The module with masks as arrays.
pub fn as_array(spirv: &[u8]) -> Result<Vec<u8>, String> {
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let mut next = module.header.as_ref().map_or(1, |header| header.bound);
    let mut fresh = || {
        next += 1;
        next - 1
    };
    let masks: Vec<u32> = module
        .annotations
        .iter()
        .filter_map(|annotation| match annotation.operands.as_slice() {
            [Operand::IdRef(id), Operand::Decoration(Decoration::BuiltIn), Operand::BuiltIn(BuiltIn::SampleMask)] => {
                Some(*id)
            }
            _ => None,
        })
        .collect();
    for mask in masks {
        let globals = &mut module.types_global_values;
        let Some(at) = globals.iter().position(|instruction| instruction.result_id == Some(mask)) else { continue };
        let Some(pointer) = globals[at].result_type else { continue };
        let found = globals.iter().find(|instruction| instruction.result_id == Some(pointer));
        let Some([Operand::StorageClass(class), Operand::IdRef(number)]) =
            found.map(|pointer| pointer.operands.as_slice())
        else {
            continue;
        };
        let (class, number): (StorageClass, u32) = (*class, *number);
        let (one, zero, array, whole) = (fresh(), fresh(), fresh(), fresh());
        let constant =
            |id, value| Instruction::new(Op::Constant, Some(number), Some(id), vec![Operand::LiteralBit32(value)]);
        let array_type = vec![Operand::IdRef(number), Operand::IdRef(one)];
        let whole_type = vec![Operand::StorageClass(class), Operand::IdRef(array)];
        let before = [
            constant(one, 1),
            constant(zero, 0),
            Instruction::new(Op::TypeArray, None, Some(array), array_type),
            Instruction::new(Op::TypePointer, None, Some(whole), whole_type),
        ];
        globals[at].result_type = Some(whole);
        // A value to begin with would be of the old type; none is needed.
        globals[at].operands.truncate(1);
        globals.splice(at..at, before);
        for block in module.functions.iter_mut().flat_map(|function| &mut function.blocks) {
            let mut instructions = Vec::with_capacity(block.instructions.len());
            for mut instruction in std::mem::take(&mut block.instructions) {
                let uses = matches!(instruction.class.opcode, Op::Load | Op::Store)
                    && instruction.operands.first() == Some(&Operand::IdRef(mask));
                if uses {
                    let element = fresh();
                    let path = vec![Operand::IdRef(mask), Operand::IdRef(zero)];
                    instructions.push(Instruction::new(Op::AccessChain, Some(pointer), Some(element), path));
                    instruction.operands[0] = Operand::IdRef(element);
                }
                instructions.push(instruction);
            }
            block.instructions = instructions;
        }
    }
    if let Some(header) = &mut module.header {
        header.bound = next;
    }
    Ok(module.assemble().into_iter().flat_map(u32::to_le_bytes).collect())
}

//! What a program leaves unset.

use std::collections::BTreeMap;

use rspirv::dr::{Instruction, Operand, load_bytes};
use rspirv::spirv::{Op, StorageClass};

use crate::partner::bytes;

/// The module in which every variable and value that nothing sets is zero: another of the results it may have.
pub fn zeroed(spirv: &[u8]) -> Result<Vec<u8>, String> {
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let pointees: BTreeMap<u32, u32> = module
        .types_global_values
        .iter()
        .filter(|instruction| instruction.class.opcode == Op::TypePointer)
        .filter_map(|pointer| Some((pointer.result_id?, pointer.operands.get(1)?.id_ref_any()?)))
        .collect();
    let mut next = module.header.as_ref().map_or(1, |header| header.bound);
    // A null of each type, declared right before it is first needed: its type is there by then.
    let mut nulls: BTreeMap<u32, u32> = BTreeMap::new();
    let mut declared = Vec::new();
    let mut null_of = |ty: u32, declared: &mut Vec<Instruction>| {
        *nulls.entry(ty).or_insert_with(|| {
            declared.push(Instruction::new(Op::ConstantNull, Some(ty), Some(next), Vec::new()));
            next += 1;
            next - 1
        })
    };
    let unset = |instruction: &Instruction| {
        let class = instruction.operands.first();
        instruction.class.opcode == Op::Variable
            && instruction.operands.len() == 1
            && [StorageClass::Function, StorageClass::Private, StorageClass::Output, StorageClass::Workgroup]
                .iter()
                .any(|wanted| class == Some(&Operand::StorageClass(*wanted)))
    };
    for mut instruction in std::mem::take(&mut module.types_global_values) {
        if unset(&instruction)
            && let Some(pointee) = instruction.result_type.and_then(|ty| pointees.get(&ty))
        {
            instruction.operands.push(Operand::IdRef(null_of(*pointee, &mut declared)));
        }
        if instruction.class.opcode == Op::Undef {
            instruction =
                Instruction::new(Op::ConstantNull, instruction.result_type, instruction.result_id, Vec::new());
        }
        declared.push(instruction);
    }
    for instruction in
        module.functions.iter_mut().flat_map(|function| &mut function.blocks).flat_map(|block| &mut block.instructions)
    {
        if unset(instruction)
            && let Some(pointee) = instruction.result_type.and_then(|ty| pointees.get(&ty))
        {
            instruction.operands.push(Operand::IdRef(null_of(*pointee, &mut declared)));
        }
        if instruction.class.opcode == Op::Undef
            && let Some(ty) = instruction.result_type
        {
            let null = Operand::IdRef(null_of(ty, &mut declared));
            *instruction = Instruction::new(Op::CopyObject, Some(ty), instruction.result_id, vec![null]);
        }
    }
    module.types_global_values = declared;
    if let Some(header) = &mut module.header {
        header.bound = next;
    }
    Ok(bytes(&module))
}

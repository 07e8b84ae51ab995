//! Results of atomic functions on textures. naga's atomic functions on textures have no result and do not exchange; a
//! module reads the result from a buffer that does not exist (see [`AtomicResult`]). Here that read becomes the result
//! of the atomic function before it, and that function the one that is meant.

use std::collections::BTreeMap;

use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::Op;

use super::{Facts, builder};
use crate::lower::{AtomicResult, INSTRUCTION_BINDING, PLACEHOLDER_SET};

/// What an access chain into a buffer that does not exist names.
#[derive(Clone, Copy)]
struct Access {
    /// The buffer's binding: which function is meant, and whether of signed numbers.
    binding: u32,
    /// The id of the index: what a compare-exchange compares with.
    compare: u32,
}

/// Connects results with the functions that have them, and removes the buffers.
pub fn connect_results(module: &mut Module, _: &Facts<'_>) -> Result<(), String> {
    let bindings = builder::bindings(module).into_iter();
    let is_result = |set: u32, binding: u32| set == PLACEHOLDER_SET && binding != INSTRUCTION_BINDING;
    let buffers: BTreeMap<u32, u32> = bindings
        .filter(|(_, (set, binding))| is_result(*set, *binding))
        .map(|(id, (_, binding))| (id, binding))
        .collect();
    let mut accesses: BTreeMap<u32, Access> =
        buffers.iter().map(|(id, binding)| (*id, Access { binding: *binding, compare: 0 })).collect();
    let mut functions = std::mem::take(&mut module.functions);
    for block in functions.iter_mut().flat_map(|function| &mut function.blocks) {
        block.instructions = connect_block(module, std::mem::take(&mut block.instructions), &mut accesses)?;
    }
    module.functions = functions;
    builder::remove_variables(module, |id| buffers.contains_key(&id));
    Ok(())
}

/// Gives pointers to texels the element of an array of textures that they are meant for. naga names the whole array, and accesses the
/// element before it: the last access of the array in the block is the one.
pub fn choose_elements(module: &mut Module, _: &Facts<'_>) -> Result<(), String> {
    for block in module.functions.iter_mut().flat_map(|function| &mut function.blocks) {
        let mut accessed: BTreeMap<u32, u32> = BTreeMap::new();
        for instruction in &mut block.instructions {
            let base = builder::base(instruction).unwrap_or(0);
            match (instruction.class.opcode, instruction.result_id) {
                (Op::AccessChain | Op::InBoundsAccessChain, Some(id)) => _ = accessed.insert(base, id),
                (Op::ImageTexelPointer, _) => {
                    if let (Some(element), Some(image)) = (accessed.get(&base), instruction.operands.first_mut()) {
                        *image = Operand::IdRef(*element);
                    }
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// A result is read in the block of its atomic function.
fn connect_block(
    module: &mut Module,
    old: Vec<Instruction>,
    accesses: &mut BTreeMap<u32, Access>,
) -> Result<Vec<Instruction>, String> {
    let mut new: Vec<Instruction> = Vec::with_capacity(old.len());
    let mut texels = Vec::new();
    // The index of the last atomic function on a texel.
    let mut last = None;
    for mut instruction in old {
        let base = builder::base(&instruction).unwrap_or(0);
        match (instruction.class.opcode, instruction.result_id, accesses.get(&base).copied()) {
            (Op::ImageTexelPointer, Some(id), _) => texels.push(id),
            (Op::AccessChain | Op::InBoundsAccessChain, Some(id), Some(access)) => {
                let compare = match instruction.operands.last() {
                    Some(Operand::IdRef(index)) => *index,
                    _ => access.compare,
                };
                accesses.insert(id, Access { compare, ..access });
                continue;
            }
            (Op::Load, Some(_), Some(access)) => {
                let at = last.ok_or("an atomic function's result is read before it")?;
                restore_function(module, &mut new, at, access);
                let atomic = new.iter().skip(at).find(|atomic| is_atomic(atomic));
                let result = atomic.and_then(|atomic| atomic.result_id).ok_or("an atomic function without result")?;
                let (ty, id) = (instruction.result_type, instruction.result_id);
                instruction = Instruction::new(Op::CopyObject, ty, id, vec![Operand::IdRef(result)]);
            }
            _ if is_atomic(&instruction) && texels.contains(&base) => last = Some(new.len()),
            _ => {}
        }
        new.push(instruction);
    }
    Ok(new)
}

fn is_atomic(instruction: &Instruction) -> bool {
    matches!(
        instruction.class.opcode,
        Op::AtomicIAdd
            | Op::AtomicISub
            | Op::AtomicAnd
            | Op::AtomicOr
            | Op::AtomicXor
            | Op::AtomicSMin
            | Op::AtomicUMin
            | Op::AtomicSMax
            | Op::AtomicUMax
            | Op::AtomicExchange
            | Op::AtomicCompareExchange
    )
}

/// Makes an addition the exchange that it stands for.
fn restore_function(module: &mut Module, instructions: &mut Vec<Instruction>, at: usize, access: Access) {
    let (original, signed) = (access.binding & !1, access.binding & 1 == 1);
    let Some(atomic) = instructions.get_mut(at) else { return };
    let (ty, id) = (atomic.result_type, atomic.result_id);
    let [pointer, scope, semantics, value] = atomic.operands.as_slice() else { return };
    let mut operands = vec![pointer.clone(), scope.clone(), semantics.clone()];
    if original == AtomicResult::Exchange as u32 {
        operands.push(value.clone());
        *atomic = Instruction::new(Op::AtomicExchange, ty, id, operands);
    } else if original == AtomicResult::CompareExchange as u32 {
        let comparator = if signed { builder::fresh_id(module) } else { access.compare };
        operands.extend([semantics.clone(), value.clone(), Operand::IdRef(comparator)]);
        *atomic = Instruction::new(Op::AtomicCompareExchange, ty, id, operands);
        if signed {
            // Indices are unsigned.
            let given = vec![Operand::IdRef(access.compare)];
            instructions.insert(at, Instruction::new(Op::Bitcast, ty, Some(comparator), given));
        }
    }
}

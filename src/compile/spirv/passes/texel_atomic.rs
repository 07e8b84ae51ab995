//! Results of atomic functions on textures in SPIR-V, where they have some: what the module reads from buffers that are none
//! (see [`Original`]) is what the function before it found.

use std::collections::BTreeMap;

use rspirv::binary::Assemble as _;
use rspirv::dr::{Instruction, Module, Operand, load_bytes};
use rspirv::spirv::{Decoration, Op};

use crate::lower::{Original, STAND_IN_SET};

/// Whether the module reads any.
pub fn is_needed(module: &naga::Module) -> bool {
    module
        .global_variables
        .iter()
        .any(|(_, variable)| variable.binding.is_some_and(|binding| binding.group == STAND_IN_SET))
}

/// The module without such buffers.
pub fn with_results(spirv: &[u8]) -> Result<Vec<u8>, String> {
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let mut bound = module.header.as_ref().map_or(1, |header| header.bound);
    let variables = stand_ins(&module);
    let mut functions = std::mem::take(&mut module.functions);
    // Of each way into a stand-in: which, and the last index.
    let mut ways: BTreeMap<u32, (u32, u32)> = variables.iter().map(|(id, binding)| (*id, (*binding, 0))).collect();
    for block in functions.iter_mut().flat_map(|function| &mut function.blocks) {
        let mut instructions: Vec<Instruction> = Vec::with_capacity(block.instructions.len());
        // Where the last atomic function on a texel is.
        let mut last = None;
        let mut texels = Vec::new();
        for mut instruction in std::mem::take(&mut block.instructions) {
            let base = match instruction.operands.first() {
                Some(Operand::IdRef(base)) => *base,
                _ => 0,
            };
            let opcode = instruction.class.opcode;
            match (opcode, instruction.result_id, ways.get(&base).copied()) {
                (Op::ImageTexelPointer, Some(id), _) => texels.push(id),
                (Op::AccessChain | Op::InBoundsAccessChain, Some(id), Some((binding, index))) => {
                    let index = match instruction.operands.last() {
                        Some(Operand::IdRef(index)) => *index,
                        _ => index,
                    };
                    ways.insert(id, (binding, index));
                    continue;
                }
                (Op::Load, Some(_), Some((binding, compare))) => {
                    let at = last.ok_or("an atomic function's result is read before it")?;
                    become_meant(&mut instructions, at, binding, compare, &mut bound);
                    let atomic = instructions.iter().skip(at).find(|atomic| is_atomic(atomic));
                    let found =
                        atomic.and_then(|atomic| atomic.result_id).ok_or("an atomic function without result")?;
                    let operands = vec![Operand::IdRef(found)];
                    instruction =
                        Instruction::new(Op::CopyObject, instruction.result_type, instruction.result_id, operands);
                }
                _ if is_atomic(&instruction) && texels.contains(&base) => last = Some(instructions.len()),
                _ => {}
            }
            instructions.push(instruction);
        }
        block.instructions = instructions;
    }
    module.functions = functions;
    let stays = |instruction: &Instruction| !matches!(instruction.operands.first(), Some(Operand::IdRef(id)) if variables.contains_key(id));
    module.annotations.retain(stays);
    module.debug_names.retain(stays);
    module.types_global_values.retain(|global| global.result_id.is_none_or(|id| !variables.contains_key(&id)));
    if let Some(header) = &mut module.header {
        header.bound = bound;
    }
    Ok(module.assemble().into_iter().flat_map(u32::to_le_bytes).collect())
}

/// The variables that are none, with their bindings.
fn stand_ins(module: &Module) -> BTreeMap<u32, u32> {
    let decorated = |wanted: Decoration| {
        module.annotations.iter().filter_map(move |annotation| match annotation.operands.as_slice() {
            [Operand::IdRef(id), Operand::Decoration(found), Operand::LiteralBit32(number)] if *found == wanted => {
                Some((*id, *number))
            }
            _ => None,
        })
    };
    let sets: BTreeMap<u32, u32> = decorated(Decoration::DescriptorSet).collect();
    decorated(Decoration::Binding).filter(|(id, _)| sets.get(id) == Some(&STAND_IN_SET)).collect()
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

/// An addition becomes the exchange it stands for.
fn become_meant(instructions: &mut Vec<Instruction>, at: usize, binding: u32, compare: u32, bound: &mut u32) {
    let (original, signed) = (binding & !1, binding & 1 == 1);
    let Some(atomic) = instructions.get_mut(at) else { return };
    let (ty, id) = (atomic.result_type, atomic.result_id);
    let [pointer, scope, semantics, value] = atomic.operands.as_slice() else { return };
    let mut operands = vec![pointer.clone(), scope.clone(), semantics.clone()];
    if original == Original::Exchange as u32 {
        operands.push(value.clone());
        *atomic = Instruction::new(Op::AtomicExchange, ty, id, operands);
    } else if original == Original::CompareExchange as u32 {
        let comparator = if signed { *bound } else { compare };
        operands.extend([semantics.clone(), value.clone(), Operand::IdRef(comparator)]);
        *atomic = Instruction::new(Op::AtomicCompareExchange, ty, id, operands);
        if signed {
            *bound += 1;
            let given = vec![Operand::IdRef(compare)];
            instructions.insert(at, Instruction::new(Op::Bitcast, ty, Some(comparator), given));
        }
    }
}

//! Memory at addresses, and clocks: instructions in place of calls, as in [`super::instruction`].

use rspirv::dr::{Instruction as Spirv, Operand};
use rspirv::spirv::{AddressingModel, Capability, MemoryAccess, Op, Scope, StorageClass};

use super::builder;
use super::instruction::{Call, Rewritten};
use crate::lower::WordAtomic;

/// Words begin at multiples of so many bytes.
const WORD: u32 = 4;

/// `OpReadClockKHR`.
pub fn clock(at: &mut Rewritten<'_>, of_device: bool, call: &Call) {
    builder::add_capability(at.module, Capability::ShaderClockKHR);
    builder::add_extension(at.module, "SPV_KHR_shader_clock");
    let scope = at.constant(if of_device { Scope::Device } else { Scope::Subgroup } as u32);
    at.push(Op::ReadClockKHR, call, vec![Operand::IdScope(scope)]);
}

/// `OpLoad` of the word at the address in the argument.
pub fn load(at: &mut Rewritten<'_>, call: &Call) -> Result<(), String> {
    let pointer = pointer(at, call)?;
    at.push(Op::Load, call, vec![pointer, aligned(), Operand::LiteralBit32(WORD)]);
    Ok(())
}

/// `OpStore` of the second argument at the address in the first.
pub fn store(at: &mut Rewritten<'_>, call: &Call) -> Result<(), String> {
    let pointer = pointer(at, call)?;
    let operands = vec![pointer, Operand::IdRef(call.argument(1)?), aligned(), Operand::LiteralBit32(WORD)];
    at.instructions.push(Spirv::new(Op::Store, None, None, operands));
    Ok(())
}

/// An atomic function on the word at the address in the first argument.
pub fn atomic(at: &mut Rewritten<'_>, operation: WordAtomic, call: &Call) -> Result<(), String> {
    let op = match operation {
        WordAtomic::Add => Op::AtomicIAdd,
        WordAtomic::Subtract => Op::AtomicISub,
        WordAtomic::And => Op::AtomicAnd,
        WordAtomic::Or => Op::AtomicOr,
        WordAtomic::Xor => Op::AtomicXor,
        WordAtomic::Min => Op::AtomicUMin,
        WordAtomic::Max => Op::AtomicUMax,
        WordAtomic::SignedMin => Op::AtomicSMin,
        WordAtomic::SignedMax => Op::AtomicSMax,
        WordAtomic::Exchange => Op::AtomicExchange,
        WordAtomic::CompareExchange => Op::AtomicCompareExchange,
    };
    let pointer = pointer(at, call)?;
    let (scope, semantics) = (at.constant(Scope::Device as u32), at.constant(0));
    let mut operands = vec![pointer, Operand::IdScope(scope), Operand::IdMemorySemantics(semantics)];
    if operation == WordAtomic::CompareExchange {
        operands.push(Operand::IdMemorySemantics(semantics));
    }
    operands.extend(call.arguments.iter().skip(1).map(|argument| Operand::IdRef(*argument)));
    at.push(op, call, operands);
    Ok(())
}

fn aligned() -> Operand {
    Operand::MemoryAccess(MemoryAccess::ALIGNED)
}

/// The pointer to a word at the address in the first argument.
fn pointer(at: &mut Rewritten<'_>, call: &Call) -> Result<Operand, String> {
    builder::add_capability(at.module, Capability::PhysicalStorageBufferAddresses);
    builder::add_extension(at.module, "SPV_KHR_physical_storage_buffer");
    let model = at.module.memory_model.as_mut().ok_or("a module without a memory model")?;
    if let Some(addressing) = model.operands.first_mut() {
        *addressing = Operand::AddressingModel(AddressingModel::PhysicalStorageBuffer64);
    }
    let word = builder::uint(at.module);
    let operands = vec![Operand::StorageClass(StorageClass::PhysicalStorageBuffer), Operand::IdRef(word)];
    let ty = builder::declared(at.module, Op::TypePointer, None, operands);
    let id = builder::fresh_id(at.module);
    let address = vec![Operand::IdRef(call.argument(0)?)];
    at.instructions.push(Spirv::new(Op::ConvertUToPtr, Some(ty), Some(id), address));
    Ok(Operand::IdRef(id))
}

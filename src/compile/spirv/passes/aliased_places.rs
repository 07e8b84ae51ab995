//! Several variables at one binding: a table of descriptors that is read as several types. naga has one variable for a
//! binding, so the others are at places that stand for it. Here they get their own.

use std::collections::{BTreeMap, BTreeSet};

use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{Decoration, Op, StorageClass};

use super::{Facts, builder};

/// Gives each variable of [`Facts::aliased_places`] its place. Where one of a place is written, the place's variables
/// are declared to be aliases of each other: without it, SPIR-V takes them to be different memory.
pub fn put_back(module: &mut Module, facts: &Facts<'_>) -> Result<(), String> {
    let mut places = builder::bindings(module);
    let mut moved = BTreeMap::new();
    for (id, place) in &mut places {
        if let Some(meant) = facts.aliased_places.get(place) {
            *place = *meant;
            moved.insert(*id, *meant);
        }
    }
    for annotation in &mut module.annotations {
        if let [Operand::IdRef(id), Operand::Decoration(decoration), Operand::LiteralBit32(number)] =
            annotation.operands.as_mut_slice()
            && let Some((set, binding)) = moved.get(id)
        {
            match decoration {
                Decoration::DescriptorSet => *number = *set,
                Decoration::Binding => *number = *binding,
                _ => {}
            }
        }
    }
    let globals = builder::globals(module);
    let read_only = Operand::Decoration(Decoration::NonWritable);
    let read_only: BTreeSet<u32> = module
        .annotations
        .iter()
        .filter(|one| one.operands.get(1) == Some(&read_only))
        .filter_map(builder::base)
        .collect();
    let shared: BTreeSet<(u32, u32)> = facts.aliased_places.values().copied().collect();
    let memory = places.iter().filter(|(id, place)| shared.contains(place) && is_memory(&globals, **id));
    let memory: Vec<(u32, (u32, u32))> = memory.map(|(id, place)| (*id, *place)).collect();
    let written = memory.iter().filter(|(id, _)| !read_only.contains(id));
    let written: BTreeSet<(u32, u32)> = written.map(|(_, place)| *place).collect();
    let aliases = memory.into_iter().filter(|(_, place)| written.contains(place));
    module.annotations.extend(aliases.map(|(id, _)| builder::decoration(id, Decoration::Aliased)));
    Ok(())
}

/// Whether a resource variable is a buffer or an image that is not sampled: what `Aliased` is for.
fn is_memory(globals: &BTreeMap<u32, &Instruction>, variable: u32) -> bool {
    let pointer = globals.get(&variable).and_then(|variable| globals.get(&variable.result_type?));
    let Some([Operand::StorageClass(class), Operand::IdRef(ty)]) = pointer.map(|pointer| pointer.operands.as_slice())
    else {
        return false;
    };
    let element = globals.get(ty).and_then(|ty| match ty.class.opcode {
        Op::TypeArray | Op::TypeRuntimeArray => globals.get(&builder::base(ty)?),
        _ => Some(ty),
    });
    element.is_some_and(|ty| match ty.class.opcode {
        Op::TypeImage => ty.operands.get(5) == Some(&Operand::LiteralBit32(2)),
        _ => *class == StorageClass::StorageBuffer,
    })
}

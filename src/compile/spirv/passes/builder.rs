//! What several passes do to a module: new ids, declarations, decorations, and other paths to variables.

use std::collections::{BTreeMap, BTreeSet};

use rspirv::dr::{Function, Instruction, Module, ModuleHeader, Operand};
use rspirv::spirv::{BuiltIn, Capability, Decoration, ExecutionMode, Op, StorageClass};

/// An id that the module does not have yet.
pub fn fresh_id(module: &mut Module) -> u32 {
    let header = module.header.get_or_insert_with(|| ModuleHeader::new(1));
    header.bound += 1;
    header.bound - 1
}

/// Declares a capability, once.
pub fn add_capability(module: &mut Module, capability: Capability) {
    let operands = vec![Operand::Capability(capability)];
    if !module.capabilities.iter().any(|known| known.operands == operands) {
        module.capabilities.push(Instruction::new(Op::Capability, None, None, operands));
    }
}

/// Removes the declaration of a capability.
pub fn remove_capability(module: &mut Module, capability: Capability) {
    let declared = Operand::Capability(capability);
    module.capabilities.retain(|known| !known.operands.contains(&declared));
}

/// Declares an extension, once.
pub fn add_extension(module: &mut Module, name: &str) {
    let operands = vec![Operand::LiteralString(name.to_owned())];
    if !module.extensions.iter().any(|known| known.operands == operands) {
        module.extensions.push(Instruction::new(Op::Extension, None, None, operands));
    }
}

/// The id of the set of functions of GLSL, which is imported once.
pub fn glsl_set(module: &mut Module) -> u32 {
    instruction_set(module, "GLSL.std.450")
}

/// The id of a set of extended instructions, which is imported once.
pub fn instruction_set(module: &mut Module, name: &str) -> u32 {
    let operands = vec![Operand::LiteralString(name.to_owned())];
    let known = module.ext_inst_imports.iter().find(|one| one.operands == operands).and_then(|one| one.result_id);
    known.unwrap_or_else(|| {
        let id = fresh_id(module);
        module.ext_inst_imports.push(Instruction::new(Op::ExtInstImport, None, Some(id), operands));
        id
    })
}

/// The id of a string, which is declared once.
pub fn string(module: &mut Module, text: &str) -> u32 {
    let operands = vec![Operand::LiteralString(text.to_owned())];
    let is_known = |one: &&Instruction| one.class.opcode == Op::String && one.operands == operands;
    let known = module.debug_string_source.iter().find(is_known).and_then(|one| one.result_id);
    known.unwrap_or_else(|| {
        let id = fresh_id(module);
        module.debug_string_source.push(Instruction::new(Op::String, None, Some(id), operands));
        id
    })
}

/// Removes the declaration of an extension.
pub fn remove_extension(module: &mut Module, name: &str) {
    let declared = Operand::LiteralString(name.to_owned());
    module.extensions.retain(|known| !known.operands.contains(&declared));
}

/// Declares a mode of the entry point, once. It has no operands of its own.
pub fn add_execution_mode(module: &mut Module, mode: ExecutionMode) {
    let entry = module.entry_points.first().and_then(|entry| entry.operands.get(1).cloned());
    let Some(entry) = entry else { return };
    let operands = vec![entry, Operand::ExecutionMode(mode)];
    if !module.execution_modes.iter().any(|known| known.operands == operands) {
        module.execution_modes.push(Instruction::new(Op::ExecutionMode, None, None, operands));
    }
}

/// A decoration without operands.
pub fn decoration(id: u32, decoration: Decoration) -> Instruction {
    Instruction::new(Op::Decorate, None, None, vec![Operand::IdRef(id), Operand::Decoration(decoration)])
}

/// The decoration of a variable that is a built-in.
pub fn built_in_decoration(id: u32, built_in: BuiltIn) -> Instruction {
    let operands = vec![Operand::IdRef(id), Operand::Decoration(Decoration::BuiltIn), Operand::BuiltIn(built_in)];
    Instruction::new(Op::Decorate, None, None, operands)
}

/// Each id with that decoration, and the number that the decoration gives it.
pub fn numbers_of(module: &Module, wanted: Decoration) -> impl Iterator<Item = (u32, u32)> {
    module.annotations.iter().filter_map(move |annotation| match annotation.operands.as_slice() {
        [Operand::IdRef(id), Operand::Decoration(found), Operand::LiteralBit32(number)] if *found == wanted => {
            Some((*id, *number))
        }
        _ => None,
    })
}

/// The (set, binding) of each resource variable.
pub fn bindings(module: &Module) -> BTreeMap<u32, (u32, u32)> {
    let mut bindings: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    for (id, set) in numbers_of(module, Decoration::DescriptorSet) {
        bindings.entry(id).or_default().0 = set;
    }
    for (id, binding) in numbers_of(module, Decoration::Binding) {
        bindings.entry(id).or_default().1 = binding;
    }
    bindings
}

/// Types, constants and global variables by id.
pub fn globals(module: &Module) -> BTreeMap<u32, &Instruction> {
    module.types_global_values.iter().filter_map(|global| Some((global.result_id?, global))).collect()
}

/// The type, constant or global variable of an id, found without a map.
pub fn global(module: &Module, id: u32) -> Option<&Instruction> {
    module.types_global_values.iter().find(|global| global.result_id == Some(id))
}

/// The storage class and the pointee of a pointer type.
pub fn pointee(module: &Module, pointer: u32) -> Option<(StorageClass, u32)> {
    match global(module, pointer)?.operands.as_slice() {
        [Operand::StorageClass(class), Operand::IdRef(pointee)] => Some((*class, *pointee)),
        _ => None,
    }
}

/// The first operand, if it is an id: of a load, a store and an access chain it is what they read, write or index.
pub fn base(instruction: &Instruction) -> Option<u32> {
    match instruction.operands.first() {
        Some(Operand::IdRef(base)) => Some(*base),
        _ => None,
    }
}

/// Declares something at a place among the globals; the place moves behind it. Returns the id.
pub fn insert_global(module: &mut Module, at: &mut usize, op: Op, ty: Option<u32>, operands: Vec<Operand>) -> u32 {
    let id = fresh_id(module);
    module.types_global_values.insert(*at, Instruction::new(op, ty, Some(id), operands));
    *at += 1;
    id
}

/// The id of a type or constant, which is declared once.
pub fn declared(module: &mut Module, op: Op, ty: Option<u32>, operands: Vec<Operand>) -> u32 {
    let is_known = |one: &&Instruction| one.class.opcode == op && one.result_type == ty && one.operands == operands;
    if let Some(known) = module.types_global_values.iter().find(is_known).and_then(|known| known.result_id) {
        return known;
    }
    let mut end = module.types_global_values.len();
    insert_global(module, &mut end, op, ty, operands)
}

/// The type of an unsigned number of 32 bits.
pub fn uint(module: &mut Module) -> u32 {
    declared(module, Op::TypeInt, None, vec![Operand::LiteralBit32(32), Operand::LiteralBit32(0)])
}

/// The id of the specialisation constant with this number, type and value, which is declared once. `default`: the bits of the value that it
/// has where the pipeline gives none. Constants with different values may have one number, which the pipeline then gives to all of them.
///
/// # Errors
/// There is no such type.
pub fn specialisation(module: &mut Module, (number, default): (u32, u64), ty: u32) -> Result<u32, String> {
    let of_type = global(module, ty).ok_or("a constant without a type")?;
    let is_wide = matches!(of_type.operands.first(), Some(Operand::LiteralBit32(64)));
    let (op, operands) = match (of_type.class.opcode, default) {
        (Op::TypeBool, 0) => (Op::SpecConstantFalse, Vec::new()),
        (Op::TypeBool, _) => (Op::SpecConstantTrue, Vec::new()),
        (_, value) if is_wide => (Op::SpecConstant, vec![Operand::LiteralBit64(value)]),
        (_, value) => (Op::SpecConstant, vec![Operand::LiteralBit32(value as u32)]),
    };
    let is_same = |id: u32| {
        global(module, id).is_some_and(|known| {
            known.class.opcode == op && known.result_type == Some(ty) && known.operands == operands
        })
    };
    let known = numbers_of(module, Decoration::SpecId).find(|(id, known)| *known == number && is_same(*id));
    if let Some((id, _)) = known {
        return Ok(id);
    }
    let mut end = module.types_global_values.len();
    let id = insert_global(module, &mut end, op, Some(ty), operands);
    let number = Operand::LiteralBit32(number);
    let decoration = vec![Operand::IdRef(id), Operand::Decoration(Decoration::SpecId), number];
    module.annotations.push(Instruction::new(Op::Decorate, None, None, decoration));
    Ok(id)
}

/// Removes the variables that `is_removed` names, with their names and decorations.
pub fn remove_variables(module: &mut Module, is_removed: impl Fn(u32) -> bool) {
    module.types_global_values.retain(|global| !global.result_id.is_some_and(&is_removed));
    // Since SPIR-V 1.4 an entry point lists all variables that it uses.
    for entry in &mut module.entry_points {
        entry.operands.retain(|operand| !matches!(operand, Operand::IdRef(id) if is_removed(*id)));
    }
    remove_notes(module, is_removed);
}

/// Removes names and decorations of ids that are no more.
pub fn remove_notes(module: &mut Module, is_removed: impl Fn(u32) -> bool) {
    let stays = |note: &Instruction| !base(note).is_some_and(&is_removed);
    module.annotations.retain(stays);
    module.debug_names.retain(stays);
}

/// Makes loads and stores of variables those of an element of an array: `element` gives, for a variable, the array and
/// the id of the index. `pointer` is the type of a pointer to an element.
pub fn redirect_to_elements(module: &mut Module, pointer: u32, element: impl Fn(u32) -> Option<(u32, u32)>) {
    let mut functions = std::mem::take(&mut module.functions);
    for block in functions.iter_mut().flat_map(|function| &mut function.blocks) {
        let mut instructions = Vec::with_capacity(block.instructions.len());
        for mut instruction in std::mem::take(&mut block.instructions) {
            if matches!(instruction.class.opcode, Op::Load | Op::Store)
                && let Some((array, index)) = base(&instruction).and_then(&element)
            {
                let id = fresh_id(module);
                let path = vec![Operand::IdRef(array), Operand::IdRef(index)];
                instructions.push(Instruction::new(Op::AccessChain, Some(pointer), Some(id), path));
                instruction.operands[0] = Operand::IdRef(id);
            }
            instructions.push(instruction);
        }
        block.instructions = instructions;
    }
    module.functions = functions;
}

/// Removes types, constants and variables that nothing names any more.
pub fn remove_unused_globals(module: &mut Module) {
    loop {
        let ids = |one: &Instruction| -> Vec<u32> {
            one.operands.iter().filter_map(Operand::id_ref_any).chain(one.result_type).collect()
        };
        let used: BTreeSet<u32> = module
            .types_global_values
            .iter()
            .chain(&module.entry_points)
            .chain(&module.execution_modes)
            .chain(module.functions.iter().flat_map(Function::all_inst_iter))
            .flat_map(ids)
            .collect();
        let unused: BTreeSet<u32> = module
            .types_global_values
            .iter()
            .filter_map(|global| global.result_id.filter(|id| !used.contains(id)))
            .collect();
        if unused.is_empty() {
            return;
        }
        remove_variables(module, |id| unused.contains(&id));
    }
}

//! System values in SPIR-V that naga has no word for: varyings of locations that no device has become what they stand for.

use std::collections::BTreeMap;

use rspirv::binary::Assemble as _;
use rspirv::dr::{Instruction, Module, Operand, load_bytes};
use rspirv::spirv::{BuiltIn, Capability, Decoration, Op, StorageClass};

use crate::lower::StandIn;

/// The module with built-ins at these locations.
pub fn in_place_of_varyings(spirv: &[u8], locations: &BTreeMap<u32, StandIn>) -> Result<Vec<u8>, String> {
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    let mut distances: BTreeMap<u32, StandIn> = BTreeMap::new();
    for annotation in &mut module.annotations {
        let [Operand::IdRef(id), Operand::Decoration(Decoration::Location), Operand::LiteralBit32(location)] =
            annotation.operands.as_slice()
        else {
            continue;
        };
        let built_in = match locations.get(location) {
            Some(StandIn::Layer) => BuiltIn::Layer,
            Some(StandIn::Viewport) => BuiltIn::ViewportIndex,
            Some(distance @ StandIn::Distance { .. }) => {
                distances.insert(*id, *distance);
                continue;
            }
            None => continue,
        };
        let id = *id;
        annotation.operands = built_in_of(id, built_in);
        let is_output = module.types_global_values.iter().any(|variable| {
            variable.result_id == Some(id)
                && variable.operands.first() == Some(&Operand::StorageClass(StorageClass::Output))
        });
        let capability = match (is_output, built_in) {
            (true, _) => Capability::ShaderViewportIndexLayerEXT,
            (false, BuiltIn::Layer) => Capability::Geometry,
            (false, _) => Capability::MultiViewport,
        };
        ask_for(&mut module.capabilities, capability);
        if is_output {
            let name = Operand::LiteralString("SPV_EXT_shader_viewport_index_layer".to_owned());
            if !module.extensions.iter().any(|known| known.operands.first() == Some(&name)) {
                module.extensions.push(Instruction::new(Op::Extension, None, None, vec![name]));
            }
        }
    }
    for wanted in [false, true] {
        let of_these: BTreeMap<u32, (u32, u32)> = distances
            .iter()
            .filter_map(|(id, distance)| match distance {
                StandIn::Distance { cull, at, of } if *cull == wanted => Some((*id, (*at, *of))),
                _ => None,
            })
            .collect();
        let (built_in, capability) = if wanted {
            (BuiltIn::CullDistance, Capability::CullDistance)
        } else {
            (BuiltIn::ClipDistance, Capability::ClipDistance)
        };
        if let Some((_, of)) = of_these.values().next() {
            ask_for(&mut module.capabilities, capability);
            gather(&mut module, &of_these, *of, built_in)?;
        }
    }
    Ok(module.assemble().into_iter().flat_map(u32::to_le_bytes).collect())
}

fn built_in_of(id: u32, built_in: BuiltIn) -> Vec<Operand> {
    vec![Operand::IdRef(id), Operand::Decoration(Decoration::BuiltIn), Operand::BuiltIn(built_in)]
}

fn ask_for(capabilities: &mut Vec<Instruction>, capability: Capability) {
    let operands = vec![Operand::Capability(capability)];
    if !capabilities.iter().any(|known| known.operands == operands) {
        capabilities.push(Instruction::new(Op::Capability, None, None, operands));
    }
}

/// Makes one array of inputs that are numbers.
fn gather(module: &mut Module, numbers: &BTreeMap<u32, (u32, u32)>, of: u32, built_in: BuiltIn) -> Result<(), String> {
    let mut next = module.header.as_ref().map_or(1, |header| header.bound);
    let mut fresh = || {
        next += 1;
        next - 1
    };
    let globals = &mut module.types_global_values;
    let is_one = |global: &Instruction| global.result_id.is_some_and(|id| numbers.contains_key(&id));
    let found = globals.iter().position(is_one).and_then(|at| Some((at, globals[at].result_type?)));
    let (first, pointer) = found.ok_or("a distance has no variable")?;
    let pointed = globals.iter().find(|global| global.result_id == Some(pointer));
    let Some([_, Operand::IdRef(float)]) = pointed.map(|pointer| pointer.operands.as_slice()) else {
        return Err("a distance has no type".to_owned());
    };
    let float = *float;
    let mut added = Vec::new();
    let is_uint = |global: &&Instruction| {
        global.class.opcode == Op::TypeInt && global.operands == [Operand::LiteralBit32(32), Operand::LiteralBit32(0)]
    };
    let known = globals.iter().take(first).find(is_uint).and_then(|global| global.result_id);
    // A type may be declared once, so one that comes later comes earlier.
    let late = globals.iter().skip(first).position(|global| is_uint(&global));
    let uint = match (known, late) {
        (Some(known), _) => known,
        (None, Some(after)) => {
            let moved = globals.remove(first + after);
            let id = moved.result_id.ok_or("a type has no id")?;
            added.push(moved);
            id
        }
        (None, None) => {
            let id = fresh();
            let operands = vec![Operand::LiteralBit32(32), Operand::LiteralBit32(0)];
            added.push(Instruction::new(Op::TypeInt, None, Some(id), operands));
            id
        }
    };
    let mut constant = |value: u32, added: &mut Vec<Instruction>| {
        let id = fresh();
        added.push(Instruction::new(Op::Constant, Some(uint), Some(id), vec![Operand::LiteralBit32(value)]));
        id
    };
    let length = constant(of, &mut added);
    let indices: BTreeMap<u32, u32> = numbers.iter().map(|(id, (at, _))| (*id, constant(*at, &mut added))).collect();
    let (array, whole, variable) = (fresh(), fresh(), fresh());
    let input = || Operand::StorageClass(StorageClass::Input);
    let element = vec![Operand::IdRef(float), Operand::IdRef(length)];
    added.push(Instruction::new(Op::TypeArray, None, Some(array), element));
    added.push(Instruction::new(Op::TypePointer, None, Some(whole), vec![input(), Operand::IdRef(array)]));
    added.push(Instruction::new(Op::Variable, Some(whole), Some(variable), vec![input()]));
    globals.splice(first..first, added);
    globals.retain(|global| !is_one(global));
    let is_of_one = |instruction: &Instruction| matches!(instruction.operands.first(), Some(Operand::IdRef(id)) if numbers.contains_key(id));
    module.annotations.retain(|annotation| !is_of_one(annotation));
    module.debug_names.retain(|name| !is_of_one(name));
    module.annotations.push(Instruction::new(Op::Decorate, None, None, built_in_of(variable, built_in)));
    for entry in &mut module.entry_points {
        entry.operands.retain(|operand| !matches!(operand, Operand::IdRef(id) if numbers.contains_key(id)));
        entry.operands.push(Operand::IdRef(variable));
    }
    for block in module.functions.iter_mut().flat_map(|function| &mut function.blocks) {
        let mut instructions = Vec::with_capacity(block.instructions.len());
        for mut instruction in std::mem::take(&mut block.instructions) {
            if instruction.class.opcode == Op::Load
                && let Some(Operand::IdRef(id)) = instruction.operands.first()
                && let Some(index) = indices.get(id)
            {
                let place = fresh();
                let path = vec![Operand::IdRef(variable), Operand::IdRef(*index)];
                instructions.push(Instruction::new(Op::AccessChain, Some(pointer), Some(place), path));
                instruction.operands[0] = Operand::IdRef(place);
            }
            instructions.push(instruction);
        }
        block.instructions = instructions;
    }
    if let Some(header) = &mut module.header {
        header.bound = next;
    }
    Ok(())
}

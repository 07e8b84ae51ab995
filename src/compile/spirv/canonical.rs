//! SPIR-V in a form for comparison, without what has no meaning: id numbers, and the order of types, constants,
//! variables and blocks.
//!
//! Two texts of one program (branches folded, or only substituted) reach the optimiser with their declarations in a
//! different order; its output for them differs in ids and order alone.

use std::collections::BTreeMap;

use rspirv::dr::{Function, Instruction, Module, Operand};
use rspirv::spirv::Op;

/// A module as text with every id replaced by a name: types and constants are named by their content, variables by
/// their decorations, and the rest by the order in which the functions use them.
///
/// # Errors
/// What is wrong with the bytes, if they are no SPIR-V.
pub fn canonical_spirv(code: &[u8]) -> Result<String, String> {
    let module = rspirv::dr::load_bytes(code).map_err(|error| format!("{error:?}"))?;
    let mut names = Names { module: &module, global: BTreeMap::new(), known: BTreeMap::new(), local: BTreeMap::new() };
    for instruction in &module.types_global_values {
        names.global.extend(instruction.result_id.map(|id| (id, instruction)));
    }
    let mut text = String::new();
    for function in &module.functions {
        text += &names.function(function)?;
    }
    let mut interface: Vec<String> = Vec::new();
    for instruction in module.entry_points.iter().chain(&module.execution_modes) {
        interface.push(names.line(instruction));
    }
    let entry: Vec<String> = module
        .entry_points
        .iter()
        .flat_map(|entry| &entry.operands)
        .filter_map(|operand| operand.id_ref_any().map(|id| names.name(id)))
        .collect();
    interface.extend(entry);
    interface.sort();
    let head: Vec<String> = module.capabilities.iter().map(|capability| format!("{:?}", capability.operands)).collect();
    Ok(format!("{}\n{}\n{text}", head.join(" "), interface.join("\n")))
}

struct Names<'a> {
    module: &'a Module,
    global: BTreeMap<u32, &'a Instruction>,
    known: BTreeMap<u32, String>,
    local: BTreeMap<u32, usize>,
}

impl Names<'_> {
    /// Blocks in the order in which control reaches them, which does not depend on their order in the module.
    fn function(&mut self, function: &Function) -> Result<String, String> {
        let labels: BTreeMap<u32, usize> =
            function.blocks.iter().enumerate().filter_map(|(at, block)| Some((block.label_id()?, at))).collect();
        let mut order = Vec::new();
        let mut seen = vec![false; function.blocks.len()];
        let mut open = vec![0usize];
        while let Some(at) = open.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            order.push(at);
            let last = function.blocks[at].instructions.last().ok_or("an empty block")?;
            let next = last.operands.iter().rev().filter_map(|operand| labels.get(&operand.id_ref_any()?));
            open.extend(next.copied());
        }
        // Labels first: phis and merges refer to later blocks.
        for (number, at) in order.iter().enumerate() {
            let label = function.blocks[*at].label_id().ok_or("a block without a label")?;
            self.known.insert(label, format!("block {number}"));
        }
        let mut text = String::new();
        for instruction in function.def.iter().chain(&function.parameters) {
            text += &self.line(instruction);
        }
        let mut types: BTreeMap<u32, u32> = BTreeMap::new();
        for at in order {
            text += "block\n";
            for instruction in &function.blocks[at].instructions {
                if let (Some(id), Some(ty)) = (instruction.result_id, instruction.result_type) {
                    types.insert(id, ty);
                }
                let same = self.identity(instruction, &types).or_else(|| self.neutral(instruction));
                if let (Some(same), Some(id)) = (same, instruction.result_id) {
                    let name = self.name(same);
                    self.known.insert(id, name);
                    continue;
                }
                if instruction.class.opcode != Op::Phi {
                    text += &self.line(instruction);
                    continue;
                }
                let mut sources: Vec<(String, &Operand)> =
                    instruction.operands.chunks_exact(2).map(|pair| (self.operand(&pair[1]), &pair[0])).collect();
                sources.sort_by(|left, right| left.0.cmp(&right.0));
                let sources: Vec<String> =
                    sources.into_iter().map(|(block, value)| format!("{block} {}", self.operand(value))).collect();
                let result = instruction.result_id.map(|id| self.name(id));
                text += &format!("phi {result:?} {sources:?}\n");
            }
        }
        Ok(text)
    }

    /// The vector that a shuffle selects as a whole: glslang writes such a shuffle for `?:` with a constant condition,
    /// and the optimiser keeps it.
    fn identity(&self, shuffle: &Instruction, types: &BTreeMap<u32, u32>) -> Option<u32> {
        if shuffle.class.opcode != Op::VectorShuffle {
            return None;
        }
        let selected: Vec<u32> = shuffle
            .operands
            .get(2..)?
            .iter()
            .map(|operand| match operand {
                Operand::LiteralBit32(at) => Some(*at),
                _ => None,
            })
            .collect::<Option<_>>()?;
        let vector = |at: usize| -> Option<(u32, u32)> {
            let id = shuffle.operands.get(at)?.id_ref_any()?;
            let global = || self.global.get(&id).and_then(|global| global.result_type);
            Some((id, types.get(&id).copied().or_else(global)?))
        };
        let (first, second) = (vector(0)?, vector(1)?);
        let lanes = match self.global.get(&first.1)?.operands.get(1) {
            Some(Operand::LiteralBit32(lanes)) => *lanes,
            _ => return None,
        };
        let runs_from = |start: u32| selected.iter().zip(start..).all(|(at, wanted)| *at == wanted);
        let whole = |vector: (u32, u32)| (Some(vector.1) == shuffle.result_type).then_some(vector.0);
        if runs_from(0) {
            whole(first)
        } else if runs_from(lanes) {
            whole(second)
        } else {
            None
        }
    }

    /// The other operand of `true && x` and `false || x`, which Debian's version of the optimiser does not fold.
    fn neutral(&self, instruction: &Instruction) -> Option<u32> {
        let neutral = match instruction.class.opcode {
            Op::LogicalAnd => Op::ConstantTrue,
            Op::LogicalOr => Op::ConstantFalse,
            _ => return None,
        };
        let operand = |at: usize| instruction.operands.get(at)?.id_ref_any();
        let (left, right) = (operand(0)?, operand(1)?);
        let is_neutral = |id: u32| self.global.get(&id).is_some_and(|global| global.class.opcode == neutral);
        if is_neutral(left) { Some(right) } else { is_neutral(right).then_some(left) }
    }

    fn line(&mut self, instruction: &Instruction) -> String {
        // The interface has the order of the declarations; it is compared separately.
        let compared = if instruction.class.opcode == Op::EntryPoint { 3 } else { usize::MAX };
        let operands = instruction.operands.iter().take(compared);
        let ids: Vec<u32> = instruction.result_id.into_iter().chain(instruction.result_type).collect();
        let mut words: Vec<String> = ids.into_iter().map(|id| self.name(id)).collect();
        words.extend(operands.map(|operand| self.operand(operand)));
        format!("{:?} {}\n", instruction.class.opcode, words.join(" "))
    }

    fn operand(&mut self, operand: &Operand) -> String {
        operand.id_ref_any().map_or_else(|| format!("{operand:?}"), |id| self.name(id))
    }

    fn name(&mut self, id: u32) -> String {
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        let Some(instruction) = self.global.get(&id).copied() else {
            let next = self.local.len();
            return format!("%{}", self.local.entry(id).or_insert(next));
        };
        // A null constant, a constant of zero bits and a composite of nothing else are one value.
        if let Some(ty) = instruction.result_type
            && self.is_zero(instruction)
        {
            let name = format!("zero:{}", self.name(ty));
            self.known.insert(id, name.clone());
            return name;
        }
        let mut words: Vec<String> =
            self.module.annotations.iter().filter_map(|decoration| decorates(decoration, id)).collect();
        words.sort();
        if instruction.class.opcode == Op::Variable && words.is_empty() {
            let next = self.local.len();
            words.push(format!("%{}", self.local.entry(id).or_insert(next)));
        }
        words.extend(instruction.result_type.map(|ty| self.name(ty)));
        words.extend(instruction.operands.iter().map(|operand| self.operand(operand)));
        let spelled = format!("{:?}({})", instruction.class.opcode, words.join(" "));
        // Content, shortened.
        let name = format!("{:?}:{}", instruction.class.opcode, &blake3::hash(spelled.as_bytes()).to_hex()[..16]);
        self.known.insert(id, name.clone());
        name
    }

    fn is_zero(&self, constant: &Instruction) -> bool {
        match constant.class.opcode {
            Op::ConstantNull | Op::ConstantFalse => true,
            Op::Constant => constant
                .operands
                .iter()
                .all(|operand| matches!(operand, Operand::LiteralBit32(0) | Operand::LiteralBit64(0))),
            // A constant refers to earlier ones only, so that the recursion ends.
            Op::ConstantComposite => constant.operands.iter().all(|operand| {
                let part = operand.id_ref_any().and_then(|id| self.global.get(&id));
                part.is_some_and(|part| self.is_zero(part))
            }),
            _ => false,
        }
    }
}

/// A decoration of an id, without the id.
fn decorates(decoration: &Instruction, id: u32) -> Option<String> {
    let target = decoration.operands.first()?.id_ref_any()?;
    (target == id)
        .then(|| format!("{:?}{:?}", decoration.class.opcode, decoration.operands.get(1..).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use rspirv::binary::Assemble;
    use rspirv::dr::Builder;
    use rspirv::spirv::{
        AddressingModel, Capability, ExecutionModel, FunctionControl, MemoryModel, StorageClass, Word,
    };

    use super::canonical_spirv;

    /// A fragment shader that writes one constant.
    fn writing(constant: impl FnOnce(&mut Builder, Word, Word) -> Word) -> String {
        let mut builder = Builder::new();
        builder.capability(Capability::Shader);
        builder.memory_model(AddressingModel::Logical, MemoryModel::GLSL450);
        let void = builder.type_void();
        let float = builder.type_float(32, None);
        let vector = builder.type_vector(float, 2);
        let pointer = builder.type_pointer(None, StorageClass::Output, vector);
        let signature = builder.type_function(void, []);
        let value = constant(&mut builder, float, vector);
        let output = builder.variable(pointer, None, StorageClass::Output, None);
        let main = builder.begin_function(void, None, FunctionControl::NONE, signature).expect("a function begins");
        builder.begin_block(None).expect("a block begins");
        builder.store(output, value, None, []).expect("in a block");
        builder.ret().expect("in a block");
        builder.end_function().expect("in a function");
        builder.entry_point(ExecutionModel::Fragment, main, "main", [output]);
        let code: Vec<u8> = builder.module().assemble().into_iter().flat_map(u32::to_le_bytes).collect();
        canonical_spirv(&code).expect("it is SPIR-V")
    }

    #[test]
    fn zeros_are_one_value_however_they_are_spelled() {
        let null = writing(|builder, _, vector| builder.constant_null(vector));
        let composite = |bits: u32| {
            writing(move |builder, float, vector| {
                let zero = builder.constant_bit32(float, 0);
                let other = builder.constant_bit32(float, bits);
                builder.constant_composite(vector, [zero, other])
            })
        };
        assert_eq!(null, composite(0));
        assert_ne!(null, composite(1.0f32.to_bits()));
        assert_ne!(null, composite((-0.0f32).to_bits()), "the sign of a zero can be seen");
    }
}

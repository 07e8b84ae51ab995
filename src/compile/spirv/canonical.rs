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
    let mut names = Names {
        module: &module,
        global: BTreeMap::new(),
        known: BTreeMap::new(),
        local: BTreeMap::new(),
        vectors: BTreeMap::new(),
        transposed: BTreeMap::new(),
    };
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
    /// The components of vectors that instructions make of constants alone.
    vectors: BTreeMap<u32, Vec<String>>,
    /// Transposed matrices, each with the matrix.
    transposed: BTreeMap<u32, u32>,
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
                if self.make_constant_vector(instruction) || self.transpose(instruction) {
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

    /// Names a vector that an instruction makes of constants alone as the constant that it is, and returns whether it is one: the
    /// optimiser folds such an instruction only where each of its operands is a scalar.
    fn make_constant_vector(&mut self, instruction: &Instruction) -> bool {
        let (Some(id), Some((ty, element, _))) = (instruction.result_id, self.vector_of(instruction)) else {
            return false;
        };
        if instruction.class.opcode != Op::CompositeConstruct {
            return false;
        }
        let mut components = Vec::new();
        for operand in &instruction.operands {
            let Some(part) = operand.id_ref_any().and_then(|id| self.constant_components(id)) else { return false };
            components.extend(part);
        }
        let zero = format!("zero:{}", self.name(element));
        let ty = self.name(ty);
        let name = if components.iter().all(|component| *component == zero) {
            format!("zero:{ty}")
        } else {
            let words: Vec<&str> = std::iter::once(ty.as_str()).chain(components.iter().map(String::as_str)).collect();
            named_by_content(Op::ConstantComposite, &words.join(" "))
        };
        self.known.insert(id, name);
        self.vectors.insert(id, components);
        true
    }

    /// Names a transposed matrix by the matrix, and returns whether it is one. See [`Names::product`].
    fn transpose(&mut self, instruction: &Instruction) -> bool {
        let of = instruction.operands.first().and_then(Operand::id_ref_any);
        let (Op::Transpose, Some(id), Some(of)) = (instruction.class.opcode, instruction.result_id, of) else {
            return false;
        };
        let name = match self.transposed.get(&of).copied() {
            Some(whole) => self.name(whole),
            None => {
                self.transposed.insert(id, of);
                format!("transposed:{}", self.name(of))
            }
        };
        self.known.insert(id, name);
        true
    }

    /// The product without a transposed matrix, and its factors: `transpose(m) * v` is `v * m`, with the same products and sums. The
    /// optimiser changes one into the other only where it sees both at once.
    fn product(&self, instruction: &Instruction) -> Option<(Op, [u32; 2])> {
        let operand = |at: usize| instruction.operands.get(at)?.id_ref_any();
        let (first, second) = (operand(0)?, operand(1)?);
        match instruction.class.opcode {
            Op::MatrixTimesVector => Some((Op::VectorTimesMatrix, [second, *self.transposed.get(&first)?])),
            Op::VectorTimesMatrix => Some((Op::MatrixTimesVector, [*self.transposed.get(&second)?, first])),
            _ => None,
        }
    }

    /// The type of a result, its element type, and the number of components, if it is a vector.
    fn vector_of(&self, instruction: &Instruction) -> Option<(u32, u32, u32)> {
        let id = instruction.result_type?;
        let ty = self.global.get(&id).filter(|ty| ty.class.opcode == Op::TypeVector)?;
        match ty.operands.as_slice() {
            [element, Operand::LiteralBit32(lanes)] => Some((id, element.id_ref_any()?, *lanes)),
            _ => None,
        }
    }

    /// The names of the components that a constant scalar or vector gives to the vector that is made of it.
    fn constant_components(&mut self, id: u32) -> Option<Vec<String>> {
        if let Some(known) = self.vectors.get(&id) {
            return Some(known.clone());
        }
        let constant = *self.global.get(&id)?;
        match (constant.class.opcode, self.vector_of(constant)) {
            (Op::ConstantNull, Some((_, element, lanes))) => {
                let zero = format!("zero:{}", self.name(element));
                Some(vec![zero; lanes as usize])
            }
            (Op::ConstantComposite, Some(_)) => {
                Some(constant.operands.iter().map(|operand| self.operand(operand)).collect())
            }
            (Op::Constant | Op::ConstantNull | Op::ConstantTrue | Op::ConstantFalse, None) => Some(vec![self.name(id)]),
            _ => None,
        }
    }

    fn line(&mut self, instruction: &Instruction) -> String {
        // The interface has the order of the declarations; it is compared separately.
        let compared = if instruction.class.opcode == Op::EntryPoint { 3 } else { usize::MAX };
        let operands = instruction.operands.iter().take(compared);
        let ids: Vec<u32> = instruction.result_id.into_iter().chain(instruction.result_type).collect();
        let mut words: Vec<String> = ids.into_iter().map(|id| self.name(id)).collect();
        if let Some((opcode, factors)) = self.product(instruction) {
            words.extend(factors.map(|factor| self.name(factor)));
            return format!("{opcode:?} {}\n", words.join(" "));
        }
        // A constant vector among the operands is written as its components: the optimiser leaves either form.
        let makes_vector = instruction.class.opcode == Op::CompositeConstruct && self.vector_of(instruction).is_some();
        for operand in operands {
            match operand.id_ref_any().filter(|_| makes_vector).and_then(|id| self.constant_components(id)) {
                Some(components) => words.extend(components),
                None => words.push(self.operand(operand)),
            }
        }
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
        let name = named_by_content(instruction.class.opcode, &words.join(" "));
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

/// The name of a type, a constant or a decorated variable: its content, shortened.
fn named_by_content(opcode: Op, words: &str) -> String {
    let spelled = format!("{opcode:?}({words})");
    format!("{opcode:?}:{}", &blake3::hash(spelled.as_bytes()).to_hex()[..16])
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

    /// A fragment shader that writes a vector: `value` declares constants, and then makes the vector in the function's block.
    fn writing<Make: FnOnce(&mut Builder) -> Word>(value: impl FnOnce(&mut Builder, Word, Word) -> Make) -> String {
        let mut builder = Builder::new();
        builder.capability(Capability::Shader);
        builder.memory_model(AddressingModel::Logical, MemoryModel::GLSL450);
        let void = builder.type_void();
        let float = builder.type_float(32, None);
        let vector = builder.type_vector(float, 4);
        let pointer = builder.type_pointer(None, StorageClass::Output, vector);
        let signature = builder.type_function(void, []);
        let make = value(&mut builder, float, vector);
        let output = builder.variable(pointer, None, StorageClass::Output, None);
        let main = builder.begin_function(void, None, FunctionControl::NONE, signature).expect("a function begins");
        builder.begin_block(None).expect("a block begins");
        let value = make(&mut builder);
        builder.store(output, value, None, []).expect("in a block");
        builder.ret().expect("in a block");
        builder.end_function().expect("in a function");
        builder.entry_point(ExecutionModel::Fragment, main, "main", [output]);
        let code: Vec<u8> = builder.module().assemble().into_iter().flat_map(u32::to_le_bytes).collect();
        canonical_spirv(&code).expect("it is SPIR-V")
    }

    #[test]
    fn zeros_are_one_value_however_they_are_spelled() {
        let null = writing(|builder, _, vector| {
            let null = builder.constant_null(vector);
            move |_: &mut Builder| null
        });
        let composite = |bits: u32| {
            writing(move |builder, float, vector| {
                let zero = builder.constant_bit32(float, 0);
                let other = builder.constant_bit32(float, bits);
                let vector = builder.constant_composite(vector, [zero, zero, zero, other]);
                move |_: &mut Builder| vector
            })
        };
        assert_eq!(null, composite(0));
        assert_ne!(null, composite(1.0f32.to_bits()));
        assert_ne!(null, composite((-0.0f32).to_bits()), "the sign of a zero can be seen");
    }

    /// The optimiser leaves either form: it folds a construction of scalars only.
    #[test]
    fn a_vector_that_is_made_of_constants_is_a_constant() {
        let constant = |bits: [f32; 4]| {
            writing(move |builder, float, vector| {
                let parts = bits.map(|bits| builder.constant_bit32(float, bits.to_bits()));
                let vector = builder.constant_composite(vector, parts);
                move |_: &mut Builder| vector
            })
        };
        // `float4(float3(x, x, x), w)`: an instruction, with a constant vector as its operand.
        let made = |x: f32, w: f32| {
            writing(move |builder, float, vector| {
                let [x, w] = [x, w].map(|bits| builder.constant_bit32(float, bits.to_bits()));
                let three = builder.type_vector(float, 3);
                let first = builder.constant_composite(three, [x, x, x]);
                move |builder: &mut Builder| builder.composite_construct(vector, None, [first, w]).expect("in a block")
            })
        };
        assert_eq!(made(1.0, 0.5), constant([1.0, 1.0, 1.0, 0.5]));
        assert_ne!(made(1.0, 0.5), constant([1.0, 1.0, 0.5, 0.5]));
        assert_eq!(made(0.0, 0.0), constant([0.0; 4]));
        // Of two steps, the first of which is a vector of zeros.
        let nested = writing(|builder, float, vector| {
            let one = builder.constant_bit32(float, 1.0f32.to_bits());
            let two = builder.type_vector(float, 2);
            let null = builder.constant_null(two);
            move |builder: &mut Builder| {
                let first = builder.composite_construct(two, None, [one, one]).expect("in a block");
                builder.composite_construct(vector, None, [first, null]).expect("in a block")
            }
        });
        assert_eq!(nested, constant([1.0, 1.0, 0.0, 0.0]));
    }

    #[test]
    fn constant_vectors_among_the_parts_of_a_vector_are_written_as_components() {
        let loaded = |is_whole: bool| {
            writing(move |builder, float, vector| {
                let one = builder.constant_bit32(float, 1.0f32.to_bits());
                let three = builder.type_vector(float, 3);
                let ones = builder.constant_composite(three, [one, one, one]);
                let input = builder.type_pointer(None, StorageClass::Input, float);
                let input = builder.variable(input, None, StorageClass::Input, None);
                move |builder: &mut Builder| {
                    let x = builder.load(float, None, input, None, []).expect("in a block");
                    let parts = if is_whole { vec![ones, x] } else { vec![one, one, one, x] };
                    builder.composite_construct(vector, None, parts).expect("in a block")
                }
            })
        };
        assert_eq!(loaded(true), loaded(false));
    }

    #[test]
    fn a_product_with_a_transposed_matrix_is_one_with_the_matrix() {
        // `transposed`: how often.
        let product = |is_left: bool, transposed: usize| {
            writing(move |builder, float, vector| {
                let one = builder.constant_bit32(float, 1.0f32.to_bits());
                let ones = builder.constant_composite(vector, [one; 4]);
                let matrix = builder.type_matrix(vector, 4);
                let input = builder.type_pointer(None, StorageClass::Input, matrix);
                let input = builder.variable(input, None, StorageClass::Input, None);
                move |builder: &mut Builder| {
                    let mut factor = builder.load(matrix, None, input, None, []).expect("in a block");
                    for _ in 0..transposed {
                        factor = builder.transpose(matrix, None, factor).expect("in a block");
                    }
                    let made = match is_left {
                        true => builder.matrix_times_vector(vector, None, factor, ones),
                        false => builder.vector_times_matrix(vector, None, ones, factor),
                    };
                    made.expect("in a block")
                }
            })
        };
        assert_eq!(product(true, 1), product(false, 0));
        assert_eq!(product(false, 1), product(true, 0));
        assert_eq!(product(true, 2), product(true, 0));
        assert_eq!(product(true, 3), product(false, 0));
        assert_ne!(product(true, 0), product(false, 0));
    }
}

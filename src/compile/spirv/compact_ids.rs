//! Ids of a SPIR-V module in the order they appear. They are changed in the words themselves wherever the grammar of
//! rspirv finds them all, without parsing the module into objects.

use std::sync::LazyLock;

use rspirv::dr::{Module, Operand, load_bytes};
use rspirv::grammar::{INSTRUCTION_TABLE, Instruction, OperandKind, OperandQuantifier};
use rspirv::spirv::{MemoryAccess, Op};
use rustc_hash::FxHashMap;

use super::reflect::to_bytes;
use super::words::{self, BOUND, GENERATOR, HEADER};

const MAGIC: u32 = 0x0723_0203;

/// What `rspirv` writes as the generator of a module: both ways of numbering give the same bytes.
const RSPIRV: u32 = 15 << 16;

/// Limit on ids: a damaged header must not cause a huge allocation.
const MOST_IDS: usize = 1 << 22;

/// By opcode; the grammar's own search begins at the first of its 800 instructions each time.
static INSTRUCTIONS: LazyLock<Vec<Option<Entry>>> = LazyLock::new(|| {
    let mut by_opcode = Vec::new();
    for instruction in INSTRUCTION_TABLE.iter() {
        let opcode = instruction.opcode as usize;
        if by_opcode.len() <= opcode {
            by_opcode.resize(opcode + 1, None);
        }
        by_opcode[opcode] = Some(Entry { instruction, simple: Simple::of(instruction) });
    }
    by_opcode
});

/// An instruction of the grammar.
#[derive(Clone, Copy)]
struct Entry {
    instruction: &'static Instruction<'static>,
    simple: Option<Simple>,
}

/// The operands of an instruction of which each takes one word: most instructions.
#[derive(Clone, Copy)]
struct Simple {
    /// The fewest and the most words.
    least: usize,
    most: usize,
    /// Operands that stand at most once.
    named: usize,
    /// By the number of such an operand, whether it is an id.
    ids: u32,
    /// Whether all behind them are ids.
    rest: bool,
}

impl Simple {
    /// `None` where the length of an operand, or whether it is an id, depends on words.
    fn of(instruction: &Instruction<'_>) -> Option<Simple> {
        if depends_on_words(instruction.opcode) || instruction.operands.len() > u32::BITS as usize {
            return None;
        }
        let mut simple = Simple { least: 0, most: 0, named: 0, ids: 0, rest: false };
        for (operand, at) in instruction.operands.iter().zip(0u32..) {
            let is_id = is_id(operand.kind);
            // Nothing stands behind an operand that takes all words.
            if simple.most == usize::MAX || !is_id && !is_word(operand.kind) {
                return None;
            }
            match operand.quantifier {
                // Behind an optional operand it would not be known which of them a word is.
                OperandQuantifier::One if simple.least < simple.named => return None,
                OperandQuantifier::One => simple.least += 1,
                OperandQuantifier::ZeroOrOne => {}
                OperandQuantifier::ZeroOrMore => {
                    (simple.most, simple.rest) = (usize::MAX, is_id);
                    continue;
                }
            }
            simple.ids |= u32::from(is_id) << at;
            simple.named += 1;
            simple.most += 1;
        }
        Some(simple)
    }

    fn visit(self, words: &mut [u32], visit: &mut impl FnMut(&mut u32) -> Option<()>) -> Option<()> {
        if words.len() < self.least || words.len() > self.most {
            return None;
        }
        let (named, rest) = words.split_at_mut(words.len().min(self.named));
        let mut ids = self.ids;
        for word in named {
            if ids & 1 == 1 {
                visit(word)?;
            }
            ids >>= 1;
        }
        if self.rest { rest.iter_mut().try_for_each(visit) } else { Some(()) }
    }
}

/// Operations whose operands mean different things, depending on their words.
fn depends_on_words(opcode: Op) -> bool {
    matches!(opcode, Op::SpecConstantOp | Op::ExecutionModeId | Op::DecorateId | Op::ExtInstImport)
}

/// Kinds of operands that are one id.
fn is_id(kind: OperandKind) -> bool {
    use OperandKind as Kind;
    matches!(kind, Kind::IdResultType | Kind::IdResult | Kind::IdRef | Kind::IdScope | Kind::IdMemorySemantics)
}

/// Kinds of operands that are one word and no id.
fn is_word(kind: OperandKind) -> bool {
    use OperandKind as Kind;
    matches!(
        kind,
        Kind::LiteralInteger
            | Kind::LiteralFloat
            | Kind::LiteralExtInstInteger
            | Kind::SelectionControl
            | Kind::FunctionControl
            | Kind::SourceLanguage
            | Kind::ExecutionModel
            | Kind::AddressingModel
            | Kind::MemoryModel
            | Kind::StorageClass
            | Kind::Dim
            | Kind::ImageFormat
            | Kind::GroupOperation
            | Kind::Capability
    )
}

/// The module with its ids numbered in the order they appear, and nothing else changed.
///
/// # Errors
/// What is wrong with the bytes, if they are no SPIR-V.
pub fn renumbered(spirv: &[u8]) -> Result<Vec<u8>, String> {
    match words::from_bytes(spirv).and_then(in_order) {
        Some(numbered) => Ok(words::to_bytes(&numbered)),
        None => renumbered_by_reader(spirv),
    }
}

/// The same of a module's words.
///
/// # Errors
/// What is wrong with the words, if they are no SPIR-V.
pub fn renumbered_words(module: Vec<u32>) -> Result<Vec<u8>, String> {
    match in_order(module.clone()) {
        Some(numbered) => Ok(words::to_bytes(&numbered)),
        None => renumbered_by_reader(&words::to_bytes(&module)),
    }
}

/// The same by a parsed module, which takes longer and serves any module.
pub fn renumbered_by_reader(spirv: &[u8]) -> Result<Vec<u8>, String> {
    let mut module = load_bytes(spirv).map_err(|error| error.to_string())?;
    renumber(&mut module);
    Ok(to_bytes(&module))
}

/// Numbers ids in the order they appear. The optimiser leaves gaps where it removed something; they differ from variant
/// to variant and are most of what is left of a module after compression.
pub fn renumber(module: &mut Module) {
    let mut numbers = FxHashMap::default();
    for instruction in module.all_inst_iter_mut() {
        let ids = instruction.result_type.iter_mut().chain(&mut instruction.result_id);
        for id in ids.chain(instruction.operands.iter_mut().filter_map(Operand::id_ref_any_mut)) {
            let next = numbers.len() as u32 + 1;
            *id = *numbers.entry(*id).or_insert(next);
        }
    }
    if let Some(header) = &mut module.header {
        header.bound = numbers.len() as u32 + 1;
    }
}

/// The module with its ids numbered in the order they appear, and nothing else changed; `None` where it has something
/// whose ids only a reader of whole modules finds, or is none.
pub fn in_order(mut words: Vec<u32>) -> Option<Vec<u32>> {
    if *words.first()? != MAGIC {
        return None;
    }
    let bound = *words.get(BOUND)? as usize;
    let bound = Some(bound).filter(|bound| *bound <= MOST_IDS)?;
    let mut numbers = Numbers { known: std::iter::repeat_n(0, bound).collect(), count: 0 };
    let mut rest = words.get_mut(HEADER..)?;
    let mut has_wide_integers = false;
    while let Some(first) = rest.first() {
        let length = words::length(*first);
        let (instruction, after) = rest.split_at_mut_checked(length)?;
        let opcode = words::opcode(instruction.first().copied()?);
        has_wide_integers |= opcode == Op::TypeInt as u32 && instruction.get(2) == Some(&64);
        // Its cases may take two words each.
        if has_wide_integers && opcode == Op::Switch as u32 {
            return None;
        }
        each_id(instruction, &mut |id| numbers.change(id))?;
        rest = after;
    }
    words[GENERATOR] = RSPIRV;
    words[BOUND] = numbers.count + 1;
    Some(words)
}

/// Visits the ids of an instruction in their order, which may change them. `None` where `visit` says so, the words are no instruction,
/// or only a reader of whole modules finds its ids. The cases of a switch are those of an integer of one word.
pub fn each_id(instruction: &mut [u32], visit: &mut impl FnMut(&mut u32) -> Option<()>) -> Option<()> {
    let (first, operands) = instruction.split_first_mut()?;
    let Entry { instruction, simple } = INSTRUCTIONS.get(words::opcode(*first) as usize)?.as_ref()?;
    match simple {
        Some(simple) => simple.visit(operands, visit),
        None => visit_operands(instruction, operands, visit),
    }
}

struct Numbers {
    /// By old id; 0 where it has not appeared.
    known: Vec<u32>,
    count: u32,
}

impl Numbers {
    fn change(&mut self, id: &mut u32) -> Option<()> {
        let number = self.known.get_mut(*id as usize)?;
        if *number == 0 {
            self.count += 1;
            *number = self.count;
        }
        *id = *number;
        Some(())
    }
}

/// Visits the ids among the operands of an instruction.
fn visit_operands(
    instruction: &Instruction<'_>,
    mut words: &mut [u32],
    visit: &mut impl FnMut(&mut u32) -> Option<()>,
) -> Option<()> {
    match instruction.opcode {
        // Their operands are those of another instruction, or parameters that are ids.
        Op::SpecConstantOp | Op::ExecutionModeId | Op::DecorateId => return None,
        // Other instructions than GLSL's may have literals as operands.
        Op::ExtInstImport if words.get(1..) != Some(words::string("GLSL.std.450").as_slice()) => return None,
        _ => {}
    }
    for operand in instruction.operands {
        loop {
            if words.is_empty() {
                return (operand.quantifier != OperandQuantifier::One).then_some(());
            }
            let taken = take(operand.kind, words, visit)?;
            words = words.get_mut(taken..)?;
            if operand.quantifier != OperandQuantifier::ZeroOrMore {
                break;
            }
        }
    }
    words.is_empty().then_some(())
}

/// Visits the ids of the operand that begins the words; how many words it takes.
fn take(kind: OperandKind, words: &mut [u32], visit: &mut impl FnMut(&mut u32) -> Option<()>) -> Option<usize> {
    use OperandKind as Kind;
    match kind {
        kind if is_id(kind) => {
            visit(words.first_mut()?)?;
            Some(1)
        }
        kind if is_word(kind) => Some(1),
        Kind::PairIdRefIdRef => {
            let pair = words.get_mut(..2)?;
            pair.iter_mut().try_for_each(visit)?;
            Some(2)
        }
        Kind::PairLiteralIntegerIdRef => {
            visit(words.get_mut(1)?)?;
            Some(2)
        }
        // Every parameter of it is an id.
        Kind::ImageOperands => {
            words.iter_mut().skip(1).try_for_each(visit)?;
            Some(words.len())
        }
        Kind::MemoryAccess => {
            let access = MemoryAccess::from_bits(*words.first()?)?;
            let plain = MemoryAccess::VOLATILE | MemoryAccess::ALIGNED | MemoryAccess::NONTEMPORAL;
            plain.contains(access).then_some(1 + usize::from(access.contains(MemoryAccess::ALIGNED)))
        }
        // Their parameters, literals all, end the instruction.
        Kind::Decoration | Kind::ExecutionMode | Kind::LoopControl | Kind::LiteralContextDependentNumber => {
            Some(words.len())
        }
        Kind::LiteralString => Some(1 + words.iter().position(|word| word.to_le_bytes().contains(&0))?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAMS: [&str; 3] = [
        "struct Light { color: vec3<f32>, reach: f32, list: array<mat3x4<f32>, 3> }
        @group(0) @binding(0) var<uniform> light: Light;
        @group(0) @binding(1) var albedo: texture_2d<f32>;
        @group(0) @binding(2) var depth: texture_depth_2d_array;
        @group(0) @binding(3) var smooth_: sampler;
        @group(0) @binding(4) var compare: sampler_comparison;
        struct In { @location(0) uv: vec2<f32>, @location(1) @interpolate(flat) which: u32, @builtin(front_facing) front: bool }
        fn pick(which: u32, uv: vec2<f32>) -> f32 {
            switch which {
                case 1u, 4u: { return textureSampleCompareLevel(depth, compare, uv, 2, 0.5); }
                case 7u: { return textureSampleBias(albedo, smooth_, uv, 1.5, vec2(1, -1)).x; }
                default: { return textureSampleGrad(albedo, smooth_, uv, uv * 2.0, uv.yx).y; }
            }
        }
        @fragment fn main(in: In) -> @location(0) vec4<f32> {
            if in.front && in.uv.x > 0.75 { discard; }
            var sum = vec4(light.color, light.reach);
            for (var i = 0u; i < in.which; i++) {
                sum += light.list[i % 3u] * vec3(in.uv, pick(i, in.uv));
                if dot(sum, sum) > 9.0 { break; }
            }
            return fma(sum, vec4(0.5), exp2(dpdx(sum))) + textureGather(1, albedo, smooth_, in.uv);
        }",
        "@group(0) @binding(0) var<storage, read_write> counts: array<atomic<u32>>;
        @group(0) @binding(1) var<storage> words: array<vec2<u32>>;
        @group(1) @binding(0) var image: texture_storage_2d<rgba16float, write>;
        var<workgroup> shared_: array<i32, 64>;
        @compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) at: u32) {
            shared_[at] = i32(words[id.x].y) >> 2u;
            workgroupBarrier();
            let old = atomicAdd(&counts[id.y], u32(max(shared_[63u - at], 0)));
            let changed = atomicCompareExchangeWeak(&counts[0], old, 7u);
            textureStore(image, vec2<i32>(id.xy), vec4(f32(old), select(0.0, 1.0, changed.exchanged), unpack2x16float(words[at].x)));
        }",
        "override scale: f32 = 2.0;
        struct Out { @builtin(position) at: vec4<f32>, @location(0) color: vec3<f32> }
        const corners = array<vec2<f32>, 3>(vec2(-1.0, -1.0), vec2(3.0, -1.0), vec2(-1.0, 3.0));
        @vertex fn main(@builtin(vertex_index) vertex: u32) -> Out {
            var list = corners;
            let corner = list[vertex];
            return Out(vec4(corner, 0.0, 1.0), vec3(corner, modf(corner.x).fract));
        }",
    ];

    fn spirv(wgsl: &str) -> Vec<u8> {
        let module = naga::front::wgsl::parse_str(wgsl).expect("it is correct");
        let all = naga::valid::ValidationFlags::all();
        let info =
            naga::valid::Validator::new(all, naga::valid::Capabilities::all()).validate(&module).expect("it is valid");
        let (module, info) =
            naga::back::pipeline_constants::process_overrides(&module, &info, None, &Default::default())
                .expect("constants have values");
        let words = naga::back::spv::write_vec(&module, &info, &naga::back::spv::Options::default(), None);
        words.expect("it can be written").into_iter().flat_map(u32::to_le_bytes).collect()
    }

    fn in_order_of_bytes(spirv: &[u8]) -> Option<Vec<u8>> {
        Some(words::to_bytes(&in_order(words::from_bytes(spirv)?)?))
    }

    #[test]
    fn numbers_as_a_reader_of_whole_modules_does() {
        for program in PROGRAMS {
            let spirv = spirv(program);
            let numbered = in_order_of_bytes(&spirv).expect("naga writes nothing else");
            let read = renumbered_by_reader(&spirv).expect("it is a module");
            let differ =
                numbered.as_chunks::<4>().0.iter().zip(read.as_chunks::<4>().0).position(|(one, other)| one != other);
            assert_eq!((differ, numbered.len()), (None, read.len()), "{program}");
            assert_eq!(in_order_of_bytes(&numbered), Some(numbered));
        }
    }

    /// Where integers of 64 bits are, the cases of a switch are left to the reader of whole modules.
    #[test]
    fn cases_of_two_words_are_left_to_the_reader() {
        let program = |wide: &str, switch: &str| {
            spirv(&format!(
                "@group(0) @binding(0) var<storage, read_write> at: vec4<u32>;
                @compute @workgroup_size(1) fn main() {{ let all = {wide}(at.x) * 3; {switch} at.y = u32(all); }}"
            ))
        };
        let switch = "switch at.x { case 1u: { at.z = 2u; } default: { at.w = 3u; } }";
        for (wide, switch, is_left) in
            [("u64", "", false), ("u64", switch, true), ("i64", switch, true), ("u32", switch, false)]
        {
            let made = program(wide, switch);
            let numbered = in_order_of_bytes(&made);
            assert_eq!(numbered.is_none(), is_left, "{wide} {switch}");
            let read = renumbered_by_reader(&made).expect("it is a module");
            assert_eq!(renumbered(&made), Ok(read), "{wide} {switch}");
        }
    }

    #[test]
    fn takes_any_words() {
        let spirv = spirv(PROGRAMS[0]);
        for at in 0..spirv.len() {
            for value in [0, 1, 0x7F, 0xFF] {
                let mut wrong = spirv.clone();
                wrong[at] = value;
                drop(in_order_of_bytes(&wrong));
            }
            drop(in_order_of_bytes(&spirv[..at]));
        }
    }
}

//! A module of which only some functions are parsed: a pass that changes the users of a few variables needs no others, and parsing takes
//! longer than the pass.
//!
//! Source: SPIR-V 1.6, 2.3 (physical layout) and 2.4 (logical layout).

use std::collections::BTreeMap;
use std::ops::Range;

use rspirv::binary::Assemble as _;
use rspirv::dr::{Module, load_words};
use rspirv::spirv::{Decoration, Op};
use rustc_hash::FxHashSet;

use crate::compile::spirv::words::{HEADER, instructions, opcode};

/// A module with its functions in order: the parsed ones are the functions of `module`.
pub struct PartialModule {
    pub module: Module,
    functions: Vec<FunctionPart>,
    words: Vec<u32>,
}

enum FunctionPart {
    Parsed,
    /// The words, as they were.
    Kept(Range<usize>),
}

impl PartialModule {
    /// Parses the declarations of a module, and the functions that name a variable with one of these (set, binding).
    ///
    /// # Errors
    /// The words are no module.
    pub fn load(words: Vec<u32>, is_wanted: impl Fn((u32, u32)) -> bool) -> Result<PartialModule, String> {
        let layout = Layout::of(&words)?;
        let wanted: FxHashSet<u32> =
            layout.places.iter().filter(|(_, place)| is_wanted(**place)).map(|(id, _)| *id).collect();
        let mut parsed = words[..layout.declarations_end].to_vec();
        let mut functions = Vec::with_capacity(layout.functions.len());
        for function in layout.functions {
            let names = |instruction: &[u32]| operands(instruction).iter().any(|word| wanted.contains(word));
            if instructions(&words[function.clone()]).any(names) {
                parsed.extend_from_slice(&words[function]);
                functions.push(FunctionPart::Parsed);
            } else {
                functions.push(FunctionPart::Kept(function));
            }
        }
        let module = load_words(&parsed).map_err(|error| error.to_string())?;
        Ok(PartialModule { module, functions, words })
    }

    /// The words of the whole module.
    pub fn assemble(mut self) -> Vec<u32> {
        let mut parsed = std::mem::take(&mut self.module.functions).into_iter();
        let mut words = self.module.assemble();
        words.reserve(self.words.len());
        for function in self.functions {
            match function {
                FunctionPart::Parsed => {
                    parsed.next().into_iter().for_each(|function| function.assemble_into(&mut words));
                }
                FunctionPart::Kept(range) => words.extend_from_slice(&self.words[range]),
            }
        }
        words
    }
}

/// The words of an instruction that may be ids, without the literals of the most frequent instructions. Others may be literals too: then
/// one function too many is parsed.
fn operands(instruction: &[u32]) -> &[u32] {
    /// The result's type and id, and an operand: of an extended instruction its set, of the others a value.
    const FIRST: usize = 4;
    let range = match opcode(instruction[0]) {
        // The number of the extended instruction.
        op if op == Op::ExtInst as u32 => FIRST + 1..instruction.len(),
        op if op == Op::CompositeExtract as u32 => 1..FIRST,
        // It has two values.
        op if op == Op::VectorShuffle as u32 => 1..FIRST + 1,
        _ => 1..instruction.len(),
    };
    instruction.get(range).unwrap_or_default()
}

/// Where the parts of a module are.
struct Layout {
    /// By the ids of variables, their (set, binding).
    places: BTreeMap<u32, (u32, u32)>,
    /// The word at which the functions begin.
    declarations_end: usize,
    functions: Vec<Range<usize>>,
}

impl Layout {
    fn of(words: &[u32]) -> Result<Layout, String> {
        let no_module = || "the words are no SPIR-V module".to_owned();
        let mut layout = Layout { places: BTreeMap::new(), declarations_end: words.len(), functions: Vec::new() };
        let (mut at, mut begin) = (HEADER, None);
        for instruction in instructions(words.get(HEADER..).ok_or_else(no_module)?) {
            let (start, op) = (at, opcode(instruction[0]));
            at += instruction.len();
            if op == Op::Function as u32 {
                layout.declarations_end = layout.declarations_end.min(start);
                // Functions do not nest.
                if begin.replace(start).is_some() {
                    return Err(no_module());
                }
            } else if op == Op::FunctionEnd as u32 {
                layout.functions.push(begin.take().ok_or_else(no_module)?..at);
            } else if op == Op::Decorate as u32 {
                layout.note_place(instruction);
            }
        }
        // Behind and between the functions there is nothing else.
        let whole: usize = layout.functions.iter().map(Range::len).sum();
        let is_whole = at == words.len() && begin.is_none() && layout.declarations_end + whole == words.len();
        if is_whole { Ok(layout) } else { Err(no_module()) }
    }

    fn note_place(&mut self, instruction: &[u32]) {
        let [_, id, decoration, number] = instruction else { return };
        if *decoration == Decoration::DescriptorSet as u32 {
            self.places.entry(*id).or_default().0 = *number;
        } else if *decoration == Decoration::Binding as u32 {
            self.places.entry(*id).or_default().1 = *number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two functions; the second one loads the variable 4, which has set 1 and binding 2.
    fn sample() -> Vec<u32> {
        let op = |op: Op, operands: &[u32]| {
            let mut words = vec![((operands.len() as u32 + 1) << 16) | op as u32];
            words.extend_from_slice(operands);
            words
        };
        let function = |id: u32, body: Vec<u32>| {
            let begin = [op(Op::Function, &[1, id, 0, 2]), op(Op::Label, &[id + 1])].concat();
            [begin, body, op(Op::Return, &[]), op(Op::FunctionEnd, &[])].concat()
        };
        let declarations = [
            op(Op::Capability, &[1]),
            op(Op::MemoryModel, &[0, 1]),
            op(Op::Decorate, &[4, Decoration::DescriptorSet as u32, 1]),
            op(Op::Decorate, &[4, Decoration::Binding as u32, 2]),
            op(Op::TypeVoid, &[1]),
            op(Op::TypeFunction, &[2, 1]),
            op(Op::TypeFloat, &[3, 32]),
            op(Op::TypePointer, &[5, 2, 3]),
            op(Op::Variable, &[5, 4, 2]),
        ];
        // The generator is rspirv's, which writes its own.
        let header = vec![0x0723_0203, 0x0001_0300, 15 << 16, 20, 0];
        [header, declarations.concat(), function(6, Vec::new()), function(8, op(Op::Load, &[3, 10, 4]))].concat()
    }

    #[test]
    fn functions_that_name_no_wanted_variable_keep_their_words() {
        for (set, parsed) in [(1, 1), (0, 0)] {
            let partial = PartialModule::load(sample(), |place| place == (set, 2)).expect("a module");
            assert_eq!(partial.module.functions.len(), parsed);
            assert_eq!(partial.assemble(), sample());
        }
    }

    #[test]
    fn words_that_are_no_module_are_told() {
        let whole = sample();
        let ends = Layout::of(&whole).expect("a module").functions;
        for length in 0..whole.len() {
            // With the declarations alone, or with one of the functions, it is a module.
            let is_module = instructions(&whole[HEADER..]).scan(HEADER, |end, one| {
                *end += one.len();
                Some(*end)
            });
            let is_module = is_module.chain([HEADER]).any(|end| end == length)
                && (length <= ends[0].start || length == ends[0].end);
            let loaded = PartialModule::load(whole[..length].to_vec(), |_| true);
            assert_eq!(loaded.is_ok(), is_module, "{length} words");
        }
        let mut zero = whole;
        zero[HEADER] = 0;
        assert!(PartialModule::load(zero, |_| true).is_err());
    }
}

//! A module of which only some functions are parsed: a pass that changes the users of a few variables needs no others, and parsing takes
//! longer than the pass.
//!
//! Source: SPIR-V 1.6, 2.3 (physical layout) and 2.4 (logical layout).

use std::collections::BTreeMap;
use std::ops::Range;

use rspirv::binary::Assemble as _;
use rspirv::dr::{Module, load_words};
use rspirv::spirv::{Decoration, Op};

/// Words of a module's header; the fourth is the bound of the ids.
const HEADER: usize = 5;
const BOUND: usize = 3;

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
        let mut wanted = vec![false; layout.bound];
        for (id, place) in &layout.places {
            if let Some(wanted) = wanted.get_mut(*id as usize) {
                *wanted = is_wanted(*place);
            }
        }
        let names = |word: &u32| wanted.get(*word as usize).is_some_and(|wanted| *wanted);
        let mut parsed = words[..layout.declarations_end].to_vec();
        let mut functions = Vec::with_capacity(layout.functions.len());
        for function in layout.functions {
            if instructions(&words[function.clone()]).any(|instruction| ids(instruction).iter().any(names)) {
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
                    parsed.next().into_iter().for_each(|function| function.assemble_into(&mut words))
                }
                FunctionPart::Kept(range) => words.extend_from_slice(&self.words[range]),
            }
        }
        words
    }
}

/// The instructions of words that have been checked.
fn instructions(mut words: &[u32]) -> impl Iterator<Item = &[u32]> {
    std::iter::from_fn(move || {
        let (instruction, rest) = words.split_at_checked((*words.first()? >> 16) as usize)?;
        words = rest;
        Some(instruction)
    })
}

/// The words of an instruction that can be ids. Of rare instructions some are numbers: then a function more is parsed.
fn ids(instruction: &[u32]) -> &[u32] {
    let numbers_from = match instruction[0] & 0xFFFF {
        op if op == Op::ExtInst as u32 => return instruction.get(5..).unwrap_or_default(),
        op if op == Op::CompositeExtract as u32 => 4,
        op if op == Op::VectorShuffle as u32 => 5,
        _ => instruction.len(),
    };
    &instruction[1..numbers_from.min(instruction.len())]
}

/// Where the parts of a module are.
struct Layout {
    /// All ids are below it.
    bound: usize,
    /// By the ids of variables, their (set, binding).
    places: BTreeMap<u32, (u32, u32)>,
    /// The word at which the functions begin.
    declarations_end: usize,
    functions: Vec<Range<usize>>,
}

impl Layout {
    fn of(words: &[u32]) -> Result<Layout, String> {
        let no_module = || "the words are no SPIR-V module".to_owned();
        let bound = *words.get(BOUND).ok_or_else(no_module)? as usize;
        let mut layout =
            Layout { bound, places: BTreeMap::new(), declarations_end: words.len(), functions: Vec::new() };
        // An id needs a word that declares it.
        if bound > words.len() {
            return Err(no_module());
        }
        let (mut at, mut begin) = (HEADER, None);
        while at < words.len() {
            let length = (words[at] >> 16) as usize;
            let instruction = words.get(at..at + length).filter(|_| length > 0).ok_or_else(no_module)?;
            let op = words[at] & 0xFFFF;
            if op == Op::Function as u32 {
                layout.declarations_end = layout.declarations_end.min(at);
                // A function within another is none.
                if begin.replace(at).is_some() {
                    return Err(no_module());
                }
            } else if op == Op::FunctionEnd as u32 {
                layout.functions.push(begin.take().ok_or_else(no_module)?..at + length);
            } else if op == Op::Decorate as u32 {
                layout.note_place(instruction);
            }
            at += length;
        }
        // Something behind or between the functions that belongs to none.
        let whole: usize = layout.functions.iter().map(Range::len).sum();
        if begin.is_some() || layout.declarations_end + whole != words.len() { Err(no_module()) } else { Ok(layout) }
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
        let header = vec![0x0723_0203, 0x0001_0300, 0, 20, 0];
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
        for length in 0..whole.len() {
            let loaded = PartialModule::load(whole[..length].to_vec(), |_| true);
            let is_whole = loaded.is_ok_and(|partial| partial.assemble() == whole[..length]);
            assert!(!is_whole || length > 30, "{length} words");
        }
        let mut zero = whole;
        zero[HEADER] = 0;
        assert!(PartialModule::load(zero, |_| true).is_err());
    }
}

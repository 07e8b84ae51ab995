//! Types and constants, each once for all modules of a session.

use rspirv::spirv::Op;
use rustc_hash::FxHashMap;

use crate::compile::spirv::compact_ids::each_id;
use crate::compile::spirv::words;

/// What an id of a module stands for, in words that are independent of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// A type, a constant, the imported instructions, the place of a resource, or a variable that lowering has numbered: by its number in
    /// the session.
    Declared(u32),
    /// Another variable of the module, or a specialisation constant, by its number in the module.
    Variable(u32),
    /// A function, by its number among those that the function calls, or in the module.
    Function(u32),
    /// A value, parameter or block of the function, by its number.
    Local(u32),
}

impl Reference {
    const KIND: u32 = 30;
    const NUMBER: u32 = (1 << Reference::KIND) - 1;

    /// As a word.
    pub const fn packed(self) -> u32 {
        match self {
            Reference::Declared(number) => number,
            Reference::Variable(number) => 1 << Reference::KIND | number,
            Reference::Function(number) => 2 << Reference::KIND | number,
            Reference::Local(number) => 3 << Reference::KIND | number,
        }
    }

    pub const fn unpacked(word: u32) -> Reference {
        let number = word & Reference::NUMBER;
        match word >> Reference::KIND {
            0 => Reference::Declared(number),
            1 => Reference::Variable(number),
            2 => Reference::Function(number),
            _ => Reference::Local(number),
        }
    }
}

/// An instruction that declares something, and what decorates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// In the place of each id, what it stands for; in that of the result, 0.
    pub words: Box<[u32]>,
    /// Which words are ids, without the result.
    pub ids: Box<[u32]>,
    /// Which word is the result.
    pub result: usize,
    /// Instructions; the target is 0.
    pub decorations: Box<[Box<[u32]>]>,
}

/// An instruction of a module that declares something, while it is read.
#[derive(Debug, Default)]
pub struct Reading {
    /// The words of the instruction and of its decorations, as in a [`Declaration`].
    key: Vec<u32>,
    /// Of the instruction.
    length: usize,
    ids: Vec<u32>,
    result: usize,
    marked: Vec<u32>,
}

impl Reading {
    /// Reads an instruction of a module; `None`: something about it is not known here. `reference`: what its ids stand for.
    pub fn read(
        &mut self,
        instruction: &[u32],
        decorations: &[&[u32]],
        mut reference: impl FnMut(u32) -> Option<Reference>,
    ) -> Option<()> {
        self.result = result_of(words::opcode(*instruction.first()?))?;
        self.length = instruction.len();
        self.key.clear();
        self.key.extend_from_slice(instruction);
        *self.key.get_mut(self.result)? = 0;
        self.ids.clear();
        self.marked.clear();
        self.marked.extend_from_slice(&self.key);
        // Each id is marked where it stands: the visitor does not say where that is.
        each_id(&mut self.marked, &mut |id| {
            *id = !*id;
            Some(())
        })?;
        for (at, (word, mark)) in self.key.iter_mut().zip(&self.marked).enumerate() {
            if *word != *mark && at != self.result {
                self.ids.push(at as u32);
                *word = reference(*word)?.packed();
            }
        }
        for one in decorations {
            let target = self.key.len() + 1;
            self.key.extend_from_slice(one);
            *self.key.get_mut(target)? = 0;
        }
        Some(())
    }

    /// What was read.
    pub fn declaration(&self) -> Declaration {
        let (words, decorations) = self.key.split_at(self.length);
        Declaration {
            words: words.into(),
            ids: self.ids.as_slice().into(),
            result: self.result,
            decorations: words::instructions(decorations).map(Into::into).collect(),
        }
    }
}

/// Which word of a declaration is its result.
fn result_of(opcode: u32) -> Option<usize> {
    const TYPES: [Op; 15] = [
        Op::TypeVoid,
        Op::TypeBool,
        Op::TypeInt,
        Op::TypeFloat,
        Op::TypeVector,
        Op::TypeMatrix,
        Op::TypeImage,
        Op::TypeSampler,
        Op::TypeSampledImage,
        Op::TypeArray,
        Op::TypeRuntimeArray,
        Op::TypeStruct,
        Op::TypePointer,
        Op::TypeAccelerationStructureKHR,
        Op::TypeRayQueryKHR,
    ];
    const VALUES: [Op; 11] = [
        Op::ConstantTrue,
        Op::ConstantFalse,
        Op::Constant,
        Op::ConstantComposite,
        Op::ConstantNull,
        Op::SpecConstantTrue,
        Op::SpecConstantFalse,
        Op::SpecConstant,
        Op::SpecConstantComposite,
        Op::Undef,
        Op::Variable,
    ];
    let is_one = |of: &[Op]| of.iter().any(|one| *one as u32 == opcode);
    if is_one(&TYPES) || is_one(&[Op::TypeFunction, Op::ExtInstImport]) {
        Some(1)
    } else if is_one(&VALUES) {
        Some(2)
    } else {
        None
    }
}

/// Which variable of a module it is. Resources are before others, by set and binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Set, binding.
    Resource(u32, u32),
    /// The number that lowering has given.
    Variable(u32),
}

/// What is declared in a session.
#[derive(Debug, Default)]
pub struct Declarations {
    /// By number. `None`: the place of a resource, or a variable that has a number, which each module declares by itself.
    all: Vec<Option<Declaration>>,
    numbers: FxHashMap<Box<[u32]>, u32>,
    places: FxHashMap<Place, u32>,
    /// Of all declarations.
    words: usize,
}

impl Declarations {
    pub fn get(&self, number: u32) -> Option<&Declaration> {
        self.all.get(number as usize)?.as_ref()
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn words(&self) -> usize {
        self.words
    }

    /// The number of what was read.
    pub fn find(&self, reading: &Reading) -> Option<u32> {
        self.numbers.get(reading.key.as_slice()).copied()
    }

    pub fn add(&mut self, reading: &Reading) -> u32 {
        if let Some(known) = self.find(reading) {
            return known;
        }
        let number = self.all.len() as u32;
        self.words += 2 * reading.key.len() + reading.ids.len() + 32;
        self.numbers.insert(reading.key.as_slice().into(), number);
        self.all.push(Some(reading.declaration()));
        number
    }

    /// The number of a variable.
    pub fn find_place(&self, place: Place) -> Option<u32> {
        self.places.get(&place).copied()
    }

    pub fn add_place(&mut self, place: Place) -> u32 {
        let (all, words) = (&mut self.all, &mut self.words);
        *self.places.entry(place).or_insert_with(|| {
            *words += 16;
            all.push(None);
            all.len() as u32 - 1
        })
    }
}

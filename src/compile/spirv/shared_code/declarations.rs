//! Types and constants, each once for all modules of a session.

use rspirv::spirv::Op;
use rustc_hash::FxHashMap;

use crate::compile::spirv::compact_ids::each_id;
use crate::compile::spirv::words;

/// What an id of a module stands for, in words that are independent of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// A type, a constant, the imported instructions, or the place of a resource: by its number in the session.
    Declared(u32),
    /// A variable of the module that has no binding, by its number in the module.
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

impl Declaration {
    /// The declaration of an instruction of a module; `None`: something about it is not known here. `reference`: what its ids stand for.
    pub fn of(
        instruction: &[u32],
        decorations: &[&[u32]],
        mut reference: impl FnMut(u32) -> Option<Reference>,
    ) -> Option<Declaration> {
        let result = result_of(words::opcode(*instruction.first()?))?;
        let mut words: Vec<u32> = instruction.to_vec();
        *words.get_mut(result)? = 0;
        let mut ids = Vec::new();
        let mut before = words.clone();
        // Each id is marked where it stands: the visitor does not say where that is.
        each_id(&mut before, &mut |id| {
            *id = !*id;
            Some(())
        })?;
        for (at, word) in words.iter_mut().enumerate() {
            if before[at] != *word && at != result {
                ids.push(at as u32);
                *word = reference(*word)?.packed();
            }
        }
        let decorations = decorations.iter().map(|one| {
            let mut one: Box<[u32]> = (*one).into();
            *one.get_mut(1)? = 0;
            Some(one)
        });
        Some(Declaration {
            words: words.into(),
            ids: ids.into(),
            result,
            decorations: decorations.collect::<Option<_>>()?,
        })
    }

    /// The words by which equal declarations are found.
    fn key(&self) -> Box<[u32]> {
        self.words.iter().chain(self.decorations.iter().flatten()).copied().collect()
    }
}

/// Which word of a declaration is its result.
fn result_of(opcode: u32) -> Option<usize> {
    const TYPES: [Op; 13] = [
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
    ];
    const VALUES: [Op; 7] = [
        Op::ConstantTrue,
        Op::ConstantFalse,
        Op::Constant,
        Op::ConstantComposite,
        Op::ConstantNull,
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

/// What is declared in a session.
#[derive(Debug, Default)]
pub struct Declarations {
    /// By number. `None`: the place of a resource, which each module declares by itself.
    all: Vec<Option<Declaration>>,
    numbers: FxHashMap<Box<[u32]>, u32>,
    places: FxHashMap<(u32, u32), u32>,
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

    /// The number of a declaration.
    pub fn find(&self, declaration: &Declaration) -> Option<u32> {
        self.numbers.get(&declaration.key()).copied()
    }

    pub fn add(&mut self, declaration: Declaration) -> u32 {
        let key = declaration.key();
        if let Some(known) = self.numbers.get(&key) {
            return *known;
        }
        let number = self.all.len() as u32;
        self.words += 2 * key.len() + declaration.ids.len();
        self.numbers.insert(key, number);
        self.all.push(Some(declaration));
        number
    }

    /// The number of the place of a resource: set, binding.
    pub fn find_place(&self, place: (u32, u32)) -> Option<u32> {
        self.places.get(&place).copied()
    }

    pub fn add_place(&mut self, place: (u32, u32)) -> u32 {
        let all = &mut self.all;
        *self.places.entry(place).or_insert_with(|| {
            all.push(None);
            all.len() as u32 - 1
        })
    }
}

//! Which names are macros at the current line, and which watched names were consulted.

use rustc_hash::FxHashMap;

use crate::atom::Atom;
use crate::model::{BuiltinMacro, Consulted, IncludeId};

/// What a macro name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A definition by index of the unit's files and of the file's definitions, and the visit it was made in.
    Defined {
        file: u32,
        definition: u32,
        include: IncludeId,
    },
    Builtin(BuiltinMacro),
}

/// One definition that was in force at some time.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub name: Atom,
    pub meaning: Meaning,
    /// Its replacement is being rescanned.
    pub disabled: bool,
}

/// Bits of the filter: 2 KiB, so it stays in the first-level cache.
const FILTER_BITS: u32 = 14;

/// The macros of a unit. Interned names are compared by their address.
pub struct Names {
    /// A filter with false positives: names that are or were macros, and watched names.
    filter: Vec<u64>,
    current: FxHashMap<usize, u32>,
    pub entries: Vec<Entry>,
    watched: FxHashMap<usize, Watched>,
    consulted: Vec<Atom>,
    /// Consultations are not recorded: the macro table is made.
    pub ignore_watch: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Watched {
    /// Its definition is still that of the request.
    Open,
    Consulted,
    /// The unit defined or undefined it itself.
    Settled,
}

fn key(name: Atom) -> usize {
    name.address()
}

fn filter_place(name: Atom) -> (usize, u64) {
    // Fibonacci hashing; the low bits of an address say nothing.
    let hash = (key(name) as u64 >> 3).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - FILTER_BITS);
    ((hash >> 6) as usize, 1 << (hash & 63))
}

impl Names {
    pub fn new(watch: &[Atom], builtins: &[(&str, BuiltinMacro)]) -> Names {
        let mut names = Names {
            filter: vec![0; 1 << (FILTER_BITS - 6)],
            current: FxHashMap::default(),
            entries: Vec::new(),
            watched: FxHashMap::default(),
            consulted: Vec::new(),
            ignore_watch: false,
        };
        for (name, builtin) in builtins {
            names.insert(Atom::from(name), Meaning::Builtin(*builtin));
        }
        for &name in watch {
            names.add_to_filter(name);
            names.watched.insert(key(name), Watched::Open);
        }
        names
    }

    /// False only where the name is neither a macro nor watched.
    #[inline]
    pub fn may_matter(&self, name: Atom) -> bool {
        let (word, bit) = filter_place(name);
        self.filter[word] & bit != 0
    }

    /// The macro this name is, recording the question.
    pub fn look_up(&mut self, name: Atom) -> Option<u32> {
        if !self.may_matter(name) {
            return None;
        }
        self.consult(name);
        self.current.get(&key(name)).copied()
    }

    /// The macro this name is, without recording.
    pub fn peek(&self, name: Atom) -> Option<u32> {
        self.current.get(&key(name)).copied()
    }

    /// Records that the state of this name was asked for.
    pub fn consult(&mut self, name: Atom) {
        if self.ignore_watch || self.watched.is_empty() {
            return;
        }
        if let Some(state) = self.watched.get_mut(&key(name)).filter(|state| **state == Watched::Open) {
            *state = Watched::Consulted;
            self.consulted.push(name);
        }
    }

    /// From here on the state of this name does not depend on the request.
    pub fn settle(&mut self, name: Atom) {
        if let Some(state) = self.watched.get_mut(&key(name)).filter(|state| **state == Watched::Open) {
            *state = Watched::Settled;
        }
    }

    pub fn insert(&mut self, name: Atom, meaning: Meaning) {
        self.add_to_filter(name);
        self.current.insert(key(name), self.entries.len() as u32);
        self.entries.push(Entry { name, meaning, disabled: false });
    }

    pub fn remove(&mut self, name: Atom) -> Option<u32> {
        self.current.remove(&key(name))
    }

    /// In the order in which they were consulted.
    pub fn into_consulted(self) -> Vec<Consulted> {
        self.consulted.into_iter().map(|name| Consulted { name }).collect()
    }

    fn add_to_filter(&mut self, name: Atom) {
        let (word, bit) = filter_place(name);
        self.filter[word] |= bit;
    }
}

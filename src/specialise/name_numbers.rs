//! The numbers of the names of items. Units that are specialised one after another share them.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::atom::Atom;

/// Of a filter that is as large as the names of some hundred items need.
const FILTER_WORDS: usize = 64;

/// Names with their numbers, which are counted from 0.
#[derive(Clone, Debug)]
pub struct NameNumbers {
    numbers: FxHashMap<Atom, u32>,
    in_order: Vec<Atom>,
    /// A bit of each name, which another name may have too.
    filter: [u64; FILTER_WORDS],
}

impl Default for NameNumbers {
    fn default() -> NameNumbers {
        NameNumbers { numbers: FxHashMap::default(), in_order: Vec::new(), filter: [0; FILTER_WORDS] }
    }
}

/// The word and the bit of a name in the filter.
fn filter_place(name: Atom) -> (usize, u64) {
    let hash = name.known_hash();
    ((hash >> 6) as usize % FILTER_WORDS, 1 << (hash & 63))
}

impl NameNumbers {
    pub fn len(&self) -> usize {
        self.in_order.len()
    }

    /// The names by their numbers.
    pub fn in_order(&self) -> &[Atom] {
        &self.in_order
    }

    pub fn get(&self, name: Atom) -> Option<u32> {
        let (word, bit) = filter_place(name);
        // Most names that are asked for are those of variables in functions.
        if self.filter[word] & bit == 0 {
            return None;
        }
        self.numbers.get(&name).copied()
    }

    /// The number of a name; a new one gets the next.
    pub fn number_of(numbers: &mut Arc<NameNumbers>, name: Atom) -> u32 {
        if let Some(known) = numbers.get(name) {
            return known;
        }
        // A copy where the units before are kept with theirs.
        let NameNumbers { numbers, in_order, filter } = Arc::make_mut(numbers);
        let number = in_order.len() as u32;
        let (word, bit) = filter_place(name);
        filter[word] |= bit;
        in_order.push(name);
        numbers.insert(name, number);
        number
    }
}

//! Interned strings. A file of its own, because nearly all folders use them.
//!
//! Tables begin small: in one with room for a million strings, each of the few thousand words of a build touches a page of its own.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;
use std::sync::{LazyLock, Mutex, PoisonError};

use hashbrown::HashTable;

/// A string of which there is one in the process: comparing two is comparing addresses. It is never freed.
#[derive(Clone, Copy)]
pub struct Atom(&'static Entry);

struct Entry {
    /// The hash of the text: the same in each run.
    hash: u64,
    text: &'static str,
}

static EMPTY: Entry = Entry { hash: 0, text: "" };

/// Tables, each with a lock: threads that intern different words do not wait for each other.
const TABLES: usize = 16;

static ATOMS: LazyLock<[Mutex<HashTable<Atom>>; TABLES]> = LazyLock::new(Default::default);

impl Atom {
    /// The atom with this text.
    pub fn from(text: &str) -> Atom {
        if text.is_empty() {
            return Atom::default();
        }
        let hash = hash_of(text);
        let mut table = table_of(hash).lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = table.find(hash, |known| known.as_str() == text) {
            return *known;
        }
        let atom = Atom(Box::leak(Box::new(Entry { hash, text: Box::leak(text.into()) })));
        table.insert_unique(hash, atom, |atom| atom.0.hash);
        atom
    }

    /// The atom with this text, if [`Atom::from`] has made it before.
    pub fn from_existing(text: &str) -> Option<Atom> {
        if text.is_empty() {
            return Some(Atom::default());
        }
        let hash = hash_of(text);
        let table = table_of(hash).lock().unwrap_or_else(PoisonError::into_inner);
        table.find(hash, |known| known.as_str() == text).copied()
    }

    /// Where it is in memory, which says whether two atoms are one, and differs between runs.
    #[inline]
    pub fn address(&self) -> usize {
        std::ptr::from_ref(self.0).addr()
    }

    /// The hash of the text: the same in each run.
    #[inline]
    pub fn known_hash(&self) -> u64 {
        self.0.hash
    }

    /// The text.
    #[inline]
    pub fn as_str(&self) -> &'static str {
        self.0.text
    }
}

/// SipHash with fixed keys: a source with many words of one hash, which would take quadratic time, is hard to write.
fn hash_of(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// The bits that choose the table are none that choose a place in it.
fn table_of(hash: u64) -> &'static Mutex<HashTable<Atom>> {
    &ATOMS[(hash >> 48) as usize % TABLES]
}

impl From<&str> for Atom {
    fn from(text: &str) -> Atom {
        Atom::from(text)
    }
}

impl From<String> for Atom {
    fn from(text: String) -> Atom {
        Atom::from(&text)
    }
}

impl Default for Atom {
    /// The empty text.
    fn default() -> Atom {
        Atom(&EMPTY)
    }
}

impl PartialEq for Atom {
    #[inline]
    fn eq(&self, other: &Atom) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Atom {}

impl Hash for Atom {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl PartialOrd for Atom {
    fn partial_cmp(&self, other: &Atom) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Atom {
    /// By the texts.
    fn cmp(&self, other: &Atom) -> Ordering {
        if self == other { Ordering::Equal } else { self.as_str().cmp(other.as_str()) }
    }
}

impl Deref for Atom {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.0.text
    }
}

impl AsRef<str> for Atom {
    fn as_ref(&self) -> &str {
        self.0.text
    }
}

impl PartialEq<str> for Atom {
    fn eq(&self, other: &str) -> bool {
        self.0.text == other
    }
}

impl PartialEq<&str> for Atom {
    fn eq(&self, other: &&str) -> bool {
        self.0.text == *other
    }
}

impl fmt::Debug for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0.text, f)
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.0.text, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_are_one_atom_in_all_threads() {
        let words: Vec<String> = (0..5000).map(|number| format!("atom{number}")).collect();
        let intern = || words.iter().map(|word| Atom::from(word)).collect::<Vec<_>>();
        let [one, other] = std::thread::scope(|scope| {
            let threads = [scope.spawn(intern), scope.spawn(intern)];
            threads.map(|thread| thread.join().expect("no thread panics"))
        });
        assert_eq!(one, other);
        assert!(one.iter().zip(&words).all(|(atom, word)| atom.as_str() == word));
        assert_eq!(Atom::from_existing("atom7"), Some(one[7]));
        assert_eq!(Atom::from_existing("an atom that nobody made"), None);
    }

    #[test]
    fn atoms_are_ordered_as_their_texts_are() {
        let mut atoms = ["b", "", "a", "ab"].map(Atom::from);
        atoms.sort_unstable();
        assert_eq!(atoms.map(|atom| atom.as_str()), ["", "a", "ab", "b"]);
        assert_eq!(Atom::from(""), Atom::default());
    }
}

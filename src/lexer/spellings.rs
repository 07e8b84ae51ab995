//! Interned spellings, quickly.

use std::sync::LazyLock;

use crate::atom::Atom;

/// Spellings of one character.
static ASCII: LazyLock<[Atom; 128]> = LazyLock::new(|| {
    let mut table = [Atom::default(); 128];
    for (byte, slot) in (0u8..).zip(table.iter_mut()) {
        *slot = Atom::from(char::from(byte).encode_utf8(&mut [0; 4]));
    }
    table
});

/// Slots for a file, and for a few words. Powers of two.
const SLOTS: usize = 2048;
const FEW_SLOTS: usize = 16;

/// The spellings seen last. The interner takes a lock and a long hash for each question; a file repeats its words, so a
/// small table that forgets on collision answers nearly all of them.
pub struct Spellings {
    recent: Vec<Atom>,
    ascii: &'static [Atom; 128],
}

impl Spellings {
    /// For a text of this many bytes.
    pub fn new(length: usize) -> Spellings {
        let slots = if length < 256 { FEW_SLOTS } else { SLOTS };
        Spellings { recent: vec![Atom::default(); slots], ascii: &ASCII }
    }

    pub fn intern(&mut self, text: &str) -> Atom {
        if let [byte @ 0..128] = text.as_bytes() {
            return self.ascii[usize::from(*byte)];
        }
        let at = slot_of(text.as_bytes()) & (self.recent.len() - 1);
        let slot = &mut self.recent[at];
        if slot.as_str() != text {
            *slot = Atom::from(text);
        }
        *slot
    }
}

fn slot_of(bytes: &[u8]) -> usize {
    const MIX: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = bytes.len() as u64;
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let word = u64::from_le_bytes(chunk.try_into().expect("chunks of eight bytes"));
        hash = (hash.rotate_left(5) ^ word).wrapping_mul(MIX);
    }
    let rest = chunks.remainder().iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
    hash = (hash.rotate_left(5) ^ rest).wrapping_mul(MIX);
    (hash >> 48) as usize
}

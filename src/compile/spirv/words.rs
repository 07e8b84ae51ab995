//! The words of a SPIR-V module: its bytes as words and back, its header, and its instructions. SPIR-V is little-endian throughout.
//!
//! Source: SPIR-V 1.6, 2.3 (physical layout of a module and of an instruction).

/// Words of a module's header.
pub const HEADER: usize = 5;
/// The word of the header that says what wrote the module.
pub const GENERATOR: usize = 2;
/// The word of the header that all ids are below.
pub const BOUND: usize = 3;

/// The opcode of an instruction, by its first word.
pub const fn opcode(first: u32) -> u32 {
    first & 0xFFFF
}

/// The words of an instruction, by the first of them.
pub const fn length(first: u32) -> usize {
    (first >> 16) as usize
}

/// The instructions of words that begin with one; it ends where the words are no instruction.
pub fn instructions(mut words: &[u32]) -> impl Iterator<Item = &[u32]> {
    std::iter::from_fn(move || {
        let (instruction, rest) = words.split_at_checked(length(*words.first()?)).filter(|(one, _)| !one.is_empty())?;
        words = rest;
        Some(instruction)
    })
}

/// A string as an operand: its bytes by four, with at least one zero behind them.
pub fn string(text: &str) -> Vec<u32> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(bytes.len() / 4 * 4 + 4, 0);
    bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// The words of a module; `None` where the bytes are no whole number of them.
pub fn from_bytes(bytes: &[u8]) -> Option<Vec<u32>> {
    let (words, rest) = bytes.as_chunks::<4>();
    rest.is_empty().then(|| words.iter().map(|word| u32::from_le_bytes(*word)).collect())
}

/// The bytes of a module.
pub fn to_bytes(words: &[u32]) -> Vec<u8> {
    // Memory that the allocator must give zeroed is new memory each time, and words that come together are copied together.
    let mut bytes = Vec::with_capacity(words.len() * 4);
    let mut some = [0; 1024];
    for part in words.chunks(some.len() / 4) {
        for (four, word) in some.as_chunks_mut::<4>().0.iter_mut().zip(part) {
            *four = word.to_le_bytes();
        }
        bytes.extend_from_slice(&some[..part.len() * 4]);
    }
    bytes
}

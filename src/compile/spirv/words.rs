//! The bytes of a SPIR-V module as words, and back. SPIR-V is little-endian throughout.

/// The words of a module; `None` where the bytes are no whole number of them.
pub fn from_bytes(bytes: &[u8]) -> Option<Vec<u32>> {
    let (words, rest) = bytes.as_chunks::<4>();
    rest.is_empty().then(|| words.iter().map(|word| u32::from_le_bytes(*word)).collect())
}

/// The bytes of a module.
pub fn to_bytes(words: &[u32]) -> Vec<u8> {
    // The compiler copies four bytes at once where no length changes.
    let mut bytes = vec![0; words.len() * 4];
    for (four, word) in bytes.chunks_exact_mut(4).zip(words) {
        four.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

//! Digests of token streams: the spellings in order, without white space, comments and places.

use crate::model::{Digest, Preprocessed, TokenFlags, TokenSpan};

/// Ends a token; cannot occur inside one.
const END: u8 = b'\n';
/// Begins the tokens of a directive line.
const DIRECTIVE: u8 = 1;
/// Ends them: what stands behind is no part of the directive.
const DIRECTIVE_END: u8 = 2;

/// Bytes of most tokens with their ends.
const USUAL_LENGTH: usize = 8;

/// The digest of the spellings of the pieces.
pub fn digest(unit: &Preprocessed, pieces: &[TokenSpan]) -> Digest {
    let tokens = pieces.iter().map(|piece| piece.tokens().size_hint().0).sum::<usize>();
    let mut bytes = Vec::with_capacity(tokens * USUAL_LENGTH);
    let mut in_directive = false;
    for (token, text) in pieces.iter().flat_map(TokenSpan::tokens) {
        let token = &unit.tokens[token as usize].token;
        if in_directive && !token.flags.has(TokenFlags::DIRECTIVE) {
            bytes.push(DIRECTIVE_END);
        }
        in_directive = token.flags.has(TokenFlags::DIRECTIVE);
        if token.flags.has(TokenFlags::DIRECTIVE | TokenFlags::LINE_START) {
            bytes.push(DIRECTIVE);
        }
        bytes.extend_from_slice(text.unwrap_or(token.text).as_bytes());
        bytes.push(END);
    }
    if in_directive {
        bytes.push(DIRECTIVE_END);
    }
    Digest::of(&bytes)
}

/// Digests of streams that are made of streams. The texts of a unit begin with the same items, so the hash of a beginning is kept
/// from one text to the next.
#[derive(Default)]
pub struct Joiner {
    /// The digests of the parts of the last stream.
    last: Vec<u8>,
    /// The hash after each whole [`BEGINNING`] of them.
    beginnings: Vec<blake3::Hasher>,
}

/// Bytes between two hashes that are kept: a chunk of BLAKE3.
const BEGINNING: usize = 1024;

impl Joiner {
    pub fn joined(&mut self, parts: impl Iterator<Item = Digest>) -> Digest {
        let mut bytes: Vec<u8> = Vec::with_capacity(self.last.len());
        for part in parts {
            bytes.extend_from_slice(&part.0);
        }
        let same =
            bytes.chunks_exact(BEGINNING).zip(self.last.chunks_exact(BEGINNING)).take_while(|(new, old)| new == old);
        self.beginnings.truncate(same.count());
        let mut hasher = self.beginnings.last().cloned().unwrap_or_default();
        for chunk in bytes[self.beginnings.len() * BEGINNING..].chunks(BEGINNING) {
            hasher.update(chunk);
            if chunk.len() == BEGINNING {
                self.beginnings.push(hasher.clone());
            }
        }
        self.last = bytes;
        Digest(*hasher.finalize().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_beginnings_change_no_digest() {
        let part = |number: u8| Digest([number; 32]);
        let mut joiner = Joiner::default();
        for (length, other) in [(0, 0), (70, 69), (70, 40), (70, 31), (70, 0), (64, 10), (32, 33), (31, 5), (200, 64)] {
            let parts = || (0..length).map(move |at| part(if at < other { 1 } else { length }));
            let mut whole = blake3::Hasher::new();
            parts().for_each(|part| {
                whole.update(&part.0);
            });
            assert_eq!(joiner.joined(parts()), Digest(*whole.finalize().as_bytes()), "{length} {other}");
        }
    }
}

//! Digests of token streams: the spellings in order, without white space, comments and places.

use crate::model::{Digest, Preprocessed, TokenFlags, TokenSpan};

/// Ends a token; cannot occur inside one.
const END: u8 = b'\n';
/// Begins the tokens of a directive line.
const DIRECTIVE: u8 = 1;
/// Ends them: what stands behind is no part of the directive.
const DIRECTIVE_END: u8 = 2;

/// The digest of the spellings of the pieces.
pub fn digest(unit: &Preprocessed, pieces: &[TokenSpan]) -> Digest {
    let mut bytes = Vec::new();
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

/// The digest of a stream that is made of streams.
pub fn joined(parts: impl Iterator<Item = Digest>) -> Digest {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&part.0);
    }
    Digest(*hasher.finalize().as_bytes())
}

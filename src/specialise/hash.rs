//! Digests of token streams: spellings in order, nothing of white space, comments or places.

use ustr::Ustr;

use super::scope::Scan;
use crate::model::{BranchId, Digest, Preprocessed, Stage, TokenFlags};

/// A unit's stream as bytes, cut where a branch value goes: each variant hashes long runs, not tokens.
pub(super) struct Stream {
    bytes: Vec<u8>,
    /// Where in `bytes` the value of which branch goes.
    cuts: Vec<(usize, BranchId)>,
}

/// Ends a token; cannot occur inside one.
const END: u8 = b'\n';
/// Begins the tokens of a directive line, whose end matters.
const DIRECTIVE: u8 = 1;

impl Stream {
    pub(super) fn new(unit: &Preprocessed, scan: &Scan) -> Stream {
        let mut stream = Stream { bytes: Vec::with_capacity(unit.tokens.len() * 8), cuts: Vec::new() };
        let mut sites = scan.sites.iter().peekable();
        let mut removed = scan.removed.iter().peekable();
        for (token, index) in unit.tokens.iter().zip(0u32..) {
            if removed.next_if(|at| **at == index).is_some() {
                continue;
            }
            if token.token.flags.has(TokenFlags::DIRECTIVE | TokenFlags::LINE_START) {
                stream.bytes.push(DIRECTIVE);
            }
            match sites.next_if(|site| site.token == index) {
                Some(site) => stream.cuts.push((stream.bytes.len(), site.branch)),
                None => stream.bytes.extend_from_slice(token.token.text.as_bytes()),
            }
            stream.bytes.push(END);
        }
        stream
    }

    /// The digest with these spellings, by branch.
    pub(super) fn digest(&self, values: &[Ustr]) -> Digest {
        let mut hasher = blake3::Hasher::new();
        let mut from = 0;
        for (at, branch) in &self.cuts {
            hasher.update(&self.bytes[from..*at]);
            hasher.update(values[usize::from(branch.0)].as_bytes());
            from = *at;
        }
        hasher.update(&self.bytes[from..]);
        Digest(*hasher.finalize().as_bytes())
    }
}

/// The key of one stage over a token stream.
pub(super) fn variant_key(stage: Stage, entry_point: &str, profile: Option<&str>, stream: Digest) -> Digest {
    let key = crate::model::ActionKey::new("variant")
        .with("stage", stage.name())
        .with("entry_point", entry_point)
        .with("tokens", stream.to_string());
    match profile {
        Some(profile) => key.with("profile", profile),
        None => key,
    }
    .digest()
}

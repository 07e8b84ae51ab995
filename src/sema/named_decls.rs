//! The declarations of one name, and digests of their meanings.

use super::entity::Decl;
use super::rules::Rules;
use super::unit::BUILTIN;
use crate::model::Digest;

/// The declarations of one qualified name, in the order in which they were found.
#[derive(Debug)]
pub struct NamedDecls<L: Rules> {
    all: Vec<Decl<L>>,
    /// Of the meanings up to and with each declaration.
    digests: Vec<Digest>,
    /// None stands before one of an earlier chunk.
    in_order: bool,
}

impl<L: Rules> Default for NamedDecls<L> {
    fn default() -> NamedDecls<L> {
        NamedDecls { all: Vec::new(), digests: Vec::new(), in_order: true }
    }
}

/// The order of a chunk: what is built in stands before all of them.
const fn order(chunk: u32) -> u32 {
    chunk.wrapping_sub(BUILTIN)
}

impl<L: Rules> NamedDecls<L> {
    /// The digest of no declaration.
    pub const NOTHING: Digest = Digest([0; 32]);

    pub fn push(&mut self, decl: Decl<L>) {
        let is_next = |last: &Decl<L>| order(last.chunk) <= order(decl.chunk);
        self.in_order &= self.all.last().is_none_or(is_next);
        let before = self.digests.last().copied().unwrap_or(Self::NOTHING);
        self.digests.push(next::<L>(before, decl.meaning));
        self.all.push(decl);
    }

    pub fn all(&self) -> &[Decl<L>] {
        &self.all
    }

    /// The digest of the declarations outside of a chunk; `before`: of those before it. It takes the time of one
    /// look-up where the declarations stand in the order of their chunks, and none of the chunk's is among those that
    /// count.
    pub fn meanings(&self, chunk: u32, before: bool) -> Digest {
        if self.in_order {
            let first = self.all.partition_point(|decl| order(decl.chunk) < order(chunk));
            let own_or_later = self.all.get(first).is_some();
            let has_own = self.all.get(first).is_some_and(|decl| decl.chunk == chunk);
            if before || !own_or_later {
                return first.checked_sub(1).map_or(Self::NOTHING, |last| self.digests[last]);
            }
            if !has_own {
                return self.digests.last().copied().unwrap_or(Self::NOTHING);
            }
        }
        let counts = |decl: &&Decl<L>| decl.chunk != chunk && (!before || order(decl.chunk) < order(chunk));
        self.all.iter().filter(counts).fold(Self::NOTHING, |digest, decl| next::<L>(digest, decl.meaning))
    }
}

/// Most names have one declaration, whose own digest serves.
fn next<L: Rules>(before: Digest, meaning: Digest) -> Digest {
    if before == NamedDecls::<L>::NOTHING && meaning != before {
        return meaning;
    }
    Digest::of(&[before.0, meaning.0].concat())
}

//! The meanings of a chunk, each with the meanings of the names that it looked up.

use std::sync::{Arc, PoisonError, RwLock};

use super::diagnostics::ChunkDiagnostic;
use super::entity::{Entity, TemplateArgument};
use super::rules::Rules;
use super::templates::InstanceRequest;
use super::usings::Directive;
use crate::atom::Atom;
use crate::ir::{Item, Symbol};
use crate::model::Digest;
use crate::syntax::NodeId;

/// Names of template parameters and what they stand for.
pub type Bindings = Vec<(Atom, TemplateArgument)>;

/// The inputs of the meaning of a chunk other than its tokens and the names in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Context<L: Rules> {
    /// The qualified namespace; empty outside of namespaces.
    pub namespace: Atom,
    /// `using namespace` before the chunk.
    pub directives: Vec<Directive>,
    pub settings: L::Settings,
    /// For an instance of a template: the template's node, the digest of its declaration, and its arguments.
    pub template: Option<(NodeId, Digest, Bindings)>,
    /// Whether bodies of functions are left out: the interface of a unit does not need them.
    pub heads_only: bool,
    /// With `heads_only`: functions become items without a body, and types that only hull, domain and geometry stages
    /// have are read.
    pub signatures: bool,
    /// Names in the chunk that are treated as undeclared, sorted: branches of a whole unit, which another shader may
    /// have as uniforms.
    pub without: Vec<Atom>,
}

/// A name that was looked up outside of the chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameLookup {
    pub name: Atom,
    /// Whether only declarations before the chunk were considered.
    pub before: bool,
    /// Of what it means, see [`Unit::meanings`](super::unit::Unit::meanings).
    pub meanings: Digest,
}

/// An item and the symbols that it uses.
#[derive(Clone, Debug)]
pub struct AnalysedItem {
    pub symbol: Symbol,
    pub item: Arc<Item>,
    pub digest: Digest,
    pub uses: Arc<[Symbol]>,
}

/// A name that the chunk declares for others.
#[derive(Clone, Debug)]
pub struct Declaration<L: Rules> {
    pub name: Atom,
    pub entity: Entity<L>,
    pub meaning: Digest,
    pub token: u32,
}

/// A meaning of a chunk.
#[derive(Clone, Debug)]
pub struct AnalysedChunk<L: Rules> {
    pub context: Context<L>,
    /// In the order in which they were looked up.
    pub lookups: Vec<NameLookup>,
    pub declarations: Vec<Declaration<L>>,
    pub items: Vec<AnalysedItem>,
    pub instances: Vec<InstanceRequest<L>>,
    /// What it took to find this, see [`crate::ir::work`].
    pub steps: u64,
    /// Warnings; a chunk with errors is not kept.
    pub diagnostics: Vec<ChunkDiagnostic>,
}

/// The meanings of one chunk.
#[derive(Debug)]
pub struct Memo<L: Rules> {
    all: RwLock<Vec<Arc<AnalysedChunk<L>>>>,
}

impl<L: Rules> Default for Memo<L> {
    fn default() -> Memo<L> {
        Memo { all: RwLock::default() }
    }
}

/// Limit on the meanings of a chunk, to bound memory.
const MAX_MEANINGS: usize = 256;

impl<L: Rules> Memo<L> {
    pub fn find(&self, fits: impl Fn(&AnalysedChunk<L>) -> bool) -> Option<Arc<AnalysedChunk<L>>> {
        let all = self.all.read().unwrap_or_else(PoisonError::into_inner);
        all.iter().find(|known| fits(known)).cloned()
    }

    pub fn insert(&self, found: &Arc<AnalysedChunk<L>>) {
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        if all.len() < MAX_MEANINGS {
            all.push(Arc::clone(found));
        }
    }

    /// What it took to find all meanings.
    pub fn steps(&self) -> u64 {
        let all = self.all.read().unwrap_or_else(PoisonError::into_inner);
        all.iter().fold(0, |sum, known| sum.saturating_add(known.steps))
    }

    /// Forgets all meanings. A template holds its chunk, whose meanings hold the template: a chunk that is dropped with its
    /// meanings would never be freed.
    pub fn clear(&self) {
        self.all.write().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

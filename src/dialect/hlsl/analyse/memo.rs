//! What a chunk has been found to mean, and under which meanings of the names it asked for.

use std::sync::{Arc, PoisonError, RwLock};

use ustr::Ustr;

use super::super::tree::NodeId;
use super::super::typed::{Item, Order, Symbol};
use super::Version;
use super::entity::{Entity, Template, TemplateArgument};
use super::report::Told;
use crate::model::Digest;

/// Names of template parameters and what they stand for.
pub(super) type Bindings = Vec<(Ustr, TemplateArgument)>;

/// What else than tokens and names decides.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Context {
    /// Qualified; empty outside of namespaces.
    pub(super) namespace: Ustr,
    pub(super) order: Order,
    pub(super) version: Version,
    /// Of a template: the node, the meaning of what stands there, and its arguments.
    pub(super) template: Option<(NodeId, Digest, Bindings)>,
    /// Functions have no bodies: for the interface of a unit.
    pub(super) heads_only: bool,
    /// Names in it that stand for nothing, sorted: branches of a whole unit, which another shader may have as uniforms.
    pub(super) without: Vec<Ustr>,
}

/// A name that was looked up outside of the chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Consulted {
    pub(super) name: Ustr,
    /// Only what stands before the chunk counts.
    pub(super) before: bool,
    pub(super) meanings: Vec<Digest>,
}

/// An item and the symbols it names.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub(super) symbol: Symbol,
    pub(super) item: Arc<Item>,
    pub(super) digest: Digest,
    pub(super) uses: Arc<[Symbol]>,
}

/// A name for the chunks that follow.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) name: Ustr,
    pub(super) entity: Entity,
    pub(super) meaning: Digest,
    pub(super) token: u32,
}

/// All there is to know about a chunk.
#[derive(Clone, Debug)]
pub(super) struct Analysed {
    pub(super) context: Context,
    /// In the order of the questions.
    pub(super) consulted: Vec<Consulted>,
    pub(super) declares: Vec<Declared>,
    pub(super) items: Vec<Made>,
    pub(super) instances: Vec<(Arc<Template>, Vec<TemplateArgument>)>,
    /// Warnings; what has errors is not kept.
    pub(super) told: Vec<Told>,
}

/// The meanings of one chunk.
#[derive(Debug, Default)]
pub(super) struct Memo {
    all: RwLock<Vec<Arc<Analysed>>>,
}

/// A chunk that means something else in more places than this is analysed each time; a bound on memory.
const MAX_MEANINGS: usize = 256;

impl Memo {
    pub(super) fn find(&self, fits: impl Fn(&Analysed) -> bool) -> Option<Arc<Analysed>> {
        let all = self.all.read().unwrap_or_else(PoisonError::into_inner);
        all.iter().find(|known| fits(known)).cloned()
    }

    pub(super) fn insert(&self, found: &Arc<Analysed>) {
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        if all.len() < MAX_MEANINGS {
            all.push(Arc::clone(found));
        }
    }
}

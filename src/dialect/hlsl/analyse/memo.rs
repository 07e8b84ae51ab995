//! What a chunk has been found to mean, and under which meanings of the names it asked for.

use std::sync::{Arc, PoisonError, RwLock};

use ustr::Ustr;

use super::Version;
use super::entity::{Entity, Template, TemplateArgument};
use super::report::Told;
use crate::ir::{Item, Order, Symbol};
use crate::model::Digest;
use crate::syntax::NodeId;

/// Names of template parameters and what they stand for.
pub type Bindings = Vec<(Ustr, TemplateArgument)>;

/// What else than tokens and names decides.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// Qualified; empty outside of namespaces.
    pub namespace: Ustr,
    pub order: Order,
    pub version: Version,
    /// Of a template: the node, the meaning of what stands there, and its arguments.
    pub template: Option<(NodeId, Digest, Bindings)>,
    /// Functions have no bodies: for the interface of a unit.
    pub heads_only: bool,
    /// Names in it that stand for nothing, sorted: branches of a whole unit, which another shader may have as uniforms.
    pub without: Vec<Ustr>,
}

/// A name that was looked up outside of the chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consulted {
    pub name: Ustr,
    /// Only what stands before the chunk counts.
    pub before: bool,
    pub meanings: Vec<Digest>,
}

/// An item and the symbols it names.
#[derive(Clone, Debug)]
pub struct Made {
    pub symbol: Symbol,
    pub item: Arc<Item>,
    pub digest: Digest,
    pub uses: Arc<[Symbol]>,
}

/// A name for the chunks that follow.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: Ustr,
    pub entity: Entity,
    pub meaning: Digest,
    pub token: u32,
}

/// All there is to know about a chunk.
#[derive(Clone, Debug)]
pub struct Analysed {
    pub context: Context,
    /// In the order of the questions.
    pub consulted: Vec<Consulted>,
    pub declares: Vec<Declared>,
    pub items: Vec<Made>,
    pub instances: Vec<(Arc<Template>, Vec<TemplateArgument>)>,
    /// Warnings; what has errors is not kept.
    pub told: Vec<Told>,
}

/// The meanings of one chunk.
#[derive(Debug, Default)]
pub struct Memo {
    all: RwLock<Vec<Arc<Analysed>>>,
}

/// A chunk that means something else in more places than this is analysed each time; a bound on memory.
const MAX_MEANINGS: usize = 256;

impl Memo {
    pub fn find(&self, fits: impl Fn(&Analysed) -> bool) -> Option<Arc<Analysed>> {
        let all = self.all.read().unwrap_or_else(PoisonError::into_inner);
        all.iter().find(|known| fits(known)).cloned()
    }

    pub fn insert(&self, found: &Arc<Analysed>) {
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        if all.len() < MAX_MEANINGS {
            all.push(Arc::clone(found));
        }
    }
}

//! The stages of a shader's techniques, in pairs, with their distinct signatures. A shader has a few signatures and hundreds of
//! variants and techniques, so what follows from a signature, or from a pair, is found once.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::neighbours;
use crate::ir::Signature;
use crate::model::{Stage, VariantId, VariantSet};

/// A signature that several variants may have: an index into [`Stages::distinct`].
pub type SignatureId = usize;

/// The stages of all techniques of a shader.
pub struct Stages<'a> {
    pub set: &'a VariantSet,
    /// In the order of the first variant that has each. Equal signatures that are not shared count as several.
    pub distinct: Vec<(Stage, &'a Signature)>,
    /// Parallel to the variants; `None` where the signature is not known.
    ids: Vec<Option<SignatureId>>,
    /// Each pair of neighbours of some technique once, in order.
    pub pairs: Vec<[(Stage, VariantId); 2]>,
}

impl<'a> Stages<'a> {
    /// `signatures` is parallel to the variants.
    pub fn new(set: &'a VariantSet, signatures: &'a [Option<Arc<Signature>>]) -> Stages<'a> {
        let mut known: FxHashMap<(Stage, *const Signature), SignatureId> = FxHashMap::default();
        let mut distinct = Vec::new();
        let ids = set.variants.iter().zip(signatures).map(|(variant, signature)| {
            let signature = signature.as_ref()?;
            let found = known.entry((variant.stage, Arc::as_ptr(signature))).or_insert_with(|| {
                distinct.push((variant.stage, &**signature));
                distinct.len() - 1
            });
            Some(*found)
        });
        let ids = ids.collect();
        let mut pairs: Vec<_> = set.techniques.iter().flat_map(neighbours).map(|(from, to)| [from, to]).collect();
        pairs.sort_unstable();
        pairs.dedup();
        Stages { set, distinct, ids, pairs }
    }

    pub fn id(&self, variant: VariantId) -> Option<SignatureId> {
        self.ids.get(variant.0 as usize).copied().flatten()
    }

    pub fn signature(&self, variant: VariantId) -> Option<&'a Signature> {
        Some(self.distinct[self.id(variant)?].1)
    }
}

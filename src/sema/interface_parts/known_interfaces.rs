//! The interfaces of units that were analysed, by their parts.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{InterfaceParts, Part};
use crate::atom::Atom;
use crate::ir::Instance;
use crate::model::Digest;
use crate::sema::memo::AnalysedItem;
use crate::sema::rules::Rules;

/// An interface, each declaration with the number of its part, and that among what functions imply.
type PlacedInterface = Arc<[(Instance, u32, u32)]>;

/// What units with equal parts have.
#[derive(Debug)]
struct KnownInterface<L: Rules> {
    parts: Vec<Part<L>>,
    implicit: Vec<(Atom, Digest)>,
    settings: L::Settings,
    without: Vec<Atom>,
    interface: PlacedInterface,
}

/// Interfaces by a hash of their parts.
#[derive(Debug)]
pub struct KnownInterfaces<L: Rules>(FxHashMap<u64, Vec<KnownInterface<L>>>);

impl<L: Rules> Default for KnownInterfaces<L> {
    fn default() -> KnownInterfaces<L> {
        KnownInterfaces(FxHashMap::default())
    }
}

impl<L: Rules> KnownInterfaces<L> {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The interface of a unit with these parts. `without`: names that are treated as undeclared.
    pub fn find(&self, parts: &InterfaceParts<L>, settings: &L::Settings, without: &[Atom]) -> Option<Arc<[Instance]>> {
        let known = self.0.get(&parts.hash())?.iter().find(|known| {
            let has_parts = || known.parts.iter().zip(&parts.parts).all(|(one, other)| one.is(other));
            known.settings == *settings
                && known.without == without
                && known.implicit == parts.implicit
                && known.parts.len() == parts.parts.len()
                && has_parts()
        })?;
        let placed = |(instance, part, number): &(Instance, u32, u32)| {
            let (first, last) = parts.places[*part as usize];
            let tokens = (first..last).collect();
            match &parts.parts[*part as usize] {
                // It names its own tokens.
                Part::Implying(syntax) => {
                    let AnalysedItem { item, digest, uses, .. } = syntax.implied.get(*number as usize)?.clone();
                    Some(Instance { item, tokens, digest, uses })
                }
                _ => Some(Instance { tokens, ..instance.clone() }),
            }
        };
        known.interface.iter().map(placed).collect()
    }

    /// Keeps an interface, if each of its declarations stands in a part.
    pub fn keep(&mut self, parts: InterfaceParts<L>, settings: L::Settings, without: &[Atom], interface: &[Instance]) {
        let place = |instance: &Instance| {
            let first = *instance.tokens.first()?;
            let part = parts.places.binary_search_by_key(&first, |(first, _)| *first).ok()?;
            let number = match &parts.parts[part] {
                Part::Implying(syntax) => syntax.implied.iter().position(|implied| is_same(implied, instance))?,
                _ => 0,
            };
            Some((instance.clone(), part as u32, number as u32))
        };
        let Some(interface) = interface.iter().map(place).collect::<Option<PlacedInterface>>() else { return };
        let all = self.0.entry(parts.hash()).or_default();
        let InterfaceParts { parts, implicit, .. } = parts;
        all.push(KnownInterface { parts, implicit, settings, without: without.to_vec(), interface });
    }
}

fn is_same(implied: &AnalysedItem, instance: &Instance) -> bool {
    Arc::ptr_eq(&implied.item, &instance.item)
}

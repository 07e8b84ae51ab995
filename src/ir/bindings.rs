//! The bindings of a program's resources.

use std::collections::{BTreeMap, BTreeSet};

use super::Symbol;
use crate::model::BindingKind;

/// Part of a declaration that has a binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ResourcePart {
    /// The resource itself; the texture of a texture with its sampler.
    Whole,
    /// The sampler of a texture with its sampler.
    Sampler,
    /// The hidden counter of a structured buffer.
    Counter,
}

/// A resource and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    pub name: String,
    pub set: u32,
    pub binding: u32,
    pub kind: BindingKind,
    /// Number of descriptors; 0 means unbounded.
    pub count: u32,
    /// Its number among the resources of its kind, for targets that number each kind by itself.
    pub number: u32,
    /// Whether the source says this number, so that a sampler has it as its register in texts for Direct3D instead of being in a heap.
    pub has_register: bool,
}

pub type Bindings = BTreeMap<(Symbol, ResourcePart), Bound>;

/// A resource and where it is bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BindingSlot {
    /// The name in the source, with namespaces and the path in a structure: `N::g_Color`, `g_Layers[1].map`.
    pub name: String,
    pub kind: BindingKind,
    pub set: u32,
    pub binding: u32,
}

/// Where a target has no arrays of resources, each element has a binding: by set and binding of each array, that of its second element.
/// The first keeps the array's, and the others follow it; if some resource of the unit is there, they are behind all others of the set.
pub fn element_places(bindings: &Bindings) -> BTreeMap<(u32, u32), u32> {
    let bound = bindings.values().filter(|bound| bound.kind != BindingKind::PushConstants);
    let is_array = |bound: &&Bound| (2..=MAX_ELEMENTS).contains(&bound.count);
    if !bound.clone().any(|bound| is_array(&bound)) {
        return BTreeMap::new();
    }
    let mut occupied: BTreeSet<(u32, u32)> = bound.clone().map(|bound| (bound.set, bound.binding)).collect();
    let mut counts: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for bound in bound.filter(is_array) {
        let count = counts.entry((bound.set, bound.binding)).or_default();
        *count = bound.count.max(*count);
    }
    let mut places = BTreeMap::new();
    let mut take = |at: (u32, u32), second: u32, count: u32, occupied: &mut BTreeSet<(u32, u32)>| {
        occupied.extend((0..count - 1).map(|rest| (at.0, second.saturating_add(rest))));
        places.insert(at, second);
    };
    let mut moved = Vec::new();
    for ((set, binding), count) in counts {
        let next = binding.saturating_add(1);
        let last = next.saturating_add(count - 2);
        if occupied.range((set, next)..=(set, last)).next().is_none() {
            take((set, binding), next, count, &mut occupied);
        } else {
            moved.push(((set, binding), count));
        }
    }
    for ((set, binding), count) in moved {
        let highest = occupied.range((set, 0)..=(set, u32::MAX)).next_back();
        let second = highest.map_or(binding, |(_, highest)| *highest).saturating_add(1);
        take((set, binding), second, count, &mut occupied);
    }
    places
}

/// Elements of an array that is split at most: no device has more textures for a stage of a pipeline.
pub const MAX_ELEMENTS: u32 = 64;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atom::Atom;

    #[test]
    fn elements_follow_their_array_or_all_others() {
        let bound = |set, binding, count| Bound {
            name: String::new(),
            set,
            binding,
            kind: BindingKind::SampledTexture,
            count,
            number: 0,
            has_register: false,
        };
        let all = [bound(0, 3, 4), bound(0, 7, 2), bound(0, 8, 1), bound(0, 10, 3), bound(1, 5, 1), bound(1, 6, 0)];
        let named = all.into_iter().enumerate();
        let bindings: Bindings =
            named.map(|(at, bound)| ((Symbol(Atom::from(&format!("{at}"))), ResourcePart::Whole), bound)).collect();
        let expected = BTreeMap::from([((0, 3), 4), ((0, 10), 11), ((0, 7), 13)]);
        assert_eq!(element_places(&bindings), expected);
    }
}

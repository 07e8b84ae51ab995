//! Where the heaps of all descriptors are bound: `ResourceDescriptorHeap`, `SamplerDescriptorHeap`, and the counters of
//! the buffers in the former.
//!
//! As with DXC each that the unit names is, in this order, the lowest binding of set 0 that nothing else has. All types
//! of a heap share its binding.

use std::collections::BTreeSet;

use super::bindings::{classify, has_counter};
use crate::ir::{Bindings, Bound, Global, Heap, Instance, Item, ResourcePart, Storage};
use crate::model::BindingKind;

/// Adds the bindings of the heaps in the interface, and of their counters. `occupied`: sets and bindings of everything
/// before.
pub fn bind(interface: &[Instance], occupied: &mut BTreeSet<(u32, u32)>, bindings: &mut Bindings) {
    let heaps = || {
        interface.iter().filter_map(|instance| match &*instance.item {
            Item::Global(global @ Global { storage: Storage::Resource(attributes), .. }) => {
                attributes.heap.map(|heap| (heap, global))
            }
            _ => None,
        })
    };
    let mut next = |is_named: bool| {
        let free = (0..=u32::MAX).find(|binding| !occupied.contains(&(0, *binding))).filter(|_| is_named);
        occupied.extend(free.map(|binding| (0, binding)));
        free.unwrap_or_default()
    };
    let places = Heap::ALL.map(|heap| next(heaps().any(|(other, _)| other == heap)));
    let counters = next(heaps().any(|(heap, _)| heap == Heap::Resource));
    for (heap, global) in heaps() {
        let untyped = if heap == Heap::Sampler { BindingKind::Sampler } else { BindingKind::SampledTexture };
        // Without a type, it is what another compiler's variables are found by.
        let (_, kind, count) = classify(&global.ty).unwrap_or(('t', untyped, 0));
        let binding = places[heap as usize];
        let bound =
            Bound { name: heap.name().to_owned(), set: 0, binding, kind, count, number: binding, has_register: false };
        if has_counter(&global.ty) || heap == Heap::Resource && classify(&global.ty).is_none() {
            let name = format!("{}@count", bound.name);
            let kind = BindingKind::StorageBuffer;
            let counter = Bound { name, set: 0, binding: counters, kind, count, number: counters, has_register: false };
            bindings.insert((global.symbol, ResourcePart::Counter), counter);
        }
        bindings.insert((global.symbol, ResourcePart::Whole), bound);
    }
}

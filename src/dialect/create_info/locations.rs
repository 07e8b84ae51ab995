//! Slots of resources: automatic numbering, order, overlaps.

use std::collections::BTreeMap;

use super::info::Info;
use crate::diag::{Diagnostic, Span};

/// Numbers the resources of an info that asks for it: a counter for each kind, in the order of frequencies. Then brings
/// resources, attributes and outputs into the order of the output.
pub fn assign(info: &mut Info) {
    if info.auto_resource_location.as_ref().is_some_and(|set| set.value) {
        info.resources.sort_by_key(|resource| resource.value.frequency);
        let mut next = [0_u32; 4];
        // Auto-numbering is in the order batch, pass, geometry.
        for frequency in AUTOMATIC_ORDER {
            for resource in info.resources.iter_mut().filter(|resource| resource.value.frequency == frequency) {
                let counter = &mut next[resource.value.kind.order().0];
                resource.value.slot = *counter;
                *counter += 1;
            }
        }
    }
    info.resources.sort_by(|a, b| {
        let key = |resource: &super::Resource| (resource.frequency, resource.kind.order().0, resource.slot);
        key(&a.value).cmp(&key(&b.value)).then_with(|| a.value.name.cmp(&b.value.name))
    });
    info.vertex_in.sort_by(|a, b| (a.value.slot, &a.value.name).cmp(&(b.value.slot, &b.value.name)));
    info.fragment_out.sort_by_key(|output| (output.value.slot, output.value.blend));
    info.subpass_in.sort_by_key(|input| input.value.slot);
    info.builtins.sort_by_key(|builtin| builtin.value);
}

const AUTOMATIC_ORDER: [super::vocabulary::Frequency; 3] =
    [super::vocabulary::Frequency::Batch, super::vocabulary::Frequency::Pass, super::vocabulary::Frequency::Geometry];

/// Slots of one kind that two resources have. An array takes one slot.
pub fn check(info: &Info) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut taken: BTreeMap<(usize, u32), (&str, Span)> = BTreeMap::new();
    for resource in &info.resources {
        let (order, kind) = resource.value.kind.order();
        let key = (order, resource.value.slot);
        match taken.get(&key) {
            // A name that is declared twice is another mistake.
            Some((name, _)) if *name == resource.value.name => {}
            Some((name, at)) => found.push(
                Diagnostic::error(
                    "ci/slot-overlap",
                    format!("`{}` and `{name}` both have {kind} slot {}", resource.value.name, resource.value.slot),
                )
                .at(resource.at)
                .label(*at, format!("`{name}` has it here"))
                .help("Give one of them another slot, or call `auto_resource_location`."),
            ),
            None => drop(taken.insert(key, (&resource.value.name, resource.at))),
        }
    }
    found
}

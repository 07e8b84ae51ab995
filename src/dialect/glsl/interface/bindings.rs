//! Where each resource of a unit is bound.
//!
//! Everything is decided from the declarations of the whole unit, so all entry points and variants agree. `layout(set, binding)` is what
//! it says; without a set it is 0. What has no binding takes the lowest that is free in its set, in the order of the declarations;
//! loose uniforms are one block, declared where the first of them is.
//!
//! A combined sampler is one binding. Where a target has none, its texture keeps that binding, and its sampler takes one behind all
//! other bindings of the set.

use std::collections::{BTreeMap, BTreeSet};

use super::loose_block;
use super::words::{ResourceWords, of_resource};
use crate::atom::Atom;
use crate::ir::{
    Access, BindingSlot, Bindings, Bound, Instance, Item, Problem, Resource, ResourcePart, Result, Storage, Symbol,
    Type,
};
use crate::model::BindingKind;

/// The symbol of a block, which no code can spell: a block and a variable may share a name.
pub fn block_symbol(name: &str) -> Symbol {
    Symbol(Atom::from(&format!("block {name}")))
}

/// The name in the source.
fn plain_name(symbol: Symbol) -> &'static str {
    let name = symbol.0.as_str();
    let name = name.strip_prefix("block ").unwrap_or(name);
    // The buffers of atomic counters at one binding have one name.
    name.split(' ').next().unwrap_or(name)
}

struct DeclaredResource {
    symbol: Symbol,
    kind: BindingKind,
    count: u32,
    words: ResourceWords,
    combined: bool,
    token: Option<u32>,
}

/// Kind, number of descriptors, and whether it is a combined sampler.
fn classify(ty: &Type) -> Option<(BindingKind, u32, bool)> {
    Some(match ty {
        Type::Array(element, count) => {
            let (kind, inner, combined) = classify(element)?;
            (kind, inner.saturating_mul(count.unwrap_or(0)), combined)
        }
        Type::Resource(resource) => {
            let kind = match resource {
                Resource::Texture { .. } | Resource::SampledTexture { .. } => BindingKind::SampledTexture,
                Resource::Image { .. } => BindingKind::StorageTexture,
                Resource::Sampler { .. } => BindingKind::Sampler,
                Resource::TypedBuffer { access: Access::Read, .. } => BindingKind::UniformTexelBuffer,
                Resource::TypedBuffer { .. } => BindingKind::StorageTexelBuffer,
                Resource::Structured { access: Access::Read, .. } => BindingKind::ReadOnlyStorageBuffer,
                Resource::Structured { .. } => BindingKind::StorageBuffer,
                Resource::Constant(_) => BindingKind::UniformBuffer,
                Resource::InputAttachment { .. } => BindingKind::InputAttachment,
                Resource::AccelerationStructure => BindingKind::AccelerationStructure,
                _ => return None,
            };
            (kind, 1, matches!(resource, Resource::SampledTexture { .. }))
        }
        _ => return None,
    })
}

fn declarations(interface: &[Instance]) -> Vec<DeclaredResource> {
    let mut found: Vec<DeclaredResource> = Vec::new();
    for instance in interface {
        let Item::Global(global) = &*instance.item else { continue };
        let token = instance.tokens.get(global.at.0 as usize).copied();
        match &global.storage {
            Storage::Resource(_) => {
                let Some((kind, count, combined)) = classify(&global.ty) else { continue };
                let words = of_resource(&global.words);
                let kind = if words.push_constant { BindingKind::PushConstants } else { kind };
                found.push(DeclaredResource { symbol: global.symbol, kind, count, words, combined, token });
            }
            Storage::Uniform { .. } if found.iter().all(|one| one.symbol != loose_block()) => {
                let (kind, words) = (BindingKind::UniformBuffer, ResourceWords::default());
                found.push(DeclaredResource { symbol: loose_block(), kind, count: 1, words, combined: false, token });
            }
            _ => {}
        }
    }
    found
}

/// The place of every resource of the unit. `reached`: whether an entry point uses it.
pub fn assign(interface: &[Instance], reached: &dyn Fn(Symbol) -> bool) -> Result<Bindings> {
    places(interface, reached, &may_share)
}

/// The same where it does not depend on what an entry point uses: no two resources of the unit meet, and it has one block of push constants.
pub fn assign_alike(interface: &[Instance]) -> Option<Bindings> {
    places(interface, &|_| true, &|_, _| false).ok()
}

/// `may_meet`: whether two resources that an entry point uses may be at one place.
fn places(
    interface: &[Instance],
    reached: &dyn Fn(Symbol) -> bool,
    may_meet: &dyn Fn(&DeclaredResource, &DeclaredResource) -> bool,
) -> Result<Bindings> {
    let declared = declarations(interface);
    let is_bound = |one: &DeclaredResource| one.kind != BindingKind::PushConstants;
    let set = |one: &DeclaredResource| one.words.set.unwrap_or(0);
    let mut occupied: BTreeSet<(u32, u32)> =
        declared.iter().filter(|one| is_bound(one)).filter_map(|one| Some((set(one), one.words.binding?))).collect();
    let mut holders: BTreeMap<(u32, u32), usize> = BTreeMap::new();
    let mut bindings = Bindings::new();
    let mut next: BTreeMap<u32, u32> = BTreeMap::new();
    let mut numbers: BTreeMap<BindingKind, u32> = BTreeMap::new();
    let mut number = |kind: BindingKind, count: u32| {
        let next = numbers.entry(kind).or_default();
        *next += count.max(1);
        *next - count.max(1)
    };
    let mut blocks = declared.iter().filter(|one| !is_bound(one) && reached(one.symbol));
    if let (Some(first), Some(second)) = (blocks.next(), blocks.next()) {
        return Err(two_push_constants(first, second));
    }
    for (at, one) in declared.iter().enumerate() {
        let set = set(one);
        let binding = match one.words.binding {
            Some(binding) => binding,
            None if !is_bound(one) => 0,
            None => {
                let next = next.entry(set).or_default();
                while occupied.contains(&(set, *next)) {
                    *next += 1;
                }
                occupied.insert((set, *next));
                *next
            }
        };
        if is_bound(one) && reached(one.symbol) {
            let first = *holders.entry((set, binding)).or_insert(at);
            // Several views of one resource may share its place.
            if first != at && !may_meet(&declared[first], one) {
                return Err(collision(&declared[first], one, set, binding));
            }
        }
        let name = plain_name(one.symbol).to_owned();
        let number = one.words.register().unwrap_or_else(|| number(one.kind, one.count));
        let has_register = one.words.register().is_some();
        let bound = Bound { name, set, binding, kind: one.kind, count: one.count, number, has_register };
        bindings.insert((one.symbol, ResourcePart::Whole), bound);
    }
    for one in declared.iter().filter(|one| one.combined) {
        let set = set(one);
        let last = occupied.range((set, 0)..=(set, u32::MAX)).next_back();
        let behind = last.map_or(0, |(_, binding)| binding.saturating_add(1));
        let binding = one.words.sampler().unwrap_or(behind);
        occupied.insert((set, binding));
        let (name, kind) = (format!("{}.sampler", plain_name(one.symbol)), BindingKind::Sampler);
        let register = one.words.register();
        let number = register.unwrap_or_else(|| number(kind, one.count));
        let has_register = register.is_some();
        let bound = Bound { name, set, binding, kind, count: one.count, number, has_register };
        bindings.insert((one.symbol, ResourcePart::Sampler), bound);
    }
    Ok(bindings)
}

/// Whether two variables may have one descriptor. A texture and a sampler may be the two halves of a combined one.
fn may_share(first: &DeclaredResource, second: &DeclaredResource) -> bool {
    let is_half = |one: &DeclaredResource| {
        !one.combined && matches!(one.kind, BindingKind::SampledTexture | BindingKind::Sampler)
    };
    first.combined == second.combined
        && (descriptor(first.kind) == descriptor(second.kind) || is_half(first) && is_half(second))
}

/// The kind of descriptor: that of a buffer is the same whether a shader writes to it or not.
const fn descriptor(kind: BindingKind) -> BindingKind {
    match kind {
        BindingKind::ReadOnlyStorageBuffer => BindingKind::StorageBuffer,
        other => other,
    }
}

fn two_push_constants(first: &DeclaredResource, second: &DeclaredResource) -> Box<Problem> {
    let names = (plain_name(first.symbol), plain_name(second.symbol));
    let message = format!("`{}` and `{}` are both push constants of one stage", names.0, names.1);
    let mut problem = Problem::mistake(second.token, message);
    problem.others.extend(first.token.map(|token| (token, format!("`{}` is declared first", names.0))));
    problem.help = "Write one block with the members of both.".to_owned();
    problem
}

fn collision(first: &DeclaredResource, second: &DeclaredResource, set: u32, binding: u32) -> Box<Problem> {
    let names = (plain_name(first.symbol), plain_name(second.symbol));
    let message = format!("`{}` and `{}` are both bound to binding {binding} of set {set}", names.0, names.1);
    let mut problem = Problem::mistake(second.token, message);
    problem.others.extend(first.token.map(|token| (token, format!("`{}` is bound there first", names.0))));
    problem.help = "Give one of them another `binding`; only resources of one kind can share a place.".to_owned();
    problem
}

/// Where everything is that has a binding, sorted by set, binding and name.
pub fn layout(interface: &[Instance]) -> Vec<BindingSlot> {
    // No entry point is known, so nothing collides.
    let bindings = assign(interface, &|_| false).unwrap_or_default();
    let bound = bindings.into_values().filter(|bound| bound.kind != BindingKind::PushConstants);
    let mut places: Vec<BindingSlot> =
        bound.map(|Bound { name, set, binding, kind, .. }| BindingSlot { name, kind, set, binding }).collect();
    places.sort_by(|a, b| (a.set, a.binding, &a.name).cmp(&(b.set, b.binding, &b.name)));
    places
}

//! Where each resource of a unit is bound.
//!
//! Everything is decided from the declarations of the whole unit, so all entry points and variants agree.
//!
//! 1. `[[vk::binding(b, s)]]` is what it says, and so is `[[vk::global_cbuffer_binding(b, s)]]` at any loose uniform.
//! 2. A register without a number, or none at all, is the lowest that is free in its class and space, in the order of
//!    the declarations, as Direct3D's compilers have it. `$Globals` counts as declared where its first member is.
//! 3. The register's space is the set. The binding is, by the project's rule, the register plus the offset of its class
//!    ([`BindingRule::Shift`]), or the next free number of the set in the order of classes b, t, s, u and then of
//!    registers ([`BindingRule::Dense`]); an array is one binding.
//! 4. Counters of structured buffers follow all other bindings of their set. The heaps of all descriptors take what is
//!    then free in set 0 (see [`heaps`]), and `$Params` follows there.
//!
//! A Direct3D 9 sampler is two resources, a texture and a sampler of the same number.

use std::collections::{BTreeMap, BTreeSet};

use super::heaps;
use super::layout::{Rules, block_members};
use super::registers::{Registers, last_of};
use super::words::{BindingWords, of_binding, of_uniform};
use crate::ir::{
    Access, BindingSlot, Bindings, Bound, Instance, Item, Problem, Resource, ResourcePart, Result, Storage, Symbol,
    Type, work,
};
use crate::model::{BindingKind, BindingRule, Shifts};

/// The block of loose uniforms.
pub fn globals_block() -> Symbol {
    Symbol("$Globals".into())
}

/// The block of an entry point's `uniform` parameters.
pub fn params_block() -> Symbol {
    Symbol("$Params".into())
}

/// The name in the source: blocks have symbols with their kind, as `cbuffer View`.
pub fn plain_name(symbol: Symbol) -> &'static str {
    let name = symbol.0.as_str();
    name.rsplit_once(' ').map_or(name, |(_, name)| name)
}

struct DeclaredResource {
    key: (Symbol, ResourcePart),
    class: char,
    kind: BindingKind,
    count: u32,
    number: Option<u32>,
    space: u32,
    vk: Option<(u32, u32)>,
    vk_counter: Option<u32>,
    counter: bool,
    /// Half of a descriptor with a texture and a sampler.
    combined: bool,
    token: Option<u32>,
}

impl DeclaredResource {
    fn name(&self) -> String {
        plain_name(self.key.0).to_owned()
    }

    /// Registers it takes.
    fn width(&self) -> u32 {
        if self.count == 0 { u32::MAX } else { self.count }
    }
}

/// Class, kind, number of descriptors.
pub fn classify(ty: &Type) -> Option<(char, BindingKind, u32)> {
    Some(match ty {
        Type::Array(element, count) => {
            let (class, kind, inner) = classify(element)?;
            (class, kind, inner.saturating_mul(count.unwrap_or(0)))
        }
        Type::Resource(resource) => {
            let (class, kind) = match resource {
                Resource::Texture { .. } | Resource::SampledTexture { .. } => ('t', BindingKind::SampledTexture),
                Resource::Image { .. } => ('u', BindingKind::StorageTexture),
                Resource::Sampler { .. } => ('s', BindingKind::Sampler),
                Resource::TypedBuffer { access: Access::Read, .. } => ('t', BindingKind::UniformTexelBuffer),
                Resource::TypedBuffer { .. } => ('u', BindingKind::StorageTexelBuffer),
                Resource::Structured { access: Access::Read, .. } | Resource::ByteAddress { access: Access::Read } => {
                    ('t', BindingKind::ReadOnlyStorageBuffer)
                }
                Resource::Structured { .. }
                | Resource::ByteAddress { .. }
                | Resource::Append(_)
                | Resource::Consume(_) => ('u', BindingKind::StorageBuffer),
                Resource::Constant(_) => ('b', BindingKind::UniformBuffer),
                Resource::TextureBuffer(_) => ('t', BindingKind::ReadOnlyStorageBuffer),
                Resource::InputAttachment { .. } => ('t', BindingKind::InputAttachment),
                Resource::AccelerationStructure => ('t', BindingKind::AccelerationStructure),
                Resource::Descriptor(_) | Resource::RayQuery { .. } => return None,
            };
            (class, kind, 1)
        }
        _ => return None,
    })
}

/// Whether a hidden counter may belong to it.
pub fn has_counter(ty: &Type) -> bool {
    match ty {
        Type::Resource(Resource::Structured { access: Access::ReadWrite, .. })
        | Type::Resource(Resource::Append(_) | Resource::Consume(_)) => true,
        Type::Array(element, _) => has_counter(element),
        _ => false,
    }
}

fn sampled(ty: &Type) -> bool {
    match ty {
        Type::Resource(Resource::SampledTexture { .. }) => true,
        Type::Array(element, _) => sampled(element),
        _ => false,
    }
}

fn declarations(interface: &[Instance]) -> Vec<DeclaredResource> {
    let mut found: Vec<DeclaredResource> = Vec::new();
    // Index of the block of loose uniforms.
    let mut loose = None;
    for instance in interface {
        let token = |at: crate::ir::TokenIndex| instance.tokens.get(at.0 as usize).copied();
        let mut add = |symbol: Symbol, part, class, kind, count, attributes: BindingWords, counter, token| {
            // Of another class, it is meant for other compilers' ideas of the same thing (`register(c0)`).
            let register =
                attributes.register.filter(|register| part == ResourcePart::Sampler || register.class == class);
            let kind = if attributes.push_constant { BindingKind::PushConstants } else { kind };
            found.push(DeclaredResource {
                key: (symbol, part),
                class,
                kind,
                count,
                number: register.and_then(|register| register.number),
                space: attributes.register.map_or(0, |register| register.space),
                vk: attributes.binding,
                vk_counter: attributes.counter,
                counter,
                combined: attributes.combined,
                token,
            });
        };
        match &*instance.item {
            Item::Block(block) => {
                let (class, kind) = if block.texture_buffer {
                    ('t', BindingKind::ReadOnlyStorageBuffer)
                } else {
                    ('b', BindingKind::UniformBuffer)
                };
                add(
                    block.symbol,
                    ResourcePart::Whole,
                    class,
                    kind,
                    1,
                    of_binding(&block.words),
                    false,
                    token(block.at),
                );
            }
            Item::Global(global) => match &global.storage {
                // Heaps get what is left.
                Storage::Resource(attributes) if attributes.heap.is_some() => {}
                Storage::Resource(_) => {
                    let Some((class, kind, count)) = classify(&global.ty) else { continue };
                    let mut attributes = of_binding(&global.words);
                    let at = token(global.at);
                    if sampled(&global.ty) {
                        // `register(s3)` names both.
                        if let Some(register) = &mut attributes.register
                            && register.class == 's'
                        {
                            register.class = 't';
                        }
                        let (symbol, sampler) = (global.symbol, BindingKind::Sampler);
                        add(symbol, ResourcePart::Whole, class, kind, count, attributes, false, at);
                        attributes.binding = None;
                        add(symbol, ResourcePart::Sampler, 's', sampler, count, attributes, false, at);
                    } else {
                        let counter = has_counter(&global.ty);
                        add(global.symbol, ResourcePart::Whole, class, kind, count, attributes, counter, at);
                    }
                }
                Storage::Uniform { .. } => {
                    let block_binding = of_uniform(&global.words).block_binding;
                    if let Some(block) = loose.and_then(|at: usize| found.get_mut(at)) {
                        block.vk = block.vk.or(block_binding);
                    } else {
                        loose = Some(found.len());
                        found.push(DeclaredResource {
                            key: (globals_block(), ResourcePart::Whole),
                            class: 'b',
                            kind: BindingKind::UniformBuffer,
                            count: 1,
                            number: None,
                            space: 0,
                            vk: block_binding,
                            vk_counter: None,
                            counter: false,
                            combined: false,
                            token: token(global.at),
                        });
                    }
                }
                _ => {}
            },
            Item::Function(_) => {}
        }
    }
    found
}

fn collision(first: &DeclaredResource, second: &DeclaredResource, place: &str) -> Box<Problem> {
    let message = format!("`{}` and `{}` are both bound to {place}", first.name(), second.name());
    let mut problem = Problem::mistake(second.token, message);
    problem.others.extend(first.token.map(|token| (token, format!("`{}` is bound there first", first.name()))));
    problem.help = "Give one of them another register.".to_owned();
    problem
}

/// The help where shifts give two registers one binding, or a register the binding of a `[[vk::binding]]`.
fn shifts_help(shifts: Shifts) -> String {
    let Shifts { b, t, s, u } = shifts;
    format!(
        "Give one of them another register, or change the shifts (now `bindings = {{ b = {b}, t = {t}, s = {s}, u = {u} }}`) \
         in `[target.NAME]` of uberc.toml; `bindings = \"dense\"` has no collisions."
    )
}

/// Whether two resources may have one place: unless an entry point reaches both, or where both are arrays without an
/// end that `[[vk::binding]]` puts there, which is how one table of descriptors holds several types, or where they are the
/// halves of one descriptor.
fn may_share(one: &DeclaredResource, other: &DeclaredResource, reached: &dyn Fn(Symbol) -> bool) -> bool {
    let is_table = |of: &DeclaredResource| of.vk.is_some() && of.count == 0;
    let are_halves = one.combined && other.combined && one.class != other.class;
    are_halves || is_table(one) && is_table(other) || !reached(one.key.0) || !reached(other.key.0)
}

/// Gives registers to those without, and finds those that share one and may not.
fn registers(declared: &[DeclaredResource], reached: &dyn Fn(Symbol) -> bool) -> Result<Vec<u32>> {
    // By space and class: what is taken, and of it what an entry point reaches, which lies apart: last register and
    // index by the first.
    let mut taken: BTreeMap<(u32, char), Registers> = BTreeMap::new();
    let mut in_use: BTreeMap<(u32, char), BTreeMap<u32, (u32, usize)>> = BTreeMap::new();
    for (at, one) in declared.iter().enumerate() {
        if let (Some(first), None) = (one.number, one.vk) {
            let last = last_of(first, one.width());
            taken.entry((one.space, one.class)).or_default().take(first, last);
            if !reached(one.key.0) {
                continue;
            }
            let others = in_use.entry((one.space, one.class)).or_default();
            let met = others
                .range(..=last)
                .rev()
                .map_while(|(start, (end, other))| (*end >= first).then_some((*start, *other)));
            if let Some((start, other)) = met.min_by_key(|(_, other)| *other) {
                let register = first.max(start);
                let place = format!("register {}{register} of space {}", one.class, one.space);
                return Err(collision(&declared[other], one, &place));
            }
            others.insert(first, (last, at));
        }
    }
    let number = |one: &DeclaredResource| {
        one.number.unwrap_or_else(|| {
            if one.vk.is_some() || one.kind == BindingKind::PushConstants {
                return 0;
            }
            taken.entry((one.space, one.class)).or_default().take_lowest(one.width())
        })
    };
    Ok(declared.iter().map(number).collect())
}

/// Refuses constant buffers whose members `packoffset` lays over each other.
fn apart(interface: &[Instance]) -> Result<()> {
    for instance in interface {
        let Item::Block(block) = &*instance.item else { continue };
        let Some((late, early)) = Rules::Rows.overlap(block_members(block)) else { continue };
        let token =
            |member: usize| block.members_at.get(member).and_then(|at| instance.tokens.get(at.0 as usize)).copied();
        let [late_name, early_name] = [late, early].map(|member| block.members[member].name);
        let message = format!("`{late_name}` and `{early_name}` overlap in `{}`", plain_name(block.symbol));
        let mut problem = Problem::mistake(token(late), message);
        problem.others.extend(token(early).map(|token| (token, format!("`{early_name}` lies there first"))));
        problem.help = "Give one of them another `packoffset`.".to_owned();
        return Err(problem);
    }
    Ok(())
}

/// The texture that is one descriptor with a sampler.
fn texture_of(declared: &[DeclaredResource], sampler: usize) -> Option<usize> {
    let of = declared.get(sampler).filter(|of| of.combined && of.class == 's' && of.number.is_some())?;
    declared.iter().position(|one| {
        one.combined && one.class == 't' && one.vk.is_none() && (one.space, one.number) == (of.space, of.number)
    })
}

const fn class_order(class: char) -> u8 {
    match class {
        'b' => 0,
        't' => 1,
        's' => 2,
        _ => 3,
    }
}

/// The place of every resource of the unit, and of the counters it may have. `reached` are the resources and blocks
/// that an entry point uses.
pub fn assign(interface: &[Instance], rule: BindingRule, reached: &dyn Fn(Symbol) -> bool) -> Result<Bindings> {
    places(interface, rule, reached, &|one, other| may_share(one, other, reached))
}

/// The same where it does not depend on what an entry point uses: nothing is wrong with the unit, and no two of its resources meet.
pub fn assign_alike(interface: &[Instance], rule: BindingRule) -> Option<Bindings> {
    places(interface, rule, &|_| true, &|_, _| false).ok()
}

/// `may_meet`: whether two resources that an entry point uses may be at one place.
fn places(
    interface: &[Instance],
    rule: BindingRule,
    reached: &dyn Fn(Symbol) -> bool,
    may_meet: &dyn Fn(&DeclaredResource, &DeclaredResource) -> bool,
) -> Result<Bindings> {
    apart(interface)?;
    let declared = declarations(interface);
    let mut numbers = registers(&declared, reached)?;
    let mut places: Vec<Option<(u32, u32)>> =
        declared.iter().map(|one| one.vk.map(|(binding, set)| (set, binding))).collect();
    let mut taken: BTreeMap<(u32, u32), Vec<usize>> = BTreeMap::new();
    let claim = |taken: &mut BTreeMap<(u32, u32), Vec<usize>>, place: (u32, u32), at: usize| {
        let holders = taken.entry(place).or_default();
        // Nothing meets what no entry point reaches.
        if !reached(declared[at].key.0) {
            return Ok(());
        }
        work::spend(holders.len() as u64);
        let clash = holders.iter().find(|other| !may_meet(&declared[**other], &declared[at]));
        if let Some(other) = clash {
            let words = format!("binding {} of set {}", place.1, place.0);
            let mut problem = collision(&declared[*other], &declared[at], &words);
            if let BindingRule::Shift(shifts) = rule
                && [*other, at].iter().any(|at| declared[*at].vk.is_none())
            {
                problem.help = shifts_help(shifts);
            }
            return Err(problem);
        }
        holders.push(at);
        Ok(())
    };
    for (at, place) in places.iter().enumerate() {
        if let Some(place) = place {
            claim(&mut taken, *place, at)?;
        }
    }
    let mut open: Vec<usize> = (0..declared.len())
        .filter(|at| places[*at].is_none() && declared[*at].kind != BindingKind::PushConstants)
        .collect();
    open.sort_by_key(|at| {
        let one = &declared[*at];
        // Shifted, what says its register comes before what takes what is left.
        let later = rule != BindingRule::Dense && one.number.is_none();
        (one.space, later, class_order(one.class), numbers[*at], *at)
    });
    let fixed: BTreeSet<(u32, u32)> = places.iter().flatten().copied().collect();
    let mut next: BTreeMap<u32, u32> = BTreeMap::new();
    for at in open {
        let one = &declared[at];
        let texture = texture_of(&declared, at).and_then(|texture| places[texture]).map(|(_, binding)| binding);
        let binding = match rule {
            _ if let Some(binding) = texture => binding,
            BindingRule::Dense => {
                let next = next.entry(one.space).or_default();
                while fixed.contains(&(one.space, *next)) {
                    *next += 1;
                }
                *next += 1;
                *next - 1
            }
            BindingRule::Shift(shifts) => {
                let of = |register: u32| shifts.binding(one.class, register);
                // Where `[[vk::binding]]` has taken the place of a number that nobody wrote, there is another.
                while one.number.is_none() && taken.contains_key(&(one.space, of(numbers[at]))) {
                    work::spend(1);
                    numbers[at] += 1;
                }
                of(numbers[at])
            }
        };
        claim(&mut taken, (one.space, binding), at)?;
        places[at] = Some((one.space, binding));
    }
    let mut bindings = Bindings::new();
    for (at, one) in declared.iter().enumerate() {
        let (set, binding) = places[at].unwrap_or_default();
        let (name, kind, count, number) = (one.name(), one.kind, one.count, numbers[at]);
        let bound = Bound { name, set, binding, kind, count, number, has_register: false };
        bindings.insert(one.key, bound);
    }
    let mut occupied: BTreeSet<(u32, u32)> = places.iter().flatten().copied().collect();
    let after = |occupied: &mut BTreeSet<(u32, u32)>, set: u32| {
        let last = occupied.range((set, 0)..=(set, u32::MAX)).next_back();
        let binding = last.map_or(0, |(_, binding)| binding.saturating_add(1));
        occupied.insert((set, binding));
        binding
    };
    for (at, one) in declared.iter().enumerate().filter(|(_, one)| one.counter) {
        let (set, _) = places[at].unwrap_or_default();
        let binding = match one.vk_counter {
            Some(binding) => {
                occupied.insert((set, binding));
                binding
            }
            None => after(&mut occupied, set),
        };
        // glslang's name for it.
        let name = format!("{}@count", one.name());
        let (kind, count, number) = (BindingKind::StorageBuffer, one.count, binding);
        let bound = Bound { name, set, binding, kind, count, number, has_register: false };
        bindings.insert((one.key.0, ResourcePart::Counter), bound);
    }
    heaps::bind(interface, &mut occupied, &mut bindings);
    let binding = after(&mut occupied, 0);
    let used = numbers.iter().zip(&declared).filter(|(_, one)| one.class == 'b' && one.space == 0);
    let number = used.map(|(number, one)| number.saturating_add(one.width())).max().unwrap_or(0);
    let (name, kind) = ("$Params".to_owned(), BindingKind::UniformBuffer);
    let params = Bound { name, set: 0, binding, kind, count: 1, number, has_register: false };
    bindings.insert((params_block(), ResourcePart::Whole), params);
    Ok(bindings)
}

/// The sampler of each texture that is one descriptor with it.
pub fn samplers_of(interface: &[Instance], bindings: &Bindings) -> BTreeMap<Symbol, Symbol> {
    let mut halves = [BTreeMap::new(), BTreeMap::new()];
    for instance in interface {
        let Item::Global(global) = &*instance.item else { continue };
        if !of_binding(&global.words).combined {
            continue;
        }
        let Some(bound) = bindings.get(&(global.symbol, ResourcePart::Whole)) else { continue };
        halves[usize::from(bound.kind == BindingKind::Sampler)].insert((bound.set, bound.binding), global.symbol);
    }
    let [textures, samplers] = halves;
    textures.into_iter().filter_map(|(place, texture)| Some((texture, *samplers.get(&place)?))).collect()
}

/// Where everything is that has a binding, sorted by set, binding and name.
pub fn layout(interface: &[Instance], rule: BindingRule) -> std::result::Result<Vec<BindingSlot>, Problem> {
    // Which entry point it is for, nobody says.
    let bindings = assign(interface, rule, &|_| false).map_err(|problem| *problem)?;
    let bound = bindings.into_values().filter(|bound| bound.kind != BindingKind::PushConstants);
    let mut places: Vec<BindingSlot> =
        bound.map(|Bound { name, set, binding, kind, .. }| BindingSlot { name, kind, set, binding }).collect();
    places.sort_by(|a, b| (a.set, a.binding, &a.name).cmp(&(b.set, b.binding, &b.name)));
    Ok(places)
}

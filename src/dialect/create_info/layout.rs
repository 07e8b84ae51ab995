//! Where the resources of an info are bound, by target and policy.

use std::collections::BTreeMap;

use super::info::{Info, PushConstant, ResourceKind, base_name};
use super::vocabulary::{Frequency, Type};
use crate::diag::{Diagnostic, Span};
use crate::model::Shifts;

/// How slots become bindings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BindingPolicy {
    /// Set 0, numbered through: pass, batch and geometry resources.
    #[default]
    Packed,
    /// The base of the kind and the slot.
    Slot([u32; 4]),
    /// Set 0 has pass, 1 batch, 2 geometry resources, each numbered through.
    ByFrequency,
}

/// The bases of [`BindingPolicy::Slot`]: uniform, storage, sampler, image.
pub const SLOT_BASES: [u32; 4] = [0, 16, 32, 64];

/// The form of the text, and the spaces of numbers that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextForm {
    /// GLSL for Vulkan, with sets and bindings.
    Vulkan,
    /// The same, ordered by kind: for targets with a space for each kind that are numbered in order.
    ByKind,
    /// The same for targets that have textures and samplers apart, and push constants as a uniform buffer behind all others.
    WithoutPushConstants,
    /// The same with a place for each register of Direct3D.
    Registers,
    /// Desktop GLSL 4.3: a space for each kind, push constants as plain uniforms.
    Desktop,
}

/// The bytes that a push block may have where nothing says another number.
pub const PUSH_CONSTANT_LIMIT: u32 = 128;

/// A resource and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundResource {
    /// Without its array suffix.
    pub name: String,
    /// As the method that declares it, or `subpass_in`, `push_constants`.
    pub kind: &'static str,
    pub slot: u32,
    pub frequency: Frequency,
    pub set: u32,
    pub binding: u32,
    /// Of Direct3D, in the form that has registers.
    pub register: Option<u32>,
    /// The binding of the sampler of a texture, in the form that has the two.
    pub sampler_binding: Option<u32>,
    pub at: Span,
}

/// Push constants as the text has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushPlace {
    Nowhere,
    Block,
    /// A uniform block at this set and binding.
    Uniform(u32, u32),
    /// Variables of their own.
    Loose,
}

/// Places of everything that an info binds.
#[derive(Clone, Debug)]
pub struct Layout {
    /// In the order of `Info::resources`.
    pub resources: Vec<BoundResource>,
    /// In the order of `Info::subpass_in`.
    pub subpasses: Vec<BoundResource>,
    pub push: PushPlace,
}

/// Bytes and alignment of a type in a block, by `std430`.
pub fn size_and_alignment(ty: Type) -> (u32, u32) {
    let row = ty.row();
    let column = row.components * 4;
    let alignment = match row.components {
        1 => 4,
        2 => 8,
        _ => 16,
    };
    match row.columns {
        1 => (column, alignment),
        columns => (16 * columns, 16),
    }
}

/// Bytes of a push block.
pub fn push_size(constants: impl Iterator<Item = PushConstant>) -> u32 {
    let mut end = 0_u32;
    for constant in constants {
        let (size, alignment) = size_and_alignment(constant.ty);
        let size = match constant.array_size {
            0 => size,
            count => size.next_multiple_of(alignment).saturating_mul(count),
        };
        end = end.next_multiple_of(alignment).saturating_add(size);
    }
    end
}

/// Places everything. `limit`: bytes of a push block.
pub fn layout(info: &Info, policy: BindingPolicy, form: TextForm, limit: u32) -> (Layout, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let mut next: BTreeMap<u32, u32> = BTreeMap::new();
    let mut take = |set: u32| {
        let next = next.entry(set).or_default();
        *next += 1;
        *next - 1
    };
    let mut order: Vec<usize> = (0..info.resources.len()).collect();
    if form == TextForm::ByKind {
        order.sort_by_key(|at| {
            let resource = &info.resources[*at].value;
            (resource.kind.order().0, resource.frequency, resource.slot)
        });
    }
    let mut places = vec![(0, 0); info.resources.len()];
    for at in order {
        let resource = &info.resources[at].value;
        let (kind, _) = resource.kind.order();
        places[at] = match (form, policy) {
            (TextForm::Desktop, _) => (0, resource.slot),
            (TextForm::Registers, _) => (0, register_binding(&resource.kind, resource.slot)),
            (TextForm::Vulkan, BindingPolicy::Slot(bases)) => (0, bases[kind].saturating_add(resource.slot)),
            (TextForm::Vulkan, BindingPolicy::ByFrequency) => {
                let set = resource.frequency as u32;
                (set, take(set))
            }
            _ => (0, take(0)),
        };
        if form == TextForm::WithoutPushConstants && matches!(resource.kind, ResourceKind::Sampler { .. }) {
            // The sampler's own binding follows the texture's.
            take(0);
        }
    }
    let bound = info.resources.iter().zip(&places).map(|(resource, (set, binding))| BoundResource {
        name: base_name(&resource.value.name).to_owned(),
        kind: resource.value.kind.order().1,
        slot: resource.value.slot,
        frequency: resource.value.frequency,
        set: *set,
        binding: *binding,
        register: (form == TextForm::Registers).then(|| Shifts::default().register(*binding)),
        sampler_binding: (form == TextForm::WithoutPushConstants
            && matches!(resource.value.kind, ResourceKind::Sampler { .. }))
        .then(|| *binding + 1),
        at: resource.at,
    });
    let resources: Vec<BoundResource> = bound.collect();
    if form == TextForm::Registers {
        registers(&resources, &mut found);
    }
    let is_slot = matches!(policy, BindingPolicy::Slot(_)) && form == TextForm::Vulkan;
    if is_slot {
        overlaps(&resources, "ci/slot-overlap", "binding", &mut found);
    }
    // What has no slot lies behind all that has one.
    let behind = places.iter().filter(|(set, _)| *set == 0).map(|(_, binding)| binding + 1).max().unwrap_or(0);
    let mut last = if is_slot { behind } else { take(0) };
    let mut behind_all = || {
        last += 1;
        last - 1
    };
    let subpasses = info
        .subpass_in
        .iter()
        .map(|one| BoundResource {
            name: one.value.name.clone(),
            kind: "subpass_in",
            slot: one.value.slot,
            frequency: Frequency::Pass,
            set: 0,
            binding: behind_all(),
            register: None,
            sampler_binding: None,
            at: one.at,
        })
        .collect();
    let size = push_size(info.push_constants.iter().map(|constant| constant.value.clone()));
    let push = match form {
        _ if info.push_constants.is_empty() => PushPlace::Nowhere,
        TextForm::Desktop => PushPlace::Loose,
        TextForm::WithoutPushConstants => PushPlace::Uniform(0, behind_all()),
        TextForm::Registers => PushPlace::Uniform(0, PUSH_REGISTER),
        _ if size > limit => PushPlace::Uniform(0, behind_all()),
        _ => PushPlace::Block,
    };
    (Layout { resources, subpasses, push }, found)
}

/// The constant buffer of push constants, which a game can set as root constants.
pub const PUSH_REGISTER: u32 = 13;

/// The binding whose register by the default shifts is the one of the table: uniform b(n), storage t(32 + n) or u(8 + n),
/// sampler t(n), image u(n).
fn register_binding(kind: &ResourceKind, slot: u32) -> u32 {
    let shifts = Shifts::default();
    match kind {
        ResourceKind::Uniform { .. } => shifts.binding('b', slot),
        ResourceKind::Storage { .. } if is_writable(kind) => shifts.binding('u', slot.saturating_add(8)),
        ResourceKind::Storage { .. } => shifts.binding('t', slot.saturating_add(32)),
        ResourceKind::Sampler { .. } => shifts.binding('t', slot),
        ResourceKind::Image { .. } => shifts.binding('u', slot),
    }
}

/// Resources on the register of push constants, or on one register.
fn registers(resources: &[BoundResource], found: &mut Vec<Diagnostic>) {
    let reserved = resources.iter().filter(|one| one.kind == "uniform_buf" && one.slot == PUSH_REGISTER);
    found.extend(reserved.map(|one| {
        let message = format!("`{}` has register b{PUSH_REGISTER}, which is for push constants", one.name);
        Diagnostic::error("ci/register-reserved", message).at(one.at).help("Give it another slot.")
    }));
    overlaps(resources, "ci/register-overlap", "register", found);
}

fn overlaps(resources: &[BoundResource], code: &'static str, what: &str, found: &mut Vec<Diagnostic>) {
    let mut taken: BTreeMap<u32, &BoundResource> = BTreeMap::new();
    for resource in resources {
        match taken.get(&resource.binding) {
            Some(first) if first.name != resource.name => found.push(
                Diagnostic::error(
                    code,
                    format!(
                        "`{}` (slot {}) and `{}` (slot {}) have one {what}",
                        first.name, first.slot, resource.name, resource.slot
                    ),
                )
                .at(resource.at)
                .label(first.at, format!("`{}` has it here", first.name))
                .help("Give one of them another slot, or the kind another base."),
            ),
            Some(_) => {}
            None => drop(taken.insert(resource.binding, resource)),
        }
    }
}

/// Items of each kind: what targets limit.
pub fn counts(info: &Info) -> [u32; 4] {
    let mut counts = [0; 4];
    for resource in &info.resources {
        counts[resource.value.kind.order().0] += 1;
    }
    counts
}

/// Whether a resource is a buffer that shaders write.
pub fn is_writable(kind: &ResourceKind) -> bool {
    match kind {
        ResourceKind::Storage { access, .. } | ResourceKind::Image { access, .. } => access.write,
        _ => false,
    }
}

//! Where the resources of an info are bound, by target and policy.

use std::collections::BTreeMap;

use super::info::{Info, PushConstant, Resource, ResourceKind, array_suffix, base_name};
use super::vocabulary::{BuiltinBits, Frequency, Type};
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
    Registers(RegisterBases),
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
    /// As the method that declares it, or `subpass_in`, `debug_draw`.
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
    /// The buffer that `BuiltinBits.USE_DEBUG_DRAW` asks for.
    pub debug_draw: Option<BoundResource>,
}

impl Layout {
    /// Everything that an info binds but push constants.
    pub fn bound(&self) -> impl Iterator<Item = &BoundResource> {
        self.resources.iter().chain(&self.subpasses).chain(&self.debug_draw)
    }
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
pub fn push_size<'a>(constants: impl Iterator<Item = &'a PushConstant>) -> u64 {
    let mut end = 0_u64;
    for constant in constants {
        let (size, alignment) = size_and_alignment(constant.ty);
        let (size, alignment) = (u64::from(size), u64::from(alignment));
        let size = match constant.array_size {
            0 => size,
            count => size.next_multiple_of(alignment) * u64::from(count),
        };
        end = end.next_multiple_of(alignment).saturating_add(size);
    }
    end
}

/// Registers and texture units that a resource takes: one for each element of an array of textures or images. A length that
/// is a macro of the info counts as well; other lengths are not known here, and count as one.
fn units(info: &Info, resource: &Resource) -> u32 {
    if !matches!(resource.kind, ResourceKind::Sampler { .. } | ResourceKind::Image { .. }) {
        return 1;
    }
    let length = array_suffix(&resource.name).trim_matches(['[', ']']);
    let define = info.defines.iter().find(|define| define.value.name == length);
    let text = define.map_or(length, |define| define.value.value.as_str());
    text.trim().parse().unwrap_or(1).max(1)
}

/// Places everything. `limit`: bytes of a push block.
pub fn layout(info: &Info, policy: BindingPolicy, form: TextForm, limit: u32) -> (Layout, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let has_registers = matches!(form, TextForm::Registers(_));
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
            (TextForm::Registers(bases), _) => (0, register_binding(&resource.kind, resource.slot, &bases)),
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
        register: has_registers.then(|| Shifts::default().register(*binding)),
        sampler_binding: (form == TextForm::WithoutPushConstants
            && matches!(resource.value.kind, ResourceKind::Sampler { .. }))
        .then(|| *binding + 1),
        at: resource.at,
    });
    let resources: Vec<BoundResource> = bound.collect();
    let is_slot = matches!(policy, BindingPolicy::Slot(_)) && form == TextForm::Vulkan;
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
    let size = push_size(info.push_constants.iter().map(|constant| &constant.value));
    let push = match form {
        _ if info.push_constants.is_empty() => PushPlace::Nowhere,
        TextForm::Desktop => PushPlace::Loose,
        TextForm::WithoutPushConstants => PushPlace::Uniform(0, behind_all()),
        TextForm::Registers(_) => PushPlace::Uniform(0, PUSH_REGISTER),
        _ if size > u64::from(limit) => PushPlace::Uniform(0, behind_all()),
        _ => PushPlace::Block,
    };
    let debug_draw = info.builtins.iter().find(|one| one.value == BuiltinBits::UseDebugDraw).map(|one| BoundResource {
        name: DEBUG_DRAW.to_owned(),
        kind: DEBUG_DRAW,
        slot: 0,
        frequency: Frequency::Pass,
        set: 0,
        binding: match form {
            TextForm::Registers(_) => Shifts::default().binding('u', DEBUG_DRAW_REGISTER),
            TextForm::Desktop => free_storage_slot(&resources),
            _ => behind_all(),
        },
        register: has_registers.then_some(DEBUG_DRAW_REGISTER),
        sampler_binding: None,
        at: one.at,
    });
    let mut units: Vec<u32> = info.resources.iter().map(|one| units(info, &one.value)).collect();
    match form {
        TextForm::Registers(_) => {
            let all: Vec<BoundResource> = resources.iter().chain(&debug_draw).cloned().collect();
            units.resize(all.len(), 1);
            registers(&all, &units, &mut found);
        }
        TextForm::Desktop => overlaps(&resources, &units, ("ci/slot-overlap", "unit"), &mut found),
        _ if is_slot => overlaps(&resources, &[], ("ci/slot-overlap", "binding"), &mut found),
        _ => {}
    }
    (Layout { resources, subpasses, push, debug_draw }, found)
}

/// Name and kind of the buffer of debug lines.
pub const DEBUG_DRAW: &str = "debug_draw";

/// Its register `u`, the last that Direct3D 11 has.
const DEBUG_DRAW_REGISTER: u32 = 63;

/// The storage slot behind all that are taken.
fn free_storage_slot(resources: &[BoundResource]) -> u32 {
    let taken = resources.iter().filter(|one| one.kind == "storage_buf");
    taken.map(|one| one.slot.saturating_add(1)).max().unwrap_or(0)
}

/// The constant buffer of push constants, which a game can set as root constants.
pub const PUSH_REGISTER: u32 = 13;

/// The registers of Direct3D at which the slots of each kind begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisterBases {
    /// `b`
    pub uniform: u32,
    /// `t`
    pub read_only_storage: u32,
    /// `u`
    pub writable_storage: u32,
    /// `t` and `s`
    pub sampler: u32,
    /// `u`
    pub image: u32,
}

impl Default for RegisterBases {
    fn default() -> RegisterBases {
        RegisterBases { uniform: 0, read_only_storage: 32, writable_storage: 8, sampler: 0, image: 0 }
    }
}

/// Registers of a class that the text can name.
const MOST_REGISTERS: u32 = 100;

/// The binding whose register by the default shifts is the base of the kind and the slot.
fn register_binding(kind: &ResourceKind, slot: u32, bases: &RegisterBases) -> u32 {
    let (class, base) = match kind {
        ResourceKind::Uniform { .. } => ('b', bases.uniform),
        ResourceKind::Storage { .. } if is_writable(kind) => ('u', bases.writable_storage),
        ResourceKind::Storage { .. } => ('t', bases.read_only_storage),
        ResourceKind::Sampler { .. } => ('t', bases.sampler),
        ResourceKind::Image { .. } => ('u', bases.image),
    };
    Shifts::default().binding(class, base.saturating_add(slot))
}

/// Resources on the register of push constants, on one that there is not, or on one register.
fn registers(resources: &[BoundResource], units: &[u32], found: &mut Vec<Diagnostic>) {
    for (one, units) in resources.iter().zip(units) {
        let register = one.register.unwrap_or(0);
        if one.kind == "uniform_buf" && register == PUSH_REGISTER {
            let message = format!("`{}` has register b{PUSH_REGISTER}, which is for push constants", one.name);
            found.push(Diagnostic::error("ci/register-reserved", message).at(one.at).help("Give it another slot."));
        }
        let end = register.saturating_add(*units);
        if end > MOST_REGISTERS {
            let message = format!("`{}` has register {}; there are {MOST_REGISTERS} of each class", one.name, end - 1);
            found.push(
                Diagnostic::error("ci/target-limit", message)
                    .at(one.at)
                    .help("Give it another slot or the kind another base."),
            );
        }
    }
    overlaps(resources, units, ("ci/register-overlap", "register"), found);
}

/// Resources that have a number in common. `units`: how many numbers each has; empty: one.
fn overlaps(
    resources: &[BoundResource],
    units: &[u32],
    (code, what): (&'static str, &str),
    found: &mut Vec<Diagnostic>,
) {
    // Desktop GLSL numbers each kind by itself.
    let space = |one: &BoundResource| if what == "unit" { one.kind } else { "" };
    let mut taken: BTreeMap<(&str, u32), (u32, &BoundResource)> = BTreeMap::new();
    let mut order: Vec<usize> = (0..resources.len()).collect();
    order.sort_by_key(|at| resources[*at].binding);
    for at in order {
        let resource = &resources[at];
        let end = resource.binding.saturating_add(units.get(at).copied().unwrap_or(1));
        let before = taken.range((space(resource), 0)..=(space(resource), resource.binding)).next_back();
        if let Some((_, (_, first))) = before.filter(|(_, (end, _))| *end > resource.binding)
            && first.name != resource.name
            // Two resources with one slot are reported where slots are compared.
            && !(what == "unit" && first.slot == resource.slot)
        {
            let (one, two) = if first.at.start <= resource.at.start { (*first, resource) } else { (resource, *first) };
            found.push(
                Diagnostic::error(
                    code,
                    format!(
                        "`{}` (slot {}) and `{}` (slot {}) have one {what}",
                        one.name, one.slot, two.name, two.slot
                    ),
                )
                .at(two.at)
                .label(one.at, format!("`{}` has it here", one.name))
                .help("Give one of them another slot, or the kind another base."),
            );
        }
        let entry = taken.entry((space(resource), resource.binding)).or_insert((end, resource));
        entry.0 = entry.0.max(end);
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

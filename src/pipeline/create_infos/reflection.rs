//! What compiled code binds, compared with what its info declares.

use std::collections::BTreeSet;

use crate::diag::Diagnostic;
use crate::dialect::create_info::{BoundResource, Info, Layout, PushPlace, ResourceKind, Rule, Structures, base_name};
use crate::model::{Binding, BindingKind, Reflection};

/// Compares the reflections of an info's stages with its layout. Sets and bindings are those of the Vulkan form.
pub fn compare(info: &Info, layout: &Layout, structures: &Structures, stages: &[&Reflection]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut used: BTreeSet<(u32, u32)> = BTreeSet::new();
    let declared = || layout.bound();
    for binding in stages.iter().flat_map(|stage| &stage.bindings) {
        if binding.kind == BindingKind::PushConstants {
            if layout.push != PushPlace::Block {
                found.push(undeclared(info, binding));
            }
            continue;
        }
        let place = (binding.set, binding.binding);
        used.insert(place);
        if layout.push == PushPlace::Uniform(place.0, place.1) {
            continue;
        }
        let Some(bound) = declared().find(|bound| (bound.set, bound.binding) == place) else {
            found.push(undeclared(info, binding));
            continue;
        };
        let plain = binding.name.trim_start_matches('_');
        if plain != bound.name {
            found.push(undeclared(info, binding).label(bound.at, format!("`{}` has this place", bound.name)));
            continue;
        }
        if !has_kind(bound, binding.kind) {
            found.push(wrong_kind(bound, binding.kind));
        }
        if let Some(size) =
            declared_size(info, bound, structures).filter(|size| binding.size != 0 && *size != binding.size)
        {
            let message = format!("`{}` has {} bytes in the code, and {size} in the info", bound.name, binding.size);
            found.push(mismatch(message, bound));
        }
    }
    // A buffer of debug lines is declared in case that some code draws them.
    for bound in
        layout.resources.iter().chain(&layout.subpasses).filter(|bound| !used.contains(&(bound.set, bound.binding)))
    {
        found.push(
            Diagnostic::remark("ci/resource-unused", format!("no stage of `{}` uses `{}`", info.name, bound.name))
                .at(bound.at),
        );
    }
    found
}

/// Compares the names and kinds of what the stages of a text bind: arrays of resources have other bindings there.
pub fn compare_names(info: &Info, layout: &Layout, stages: &[&Reflection]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for binding in stages.iter().flat_map(|stage| &stage.bindings) {
        let is_sampler_of_texture = binding.kind == BindingKind::Sampler && binding.name.ends_with(".sampler");
        if is_sampler_of_texture || binding.name == "_PushConstants" || !known.insert(&binding.name) {
            continue;
        }
        let name = base_name(binding.name.trim_start_matches('_'));
        match layout.bound().find(|bound| bound.name == name) {
            None => found.push(undeclared(info, binding)),
            Some(bound) if !has_kind(bound, binding.kind) => found.push(wrong_kind(bound, binding.kind)),
            Some(_) => {}
        }
    }
    found
}

fn wrong_kind(bound: &BoundResource, kind: BindingKind) -> Diagnostic {
    mismatch(format!("`{}` is a {} in the code, and {} in the info", bound.name, kind_word(kind), bound.kind), bound)
}

fn undeclared(info: &Info, binding: &Binding) -> Diagnostic {
    let (name, set, number) = (&binding.name, binding.set, binding.binding);
    let message =
        format!("the code has `{name}` at binding {number} of set {set}, which `{}` does not declare", info.name);
    Diagnostic::error("ci/undeclared-resource", message)
        .at(info.at)
        .help("Declare it in the info, and remove its declaration from the source.")
}

fn mismatch(message: String, bound: &BoundResource) -> Diagnostic {
    Diagnostic::error("ci/reflection-mismatch", message)
        .at(bound.at)
        .help("Declare what the code has: source and info disagree.")
}

fn has_kind(bound: &BoundResource, kind: BindingKind) -> bool {
    match bound.kind {
        "uniform_buf" => kind == BindingKind::UniformBuffer,
        "storage_buf" | "debug_draw" => matches!(kind, BindingKind::StorageBuffer | BindingKind::ReadOnlyStorageBuffer),
        "sampler" => matches!(
            kind,
            BindingKind::CombinedImageSampler | BindingKind::SampledTexture | BindingKind::UniformTexelBuffer
        ),
        "image" => matches!(kind, BindingKind::StorageTexture | BindingKind::StorageTexelBuffer),
        _ => kind == BindingKind::InputAttachment,
    }
}

fn kind_word(kind: BindingKind) -> &'static str {
    match kind {
        BindingKind::UniformBuffer => "uniform buffer",
        BindingKind::StorageBuffer | BindingKind::ReadOnlyStorageBuffer => "storage buffer",
        BindingKind::StorageTexture | BindingKind::StorageTexelBuffer => "storage image",
        BindingKind::InputAttachment => "subpass input",
        BindingKind::Sampler => "separate sampler",
        _ => "sampled texture",
    }
}

/// Bytes of a buffer whose type is known and that is no run-time array.
fn declared_size(info: &Info, bound: &BoundResource, structures: &Structures) -> Option<u32> {
    let resource = info.resources.iter().find(|one| one.at == bound.at && one.value.name.starts_with(&bound.name))?;
    if resource.value.name.contains('[') {
        return None;
    }
    match &resource.value.kind {
        ResourceKind::Uniform { type_name } => structures.extent(type_name, Rule::Std140).map(|extent| extent.size),
        ResourceKind::Storage { type_name, .. } => structures.extent(type_name, Rule::Std430).map(|extent| extent.size),
        _ => None,
    }
}

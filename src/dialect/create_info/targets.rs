//! What a target cannot express, and how much it has of each kind.

use super::info::{Info, ResourceKind};
use super::layout::counts;
use super::vocabulary::{BuiltinBits, ImageForm};
use crate::diag::Diagnostic;
use crate::model::Stage;

/// What a target has.
#[derive(Clone, Copy, Debug)]
pub struct TargetRules {
    pub name: &'static str,
    pub geometry: bool,
    /// Attachments that the fragment stage reads.
    pub subpasses: bool,
    /// Built-in values that its shaders cannot read or write, or functions that they cannot call.
    pub lacks: &'static [BuiltinBits],
    /// Images and samplers that are buffers.
    pub texel_buffers: bool,
    /// Atomic functions on images.
    pub image_atomics: bool,
    /// Whether a resource's slot is its number there, so that the largest slot counts, and not how many there are.
    pub by_slot: bool,
    /// Uniform buffers, storage buffers, samplers, images.
    pub most: [u32; 4],
    /// Uniform and storage buffers together.
    pub most_buffers: u32,
    /// Samplers and images together.
    pub most_textures: u32,
}

const KINDS: [&str; 4] = ["uniform buffers", "storage buffers", "samplers", "images"];

/// What of the info the target cannot have.
pub fn check(info: &Info, rules: &TargetRules) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let unsupported = |what: &str, at| {
        Diagnostic::error("ci/target-unsupported", format!("target `{}` has no {what}", rules.name))
            .at(at)
            .help("Leave the target out, or write another info for it.")
    };
    if !rules.geometry
        && let Some(at) = info.source_place(Stage::Geometry)
    {
        found.push(unsupported("geometry stages", at));
    }
    if !rules.subpasses
        && let Some(one) = info.subpass_in.first()
    {
        found.push(unsupported("subpass inputs", one.at));
    }
    let limit = |kind: &str, most: u32, has: u32, at| {
        let message = format!("target `{}` has {most} {kind}, and the info needs {has}", rules.name);
        Diagnostic::error("ci/target-limit", message).at(at).help("Use fewer, or leave the target out.")
    };
    let counts = counts(info);
    for (kind, (most, count)) in rules.most.into_iter().zip(counts).enumerate() {
        let of_kind = info.resources.iter().filter(|one| one.value.kind.order().0 == kind);
        let last = of_kind.max_by_key(|one| one.value.slot);
        let Some(last) = last else { continue };
        let has = if rules.by_slot { last.value.slot.saturating_add(1) } else { count };
        if has > most {
            found.push(limit(KINDS[kind], most, has, last.at));
        }
    }
    let together = [
        ("buffers", rules.most_buffers, counts[0] + counts[1] + u32::from(!info.push_constants.is_empty())),
        ("textures", rules.most_textures, counts[2] + counts[3]),
    ];
    for (kind, most, has) in together {
        let is_buffer = |kind: &ResourceKind| kind.order().0 < 2;
        let last = info.resources.iter().rfind(|one| is_buffer(&one.value.kind) == (kind == "buffers"));
        if has > most
            && let Some(last) = last
        {
            found.push(limit(kind, most, has, last.at));
        }
    }
    for one in info.builtins.iter().filter(|one| rules.lacks.contains(&one.value)) {
        found.push(unsupported(&format!("BuiltinBits.{}", one.value.name()), one.at));
    }
    for one in &info.resources {
        let (ResourceKind::Sampler { image } | ResourceKind::Image { image, .. }) = &one.value.kind else { continue };
        if image.is_buffer() && !rules.texel_buffers {
            found.push(unsupported("typed buffers", one.at));
        }
        if image.form == ImageForm::Atomic && !rules.image_atomics {
            found.push(unsupported("atomic functions on images", one.at));
        }
    }
    found
}

//! The links between the stages of a shader's techniques.

use std::sync::Arc;

use rayon::prelude::*;

use super::{BuildContext, ShaderFront};
use crate::compile;
use crate::diag::Diagnostic;
use crate::dialect::LanguageId;
use crate::explore;
use crate::ir::Signature;
use crate::linkage;
use crate::model::{BranchLayout, Digest, ShaderModel, Target, Variant, VariantId, VariantSet, stage_profile};

/// Gives each variant its links, and finds the techniques whose stages do not fit. A mistake of several techniques is one error.
pub fn link(
    context: &BuildContext,
    target: Target,
    language: LanguageId,
    layout: &BranchLayout,
    set: &mut VariantSet,
) -> Vec<Diagnostic> {
    let find = |own_places: bool| -> Vec<Option<Arc<Signature>>> {
        let find = |variant| signature(context, target, language, set, variant, own_places);
        set.variants.par_iter().map(find).collect()
    };
    let signatures = find(false);
    let mut mistakes = linkage::check(set, &signatures);
    if !mistakes.is_empty() {
        mistakes = linkage::check(set, &find(true));
    }
    if mistakes.is_empty() && !links_by_register(target) {
        let links = linkage::assign(set, &signatures);
        for (variant, links) in set.variants.iter_mut().zip(links) {
            if let Some(links) = links {
                variant.key = Digest::of(&[&variant.key.0[..], links.text().as_bytes()].concat());
                variant.links = Some(links.into());
            }
        }
    }
    let condition = |mistake: &linkage::Mistake| {
        let of = |has: bool| {
            let parts =
                set.parts.iter().filter(|(_, technique)| mistake.techniques.contains(&(*technique as usize)) == has);
            parts.map(|(cube, _)| *cube).collect::<Vec<_>>()
        };
        let (wanted, clear) = (of(true), of(false));
        if clear.is_empty() {
            return None;
        }
        Some(explore::describe(layout, &explore::condition(layout, &wanted, &clear)?))
    };
    let told = |mistake: linkage::Mistake| match condition(&mistake) {
        Some(condition) => mistake.diagnostic.note(format!("in permutations with {condition}")),
        None => mistake.diagnostic,
    };
    mistakes.into_iter().map(told).collect()
}

/// Direct3D's own compilers number registers themselves.
const fn links_by_register(target: Target) -> bool {
    matches!(target, Target::Dx9 | Target::Dx11 | Target::Dxil)
}

fn signature(
    context: &BuildContext,
    target: Target,
    language: LanguageId,
    set: &VariantSet,
    variant: &Variant,
    own_places: bool,
) -> Option<Arc<Signature>> {
    let source = set.sources.get(variant.source as usize)?;
    let profile = stage_profile(variant.stage, variant.profile.as_deref(), target);
    let direct3d9 = ShaderModel::of_profile(&profile).is_some_and(|model| (1..=3).contains(&model.major));
    let session = context.session(language);
    let version = context.version(language);
    // What crashes here crashes again where it is compiled, and is reported there.
    let find = || session.signature(source, variant.stage, &variant.entry_point, version, direct3d9, own_places);
    compile::bounded(&context.work_limits(), find).ok()?
}

/// The diagnostic at an input of a variant.
pub fn at_input(
    context: &BuildContext,
    front: &ShaderFront,
    id: VariantId,
    input: (&str, u32),
    diagnostic: Diagnostic,
) -> Diagnostic {
    let variant = &front.variants.variants[id.0 as usize];
    match signature(context, front.target, front.language, &front.variants, variant, true) {
        Some(signature) => linkage::at_input(&front.variants, id, &signature, input, diagnostic),
        None => diagnostic.at(front.declaration.declared),
    }
}

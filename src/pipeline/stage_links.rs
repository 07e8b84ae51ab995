//! The links between the stages of a shader's techniques.

use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::{BuildContext, ShaderFront};
use crate::compile;
use crate::diag::{Diagnostic, Label, Occurrence};
use crate::dialect::LanguageId;
use crate::explore;
use crate::ir::Signature;
use crate::linkage;
use crate::model::keys::VariantKey;
use crate::model::{
    BranchLayout, Exploration, ShaderDeclaration, ShaderModel, Stage, StageLinks, Target, Variant, VariantId,
    VariantSet, stage_profile,
};

/// What linking finds.
pub struct Linked {
    /// The techniques whose stages do not fit. A mistake of several techniques is one error.
    pub mistakes: Vec<Diagnostic>,
    /// The variants whose entry point is one of another stage: nothing else is said of these.
    pub misplaced: BTreeSet<VariantId>,
    /// Whether the stages also fit for targets that need equal interpolation.
    pub equal_interpolation: bool,
}

/// Gives each variant its links, and finds the techniques whose stages do not fit.
pub fn link(
    context: &BuildContext,
    target: Target,
    language: LanguageId,
    (declaration, exploration): (&ShaderDeclaration, &Exploration),
    set: &mut VariantSet,
) -> Linked {
    let layout = &declaration.branches;
    let find = |own_places: bool| -> Vec<Option<Arc<Signature>>> {
        let find = |variant| signature(context, target, language, set, variant, own_places);
        set.variants.par_iter().map(find).collect()
    };
    let signatures = find(false);
    let needs_equal = target.needs_equal_interpolation();
    let stages = linkage::Stages::new(set, &signatures);
    let mut mistakes = linkage::check(&stages, needs_equal);
    let equal_interpolation = mistakes.is_empty() && (needs_equal || linkage::check(&stages, true).is_empty());
    if !mistakes.is_empty() {
        let mut signatures = find(true);
        if context.registry().language(language).interface_follows_use() {
            // A misspelled output is one mistake: its stage is not said to lack it as well.
            signatures.par_iter_mut().zip(&set.variants).for_each(|(signature, variant)| {
                signature.take_if(|_| is_told(context, target, language, set, variant));
            });
        }
        mistakes = linkage::check(&linkage::Stages::new(set, &signatures), needs_equal);
    }
    let not_compared = not_compared(context, target, language, declaration, (set, &signatures));
    // Direct3D's own compilers number registers themselves.
    if mistakes.is_empty() && !target.is_direct3d() {
        let links = linkage::assign(&stages);
        // Few links serve many variants.
        let mut texts: FxHashMap<*const StageLinks, String> = FxHashMap::default();
        for (variant, links) in set.variants.iter_mut().zip(links) {
            if let Some(links) = links {
                let text = texts.entry(Arc::as_ptr(&links)).or_insert_with(|| links.text());
                variant.key = VariantKey {
                    stage: variant.stage,
                    entry_point: &variant.entry_point,
                    tokens: set.sources[variant.source as usize].digest,
                    profile: variant.profile.as_deref(),
                    links: Some(text),
                }
                .key()
                .digest();
                variant.links = Some(links);
            }
        }
    }
    let mistakes = mistakes.into_iter().map(|mistake| {
        let mistake = at_technique(set, exploration, mistake);
        with_occurrence(&declaration.name, layout, set, mistake)
    });
    let of_other_stage = |signature: &Option<Arc<Signature>>| {
        signature.as_ref().is_some_and(|signature| signature.problems.iter().any(|problem| problem.is_of_stage))
    };
    let numbered = signatures.iter().zip(0u32..);
    let misplaced = numbered.filter(|(of, _)| of_other_stage(of)).map(|(_, id)| VariantId(id)).collect();
    let not_placed = not_placed(context, target, language, declaration, (set, &signatures));
    Linked { mistakes: mistakes.chain(not_compared).chain(not_placed).collect(), misplaced, equal_interpolation }
}

/// Entry points whose parameters could not be read, so that their stages were not compared with their neighbours. A mistake in them
/// that is told anyway says enough.
fn not_compared(
    context: &BuildContext,
    target: Target,
    language: LanguageId,
    declaration: &ShaderDeclaration,
    (set, signatures): (&VariantSet, &[Option<Arc<Signature>>]),
) -> Option<Diagnostic> {
    if signatures.iter().all(Option::is_some) {
        return None;
    }
    let pairs = set.techniques.iter().flat_map(linkage::neighbours);
    let ids: BTreeSet<VariantId> = pairs.flat_map(|((_, from), (_, to))| [from, to]).collect();
    let is_unknown = |id: &VariantId| signatures.get(id.0 as usize).is_some_and(Option::is_none);
    let unknown = ids.into_iter().filter(is_unknown).map(|id| &set.variants[id.0 as usize]);
    let names: BTreeSet<&str> = unknown
        .filter(|variant| !is_told(context, target, language, set, variant))
        .map(|variant| variant.entry_point.as_str())
        .collect();
    if names.is_empty() || context.cancel.is_cancelled() {
        return None;
    }
    let names = names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let message = format!("the stages of {names} were not compared: their parameters and results could not be read");
    let note = Diagnostic::remark("stages/not-compared", message).at(declaration.declared);
    Some(note.help("Compare them by hand, or write their types so that `uberc check --target spirv` reads them."))
}

/// Whether the embedded compiler finds mistakes in a variant.
fn is_told(context: &BuildContext, target: Target, language: LanguageId, set: &VariantSet, variant: &Variant) -> bool {
    let source = &set.sources[variant.source as usize];
    let mistakes = || context.analysis(source, language).mistakes(variant.stage, &variant.entry_point);
    compile::may_embed(target, &context.project) && !mistakes().is_empty()
}

/// Entry points whose attributes and render targets have the locations that another compiler gives each variant, because the
/// declarations of their unit could not be read. Only where a language gives locations by unit.
fn not_placed(
    context: &BuildContext,
    target: Target,
    language: LanguageId,
    declaration: &ShaderDeclaration,
    (set, signatures): (&VariantSet, &[Option<Arc<Signature>>]),
) -> Option<Diagnostic> {
    if !context.registry().language(language).places_by_unit() || context.cancel.is_cancelled() {
        return None;
    }
    let has_outer = |variant: &Variant| matches!(variant.stage, Stage::Vertex | Stage::Pixel);
    let unknown = set.variants.iter().zip(signatures).filter(|(variant, known)| known.is_none() && has_outer(variant));
    let names: BTreeSet<&str> = unknown
        .filter(|(variant, _)| !is_told(context, target, language, set, variant))
        .map(|(variant, _)| variant.entry_point.as_str())
        .collect();
    if names.is_empty() {
        return None;
    }
    let names = names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let message = format!(
        "attributes and render targets of {names} have the locations that the compiler gives each variant: the declarations \
         of the unit could not be read"
    );
    let note = Diagnostic::remark("stages/not-compared", message).at(declaration.declared);
    Some(note.help("Write `layout(location = 0)` and so on before each input and output, so that variants agree."))
}

/// An entry point of another stage is a mistake of the sidecar that names it.
fn at_technique(set: &VariantSet, exploration: &Exploration, mut mistake: linkage::Mistake) -> linkage::Mistake {
    let Some(stage) = mistake.misplaced else { return mistake };
    let named = |technique: &usize| {
        let technique = set.techniques.get(*technique)?.finals.technique;
        exploration.techniques.get(technique.0 as usize)?.places.entry_points.get(&stage).copied()
    };
    if let Some(place) = mistake.techniques.iter().find_map(named) {
        let diagnostic = &mut mistake.diagnostic;
        let function = diagnostic.primary.replace(Label { span: place, message: String::new() });
        diagnostic.trail.clear();
        diagnostic.labels.extend(function.map(|label| Label { message: "this function".to_owned(), ..label }));
    }
    mistake
}

/// The diagnostic with the techniques that have the mistake.
fn with_occurrence(shader: &str, layout: &BranchLayout, set: &VariantSet, mistake: linkage::Mistake) -> Diagnostic {
    let of = |has: bool| {
        let parts =
            set.parts.iter().filter(|(_, technique)| mistake.techniques.contains(&(*technique as usize)) == has);
        parts.map(|(cube, _)| *cube).collect::<Vec<_>>()
    };
    let (wanted, clear) = (of(true), of(false));
    let found = if clear.is_empty() { None } else { explore::condition(layout, &wanted, &clear) };
    let condition = found.map(|cubes| explore::describe(layout, &cubes));
    let diagnostic = match &condition {
        Some(condition) => mistake.diagnostic.note(format!("in permutations with {}", condition.text)),
        None => mistake.diagnostic,
    };
    diagnostic.occurs(Occurrence {
        shader: shader.to_owned(),
        // Other targets have the same mistake, which is told once.
        targets: Vec::new(),
        unit: "techniques".to_owned(),
        count: mistake.techniques.len() as u64,
        of: set.techniques.len() as u64,
        condition: condition.map(|condition| condition.any_of).unwrap_or_default(),
        permutation: wanted.iter().map(|cube| cube.value).min().map(|bits| layout.describe(bits)),
    })
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
    // A panic is ignored here; compiling the variant reports it.
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

//! `uberc check`: the diagnostics of the front end for every distinct variant, without compilers and without an
//! archive.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::variant_diagnostics::collect_diagnostics;
use super::{BuildContext, Front, ShaderFront, defines, lint};
use crate::compile::{self, Analysis, Job, JobInput, OtherCompilers, catalogue};
use crate::diag::{self, Diagnostic, Span};
use crate::model::{Digest, Variant, VariantId};
use crate::report::{self, VariantDiagnostic};

/// Analyses every variant of the front whose target the embedded compiler may serve. Sorted, each mistake once.
pub fn check(context: &BuildContext, front: &Front) -> Vec<Diagnostic> {
    // A shader with an earlier error is not analysed: the same error would be reported again, with another text.
    let analysed = |shader: &&ShaderFront| may_analyse(context, shader);
    let shaders: Vec<&ShaderFront> = front.shaders.iter().filter(analysed).collect();
    let found: Vec<Vec<VariantDiagnostic>> =
        shaders.par_iter().map(|shader| analyse(context, shader, &front.diagnostics)).collect();
    let mut keys: BTreeMap<String, BTreeSet<Digest>> = BTreeMap::new();
    for shader in shaders {
        let keys = keys.entry(shader.declaration.name.clone()).or_default();
        keys.extend(shader.variants.variants.iter().map(|variant| variant.key));
    }
    let totals = keys.into_iter().map(|(name, keys)| (name, keys.len())).collect();
    let mut diagnostics = report::merge(found.concat(), &totals, |span| context.sources.outermost(span));
    diagnostics.extend(lint::forgotten_branches(&front.shaders.iter().collect::<Vec<_>>()));
    context.project.warnings.apply(&mut diagnostics);
    diag::sort(&mut diagnostics, &context.sources);
    diagnostics
}

/// Whether [`analyse`] finds what a compiler would say.
pub fn may_analyse(context: &BuildContext, shader: &ShaderFront) -> bool {
    shader.analysable && compile::may_embed(shader.target, &context.project)
}

/// The mistakes in the variants of a shader, without those at the places of earlier errors.
pub fn analyse(context: &BuildContext, shader: &ShaderFront, earlier: &[Diagnostic]) -> Vec<VariantDiagnostic> {
    analyse_some(context, shader, earlier, |_| true)
}

/// The same of some of the variants.
pub fn analyse_some(
    context: &BuildContext,
    shader: &ShaderFront,
    earlier: &[Diagnostic],
    wanted: impl Fn(VariantId) -> bool,
) -> Vec<VariantDiagnostic> {
    let place = |diagnostic: &Diagnostic| diagnostic.primary.as_ref().map(|label| label.span);
    let told: FxHashSet<Span> =
        earlier.iter().filter(|known| known.is_error() && !shader.sound).filter_map(place).collect();
    let variants = shader.variants.variants.iter().zip(0u32..);
    let variants: Vec<(&Variant, u32)> =
        variants.filter(|(_, id)| !shader.misplaced.contains(&VariantId(*id)) && wanted(VariantId(*id))).collect();
    let said = variants.par_iter().map(|(variant, id)| {
        let mut found = find_mistakes(context, shader, variant);
        found.retain(|diagnostic| place(diagnostic).is_none_or(|place| !told.contains(&place)));
        (VariantId(*id), found)
    });
    collect_diagnostics(context, shader, &said.collect::<BTreeMap<_, _>>())
}

fn find_mistakes(context: &BuildContext, shader: &ShaderFront, variant: &Variant) -> Vec<Diagnostic> {
    let source = &shader.variants.sources[variant.source as usize];
    let analysis = context.analysis(source, shader.language);
    let job = analysis_job(context, shader, variant, &analysis);
    let chain = compile::chain_names(shader.target, &context.project);
    let others = if chain.first().is_some_and(|name| name == catalogue::EMBEDDED) {
        OtherCompilers::None
    } else if context.project.denies_fallback {
        OtherCompilers::Denied
    } else {
        OtherCompilers::Asked
    };
    let found = compile::check(&job, others);
    found
        .into_iter()
        .map(|diagnostic| defines::place_where_set(diagnostic, &shader.exploration.techniques, context))
        .collect()
}

/// The job of a variant for what reads its analysis alone.
pub fn analysis_job<'a>(
    context: &BuildContext,
    shader: &'a ShaderFront,
    variant: &'a Variant,
    analysis: &'a Analysis<'a>,
) -> Job<'a> {
    let settings = context.project.targets.get(&shader.target);
    Job {
        stage: variant.stage,
        entry_point: &variant.entry_point,
        profile: variant.profile.as_deref(),
        target: shader.target,
        name: &shader.source_name,
        input: JobInput::Bytes(&[]),
        source: Some(analysis),
        debug_info: false,
        optimise: true,
        bindings: settings.map(|settings| settings.bindings).unwrap_or_default(),
        language: context.source_language(shader.language),
        links: variant.links.as_deref(),
    }
}

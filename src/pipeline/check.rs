//! `uberc check`: the diagnostics of the front end for every distinct variant, without compilers and without an
//! archive.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::variant_diagnostics::collect_diagnostics;
use super::{BuildContext, Front, ShaderFront, defines};
use crate::compile::{self, Job, catalogue};
use crate::diag::{self, Diagnostic};
use crate::model::{Digest, Variant, VariantId};
use crate::report::{self, VariantDiagnostic};

/// Analyses every variant of the front whose target the embedded compiler may serve. Sorted, each mistake once.
pub fn check(context: &BuildContext, front: &Front) -> Vec<Diagnostic> {
    // A shader with an earlier error is not analysed: the same error would be reported again, with another text.
    let sound = |shader: &&ShaderFront| shader.sound && compile::may_embed(shader.target, &context.project);
    let shaders: Vec<&ShaderFront> = front.shaders.iter().filter(sound).collect();
    let found: Vec<Vec<VariantDiagnostic>> = shaders
        .par_iter()
        .map(|shader| {
            let variants: Vec<(&Variant, u32)> = shader.variants.variants.iter().zip(0u32..).collect();
            let said =
                variants.par_iter().map(|(variant, id)| (VariantId(*id), find_mistakes(context, shader, variant)));
            collect_diagnostics(shader, &said.collect::<BTreeMap<_, _>>())
        })
        .collect();
    let mut keys: BTreeMap<String, BTreeSet<Digest>> = BTreeMap::new();
    for shader in shaders {
        let keys = keys.entry(shader.declaration.name.clone()).or_default();
        keys.extend(shader.variants.variants.iter().map(|variant| variant.key));
    }
    let totals = keys.into_iter().map(|(name, keys)| (name, keys.len())).collect();
    let mut diagnostics = report::merge(found.concat(), &totals);
    context.project.warnings.apply(&mut diagnostics);
    diag::sort(&mut diagnostics, &context.sources);
    diagnostics
}

fn find_mistakes(context: &BuildContext, shader: &ShaderFront, variant: &Variant) -> Vec<Diagnostic> {
    let source = &shader.variants.sources[variant.source as usize];
    let analysis = context.analysis(source, shader.language);
    let settings = context.project.targets.get(&shader.target);
    let job = Job {
        stage: variant.stage,
        entry_point: &variant.entry_point,
        profile: variant.profile.as_deref(),
        target: shader.target,
        name: &shader.source_name,
        input: &[],
        source: Some(&analysis),
        debug_info: false,
        optimise: true,
        bindings: settings.map(|settings| settings.bindings).unwrap_or_default(),
        language: context.source_language(shader.language),
        links: variant.links.as_deref(),
    };
    let chain = compile::chain_names(shader.target, &context.project);
    let only_embedded = chain.first().is_some_and(|name| name == catalogue::EMBEDDED);
    let found = compile::check(&job, only_embedded);
    found
        .into_iter()
        .map(|diagnostic| defines::place_where_set(diagnostic, &shader.exploration.techniques, context))
        .collect()
}

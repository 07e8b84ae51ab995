//! Compares each folded variant with the plain substitution of the same values.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use crate::cache::SingleFlightCache;
use crate::compile;
use crate::compile::{Cancel, Chain, ProgramRegistry, canonical_spirv};
use crate::diag;
use crate::diag::{Diagnostic, Origin};
use crate::model::{ActionCache, Cube, CubeOutcome, Exploration, Limits, Permutation, Project, Target, VariantId};
use crate::pipeline::variant_job::Settings;
use crate::pipeline::variants::compile_one;
use crate::pipeline::{BuildContext, Front, NoEvents, ShaderFront, stage_links};
use crate::report::{NotCompared, PlainComparison, PlainDifference, PlainVerified};
use crate::specialise::{Mode, specialise};

/// Compiles every variant of the front's shaders folded and plain, to optimised SPIR-V, and compares. The front's
/// target is SPIR-V. The answer has every shader of the front, unless a compiler is missing.
pub fn verify_plain(
    context: &BuildContext,
    front: &Front,
    cache: &dyn ActionCache,
) -> (Vec<PlainVerified>, Vec<Diagnostic>) {
    let chain = match chain(&context.project) {
        Ok(chain) => chain,
        Err(missing) => return (Vec::new(), missing),
    };
    let cache = SingleFlightCache::new(cache);
    let cancel = Cancel::default();
    let settings = Settings {
        cache: &cache,
        cancel: &cancel,
        events: &NoEvents,
        debug_info: false,
        fail_fast: false,
        remote: None,
    };
    let mut verified = Vec::new();
    let mut diagnostics = Vec::new();
    for shader in &front.shaders {
        let comparison = if shader.sound {
            let (comparison, found) = compare(context, shader, &chain, settings);
            diagnostics.extend(found);
            Ok(comparison)
        } else {
            Err(NotCompared::SourceErrors)
        };
        verified.push(PlainVerified { shader: shader.declaration.name.clone(), comparison });
    }
    diag::sort(&mut diagnostics, &context.sources);
    (verified, diagnostics)
}

/// Compares the variants of one shader.
fn compare(
    context: &BuildContext,
    shader: &ShaderFront,
    chain: &Chain,
    settings: Settings<'_>,
) -> (PlainComparison, Vec<Diagnostic>) {
    let (plain, sampled) = plain_front(context, shader);
    let (pairs, mut diagnostics) = pairs(shader, &plain);
    let plain_code = canonical_codes(context, &plain, pairs.iter().map(|pair| pair.0).collect(), chain, settings);
    let folded_code = canonical_codes(context, shader, pairs.iter().map(|pair| pair.1).collect(), chain, settings);
    let mut differences = Vec::new();
    let mut not_compiled = 0;
    for (plain_id, folded_id) in &pairs {
        match (&plain_code[plain_id], &folded_code[folded_id]) {
            (Ok(plain), Ok(folded)) if plain == folded => {}
            (Ok(_), Ok(_)) => {
                let variant = &plain.variants.variants[plain_id.0 as usize];
                differences.push(PlainDifference {
                    stage: variant.stage,
                    entry_point: variant.entry_point.clone(),
                    permutation: variant.example,
                });
            }
            (left, right) => {
                not_compiled += 1;
                let wrong = [left, right].into_iter().filter_map(|code| code.as_ref().err());
                diagnostics.extend(wrong.flatten().cloned());
            }
        }
    }
    let comparison = PlainComparison {
        sampled,
        pairs: pairs.len(),
        plain_variants: plain_code.len(),
        folded_variants: folded_code.len(),
        not_compiled,
        differences,
    };
    (comparison, diagnostics)
}

/// The shader with variants of plain substitution; and whether these are only samples, because there are too many.
fn plain_front(context: &BuildContext, shader: &ShaderFront) -> (ShaderFront, bool) {
    let limits = &context.project.limits;
    let plainly = |exploration: &Exploration, limits: &Limits| {
        let grammar = context.grammar(shader.language);
        specialise(grammar, &shader.declaration, exploration, &shader.tokens, Mode::Plain, limits)
    };
    // The front has reported errors of the source; the only possible error here is the limit on parts.
    let (set, found) = plainly(&shader.exploration, limits);
    let sampled = found.iter().any(|found| found.origin == Origin::Limit);
    let mut plain = shader.clone();
    plain.variants = if sampled {
        // Two samples for each folded technique: their number is bounded.
        plainly(&samples(shader), &Limits { techniques: u64::MAX, ..limits.clone() }).0
    } else {
        set
    };
    // Where values go between the stages depends on all of them. Mistakes have been told of the folded ones.
    let declared = (&shader.declaration, &shader.exploration);
    drop(stage_links::link(context, shader.target, shader.language, declared, &mut plain.variants));
    (plain, sampled)
}

/// Each plain variant with the folded one of the same permutation and stage. Plain text depends on every branch in it,
/// so plain parts divide the folded ones.
fn pairs(shader: &ShaderFront, plain: &ShaderFront) -> (BTreeSet<(VariantId, VariantId)>, Vec<Diagnostic>) {
    let mut pairs = BTreeSet::new();
    let mut diagnostics = Vec::new();
    for (cube, technique) in &plain.variants.parts {
        let folded = shader.variants.technique_of(Permutation(cube.value));
        for (stage, id) in &plain.variants.techniques[*technique as usize].stages {
            match folded.and_then(|folded| folded.stages.get(stage)) {
                Some(folded) => _ = pairs.insert((*id, *folded)),
                // Without this error, the missing comparison would count as a successful one.
                None => diagnostics.push(
                    Diagnostic::error(
                        "verify/no-folded-variant",
                        format!(
                            "permutation {:#x} of shader `{}` has a {} variant when plain, and none when folded",
                            cube.value,
                            shader.declaration.name,
                            stage.name()
                        ),
                    )
                    .at(shader.declaration.declared)
                    .help("This is a defect of uberc; please report it with the shader."),
                ),
            }
        }
    }
    (pairs, diagnostics)
}

type CanonicalCodes = BTreeMap<VariantId, Result<String, Vec<Diagnostic>>>;

/// Compiles variants; returns their SPIR-V in canonical form.
fn canonical_codes(
    context: &BuildContext,
    front: &ShaderFront,
    ids: BTreeSet<VariantId>,
    chain: &Chain,
    settings: Settings<'_>,
) -> CanonicalCodes {
    let ids: Vec<VariantId> = ids.into_iter().collect();
    let run = |id: &VariantId| {
        let outcome = compile_one(context, front, *id, chain, settings);
        let code = outcome.artifact.ok_or(outcome.diagnostics)?;
        canonical_spirv(&code.bytes.content())
            .map_err(|error| vec![Diagnostic::error("compile/spirv", format!("the SPIR-V cannot be read: {error}"))])
    };
    ids.par_iter().map(|id| (*id, run(id))).collect()
}

/// The smallest and the largest permutation of each folded technique, each with the outcome of `Specialize`.
fn samples(shader: &ShaderFront) -> Exploration {
    let layout = &shader.declaration.branches;
    let mut ends: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
    for (cube, technique) in &shader.variants.parts {
        let free = layout.branches().iter().filter(|branch| cube.mask & branch.mask() == 0);
        let last = free.fold(cube.value, |bits, branch| bits | branch.insert(branch.value_count() - 1));
        let known = ends.entry(*technique).or_insert((cube.value, last));
        *known = (known.0.min(cube.value), known.1.max(last));
    }
    let chosen: BTreeSet<u64> = ends.into_values().flat_map(|(first, last)| [first, last]).collect();
    let exploration = &shader.exploration;
    let one = |bits: u64| {
        let outcome = exploration.cube_of(Permutation(bits))?;
        Some(CubeOutcome { cube: Cube { mask: layout.mask(), value: bits }, ..outcome.clone() })
    };
    Exploration::new(0, exploration.techniques.clone(), chosen.into_iter().filter_map(one).collect())
}

/// The project's SPIR-V compilers, with a second round of optimisation: the result of the first round depends on how
/// much it removed. The optimiser may not reorder arithmetic, because its order depends on the code around it.
fn chain(project: &Project) -> Result<Chain, Vec<Diagnostic>> {
    let mut project = project.clone();
    let mut names = compile::chain_names(Target::Spirv, &project);
    names.retain(|name| name != "spirv-val");
    if !names.iter().any(|name| name == OPTIMISER) {
        names.push(OPTIMISER.to_owned());
    }
    project.targets.entry(Target::Spirv).or_default().chain = names;
    project.compilers.entry(OPTIMISER.to_owned()).or_default().extra_args.push("-O".to_owned());
    let chain = compile::resolve_chain(Target::Spirv, &project, &ProgramRegistry::new(&project.root))?;
    Ok(compile::chain_without_contraction(chain, OPTIMISER))
}

const OPTIMISER: &str = "spirv-opt";

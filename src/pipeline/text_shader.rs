//! Shaders that are a text: without a sidecar and branches, one technique.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;

use super::BuildContext;
use super::compilers;
use super::events::NoEvents;
use super::incremental::resident::KnownVariants;
use super::incremental::unit_record::Inputs;
use super::shader_front::{FrontOf, ShaderFront, preprocess_shader, specialise_shaders};
use super::stage_bindings;
use super::unit_tokens::SharedUnits;
use super::variant_job::{JobPlace, Settings};
use super::variants::{Compiling, compile_all, compile_one};
use crate::cache::SingleFlightCache;
use crate::compile::Chain;
use crate::diag::{Diagnostic, SourceFile, Span};
use crate::model::{
    ActionCache, Artifact, BranchLayout, Cube, CubeOutcome, Exploration, MacroTable, Outcome, ShaderDeclaration,
    SourceUnit, Stage, Target, Technique, TechniqueId, VariantId,
};

/// At least so many shaders are compiled in one group; with many threads, four for each thread.
const MOST_TOGETHER: usize = 32;

/// A text with the stages of one technique.
#[derive(Clone, Debug)]
pub struct TextShader {
    pub name: String,
    pub file: Arc<SourceFile>,
    /// The name of its language.
    pub language: &'static str,
    pub entry_points: BTreeMap<Stage, String>,
    /// What messages about the shader as a whole point at.
    pub declared: Span,
}

/// A shader for a target.
#[derive(Clone, Debug)]
pub struct TextResult {
    pub target: Target,
    /// Its stages; without one that failed.
    pub stages: BTreeMap<Stage, Arc<Artifact>>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Everything before compiling.
pub fn front_of(context: &BuildContext, shader: &TextShader, target: Target) -> (ShaderFront, Vec<Diagnostic>) {
    let technique = Technique { entry_points: shader.entry_points.clone(), ..Technique::default() };
    let declaration = ShaderDeclaration {
        name: shader.name.clone(),
        branches: BranchLayout::default(),
        technique: technique.clone(),
        has_specialize: false,
        source: Some(Arc::clone(&shader.file)),
        dialect: shader.language.to_owned(),
        fallback: None,
        fallback_declared: None,
        dialect_declared: None,
        options: BTreeMap::new(),
        metadata: BTreeMap::new(),
        materials: None,
        implemented: Vec::new(),
        declared: shader.declared,
    };
    let outcome = Outcome::Built { technique: TechniqueId(0), written_mask: 0, written_value: 0 };
    let cubes = vec![CubeOutcome { cube: Cube::ALL, outcome, reads: Vec::new() }];
    let exploration = Exploration::new(0, vec![Arc::new(technique)], cubes);
    let unit = SourceUnit { sidecar: PathBuf::from(&shader.name), source: None };
    let mut inputs = Inputs::new();
    let of = FrontOf { context, unit: &unit, target, macros: &MacroTable::default(), scripts: None };
    let (explored, mut units) = ((declaration, exploration), SharedUnits::default());
    let shaders = preprocess_shader(of, explored, &shader.file, Vec::new(), &mut inputs, &mut units);
    let mut fronts = specialise_shaders(of, shaders);
    // A shader without materials has one front.
    fronts.swap_remove(0)
}

/// Compiles each shader for each target; results in the order of the shaders, then of the targets. The diagnostics are
/// those of no single shader. `debug_info`: as in builds.
///
/// Equal texts are compiled once. If the first of them has diagnostics, the others are compiled as well: the same
/// generated text comes from other places of other files.
pub fn compile_texts(
    context: &BuildContext,
    shaders: &[TextShader],
    targets: &[Target],
    cache: &dyn ActionCache,
    debug_info: bool,
) -> (Vec<Vec<TextResult>>, Vec<Diagnostic>) {
    let compile = |shaders: &[&TextShader]| compile_each(context, shaders, targets, cache, debug_info);
    let mut numbers: HashMap<(&str, &str, &BTreeMap<Stage, String>), usize> = HashMap::new();
    let mut distinct: Vec<&TextShader> = Vec::new();
    let mut number_of: Vec<usize> = Vec::with_capacity(shaders.len());
    for shader in shaders {
        let number =
            *numbers.entry((&*shader.file.text, shader.language, &shader.entry_points)).or_insert(distinct.len());
        if number == distinct.len() {
            distinct.push(shader);
        }
        number_of.push(number);
    }
    let (made, missing) = compile(&distinct);
    let has_diagnostics: Vec<bool> =
        made.iter().map(|results| results.iter().any(|result| !result.diagnostics.is_empty())).collect();
    let is_first = |shader: &TextShader, number: usize| std::ptr::eq(shader, distinct[number]);
    let is_compiled_again = |shader: &TextShader, number: usize| has_diagnostics[number] && !is_first(shader, number);
    let numbered = || shaders.iter().zip(&number_of);
    let again: Vec<&TextShader> =
        numbered().filter(|(shader, number)| is_compiled_again(shader, **number)).map(|(shader, _)| shader).collect();
    let mut again = if again.is_empty() { Vec::new() } else { compile(&again).0 }.into_iter();
    let results = numbered().map(|(shader, number)| {
        let other = if is_compiled_again(shader, *number) { again.next() } else { None };
        other.unwrap_or_else(|| made[*number].clone())
    });
    (results.collect(), missing)
}

fn compile_each(
    context: &BuildContext,
    shaders: &[&TextShader],
    targets: &[Target],
    cache: &dyn ActionCache,
    debug_info: bool,
) -> (Vec<Vec<TextResult>>, Vec<Diagnostic>) {
    let programs = compilers::find_programs(context, None, None);
    let (chains, missing) = compilers::resolve_chains(context, targets, &programs);
    let cache = SingleFlightCache::new(cache);
    let settings = Settings {
        cache: &cache,
        remote: None,
        cancel: &context.cancel,
        events: &NoEvents,
        debug_info,
        fail_fast: false,
    };
    let (mut results, mut known) = (Vec::with_capacity(shaders.len()), KnownVariants::default());
    for some in shaders.chunks(MOST_TOGETHER.max(4 * rayon::current_num_threads())) {
        let pairs = some.iter().flat_map(|shader| targets.iter().map(move |target| (*shader, *target))).collect();
        let of_some: Vec<TextResult> = compile_pairs(context, pairs, &chains, settings, &mut known);
        results.extend(of_some.chunks(targets.len().max(1)).map(<[TextResult]>::to_vec));
        context.files.forget(some.iter().map(|shader| shader.file.id));
    }
    (results, missing)
}

/// Compiles shaders whose tokens are in memory together. `known`: the variants of earlier ones about which nothing was said.
fn compile_pairs(
    context: &BuildContext,
    pairs: Vec<(&TextShader, Target)>,
    chains: &[Chain],
    settings: Settings<'_>,
    known: &mut KnownVariants,
) -> Vec<TextResult> {
    let made: Vec<(ShaderFront, Vec<Diagnostic>)> =
        pairs.par_iter().map(|(shader, target)| front_of(context, shader, *target)).collect();
    let (fronts, found): (Vec<ShaderFront>, Vec<Vec<Diagnostic>>) = made.into_iter().unzip();
    let compiling = compile_all(context, &fronts, chains, settings, known, &|_| true);
    // Another shader's stage with the same text may come from other files: then this one is compiled again, so that the messages have
    // its own places.
    let messages = |front: &ShaderFront, place: JobPlace, job: usize| {
        let made = &compiling.outcomes[job];
        let own = compiling.places[job].shader == place.shader || made.diagnostics.is_empty();
        match chains.iter().find(|chain| chain.target == front.target).filter(|_| !own) {
            Some(chain) => compile_one(context, front, place.variant, chain, settings).diagnostics,
            None => made.diagnostics.clone(),
        }
    };
    let results = fronts.par_iter().zip(found).enumerate();
    let results = results.map(|(at, (front, found))| result_of(front, at, &compiling, found, &messages)).collect();
    for (place, outcome) in compiling.places.iter().zip(&compiling.outcomes) {
        let silent = outcome.artifact.as_ref().filter(|_| outcome.diagnostics.is_empty());
        if let (Some(artifact), Some(identity)) = (silent, compiling.identity(*place)) {
            known.insert((fronts[place.shader].target, identity), Arc::clone(artifact));
        }
    }
    results
}

/// `messages`: those of compilers about a stage that a job has compiled.
fn result_of(
    front: &ShaderFront,
    at: usize,
    compiling: &Compiling,
    mut diagnostics: Vec<Diagnostic>,
    messages: &impl Fn(&ShaderFront, JobPlace, usize) -> Vec<Diagnostic>,
) -> TextResult {
    let mut stages = BTreeMap::new();
    let mut artifacts = Vec::new();
    for (variant, id) in front.variants.variants.iter().zip(0_u32..) {
        let place = JobPlace { shader: at, variant: VariantId(id) };
        let job = compiling.identity(place).and_then(|identity| compiling.job(front.target, identity));
        let Some(job) = job else { continue };
        diagnostics.extend(messages(front, place, job));
        if let Some(artifact) = &compiling.outcomes[job].artifact {
            stages.insert(variant.stage, Arc::clone(artifact));
            artifacts.push(Arc::clone(artifact));
        }
    }
    if artifacts.len() == front.variants.variants.len() {
        diagnostics.extend(stage_bindings::find_mismatches(front, &artifacts));
    }
    TextResult { target: front.target, stages, diagnostics }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::ProjectCache;

    /// `float3 v = float4(...)` is a warning, `hlsl/truncation`.
    const WARNED: &str = "float4 main() : SV_Target { float3 v = float4(1, 2, 3, 4); return v.xyzz; }\n";
    const CLEAN: &str = "float4 main() : SV_Target { return 1; }\n";

    fn shader(context: &BuildContext, name: &str, text: &str) -> TextShader {
        let file = context.sources.add(name, text);
        let declared = file.line_span(1);
        let entry_points = BTreeMap::from([(Stage::Pixel, "main".to_owned())]);
        TextShader { name: name.to_owned(), file, language: "hlsl", entry_points, declared }
    }

    /// Of each result: the files that its messages point into, and the code of its pixel stage.
    fn summary(context: &BuildContext, results: &[TextResult]) -> (Vec<(&'static str, String)>, Vec<u8>) {
        let [result] = results else { panic!("one target, {} results", results.len()) };
        let file = |found: &Diagnostic| {
            let label = found.primary.as_ref().expect("a place");
            (found.code, context.sources.get(label.span.file).name.to_string())
        };
        (result.diagnostics.iter().map(file).collect(), result.stages[&Stage::Pixel].bytes.content().to_vec())
    }

    /// Equal texts are compiled once, and what is wrong with them is shown in each: also where a cache has the result.
    #[test]
    fn each_of_several_equal_texts_has_its_warnings() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("uberc.toml"), "").expect("a file");
        let (context, found) = BuildContext::open_without_units(folder.path());
        assert_eq!(found, []);
        let texts = [("a", WARNED), ("clean", CLEAN), ("b", WARNED), ("clean again", CLEAN), ("c", WARNED)];
        let shaders: Vec<TextShader> = texts.iter().map(|(name, text)| shader(&context, name, text)).collect();
        let stored = ProjectCache::open(&context);
        for cache in [&ProjectCache::none(), &stored, &stored] {
            let (results, missing) = compile_texts(&context, &shaders, &[Target::Spirv], cache, false);
            assert_eq!(missing, []);
            let found: Vec<_> = results.iter().map(|results| summary(&context, results)).collect();
            for (at, (name, text)) in texts.iter().enumerate() {
                let warned = ("hlsl/truncation", (*name).to_owned());
                let expected = if *text == WARNED { vec![warned] } else { Vec::new() };
                assert_eq!(found[at].0, expected, "{name}");
                let first = texts.iter().position(|(_, other)| other == text).expect("it is one of them");
                assert_eq!(found[at].1, found[first].1, "{name}");
            }
            assert_ne!(found[0].1, found[1].1);
        }
    }

    /// Texts of several groups: what one group knows is used in the next, and a warning is told of each.
    #[test]
    fn groups_share_their_variants() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("uberc.toml"), "").expect("a file");
        let (context, _) = BuildContext::open_without_units(folder.path());
        let count = 2 * MOST_TOGETHER.max(4 * rayon::current_num_threads()) + 3;
        let text = |at: usize| match at % 3 {
            0 => WARNED.to_owned() + &format!("// {at}\n"),
            1 => CLEAN.to_owned() + &format!("// {at}\n"),
            _ => CLEAN.replace("return 1", &format!("return {at}")),
        };
        let shaders: Vec<TextShader> = (0..count).map(|at| shader(&context, &format!("text{at}"), &text(at))).collect();
        let (results, missing) = compile_texts(&context, &shaders, &[Target::Spirv], &ProjectCache::none(), false);
        assert_eq!((missing, results.len()), (Vec::new(), count));
        let mut codes = std::collections::BTreeSet::new();
        for (at, results) in results.iter().enumerate() {
            let (said, code) = summary(&context, results);
            let expected = if at % 3 == 0 { vec![("hlsl/truncation", format!("text{at}"))] } else { Vec::new() };
            assert_eq!(said, expected, "text {at}");
            codes.insert(code);
        }
        assert_eq!(codes.len(), 2 + count / 3, "one code for all of each kind, and one for each number");
    }

    /// An error is one of each text as well, and leaves out the stage.
    #[test]
    fn each_of_several_equal_texts_has_its_errors() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("uberc.toml"), "").expect("a file");
        let (context, _) = BuildContext::open_without_units(folder.path());
        let shaders = ["a", "b"].map(|name| shader(&context, name, "float4 main() : SV_Target { return nothing; }\n"));
        let (results, _) = compile_texts(&context, &shaders, &[Target::Spirv], &ProjectCache::none(), false);
        for (name, results) in ["a", "b"].into_iter().zip(&results) {
            let [result] = results.as_slice() else { panic!("one target") };
            let [error] = result.diagnostics.as_slice() else { panic!("{:?}", result.diagnostics) };
            let label = error.primary.as_ref().expect("a place");
            let file = context.sources.get(label.span.file);
            assert_eq!((error.code, &*file.name), ("hlsl/unknown-name", name));
            assert!(result.stages.is_empty());
        }
    }
}

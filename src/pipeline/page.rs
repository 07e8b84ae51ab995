//! What a build shows on its page: observes each shader and keeps it as plain data.

use std::cmp::Reverse;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::check::analysis_job;
use super::events::ShaderObserver;
use super::{BuildContext, ShaderFront, explain};
use crate::compile;
use crate::diag::{self, to_json};
use crate::model::{
    Artifact, Cube, CubeOutcome, Digest, Outcome, Preprocessed, Stage, Target, Technique, UniformBlock, Variant,
};
use crate::report::Report;
use crate::report::page::{
    Bits, Decision, Page, PageBuilder, PageSource, PageTechnique, PageTimings, PageVariant, PathOutcome,
    PermutationSpace, RunPath, ShaderPage, SlowVariant, TechniqueSettings,
};
use crate::sidecar::render_state_changes;
use crate::specialise::{Layout, emit};

/// The target whose artifacts the page draws: that of browsers.
const DRAWN: Target = Target::Wgsl;

/// Runs of `Specialize` that a page shows of a shader.
const MOST_PATHS: usize = 1 << 14;

/// Variants that the table of timings names.
const MOST_SLOW: usize = 40;

/// Collects the shaders of a build for its page.
#[derive(Default)]
pub struct PageShaders {
    page: Mutex<PageBuilder>,
}

impl ShaderObserver for PageShaders {
    fn shader(&self, context: &BuildContext, front: &ShaderFront, artifacts: &[Option<Arc<Artifact>>]) {
        let texts: Vec<String> = front
            .variants
            .sources
            .par_iter()
            .map(|source| emit(source, &context.sources, Layout::AsWritten).text)
            .collect();
        let blocks = (front.target == DRAWN).then(|| drawn_blocks(context, front, artifacts));
        let mut page = self.page.lock().unwrap_or_else(PoisonError::into_inner);
        let sources = front.variants.sources.iter().zip(&texts);
        let sources =
            sources.map(|(source, text)| PageSource { digest: source.digest.to_string(), text: page.text(text) });
        let sources = sources.collect();
        let space = page.space(space(front, sources));
        let one = |(at, artifact): (usize, &Option<Arc<Artifact>>)| {
            let blocks = blocks.as_ref().map(|blocks| blocks[at].clone());
            artifact.as_ref().map(|artifact| page.artifact(artifact, blocks))
        };
        let shown = artifacts.iter().enumerate().map(one).collect();
        let programs = front.programs.iter().map(|program| page.program(program)).collect();
        let digests: Vec<Option<Digest>> =
            artifacts.iter().map(|artifact| Some(artifact.as_ref()?.bytes.digest())).collect();
        page.shader(ShaderPage {
            name: front.declaration.name.clone(),
            target: front.target.name(),
            file: front.source_name.to_string(),
            sidecar: shown_path(&front.unit.sidecar),
            space,
            explanation: explain(front, &digests),
            artifacts: shown,
            programs,
        });
    }
}

impl PageShaders {
    /// The page of the build that was observed. `timings`: with how long it took, which differs from run to run.
    pub fn finish(self, context: &BuildContext, targets: &[Target], report: &Report, timings: bool) -> Page {
        let page = self.page.into_inner().unwrap_or_else(PoisonError::into_inner);
        let diagnostics = diag::shown(&report.diagnostics);
        let diagnostics = diagnostics.iter().map(|diagnostic| to_json(diagnostic, &context.sources)).collect();
        let title = context.project.output.file_name().map_or_else(|| "uberc".into(), |name| name.to_string_lossy());
        let targets = targets.iter().map(|target| target.name()).collect();
        let timings = timings.then(|| run_timings(context, report));
        page.finish((title.into_owned(), targets), &report.summary, diagnostics, timings)
    }
}

/// With `/` between the parts, on every system.
fn shown_path(path: &Path) -> String {
    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn run_timings(context: &BuildContext, report: &Report) -> PageTimings {
    let mut slowest: Vec<SlowVariant> = context
        .trace
        .work()
        .into_iter()
        .filter(|work| work.stage == "compile")
        .map(|work| SlowVariant { us: u64::try_from(work.took.as_micros()).unwrap_or(u64::MAX), subject: work.subject })
        .collect();
    slowest.sort_by_key(|slow| (Reverse(slow.us), slow.subject.clone()));
    slowest.truncate(MOST_SLOW);
    PageTimings {
        wall_ms: report.summary.wall_ms,
        compiled: report.summary.compiled,
        cached: report.summary.cached,
        stages: context.trace.timings(),
        shared: context.shared(),
        slowest,
    }
}

/// The permutations of a shader. `sources`: parallel to the sources of its variants.
fn space(front: &ShaderFront, sources: Vec<PageSource>) -> PermutationSpace {
    let (layout, exploration) = (&front.declaration.branches, &front.exploration);
    let cubes = if exploration.cubes.len() > MOST_PATHS { &[][..] } else { &exploration.cubes };
    let numbered: Vec<(Cube, u32)> = cubes.iter().zip(0..).map(|(outcome, at)| (outcome.cube, at)).collect();
    let set = &front.variants;
    PermutationSpace {
        layout: layout.clone(),
        paths: cubes.iter().map(run_path).collect(),
        path_of: Decision::of(layout, &numbered),
        settings: exploration.techniques.iter().map(|technique| technique_settings(technique)).collect(),
        techniques: set
            .techniques
            .iter()
            .map(|staged| PageTechnique {
                settings: staged.finals.technique.0,
                mask: Bits(staged.finals.mask),
                value: Bits(staged.finals.value),
                variants: staged.stages.values().map(|variant| variant.0).collect(),
            })
            .collect(),
        technique_of: Decision::of(layout, &set.parts),
        variants: set
            .variants
            .iter()
            .map(|variant| PageVariant {
                stage: variant.stage,
                entry_point: variant.entry_point.clone(),
                key: variant.key.to_string(),
                source: variant.source,
                example: Bits(variant.example.0),
            })
            .collect(),
        sources,
    }
}

fn run_path(outcome: &CubeOutcome) -> RunPath {
    RunPath {
        mask: Bits(outcome.cube.mask),
        value: Bits(outcome.cube.value),
        outcome: match outcome.outcome {
            Outcome::Built { technique, written_mask, written_value } => {
                PathOutcome::Built { settings: technique.0, mask: Bits(written_mask), value: Bits(written_value) }
            }
            Outcome::NotBuilt => PathOutcome::NotBuilt,
            Outcome::Failed => PathOutcome::Failed,
        },
        reads: outcome.reads.iter().map(|(branch, line)| (branch.0, *line)).collect(),
    }
}

fn technique_settings(technique: &Technique) -> TechniqueSettings {
    let written = |stage: &Stage| Some((*stage, technique.written_entry_point(*stage)?));
    TechniqueSettings {
        entry_points: technique.entry_points.keys().filter_map(written).collect(),
        vertex_format: technique.vertex_format.clone(),
        profile: technique.profile.clone(),
        defines: technique.defines.iter().map(|(name, value)| (name.clone(), value.replacement())).collect(),
        metadata: technique.metadata.clone(),
        render_state: render_state_changes(&technique.render_state),
    }
}

/// The blocks of constants of each variant that has an artifact. All variants of a unit have the same, so each pair of
/// unit and entry point is analysed once.
fn drawn_blocks(
    context: &BuildContext,
    front: &ShaderFront,
    artifacts: &[Option<Arc<Artifact>>],
) -> Vec<Vec<UniformBlock>> {
    let mut known: FxHashMap<(*const Preprocessed, Stage, &str), Vec<UniformBlock>> = FxHashMap::default();
    let blocks = |variant: &Variant| {
        let source = &front.variants.sources[variant.source as usize];
        let analysis = context.analysis(source, front.language);
        compile::uniform_blocks(&analysis_job(context, front, variant, &analysis))
    };
    front
        .variants
        .variants
        .iter()
        .zip(artifacts)
        .map(|(variant, artifact)| {
            if artifact.is_none() {
                return Vec::new();
            }
            let tokens = Arc::as_ptr(&front.variants.sources[variant.source as usize].tokens);
            let key = (tokens, variant.stage, variant.entry_point.as_str());
            known.entry(key).or_insert_with(|| blocks(variant)).clone()
        })
        .collect()
}

//! A unit that is built anew: makes its diagnostics and its stored result from the outcomes of its variants.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::events::ShaderObserver;
use super::incremental::unit_cache::VariantCounts;
use super::incremental::unit_record::{FinishedShader, FinishedUnit, Inputs};
use super::unit_results::{ShaderResult, VariantOutcome, VariantResult};
use super::variant_diagnostics::collect_diagnostics;
use super::variant_job::{JobPlace, Settings};
use super::variants::{Compiling, compile_one};
use super::{BuildContext, ShaderFront, check, packing, stage_bindings, stage_registers};
use crate::compile::Chain;
use crate::diag::{Diagnostic, Label, Sources, StoredDiagnostic, StoredLabel};
use crate::model::{Artifact, Digest, SourceUnit, Target, VariantId};
use crate::report::{ShaderReport, VariantDiagnostic};

/// A unit whose shaders are among the fronts of a batch.
pub struct FreshUnit<'a> {
    pub unit: &'a SourceUnit,
    pub target: Target,
    pub shaders: Range<usize>,
    /// Diagnostics of everything before compiling.
    pub diagnostics: Vec<Diagnostic>,
    pub inputs: Inputs,
    /// The digest of its texts, see [`super::incremental::same_texts`].
    pub texts: Option<Digest>,
}

/// Units whose variants were compiled together.
pub struct Batch<'a> {
    pub context: &'a BuildContext,
    pub chains: &'a [Chain],
    pub settings: Settings<'a>,
    pub fronts: &'a [ShaderFront],
    pub compiling: &'a Compiling,
    /// Parallel to the jobs of `compiling`.
    pub artifacts: &'a [Option<Arc<Artifact>>],
    pub observer: Option<&'a dyn ShaderObserver>,
}

/// The result of a unit.
pub struct FreshResult {
    pub shaders: Vec<ShaderResult>,
    pub diagnostics: Vec<Diagnostic>,
    pub inputs: Inputs,
    /// `None` if the unit has an error or a variant was not compiled.
    pub finished: Option<FinishedUnit>,
    /// Whether `finished` can be stored: every place in it is in a file on disk.
    pub storable: bool,
    pub counts: VariantCounts,
    pub failed: usize,
}

/// The variants of one shader.
#[derive(Default)]
struct ShaderVariants {
    results: Vec<VariantResult>,
    /// The artifacts of the variants that have one.
    artifacts: Vec<Arc<Artifact>>,
    /// The messages of compilers about each variant that was tried.
    messages: BTreeMap<VariantId, Vec<Diagnostic>>,
}

impl FreshUnit<'_> {
    /// The unit's result. `is_compiled`: whether all its variants were to be compiled.
    pub fn result(self, batch: &Batch<'_>, is_compiled: bool) -> FreshResult {
        let FreshUnit { shaders, diagnostics, mut inputs, texts, .. } = self;
        let sources = &batch.context.sources;
        // What a cancelled build has of a unit is a part, though nothing is wrong with it.
        let is_whole = is_compiled && !batch.settings.cancel.is_cancelled();
        let mut sound = is_whole && !diagnostics.iter().any(Diagnostic::is_error);
        let mut storable = true;
        let (mut results, mut finished, mut unpacked) = (Vec::new(), Vec::new(), Vec::new());
        for at in shaders {
            let front = &batch.fronts[at];
            let variants = batch.variants(at);
            if let Some(observer) = batch.observer {
                observer.shader(batch.context, front, &batch.artifacts_of(at));
            }
            // Where the stages do not fit, nothing is compiled; the other mistakes are told all the same.
            let is_checked = is_whole && !front.sound && check::may_analyse(batch.context, front);
            let variant_diagnostics = if is_checked {
                check::analyse(batch.context, front, &diagnostics)
            } else {
                collect_diagnostics(batch.context, front, &variants.messages)
            };
            let checked = if is_checked { &front.variants.variants[..] } else { &[] };
            let checked = checked.iter().map(|variant| variant.key).collect();
            let report = front.report();
            sound &= front.sound && variants.artifacts.len() == front.variants.variants.len();
            if sound {
                let mut mismatches = stage_registers::find_mismatches(batch.context, front, &variants.artifacts);
                mismatches.extend(stage_bindings::find_mismatches(front, &variants.artifacts));
                sound = mismatches.is_empty();
                unpacked.extend(mismatches);
            }
            if sound {
                match finished_shader(front, &variants, &variant_diagnostics, &report, sources) {
                    Ok((shader, is_storable)) => {
                        storable &= is_storable;
                        note_places(
                            shader.variant_diagnostics.iter().map(|finding| &finding.diagnostic),
                            sources,
                            &mut inputs,
                        );
                        finished.push(shader);
                    }
                    Err(diagnostic) => {
                        sound = false;
                        unpacked.push(*diagnostic);
                    }
                }
            }
            results.push(ShaderResult {
                declared: front.declared(),
                report,
                variant_diagnostics,
                variants: variants.results,
                checked,
                programs: front.distinct_programs(),
            });
        }
        let stored: Option<Vec<_>> =
            diagnostics.iter().map(|diagnostic| StoredDiagnostic::of(diagnostic, sources)).collect();
        note_places(stored.iter().flatten(), sources, &mut inputs);
        storable &= stored.is_some();
        unpacked.extend(diagnostics);
        let count = |wanted: fn(&VariantOutcome) -> bool| {
            let outcomes = results.iter().flat_map(|shader| &shader.variants).map(|variant| &variant.outcome);
            outcomes.filter(|outcome| wanted(outcome)).count()
        };
        FreshResult {
            counts: VariantCounts {
                compiled: count(|outcome| matches!(outcome, VariantOutcome::Compiled(_) | VariantOutcome::Executed(_))),
                executed: count(|outcome| matches!(outcome, VariantOutcome::Executed(_))),
                cached: count(|outcome| matches!(outcome, VariantOutcome::Cached(_) | VariantOutcome::Remote(_))),
                remote: count(|outcome| matches!(outcome, VariantOutcome::Remote(_))),
            },
            failed: count(|outcome| matches!(outcome, VariantOutcome::Failed)),
            shaders: results,
            diagnostics: unpacked,
            finished: sound.then(|| FinishedUnit {
                shaders: finished,
                diagnostics: stored.unwrap_or_default(),
                inputs: inputs.clone(),
                record: OnceLock::new(),
                texts,
            }),
            inputs,
            storable,
        }
    }
}

impl Batch<'_> {
    /// The variants of a shader that were asked for.
    fn variants(&self, shader: usize) -> ShaderVariants {
        let front = &self.fronts[shader];
        let mut variants = ShaderVariants::default();
        for (variant, id) in front.variants.variants.iter().zip((0u32..).map(VariantId)) {
            let Some(identity) = self.compiling.identity(JobPlace { shader, variant: id }) else { continue };
            let Some(job) = self.compiling.job(front.target, identity) else { continue };
            let made = &self.compiling.outcomes[job];
            let outcome = match &self.artifacts[job] {
                Some(artifact) if made.remote => VariantOutcome::Remote(artifact.bytes.digest()),
                Some(artifact) if made.cached => VariantOutcome::Cached(artifact.bytes.digest()),
                Some(artifact) if made.executed => VariantOutcome::Executed(artifact.bytes.digest()),
                Some(artifact) => VariantOutcome::Compiled(artifact.bytes.digest()),
                None if made.skipped => VariantOutcome::Skipped,
                None => VariantOutcome::Failed,
            };
            variants.results.push(VariantResult { key: variant.key, identity, outcome });
            variants.artifacts.extend(self.artifacts[job].clone());
            if !made.skipped {
                variants.messages.insert(id, self.messages(shader, id, job));
            }
        }
        variants
    }

    /// The artifacts of a shader, parallel to its variants.
    fn artifacts_of(&self, shader: usize) -> Vec<Option<Arc<Artifact>>> {
        let front = &self.fronts[shader];
        let artifact = |id: u32| {
            let identity = self.compiling.identity(JobPlace { shader, variant: VariantId(id) })?;
            self.artifacts[self.compiling.job(front.target, identity)?].clone()
        };
        (0..front.variants.variants.len() as u32).map(artifact).collect()
    }

    /// The messages of compilers about a variant. Another shader's variant with the same text may come from other
    /// files: then this one is compiled again, so that the messages have its own places.
    fn messages(&self, shader: usize, variant: VariantId, job: usize) -> Vec<Diagnostic> {
        let (front, made) = (&self.fronts[shader], &self.compiling.outcomes[job]);
        let own = self.compiling.places[job].shader == shader || made.diagnostics.is_empty();
        let chain = self.chains.iter().find(|chain| chain.target == front.target).filter(|_| !own);
        match chain {
            Some(chain) => compile_one(self.context, front, variant, chain, self.settings).diagnostics,
            None => made.diagnostics.clone(),
        }
    }
}

/// A shader for packing and for later builds, and whether it can be stored.
fn finished_shader(
    front: &ShaderFront,
    variants: &ShaderVariants,
    variant_diagnostics: &[VariantDiagnostic],
    report: &ShaderReport,
    sources: &Sources,
) -> Result<(FinishedShader, bool), Box<Diagnostic>> {
    let place = |span| StoredLabel::of(&Label { span, message: String::new() }, sources);
    let declared = place(front.declaration.declared);
    let stored: Option<Vec<_>> = variant_diagnostics
        .iter()
        .map(|finding| Some(finding.clone().with(StoredDiagnostic::of(&finding.diagnostic, sources)?)))
        .collect();
    let is_storable = stored.is_some() && declared.is_some();
    let digests = |of: fn(&VariantResult) -> Digest| variants.results.iter().map(of).collect();
    let shader = FinishedShader {
        packaged: packing::package(front, &variants.artifacts)?,
        keys: digests(|variant| variant.key),
        identities: digests(|variant| variant.identity),
        report: report.clone(),
        variant_diagnostics: stored.unwrap_or_default(),
        declared: declared.unwrap_or_default(),
        fallback_declared: front.declaration.fallback_declared.and_then(place),
        part: OnceLock::new(),
    };
    Ok((shader, is_storable))
}

/// Files that stored messages point into become inputs: an edit before such a place moves it. `uberc.toml` is one, for
/// a macro that it defines.
fn note_places<'d>(stored: impl Iterator<Item = &'d StoredDiagnostic>, sources: &Sources, inputs: &mut Inputs) {
    for path in stored.flat_map(StoredDiagnostic::paths) {
        if let Some(digest) = sources.seen(path) {
            inputs.entry(path.to_path_buf()).or_insert(digest);
        }
    }
}

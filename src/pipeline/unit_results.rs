//! The results of a build's units, built anew or taken from an earlier build: their diagnostics, counts and packed
//! shaders.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use super::BuildContext;
use super::between_units;
use super::declared_shaders::{DeclaredShader, Undeclared};
use super::incremental::last_build::{StoredShader, StoredUnit, UnitOutput};
use super::incremental::unit_cache::{UnitCache, VariantCounts};
use super::incremental::unit_record::{FinishedShader, FinishedUnit, Inputs};
use crate::diag::{Diagnostic, Sources, StoredLabel};
use crate::model::{Digest, SourceUnit, Target};
use crate::report::{Cause, Fetched, Rebuilt, ShaderReport, Summary, VariantDiagnostic};

/// The results of the units so far.
#[derive(Default)]
pub struct UnitResults {
    /// Diagnostics of everything before compiling.
    pub diagnostics: Vec<Diagnostic>,
    /// The messages of compilers.
    pub variant_diagnostics: Vec<VariantDiagnostic>,
    pub declared: Vec<DeclaredShader>,
    /// Places of `declared` that were not looked for, and of its fallbacks: each is in a file that would have to be read.
    pub unplaced: Vec<(usize, StoredLabel, Option<StoredLabel>)>,
    pub undeclared: Undeclared,
    pub reports: Vec<ShaderReport>,
    pub rebuilt: Vec<Rebuilt>,
    /// Under `watch`, the units of `rebuilt`, in their order, with their inputs: why they were built is found after the archive.
    pub of_rebuilt: Vec<(SourceUnit, Target, Inputs)>,
    /// Units that were taken from the remote cache.
    pub fetched: Vec<Fetched>,
    /// Units whose records are written after the archive.
    pub to_keep: Vec<(ToKeep, Arc<FinishedUnit>)>,
    /// Units without an error, with their target.
    pub finished: Vec<(Target, UnitOutput)>,
    /// The inputs of the last build, where units are as it packed them.
    pub last_inputs: Vec<PathBuf>,
    /// Files that were read, with their digests; `None` for files that were looked for and not found.
    pub inputs: Inputs,
    /// Every variant of every target, by identity.
    pub variants: BTreeSet<(Target, Digest)>,
    /// Distinct variants of each shader, over all targets.
    pub of_shaders: BTreeMap<String, BTreeSet<Digest>>,
    pub artifacts: BTreeSet<Digest>,
    /// Programs of machines.
    pub programs: BTreeSet<Digest>,
    pub compiled: usize,
    /// Those of `compiled` of which other machines ran at least one step.
    pub executed: usize,
    /// Variants that another machine made.
    pub remote: usize,
    pub failed: usize,
    /// Number of variants that were not tried.
    pub skipped: usize,
    /// Whether a variant has no artifact: it failed, or it was not tried.
    pub incomplete: bool,
}

/// One shader of a unit under one target.
pub struct ShaderResult {
    pub declared: DeclaredShader,
    pub report: ShaderReport,
    pub variant_diagnostics: Vec<VariantDiagnostic>,
    /// The variants that were asked for.
    pub variants: Vec<VariantResult>,
    /// Variants that were analysed and not compiled, by key.
    pub checked: Vec<Digest>,
    /// The programs of its techniques, by their digests.
    pub programs: BTreeSet<Digest>,
}

/// One variant of a shader.
pub struct VariantResult {
    /// Distinguishes the texts of variants.
    pub key: Digest,
    /// Distinguishes their artifacts: see [`super::variants::Compiling::identity`].
    pub identity: Digest,
    pub outcome: VariantOutcome,
}

/// The outcome of a variant, with the digest of its artifact if it has one.
#[derive(Clone, Copy)]
pub enum VariantOutcome {
    /// Earlier builds made the results of all steps.
    Cached(Digest),
    /// So they did, on another machine.
    Remote(Digest),
    Compiled(Digest),
    /// So they were, and other machines ran at least one step.
    Executed(Digest),
    Failed,
    /// Not tried: the build was cancelled, or another variant failed under `fail_fast`.
    Skipped,
}

/// The digest of a file that changed during the build. No file has this digest, so the next build finds a change.
const TWO_STATES: Option<Digest> = Some(Digest([0; 32]));

impl ShaderResult {
    /// The result of an earlier build, whose inputs have not changed. `is_remote`: it was another machine's.
    pub fn of_finished(shader: &FinishedShader, target: Target, is_remote: bool, sources: &Sources) -> ShaderResult {
        let restore = |label: &StoredLabel| label.restore(sources).map(|label| label.span);
        let variant = |((key, identity), artifact): ((&Digest, &Digest), Digest)| VariantResult {
            key: *key,
            identity: *identity,
            outcome: if is_remote { VariantOutcome::Remote(artifact) } else { VariantOutcome::Cached(artifact) },
        };
        let artifacts = shader.packaged.variants.iter().map(|variant| variant.artifact.bytes.digest());
        ShaderResult {
            declared: DeclaredShader {
                name: shader.packaged.name.clone(),
                target,
                fallback: shader.packaged.fallback.clone(),
                place: restore(&shader.declared),
                fallback_place: shader.fallback_declared.as_ref().and_then(restore),
                materials: shader.packaged.materials.iter().map(|material| material.name.clone()).collect(),
            },
            report: shader.report.clone(),
            // `FinishedUnit::decode` has checked that all can be restored.
            variant_diagnostics: shader
                .variant_diagnostics
                .iter()
                .filter_map(|finding| Some(finding.clone().with(finding.diagnostic.restore(sources)?)))
                .collect(),
            variants: shader.keys.iter().zip(&shader.identities).zip(artifacts).map(variant).collect(),
            checked: Vec::new(),
            programs: shader
                .packaged
                .techniques
                .iter()
                .filter_map(|technique| Some(technique.program.as_ref()?.artifact.bytes.digest()))
                .collect(),
        }
    }

    /// The same of a shader as the last build packed it, without places of declarations. `None` if the place of a message is gone.
    fn of_stored(shader: &StoredShader, target: Target, sources: &Sources) -> Option<ShaderResult> {
        let StoredShader { part, keys, identities, facts } = shader;
        let variant = |((key, identity), artifact): ((&Digest, &Digest), Digest)| VariantResult {
            key: *key,
            identity: *identity,
            outcome: VariantOutcome::Cached(artifact),
        };
        let messages = facts.variant_diagnostics.iter();
        let messages = messages.map(|found| Some(found.clone().with(found.diagnostic.restore(sources)?)));
        Some(ShaderResult {
            declared: DeclaredShader {
                name: part.name()?.to_owned(),
                target,
                fallback: part.fallback()?,
                place: None,
                fallback_place: None,
                materials: part.material_names()?,
            },
            report: facts.report.clone().into_owned(),
            variant_diagnostics: messages.collect::<Option<_>>()?,
            variants: keys.iter().zip(identities).zip(part.artifacts()?).map(variant).collect(),
            checked: Vec::new(),
            programs: part.programs()?.into_iter().collect(),
        })
    }
}

impl UnitResults {
    /// Adds a shader; a variant that several shaders share counts once.
    pub fn add_shader(&mut self, shader: ShaderResult) {
        let ShaderResult { declared, report, variant_diagnostics, variants, checked, programs } = shader;
        let keys = self.of_shaders.entry(declared.name.clone()).or_default();
        keys.extend(checked);
        self.programs.extend(programs);
        for VariantResult { key, identity, outcome } in variants {
            keys.insert(key);
            if let VariantOutcome::Cached(artifact)
            | VariantOutcome::Remote(artifact)
            | VariantOutcome::Compiled(artifact)
            | VariantOutcome::Executed(artifact) = outcome
            {
                self.artifacts.insert(artifact);
            }
            if self.variants.insert((declared.target, identity)) {
                match outcome {
                    VariantOutcome::Cached(_) => {}
                    VariantOutcome::Remote(_) => self.remote += 1,
                    VariantOutcome::Compiled(_) => self.compiled += 1,
                    VariantOutcome::Executed(_) => {
                        self.compiled += 1;
                        self.executed += 1;
                    }
                    VariantOutcome::Failed => self.failed += 1,
                    VariantOutcome::Skipped => self.skipped += 1,
                }
            }
        }
        self.declared.push(declared);
        self.reports.push(report);
        self.variant_diagnostics.extend(variant_diagnostics);
    }

    /// Adds a result of an earlier build.
    pub fn add_finished(&mut self, target: Target, finished: Arc<FinishedUnit>, is_remote: bool, sources: &Sources) {
        for shader in &finished.shaders {
            self.add_shader(ShaderResult::of_finished(shader, target, is_remote, sources));
        }
        // `FinishedUnit::decode` has checked that all can be restored.
        let diagnostics = finished.diagnostics.iter().filter_map(|stored| stored.restore(sources)).collect();
        self.add_unit(target, &Arc::clone(&finished).inputs, diagnostics, Some(finished));
    }

    /// Adds a unit as the last build packed it, whose inputs are there already. `None` if the place of a message is gone.
    pub fn add_stored(&mut self, target: Target, unit: StoredUnit, sources: &Sources) -> Option<()> {
        for shader in &unit.shaders {
            let result = ShaderResult::of_stored(shader, target, sources)?;
            let facts = &shader.facts;
            let places = (facts.declared.clone().into_owned(), facts.fallback_declared.clone().into_owned());
            self.unplaced.push((self.declared.len(), places.0, places.1));
            self.add_shader(result);
        }
        for stored in &unit.diagnostics {
            self.diagnostics.push(stored.restore(sources)?);
        }
        self.finished.push((target, UnitOutput::Stored(Box::new(unit))));
        Some(())
    }

    /// Looks for the places of `unplaced`; whether there were some.
    fn find_places(&mut self, sources: &Sources) -> bool {
        let restore = |label: &StoredLabel| label.restore(sources).map(|label| label.span);
        let unplaced = std::mem::take(&mut self.unplaced);
        for (at, declared, fallback) in &unplaced {
            let Some(shader) = self.declared.get_mut(*at) else { continue };
            (shader.place, shader.fallback_place) = (restore(declared), fallback.as_ref().and_then(restore));
        }
        !unplaced.is_empty()
    }

    /// Finds why the units of `of_rebuilt` were built. Called before any of them is stored.
    pub fn find_causes(&mut self, unit_cache: &UnitCache<'_>) {
        // Those that are kept are among them, in the same order.
        let mut to_keep = self.to_keep.iter_mut().peekable();
        for (rebuilt, (unit, target, inputs)) in self.rebuilt.iter_mut().zip(self.of_rebuilt.drain(..)) {
            rebuilt.cause = unit_cache.cause(&unit, target, &inputs);
            if let Some((kept, _)) = to_keep.next_if(|(kept, _)| kept.unit == unit && kept.target == target) {
                kept.cause = rebuilt.cause.clone();
            }
        }
    }

    /// The errors between units. Most builds have none, and need no places for them.
    pub fn find_between_units(&mut self, context: &BuildContext) -> Vec<Diagnostic> {
        let found = between_units::check(context, &self.declared, &self.undeclared);
        if found.is_empty() || !self.find_places(&context.sources) {
            return found;
        }
        between_units::check(context, &self.declared, &self.undeclared)
    }

    /// The figures of the build, but for its archive and its time.
    pub fn summary(&self) -> Summary {
        let variants = self.variants.len();
        Summary {
            shaders: self.reports.iter().map(|report| report.shader.as_str()).collect::<BTreeSet<_>>().len(),
            variants,
            compiled: self.compiled,
            executed: self.executed,
            cached: variants.saturating_sub(self.compiled + self.failed + self.skipped),
            remote: self.remote,
            failed: self.failed,
            artifacts: self.artifacts.len(),
            programs: self.programs.len(),
            ..Summary::default()
        }
    }

    /// Adds what belongs to a unit as a whole. `finished`: its result, if it has no error.
    pub fn add_unit(
        &mut self,
        target: Target,
        inputs: &Inputs,
        diagnostics: Vec<Diagnostic>,
        finished: Option<Arc<FinishedUnit>>,
    ) {
        self.diagnostics.extend(diagnostics);
        self.finished.extend(finished.map(|finished| (target, UnitOutput::Finished(finished))));
        // Kept units and built units read a file at different times.
        for (path, digest) in inputs {
            let seen = self.inputs.entry(path.clone()).or_insert(*digest);
            if seen != digest {
                *seen = TWO_STATES;
            }
        }
    }
}

/// The data that is stored with a unit that was built anew.
pub struct ToKeep {
    pub unit: SourceUnit,
    pub target: Target,
    pub cause: Cause,
    pub counts: VariantCounts,
}

impl ToKeep {
    /// Stores it; gives the digest of its key.
    pub fn keep(&self, unit_cache: &UnitCache<'_>, finished: &Arc<FinishedUnit>) -> Option<Digest> {
        unit_cache.keep(&self.unit, self.target, finished, &self.cause, self.counts)
    }
}

//! A unit's whole result: its packed shaders and its diagnostics. A later build uses it if nothing has changed.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::technique_records::{TechniqueNumbers, TechniqueRecords};
use crate::cache::Cache;
use crate::diag::{FileId, Sources, StoredDiagnostic, StoredLabel, listed_folder, listing_digest};
use crate::model::{
    Artifact, BranchLayout, Decision, Digest, Fallback, HeldCode, PackagedMaterial, PackagedProgram, PackagedShader,
    PackagedTechnique, PackagedVariant, Permutation, Reflection, Scalar, Stage, Target,
};
use crate::pack::{PackError, ShaderPart};
use crate::report::{ShaderReport, StoredVariantDiagnostic};

/// A unit under one target that has been built without an error.
#[derive(Debug)]
pub struct FinishedUnit {
    pub shaders: Vec<FinishedShader>,
    /// Diagnostics of everything before compiling.
    pub diagnostics: Vec<StoredDiagnostic>,
    pub inputs: Inputs,
    /// Digest of its bytes in the cache, without the inputs, once it was stored or read.
    pub record: OnceLock<Digest>,
    /// Of a unit that was built: the digest of the texts of which it was made, see [`super::same_texts`].
    pub texts: Option<Digest>,
}

/// Files that were read, with their digests, and files that were looked for and not found.
pub type Inputs = BTreeMap<PathBuf, Option<Digest>>;

/// Adds files that were read, paths that were looked for, and folders that were listed, to the inputs. A generated text has no path of its own:
/// it comes from a file that has one.
pub fn note_inputs(sources: &Sources, files: &[FileId], missing: &[PathBuf], inputs: &mut Inputs) {
    for file in files.iter().map(|id| sources.get(*id)) {
        if let Some(path) = &file.path {
            inputs.insert(path.clone(), Some(file.digest));
        }
    }
    for path in missing {
        let listing = |folder| listing_digest(folder, &sources.files_below(folder));
        inputs.entry(path.clone()).or_insert(listed_folder(path).map(listing));
    }
}

/// One of its shaders.
#[derive(Debug)]
pub struct FinishedShader {
    pub packaged: PackagedShader,
    /// Parallel to `packaged.variants`; distinguishes the texts of variants.
    pub keys: Vec<Digest>,
    /// Parallel as well; distinguishes their artifacts: see `Compiling::identity`.
    pub identities: Vec<Digest>,
    pub report: ShaderReport,
    /// Warnings of compilers.
    pub variant_diagnostics: Vec<StoredVariantDiagnostic>,
    /// The place of its declaration.
    pub declared: StoredLabel,
    /// The place of its fallback.
    pub fallback_declared: Option<StoredLabel>,
    /// Made when it is packed for the first time.
    pub part: OnceLock<Arc<ShaderPart>>,
}

/// Borrowed where it is written: a shader can have many thousand techniques and artifacts.
#[derive(Serialize, Deserialize)]
struct UnitRecord<'a> {
    shaders: Vec<ShaderRecord<'a>>,
    diagnostics: Cow<'a, [StoredDiagnostic]>,
}

#[derive(Serialize, Deserialize)]
struct ShaderRecord<'a> {
    name: Cow<'a, str>,
    branches: Cow<'a, BranchLayout>,
    fallback: Cow<'a, Option<Fallback>>,
    metadata: Cow<'a, BTreeMap<String, Scalar>>,
    decision: Cow<'a, Decision>,
    techniques: TechniqueRecords<'a>,
    staged: Vec<StagedRecord<'a>>,
    /// Stage, entry point, key, identity, index into `artifacts`.
    variants: Vec<(Stage, Cow<'a, str>, Digest, Digest, usize)>,
    /// Technique, machine, and the bytes, which are an object of the cache.
    programs: Vec<(usize, Cow<'a, str>, Digest)>,
    /// Distinct artifacts.
    artifacts: Vec<ArtifactRecord<'a>>,
    /// Distinct ones: those of a shader's artifacts are alike.
    reflections: Vec<Cow<'a, Reflection>>,
    materials: Cow<'a, [PackagedMaterial]>,
    report: Cow<'a, ShaderReport>,
    variant_diagnostics: Cow<'a, [StoredVariantDiagnostic]>,
    declared: Cow<'a, StoredLabel>,
    fallback_declared: Cow<'a, Option<StoredLabel>>,
}

/// An artifact, whose bytes are an object of the cache.
#[derive(Serialize, Deserialize)]
struct ArtifactRecord<'a> {
    object: Digest,
    entry_point: Cow<'a, str>,
    /// Index into `reflections`.
    reflection: usize,
}

/// A technique with its variants.
#[derive(Serialize, Deserialize)]
struct StagedRecord<'a> {
    /// Index into `techniques`.
    technique: usize,
    mask: u64,
    values: Permutation,
    variants: Cow<'a, BTreeMap<Stage, u32>>,
}

impl FinishedShader {
    /// What the archive's index has of it.
    ///
    /// # Errors
    /// It cannot be packed.
    pub fn part(&self, target: Target) -> Result<Arc<ShaderPart>, PackError> {
        if let Some(known) = self.part.get() {
            return Ok(Arc::clone(known));
        }
        let part = Arc::new(ShaderPart::of(&self.packaged, target)?);
        Ok(Arc::clone(self.part.get_or_init(|| part)))
    }

    /// Frees what is in the part as well.
    pub fn forget_packaged(&mut self) {
        self.packaged.decision = Decision::Cubes(Vec::new());
        (self.packaged.techniques, self.packaged.variants) = (Vec::new(), Vec::new());
    }

    fn record(&self, cache: &Cache) -> ShaderRecord<'_> {
        let packaged = &self.packaged;
        let mut artifacts: Vec<ArtifactRecord<'_>> = Vec::new();
        // By address: equal artifacts are nearly always the same `Arc`, and comparing reflections is slow.
        let mut known: FxHashMap<*const Artifact, usize> = FxHashMap::default();
        let mut reflections = Vec::new();
        let mut known_reflections: FxHashMap<&Reflection, usize> = FxHashMap::default();
        let identities = self.keys.iter().zip(&self.identities);
        let variants = packaged.variants.iter().zip(identities).map(|(variant, (key, identity))| {
            let artifact = &*variant.artifact;
            let at = *known.entry(artifact).or_insert_with(|| {
                artifacts.push(ArtifactRecord {
                    object: cache.put_blob(&artifact.bytes),
                    entry_point: Cow::Borrowed(&artifact.entry_point),
                    reflection: *known_reflections.entry(&artifact.reflection).or_insert_with(|| {
                        reflections.push(Cow::Borrowed(&artifact.reflection));
                        reflections.len() - 1
                    }),
                });
                artifacts.len() - 1
            });
            (variant.stage, Cow::Borrowed(variant.entry_point.as_str()), *key, *identity, at)
        });
        let variants = variants.collect();
        let (mut techniques, mut numbers) = (TechniqueRecords::default(), TechniqueNumbers::default());
        let staged = packaged.techniques.iter().map(|staged| StagedRecord {
            technique: techniques.add(&mut numbers, &staged.technique),
            mask: staged.values_mask,
            values: staged.values,
            variants: Cow::Borrowed(&staged.variants),
        });
        let staged = staged.collect();
        let programs = packaged.techniques.iter().enumerate().filter_map(|(at, technique)| {
            let PackagedProgram { machine, artifact } = technique.program.as_ref()?;
            Some((at, Cow::Borrowed(machine.as_str()), cache.put_blob(&artifact.bytes)))
        });
        ShaderRecord {
            programs: programs.collect(),
            name: Cow::Borrowed(&packaged.name),
            branches: Cow::Borrowed(&packaged.branches),
            fallback: Cow::Borrowed(&packaged.fallback),
            metadata: Cow::Borrowed(&packaged.metadata),
            decision: Cow::Borrowed(&packaged.decision),
            techniques,
            staged,
            variants,
            artifacts,
            reflections,
            materials: Cow::Borrowed(&packaged.materials),
            report: Cow::Borrowed(&self.report),
            variant_diagnostics: Cow::Borrowed(&self.variant_diagnostics),
            declared: Cow::Borrowed(&self.declared),
            fallback_declared: Cow::Borrowed(&self.fallback_declared),
        }
    }
}

impl FinishedUnit {
    /// Whether something was said about it. What is said has a place in a file.
    pub fn has_messages(&self) -> bool {
        !self.diagnostics.is_empty() || self.shaders.iter().any(|shader| !shader.variant_diagnostics.is_empty())
    }

    /// The bytes of the record for the cache; `None` if a path of a message is not UTF-8. Artifacts become objects of
    /// the cache.
    pub fn encode(&self, cache: &Cache) -> Option<Vec<u8>> {
        let shaders = self.shaders.iter().map(|shader| shader.record(cache)).collect();
        let record = UnitRecord { shaders, diagnostics: Cow::Borrowed(&self.diagnostics) };
        let bytes = serde_json::to_vec(&record).ok()?;
        self.record.get_or_init(|| Digest::of(&bytes));
        Some(bytes)
    }

    /// The record from the cache; `None` if an object is missing, or a place of a message has moved.
    pub fn decode(
        bytes: &[u8],
        inputs: Inputs,
        cache: &Cache,
        (sources, held): (&Sources, &HeldCode),
    ) -> Option<FinishedUnit> {
        let record: UnitRecord<'_> = serde_json::from_slice(bytes).ok()?;
        let mut shaders = Vec::new();
        for shader in record.shaders {
            let ShaderRecord {
                name,
                branches,
                fallback,
                metadata,
                decision,
                techniques,
                staged,
                reflections,
                materials,
                report,
                variant_diagnostics,
                declared,
                fallback_declared,
                ..
            } = shader;
            let techniques = techniques.restore()?;
            let staged = staged.into_iter().map(|staged| {
                Some(PackagedTechnique {
                    technique: Arc::clone(techniques.get(staged.technique)?),
                    values_mask: staged.mask,
                    values: staged.values,
                    variants: staged.variants.into_owned(),
                    program: None,
                })
            });
            let mut techniques = staged.collect::<Option<Vec<_>>>()?;
            let artifacts = shader.artifacts.into_iter().map(|artifact| {
                let ArtifactRecord { object, entry_point, reflection } = artifact;
                let bytes = held.hold(cache.object(&object)?.into());
                let reflection = reflections.get(reflection)?.clone().into_owned();
                let entry_point = entry_point.into_owned();
                Some(Arc::new(Artifact { bytes, entry_point, reflection }))
            });
            let artifacts = artifacts.collect::<Option<Vec<_>>>()?;
            let mut variants = Vec::new();
            let (mut keys, mut identities) = (Vec::new(), Vec::new());
            for (stage, entry_point, key, identity, at) in shader.variants {
                let (entry_point, artifact) = (entry_point.into_owned(), Arc::clone(artifacts.get(at)?));
                variants.push(PackagedVariant { stage, entry_point, artifact });
                keys.push(key);
                identities.push(identity);
            }
            for (at, machine, object) in shader.programs {
                let bytes = cache.object(&object)?.into();
                let artifact =
                    Arc::new(Artifact { bytes, entry_point: String::new(), reflection: Reflection::default() });
                techniques.get_mut(at)?.program = Some(PackagedProgram { machine: machine.into_owned(), artifact });
            }
            if !variant_diagnostics.iter().all(|finding| finding.diagnostic.restore(sources).is_some()) {
                return None;
            }
            shaders.push(FinishedShader {
                packaged: PackagedShader {
                    name: name.into_owned(),
                    branches: branches.into_owned(),
                    fallback: fallback.into_owned(),
                    metadata: metadata.into_owned(),
                    decision: decision.into_owned(),
                    techniques,
                    variants,
                    materials: materials.into_owned(),
                },
                keys,
                identities,
                report: report.into_owned(),
                variant_diagnostics: variant_diagnostics.into_owned(),
                declared: declared.into_owned(),
                fallback_declared: fallback_declared.into_owned(),
                part: OnceLock::new(),
            });
        }
        if !record.diagnostics.iter().all(|diagnostic| diagnostic.restore(sources).is_some()) {
            return None;
        }
        let diagnostics = record.diagnostics.into_owned();
        Some(FinishedUnit { shaders, diagnostics, inputs, record: Digest::of(bytes).into(), texts: None })
    }
}

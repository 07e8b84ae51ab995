//! A unit's whole result: its packed shaders and its diagnostics. A later build uses it if nothing has changed.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::cache::Cache;
use crate::diag::{FileId, Sources, StoredDiagnostic, StoredLabel};
use crate::model::{
    Artifact, BranchLayout, Decision, Digest, Fallback, PackagedMaterial, PackagedProgram, PackagedShader,
    PackagedTechnique, PackagedVariant, Reflection, Scalar, Stage,
};
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
}

/// Files that were read, with their digests, and files that were looked for and not found.
pub type Inputs = BTreeMap<PathBuf, Option<Digest>>;

/// Adds files that were read, and paths that were looked for, to the inputs. A generated text has no path of its own:
/// it comes from a file that has one.
pub fn note_inputs(sources: &Sources, files: &[FileId], missing: &[PathBuf], inputs: &mut Inputs) {
    for file in files.iter().map(|id| sources.get(*id)) {
        if let Some(path) = &file.path {
            inputs.insert(path.clone(), Some(file.digest));
        }
    }
    for path in missing {
        inputs.entry(path.clone()).or_insert(None);
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
}

#[derive(Serialize, Deserialize)]
struct UnitRecord {
    shaders: Vec<ShaderRecord>,
    diagnostics: Vec<StoredDiagnostic>,
}

#[derive(Serialize, Deserialize)]
struct ShaderRecord {
    name: String,
    branches: BranchLayout,
    fallback: Option<Fallback>,
    metadata: BTreeMap<String, Scalar>,
    decision: Decision,
    techniques: Vec<PackagedTechnique>,
    /// Stage, entry point, key, identity, index into `artifacts`.
    variants: Vec<(Stage, String, Digest, Digest, usize)>,
    /// Technique, machine, and the bytes, which are an object of the cache.
    programs: Vec<(usize, String, Digest)>,
    /// Distinct artifacts.
    artifacts: Vec<ArtifactRecord>,
    materials: Vec<PackagedMaterial>,
    report: ShaderReport,
    variant_diagnostics: Vec<StoredVariantDiagnostic>,
    declared: StoredLabel,
    fallback_declared: Option<StoredLabel>,
}

/// An artifact, whose bytes are an object of the cache.
#[derive(PartialEq, Serialize, Deserialize)]
struct ArtifactRecord {
    object: Digest,
    entry_point: String,
    reflection: Reflection,
}

impl FinishedUnit {
    /// The bytes of the record for the cache; `None` if a path of a message is not UTF-8. Artifacts become objects of
    /// the cache.
    pub fn encode(&self, cache: &Cache) -> Option<Vec<u8>> {
        let shader = |shader: &FinishedShader| {
            let packaged = &shader.packaged;
            let mut artifacts: Vec<ArtifactRecord> = Vec::new();
            // By address: equal artifacts are nearly always the same `Arc`, and comparing reflections is slow.
            let mut known: Vec<*const Artifact> = Vec::new();
            let identities = shader.keys.iter().zip(&shader.identities);
            let variants = packaged.variants.iter().zip(identities).map(|(variant, (key, identity))| {
                let address = Arc::as_ptr(&variant.artifact);
                let at = known.iter().position(|other| *other == address).unwrap_or_else(|| {
                    known.push(address);
                    artifacts.push(ArtifactRecord {
                        object: cache.put_blob(&variant.artifact.bytes),
                        entry_point: variant.artifact.entry_point.clone(),
                        reflection: variant.artifact.reflection.clone(),
                    });
                    artifacts.len() - 1
                });
                (variant.stage, variant.entry_point.clone(), *key, *identity, at)
            });
            let variants = variants.collect();
            let programs = packaged.techniques.iter().enumerate().filter_map(|(at, technique)| {
                let PackagedProgram { machine, artifact } = technique.program.as_ref()?;
                Some((at, machine.clone(), cache.put_blob(&artifact.bytes)))
            });
            ShaderRecord {
                programs: programs.collect(),
                name: packaged.name.clone(),
                branches: packaged.branches.clone(),
                fallback: packaged.fallback.clone(),
                metadata: packaged.metadata.clone(),
                decision: packaged.decision.clone(),
                techniques: packaged.techniques.clone(),
                variants,
                artifacts,
                materials: packaged.materials.clone(),
                report: shader.report.clone(),
                variant_diagnostics: shader.variant_diagnostics.clone(),
                declared: shader.declared.clone(),
                fallback_declared: shader.fallback_declared.clone(),
            }
        };
        let record =
            UnitRecord { shaders: self.shaders.iter().map(shader).collect(), diagnostics: self.diagnostics.clone() };
        let bytes = serde_json::to_vec(&record).ok()?;
        self.record.get_or_init(|| Digest::of(&bytes));
        Some(bytes)
    }

    /// The record from the cache; `None` if an object is missing, or a place of a message has moved.
    pub fn decode(bytes: &[u8], inputs: Inputs, cache: &Cache, sources: &Sources) -> Option<FinishedUnit> {
        let record: UnitRecord = serde_json::from_slice(bytes).ok()?;
        let mut shaders = Vec::new();
        for shader in record.shaders {
            let ShaderRecord {
                name,
                branches,
                fallback,
                metadata,
                decision,
                mut techniques,
                materials,
                report,
                variant_diagnostics,
                declared,
                fallback_declared,
                ..
            } = shader;
            let artifacts = shader.artifacts.into_iter().map(|artifact| {
                let bytes = cache.object(&artifact.object)?.into();
                let ArtifactRecord { entry_point, reflection, .. } = artifact;
                Some(Arc::new(Artifact { bytes, entry_point, reflection }))
            });
            let artifacts = artifacts.collect::<Option<Vec<_>>>()?;
            let mut variants = Vec::new();
            let (mut keys, mut identities) = (Vec::new(), Vec::new());
            for (stage, entry_point, key, identity, at) in shader.variants {
                variants.push(PackagedVariant { stage, entry_point, artifact: Arc::clone(artifacts.get(at)?) });
                keys.push(key);
                identities.push(identity);
            }
            for (at, machine, object) in shader.programs {
                let bytes = cache.object(&object)?.into();
                let artifact =
                    Arc::new(Artifact { bytes, entry_point: String::new(), reflection: Reflection::default() });
                techniques.get_mut(at)?.program = Some(PackagedProgram { machine, artifact });
            }
            if !variant_diagnostics.iter().all(|finding| finding.diagnostic.restore(sources).is_some()) {
                return None;
            }
            let packaged =
                PackagedShader { name, branches, fallback, metadata, decision, techniques, variants, materials };
            shaders.push(FinishedShader {
                packaged,
                keys,
                identities,
                report,
                variant_diagnostics,
                declared,
                fallback_declared,
            });
        }
        if !record.diagnostics.iter().all(|diagnostic| diagnostic.restore(sources).is_some()) {
            return None;
        }
        Some(FinishedUnit { shaders, diagnostics: record.diagnostics, inputs, record: Digest::of(bytes).into() })
    }
}

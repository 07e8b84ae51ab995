//! From what the stages found of a shader to what is packed of it.

use std::sync::Arc;

use super::decision::{TooManyCubes, decide};
use crate::model::{
    Artifact, Exploration, PackagedShader, PackagedTechnique, PackagedVariant, ShaderDeclaration, VariantSet,
};

/// Puts a shader together. `artifacts` is parallel to `variants.variants`, and `variants.techniques` to `exploration.finals`.
pub fn package_shader(
    declaration: &ShaderDeclaration,
    exploration: &Exploration,
    variants: &VariantSet,
    artifacts: &[Arc<Artifact>],
) -> Result<PackagedShader, TooManyCubes> {
    let techniques = exploration.finals.iter().zip(&variants.techniques).map(|(last, stages)| PackagedTechnique {
        technique: exploration.techniques[last.technique.0 as usize].clone(),
        values: last.values,
        variants: stages.iter().map(|(stage, variant)| (*stage, variant.0)).collect(),
    });
    let packaged = variants.variants.iter().zip(artifacts).map(|(variant, artifact)| PackagedVariant {
        stage: variant.stage,
        entry_point: variant.entry_point.clone(),
        artifact: Arc::clone(artifact),
    });
    Ok(PackagedShader {
        name: declaration.name.clone(),
        branches: declaration.branches.clone(),
        fallback: declaration.fallback.clone(),
        metadata: declaration.metadata.clone(),
        decision: decide(&declaration.branches, exploration)?,
        techniques: techniques.collect(),
        variants: packaged.collect(),
    })
}

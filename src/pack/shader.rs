//! Makes the packaged form of a shader from the results of the stages.

use std::sync::Arc;

use super::decision::{TooManyCubes, decide};
use crate::model::{
    Artifact, Exploration, PackagedShader, PackagedTechnique, PackagedVariant, ShaderDeclaration, VariantSet,
};

/// Puts a shader together. `artifacts` is parallel to `variants.variants`.
pub fn package_shader(
    declaration: &ShaderDeclaration,
    exploration: &Exploration,
    variants: &VariantSet,
    artifacts: &[Arc<Artifact>],
) -> Result<PackagedShader, TooManyCubes> {
    let techniques = variants.techniques.iter().map(|staged| PackagedTechnique {
        technique: exploration.techniques[staged.finals.technique.0 as usize].clone(),
        values_mask: staged.finals.mask,
        values: staged.finals.values(),
        variants: staged.stages.iter().map(|(stage, variant)| (*stage, variant.0)).collect(),
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
        decision: decide(&declaration.branches, variants.parts.clone())?,
        techniques: techniques.collect(),
        variants: packaged.collect(),
        materials: Vec::new(),
    })
}

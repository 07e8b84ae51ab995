//! Makes the packaged form of a shader from the results of the stages.

use std::sync::Arc;

use super::decision::{TooManyCubes, decide};
use crate::model::{
    Artifact, Exploration, PackagedShader, PackagedTechnique, PackagedVariant, ShaderDeclaration, StagedProgram,
    VariantSet,
};

/// Puts a shader together. `artifacts` is parallel to `variants.variants`, `programs` to `variants.techniques`, unless it
/// is empty.
pub fn package_shader(
    declaration: &ShaderDeclaration,
    exploration: &Exploration,
    variants: &VariantSet,
    artifacts: &[Arc<Artifact>],
    programs: &[StagedProgram],
) -> Result<PackagedShader, TooManyCubes> {
    let techniques = variants.techniques.iter().enumerate().map(|(at, staged)| {
        let mut technique = Arc::clone(&exploration.techniques[staged.finals.technique.0 as usize]);
        let program = programs.get(at);
        if let Some(program) = program.filter(|program| !program.metadata.is_empty()) {
            Arc::make_mut(&mut technique).metadata.extend(program.metadata.iter().cloned());
        }
        PackagedTechnique {
            technique,
            values_mask: staged.finals.mask,
            values: staged.finals.values(),
            variants: staged.stages.iter().map(|(stage, variant)| (*stage, variant.0)).collect(),
            program: program.map(|program| program.packaged.clone()),
        }
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

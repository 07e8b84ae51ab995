//! From compiled variants to what the archive holds.

use std::sync::Arc;

use super::compiling::Compiling;
use super::{Front, ShaderFront};
use crate::diag::Diagnostic;
use crate::model::{Artifact, Package, PackagedShader, PackagedTarget, Target};
use crate::pack;

/// Puts the package together. Every variant has been compiled.
pub(super) fn package(
    front: &Front,
    compiling: &mut Compiling,
    targets: &[Target],
) -> Result<Package, Vec<Diagnostic>> {
    // One variant can stand in many shaders: the bytes are shared.
    let artifacts: Vec<Option<Arc<Artifact>>> =
        compiling.outcomes.iter_mut().map(|outcome| outcome.artifact.take().map(Arc::new)).collect();
    let mut diagnostics = Vec::new();
    let mut package = Package::default();
    for target in targets {
        let mut shaders = Vec::new();
        for shader in front.shaders.iter().filter(|shader| shader.target == *target) {
            match packaged(shader, compiling, &artifacts) {
                Ok(packaged) => shaders.push(packaged),
                Err(diagnostic) => diagnostics.push(*diagnostic),
            }
        }
        package.targets.push(PackagedTarget { target: *target, shaders });
    }
    if diagnostics.is_empty() { Ok(package) } else { Err(diagnostics) }
}

fn packaged(
    shader: &ShaderFront,
    compiling: &Compiling,
    artifacts: &[Option<Arc<Artifact>>],
) -> Result<PackagedShader, Box<Diagnostic>> {
    let declaration = &shader.declaration;
    let mut of_variants = Vec::new();
    for variant in &shader.variants.variants {
        let artifact = compiling.job(shader.target, variant).and_then(|job| artifacts[job].clone());
        let Some(artifact) = artifact else {
            return Err(Box::new(Diagnostic::error(
                "pack/missing-variant",
                format!("a variant of shader `{}` was not compiled", declaration.name),
            )));
        };
        of_variants.push(artifact);
    }
    pack::package_shader(declaration, &shader.exploration, &shader.variants, &of_variants).map_err(|error| {
        Box::new(
            Diagnostic::error("pack/too-many-cubes", format!("shader `{}`: {error}", declaration.name))
                .at(declaration.declared)
                .help("Have `Specialize` set the branches that a technique does not use to a fixed value."),
        )
    })
}

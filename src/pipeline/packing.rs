//! Makes the contents of the archive from compiled variants.

use std::sync::Arc;

use super::ShaderFront;
use crate::diag::Diagnostic;
use crate::model::{Artifact, PackagedShader};
use crate::pack;

/// Puts a shader together; `artifacts` is parallel to its variants.
pub fn package(shader: &ShaderFront, artifacts: &[Arc<Artifact>]) -> Result<PackagedShader, Box<Diagnostic>> {
    let declaration = &shader.declaration;
    let ShaderFront { exploration, variants, programs, .. } = shader;
    let packaged = pack::package_shader(declaration, exploration, variants, artifacts, programs);
    let mut packaged = packaged.map_err(|error| {
        Box::new(
            Diagnostic::error("pack/too-many-cubes", format!("shader `{}`: {error}", declaration.name))
                .at(declaration.declared)
                .help("Have `Specialize` set the branches that a technique does not use to a fixed value."),
        )
    })?;
    packaged.materials = shader.materials.iter().map(|material| material.packaged(&packaged.techniques)).collect();
    Ok(packaged)
}

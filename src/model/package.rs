//! Everything an archive holds, as plain data.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{Artifact, BranchLayout, Cube, Diagram, Fallback, Permutation, Scalar, Stage, Target, Technique};

/// What is packed into one archive.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Package {
    /// In the order of the project, each once.
    pub targets: Vec<PackagedTarget>,
}

/// The shaders of one target.
#[derive(Clone, Debug, PartialEq)]
pub struct PackagedTarget {
    pub target: Target,
    /// In any order, each name once.
    pub shaders: Vec<PackagedShader>,
}

/// A shader for one target. Its sidecar sees the target, so every field can differ between targets.
#[derive(Clone, Debug, PartialEq)]
pub struct PackagedShader {
    pub name: String,
    pub branches: BranchLayout,
    pub fallback: Option<Fallback>,
    pub metadata: BTreeMap<String, Scalar>,
    pub decision: Decision,
    /// Parallel to `VariantSet::techniques`.
    pub techniques: Vec<PackagedTechnique>,
    /// Parallel to `VariantSet::variants`.
    pub variants: Vec<PackagedVariant>,
    /// The materials that the shader draws, in any order.
    pub materials: Vec<PackagedMaterial>,
}

/// A material: a shader with values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackagedMaterial {
    /// Unique among the materials of a target.
    pub name: String,
    /// Either one entry for all techniques, without a number, or one for each technique, in their order.
    pub values: Vec<MaterialValues>,
}

/// The values of a material for a technique.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MaterialValues {
    /// Index into [`PackagedShader::techniques`]; `None`: all of them.
    pub technique: Option<u32>,
    /// The contents of the block of public uniforms, by the rules of std140.
    pub block: Vec<u8>,
    /// From the name of a texture in the shader to the file's, as the document has it.
    pub textures: BTreeMap<String, String>,
}

/// From permutation to an index into [`PackagedShader::techniques`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decision {
    /// One entry for each number below 2^bits; `None` where nothing is built.
    Table(Vec<Option<u32>>),
    /// Without a value for permutations that are not built.
    Diagram(Diagram),
    /// Disjoint; permutations outside of all cubes are not built.
    Cubes(Vec<(Cube, u32)>),
}

/// A technique with the variants of its stages.
#[derive(Clone, Debug, PartialEq)]
pub struct PackagedTechnique {
    /// Techniques of a shader that differ in final values or variants alone share it.
    pub technique: Arc<Technique>,
    /// The bits of branches that have one final value in all permutations that lead here.
    pub values_mask: u64,
    /// Their values; 0 outside of the mask.
    pub values: Permutation,
    /// Index into [`PackagedShader::variants`] by stage.
    pub variants: BTreeMap<Stage, u32>,
    /// In the place of stages.
    pub program: Option<PackagedProgram>,
}

/// A program of a technique before packing.
#[derive(Clone, Debug, PartialEq)]
pub struct StagedProgram {
    pub packaged: PackagedProgram,
    /// Added to the technique's own.
    pub metadata: Vec<(String, Scalar)>,
}

/// A program that a machine of the engine runs.
#[derive(Clone, Debug, PartialEq)]
pub struct PackagedProgram {
    pub machine: String,
    /// Without an entry point and resources.
    pub artifact: Arc<Artifact>,
}

/// One compiled stage.
#[derive(Clone, Debug, PartialEq)]
pub struct PackagedVariant {
    pub stage: Stage,
    /// The name in the shader's source; [`Artifact`] has the name in the bytes.
    pub entry_point: String,
    pub artifact: Arc<Artifact>,
}

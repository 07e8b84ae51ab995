//! The data of the page, as its script reads it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::bits::Bits;
use super::decision::Decision;
use super::pool::Pool;
use super::texts::TextPool;
use crate::diag::JsonDiagnostic;
use crate::model::{BranchLayout, Reflection, Scalar, Stage, UniformBlock};
use crate::report::{Explanation, Shared, StageTiming};

/// The page of a build.
#[derive(Debug, Serialize)]
pub struct Page {
    /// Version of uberc.
    pub version: &'static str,
    /// The name of the project's archive.
    pub title: String,
    /// By name.
    pub targets: Vec<&'static str>,
    /// Distinct variants of all targets, and those that failed.
    pub variants: usize,
    pub failed: usize,
    /// In the order of units, targets and declarations.
    pub shaders: Vec<ShaderPage>,
    pub spaces: Pool<PermutationSpace>,
    /// Distinct artifacts.
    pub binaries: Pool<Binary>,
    pub blocks: Pool<UniformBlock>,
    pub texts: TextPool,
    /// In the order of the build's messages.
    pub diagnostics: Vec<JsonDiagnostic>,
    pub timings: Option<PageTimings>,
}

/// The bytes of one artifact, or of several that are equal.
#[derive(Debug, Serialize)]
pub struct Binary {
    /// BLAKE3, hexadecimal.
    pub digest: String,
    pub bytes: usize,
}

/// One shader under one target.
#[derive(Debug, Serialize)]
pub struct ShaderPage {
    pub name: String,
    pub target: &'static str,
    /// The source file's name.
    pub file: String,
    /// Of the sidecar.
    pub sidecar: String,
    /// Index into [`Page::spaces`]: targets often share it.
    pub space: u32,
    pub explanation: Explanation,
    /// Parallel to the variants of the space; `None` where there is no artifact.
    pub artifacts: Vec<Option<PageArtifact>>,
    /// Parallel to the techniques of the space, where these have a machine's programs in the place of stages; else empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<PageProgram>,
}

/// The program of a technique.
#[derive(Debug, Serialize)]
pub struct PageProgram {
    pub machine: String,
    /// Index into [`Page::binaries`].
    pub binary: u32,
    /// What the machine needs for it.
    pub metadata: BTreeMap<String, Scalar>,
}

/// What a variant became.
#[derive(Debug, Serialize)]
pub struct PageArtifact {
    /// Index into [`Page::binaries`].
    pub binary: u32,
    /// In the code.
    pub entry_point: String,
    /// The code and what a program must know to draw with it, of targets that browsers draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawable: Option<Drawable>,
}

/// Code that a browser runs.
#[derive(Debug, Serialize)]
pub struct Drawable {
    /// Index into [`Page::texts`]; `None` beyond the limit of texts.
    pub text: Option<u32>,
    pub reflection: Reflection,
    /// Indices into [`Page::blocks`].
    pub blocks: Vec<u32>,
}

/// The permutations of a shader, and where they lead.
#[derive(Debug, Serialize)]
pub struct PermutationSpace {
    pub layout: BranchLayout,
    /// The runs of `Specialize`: one for each cube; empty where there are too many to show.
    pub paths: Vec<RunPath>,
    /// From permutation to index into `paths`.
    pub path_of: Decision,
    /// The results of `Specialize` without final branch values, in order of discovery.
    pub settings: Vec<TechniqueSettings>,
    /// In the order of the archive.
    pub techniques: Vec<PageTechnique>,
    /// From permutation to index into `techniques`; nothing where no technique is built or known.
    pub technique_of: Decision,
    pub variants: Vec<PageVariant>,
    pub sources: Vec<PageSource>,
}

/// One run of `Specialize`: the permutations of a cube.
#[derive(Debug, Serialize)]
pub struct RunPath {
    /// Bits that the permutations have in common, and their values.
    pub mask: Bits,
    pub value: Bits,
    pub outcome: PathOutcome,
    /// Branch (by its place in the layout) and line of the sidecar, in order of the first read.
    pub reads: Vec<(u16, u32)>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PathOutcome {
    Built {
        /// Index into [`PermutationSpace::settings`].
        settings: u32,
        /// Bits that `Specialize` wrote, and their values.
        mask: Bits,
        value: Bits,
    },
    NotBuilt,
    Failed,
}

/// What `Specialize` returns beside the branch values.
#[derive(Debug, Serialize)]
pub struct TechniqueSettings {
    /// As the sidecar writes them, by stage.
    pub entry_points: BTreeMap<Stage, String>,
    pub vertex_format: Option<String>,
    pub profile: Option<String>,
    pub defines: BTreeMap<String, String>,
    pub metadata: BTreeMap<String, Scalar>,
    /// Fields that differ from `DefaultRenderState`, and their values.
    pub render_state: Vec<(String, String)>,
}

/// A technique as an archive has it.
#[derive(Debug, Serialize)]
pub struct PageTechnique {
    /// Index into [`PermutationSpace::settings`].
    pub settings: u32,
    /// Bits with one final value in all permutations that lead here, and their values.
    pub mask: Bits,
    pub value: Bits,
    /// Indices into [`PermutationSpace::variants`], in the order of stages.
    pub variants: Vec<u32>,
}

#[derive(Debug, Serialize)]
pub struct PageVariant {
    pub stage: Stage,
    pub entry_point: String,
    /// The digest that tells variants apart, hexadecimal.
    pub key: String,
    /// Index into [`PermutationSpace::sources`].
    pub source: u32,
    /// A permutation that leads here.
    pub example: Bits,
}

#[derive(Debug, Serialize)]
pub struct PageSource {
    /// Of the specialised tokens, hexadecimal.
    pub digest: String,
    /// Index into [`Page::texts`]; `None` beyond the limit of texts.
    pub text: Option<u32>,
}

/// How long this run of the build took. A page has it only if it was asked for: it differs from run to run.
#[derive(Debug, Serialize)]
pub struct PageTimings {
    pub wall_ms: u64,
    pub compiled: usize,
    pub cached: usize,
    pub stages: Vec<StageTiming>,
    pub shared: Vec<Shared>,
    /// The slowest first.
    pub slowest: Vec<SlowVariant>,
}

/// The work of compiling one variant.
#[derive(Debug, Serialize)]
pub struct SlowVariant {
    pub subject: String,
    pub us: u64,
}

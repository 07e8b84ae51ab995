//! Declarations of a sidecar.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{BranchLayout, Scalar, Technique};
use crate::diag::{SourceFile, Span};

/// What a game can use instead of a permutation that is not built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fallback {
    /// The same branches of another shader, by name.
    Shader(String),
    /// A permutation of this shader, as its bits.
    Permutation(u64),
}

/// One `Shader(name)` of a sidecar, after its file has run.
#[derive(Clone, Debug, Serialize)]
pub struct ShaderDeclaration {
    pub name: String,
    pub branches: BranchLayout,
    /// `shader.Technique`: the technique of a shader without `Specialize`.
    pub technique: Technique,
    pub has_specialize: bool,
    /// Text embedded in Lua (`shader.Source`), used instead of the file beside the sidecar.
    #[serde(skip)]
    pub source: Option<Arc<SourceFile>>,
    /// Name of the dialect of the text: the file's dialect, unless the sidecar sets another.
    pub dialect: String,
    pub fallback: Option<Fallback>,
    /// Where it was set.
    #[serde(skip)]
    pub fallback_declared: Option<Span>,
    /// Where the dialect is set, if it is.
    #[serde(skip)]
    pub dialect_declared: Option<Span>,
    pub metadata: BTreeMap<String, Scalar>,
    /// Options of the generator that writes its text.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Scalar>,
    /// The materials whose shaders it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub materials: Option<MaterialRequest>,
    /// Names of implementations of nodes that the sidecar has functions for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub implemented: Vec<String>,
    /// The call of `Shader`.
    #[serde(skip)]
    pub declared: Span,
}

/// Which materials a shader is made of. Materials that differ in values alone share a shader.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MaterialRequest {
    /// Documents, relative to the folder of the sidecar or to an include folder; empty: the unit's own.
    pub files: Vec<String>,
    /// Paths of elements; empty: all materials of the documents, and without materials their outputs.
    pub elements: Vec<String>,
    /// The folder of the sidecar, relative to the project's root.
    pub folder: PathBuf,
    /// Stands in front of the materials' names. `{document}` in it is the document's name without its extension.
    pub prefix: String,
}

impl ShaderDeclaration {
    /// Between the name of a declaration and that of the first material of one of its shaders.
    pub const MATERIAL_MARK: char = '/';

    /// Whether a shader of this name comes from the declaration: its own name, or one of its materials' shaders.
    pub fn declares(&self, name: &str) -> bool {
        let of_material = || name.strip_prefix(self.name.as_str())?.strip_prefix(ShaderDeclaration::MATERIAL_MARK);
        self.name == name || self.materials.is_some() && of_material().is_some()
    }
}

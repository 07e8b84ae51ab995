//! Declarations of a sidecar.

use std::collections::BTreeMap;
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
    /// The call of `Shader`.
    #[serde(skip)]
    pub declared: Span,
}

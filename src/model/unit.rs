//! A pair of files: the unit of discovery.

use std::path::PathBuf;

use serde::Serialize;

/// A shader file and its sidecar, such as `name.fx` and `name.fx.lua`. Paths are relative to the project root.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct SourceUnit {
    pub sidecar: PathBuf,
    /// `None` where there is no such file: every shader of the sidecar must embed its `Source`.
    pub source: Option<PathBuf>,
}

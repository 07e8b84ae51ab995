//! The interface of a generator.

use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;

use super::Extension;
use crate::diag::{Diagnostic, FileId, PlaceMap, SourceFile, Sources};

/// Writes source text in a language from files of another kind. Its text takes the file's place before the
/// preprocessor, so it needs no parser, no analysis and no lowering.
pub trait Generator: Debug + Send + Sync {
    /// The name in `Dialect` and `[dialects]`: lower case.
    fn name(&self) -> &'static str;

    /// The files that it reads, the usual extension first.
    fn extensions(&self) -> &'static [Extension];

    /// The name of the language that it writes.
    fn language(&self) -> &'static str;

    /// A number that changes whenever the same input gives another result. It is in the keys of results.
    fn revision(&self) -> u32;

    /// Writes the text. The result depends on the input, the files that it names and the revision alone.
    fn generate(&self, input: &GeneratorInput<'_>) -> Generated;
}

/// The inputs of a generator.
#[derive(Clone, Copy, Debug)]
pub struct GeneratorInput<'a> {
    /// The unit's file, or the `Source` of a shader.
    pub file: &'a Arc<SourceFile>,
    /// Loads other files; the result must name them.
    pub sources: &'a Sources,
    /// The project's folders for `#include`, relative to its root, in order.
    pub include_paths: &'a [PathBuf],
}

/// The result of a generator.
#[derive(Clone, Debug, Default)]
pub struct Generated {
    /// Source text. It is not used if a diagnostic is an error.
    pub text: String,
    /// Where the parts of the text come from. Mistakes in a part without a place are shown in the text itself.
    pub places: PlaceMap,
    /// Mistakes in the input, with places in it.
    pub diagnostics: Vec<Diagnostic>,
    /// Other files that were read.
    pub files: Vec<FileId>,
    /// Paths that were looked for and not found, relative to the project's root.
    pub missing: Vec<PathBuf>,
}

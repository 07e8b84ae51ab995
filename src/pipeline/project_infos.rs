//! The create infos of a project, and the texts that were made of them in this run.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::diag::{Diagnostic, FileId, SourceFile};
use crate::dialect::create_info::{BoundResource, Library};
use crate::model::{Scalar, Target};

/// The text of an info for a target.
#[derive(Clone, Debug, Default)]
pub struct InfoText {
    /// `None` after an error.
    pub file: Option<Arc<SourceFile>>,
    pub diagnostics: Vec<Diagnostic>,
    /// Files that were read.
    pub files: Vec<FileId>,
    /// Paths that were looked for and not found.
    pub missing: Vec<PathBuf>,
    /// Where its resources are.
    pub bindings: Vec<BoundResource>,
    /// Compilation constants whose values the text has already.
    pub fixed: Vec<String>,
}

type Texts = BTreeMap<(String, Target), Arc<OnceLock<InfoText>>>;

/// The infos of a project.
#[derive(Debug, Default)]
pub struct ProjectInfos {
    pub library: Arc<Library>,
    pub diagnostics: Vec<Diagnostic>,
    /// Files that were read.
    pub files: Vec<FileId>,
    /// Files that were looked for and not found.
    pub missing: Vec<PathBuf>,
    /// For the metadata of techniques, by the name of the info.
    pub metadata: BTreeMap<String, Vec<(String, Scalar)>>,
    texts: Mutex<Texts>,
}

impl ProjectInfos {
    pub fn new(
        library: Library,
        diagnostics: Vec<Diagnostic>,
        files: Vec<FileId>,
        missing: Vec<PathBuf>,
    ) -> ProjectInfos {
        let library = Arc::new(library);
        ProjectInfos { library, diagnostics, files, missing, metadata: BTreeMap::new(), texts: Mutex::default() }
    }

    /// The text of infos for a target; the first call makes it.
    pub fn text(&self, names: &str, target: Target, make: impl FnOnce() -> InfoText) -> InfoText {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        let text = Arc::clone(texts.entry((names.to_owned(), target)).or_default());
        drop(texts);
        text.get_or_init(make).clone()
    }
}

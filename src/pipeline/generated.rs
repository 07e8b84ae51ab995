//! The texts that generators write. Each is made once in a run.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::diag::{Diagnostic, FileId, SourceFile, Span};
use crate::dialect::OptionValues;
use crate::model::{MaterialRequest, Scalar, Target};

/// A text in a language, from a file in a dialect.
#[derive(Clone, Debug)]
pub struct DialectText {
    /// The file itself, or the text that a generator made of it; `None` if the generator found an error.
    pub file: Option<Arc<SourceFile>>,
    /// Diagnostics about the files that the generator read.
    pub diagnostics: Vec<Diagnostic>,
    /// Other files that the generator read.
    pub files: Vec<FileId>,
    /// Paths that it looked for and did not find.
    pub missing: Vec<PathBuf>,
    /// Of techniques with this text.
    pub metadata: Vec<(String, Scalar)>,
    /// The materials that were asked for; then `file` is none.
    pub materials: Vec<MaterialText>,
    /// The machine for whose programs it stands.
    pub machine: Option<&'static str>,
    /// Names that it has as branches with the values 0 and 1 alone, with their first places in the user's file.
    pub switches: BTreeMap<String, Span>,
}

/// The text of a material, and its values.
#[derive(Clone, Debug)]
pub struct MaterialText {
    pub name: String,
    /// The same file for materials with equal texts.
    pub file: Arc<SourceFile>,
    pub block: Vec<u8>,
    pub textures: BTreeMap<String, String>,
}

/// The texts by what they follow from.
type Texts = BTreeMap<TextKey, Arc<OnceLock<DialectText>>>;

/// What a generated text follows from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextKey {
    pub file: FileId,
    pub dialect: &'static str,
    pub options: OptionValues,
    pub materials: Option<MaterialRequest>,
    /// The sidecar whose functions write code of nodes, and the target that it ran for.
    pub scripts: Option<(PathBuf, Target)>,
}

/// The texts of a run. Files do not change during one, so a text is made once for all shaders and targets.
#[derive(Debug, Default)]
pub struct GeneratedFiles {
    texts: Mutex<Texts>,
}

impl DialectText {
    pub fn of_language(file: Arc<SourceFile>) -> DialectText {
        DialectText {
            file: Some(file),
            diagnostics: Vec::new(),
            files: Vec::new(),
            missing: Vec::new(),
            metadata: Vec::new(),
            materials: Vec::new(),
            machine: None,
            switches: BTreeMap::new(),
        }
    }
}

impl GeneratedFiles {
    /// The text of a file in a dialect; the first call makes it.
    pub fn get(&self, key: TextKey, make: impl FnOnce() -> DialectText) -> DialectText {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        let text = Arc::clone(texts.entry(key).or_default());
        drop(texts);
        text.get_or_init(make).clone()
    }
}

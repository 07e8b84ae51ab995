//! What generators write, each text once a run.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::BuildContext;
use crate::diag::{Diagnostic, FileId, SourceFile};
use crate::dialect::{Dialect, Generated, GeneratorInput};

/// A text in a language, from a file in a dialect.
#[derive(Clone, Debug)]
pub struct DialectText {
    /// The file itself, or what a generator made of it; `None` where that has an error.
    pub file: Option<Arc<SourceFile>>,
    /// What is wrong with what the generator read.
    pub diagnostics: Vec<Diagnostic>,
    /// Other files that the generator read.
    pub files: Vec<FileId>,
    /// Paths that it looked for and did not find.
    pub missing: Vec<PathBuf>,
}

/// The texts of a run. Files do not change during one, so a text is made once for all shaders and targets.
#[derive(Debug, Default)]
pub struct GeneratedFiles {
    texts: Mutex<BTreeMap<(FileId, &'static str), Arc<OnceLock<DialectText>>>>,
}

impl DialectText {
    fn of_language(file: Arc<SourceFile>) -> DialectText {
        DialectText { file: Some(file), diagnostics: Vec::new(), files: Vec::new(), missing: Vec::new() }
    }
}

/// The text of a file that is written in a dialect.
pub fn text_of(context: &BuildContext, file: &Arc<SourceFile>, dialect: Dialect) -> DialectText {
    let Some(generator) = context.registry().generator(dialect) else {
        return DialectText::of_language(Arc::clone(file));
    };
    let slot = {
        let mut texts = context.generated.texts.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(texts.entry((file.id, dialect.name)).or_default())
    };
    let make = || {
        let sources = &context.sources;
        let input = GeneratorInput { file, sources, include_paths: &context.project.include };
        let stage = format!("generate/{}", generator.name());
        let Generated { text, places, diagnostics, files, missing } =
            context.trace.measure(&stage, &*file.name, || generator.generate(&input));
        let is_sound = !diagnostics.iter().any(Diagnostic::is_error);
        let made = is_sound.then(|| sources.add_generated(format!("{}:generated", file.name), &text, places));
        DialectText { file: made, diagnostics, files, missing }
    };
    slot.get_or_init(make).clone()
}

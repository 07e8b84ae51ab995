//! One text without a project, through the embedded compiler.

use std::sync::Arc;

use crate::compile::{Analysis, embed};
use crate::diag::{Diagnostic, SourceFile, Sources};
use crate::dialect::Registry;
use crate::model::{ActionResult, BindingRule, SourceText, Stage, Target};
use crate::preprocess::{FileCache, Request, preprocess};

/// Compiles stages of a text in a language for a target that the embedded compiler writes.
///
/// # Errors
/// What the preprocessor, the analysis, lowering or the target's form rejects.
pub fn compile_text(
    file: &Arc<SourceFile>,
    language: &str,
    stages: &[(Stage, &str)],
    target: Target,
    sources: &Sources,
) -> Result<Vec<ActionResult>, Vec<Diagnostic>> {
    let registry = Registry::standard();
    let Some(dialect) = registry.find(language) else { return Err(Vec::new()) };
    let language = registry.language(dialect.language);
    let mut request = Request::new(Arc::clone(file));
    request.rules = language.preprocessor();
    let (unit, found) = preprocess(&request, &FileCache::default(), sources);
    if found.iter().any(Diagnostic::is_error) {
        return Err(found);
    }
    let text = SourceText::whole(Arc::new(unit));
    let session = language.open_session();
    let compiled = |(stage, entry): &(Stage, &str)| {
        // An analysis is that of one stage.
        let analysis = Analysis::new(&text, sources, &*session, language.default_version());
        embed(&analysis, *stage, entry, target, BindingRule::default(), false)
    };
    stages.iter().map(compiled).collect()
}

//! The text of a file in the language of its dialect.

use std::sync::Arc;

use super::BuildContext;
use super::generated::DialectText;
use crate::diag::{Diagnostic, SourceFile};
use crate::dialect::{Dialect, Generated, GeneratorInput};

/// The text of a file that is written in a dialect: the file itself, or what the dialect's generator writes.
pub fn text_of(context: &BuildContext, file: &Arc<SourceFile>, dialect: Dialect) -> DialectText {
    let Some(generator) = context.registry().generator(dialect) else {
        return DialectText::of_language(Arc::clone(file));
    };
    context.generated.get(file.id, dialect.name, || {
        let sources = &context.sources;
        let input = GeneratorInput { file, sources, include_paths: &context.project.include };
        let stage = format!("generate/{}", generator.name());
        let Generated { text, places, diagnostics, files, missing } =
            context.trace.measure(&stage, &*file.name, || generator.generate(&input));
        let is_sound = !diagnostics.iter().any(Diagnostic::is_error);
        let made = is_sound.then(|| sources.add_generated(format!("{}:generated", file.name), &text, places));
        DialectText { file: made, diagnostics, files, missing }
    })
}

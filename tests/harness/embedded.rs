//! Text through the embedded chain.

use std::path::Path;
use std::sync::Arc;

use uberc::compile::{Analysis, embed};
use uberc::diag::{self, Diagnostic, Sources};
use uberc::dialect::hlsl::analyse::{Session, Version};
use uberc::model::{ActionResult, BindingRule, SourceText, Stage, Target};
use uberc::preprocess::{self, FileCache};
use uberc_judge::batch;

/// The name that the text has in messages.
pub const NAME: &str = "main.fx";

/// In a target's form; the error is what is wrong, as the suites print it.
pub fn compile(
    text: &str,
    stage: Stage,
    entry: &str,
    version: Version,
    target: Target,
    names: bool,
) -> Result<ActionResult, String> {
    compile_bound(text, stage, entry, version, target, BindingRule::default(), names)
}

/// [`compile`] with another rule for bindings.
pub fn compile_bound(
    text: &str,
    stage: Stage,
    entry: &str,
    version: Version,
    target: Target,
    bindings: BindingRule,
    names: bool,
) -> Result<ActionResult, String> {
    let sources = Sources::in_memory([(NAME, text.as_bytes())]);
    let told = |mut found: Vec<Diagnostic>| {
        diag::sort(&mut found, &sources);
        super::diagnostics(&found, &sources)
    };
    let file = sources.load(Path::new(NAME)).map_err(|error| format!("{error:?}"))?;
    let (unit, found) = preprocess::preprocess(&preprocess::Request::new(file), &FileCache::default(), &sources);
    if found.iter().any(Diagnostic::is_error) {
        return Err(told(found));
    }
    let (text, session) = (SourceText::whole(Arc::new(unit)), Session::new());
    let analysis = Analysis::new(&text, &sources, &session, version);
    embed(&analysis, stage, entry, target, bindings, names).map_err(told)
}

/// SPIR-V with names and semantics, for the judge.
pub fn for_judge(text: &str, stage: batch::Stage, entry: &str, version: Version) -> Result<Vec<u8>, String> {
    let stage = match stage {
        batch::Stage::Vertex => Stage::Vertex,
        batch::Stage::Pixel => Stage::Pixel,
        batch::Stage::Compute => Stage::Compute,
    };
    let result = compile(text, stage, entry, version, Target::Spirv, true)?;
    let io = result.reflection.unwrap_or_default();
    let [inputs, outputs] = [io.inputs, io.outputs].map(|side| side.into_iter().map(|io| (io.location, io.name)));
    uberc_judge::partner::with_names(&result.output, inputs, outputs)
}

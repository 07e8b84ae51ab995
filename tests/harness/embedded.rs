//! Text through the embedded chain.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use uberc::compile::{Analysis, Embedded, ProgramForm, embed};
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
    analysed(text, version, |analysis| {
        let whole = |names| embed(analysis, stage, entry, target, bindings, names);
        if target == Target::Spirv {
            assert_unchanged_by_others(analysis, (stage, entry), bindings, &whole(false));
        }
        whole(names)
    })
}

/// Gives `use_it` the analysis of a text; the error is what is wrong, as the suites print it.
fn analysed<T>(
    text: &str,
    version: Version,
    use_it: impl FnOnce(&Analysis<'_>) -> Result<T, Vec<Diagnostic>>,
) -> Result<T, String> {
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
    use_it(&analysis).map_err(told)
}

type Compiled = Result<ActionResult, Vec<Diagnostic>>;

/// Compiles with functions of all programs that the suites have compiled, twice: the first may be the first to need a function.
fn assert_unchanged_by_others(analysis: &Analysis<'_>, entry: (Stage, &str), bindings: BindingRule, whole: &Compiled) {
    static SHARED: LazyLock<Embedded> = LazyLock::new(|| Embedded::new(ProgramForm::Spirv).expect("it writes SPIR-V"));
    for _ in 0..2 {
        let shared = SHARED.compile(analysis, entry, Target::Spirv, bindings, false, None);
        assert!(shared == *whole, "functions of other modules change this one: {shared:?} instead of {whole:?}");
    }
}

/// A compiler that compiles several texts.
pub struct Shared(Embedded);

impl Shared {
    pub fn new() -> Shared {
        Shared(Embedded::new(ProgramForm::Spirv).expect("it writes SPIR-V"))
    }

    /// The function `main` of a text, as a pixel or compute shader. It panics where another compiler would give something else.
    pub fn compile(&self, text: &str, bindings: BindingRule) -> Result<ActionResult, String> {
        let stage = if text.contains("numthreads") { Stage::Compute } else { Stage::Pixel };
        analysed(text, Version::default(), |analysis| {
            let whole = embed(analysis, stage, "main", Target::Spirv, bindings, false);
            let shared = self.0.compile(analysis, (stage, "main"), Target::Spirv, bindings, false, None);
            assert!(shared == whole, "functions of other modules change this one: {text}");
            shared
        })
    }
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

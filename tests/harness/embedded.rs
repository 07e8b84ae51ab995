//! Text through the embedded chain.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use uberc::compile::{Analysis, Embedded, ProgramForm, SharedCounts, embed};
use uberc::diag::{self, Diagnostic, Sources};
use uberc::dialect::glsl::Glsl;
use uberc::dialect::hlsl::Hlsl;
use uberc::dialect::hlsl::analyse::{Session, Version};
use uberc::dialect::{Language, MacroFacts};
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
        assert_unchanged_by_others(analysis, (stage, entry), (target, bindings), &whole(false));
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

pub type Compiled = Result<ActionResult, Vec<Diagnostic>>;

/// Compiles with functions of all programs that the suites have compiled, twice: the first may be the first to need a function.
fn assert_unchanged_by_others(
    analysis: &Analysis<'_>,
    entry: (Stage, &str),
    (target, bindings): (Target, BindingRule),
    whole: &Compiled,
) {
    static SHARED: LazyLock<Vec<(Target, Embedded)>> = LazyLock::new(|| compilers(&FORMS));
    let Some((_, compiler)) = SHARED.iter().find(|(known, _)| *known == target) else { return };
    for _ in 0..2 {
        let shared = compiler.compile(analysis, entry, target, bindings, false, None);
        assert!(shared == *whole, "functions of other modules change this one: {shared:?} instead of {whole:?}");
    }
}

/// The forms that a compiler writes by itself.
const FORMS: [Target; 8] =
    [Target::Spirv, Target::Wgsl, Target::Wgpu, Target::Msl, Target::Hlsl, Target::Glsl, Target::Gles, Target::Webgl];

fn compilers(targets: &[Target]) -> Vec<(Target, Embedded)> {
    let compiler = |target: &Target| (*target, Embedded::new(ProgramForm::of(*target)).expect("it writes this form"));
    targets.iter().map(compiler).collect()
}

/// A program of one entry point `main`, in HLSL 2021 or GLSL.
#[derive(Clone, Debug)]
pub struct Program {
    pub text: String,
    pub is_glsl: bool,
    pub stage: Stage,
    pub bindings: BindingRule,
}

/// Compilers that compile several programs, to SPIR-V first.
pub struct Shared(Vec<(Target, Embedded)>);

impl Shared {
    pub fn new() -> Shared {
        Shared(compilers(&FORMS))
    }

    /// The SPIR-V that they make of a program, and that a new compiler makes of it. Texts that differ in the same way are an error.
    pub fn compile(&self, program: &Program) -> Result<[Compiled; 2], String> {
        let (spirv, texts) = self.0.split_first().ok_or("there is no compiler")?;
        program.analysed(|analysis| {
            for text in texts {
                let [shared, by_new] = both(program, analysis, text);
                if shared != by_new {
                    let name = text.0.name();
                    return Err(format!("{name} differs, because of programs before it: {shared:?} {by_new:?}"));
                }
            }
            Ok(both(program, analysis, spirv))
        })
    }

    /// The same, without texts.
    pub fn spirv(&self, program: &Program) -> Result<[Compiled; 2], String> {
        let compiler = self.0.first().ok_or("there is no compiler")?;
        program.analysed(|analysis| Ok(both(program, analysis, compiler)))
    }

    /// What the modules of SPIR-V share.
    pub fn spirv_counts(&self) -> SharedCounts {
        self.0.first().map(|(_, compiler)| compiler.shared_counts()).unwrap_or_default()
    }
}

/// What a compiler makes of a program, and what a new one makes of it.
fn both(program: &Program, analysis: &Analysis<'_>, (target, compiler): &(Target, Embedded)) -> [Compiled; 2] {
    let Program { stage, bindings, .. } = program;
    let shared = compiler.compile(analysis, (*stage, "main"), *target, *bindings, false, None);
    [shared, embed(analysis, *stage, "main", *target, *bindings, false)]
}

impl Program {
    /// Gives `use_it` the analysis of the text.
    fn analysed<T>(&self, use_it: impl FnOnce(&Analysis<'_>) -> Result<T, String>) -> Result<T, String> {
        let Program { text, is_glsl, stage, .. } = self;
        let (language, name): (&dyn Language, &str) = if *is_glsl { (&Glsl, "main.glsl") } else { (&Hlsl, "main.fx") };
        let sources = Sources::in_memory([(name, text.as_bytes())]);
        let file = sources.load(Path::new(name)).map_err(|error| format!("{error:?}"))?;
        let newest = language.version_option().and_then(|option| option.versions.last().copied());
        let version = newest.filter(|_| !is_glsl).unwrap_or(language.default_version());
        let facts = MacroFacts {
            version,
            profile: "",
            stage: Some(*stage),
            is_spirv: true,
            is_fxc: false,
            native_16_bit: false,
        };
        let defines: Vec<(String, String)> =
            language.predefined_macros(&facts).into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        let rules = language.preprocessor();
        let request = preprocess::Request { defines: &defines, rules, ..preprocess::Request::new(file) };
        let (unit, found) = preprocess::preprocess(&request, &FileCache::default(), &sources);
        if found.iter().any(Diagnostic::is_error) {
            return Err(super::diagnostics(&found, &sources));
        }
        let (text, session) = (SourceText::whole(Arc::new(unit)), language.open_session());
        use_it(&Analysis::new(&text, &sources, &*session, version))
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

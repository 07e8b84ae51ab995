//! The compilers that can be compared with the reference. A new one is a name and a function here.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use uberc::compile::{Analysis, embed};
use uberc::diag::{Diagnostic, Sources};
use uberc::dialect::glsl::Glsl;
use uberc::dialect::hlsl::Hlsl;
use uberc::dialect::hlsl::analyse::Version;
use uberc::dialect::{Language, MacroFacts, ProblemCodes};
use uberc::model::{BindingRule, LanguageVersion, PpToken, Preprocessed, PreprocessorRules, SourceText, Stage, Target};
use uberc::preprocess::{self, FileCache};
use uberc::syntax::{BracketMistake, Grammar, bracket_mistakes};
use uberc_judge::{batch, direct3d, glslang};

use crate::fallback::compile_with_fallback;
use crate::programs::Program;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Candidate {
    /// uberc's own front end.
    Embedded,
    /// The same, and DXC for what it does not support: the chain `auto`.
    Auto,
    Slangc,
    /// The reference's SPIR-V, read and written again by naga: what its IR cannot carry, the embedded chain cannot.
    Naga,
    Glslang,
    /// The compiler that shaders are written for.
    Dxc,
}

/// What a compiler made of a program.
pub(crate) enum Answer {
    Accepted(Vec<u8>),
    /// The program is right, and the compiler makes nothing of it that the judge can run; why.
    Checked(String),
    /// The compiler does not support the program: every reason it gives.
    Unsupported(Vec<String>),
    /// The compiler rejects the program, with all its messages.
    Rejected(Vec<String>),
    /// The compiler is wrong.
    Broken(String),
}

impl Candidate {
    pub(crate) fn named(name: &str) -> Result<Candidate, String> {
        let all = [
            Candidate::Embedded,
            Candidate::Auto,
            Candidate::Slangc,
            Candidate::Naga,
            Candidate::Glslang,
            Candidate::Dxc,
        ];
        let names = || all.map(Candidate::name).join(", ");
        all.into_iter()
            .find(|candidate| candidate.name() == name)
            .ok_or_else(|| format!("no compiler is called `{name}`; there are {}", names()))
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Candidate::Embedded => "embedded",
            Candidate::Auto => "auto",
            Candidate::Slangc => "slangc",
            Candidate::Naga => "naga",
            Candidate::Glslang => "glslang",
            Candidate::Dxc => "dxc",
        }
    }

    /// Itself, if others can be held against it.
    pub(crate) fn as_reference(self) -> Result<Candidate, String> {
        match self {
            Candidate::Slangc | Candidate::Glslang | Candidate::Dxc => Ok(self),
            Candidate::Embedded | Candidate::Auto | Candidate::Naga => {
                Err(format!("`{}` cannot be the reference", self.name()))
            }
        }
    }

    /// As the reference, whose stages are those that the judge runs.
    pub(crate) fn refer(self, program: &Program) -> Answer {
        match self {
            Candidate::Slangc if judged(program.stage).is_some() => slangc(program),
            Candidate::Dxc if judged(program.stage).is_some() => dxc(program),
            _ => reference(program),
        }
    }

    /// Lays buffers out as Direct3D does, and not as glslang.
    pub(crate) fn is_direct3d(self) -> bool {
        matches!(self, Candidate::Embedded | Candidate::Auto | Candidate::Slangc | Candidate::Dxc)
    }

    /// Compiles. `reference`: what glslang made of it.
    pub(crate) fn compile(self, program: &Program, reference: &Answer) -> Answer {
        match self {
            Candidate::Embedded => embedded(program),
            Candidate::Auto => auto(program),
            Candidate::Slangc => slangc(program),
            Candidate::Naga => match reference {
                Answer::Accepted(spirv) => naga(spirv),
                Answer::Unsupported(messages) | Answer::Rejected(messages) => Answer::Rejected(messages.clone()),
                Answer::Broken(message) | Answer::Checked(message) => Answer::Rejected(vec![message.clone()]),
            },
            Candidate::Glslang => self::reference(program),
            Candidate::Dxc => dxc(program),
        }
    }
}

/// glslangValidator's answer.
fn reference(program: &Program) -> Answer {
    let Some(stage) = judged(program.stage) else {
        return Answer::Unsupported(vec![format!("{} stage", program.stage.name())]);
    };
    let include = program.file.as_ref().map_or(program.folder.clone(), |file| program.folder.join(file));
    let include = if program.file.is_some() { include.parent().unwrap_or(&program.folder) } else { &program.folder };
    let mut defines = program.defines.clone();
    let is_glsl = program.language.name() == Glsl.name();
    if is_glsl && program.entry != "main" {
        // Its only way to another entry point.
        defines.push((program.entry.clone(), "main".to_owned()));
    }
    let named = match program.stage {
        Stage::Amplification => Some("task"),
        Stage::Mesh => Some("mesh"),
        _ => None,
    };
    let options = glslang::Options { include: Some(include), defines: &defines, dx9: program.dx9, stage: named };
    let result = if is_glsl {
        glslang::glsl_with(&program.text, stage, &options)
    } else {
        glslang::hlsl_with(&program.text, stage, &program.entry, &options)
    };
    match result {
        Ok(spirv) => Answer::Accepted(spirv),
        Err(message) => Answer::Rejected(vec![message]),
    }
}

/// The stage as the judge runs it: those of mesh pipelines as compute stages.
pub(crate) fn judged(stage: Stage) -> Option<batch::Stage> {
    match stage {
        Stage::Amplification | Stage::Mesh => Some(batch::Stage::Compute),
        Stage::Vertex => Some(batch::Stage::Vertex),
        Stage::Pixel => Some(batch::Stage::Pixel),
        Stage::Compute => Some(batch::Stage::Compute),
        _ => None,
    }
}

fn embedded(program: &Program) -> Answer {
    with_analysis(program, |analysis, codes| embed_program(program, analysis, codes))
}

/// The embedded compiler's result where it has one, so that it is compared; what the whole chain makes of any other program.
fn auto(program: &Program) -> Answer {
    with_analysis(program, |analysis, codes| match embed_program(program, analysis, codes) {
        Answer::Accepted(spirv) => Answer::Accepted(spirv),
        _ => compile_with_fallback(program, analysis),
    })
}

/// Reads the program and gives its analysis to `then`.
fn with_analysis(program: &Program, then: impl FnOnce(&Analysis<'_>, ProblemCodes) -> Answer) -> Answer {
    let sources = Sources::new(&program.folder);
    let row_major = program.options.iter().any(|word| word == "-Zpr");
    let order = if row_major { "#pragma pack_matrix(row_major)\n#line 1\n" } else { "" };
    let text = format!("{order}{}", program.text);
    let file = sources.add(program.file.as_deref().unwrap_or("source"), &text);
    let folders = [PathBuf::new()];
    // As glslang has it; dxc only where it is told so.
    let is_hlsl = program.language.name() == Hlsl.name();
    let legacy =
        is_hlsl && (program.profile.is_none() || program.options.iter().any(|word| word == "-flegacy-macro-expansion"));
    let defines: Vec<(String, String)> = predefined(program).into_iter().chain(program.defines.clone()).collect();
    let request = preprocess::Request {
        include_paths: &folders,
        defines: &defines,
        rules: if is_hlsl { &PreprocessorRules::C } else { program.language.preprocessor() },
        legacy_macro_expansion: legacy,
        ..preprocess::Request::new(file)
    };
    let (unit, found) = preprocess::preprocess(&request, &FileCache::default(), &sources);
    if let Some(error) = found.iter().find(|found| found.is_error()) {
        return Answer::Rejected(vec![told(error, &sources)]);
    }
    let version = if is_hlsl { program.version.into() } else { LanguageVersion::default() };
    if let Some(at) = first_syntax_error(program.language.grammar(version), &unit) {
        return Answer::Rejected(vec![told(&unit.blame(Diagnostic::error("syntax", "not understood"), at), &sources)]);
    }
    let text = SourceText::whole(Arc::new(unit));
    let session = program.language.open_session();
    let codes = session.codes();
    then(&Analysis::new(&text, &sources, &*session, version), codes)
}

fn embed_program(program: &Program, analysis: &Analysis<'_>, codes: ProblemCodes) -> Answer {
    let sources = analysis.sources;
    match embed(analysis, program.stage, &program.entry, Target::Spirv, BindingRule::default(), true) {
        Ok(result) => {
            let io = result.reflection.unwrap_or_default();
            let [inputs, outputs] =
                [io.inputs, io.outputs].map(|side| side.into_iter().map(|io| (io.location, io.name)));
            match uberc_judge::partner::with_names(&result.output, inputs, outputs) {
                Ok(spirv) => Answer::Accepted(spirv),
                Err(message) => Answer::Broken(message),
            }
        }
        Err(found) => {
            let errors: Vec<&Diagnostic> = found.iter().filter(|found| found.is_error()).collect();
            let messages = || errors.iter().map(|error| told(error, sources)).collect();
            if errors.is_empty() {
                Answer::Broken("no word of what is wrong".to_owned())
            } else if let Some(internal) = errors.iter().find(|error| error.code == codes.internal) {
                Answer::Broken(told(internal, sources))
            } else if errors.iter().all(|error| error.code == codes.unsupported) {
                Answer::Unsupported(messages())
            } else {
                Answer::Rejected(messages())
            }
        }
    }
}

/// The first token that the program's own syntax errors are about; the embedded compiler is not asked after one.
fn first_syntax_error<'a>(grammar: &'static Grammar, unit: &'a Preprocessed) -> Option<&'a PpToken> {
    let brackets =
        bracket_mistakes(unit, &mut Default::default(), &mut |_| None).into_iter().map(|mistake| match mistake {
            BracketMistake::Unclosed { open, .. } => open,
            BracketMistake::Unmatched { close } => close,
        });
    let tree = uberc::syntax::parse(grammar, unit);
    let problems = tree.problems.iter().filter(|_| !(grammar.lacks_syntax_of)(&unit.extensions));
    let at = brackets.chain(problems.map(|problem| problem.at)).min()?;
    unit.tokens.get(at as usize).or_else(|| unit.tokens.iter().next_back())
}

/// What the reference defines by itself: GLSL's macros, or DXC's before a test of its own.
fn predefined(program: &Program) -> Vec<(String, String)> {
    if program.language.name() == Glsl.name() {
        let facts = MacroFacts {
            stage: Some(program.stage),
            version: LanguageVersion::default(),
            profile: judged(program.stage).map_or("lib_6_5", direct3d::profile),
            is_spirv: true,
            is_fxc: false,
            native_16_bit: false,
        };
        let macros = program.language.predefined_macros(&facts);
        return macros.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    }
    let Some([stage, major, minor]) = program.profile.as_deref().and_then(|profile| {
        let parts: Vec<&str> = profile.split('_').collect();
        <[&str; 3]>::try_from(parts).ok()
    }) else {
        return Vec::new();
    };
    // By their numbers in Direct3D's shader models.
    let stages = [
        ("pixel", 0),
        ("vertex", 1),
        ("geometry", 2),
        ("hull", 3),
        ("domain", 4),
        ("compute", 5),
        ("library", 6),
        ("mesh", 13),
        ("amplification", 14),
    ];
    let letter = stage.get(..1).unwrap_or_default();
    let number = stages.iter().find(|(name, _)| name.starts_with(letter)).map_or(0, |(_, number)| *number);
    let version = if program.version == Version::V2018 { 2018 } else { 2021 };
    let mut defines = vec![
        ("__hlsl_dx_compiler".to_owned(), "1".to_owned()),
        ("__spirv__".to_owned(), "1".to_owned()),
        ("__HLSL_VERSION".to_owned(), version.to_string()),
        ("__SHADER_TARGET_STAGE".to_owned(), number.to_string()),
        ("__SHADER_TARGET_MAJOR".to_owned(), major.to_owned()),
        ("__SHADER_TARGET_MINOR".to_owned(), minor.to_owned()),
    ];
    for (name, number) in stages {
        defines.push((format!("__SHADER_STAGE_{}", name.to_uppercase()), number.to_string()));
    }
    defines
}

/// DXC's answer: SPIR-V; for what SPIR-V cannot say, whether it makes DXIL of it.
pub(crate) fn dxc(program: &Program) -> Answer {
    let Some(stage) = judged(program.stage) else {
        return Answer::Unsupported(vec![format!("{} stage", program.stage.name())]);
    };
    let file = program.file.as_ref().map(|file| program.folder.join(file));
    let mut options = program.options.clone();
    options.extend(["-I".to_owned(), format!("Z:{}", program.folder.display())]);
    let source = direct3d::Source {
        text: &program.text,
        file: file.as_deref(),
        entry: &program.entry,
        profile: program.profile.as_deref().unwrap_or_else(|| direct3d::profile(stage)),
        options: &options,
    };
    match direct3d::spirv(&source) {
        direct3d::Compiled::Accepted(spirv) => Answer::Accepted(spirv),
        direct3d::Compiled::Broken(message) => Answer::Broken(message),
        direct3d::Compiled::Rejected(message) => match direct3d::dxil(&source) {
            direct3d::Compiled::Accepted(_) => {
                Answer::Checked(format!("dxc makes DXIL alone of it: {}", error(&message)))
            }
            _ => Answer::Rejected(vec![errors(&message)]),
        },
    }
}

/// The lines that say what is wrong.
fn errors(message: &str) -> String {
    let lines: Vec<&str> = message.lines().filter(|line| line.contains("error:")).collect();
    if lines.is_empty() { message.to_owned() } else { lines.join("\n") }
}

/// The first of them.
fn error(message: &str) -> &str {
    message.lines().find(|line| line.contains("error:")).unwrap_or_else(|| message.lines().next().unwrap_or_default())
}

/// Line and message.
fn told(error: &Diagnostic, sources: &Sources) -> String {
    let place = error.primary.as_ref().map(|label| {
        let file = sources.get(label.span.file);
        format!("{}:{}: ", file.name, file.position(label.span.start).line)
    });
    format!("{}{}: {}", place.unwrap_or_default(), error.code, error.message)
}

fn slangc(program: &Program) -> Answer {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."));
    let stage = match program.stage {
        Stage::Vertex => "vertex",
        Stage::Pixel => "fragment",
        Stage::Compute => "compute",
        other => return Answer::Unsupported(vec![format!("{} stage", other.name())]),
    };
    let run = || -> Result<Answer, String> {
        let text = |error: std::io::Error| format!("slangc: {error}");
        let folder = tempfile::tempdir().map_err(text)?;
        let (source, out) = (folder.path().join("source.hlsl"), folder.path().join("out.spv"));
        std::fs::write(&source, &program.text).map_err(text)?;
        let local = root.join("target/outside/slang/slangtorch/bin/slangc");
        let program_file = if local.is_file() { local } else { "slangc".into() };
        let output = Command::new(program_file)
            .args([
                "-lang",
                "hlsl",
                "-target",
                "spirv",
                "-profile",
                "sm_6_5",
                "-fvk-use-dx-position-w",
                "-fvk-use-dx-layout",
            ])
            .args(["-fvk-b-shift", "0", "all", "-fvk-t-shift", "64", "all", "-fvk-s-shift", "128", "all"])
            .args([
                "-fvk-u-shift",
                "192",
                "all",
                "-fspv-reflect",
                "-O0",
                "-stage",
                stage,
                "-entry",
                &program.entry,
                "-I",
            ])
            .args([&program.folder, Path::new("-o"), &out, &source])
            .output()
            .map_err(text)?;
        if !output.status.success() {
            return Ok(Answer::Rejected(vec![String::from_utf8_lossy(&output.stderr).into_owned()]));
        }
        Ok(Answer::Accepted(direct3d::without_source(&std::fs::read(&out).map_err(text)?)))
    };
    run().unwrap_or_else(Answer::Broken)
}

fn naga(spirv: &[u8]) -> Answer {
    let attempt = std::panic::catch_unwind(|| {
        let spirv = uberc_judge::partner::without_semantics(spirv)?;
        let options = naga::front::spv::Options { adjust_coordinate_space: false, ..Default::default() };
        let module = naga::front::spv::parse_u8_slice(&spirv, &options).map_err(|error| error.to_string())?;
        let mut validator =
            naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::all());
        let info = validator.validate(&module).map_err(|error| {
            let inner: &dyn std::error::Error = error.as_inner();
            std::iter::successors(Some(inner), |error| error.source())
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(": ")
        })?;
        let flags = naga::back::spv::WriterFlags::DEBUG;
        let options = naga::back::spv::Options { lang_version: (1, 3), flags, ..Default::default() };
        let words = naga::back::spv::write_vec(&module, &info, &options, None).map_err(|error| error.to_string())?;
        Ok::<Vec<u8>, String>(words.into_iter().flat_map(u32::to_le_bytes).collect())
    });
    match attempt {
        Ok(Ok(spirv)) => Answer::Accepted(spirv),
        Ok(Err(message)) => Answer::Unsupported(vec![message]),
        Err(_) => Answer::Broken("panic".to_owned()),
    }
}

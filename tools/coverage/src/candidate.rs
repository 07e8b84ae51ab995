//! The compilers that can be compared with the reference. A new one is a name and a function here.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use uberc::compile::{Analysis, embed};
use uberc::diag::{Diagnostic, Sources};
use uberc::dialect::hlsl::analyse::{Session, Version};
use uberc::model::{BindingRule, SourceText, Stage, Target};
use uberc::preprocess::{self, FileCache};
use uberc_judge::{batch, glslang};

use crate::programs::Program;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Candidate {
    /// uberc's own front end.
    Embedded,
    Slangc,
    /// The reference's SPIR-V, read and written again by naga: what its IR cannot carry, the embedded chain cannot.
    Naga,
    Glslang,
}

/// What a compiler made of a program.
pub(crate) enum Answer {
    Accepted(Vec<u8>),
    /// The compiler does not support the program: every reason it gives.
    Unsupported(Vec<String>),
    /// The compiler rejects the program, with all its messages.
    Rejected(Vec<String>),
    /// The compiler is wrong.
    Broken(String),
}

impl Candidate {
    pub(crate) fn named(name: &str) -> Result<Candidate, String> {
        let all = [Candidate::Embedded, Candidate::Slangc, Candidate::Naga, Candidate::Glslang];
        let names = || all.map(Candidate::name).join(", ");
        all.into_iter()
            .find(|candidate| candidate.name() == name)
            .ok_or_else(|| format!("no compiler is called `{name}`; there are {}", names()))
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Candidate::Embedded => "embedded",
            Candidate::Slangc => "slangc",
            Candidate::Naga => "naga",
            Candidate::Glslang => "glslang",
        }
    }

    /// Itself, if others can be held against it.
    pub(crate) fn as_reference(self) -> Result<Candidate, String> {
        match self {
            Candidate::Slangc | Candidate::Glslang => Ok(self),
            Candidate::Embedded | Candidate::Naga => Err(format!("`{}` cannot be the reference", self.name())),
        }
    }

    /// As the reference, whose stages are those that the judge runs.
    pub(crate) fn refer(self, program: &Program) -> Answer {
        match self {
            Candidate::Slangc if judged(program.stage).is_some() => slangc(program),
            _ => reference(program),
        }
    }

    /// Lays buffers out as Direct3D does, and not as glslang.
    pub(crate) fn is_direct3d(self) -> bool {
        matches!(self, Candidate::Embedded | Candidate::Slangc)
    }

    /// Compiles. `reference`: what glslang made of it.
    pub(crate) fn compile(self, program: &Program, reference: &Answer) -> Answer {
        match self {
            Candidate::Embedded => embedded(program),
            Candidate::Slangc => slangc(program),
            Candidate::Naga => match reference {
                Answer::Accepted(spirv) => naga(spirv),
                Answer::Unsupported(messages) | Answer::Rejected(messages) => Answer::Rejected(messages.clone()),
                Answer::Broken(message) => Answer::Rejected(vec![message.clone()]),
            },
            Candidate::Glslang => self::reference(program),
        }
    }
}

/// glslangValidator's answer.
fn reference(program: &Program) -> Answer {
    let Some(stage) = judged(program.stage) else {
        return Answer::Unsupported(vec![format!("{} stage", program.stage.name())]);
    };
    let options = glslang::Options { include: Some(&program.folder), dx9: program.dx9 };
    match glslang::hlsl_with(&program.text, stage, &program.entry, &options) {
        Ok(spirv) => Answer::Accepted(spirv),
        Err(message) => Answer::Rejected(vec![message]),
    }
}

/// The stage as the judge has it.
pub(crate) fn judged(stage: Stage) -> Option<batch::Stage> {
    match stage {
        Stage::Vertex => Some(batch::Stage::Vertex),
        Stage::Pixel => Some(batch::Stage::Pixel),
        Stage::Compute => Some(batch::Stage::Compute),
        _ => None,
    }
}

fn embedded(program: &Program) -> Answer {
    let sources = Sources::new(&program.folder);
    let file = sources.add("source.hlsl", &program.text);
    let folders = [PathBuf::new()];
    // As the reference has it.
    let request =
        preprocess::Request { include_paths: &folders, legacy_macro_expansion: true, ..preprocess::Request::new(file) };
    let (unit, found) = preprocess::preprocess(&request, &FileCache::default(), &sources);
    if let Some(error) = found.iter().find(|found| found.is_error()) {
        return Answer::Rejected(vec![told(error, &sources)]);
    }
    let text = SourceText::whole(Arc::new(unit));
    let session = Session::new();
    let analysis = Analysis::new(&text, &sources, &session, Version::default());
    match embed(&analysis, program.stage, &program.entry, Target::Spirv, BindingRule::default(), true) {
        Ok(result) => {
            let io = result.reflection.unwrap_or_default();
            let inputs = io.inputs.into_iter().map(|io| (true, io));
            let named = inputs.chain(io.outputs.into_iter().map(|io| (false, io)));
            let names = named.filter_map(|(input, io)| Some(((input, io.location?), io.name))).collect();
            match uberc_judge::partner::with_semantics(&result.output, &names) {
                Ok(spirv) => Answer::Accepted(spirv),
                Err(message) => Answer::Broken(message),
            }
        }
        Err(found) => {
            let errors: Vec<&Diagnostic> = found.iter().filter(|found| found.is_error()).collect();
            let messages = || errors.iter().map(|error| told(error, &sources)).collect();
            if errors.is_empty() {
                Answer::Broken("no word of what is wrong".to_owned())
            } else if let Some(internal) = errors.iter().find(|error| error.code == "hlsl/internal") {
                Answer::Broken(told(internal, &sources))
            } else if errors.iter().all(|error| error.code == "hlsl/unsupported") {
                Answer::Unsupported(messages())
            } else {
                Answer::Rejected(messages())
            }
        }
    }
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
        Ok(Answer::Accepted(without_source(&std::fs::read(&out).map_err(text)?)))
    };
    run().unwrap_or_else(Answer::Broken)
}

/// Without OpSource: the language's number is newer than Debian's SPIR-V tools.
fn without_source(spirv: &[u8]) -> Vec<u8> {
    let (words, _) = spirv.as_chunks::<4>();
    let mut kept: Vec<u8> = words.iter().take(5).flatten().copied().collect();
    let mut at = 5;
    while let Some(word) = words.get(at) {
        let word = u32::from_le_bytes(*word);
        let end = at + (word >> 16).max(1) as usize;
        if word & 0xffff != 3 {
            kept.extend(words.get(at..end.min(words.len())).into_iter().flatten().flatten());
        }
        at = end;
    }
    kept
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

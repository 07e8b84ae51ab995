//! `uberc-coverage DIR`: every entry point of a tree of HLSL or GLSL through a compiler and through the reference, and both through the
//! software Vulkan device. See `USAGE`.
#![allow(clippy::print_stdout, clippy::print_stderr)] // A report is its purpose.

mod candidate;
mod doubt;
mod dxc_tests;
mod fallback;
mod generated;
mod inexpressible;
mod pictures;
mod programs;
mod table;
mod verdict;

use std::path::PathBuf;
use std::process::ExitCode;

use uberc::dialect::Language;
use uberc::dialect::hlsl::Hlsl;

use crate::candidate::Candidate;

const USAGE: &str = "\
usage: uberc-coverage DIR [--language NAME] [--compiler NAME] [--reference NAME] [--json FILE] [--only WORD] [--seed N] [--samples N] [--keep DIR]

DIR holds a uberc project (its variants are taken), or .hlsl/.frag/.vert/.comp/.geom/.tesc/.tese files. Entry points of files come
from ../gtests/Hlsl.FromFile.cpp beside DIR where that is (glslang's source tree), else `main`. Files with `RUN: %dxc` lines are
DXC's own tests. `generated` in place of DIR: so many programs as --samples says, made from numbers, and compared with DXC's. `generated-wrong`: the
same with one change each, and which of them DXC refuses.

--language: hlsl (default), glsl (the .vert, .frag and .comp files that are not called hlsl.*; the reference is glslang)
--compiler: embedded (default), auto (embedded, and dxc for what it does not support), slangc, naga (the reference's SPIR-V read and written again), glslang, dxc
--reference: glslang (default), slangc, dxc
--json:     the report for machines
--only:     programs whose name contains this
--samples:  techniques of a project's shader, evenly spread (default 24), or generated programs
--keep:     a folder for sources, SPIR-V and pictures of what is not equal";

/// What was asked.
pub(crate) struct Options {
    folder: PathBuf,
    language: &'static dyn Language,
    candidate: Candidate,
    reference: Candidate,
    json: Option<PathBuf>,
    only: Option<String>,
    seed: u64,
    samples: usize,
    keep: Option<PathBuf>,
}

impl Options {
    /// Whether DXC is a third program beside these two.
    pub(crate) fn asks_dxc(&self) -> bool {
        self.language.name() == Hlsl.name()
            && self.reference != Candidate::Dxc
            && self.candidate != Candidate::Dxc
            && uberc_judge::direct3d::is_installed()
    }
}

fn main() -> ExitCode {
    match options(std::env::args().skip(1)).and_then(|options| report(&options)) {
        // Something wrong is a failure; something unsupported is a number.
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn options(words: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut words = words;
    let mut options = Options {
        folder: PathBuf::new(),
        language: &Hlsl,
        candidate: Candidate::Embedded,
        reference: Candidate::Glslang,
        json: None,
        only: None,
        seed: 1,
        samples: 24,
        keep: None,
    };
    while let Some(word) = words.next() {
        if !word.starts_with("--") && options.folder.as_os_str().is_empty() {
            options.folder = PathBuf::from(word);
            continue;
        }
        let value = words.next().ok_or_else(|| format!("`{word}` wants a value\n{USAGE}"))?;
        let number = || value.parse().map_err(|_| format!("`{word}` wants a number, not `{value}`"));
        match word.as_str() {
            "--language" => options.language = programs::language(&value)?,
            "--compiler" => options.candidate = Candidate::named(&value)?,
            "--reference" => options.reference = Candidate::named(&value)?.as_reference()?,
            "--json" => options.json = Some(PathBuf::from(value)),
            "--only" => options.only = Some(value),
            "--seed" => options.seed = number()?,
            "--samples" => options.samples = number()?.max(1) as usize,
            "--keep" => options.keep = Some(PathBuf::from(value)),
            _ => return Err(format!("`{word}` is not known\n{USAGE}")),
        }
    }
    if options.folder.as_os_str().is_empty() { Err(USAGE.to_owned()) } else { Ok(options) }
}

fn report(options: &Options) -> Result<bool, String> {
    if let Some(package) = uberc_judge::runner::missing() {
        return Err(format!("{package} is not installed (cargo xtask install)"));
    }
    if options.folder.as_os_str() == "generated" {
        return generated::compare_generated(options);
    }
    if options.folder.as_os_str() == "generated-wrong" {
        return generated::compare_wrong(options);
    }
    let mut programs = programs::find(&options.folder, options.samples, options.language)?;
    programs.retain(|program| options.only.as_ref().is_none_or(|only| program.name.contains(only.as_str())));
    if programs.is_empty() {
        return Err(format!("{}: no program", options.folder.display()));
    }
    let rows = verdict::judge(&programs, options)?;
    print!("{}", table::text(&rows, options.candidate));
    if let Some(file) = &options.json {
        std::fs::write(file, table::json(&rows, options.candidate)?)
            .map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(!rows.iter().any(|row| row.verdict.is_wrong()))
}
